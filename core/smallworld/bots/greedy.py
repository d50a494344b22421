"""A bot that looks one turn ahead: which action leaves the most coins in sight?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from smallworld.actions import Action
from smallworld.bots.value import future, income, turns_left
from smallworld.errors import SmallWorldError
from smallworld.rules.conquest import DONE as STOP
from smallworld.rules.position import Position

if TYPE_CHECKING:
    from smallworld.game import Game
    from smallworld.view import View


class Greedy:
    """Tries every action on an imagined copy and takes the one with the best prospects.

    :param samples: with how many guesses at dice and hidden stacks a turn is imagined when a combo is picked or
        declining is weighed, at least 1; their mean counts, and each takes its time.
    :raises SmallWorldError: ``samples`` is below 1.
    """

    def __init__(self, samples: int = 1) -> None:
        if samples < 1:
            raise SmallWorldError(f"parameter 'samples' of bot 'greedy' must be at least 1, not {samples}")
        self.samples = samples

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """The action with the highest expected coins."""
        if len(legal) == 1:
            return legal[0]
        seat = view.players.index(view.player)
        if view.phase in ("redeploy", "retreat"):
            return self._place(view.imagine(rng), legal, rng)
        games = [view.imagine(rng) for _ in range(self.samples)]
        if view.phase == "pick":
            return max(legal, key=lambda action: self._after_turn(games, seat, action, rng))
        return self._conquest(games, seat, legal, rng)

    # --- conquests

    def _conquest(self, games: Sequence[Game], seat: int, legal: Sequence[str], rng: Random) -> str:
        """The best of going on, stopping and declining."""
        game = games[0]
        best = _step(game, seat, legal, rng)
        if "decline" not in legal or turns_left(game.position, seat) <= 1:
            return best
        gone = game.copy()
        gone.apply("decline")
        gain = gone.position.coins[seat] + future(gone.position, seat)
        stays = fmean(self._played_out(each, seat, rng, best) for each in games)
        return "decline" if gain > stays else best

    def _after_turn(self, games: Sequence[Game], seat: int, action: str, rng: Random) -> float:
        trials = [game.copy() for game in games]
        for trial in trials:
            trial.apply(action)
        return fmean(self._played_out(trial, seat, rng) for trial in trials)

    def _played_out(self, game: Game, seat: int, rng: Random, first: str = "") -> float:
        """Coins in sight when the conquests are played greedily to their end, from a first action on if it is known."""
        action = first
        for _ in range(40):
            if game.phase != "conquer" or game.position.to_move != seat:
                break
            action = action or _step(game, seat, game.legal_actions(), rng)
            if action == STOP:
                break
            game.apply(action)
            action = ""
        position = game.position
        return position.coins[seat] + income(position, seat) + future(position, seat)

    # --- placing

    def _place(self, game: Game, legal: Sequence[str], rng: Random) -> str:
        """Pieces first, then a token where attackers are nearest; never more than needed for a free region."""
        seat = game.position.to_move
        placing = [action for action in legal if not action.startswith(("deploy", "done", "abandon"))]
        if placing:
            return max(placing, key=lambda action: (_worth(game, action, seat), rng.random()))
        single = [action for action in legal if action.startswith("deploy") and action.endswith(" 1")]
        if single:
            return min(single, key=lambda action: (_safety(game.position, action, seat), rng.random()))
        giving = [action for action in legal if action.startswith("abandon")]
        if giving:
            return max(giving, key=lambda action: _left_over(game, action, seat))
        return legal[0]


def _step(game: Game, seat: int, legal: Sequence[str], rng: Random) -> str:
    """The next conquest with the best gain for its tokens, or ``done``."""
    position = game.position
    base = _sight(position, seat)
    best, found = 0.05, ""
    for action in legal:
        if not action.startswith("conquer") or " by die" in action or action.endswith("+die"):
            continue
        trial = game.copy()
        trial.apply(action)
        spent = max(1, position.hands_of(seat) - trial.position.hands_of(seat))
        gain = (_sight(trial.position, seat) - base + _harm(position, action, seat)) / spent
        gain += rng.random() * 0.01
        if gain > best:
            best, found = gain, action
    return found or _last_resort(game, seat, legal)


def _last_resort(game: Game, seat: int, legal: Sequence[str]) -> str:
    """The cheapest final attempt if tokens are left, a roll, or the end of the conquests."""
    rolls = [action for action in legal if action == "roll"]
    if rolls and game.position.hands_of(seat):
        return rolls[0]
    dice = [action for action in legal if " by die" in action]
    if dice:
        return min(dice, key=lambda action: game.position.defence[_region(game.position, action)])
    for action in legal:
        if action == "done":
            return action
    return next((action for action in legal if not action.startswith(("decline", "abandon"))), legal[0])


def _sight(position: Position, seat: int) -> float:
    """Coins in hand and those that this turn will bring."""
    return position.coins[seat] + income(position, seat)


def _harm(position: Position, action: str, seat: int) -> float:
    """A little more for a region that somebody else loses."""
    region = _region(position, action)
    occupant = position.occupant[region] if region >= 0 else -1
    return 0.3 if occupant >= 0 and occupant % position.players != seat else 0.0


def _region(position: Position, action: str) -> int:
    """The first region that an action names; -1 if there is none."""
    if isinstance(action, Action):  # it knows without being read
        return action.region
    return position.board.index.get(action.split(" ")[1], -1)


def _worth(game: Game, action: str, seat: int) -> float:
    trial = game.copy()
    trial.apply(action)
    return float(income(trial.position, seat)) if trial.position.to_move == seat else 0.0


def _left_over(game: Game, action: str, seat: int) -> int:
    trial = game.copy()
    trial.apply(action)
    return income(trial.position, seat)


def _safety(position: Position, action: str, seat: int) -> float:
    """How hard a region is to take; far from everybody it needs no help."""
    region = _region(position, action)
    if position.immune >> region & 1:
        return 99.0
    foes = 0
    for race, regions in enumerate(position.regions):
        if race % position.players != seat and race < position.players:
            foes |= regions
    near = bool(position.board.neighbours[region] & foes) or bool(position.board.entry >> region & 1)
    return position.defence[region] + (0.0 if near else 4.0)
