"""Paths of folders with variants: those that come with the program, those of plugins, and any others."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypeAlias

VARIANT_FILE = "variant.yaml"
ENDINGS = (".yaml", ".yml")
"""Endings of variants and boards; only such files are read because another file names them."""


class PluginFolder(NamedTuple):
    """A folder with variants, and the name of the plugin that brings it."""

    plugin: str
    path: Path


VariantFolder: TypeAlias = Path | PluginFolder
"""A folder of one variant, or one that holds a folder for each."""


@cache
def shipped_folder() -> Path:
    """Return the folder of the variants that come with the program."""
    package = find_spec("smallworld.variants")
    if package is None or not package.submodule_search_locations:  # a source tree that is not installed
        return Path(__file__).parents[3] / "variants"
    return Path(package.submodule_search_locations[0])


def variants_in(folder: Path) -> dict[str, Path]:
    """Return variant id → its file, for the folder of one variant, or for one that holds a folder for each."""
    own_file = folder / VARIANT_FILE
    paths = [own_file] if own_file.is_file() else sorted(folder.glob(f"*/{VARIANT_FILE}"))
    return {path.parent.name: path for path in paths}
