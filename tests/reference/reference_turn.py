"""The course of a turn in the reference model: the effect of each action, and the next phase (rules C, E to I)."""

from __future__ import annotations

from reference_actions import allies, legal
from reference_changes import abandon, conquer, convert, note_attack, ready
from reference_column import pick, refill
from reference_conquests import cost, dragon_cost, payable
from reference_declining import decline
from reference_scoring import score
from reference_table import Race, Region, Step, Table, Turn
from shared_rules import next_player, next_to_retreat


def apply(table: Table, action: str) -> None:
    """Carry out a legal action."""
    match table.phase:
        case "pick":
            _pick(table, action)
        case "conquer":
            _conquests(table, action)
        case "redeploy":
            _redeployment(table, action)
        case "retreat":
            _retreat(table, action)
        case _:
            _finish(table, action)


def start_game(table: Table) -> None:
    """Fill the column and begin the first turn (R-SETUP-4, R-SETUP-7)."""
    refill(table)
    start_turn(table, table.players[table.first])


# --- turns


def start_turn(table: Table, player: str) -> None:
    """Counters are cleared and the player's own peace ends (R-TURN-1); without a race the player picks (R-TURN-2)."""
    table.turn = Turn(player)
    table.peace.pop(player, None)
    table.mover = player
    table.phase = "pick" if table.active[player] is None else "conquer"


def end_turn(table: Table) -> None:
    """The next player clockwise; after the last turn of the last round the game ends (R-TURN-8)."""
    player = next_player(table, table.rounds)
    if player is not None:
        start_turn(table, player)


def _pick(table: Table, action: str) -> None:
    pick(table, table.turn.player, int(action.split()[1]) - 1)
    table.turn.picked = True
    table.phase = "conquer"


# --- conquests


def _conquests(table: Table, action: str) -> None:
    if action == "decline":
        decline(table)
        score(table)  # the race is in decline already, the earlier one is gone (R-SCORE-5)
        return end_turn(table)
    table.turn.untouched = False
    ghouls = table.ghouls()
    if ghouls is not None and (action.endswith("as decline") or _gives_up(table, action, ghouls)):
        return _ghouls(table, ghouls, action)
    _ready_once(table, ghouls)
    _ready_once(table, table.acting())
    table.turn.ghoul_step = Step.OVER  # their step comes before that of the active race (R-GHOUL-3)
    if action == "done":
        return end_conquests(table)
    _active(table, table.acting(), action)


def _gives_up(table: Table, action: str, race: Race) -> bool:
    return action.startswith("abandon") and _region(table, action).occupant is race


def _ready_once(table: Table, race: Race | None) -> None:
    """At its first action of the turn (R-READY-1); so Ghouls may attack an active race before it is readied."""
    if race is not None and race not in table.turn.readied:
        ready(table, race)
        table.turn.readied.add(race)


def _ghouls(table: Table, ghouls: Race, action: str) -> None:
    _ready_once(table, ghouls)
    region = _region(table, action)
    if action.startswith("abandon"):
        return abandon(table, region)
    table.turn.ghoul_step = Step.CONQUERING
    if "by die" in action:
        table.turn.ghoul_step = Step.OVER  # it ends only the Ghouls' conquests (R-GHOUL-6)
        return _final_attempt(table, ghouls, region)
    conquer(table, ghouls, region, cost(table, ghouls, region))


def _active(table: Table, race: Race, action: str) -> None:
    turn = table.turn
    if action.startswith("abandon"):
        return abandon(table, _region(table, action))
    turn.active_step = Step.CONQUERING
    if action == "roll":
        return _berserk_roll(table, race)
    region = _region(table, action)
    if action.endswith("by sorcery"):
        convert(table, race, region)
    elif action.endswith("by dragon"):
        _dragon(table, race, region)
    elif action.endswith("by die"):
        _final_attempt(table, race, region)
        end_conquests(table)  # R-DIE-5
    else:
        conquer(table, race, region, cost(table, race, region, turn.roll or 0))
        turn.roll = None


def _final_attempt(table: Table, race: Race, region: Region) -> None:
    """All tokens in hand go into the region, or none does (R-DIE-4)."""
    table.turn.die_used = True
    if race.hand + table.drawn("die") >= cost(table, race, region):
        conquer(table, race, region, race.hand)
    else:
        note_attack(table, race, region)  # R-DIE-7


