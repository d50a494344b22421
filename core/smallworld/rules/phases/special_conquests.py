"""Special conquests: ``conquer R by MEANS`` (rule W-MEANS, dragons, conversions)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from smallworld.actions import Action
from smallworld.model.aliases import Coins, Race, Region, Regions, Tokens
from smallworld.model.regions import indexes
from smallworld.model.values import EVERYWHERE, NOBODY, Means
from smallworld.rules.compiled.table import Table
from smallworld.rules.phases.barriers import pay_coins, unpayable_tolls
from smallworld.rules.phases.capture import begin_attempt, final_attempt, strike, take_region
from smallworld.rules.phases.reach import conquest_cost, legal_targets, split_by_hand
from smallworld.rules.phases.vetoes import is_vetoed

if TYPE_CHECKING:
    from smallworld.rules.state.state import GameState

TargetsByNames = dict[tuple[str, ...], Sequence[int]]
"""Names of joined means → indexes of the regions that they can take, in the order of the board."""


def means_on_offer(state: GameState, race: Race) -> list[Means]:
    """List every special conquest that the abilities of a race offer now."""
    return [means for call in state.hook_tables[race].special_conquests for means in call(state, race)]


def means_actions(state: GameState, race: Race, hand: Tokens, among: Regions, suffix: str) -> list[Action]:
    """List the actions of all means on offer, single and joined.

    :param among: the ordinary targets of the race.
    """
    targets: TargetsByNames = {}
    joining: list[Means] = []
    die = -1
    for call in state.hook_tables[race].special_conquests:
        for means in call(state, race):
            if means.tokens is not None:
                regions = fixed_targets(state, race, means, hand, among)
                if regions:
                    _add(targets, (means.name,), indexes(regions))
                continue
            if die < 0:
                die = state.table.top if die_allowed(state, race) else 0
            _priced(state, race, (means,), hand, die, among, targets)
            if means.joins:
                joining.append(means)
    for group in _groups(joining) if len(joining) > 1 else ():
        _priced(state, race, group, hand, die, among, targets)
    actions: list[Action] = []
    special = state.table.special
    for names, paid in targets.items():
        if paid:
            by_region = special.get((names, suffix)) or _actions(state.table, names, suffix)
            for region in paid:
                actions.append(by_region[region])
    return actions


def _add(targets: TargetsByNames, names: tuple[str, ...], regions: Sequence[int]) -> None:
    """Add the regions that means with these names can take; several means may share a name."""
    earlier = targets.get(names)
    targets[names] = sorted({*earlier, *regions}) if earlier else regions


def _groups(joining: list[Means]) -> Iterator[tuple[Means, ...]]:
    """Yield groups of two or more means of different names that may be joined on one region (W-MEANS-3)."""
    for size in range(2, len(joining) + 1):
        for group in combinations(joining, size):
            if len({means.name for means in group}) == size and sum(means.far for means in group) < 2:
                yield group


def _actions(table: Table, names: tuple[str, ...], suffix: str) -> tuple[Action, ...]:
    """Return the action ``conquer R by NAMES`` of every region."""
    actions = table.special.get((names, suffix))
    if actions is None:
        text = f" by {'+'.join(names)}{suffix}"
        actions = table.special[names, suffix] = table.region_actions("conquer", text, conquer_by_means, names)
    return actions


def fixed_targets(state: GameState, race: Race, means: Means, hand: Tokens, among: Regions) -> Regions:
    """Return the regions that a means with a price of its own can take."""
    least = max(means.needs, means.tokens or 0)
    if hand < least or (least and means.full and hand < state.hook_tables[race].garrison):
        return 0
    return _reachable(state, race, (means,), among)


def fixed_price(state: GameState, race: Race, means: Means) -> Tokens:
    """Return the tokens from the hand that a means with a price of its own takes (W-TAUREN-2)."""
    return max(means.tokens, state.hook_tables[race].garrison) if means.tokens else 0


def _priced(
    state: GameState,
    race: Race,
    group: tuple[Means, ...],
    hand: Tokens,
    die: Tokens,
    among: Regions,
    targets: TargetsByNames,
) -> None:
    """Add the regions that joined means can pay for, with and without the final die (W-MEANS-3).

    :param die: the most that the final die may bring.
    """
    least, change, travel, free = state.hook_tables[race].garrison, 0, True, False
    for means in group:
        least = max(least, means.needs)
        change += means.change
        travel = travel and not means.far
        free = free or means.free_die
    reachable = _reachable(state, race, group, among) if hand >= least else 0
    if not reachable:
        return
    names = (group[0].name,) if len(group) == 1 else tuple(sorted([means.name for means in group]))
    if free:  # two dice may still follow (W-GNOME-2)
        hand, die = hand + 2 * state.table.top, 0
    paid, by_die = split_by_hand(state, race, reachable, hand, die, change, travel=travel)
    if by_die:
        _add(targets, (*names, "die"), by_die)
    _add(targets, names, paid)


def die_allowed(state: GameState, race: Race) -> bool:
    """Return whether the race may make a final attempt, ordinary or special (R-DIE-1)."""
    return not (state.die_used or (state.hook_tables[race].vetoes_die_conquer and is_vetoed(state, race, "die")))


def _reachable(state: GameState, race: Race, group: tuple[Means, ...], among: Regions) -> Regions:
    """Return the regions within reach of all joined means; a far-reaching one extends the reach of the rest."""
    reach, toll = EVERYWHERE, 0
    for means in _reaching(group) if len(group) > 1 else group:
        reach &= among if means.targets is None else legal_targets(state, race, means.targets)
    for means in group:
        reach &= means.only
        toll += means.toll
    if toll and reach:
        strangers = state.board.all & ~state.regions_of(race % state.players)
        reach &= ~unpayable_tolls(state, race, reach, extra=(toll, strangers))
    return reach


def _reaching(group: tuple[Means, ...]) -> Sequence[Means]:
    """Return the joined means that decide the reach: the far-reaching one, else all."""
    return [means for means in group if means.far and means.targets is not None] or group


def chosen_means(state: GameState, race: Race, names: tuple[str, ...], region: Region) -> list[Means]:
    """List the means of these names that are on offer for a region."""
    chosen, offered = [], means_on_offer(state, race)
    for name in names:
        for means in offered:
            within = means.only if means.targets is None or means.far else means.only & means.targets
            if means.name == name and (within >> region & 1 or len(names) > 1):
                chosen.append(means)
                break
    return chosen


def strikes(state: GameState, action: Action) -> bool:
    """Return whether a conquest begins with a free die (W-GNOME-2)."""
    race = state.acting_race(state.to_move) if action.as_decline else state.to_move
    return any(means.free_die and means.name in action.means for means in means_on_offer(state, race))


def conquer_by_means(state: GameState, action: Action) -> None:
    """Carry out a special conquest; with ``die`` in it, it is the final attempt."""
    race = state.acting_race(state.to_move) if action.as_decline else state.to_move
    chosen = chosen_means(state, race, action.means, action.region)
    begin_attempt(state, action)
    region = action.region
    _pay_holder(state, race, region, sum(means.toll for means in chosen))
    for call in state.hook_tables[race].special_conquest_started:
        call(state, race, action.means, region)
    fixed = chosen[0]
    if fixed.tokens is not None:
        price = fixed_price(state, race, fixed)
        take_region(state, race, region, price, action.means, from_tray=fixed.from_tray, replaces=fixed.replaces)
        return
    travel = not any(means.far for means in chosen)
    price = conquest_cost(state, race, region, sum(means.change for means in chosen), travel=travel)
    striking = [means for means in chosen if means.free_die]
    if striking:
        strike(state, race, region, price, action.means, last=striking[0].miss == "ends_conquests")
    elif "die" in action.means:
        final_attempt(state, race, region, price, action.means)
    else:
        take_region(state, race, region, price, action.means)


def _pay_holder(state: GameState, race: Race, region: Region, coins: Coins) -> None:
    """Pay the toll of a means to the holder of the region, else to the bank (W-DOOM-2)."""
    player, holder = race % state.players, state.owner(state.occupant[region])
    if coins and holder != player:
        pay_coins(state, player, coins, holder if holder >= 0 else NOBODY)
