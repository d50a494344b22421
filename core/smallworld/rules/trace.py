"""Which ability said what: every call of a hook, printed as it happens.

>>> import smallworld, sys
>>> from smallworld.rules.trace import Tracer
>>> variant = smallworld.load_variant("base")
>>> game = smallworld.new_game(variant, ["ann", "bob"], seed=7, wrap=Tracer(sys.stdout))
hook conquest_cost() · terrain_discount of mounted → -1 for 7 regions
>>> game.apply("pick 1")
"""

from __future__ import annotations

from typing import Any, TextIO

from smallworld.ability import Ability
from smallworld.hookinfo import hooks
from smallworld.model.board import Board
from smallworld.model.regions import indexes
from smallworld.rules.answers import Call, checked
from smallworld.rules.position import Position
from smallworld.rules.records import Conquest

MASKS = frozenset({"terrain_access", "adjacency", "conquest_reach"})
"""Hooks whose answer is a set of regions."""
PAIRS = frozenset({"conquest_cost"})
"""Hooks whose answer is pairs of a number and a set of regions."""
MOST_NAMES = 8
"""So many regions of a set are named; of larger sets only the number."""


class Tracer:
    """Prints every call of a hook as one line: hook, ability, user, arguments, answer.

    Give it to ``new_game(wrap=…)``. Answers that add nothing (0, None, no regions) are
    left out unless ``everything`` is set. While ``muted`` nothing is printed.
    """

    def __init__(self, out: TextIO, *, everything: bool = False) -> None:
        self.out = out
        self.everything = everything
        self.muted = False
        self.board: Board | None = None
        self.game: Position | None = None

    def __call__(self, ability: Ability, hook: str, call: Call) -> Call:
        """The implementation with a line for each call of it."""
        info = hooks()[hook]
        inner = checked(ability, hook, call)

        def ask(*values: Any) -> Any:
            answer = inner(*values)
            self._board_of(values)
            if not self.muted and (answer or info.kind in ("event", "offer") or self.everything):
                said = self.said(hook, answer) if info.returns != "None" else "told"
                pairs = zip(info.arguments, values, strict=False)
                given = ", ".join(filter(None, (self._given(name, value) for name, value in pairs)))
                self.out.write(f"hook {hook}({given}) · {ability.name} of {ability.source} → {said}\n")
            return answer

        return ask

    def _board_of(self, values: tuple[Any, ...]) -> None:
        for value in values:
            if isinstance(value, Position):
                self.game, self.board = value, value.board
            elif isinstance(value, Board):
                self.board = value

    def _given(self, name: str, value: object) -> str:
        if value is None or isinstance(value, Position | Board):
            return ""
        if name in ("race", "attacker") and isinstance(value, int) and self.game is not None and value >= 0:
            book = self.game.table.rulebook
            return f"{name}={book.races[self.game.kit[value].race].id}" if self.game.exists(value) else f"{name}=nobody"
        if isinstance(value, Conquest):
            return f"conquest={regions_text(self.board, 1 << value.region)}"
        if name in ("region", "regions") and isinstance(value, int):
            return f"{name}={regions_text(self.board, 1 << value if name == 'region' else value)}"
        return f"{name}={value}"

    def said(self, hook: str, answer: object) -> str:
        """An answer for people: region sets by their ids."""
        if hook in MASKS and isinstance(answer, int):
            return regions_text(self.board, answer)
        if hook in PAIRS and isinstance(answer, tuple):
            return ", ".join(f"{change:+} for {regions_text(self.board, mask)}" for change, mask in answer) or "nothing"
        if isinstance(answer, tuple):
            return ", ".join(map(str, answer)) or "nothing"
        return repr(answer) if isinstance(answer, str) else str(answer)


def regions_text(board: Board | None, regions: int) -> str:
    """A set of regions: their ids, or for large sets how many they are."""
    if not regions:
        return "no region"
    if board is None or regions < 0:
        return f"{regions:b}"
    if regions == board.all:
        return "all regions"
    names = [board.regions[index].id for index in indexes(regions) if index < len(board.regions)]
    return " ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} regions"
