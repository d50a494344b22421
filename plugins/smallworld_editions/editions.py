"""Find and load editions, with the abilities of the installed plugins; checked ones are kept as plain data.

An entry lists the files that the edition was made of with their digests, and fits only while they, the program and the
plugins are the same. Those of the shipped editions are written into the wheel (``ready.json`` next to the variant
file), all others into the user's cache. Where nothing fits, the edition is read and checked as without an entry.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from smallworld.errors import ArgumentError, SmallWorldError, UnknownName
from smallworld.languages import N_, lazy
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import shipped_folder, variants_in
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.versions import __version__
from smallworld_editions import user_cache
from smallworld_editions.discovery import board_paths, find_variants, is_shipped_file, variant_path
from smallworld_editions.language_files import LanguageFiles, LanguageLayer, language_folders
from smallworld_editions.variants.plain_data import variant_of_data

if TYPE_CHECKING:
    from smallworld_editions.variants.file_reader import Bundle

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
    editions = _editions.setdefault(plugins, {})
    stamp = tuple(sorted(_stamps(str(shipped_folder()))))  # to notice a change
    if path not in editions or editions[path][0] != stamp:
        editions[path] = stamp, load_edition(path, plugins)
    return editions[path][1]


def _stamps(folder: str) -> Iterator[tuple[str, int, int]]:
    """Yield name, time and size of each YAML file in a folder and in the folders below it."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".yaml"):
                status = entry.stat()
                yield entry.path, status.st_mtime_ns, status.st_size
            elif entry.is_dir():
                yield from _stamps(entry.path)


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


# --- checked editions, kept as plain data: a later run neither parses YAML nor checks it again


FORMAT = 2
"""The form of entries; another one is not read."""
READY_FILE = "ready.json"
"""The entry of a shipped edition, next to its variant file in a wheel."""


def plugin_digest(plugins: Plugins) -> str:
    """Return a digest of the plugins; empty if there are only those of the program."""
    if plugins.is_only_shipped:
        return ""
    facts = []
    for plugin in plugins.entries:
        if plugin.source == "built-in" and plugin.status == "ok":
            continue
        names = plugin.brings.get("abilities", ())
        schemas = [plugins.ability_of(plugin, name).schema() for name in names]
        facts.append((plugin.name, plugin.source, plugin.version, plugin.status, sorted(plugin.names()), schemas))
    return user_cache.digest_of(repr(facts).encode("utf-8", "surrogatepass")) if facts else ""


def load_edition(path: Path, plugins: Plugins) -> Variant:
    """Load the edition of a file, from its entry if that fits; an edition that was checked gets an entry.

    :raises ContentError: with all problems of its files.
    """
    if user_cache.is_off():
        return read_edition(path, plugins)[1]
    name = f"{user_cache.digest_of(os.fsencode(os.path.realpath(path)))}-{plugin_digest(plugins)}.json"
    if is_shipped_file(path):
        variant = None
        with suppress(OSError):
            ready = user_cache.unsealed(path.with_name(READY_FILE).read_bytes())
            variant = _kept(ready, path, plugins, _maker(in_wheel=True))
        if variant is not None:
            return variant
    variant = _kept(user_cache.read_entry(name), path, plugins, _maker())
    if variant is None:
        bundle, variant = read_edition(path, plugins)
        from smallworld_editions.inspection import inspectors  # not for an edition that has an entry

        # Without the package that checks the meaning of editions, nothing is kept.
        content = edition_entry(path, bundle, variant, plugins) if inspectors().get_plugins() else b""
        if content:
            user_cache.write_entry(name, content)
    return variant


def edition_entry(path: Path, bundle: Bundle, variant: Variant, plugins: Plugins, *, in_wheel: bool = False) -> bytes:
    """Write the entry of an edition that was read; empty if it cannot be kept.

    :param in_wheel: it is for a wheel, which is the same for every Python.
    """
    with suppress(SmallWorldError, OSError, TypeError, ValueError, RecursionError):
        entry: dict[str, Any] = {
            "maker": _maker(in_wheel=in_wheel),
            "plugins": plugin_digest(plugins),
            "files": dict(_digests(path, bundle)),
            "names": list(_resolved_names(path, bundle, plugins)),
            "layers": list(_layers(path, bundle, variant)),
            "content": variant.content,
        }
        content = _json(entry)
        again = _kept(content, path, plugins, entry["maker"])
        if again is not None and (again, again.content) == (variant, variant.content):
            # A truth value equals a number, but it is written in another way.
            return content if _json(again.content) == _json(variant.content) else b""
    return b""


