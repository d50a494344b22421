"""Folders with variants, as plugins bring them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeAlias


class PluginFolder(NamedTuple):
    """A folder with variants, and the name of the plugin that brings it."""

    plugin: str
    path: Path


VariantFolder: TypeAlias = Path | PluginFolder
"""A folder of one variant, or one that holds a folder for each."""
