"""Legal actions of each phase in the reference model of the Warcraft rules, in the notation of docs/notation.md."""

from __future__ import annotations

from wc_column import picks
from wc_means import conquests, is_certain, second_roll
from wc_powers import intimidations, swaps, thefts
from wc_redeployment import redeployment, retreat
from wc_relics import side_needed
from wc_scoring import counted
from wc_table import Race, Table


def legal(table: Table) -> set[str]:
    """List the legal actions of the player to move; empty when the game is over."""
    player = table.mover
    if player is None:
        return set()
    match table.phase:
        case "pick":
            return picks(table, player)
        case "conquer":
            return conquest_phase(table)
        case "redeploy":
            return redeployment(table)
    return retreat(table, player)


def conquest_phase(table: Table) -> set[str]:
    """MODE to CONQ (C.1): decline, form, side, abandon, then conquests and what powers allow."""
    turn, race = table.turn, table.acting()
    decline = set() if turn.picked or turn.expanded else {"decline"}  # W-TURN-2
    if race.ability == "worgen" and not turn.form:
        return forms(table, race) | (set() if table.rulings["worgen_form_on_decline"] else decline)
    if side_needed(table):
        return {"side alliance", "side horde"} | decline  # W-BG-2
    if turn.airstrike and table.rulings["airstrike_miss"] == "ends_conquests":
        return {"done", *second_roll(table, race)}  # W-GNOME-5
    actions = {*swaps(table, race), *intimidations(table, race), *thefts(table, race)}
    attempts = conquests(table, race)
    if may_stop(table, attempts):
        actions.add("done")
    if not turn.acted:
        actions |= {f"abandon {region.id}" for region in table.regions_of(race)}  # W-READY-2
    return actions | attempts | decline


def may_stop(table: Table, attempts: set[str]) -> bool:
    """Nobody has to conquer (R-TURN-5), unless by ruling: at all (W-DECL-5), or after intimidating (W-INTIM-1).

    An explosion is a conquest where it counts as one (W-GOBLIN-9).
    """
    if table.rulings["must_conquer_or_decline"] and any(map(is_certain, attempts)) and not counted(table):
        return False
    return not (table.turn.owes_conquest and attempts and table.rulings["intimidate_needs_conquest"])


def forms(table: Table, race: Race) -> set[str]:
    """Worgen form costs a coin (W-WORGEN-1, W-WORGEN-2)."""
    return {"form human", "form worgen"} if table.coins[race.owner] else {"form human"}
