"""Regions that a race may conquer, barriers, tolls and vetoes against it, and the cost (rules F.1, F.2, F.4, F.6).

``state.defence`` is the cost of each region before the abilities of the attacker: its printed part, tokens and pieces,
kept up to date by every move. Here abilities add to it or take from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from smallworld.events import BANK
from smallworld.hooks.decorators import VETO_SLOTS
from smallworld.model.aliases import Coins, Player, Race, Region, Regions, Tokens
from smallworld.model.regions import indexes, recent_indexes
from smallworld.model.values import EVERYWHERE, Bar, CostChange, new_tuple
from smallworld.rules.state.pieces import report_paid

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.game_state import GameState
    from smallworld.rules.prepared.hook_table import Calls


def is_vetoed(state: GameState, race: Race, subject: str) -> bool:
    """Return whether an ability of the race vetoes the subject, such as ``decline``, in this phase."""
    for call in vetoes_of(state, race, subject):
        if call(state, race, subject) is not None:
            return True
    return False


def refused_regions(state: GameState, race: Race, subject: str) -> Regions:
    """Return the regions in which abilities of the race veto the subject, ``abandon`` or ``deploy``."""
    regions = 0
    for call in vetoes_of(state, race, subject):
        answer = call(state, race, subject)
        if answer is not None:
            regions |= answer.regions if isinstance(answer, Bar) else EVERYWHERE
    return regions


def vetoes_of(state: GameState, race: Race, subject: str) -> Calls:
    """Return the calls of the race's abilities that may veto the subject in this phase."""
    attribute = VETO_SLOTS.get((subject, state.phase))
    calls: Calls = getattr(state.hook_tables[race], attribute) if attribute else ()
    return calls


# --- barriers that other players set up against an attacker: closed regions and tolls (rules F.4, F.6)


class Toll(NamedTuple):
    """Coins that are due for an attempt on some regions.

    :ivar to: player who gets them; ``NOBODY`` = the bank. :ivar reason: a phrase for people.
    """

    coins: Coins
    to: Player
    reason: str
    regions: Regions


Due = tuple[int, Callable[..., Any] | None, Toll]
"""Race in play that asks for the toll, the ability's call once it is paid, the toll."""


def _beyond(coins: Coins, tolls: list[tuple[int, int]], among: Regions) -> Regions:
    """Return the regions of ``among`` where the tolls, pairs (coins, regions), add up to more than ``coins``."""
    unpayable, payable = 0, []
    for toll in tolls:
        if toll[0] > coins:
            unpayable |= toll[1]
        else:
            payable.append(toll)
    unpayable &= among
    if sum([amount for amount, _ in payable]) > coins:  # a region can cost too much through several tolls
        for region in indexes(among & ~unpayable):
            if sum([amount for amount, regions in payable if regions >> region & 1]) > coins:
                unpayable |= 1 << region
    return unpayable


def barred_regions(state: GameState, race: Race, attempt: str = "conquest") -> Regions:
    """Return the regions that other players' abilities close to this attacker."""
    closed = 0
    player = race % state.players
    for guard in state.guards:
        if guard % state.players != player:
            for call, _ in state.hook_tables[guard].bar_pairs:
                bar = call(state, guard, race, attempt)
                if bar is not None and bar.coins is None:
                    closed |= bar.regions
    return closed


def closed_regions(state: GameState, race: Race, among: Regions, attempt: str = "conquest") -> Regions:
    """Return the regions that other players' abilities close to this attacker, and those with tolls they cannot pay.

    Every conquest calls this function, so one loop over the guards collects closed regions and tolls.
    """
    player, closed, most = race % state.players, 0, 0
    tolls: list[tuple[int, int]] = []
    for guard in state.guards:
        if guard % state.players != player:
            for call, _ in state.hook_tables[guard].bar_pairs:
                bar = call(state, guard, race, attempt)
                if bar is not None:
                    if bar.coins is None:
                        closed |= bar.regions
                    else:
                        tolls.append((bar.coins, bar.regions))
                        most += bar.coins
    if not most or most <= state.coins[player]:
        return closed
    return closed | _beyond(state.coins[player], tolls, among & state.board.all)


