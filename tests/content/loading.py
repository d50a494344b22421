"""Load a variant without plugins."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from smallworld.model.variant import Variant
from smallworld.model.variant_folder import VariantFolder
from smallworld_editions.discovery import variant_path
from smallworld_editions.load import load_variant_file
from smallworld_editions.variants.plain_data import Schemas


def load_variant(name: str | Path, folders: Sequence[VariantFolder] = (), abilities: Schemas | None = None) -> Variant:
    return load_variant_file(variant_path(name, folders), folders, abilities)
