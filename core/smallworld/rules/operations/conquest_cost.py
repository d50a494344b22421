"""Cost of a conquest: region, tokens of its owner, abilities (rule F.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.model.aliases import Race, Region, Regions, Tokens
from smallworld.model.regions import indexes, recent_indexes
from smallworld.model.values import CostChange
from smallworld.rules.operations.conquest_targets import adjacent_regions, reached_by_travel

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


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
    if hand < garrison:  # no region costs less than a garrison
        return [], sorted(paid + by_die) if hand + die >= garrison else []
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
