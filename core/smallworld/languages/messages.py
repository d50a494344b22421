"""Messages with named values: ``_("{player} picks {combo}", player=…, combo=…)``.

The message is the English sentence, and it is what ``languages/build.py`` extracts: write it as one literal. Values
are put in after the translation, so that braces in the text of a user are only text. A message without values is not
formatted. A count chooses the plural form, and is the value ``{count}``.
"""

from __future__ import annotations

from smallworld.languages.active_language import ENGLISH, current_language
from smallworld.languages.catalogue import catalogue
from smallworld.languages.lazy_text import for_reader

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
    return _fill(catalogue(language).gettext(message), message, values)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Write a message that means different things in different contexts."""
    language = current_language()
    if language == ENGLISH:
        return message.format(**values) if values else message
    return _fill(catalogue(language).pgettext(context, message), message, values)


def ngettext(singular: str, plural: str, count: int, /, **values: object) -> str:
    """Write a message with a number of things, in the form that the number needs."""
    language, english = current_language(), singular if count == 1 else plural
    values = {"count": count, **values}
    if language == ENGLISH:
        return english.format(**values)
    return _fill(catalogue(language).ngettext(singular, plural, count), english, values)


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
