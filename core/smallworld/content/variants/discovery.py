"""Where variants and boards lie."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from smallworld.content.reading.files import is_content_name
from smallworld.errors import UnknownName

VARIANT_FILE = "variant.yaml"


@cache
def shipped() -> Path:
    """The folder of the variants that come with the program."""
    try:
        return Path(str(files("smallworld.variants")))
    except ModuleNotFoundError:  # a source tree that is not installed
        return Path(__file__).parents[4] / "variants"


def is_shipped_file(path: Path) -> bool:
    """Return whether a file belongs to a variant that comes with the program."""
    return path.is_relative_to(shipped())


def find_variants(folders: Iterable[Path] = ()) -> dict[str, Path]:
    """Variant id → its file: the shipped ones and those in further folders.

    A folder may be that of one variant, or hold one folder for each. An id that is
    found twice belongs to the folder that comes first; the shipped ones come first of all.
    """
    paths: dict[str, Path] = {}
    for folder in (shipped(), *folders):
        own_file = folder / VARIANT_FILE
        for path in [own_file] if own_file.is_file() else sorted(folder.glob(f"*/{VARIANT_FILE}")):
            paths.setdefault(path.parent.name, path)
    return paths


def variant_path(name: str | Path, folders: Iterable[Path] = (), naming_file: Path | None = None) -> Path:
    """Find the file of a variant by its id or its path; ``./base`` is a path where ``base`` is an id.

    :param naming_file: a file that names it; relative paths count from its folder, and only files that end like
        content files are taken: content is not to be trusted.
    :raises UnknownName: no variant has this id or path.
    """
    ids = find_variants(folders)
    if str(name) in ids:
        return ids[str(name)]
    try:
        path = _variant_file((naming_file.parent if naming_file is not None else Path()) / name)
    except (OSError, ValueError, RuntimeError):  # too long, a null character, a link that leads to itself
        path = None
    if path is None or (naming_file is not None and not is_content_name(path)):
        raise UnknownName("variant", _shortened(str(name)), ids)
    return path


def _variant_file(path: Path) -> Path | None:
    """The file that a path means: a file itself, or the variant file of a folder; None if it means nothing."""
    path = _tidy(path)
    if path.is_dir() and (path / VARIANT_FILE).is_file():
        return path / VARIANT_FILE
    return path if path.is_file() else None


def _shortened(name: str, most: int = 100) -> str:
    return name if len(name) <= most else name[:most] + "…"


def _tidy(path: Path) -> Path:
    """The path without ``x/..``, unless a link makes that another place."""
    tidy = Path(os.path.normpath(path))
    return tidy if tidy.resolve() == path.resolve() else path


def board_paths(variant_file: Path) -> dict[str, Path]:
    """Board id → file, of the folder ``boards`` next to a variant file."""
    return {path.stem: path for path in sorted((variant_file.parent / "boards").glob("*.yaml")) if not path.is_dir()}
