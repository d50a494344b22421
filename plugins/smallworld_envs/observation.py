"""The public facts of a game for one player, as an array of whole numbers with a name for each part.

Seats are counted from the observer: 0 is the observer, 1 the next player. Nothing hidden enters an observation: other
players' coins are -1 while they are hidden, and the order of stacks and face-down relics are left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from struct import Struct
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from smallworld.api import GameState
from smallworld.game import Game
from smallworld.model.aliases import Player

Numbers: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.int16]]"

Coins = Literal["own", "all", "public"]
PHASES = ("pick", "conquer", "redeploy", "finish", "retreat", "over")
_PHASE_FLAGS = {phase: [int(phase == other) for other in PHASES] for phase in PHASES}
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
            "declined": (
                (self.players, OLD_RACES, 2),
                "declined races, the newest first: each from 1 (0 = none), and tokens off the map",
            ),
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
        self._regions, self._owner = regions, self._starts["owner"]
        # The numbers before the relics are written in one call, single ones into an array of the standard library: both
        # are several times as fast as an array of numpy.
        self._dense = Struct(f"{self._starts['relics']}h")
        self._zeros = array("h", bytes(2 * self.size))
        seats, races = range(self.players), range(len(state.hook_tables))
        self._orders = [[(player + step) % self.players for step in seats] for player in seats]
        self._nobody, self._no_declined = [0] * self.players, [0] * (2 * OLD_RACES * self.players)
        self._tables: object = None
        self._races: list[int] = []
        # By number of the race instance; natives (-2) and nobody (-1) are the last two.
        self._owners = [[*((race - player) % self.players + 1 for race in races), -1, 0] for player in seats]
        self._declined = [*(int(race >= self.players) for race in races), 0, 0]

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
        state, order = game.state, self._orders[player]
        phase, turn, mover = state.phase, state.turn, state.to_move
        is_over = phase == "over"
        values = [game.round, game.rounds, *_PHASE_FLAGS[phase]]
        values += self._nobody if is_over else [seat == turn for seat in order]
        values += self._nobody if is_over else [seat == mover for seat in order]
        is_open = is_over or state.table.rulings["coins"] == "open" or coins == "all"
        shown = player if coins == "own" else -1
        amounts = state.coins
        values += [amounts[seat] if is_open or seat == shown else -1 for seat in order]
        self._add_races(values, state, order)
        for race, power, bonus in state.column:
            values += (race + 1, power + 1, bonus)
        values += [0] * (self._owner - len(values))  # the column is shorter when a stack is empty
        self._add_regions(values, state, player)
        cells = self._zeros[:]
        self._dense.pack_into(cells, 0, *values)
        self._write_pieces(cells, state)
        numbers: Numbers = np.frombuffer(cells, np.int16)
        return numbers

    def named(self, numbers: Numbers) -> dict[str, Numbers]:
        """Split an observation into its named parts, each in its shape."""
        return {name: numbers[part.start : part.stop].reshape(part.shape) for name, part in self.parts.items()}

    def _add_races(self, values: list[int], state: GameState, order: list[Player]) -> None:
        tables = state.hook_tables
        for seat in order:
            values += (tables[seat].race_index + 1, tables[seat].power_index + 1, state.hand[seat])
        if not (declined_races := state.decline_order):
            values += self._no_declined
            return
        declined: list[list[int]] = [[] for _ in order]
        for race in reversed(declined_races):
            declined[race % self.players] += (tables[race].race_index + 1, state.hand[race])
        for seat in order:
            values += (declined[seat] + self._no_declined)[: 2 * OLD_RACES]

    def _add_regions(self, values: list[int], state: GameState, player: Player) -> None:
        """Add owner, race, whether it has declined, and tokens of each region."""
        occupants, tables = state.occupant, state.hook_tables
        if tables is not self._tables:  # they are replaced when a race is taken or leaves
            self._tables, self._races = tables, [*[hook_table.race_index + 1 for hook_table in tables], 0, 0]
        values += map(self._owners[player].__getitem__, occupants)
        values += map(self._races.__getitem__, occupants)
        values += map(self._declined.__getitem__, occupants)
        values += state.tokens

    def _write_pieces(self, numbers: array[int], state: GameState) -> None:
        """Write relics and pieces, which few regions have."""
        start = self._starts["relics"]
        for region, relics in state.relics.items():
            numbers[start + region] = len(relics)
        start, count = self._starts["pieces"], self._regions
        for (kind, region), number in state.pieces.items():
            numbers[start + kind * count + region] = number
