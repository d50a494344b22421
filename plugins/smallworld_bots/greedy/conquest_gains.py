"""Immediate gains of conquests without a die, and the best of them at each step of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from smallworld.actions import Action
from smallworld.api import GameState
from smallworld.model.aliases import Player, Regions, Tokens
from smallworld.tools import conquer, conquest_cost, tokens_off_map, tolls_due
from smallworld_bots.position_value import income, is_overstretched

if TYPE_CHECKING:
    from smallworld.game import Game


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
