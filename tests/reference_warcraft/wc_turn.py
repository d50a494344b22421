"""The course of a turn in the Warcraft reference model: the effect of each action (rules C, E, I)."""

from __future__ import annotations

from shared_rules import next_player, next_to_retreat
from wc_actions import legal
from wc_column import discard_badge, discard_on_decline, pick, refill, return_banner
from wc_losses import empty, take_home
from wc_powers import intimidate, steal, swap
from wc_ready import ready, reveal_bombs
from wc_redeployment import begin_redeployment, close, put, remove_objectives
from wc_resolution import conquer
from wc_scoring import score
from wc_table import ROUNDS, Race, Region, Table, Turn

HUMAN_FORM_COINS = 2


def start_game(table: Table) -> None:
    """Fill the column and begin the first turn (W-SETUP-5)."""
    refill(table)
    start_turn(table, table.players[table.first])


def apply(table: Table, action: str) -> None:
    """Carry out a legal action and what follows without a decision."""
    verb = action.split()[0]
    if table.phase == "retreat":
        _retreat(table, action)
    elif verb == "decline":
        _decline(table)
    elif verb == "side":
        table.turn.side = action.split()[1]  # W-BG-2
        table.turn.expanded = True
    elif table.phase == "pick":
        _pick(table, action)
    elif table.phase == "conquer":
        _conquests(table, verb, action)
    else:
        _redeployment(table, action)


# --- START, PICK


def start_turn(table: Table, player: str) -> None:
    """Counters are cleared, Harmony taken back, Bombs revealed, the race readied (W-TURN-1)."""
    table.turn = Turn(player)
    table.mover = player
    race = table.active[player]
    table.phase = "conquer" if race else "pick"
    if race is None:
        return
    if race.banner == "pandaren":
        table.harmony = set()  # W-PANDA-5
    if race.banner == "goblins":
        reveal_bombs(table, race)
    ready(table, race)


def _pick(table: Table, action: str) -> None:
    pick(table, table.turn.player, int(action.split()[1]) - 1)
    table.turn.picked = True
    table.phase = "conquer"


# --- READY, CONQ


def _conquests(table: Table, verb: str, action: str) -> None:
    """Every action but ``decline`` is EXPAND (W-TURN-2); nothing can be abandoned once the conquests have begun."""
    race, turn = table.acting(), table.turn
    short, turn.airstrike = turn.airstrike, None  # any other action gives it up (W-GNOME-5)
    regions = [table.regions[word] for word in action.split()[1:] if word in table.regions]
    if verb == "form":
        return _choose_form(table, action.split()[1])
    turn.expanded = True
    if verb == "abandon":
        return _abandon(race, regions[0])
    if verb == "done":
        return _end_conquests(table)
    turn.acted = True
    if verb == "conquer":
        means = frozenset(action.partition(" by ")[2].split("+")) - {""}
        if conquer(table, race, regions[0], means - {"die"}, die="die" in means, short=short):
            _end_conquests(table)
    elif verb == "swap":
        swap(table, regions[0], regions[1])
    elif verb == "intimidate":
        intimidate(table, race, regions[0], regions[1] if len(regions) > 1 else None)
    else:
        steal(table, regions[0], regions[1])


def _choose_form(table: Table, form: str) -> None:
    """Human form earns 2 coins at once, worgen form costs one (W-WORGEN-1)."""
    table.turn.form = form
    table.turn.expanded = not table.rulings["worgen_form_on_decline"]
    table.coins[table.turn.player] += HUMAN_FORM_COINS if form == "human" else -1


def _abandon(race: Race, region: Region) -> None:
    """Tokens and Champion go home, Objectives and relics stay (W-READY-2, W-RELIC-5)."""
    take_home(race, region)
    empty(region)


def _end_conquests(table: Table) -> None:
    """Redeployment; where that is the ruling the attacked come first (R-LOSS-7)."""
    if table.rulings["defender_redeploy_order"] == "before_active":
        _start_retreat(table)
    else:
        _start_redeployment(table)


