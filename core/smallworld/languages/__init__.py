"""Sentences for people in the language of their reader: standard gettext, loaded with the first sentence.

English is written in the code. Every other language is a catalogue, ``catalogues/CODE/LC_MESSAGES/smallworld.po``.
The names of races, powers … are not here: they are content, in ``languages/CODE.yaml`` next to a ``variant.yaml``.
"""

from smallworld.languages.catalogue import (
    ENGLISH,
    LazyText,
    accepted_language,
    chosen_language,
    current_language,
    for_reader,
    in_language,
    is_code,
    languages,
    locale_language,
    set_language,
)
from smallworld.languages.messages import *  # noqa: F403 - every name that is meant is listed below
from smallworld.languages.messages import _

__all__ = [
    "ENGLISH", "LazyText", "N_", "NN_", "PN_", "_", "accepted_language", "and_list", "chosen_language", "clauses",
    "current_language", "decimal", "for_reader", "grouped", "in_language", "is_code", "languages", "lazy", "lazy_and",
    "lazy_join", "lazy_n", "lazy_number", "lazy_or", "lazy_p", "locale_language", "ngettext", "or_list", "pgettext",
    "rewritten", "set_language",
]  # fmt: skip
