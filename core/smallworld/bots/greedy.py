"""A bot that looks one turn ahead: which action leaves the most coins in sight?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from smallworld.actions import Action
from smallworld.bots.plain_conquests import brings_no_bonus, plain_price
from smallworld.bots.value import future, income, is_overstretched, spare, turns_left
from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld.model.aliases import Player, Region, Regions, Tokens
from smallworld.rules.game_state import GameState
from smallworld.rules.phases.conquest import DONE as STOP
from smallworld.rules.state.token_counts import tokens_off_map

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

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """The action with the highest expected coins."""
        if len(legal) == 1:
            return legal[0]
        seat = view.players.index(view.player)
        if view.phase in ("redeploy", "retreat"):
            return self._place(view.imagine(rng), legal, rng)
        values = self.plan_values([view.imagine(rng) for _ in range(self.samples)], seat, legal, rng)
        return max(values, key=lambda action: values[action])

    # --- plans

    def plan_values(self, games: Sequence[Game], seat: Player, legal: Sequence[str], rng: Random) -> dict[str, float]:
        """Return the coins until the end of the game that each plan promises, by its first action.

        Plans are the combos to pick, or the next step of the conquests and, if possible, ``decline``. A plan without an
        alternative has the value 0.

        :param games: guesses at the hidden parts of the game, in a phase of picks or conquests.
        """
        game = games[0]
        if game.phase == "pick":
            return {action: self._after_turn(games, seat, action, rng) for action in legal}
        best, _ = _step(game, seat, legal, rng)
        if "decline" not in legal or turns_left(game.state, seat) <= 1:
            return {best: 0.0}
        declined = game.after("decline").state
        gain = declined.coins[seat] + future(declined, seat)
        stays = fmean(self._played_out(each, seat, rng, best) for each in games)
        return {best: stays, "decline": gain}

    def _after_turn(self, games: Sequence[Game], seat: Player, action: str, rng: Random) -> float:
        trials = [game.after(action) for game in games]
        return fmean(self._played_out(trial, seat, rng) for trial in trials)

    def _played_out(self, game: Game, seat: Player, rng: Random, first: str = "") -> float:
        """Coins in sight when the conquests are played greedily to their end, from a first action on if it is known."""
        for _ in range(40):
            if game.phase != "conquer" or game.state.to_move != seat:
                break
            action, after = (first, None) if first else _step(game, seat, game.legal_actions(), rng)
            first = ""
            if action == STOP:
                break
            game = after or game.after(action)
        state = game.state
        return state.coins[seat] + income(state, seat) + future(state, seat)

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


class ConquestGain(NamedTuple):
    """The immediate gain of a conquest without a die."""

    action: str
    coins: float
    """Coins by which the income of this turn rises."""
    tokens: Tokens
    """Tokens that it takes from the hand, at least 1."""
    merit: float
    """Coins for each token, and a little more for a region that somebody else loses."""
    after: Game | None
    """The game after it, if it had to be tried."""


def conquest_gains(game: Game, seat: Player, legal: Sequence[str]) -> Iterator[ConquestGain]:
    """Yield the gains of the conquests that need no die and hold until the end of the turn."""
    state = game.state
    before, off_map = _sight(state, seat), tokens_off_map(state, seat)
    plain = brings_no_bonus(state, seat)
    for action in legal:
        if not action.startswith("conquer") or " by die" in action or action.endswith("+die"):
            continue
        harm = _harm(state, action, seat)
        spent = plain_price(state, action) if plain else 0
        if spent:
            coins = 0.0 if state.regions_of(seat) >> _region(state, action) & 1 else 1.0
            yield ConquestGain(action, coins, spent, (coins + harm) / spent, None)
            continue
        trial = game.after(action)
        after = trial.state
        if is_overstretched(after, seat):
            continue
        spent = max(1, off_map - tokens_off_map(after, seat))
        coins = _sight(after, seat) - before
        yield ConquestGain(action, coins, spent, (coins + harm) / spent, trial)


def _step(game: Game, seat: Player, legal: Sequence[str], rng: Random) -> tuple[str, Game | None]:
    """Return the next conquest with the best gain for its tokens and the game after it, or ``done``."""
    best, chosen, after = 0.05, "", None
    for gain in conquest_gains(game, seat, legal):
        merit = gain.merit + rng.random() * 0.01
        if merit > best:
            best, chosen, after = merit, gain.action, gain.after
    return chosen or _last_resort(game, seat, legal), after


def _last_resort(game: Game, seat: Player, legal: Sequence[str]) -> str:
    """The cheapest final attempt if a token for one more region is left, a roll, or the end of the conquests."""
    rolls = [action for action in legal if action == "roll"]
    if rolls and tokens_off_map(game.state, seat):
        return rolls[0]
    dice = [action for action in legal if " by die" in action]
    if dice and spare(game.state, seat) > 0:
        return min(dice, key=lambda action: game.state.defence[_region(game.state, action)])
    for action in legal:
        if action == "done":
            return action
    return next((action for action in legal if not action.startswith(("decline", "abandon"))), legal[0])


def _sight(state: GameState, seat: Player) -> float:
    """Coins in hand and those that this turn will bring."""
    return state.coins[seat] + income(state, seat)


def _harm(state: GameState, action: str, seat: Player) -> float:
    """A little more for a region that somebody else loses."""
    region = _region(state, action)
    occupant = state.occupant[region] if region >= 0 else -1
    return 0.3 if occupant >= 0 and occupant % state.players != seat else 0.0


def _region(state: GameState, action: str) -> Region:
    """Return the first region that an action names; -1 without one."""
    if isinstance(action, Action):  # it knows without being read
        return action.region
    return state.board.index.get(action.split(" ")[1], -1)


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
    region = _region(state, action)
    if state.immune >> region & 1:
        return 99.0
    threatened = state.board.neighbours[region] & foes or state.board.entry >> region & 1
    return state.defence[region] + (0.0 if threatened else 4.0)
