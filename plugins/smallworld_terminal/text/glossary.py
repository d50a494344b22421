"""The words of the game that ``help`` explains, found in English and in the language of the reader."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from smallworld.languages import pgettext
from smallworld.languages.messages import HELP_WORD
from smallworld_draw.letter_folding import fold_letters


@cache
def glossary() -> Mapping[str, Mapping[str, Any]]:
    """Return word → its text and rules."""
    import tomllib  # not for a game without help

    return tomllib.loads(Path(__file__).with_name("glossary.toml").read_text("utf-8"))


def word_name(word: str) -> str:
    """Return a word of the glossary in the language of the reader."""
    return _forms(word)[0]


def find_word(name: str) -> str:
    """Return the word of the glossary that a plain name means, in English or the reader's language; empty without one.

    :param name: as :func:`plain` writes it.
    """
    translated = (word for word in glossary() if name in map(plain, _forms(word)))
    word = singular(name)
    return next(translated, word if word in glossary() else "")


def _forms(word: str) -> list[str]:
    return [form.strip() for form in pgettext(HELP_WORD, word).split("|")]


def plain(text: str) -> str:
    """Return a name in lower case, without accents and apostrophes, with spaces between its words.

    >>> plain("Pán \'větrů\'")
    'pan vetru'
    """
    return " ".join(re.findall(r"\w+", re.sub("['’]", "", fold_letters(text)).replace("_", " ")))


def singular(word: str) -> str:
    """Return the form of an English word in the glossary: ``natives`` is native, ``conquers`` is conquer."""
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ed"), word.removesuffix("ing"),
             f"{word.removesuffix('ed')}e", f"{word.removesuffix('ies')}y", f"{word.removesuffix('ing')}e",
             word.replace(" ", "-"), word.removesuffix("ment"))  # fmt: skip
    return next((form for form in forms if form in glossary()), word)
