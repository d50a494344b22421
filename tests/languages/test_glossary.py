"""The glossaries: the same terms in every language, and translations that use them."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from languages.codes import FINISHED, FOLDER
from languages.messages import catalogue_of

LEAST_SHARE = 0.9
"""Share of the messages with a term that use its translation; the others turn the sentence another way."""


@cache
def glossary_of(code: str) -> Any:
    return yaml.safe_load((FOLDER / "terms" / f"{code}.yaml").read_text("utf-8"))


@cache
def names_of_base(code: str) -> Any:
    """The names that the base edition has in a language."""
    path = Path(__file__).parents[2] / "variants" / "base" / "languages" / f"{code}.yaml"
    return yaml.safe_load(path.read_text("utf-8"))


def translations_of(code: str) -> list[tuple[str, str]]:
    pairs = [
        (message.id, message.string) for message in catalogue_of(code) if message.id and "REGION" not in message.id
    ]
    return [(" ".join(both[0]), " ".join(both[1])) if isinstance(both[0], tuple | list) else both for both in pairs]


@pytest.mark.parametrize("code", FINISHED)
def test_glossaries_have_the_same_terms(code: str) -> None:
    glossary, first = glossary_of(code), glossary_of(FINISHED[0])
    assert glossary["language"] == code
    assert glossary["terms"].keys() == first["terms"].keys()
    assert glossary["stems"].keys() == first["stems"].keys() <= glossary["terms"].keys()
    assert set(glossary["unofficial"]) <= glossary["terms"].keys()


@pytest.mark.parametrize("code", FINISHED)
def test_translations_use_the_glossary(code: str) -> None:
    uses, translations = [], [(english.lower(), text) for english, text in translations_of(code)]
    for term, stems in glossary_of(code)["stems"].items():
        word, letters = re.compile(rf"(?<![\w`{{-]){term.lower()}s?(?![\w`}}=-])"), term.lower()
        texts = [text for english, text in translations if letters in english and text.strip() and word.search(english)]
        uses += [(term, text, any(stem.lower() in text.lower() for stem in stems)) for text in texts if text.strip()]
    lacking = [(term, text) for term, text, is_used in uses if not is_used]
    assert len(uses) > 100
    assert len(lacking) <= (1 - LEAST_SHARE) * len(uses), lacking


@pytest.mark.parametrize("code", FINISHED)
@pytest.mark.parametrize("symbol", ["mine", "magic", "cavern"])
def test_names_of_symbols_are_those_of_the_glossary(code: str, symbol: str) -> None:
    assert names_of_base(code)["symbols"][symbol]["name"] == glossary_of(code)["terms"][symbol]
