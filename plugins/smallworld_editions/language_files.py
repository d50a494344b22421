"""Read language files, and find out which texts of an edition they no longer fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from smallworld.errors import ContentError
from smallworld.model.translation import EntryTexts, Texts, Translations
from smallworld.model.variant_folder import VariantFolder
from smallworld_editions.language_layers import ENTRIES, FIELDS, SECTIONS, LanguageLayer, TextPath, language_folders
from smallworld_editions.reading.documents import mapping_of
from smallworld_editions.reading.files import read_bytes, require_content_link
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.merging import Layer, Merged, section

FORMS = ("name", "text", "note", "gender", "forms")
"""Fields of an entry that are shown."""


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
    for name in SECTIONS:
        for key, entry in mapping_of(data.get(name)).items():
            if isinstance(entry, dict):
                entries.append(((name, str(key)), _usable(entry)))
    return entries


def _usable(entry: Mapping[str, Any]) -> EntryTexts:
    """Return the fields of an entry that have the right type."""
    texts: dict[str, Any] = {key: entry[key] for key in FORMS if isinstance(entry.get(key), str) and entry[key]}
    if entry.get("unofficial") is True:
        texts["unofficial"] = True
    if isinstance(entry.get("forms"), dict):
        texts["forms"] = {str(key): str(form) for key, form in entry["forms"].items()}
    return texts


def recorded_translations(languages: object) -> Translations:
    """Return the texts of an edition that a record holds: code of a language → content of a language file."""
    texts = {code: dict(_entries(data)) for code, data in mapping_of(languages).items() if isinstance(data, dict)}
    return lambda language: texts.get(language) or texts.get(language.partition("_")[0], {})


def texts_data(texts: Texts) -> dict[str, Any]:
    """Return texts as the content of a language file, for a record."""
    data: dict[str, Any] = {}
    for (section_name, key), entry in texts.items():
        target = data if section_name == "edition" else data.setdefault(section_name, {}).setdefault(key, {})
        target.update(entry)
    return data


def language_layers(merged: Merged, folders: Sequence[VariantFolder] = ()) -> tuple[LanguageLayer, ...]:
    """List the sources of the texts of an edition, beginning with the variant that extends no other."""
    return tuple(
        LanguageLayer(
            tuple(language_folders(Path(layer.document.name), layer.document.data.get("variant"), folders)),
            frozenset(_outdated_texts(merged, layer)),
        )
        for layer in merged.layers
    )


def _outdated_texts(merged: Merged, layer: Layer) -> Iterator[TextPath]:
    """Yield the texts that neither this file nor a file that it extends has written."""
    if len(merged.layers) == 1:
        return
    valid = {id(layer.document)}
    valid |= {id(other.document) for other in merged.layers if other.key in layer.ancestors}
    for part in ("name", "note"):
        if part in merged.data and id(merged.find((part,))[0]) not in valid:
            yield "edition", "", part
    for name in ENTRIES:
        for key, entry in section(merged.data, name).items():
            for part in FIELDS:
                if part in entry and id(merged.find((name, key, part))[0]) not in valid:
                    yield name, key, part
