"""Checking any file: what kind is it, and what is wrong with it?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from smallworld.content.ability_checks import Schemas
from smallworld.content.board_checks import check_board
from smallworld.content.decoding import MAX_BYTES, Stopped, decode, too_large
from smallworld.content.documents import Document, read
from smallworld.content.extras import check_extras, undrawn
from smallworld.content.find import VARIANT_FILE, board_paths, variant_path
from smallworld.content.folders import is_foreign
from smallworld.content.kind import KINDS, is_part, kind_of
from smallworld.content.load import Bundle, check_board_of, check_bundle, read_variant, single
from smallworld.content.merging import as_seen_from, over
from smallworld.content.order_checks import check_order
from smallworld.content.planarity import check_planar
from smallworld.content.plugin_needs import PluginCheck
from smallworld.content.problem import MOST, Problem, Severity, errors_of, first_of, in_order
from smallworld.content.replay_checks import MAX_REPLAY, check_replay, header_of, looks_like_replay
from smallworld.content.scenario_checks import check_options, check_scenario
from smallworld.content.schema import check
from smallworld.content.spelling import faces_of, modernise_board
from smallworld.content.supply_checks import check_boards
from smallworld.content.table import MakeReader, Table
from smallworld.content.tables import TableFinder
from smallworld.errors import UnknownName
from smallworld.model.board import BoardFile

ArrangeCheck = Callable[[Document, Table], Iterable[Problem]]
"""Finds positions that no game can reach; the rules know, content does not."""


@dataclass(slots=True)
class Checker:
    """Checks files of every kind; keeps what several of them need.

    :ivar folders: further folders of variants.
    :ivar abilities: ability name → JSON schema of its parameters; None = not checked.
    :ivar lacks: tells what is wrong with a plugin that a variant needs; None = not checked.
    :ivar against: the variant, by id or path, that boards and parts must fit.
    :ivar boards: further boards by id, for scenarios; they go before those of the variant.
    :ivar spare: boards for scenarios whose variant has none of that id.
    :ivar make_reader: makes the reader of actions for a table; None = actions are not read.
    :ivar arrange: a deeper check of the position of a scenario.
    :ivar skipped: files that were left out.
    """

    folders: Sequence[Path] = ()
    abilities: Schemas | None = None
    lacks: PluginCheck | None = None
    against: str = ""
    boards: Mapping[str, BoardFile] = field(default_factory=dict)
    spare: Mapping[str, BoardFile] = field(default_factory=dict)
    make_reader: MakeReader | None = None
    arrange: ArrangeCheck | None = None
    skipped: set[Path] = field(default_factory=set)
    _finder: TableFinder | None = None
    _bundles: dict[Path, Bundle] = field(default_factory=dict)
    _covered: set[Path] = field(default_factory=set)

    def _tables(self) -> TableFinder:
        if self._finder is None:
            self._finder = TableFinder(self.folders, self.abilities, self.against, self.boards, self.spare)
        return self._finder

    def forget(self) -> None:
        """Read everything anew from now on: the files have changed."""
        self._finder = None
        self._bundles.clear()
        self._covered.clear()

    def check_file(self, path: Path, *, skip_unknown: bool = False) -> list[Problem]:
        """Everything that is wrong with a file, by place.

        :param skip_unknown: say nothing of a file whose kind nothing tells, and add it to ``skipped``:
            folders hold files of other programs too.
        """
        if path.resolve() in self._covered:
            return []
        problems = _capped(self._file(path))
        if skip_unknown and problems and is_foreign(path, problems):
            self.skipped.add(path)
            return []
        return problems

    def _file(self, path: Path) -> list[Problem]:
        try:
            with path.open("rb") as stream:
                content = stream.read(MAX_REPLAY + 1)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            return [Problem("no-file", "error", str(path), None, f"cannot read this file: {reason}")]
        return self._content(content, str(path), path)

    def check_bytes(self, content: bytes, name: str, path: Path | None = None) -> list[Problem]:
        """The same for content that is at hand.

        :param path: where it lies, if it lies somewhere; relative names count from there.
        """
        return _capped(self._content(content, name, path))

    def _content(self, content: bytes, name: str, path: Path | None) -> list[Problem]:
        if looks_like_replay(content[:4000].decode("utf-8-sig", "replace")):
            if len(content) > MAX_REPLAY:
                return [too_large(name, len(content), MAX_REPLAY)]
            try:
                text = decode(content, name, MAX_REPLAY)
            except Stopped as stopped:
                return [stopped.problem]
            return self._replay(text, name, path)
        if len(content) > MAX_BYTES:
            size = path.stat().st_size if path is not None else len(content)
            return [too_large(name, size)]
        documents, problems = read(content, name)
        return [*problems, *self._documents(documents, name, path, bool(problems))]

    def _documents(self, documents: list[Document], name: str, path: Path | None, broken: bool) -> list[Problem]:
        if documents and kind_of(documents[0].data) == "scenario":
            found = first_of(problem for document in documents for problem in self._scenario(document, path))
            return _first_broken(found)
        document, problems = single(documents, [], name) if documents or not broken else (None, [])
        if document is None:
            return problems
        kind = kind_of(document.data)
        if kind == "board":
            return [*problems, *self._board(document, path)]
        if kind == "variant":
            return [*problems, *self._variant(document, path, broken)]
        if faces_of(document):
            return [*problems, *self._sheet(document)]
        hint = f"a file is known by its keys: {', '.join(_TELLING[kind] for kind in KINDS)}"
        message = "this is no kind of file that the program knows"
        return [*problems, document.problem("unknown-kind", document.key(tuple(document.data)[:1]), message, hint)]

    # -- boards ------------------------------------------------------------------------------

    def _board(self, document: Document, path: Path | None) -> list[Problem]:
        problems = [*modernise_board(document), *check(document, "board")]
        bundle = self._board_variant(document, path)
        if isinstance(bundle, Problem):
            return [*problems, bundle]
        if bundle is None or bundle.merged is None:
            return [*problems, *check_board(document), *check_planar(document)]
        mine = {Path(document.name).stem: document}
        supply = [p for p in check_boards(bundle.merged, mine) if p.file == document.name]
        meaning = [*check_board_of(bundle.merged, document), *supply, *undrawn(Bundle(bundle.merged, mine))]
        return [*problems, *meaning, *check_planar(document)]

    def _board_variant(self, document: Document, path: Path | None) -> Bundle | Problem | None:
        """The variant that a board belongs to: the one asked for, else the one whose folder it lies in."""
        if self.against:
            return self._against(document)
        if path is None or path.parent.name != "boards":
            return None
        home = path.parent.parent / VARIANT_FILE
        return self._bundle(home) if home.is_file() else None

    def _sheet(self, document: Document) -> list[Problem]:
        """An older sheet with many faces."""
        place = document.key(("faces",))
        message = "one file with many faces is the old form of islands"
        hint = "give each face a file of its own"
        problems = [document.problem("old-key", place, message, hint, severity="warning")]
        for face in faces_of(document).values():
            old = modernise_board(face)
            problems += [*old, *check(face, "board"), *check_board(face)]
        return problems

    # -- variants ----------------------------------------------------------------------------

    def _variant(self, document: Document, path: Path | None, broken: bool) -> list[Problem]:
        """:param broken: something was wrong when it was read."""
        if is_part(document.data):
            return self._part(document)
        file = path if path is not None else Path(document.name)
        bundle = read_variant(file, self.folders, document=document)
        if bundle.merged is None:
            return bundle.problems
        self._covered.update(Path(board.name).resolve() for board in bundle.boards.values())
        found = check_bundle(bundle, self.abilities, self.lacks)
        found += check_extras(bundle, found, broken)
        own = [document.name, *map(str, board_paths(file).values())]
        problems = [*bundle.problems, *check_order(document), *as_seen_from(document, own, found)]
        for board in bundle.boards.values():
            problems += check_planar(board)
        return problems

    def _part(self, document: Document) -> list[Problem]:
        """Races, powers, relics, pieces on their own: checked on top of ``--against``."""
        problems = check(document, "part")
        if not self.against:
            return problems
        base = self._against(document)
        if isinstance(base, Problem):
            return [*problems, base]
        if base.merged is None:
            return problems
        merged, more = over(base.merged, document)
        bundle = Bundle(merged, base.boards)
        found = check_bundle(bundle, self.abilities, self.lacks)
        found += check_extras(bundle, found)
        return [*problems, *more, *as_seen_from(document, [document.name], found)]

    def _against(self, document: Document) -> Bundle | Problem:
        try:
            return self._bundle(variant_path(self.against, self.folders))
        except UnknownName as error:
            message, _, hint = str(error).partition("; ")
            return document.problem("unknown-variant", document.root, message, hint)

    def _bundle(self, path: Path) -> Bundle:
        key = path.resolve()
        if key not in self._bundles:
            self._bundles[key] = read_variant(path, self.folders)
        return self._bundles[key]

    # -- scenarios and replays ---------------------------------------------------------------

    def _scenario(self, document: Document, path: Path | None) -> list[Problem]:
        if not isinstance(document.data, dict):
            return [document.problem("not-a-mapping", document.root, "a scenario must be a mapping of keys to values")]
        problems = check(document, "scenario")
        table = self._tables().table(document, path, "board")
        if isinstance(table, list):
            return [*problems, *table]
        read_action = self.make_reader(table) if self.make_reader is not None else None
        problems += check_scenario(document, table, read_action)
        if self.arrange is not None and not errors_of(problems):
            problems += self.arrange(document, table)
        return problems

    def _replay(self, text: str, name: str, path: Path | None) -> list[Problem]:
        """A replay, its header and actions against its variant."""
        documents, _ = read(text.split("\n", 1)[0], name)
        if not header_of(text) or not documents or not isinstance(documents[0].data, dict):
            return check_replay(text, name)
        header = documents[0]
        table = self._tables().table(header, path, "boards")
        if isinstance(table, list):
            return [*table, *check_replay(text, name)]
        read_action = self.make_reader(table) if self.make_reader is not None else None
        return [
            *first_of(check_options(header, table)),
            *_changed(header, table),
            *check_replay(text, name, read_action),
        ]


def _changed(header: Document, table: Table) -> Iterator[Problem]:
    """Has the variant changed since a game was recorded?"""
    digest = header.data.get("digest")
    if isinstance(digest, str) and digest and digest != table.variant.digest:
        message = f"the variant {table.variant.id!r} has changed since this game was recorded"
        version = header.data.get("program", "of then")
        hint = f"replay it with version {version}, or with its files as they were, or record it anew"
        yield header.problem("changed-variant", header.value(("digest",)), message, hint, severity="warning")


def _first_broken(problems: list[Problem]) -> list[Problem]:
    """All scenarios of a file mostly have one variant: that it is broken is said once."""
    broken = [problem for problem in problems if problem.code == "broken-variant"]
    return [problem for problem in problems if problem.code != "broken-variant"] + broken[:1]


def _capped(problems: list[Problem]) -> list[Problem]:
    """The problems by place; of each file no more than a person would read."""
    kept: dict[str, list[Problem]] = {}
    for problem in in_order(problems):
        kept.setdefault(problem.file, []).append(problem)
    for name, found in kept.items():
        if len(found) > MOST:
            rest = found[MOST]
            severity: Severity = "error" if any(p.severity == "error" for p in found[MOST:]) else "warning"
            found[MOST:] = [
                Problem("too-many-problems", severity, name, rest.range, "there is more", "mend these first")
            ]
    return [problem for found in kept.values() for problem in found]


_TELLING = {
    "board": "regions for a board",
    "variant": "variant, races and powers for a variant",
    "scenario": "scenario and steps for a scenario",
    "replay": "replay in the first line for a replay",
}
