"""The numbers of a learning environment: of every action, and of what a player knows."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from struct import Struct, pack
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

import smallworld
from smallworld.actions import Action
from smallworld.api import GameState
from smallworld.game import Game
from smallworld.model.aliases import Player, Race

MOST_TOKENS = 24
"""Largest number in ``deploy REGION N`` that has a number of its own; larger ones take a slot."""
SPECIAL_SLOTS = 8
"""Slots of a region for its special conquests, and as many for the actions of abilities."""
FREE_SLOTS = 64
"""Slots for actions that fit nowhere else."""
SPACES_SEED = 0
"""The game of this seed decides the spaces of an environment of either standard: some editions draw their islands."""


class ActionSpace:
    """The numbers of all actions of games with the same edition, boards and players.

    Learning environments need every action as a number that always means the same. Most actions have such a number:
    ``pick 3``, ``conquer r07``, ``conquer r07 by die``, ``deploy r07 2``. Actions that combine special means or come
    from abilities have no bounds that are known before, so each region has a few *slots* for them: slot *k* is the
    *k*-th such action of the region in the order of the alphabet. A last group of slots holds what names no region.

    :ivar names: what each number means, e.g. ``conquer r07`` or ``conquer r07 by #2``.
    """

    def __init__(self, game: Game) -> None:
        regions = [region.id for region in game.state.board.regions]
        names = ["decline", "done"]
        names += [f"pick {place}" for place in range(1, len(game.state.column) + 1)]
        names += [f"{verb} {region}" for verb in ("abandon", "conquer") for region in regions]
        names += [f"conquer {region} by die" for region in regions]
        names += [f"deploy {region} {count}" for region in regions for count in range(1, MOST_TOKENS + 1)]
        self._direct = {name: number for number, name in enumerate(names)}
        self._special, self._other = len(names), len(names) + len(regions) * SPECIAL_SLOTS
        for verb in ("conquer {} by #{}", "act {} #{}"):
            names += [verb.format(region, slot) for region in regions for slot in range(1, SPECIAL_SLOTS + 1)]
        self._free = len(names)
        names += [f"act #{slot}" for slot in range(1, FREE_SLOTS + 1)]
        self.names: Sequence[str] = tuple(names)

    def __len__(self) -> int:
        """Return how many numbers there are."""
        return len(self.names)

    def number(self, actions: Iterable[Action]) -> dict[int, Action]:
        """Give each action its number. Actions for which no slot is left are omitted.

        :param actions: all legal actions of a position.
        """
        direct = self._direct
        numbered: dict[int, Action] = {}
        unnumbered: list[Action] = []
        for action in actions:
            number = direct.get(action)
            if number is None:
                unnumbered.append(action)
            else:
                numbered[number] = action
        if unnumbered:
            self._fill_slots(numbered, sorted(unnumbered))
        return numbered

    def _fill_slots(self, numbered: dict[int, Action], actions: Iterable[Action]) -> None:
        overflow: list[Action] = []
        used: dict[int, int] = {}
        for action in actions:
            start = self._special if action.verb == "conquer" else self._other
            first = start + action.region * SPECIAL_SLOTS
            slot = used.get(first, 0)
            if action.region < 0 or slot == SPECIAL_SLOTS:
                overflow.append(action)
            else:
                used[first] = slot + 1
                numbered[first + slot] = action
        numbered.update(zip(range(self._free, self._free + FREE_SLOTS), overflow, strict=False))


# --- what a player knows, as numbers

Numbers: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.int16]]"

NUMBER = np.dtype(np.int16)
Coins = Literal["own", "all", "public"]
PHASES = ("pick", "conquer", "redeploy", "finish", "retreat", "over")
_PHASE_FLAGS = {phase: [int(phase == other) for other in PHASES] for phase in (*PHASES, "answer")}
OLD_RACES = 2
"""Number of declined races of each player that are part of an observation, the newest first."""
LOWEST, HIGHEST = -1, 1000
KEPT = 256
"""Columns, and sets of races in play, with numbers that are kept: games that are stepped together take turns."""


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
    """The layout of observations of games with the same edition, boards and players: public facts as whole numbers.

    Seats are counted from the observer: 0 is the observer, 1 the next player. Nothing hidden enters an observation:
    other players' coins are -1 while they are hidden, and the order of stacks and face-down relics are left out.

    :ivar parts: name → place, shape and meaning.
    :ivar size: how many numbers an observation has.
    """

    def __init__(self, game: Game) -> None:
        state = game.state
        self.players, regions, kinds = state.players, len(state.board.regions), len(state.supply)
        shapes: dict[str, tuple[tuple[int, ...], str]] = {
            "round": ((2,), "the round from 1, and the number of rounds"),
            "phase": ((len(PHASES),), f"1 at the phase: {', '.join(PHASES)}; all 0 at a question of an ability"),
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
        starts = {name: part.start for name, part in self.parts.items()}
        self._regions, self._pieces = regions, starts["pieces"] - starts["relics"]
        self._active, self._declined, self._column_size = starts["active"], starts["declined"], 3 * len(state.column)
        # An array of numpy takes several times as long to fill, number by number, as these.
        self._head, self._tokens = Struct(f"{starts['owner']}h"), Struct(f"{regions}h")
        self._rest = array("h", bytes(2 * (self.size - starts["relics"])))
        seats = range(self.players)
        self._orders = [[(player + step) % self.players for step in seats] for player in seats]
        self._nobody, self._hidden = [0] * self.players, [-1] * (self.players - 1)
        self._flags = [[int(place == seat) for place in seats] for seat in seats]
        self._combos = lru_cache(KEPT)(self._number_combos)
        self._races = lru_cache(KEPT)(self._number_races)
        self._instances = lru_cache(KEPT)(self._number_instances)

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
        phase, amounts, hand = state.phase, state.coins, state.hand
        is_over = phase == "over"
        values = [state.round, state.rounds, *_PHASE_FLAGS[phase]]
        for seat in (state.turn, state.to_move):
            values += self._nobody if is_over else self._flags[(seat - player) % self.players]
        if is_over or coins == "all" or state.table.rulings["coins"] == "open":
            values += [amounts[seat] for seat in self._orders[player]]
        else:
            values.append(amounts[player] if coins == "own" else -1)
            values += self._hidden
        races, hands, region_numbers = self._races(state.hook_tables, state.decline_order, player)
        values += races
        for place, race in hands:
            values[place] = hand[race]
        values += self._combos(state.column)
        parts: tuple[Any, ...] = (
            self._head.pack(*values), region_numbers.take(state.occupant, 1), self._tokens.pack(*state.tokens),
            self._relics_and_pieces(state),
        )  # fmt: skip
        numbers: Numbers = np.frombuffer(bytearray().join(parts), NUMBER)
        return numbers

    def named(self, numbers: Numbers) -> dict[str, Numbers]:
        """Split an observation into its named parts, each in its shape."""
        return {name: numbers[part.start : part.stop].reshape(part.shape) for name, part in self.parts.items()}

    def _number_races(
        self, tables: tuple[Any, ...], declined: tuple[Race, ...], player: Player
    ) -> tuple[list[int], list[tuple[int, Race]], Numbers]:
        """Prepare the parts that change only when a race comes or goes.

        :param tables: the hook tables of the race instances. :param declined: those in decline, the oldest first.
        :return: the active and declined races, without tokens; the places of the tokens off the map, with the
            instance that has them; and for each instance, then natives and nobody, the numbers of a region that it has.
        """
        numbers = [*[table.race_index + 1 for table in tables], 0, 0]
        races: list[int] = []
        hands: list[tuple[int, Race]] = []
        for step, seat in enumerate(self._orders[player]):
            races += (numbers[seat], tables[seat].power_index + 1, 0)
            hands.append((self._active + 3 * step + 2, seat))
        races += [0] * (2 * OLD_RACES * self.players)
        counts = [0] * self.players
        for race in reversed(declined):
            step = (race - player) % self.players
            if counts[step] < OLD_RACES:
                place = self._declined + 2 * (step * OLD_RACES + counts[step])
                races[place - self._active] = numbers[race]
                hands.append((place + 1, race))
                counts[step] += 1
        owners, are_declined = self._instances(len(tables), player)
        region_numbers = pack(f"{3 * len(numbers)}h", *owners, *numbers, *are_declined)
        return races, hands, np.frombuffer(region_numbers, NUMBER).reshape(3, len(numbers))

    def _number_instances(self, count: int, player: Player) -> tuple[list[int], list[int]]:
        """Return owner, and whether it has declined, of so many race instances, then of natives and nobody."""
        owners = [(race - player) % self.players + 1 for race in range(count)]
        return [*owners, -1, 0], [*[int(race >= self.players) for race in range(count)], 0, 0]

    def _number_combos(self, column: tuple[tuple[int, int, int], ...]) -> list[int]:
        """Return race and power of each combo, from 1, and the coins on it; 0 where a stack is empty."""
        values = [number for race, power, coins in column for number in (race + 1, power + 1, coins)]
        return values + [0] * (self._column_size - len(values))

    def _relics_and_pieces(self, state: GameState) -> array[int]:
        """Return relics and pieces, which few regions have."""
        numbers = self._rest[:]
        for region, relics in state.relics.items():
            numbers[region] = len(relics)
        for (kind, region), number in state.pieces.items():
            numbers[self._pieces + kind * self._regions + region] = number
        return numbers


# --- what all games of an environment share


class Rules:
    """An edition on one board for a number of players, with the numbers of its games; they share it.

    :param board: a board, or several islands; empty or None = those of the edition's first game: some editions draw
        islands for each game, but the numbers are those of one board.
    :ivar names: the players. :ivar numbering: the meaning of each action. :ivar layout: the parts of an observation.
    """

    def __init__(
        self, variant: str | Path, players: int, board: str | Sequence[str] | None, options: Mapping[str, Any] | None
    ) -> None:
        self.names = [f"player_{seat}" for seat in range(players)]
        self._variant, self._board, self._options = smallworld.load_variant(variant), board or None, options
        first = self.new_game(SPACES_SEED)
        self._board = board or [face.id for face in first.state.board.faces]
        self.rounds = first.rounds
        self.numbering, self.layout = ActionSpace(first), Observation(first)

    def new_game(self, seed: int) -> Game:
        """Set up the game of a seed."""
        return smallworld.new_game(self._variant, self.names, board=self._board, seed=seed, options=self._options)

    def victory_shares(self, game: Game) -> list[float]:
        """Return the share of each player in the victory; 0 while the game goes on."""
        if not game.over:
            return [0.0] * len(self.names)
        winners = game.winners()
        return [(name in winners) / max(1, len(winners)) for name in self.names]
