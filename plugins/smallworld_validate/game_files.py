"""Check the files of games: scenarios and replays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from smallworld import PositionError
from smallworld.decision_limit import DECISION_SECONDS, DecisionLimit
from smallworld.errors import ContentError, ReplayError, SmallWorldError
from smallworld.game import new_game
from smallworld.languages import lazy
from smallworld.model.variant import Variant
from smallworld_editions.form import check
from smallworld_editions.problem import Problem, errors_of, limit_problems
from smallworld_editions.reading.documents import Document
from smallworld_editions.reading.reader import read
from smallworld_records.record_lines import explain_newer_format, first_damaged, header_of
from smallworld_records.saved_game_reader import Reader
from smallworld_validate.check_settings import CheckSettings, Table
from smallworld_validate.game_file_checks.given_position import TABLE_KEYS, given_of, position_of, position_problem
from smallworld_validate.game_file_checks.replay import check_edition, damaged_line, unplayable_line
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
        problems = limit_problems(chain.from_iterable(checked))
        broken = [problem for problem in problems if problem.code == "broken-variant"]  # most use the same one
        return [problem for problem in problems if problem.code != "broken-variant"] + broken[:1]

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
        mistakes = check_names(document, table, self._finder.reader(table), self.settings)
        problems = [*drop_value_problems(document, problems, mistakes), *mistakes]
        return problems if errors_of(problems) else [*problems, *self._check_position(document, table)]

    def _check_position(self, document: Document, table: Table) -> Iterator[Problem]:
        """Yield the reason why the position of a scenario is impossible; only the rules know it."""
        data = document.data
        if not data.keys() & {"given", "position"}:
            return
        try:
            keys = TABLE_KEYS.union(table.players)  # another check reports unknown players
            position = position_of(data)
            if "given" in data:
                position = given_of({key: value for key, value in data["given"].items() if key in keys})
            new_game(
                table.variant, table.players, board=table.boards, options=data.get("options", {}), given=position,
                plugins=self.settings.plugins,
            )  # fmt: skip
        except PositionError as error:
            yield position_problem(document, error)
        except SmallWorldError as error:
            key = "given" if "given" in data else "position"
            yield document.problem("position", (key,), error.sentence, at_key=True)

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
        # Without boards in the header the actions may name regions of others.
        read_action = self._finder.reader(table) if "boards" in header.data else None
        problems = [
            *limit_problems(check_options(header, table)),
            *check_edition(header, table),
            *check_lines(text, name, read_action, table),
        ]
        number = first_damaged(text) if not errors_of(problems) else None  # the line that the program did not write so
        if number and not any(p.code == "cut-off" and p.range and p.range.line == number for p in problems):
            problems.append(damaged_line(text, name, number))
        return problems if errors_of(problems) else [*problems, *self._play(text, name, table.variant)]

    def _play(self, text: str, name: str, variant: Variant) -> Iterator[Problem]:
        """Play the game of a record; find the first line that the rules refuse or that differs from the game."""
        if not self.settings.plays:
            return
        actions: list[str] = []
        played = json.loads(text.partition("\n")[0]).get("boards", ())  # other files are checked with further boards
        boards = self.settings.boards
        try:
            with DecisionLimit(DECISION_SECONDS, lambda: len(actions)):
                Reader(
                    text, new_game, plugins=self.settings.plugins, variant=variant,
                    boards=[boards[name] for name in played if name in boards],
                    watch=lambda _before, action, _after: actions.append(action),
                )  # fmt: skip
        except ReplayError as error:
            number = re.match(r"line (\d+):", error.sentence)
            yield unplayable_line(text, name, int(number[1]) if number else 1, error.sentence)
