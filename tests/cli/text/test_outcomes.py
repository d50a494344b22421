"""The lines of the prompt about a Warcraft game, apart from actions and numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from terminal import Run

import smallworld
from smallworld.game import Game
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld.rules.state.pieces import tokens_off_map
from smallworld_play.log_text import log_lines
from smallworld_play.priced_actions import list_menu
from smallworld_play.step_text import step_lines
from smallworld_play.turns import step_of
from smallworld_terminal.game_lines import menu_lines, player_lines, region_lines, remaining_actions, tokens_in_hand


def lay(
    ann: RacePosition, bob: RacePosition | None = None, board: tuple[str, str] = ("l1a", "s1a"),
    script: dict[str, list[Any]] | None = None, decline: tuple[RacePosition, ...] = (), **more: Any,
) -> Game:  # fmt: skip
    position = PositionSpec(players={"ann": PlayerPosition(5, ann, decline), "bob": PlayerPosition(5, bob)}, **more)
    warcraft = smallworld.load_variant("warcraft")
    return smallworld.new_game(warcraft, ["ann", "bob"], board=list(board), given=position, script=script)


def outcome(game: Game, action: str) -> str:
    before = game.copy()
    game.listen()
    game.apply(action)
    return "\n".join(step_lines(step_of(before, game)))


def base(you: RacePosition, bob: RacePosition) -> Game:
    position = PositionSpec(
        players={"you": PlayerPosition(5, you), "bob": PlayerPosition(5, bob)}, turn="bob", natives="printed"
    )
    return smallworld.new_game(smallworld.load_variant("base"), ["you", "bob"], given=position)


def test_lost_regions_are_reported_with_grammar_for_one_token_and_for_you() -> None:
    """Names of races are plural; a single person is called ``you``."""
    game = base(RacePosition("orcs", "merchant", 0, {"r02": 1}), RacePosition("elves", "wealthy", 9, {"r03": 1}))
    assert outcome(game, "conquer r02") == "bob: takes r02, farmland, from your Orcs (1 token), 3 tokens"
    listed = "\n".join(region_lines(game))
    assert "bob: Elves (3 tokens)" in listed and "bob: Elves (1 token)" in listed and "Lost Tribes (1 token)" in listed


def test_a_final_attempt_reports_the_tokens_that_took_the_region() -> None:
    """All in hand, though the redeployment has taken some of them up again."""
    game = lay(RacePosition("orcs", "ranger", 1, {"l1a-10": 1}), script={"die": [3]})
    action = next(action for action in game.legal_actions() if action.endswith(" by die"))
    assert outcome(game, action).endswith(", 1 token; the die shows 3")


def test_a_piece_that_held_a_region_alone_is_named() -> None:
    bob = RacePosition("kobolds", "championing", 0, {"l1a-11": 1, "l1a-09": 0})
    game = lay(RacePosition("orcs", "ranger", 8, {"l1a-10": 1}), bob, pieces={"l1a-09": {"champion": 1}})
    assert "from bob's Kobolds (Champion)" in outcome(game, "conquer l1a-09")


def test_what_is_listed_is_numbered_one_by_one() -> None:
    game = base(RacePosition("orcs", "merchant"), RacePosition("elves", "fortified", 5, {"r02": 1, "r03": 1}))
    assert str(game.legal_actions()[0]) == "decline" and list_menu(game)[-1].action == "decline"
    game.apply("done")
    assert list(menu_lines(list_menu(game))) == [
        "  1 deploy r02 5 (or 1 to 4)    2 deploy r03 5 (or 1 to 4)",
        "  3 place fortress r02    4 place fortress r03",
    ]
    assert list_menu(game)[1].action == "deploy r03 5"
    game.apply("deploy r02 3")
    assert "  1 deploy r02 2 (or 1)  " in next(menu_lines(list_menu(game)))
    game.apply("deploy r02 2")
    assert remaining_actions(game) == "Also possible before done: place fortress r02."
    game.apply("place fortress r02")
    assert remaining_actions(game) == "" and [item.action for item in list_menu(game)] == ["done"]


def test_water_is_listed_as_closed_and_entry_regions_are_named() -> None:
    """R-CONQ-5, W-TERM-2."""
    listed = list(region_lines(base(RacePosition("orcs", "merchant"), RacePosition("elves", "seafaring"))))
    # Bob is to move, and goes to sea.
    assert listed[0].startswith(" r01     sea                      costs 2   next to r02")
    bob = list(region_lines(base(RacePosition("orcs", "wealthy"), RacePosition("elves", "merchant"))))
    assert bob[0].startswith(" r01     sea                      closed  ")
    game = lay(RacePosition("trolls", "farmer", 0, {"l1a-11": 6}))
    for index, region in enumerate(game.state.board.regions):
        assert (", entry " in next(region_lines(game, [index]))) == region.entry


def test_the_finder_of_a_relic_reads_its_name() -> None:
    """W-RELIC-2."""
    game = lay(RacePosition("trolls", "farmer", 0, {"l1a-11": 6}), relics={"l1a-10": (("spirit_healer", False),)})
    assert outcome(game, "conquer l1a-10") == "ann: takes l1a-10, hill, 2 tokens; finds Spirit Healer on l1a-10"
    assert "finds" not in outcome(game, "done")


def test_a_relic_that_leaves_at_once_is_reported_with_its_region() -> None:
    """W-WELL-1: to the lake of its island."""
    game = lay(RacePosition("trolls", "farmer", 0, {"s1a-07": 9}), relics={"s1a-04": (("well_of_eternity", False),)})
    assert outcome(game, "conquer s1a-04").endswith("on s1a-04, Well of Eternity moves to s1a-03")


def test_players_see_who_holds_harmony_and_which_form_was_chosen() -> None:
    """W-PANDA-1, W-WORGEN-1; what is counted stays out of the line."""
    game = lay(
        RacePosition("pandaren", "farmer", 0, {"l1a-11": 2}), RacePosition("worgen", "sailing", 0, {"l1a-10": 6})
    )
    for action in ("done", "deploy l1a-11 1", "done"):
        game.apply(action)
    assert " (1 region, harmony: bob)" in "\n".join(player_lines(game, "bob"))
    game.apply("form worgen")
    assert " (1 region, 5 tokens in hand, form: worgen)" in "\n".join(player_lines(game, "ann"))


def test_a_toll_is_reported_when_it_is_paid_and_before(run: Run, tmp_path: Path) -> None:
    """W-TOLL-1, W-TOLL-3: choosing the action is consent, so it has to be seen what it costs."""
    game = lay(
        RacePosition("pandaren", "farmer", 0, {"l1a-11": 2}), RacePosition("trolls", "sailing", 0, {"l1a-10": 9})
    )
    for action in ("done", "deploy l1a-11 1", "done"):
        game.apply(action)
    offers = "\n".join(menu_lines(list_menu(game)))
    assert "conquer l1a-11 (3, 2 coins)" in offers
    assert "(in parentheses: the tokens that it costs, and the coins that you pay)" in offers
    assert outcome(game, "conquer l1a-11").endswith("Pandaren (2 tokens), 3 tokens; pays ann 2 coins (pandaren)")
    record = tmp_path / "game.jsonl"
    record.write_text(game.dumps(), "utf-8")
    assert "from ann's Pandaren (2 tokens), 3 tokens; pays ann 2 coins (pandaren)\n" in run("replay", str(record))[1]


def test_what_the_doomhammer_costs_is_offered_with_it() -> None:
    """W-DOOM-2: for the bank, if nobody holds the region; nothing for a region of one's own declined race."""
    relics = {"l1a-11": (("doomhammer", True),)}
    trolls, orcs = RacePosition("trolls", "farmer", 0, {"l1a-11": 6}), RacePosition("orcs", regions={"l1a-12": 1})
    game = lay(trolls, decline=(orcs,), relics=relics)
    menu = "\n".join(menu_lines(list_menu(game)))
    assert "conquer l1a-10 by doomhammer (1, 2 coins)" in menu
    assert "conquer l1a-12 by doomhammer (1)" in menu
    assert outcome(game, "conquer l1a-10 by doomhammer").endswith("1 token; pays 2 coins (doomhammer)")


