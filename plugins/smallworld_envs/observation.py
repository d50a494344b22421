"""The public facts of a game for one player, as an array of whole numbers with a name for each part.

Seats are counted from the observer: 0 is the observer, 1 the next player. Nothing hidden enters an observation: other
players' coins are -1 while they are hidden, and the order of stacks and face-down relics are left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from smallworld.api import GameState
from smallworld.game import Game
from smallworld.model.aliases import Player
from smallworld.model.values import NATIVES

Numbers: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.int16]]"

Coins = Literal["own", "all", "public"]
PHASES = ("pick", "conquer", "redeploy", "finish", "retreat", "over")
OLD_RACES = 2
"""Number of declined races of each player that are part of an observation, the newest first."""
LOWEST, HIGHEST = -1, 1000


class Part(NamedTuple):
    """A part of an observation: its place in the flat array, its shape and its meaning."""

    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def stop(self) -> int:
        """The index after the last number."""
        return self.start + int(np.prod(self.shape))


class Observation:
    """The layout of observations of games with the same edition, boards and players.

    :ivar parts: name → place, shape and meaning.
    :ivar size: how many numbers an observation has.
    """

    def __init__(self, game: Game) -> None:
        state = game.state
        self.players, regions, kinds = state.players, len(state.board.regions), len(state.supply)
        shapes: dict[str, tuple[tuple[int, ...], str]] = {
            "round": ((2,), "the round from 1, and the number of rounds"),
            "phase": ((len(PHASES),), f"1 at the phase: {', '.join(PHASES)}"),
            "turn": ((self.players,), "1 at the player who has the turn"),
            "to_move": ((self.players,), "1 at the player who decides"),
            "coins": ((self.players,), "coins of each player; -1 = hidden"),
            "active": ((self.players, 3), "active race and power, each from 1 (0 = none), and tokens off the map"),
            "declined": ((self.players, OLD_RACES, 2), "declined race from 1 (0 = none), and tokens off the map"),
            "column": ((len(state.column), 3), "race and power of each combo, from 1, and the coins on it"),
            "owner": ((regions,), "owner of each region: 0 nobody, -1 natives, else 1 + the seat"),
            "race": ((regions,), "race in each region, from 1; 0 = none"),
            "is_declined": ((regions,), "1 where the race has declined"),
            "tokens": ((regions,), "race or native tokens"),
            "relics": ((regions,), "relics and places with an effect, face up or down"),
            "pieces": ((kinds, regions), "pieces of each kind"),
        }
        self.parts: Mapping[str, Part] = self._layout(shapes)
        self.size = max(part.stop for part in self.parts.values())
        self._starts = {name: part.start for name, part in self.parts.items()}
        self._regions = regions
        # Single numbers are written several times as fast into an array of the standard library as into one of numpy.
        self._zeros = array("h", bytes(2 * self.size))

    @staticmethod
    def _layout(shapes: Mapping[str, tuple[tuple[int, ...], str]]) -> dict[str, Part]:
        parts, start = {}, 0
        for name, (shape, meaning) in shapes.items():
            parts[name] = Part(start, shape, meaning)
            start = parts[name].stop
        return parts

    def of(self, game: Game, player: Player, coins: Coins = "own") -> Numbers:
        """Observe a game as one player.

        :param player: the seat of the observer.
        :param coins: the hidden coins that are shown: ``own``, ``all``, or none of them (``public``).
        :return: an array of :attr:`size` numbers.
        """
        state = game.state
        values = [game.round, game.rounds]
        values += [int(state.phase == phase) for phase in PHASES]
        order = [(player + step) % self.players for step in range(self.players)]
        values += [int(state.turn == seat and state.phase != "over") for seat in order]
        values += [int(state.to_move == seat and state.phase != "over") for seat in order]
        is_open = state.phase == "over" or state.table.rulings["coins"] == "open" or coins == "all"
        shown = player if coins == "own" else -1
        values += [state.coins[seat] if is_open or seat == shown else -1 for seat in order]
        self._add_races(values, state, order)
        for race, power, bonus in state.column:
            values += (race + 1, power + 1, bonus)
        cells = self._zeros[:]
        cells[: len(values)] = array("h", values)
        self._write_regions(cells, state, player)
        numbers: Numbers = np.frombuffer(cells, np.int16)
        return numbers

    def named(self, numbers: Numbers) -> dict[str, Numbers]:
        """Split an observation into its named parts, each in its shape."""
        return {name: numbers[part.start : part.stop].reshape(part.shape) for name, part in self.parts.items()}

    def _add_races(self, values: list[int], state: GameState, order: list[Player]) -> None:
        tables = state.hook_tables
        for seat in order:
            values += (tables[seat].race_index + 1, tables[seat].power_index + 1, state.hand[seat])
        for seat in order:
            declined = state.declined_of(seat)[:OLD_RACES]
            for race in declined:
                values += (tables[race].race_index + 1, state.hand[race])
            values += (0, 0) * (OLD_RACES - len(declined))
        if len(values) < self._starts["column"]:
            raise AssertionError("the layout and the values differ")

    def _write_regions(self, numbers: array[int], state: GameState, player: Player) -> None:
        count, players = self._regions, self.players
        starts, tables = self._starts, state.hook_tables
        start = starts["owner"]
        for region, race in enumerate(state.occupant):
            if race >= 0:
                numbers[start + region] = (race - player) % players + 1
                numbers[start + count + region] = tables[race].race_index + 1
                numbers[start + 2 * count + region] = race >= players
            elif race == NATIVES:
                numbers[start + region] = -1
        start = starts["tokens"]
        numbers[start : start + count] = array("h", state.tokens)
        start = starts["relics"]
        for region, relics in state.relics.items():
            numbers[start + region] = len(relics)
        start = starts["pieces"]
        for (kind, region), number in state.pieces.items():
            numbers[start + kind * count + region] = number
