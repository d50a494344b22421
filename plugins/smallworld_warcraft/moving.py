"""Powers that move what lies on the map: scaring tokens off, exchanging regions (W-INTIM, W-PORTAL)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import NATIVES, NOBODY, Ability, Action, Conquest, Count, Piece, Position, Refusal, Symbol, hookimpl
from smallworld.model.regions import indexes, mask_of


class Displace(Ability):
    """Some times a turn a token of an adjacent region is scared off to another region of its race, or discarded.

    :param per_turn: how often.
    :param first: pieces that fall before any token, one use for each, in this order.
    :param needs_conquest: conquests cannot end after a use until one was tried.
    """

    rule = "W-INTIM-1"
    offers_in = refuses_in = ("conquer",)
    refuses = ("done",)
    verbs: ClassVar[Mapping[str, str]] = {"intimidate": "REGION REGION?"}
    per_turn: Count = 3
    first: tuple[Piece, ...] = ()
    needs_conquest: bool = False

    def _noted(self, game: Position) -> tuple[int, bool]:
        """Uses of this turn, and whether a conquest is still owed."""
        noted: tuple[int, bool] = game.recall_turn(self, (0, False))
        return noted

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if self._noted(game)[0] >= self.per_turn:
            return ()
        around = game.adjacent[race] & ~game.land_of(game.owner(race))
        if not around:
            return ()
        closed = game.untouchable(race, "intimidate")
        marked = 0
        for piece in self.first:
            marked |= game.where(piece)
        found: list[Action] = []
        free = game.affords(race, game.board.all, "intimidate")
        for region in indexes(around & ~closed):
            if game.occupant[region] != NOBODY:
                found += self._on(game, region, marked, closed)
        return found if free else [action for action in found if self._affords(game, race, action)]

    def unavailable(self, game: Position, race: int, region: int) -> str:
        if self._noted(game)[0] >= self.per_turn:
            return f"it was done {self.per_turn} times this turn, and that is all"
        if not game.regions[race]:
            return "only tokens next to a region of the race can be scared off, and it has none yet"
        return "no token next to a region of the race can be scared off now"

    def _on(self, game: Position, region: int, marked: int, closed: int) -> list[Action]:
        """What may be done to a region that somebody holds."""
        bit, occupant = 1 << region, game.occupant[region]
        if not (marked & bit or game.tokens[region]):
            return []
        others = 0 if marked & bit or occupant == NATIVES else game.regions[occupant] & ~bit
        if not others:
            return game.actions_at(self, "intimidate {}", bit, number=-1)
        return game.actions_at(self, "intimidate {} {}", others & ~closed, first=region)

    def _affords(self, game: Position, race: int, action: Action) -> bool:
        """Whether the race can pay for both regions; what one alone costs too much is closed already."""
        return action.number < 0 or game.affords(race, 1 << action.region | 1 << action.number, "intimidate")

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
        if self.needs_conquest and self._noted(game)[1] and self._could_try(game, race):
            return Refusal("must_conquer", "somebody was scared off, so a conquest has to be tried")
        return None

    def _could_try(self, game: Position, race: int) -> bool:
        """Whether a conquest, at least with the final die, is possible at all."""
        hand = game.hand[race]
        return hand >= game.kit[race].garrison and bool(game.payable(race, game.targets(race), hand + game.table.top))

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"uses": self._noted(game)[0]}


class Swap(Ability):
    """Some times a turn everything that can move changes places between two regions with a symbol.

    :param symbol: the symbol of the regions.
    :param per_turn: how often.
    :param is_attack: moving the tokens of another player's active race is an attack on it.
    """

    rule = "W-PORTAL-1"
    offers_in = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {"swap": "PAIR"}
    symbol: Symbol
    per_turn: Count = 2
    is_attack: bool = True

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        if game.recall_turn(self, 0) >= self.per_turn:
            return ()
        gates = game.board.symbol(self.symbol) & ~game.untouchable(race, "swap")
        places, occupant = indexes(gates), game.occupant
        full = gates & (game.marked | game.relic_regions_of("artefact"))
        for gate in places:
            if occupant[gate] != NOBODY:
                full |= 1 << gate
        found: list[Action] = []
        wet = gates & game.board.waters
        for one in places:
            bit = 1 << one
            partners = (gates if full & bit else full) & -bit & ~bit
            if partners and wet:
                partners &= self._fitting(game, one, partners)
            if partners:
                found += game.actions_at(self, "swap {} {}", partners, first=one)
        if game.affords(race, gates, "swap"):
            return found
        return [action for action in found if game.affords(race, 1 << action.region | 1 << action.number, "swap")]

    def unavailable(self, game: Position, race: int, region: int) -> str:
        if game.recall_turn(self, 0) >= self.per_turn:
            return f"it was done {self.per_turn} times this turn, and that is all"
        return f"there are no two regions with the symbol {self.symbol} that could change places now"

    def _fitting(self, game: Position, one: int, partners: int) -> int:
        """Those partners whose tokens could stand in a region and the other way round."""
        room = self._rooms(game, one)
        return mask_of(two for two in indexes(partners & room) if self._rooms(game, two) >> one & 1)

    def _rooms(self, game: Position, region: int) -> int:
        """Regions in which the tokens of a region could stand."""
        occupant, board = game.occupant[region], game.board
        if occupant == NOBODY:
            return board.all
        if occupant == NATIVES:
            return board.all & ~board.waters
        kit = game.kit[occupant]
        return board.all & ~board.waters | game.table.ground(game.table.kit(kit.race, kit.power, False)).open

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

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"uses": game.recall_turn(self, 0)}


ABILITIES = (Displace, Swap)
