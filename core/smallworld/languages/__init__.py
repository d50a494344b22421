"""Sentences for people in the language of their reader: standard gettext, loaded with the first sentence.

English is written in the code. Every other language is a catalogue, ``catalogues/CODE/LC_MESSAGES/smallworld.po``.
The names of races, powers … are not here: they are content, in ``languages/CODE.yaml`` next to a ``variant.yaml``.
"""

from smallworld.languages.choice import accepted_language, chosen_language, is_code, languages, locale_language
from smallworld.languages.current import ENGLISH, current_language, in_language, set_language
from smallworld.languages.messages import N_, _, ngettext, npgettext, pgettext
from smallworld.languages.writing import and_list, decimal, or_list

__all__ = [
    "ENGLISH",
    "N_",
    "_",
    "accepted_language",
    "and_list",
    "chosen_language",
    "current_language",
    "decimal",
    "in_language",
    "is_code",
    "languages",
    "locale_language",
    "ngettext",
    "npgettext",
    "or_list",
    "pgettext",
    "set_language",
]
