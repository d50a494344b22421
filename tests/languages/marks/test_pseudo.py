"""The pseudo-language: English that shows which sentences are not marked."""

from __future__ import annotations

import pytest

from languages.pseudo import ENVIRONMENT, cut_messages, plain_words, pseudo_language, words_outside
from programs import run_program
from smallworld.languages import _, languages, ngettext
from smallworld.languages.catalogue import PSEUDO
from smallworld.languages.messages import decimal
from smallworld_editions.editions import load_variant
from smallworld_output.text_width import pseudo_text


def test_messages_are_accented_longer_and_in_brackets_around_their_values() -> None:
    with pseudo_language():
        assert _("{player} picks {combo}", player="Ann", combo="Orcs") == "⟦Ann þíçķš Orcs⟧"
        assert ngettext("{count} token", "{count} tokens", 2) == "⟦2 ťóóķééñš⟧"
    english = "The bots of a game that fails are replaced by others, or the game ends."
    assert 1.2 < len(pseudo_text(english)) / len(english) < 1.4


def test_messages_without_letters_and_white_space_at_their_edges_stay() -> None:
    with pseudo_language():
        assert decimal(2.5, 2) == "2.50"
        assert _("say> ") == "⟦šááý>⟧ "


def test_names_of_editions_are_accented() -> None:
    with pseudo_language():
        assert load_variant("base").races["orcs"].name == "⟦Óřçš⟧"


def test_nobody_sees_it_in_a_list() -> None:
    assert PSEUDO not in languages()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SMALLWORLD_LANGUAGE", PSEUDO)
        output = run_program("--help").stdout
    assert "⟦Úšááğéé:⟧ smallworld" in output
    assert ENVIRONMENT == {"SMALLWORLD_LANGUAGE": PSEUDO}


def test_unmarked_and_cut_messages_are_listed() -> None:
    text = "⟦Ann þíçķš⟧ Orcs for r04"
    assert words_outside(text) == ["Orcs", "for"]
    assert words_outside(text, [r"r\d+", "for"]) == ["Orcs"]
    assert plain_words(text, [r"r\d+"]) == ["Ann", "Orcs", "for"]
    assert cut_messages("⟦á ļíñéé\nťĥááť ģóéš óóñ⟧\n⟦çúť…") == []
    assert cut_messages("⟦á ļíñéé ťĥá\n") != []
