"""The language files of an edition and of the variants that it extends, read when the first text is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smallworld.model.translation import Texts
from smallworld.model.variant_folder import VARIANT_FILE, PluginFolder, VariantFolder

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
    read: Callable[[Path], Texts] = field(repr=False, compare=False)
    """Reads the usable texts of one file."""
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
                    for path, entry in self.read(folder / f"{name}.yaml").items():
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
