"""Pieces that fight: some are tokens, some hold a region alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Annotated, Literal

from smallworld.abilities.means import OnceATurn
from smallworld.ability import Ability, Amount, Name, Piece, Terrain
from smallworld.actions import Action
from smallworld.errors import Refusal
from smallworld.hookspecs import hookimpl
from smallworld.model.regions import indexes
from smallworld.rules.position import Position
from smallworld.rules.records import Conquest, Means


class TokenPiece(Ability):
    """Each turn brings pieces that are tokens, one for each region of a terrain; they go when the next turn starts.

    :param piece: the kind; it must be a ``token``.
    :param terrain: the terrain that brings one.
    """

    rule = "W-BEAST-1"
    offers_in = ("redeploy", "retreat")
    piece: Annotated[str, Name("piece", trait="token")]
    terrain: Terrain

    @hookimpl
    def turn_started(self, game: Position, race: int) -> None:
        game.lift_piece_tokens(race, self.piece)
        game.enlist(race, self.piece, (game.regions[race] & game.board.terrain(self.terrain)).bit_count())

    @hookimpl
    def regroups(self, game: Position, race: int) -> bool:
        return bool(self._in_hand(game, race) or game.where(self.piece) & game.regions[race])

    def _in_hand(self, game: Position, race: int) -> int:
        return game.carries(race, game.kind_index(self.piece)) if game.carried else 0

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        waiting = self._in_hand(game, race)
        if not waiting:
            return ()
        found: list[Action] = []
        rooms = game.rooms(race) if phase == "redeploy" else [(game.regions[race], waiting)]
        for count in range(1, waiting + 1):
            regions = sum([regions for regions, most in rooms if most >= count])
            text = f"place {self.piece} {{}} {count}" if count > 1 else f"place {self.piece} {{}}"
            found += game.actions_at(self, text, regions, number=count)
        return sorted(found, key=REGION)

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.deploy_pieces(race, self.piece, action.region, action.number)


class HoldingPiece(OnceATurn):
    """Once a turn a single piece conquers an adjacent region without a token; it can hold a region alone.

    :param piece: the kind; whether it ``holds`` is said there.
    :param means: the word of the notation.
    :param needs_token: a token in hand is needed, though none is spent.
    :param ransom: coins that its owner pays to the conqueror of its region.
    :param poor: an owner without coins gets it back for nothing, or loses it for good.
    """

    rule = "W-CHAMP-1"
    offers_in = ("redeploy", "retreat")
    refuses = ("done",)
    refuses_in = ("redeploy",)
    piece: Piece
    needs_token: bool = True
    ransom: Amount = 1
    poor: Literal["waived", "champion_lost"] = "waived"

    @property
    def boxes(self) -> bool:
        """Whether the piece may leave the game until the combo is picked again."""
        return self.poor == "champion_lost"

    @hookimpl
    def combo_taken(self, game: Position, race: int) -> None:
        game.restock(self.piece)

    @hookimpl
    def turn_started(self, game: Position, race: int) -> None:
        for region in list(indexes(game.where(self.piece) & game.regions[race])):
            if game.tokens[region]:
                game.take_away(self.piece, region)

    @hookimpl
    def conquest_means(self, game: Position, race: int) -> Iterable[Means]:
        if self.spent(game) or not game.free(self.piece) or not game.regions[race]:
            return ()
        return (Means(self.means, game.near(race), 0, needs=int(self.needs_token)),)

    @hookimpl
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        if self.means in conquest.means:
            game.place(self.piece, conquest.region)

    @hookimpl
    def losses(self, game: Position, race: int, region: int, attempt: str) -> int:
        taken = attempt in ("conquest", "explosion")  # a token that is scared off is lost all the same (W-INTIM-3)
        return 0 if taken and game.pieces_at(self.piece, region) else 1

    @hookimpl
    def region_left(self, game: Position, race: int, region: int, attacker: int, pieces: tuple[str, ...]) -> None:
        owner, taker = game.owner(race), game.owner(attacker)
        if self.piece not in pieces or taker < 0 or taker == owner:
            return
        if game.coins[owner] >= self.ransom:
            game.pay(owner, self.ransom, taker)
        elif self.poor == "champion_lost":
            game.discard_piece(self.piece)

    @hookimpl
    def regroups(self, game: Position, race: int) -> bool:
        return bool(game.free(self.piece) or game.where(self.piece) & game.regions[race])

    @hookimpl
    def conquests_ended(self, game: Position, race: int) -> None:
        for region in list(indexes(game.where(self.piece) & game.regions[race])):
            game.take_away(self.piece, region)

    def unavailable(self, game: Position, race: int, region: int) -> str:
        if not game.free(self.piece):
            return f"the {self.piece} stands on the map"
        return super().unavailable(game, race, region) or (
            "" if game.regions[race] else "only what is next to a region of the race can be taken, and it has none yet"
        )

    def _places(self, game: Position, race: int, phase: str) -> int:
        if not game.free(self.piece):
            return 0
        return game.regions[race] if phase == "retreat" else game.may_hold(race)

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        return game.actions_at(self, f"place {self.piece} {{}}", self._places(game, race, phase), number=1)

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.place(self.piece, action.region)

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        if self._places(game, race, "redeploy"):
            return Refusal("pieces_left", f"the {self.piece} has to be placed")
        return None

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {f"{self.means}_used": bool(game.recall_turn(self))}


REGION = attrgetter("region")
ABILITIES = (TokenPiece, HoldingPiece)
