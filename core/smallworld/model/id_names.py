"""Ids and plain words of a game as words for people: ``lost_tribe``, ``regions``, ``dud``."""

from __future__ import annotations

from smallworld.languages import ENGLISH, N_, LazyText, _, current_language, for_reader
from smallworld.model.variant import Variant

ID_VALUES = frozenset({"terrain", "symbol", "piece", "race", "power", "relic", "word"})
"""Values of a message that are ids."""
WORDS = (
    N_("first player"), N_("island"), N_("relic"), N_("die"), N_("regions"), N_("no coins left"),
    N_("rules"),
)  # fmt: skip
"""Words of the engine that are written through :func:`word_of`: kinds of chance, sources of coins."""


def word_of(variant: Variant, key: str, kind: str = "") -> str:
    """Write an id, or a word that an ability gives, in the language of the reader.

    In English it is the id itself with spaces; else the name of the entry, or the translation of the word.

    :param kind: what it is, where several kinds of things may have the id: ``terrain``, ``symbol``, ``piece`` …
    """
    plain = key.replace("_", " ")
    if current_language() == ENGLISH:
        return plain
    return _content_name(variant, key.lower(), kind) or _(plain)


def _content_name(variant: Variant, key: str, kind: str) -> str:
    """Return the name of the entry with an id, or the word for a symbol or a faction; empty if nothing has the id."""
    sections = {
        "race": variant.races, "power": variant.powers, "relic": variant.relics, "piece": variant.pieces,
        "terrain": variant.terrains,
    }  # fmt: skip
    for entries in (sections.get(kind, {}), *(sections.values() if kind != "symbol" else ())):
        if key in entries:
            return str(entries[key].name)
    if key == variant.id:
        return variant.name
    if key in variant.symbols:
        return variant.label("symbols", key)
    is_faction = any(race.faction == key for race in variant.races.values())
    return variant.label("factions", key) if is_faction else ""


def shown_sentence(variant: Variant, text: str, **values: str) -> str:
    """Write a sentence that an ability has marked in the language of the reader.

    Values that are called ``terrain``, ``symbol``, ``piece``, ``race``, ``power``, ``relic`` or ``word`` are ids, and
    shown by their names; ``reason`` is a sentence of another ability.

    :param values: values that replace those of the sentence.
    """
    if current_language() == ENGLISH and not values:
        return str(text)
    if not isinstance(text, LazyText):
        return _(text)
    shown = {key: _shown_value(variant, key, value) for key, value in text.values.items()}
    return text.write(*text.arguments, **{**shown, **values})


def _shown_value(variant: Variant, key: str, value: object) -> object:
    if key == "reason" and isinstance(value, str):
        return shown_sentence(variant, value)
    return word_of(variant, str(value), key) if key in ID_VALUES else for_reader(value)
