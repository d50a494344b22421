"""Sentences that are English until a reader sees them."""

import copy
import pickle
from collections.abc import Callable

import pytest

from smallworld.errors import ContentError, IllegalAction, Refusal, SmallWorldError, UnknownName, sentence_of
from smallworld.languages import for_reader, in_language, lazy, lazy_and, lazy_join, lazy_n, lazy_number
from smallworld.languages.catalogue import PSEUDO
from smallworld_output.text_width import pseudo_text


def in_pseudo(text: str) -> str:
    with in_language(PSEUDO):
        return for_reader(text)


def test_text_is_english_and_is_written_again_for_its_reader() -> None:
    text = lazy("did you mean {name!r}?", name="hill")
    assert text == "did you mean 'hill'?" and isinstance(text, str)
    assert in_pseudo(text) == pseudo_text("did you mean {name!r}?").format(name="hill")
    assert for_reader(text) == text


def test_text_that_arises_while_another_language_is_chosen_is_english() -> None:
    with in_language(PSEUDO):
        assert lazy("remove it") == "remove it"


def test_values_that_are_sentences_are_translated_with_their_sentence() -> None:
    inner = lazy("remove it")
    text = lazy("{names}: {remedy}", names=lazy_and(["a", "b"]), remedy=inner)
    assert text == "a and b: remove it"
    assert in_pseudo(text) == "⟦a ááñđ b⟧: " + pseudo_text("remove it")


def test_joined_sentences_are_translated_each() -> None:
    text = lazy_join("; ", ["a", "", lazy("remove it")])
    assert text == "a; remove it"
    assert in_pseudo(text) == f"a; {pseudo_text('remove it')}"


def test_counts_choose_their_form() -> None:
    text = lazy_n("{count} file", "{count} files", 3)
    assert text == "3 files"
    with in_language("cs"):
        assert for_reader(text) == "3 soubory"


def test_large_numbers_have_groups_of_digits() -> None:
    assert lazy_number(400_000) == "400,000"


@pytest.mark.parametrize("again", [lambda text: pickle.loads(pickle.dumps(text)), copy.copy, copy.deepcopy])
def test_texts_survive_pickling_and_copies(again: Callable[[str], str]) -> None:
    text = lazy("{names}: {remedy}", names=lazy_and(["a", "b"]), remedy=lazy("remove it"))
    assert again(text) == text
    assert in_pseudo(again(text)) == in_pseudo(text) != text


def test_errors_are_written_in_the_language_of_the_reader() -> None:
    error = UnknownName("board", "hil", ["hill"])
    assert str(error) == "unknown board 'hil'; did you mean 'hill'?"
    with in_language(PSEUDO):
        assert str(error) == str(pickle.loads(pickle.dumps(error))) == in_pseudo(error.sentence)
        assert f"{error}" != error.sentence == "unknown board 'hil'; did you mean 'hill'?"


def test_reasons_in_an_error_are_translated() -> None:
    error = IllegalAction("take r01", [Refusal("own", lazy("remove it"))])
    with in_language(PSEUDO):
        assert pseudo_text("remove it") in str(error)


def test_sentences_of_errors_stay_translatable() -> None:
    assert in_pseudo(sentence_of(SmallWorldError(lazy("remove it")))) == pseudo_text("remove it")
    assert sentence_of(ContentError([])) == ""
