"""Run scenario files: a position, actions, the expected result (formats 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smallworld.errors import ContentError, SmallWorldError
from smallworld.languages import lazy, lazy_join
from smallworld.tools import position_text
from smallworld_editions.form import check
from smallworld_editions.load import refuse_errors
from smallworld_editions.reading.documents import Document, mapping_of
from smallworld_editions.reading.reader import read_documents
from smallworld_testing.scenarios.game_setup import begin
from smallworld_testing.scenarios.library import Library
from smallworld_testing.scenarios.steps import Steps

_SCENARIO = re.compile(rb"^\"?scenario\"?\s*:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a scenario.

    :ivar failure: what did not hold, with file, line and column; empty if it passed.
    """

    title: str
    file: str
    failure: str = ""

    @property
    def passed(self) -> bool:
        """Whether the game did what the scenario expects."""
        return not self.failure


def run_paths(paths: Iterable[Path], library: Library) -> Iterable[Outcome]:
    """Run every scenario of files and folders, in order of their names.

    Of a folder only those files that hold scenarios; its boards and variants are left alone.
    """
    for path in paths:
        files = filter(_holds_scenarios, sorted(path.rglob("*.yaml"))) if path.is_dir() else [path]
        for file in files:
            yield from run_file(file, library)


def _holds_scenarios(file: Path) -> bool:
    return file.name.endswith(".scenario.yaml") or _SCENARIO.search(file.read_bytes()) is not None


def run_file(path: Path, library: Library) -> Iterable[Outcome]:
    """Run every scenario of one file; a file that cannot be read is one failure."""
    try:
        documents = read_documents(path)
    except ContentError as error:
        yield Outcome(path.name, str(path), error.sentence)
        return
    for document in documents:
        yield run_document(document, library, path)


def run_document(document: Document, library: Library, path: Path | None = None) -> Outcome:
    """Run one scenario."""
    data = document.data
    title = str(mapping_of(data).get("scenario", "?"))
    try:
        refuse_errors(check(document, "scenario"))
        game = begin(document, library, path)
    except SmallWorldError as error:
        return Outcome(title, document.name, error.sentence)
    try:
        _play(data["steps"], Steps(game, document))
    except SmallWorldError as error:
        position = lazy("the position there: {text}", text=position_text(game.state))
        return Outcome(title, document.name, lazy_join("\n", [error.sentence, position]))
    return Outcome(title, document.name)


def _play(steps: Sequence[Any], player: Steps) -> None:
    """Play all steps.

    :raises SmallWorldError: something does not hold, with line and column.
    """
    for number, step in enumerate(steps):
        try:
            player.play(step, ("steps", number))
        except ContentError:
            raise
        except SmallWorldError as error:  # such as a result that the die cannot show
            player.fail(("steps", number), error.sentence)
