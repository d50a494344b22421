"""Special conquests: ``conquer R by MEANS`` (rule W-MEANS, dragons, conversions)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from smallworld.actions import Action
from smallworld.model.regions import indexes
from smallworld.rules.beginning import begin
from smallworld.rules.position import Position
from smallworld.rules.records import EVERYWHERE, NOBODY, Means
from smallworld.rules.table import Table

Found = dict[tuple[str, ...], Sequence[int]]
"""Names of joined means → indexes of the regions that they can take, in the order of the board."""


def means_on_offer(game: Position, race: int) -> list[Means]:
    """Every special conquest that the abilities of a race have to offer now."""
    return [means for call in game.kit[race].conquest_means for means in call(game, race)]


def means_actions(game: Position, race: int, hand: int, among: int, suffix: str) -> list[Action]:
    """Actions for all means on offer, single and joined.

    :param among: the ordinary targets of the race.
    """
    found: Found = {}
    joining: list[Means] = []
    die = -1
    for call in game.kit[race].conquest_means:
        for means in call(game, race):
            if means.tokens is not None:
                regions = fixed_targets(game, race, means, hand, among)
                if regions:
                    _add(found, (means.name,), indexes(regions))
                continue
            if die < 0:
                die = game.table.top if die_allowed(game, race) else 0
            _priced(game, race, (means,), hand, die, among, found)
            if means.joins:
                joining.append(means)
    for group in _groups(joining) if len(joining) > 1 else ():
        _priced(game, race, group, hand, die, among, found)
    actions: list[Action] = []
    known = game.table.special
    for names, paid in found.items():
        if paid:
            made = known.get((names, suffix)) or _actions(game.table, names, suffix)
            for region in paid:
                actions.append(made[region])
    return actions


def _add(found: Found, names: tuple[str, ...], regions: Sequence[int]) -> None:
    """Note regions that some means can take; several means may have one name."""
    known = found.get(names)
    found[names] = sorted({*known, *regions}) if known else regions


def _groups(joining: list[Means]) -> Iterator[tuple[Means, ...]]:
    """Means of different names, two and more, that may be joined on one region (W-MEANS-3)."""
    for size in range(2, len(joining) + 1):
        for group in combinations(joining, size):
            if len({means.name for means in group}) == size and sum(means.far for means in group) < 2:
                yield group


def _actions(table: Table, names: tuple[str, ...], suffix: str) -> tuple[Action, ...]:
    """``conquer R by NAMES`` for every region."""
    found = table.special.get((names, suffix))
    if found is None:
        text = f" by {'+'.join(names)}{suffix}"
        found = table.special[names, suffix] = table.region_actions("conquer", text, conquer_by_means, names)
    return found


def fixed_targets(game: Position, race: int, means: Means, hand: int, among: int) -> int:
    """Regions that a means with a price of its own can take."""
    least = max(means.needs, means.tokens or 0)
    if hand < least or (least and hand < game.kit[race].garrison):
        return 0
    return _reachable(game, race, (means,), among)


def fixed_price(game: Position, race: int, means: Means) -> int:
    """Tokens from the hand that a means with a price of its own takes (W-TAUREN-2)."""
    return max(means.tokens, game.kit[race].garrison) if means.tokens else 0


def _priced(game: Position, race: int, group: tuple[Means, ...], hand: int, die: int, among: int, found: Found) -> None:
    """Add what some means reach together at the cost of the region, and with the final die on top (W-MEANS-3).

    :param die: the most that the final die may bring.
    """
    least, change, travel, free = game.kit[race].garrison, 0, True, False
    for means in group:
        least = max(least, means.needs)
        change += means.change
        travel = travel and not means.far
        free = free or means.free_die
    reachable = _reachable(game, race, group, among) if hand >= least else 0
    if not reachable:
        return
    names = (group[0].name,) if len(group) == 1 else tuple(sorted([means.name for means in group]))
    if free:  # two dice may still follow (W-GNOME-2)
        hand, die = hand + 2 * game.table.top, 0
    paid, dear = game.affordable(race, reachable, hand, die, change, travel=travel)
    if dear:
        _add(found, (*names, "die"), dear)
    _add(found, names, paid)


def die_allowed(game: Position, race: int) -> bool:
    """Whether the race may make a final attempt on a region that is too dear, by a means or not (R-DIE-1)."""
    return not (game.die_used or (game.kit[race].vetoes_die_conquer and game.vetoed(race, "die")))


def _reachable(game: Position, race: int, group: tuple[Means, ...], among: int) -> int:
    """Regions within the reach of all joined means; one that reaches far takes the others along."""
    found, toll = EVERYWHERE, 0
    for means in _reaching(group) if len(group) > 1 else group:
        found &= among if means.targets is None else game.targets(race, means.targets)
    for means in group:
        found &= means.only
        toll += means.toll
    if toll and found:
        strangers = game.board.all & ~game.land_of(race % game.players)
        found &= ~game.unpayable(race, found, extra=(toll, strangers))
    return found


def _reaching(group: tuple[Means, ...]) -> Sequence[Means]:
    """Those of joined means that decide what is within reach: one that reaches far, else all."""
    return [means for means in group if means.far and means.targets is not None] or group


def chosen_means(game: Position, race: int, names: tuple[str, ...], region: int) -> list[Means]:
    """The means of some names, as they are on offer for a region."""
    chosen, offered = [], means_on_offer(game, race)
    for name in names:
        for means in offered:
            within = means.only if means.targets is None or means.far else means.only & means.targets
            if means.name == name and (within >> region & 1 or len(names) > 1):
                chosen.append(means)
                break
    return chosen


def strikes(game: Position, action: Action) -> bool:
    """Whether a conquest begins with a free die (W-GNOME-2)."""
    race = game.acting_race(game.to_move) if action.as_decline else game.to_move
    return any(means.free_die and means.name in action.means for means in means_on_offer(game, race))


def conquer_by_means(game: Position, action: Action) -> None:
    """Carry out a special conquest; with ``die`` in it, it is the final attempt."""
    race = game.acting_race(game.to_move) if action.as_decline else game.to_move
    chosen = chosen_means(game, race, action.means, action.region)
    begin(game, action)
    region = action.region
    _pay_holder(game, race, region, sum(means.toll for means in chosen))
    for call in game.kit[race].means_used:
        call(game, race, action.means, region)
    fixed = chosen[0]
    if fixed.tokens is not None:
        price = fixed_price(game, race, fixed)
        game.take(race, region, price, action.means, from_tray=fixed.from_tray, replaces=fixed.replaces)
        return
    travel = not any(means.far for means in chosen)
    price = game.cost(race, region, sum(means.change for means in chosen), travel=travel)
    striking = [means for means in chosen if means.free_die]
    if striking:
        game.strike(race, region, price, action.means, last=striking[0].miss == "ends_conquests")
    elif "die" in action.means:
        game.final_attempt(race, region, price, action.means)
    else:
        game.take(race, region, price, action.means)


def _pay_holder(game: Position, race: int, region: int, coins: int) -> None:
    """The toll of a means goes to whoever holds the region, else to the bank (W-DOOM-2)."""
    player, holder = race % game.players, game.owner(game.occupant[region])
    if coins and holder != player:
        game.pay(player, coins, holder if holder >= 0 else NOBODY)