def _json(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def read_edition(path: Path, plugins: Plugins) -> tuple[Bundle, Variant]:
    """Read and check the files of an edition."""
    from smallworld_editions import load  # its libraries take longer to import than a game to begin

    folders = tuple(plugins.variants)
    bundle = load.load_bundle(path, folders, plugins.parameter_schemas(), plugins.lacks)
    return bundle, load.build_variant(bundle, path, folders)


def _maker(*, in_wheel: bool = False) -> list[Any]:
    """Describe the program that writes an entry, which is the only one that reads it."""
    if in_wheel:
        return [FORMAT, __version__]
    return [FORMAT, __version__, user_cache.source_stamp(), sys.version]


# --- reading an entry


def _kept(content: bytes | None, path: Path, plugins: Plugins, maker: list[Any]) -> Variant | None:
    """Return the edition of an entry; None if the entry does not fit or is not one."""
    if content is None:
        return None
    try:
        entry = json.loads(content)
        if entry["maker"] != maker or entry["plugins"] != plugin_digest(plugins):
            return None
        if not _are_files_same(path, entry) or not _are_names_same(path, entry["names"], plugins):
            return None
        data, layers = entry["content"], [str(name) for _file, name, _outdated in entry["layers"]]
        translations = _translations(path, entry["layers"], plugins)
        return variant_of_data(data["variant"], data["boards"], str(path), layers, translations)
    except (OSError, SmallWorldError, TypeError, ValueError, LookupError, AttributeError, RecursionError):
        return None


def _are_files_same(path: Path, entry: dict[str, Any]) -> bool:
    """Return whether the edition consists of the files of the entry, with their contents."""
    files, folder = entry["files"], _folder_of(path)
    listed = {name for layer in entry["layers"] for name in _files_of(layer[0], folder)}
    return listed == files.keys() and all(
        user_cache.digest_of(_content(os.path.join(folder, name))) == files[name] for name in files
    )


def _are_names_same(path: Path, names: list[list[str]], plugins: Plugins) -> bool:
    """Return whether the names of extended editions mean the same files."""
    folder, folders = _folder_of(path), tuple(plugins.variants)
    return all(
        os.path.realpath(variant_path(name, folders, Path(folder, file))) == os.path.realpath(os.path.join(folder, to))
        for file, name, to in names
    )


def _translations(path: Path, layers: list[Any], plugins: Plugins) -> LanguageFiles:
    """Return the reader of the language files of an edition."""
    folder, folders = _folder_of(path), tuple(plugins.variants)
    return LanguageFiles(
        tuple(
            LanguageLayer(
                tuple(language_folders(Path(os.path.normpath(os.path.join(folder, file))), name, folders)),
                frozenset((section, key, field) for section, key, field in outdated),
            )
            for file, name, outdated in layers
        )
    )


# --- writing an entry


def _digests(path: Path, bundle: Bundle) -> Iterator[tuple[str, str]]:
    """Yield each file of an edition with the digest of the content that was read.

    :raises ValueError: a file has changed since it was read, or is a link.
    """
    from smallworld_editions.reading.files import MAX_BYTES, decode

    documents = [*(layer.document for layer in bundle.merged.layers), *bundle.boards.values()]
    texts = {os.path.realpath(document.name): document.text for document in documents}
    folder = _folder_of(path)
    for layer in bundle.merged.layers:
        for name in _files_of(_relative(layer.document.name, folder), folder):
            file = os.path.join(folder, name)
            content = _content(file)
            text = texts.get(os.path.realpath(file))  # None for a board that another edition replaces
            if text is not None and decode(content, file, MAX_BYTES) != text:
                raise ValueError(file)
            yield name, user_cache.digest_of(content)


def _resolved_names(path: Path, bundle: Bundle, plugins: Plugins) -> Iterator[list[str]]:
    """Yield each name that a file extends: the file, the name and the file that it means."""
    folder = _folder_of(path)
    for layer in bundle.merged.layers:
        extended = layer.document.data.get("extends", [])
        for name in [extended] if isinstance(extended, str) else extended:
            target = variant_path(name, tuple(plugins.variants), Path(layer.document.name))
            yield [_relative(layer.document.name, folder), name, _relative(str(target), folder)]


def _layers(path: Path, bundle: Bundle, variant: Variant) -> Iterator[list[Any]]:
    """Yield the file, the id and the outdated translations of each edition that is combined."""
    assert isinstance(variant.translations, LanguageFiles)
    for layer, texts in zip(bundle.merged.layers, variant.translations.layers, strict=True):
        file = _relative(layer.document.name, _folder_of(path))
        yield [file, layer.document.data.get("variant"), sorted(map(list, texts.outdated))]


# --- files


def _folder_of(path: Path) -> str:
    """Return the folder of a variant file, from which the names of an entry count."""
    return os.path.realpath(path.parent)


def _relative(name: str, folder: str) -> str:
    """Return the name of a file from a folder.

    :raises ValueError: it is on another drive.
    """
    file = os.path.join(os.path.realpath(os.path.dirname(name) or "."), os.path.basename(name))
    return os.path.relpath(file, folder).replace(os.sep, "/")


def _files_of(variant_file: str, folder: str) -> Iterator[str]:
    """Yield a variant file and the boards next to it, as names from a folder."""
    yield variant_file
    for board in board_paths(Path(folder, variant_file)).values():
        yield _relative(str(board), folder)


def _content(file: str) -> bytes:
    """Read a file.

    :raises ValueError: it is a link, which may lead elsewhere tomorrow, or not a file.
    """
    if not stat.S_ISREG(os.lstat(file).st_mode):
        raise ValueError(file)
    with open(file, "rb") as stream:
        return stream.read()


# --- the entries of the shipped editions, which the build writes into the wheel: there even the first start is quick


def write_ready_editions(folder: Path) -> list[Path]:
    """Write an entry for each shipped edition into a copy of their folder; return the files.

    :raises ContentError: an edition has mistakes. :raises ValueError: its entry does not give the same edition.
    """
    from smallworld_output.whole_files import write_whole  # not to read an entry

    plugins = Plugins(user_cache.EDITIONS, installed=False)
    for plugin in plugins.entries:
        plugin.source = "built-in"  # in the wheel they are
    written = []
    for name, path in variants_in(shipped_folder()).items():
        entry = edition_entry(path, *read_edition(path, plugins), plugins, in_wheel=True)
        if not entry:
            raise ValueError(f"the edition {name} cannot be kept as plain data")
        file = folder / name / READY_FILE
        write_whole(file, user_cache.sealed(entry))
        written.append(file)
    return written
