"""Find the files of variants and boards."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from smallworld.errors import NoSuchVariantFile, NoVariantFile, SharedName, UnknownName
from smallworld.model.names import qualified
from smallworld.model.variant_folder import (
    ENDINGS,
    VARIANT_FILE,
    PluginFolder,
    VariantFolder,
    shipped_folder,
    variants_in,
)

_confined: ContextVar[bool] = ContextVar("confined", default=False)


@contextmanager
def confined_names() -> Iterator[None]:
    """Let content name only installed variants, and its own folder as ``.``, inside of the block.

    Content of strangers is read so: whether a file exists outside of their folder does not show, nor what it holds.
    """
    token = _confined.set(True)
    try:
        yield
    finally:
        _confined.reset(token)


def is_shipped_file(path: Path) -> bool:
    """Return whether a file belongs to a variant that comes with the program."""
    return path.is_relative_to(shipped_folder())


def find_variants(folders: Iterable[VariantFolder] = ()) -> dict[str, Path]:
    """Return variant id → its file, for the shipped variants and those in further folders.

    A folder may be that of one variant, or hold one folder for each. The shipped ones come first of all. An id of
    several plugins belongs to none of them: each of these variants is listed as ``plugin:id``.
    """
    paths = variants_in(shipped_folder())
    of_plugins: dict[str, dict[str, Path]] = {}
    for folder in folders:
        plugin = folder.plugin if isinstance(folder, PluginFolder) else ""
        for name, path in variants_in(folder.path if isinstance(folder, PluginFolder) else folder).items():
            if plugin:
                of_plugins.setdefault(name, {})[qualified(plugin, name)] = path
            else:
                paths.setdefault(name, path)
    for name, rivals in of_plugins.items():
        if len(rivals) > 1 or name in paths:
            paths.update(rivals)
        else:
            paths[name] = next(iter(rivals.values()))
    return paths


def variant_path(name: str | Path, folders: Iterable[VariantFolder] = (), naming_file: Path | None = None) -> Path:
    """Find the file of a variant by its id or its path; ``./base`` is a path where ``base`` is an id.

    :param naming_file: a file that names it; relative paths count from its folder, and only files that end like
        content files are taken: content is not to be trusted.
    :raises UnknownName: no variant has this id, several plugins have one of this id, a path does not exist, or a
        folder has no file of a variant.
    """
    ids = find_variants(folders)
    if str(name) in ids:
        return ids[str(name)]
    rivals = [full_name for full_name in ids if full_name.endswith(f":{name}")]
    if rivals:
        raise SharedName(str(name), rivals)
    if _confined.get() and naming_file is not None and str(name) not in (".", VARIANT_FILE):
        raise UnknownName("variant", _shorten(str(name)), ids)
    base = naming_file.parent if naming_file is not None else Path()
    try:
        path = _variant_file(base / name)
        is_folder = naming_file is None and str(name) != "" and Path(name).is_dir()
    except (OSError, ValueError, RuntimeError):  # too long, a null character, a link that leads to itself
        path, is_folder = None, False
    if path is None and is_folder:
        raise NoVariantFile(_shorten(str(name)), VARIANT_FILE, ids)
    ending = Path(name).suffix
    if path is None and (ending in ENDINGS or ("/" in str(name) and not ending)):  # it can only mean a file or folder
        missing = Path(os.path.normpath(base / name))
        shown = str(missing if missing.suffix in ENDINGS else missing / VARIANT_FILE)
        shown = shown if len(shown) <= 100 else f"…{shown[-100:]}"
        raise NoSuchVariantFile(str(name), shown, ids, is_in_file=naming_file is not None)
    places = [] if path is None or naming_file is None else [path, Path(os.path.realpath(path))]  # also after all links
    if path is None or any(place.suffix not in ENDINGS for place in places):
        raise UnknownName("variant", _shorten(str(name)), ids)
    return path


def _variant_file(path: Path) -> Path | None:
    """Return the file that a path means: itself, or the variant file of a folder; None if it does not exist."""
    tidy = Path(os.path.normpath(path))  # without x/.., unless a link makes that another place
    path = tidy if tidy.resolve() == path.resolve() else path
    if path.is_dir() and (path / VARIANT_FILE).is_file():
        return path / VARIANT_FILE
    return path if path.is_file() else None


def _shorten(name: str) -> str:
    return name if len(name) <= 100 else f"{name[:100]}…"


def board_paths(variant_file: Path) -> dict[str, Path]:
    """Return board id → file, for the folder ``boards`` next to a variant file; JSON is YAML."""
    endings = (".json", *reversed(ENDINGS))
    paths = (path for path in (variant_file.parent / "boards").glob("*.*") if path.suffix in endings)
    ordered = sorted(paths, key=lambda path: (path.stem, endings.index(path.suffix)))
    return {path.stem: path for path in ordered if not path.is_dir()}
