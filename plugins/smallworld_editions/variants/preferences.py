"""Entries on which several extended variants differ: ``prefer`` chooses one of them, else it is a problem."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, lazy, lazy_n
from smallworld_editions.problem import Problem, Related
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.reading.scalars import write_yaml
from smallworld_editions.variants.extension import layer_over, layers_of
from smallworld_editions.variants.merging import KEYED, REMOVED, Choice, Edit, Layer, Merged, conflicts

_ENTRIES = {
    "pieces": N_("the piece {key!r}"),
    "powers": N_("the power {key!r}"),
    "races": N_("the race {key!r}"),
    "relics": N_("the relic {key!r}"),
    "rulings": N_("the ruling {key!r}"),
    "symbol_icons": N_("the icon of the symbol {key!r}"),
    "symbols": N_("the symbol {key!r}"),
    "terrains": N_("the terrain {key!r}"),
}
"""Section → the name of an entry in a sentence."""


@dataclass(frozen=True, slots=True)
class Parent:
    """One of the variants that a file extends.

    :ivar name: as the file names it; :ivar inner: the path of this name in the file.
    """

    name: str
    inner: KeyPath
    merged: Merged
    boards: Mapping[str, Document]

    @property
    def id(self) -> str:
        """The id of the variant, if its file has one."""
        name = self.merged.document.data.get("variant")
        return name if isinstance(name, str) else self.name

    def value(self, path: tuple[str, ...]) -> Any:
        """Return the value of an entry here; :data:`REMOVED` if the variant does not have it."""
        holder = self.merged.data.get(path[0], REMOVED)
        if len(path) == 1:
            return holder
        return holder.get(path[1], REMOVED) if isinstance(holder, dict) else REMOVED


class Preferences:
    """The choices of one file among the variants that it extends."""

    def __init__(self, document: Document, parents: Sequence[Parent], key: str) -> None:
        self.document, self.parents = document, parents
        self._mistakes: list[Problem] = []
        self._misnamed: set[KeyPath] = set()
        plain = layer_over([parent.merged for parent in parents], document, key)
        self._differing = {one.entry for one, _ in conflicts(layers_of([parent.merged for parent in parents]))}
        self.layer = Layer(document, plain.key, plain.ancestors, dict(self._choices()))
        """The layer of the file, with its choices."""

    def sources(self) -> dict[str, KeyPath]:
        """Return file of an extended variant → the path of the name that brings it."""
        files: dict[str, KeyPath] = {}
        for parent in self.parents:
            for document in (*(layer.document for layer in parent.merged.layers), *parent.boards.values()):
                files.setdefault(document.name, parent.inner)
        return files

    def problems(self) -> list[Problem]:
        """List the entries on which the variants differ without a choice, and choices without effect."""
        if len(self.parents) < 2:
            return self._mistakes
        pairs = conflicts([*layers_of([parent.merged for parent in self.parents]), self.layer])
        # A conflict within one of the extended variants is reported there.
        of_parents = [set(parent.merged.layers) for parent in self.parents]
        fresh = [(a, b) for a, b in pairs if not any({a.layer, b.layer} <= layers for layers in of_parents)]
        return [*self._mistakes, *(self._clash(a, b) for a, b in fresh if a.entry not in self._misnamed)]

    def boards(self, own_names: Collection[str]) -> tuple[dict[str, Document], list[Problem]]:
        """Return the boards of all variants by id, and problems of different boards with one id.

        :param own_names: boards of the file itself, which take the place of all others.
        """
        boards: dict[str, tuple[Document, Parent]] = {}
        problems = []
        for parent in self.parents:
            for name, board in parent.boards.items():
                other, brings = boards.setdefault(name, (board, parent))
                if other.data == board.data or name in own_names:
                    continue
                one, two = _owner(brings, other), _owner(parent, board)
                if one is not None and two is not None and one.key in two.ancestors:
                    boards[name] = (board, parent)
                elif one is None or two is None or two.key not in one.ancestors:
                    problems.append(self._board_clash(name, brings, other, parent, board))
        return {name: board for name, (board, _) in boards.items()}, problems

    def _choices(self) -> Iterator[tuple[tuple[str, ...], Choice]]:
        for section, named in mapping_of(self.document.data.get("prefer")).items():
            if isinstance(named, str):
                yield from self._choice((section,), named)
            elif section in KEYED and isinstance(named, dict):
                for key, name in named.items():
                    if isinstance(name, str):
                        yield from self._choice((section, key), name)

    def _choice(self, path: tuple[str, ...], name: str) -> Iterator[tuple[tuple[str, ...], Choice]]:
        place = ("prefer", *path)
        parent = next((parent for parent in self.parents if name in (parent.name, parent.id)), None)
        if parent is None:
            hint = suggest(name, [parent.id for parent in self.parents])
            self._misnamed.add(path)
            message = lazy("{name!r} is not one of the variants that this one extends", name=name)
            self._mistakes.append(self.document.problem("prefer-unknown", place, message, hint))
        elif all(parent.value(path) is REMOVED for parent in self.parents):
            ids = {key for parent in self.parents for key in parent.merged.data.get(path[0], ())}
            hint = suggest(str(path[-1]), ids) if len(path) == 2 else lazy("remove it")
            message = lazy("no extended variant has {entry}", entry=_noun(path))
            self._mistakes.append(self.document.problem("prefer-unknown", place, message, hint, at_key=True))
        elif path not in self._differing:
            message = lazy("the extended variants do not differ in {entry}", entry=_noun(path))
            self._mistakes.append(self.document.warning("unused", place, message, lazy("remove it"), at_key=True))
        else:
            origins = {inner: origin for inner, origin in parent.merged.origins.items() if inner[: len(path)] == path}
            yield path, Choice(parent.value(path), origins)

    def _clash(self, one: Edit, other: Edit) -> Problem:
        first, second = self._bringing(one.layer), self._bringing(other.layer)
        if self.parents.index(first) > self.parents.index(second):
            one, other, first, second = other, one, second, first
        entry = one.entry
        values = {"first": first.id, "second": second.id, "entry": _noun(entry)}
        message = _difference(lazy("{first!r} and {second!r} differ in {entry}", **values), one, other)
        return self.document.problem(
            "variant-clash", second.inner, message, _remedy(entry, second.id),
            related=(_related(first, one), _related(second, other)),
        )  # fmt: skip

    def _bringing(self, layer: Layer) -> Parent:
        return next(parent for parent in self.parents if layer in parent.merged.layers)

    def _board_clash(self, name: str, one: Parent, board: Document, other: Parent, second: Document) -> Problem:
        message = lazy("{one!r} and {other!r} have different boards {name!r}", one=one.id, other=other.id, name=name)
        hint = lazy(
            "rename one of the files, or put a board {name}.yaml in the folder boards next to this file", name=name
        )
        related = (
            *board.related(lazy("the board of {variant}", variant=one.id), ()),
            *second.related(lazy("the board of {variant}", variant=other.id), ()),
        )
        return self.document.problem("variant-clash", other.inner, message, hint, related=related)


def _owner(parent: Parent, board: Document) -> Layer | None:
    """Return the layer to which a board belongs, by its folder."""
    folder = Path(board.name).parent.parent
    return next((layer for layer in parent.merged.layers if Path(layer.document.name).parent == folder), None)


def _noun(entry: KeyPath) -> str:
    if len(entry) == 1:
        return f"{entry[0]!r}"
    section, key = entry
    if section == "abilities":
        return lazy("the ability {key!r} of the edition", key=key)
    if section == "boards":
        return lazy_n("the board for {key} player", "the board for {key} players", _players(key), key=key)
    if section == "rounds":
        return lazy_n("the rounds of {key} player", "the rounds of {key} players", _players(key), key=key)
    return entry_name(str(section), str(key))


def _players(key: object) -> int:
    """Return the number of players that a key is, for the form of its noun."""
    return int(str(key)) if str(key).isdecimal() else 0


def _difference(message: str, one: Edit, other: Edit) -> str:
    """Write that two variants differ, with both values where they are short."""
    if REMOVED in (one.value, other.value):
        return lazy("{message}, which one of them removes", message=message)
    if one.path != other.path or any(isinstance(edit.value, dict | list) for edit in (one, other)):
        return message
    label = f"{one.path[-1]} " if len(one.path) > len(one.entry) else ""
    values = {"one": f"{label}{write_yaml(one.value):.30}", "other": f"{write_yaml(other.value):.30}"}
    return lazy("{message}: {one} and {other}", message=message, **values)


def _remedy(entry: KeyPath, name: str) -> str:
    if entry[0] == "abilities":
        return lazy("write remove or change for it in this file")
    if len(entry) == 1:
        return lazy("choose one with prefer: {{{key}: {name}}}, or write {key} in this file", key=entry[0], name=name)
    sentence = N_("choose one with prefer: {{{section}: {{{key}: {name}}}}}, or write the entry in this file")
    return lazy(sentence, section=entry[0], key=entry[1], name=name)


def _related(parent: Parent, edit: Edit) -> Related:
    return Related(lazy("{variant} has it here", variant=parent.id), edit.layer.document.name, edit.place)


def entry_name(section: str, key: str) -> str:
    """Name an entry of a section: ``the race 'elves'``."""
    return lazy(_ENTRIES[section], key=key) if section in _ENTRIES else f"the {section} {key!r}"