def tolls_due(state: GameState, race: Race, regions: Regions, attempt: str = "conquest") -> list[Due]:
    """List the tolls of an attempt on these regions, each once (W-TOLL-1)."""
    player, dues = race % state.players, []
    for guard in state.guards:
        if guard % state.players != player:
            for call, paid in state.hook_tables[guard].bar_pairs:
                bar = call(state, guard, race, attempt)
                if bar is not None and bar.coins is not None and bar.regions & regions:
                    dues.append((guard, paid, new_tuple(Toll, (bar.coins, bar.to, bar.reason, bar.regions))))
    return dues


def unpayable_tolls(state: GameState, race: Race, among: Regions, extra: tuple[int, int]) -> Regions:
    """Return the regions of ``among`` where a conquest has tolls of more coins than the attacker has (W-TOLL-2).

    :param extra: a further toll, as (coins, regions).
    """
    tolls = [extra, *((toll.coins, toll.regions) for _, _, toll in tolls_due(state, race, among))]
    return _beyond(state.coins[race % state.players], tolls, among & state.board.all)


def can_pay_tolls(state: GameState, race: Race, regions: Regions, attempt: str) -> bool:
    """Return whether the attacker can pay all tolls of one attempt on these regions together."""
    if not state.guards:
        return True
    coins = state.coins[race % state.players]
    for _, _, toll in tolls_due(state, race, regions, attempt):
        coins -= toll.coins
    return coins >= 0


def charge_tolls(state: GameState, race: Race, regions: Regions, attempt: str = "conquest") -> None:
    """Let the attacker pay all tolls of an attempt (W-TOLL-1)."""
    for guard, paid, toll in tolls_due(state, race, regions, attempt):
        reason = "" if state.events is None else _source_of_toll(state, guard, race, attempt, toll)
        pay_coins(state, race % state.players, toll.coins, toll.to, reason)
        if paid is not None:
            paid(state, guard, race)


def _source_of_toll(state: GameState, guard: Race, race: Race, attempt: str, toll: Toll) -> str:
    """Return the source of the ability that asks for a toll."""
    for item in state.table.rulebook.implementations(state.hook_tables[guard].key, "bars"):
        bar = item.call(state, guard, race, attempt) if item.ability.bars_for == "others" else None
        if bar is not None and (bar.coins, bar.to, bar.reason, bar.regions) == toll:
            return item.ability.source
    return ""


def pay_coins(state: GameState, player: Player, coins: Coins, to: Player = -1, reason: Ability | str = "") -> None:
    """Move coins from a player to another, or to the bank.

    :param reason: the ability that demands them, for the log.
    """
    state.coins[player] -= coins
    if to >= 0:
        state.coins[to] += coins
    else:
        state.paid -= coins
    if state.events is not None:
        report_paid(state.events, player, to if to >= 0 else BANK, coins, reason)


def untouchable_regions(state: GameState, race: Race, attempt: str, *, tolls: bool = True) -> Regions:
    """Return the regions that no power of this race may affect now (W-IMM-1, W-IMM-2, W-IMM-4).

    :param tolls: those with tolls that its owner cannot pay are among them.
    """
    closed = 0
    if state.guards:
        every = state.board.all
        closed = closed_regions(state, race, every, attempt) if tolls else barred_regions(state, race, attempt)
    return closed | state.immune & ~state.regions_of(race % state.players) if state.immune else closed


# --- regions that a race may conquer (rule F.1)


def reachable_regions(state: GameState, race: Race, entry: bool = True, effect: bool = False) -> Regions:
    """Return the regions within reach: adjacent, or as the abilities of the race extend it (R-CONQ-2, R-CONQ-3).

    :param entry: whether the entry regions of a First Conquest count.
    :param effect: an ability asks for its own purposes (R-GIANT-2).
    """
    hook_table, profile = state.hook_tables[race], state.board_profiles[race]
    occupied = state.regions[race]
    board = state.board
    if occupied:
        reach = state.adjacent[race] | profile.later
    elif entry:
        reach = profile.first
    else:
        reach = profile.far
    for call in hook_table.adjacency:
        reach |= call(state, race, board, occupied, effect)
    for call in hook_table.conquest_reach:
        reach |= call(state, race, board, not occupied)
    return reach


