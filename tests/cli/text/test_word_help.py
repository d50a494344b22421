"""``help`` explains the words that the program prints, the rules that it cites, and names as the log prints them."""

from __future__ import annotations

import re

import pytest

import smallworld
from smallworld.errors import NotationError
from smallworld.game import Game
from smallworld_terminal.word_help import glossary, help_lines, help_names

EDITIONS = ["base", "warcraft"]


def game(variant: str) -> Game:
    return smallworld.new_game(smallworld.load_variant(variant), ["ann", "bob"], seed=3)


def explained(variant: str, word: str) -> str:
    return " ".join(" ".join(help_lines(game(variant), word)).split())


@pytest.mark.parametrize("variant", EDITIONS)
def test_every_name_and_every_verb_is_explained(variant: str) -> None:
    table = game(variant)
    names = [entry.name for entries in (table.variant.races, table.variant.powers, table.variant.relics)
             for entry in entries.values()]  # fmt: skip
    for name in [*names, *help_names(table), *(terrain.name for terrain in table.variant.terrains.values())]:
        assert any(": " in line for line in help_lines(table, name)), name


@pytest.mark.parametrize("variant", EDITIONS)
def test_every_rule_that_is_cited_is_explained(variant: str) -> None:
    table = game(variant)
    rules = {ability.rule for ability in table.state.table.rulebook.abilities()}
    rules |= {entry.source for entries in (table.variant.races, table.variant.powers, table.variant.relics)
              for entry in entries.values()}  # fmt: skip
    rules |= {rule for word in glossary().values() for rule in word.get("rules", ())}
    for rule in filter(None, rules):
        assert len(list(help_lines(table, rule))) > 1, rule


@pytest.mark.parametrize(
    ("variant", "word", "text"),
    [
        ("base", "die", "The reinforcement die has the faces 0, 0, 0, 1, 2 and 3."),
        ("base", "board", "! marks a change since your last turn"),
        ("base", "Natives", "native: Tokens without an owner"),
        ("base", "conquers", "conquer: Take a region"),
        ("base", "redeployment", "redeploy: The phase after your conquests"),
        ("base", "Lost Tribes", "Lost Tribes: Tokens without an owner"),
        ("base", "dragon master tritons", "Tritons: One token less"),
        ("base", "mountain", "a terrain; costs an attacker 1 more; here r"),
        ("base", "r3", "next to it: r"),
        ("base", "ally", "ally PLAYER: "),
        ("warcraft", "light's hope chapel", "Light's Hope Chapel: "),
        ("warcraft", "aegis", "Aegis of Aggramar: "),
        ("warcraft", "Horde", "horde: a faction with the races Blood Elves, "),
        ("warcraft", "recruit", "recruit N: "),
        ("warcraft", "w-chapel-1", "Light's Hope Chapel: "),
    ],
)
def test_words_as_a_person_writes_them(variant: str, word: str, text: str) -> None:
    assert text in explained(variant, word)


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("elvs", "did you mean 'elves'?"),
        ("decine", "did you mean 'decline'?"),
        (f"R-NO-{99}", f"nothing of this edition cites the rule 'R-NO-{99}'"),
        ("r99", "nothing is called 'r99'"),
        ("", "nothing is called ''"),
        ("\u2603", "help names a race, power, relic or piece, or a word of the game"),
    ],
)
def test_unknown_words_get_a_proposal(word: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=re.escape(sentence)):
        list(help_lines(game("base"), word))


def test_help_explains_a_letter_of_the_map() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=1)
    assert next(iter(help_lines(game, "D"))).startswith("Dragon")
    with pytest.raises(NotationError):
        list(help_lines(game, "d"))
