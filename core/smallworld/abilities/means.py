"""Special conquests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from smallworld.ability import Ability, Piece, Word
from smallworld.hookspecs import hookimpl
from smallworld.model.regions import indexes
from smallworld.rules.position import Position
from smallworld.rules.records import Conquest, Means


class OnceATurn(Ability):
    """Common to special conquests that are spent by the attempt, whether it succeeds or not.

    They ask :meth:`spent` before they offer themselves.

    :param means: the word of the notation.
    """

    means: Word

    def spent(self, game: Position) -> bool:
        """Whether the means was used this turn."""
        return bool(game.recall_turn(self))

    def unavailable(self, game: Position, race: int, region: int) -> str:
        return f"{self.means!r} was used this turn" if self.spent(game) else ""

    @hookimpl
    def means_used(self, game: Position, race: int, means: tuple[str, ...]) -> None:
        if self.means in means:
            game.note(self, True)


class SpecialConquest(Ability):
    """Once a turn a conquest by a means of its own.

    :param means: the word of the notation.
    :param reach: the ordinary reach, only adjacent regions, or any region.
    :param tokens: exact price in tokens; without it the cost of the region, less the discount.
    :param discount: tokens saved.
    :param ignores_pieces: with an exact price: terrain and pieces need not be paid beside it.
    :param piece: a single piece that moves into the conquered region.
    """

    rule = "R-DRAGON-1"
    means: Word
    reach: Literal["normal", "adjacent", "anywhere"] = "normal"
    tokens: int | None = None
    discount: int = 0
    ignores_pieces: bool = True
    piece: Piece = ""

    @hookimpl
    def conquest_means(self, game: Position, race: int) -> Iterable[Means]:
        if game.recall_turn(self):
            return ()
        targets = None
        if self.reach != "normal":
            targets = game.adjacent[race] if self.reach == "adjacent" else game.board.all
        if self.tokens is None or self.ignores_pieces:
            far = self.reach == "anywhere"
            return (Means(self.means, targets, self.tokens, -self.discount, far=far, joins=self.tokens is None),)
        return self._priced(game, game.targets(race) if targets is None else targets)

    def _priced(self, game: Position, targets: int) -> list[Means]:
        """One entry for each price: the exact tokens and what terrain and pieces add."""
        prices: dict[int, int] = {}
        base = game.table.rulebook.variant.base_cost
        for region in indexes(targets):
            markers = game.defence[region] - game.tokens[region] - base
            prices[markers] = prices.get(markers, 0) | 1 << region
        tokens = self.tokens or 0
        return [Means(self.means, mask, tokens + markers, needs=tokens + markers) for markers, mask in prices.items()]

    @hookimpl
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        if self.means in conquest.means:
            game.note(self, True)
            if self.piece:
                game.move_piece(self.piece, conquest.region)

    def unavailable(self, game: Position, race: int, region: int) -> str:
        return f"{self.means!r} was used this turn" if game.recall_turn(self) else ""

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {f"{self.means}_used": bool(game.recall_turn(self))}


class Conversion(Ability):
    """Once a turn for each opponent, a lone active token is replaced by one from the tray.

    :param means: the word of the notation.
    :param reach: wherever the race could conquer, or next to its regions on the map.
    :param needs_token: a token in hand is needed, though none is spent.
    :param blocked_by: pieces that shelter a lone token.
    """

    rule = "R-SORC-1"
    means: Word = "sorcery"
    reach: Literal["conquerable", "map_adjacent"] = "conquerable"
    needs_token: bool = False
    blocked_by: tuple[Piece, ...] = ()

    @hookimpl
    def conquest_means(self, game: Position, race: int) -> Iterable[Means]:
        if not game.tray[game.kit[race].race]:
            return ()
        within = game.adjacent[race] if self.reach == "map_adjacent" else game.reach(race, entry=False, effect=True)
        lone = self._lone_tokens(game, race, within)
        if not lone:
            return ()
        return (Means(self.means, lone, 0, from_tray=1, needs=int(self.needs_token), replaces=True),)

    def unavailable(self, game: Position, race: int, region: int) -> str:
        name, holder, count = game.board.regions[region].id, game.occupant[region], game.tokens[region]
        if not game.tray[game.kit[race].race]:
            return "no token of the race is left on the tray"
        if not 0 <= holder < game.players or holder == race % game.players:
            return f"only an active token of an opponent can be replaced, and {name} holds none"
        if count != 1:
            return f"only a token that stands alone can be replaced, and {name} holds {count}"
        if holder in game.recall_turn(self, ()):
            return f"a token of {game.names[holder]} was replaced this turn"
        if any(game.pieces_at(piece, region) for piece in self.blocked_by):
            return f"a piece shelters the token in {name}"
        return f"{name} is out of reach of the race"

    def _lone_tokens(self, game: Position, race: int, within: int) -> int:
        """Regions in reach with one active token of an opponent who was not yet converted this turn."""
        done = game.recall_turn(self, ())
        held = 0
        for other in range(game.players):
            if other != race and other not in done:
                held |= game.regions[other]
        held &= within
        if not held:
            return 0
        for piece in self.blocked_by:
            held &= ~game.where(piece)
        return game.with_tokens(held, 1)

    @hookimpl
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        if self.means in conquest.means:
            game.note(self, (*game.recall_turn(self, ()), game.owner(conquest.loser)))

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"converted": [game.names[player] for player in game.recall_turn(self, ())]}


ABILITIES = (SpecialConquest, Conversion)
