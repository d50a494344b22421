"""Plans of a turn, one for each first action to compare; the rest of the turn is played greedily."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from math import fsum
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from smallworld.actions import Action
from smallworld.api import GameState
from smallworld.model.aliases import Player, Region, Regions
from smallworld.tools import DONE as STOP
from smallworld.tools import tokens_off_map
from smallworld_bots.greedy.conquest_gains import ConquestChooser, coins_in_sight
from smallworld_bots.position_value import future, income, spare, turns_left
from smallworld_bots.rollout import choose_quickly

if TYPE_CHECKING:
    from smallworld.game import Game
    from smallworld.player_view import View


Step = tuple[Hashable, str]
"""The position before an action (see :func:`fingerprint`), and the action."""


def fingerprint(state: GameState, seat: Player) -> Hashable:
    """Return the facts by which positions of a turn differ, so that a planned step is taken only in its position."""
    return (
        state.phase, state.fresh, state.hand[seat], tuple(state.tokens), tuple(state.occupant),
        tuple(sorted(state.pieces.items())),
    )  # fmt: skip


class PlannedSteps:
    """The rest of a plan, in order."""

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self._steps = deque(steps)

    def __len__(self) -> int:
        return len(self._steps)

    def take(self, state: GameState, legal: Sequence[str]) -> str:
        """Take the step that was planned for this position; empty for another position."""
        if not self._steps:
            return ""
        position = fingerprint(state, state.turn)
        while self._steps:
            planned_for, action = self._steps.popleft()
            if planned_for == position:
                return action if action in legal else ""
        return ""


# --- plans


COMBOS: Final = 2
"""Combos that are weighed exactly; a quick turn chooses them. Four more bring no strength."""
MOST_STEPS: Final = 40
"""Steps of a turn after which its plan ends; abilities could offer actions for ever."""


class PlannedTurn(NamedTuple):
    """A turn that is played greedily to its end."""

    coins: float
    """Coins until the end of the game that it promises."""
    steps: tuple[Step, ...]
    """Its conquests until chance decides."""


def turn_plans(games: Sequence[Game], seat: Player, legal: Sequence[Action], rng: Random) -> dict[str, PlannedTurn]:
    """Return the plans worth a comparison, by their first action.

    They are the most promising combos to pick, or the next step of the conquests and, if possible, ``decline``.

    :param games: guesses at the hidden parts of the game, in a phase of picks or conquests.
    """
    game = games[0]
    if game.phase == "pick":
        picks = _best_combos(game, seat, legal, rng)
        return {action: _mean([play_out(each.after(action), seat, rng) for each in games]) for action in picks}
    if game.phase != "conquer":
        return {_last_resort(game, seat, legal): PlannedTurn(0.0, ())}
    stay = play_out(game, seat, rng)
    best = stay.steps[0][1]
    if "decline" not in legal or turns_left(game.state, seat) <= 1:
        return {best: stay}
    declined = game.after("decline").state
    gain = declined.coins[seat] + future(declined, seat)
    stays = [stay, *(play_out(each, seat, rng, best) for each in games[1:])]
    return {best: _mean(stays), "decline": PlannedTurn(gain, ())}


def _best_combos(game: Game, seat: Player, legal: Sequence[Action], rng: Random) -> Sequence[str]:
    """Return the actions that promise most when the conquests are played quickly."""
    if len(legal) <= COMBOS:
        return legal
    values = {action: _play_quickly(game.after(action), seat, rng) for action in legal}
    return sorted(legal, key=lambda action: -values[action])[:COMBOS]


def _play_quickly(game: Game, seat: Player, rng: Random) -> float:
    """Return the coins in sight when the conquests are played to their end without trying them."""
    state, steps, action = game.state, 0, ""
    while action != STOP and steps < MOST_STEPS and state.phase == "conquer" and state.to_move == seat:
        action = choose_quickly(game, rng)
        if action != STOP:
            game.proceed(action)
        steps += 1
    return coins_in_sight(state, seat) + future(state, seat)


def _mean(turns: Sequence[PlannedTurn]) -> PlannedTurn:
    """Return the first of several turns with the mean of their coins."""
    return PlannedTurn(fsum(turn.coins for turn in turns) / len(turns), turns[0].steps)


def play_out(game: Game, seat: Player, rng: Random, first: str = "") -> PlannedTurn:
    """Play the conquests greedily to their end, from a first action on if it is fixed."""
    chooser = ConquestChooser(seat, rng)
    steps: list[Step] = []
    chance = game.state.random
    count, action, state = 0, "", game.state
    while action != STOP and count < MOST_STEPS and state.phase == "conquer" and state.to_move == seat:
        action, after = first, None
        if not first:
            legal = game.legal_actions()
            action, after = chooser.best(game, legal)
            action = action or _last_resort(game, seat, legal)
        first = ""
        if state.random == chance:
            steps.append((fingerprint(state, seat), action))
        if action != STOP:
            game = after or game.after(action)
        count, state = count + 1, game.state
    return PlannedTurn(coins_in_sight(state, seat) + future(state, seat), tuple(steps))


def _last_resort(game: Game, seat: Player, legal: Sequence[Action]) -> str:
    """Return the cheapest final attempt if a token for one more region is left; else a roll; else the end."""
    rolls = [action for action in legal if action == "roll"]
    if rolls and tokens_off_map(game.state, seat):
        return rolls[0]
    dice = [action for action in legal if "die" in action.means]
    if dice and spare(game.state, seat) > 0:
        return min(dice, key=lambda action: game.state.defence[action.region])
    for action in legal:
        if action == "done":
            return action
    return next((action for action in legal if action.verb not in ("decline", "abandon")), legal[0])


# --- the end of a turn: where pieces and tokens go, and which region is given up


SAFE: Final = 99.0
"""Safety of a region that nobody can take."""
REMOTE: Final = 4.0
"""Tokens that a region far from all attackers is safer by."""


def choose_placement(view: View, legal: Sequence[Action], rng: Random) -> str:
    """Place pieces first, then a token where attackers are nearest; never more than a free region needs."""
    placing = [action for action in legal if action.verb not in ("deploy", "done", "abandon")]
    if placing:
        return _best_piece(view.imagine(rng), placing, rng)
    single = [action for action in legal if action.verb == "deploy" and action.number == 1]
    if single:
        return _least_safe(view.blanked().state, single, rng)
    giving = [action for action in legal if action.verb == "abandon"]
    return _least_loss(view.imagine(rng), giving or legal)


def _best_piece(game: Game, actions: Sequence[Action], rng: Random) -> str:
    """Return the placement after which the turn brings most."""
    seat = game.state.to_move
    return max(actions, key=lambda action: (coins_after(game, action, seat), rng.random()))


def coins_after(game: Game, action: Action, seat: Player) -> float:
    """Return the coins that the turn of a player brings after an action; 0 if it ends the turn."""
    after = game.after(action).state
    return float(income(after, seat)) if after.to_move == seat else 0.0


def _least_safe(state: GameState, actions: Sequence[Action], rng: Random) -> str:
    """Return the placement of a token in the region that is easiest to take."""
    threat = threatened_regions(state, state.to_move)
    return min(actions, key=lambda action: (safety(state, action.region, threat), rng.random()))


def _least_loss(game: Game, actions: Sequence[Action]) -> str:
    """Return the first action after which the turn brings most."""
    seat = game.state.to_move
    return max(actions, key=lambda action: income(game.after(action).state, seat))


def threatened_regions(state: GameState, seat: Player) -> Regions:
    """Return the regions in reach of the others: entry regions, and those next to their active races."""
    threat = state.board.entry
    for rival in range(state.players):
        if rival != seat:
            threat |= state.adjacent[rival]
    return threat


def safety(state: GameState, region: Region, threat: Regions) -> float:
    """Return how hard a region is to take; a region far from all attackers needs no help."""
    if state.immune >> region & 1:
        return SAFE
    return state.defence[region] + (0.0 if threat >> region & 1 else REMOTE)
