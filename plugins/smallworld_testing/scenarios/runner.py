"""Run scenario files: a position, actions, expected facts, refusals and legal actions (formats 3)."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from smallworld.errors import ActionError, ContentError, SmallWorldError
from smallworld.game import Game
from smallworld.languages import N_, lazy, lazy_join
from smallworld.tools import position_text
from smallworld_editions.form import check
from smallworld_editions.load import refuse_errors
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.reading.reader import read_documents
from smallworld_play.shorthand import expand_line
from smallworld_testing.scenarios.expectations import differences
from smallworld_testing.scenarios.game_setup import Library, begin
from smallworld_validate.game_file_checks.given_position import count_entries
from smallworld_validate.game_file_checks.scenario import SPREAD

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


class Steps:
    """Plays the steps of a scenario.

    Every method raises :class:`ContentError` with line and column where the game differs from the scenario.
    """

    def __init__(self, game: Game, document: Document) -> None:
        self.game, self.document = game, document

    def play(self, step: Any, path: KeyPath) -> None:
        """Play or check one step."""
        if isinstance(step, str):
            self._apply(step, path)
        elif "expect" in step:
            for place, message in differences(self.game, step["expect"], count_entries):
                self.fail((*path, "expect", *place), message)
        elif "refused" in step:
            self._check_refusal(step["refused"], step.get("code"), path)
        elif step.keys() & {"legal", "illegal", "legal_only", "offers"}:
            self._check_legality(step, path)
        else:
            ((player, action),) = step.items()
            if self.game.to_move != player:
                self.fail(path, _other_player(self.game.to_move, player))
            self._apply(action, path)

    def fail(self, path: KeyPath, message: str) -> NoReturn:
        """Report a difference at a place of the scenario."""
        raise ContentError([self.document.problem("scenario", path, message)])

    def _apply(self, action: str, path: KeyPath) -> None:
        try:
            for part in expand_line(self.game, action) if SPREAD.fullmatch(action) else (action,):
                self.game.apply(part)
        except ActionError as error:
            self.fail(path, error.sentence)

    def _check_refusal(self, action: str, code: str | None, path: KeyPath) -> None:
        before = self.game.copy()
        try:
            codes = [reason.code for reason in self.game.refusal(action)]
        except ActionError as error:
            if code is not None:
                sentence = N_("{action!r} is not an action, so nothing is refused as {code}: {fault}")
                self.fail(path, lazy(sentence, action=action, code=code, fault=error.sentence))
            return
        if not codes:
            self.fail(path, lazy("{action!r} is legal, but should be refused", action=action))
        if code is not None and code not in codes:
            sentence = N_("{action!r} is refused as {codes}, not as {code}")
            self.fail(path, lazy(sentence, action=action, codes=", ".join(codes), code=code))
        with contextlib.suppress(ActionError):
            self.game.apply(action)
        if self.game != before:
            self.fail(path, lazy("refusing {action!r} changed the game", action=action))

    def _check_legality(self, step: Mapping[str, Any], path: KeyPath) -> None:
        legal = {str(action) for action in self.game.legal_actions()}
        for action in step.get("legal", ()):
            if action not in legal:
                reasons = self._reasons(action)
                self.fail(path, lazy("{action!r} is not legal: {reasons}", action=action, reasons=reasons))
        for action in step.get("illegal", ()):
            if action in legal:
                self.fail(path, lazy("{action!r} is legal, but should not be", action=action))
        if "offers" in step:
            legal = {str(action) for action in self.game.legal_actions() if action.ability}
        expected = set(step.get("legal_only", step.get("offers", legal)))
        if legal != expected:
            extra, missing = sorted(legal - expected), sorted(expected - legal)
            parts = [lazy("legal in addition: {actions}", actions=", ".join(extra))] if extra else []
            parts += [lazy("not legal: {actions}", actions=", ".join(missing))] if missing else []
            self.fail(path, lazy_join("; ", parts))

    def _reasons(self, action: str) -> str:
        try:
            return lazy_join("; ", [reason.reason for reason in self.game.refusal(action)])
        except ActionError as error:
            return error.sentence


def _other_player(to_move: str | None, player: str) -> str:
    """Write that somebody else decides, or nobody."""
    if not to_move:
        return lazy("it is nobody's decision, not {player}'s", player=player)
    return lazy("it is {to_move}'s decision, not {player}'s", to_move=to_move, player=player)
