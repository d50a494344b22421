"""Plans of a turn, one for each first action to compare: the rest of the turn is played greedily.

Its conquests are chosen by their immediate gains, and tokens go where attackers are nearest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import fsum
from random import Random
from typing import Final, NamedTuple

from smallworld.actions import Action
from smallworld.api import GameState
from smallworld.game import Game
from smallworld.model.aliases import Player, Region, Regions, Tokens
from smallworld.player_view import View
from smallworld.tools import DONE, conquer, conquest_cost, tokens_off_map, tolls_due
from smallworld_bots.position_value import choose_quickly, future, income, is_overstretched, spare, turns_left

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


# --- immediate gains of conquests without a die, and the best of them at each step of a turn


LEAST_MERIT: Final = 0.05
"""Fewest coins for each token of a conquest that is worth it."""
HARM: Final = 0.3
"""Value in coins of the region that another player loses by a conquest."""
NOISE: Final = 0.01
"""Random coins for each token that decide between equal conquests."""
NO_MERIT: Final = -1.0
"""The merit of a conquest that the race cannot hold until the end of the turn."""


class ConquestGain(NamedTuple):
    """The immediate gain of a conquest without a die."""

    action: Action
    coins: float
    """Coins by which the income of this turn rises."""
    tokens: Tokens
    """Tokens that it takes from the hand, at least 1."""
    merit: float
    """Coins for each token, and a little more for a region that somebody else loses."""
    after: Game | None
    """The game after it, if it had to be tried."""


class Prospect:
    """A position before a conquest, with which its conquests are compared."""

    __slots__ = ("coins", "game", "is_plain", "seat", "tokens")

    def __init__(self, game: Game, seat: Player) -> None:
        state = game.state
        self.game, self.seat = game, seat
        self.coins = coins_in_sight(state, seat)
        self.tokens = tokens_off_map(state, seat)
        self.is_plain = brings_no_bonus(state, seat)

    def gain(self, action: Action) -> ConquestGain | None:
        """Return the gain of a conquest; None if the race would have to give up regions for it."""
        game, seat = self.game, self.seat
        state = game.state
        region = action.region
        occupant = state.occupant[region] if region >= 0 else -1
        harm = HARM if occupant >= 0 and occupant % state.players != seat else 0.0
        spent = plain_price(state, action) if self.is_plain else 0
        if spent:
            coins = 0.0 if state.regions_of(seat) >> region & 1 else 1.0
            return ConquestGain(action, coins, spent, (coins + harm) / spent, None)
        trial = game.after(action)
        after = trial.state
        if is_overstretched(after, seat):
            return None
        spent = max(1, self.tokens - tokens_off_map(after, seat))
        coins = coins_in_sight(after, seat) - self.coins
        return ConquestGain(action, coins, spent, (coins + harm) / spent, trial)


def conquest_gains(game: Game, seat: Player, legal: Sequence[Action]) -> Iterator[ConquestGain]:
    """Yield the gains of the conquests that need no die and hold until the end of the turn."""
    prospect = Prospect(game, seat)
    for action in legal:
        if _needs_no_die(action):
            gain = prospect.gain(action)
            if gain is not None:
                yield gain


class ConquestChooser:
    """Chooses the best conquest, again and again in one turn.

    A conquest changes the gains of its neighbours. Elsewhere they hardly change, so they are remembered from step to
    step, and tried again only where they are the best.
    """

    def __init__(self, seat: Player, rng: Random) -> None:
        self._seat, self._rng = seat, rng
        self._merits: dict[Action, float] = {}
        self._changed: Regions = 0

    def best(self, game: Game, legal: Sequence[Action]) -> tuple[str, Game | None]:
        """Return the conquest with the best gain for its tokens and the game after it, if it was tried.

        The text is empty if no conquest without a die is worth its tokens.
        """
        prospect, state = Prospect(game, self._seat), game.state
        earlier, changed = self._merits, self._changed
        merits: dict[Action, float] = {}
        trials: dict[Action, Game | None] = {}
        for action in legal:
            if not _needs_no_die(action):
                continue
            if action in earlier and not changed >> max(0, action.region) & 1:
                merits[action] = earlier[action]
            else:
                merits[action], trials[action] = self._try(prospect, action)
        self._merits = merits
        while merits:
            best = max(merits, key=merits.__getitem__)
            if merits[best] <= LEAST_MERIT:
                break
            if best in trials:
                region = best.region
                self._changed = state.board.neighbours[region] | 1 << region if region >= 0 else -1
                return best, trials[best]
            merits[best], trials[best] = self._try(prospect, best)
        return "", None

    def _try(self, prospect: Prospect, action: Action) -> tuple[float, Game | None]:
        gain = prospect.gain(action)
        return (NO_MERIT, None) if gain is None else (gain.merit + self._rng.random() * NOISE, gain.after)


def coins_in_sight(state: GameState, seat: Player) -> float:
    """Return the coins in hand and those that this turn will bring."""
    return state.coins[seat] + income(state, seat)


def _needs_no_die(action: Action) -> bool:
    return action.verb == "conquer" and "die" not in action.means


# --- conquests without any effect of an ability: their price and their coin are known without trying them; in the base
# game this is a quarter of the conquests that ``greedy`` weighs


def brings_no_bonus(state: GameState, player: Player) -> bool:
    """Return whether no ability reacts to a conquest by the active race, which pays for its region alone."""
    hook_table = state.hook_tables[player]
    if hook_table.region_conquered or hook_table.tokens_destroyed or hook_table.reserve:
        return False
    if state.watchers or state.carried or not state.readied:
        return False
    return not any(state.hook_tables[race].score_lines for race in state.seats[player])


def plain_price(state: GameState, action: Action) -> Tokens:
    """Return the tokens that a conquest takes; 0 for a special one, and where abilities of others may take part.

    :param action: a legal conquest, after :func:`brings_no_bonus`.
    """
    if action.run is not conquer or action.as_decline:
        return 0
    race, region = state.to_move, action.region
    if state.relic_regions >> region & 1 or (state.guards and tolls_due(state, race, 1 << region)):
        return 0
    loser = state.occupant[region]
    if loser >= 0:
        hook_table = state.hook_tables[loser]
        ends = loser >= state.players and state.regions[loser] == 1 << region
        if ends or hook_table.region_left or state.marked >> region & 1:
            return 0
    return conquest_cost(state, race, region)


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
        picks: Sequence[str] = legal
        if len(legal) > COMBOS:
            values = {action: _play_quickly(game.after(action), seat, rng) for action in legal}
            picks = sorted(legal, key=lambda action: -values[action])[:COMBOS]
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


def _play_quickly(game: Game, seat: Player, rng: Random) -> float:
    """Return the coins in sight when the conquests are played to their end without trying them."""
    state, steps, action = game.state, 0, ""
    while action != DONE and steps < MOST_STEPS and state.phase == "conquer" and state.to_move == seat:
        action = choose_quickly(game, rng)
        if action != DONE:
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
    while action != DONE and count < MOST_STEPS and state.phase == "conquer" and state.to_move == seat:
        action, after = first, None
        if not first:
            legal = game.legal_actions()
            action, after = chooser.best(game, legal)
            action = action or _last_resort(game, seat, legal)
        first = ""
        if state.random == chance:
            steps.append((fingerprint(state, seat), action))
        if action != DONE:
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
    """Place pieces where they earn most, then a token in the region that is easiest to take; give up the least."""
    single = [action for action in legal if action.verb == "deploy" and action.number == 1]
    placing = [action for action in legal if action.verb not in ("deploy", "done", "abandon")]
    if single and not placing:
        state = view.blanked().state
        threat = threatened_regions(state, state.to_move)
        return min(single, key=lambda action: (safety(state, action.region, threat), rng.random()))
    game = view.imagine(rng)
    seat = game.state.to_move
    if placing:
        return max(placing, key=lambda action: (coins_after(game, action, seat), rng.random()))
    giving = [action for action in legal if action.verb == "abandon"] or legal
    return max(giving, key=lambda action: income(game.after(action).state, seat))


def coins_after(game: Game, action: Action, seat: Player) -> float:
    """Return the coins that the turn of a player brings after an action; 0 if it ends the turn."""
    after = game.after(action).state
    return float(income(after, seat)) if after.to_move == seat else 0.0


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
