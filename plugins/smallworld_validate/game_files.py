"""Check the files of games, scenarios and replays: find their variant, players and boards, then compare."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from smallworld import PositionError, Variant, new_game
from smallworld.decision_limit import DECISION_SECONDS, DecisionLimit
from smallworld.errors import ContentError, ReplayError, SmallWorldError, UnknownName, did_you_mean, suggest
from smallworld.languages import N_, lazy, lazy_join, lazy_n
from smallworld.model.board import BoardFile
from smallworld_editions.discovery import board_paths, find_variants, variant_path
from smallworld_editions.form import check, is_variant
from smallworld_editions.load import embedded_board, embedded_variant, load_variant_file
from smallworld_editions.problem import Problem, errors_of, limit_problems
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.file_reader import read_checked
from smallworld_records.record_lines import explain_newer_format, first_damaged, header_of
from smallworld_records.saved_game_reader import Reader
from smallworld_validate import check_settings
from smallworld_validate.check_settings import CheckSettings, ReadAction, Table
from smallworld_validate.game_file_checks import replay, scenario
from smallworld_validate.schema.key_errors import is_misspelt


@dataclass(slots=True)
class GameFiles:
    """Checks scenarios and replays against their variants; each variant is loaded once."""

    settings: CheckSettings
    _variants: dict[Path, Variant | None] = field(default_factory=dict)
    _readers: dict[tuple[object, ...], ReadAction] = field(default_factory=dict)

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
            table = self._table(document, path, "board")
        except ContentError as error:
            return [*problems, *error.problems]
        if "board" not in document.data and any(len(key) > 3 and is_misspelt(key, "board") for key in document.data):
            table = replace(table, boards=None)
        names = scenario.ScenarioCheck(document, table, self._reader(table), self.settings)
        mistakes = limit_problems(names.problems())
        problems = [*scenario.drop_value_problems(document, problems, mistakes), *mistakes]
        return problems if errors_of(problems) else [*problems, *self._check_position(document, table)]

    def _check_position(self, document: Document, table: Table) -> Iterator[Problem]:
        """Yield the reason why the position of a scenario is impossible; only the rules know it."""
        data = document.data
        if not data.keys() & {"given", "position"}:
            return
        try:
            position = check_settings.position_of(data, table.players)
            new_game(
                table.variant, table.players, board=table.boards, options=data.get("options", {}), given=position,
                plugins=self.settings.plugins,
            )  # fmt: skip
        except PositionError as error:
            yield check_settings.position_problem(document, error)
        except SmallWorldError as error:
            path = ("given",) if "given" in data else ("position",)
            yield document.problem("position", path, error.sentence, at_key=True)

    def check_replay(self, text: str, name: str, path: Path | None) -> list[Problem]:
        """List the mistakes of a replay: of its header and its actions, against its variant."""
        documents, _ = read(text.split("\n", 1)[0], name)
        is_readable = header_of(text) and explain_newer_format(header_of(text)) is None
        if not is_readable or not documents or not isinstance(documents[0].data, dict):
            return replay.check_replay(text, name)
        header = documents[0]
        try:
            table = self._table(header, path, "boards")
        except ContentError as error:
            return [*error.problems, *replay.check_replay(text, name)]
        # Without boards in the header the actions may name regions of others.
        read_action = self._reader(table) if "boards" in header.data else None
        problems = [*limit_problems(scenario.check_options(header, table)), *replay.check_edition(header, table)]
        problems += replay.check_plugins(header, self.settings.plugins)
        problems += replay.check_replay(text, name, read_action, table)
        number = first_damaged(text) if not errors_of(problems) else None  # the line that the program did not write so
        if number and not any(p.code == "cut-off" and p.range and p.range.line == number for p in problems):
            problems.append(replay.damaged_line(text, name, number))
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
            yield replay.unplayable_line(text, name, int(number[1]) if number else 1, error.sentence)

    # --- variant, players and boards

    def _table(self, document: Document, path: Path | None, key: str) -> Table:
        """Return the table of a scenario or a replay.

        :param key: of the boards in the document.
        :raises ContentError: with the problems that prevent it; without any if the schema reports them.
        """
        named, players = document.data.get("variant"), document.data.get("players")
        if not isinstance(named, str) or not isinstance(players, list):
            raise ContentError([])
        is_record = key == "boards" and not self.settings.against
        content = document.data.get("edition") if is_record else None
        if isinstance(content, dict):
            variant = self._read_embedded(document, named, content)
        else:
            # A replay names an installed edition; one that names a file needs ``replay --variant``.
            is_installed = is_record and "/" not in named and "\\" not in named
            variant = self._load_variant(document, self.settings.against or named, path, is_installed=is_installed)
        if len(players) == 1 and 1 not in variant.boards:
            message = lazy("a game of the variant {variant!r} has at least 2 players, not 1", variant=variant.id)
            hint = lazy("for example [ann, bob]")
            raise ContentError([document.problem("bad-length", ("players",), message, hint, at_key=True)])
        names = _board_places(document, variant, len(players), key)
        recorded = _recorded_boards(document) if key == "boards" else {}
        board_files = {**check_settings.kit_boards(), **variant.board_files, **recorded, **self.settings.boards}
        problems = list(_unusable_boards(document, names or [], board_files, variant))
        if problems:
            raise ContentError(problems)
        seats = [player for player in players if isinstance(player, str)]
        return Table(variant, seats, [board_files[name] for name, _ in names] if names else None)

    def _load_variant(self, document: Document, name: str, path: Path | None, *, is_installed: bool) -> Variant:
        folders = self.settings.folders
        try:
            if is_installed and name not in (editions := find_variants(folders)):
                raise UnknownName("variant", name, editions)
            file = variant_path(name, folders, None if self.settings.against or is_installed else path)
        except UnknownName as error:
            problem = document.problem("unknown-variant", ("variant",), error.fault, error.advice)
            raise ContentError([problem]) from None
        if file not in self._variants:
            self._variants[file] = None
            with suppress(ContentError):
                self._variants[file] = load_variant_file(file, folders, self.settings.abilities)
        variant = self._variants[file]
        if variant is not None:
            return variant
        other, _ = read_checked(file, "variant")
        if other is not None and not is_variant(other.data):  # surely a board or the like
            message = lazy("the file {name!r} is not a variant", name=name)
            hint = lazy("name a file that has the key 'variant', or a variant by its id")
            raise ContentError([document.problem("unknown-variant", ("variant",), message, hint)])
        causes = (str(file), *map(str, board_paths(file).values()))
        message, hint = lazy("the variant {name!r} has errors", name=name), lazy("validate {file}", file=str(file))
        raise ContentError([document.problem("broken-variant", ("variant",), message, hint, causes=causes)])

    def _read_embedded(self, document: Document, name: str, content: Mapping[str, Any]) -> Variant:
        """Return the edition in the header of a replay."""
        try:
            variant = embedded_variant(content, self.settings.abilities)
        except ContentError as error:
            raise _broken_header(document, "edition", error) from None
        if variant.id != name:
            sentence = N_("the header names the variant {name!r}, but holds the edition {variant!r}")
            message, hint = lazy(sentence, name=name, variant=variant.id), lazy("write {variant}", variant=variant.id)
            raise ContentError([document.problem("unknown-variant", ("variant",), message, hint)])
        return variant

    def _reader(self, table: Table) -> ReadAction | None:
        """Return the reader of the actions of a table; None if its regions are not known.

        Texts stay as they are where no game can begin: another check reports the fault of the table.
        """
        if table.boards is None:
            return None
        key = (table.variant.digest, tuple(board.id for board in table.boards), tuple(table.players))
        if key not in self._readers:
            self._readers[key] = str
            with suppress(SmallWorldError):
                game = new_game(table.variant, table.players, board=table.boards, plugins=self.settings.plugins)
                self._readers[key] = game.read
        return self._readers[key]


def _board_places(document: Document, variant: Variant, players: int, key: str) -> list[tuple[str, KeyPath]] | None:
    """Return the ids of the boards with their places in the file; None = islands drawn by chance."""
    named: Any = document.data.get(key)
    if isinstance(named, list):
        return [(name, (key, index)) for index, name in enumerate(named) if isinstance(name, str)]
    if isinstance(named, str):
        return [(named, (key,))]
    usual = variant.boards.get(players)
    if usual is None:
        message = lazy_n(
            "the variant {variant!r} has no board for {count} player",
            "the variant {variant!r} has no board for {count} players", players, variant=variant.id,
        )  # fmt: skip
        hint = lazy("name one with {key}:", key=key)
        raise ContentError([document.problem("missing-board", ("players",), message, hint)])
    return None if isinstance(usual, tuple) else [(usual, ("players",))]


def _recorded_boards(document: Document) -> dict[str, BoardFile]:
    """Return the boards in the header of a replay."""
    boards = mapping_of(document.data.get("board_files"))
    try:
        return {name: embedded_board(name, data) for name, data in boards.items()}
    except ContentError as error:
        raise _broken_header(document, "board_files", error) from None


def _broken_header(document: Document, key: str, error: ContentError) -> ContentError:
    message = lazy("the {key} of the header has errors: {fault}", key=key, fault=error.problems[0].message)
    return ContentError([document.problem("broken-variant", (key,), message)])


def unknown_board(document: Document, path: KeyPath, name: str, board_files: Iterable[str]) -> Problem:
    """Return the problem of a board that neither the variant nor a folder has."""
    names = sorted(board_files)
    folder = lazy("--boards DIR adds the boards of a folder")
    hint = did_you_mean(name, names) or lazy_join("; ", [suggest(name, names), folder])
    return document.problem("unknown-board", path, lazy("there is no board {name!r}", name=name), hint)


def _unusable_boards(
    document: Document, names: Sequence[tuple[str, KeyPath]], board_files: Mapping[str, BoardFile], variant: Variant
) -> Iterator[Problem]:
    """Yield a problem for each board that does not exist, or does not fit the variant or the other boards."""
    sheets: dict[str, str] = {}
    for name, path in names:
        if name not in board_files:
            yield unknown_board(document, path, name, board_files)
            continue
        twin = sheets.setdefault(board_files[name].sheet or name, name)
        if twin != name:
            message = lazy("{name!r} and {twin!r} are the two faces of one island", name=name, twin=twin)
            yield document.problem("bad-value", path, message, lazy("name an island of another sheet"))
        strange = {region.terrain for region in board_files[name].regions} - set(variant.terrains)
        if strange:
            sentence = N_("the board {name!r} does not fit: the variant {variant!r} has no terrain {terrain!r}")
            message = lazy(sentence, name=name, variant=variant.id, terrain=min(strange))
            hint = lazy("name a board of {variant}, or leave it out", variant=variant.id)
            yield document.problem("unknown-terrain", path, message, hint)
