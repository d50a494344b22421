"""How much of an edition is translated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from smallworld.model.variant import Variant
from smallworld_editions.language_layers import LanguageFiles, TextPath
from smallworld_validate.translations.sections import texts_of


@dataclass(frozen=True, slots=True)
class Completeness:
    """The share of the texts of an edition that a language has."""

    language: str
    translated: int
    all: int
    unofficial: int = 0
    """Names in no official source, which the translators chose."""

    @property
    def percent(self) -> float:
        """The share in percent; 100 for an edition without texts."""
        return 100 * self.translated / self.all if self.all else 100.0


def completeness(variant: Variant, language: str) -> Completeness:
    """Count the texts of an edition that a language has."""
    count = len(list(texts_of(variant.content["variant"], variant.content["boards"])))
    missing = len(list(missing_texts(variant, language)))
    unofficial = sum(bool(entry.get("unofficial")) for entry in variant.translations(language).values())
    return Completeness(language, count - missing, count, unofficial)


def missing_texts(variant: Variant, language: str) -> Iterator[tuple[TextPath, str]]:
    """Yield the texts of an edition that a language lacks, with their English."""
    texts = variant.translations(language)
    for path, english in texts_of(variant.content["variant"], variant.content["boards"]):
        section, key, field = path
        if not texts.get((section, key), {}).get(field):
            yield path, english


def languages_of(variant: Variant) -> list[str]:
    """List the languages for which an edition has a file."""
    return variant.translations.languages() if isinstance(variant.translations, LanguageFiles) else []
