"""The texts of an edition in one language, read from its language files when the first text is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smallworld.content.languages.inheritance import LanguageLayer, language_layers
from smallworld.content.languages.sections import SECTIONS, TextPath
from smallworld.content.reading.documents import Document, mapping_of
from smallworld.content.reading.files import read_bytes, require_content_link
from smallworld.content.reading.reader import read
from smallworld.content.variants.file_reader import Bundle
from smallworld.errors import ContentError
from smallworld.model.translation import EntryTexts, Texts
from smallworld.model.variant_folder import VariantFolder

FORMS = ("name", "text", "note", "gender", "forms")
"""Fields of an entry that are shown."""


@dataclass(slots=True)
class LanguageFiles:
    """Reads the language files of an edition; each language once."""

    layers: tuple[LanguageLayer, ...]
    _texts: dict[str, Texts] = field(default_factory=dict, repr=False)

    def __call__(self, language: str) -> Texts:
        """Return the texts of a language; empty if no file has them."""
        if language not in self._texts:
            self._texts[language] = self._read(language)
        return self._texts[language]

    def languages(self) -> list[str]:
        """List the languages for which a file exists."""
        folders = [folder for layer in self.layers for folder in layer.folders]
        return sorted({path.stem for folder in folders for path in folder.glob("*.yaml")})

    def _read(self, language: str) -> Texts:
        """Read the texts of all layers; later layers replace earlier ones, ``pt_BR`` replaces ``pt``."""
        texts: dict[tuple[str, str], dict[str, Any]] = {}
        names = dict.fromkeys((language.partition("_")[0], language))
        for layer in self.layers:
            for name in names:
                for folder in layer.folders:
                    for (section, key), entry in read_texts(folder / f"{name}.yaml").items():
                        valid = {k: v for k, v in entry.items() if (section, key, k) not in layer.outdated}
                        texts.setdefault((section, key), {}).update(valid)
        return texts


def read_texts(path: Path) -> Texts:
    """Read the usable texts of one file; ``smallworld validate`` reports the rest."""
    if not path.is_file():
        return {}
    try:
        require_content_link(path)
        documents, _problems = read(read_bytes(path), str(path))
    except ContentError:
        return {}
    data = documents[0].data if documents else None
    return dict(_entries(data)) if isinstance(data, dict) else {}


def _entries(data: Mapping[str, Any]) -> list[tuple[tuple[str, str], EntryTexts]]:
    """List section and id of each entry, with its texts."""
    entries: list[tuple[tuple[str, str], EntryTexts]] = [(("edition", ""), _usable(data))]
    for section in SECTIONS:
        for key, entry in mapping_of(data.get(section)).items():
            if isinstance(entry, dict):
                entries.append(((section, str(key)), _usable(entry)))
    return entries


def _usable(entry: Mapping[str, Any]) -> EntryTexts:
    """Return the fields of an entry that have the right type."""
    texts: dict[str, Any] = {key: entry[key] for key in FORMS if isinstance(entry.get(key), str) and entry[key]}
    if entry.get("unofficial") is True:
        texts["unofficial"] = True
    if isinstance(entry.get("forms"), dict):
        texts["forms"] = {str(key): str(form) for key, form in entry["forms"].items()}
    return texts


def inherited_texts(document: Document, bundle: Bundle, folders: Sequence[VariantFolder] = ()) -> frozenset[TextPath]:
    """List the texts that other files have for the same variant in the language of a file."""
    language = document.data.get("language")
    if bundle.merged is None or not isinstance(language, str):
        return frozenset()
    own_folder = Path(document.name).resolve().parent
    layers = [
        LanguageLayer(tuple(folder for folder in layer.folders if folder.resolve() != own_folder), layer.outdated)
        for layer in language_layers(bundle.merged, folders)
    ]
    texts = LanguageFiles(tuple(layers))(language)
    return frozenset((*path, field) for path, entry in texts.items() for field in entry)
