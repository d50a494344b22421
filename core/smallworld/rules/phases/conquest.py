"""The conquest phase: ordinary and special conquests, and what special ones do (rules E, F)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from smallworld.actions import Action
from smallworld.model.aliases import Coins, Player, Race, Region, Regions, Tokens
from smallworld.model.regions import indexes, recent_indexes
from smallworld.model.values import CONQUERS, EVERYWHERE, HAS_CONQUERED, MAY_ABANDON, NOBODY, SpecialConquest
from smallworld.rules.operations import capture, conquest_targets
from smallworld.rules.phases.declining import DECLINE
from smallworld.rules.prepared.game_table import GameTable
from smallworld.rules.prepared.hook_table import Pairs
from smallworld.rules.state.race_instances import acting_race, conquering_race

if TYPE_CHECKING:
    from smallworld.notation import Spoken
    from smallworld.rules.game_state import GameState

Actions = tuple[Action, ...]
"""One action for each region, by its index."""
AS_DECLINE: Final = " as decline"


def conquest_actions(state: GameState) -> list[Action]:
    """List every legal action of the conquest phase."""
    player = state.to_move
    hook_table = state.hook_tables[player]
    if hook_table.conquers_plainly and state.pending is None and state.decline_stage >= HAS_CONQUERED:
        plain: list[Action] = [DECLINE] if state.fresh and not state.picked else []
        _race_actions(state, player, state.stage, "", plain)
        if not state.table.must_conquer or may_stop(state, player):
            plain.append(DONE)
        return plain
    actions: list[Action] = []
    if (
        state.fresh
        and not state.picked
        and not (hook_table.vetoes_decline_conquer and conquest_targets.is_vetoed(state, player, "decline"))
    ):
        actions.append(DECLINE)
    if hook_table.demands_conquer:
        forced = demanded(state, player, hook_table.demands_conquer)
        if forced:
            return actions + forced
    if state.pending is not None and state.pending.last:
        return [*_pending_attempt(state), DONE]
    if state.decline_stage < HAS_CONQUERED:
        _race_actions(state, acting_race(state, player), state.decline_stage, AS_DECLINE, actions)
    if hook_table.race_index >= 0:
        _race_actions(state, player, state.stage, "", actions)
        if hook_table.offers_conquer:
            for call in hook_table.offers_conquer:
                actions += call(state, player, "conquer")
    if not (hook_table.vetoes_done_conquer or state.table.must_conquer) or may_stop(state, player):
        actions.append(DONE)
    return actions


def demanded(state: GameState, race: Race, demands: Pairs) -> list[Action]:
    """List the offers that the player must answer before any other action; may be empty (W-TURN-2)."""
    actions: list[Action] = []
    for veto, offer in demands:
        if offer is not None and veto(state, race, "act") is not None:
            actions += offer(state, race, state.phase)
    return actions if len(demands) == 1 else list(dict.fromkeys(actions))


def _pending_attempt(state: GameState) -> list[Action]:
    """Return the final attempt that may follow a special conquest that fell short (W-GNOME-5)."""
    pending = state.pending
    if pending is None or not die_allowed(state, pending.race):
        return []
    _, dice, _ = state.table.ordinary[""]
    return [dice[pending.region]]


def _race_actions(state: GameState, race: Race, stage: int, suffix: str, actions: list[Action]) -> None:
    """Add the actions of one race: abandon regions, conquer regions."""
    table, hook_table = state.table, state.hook_tables[race]
    try:
        conquers, dice, abandons = table.ordinary[suffix]
    except KeyError:
        conquers, dice, abandons = _ordinary(table, suffix)
    if stage == MAY_ABANDON:
        regions = state.regions[race]
        if hook_table.vetoes_abandon_conquer:
            regions &= ~conquest_targets.refused_regions(state, race, "abandon")
        for region in recent_indexes(regions):
            actions.append(abandons[region])
    elif stage == HAS_CONQUERED:
        return
    start = len(actions)
    hand = state.hand[race] if state.readied else state.hand_now(race)
    among = conquest_targets.legal_targets(state, race)
    if among and hand >= hook_table.garrison:  # inline: a call would cost 0.4 % of a decision
        top = capture.most_of_die(state, race) if hook_table.die_change else table.top
        most, defence, profile = (
            hand + top,
            conquest_targets.effective_defence(state, race, among),
            state.board_profiles[race],
        )
        by_die: list[Action] = []
        if profile.uneven or hook_table.conquest_cost:
            floored = profile.least > hook_table.garrison
            changes = (
                conquest_targets.floored_changes(state, race, among)
                if floored
                else conquest_targets.cost_changes(state, race, among)
            )
            for region in indexes(among):
                price = defence[region] + changes[region]
                if price <= hand:
                    actions.append(conquers[region])
                elif price <= most:
                    by_die.append(dice[region])
        else:  # the fast path: most races of the base game
            for region in indexes(among):
                if defence[region] <= hand:
                    actions.append(conquers[region])
                elif defence[region] <= most:
                    by_die.append(dice[region])
        if (
            hook_table.vetoes_conquer_conquer
            and len(actions) > start
            and conquest_targets.is_vetoed(state, race, "conquer")
        ):
            del actions[start:]
        if by_die and die_allowed(state, race):
            actions += by_die
    if hook_table.special_conquests or state.pending is not None or table.die_needs_all_dear:
        if hook_table.special_conquests:
            actions += special_actions(state, race, hand, among, suffix)
        _adjust_attempts(state, actions, start)


def _adjust_attempts(state: GameState, actions: list[Action], start: int) -> None:
    """Add the pending attempt unless it is listed; drop final attempts of one race if they are refused.

    :param start: index of the first conquest of the race.
    """
    if state.pending is not None:
        for action in _pending_attempt(state):
            if action not in actions:
                actions.append(action)
    if state.table.die_needs_all_dear:
        for conquest in actions[start:]:
            if is_sure(state, conquest):  # "no region at all" can be taken without the die (R-DIE-3)
                actions[start:] = [action for action in actions[start:] if "die" not in action.means]
                return


def is_sure(state: GameState, conquest: Action) -> bool:
    """Return whether no die decides the success or the cost of a conquest."""
    return "die" not in conquest.means and not strikes(state, conquest)


def _ordinary(table: GameTable, suffix: str) -> tuple[Actions, Actions, Actions]:
    """Build the ordinary conquests of every region, once for each table."""
    actions = table.ordinary[suffix] = (
        table.region_actions("conquer", suffix, capture.conquer),
        table.region_actions("conquer", " by die" + suffix, capture.conquer_by_die, ("die",)),
        table.region_actions("abandon", "", capture.abandon),
    )
    return actions


def may_stop(state: GameState, player: Player) -> bool:
    """Return whether ``done`` may end the conquests (R-TURN-5, R-TURN-7)."""
    if state.hook_tables[player].vetoes_done_conquer and conquest_targets.is_vetoed(state, player, "done"):
        return False
    if not state.table.must_conquer or state.conquests:
        return True
    return not any(is_sure(state, action) for action in attempts(state, player))


def attempts(state: GameState, player: Player) -> list[Action]:
    """List every conquest that the races of a player can try now: ordinary, special, with the final die."""
    actions: list[Action] = []
    if state.decline_stage < HAS_CONQUERED:
        _race_actions(state, acting_race(state, player), CONQUERS, AS_DECLINE, actions)
    if state.hook_tables[player].race_index >= 0 and state.stage < HAS_CONQUERED:
        _race_actions(state, player, CONQUERS, "", actions)
    return actions


def end_conquests(state: GameState, action: Action) -> None:
    """End the conquests of both races (``done``; formats, Ghouls)."""
    state.end_phase()


DONE: Final = Action("done", end_conquests)


# --- special conquests, single and joined

TargetsByNames = dict[tuple[str, ...], Sequence[int]]
"""Names of joined special conquests → indexes of the regions that they can take, in the order of the board."""


def list_special_conquests(state: GameState, race: Race) -> list[SpecialConquest]:
    """List every special conquest that the abilities of a race offer now."""
    return [special for call in state.hook_tables[race].special_conquests for special in call(state, race)]


def special_actions(state: GameState, race: Race, hand: Tokens, among: Regions, suffix: str) -> list[Action]:
    """List the actions of all special conquests on offer, single and joined.

    :param among: the ordinary targets of the race.
    """
    targets: TargetsByNames = {}
    joining: list[SpecialConquest] = []
    die = -1
    for call in state.hook_tables[race].special_conquests:
        for special in call(state, race):
            if special.tokens is not None:
                regions = fixed_targets(state, race, special, hand, among)
                if regions:
                    _add(targets, (special.name,), indexes(regions))
                continue
            if die < 0:
                die = capture.most_of_die(state, race) if die_allowed(state, race) else 0
            _priced(state, race, (special,), hand, die, among, targets)
            if special.joins:
                joining.append(special)
    if len(joining) > 1:
        for group in _groups(joining):
            _priced(state, race, group, hand, die, among, targets)
    actions: list[Action] = []
    if not targets:
        return actions
    by_names = state.table.special_conquests
    for names, paid in targets.items():
        if paid:
            by_region = by_names.get((names, suffix)) or _actions(state.table, names, suffix)
            for region in paid:
                actions.append(by_region[region])
    return actions


def _add(targets: TargetsByNames, names: tuple[str, ...], regions: Sequence[int]) -> None:
    """Add the regions that special conquests of these names can take; several may share a name."""
    earlier = targets.get(names)
    targets[names] = sorted({*earlier, *regions}) if earlier else regions


def _groups(joining: list[SpecialConquest]) -> Iterator[tuple[SpecialConquest, ...]]:
    """Yield groups of two or more special conquests of different names that may be joined on one region (W-MEANS-3)."""
    for size in range(2, len(joining) + 1):
        for group in combinations(joining, size):
            if len({special.name for special in group}) == size and sum(special.far for special in group) < 2:
                yield group


def _actions(table: GameTable, names: tuple[str, ...], suffix: str) -> tuple[Action, ...]:
    """Return the action ``conquer R by NAMES`` of every region."""
    actions = table.special_conquests.get((names, suffix))
    if actions is None:
        text = f" by {'+'.join(names)}{suffix}"
        actions = table.special_conquests[names, suffix] = table.region_actions(
            "conquer", text, conquer_by_means, names
        )
    return actions


def fixed_targets(state: GameState, race: Race, special: SpecialConquest, hand: Tokens, among: Regions) -> Regions:
    """Return the regions that a special conquest with an exact price can take."""
    least = max(special.needs, special.tokens or 0)
    if hand < least or (least and special.full and hand < state.hook_tables[race].garrison):
        return 0
    if special.from_tray and special.from_tray > state.tray[state.hook_tables[race].race_index]:
        return 0
    return _reachable(state, race, (special,), among)


def fixed_price(state: GameState, race: Race, special: SpecialConquest) -> Tokens:
    """Return the tokens from the hand that a special conquest with an exact price takes (W-TAUREN-2)."""
    return max(special.tokens, state.hook_tables[race].garrison) if special.tokens else 0


def _priced(
    state: GameState,
    race: Race,
    group: tuple[SpecialConquest, ...],
    hand: Tokens,
    die: Tokens,
    among: Regions,
    targets: TargetsByNames,
) -> None:
    """Add the regions that joined special conquests can pay for, with and without the final die (W-MEANS-3).

    :param die: the most that the final die may bring.
    """
    least, change, travel, free = state.hook_tables[race].garrison, 0, True, False
    for special in group:
        least = max(least, special.needs)
        change += special.change
        travel = travel and not special.far
        free = free or special.free_die
    reachable = _reachable(state, race, group, among) if hand >= least else 0
    if not reachable:
        return
    names = (group[0].name,) if len(group) == 1 else tuple(sorted([special.name for special in group]))
    if free:  # two dice may still follow (W-GNOME-2)
        hand, die = hand + 2 * capture.most_of_die(state, race), 0
    paid, by_die = conquest_targets.split_by_hand(state, race, reachable, hand, die, change, travel=travel)
    if by_die:
        _add(targets, (*names, "die"), by_die)
    _add(targets, names, paid)


def die_allowed(state: GameState, race: Race) -> bool:
    """Return whether the race may make a final attempt, ordinary or special (R-DIE-1)."""
    return not (
        state.die_used
        or (state.hook_tables[race].vetoes_die_conquer and conquest_targets.is_vetoed(state, race, "die"))
    )


def _reachable(state: GameState, race: Race, group: tuple[SpecialConquest, ...], among: Regions) -> Regions:
    """Return the regions within reach of all joined conquests; a far-reaching one extends the reach of the rest."""
    reach, toll = EVERYWHERE, 0
    far = [special for special in group if special.far and special.targets is not None] if len(group) > 1 else ()
    for special in far or group:
        reach &= among if special.targets is None else conquest_targets.legal_targets(state, race, special.targets)
    for special in group:
        reach &= special.only
        toll += special.toll
    if reach and state.guards:
        reach &= ~conquest_targets.barred_regions(state, race, "special_conquest")
    if toll and reach:
        strangers = state.board.all & ~state.regions_of(race % state.players)
        reach &= ~conquest_targets.unpayable_tolls(state, race, reach, extra=(toll, strangers))
    return reach


def joint_price(state: GameState, race: Race, region: Region, joined: Sequence[SpecialConquest]) -> Tokens:
    """Return the cost of a region with special conquests, none of an exact price, that are joined on it."""
    travel = not any(special.far for special in joined)
    return conquest_targets.conquest_cost(state, race, region, sum(special.change for special in joined), travel=travel)


def chosen_conquests(state: GameState, race: Race, names: tuple[str, ...], region: Region) -> list[SpecialConquest]:
    """List the special conquests of these names that are on offer for a region.

    Of several with one name it is the first that is possible now.
    """
    offered, choices = list_special_conquests(state, race), []
    for name in names:
        fitting = []
        for special in offered:
            within = special.only if special.targets is None or special.far else special.only & special.targets
            if special.name == name and (within >> region & 1 or len(names) > 1):
                fitting.append(special)
        if fitting:
            choices.append(fitting)
    chosen = [fitting[0] for fitting in choices]
    if any(len(fitting) > 1 for fitting in choices):
        groups = product(*choices)
        return list(next((group for group in groups if _takes(state, race, group, names, region)), chosen))
    return chosen


def _takes(
    state: GameState, race: Race, group: tuple[SpecialConquest, ...], names: tuple[str, ...], region: Region
) -> bool:
    """Return whether special conquests can be made together on a region now, under these names."""
    hand, among = state.hand_now(race), conquest_targets.legal_targets(state, race)
    if any(special.tokens is not None for special in group):
        return len(group) == 1 and bool(fixed_targets(state, race, group[0], hand, among) >> region & 1)
    targets: TargetsByNames = {}
    die = capture.most_of_die(state, race) if die_allowed(state, race) else 0
    _priced(state, race, group, hand, die, among, targets)
    return region in targets.get(names, ())


def strikes(state: GameState, action: Action) -> bool:
    """Return whether a conquest begins with a free die (W-GNOME-2)."""
    race = conquering_race(state, action.as_decline)
    return any(special.free_die and special.name in action.means for special in list_special_conquests(state, race))


def conquer_by_means(state: GameState, action: Action) -> None:
    """Carry out a special conquest; with ``die`` in it, it is the final attempt."""
    race = conquering_race(state, action.as_decline)
    chosen = chosen_conquests(state, race, action.means, action.region)
    capture.begin_attempt(state, action)
    region = action.region
    for special in chosen:
        if special.toll and (holder := state.owner(state.occupant[region])) != race % state.players:
            to = NOBODY if special.to_bank else holder  # without a holder to the bank, too (W-DOOM-2)
            conquest_targets.pay_coins(state, race % state.players, special.toll, to, special.name)
    for call in state.hook_tables[race].special_conquest_tried:
        call(state, race, action.means, region)
    fixed = chosen[0]
    if fixed.tokens is not None:
        price = fixed_price(state, race, fixed)
        capture.take_region(
            state, race, region, price, action.means, from_tray=fixed.from_tray, replaces=fixed.replaces
        )
        return
    price = joint_price(state, race, region, chosen)
    striking = [special for special in chosen if special.free_die]
    if striking:
        capture.strike(state, race, region, price, action.means, last=striking[0].miss == "ends_conquests")
    elif "die" in action.means:
        capture.final_attempt(state, race, region, price, action.means)
    else:
        capture.take_region(state, race, region, price, action.means)


def is_pending(state: GameState, race: Race, spoken: Spoken) -> bool:
    """Return whether a final attempt goes on with a special conquest that fell short (W-GNOME-5)."""
    pending = state.pending
    return pending is not None and (pending.race, pending.region, ("die",)) == (race, spoken.region, spoken.means)


def coins_due(state: GameState, race: Race, spoken: Spoken) -> Coins:
    """Return the coins that a conquest costs: tolls of others, and the price of its means (W-TOLL-1, W-DOOM-2)."""
    if is_pending(state, race, spoken):
        return 0  # they were paid before the first attempt
    due = sum(toll.coins for _to, _source, toll in conquest_targets.tolls_due(state, race, 1 << spoken.region))
    if state.owner(state.occupant[spoken.region]) != state.owner(race):
        due += sum(special.toll for special in chosen_conquests(state, race, spoken.means, spoken.region))
    return due
