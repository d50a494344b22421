"""The course of a turn as a state machine (rules C).

Actions change facts and say when a phase is over; :func:`advance` decides what comes
next. Phases: ``pick`` → ``conquer`` → ``redeploy`` → (``retreat`` of others) → scoring
→ (``finish``) → next turn; ``decline`` goes straight to the retreats and the scoring.
"""

from __future__ import annotations

from collections.abc import Callable

from smallworld.actions import Action
from smallworld.model.regions import indexes
from smallworld.rules.conquest import conquest_actions
from smallworld.rules.picking import pick_actions
from smallworld.rules.position import Position
from smallworld.rules.records import NOBODY
from smallworld.rules.redeployment import (
    begin_redeployment,
    may_retreat,
    next_defender,
    redeploy_actions,
    retreat_actions,
)
from smallworld.rules.scoring import score

REDEPLOYED = 3
"""Stage of the active race once its redeployment is over, or will not come."""


def legal_actions(game: Position) -> list[Action]:
    """Every legal action of the player who is to move."""
    return CHOICES[game.phase](game)


def advance(game: Position) -> None:
    """Go through everything that asks no one for a decision; a retreat goes on while there is something to place."""
    if game.phase == "retreat":
        game.phase_over = not may_retreat(game)
    while game.phase_over:
        game.phase_over = False
        NEXT[game.phase](game)


def begin_turn(game: Position, player: int) -> None:
    """START of a turn: counters are cleared, what lasted until now ends (R-TURN-1)."""
    game.turn = game.to_move = player
    game.conquests = ()
    game.attacked = game.hit = 0
    game.turn_memory = {}
    game.pending = None
    game.before_ready = {}
    game.stage = 0
    game.decline_stage = 2
    game.die_used = game.picked = False
    game.fresh = True
    for race in game.seats[player]:
        if game.withdrawn[race]:
            game.rejoin(race)
        for call in game.kit[race].turn_started:
            call(game, race)
    if game.kit[player].race < 0 and game.choices_of(player):
        game.phase = "pick"
    else:
        begin_conquests(game)


def begin_conquests(game: Position) -> None:
    """Ready the race that may act first: a declined one that acts, else the active one (R-READY-1, R-GHOUL-3)."""
    player = game.turn
    game.phase = "conquer"
    if game.kit[player].race < 0:
        game.stage = 2
        game.fresh = False
    acting = game.acting_race(player) if game.actors else NOBODY
    if acting >= 0:
        _remember(game, acting)
        game.ready(acting)
        game.decline_stage = 0
        game.readied = False
        return
    game.readied = True
    if game.kit[player].decline_keeps:
        _remember(game, player)
    game.ready(player)


def _remember(game: Position, race: int) -> None:
    counts = tuple([(region, game.tokens[region]) for region in indexes(game.regions[race])])
    game.before_ready = {**game.before_ready, race: counts}


def _after_conquests(game: Position) -> None:
    if game.table.retreat_first and next_defender(game):
        return
    begin_redeployment(game)


def _after_redeployment(game: Position) -> None:
    game.stage = REDEPLOYED
    for race in game.seats[game.turn]:
        for call in game.kit[race].turn_ending:
            call(game, race)
    _after_retreats(game)


def _after_decline(game: Position) -> None:
    game.stage = REDEPLOYED
    _after_retreats(game)


def _after_retreats(game: Position) -> None:
    """Ask the next defender; when all are done, redeploy or score."""
    if game.hit and next_defender(game):
        return
    if game.stage != REDEPLOYED:
        begin_redeployment(game)
        return
    game.to_move = player = game.turn
    score(game, player)
    if game.kit[player].offers_finish and finish_actions(game)[:-1]:
        game.phase = "finish"
    else:
        _next_turn(game)


def finish_actions(game: Position) -> list[Action]:
    """Choices after scoring (R-TURN state AFTER); ``done`` comes last."""
    found: list[Action] = []
    for call in game.kit[game.turn].offers_finish:
        found += call(game, game.turn, "finish")
    return [*found, DONE]


def _next_turn(game: Position) -> None:
    player = (game.turn + 1) % game.players
    if player == game.first_seat:
        if game.round >= game.table.rounds:
            _end_game(game)
            return
        game.round += 1
    begin_turn(game, player)


def _end_game(game: Position) -> None:
    game.phase = "over"
    for ability in game.table.rulebook.hooks["game_over"]:
        ability.call(game)


def _no_actions(game: Position) -> list[Action]:
    return []


def _end_turn(game: Position, action: Action) -> None:
    game.phase_over = True


DONE = Action("done", _end_turn)

CHOICES: dict[str, Callable[[Position], list[Action]]] = {
    "pick": pick_actions,
    "conquer": conquest_actions,
    "redeploy": redeploy_actions,
    "retreat": retreat_actions,
    "finish": finish_actions,
    "over": _no_actions,
}

NEXT: dict[str, Callable[[Position], None]] = {
    "pick": begin_conquests,
    "conquer": _after_conquests,
    "redeploy": _after_redeployment,
    "retreat": _after_retreats,
    "decline": _after_decline,
    "finish": _next_turn,
}
