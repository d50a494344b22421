"""Translated names and texts of an edition.

A variant file has them in English. Its language files (``languages/cs.yaml``) are read when the first name is shown
in that language; ids, digests and records never depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from smallworld.languages import ENGLISH, _, current_language

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
