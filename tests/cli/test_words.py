"""What the prompt tells of a Warcraft game beside actions and numbers."""

from __future__ import annotations

from typing import Any

import smallworld
from smallworld.cli import table_text
from smallworld.cli.hints import also
from smallworld.cli.prompt import hand_of
from smallworld.cli.words import outcome
from smallworld.game import Game
from smallworld.rules.given import Given, GivenPlayer, GivenRace


def lay(ann: GivenRace, bob: GivenRace | None = None, board: tuple[str, str] = ("l1a", "s1a"), **more: Any) -> Game:
    given = Given(players={"ann": GivenPlayer(5, ann), "bob": GivenPlayer(5, bob)}, **more)
    return smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob"], board=list(board), given=given)


def told(game: Game, action: str) -> str:
    before = game.copy()
    game.apply(action)
    return "\n".join(outcome(before, action, game))


def base(you: GivenRace, bob: GivenRace) -> Game:
    given = Given(players={"you": GivenPlayer(5, you), "bob": GivenPlayer(5, bob)}, turn="bob", natives="printed")
    return smallworld.new_game(smallworld.load_variant("base"), ["you", "bob"], given=given)


def test_who_loses_a_region_is_told_in_words_that_are_right_for_one_token_and_for_you() -> None:
    """Names of races are plural; whoever plays alone is called ``you``."""
    game = base(GivenRace("orcs", "merchant", 0, {"r02": 1}), GivenRace("elves", "wealthy", 9, {"r03": 1}))
    assert told(game, "conquer r02") == "bob: conquer r02; farmland, from your Orcs (1 token), 3 tokens"
    listed = "\n".join(table_text.regions(game))
    assert "bob: Elves (3 tokens)" in listed and "bob: Elves (1 token)" in listed and "Lost Tribes (1 token)" in listed


def test_what_is_listed_is_numbered_one_by_one() -> None:
    game = base(GivenRace("orcs", "merchant"), GivenRace("elves", "fortified", 5, {"r02": 1, "r03": 1}))
    assert str(game.legal_actions()[0]) == "decline" and table_text.numbered(game)[-1] == "decline"
    game.apply("done")
    assert list(table_text.offers(game)) == [
        "  1 deploy r02 5 (or 1 to 4)    2 deploy r03 5 (or 1 to 4)",
        "  3 place fortress r02    4 place fortress r03",
    ]
    assert table_text.numbered(game)[1] == "deploy r03 5"
    game.apply("deploy r02 3")
    assert "  1 deploy r02 2 (or 1)  " in next(table_text.offers(game))
    game.apply("deploy r02 2")
    assert also(game) == "Also possible before done: place fortress r02."
    game.apply("place fortress r02")
    assert also(game) == "" and table_text.numbered(game) == ["done"]


def test_water_is_listed_as_closed_and_entry_regions_are_named() -> None:
    """R-CONQ-5, W-TERM-2."""
    listed = list(table_text.regions(base(GivenRace("orcs", "merchant"), GivenRace("elves", "seafaring"))))
    assert listed[0] == " r01     sea                      costs 2"  # Bob is to move, and goes to sea
    bob = list(table_text.regions(base(GivenRace("orcs", "wealthy"), GivenRace("elves", "merchant"))))
    assert bob[0] == " r01     sea                      closed"
    game = lay(GivenRace("trolls", "farmer", 0, {"l1a-11": 6}))
    for line, region in zip(table_text.regions(game), game.position.board.regions, strict=True):
        assert (", entry " in line) == region.entry


def test_who_finds_a_relic_is_told_which() -> None:
    """W-RELIC-2."""
    game = lay(GivenRace("trolls", "farmer", 0, {"l1a-11": 6}), relics={"l1a-10": (("spirit_healer", False),)})
    assert told(game, "conquer l1a-10") == "ann: conquer l1a-10; hill, 2 tokens; finds Spirit Healer on l1a-10"
    assert "finds" not in told(game, "done")


def test_a_relic_that_leaves_at_once_is_told_where_it_lies() -> None:
    """W-WELL-1: to the lake of its island."""
    game = lay(GivenRace("trolls", "farmer", 0, {"s1a-07": 9}), relics={"s1a-04": (("well_of_eternity", False),)})
    assert told(game, "conquer s1a-04").endswith("finds Well of Eternity on s1a-03")


def test_players_see_who_holds_harmony_and_which_form_was_chosen() -> None:
    """W-PANDA-1, W-WORGEN-1; what is counted stays out of the line."""
    game = lay(GivenRace("pandaren", "farmer", 0, {"l1a-11": 2}), GivenRace("worgen", "sailing", 0, {"l1a-10": 6}))
    for action in ("done", "deploy l1a-11 1", "done"):
        game.apply(action)
    assert " (1 region, harmony: bob)" in "\n".join(table_text.players(game, "bob"))
    game.apply("form worgen")
    assert " (1 region, 5 tokens in hand, form: worgen)" in "\n".join(table_text.players(game, "ann"))


def test_beasts_are_no_tokens_that_have_to_be_placed() -> None:
    """W-BEAST-5: they count as tokens off the map, but are placed in their own way."""
    game = lay(GivenRace("humans", "beast_master", 0, {"l1a-11": 5, "l1a-10": 2}), pieces={"l1a-10": {"beast": 1}})
    game.apply("done")
    assert game.position.hands_of(0) == 7 and hand_of(game) == ", 6 tokens"
    game.apply("deploy l1a-11 6")
    assert hand_of(game) == ""
    assert [refusal.reason for refusal in game.refusal("done")] == ["the pieces in hand have to be placed"]
