"""``help`` finds words and names in English and in the language of the reader, with and without accents."""

from __future__ import annotations

import pytest

from smallworld.errors import NotationError
from smallworld.game import Game, new_game
from smallworld.languages import in_language
from smallworld_editions.editions import load_variant
from smallworld_terminal import word_help
from smallworld_terminal.word_help import help_lines, help_names

CZECH = {"decline": "úpadek|upadnout", "die": "kostka posily"}


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game, and a catalogue with some words."""
    monkeypatch.setattr(word_help, "pgettext", lambda _context, word: CZECH.get(word, word))
    return new_game(load_variant("base"), ["Ann", "Bob"], seed=4)


@pytest.mark.parametrize("word", ["decline", "declines", "úpadek", "upadek", "ÚPADEK", "upadnout"])
def test_words_are_found_in_both_languages(game: Game, word: str) -> None:
    with in_language("cs"):
        assert next(iter(help_lines(game, word))).startswith("úpadek: ")


def test_words_may_have_several_parts(game: Game) -> None:
    with in_language("cs"):
        assert next(iter(help_lines(game, "kostka posily"))).startswith("kostka posily: ")


@pytest.mark.parametrize(
    ("word", "name"), [("upadekk", "úpadek"), ("zlobry", "Zlobři"), ("amazonk", "Amazonky"), ("declime", "decline")]
)
def test_names_of_the_language_are_proposed(game: Game, word: str, name: str) -> None:
    with in_language("cs"), pytest.raises(NotationError, match=name):
        list(help_lines(game, word))


def test_tab_offers_names_in_both_languages(game: Game) -> None:
    with in_language("cs"):
        assert {"úpadek", "decline", "Zlobři", "trolls"} <= set(help_names(game))
    assert "úpadek" not in help_names(game)
