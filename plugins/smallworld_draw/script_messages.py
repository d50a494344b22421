"""The messages of scripts in the language of the reader, as plain data for the page that runs them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from smallworld.languages.catalogue import ENGLISH, current_language, load_catalogue

TEXT = r'"(?:[^"\\]|\\.)*"'
SINGLE = re.compile(rf"\b_\(\s*({TEXT})")
PLURAL = re.compile(rf"\bngettext\(\s*({TEXT}),\s*({TEXT})")
NUMBERS = 200
"""Numbers of which a page has the plural form; larger ones have that of their last two digits."""


def script_messages(*sources: str) -> Mapping[str, Any]:
    """Return the translated messages of scripts, and the plural form of each number; nothing in English."""
    language = current_language()
    return {} if language == ENGLISH else _translated(language, sources)


@cache
def _translated(language: str, sources: tuple[str, ...]) -> Mapping[str, Any]:
    texts = load_catalogue(language)
    messages: dict[str, str | list[str]] = {}
    for source in sources:
        messages |= {message: texts.gettext(message) for message in single_messages(source)}
        for singular, plural in plural_messages(source):
            messages[singular] = [texts.ngettext(singular, plural, number) for number in range(NUMBERS)]
    # Keep each plural form once, and the form of each number, which all messages of a language share.
    rows = [forms for forms in messages.values() if isinstance(forms, list)]
    keys = list(zip(*rows, strict=True)) or [()] * NUMBERS
    places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    numbers = [keys.index(key) for key in places]
    return {
        "messages": {
            message: text if isinstance(text, str) else [text[number] for number in numbers]
            for message, text in messages.items()
        },
        "plurals": [places[key] for key in keys],
    }


def single_messages(source: str) -> Iterator[str]:
    """Yield the messages of a script that have one form."""
    return (json.loads(match[1]) for match in SINGLE.finditer(source))


def plural_messages(source: str) -> Iterator[tuple[str, str]]:
    """Yield the messages of a script that depend on a count: singular and plural."""
    return ((json.loads(match[1]), json.loads(match[2])) for match in PLURAL.finditer(source))
