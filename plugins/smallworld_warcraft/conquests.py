"""Conquests by a free roll or a bomb, tolls, moved tokens (W-GNOME, W-GOBLIN, W-PANDA, W-INTIM, W-PORTAL, W-TAUREN)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import ClassVar, Final, Literal

from smallworld import (
    N_,
    NATIVES,
    NOBODY,
    Ability,
    Action,
    Amount,
    Bar,
    Coins,
    Conquest,
    Count,
    GameState,
    OnceATurn,
    Piece,
    Race,
    Refusal,
    Region,
    Regions,
    SpecialConquest,
    Symbol,
    Word,
    _,
    hookimpl,
    indexes,
    lazy,
    mask_of,
    ngettext,
)
from smallworld_warcraft.factions import SharedPiece


class Airstrike(OnceATurn):
    """Once a turn any region of any island is conquered, cheaper by a free roll of the die.

    :param means: the word of the notation.
    :param first_conquest: it may be a First Conquest, on any region.
    :param miss: after a roll that is too low, conquests go on, or only the final die on that region remains.
    :param joins: it may be joined with other means on one region.
    """

    rule = "W-GNOME-1"
    means: Word = "airstrike"
    first_conquest: bool = True
    miss: Literal["called_off", "ends_conquests"] = "called_off"
    joins: bool = True

    @hookimpl
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        if self.spent(state):
            return ()
        free = self.first_conquest or state.regions[race]
        targets = state.board.all if free else state.board.entry
        return (SpecialConquest(self.means, targets, far=True, joins=self.joins, free_die=True, miss=self.miss),)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"used": bool(state.recall_turn(self))}


LIVE: Final = N_("live")
DUD: Final = N_("dud")


class DelayedConquest(Ability):
    """Hidden pieces on neighbouring regions; some conquer their region when the owner's next turn starts.

    The live ones are drawn when they are revealed, so the position contains nothing hidden.

    :param piece: the kind.
    :param live: how many of them are live.
    :param tolls: the owner pays tolls if they can, or the pieces are exempt.
    :param counts_as_conquest: an explosion earns what a conquest earns.
    """

    rule = "W-GOBLIN-1"
    offers_in = ("redeploy",)
    piece: SharedPiece
    live: Amount
    tolls: Literal["pay_if_able", "exempt"] = "pay_if_able"
    counts_as_conquest: bool = True

    def _remaining(self, state: GameState) -> tuple[int, int]:
        """Count the live pieces and all pieces that were not revealed yet."""
        every = state.piece_spec(self.piece).supply
        counts: tuple[int, int] = state.recall(self, (self.live, every))
        return counts

    @hookimpl
    def combo_taken(self, state: GameState, race: Race) -> None:
        state.restock(self.piece)
        state.remember(self, None)

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        names = state.board.regions
        for region in sorted(indexes(state.regions_with(self.piece)), key=lambda region: names[region].id):
            if state.owner(state.occupant[region]) not in (-1, state.owner(race)):
                self._reveal(state, race, region)

    def _reveal(self, state: GameState, race: Race, region: Region) -> None:
        live, every = self._remaining(state)
        # Another ability may have brought pieces back that were revealed before: they are duds.
        bomb = state.draw(self.piece, [LIVE] * live + [DUD] * (every - live) or [DUD], region)
        if not state.piece_spec(self.piece).reusable:  # else the rest mixes it
            state.remember(self, (live - (bomb == LIVE), max(0, every - 1)))
        state.take_away(self.piece, region)
        if bomb == LIVE and self._may_explode(state, race, region):
            state.explode(race, region, (self.piece,), counts=self.counts_as_conquest)

    def _may_explode(self, state: GameState, race: Race, region: Region) -> bool:
        pays = self.tolls == "pay_if_able"
        if state.untouchable_regions(race, "explosion", tolls=pays) >> region & 1:
            return False
        if pays:
            state.charge_tolls(race, 1 << region, "explosion")
        return True

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if not state.supply_of(self.piece):
            return ()
        targets, owner = 0, state.owner(race)
        for player in range(state.players):
            if player != owner:
                targets |= state.regions[player]
        targets &= state.adjacent[race]
        if targets:
            targets &= ~(state.regions_with(self.piece) | state.untouchable_regions(race, "explosion", tolls=False))
        return state.actions_at(self, f"place {self.piece} {{}}", targets)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.place(self.piece, action.region)

    @hookimpl
    def race_declined(self, state: GameState, race: Race) -> None:
        state.take_all_away(self.piece, state.board.all)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        live, every = self._remaining(state)
        return {"live": live, "unseen": every}


ATTACKS: Final = ("conquest", "explosion", "intimidate")
"""Attempts that break the harmony under every ruling."""


@cache
def _reason(coins: Coins) -> str:
    return lazy("{coins} for breaking the harmony", coins=coins)


class HarmonyToll(Ability):
    """Opponents whom the race did not attack must pay before their first attack of a turn.

    :param coins: coins to the owner.
    :param swap_is_attack: exchanging its region with another is an attack.
    """

    rule = "W-PANDA-1"
    coins: Amount = 2
    swap_is_attack: bool = True

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        state.remember(self, None)

    @hookimpl
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        opponents = [player for player in range(state.players) if player != state.owner(race)]
        state.remember(self, tuple(player for player in opponents if not state.attacked >> player & 1))

    @hookimpl
    def bars(self, state: GameState, race: Race, attacker: Race, attempt: str) -> Bar | None:
        player = state.owner(attacker)
        if player not in state.recall(self, ()) or player in state.recall_turn(self, ()):
            return None
        if attempt not in ATTACKS and not (attempt == "swap" and self.swap_is_attack):
            return None
        return Bar(state.regions[race], "toll", _reason(self.coins), self.coins, state.owner(race))

    @hookimpl
    def toll_paid(self, state: GameState, race: Race, attacker: Race) -> None:
        state.remember_turn(self, (*state.recall_turn(self, ()), state.owner(attacker)))

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        owing, paid = state.recall(self, ()), state.recall_turn(self, ())
        return {
            N_("harmony"): [state.names[player] for player in owing],
            N_("paid"): [state.names[player] for player in paid],
        }


# --- tokens and pieces that are moved: scared off, exchanged, and leaving when alone


def _done_often(count: int) -> str:
    """Explain that an ability was used as often as it may be in a turn."""
    return ngettext(
        "it was done {count} time this turn, and that is all",
        "it was done {count} times this turn, and that is all",
        count,
    )


class Displace(Ability):
    """A few times a turn, a token of an adjacent region is moved to another region of its race, or discarded.

    :param per_turn: uses in one turn.
    :param first: pieces that are removed before any token, one use for each, in this order; those that are tokens
        flee like tokens.
    :param needs_conquest: after a use, conquests cannot end until one was tried.
    """

    rule = "W-INTIM-1"
    offers_in = refuses_in = ("conquer",)
    refuses = ("done",)
    verbs: ClassVar[Mapping[str, str]] = {N_("intimidate"): "REGION REGION?"}
    sentence: ClassVar[Mapping[str, str]] = {"intimidate": N_("scares a token away: {words}")}
    per_turn: Count = 3
    first: tuple[Piece, ...] = ()
    needs_conquest: bool = False

    def _noted(self, state: GameState) -> tuple[int, bool]:
        """Return the uses of this turn, and whether a conquest is still owed."""
        noted: tuple[int, bool] = state.recall_turn(self, (0, False))
        return noted

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if self._noted(state)[0] >= self.per_turn:
            return ()
        around = state.adjacent[race] & ~state.regions_of(state.owner(race))
        if not around:
            return ()
        closed = state.untouchable_regions(race, "intimidate")
        marked = 0
        for piece in self.first:
            if not state.piece_spec(piece).token:
                marked |= state.regions_with(piece)
        actions: list[Action] = []
        free = state.can_pay_tolls(race, state.board.all, "intimidate")
        for region in indexes(around & ~closed):
            if state.occupant[region] != NOBODY:
                actions += self._on(state, region, marked, closed)
        if free:
            return actions
        # A region that is too dear by itself is closed already.
        priced = [(action, 1 << action.region | 1 << action.number if action.number >= 0 else 0) for action in actions]
        return [action for action, regions in priced if not regions or state.can_pay_tolls(race, regions, "intimidate")]

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        if self._noted(state)[0] >= self.per_turn:
            return _done_often(self.per_turn)
        if not state.regions[race]:
            return _("only tokens next to a region of the race can be scared off, and it has none yet")
        return _("no token next to a region of the race can be scared off now")

    def _on(self, state: GameState, region: Region, marked: Regions, closed: Regions) -> list[Action]:
        """List the actions that are possible on an occupied region."""
        bit, occupant = 1 << region, state.occupant[region]
        if not (marked & bit or state.tokens[region]):
            return []
        destinations = 0 if marked & bit or occupant == NATIVES else state.regions[occupant] & ~bit
        if not destinations:
            return state.actions_at(self, "intimidate {}", bit, number=-1)
        return state.actions_at(self, "intimidate {} {}", destinations & ~closed, first=region)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        region, to = action.region, action.number
        state.begin_acting(race, conquers=True)
        state.charge_tolls(race, 1 << region | (1 << to if to >= 0 else 0), "intimidate")
        state.remember_turn(self, (self._noted(state)[0] + 1, True))
        present = (piece for piece in self.first if state.pieces_at(piece, region))
        piece = next((piece for piece in present if not state.piece_spec(piece).token), None)
        if piece is not None:
            state.take_away(piece, region, 1)
            return
        state.remember_attack(race, region)
        state.move_token(region, to, race, "intimidate")

    def _tried(self, state: GameState) -> None:
        state.remember_turn(self, (self._noted(state)[0], False))

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        self._tried(state)

    @hookimpl
    def special_conquest_tried(self, state: GameState, race: Race, means: tuple[str, ...]) -> None:
        self._tried(state)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self.needs_conquest and self._noted(state)[1] and state.may_conquer(state.owner(race)):
            return Refusal("must_conquer", N_("somebody was scared off, so a conquest has to be tried"))
        return None

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"uses": self._noted(state)[0]}


class Swap(Ability):
    """A few times a turn, two regions with a symbol exchange everything that can move.

    :param symbol: the symbol of the regions.
    :param per_turn: uses in one turn.
    :param is_attack: moving the tokens of another player's active race is an attack on it.
    """

    rule = "W-PORTAL-1"
    offers_in = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {N_("swap"): "PAIR"}
    sentence: ClassVar[Mapping[str, str]] = {"swap": N_("exchanges {words}")}
    symbol: Symbol
    per_turn: Count = 2
    is_attack: bool = True

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if state.recall_turn(self, 0) >= self.per_turn:
            return ()
        gates = state.board.symbol(self.symbol) & ~state.untouchable_regions(race, "swap")
        places, occupant = indexes(gates), state.occupant
        full = gates & (state.marked | state.relics.of_kind["artefact"])
        for gate in places:
            if occupant[gate] != NOBODY:
                full |= 1 << gate
        actions: list[Action] = []
        wet = gates & state.board.waters
        for one in places:
            bit = 1 << one
            partners = (gates if full & bit else full) & -bit & ~bit
            if partners and wet:
                partners &= self._rooms(state, one)
                partners = mask_of(two for two in indexes(partners) if self._rooms(state, two) >> one & 1)
            if partners:
                actions += state.actions_at(self, "swap {} {}", partners, first=one)
        if state.can_pay_tolls(race, gates, "swap"):
            return actions
        return [
            action for action in actions if state.can_pay_tolls(race, 1 << action.region | 1 << action.number, "swap")
        ]

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        if state.recall_turn(self, 0) >= self.per_turn:
            return _done_often(self.per_turn)
        symbol = state.name_of("symbols", self.symbol)
        return _("no two regions with the symbol {symbol} could change places now", symbol=symbol)

    def _rooms(self, state: GameState, region: Region) -> Regions:
        """Return the regions that could take the tokens of a region."""
        occupant, board = state.occupant[region], state.board
        if occupant == NOBODY:
            return board.all
        if occupant == NATIVES:
            return board.all & ~board.waters
        return board.all & ~board.waters | state.open_regions(occupant)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        one, two = action.region, action.number
        state.begin_acting(race, conquers=True)
        state.charge_tolls(race, 1 << one | 1 << two, "swap")
        state.remember_turn(self, state.recall_turn(self, 0) + 1)
        if self.is_attack:
            state.remember_attack(race, one)
            state.remember_attack(race, two)
        state.exchange(one, two)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"uses": state.recall_turn(self, 0)}


class LoneTokenLeaves(Ability):
    """A token that is alone in a region leaves it at once.

    :param after_decline: in decline too; it then goes to the tray.
    """

    rule = "W-TAUREN-4"
    in_decline: bool = True
    after_decline: bool = False

    @hookimpl
    def region_weakened(self, state: GameState, race: Race, region: Region) -> None:
        declined = state.is_declined(race)
        if state.tokens[region] == 1 and (self.after_decline or not declined):
            state.withdraw(region, to_tray=declined)


ABILITIES = (Airstrike, DelayedConquest, HarmonyToll, Displace, Swap, LoneTokenLeaves)
