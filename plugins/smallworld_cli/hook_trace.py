"""Hook traces: every call of a hook with its answer, printed as it happens."""

from __future__ import annotations

from typing import Any, TextIO

from smallworld import Ability, Board, Conquest, GameState, Regions, _, indexes
from smallworld.hooks.hook_info import MASKS, PAIRS, hooks
from smallworld.languages.messages import format_count
from smallworld.tools import Call, wrap_with_checks

MOST_NAMES = 8
"""So many regions of a set are named; of larger sets only the number."""


class Tracer:
    """Prints every call of a hook as one line: hook, ability, user, arguments, answer.

    Give it to ``new_game(wrap=…)``. Answers that add nothing (0, None, no regions) are
    left out unless ``everything`` is set. While ``muted`` nothing is printed.

    >>> import smallworld, sys
    >>> variant = smallworld.load_variant("base")
    >>> game = smallworld.new_game(variant, ["ann", "bob"], seed=7, wrap=Tracer(sys.stdout))
    >>> game.apply("pick 1")
    hook conquest_cost() · terrain_discount of mounted → -1 for r05 r07 r15 r18
    hook conquest_cost() · terrain_discount of mounted → -1 for r02 r10 r12 r14
    """

    def __init__(self, out: TextIO, *, everything: bool = False) -> None:
        self.out = out
        self.everything = everything
        self.muted = False
        self.board: Board | None = None
        self.state: GameState | None = None

    def __call__(self, ability: Ability, hook: str, call: Call) -> Call:
        """Wrap an implementation so that each call prints a line."""
        info = hooks()[hook]
        inner = wrap_with_checks(ability, hook, call)

        def ask(*values: Any) -> Any:
            answer = inner(*values)
            for value in values:
                if isinstance(value, GameState):
                    self.state, self.board = value, value.board
                elif isinstance(value, Board):
                    self.board = value
            if not self.muted and (answer or info.kind in ("event", "offer") or self.everything):
                answer_text = self.said(hook, answer) if info.returns != "None" else _("called")
                pairs = zip(info.arguments, values, strict=False)
                arguments = ", ".join(filter(None, (self._argument(name, value) for name, value in pairs)))
                user = _("{ability} of {source}", ability=ability.name, source=ability.source)
                self.out.write(f"hook {hook}({arguments}) · {user} → {answer_text}\n")
            return answer

        return ask

    def _argument(self, name: str, value: object) -> str:
        if value is None or isinstance(value, GameState | Board):
            return ""
        if name in ("race", "attacker") and isinstance(value, int) and self.state is not None and value >= 0:
            book = self.state.table.rulebook
            race_index = self.state.hook_tables[value].race_index
            return f"{name}={book.races[race_index].id if race_index >= 0 else _('nobody')}"
        if isinstance(value, Conquest):
            return f"conquest={regions_text(self.board, 1 << value.region)}"
        if name in ("region", "regions") and isinstance(value, int):
            return f"{name}={regions_text(self.board, 1 << value if name == 'region' else value)}"
        return f"{name}={value}"

    def said(self, hook: str, answer: object) -> str:
        """Format an answer for people: region sets by their ids."""
        if hook in MASKS and isinstance(answer, int):
            return regions_text(self.board, answer)
        if hook in PAIRS and isinstance(answer, tuple):
            changes = (
                _("{change} for {regions}", change=f"{change:+}", regions=regions_text(self.board, mask))
                for change, mask in answer
            )
            return ", ".join(changes) or _("nothing")
        if isinstance(answer, tuple):
            return ", ".join(map(str, answer)) or _("nothing")
        return repr(answer) if isinstance(answer, str) else str(answer)


def regions_text(board: Board | None, regions: Regions) -> str:
    """Format a set of regions: their ids, or for large sets their number."""
    if not regions:
        return _("no region")
    if board is None or regions < 0:
        return f"{regions:b}"
    if regions == board.all:
        return _("all regions")
    names = [board.regions[index].id for index in indexes(regions) if index < len(board.regions)]
    return " ".join(names) if len(names) <= MOST_NAMES else format_count(len(names), "region")