def test_a_bounty_and_a_ransom_are_reported() -> None:
    """W-HUMAN-2, W-CHAMP-4."""
    pieces = {"l1a-10": {"objective": 1}}
    game = lay(RacePosition("dwarves", "farmer", 0, {"l1a-11": 6}), RacePosition("humans", "mining", 0, {"s1a-07": 2}),
               pieces=pieces)  # fmt: skip
    assert outcome(game, "conquer l1a-10").endswith("; gets 2 coins (humans); bob gets 2 coins (humans)")
    orcs = RacePosition("orcs", "championing", 0, {"l1a-10": 1})
    game = lay(RacePosition("dwarves", "farmer", 0, {"l1a-11": 9}), orcs, pieces={"l1a-10": {"champion": 1}})
    assert outcome(game, "conquer l1a-10").endswith("; bob pays ann 1 coin (championing)")


def test_choices_that_cost_coins_show_the_cost() -> None:
    """W-WORGEN-1, W-FORS-1."""
    game = lay(RacePosition("worgen", "sailing", 0, {"l1a-10": 6}))
    assert "form worgen (1 coin)" in "\n".join(menu_lines(list_menu(game)))
    assert outcome(game.copy(), "form worgen") == "ann: takes the form of worgen; pays 1 coin (worgen)"
    assert outcome(game, "form human") == "ann: takes the form of human; gets 2 coins (worgen)"
    game = lay(RacePosition("forsaken", "sailing", 0, {"l1a-11": 9}), RacePosition("orcs", "farmer", 0, {"l1a-10": 2}))
    for action in ("conquer l1a-10", "done"):
        game.apply(action)
    assert "recruit 1 (1 coin)" in "\n".join(menu_lines(list_menu(game)))
    assert outcome(game, "recruit 1") == "ann: recruits 1 token; pays 1 coin (forsaken)"


