"""Columns that a text takes on a screen, names without accents, and a language of the tests with accents on all."""

from __future__ import annotations

import gettext
import re
import textwrap
import unicodedata
from collections.abc import Iterator

from smallworld.languages.catalogue import PSEUDO, current_language

MARK = "…"
"""Mark where a text was cut."""


def display_width(text: str) -> int:
    """Return the columns that a text takes: two for most East Asian characters, none for an accent of its own.

    >>> display_width("orcs"), display_width("獣人"), display_width("e\\u0301")
    (4, 4, 1)
    """
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # not for English

    return max(0, wcswidth(text))


def pad(text: str, columns: int, alignment: str = "<") -> str:
    """Fill a text up with spaces; ``>`` puts it at the right end.

    >>> pad("獣人", 6) + "|"
    '獣人  |'
    """
    spaces = " " * (columns - display_width(text))
    return spaces + text if alignment == ">" else text + spaces


def cut(text: str, columns: int) -> str:
    """Return a text that fits, with a mark where it was cut.

    >>> cut("獣人の王", 6)
    '獣人…'
    """
    if display_width(text) <= columns:
        return text
    if columns < 1:
        return MARK
    return head(text, columns - 1) + MARK


def head(text: str, columns: int) -> str:
    """Return the longest start of a text that fits; an accent stays with its letter."""
    if text.isascii():
        return text[:columns]
    start, width = "", 0
    for cluster in clusters(text):
        width += display_width(cluster)
        if width > columns:
            break
        start += cluster
    return start


def clusters(text: str) -> Iterator[str]:
    """Yield the letters of a text, each with the accents that follow it."""
    if text.isascii():
        yield from text
        return
    from wcwidth import wcwidth  # not for English

    cluster = ""
    for letter in text:
        if cluster and wcwidth(letter) != 0:
            yield cluster
            cluster = ""
        cluster += letter
    if cluster:
        yield cluster


def cells(text: str) -> Iterator[str]:
    """Yield the content of each column of a text: the second column of a wide letter is empty.

    >>> list(cells("獣!"))
    ['獣', '', '!']
    """
    for cluster in clusters(text):
        yield cluster
        yield from [""] * (display_width(cluster) - 1)


def wrap(text: str, columns: int, first: str = "", later: str = "") -> list[str]:
    """Break a text into lines between words; longer words, such as paths, stay whole, except in scripts without spaces.

    :param first, later: texts before the first line, and before each later one.
    """
    if text.isascii() and first.isascii() and later.isascii():
        return textwrap.wrap(
            text, columns, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
        )
    lines, line, start = list[str](), first, first
    for part in _parts(text):
        if line != start and display_width(line + part.rstrip()) > columns:
            lines.append(line.rstrip())
            line = start = later
        line += part.lstrip() if line == start and lines else part
    return [*lines, line.rstrip()] if line.strip() else lines


def _parts(text: str) -> Iterator[str]:
    """Yield words with the spaces after them; wide characters are words of their own."""
    for word in re.findall(r"\s*\S+\s*", text):
        letters = list(clusters(word))
        if any(display_width(letter) > 1 for letter in letters):
            yield from letters
        else:
            yield word


# --- names in any script, compared without case and without accents


STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "Ł": "L", "Đ": "D", "Ø": "O"})
"""Letters that Unicode does not split into a letter and an accent."""


def fold_letters(text: str) -> str:
    """Return a text in lower case and without accents.

    >>> fold_letters("Trollové"), fold_letters("Źdźbło")
    ('trollove', 'zdzblo')
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).translate(STROKES)


# --- the pseudo-language


OPENING, CLOSING = "⟦", "⟧"
_ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀçđéƒğĥíĵķļṁñóþɋřšťúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĻṀÑÓÞɊŘŠŤÚṼŴẊÝŽ"
)
_DOUBLED = str.maketrans({vowel: vowel * 2 for vowel in "aeo"})
"""Vowels are more than a quarter of English text; twice as many make it longer, in every word."""
_KEPT = re.compile(r"(\{[^{}]*\}|%(?:\(\w+\))?[sd]|<[^<>]+>|&\w+;)")
"""Placeholders and tags, which stay as they are."""


class PseudoTranslations(gettext.NullTranslations):
    """A catalogue in which every message is accented, about a third longer, and in brackets.

    It shows faults of the program on the screen: a plain letter means a sentence that was not marked for translation, a
    missing bracket means a cut sentence, and two pairs of brackets mean a sentence made of fragments. Lists of
    languages leave it out; ``SMALLWORLD_LANGUAGE=en_XA smallworld play`` chooses it.
    """

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
