"""Find the variant, players and boards of a scenario or a replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smallworld.errors import ContentError, SmallWorldError, UnknownName, did_you_mean, suggest
from smallworld.game import new_game
from smallworld.languages import N_, lazy, lazy_join, lazy_n
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld_editions.discovery import board_paths, find_variants, variant_path
from smallworld_editions.load import embedded_board, embedded_variant, load_variant_file
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.variants.file_kind import is_variant
from smallworld_editions.variants.file_reader import read_checked
from smallworld_validate.check_settings import CheckSettings, ReadAction, Table
from smallworld_validate.game_file_checks.given_position import kit_boards


@dataclass(slots=True)
class TableFinder:
    """Finds variant, players and boards of scenarios and replays; loads each variant once."""

    settings: CheckSettings
    _variants: dict[Path, Variant | None] = field(default_factory=dict)
    _readers: dict[tuple[object, ...], ReadAction] = field(default_factory=dict)

    def table(self, document: Document, path: Path | None, key: str) -> Table:
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
        board_files = {**kit_boards(), **variant.board_files, **recorded, **self.settings.boards}
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

    def reader(self, table: Table) -> ReadAction | None:
        """Return the reader of the actions of a table; None if its regions are not known.

        Texts stay as they are where no game can begin: another check reports the fault of the table.
        """
        if table.boards is None:
            return None
        key = (table.variant.digest, tuple(board.id for board in table.boards), tuple(table.players))
        if key not in self._readers:
            plugins = self.settings.plugins
            try:
                game = new_game(table.variant, list(table.players), board=table.boards, plugins=plugins)
                self._readers[key] = game.read
            except SmallWorldError:
                self._readers[key] = str
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
