"""The pseudo-language of the tests: every message accented, about a third longer, and in brackets.

It shows faults of the program on the screen: a plain letter means a sentence that was not marked for translation, a
missing bracket means a cut sentence, and two pairs of brackets mean a sentence made of fragments. Lists of languages
leave it out; ``SMALLWORLD_LANGUAGE=en_XA smallworld play`` chooses it.
"""

from __future__ import annotations

import gettext
import re

from smallworld.languages.catalogue import PSEUDO, current_language

OPENING, CLOSING = "⟦", "⟧"
_ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀçđéƒğĥíĵķļṁñóþɋřšťúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĻṀÑÓÞɊŘŠŤÚṼŴẊÝŽ"
)
_DOUBLED = str.maketrans({vowel: vowel * 2 for vowel in "aeo"})
"""Vowels are more than a quarter of English text; twice as many make it longer, in every word."""
_KEPT = re.compile(r"(\{[^{}]*\}|%(?:\(\w+\))?[sd]|<[^<>]+>|&\w+;)")
"""Placeholders and tags, which stay as they are."""


class PseudoTranslations(gettext.NullTranslations):
    """A catalogue in which every message has a translation."""

    def gettext(self, message: str) -> str:
        """Return the accented message."""
        return pseudo_text(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the accented form of a message for a number."""
        return pseudo_text(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return the accented message."""
        return pseudo_text(message)


def pseudo_text(message: str) -> str:
    """Accent a message; one without letters, such as a decimal mark, and the white space around it stay.

    >>> pseudo_text("{player} picks {combo}")
    '⟦{player} þíçķš {combo}⟧'
    """
    parts = _KEPT.split(message)
    if not any(letter.isalpha() for part in parts[::2] for letter in part):
        return message
    parts[::2] = [part.translate(_DOUBLED).translate(_ACCENTS) for part in parts[::2]]
    text = "".join(parts)
    body = text.strip()
    start = text.index(body)
    return f"{text[:start]}{OPENING}{body}{CLOSING}{text[start + len(body) :]}"


def translate_gettext() -> None:
    """Give the sentences of other packages, such as click, an accent as long as the pseudo-language is chosen."""
    plain, plain_plural = gettext.dgettext, gettext.dngettext

    def accented(domain: str, message: str) -> str:
        return pseudo_text(message) if current_language() == PSEUDO else plain(domain, message)

    def accented_plural(domain: str, msgid1: str, msgid2: str, n: int) -> str:
        chosen = msgid1 if n == 1 else msgid2
        return pseudo_text(chosen) if current_language() == PSEUDO else plain_plural(domain, msgid1, msgid2, n)

    gettext.dgettext, gettext.dngettext = accented, accented_plural
