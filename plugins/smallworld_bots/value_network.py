"""The value network: it predicts the coins that each player will still get, and is trained on games of bots."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from smallworld.api import GameState
from smallworld.model.aliases import Player, Regions, Tokens
from smallworld.model.regions import indexes
from smallworld.tools import place_in_round, rounds_of, tokens_off_map
from smallworld_bots.position_value import future, income, spare, turns_left

WEIGHTS = Path(__file__).with_name("weights.json")
COIN = 0.001
"""The worth of a coin, in chances of victory: it decides where victory or defeat is certain."""
REMEMBERED = 10_000
"""Corrections that are remembered: most plans of a turn leave most rivals alike."""
Layer = tuple[list[list[float]], list[float]]
"""The weights of each number of a layer, and the offsets of those of the next."""


class Prospects(NamedTuple):
    """The expectation of a player in a position."""

    worth: float
    """The chance of victory, and a little for each coin; higher is better."""
    coins: float
    """Coins at the end of the game."""


class ValueNetwork:
    """Two hidden layers over the features of a player; each of their races and powers adds a learned row to the first.

    It predicts by how much :func:`smallworld_bots.position_value.future` is wrong. Races and powers that it was not
    trained with, such as those of fan editions, add nothing.

    :param path: a file that ``python tests/bots/value_training.py`` writes.
    """

    def __init__(self, path: Path = WEIGHTS) -> None:
        stored = json.loads(path.read_text("utf-8"))
        self._layers: list[Layer] = [(stored[f"weights{layer}"], stored[f"offsets{layer}"]) for layer in (1, 2, 3)]
        self._rows: dict[str, list[float]] = stored["rows"]
        self.correction = lru_cache(maxsize=REMEMBERED)(self._correction)

    def prospects(self, state: GameState, player: Player) -> Prospects:
        """Return the expectation of a player in a position: a turn has just begun, or the game is over."""
        coins = [had + more for had, more in zip(state.coins, self.coins_to_come(state), strict=True)]
        return Prospects(_chance(state, coins, player) + COIN * coins[player], coins[player])

    def coins_to_come(self, state: GameState) -> list[float]:
        """Return the coins that each player may expect from now on; a turn has just begun, or the game is over.

        A player without a further turn gets no more.
        """
        if state.phase == "over":
            return [0.0] * state.players
        facts = position_facts(state)
        coins = []
        for player in range(state.players):
            now, more = state.turn == player, 0.0
            if turns_left(state, player) + now > 0:
                more = future(state, player, now)
                more += self.correction(player_features(state, player, more, facts), combo_names(state, player))
            coins.append(more)
        return coins

    def _correction(self, features: tuple[float, ...], names: tuple[str, ...]) -> float:
        """Return the coins that a player with these races and powers may expect beyond ``future``."""
        (weights, offsets), *later_layers = self._layers
        sums = offsets
        for value, row in zip(features, weights, strict=True):
            if value:
                sums = [total + value * weight for total, weight in zip(sums, row, strict=True)]
        for row in [self._rows[name] for name in names if name in self._rows]:
            sums = [total + weight for total, weight in zip(sums, row, strict=True)]
        for weights, offsets in later_layers:
            values, sums = sums, offsets
            for value, row in zip(values, weights, strict=True):
                if value > 0.0:
                    sums = [total + value * weight for total, weight in zip(sums, row, strict=True)]
        return sums[0]


def _chance(state: GameState, coins: Sequence[float], player: Player) -> float:
    """Return about how likely a player is to win, if these are the coins of everybody at the end."""
    rounds = 0 if state.phase == "over" else rounds_of(state) - state.round + 1
    spread = 1.5 + 2.2 * math.sqrt(rounds)  # coins; the more rounds to come, the less certain is a lead
    best = max(coins)
    weights = [math.exp((end - best) / spread) for end in coins]
    return weights[player] / sum(weights)


@lru_cache(maxsize=1)
def value_network() -> ValueNetwork:
    """Return the network of this package."""
    return ValueNetwork()


# --- features of a player: the numbers from which the network predicts their coins


MOST_TURNS = 10
"""Turns until the end with a feature of their own; more count as so many."""
NO_DEFENCES = [0.0] * 7
"""The features of no region."""


class PlayerFacts(NamedTuple):
    """The facts about one player that count in the features of everybody."""

    active: Regions
    declined: Regions
    tokens: Tokens
    """Tokens of the active race on the map."""
    off_map: Tokens
    has_race: bool


class PositionFacts(NamedTuple):
    """The facts of a position that its players share."""

    players: Sequence[PlayerFacts]
    scenery: Sequence[float]
    """Features that are the same for everybody: free regions, those that are cheap, and of the column tokens and coins
    less the price of the best, the second best and the top combo."""


def position_facts(state: GameState) -> PositionFacts:
    """Return what the features of all players have in common."""
    tokens, players = state.tokens, []
    for player in range(state.players):
        active = state.regions[player]
        players.append(
            PlayerFacts(
                active,
                state.regions_of(player) & ~active,
                sum([tokens[region] for region in indexes(active)]),
                tokens_off_map(state, player),
                state.hook_tables[player].race_index >= 0,
            )
        )
    occupant, defence = state.occupant, state.defence
    free = [region for region in indexes(state.board.land) if occupant[region] < 0]
    easy = sum([1 for region in free if defence[region] <= 3])
    book = state.table.rulebook
    worth = [
        book.races[race].banner + book.powers[power].badge + coins - place
        for place, (race, power, coins) in enumerate(state.column[:6])
    ]
    first, second, *_ = [*sorted(worth, reverse=True), 0, 0]
    top = worth[0] if worth else 0
    return PositionFacts(players, (len(free) / 15, easy / 15, first / 10, second / 10, top / 10))


def player_features(state: GameState, player: Player, expected: float, facts: PositionFacts) -> tuple[float, ...]:
    """Return 48 features of a player at the moment when a turn has just begun; most are between 0 and 2.

    They use what everybody sees; coins are not among them.

    :param expected: the coins by :func:`smallworld_bots.position_value.future`.
    """
    turns = turns_left(state, player) + (state.turn == player)
    active, declined, *_ = facts.players[player]
    bordering, entry = _threat(state, player)
    until_end = [0.0] * MOST_TURNS
    if turns > 0:
        until_end[min(turns, MOST_TURNS) - 1] = 1.0
    return (
        *_standing(state, player, turns, expected, facts.players[player]),
        *_defences(state, active, bordering, entry),
        *_defences(state, declined, bordering, entry),
        *_rivals(facts.players, player),
        *facts.scenery,
        *until_end,
    )


def combo_names(state: GameState, player: Player) -> tuple[str, ...]:
    """Return the races and powers of a player by kind and id, e.g. ``race orcs``, ``declined power flying``."""
    book = state.table.rulebook
    names = []
    for race in state.seats[player]:
        hooks = state.hook_tables[race]
        if hooks.race_index < 0 or (race >= state.players and not state.regions[race]):
            continue
        kind = "declined " if race >= state.players else ""
        names.append(f"{kind}race {book.races[hooks.race_index].id}")
        if hooks.power_index >= 0:
            names.append(f"{kind}power {book.powers[hooks.power_index].id}")
    return tuple(names)


def _standing(state: GameState, player: Player, turns: int, expected: float, facts: PlayerFacts) -> list[float]:
    """Return place in the order of turns, turns left, tokens, regions and scores of the player."""
    players = state.players
    active, declined = facts.active.bit_count(), facts.declined.bit_count()
    return [
        1.0 if state.turn == player else 0.0,
        ((place_in_round(state, player) - place_in_round(state, state.turn)) % players) / 4,
        turns / 10,
        expected / 50,
        1.0 if facts.has_race else 0.0,
        active / 8,
        facts.tokens / 12,
        facts.off_map / 12,
        (spare(state, player) if facts.has_race else 0) / 8,
        (income(state, player) - active - declined) / 6,
        sum([coins for _race, _source, coins in state.scored[player]]) / 12,
        declined / 8,
        sum([1 for race in state.seats[player] if race >= players and state.regions[race]]) / 2,
        players / 4,
    ]


def _threat(state: GameState, player: Player) -> tuple[Regions, Regions]:
    """Return the regions in reach of the others: next to their active races, or open to races without a region."""
    bordering: Regions = 0
    entry: Regions = 0
    for rival in range(state.players):
        if rival != player:
            if state.regions[rival]:
                bordering |= state.adjacent[rival]
            else:
                entry = state.board.entry
    return bordering, entry


def _defences(state: GameState, regions: Regions, bordering: Regions, entry: Regions) -> list[float]:
    """Count immune regions and the others by defence; add up the risks of all, of bordering and of entry regions.

    The risk of a region is 1 / defence.
    """
    if not regions:
        return NO_DEFENCES
    counts = [0, 0, 0]
    risk = border_risk = entry_risk = 0.0
    defences, immune = state.defence, regions & state.immune
    for region in indexes(regions & ~immune):
        defence = defences[region] or 1
        risk += 1 / defence
        if bordering >> region & 1:
            border_risk += 1 / defence
        if entry >> region & 1:
            entry_risk += 1 / defence
        counts[0 if defence <= 2 else 1 if defence == 3 else 2] += 1
    low, middle, high = counts
    return [immune.bit_count() / 4, low / 8, middle / 8, high / 8, risk / 3, border_risk / 3, entry_risk / 3]


def _rivals(players: Sequence[PlayerFacts], player: Player) -> list[float]:
    """Return tokens and regions of the others."""
    tokens = without_race = off_map = active = declined = 0
    for rival, facts in enumerate(players):
        if rival != player:
            without_race += not facts.has_race
            off_map += facts.off_map
            tokens += facts.tokens
            active += facts.active.bit_count()
            declined += facts.declined.bit_count()
    return [tokens / 30, off_map / 20, without_race / 3, active / 15, declined / 15]
