"""Special conquests: ``conquer R by MEANS`` (rule W-MEANS, dragons, conversions)."""

from __future__ import annotations

from itertools import combinations

from smallworld.actions import Action
from smallworld.rules.position import Position
from smallworld.rules.records import Means


def means_on_offer(game: Position, race: int) -> list[Means]:
    """Every special conquest that the abilities of a race have to offer now."""
    return [means for call in game.kit[race].conquest_means for means in call(game, race)]


def means_actions(game: Position, race: int, hand: int, among: int, suffix: str) -> list[Action]:
    """Actions for all means on offer, single and joined.

    :param among: the ordinary targets of the race.
    """
    found: dict[tuple[str, ...], int] = {}
    joining: list[Means] = []
    for call in game.kit[race].conquest_means:
        for means in call(game, race):
            names: tuple[str, ...] = (means.name,)
            found[names] = found.get(names, 0) | single_targets(game, race, means, hand, among)
            if means.joins:
                joining.append(means)
    for size in range(1, len(joining) + 1):
        for group in combinations(joining, size):
            _join(game, race, group, hand, among, found)
    actions: list[Action] = []
    for names, regions in found.items():
        if regions:
            text = f" by {'+'.join(names)}{suffix}"
            actions += game.table.region_actions("conquer", text, conquer_by_means, names).of(regions)
    return actions


def single_targets(game: Position, race: int, means: Means, hand: int, among: int) -> int:
    """Regions that one means can take with the tokens in hand."""
    if means.targets is not None:
        among = game.targets(race, means.targets)
    if hand < means.needs or not among:
        return 0
    if means.tokens is not None:
        return among if hand >= means.tokens else 0
    return game.payable(race, among, hand, means.change)


def _join(
    game: Position, race: int, group: tuple[Means, ...], hand: int, among: int, found: dict[tuple[str, ...], int]
) -> None:
    """Add what several means reach together, and with the final die on top (W-MEANS-3)."""
    names = tuple(sorted(means.name for means in group))
    if len(set(names)) < len(names) or hand < max(means.needs for means in group):
        return
    reachable = joined_targets(game, race, group, among)
    change = sum(means.change for means in group)
    if hand < game.kit[race].garrison:
        return
    paid = game.payable(race, reachable, hand, change)
    if len(group) > 1:
        found[names] = found.get(names, 0) | paid
    if not game.die_used:
        dear = game.payable(race, reachable & ~paid, hand + game.table.top, change)
        found[(*names, "die")] = found.get((*names, "die"), 0) | dear


def joined_targets(game: Position, race: int, group: tuple[Means, ...], among: int) -> int:
    """Regions within the reach of all joined means; those that reach far widen the others."""
    far = [means.targets for means in group if means.far and means.targets is not None]
    reachable = game.targets(race, far[0]) if far else among
    for means in group:
        if means.targets is not None and not means.far:
            reachable &= game.targets(race, means.targets) | (reachable if far else 0)
    return reachable


def chosen_means(game: Position, race: int, action: Action) -> list[Means]:
    """The means that an action names, as they are on offer for its region."""
    chosen = []
    for name in action.means:
        for means in means_on_offer(game, race):
            if means.name == name and (means.targets is None or means.targets >> action.region & 1):
                chosen.append(means)
                break
    return chosen


def conquer_by_means(game: Position, action: Action) -> None:
    """Carry out a special conquest; with ``die`` in it, it is the final attempt."""
    from smallworld.rules.conquest import begin

    declined = action.as_decline
    race = game.acting_race(game.to_move) if declined else game.to_move
    chosen = chosen_means(game, race, action)
    begin(game, action)
    region = action.region
    fixed = [means for means in chosen if means.tokens is not None]
    if fixed:
        tokens = fixed[0].tokens or 0
        game.take(race, region, tokens, action.means, from_tray=fixed[0].from_tray, replaces=fixed[0].replaces)
        return
    price = game.cost(race, region, sum(means.change for means in chosen))
    if "die" in action.means:
        game.final_attempt(race, region, price, action.means)
    else:
        game.take(race, region, price, action.means)
