"""The catalogues: every form is there, nobody doubts one, and each keeps the values of its message."""

import re
import tomllib
from pathlib import Path

import pytest
from babel.messages.plurals import get_plural

from languages.codes import BEGUN, FINISHED
from languages.messages import catalogue_of, messages_of_code
from languages.shares import PAGE, TABLE, table
from smallworld_native.catalogues import shares

CLICK = Path(__file__).parents[2] / "plugins" / "smallworld_cli" / "click_messages.toml"
LEAST_OF_A_RELEASE = 98.0
"""Percent of them that it has when a version is published."""
REMEDY = "run: python -m smallworld_native.catalogues update; then translate the empty msgstr lines"
FIELD = re.compile(r"\{[^{}]*\}|%\(\w+\)s")


def forms_of(text: str | tuple[str, ...]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


@pytest.mark.parametrize("code", BEGUN)
def test_catalogues_have_the_plural_forms_of_their_language(code: str) -> None:
    assert catalogue_of(code).num_plurals == get_plural(code).num_plurals


@pytest.mark.release
def test_the_table_of_the_page_is_true() -> None:
    match = TABLE.search(PAGE.read_text("utf-8"))
    assert match is not None
    assert match[2] == table(), "run: python tests/languages/shares.py"


@pytest.mark.parametrize("code", BEGUN)
def test_no_translation_is_doubtful(code: str) -> None:
    assert [message.id for message in catalogue_of(code) if message.id and message.fuzzy] == []


@pytest.mark.parametrize("code", BEGUN)
def test_translations_keep_the_values_and_the_edges_of_their_message(code: str) -> None:
    for message in catalogue_of(code):
        for place, form in enumerate(forms_of(message.string) if message.id else []):
            singular, english = forms_of(message.id)[0], forms_of(message.id)[-1]
            if not form:
                continue
            fields = [set(FIELD.findall(text)) for text in (form, english, singular if place == 0 else english)]
            assert fields[0] in fields[1:], form
            edges = [re.match(r"[ \n]*", text)[0] + re.search(r"[ \n]*\Z", text)[0] for text in (form, english)]
            assert edges[0] == edges[1], form


@pytest.mark.parametrize("code", FINISHED)
def test_sentences_of_click_are_translated(code: str) -> None:
    catalogue, messages = catalogue_of(code), tomllib.loads(CLICK.read_text("utf-8"))["click"]["sentences"]
    entries = [entry for entry in map(catalogue.get, messages) if entry is not None and entry.string]
    assert len(entries) >= len(messages) / 2
    assert [entry.id for entry in entries if entry.string == entry.id] == []


@pytest.mark.release
def test_catalogues_have_the_messages_of_the_code() -> None:
    """All of them, and no others; between releases a changed sentence may differ."""
    marked = {(forms_of(message.id)[0], message.context) for message in messages_of_code() if message.id}
    for code in FINISHED:
        kept = {(forms_of(message.id)[0], message.context) for message in catalogue_of(code) if message.id}
        assert kept ^ marked == set(), f"{code}: run: python -m smallworld_native.catalogues update"


@pytest.mark.release
@pytest.mark.parametrize("code", FINISHED)
def test_a_release_is_translated(code: str) -> None:
    assert shares()[code][0] >= LEAST_OF_A_RELEASE, f"{code}: {REMEDY}"
