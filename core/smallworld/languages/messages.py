"""Messages with named values, ``_("{player} picks {combo}", player=…, combo=…)``, at once or when they are shown.

The message is the English sentence, and it is what ``smallworld_native`` extracts: write it as one literal. Values
are put in after the translation, so that braces in the text of a user are only text. A message without values is not
formatted. A count chooses the plural form, and is the value ``{count}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from smallworld.languages.catalogue import ENGLISH, LazyText, current_language, for_reader, load_catalogue

# Contexts of the messages of data files and docstrings, where no function marks them.
ABILITY = "ability"
"""Docstrings of abilities."""
EXPLANATION = "explanation of a code"
"""Summaries and meanings of the codes of problems."""
HOOK = "hook"
"""First paragraphs of the specifications of hooks."""
HELP_WORD = "word of help"
"""Words that ``help`` explains; a translation may have several forms: ``úpadek|upadnout``."""
SCHEMA = "schema"
"""Descriptions in JSON schemas."""


def _(message: str, /, **values: object) -> str:
    """Write a message in the language of the reader."""
    language = current_language()
    if language == ENGLISH:
        return message.format(**values) if values else message
    return _fill(load_catalogue(language).gettext(message), message, values)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Write a message that means different things in different contexts."""
    language = current_language()
    if language == ENGLISH:
        return message.format(**values) if values else message
    return _fill(load_catalogue(language).pgettext(context, message), message, values)


def ngettext(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Write a message with a number of things, in the form that the number needs."""
    language, english = current_language(), singular if count == 1 else plural
    values = {"count": count, **values}
    if language == ENGLISH:
        return english.format(**values)
    return _fill(load_catalogue(language).ngettext(singular, plural, count), english, values)


def N_(message: str, /) -> str:
    """Mark a message of a table for extraction; ``_(…)`` translates it where it is shown."""
    return message


def PN_(context: str, message: str, /) -> str:
    """Mark a message with a context for extraction; ``pgettext(…)`` translates it where it is shown."""
    return message


def NN_(singular: str, plural: str, /) -> tuple[str, str]:
    """Mark a message with a number of things for extraction; ``ngettext(…)`` translates it where it is shown."""
    return singular, plural


def _fill(translated: str, english: str, values: dict[str, object]) -> str:
    """Put the values in; a translation with a wrong placeholder gives way to the English message."""
    if not values:
        return translated
    values = {key: for_reader(value) for key, value in values.items()}
    try:
        return translated.format(**values)
    except (KeyError, IndexError, ValueError, AttributeError):
        return english.format(**values)


# --- numbers and lists, as the language of the reader writes them


def and_list(items: Iterable[object]) -> str:
    """Write a list of things that all belong to it.

    >>> and_list(["r01", "r02", "r03"])
    'r01, r02 and r03'
    """
    # Translators: the end of a list of two or more things.
    return _join(items, pgettext("end of a list", "{items} and {last}"))


def or_list(items: Iterable[object]) -> str:
    """Write a list of things of which one is chosen."""
    return _join(items, pgettext("end of a list", "{items} or {last}"))


def _join(items: Iterable[object], end: str) -> str:
    texts = [str(for_reader(item)) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    return end.format(items=", ".join(texts[:-1]), last=texts[-1])


def decimal(value: float, places: int, *, signed: bool = False) -> str:
    """Write a number with a fixed number of decimal places, and with its sign.

    >>> decimal(2.5, 2)
    '2.50'
    """
    return f"{value:{'+' if signed else ''}.{places}f}".replace(".", pgettext("decimal mark", "."))


def grouped(value: float, places: int = 0) -> str:
    """Write a large number with its digits in groups of three.

    >>> grouped(12500), grouped(1234.5, 1)
    ('12,500', '1,234.5')
    """
    whole, _point, fraction = f"{value:,.{places}f}".partition(".")
    # Translators: between groups of three digits, as in 12,500.
    whole = whole.replace(",", pgettext("mark between groups of digits", ","))
    return f"{whole}{pgettext('decimal mark', '.')}{fraction}" if fraction else whole


# --- messages that are written in the language of the reader when they are shown; until then they are English text


def lazy(message: str, /, **values: object) -> str:
    """Write a message when it is shown."""
    return LazyText(_, message, **values)


def lazy_p(context: str, message: str, /, **values: object) -> str:
    """Write a message that means different things in different contexts when it is shown."""
    return LazyText(pgettext, context, message, **values)


def lazy_n(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Write a message with a number of things when it is shown."""
    return LazyText(ngettext, singular, plural, count, **values)


def lazy_and(items: Iterable[object]) -> str:
    """Write a list of things that all belong to it when it is shown."""
    return LazyText(and_list, tuple(items))


def lazy_or(items: Iterable[object]) -> str:
    """Write a list of things of which one is chosen when it is shown."""
    return LazyText(or_list, tuple(items))


def lazy_number(number: int) -> str:
    """Write a large whole number in groups of digits when it is shown."""
    return LazyText(grouped, number)


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


# --- write counts with their nouns


_COUNTS = {
    "token": NN_("{count} token", "{count} tokens"),
    "coin": NN_("{count} coin", "{count} coins"),
    "more coin": NN_("{count} more coin", "{count} more coins"),
    "native": NN_("{count} native", "{count} natives"),
    "region": NN_("{count} region", "{count} regions"),
    "turn": NN_("{count} turn", "{count} turns"),
    "player": NN_("{count} player", "{count} players"),
    "race": NN_("{count} race", "{count} races"),
    "power": NN_("{count} power", "{count} powers"),
    "file": NN_("{count} file", "{count} files"),
    "problem": NN_("{count} problem", "{count} problems"),
    "error": NN_("{count} error", "{count} errors"),
    "warning": NN_("{count} warning", "{count} warnings"),
}


def format_count(count: int, noun: str) -> str:
    """Write a count with its noun: ``1 coin``, ``2 coins``; in other languages the nouns of the game."""
    if noun in _COUNTS:
        return ngettext(*_COUNTS[noun], count)
    return f"{count} {noun}{'' if count == 1 else 's'}"
