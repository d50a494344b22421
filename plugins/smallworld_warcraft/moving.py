"""Powers that move what lies on the map: scaring tokens off, exchanging regions (W-INTIM, W-PORTAL)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import ClassVar

from smallworld import NATIVES, Ability, Action, Conquest, Piece, Position, Refusal, Symbol, hookimpl
from smallworld.model.regions import indexes


class Displace(Ability):
    """Some times a turn a token of an adjacent region is scared off to another region of its race, or discarded.

    :param per_turn: how often.
    :param first: pieces that fall before any token, one use for each, in this order.
    :param needs_conquest: conquests cannot end after a use until one was tried.
    """

    rule = "W-INTIM-1"
    verbs: ClassVar[Mapping[str, str]] = {"intimidate": "REGION REGION?"}
    per_turn: int = 3
    first: tuple[Piece, ...] = ()
    needs_conquest: bool = False

    def _noted(self, game: Position) -> tuple[int, bool]:
        """Uses of this turn, and whether a conquest is still owed."""
        noted: tuple[int, bool] = game.recall_turn(self, (0, False))
        return noted

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if phase != "conquer" or self._noted(game)[0] >= self.per_turn:
            return ()
        around = game.adjacent[race] & ~game.land_of(game.owner(race))
        if around:
            around &= ~game.untouchable(race, "intimidate")
        return [action for region in indexes(around) for action in self._on(game, race, region)]

    def _on(self, game: Position, race: int, region: int) -> list[Action]:
        name = game.board.regions[region].id
        occupant = game.occupant[region]
        if occupant == -1:
            return []
        alone = [game.action(self, f"intimidate {name}", region=region, number=-1)]
        if any(game.pieces_at(piece, region) for piece in self.first):
            return alone
        if not game.tokens[region]:
            return []
        others = 0 if occupant == NATIVES else game.regions[occupant] & ~(1 << region)
        if not others:
            return alone
        return [
            game.action(self, f"intimidate {name} {game.board.regions[to].id}", region=region, number=to)
            for to in indexes(others & ~game.untouchable(race, "intimidate"))
            if game.affords(race, 1 << region | 1 << to, "intimidate")
        ]

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        region, to = action.region, action.number
        game.begin_conquests(race)
        game.charge(race, 1 << region | (1 << to if to >= 0 else 0), "intimidate")
        game.note(self, (self._noted(game)[0] + 1, True))
        piece = next((piece for piece in self.first if game.pieces_at(piece, region)), None)
        if piece is not None:
            game.take_away(piece, region, 1)
            return
        game.note_attack(race, region)
        if to >= 0:
            game.shift_token(region, to)
        else:
            game.discard_token(region, race, "intimidate")

    def _tried(self, game: Position) -> None:
        game.note(self, (self._noted(game)[0], False))

    @hookimpl
    def region_conquered(self, game: Position, race: int, conquest: Conquest) -> None:
        self._tried(game)

    @hookimpl
    def means_used(self, game: Position, race: int, means: tuple[str, ...]) -> None:
        self._tried(game)

    @hookimpl
    def veto(self, game: Position, race: int, what: str) -> Refusal | None:
        asked = self.needs_conquest and what == "done" and game.phase == "conquer"
        if asked and self._noted(game)[1] and self._could_try(game, race):
            return Refusal("must_conquer", "somebody was scared off, so a conquest has to be tried")
        return None

    def _could_try(self, game: Position, race: int) -> bool:
        """Whether a conquest, at least with the final die, is possible at all."""
        hand = game.hand[race]
        return hand >= game.kit[race].garrison and bool(game.payable(race, game.targets(race), hand + game.table.top))


class Swap(Ability):
    """Some times a turn everything that can move changes places between two regions with a symbol.

    :param symbol: the symbol of the regions.
    :param per_turn: how often.
    :param is_attack: moving the tokens of another player's active race is an attack on it.
    """

    rule = "W-PORTAL-1"
    verbs: ClassVar[Mapping[str, str]] = {"swap": "PAIR"}
    symbol: Symbol
    per_turn: int = 2
    is_attack: bool = True

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if phase != "conquer" or game.recall_turn(self, 0) >= self.per_turn:
            return ()
        gates = game.board.symbol(self.symbol) & ~game.untouchable(race, "swap")
        full = gates & (game.occupied() | game.marked | game.relic_regions_of("artefact"))
        names = game.board.regions
        return [
            game.action(self, f"swap {names[one].id} {names[two].id}", region=one, number=two)
            for one, two in combinations(indexes(gates), 2)
            if (full >> one | full >> two) & 1 and self._may(game, race, one, two)
        ]

    def _may(self, game: Position, race: int, one: int, two: int) -> bool:
        if not (self._stands(game, one, two) and self._stands(game, two, one)):
            return False
        return not game.guards or game.affords(race, 1 << one | 1 << two, "swap")

    def _stands(self, game: Position, region: int, to: int) -> bool:
        """Whether the tokens of a region could stand in the other one."""
        occupant = game.occupant[region]
        if not game.board.waters >> to & 1 or occupant == -1:
            return True
        if occupant == NATIVES:
            return False
        kit = game.kit[occupant]
        return bool(game.table.kit(kit.race, kit.power, False).open >> to & 1)

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        one, two = action.region, action.number
        game.begin_conquests(race)
        game.charge(race, 1 << one | 1 << two, "swap")
        game.note(self, game.recall_turn(self, 0) + 1)
        if self.is_attack:
            game.note_attack(race, one)
            game.note_attack(race, two)
        game.exchange(one, two)


ABILITIES = (Displace, Swap)
