"""A bot that looks one turn ahead: it takes the action that leads to the most coins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar

from smallworld.bots.conquest_gains import region_of
from smallworld.bots.planned_steps import PlannedSteps
from smallworld.bots.turn_plans import turn_plans
from smallworld.bots.value import income
from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld.model.aliases import Player, Regions
from smallworld.rules.game_state import GameState

if TYPE_CHECKING:
    from smallworld.game import Game
    from smallworld.player_view import View


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
        """Choose the action with the most expected coins; plan a turn once and follow it while it goes as planned."""
        if len(legal) == 1:
            return legal[0]
        seat = view.players.index(view.player)
        if view.phase in ("redeploy", "retreat"):
            return self._place(view.imagine(rng), legal, rng)
        step = self._planned.take(view.blanked().state, legal) if view.phase == "conquer" else ""
        if step:
            return step
        plans = turn_plans([view.imagine(rng) for _ in range(self.samples)], seat, legal, rng)
        best = max(plans, key=lambda action: plans[action].coins)
        self._planned = PlannedSteps(plans[best].steps)
        return best

    # --- plans

    def plan_values(self, games: Sequence[Game], seat: Player, legal: Sequence[str], rng: Random) -> dict[str, float]:
        """Return the coins until the end of the game that each plan promises, by its first action.

        Plans are the most promising combos to pick, or the next step of the conquests and, if possible, ``decline``.

        :param games: guesses at the hidden parts of the game, in a phase of picks or conquests.
        """
        return {action: plan.coins for action, plan in turn_plans(games, seat, legal, rng).items()}

    # --- placing

    def _place(self, game: Game, legal: Sequence[str], rng: Random) -> str:
        """Place pieces first, then a token where attackers are nearest; never more than a free region needs."""
        seat = game.state.to_move
        placing = [action for action in legal if not action.startswith(("deploy", "done", "abandon"))]
        if placing:
            return max(placing, key=lambda action: (_worth(game, action, seat), rng.random()))
        single = [action for action in legal if action.startswith("deploy") and action.endswith(" 1")]
        if single:
            foes = _foes(game.state, seat)
            return min(single, key=lambda action: (_safety(game.state, action, foes), rng.random()))
        giving = [action for action in legal if action.startswith("abandon")]
        return max(giving or legal, key=lambda action: _left_over(game, action, seat))


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
    """Return how hard a region is to take; a region far from all attackers needs no help."""
    region = region_of(state, action)
    if state.immune >> region & 1:
        return 99.0
    threatened = state.board.neighbours[region] & foes or state.board.entry >> region & 1
    return state.defence[region] + (0.0 if threatened else 4.0)
