"""Ids and plain words of a game as words for people: ``lost_tribe``, ``regions``, ``dud``."""

from __future__ import annotations

from smallworld.languages import ENGLISH, N_, _, current_language
from smallworld.model.content import Variant


def word_of(variant: Variant, key: str) -> str:
    """Write an id, or a word that an ability gives, in the language of the reader.

    In English it is the id itself with spaces; else the name of the entry, or the translation of the word.
    """
    plain = key.replace("_", " ")
    if current_language() == ENGLISH:
        return plain
    return _content_name(variant, key) or _(plain)


def _content_name(variant: Variant, key: str) -> str:
    """Return the name of the race, power, relic, piece or terrain with an id, or the word for a symbol or a faction."""
    key = key.lower()
    for entries in (variant.races, variant.powers, variant.relics, variant.pieces, variant.terrains):
        if key in entries:
            return entries[key].name
    labels = (variant.label(section, key) for section in ("symbols", "factions"))
    return next((label for label in labels if label != key), "")


WORDS = (
    N_("first player"), N_("island"), N_("relic"), N_("die"), N_("regions"), N_("no coins left"),
)  # fmt: skip
"""Words of the engine that are written through :func:`word_of`: kinds of chance, sources of coins."""
