"""Which language a reader wants: their option, their environment, their browser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from smallworld.languages.active_language import ENGLISH, PSEUDO
from smallworld.languages.catalogue import DOMAIN, catalogue_folder

VARIABLE = "SMALLWORLD_LANGUAGE"
"""The environment variable that chooses a language for good."""
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the locale, the strongest first."""
_CODE = re.compile(r"[a-z]{2,3}(_[A-Za-z0-9]{2,8})?\Z")


@cache
def languages() -> tuple[str, ...]:
    """List the languages that have a catalogue, English first."""
    paths = catalogue_folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (ENGLISH, *sorted(path.parent.parent.name for path in paths))


def is_code(text: str) -> bool:
    """Return whether a text is written like the code of a language: ``cs``, ``pt_BR``."""
    return _CODE.match(text) is not None


def nearest_language(code: str) -> str:
    """Return the language with a catalogue that a code means; empty if no language fits.

    >>> nearest_language("en-GB")
    'en'
    """
    code = code.replace("-", "_")
    names = {name.lower(): name for name in (*languages(), PSEUDO)}
    return names.get(code.lower()) or names.get(code.lower().partition("_")[0], "")


def chosen_language(environment: Mapping[str, str]) -> str:
    """Return the language that the environment variable chooses, else that of the locale, else English."""
    code = environment.get(VARIABLE, "").strip()
    if code:
        return nearest_language(code) or (code if is_code(code) else ENGLISH)
    return locale_language(environment)


def locale_language(environment: Mapping[str, str]) -> str:
    """Return the language of the locale, if it has a catalogue, else English."""
    value = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    return nearest_language(re.split(r"[.@]", value)[0]) or ENGLISH


def accepted_language(header: str, default: str = ENGLISH) -> str:
    """Return the language with a catalogue that a browser likes most (``Accept-Language``), else a default.

    >>> accepted_language("en-GB,en;q=0.9")
    'en'
    """
    for code in _by_quality(header[:400].split(",")):
        nearest = nearest_language(code)
        if nearest:
            return nearest
    return default


def _by_quality(entries: Iterable[str]) -> list[str]:
    """Return the codes of a header, the most liked first; refused ones are left out."""
    weighted = []
    for place, entry in enumerate(entries):
        code, _, quality = entry.strip().partition(";")
        match = re.fullmatch(r"\s*q=([01](?:\.[0-9]{0,3})?)\s*", quality)
        weight = float(match[1]) if match else 1.0
        if weight > 0 and is_code(code.strip().replace("-", "_")):
            weighted.append((-weight, place, code.strip()))
    return [code for _, _, code in sorted(weighted)]
