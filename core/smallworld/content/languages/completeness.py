"""How much of an edition is translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from smallworld.content.languages.language_files import LanguageFiles
from smallworld.content.languages.sections import texts_of
from smallworld.model.content import Variant
from smallworld.model.translation import Texts


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
    texts: Texts = variant.translations(language)
    data: Mapping[str, dict[str, object]] = variant.content
    paths = [path for path, _english in texts_of(data["variant"], data["boards"])]  # type: ignore[arg-type]
    translated = sum(bool(texts.get(path[:2], {}).get(path[2])) for path in paths)
    unofficial = sum(bool(entry.get("unofficial")) for entry in texts.values())
    return Completeness(language, translated, len(paths), unofficial)


def languages_of(variant: Variant) -> list[str]:
    """List the languages for which an edition has a file."""
    return variant.translations.languages() if isinstance(variant.translations, LanguageFiles) else []