# --- REDEPLOY, CLOSE, DEFENDERS


def _start_redeployment(table: Table) -> None:
    table.phase, table.mover = "redeploy", table.turn.player
    begin_redeployment(table)


def _redeployment(table: Table, action: str) -> None:
    """Place something, recruit, or end the redeployment (C.1: REDEPLOY to DEFENDERS)."""
    race = table.acting()
    if action == "done":
        close(table)
        if table.rulings["defender_redeploy_order"] == "before_active":
            return _end_turn(table)
        return _start_retreat(table)
    table.turn.redeploying = True
    if action.startswith("recruit"):
        number = int(action.split()[1])  # W-FORS-3
        table.coins[race.owner] -= number
        table.tray[race.banner] -= number
        race.hand += number
    else:
        put(table, race, action)


def _start_retreat(table: Table) -> None:
    """Everybody who has withdrawn something, clockwise (C.1: DEFENDERS)."""
    attacked = table.turn.withdrawn | table.turn.champion_withdrawn
    table.retreating = [player for player in table.opponents() if player in attacked]
    _next_retreat(table)


def _next_retreat(table: Table) -> None:
    """The next player who can place something; after the last one the turn goes on."""
    if next_to_retreat(table, legal):
        return
    if table.rulings["defender_redeploy_order"] == "before_active" and table.turn.declining is None:
        _start_redeployment(table)
    else:
        _end_turn(table)


def _retreat(table: Table, action: str) -> None:
    """One step of somebody who was attacked (D-DEFEND)."""
    race = table.active[table.mover or ""]
    assert race is not None
    put(table, race, action)
    _next_retreat(table)


# --- DECLINE


def _decline(table: Table) -> None:
    """The active race goes into decline in place of the earlier one (W-DECL-1, R-DECL-3)."""
    player, race = table.turn.player, table.acting()
    table.turn.declining = race
    earlier = table.declined[player]
    leaves_something = any(region.tokens > region.pieces["beast"] for region in table.regions_of(race))
    if earlier and (leaves_something or table.rulings["empty_decline_removes_previous"]):
        _remove(table, earlier)
    if race.banner == "humans":
        remove_objectives(table)
    if race.banner == "pandaren":
        table.harmony = set()  # W-PANDA-5
    _flip(table, race)
    table.active[player] = None
    discard_on_decline(table, race)
    if table.regions_of(race):
        table.declined[player] = race
    else:
        discard_badge(table, race)
        return_banner(table, race.banner)
    _start_retreat(table)


def _remove(table: Table, earlier: Race) -> None:
    """Its tokens go to the tray, its banner under the stack (R-DECL-3, R-DECL-6)."""
    for region in table.regions_of(earlier):
        table.tray[earlier.banner] += region.tokens
        empty(region)
    table.declined[earlier.owner] = None
    discard_badge(table, earlier)
    return_banner(table, earlier.banner)


def _flip(table: Table, race: Race) -> None:
    """A token stays in a region, two of Tauren (W-TAUREN-5); Forts and Walls stay, the rest leaves (W-DECL-1)."""
    table.tray[race.banner] += race.tokens_in_hand
    for region in table.regions_of(race):
        tokens = region.tokens - region.pieces["beast"]
        region.tokens = min(tokens, race.least)
        table.tray[race.banner] += tokens - region.tokens
        for kind in ("beast", "champion", "watch_tower"):
            region.pieces[kind] = 0
        if not region.tokens:
            empty(region)
    if race.banner == "goblins":
        for region in table.regions.values():
            region.pieces["bomb"] = 0  # W-GOBLIN-10
    race.hand = race.beasts = 0
    race.declined = True


# --- SCORE


def _end_turn(table: Table) -> None:
    """Score; then the next player clockwise; after the last turn of the last round the game ends (R-TURN-8)."""
    score(table)
    player = next_player(table, ROUNDS[len(table.players)])
    if player is not None:
        start_turn(table, player)
