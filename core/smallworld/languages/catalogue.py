"""The catalogues of messages, read when the first sentence of a language is written."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from smallworld.languages.current import PSEUDO

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "smallworld"
"""Name of the files of a catalogue."""


@cache
def catalogue_folder() -> Path:
    """Return the folder with a folder for each language."""
    with as_file(files("smallworld.languages") / "catalogues") as folder:
        return folder


@cache
def catalogue(code: str) -> NullTranslations:
    """Read the compiled catalogue of a language; an empty one if it does not exist."""
    from gettext import translation  # not for English

    if code == PSEUDO:
        from smallworld.languages.pseudo import PseudoTranslations  # not for people

        return PseudoTranslations()
    parts = code.split("_")
    names = ["_".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return translation(DOMAIN, str(catalogue_folder()), names, fallback=True)
