"""Checking any file: what kind is it, and what is wrong with it?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smallworld.content.ability_checks import Schemas
from smallworld.content.board_checks import check_board
from smallworld.content.documents import Document, read
from smallworld.content.events import MAX_BYTES, Stopped, decode, too_large
from smallworld.content.extras import check_extras
from smallworld.content.find import VARIANT_FILE, variant_path
from smallworld.content.kind import KINDS, is_part, kind_of
from smallworld.content.load import Bundle, check_bundle, load_variant_file, read_variant, single
from smallworld.content.merging import over
from smallworld.content.planarity import check_planar
from smallworld.content.problem import Problem, errors_of, in_order
from smallworld.content.replay_checks import MAX_REPLAY, check_replay, header_of, looks_like_replay
from smallworld.content.scenario_checks import check_options, check_scenario
from smallworld.content.schema import check
from smallworld.content.spelling import faces_of, modernise_board
from smallworld.content.table import MakeReader, Table
from smallworld.content.variant_checks import section
from smallworld.errors import ContentError, UnknownName, suggest
from smallworld.model.board import BoardFile
from smallworld.model.content import Variant

SUFFIXES = (".yaml", ".yml", ".jsonl", ".json")
ArrangeCheck = Callable[[Document, Table], Iterable[Problem]]
"""Finds positions that no game can reach; the rules know, content does not."""


@dataclass(slots=True)
class Checker:
    """Checks files of every kind; keeps what several of them need.

    :ivar folders: further folders of variants.
    :ivar abilities: ability name → JSON schema of its parameters; None = not checked.
    :ivar against: the variant, by id or path, that boards and parts must fit.
    :ivar boards: further boards by id, for scenarios.
    :ivar make_reader: makes the reader of actions for a table; None = actions are not read.
    :ivar arrange: a deeper check of the position of a scenario.
    """

    folders: Sequence[Path] = ()
    abilities: Schemas | None = None
    against: str = ""
    boards: Mapping[str, BoardFile] = field(default_factory=dict)
    make_reader: MakeReader | None = None
    arrange: ArrangeCheck | None = None
    _variants: dict[Path, Variant | None] = field(default_factory=dict)
    _bundles: dict[Path, Bundle] = field(default_factory=dict)
    _covered: set[Path] = field(default_factory=set)

    def forget(self) -> None:
        """Read everything anew from now on: the files have changed."""
        self._variants.clear()
        self._bundles.clear()
        self._covered.clear()

    def check_file(self, path: Path) -> list[Problem]:
        """Everything that is wrong with a file, by place."""
        if path.resolve() in self._covered:
            return []
        try:
            with path.open("rb") as stream:
                content = stream.read(MAX_REPLAY + 1)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            return [Problem("no-file", "error", str(path), None, f"cannot read this file: {reason}")]
        return self.check_bytes(content, str(path), path)

    def check_bytes(self, content: bytes, name: str, path: Path | None = None) -> list[Problem]:
        """The same for content that is at hand.

        :param path: where it lies, if it lies somewhere; relative names count from there.
        """
        if looks_like_replay(content[:4000].decode("utf-8", "replace")):
            if len(content) > MAX_REPLAY:
                return [too_large(name, len(content), MAX_REPLAY)]
            try:
                text = decode(content, name, MAX_REPLAY)
            except Stopped as stopped:
                return [stopped.problem]
            return in_order([*check_replay(text, name), *self._replay_table(text, name, path)])
        if len(content) > MAX_BYTES:
            size = path.stat().st_size if path is not None else len(content)
            return [too_large(name, size)]
        documents, problems = read(content, name)
        return in_order([*problems, *self._documents(documents, name, path, bool(problems))])

    def _documents(self, documents: list[Document], name: str, path: Path | None, broken: bool) -> list[Problem]:
        if documents and kind_of(documents[0].data) == "scenario":
            return [problem for document in documents for problem in self._scenario(document, path)]
        document, problems = single(documents, [], name) if documents or not broken else (None, [])
        if document is None:
            return problems
        kind = kind_of(document.data)
        if kind == "board":
            return [*problems, *self._board(document, path)]
        if kind == "variant":
            return [*problems, *self._variant(document, path)]
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
        data = bundle.merged.data
        terrains, symbols = section(data, "terrains"), data.get("symbols")
        water = {key for key, terrain in terrains.items() if terrain.get("water") is True}
        listed = symbols if isinstance(symbols, list) else []
        return [*problems, *check_board(document, terrains, listed, water), *check_planar(document)]

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

    def _variant(self, document: Document, path: Path | None) -> list[Problem]:
        if is_part(document.data):
            return self._part(document)
        file = path if path is not None else Path(document.name)
        bundle = read_variant(file, self.folders, document=document)
        if bundle.merged is None:
            return bundle.problems
        self._covered.update(Path(board.name).resolve() for board in bundle.boards.values())
        problems = [*bundle.problems, *check_bundle(bundle, self.abilities), *check_extras(bundle)]
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
        mine = [p for p in check_bundle(bundle, self.abilities) if p.file == document.name]
        return [*problems, *more, *mine]

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
        table = self._table(document, path, "board")
        if isinstance(table, list):
            return [*problems, *table]
        read_action = self.make_reader(table) if self.make_reader is not None else None
        problems += check_scenario(document, table, read_action)
        if self.arrange is not None and not errors_of(problems):
            problems += self.arrange(document, table)
        return problems

    def _replay_table(self, text: str, name: str, path: Path | None) -> list[Problem]:
        """The header of a replay against its variant."""
        documents, _ = read(text.split("\n", 1)[0], name)
        if not header_of(text) or not documents or not isinstance(documents[0].data, dict):
            return []
        table = self._table(documents[0], path, "boards")
        return table if isinstance(table, list) else list(check_options(documents[0], table))

    def _table(self, document: Document, path: Path | None, key: str) -> Table | list[Problem]:
        """The table that a scenario or a replay is played at, or why there is none."""
        named, players = document.data.get("variant"), document.data.get("players")
        if not isinstance(named, str) or not isinstance(players, list):
            return []
        variant = self._loaded(document, self.against or named, path)
        if isinstance(variant, Problem):
            return [variant]
        boards = self._boards_on_table(document, variant, len(players), key)
        names = [player for player in players if isinstance(player, str)]
        return boards if _are_problems(boards) else Table(variant, names, boards)  # type: ignore[arg-type, return-value]

    def _loaded(self, document: Document, name: str, path: Path | None) -> Variant | Problem:
        place = document.value(("variant",))
        try:
            file = variant_path(name, self.folders, None if self.against else path).resolve()
        except UnknownName as error:
            message, _, hint = str(error).partition("; ")
            return document.problem("unknown-variant", place, message, hint)
        if file not in self._variants:
            self._variants[file] = self._load(file)
        variant = self._variants[file]
        if variant is None:
            return document.problem("broken-variant", place, f"the variant {name!r} has errors", f"validate {file}")
        return variant

    def _load(self, file: Path) -> Variant | None:
        try:
            return load_variant_file(file, self.folders, self.abilities)
        except ContentError:
            return None

    def _boards_on_table(
        self, document: Document, variant: Variant, players: int, key: str
    ) -> list[BoardFile] | list[Problem] | None:
        """The boards that are named, else the variant's; None = drawn by chance."""
        known = {**variant.board_files, **self.boards}
        named: Any = document.data.get(key)
        at: tuple[str | int, ...] = (key,)
        if named is None:
            named, at = variant.boards.get(players), ("players",)
            if named is None:
                message = f"the variant {variant.id!r} has no board for {players} players"
                return [document.problem("missing-board", document.value(at), message, f"name one with {key}:")]
            if isinstance(named, tuple):
                return None
        names = [named] if isinstance(named, str) else [name for name in named if isinstance(name, str)]
        problems = [
            document.problem(
                "unknown-board",
                document.value((*at, index) if isinstance(named, list) else at),
                f"there is no board {name!r}",
                suggest(name, known).removeprefix("; ") or "name its folder with --boards",
            )
            for index, name in enumerate(names)
            if name not in known
        ]
        return problems or [known[name] for name in names]


def _are_problems(boards: object) -> bool:
    return isinstance(boards, list) and bool(boards) and isinstance(boards[0], Problem)


_TELLING = {
    "board": "regions for a board",
    "variant": "variant, races and powers for a variant",
    "scenario": "scenario and steps for a scenario",
    "replay": "replay in the first line for a replay",
}


def files_in(path: Path) -> list[Path]:
    """A file itself; of a folder every file that may be content, hidden ones left out.

    Variant files come first: their boards are then checked with them.
    """
    if not path.is_dir():
        return [path]
    found = [
        file
        for file in path.rglob("*")
        if file.suffix in SUFFIXES and file.is_file() and not _hidden(file.relative_to(path))
    ]
    return sorted(found, key=lambda file: (file.name != VARIANT_FILE, file))


def _hidden(path: Path) -> bool:
    return any(part.startswith((".", "_")) or part == "node_modules" for part in path.parts)
