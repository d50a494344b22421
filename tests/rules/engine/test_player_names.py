"""Names of players with several words: at the prompt, in actions and in records."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import smallworld
from smallworld.errors import SmallWorldError
from smallworld.notation import join_player_names
from smallworld_play.shorthand import expand_line

NAMES = ["Žofie", "Jan Novak", "Jan"]


def game_at_peace_offer() -> smallworld.Game:
    """Begin a game in which Žofie ends a turn with Diplomat Orcs."""
    race = smallworld.RacePosition("orcs", "diplomat", regions={"r01": 3})
    position = smallworld.PositionSpec(players={"Žofie": smallworld.PlayerPosition(active=race)})
    game = smallworld.new_game(smallworld.load_variant("base"), NAMES, seed=4, given=position)
    for action in ("done", *expand_line(game, "done, deploy rest r1")[1:], "done"):
        game.apply(action)
    return game


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("ally Jan Novak", "ally Jan_Novak"),
        ('ally "Jan Novak"', "ally Jan_Novak"),
        ('ally "Jan"', "ally Jan"),
        ("ally Jan", "ally Jan"),
        ("ally jan novak, done", "ally Jan_Novak, done"),
        ("ally Jan Novaks", "ally Jan Novaks"),
    ],
)
def test_names_of_several_words_become_one_word(text: str, action: str) -> None:
    assert join_player_names(text, NAMES) == action


def test_a_name_is_one_word_where_actions_are_listed_and_any_form_where_they_are_read() -> None:
    game = game_at_peace_offer()
    assert [str(action) for action in game.legal_actions()] == ["ally Jan_Novak", "ally Jan", "done"]
    for text in ("ally Jan Novak", 'ally "Jan Novak"', "ally jan_novak"):
        assert expand_line(game, text) == ["ally Jan_Novak"]
    game.apply("ally Jan Novak")
    assert game.to_move == "Jan Novak"


def test_a_record_keeps_the_spaces_of_a_name() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), NAMES, seed=4)
    while len(game.log) < 40:
        game.apply(game.legal_actions()[0])
    copy = smallworld.Game.loads(game.dumps())
    assert copy.players == game.players
    assert copy.scores() == game.scores()
    assert '"by": "Jan Novak"' in game.dumps()


@pytest.mark.parametrize(
    "names",
    [
        ["ann", "Ann"],
        ["\u00c5sa", "\u212bsa"],
        ["\ufb01n", "fin"],
        ["ann", "\uff41\uff4e\uff4e"],
        ["Gro\u00df", "GROSS"],
    ],
)
def test_names_that_are_one_word_to_a_reader_are_refused(names: list[str]) -> None:
    """Compared by NFKC and case folding: nobody sits down under the name of another."""
    with pytest.raises(SmallWorldError, match="same name in an action"):
        smallworld.new_game(smallworld.load_variant("base"), names)


@pytest.mark.parametrize("names", [["Jan Novak", "Jan_Novak"], ["Jan ", "bob"], [" Jan", "bob"], ["Jan  Novak", "bob"]])
def test_names_that_look_alike_are_refused(names: list[str]) -> None:
    with pytest.raises(SmallWorldError, match=r"same name in an action|must be words"):
        smallworld.new_game(smallworld.load_variant("base"), names)


@pytest.mark.parametrize("names", [["O'Neil", "St. John"], ["D\u2019Arcy", "J. R. R."]])
def test_names_with_apostrophes_and_dots(names: list[str]) -> None:
    race = smallworld.RacePosition("orcs", "diplomat", regions={"r01": 3})
    position = smallworld.PositionSpec(players={names[0]: smallworld.PlayerPosition(active=race)})
    game = smallworld.new_game(smallworld.load_variant("base"), names, seed=4, given=position)
    for action in ("done", *expand_line(game, "done, deploy rest r1")[1:], "done"):
        game.apply(action)
    word = names[1].replace(" ", "_")
    assert [str(action) for action in game.legal_actions()] == [f"ally {word}", "done"]
    assert expand_line(game, f"ally {names[1]}") == [f"ally {word}"]
    game.apply(f"ally {names[1]}")
    assert smallworld.Game.loads(game.dumps()) == game


@pytest.mark.parametrize(
    "names", [["O'Neil", "O\u2019Neil"], ["...", "bob"], ["'", "bob"], ["a,b", "bob"], ["a:b", "bob"]]
)
def test_names_of_signs_alone_and_apostrophes_that_look_alike_are_refused(names: list[str]) -> None:
    with pytest.raises(SmallWorldError, match=r"same name in an action|must be words"):
        smallworld.new_game(smallworld.load_variant("base"), names)


def test_the_schema_of_scenarios_allows_the_same_signs() -> None:
    schema = json.loads((Path(__file__).parents[3] / "schemas" / "scenario.json").read_text("utf-8"))
    pattern = re.compile(schema["$defs"]["name"]["pattern"])
    assert all(map(pattern.search, ["O'Neil", "St. John", "D\u2019Arcy", "Jan_Novak", "a-b"]))
    assert not any(map(pattern.search, ["a,b", "a:b", "a/b", "a(b", "a&b", '"a"', "a\u2018b", "a  b"]))
