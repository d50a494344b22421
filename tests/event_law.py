"""The law of events under other tests: after every action, the events that it wrote rebuild the position.

``watch_actions`` makes every game listen. With a file in the environment variable ``EVENT_POINTS``, the lines of the
rules that wrote an event are noted in it where the law breaks without the event.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import smallworld
from smallworld.events import (
    Answered,
    Asked,
    Conquered,
    Decided,
    Declined,
    Ended,
    Event,
    Failed,
    Missed,
    PhaseBegan,
    Picked,
    Scored,
    TurnBegan,
)  # fmt: skip
from smallworld.game import Game
from smallworld.rules.state.fields import Fields
from smallworld.tools import sealed_answers
from smallworld_testing.event_table import EventTable

RULES = Path(smallworld.__file__).parent / "rules"
WRITERS = ("report_moved", "report_paid")
"""Functions that write an event for their caller."""
OTHERS = ("say", "events_since")
"""A sentence of an ability changes nothing (``tests/extensions/test_log_sentences.py``); the other reads the record."""
Point = tuple[str, int]
"""A file of the rules and a line."""


def broken_law(before: Game, table: EventTable, game: Game, happened: list[Event]) -> list[str]:
    """List everything that the events of an action get wrong.

    :param before: a copy of the game before the action. :param table: its table, which changes.
    """
    try:
        table.apply_all(happened)
    except (AssertionError, StopIteration) as error:
        return [f"impossible: {error}"]
    return table.differences(game.state) + untold_stories(before, game, happened)


def untold_stories(before: Game, game: Game, happened: list[Event]) -> list[str]:
    """List the stories of an action that differ from the log and the state."""
    old, new = before.state, game.state
    log = game.log_since(before.log_length)
    kinds = [type(event) for event in happened]
    turns = [event for event in happened if isinstance(event, TurnBegan)]
    phases = [event for event in happened if isinstance(event, PhaseBegan)]
    decided = [(e.kind, list(e.result) if isinstance(e.result, tuple) else e.result)
               for e in happened if isinstance(e, Decided)]  # fmt: skip
    conquests = [event.conquest for event in happened if isinstance(event, Conquered)]
    last = max((place for place, kind in enumerate(kinds) if kind is TurnBegan), default=-1)
    before_turn = kinds[: last + 1].count(Conquered)
    scored = new.ended.conquests[len(old.conquests) :] if turns and new.ended is not old.ended and new.ended else None
    expected = {
        "chance": (decided, [(event["chance"], event["result"]) for event in log if "chance" in event]),
        "turn": (bool(turns), (old.round, old.turn) != (new.round, new.turn) or bool(turns)),
        "conquests": (conquests[before_turn:], list(new.conquests[0 if turns else len(old.conquests) :])),
        "scored conquests": (conquests[:before_turn] if scored is not None else [], list(scored or ())),
        "score": (Scored in kinds, new.ended is not old.ended),
        "end": (Ended in kinds, game.over),
        "question": (Asked in kinds, new.phase == "answer"),
        "answer": (Answered in kinds, old.phase == "answer"),
        "sealed answers": (sum(isinstance(e, Answered) and e.action is not None and e.player != old.to_move
                               for e in happened), len(sealed_answers(old)) if not sealed_answers(new) else 0),
    }  # fmt: skip
    if turns:
        expected["player"] = (turns[-1].player, new.turn)
    if new.phase not in ("answer", "over") and old.phase != "answer":
        same = (old.phase, old.to_move) == (new.phase, new.to_move)
        expected["phase"] = ((phases[-1].phase, phases[-1].player) if phases else None if same else (),
                             (new.phase, new.to_move) if phases or not same else None)  # fmt: skip
    verb = log[0]["do"].split()[0]
    if verb == "pick" and old.phase == "pick":
        expected["pick"] = (Picked in kinds, True)
    if verb == "decline" and old.phase == "conquer":
        expected["decline"] = (Declined in kinds and Missed in kinds, True)
    if verb == "conquer" and old.phase == "conquer" and not conquests:
        expected["failure"] = (Failed in kinds, True)
    return [f"{name}: {one} by events, {other} in the game" for name, (one, other) in expected.items() if one != other]


@contextmanager
def watch_actions(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make every game listen, and check the law after every action."""
    points = os.environ.get("EVENT_POINTS")
    noticed: set[Point] = set()
    for name in ("apply", "proceed"):
        patch.setattr(Game, name, _watching(getattr(Game, name), noticed if points else None))
    if points:
        _tag_events(patch)
    yield
    if points:
        with Path(points).open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(point)}\n" for point in noticed)


