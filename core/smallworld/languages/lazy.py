"""Messages that are written in the language of the reader when they are shown; until then they are English text."""

from __future__ import annotations

from collections.abc import Iterable

from smallworld.languages import messages, writing
from smallworld.languages.lazy_text import LazyText


def lazy(message: str, /, **values: object) -> LazyText:
    """Write a message when it is shown."""
    return LazyText(messages._, message, **values)


def lazy_p(context: str, message: str, /, **values: object) -> LazyText:
    """Write a message that means different things in different contexts when it is shown."""
    return LazyText(messages.pgettext, context, message, **values)


def lazy_n(singular: str, plural: str, count: int, /, **values: object) -> LazyText:
    """Write a message with a number of things when it is shown."""
    return LazyText(messages.ngettext, singular, plural, count, **values)


def lazy_and(items: Iterable[object]) -> LazyText:
    """Write a list of things that all belong to it when it is shown."""
    return LazyText(writing.and_list, tuple(items))


def lazy_or(items: Iterable[object]) -> LazyText:
    """Write a list of things of which one is chosen when it is shown."""
    return LazyText(writing.or_list, tuple(items))


def lazy_number(number: int) -> LazyText:
    """Write a large whole number in groups of digits when it is shown."""
    return LazyText(writing.grouped, number)


def lazy_join(separator: str, parts: Iterable[str]) -> LazyText:
    """Join sentences, or clauses of a problem and its remedy, each in the language of the reader."""
    return LazyText(_join, separator, tuple(part for part in parts if part))


def _join(separator: str, parts: tuple[str, ...]) -> str:
    return separator.join(parts)
