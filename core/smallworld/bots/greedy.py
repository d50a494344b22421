"""A bot that looks one turn ahead: which action leaves the most coins in sight?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from smallworld.bots.conquest_gains import ConquestChooser, coins_in_sight, region_of
from smallworld.bots.planned_steps import PlannedSteps, Step, fingerprint
from smallworld.bots.rollout import quick
from smallworld.bots.value import future, income, spare, turns_left
from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld.model.aliases import Player, Regions
from smallworld.rules.game_state import GameState
from smallworld.rules.phases.conquest import DONE as STOP
from smallworld.rules.state.token_counts import tokens_off_map

if TYPE_CHECKING:
    from smallworld.game import Game
    from smallworld.player_view import View


COMBOS = 2
"""Combos that are weighed exactly; a quick turn chooses them. Four more bring no strength."""


class Greedy:
    """Tries every action on an imagined copy and takes the one with the best prospects.

    :param samples: with how many guesses at dice and hidden stacks a turn is imagined when a combo is picked or
        declining is weighed, at least 1; their mean counts, and each takes its time.
    :raises SmallWorldError: ``samples`` is below 1.
    """

    bounds: ClassVar[Mapping[str, float]] = {"samples": 1000}
    """Parameter → its largest value in a text."""

    def __init__(self, samples: int = 1) -> None:
        if samples < 1:
            raise SmallWorldError(
                lazy("parameter 'samples' of bot 'greedy' must be at least 1, not {samples}", samples=samples)
            )
        self.samples = samples
        self._planned = PlannedSteps()

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """The action with the highest expected coins; a turn is planned once and followed while it goes as planned."""
        if len(legal) == 1:
            return legal[0]
        seat = view.players.index(view.player)
        if view.phase in ("redeploy", "retreat"):
            return self._place(view.imagine(rng), legal, rng)
        step = self._planned.take(view.blanked().state, legal) if view.phase == "conquer" else ""
        if step:
            return step
        plans = self._plans([view.imagine(rng) for _ in range(self.samples)], seat, legal, rng)
        best = max(plans, key=lambda action: plans[action].coins)
        self._planned = PlannedSteps(plans[best].steps)
        return best

    # --- plans

    def plan_values(self, games: Sequence[Game], seat: Player, legal: Sequence[str], rng: Random) -> dict[str, float]:
        """Return the coins until the end of the game that each plan promises, by its first action.

        Plans are the combos to pick, or the next step of the conquests and, if possible, ``decline``.

        :param games: guesses at the hidden parts of the game, in a phase of picks or conquests.
        """
        return {action: plan.coins for action, plan in self._plans(games, seat, legal, rng).items()}

    def _plans(self, games: Sequence[Game], seat: Player, legal: Sequence[str], rng: Random) -> dict[str, _PlannedTurn]:
        game = games[0]
        if game.phase == "pick":
            picks = _best_combos(game, seat, legal, rng)
            return {action: _mean([_played_out(each.after(action), seat, rng) for each in games]) for action in picks}
        if game.phase != "conquer":
            return {_last_resort(game, seat, legal): _PlannedTurn(0.0, ())}
        stay = _played_out(game, seat, rng)
        best = stay.steps[0][1]
        if "decline" not in legal or turns_left(game.state, seat) <= 1:
            return {best: stay}
        declined = game.after("decline").state
        gain = declined.coins[seat] + future(declined, seat)
        stays = [stay, *(_played_out(each, seat, rng, best) for each in games[1:])]
        return {best: _mean(stays), "decline": _PlannedTurn(gain, ())}

    # --- placing

    def _place(self, game: Game, legal: Sequence[str], rng: Random) -> str:
        """Pieces first, then a token where attackers are nearest; never more than needed for a free region."""
        seat = game.state.to_move
        placing = [action for action in legal if not action.startswith(("deploy", "done", "abandon"))]
        if placing:
            return max(placing, key=lambda action: (_worth(game, action, seat), rng.random()))
        single = [action for action in legal if action.startswith("deploy") and action.endswith(" 1")]
        if single:
            foes = _foes(game.state, seat)
            return min(single, key=lambda action: (_safety(game.state, action, foes), rng.random()))
        giving = [action for action in legal if action.startswith("abandon")]
        if giving:
            return max(giving, key=lambda action: _left_over(game, action, seat))
        return legal[0]


class _PlannedTurn(NamedTuple):
    """A turn that is played greedily to its end."""

    coins: float
    """Coins until the end of the game that it promises."""
    steps: tuple[Step, ...]
    """Its conquests until chance decides."""


def _best_combos(game: Game, seat: Player, legal: Sequence[str], rng: Random) -> Sequence[str]:
    """Return the actions that promise most when the conquests are played quickly."""
    if len(legal) <= COMBOS:
        return legal
    values = {action: _played_quickly(game.after(action), seat, rng) for action in legal}
    return sorted(legal, key=lambda action: -values[action])[:COMBOS]


def _played_quickly(game: Game, seat: Player, rng: Random) -> float:
    """Return the coins in sight when the conquests are played to their end without trying them."""
    state = game.state
    for _ in range(40):
        if state.phase != "conquer" or state.to_move != seat:
            break
        action = quick(game, rng)
        if action == STOP:
            break
        game.apply(action)
    return coins_in_sight(state, seat) + future(state, seat)


def _mean(turns: Sequence[_PlannedTurn]) -> _PlannedTurn:
    """Return the first of several turns with the mean of their coins."""
    return _PlannedTurn(fmean(turn.coins for turn in turns), turns[0].steps)


def _played_out(game: Game, seat: Player, rng: Random, first: str = "") -> _PlannedTurn:
    """Play the conquests greedily to their end, from a first action on if it is fixed."""
    chooser = ConquestChooser(seat, rng)
    steps: list[Step] = []
    chance = game.state.random
    for _ in range(40):
        state = game.state
        if state.phase != "conquer" or state.to_move != seat:
            break
        action, after = first, None
        if not first:
            legal = game.legal_actions()
            action, after = chooser.best(game, legal)
            action = action or _last_resort(game, seat, legal)
        first = ""
        if state.random == chance:
            steps.append((fingerprint(state, seat), action))
        if action == STOP:
            break
        game = after or game.after(action)
    state = game.state
    return _PlannedTurn(coins_in_sight(state, seat) + future(state, seat), tuple(steps))


def _last_resort(game: Game, seat: Player, legal: Sequence[str]) -> str:
    """The cheapest final attempt if a token for one more region is left, a roll, or the end of the conquests."""
    rolls = [action for action in legal if action == "roll"]
    if rolls and tokens_off_map(game.state, seat):
        return rolls[0]
    dice = [action for action in legal if " by die" in action]
    if dice and spare(game.state, seat) > 0:
        return min(dice, key=lambda action: game.state.defence[region_of(game.state, action)])
    for action in legal:
        if action == "done":
            return action
    return next((action for action in legal if not action.startswith(("decline", "abandon"))), legal[0])


def _worth(game: Game, action: str, seat: Player) -> float:
    after = game.after(action).state
    return float(income(after, seat)) if after.to_move == seat else 0.0


def _left_over(game: Game, action: str, seat: Player) -> int:
    return income(game.after(action).state, seat)


def _foes(state: GameState, seat: Player) -> Regions:
    """Return the regions of the others' active races."""
    foes = 0
    for race in range(state.players):
        if race != seat:
            foes |= state.regions[race]
    return foes


def _safety(state: GameState, action: str, foes: Regions) -> float:
    """How hard a region is to take; far from everybody it needs no help."""
    region = region_of(state, action)
    if state.immune >> region & 1:
        return 99.0
    threatened = state.board.neighbours[region] & foes or state.board.entry >> region & 1
    return state.defence[region] + (0.0 if threatened else 4.0)
