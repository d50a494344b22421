"""Names: of abilities with their plugins, of ids in words, of phases, and the translated texts of an edition.

A variant file has its texts in English. Its language files (``languages/cs.yaml``) are read when the first name is
shown in that language; ids, digests and records never depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from smallworld.languages import ENGLISH, N_, PN_, LazyText, _, current_language, for_reader, pgettext

if TYPE_CHECKING:
    from smallworld.model.variant import Variant


SEPARATOR = ":"


def qualified(plugin: str, name: str) -> str:
    """Return the full name of an ability of a plugin."""
    return f"{plugin}{SEPARATOR}{name}"


def short_name(name: str) -> str:
    """Return the name of an ability without its plugin."""
    return name.rpartition(SEPARATOR)[2]


def shared_names(names: Iterable[str]) -> dict[str, list[str]]:
    """Return short names that abilities of several plugins have → their full names."""
    by_name: dict[str, list[str]] = {}
    for name in names:
        if SEPARATOR in name:
            by_name.setdefault(short_name(name), []).append(name)
    return {name: full for name, full in by_name.items() if len(full) > 1}


def chosen_names(full_names: Iterable[str], plugins: Collection[str]) -> list[str]:
    """Return the full names that belong to one of these plugins."""
    needed = {plain_name(plugin) for plugin in plugins}
    return [name for name in full_names if plain_name(name.partition(SEPARATOR)[0]) in needed]


def resolve_name(name: str, shared: Mapping[str, Collection[str]], plugins: Collection[str]) -> str:
    """Return the full name that a shared name means in a variant that needs these plugins; else the name itself."""
    options = chosen_names(shared.get(name, ()), plugins)
    return options[0] if len(options) == 1 else name


def plain_name(name: str) -> str:
    """Write the name of a plugin as modules are written: ``-`` as ``_``."""
    return name.replace("-", "_")


# --- ids and plain words of a game as words for people: ``lost_tribe``, ``regions``, ``dud``


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


def title_of(variant: Variant, key: str) -> str:
    """Return the name of the entry with an id, as its box has it: ``Dragon Master``; other words by ``word_of``."""
    return _content_name(variant, key.lower(), "") or word_of(variant, key)


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


# --- phases of a turn in the language of their reader; the ids stay English in records and for programs


PHASES = (
    PN_("phase", "pick"), PN_("phase", "conquer"), PN_("phase", "redeploy"), PN_("phase", "decline"),
    PN_("phase", "retreat"), PN_("phase", "finish"), PN_("phase", "answer"), PN_("phase", "over"),
)  # fmt: skip
"""The ids of phases."""


def phase_name(phase: str) -> str:
    """Return the name of a phase.

    >>> phase_name("redeploy")
    'redeploy'
    """
    return pgettext("phase", phase)


# --- names and texts of an edition in the language of the reader


EntryTexts: TypeAlias = Mapping[str, Any]
"""Field of an entry → its text: ``name``, ``text``, ``gender``, ``forms``."""
Texts: TypeAlias = Mapping[tuple[str, str], EntryTexts]
"""Section and id of an entry → its texts in one language."""
Translations: TypeAlias = Callable[[str], Texts]
"""Reads the texts of an edition in a language."""

C = TypeVar("C")


def untranslated(language: str) -> Texts:
    """Return no texts: an edition without language files."""
    return {}


class TranslatedText:
    """An attribute that is English in the record, and that is read in the language of the reader."""

    def __init__(self, section: str, key: str, field: str) -> None:
        self.section, self.key, self.field = section, key, field

    def __get__(self, entry: Any, owner: type | None = None) -> Any:
        if entry is None:
            return self
        english = entry.__dict__[self.field]
        language = current_language()
        if language == ENGLISH or not english:
            return english
        texts = entry_texts(entry.translations, language, self.section, getattr(entry, self.key) if self.key else "")
        return texts.get(self.field) or _(english)

    def __set__(self, entry: Any, value: str) -> None:
        entry.__dict__[self.field] = value


def translated(section: str, *fields: str, key: str = "id") -> Callable[[type[C]], type[C]]:
    """Show fields of a frozen dataclass in the language of the reader; it needs a field ``translations``.

    :param section: the section of a language file that has the entries of this class.
    :param key: the field that holds the id of an entry; empty for the edition itself.
    """

    def decorate(cls: type[C]) -> type[C]:
        for name in fields:
            setattr(cls, name, TranslatedText(section, key, name))
        return cls

    return decorate


def entry_texts(translations: Translations, language: str, section: str, key: str) -> EntryTexts:
    """Return the texts of one entry in a language; empty if nobody translated it."""
    return translations(language).get((section, key), {})


def english_text(entry: Any, field: str) -> str:
    """Return a text as the variant file has it, for every reader."""
    text: str = entry.__dict__[field]
    return text
