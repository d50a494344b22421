"""Read variant files with all that they extend, and with their boards.

Where several extended variants differ on an entry, ``prefer`` chooses one of them, else that is a problem.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from smallworld.errors import ContentError, UnknownName, suggest
from smallworld.languages import N_, lazy, lazy_join, lazy_n
from smallworld.model.variant_folder import ENDINGS, VariantFolder
from smallworld_editions.discovery import board_paths, variant_path
from smallworld_editions.form import KINDS, check, is_variant, kind_of
from smallworld_editions.problem import Problem, Related
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.reading.files import read_bytes, require_content_link
from smallworld_editions.reading.reader import read
from smallworld_editions.reading.scalars import write_yaml
from smallworld_editions.variants.extension import extend_variants, layer_over, layers_of, root_variant
from smallworld_editions.variants.merging import KEYED, REMOVED, Choice, Edit, Layer, Merged, conflicts

MAX_EXTENDS = 16
"""Most variants that extend one another in a row."""
MAX_LAYERS = 64
"""Most variants that are combined."""


@dataclass(slots=True)
class Bundle:
    """A variant file as read: merged data and boards.

    :ivar unread: boards with files that cannot be read.
    :ivar sources: file of an extended variant → where the variant's own file names what brings it.
    """

    merged: Merged
    boards: dict[str, Document] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    sources: Mapping[str, KeyPath] = field(default_factory=dict)


Reading = tuple[Bundle | None, list[Problem]]
"""A variant, None if it cannot be used, and the mistakes in the form of its files."""


def read_variant(path: Path, folders: Sequence[VariantFolder] = (), document: Document | None = None) -> Reading:
    """Read a variant file, the variants that it extends, and the boards next to it.

    :param document: the content of the file, if it was read already.
    """
    if document is not None:
        return _Family(folders).read(document, check(document, "variant"), path, ())
    document, problems = read_checked(path, "variant")
    return (None, problems) if document is None else _Family(folders).read(document, problems, path, ())


def read_checked(path: Path, kind: str) -> tuple[Document | None, list[Problem]]:
    """Read the one document of a file, and list the mistakes in its form.

    The latest documents are kept, because other editions may extend them; nothing changes a document.
    """
    try:
        require_content_link(path)
        content = read_bytes(path)
    except ContentError as error:
        return None, list(error.problems)
    reader = _read_and_check_small if len(content) <= SMALL else _read_and_check_large
    document, problems = reader(content, str(path), kind)
    return document, list(problems)


def _read_and_check(content: bytes, name: str, kind: str) -> tuple[Document | None, tuple[Problem, ...]]:
    document, problems = single(*read(content, name), name)
    return document, (*problems, *(check(document, kind) if document is not None else ()))


_read_and_check_small = lru_cache(maxsize=160)(_read_and_check)
"""Read and check a file unless it is among the latest ones."""
_read_and_check_large = lru_cache(maxsize=2)(_read_and_check)
"""Read and check a large file unless it is one of the last two."""
SMALL = 50_000
"""Most bytes of a file of which many are kept; those of the shipped editions are smaller."""


def single(documents: list[Document], problems: list[Problem], name: str) -> tuple[Document | None, list[Problem]]:
    """Return the only document of a file, which must be a mapping, else None; and the problems."""
    if not documents:
        return None, problems or [_empty_file(name)]
    document = documents[0]
    if len(documents) > 1:
        message = lazy("only scenario files may hold several documents")
        hint = lazy("put each in a file of its own, or remove the '---'")
        return None, [*problems, document.problem_at("several-documents", documents[1].root, message, hint)]
    if document.data is None:
        return None, [*problems, _empty_file(name)]
    if not isinstance(document.data, dict):
        message = lazy("the file must be a mapping of keys to values")
        return None, [*problems, document.problem("not-a-mapping", (), message, _mapping_hint(document.data))]
    return document, problems


def _empty_file(name: str) -> Problem:
    hint = lazy("write its content, or remove the file")
    return Problem("empty-file", "error", name, None, lazy("the file is empty"), hint)


def _mapping_hint(data: object) -> str:
    """Write the remedy for a file that is a list or a text."""
    glued = re.match(r"([A-Za-z_]\w*):\S", data) if isinstance(data, str) else None
    if glued is not None:
        return lazy("write a space after '{key}:'", key=glued[1])
    merged = {key: value for item in list_of(data) for key, value in mapping_of(item).items()}
    if {"id", "terrain"} <= merged.keys():
        return lazy("write 'regions:' above the list")
    if kind_of(merged) is not None:
        return lazy("remove the '-' before its keys")
    return lazy("a file is known by its keys: {kinds}", kinds=lazy_join(", ", map(lazy, KINDS.values())))


class _Family:
    """Reads a variant and all that it extends; a file that several of them extend is read once."""

    def __init__(self, folders: Sequence[VariantFolder]) -> None:
        self.folders = folders
        self.readings: dict[Path, Reading] = {}

    def read(self, document: Document, problems: list[Problem], path: Path, chain: tuple[Path, ...]) -> Reading:
        """Read a file into a bundle.

        :param problems: the mistakes in the form of the document.
        :param chain: the files that extend it, the first one first.
        """
        extends = _extended_names(document)
        own_boards = board_paths(path)
        bundle: Bundle | None = None  # where it is not clear what a file extends, no name can be checked
        if extends:
            bundle, more = self._merge_extended(document, path, (*chain, path.resolve()), extends, own_boards)
            problems = [*problems, *more]
        elif extends is not None:
            bundle = Bundle(root_variant(document, str(path.resolve())))
        for name, file in own_boards.items():
            board, board_problems = read_checked(file, "board")
            problems = [*problems, *board_problems]
            if bundle is not None and board is not None:
                bundle.boards[name] = board
            elif bundle is not None:
                bundle.unread.add(name)
        return bundle, problems

    def _merge_extended(
        self,
        document: Document,
        path: Path,
        chain: tuple[Path, ...],
        extends: Sequence[tuple[str, KeyPath]],
        own_boards: Mapping[str, Path],
    ) -> Reading:
        """Combine a file with all that it extends, without its own boards."""
        readings = [self._read_parent(document, name, inner, path, chain) for name, inner in extends]
        problems = [problem for _, problems_of_parent in readings for problem in problems_of_parent]
        bundles = [bundle for bundle, _ in readings if bundle is not None]
        if len(bundles) < len(extends):
            return None, problems
        named = zip(extends, bundles, strict=True)
        parents = [Parent(name, inner, bundle.merged, bundle.boards) for (name, inner), bundle in named]
        merged_parents = [parent.merged for parent in parents]
        if len(layers_of(merged_parents)) > MAX_LAYERS:
            message = lazy("more than {most} variants are laid over one another", most=MAX_LAYERS)
            hint = lazy("extend fewer of them")
            return None, [document.problem("too-deep", ("extends",), message, hint, at_key=True)]
        preferences = Preferences(document, parents, str(path.resolve()))
        merged, more = extend_variants(merged_parents, preferences.layer)
        boards, clashes = preferences.boards(own_boards)
        unread = {name for bundle in bundles for name in bundle.unread}
        problems += [*preferences.problems(), *more, *clashes]
        return Bundle(merged, boards, unread, preferences.sources()), problems

    def _read_parent(
        self, document: Document, name: str, inner: KeyPath, path: Path, chain: tuple[Path, ...]
    ) -> Reading:
        """Read one extended variant."""
        try:
            target = variant_path(name, self.folders, path)
        except UnknownName as error:
            message, hint = error.fault, error.advice
            if re.fullmatch(r"[\w-]+(, *[\w-]+)+", name):
                hint = lazy("write [{value}]", value=name)
            elif Path(name).suffix not in ("", *ENDINGS):
                hint = lazy("the file of a variant ends in .yaml or .yml")
            return None, [document.problem("unknown-variant", inner, message, hint)]
        key = target.resolve()
        if key in chain:
            message = lazy("{name!r} extends this variant in turn", name=name)
            return None, [document.problem("extends-cycle", inner, message, lazy("name another variant"))]
        if len(chain) > MAX_EXTENDS:
            message = lazy("more than {most} variants extend one another", most=MAX_EXTENDS)
            hint = lazy("extend a variant nearer to the first")
            return None, [document.problem("too-deep", inner, message, hint)]
        if key not in self.readings:
            parent, form = read_checked(target, "variant")
            if parent is None or not is_variant(parent.data):
                return None, [_no_parent(document, inner, name, target, parent)]
            self.readings[key] = self.read(parent, form, target, chain)
        return self.readings[key]


def _extended_names(document: Document) -> list[tuple[str, KeyPath]] | None:
    """List the variants that a file extends, each with the path of its name; None if the list cannot be read."""
    names: Any = document.data.get("extends")
    if isinstance(names, str):
        return [(names, ("extends",))]
    listed = list_of(names)
    if "extends" in document.data and not listed:
        return None
    return [(name, ("extends", index)) for index, name in enumerate(listed) if isinstance(name, str)]


def _no_parent(document: Document, inner: KeyPath, name: str, target: Path, parent: Document | None) -> Problem:
    """Return the problem of a file that cannot be extended; it quotes nothing of that file."""
    if parent is None:
        file, message = str(target), lazy("the variant {name!r} cannot be read", name=name)
        return document.problem("broken-variant", inner, message, lazy("validate {file}", file=file), causes=(file,))
    hint = lazy("name a file that has the key 'variant', or a variant by its id")
    return document.problem("unknown-variant", inner, lazy("the file {name!r} is not a variant", name=name), hint)


# --- entries on which several extended variants differ


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
