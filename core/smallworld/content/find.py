"""Where variants and boards lie."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from smallworld.errors import UnknownName

VARIANT_FILE = "variant.yaml"


def shipped() -> Path:
    """The folder of the variants that come with the program."""
    try:
        return Path(str(files("smallworld.variants")))
    except ModuleNotFoundError:  # a source tree that is not installed
        return Path(__file__).parents[3] / "variants"


def find_variants(folders: Iterable[Path] = ()) -> dict[str, Path]:
    """Variant id → its file: the shipped ones and those in further folders.

    A folder may be that of one variant, or hold one folder for each. An id that is
    found twice belongs to the folder that comes first; the shipped ones come first of all.
    """
    found: dict[str, Path] = {}
    for folder in (shipped(), *folders):
        own = folder / VARIANT_FILE
        for path in [own] if own.is_file() else sorted(folder.glob(f"*/{VARIANT_FILE}")):
            found.setdefault(path.parent.name, path)
    return found


def variant_path(name: str | Path, folders: Iterable[Path] = (), beside: Path | None = None) -> Path:
    """The file of a variant that is given by its id or its path; ``./base`` is a path where ``base`` is an id.

    :param beside: a file that names it; relative paths count from its folder.
    :raises UnknownName: if there is no such variant.
    """
    known = find_variants(folders)
    if str(name) in known:
        return known[str(name)]
    base = beside.parent if beside is not None else Path()
    path = _tidy(base / name)
    if path.is_dir() and (path / VARIANT_FILE).is_file():
        return path / VARIANT_FILE
    if path.is_file():
        return path
    raise UnknownName("variant", str(name), known)


def _tidy(path: Path) -> Path:
    """The path without ``x/..``, unless a link makes that another place."""
    tidy = Path(os.path.normpath(path))
    return tidy if tidy.resolve() == path.resolve() else path


def board_paths(variant_file: Path) -> dict[str, Path]:
    """Board id → file, of the folder ``boards`` beside a variant file."""
    return {path.stem: path for path in sorted((variant_file.parent / "boards").glob("*.yaml"))}