def adjacent_regions(state: GameState, race: Race, regions: Regions | None = None, *, effect: bool = False) -> Regions:
    """Return the regions adjacent to those of a race: borders and additions by abilities (W-KOBOLD-1).

    :param regions: some regions of the race; by default all of them.
    :param effect: an ability asks for its own purposes, not for a conquest (R-GIANT-2).
    """
    if regions is None:
        regions, adjacent = state.regions[race], state.adjacent[race]
    else:
        adjacent = state.board.around(regions)
    for call in state.hook_tables[race].adjacency:
        adjacent |= call(state, race, state.board, regions, effect)
    return adjacent


def legal_targets(state: GameState, race: Race, within: Regions | None = None) -> Regions:
    """Return the regions that the race may legally conquer now, at any cost (F.1).

    :param within: the reach to use instead of the ordinary one.
    """
    hook_table, profile = state.hook_tables[race], state.board_profiles[race]
    occupied = state.regions[race]
    if within is not None:
        targets = within
    elif hook_table.extends_reach:
        targets = reachable_regions(state, race)
    else:
        targets = state.adjacent[race] | profile.later if occupied else profile.first
    targets &= profile.open & ~occupied
    if state.immune:
        targets &= ~state.immune
    if hook_table.own_bars:
        targets &= ~forbidden_regions(state, race)
    if state.guards and targets:
        targets &= ~closed_regions(state, race, targets)
    return targets


def forbidden_regions(state: GameState, race: Race) -> Regions:
    """Return the regions that the race's own abilities forbid it to conquer now."""
    forbidden = 0
    for call in state.hook_tables[race].own_bars:
        bar = call(state, race, race, "conquest")
        if bar is not None:
            forbidden |= bar.regions
    return forbidden


def reached_by_travel(state: GameState, race: Race, among: Regions) -> Regions:
    """Return the regions of ``among`` in which arriving from afar costs extra (W-ENTRY-3)."""
    landings = state.board_profiles[race].landings
    return among & landings & ~adjacent_regions(state, race) if landings else 0


# --- the cost: region, tokens of its owner, abilities (rule F.2)


def split_by_hand(
    state: GameState, race: Race, among: Regions, hand: Tokens, die: Tokens, change: Tokens = 0, travel: bool = True
) -> tuple[list[Region], list[Region]]:
    """List the target regions that ``hand`` tokens pay for, and the further ones that a die of ``die`` may pay for.

    Both are lists of indexes in the order of the board, because most callers iterate over them.

    :param change: a further change of the cost, of special means.
    :param travel: whether arriving from afar costs extra.
    """
    garrison = state.hook_tables[race].garrison
    paid: list[Region] = []
    by_die: list[Region] = []
    if hand < garrison:  # too few even for a final attempt (R-DIE-1)
        return paid, by_die
    if state.board_profiles[race].least > garrison:
        for region, price in conquest_prices(state, race, among, change, travel=travel):
            if price <= hand:
                paid.append(region)
            elif price <= hand + die:
                by_die.append(region)
        return paid, by_die
    defence, changes = effective_defence(state, race, among), cost_changes(state, race, among, travel=travel)
    most = hand - change
    if die:
        for region in indexes(among):
            price = defence[region] + changes[region]
            if price <= most:
                paid.append(region)
            elif price <= most + die:
                by_die.append(region)
    else:
        for region in indexes(among):
            if defence[region] + changes[region] <= most:
                paid.append(region)
    return paid, by_die


def conquest_prices(
    state: GameState, race: Race, among: Regions, change: Tokens = 0, travel: bool = True
) -> list[tuple[Region, Tokens]]:
    """List pairs (region, cost) of the target regions (R-COST-1 to 4, W-COST-1)."""
    defence, changes = effective_defence(state, race, among), cost_changes(state, race, among, travel=travel)
    least = state.hook_tables[race].garrison
    prices = []
    for region in indexes(among):
        price = defence[region] + changes[region] + change
        prices.append((region, price if price > least else least))
    floor = state.board_profiles[race].least
    if not (travel and floor > least):
        return prices
    far = reached_by_travel(state, race, among)  # discounts or not (W-ENTRY-4)
    return [(region, max(floor, price) if far >> region & 1 else price) for region, price in prices]


