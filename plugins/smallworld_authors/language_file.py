"""How far a language is translated, and language files to begin with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from smallworld.languages.catalogue import is_code
from smallworld.model.variant import Variant
from smallworld_editions.language_files import LanguageFiles, TextPath
from smallworld_validate.variant_checks.translations import texts_of


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


MARK = "# --- not translated yet:"
"""First line of the comments about missing texts; they reach to the end of the file."""
HEAD = """\
# {name} ({variant}) in the language {language}: see docs/languages.md. Take the # away where you have translated.
language: {language}
"""
_CODES = (
    "aaabaeafakamanarasavayazbabebgbhbibmbnbobrbscacechcocrcscucvcydadedvdzeeeleneoeseteufafffifjfofrfyga"
    "gdglgngugvhahehihohrhthuhyhziaidieigiiikioisitiujajvkakgkikjkkklkmknkokrkskukvkwkylalblglilnloltlulv"
    "mgmhmimkmlmnmrmsmtmynanbndnengnlnnnonrnvnyocojomorospapiplpsptqurmrnrorurwsascsdsesgsiskslsmsnsosqsr"
    "ssstsusvswtatetgthtitktltntotrtstttwtyugukuruzvevivowawoxhyiyozazhzu"
)
TWO_LETTERS = frozenset(_CODES[place : place + 2] for place in range(0, len(_CODES), 2))
"""The codes of ISO 639-1."""


def is_language(code: str) -> bool:
    """Return whether a code is that of a language: ``hu``, ``pt_BR``, ``hsb``; not ``xx`` or ``Hungarian``.

    >>> is_language("hu"), is_language("xx"), is_language("pt_BR")
    (True, False, True)
    """
    from locale import locale_alias  # not for --help

    language = code.partition("_")[0]
    three_letters = {name.partition("_")[0] for name in locale_alias} - TWO_LETTERS
    return is_code(code) and (language in TWO_LETTERS or (len(language) == 3 and language in three_letters))


def language_file(variant: Variant, language: str, path: Path) -> str:
    """Return the content of a language file: what it has, then a comment with everything that is missing.

    Nothing of a file that exists is changed, except the comment of an earlier call. The missing texts are YAML in
    comments, in their sections.
    """
    head = HEAD.format(name=variant.name, variant=variant.id, language=language)
    content = path.read_text("utf-8") if path.is_file() else head
    lines = [*content.partition(f"\n{MARK}")[0].rstrip().splitlines()]
    entries: dict[str, dict[str, list[str]]] = {}
    for (section, key, field), english in missing_texts(variant, language):
        text = f"{field}: {json.dumps(english.strip(), ensure_ascii=False)}"
        entries.setdefault(section, {}).setdefault(key, []).append(text)
    if entries:
        remedy = "without the #: here, or in its section above if there is one"
        lines += ["", f"{MARK} write each entry in {language}, {remedy}"]
    for section, keys in entries.items():
        if section == "edition":
            lines += (f"# {text}" for text in keys[""])
            continue
        lines.append(f"# {section}:")
        for key, texts in keys.items():
            lines += [f"#   {key}:", *(f"#     {text}" for text in texts)]
    return "\n".join(lines) + "\n"
