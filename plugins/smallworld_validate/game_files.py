"""Check the files of games: scenarios and replays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from smallworld.errors import ContentError
from smallworld.languages import lazy
from smallworld_editions.form import check
from smallworld_editions.problem import Problem, errors_of, limit_problems
from smallworld_editions.reading.documents import Document
from smallworld_editions.reading.reader import read
from smallworld_records.record_lines import explain_newer_format, header_of
from smallworld_validate.check_settings import CheckSettings, Table
from smallworld_validate.game_file_checks.replay import chance_check, check_edition, damaged_line, unplayable_line
from smallworld_validate.game_file_checks.replay import check_replay as check_lines
from smallworld_validate.game_file_checks.scenario import check_options, drop_value_problems
from smallworld_validate.game_file_checks.scenario import check_scenario as check_names
from smallworld_validate.game_file_checks.variant_lookup import TableFinder
from smallworld_validate.schema.key_errors import has_misspelt


class GameFiles:
    """Checks scenarios and replays against their variants; each variant is loaded once."""

    def __init__(self, settings: CheckSettings) -> None:
        self.settings = settings
        self._finder = TableFinder(settings)

    def forget(self) -> None:
        """Forget all variants that were read, because their files have changed."""
        self._finder = TableFinder(self.settings)

    def check_scenarios(self, documents: Iterable[Document], path: Path | None) -> list[Problem]:
        """List the mistakes of the scenarios of a file."""
        checked = (self._check_scenario(document, path) for document in documents)
        return _report_broken_once(limit_problems(chain.from_iterable(checked)))

    def _check_scenario(self, document: Document, path: Path | None) -> list[Problem]:
        if not isinstance(document.data, dict):
            hint = lazy("remove the '---'") if document.data is None else ""
            return [document.problem("not-a-mapping", (), lazy("a scenario must be a mapping of keys to values"), hint)]
        problems = check(document, "scenario")
        try:
            table = self._finder.table(document, path, "board")
        except ContentError as error:
            return [*problems, *error.problems]
        if has_misspelt(document.data, "board"):
            table = replace(table, boards=None)
        read_action = self.settings.make_reader(table) if self.settings.make_reader is not None else None
        mistakes = check_names(document, table, read_action, self.settings.vocabulary)
        problems = [*drop_value_problems(document, problems, mistakes), *mistakes]
        if self.settings.arrange is not None and not errors_of(problems):
            problems += self.settings.arrange(document, table)
        return problems

    def check_replay(self, text: str, name: str, path: Path | None) -> list[Problem]:
        """List the mistakes of a replay: of its header and its actions, against its variant."""
        documents, _ = read(text.split("\n", 1)[0], name)
        is_readable = header_of(text) and explain_newer_format(header_of(text)) is None
        if not is_readable or not documents or not isinstance(documents[0].data, dict):
            return check_lines(text, name)
        header = documents[0]
        try:
            table = self._finder.table(header, path, "boards")
        except ContentError as error:
            return [*error.problems, *check_lines(text, name)]
        whole = "boards" in header.data  # without it the actions may name regions of other boards
        read_action = self.settings.make_reader(table) if self.settings.make_reader is not None and whole else None
        problems = [
            *limit_problems(check_options(header, table)),
            *check_edition(header, table),
            *check_lines(text, name, read_action, chance_check(table, self.settings.vocabulary)),
        ]
        if not errors_of(problems):
            problems += self._find_damage(text, name, problems)
        return problems if errors_of(problems) else [*problems, *self._play(text, name, table)]

    def _play(self, text: str, name: str, table: Table) -> Iterator[Problem]:
        """Play the game of a record; find the first line that the rules refuse or that differs from the game."""
        fault = self.settings.play(text, table.variant) if self.settings.play is not None else None
        if fault is not None:
            yield unplayable_line(text, name, *fault)

    def _find_damage(self, text: str, name: str, problems: list[Problem]) -> Iterator[Problem]:
        """Find the first line that the program did not write so; a last line that is cut off is reported elsewhere."""
        number = self.settings.find_damage(text) if self.settings.find_damage is not None else None
        if number is None or any(p.code == "cut-off" and p.range and p.range.line == number for p in problems):
            return
        yield damaged_line(text, name, number)


def _report_broken_once(problems: list[Problem]) -> list[Problem]:
    """Report a broken variant once, because most scenarios of a file use the same one."""
    broken = [problem for problem in problems if problem.code == "broken-variant"]
    return [problem for problem in problems if problem.code != "broken-variant"] + broken[:1]