def test_a_tax_is_reported_with_the_score() -> None:
    """W-HEART-1: the score names the player who gets it, and next to it the players who paid."""
    relics = {"l1a-11": (("heart_of_azeroth", True),)}
    game = lay(RacePosition("trolls", "farmer", 0, {"l1a-11": 1}), RacePosition("orcs", "mining", 0, {"l1a-10": 2}),
               relics=relics)  # fmt: skip
    game.apply("done")
    lines = outcome(game, "done")
    assert "; bob pays ann 1 coin (heart of azeroth); " in lines and lines.endswith("heart of azeroth 1)")


@pytest.mark.parametrize(("result", "line"), [
    ("live", "Bomb on l1a-10: live; ann's Trolls leave, 1 of 3 tokens lost"),
    ("dud", "Bomb on l1a-10: dud"),
])  # fmt: skip
def test_bombs_are_reported_with_their_regions(result: str, line: str, run: Run, tmp_path: Path) -> None:
    """W-GOBLIN-4, W-GOBLIN-6: in the course of the turn before, and in a record."""
    game = lay(RacePosition("trolls", "farmer", 0, {"l1a-10": 3}), RacePosition("goblins", "mining", 0, {"l1a-11": 2}),
               pieces={"l1a-10": {"bomb": 1}}, script={"draw": [result]})  # fmt: skip
    for action in ("done", "deploy l1a-10 2"):
        game.apply(action)
    assert outcome(game, "done").splitlines()[1:] == [line]
    record = tmp_path / "game.jsonl"
    record.write_text(game.dumps(), "utf-8")
    output = run("replay", str(record))[1]
    assert f"\n{line}\n" in output
    assert "chance: bomb" not in output


def test_texts_name_their_exceptions() -> None:
    """W-HUMAN-3, W-DOOM-2, R-ELF-2: the text that a player reads before a pick must not promise too much."""
    warcraft, base = smallworld.load_variant("warcraft"), smallworld.load_variant("base")
    assert "nobody gets any if it was the Horde" in warcraft.races["humans"].text
    assert "to the bank if it was empty" in warcraft.relics["doomhammer"].text
    assert "except one that is converted" in base.races["elves"].text


def test_beasts_are_not_tokens_that_have_to_be_placed() -> None:
    """W-BEAST-5: they count as tokens off the map, but are placed in their own way."""
    game = lay(RacePosition("humans", "beast_master", 0, {"l1a-11": 5, "l1a-10": 2}), pieces={"l1a-10": {"beast": 1}})
    game.apply("done")
    assert tokens_off_map(game.state, 0) == 7 and tokens_in_hand(game) == "6 tokens"
    game.apply("deploy l1a-11 6")
    assert tokens_in_hand(game) == ""
    assert [refusal.reason for refusal in game.refusal("done")] == ["the pieces in hand have to be placed"]


def test_help_knows_pieces(run: Run) -> None:
    _, text = run(
        "play", "warcraft", "--seed", "2", "--player", "a", "--player", "b", lines="help wisp wall\nhelp xyzzy\n"
    )
    assert "Wisp Wall: Makes its region one token dearer" in text
    assert "nothing is called 'xyzzy'; help names a race, power, relic or piece" in text


def test_the_first_player_is_named() -> None:
    game = smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob"], script={"first_player": ["2"]})
    assert "first player: bob" in log_lines(game, {})


def test_reasons_are_in_the_log() -> None:
    """W-HUMAN-2, R-AMAZON-1, R-SKEL-1: coins, tokens that leave the map, and tokens that an ability adds."""
    pieces = {"l1a-10": {"objective": 1}}
    game = lay(RacePosition("dwarves", "farmer", 0, {"l1a-11": 6}), RacePosition("humans", "mining", 0, {"s1a-07": 2}),
               pieces=pieces)  # fmt: skip
    assert "; removes Military Objective; gets 2 coins" in outcome(game, "conquer l1a-10")
    game = base(RacePosition("orcs", "merchant"), RacePosition("amazons", "wealthy", 6, {"r02": 1}))
    assert outcome(game, "done") == "bob: ends the conquests; Amazons: 4 tokens stay in hand"
    adjacent = [
        region.id for region in game.state.board.regions if "r02" in region.adjacent and region.terrain != "sea"
    ][:2]
    game = base(RacePosition("orcs", "merchant", 0, dict.fromkeys(adjacent, 1)),
                RacePosition("skeletons", "wealthy", 9, {"r02": 1}))  # fmt: skip
    for region in adjacent:
        game.apply(f"conquer {region}")
    assert outcome(game, "done").endswith("ends the conquests; Skeletons: 1 token joins")


def test_a_decline_names_the_coins_that_only_active_races_bring() -> None:
    """A Merchant's coin goes with the badge (R-MERCH-1), that of a Mine for Dwarves stays (R-DWARF-1)."""
    regions = {"r02": 1, "r03": 1}
    game = base(RacePosition("orcs", "hill", 0, {"r10": 1}), RacePosition("dwarves", "merchant", 2, regions))
    sentence = outcome(game, "decline")
    assert "; paid only when not in decline: merchant; " in sentence
    assert "dwarves 1" in sentence
