"""Messages that are written in the language of the reader when they are shown; until then they are English text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from smallworld.languages import messages, numbers_and_lists
from smallworld.languages.lazy_text import LazyText


def lazy(message: str, /, **values: object) -> str:
    """Write a message when it is shown."""
    return LazyText(messages._, message, **values)


def lazy_p(context: str, message: str, /, **values: object) -> str:
    """Write a message that means different things in different contexts when it is shown."""
    return LazyText(messages.pgettext, context, message, **values)


def lazy_n(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Write a message with a number of things when it is shown."""
    return LazyText(messages.ngettext, singular, plural, count, **values)


def lazy_and(items: Iterable[object]) -> str:
    """Write a list of things that all belong to it when it is shown."""
    return LazyText(numbers_and_lists.and_list, tuple(items))


def lazy_or(items: Iterable[object]) -> str:
    """Write a list of things of which one is chosen when it is shown."""
    return LazyText(numbers_and_lists.or_list, tuple(items))


def lazy_number(number: int) -> str:
    """Write a large whole number in groups of digits when it is shown."""
    return LazyText(numbers_and_lists.grouped, number)


def lazy_join(separator: str, parts: Iterable[str]) -> str:
    """Join sentences, or clauses of a problem and its remedy, each in the language of the reader."""
    return LazyText(str.join, separator, tuple(part for part in parts if part))


def clauses(text: str) -> tuple[str, str]:
    """Split a sentence from its remedy, which follows the first semicolon; the remedy may be empty."""
    if "; " not in text:
        return text, ""
    return LazyText(_clause, text, 0), LazyText(_clause, text, 1)


def _clause(text: str, index: int) -> str:
    return text.partition("; ")[::2][index]


def rewritten(text: str, messages: Mapping[str, str], values: Mapping[str, str] | None = None) -> str:
    """Write a sentence with other messages, or other values, in place of some; the same object if it has none.

    :param messages: message → the one to write in its place. :param values: text of a value → the new value.
    """
    if not isinstance(text, LazyText):
        return text
    arguments = tuple(messages.get(part, part) if isinstance(part, str) else part for part in text.arguments)
    replaced = {key: (values or {}).get(str(value), value) for key, value in text.values.items()}
    if arguments == text.arguments and replaced == text.values:
        return text
    return LazyText(text.write, *arguments, **replaced)