def floored_changes(state: GameState, race: Race, among: Regions) -> list[Tokens]:
    """Return :func:`cost_changes` of a race that needs a least number of tokens for arriving from afar (W-ENTRY-4)."""
    changes, defence = [0] * len(state.defence), effective_defence(state, race, among)
    for region, price in conquest_prices(state, race, among):
        changes[region] = price - defence[region]
    return changes


def effective_defence(state: GameState, race: Race, among: Regions) -> list[Tokens]:
    """Return by region the defence against a race: tokens of its owner's other races do not count (R-COST-2).

    Entries of regions outside ``among`` have no meaning.
    """
    seats = state.seats[race % state.players]
    if len(seats) == 1:
        return state.defence
    regions, friendly = state.regions, 0
    for other in seats if not state.table.own_tokens_defend else seats[:1]:
        friendly |= regions[other]
    friendly &= among & ~regions[race]
    if not friendly:
        return state.defence
    defence = state.defence[:]
    for region in recent_indexes(friendly):
        defence[region] -= state.tokens[region]
    return defence


def cost_changes(state: GameState, race: Race, among: Regions, travel: bool = True) -> list[Tokens]:
    """Return by region the surcharge or (negative) discount on its effective defence (R-COST-1, W-ENTRY-3).

    Entries of regions outside ``among`` have no meaning.
    """
    hook_table, profile = state.hook_tables[race], state.board_profiles[race]
    steady = profile.change_at
    if travel and profile.landings:
        adjacent = adjacent_regions(state, race) if hook_table.adjacency else state.adjacent[race]
        landings = profile.landings & adjacent
        if landings not in profile.arrivals:
            profile.add_arrivals(landings)
        steady = profile.arrivals[landings]
    if not hook_table.conquest_cost:
        return steady
    changes = [*steady]
    for call in hook_table.conquest_cost:
        for change, regions in call(state, race, state.board):
            for region in indexes(regions & among):
                changes[region] += change
    return changes


def own_cost_changes(state: GameState, race: Race) -> CostChange:
    """Return the changes of costs by the abilities of a race itself, not by the edition or others.

    Example: ``changes = state.own_cost_changes(race)``
    """
    hook_table = state.hook_tables[race]
    changes: list[tuple[Tokens, Regions]] = []
    for item in state.table.rulebook.implementations(hook_table.key, "conquest_cost"):
        if item.ability.key in hook_table.own_keys:
            changes += item.call(state, race, state.board)
    return changes


def ignores_own_tokens(state: GameState, race: Race) -> bool:
    """Return whether the tokens of a race cost its owner's other race nothing (R-COST-2, R-GHOUL-7)."""
    return race < state.players or not state.table.own_tokens_defend


def least_cost(state: GameState, race: Race, region: Region, *, travel: bool = True) -> Tokens:
    """Return the tokens below which no discount brings the cost of a region (R-COST-3, W-ENTRY-4)."""
    garrison, least = state.hook_tables[race].garrison, state.board_profiles[race].least
    return least if travel and least > garrison and reached_by_travel(state, race, 1 << region) else garrison


def conquest_cost(state: GameState, race: Race, region: Region, change: Tokens = 0, travel: bool = True) -> Tokens:
    """Return the tokens that the race needs for a region (R-COST-1 to 4).

    Example: ``price = state.cost(race, region)``

    :param change: a further change, of special means.
    :param travel: whether arriving from afar costs extra.
    """
    hook_table, profile = state.hook_tables[race], state.board_profiles[race]
    if profile.least > hook_table.garrison:
        return conquest_prices(state, race, 1 << region, change, travel=travel)[0][1]
    if hook_table.conquest_cost:
        among = 1 << region
        changes = cost_changes(state, race, among, travel=travel)
        price = effective_defence(state, race, among)[region] + changes[region] + change
    else:
        changes = profile.change_at
        if travel and profile.landings and profile.landings >> region & 1:
            adjacent = adjacent_regions(state, race) if hook_table.adjacency else state.adjacent[race]
            landings = profile.landings & adjacent
            if landings not in profile.arrivals:
                profile.add_arrivals(landings)
            changes = profile.arrivals[landings]
        price = state.defence[region] + changes[region] + change
        holder = state.occupant[region]
        if holder >= 0 and holder % state.players == race % state.players and ignores_own_tokens(state, holder):
            price -= state.tokens[region]
    return price if price > hook_table.garrison else hook_table.garrison