def _berserk_roll(table: Table, race: Race) -> None:
    """A roll with which no legal target can be paid was the final attempt (R-BERSERK-2)."""
    table.turn.roll = table.drawn("die")
    if not payable(table, race, race.hand, table.turn.roll):
        end_conquests(table)


def _dragon(table: Table, race: Race, region: Region) -> None:
    """Move the Dragon from any place to the region just conquered (R-DRAGON-2, R-DRAGON-3)."""
    conquer(table, race, region, dragon_cost(table, region))
    for other in table.regions.values():
        del other.pieces["dragon"]
    region.pieces["dragon"] = 1
    table.turn.dragon_used = True


def end_conquests(table: Table) -> None:
    """Redeployment and the retreat of the others, in the order that the table plays (R-LOSS-7)."""
    if table.retreat_comes_first:
        start_retreat(table)
    else:
        start_redeployment(table)


# --- redeployment and retreat


def start_redeployment(table: Table) -> None:
    """Skeletons grow (R-REDEP-1), and all pieces that may be placed again come to hand (R-REDEP-2, R-REDEP-3)."""
    race, ghouls = table.acting(), table.ghouls()
    table.phase, table.mover = "redeploy", table.turn.player
    if race.ability == "skeletons":  # R-SKEL-1
        more = min(table.turn.nonempty // 2, table.tray["skeletons"])
        table.tray["skeletons"] -= more
        race.hand += more
    for one in [race] if ghouls is None else [race, ghouls]:
        one.hand += one.withdrawn  # R-GHOUL-7, R-GHOUL-9
        one.withdrawn = 0
        ready(table, one)
    for region in table.regions_of(race):  # R-BIV-1, R-HERO-1
        race.encampments += region.pieces.pop("encampment", 0)
        race.heroes += region.pieces.pop("hero", 0)


def _redeployment(table: Table, action: str) -> None:
    if action == "done":
        if table.retreat_comes_first:
            return end_of_turn(table)
        return start_retreat(table)
    region = _region(table, action)
    if action.startswith("deploy"):
        race = region.occupant
        assert race is not None
        race.hand -= _number(action)
        region.tokens += _number(action)
    elif action.startswith("abandon"):
        _give_up(table, region)
    else:
        _place(table, action.split()[1], region, _number(action))


def _give_up(table: Table, region: Region) -> None:
    """Let Amazons leave. A new Fortress counts as built only in a region held in the end (R-REDEP-5)."""
    if table.turn.built is region:
        table.turn.built = None
        del region.pieces["fortress"]
    abandon(table, region)


def _place(table: Table, kind: str, region: Region, number: int) -> None:
    race = region.occupant
    assert race is not None
    region.pieces[kind] += number
    if kind == "encampment":
        race.encampments -= number
    elif kind == "hero":
        race.heroes -= number
    else:
        table.turn.built = region


def _number(action: str) -> int:
    """The number at the end of an action; one without a number."""
    last = action.split()[-1]
    return int(last) if last.isdigit() else 1


def _region(table: Table, action: str) -> Region:
    """The region that an action names: its second word, the third after ``place PIECE``."""
    parts = action.split()
    return table.regions[parts[2] if parts[0] == "place" else parts[1]]


def start_retreat(table: Table) -> None:
    """The others place what was withdrawn, clockwise (R-LOSS-6)."""
    table.retreating = table.opponents()
    next_retreat(table)


def next_retreat(table: Table) -> None:
    """The next player who has something to place and a region for it; after the last one the turn goes on."""
    if next_to_retreat(table, legal):
        return
    if table.retreat_comes_first:
        start_redeployment(table)
    else:
        end_of_turn(table)


def _retreat(table: Table, action: str) -> None:
    region, number = _region(table, action), _number(action)
    if action.startswith("place"):
        _place(table, "encampment", region, number)
    else:
        race = region.occupant
        assert race is not None
        race.withdrawn -= number
        region.tokens += number
    next_retreat(table)


# --- the end of a turn


def end_of_turn(table: Table) -> None:
    """Score; then a choice for Stout and Diplomat, if there is one (R-STOUT-1, R-DIPLOMAT-1)."""
    table.mover = table.turn.player
    score(table)
    if table.acting().power == "stout" or allies(table):
        table.phase = "finish"
    else:
        end_turn(table)


def _finish(table: Table, action: str) -> None:
    if action == "decline":
        decline(table)  # no second scoring (R-STOUT-1)
    elif action.startswith("ally"):
        table.peace[table.turn.player] = action.split()[1]  # R-DIPLOMAT-5
    end_turn(table)
