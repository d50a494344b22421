"""Sources of the texts of an edition in one language: its own file, then those of the variants that it extends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from smallworld.content.languages.sections import ENTRIES, FIELDS, TextPath
from smallworld.content.variants.file_layers import Layer
from smallworld.content.variants.merging import Merged, section
from smallworld.model.variant_folder import VARIANT_FILE, PluginFolder, VariantFolder

FOLDER = "languages"
"""The folder of language files, next to a variant file."""


@dataclass(frozen=True, slots=True)
class LanguageLayer:
    """The folders of language files for one variant file, and the texts that a later variant file wrote again.

    :ivar folders: the folder next to the variant file, then those of plugins that translate it.
    :ivar outdated: texts with the English of a later file, which these translations no longer fit.
    """

    folders: tuple[Path, ...]
    outdated: frozenset[TextPath] = frozenset()


def language_layers(merged: Merged, folders: Sequence[VariantFolder] = ()) -> tuple[LanguageLayer, ...]:
    """List the sources of the texts of an edition, beginning with the variant that extends no other."""
    return tuple(
        LanguageLayer(tuple(_folders(layer, folders)), frozenset(_outdated_texts(merged, layer)))
        for layer in merged.layers
    )


def _folders(layer: Layer, folders: Sequence[VariantFolder]) -> Iterator[Path]:
    yield Path(layer.document.name).parent / FOLDER
    name = layer.document.data.get("variant")
    for folder in folders if isinstance(name, str) else ():
        place = (folder.path if isinstance(folder, PluginFolder) else folder) / str(name)
        if place.is_dir() and not (place / VARIANT_FILE).is_file():
            yield place / FOLDER


def _outdated_texts(merged: Merged, layer: Layer) -> Iterator[TextPath]:
    """Yield the texts that neither this file nor a file that it extends has written."""
    if len(merged.layers) == 1:
        return
    valid = {id(layer.document)}
    valid |= {id(other.document) for other in merged.layers if other.key in layer.ancestors}
    for field in ("name", "note"):
        if field in merged.data and id(merged.find((field,))[0]) not in valid:
            yield "edition", "", field
    for name in ENTRIES:
        for key, entry in section(merged.data, name).items():
            for field in FIELDS:
                if field in entry and id(merged.find((name, key, field))[0]) not in valid:
                    yield name, key, field
