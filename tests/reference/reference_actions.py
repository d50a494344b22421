"""Legal actions of each phase in the reference model, in the notation of docs/notation.md."""

from __future__ import annotations

from collections.abc import Iterator

from reference_changes import hand_when_ready
from reference_column import pick_actions
from reference_conquests import conquerable, convertible, dragon_cost, payable, within_die
from reference_table import AMAZON_RESERVE, Race, Step, Table


def legal(table: Table) -> set[str]:
    """List the legal actions of the player to move; empty when the game is over."""
    player = table.mover
    if player is None:
        return set()
    match table.phase:
        case "pick":
            return pick_actions(table, player)
        case "conquer":
            return conquest_phase(table)
        case "redeploy":
            return redeployment(table)
        case "retreat":
            return retreat(table, player)
    return finish(table)


# --- conquests


def conquest_phase(table: Table) -> set[str]:
    """Decline, or what Ghouls and the active race may do, or stop."""
    turn, ghouls = table.turn, table.ghouls()
    actions = set(active_actions(table))
    if ghouls is not None and turn.ghoul_step < Step.OVER:
        actions |= set(ghoul_actions(table, ghouls))
    certain = any(action.startswith("conquer") and "by die" not in action for action in actions)
    if turn.untouched and not turn.picked:
        actions.add("decline")  # R-TURN-3, R-TURN-4
    if turn.conquered or not certain or not table.rulings["must_conquer_or_decline"]:
        actions.add("done")  # R-TURN-5, R-TURN-7
    return actions


def ghoul_actions(table: Table, ghouls: Race) -> Iterator[str]:
    """Declined Ghouls play like an active race, before it does (R-GHOUL-2, R-GHOUL-3)."""
    if table.turn.ghoul_step == Step.READYING:
        yield from (f"abandon {region.id}" for region in table.regions_of(ghouls))
    hand = hand_when_ready(table, ghouls)
    without_die = [f"conquer {region.id} as decline" for region in payable(table, ghouls, hand)]
    yield from without_die
    if die_waits_for_nothing(table, without_die):
        yield from (f"conquer {region.id} by die as decline" for region in within_die(table, ghouls, hand))


def active_actions(table: Table) -> Iterator[str]:
    """List the actions of the active race; the first one taken ends the step of the Ghouls (R-GHOUL-3)."""
    turn, race = table.turn, table.acting()
    if turn.active_step == Step.READYING:
        yield from (f"abandon {region.id}" for region in table.regions_of(race))  # R-READY-2, R-READY-3
    hand = hand_when_ready(table, race)
    without_die = [f"conquer {region.id}" for region in payable(table, race, hand, turn.roll or 0)]
    without_die += special_conquests(table, race, hand)
    yield from without_die
    if race.power != "berserk":
        if die_waits_for_nothing(table, without_die):
            yield from (f"conquer {region.id} by die" for region in within_die(table, race, hand))
    elif hand >= 1 and turn.roll is None:
        yield "roll"  # it replaces the final die (R-BERSERK-1, R-BERSERK-3, R-BERSERK-5)


def die_waits_for_nothing(table: Table, without_die: list[str]) -> bool:
    """The final attempt may have to wait until no region at all can be taken without it (R-DIE-3)."""
    return not without_die or table.rulings["final_die_condition"] == "target_unaffordable"


def special_conquests(table: Table, race: Race, hand: int) -> Iterator[str]:
    """Sorcery and the Dragon; neither needs a Berserk roll (R-BERSERK-7)."""
    for region in table.regions.values():
        if race.ability == "sorcerers" and convertible(table, race, region, hand):
            yield f"conquer {region.id} by sorcery"
        dragon = race.power == "dragon_master" and not table.turn.dragon_used  # R-DRAGON-1
        if dragon and dragon_cost(table, region) <= hand and conquerable(table, race, region):
            yield f"conquer {region.id} by dragon"


# --- redeployment


def redeployment(table: Table) -> set[str]:
    """The active race and, separately, declined Ghouls (R-REDEP-2, R-REDEP-3); ``done`` when nothing must be placed."""
    race, ghouls = table.acting(), table.ghouls()
    actions: set[str] = set()
    if table.regions_of(race):  # else all stays in hand (R-REDEP-6, R-AMAZON-6)
        actions = {*deployed(table, race, spare(race)), *encampments(table, race), *heroes(table, race)}
        actions |= set(given_up(table, race))
    if ghouls is not None:
        actions |= set(deployed(table, ghouls, ghouls.hand))
    if not actions:
        actions.add("done")
    return actions | set(fortress(table, race))


def spare(race: Race) -> int:
    """Tokens in hand that go onto the map: Amazons keep four back (R-AMAZON-3)."""
    return race.hand - AMAZON_RESERVE if race.ability == "amazons" else race.hand


def given_up(table: Table, race: Race) -> Iterator[str]:
    """Amazons that cannot spare four tokens give regions up (R-AMAZON-3)."""
    if spare(race) < 0 and table.rulings["amazon_shortfall"] == "abandon_regions":
        yield from (f"abandon {region.id}" for region in table.regions_of(race))


def deployed(table: Table, race: Race, tokens: int) -> Iterator[str]:
    """Any number up to these into any region of the race (R-REDEP-2, R-LOSS-3, R-LOSS-5)."""
    for region in table.regions_of(race):
        yield from (f"deploy {region.id} {number}" for number in range(1, tokens + 1))


def encampments(table: Table, race: Race) -> Iterator[str]:
    """All of them, any number in a region (R-BIV-1)."""
    for region in table.regions_of(race):
        for number in range(1, race.encampments + 1):
            yield f"place encampment {region.id}" + (f" {number}" if number > 1 else "")


def heroes(table: Table, race: Race) -> Iterator[str]:
    """One in a region; both if there is room (R-HERO-1)."""
    if race.heroes:
        yield from (f"place hero {region.id}" for region in table.regions_of(race) if not region.pieces["hero"])


def fortress(table: Table, race: Race) -> Iterator[str]:
    """Place at most one a turn, in a region without a Fortress (R-FORT-1)."""
    if race.power == "fortified" and table.turn.built is None and table.fortresses_left():
        yield from (f"place fortress {region.id}" for region in table.regions_of(race) if not region.pieces["fortress"])


# --- the end of a turn


def retreat(table: Table, player: str) -> set[str]:
    """Withdrawn tokens and Encampments go to regions that their race still occupies (R-LOSS-3, R-BIV-3)."""
    actions: set[str] = set()
    for race in table.races(player):
        actions |= {*deployed(table, race, race.withdrawn), *encampments(table, race)}
    return actions


def finish(table: Table) -> set[str]:
    """Stout may decline (R-STOUT-1), a Diplomat name an ally (R-DIPLOMAT-1), either may leave it."""
    stout = {"decline"} if table.acting().power == "stout" else set()
    return {"done", *stout, *(f"ally {player}" for player in allies(table))}


def allies(table: Table) -> list[str]:
    """Opponents whom a Diplomat may name (R-DIPLOMAT-1, R-DIPLOMAT-3, R-DIPLOMAT-4)."""
    if table.acting().power != "diplomat":
        return []
    if table.rulings["diplomat_in_two_player"] == "banned" and len(table.players) == 2:
        return []
    without = bool(table.rulings["diplomat_eligible_without_active_race"])
    return [
        player
        for player in table.opponents()
        if player not in table.turn.attacked and (without or table.active[player] is not None)
    ]
