"""The texts of an edition that other files have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from smallworld.model.variant_folder import VariantFolder
from smallworld_editions.language_files import language_layers, read_texts
from smallworld_editions.language_layers import LanguageFiles, LanguageLayer, TextPath
from smallworld_editions.reading.documents import Document
from smallworld_editions.variants.file_reader import Bundle


def inherited_texts(document: Document, bundle: Bundle, folders: Sequence[VariantFolder] = ()) -> frozenset[TextPath]:
    """List the texts that other files have for the same variant in the language of a file."""
    language = document.data.get("language")
    if not isinstance(language, str):
        return frozenset()
    own_folder = Path(document.name).resolve().parent
    layers = [
        LanguageLayer(tuple(folder for folder in layer.folders if folder.resolve() != own_folder), layer.outdated)
        for layer in language_layers(bundle.merged, folders)
    ]
    texts = LanguageFiles(tuple(layers), read_texts)(language)
    return frozenset((*path, field) for path, entry in texts.items() for field in entry)
