"""Find and load editions, with the abilities of the installed plugins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from smallworld.errors import ArgumentError, SmallWorldError, UnknownName
from smallworld.languages import N_, lazy
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import shipped_folder
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_editions.discovery import find_variants, is_shipped_file, variant_path
from smallworld_editions.edition_cache import load_edition

Stamp = tuple[tuple[str, int, int], ...]
"""Names, times and sizes of files."""

_editions: WeakKeyDictionary[Plugins, dict[Path, tuple[Stamp, Variant]]] = WeakKeyDictionary()
"""The shipped editions that were loaded with some plugins."""
KEPT_EDITIONS = 16
"""Number of editions of records that are kept for the next record, for each set of plugins."""
_recorded: WeakKeyDictionary[Plugins, dict[str, Variant]] = WeakKeyDictionary()
"""The content of records, as text → its edition."""


def load_variant(name: str | PathLike[str], *, plugins: Plugins | None = None) -> Variant:
    """Load an edition by its id, or from a file or folder.

    A shipped edition is loaded once: until its files change, the same object is returned.

    :raises UnknownName: no variant has this id. :raises ContentError: its files have mistakes.
    """
    if not isinstance(name, str | PathLike):
        raise ArgumentError(f"an edition is named by its id or the path of its file, not by {name!r:.60}")
    if plugins is not None and not isinstance(plugins, Plugins):
        raise ArgumentError(f"plugins must be a smallworld.Plugins, not {plugins!r:.60}")
    plugins = plugins or default_plugins()
    path = variant_path(fspath(name), tuple(plugins.variants))
    if not is_shipped_file(path):
        return load_edition(path, plugins)
    editions, stamp = _editions.setdefault(plugins, {}), _stamp(shipped_folder())
    if path not in editions or editions[path][0] != stamp:
        editions[path] = stamp, load_edition(path, plugins)
    return editions[path][1]


def _stamp(folder: Path) -> Stamp:
    """Describe the files of a folder, so that a change is noticed."""
    files = ((path, path.stat()) for path in sorted(folder.rglob("*.yaml")))
    return tuple((str(path), status.st_mtime_ns, status.st_size) for path, status in files)


def usable_variants(plugins: Plugins) -> Iterator[Variant]:
    """Yield every installed edition that can be read."""
    for name in find_variants(plugins.variants):
        try:
            variant = load_variant(name, plugins=plugins)
        except SmallWorldError:
            continue
        yield variant


def recorded_variant(name: str, content: Mapping[str, Any] | None, *, plugins: Plugins) -> Variant:
    """Return the edition of a record: its content if the record has it, else the installed edition with its id.

    A record never makes the program read a file that the record names. Equal content gives the same object.

    :raises UnknownName: no variant has this id. :raises ContentError: its content has mistakes.
    """
    if content is not None:
        data = content.get("variant")
        edition = data.get("variant") if isinstance(data, dict) else None
        if isinstance(edition, str) and edition != name:
            sentence = N_("the header names the variant {name!r}, but holds the edition {edition!r}")
            raise SmallWorldError(lazy(sentence, name=name, edition=edition))
        return _edition_of_content(content, plugins)
    editions = find_variants(tuple(plugins.variants))
    if name not in editions:
        raise UnknownName("variant", name, editions)
    return load_variant(name, plugins=plugins)


def is_shipped(variant: Variant) -> bool:
    """Return whether an edition comes with the program, so that its id suffices to find it."""
    return bool(variant.path) and Path(variant.path).resolve().is_relative_to(shipped_folder().resolve())


def boards_of(variant: Variant, names: Sequence[str]) -> tuple[str | BoardFile, ...] | None:
    """Return boards by their ids in a variant or by their files; None = the variant's own.

    :raises UnknownName: neither a board nor a file. :raises ContentError: the file has mistakes.
    """
    if not names:
        return None
    from smallworld_editions.load import load_board  # not for the boards of the edition

    for name in names:
        if name not in variant.board_files and not Path(name).is_file():
            raise UnknownName("board", name, variant.board_files)
    return tuple(name if name in variant.board_files else load_board(Path(name)) for name in names)


def _edition_of_content(content: Mapping[str, Any], plugins: Plugins) -> Variant:
    """Build the edition of a record, or return the one that was built of equal content."""
    from smallworld_editions.load import embedded_variant  # not for shipped editions

    editions = _recorded.setdefault(plugins, {})
    try:
        text = repr(content)
    except RecursionError:  # it is not an edition, and its check writes the sentence
        text = ""
    variant = editions.get(text)
    if variant is None:
        variant = embedded_variant(content, plugins.parameter_schemas(), plugins.lacks)
        if len(editions) >= KEPT_EDITIONS:
            editions.clear()  # another thread may still use one of them
        editions[text] = variant
    return variant