def _watching(carry_out: Callable[[Game, Any], None], noticed: set[Point] | None) -> Callable[[Game, Any], None]:
    def watch(game: Game, action: Any) -> None:
        before, table = game.scratch_copy(), EventTable(game.state)
        earlier = game.state.turn_events, game.state.events
        game.listen()
        heard = list(game.events)
        try:
            carry_out(game, action)
        except Exception:
            if carry_out.__name__ == "apply":
                assert list(game.events) == heard, "a failed action left events behind"
            game.state.turn_events, game.state.events = earlier
            raise
        happened = list(game.events)
        broken = broken_law(before, table, game, happened)
        assert not broken, f"{action!r}: {broken}\n{happened}"
        if noticed is not None:
            _note_silence(before, game, happened, noticed)
        if earlier[1] is None:
            game.state.events = None
        if earlier[0] is None:
            game.state.turn_events = None

    return watch


# --- every line that writes an event


class _Tagged(list[Event]):
    """Events, each with the line that wrote it."""

    def __init__(self) -> None:
        super().__init__()
        self.points: list[Point] = []

    def append(self, event: Event) -> None:
        super().append(event)
        self._tag(1)

    def __iadd__(self, more: Any) -> Any:  # type: ignore[misc]
        more = list(more)
        super().extend(more)
        self._tag(len(more))
        return self

    def _tag(self, number: int) -> None:
        frame = sys._getframe(2)
        if frame.f_code.co_name in WRITERS and frame.f_back is not None:
            frame = frame.f_back
        self.points += [(str(Path(frame.f_code.co_filename).relative_to(RULES)), frame.f_lineno)] * number


def _tag_events(patch: pytest.MonkeyPatch) -> None:
    slot = Fields.__dict__["turn_events"]

    def write(state: Fields, events: list[Event] | None) -> None:
        slot.__set__(state, _Tagged() if events == [] and not isinstance(events, _Tagged) else events)

    patch.setattr(Fields, "turn_events", property(slot.__get__, write))


def _note_silence(before: Game, game: Game, happened: list[Event], noticed: set[Point]) -> None:
    """Note each line if the law breaks without its events."""
    events = game.state.turn_events
    assert isinstance(events, _Tagged)
    by_point = defaultdict(set)
    for number, point in enumerate(events.points):
        if point not in noticed:
            by_point[point].add(number)
    for point, numbers in by_point.items():
        rest = [event for number, event in enumerate(happened) if number not in numbers]
        if broken_law(before, EventTable(before.state), game, rest):
            noticed.add(point)


def event_points() -> set[Point]:
    """Return every line of the rules that writes an event."""
    points: set[Point] = set()
    for path in RULES.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef) and function.name not in (*WRITERS, *OTHERS):
                points |= {(str(path.relative_to(RULES)), line) for line in _lines_of(function)}
    return points


def _lines_of(function: ast.FunctionDef) -> Iterator[int]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in WRITERS or name.endswith("events.append"):
                yield node.lineno
        elif isinstance(node, ast.AugAssign) and ast.unparse(node.target).endswith("events"):
            yield node.lineno


@pytest.fixture(autouse=True)
def law_of_events(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check the law of events after every action of a test."""
    with watch_actions(monkeypatch):
        yield


__all__ = ["broken_law", "event_points", "law_of_events", "watch_actions"]
