"""The course of a turn as a state machine (rules C), and the way back from an action that failed.

An action carries its function, which :func:`carry_out` calls: it changes the state and may set ``phase_over``. Then
:func:`advance` chooses the next phase. A phase is a line in ``CHOICES`` and one in ``NEXT``, at the end of this file.
Phases: ``pick`` → ``conquer`` → ``redeploy`` → (``retreat`` of other players) → scoring → (``finish``) → next turn;
after ``decline`` come the retreats and the scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from smallworld.actions import Action
from smallworld.errors import PluginError
from smallworld.events import Ended, Event, PhaseBegan, TurnBegan
from smallworld.model.aliases import Player, Race
from smallworld.model.regions import indexes
from smallworld.model.values import HAS_CONQUERED, HAS_REDEPLOYED, MAY_ABANDON, NOBODY, new_tuple
from smallworld.rules.game_state import GameState
from smallworld.rules.operations.capture import ready_race, rejoin_tokens
from smallworld.rules.operations.combo_column import choices_of, pick_actions
from smallworld.rules.operations.turn_order import begin_order, begins_again, next_player, rounds_of
from smallworld.rules.phases import redeployment
from smallworld.rules.phases.conquest import conquest_actions
from smallworld.rules.phases.questions import ONLY_INTERRUPTED, answer_actions, interrupt_phase
from smallworld.rules.phases.scoring import score
from smallworld.rules.prepared.shared_abilities import listeners
from smallworld.rules.state.fields import NAMES
from smallworld.rules.state.race_instances import acting_race


def legal_actions(state: GameState) -> list[Action]:
    """List every legal action of the player who is to move."""
    phase = state.phase
    if phase == "conquer":
        return conquest_actions(state)
    return redeployment.redeploy_actions(state) if phase == "redeploy" else CHOICES[phase](state)


def carry_out(state: GameState, action: Action) -> None:
    """Log a legal action, carry it out, and go on to the next decision."""
    state.log = (state.log, state.to_move, action)
    action.run(state, action)
    if state.phase_over or state.phase == "retreat":
        advance(state)


def advance(state: GameState) -> None:
    """Run all phases that need no decision; a retreat lasts until all tokens and pieces are placed."""
    if state.phase == "retreat" and state.phase_over != ONLY_INTERRUPTED:
        state.phase_over = not redeployment.may_retreat(state)
    while state.phase_over:
        if state.interrupt is not None:
            if interrupt_phase(state):
                _end_game(state)
            elif state.phase == "retreat":
                state.phase_over = not redeployment.may_retreat(state)
            continue
        state.phase_over = False
        NEXT[state.phase](state)


def begin_turn(state: GameState, player: Player) -> None:
    """Begin a turn: clear the counters and end the effects that last until now (R-TURN-1)."""
    state.turn = state.to_move = player
    state.conquests = ()
    state.attacked = state.hit = 0
    state.pending = None
    if state.turn_memory:
        state.turn_memory = {}
    if state.spared_of:
        state.spared_of = _earlier_in_round(state.spared_of)
    if state.lent_factions:
        state.lent_factions = {}
    if state.before_ready:
        state.before_ready = {}
    state.stage = MAY_ABANDON
    state.decline_stage = HAS_CONQUERED
    state.die_used = state.picked = False
    state.fresh = True
    if state.turn_events is not None:
        state.turn_events.append(new_tuple(TurnBegan, (state.round, player)))
    if state.table.turn_opened:
        for begin in state.table.turn_opened:
            begin(state, player)
    for race in state.seats[player]:
        if state.withdrawn[race]:
            rejoin_tokens(state, race)
        calls = state.hook_tables[race].turn_started
        if calls:
            for call in calls:
                call(state, race)
    if state.hook_tables[player].race_index < 0 and choices_of(state, player):
        state.phase = "pick"
        if state.events is not None:
            state.events.append(PhaseBegan("pick", player))
    else:
        begin_conquests(state)


def _earlier_in_round(counts: Mapping[int, int]) -> dict[int, int]:
    """Return the tokens that were spared in earlier turns of the round, under ``~race``, once a turn is over."""
    earlier: dict[int, int] = {}
    for key, count in counts.items():
        race = key if key < 0 else ~key
        earlier[race] = earlier.get(race, 0) + count
    return earlier


def begin_conquests(state: GameState) -> None:
    """Ready the race that may act first: a declined one that acts, else the active one (R-READY-1, R-GHOUL-3)."""
    player = state.turn
    state.phase = "conquer"
    if state.events is not None:
        state.events.append(PhaseBegan("conquer", player))
    if state.hook_tables[player].race_index < 0:
        state.stage = HAS_CONQUERED
        state.fresh = False
    acting = acting_race(state, player) if state.actors else NOBODY
    if acting >= 0:
        _remember(state, acting)
        ready_race(state, acting)
        state.decline_stage = MAY_ABANDON
        state.readied = False
        return
    state.readied = True
    if state.hook_tables[player].decline_garrison > 1:
        _remember(state, player)
    ready_race(state, player)


def _remember(state: GameState, race: Race) -> None:
    counts = tuple([(region, state.tokens[region]) for region in indexes(state.regions[race])])
    pieces = tuple([
        (kind, region, state.pieces[kind, region])
        for kind in state.table.token_kinds
        for region in indexes(state.regions[race] & state.piece_regions[kind])
    ])  # fmt: skip
    state.before_ready = {**state.before_ready, race: (counts, pieces)}


def _after_conquests(state: GameState) -> None:
    if state.table.retreat_first and redeployment.next_defender(state):
        return
    redeployment.begin_redeployment(state)


def _after_redeployment(state: GameState) -> None:
    state.stage = HAS_REDEPLOYED
    for race in state.seats[state.turn]:
        calls = state.hook_tables[race].redeployment_ended
        if calls:
            for call in calls:
                call(state, race)
    _after_retreats(state)


def _after_decline(state: GameState) -> None:
    state.stage = HAS_REDEPLOYED
    _after_retreats(state)


def _after_retreats(state: GameState) -> None:
    """Ask the next defender; when all are done, redeploy or score."""
    if state.hit and redeployment.next_defender(state):
        return
    if state.stage != HAS_REDEPLOYED:
        redeployment.begin_redeployment(state)
        return
    state.to_move = player = state.turn
    score(state, player)
    if state.hook_tables[player].offers_finish and finish_actions(state)[:-1]:
        state.phase = "finish"
        if state.events is not None:
            state.events.append(PhaseBegan("finish", player))
    else:
        _next_turn(state)


def finish_actions(state: GameState) -> list[Action]:
    """List the choices after scoring (R-TURN state AFTER); ``done`` comes last."""
    actions: list[Action] = []
    for call in state.hook_tables[state.turn].offers_finish:
        actions += call(state, state.turn, "finish")
    return [*actions, redeployment.DONE]


def _next_turn(state: GameState) -> None:
    if state.course is not None and begins_again(state):
        begin_turn(state, state.turn)
        return
    player = next_player(state)
    if player == state.first_seat:
        if state.round >= rounds_of(state):
            _end_game(state)
            return
        state.round += 1
        player = _begin_round(state)
    begin_turn(state, player)


def begin_game(state: GameState) -> None:
    """Begin a round, the first one once everything that the set-up asks is answered."""
    begin_turn(state, _begin_round(state))


def _begin_round(state: GameState) -> Player:
    """Report that a round begins; return its first player, whom those who hear of it may still change."""
    if state.spared_of:
        state.spared_of = {}
    if state.course is not None:
        begin_order(state)
    for call, race in listeners(state, "round_started"):
        call(state, race)
    if state.course is not None:
        begin_order(state)
    return state.first_seat


def _end_game(state: GameState) -> None:
    state.phase, state.phase_over = "over", False
    for call, race in listeners(state, "game_ended"):
        call(state, race)
    if state.turn_events is not None:
        state.turn_events.append(Ended())


CHOICES: Final[dict[str, Callable[[GameState], list[Action]]]] = {
    "pick": pick_actions,
    "conquer": conquest_actions,
    "redeploy": redeployment.redeploy_actions,
    "retreat": redeployment.retreat_actions,
    "finish": finish_actions,
    "answer": answer_actions,
    "over": lambda state: [],
}

NEXT: Final[dict[str, Callable[[GameState], None]]] = {
    "set_up": begin_game,
    "pick": begin_conquests,
    "conquer": _after_conquests,
    "redeploy": _after_redeployment,
    "retreat": _after_retreats,
    "decline": _after_decline,
    "finish": _next_turn,
}


# --- the way back from an action that failed half way
#
# A copy before each action would cost a fifth of all time. So a game that uses only abilities of this program keeps
# only one earlier state; after an error the actions since then are played again up to the failed one, with the recorded
# chance. A game with other abilities copies its state before each action, because they may fail at any time.


def hear(state: GameState, events: list[Event] | None) -> None:
    """Let the next events be added to a list; None = nobody listens."""
    state.turn_events = events
    if state.events is not None:
        state.events = state.turn_events


def roll_back(state: GameState, checkpoint: GameState, script: Mapping[str, tuple[Any, ...]]) -> None:
    """Undo the last action of a state in place, because other objects refer to it.

    :param checkpoint: an earlier state, which stays as it is. :param script: the script before the action.
    :raises PluginError: an ability fails where it did not fail before.
    """
    log, source, _ = state.log  # without the last action, and the chance that it has had
    while not isinstance(source, int):
        log, source, _ = log
    before = checkpoint.copy()
    _play_again(before, log)
    before.log, before.script = log, script
    for name in NAMES:
        if name not in ("events", "turn_events"):
            setattr(state, name, getattr(before, name))


def _play_again(state: GameState, log: Any) -> None:
    """Play the events of a log that a state does not have yet; the generator of chance ends as it did."""
    actions: list[Action] = []
    results: dict[str, list[Any]] = {}
    while log is not state.log:
        log, source, event = log
        if isinstance(source, int):
            actions.append(event)
        else:
            results.setdefault(source, []).append(event)
    state.script = {kind: tuple(reversed(kind_results)) for kind, kind_results in results.items()}
    try:
        for action in reversed(actions):
            carry_out(state, action)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise PluginError(
            f"an action failed, and the game cannot go back, because earlier ones fail now, too ({problem}); "
            "load it from its record"
        ) from error
