"""Folders with variants: those that come with the program, those of plugins, and any others."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, TypeAlias

VARIANT_FILE = "variant.yaml"


class PluginFolder(NamedTuple):
    """A folder with variants, and the name of the plugin that brings it."""

    plugin: str
    path: Path


VariantFolder: TypeAlias = Path | PluginFolder
"""A folder of one variant, or one that holds a folder for each."""


@cache
def shipped_folder() -> Path:
    """Return the folder of the variants that come with the program."""
    try:
        return Path(str(files("smallworld.variants")))
    except ModuleNotFoundError:  # a source tree that is not installed
        return Path(__file__).parents[3] / "variants"


def variants_in(folder: Path) -> dict[str, Path]:
    """Return variant id → its file, for the folder of one variant, or for one that holds a folder for each."""
    own_file = folder / VARIANT_FILE
    paths = [own_file] if own_file.is_file() else sorted(folder.glob(f"*/{VARIANT_FILE}"))
    return {path.parent.name: path for path in paths}
