"""The language files of an edition and of the variants that it extends, read when the first text is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld.errors import ContentError
from smallworld.model.names import EntryTexts, Texts, Translations
from smallworld.model.variant_folder import VARIANT_FILE, PluginFolder, VariantFolder

if TYPE_CHECKING:
    from smallworld_editions.variants.merging import Layer, Merged


FOLDER = "languages"
"""The folder of language files, next to a variant file."""

ENTRIES = ("terrains", "pieces", "races", "powers", "relics", "rulings")
"""Sections that a variant file has too, with names and texts in their entries."""
SECTIONS = ("terrains", "symbols", "factions", "natives", "pieces", "races", "powers", "relics", "rulings", "boards")
"""Sections of a language file, in the order in which they are written."""
FIELDS = ("name", "text")
"""Fields of an entry that are translated."""
TextPath = tuple[str, str, str]
"""Section, id and field of a text; of the edition itself ``("edition", "", "name")``."""


@dataclass(frozen=True, slots=True)
class LanguageLayer:
    """The folders of language files for one variant file, and the texts that a later variant file wrote again.

    :ivar folders: the folder next to the variant file, then those of plugins that translate it.
    :ivar outdated: texts with the English of a later file, which these translations no longer fit.
    """

    folders: tuple[Path, ...]
    outdated: frozenset[TextPath] = frozenset()


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
                    for path, entry in read_texts(folder / f"{name}.yaml").items():
                        valid = {key: text for key, text in entry.items() if (*path, key) not in layer.outdated}
                        texts.setdefault(path, {}).update(valid)
        return texts


def language_folders(variant_file: Path, name: object, folders: Sequence[VariantFolder] = ()) -> Iterator[Path]:
    """Yield the folders of language files for one variant file: the one next to it, then those of plugins.

    :param name: the id in the file.
    """
    yield variant_file.parent / FOLDER
    for folder in folders if isinstance(name, str) else ():
        place = (folder.path if isinstance(folder, PluginFolder) else folder) / str(name)
        if place.is_dir() and not (place / VARIANT_FILE).is_file():
            yield place / FOLDER


# --- reading a language file


FORMS = ("name", "text", "note", "gender", "forms")
"""Fields of an entry that are shown."""


def read_texts(path: Path) -> Texts:
    """Read the usable texts of one file; ``smallworld validate`` reports the rest."""
    if not path.is_file():
        return {}
    from smallworld_editions.reading.files import read_bytes, require_content_link  # not for English

    try:
        require_content_link(path)
        return _texts_of(read_bytes(path), str(path))
    except ContentError:
        return {}


@lru_cache(maxsize=32)
def _texts_of(content: bytes, name: str) -> Texts:
    """Read the texts of a file unless it is among the latest ones; nothing changes them."""
    from smallworld_editions.reading.reader import read

    documents, _problems = read(content, name)
    data = documents[0].data if documents else None
    return dict(_entries(data)) if isinstance(data, dict) else {}


def _entries(data: Mapping[str, Any]) -> list[tuple[tuple[str, str], EntryTexts]]:
    """List section and id of each entry, with its texts."""
    entries: list[tuple[tuple[str, str], EntryTexts]] = [(("edition", ""), _usable(data))]
    for name in SECTIONS:
        section = data.get(name)
        for key, entry in section.items() if isinstance(section, dict) else ():
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
    contents = languages if isinstance(languages, dict) else {}
    texts = {code: dict(_entries(data)) for code, data in contents.items() if isinstance(data, dict)}
    return lambda language: texts.get(language) or texts.get(language.partition("_")[0], {})


def texts_data(texts: Texts) -> dict[str, Any]:
    """Return texts as the content of a language file, for a record."""
    data: dict[str, Any] = {}
    for (section_name, key), entry in texts.items():
        target = data if section_name == "edition" else data.setdefault(section_name, {}).setdefault(key, {})
        target.update(entry)
    return data


# --- the texts of an edition that its language files no longer fit


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
    from smallworld_editions.variants.merging import section

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
