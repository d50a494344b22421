"""The conquest phase: which actions are on offer, and carrying them out (rules E, F)."""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.model.regions import indexes
from smallworld.rules.beginning import begin
from smallworld.rules.declining import DECLINE
from smallworld.rules.kit import Demands
from smallworld.rules.means import die_allowed, means_actions, strikes
from smallworld.rules.position import Position
from smallworld.rules.table import Table

AS_DECLINE = " as decline"


def conquest_actions(game: Position) -> list[Action]:
    """Every legal action of the conquest phase."""
    player = game.to_move
    kit = game.kit[player]
    found: list[Action] = []
    if game.fresh and not game.picked and not (kit.vetoes_decline_conquer and game.vetoed(player, "decline")):
        found.append(DECLINE)
    if kit.demands_conquer:
        forced = demanded(game, player, kit.demands_conquer)
        if forced:
            return found + forced
    if game.pending is not None and game.pending.last:
        return [*_pending_attempt(game), DONE]
    if game.decline_stage < 2:
        _race_actions(game, game.acting_race(player), game.decline_stage, AS_DECLINE, found)
    if kit.race >= 0:
        _race_actions(game, player, game.stage, "", found)
        for call in kit.offers_conquer:
            found += call(game, player, "conquer")
    if not (kit.vetoes_done_conquer or game.table.must_conquer) or may_stop(game, player):
        found.append(DONE)
    return found


def demanded(game: Position, race: int, demands: Demands) -> list[Action]:
    """Offers of the abilities that must be answered before anything else; empty if there are none (W-TURN-2)."""
    found: list[Action] = []
    for veto, offers in demands:
        if veto(game, race, "act") is not None:
            for offer in offers:
                found += offer(game, race, game.phase)
    return found


def _pending_attempt(game: Position) -> list[Action]:
    """The final attempt that may follow a special conquest that fell short (W-GNOME-5)."""
    pending = game.pending
    if pending is None:
        return []
    if not die_allowed(game, pending.race):
        return []
    _, dice, _ = game.table.ordinary[""]
    return [dice[pending.region]]


def _race_actions(game: Position, race: int, stage: int, suffix: str, found: list[Action]) -> None:
    """Add what one race may do: abandon regions, conquer others."""
    table, kit = game.table, game.kit[race]
    try:
        conquers, dice, abandons = table.ordinary[suffix]
    except KeyError:
        conquers, dice, abandons = _ordinary(table, suffix)
    if stage == 0:
        for region in indexes(game.regions[race]):
            found.append(abandons[region])
    elif stage == 2:
        return
    start = len(found)
    hand = game.hand[race] if game.readied else game.hand_now(race)
    among = game.targets(race)
    if among and hand >= kit.garrison:
        most, defence, ground = hand + table.top, game.defence, game.ground[race]
        dear: list[Action] = []
        floored = ground.least > kit.garrison
        changes = game.floored_changes(race, among) if floored else game.cost_changes(race, among)
        if changes is not ground.change_at or ground.uneven:
            for region in indexes(among):
                price = defence[region] + changes[region]
                if price <= hand:
                    found.append(conquers[region])
                elif price <= most:
                    dear.append(dice[region])
        else:  # so it is for most races of the base game, and half of all decisions ask this
            for region in indexes(among):
                if defence[region] <= hand:
                    found.append(conquers[region])
                elif defence[region] <= most:
                    dear.append(dice[region])
        if kit.vetoes_conquer_conquer and len(found) > start and game.vetoed(race, "conquer"):
            del found[start:]
        if dear and die_allowed(game, race):
            found += dear
    if kit.conquest_means:
        found += means_actions(game, race, hand, among, suffix)
    if game.pending is not None:
        for action in _pending_attempt(game):
            if action not in found:
                found.append(action)
    if table.die_needs_all_dear:
        found[start:] = _without_dice(game, found[start:])


def _without_dice(game: Position, conquests: list[Action]) -> list[Action]:
    """Some conquests without final attempts, if any other is sure, by whatever means: "no region at all" (R-DIE-3)."""
    sure = any(is_sure(game, action) for action in conquests)
    return [action for action in conquests if "die" not in action.means] if sure else conquests


def is_sure(game: Position, conquest: Action) -> bool:
    """Whether no die decides if a conquest succeeds, nor what it costs."""
    return "die" not in conquest.means and not strikes(game, conquest)


def _ordinary(table: Table, suffix: str) -> tuple[tuple[Action, ...], tuple[Action, ...], tuple[Action, ...]]:
    """The actions of conquests without means for every region; made once for each table."""
    found = table.ordinary[suffix] = (
        table.region_actions("conquer", suffix, conquer),
        table.region_actions("conquer", " by die" + suffix, conquer_by_die, ("die",)),
        table.region_actions("abandon", "", abandon),
    )
    return found


def may_stop(game: Position, player: int) -> bool:
    """Whether the conquests may be ended by ``done`` (R-TURN-5, R-TURN-7)."""
    if game.kit[player].vetoes_done_conquer and game.vetoed(player, "done"):
        return False
    return not game.table.must_conquer or bool(game.conquests) or not _could_conquer(game, player)


def _could_conquer(game: Position, player: int) -> bool:
    """Whether a race of the player has a conquest to which no die is rolled."""
    found: list[Action] = []
    if game.decline_stage < 2:
        _race_actions(game, game.acting_race(player), 1, AS_DECLINE, found)
    if game.kit[player].race >= 0 and game.stage < 2:
        _race_actions(game, player, 1, "", found)
    return any(is_sure(game, action) for action in found)


def abandon(game: Position, action: Action) -> None:
    """Empty an own region before the first conquest (R-READY-2)."""
    race = game.occupant[action.region]
    game.act(race)
    game.leave(race, action.region)


def conquer(game: Position, action: Action) -> None:
    """An ordinary conquest with exactly the tokens that it costs (R-CONQ-20)."""
    race = begin(game, action)
    game.take(race, action.region, game.cost(race, action.region))


def conquer_by_die(game: Position, action: Action) -> None:
    """A final attempt: roll, then conquer with everything in hand, or not (R-DIE-4)."""
    pending = game.pending
    if pending is not None and pending.region == action.region and not action.as_decline:
        game.pending = None  # tolls are paid, and what is in force stays so (W-GNOME-5)
        game.final_attempt(pending.race, pending.region, pending.price, (*pending.means, "die"))
        return
    race = begin(game, action)
    game.final_attempt(race, action.region, game.cost(race, action.region), ("die",))


def end_conquests(game: Position, action: Action) -> None:
    """``done``: the conquests of both races end (formats, Ghouls)."""
    game.end_conquests()


DONE = Action("done", end_conquests)
