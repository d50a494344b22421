"""A reader follows ``conquer r02`` from the keyboard to its line in the log.

One typed conquest is traced at ``play --plain``. Of the functions that run, these are steps of the way:

- their body has more than one statement, else their name is all that they are;
- they do not answer "nothing here" (empty, false or 0) to a question, without a step in them: a reader who knows that
  this conquest has no die, no relic and no payment goes past them;
- they are not in :data:`TAKEN_ON_TRUST`, where a sentence is enough to go on, or called by one of these.

``python tests/sessions/test_journey.py`` prints the way.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from smallworld_cli import main

LINES = ("pick 1", "conquer r02", "quit")
SEED = 4
"""With it the person begins, and the first combo has no ability with an effect on r02."""
TAKEN_ON_TRUST = {
    "Game.legal_actions": "the list of actions, from which one is chosen by its text",
    "Game.scratch_copy": "a copy of a position",
    "UndoHistory.add": "the position before, kept for the way back",
    "events_since": "the log as it is recorded",
    "visible": "an event as everybody sees it",
    "count_events": "the length of the log",
    "DecisionLimit.__enter__": "a clock for abilities that do not end",
    "DecisionLimit.__exit__": "the same",
    "DecisionLimit.__init__": "the same",
    "SafeStream.write": "printing without signs that control a terminal",
    "_": "a sentence in the language of the reader",
    "format_count": "the same, with a number",
    "TranslatedText.__get__": "the same, of an edition",
    "join_player_names": "the same line where a name has several words",
}
MOST_FUNCTIONS, MOST_FILES = 25, 10


class Call(NamedTuple):
    name: str
    file: str
    line: int
    depth: int
    is_step: bool


def folders() -> list[str]:
    """Return the folders of the packages of this repository that are imported, in a checkout or installed."""
    packages = [package for name, package in sys.modules.items() if name.startswith("smallworld") and "." not in name]
    return [f"{Path(package.__file__).parent}/" for package in packages if package.__file__]


@contextmanager
def traced(calls: list[Call]) -> Iterator[None]:
    """Collect the calls of functions of this repository, the outer ones first."""
    open_calls: list[tuple[int, bool]] = []
    ours = tuple(folders())

    def notice(frame: FrameType, event: str, result: Any) -> None:
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(ours):
            return
        file = code.co_filename
        if event == "call":
            trusted = bool(open_calls) and open_calls[-1][1]
            is_step = not trusted and code.co_qualname not in TAKEN_ON_TRUST and is_story(file, code.co_firstlineno)
            open_calls.append((len(calls), trusted or code.co_qualname in TAKEN_ON_TRUST))
            calls.append(Call(code.co_qualname, file, code.co_firstlineno, len(open_calls), is_step))
        elif open_calls:
            place, _trusted = open_calls.pop()
            if not result and is_question(file, code.co_firstlineno) and not any(c.is_step for c in calls[place + 1 :]):
                calls[place] = calls[place]._replace(is_step=False)

    sys.setprofile(notice)
    try:
        yield
    finally:
        sys.setprofile(None)


@cache
def functions_of(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a file by the lines in which they begin, decorators included."""
    nodes = ast.walk(ast.parse(Path(file).read_text("utf-8")))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in functions}


def is_story(file: str, line: int) -> bool:
    """Return whether a function has more than one statement; comprehensions and lambdas never have."""
    node = functions_of(file).get(line)
    return node is not None and len(node.body) - (ast.get_docstring(node) is not None) > 1


def is_question(file: str, line: int) -> bool:
    """Return whether a function answers something."""
    node = functions_of(file).get(line)
    return node is not None and not (isinstance(node.returns, ast.Constant) and node.returns.value is None)


def reader_of_lines() -> Call:
    """Return the function that waits for the line of the person: the way begins there."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and "smallworld_terminal" not in frame.f_code.co_filename:
        frame = frame.f_back
    assert frame is not None
    code = frame.f_code
    return Call(code.co_qualname, code.co_filename, code.co_firstlineno, 0, True)


def follow_conquest() -> tuple[list[Call], list[str]]:
    """Play the lines; return the calls from the conquest to the next line that is read, and the log."""
    calls: list[Call] = []

    class Keyboard(io.StringIO):
        def readline(self, *_: Any) -> str:
            tracing.close()
            line = super().readline()
            if line.startswith("conquer"):
                calls.append(reader_of_lines())
                tracing.enter_context(traced(calls))
            return line

        def __next__(self) -> str:
            line = self.readline()
            if not line:
                raise StopIteration
            return line

    log, before = io.StringIO(), sys.stdin
    with ExitStack() as tracing, redirect_stdout(log), redirect_stderr(io.StringIO()), suppress(SystemExit):
        sys.stdin = Keyboard("".join(f"{line}\n" for line in LINES))
        try:
            main(["play", "--plain", "--seed", str(SEED), "--player", "you", "--player", "bob=random"])
        finally:
            sys.stdin = before
    return calls, log.getvalue().splitlines()


def way_of(calls: list[Call]) -> list[Call]:
    """Return the steps in the order in which a reader meets them, each once."""
    return list({(call.name, call.file): call for call in reversed(calls) if call.is_step}.values())[::-1]


def test_a_reader_follows_a_conquest_to_its_line() -> None:
    calls, log = follow_conquest()
    assert "you: takes r02, farmland, 2 tokens" in log
    way = way_of(calls)
    names = [call.name for call in way]
    for name in ("PromptCommands.answer", "Session.apply", "Game.after", "conquer", "take_region", "step_lines"):
        assert name in names, "the trace has missed the way"
    assert len(way) <= MOST_FUNCTIONS and len({call.file for call in way}) <= MOST_FILES, "\n".join(names)


def test_what_is_taken_on_trust_is_met() -> None:
    met = {call.name for call in follow_conquest()[0]}
    assert TAKEN_ON_TRUST.keys() <= met


if __name__ == "__main__":
    for number, step in enumerate(way_of(follow_conquest()[0]), 1):
        print(f"{number:3} {step.name:45} {Path(step.file).name}:{step.line}")
