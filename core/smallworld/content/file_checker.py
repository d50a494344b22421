"""Check a file of any kind: detect the kind, then list the mistakes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from smallworld.content.ability_checks.abilities import Schemas, check_lone_abilities
from smallworld.content.languages.entry_checks import check_language
from smallworld.content.languages.inheritance import FOLDER as LANGUAGES
from smallworld.content.languages.language_files import inherited_texts
from smallworld.content.load import build_variant, check_board_of, check_bundle
from smallworld.content.problems.accepted_warnings import drop_accepted
from smallworld.content.problems.problem import FAULT, Problem, errors_of, limit_by_file, limit_problems
from smallworld.content.reading.decoding import MAX_BYTES, ReadAborted, decode, too_large
from smallworld.content.reading.documents import Document
from smallworld.content.reading.files import read_start, require_content_link
from smallworld.content.reading.hidden_characters import drop_echoes
from smallworld.content.reading.reader import read
from smallworld.content.scenario_checks.chance import chance_check
from smallworld.content.scenario_checks.replay import (
    check_edition,
    check_replay,
    damaged_line,
    header_of,
    looks_like_replay,
    several_lines,
)
from smallworld.content.scenario_checks.replay_format import MAX_REPLAY, explain_newer_format
from smallworld.content.scenario_checks.scenario import check_options, check_scenario, drop_value_problems
from smallworld.content.scenario_checks.scenario_context import MakeReader, Table, Vocabulary
from smallworld.content.scenario_checks.variant_lookup import TableFinder
from smallworld.content.schema.key_errors import has_misspelt
from smallworld.content.schema.misplaced_keys import name_misplaced_abilities
from smallworld.content.schema.schema import check
from smallworld.content.variant_checks.adjacency import check_planar
from smallworld.content.variant_checks.board import check_board, regions_of
from smallworld.content.variant_checks.lint import check_extras, check_undrawn_islands
from smallworld.content.variant_checks.misspelt_names import name_misspelt_definitions
from smallworld.content.variant_checks.playability import StartCheck, check_name, check_start
from smallworld.content.variant_checks.player_order import check_order
from smallworld.content.variant_checks.plugins import PluginCheck
from smallworld.content.variant_checks.supply import check_boards
from smallworld.content.variants.content_files import is_foreign
from smallworld.content.variants.discovery import board_paths, variant_path
from smallworld.content.variants.extension import extend_variants, layer_over, root_variant
from smallworld.content.variants.file_kind import KINDS, is_part, kind_of
from smallworld.content.variants.file_layers import Layer
from smallworld.content.variants.file_reader import Bundle, read_variant, single
from smallworld.content.variants.inherited_problems import move_to_causes, of_parents
from smallworld.errors import ContentError, UnknownName
from smallworld.languages import lazy, lazy_join
from smallworld.model.board import BoardFile
from smallworld.model.variant_folder import VARIANT_FILE, VariantFolder

ArrangeCheck = Callable[[Document, Table], Iterable[Problem]]
"""Finds positions that no game can reach; only the rules know them, so the caller passes this function."""


@dataclass(slots=True)
class FileChecker:
    """Checks files of every kind; keeps what several of them need.

    :ivar folders: further folders of variants.
    :ivar abilities: ability name → JSON schema of its parameters; None = not checked.
    :ivar lacks: finds the fault of a plugin that a variant needs; None = not checked.
    :ivar against: the variant, by id or path, that boards and parts must fit.
    :ivar boards: further boards by id, for scenarios; they go before those of the variant.
    :ivar spare: boards for scenarios, where the variant has none of that id.
    :ivar make_reader: makes the reader of actions for a table; None = actions are not read.
    :ivar arrange: a deeper check of the position of a scenario.
    :ivar start: sets up games of a variant; None = none is set up.
    :ivar vocabulary: what scenarios may expect of refusals and scores; None = not checked.
    :ivar find_damage: finds the first damaged line of a save; None = it is not looked for.
    :ivar board_problems: problems of files with further boards, which are therefore left out of ``boards``.
    :ivar skipped: files that were left out.
    """

    folders: Sequence[VariantFolder] = ()
    abilities: Schemas | None = None
    lacks: PluginCheck | None = None
    against: str = ""
    boards: Mapping[str, BoardFile] = field(default_factory=dict)
    spare: Mapping[str, BoardFile] = field(default_factory=dict)
    make_reader: MakeReader | None = None
    arrange: ArrangeCheck | None = None
    start: StartCheck | None = None
    vocabulary: Vocabulary | None = None
    find_damage: Callable[[str], int | None] | None = None
    skipped: set[Path] = field(default_factory=set)
    board_problems: Sequence[Problem] = ()
    _finder: TableFinder | None = None
    _bundles: dict[Path, Bundle] = field(default_factory=dict)
    _covered: set[str] = field(default_factory=set)
    _checked: dict[str, list[Document]] = field(default_factory=dict)
    """The documents of the files that are being checked, in which exceptions count."""

    def _tables(self) -> TableFinder:
        if self._finder is None:
            self._finder = TableFinder(self.folders, self.abilities, self.against, self.boards, self.spare)
        return self._finder

    def forget(self) -> None:
        """Forget all files that were read, because they have changed."""
        self._finder = None
        self._bundles.clear()
        self._covered.clear()

    def check_file(self, path: Path, *, skip_unknown: bool = False) -> list[Problem]:
        """List all mistakes of a file, by place.

        :param skip_unknown: skip a file of an unknown kind and add it to ``skipped``:
            folders hold files of other programs too.
        """
        if os.path.realpath(path) in self._covered:
            return []
        problems = _check_guarded(str(path), lambda: self._drop_accepted(self._check_file(path)))
        if skip_unknown and problems and is_foreign(path, problems):
            self.skipped.add(path)
            return []
        return problems

    def _check_file(self, path: Path) -> list[Problem]:
        try:
            require_content_link(path)
            content, size = read_start(path, MAX_REPLAY + 1)
        except ContentError as error:
            return list(error.problems)
        return self._check_content(content, size, str(path), path)

    def check_bytes(self, content: bytes, name: str, path: Path | None = None) -> list[Problem]:
        """Check content that is in memory, such as standard input.

        :param path: the file that it is, or will be saved in; relative names count from there.
        """
        return _check_guarded(name, lambda: self._drop_accepted(self._check_content(content, len(content), name, path)))

    def _drop_accepted(self, problems: list[Problem]) -> list[Problem]:
        """Remove the warnings that the files accept."""
        remaining = drop_accepted(problems, self._checked)
        self._checked.clear()
        return remaining

    def _check_content(self, content: bytes, size: int, name: str, path: Path | None) -> list[Problem]:
        """:param size: bytes of the whole file; content may be its start."""
        if looks_like_replay(content[:4000].decode("utf-8-sig", "replace")):
            if len(content) > MAX_REPLAY:
                return [too_large(name, size, MAX_REPLAY)]
            try:
                text = decode(content, name, MAX_REPLAY)
            except ReadAborted as stopped:
                return [stopped.problem]
            return self._check_replay(text, name, path)
        if len(content) > MAX_BYTES:
            return [too_large(name, size)]
        documents, problems = read(content, name)
        self._checked[name] = documents
        consequences = self._check_documents(documents, name, path, bool(errors_of(problems)))
        return [*problems, *drop_echoes(problems, consequences)]

    def _check_documents(self, documents: list[Document], name: str, path: Path | None, broken: bool) -> list[Problem]:
        if documents and kind_of(documents[0].data) == "scenario":
            checked = (self._check_scenario(document, path) for document in documents)
            return _report_broken_once(limit_problems(chain.from_iterable(checked)))
        document, problems = single(documents, [], name) if documents or not broken else (None, [])
        if document is None:
            return problems
        kind = kind_of(document.data)
        if kind == "replay":
            return [*problems, several_lines(document.text.split("\n", 1)[0], name)]
        if kind == "board":
            return [*problems, *_check_form(document, "board", self._check_board(document, path))]
        if kind == "variant":
            return [*problems, *self._check_variant(document, path, broken)]
        if kind == "language":
            return [*problems, *_check_form(document, "language", self._check_language(document, path))]
        hint = lazy("a file is known by its keys: {kinds}", kinds=lazy_join(", ", map(lazy, KINDS.values())))
        message = lazy("the program does not know this kind of file")
        return [*problems, document.problem("unknown-kind", tuple(document.data)[:1], message, hint, at_key=True)]

    # -- boards ------------------------------------------------------------------------------

    def _check_board(self, document: Document, path: Path | None) -> Iterator[Problem]:
        """Yield the mistakes in the meaning of a board, in its variant if it has one."""
        bundle = self._board_variant(document, path)
        if bundle is None or bundle.merged is None:
            yield from check_board(document)
        else:
            mine = {Path(document.name).stem: document}
            yield from check_board_of(bundle.merged, document)
            yield from (problem for problem in check_boards(bundle.merged, mine) if problem.file == document.name)
            yield from check_undrawn_islands(bundle.merged, mine)
        yield from check_planar(document, regions_of(document.data))

    def _board_variant(self, document: Document, path: Path | None) -> Bundle | None:
        """Find the variant of a board: the one asked for, else the one of its folder."""
        if self.against:
            return self._against(document)
        if path is None or path.parent.name != "boards":
            return None
        home = path.parent.parent / VARIANT_FILE
        return self._bundle(home) if home.is_file() else None

    # -- variants ----------------------------------------------------------------------------

    def _check_variant(self, document: Document, path: Path | None, broken: bool) -> list[Problem]:
        """Check a variant with its boards."""
        if is_part(document.data):
            return _check_form(document, "part", self._check_part(document))
        file = path if path is not None else Path(document.name)
        bundle = read_variant(file, self.folders, document=document)
        bundle.problems = name_misplaced_abilities(document, bundle.problems, self.abilities or ())
        if bundle.merged is None:
            return bundle.problems
        problems_found = check_bundle(bundle, self.abilities, self.lacks)
        problems_found += [*check_extras(bundle, problems_found, broken), *check_name(document, path)]
        problems_found = name_misspelt_definitions(bundle.merged, bundle.boards, problems_found)
        own_files = [document.name, *map(str, board_paths(file).values())]
        problems = [*bundle.problems, *check_order(document)]
        of_others = of_parents(bundle.merged, problems_found, self._check_layer)
        problems += of_others
        mine = [problem for problem in problems_found if problem not in of_others]
        problems += move_to_causes(bundle.merged, own_files, mine, bundle.sources)
        for board in bundle.boards.values():
            problems += check_planar(board, regions_of(board.data))
            if board.name in own_files:
                self._checked[board.name] = [board]
        if self.start is not None and not broken and not errors_of(problems):
            failures = check_start(bundle.merged, build_variant(bundle, file), self.start)
            problems += move_to_causes(bundle.merged, own_files, failures, bundle.sources)
        self._covered.update(os.path.realpath(board.name) for board in bundle.boards.values())
        return problems

    def _check_layer(self, layer: Layer) -> list[Problem]:
        """Check an extended variant by itself."""
        bundle = read_variant(Path(layer.key), self.folders, document=layer.document)
        return [] if bundle.merged is None else check_bundle(bundle, self.abilities, self.lacks)

    def _check_part(self, document: Document) -> Iterator[Problem]:
        """Check a file of races, powers, relics or pieces alone, as an addition to the variant of ``--against``."""
        if not self.against:
            yield from limit_problems(check_lone_abilities(root_variant(document), self.abilities))
            return
        base = self._against(document)
        if base.merged is not None:
            merged, problems = extend_variants([base.merged], layer_over([base.merged], document))
            bundle = Bundle(merged, base.boards)
            meaning = check_bundle(bundle, self.abilities, self.lacks)
            meaning += check_extras(bundle, meaning)
            yield from (*problems, *move_to_causes(merged, [document.name], meaning))

    def _check_language(self, document: Document, path: Path | None) -> Iterator[Problem]:
        """Check a language file against a variant: the one next to it, of its key ``variant``, or of ``--against``."""
        bundle = self._translated_variant(document, path)
        if bundle.merged is not None:
            inherited = inherited_texts(document, bundle, self.folders)
            yield from limit_problems(check_language(document, bundle, inherited))

    def _translated_variant(self, document: Document, path: Path | None) -> Bundle:
        if self.against:
            return self._against(document)
        folder = (path if path is not None else Path(document.name)).resolve().parent
        home = folder.parent / VARIANT_FILE
        if folder.name == LANGUAGES and home.is_file():
            return self._bundle(home)
        name = document.data.get("variant", folder.parent.name if folder.name == LANGUAGES else None)
        hint = lazy("put the file into VARIANT/{folder}, or name the variant: --against VARIANT", folder=LANGUAGES)
        if name is None:
            message = lazy("which variant is translated?")
            raise ContentError([document.problem("unknown-variant", (), message, hint)])
        try:
            return self._bundle(variant_path(str(name), self.folders, path))
        except UnknownName as error:
            problem = document.problem("unknown-variant", ("variant",), error.fault, error.advice, at_key=True)
            raise ContentError([problem]) from None

    def _against(self, document: Document) -> Bundle:
        try:
            return self._bundle(variant_path(self.against, self.folders))
        except UnknownName as error:
            raise ContentError([document.problem("unknown-variant", (), error.fault, error.advice)]) from None

    def _bundle(self, path: Path) -> Bundle:
        key = path.resolve()
        if key not in self._bundles:
            self._bundles[key] = read_variant(path, self.folders)
        return self._bundles[key]

    # -- scenarios and replays ---------------------------------------------------------------

    def _check_scenario(self, document: Document, path: Path | None) -> list[Problem]:
        if not isinstance(document.data, dict):
            hint = lazy("remove the '---'") if document.data is None else ""
            return [document.problem("not-a-mapping", (), lazy("a scenario must be a mapping of keys to values"), hint)]
        problems = check(document, "scenario")
        try:
            table = self._tables().table(document, path, "board")
        except ContentError as error:
            return [*problems, *error.problems]
        if has_misspelt(document.data, "board"):
            table = replace(table, boards=None)
        read_action = self.make_reader(table) if self.make_reader is not None else None
        mistakes = check_scenario(document, table, read_action, self.vocabulary)
        problems = [*drop_value_problems(document, problems, mistakes), *mistakes]
        if self.arrange is not None and not errors_of(problems):
            problems += self.arrange(document, table)
        return problems

    def _check_replay(self, text: str, name: str, path: Path | None) -> list[Problem]:
        """Check a replay: its header and its actions, against its variant."""
        documents, _ = read(text.split("\n", 1)[0], name)
        is_readable = header_of(text) and explain_newer_format(header_of(text)) is None
        if not is_readable or not documents or not isinstance(documents[0].data, dict):
            return check_replay(text, name)
        header = documents[0]
        try:
            table = self._tables().table(header, path, "boards")
        except ContentError as error:
            return [*error.problems, *check_replay(text, name)]
        whole = "boards" in header.data  # without it the actions may name regions of other boards
        read_action = self.make_reader(table) if self.make_reader is not None and whole else None
        problems = [
            *limit_problems(check_options(header, table)),
            *check_edition(header, table),
            *check_replay(text, name, read_action, chance_check(table, self.vocabulary)),
        ]
        return problems if errors_of(problems) else [*problems, *self._find_damage(text, name, problems)]

    def _find_damage(self, text: str, name: str, problems: list[Problem]) -> Iterator[Problem]:
        """Find the first line that the program did not write so; a last line that is cut off is reported elsewhere."""
        number = self.find_damage(text) if self.find_damage is not None else None
        if number is None or any(p.code == "cut-off" and p.range and p.range.line == number for p in problems):
            return
        yield damaged_line(text, name, number)


def _check_form(document: Document, kind: str, meaning: Iterable[Problem]) -> list[Problem]:
    """List the mistakes in the form of a document, then those in its meaning, up to an error that hides the rest."""
    problems = check(document, kind)
    try:
        problems += meaning
    except ContentError as error:
        problems += error.problems
    return problems


def _report_broken_once(problems: list[Problem]) -> list[Problem]:
    """Report a broken variant once, because most scenarios of a file use the same one."""
    broken = [problem for problem in problems if problem.code == "broken-variant"]
    return [problem for problem in problems if problem.code != "broken-variant"] + broken[:1]


def _check_guarded(name: str, check_one: Callable[[], list[Problem]]) -> list[Problem]:
    """Check one file; turn a fault of the program into a problem, so that other files are still checked.

    The text of the fault is left out: it may hold parts of other files.
    """
    try:
        return limit_by_file(check_one())
    except Exception as error:
        if os.environ.get("SMALLWORLD_DEBUG"):
            raise
        message = lazy("the program has a fault and cannot check this file ({error})", error=type(error).__name__)
        hint = lazy("please report it with the file; SMALLWORLD_DEBUG=1 shows the place in the program")
        return [Problem(FAULT, "error", name, None, message, hint)]
