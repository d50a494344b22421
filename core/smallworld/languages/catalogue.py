"""The catalogues of messages, read when the first sentence of a language is written."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from smallworld.languages.active_language import PSEUDO

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "smallworld"
"""Name of the files of a catalogue."""


@cache
def catalogue_folder() -> Path:
    """Return the folder with a folder for each language."""
    return Path(__file__).parent / "catalogues"


def finished_messages(code: str) -> tuple[int, int]:
    """Return how many messages of a catalogue are translated, and how many it has; zeros if nobody has counted them."""
    finished, _slash, number = _header(code, "x-messages").partition("/")
    return (int(finished), int(number)) if finished.isdecimal() and number.isdecimal() else (0, 0)


def unread_messages(code: str) -> int:
    """Return how many translations of a catalogue no native speaker has read."""
    number = _header(code, "x-unread")
    return int(number) if number.isdecimal() else 0


def _header(code: str, name: str) -> str:
    from gettext import GNUTranslations  # not for English

    texts = catalogue(code)
    return texts.info().get(name, "") if isinstance(texts, GNUTranslations) else ""


@cache
def catalogue(code: str) -> NullTranslations:
    """Read the compiled catalogue of a language; an empty one if it does not exist."""
    from gettext import NullTranslations, translation  # not for English

    if code == PSEUDO:
        from smallworld.languages.pseudo_language import PseudoTranslations  # not for people

        return PseudoTranslations()
    parts = code.split("_")
    names = ["_".join(parts[:length]) for length in range(len(parts), 0, -1)]
    messages = NullTranslations()
    try:
        messages = translation(DOMAIN, str(catalogue_folder()), names, fallback=True)
    except Exception as error:  # damage of any kind
        _warn_of_damage(catalogue_folder() / code, error)
    for folder in _plugin_folders:
        for further in _catalogues_in(folder, names):
            messages.add_fallback(further)
    return messages


_plugin_folders: dict[Path, None] = {}
"""Folders with the catalogues of plugins, in the order of loading."""


def add_catalogues(folder: Path) -> None:
    """Look up messages that the program does not have in the catalogues of a plugin: ``CODE/LC_MESSAGES/*.mo``."""
    if folder.is_dir() and folder not in _plugin_folders:
        _plugin_folders[folder] = None
        catalogue.cache_clear()


def _catalogues_in(folder: Path, names: list[str]) -> Iterator[NullTranslations]:
    """Read the compiled catalogues of a folder; its messages stay English if they cannot be read."""
    from gettext import GNUTranslations

    for path in (path for name in names for path in sorted(folder.glob(f"{name}/LC_MESSAGES/*.mo"))):
        try:
            with path.open("rb") as content:
                messages = GNUTranslations(content)
        except Exception as error:  # damage of any kind
            _warn_of_damage(path, error)
        else:
            yield messages


_damaged: set[Path] = set()
"""Catalogues of which the reader has been warned."""


def _warn_of_damage(path: Path, error: Exception) -> None:
    """Print that the sentences of a catalogue are English; in English, because no other language can be read."""
    if path not in _damaged:
        _damaged.add(path)
        print(f"warning: the translations in {str(path)!r} are damaged ({error}); sentences are English; "
              "install the package again", file=sys.stderr)  # fmt: skip
