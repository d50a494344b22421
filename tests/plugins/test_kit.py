"""The test kit that authors get: fixtures, scenarios as tests, settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smallworld import ArgumentError, Game, IllegalAction
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld_testing.pytest_plugin import MakeGame, MakePosition, Play

pytest_plugins = ["pytester"]


def test_game_is_new_and_ann_begins(game: MakeGame) -> None:
    new = game()
    assert isinstance(new, Game)
    assert (new.to_move, new.phase, new.round) == ("ann", "pick", 1)
    assert {region.id for region in new.state.board.regions} >= {"sea", "tarn"}


def test_game_on_another_board(game: MakeGame) -> None:
    new = game("base", ["ann", "bob", "cid"], board="base-3p", seed=1)
    assert (new.players, len(new.state.board.regions)) == (("ann", "bob", "cid"), 30)


def test_position_and_play(position: MakePosition, play: Play) -> None:
    game = position(ann={"active": {"race": "humans", "power": "hill", "regions": {"beach": 3}}})
    assert play("conquer mead\n done; deploy mead 1; done") is game
    assert game.state.scoring_of(0) == {"regions": 2, "humans": 2}


def test_position_takes_dice_and_options(position: MakePosition, play: Play) -> None:
    position(
        ann={"active": {"race": "humans", "power": "hill", "regions": {"beach": 2}}},
        dice=[3],
        options={"tie_break": "shared"},
    )
    assert play("conquer wood by die").phase == "redeploy"


def test_play_refuses_what_is_illegal(game: MakeGame, play: Play) -> None:
    game()
    with pytest.raises(IllegalAction, match="has_race"):
        play("pick 1; pick 2")


def test_play_without_a_game_explains_its_use(play: Play) -> None:
    with pytest.raises(AssertionError, match="make a game first"):
        play("pick 1")


def test_tiny_board_has_every_terrain(tiny_board: BoardFile) -> None:
    terrains = {region.terrain for region in tiny_board.regions}
    assert terrains == {"sea", "lake", "farmland", "forest", "mountain", "swamp", "hill"}


def test_variant_from_yaml(variant_from_yaml: Callable[[str], Variant], game: MakeGame) -> None:
    variant = variant_from_yaml("variant: mine\nextends: base\nremove: {races: [ratmen]}\n")
    assert "ratmen" not in game(variant).variant.races


@pytest.fixture
def folder(pytester: pytest.Pytester) -> pytest.Pytester:
    """An author's folder with two scenarios, of which one is wrong."""
    text = Path(__file__).with_name("kit.scenario.yaml").read_text("utf-8")
    wrong = text.replace("Humans like farmland", "Humans like hills").replace("humans: 2", "humans: 1")
    pytester.path.joinpath("rules.scenario.yaml").write_text(f"{text}---\n{wrong}", "utf-8")
    return pytester


def test_scenarios_are_tests(folder: pytest.Pytester) -> None:
    result = folder.runpytest_inprocess("-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*Humans like farmland PASSED*", "*Humans like hills FAILED*"])
    result.stdout.re_match_lines([r".*rules\.scenario\.yaml:25:28: error.*expected.*humans.*"])
    assert "Traceback" not in result.stdout.str()


def test_a_broken_scenario_file_is_one_failure(pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("broken.scenario.yaml").write_text("scenario: [", "utf-8")
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*broken.scenario.yaml:1:*"])


def test_plugins_of_the_settings_are_loaded(pytester: pytest.Pytester) -> None:
    pytester.makepyprojecttoml('[tool.pytest.ini_options]\nsmallworld_plugins = ["peat.py"]\n')
    pytester.makepyfile(
        peat="""
        from smallworld import Ability, hookimpl

        class PeatBonus(Ability):
            '''A coin every turn.'''
            rule = "PEAT-1"

            @hookimpl
            def score(self) -> int:
                return 1

        @hookimpl
        def smallworld_abilities():
            return [PeatBonus]
        """,
        test_peat="""
        def test_it_is_there(smallworld_plugins, variant_from_yaml, position, play):
            assert "peat_bonus" in smallworld_plugins.abilities
            variant = variant_from_yaml(
                "variant: mine\\nextends: base\\n"
                "powers: {peaty: {name: Peaty, badge: 4, abilities: [peat_bonus]}}\\n"
            )
            game = position(variant, ann={"active": {"race": "humans", "power": "peaty", "regions": {"wood": 1}}})
            play("done; done")
            assert game.state.scoring_of(0)["peaty"] == 1
        """,
    )
    pytester.runpytest_inprocess().assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"cid": {}}, "a position has no part 'cid'"),
        ({"peices": {}}, "a position has no part 'peices'; did you mean 'pieces'?"),
        ({"ann": {"activ": {}}}, "the position of ann has no part 'activ'; did you mean 'active'?"),
        (
            {"ann": {"active": {"race": "orcs", "region": {}}}},
            "a race of ann has no part 'region'; did you mean 'regions'?",
        ),
        ({"ann": {"decline": [{"rase": "orcs"}]}}, "a race of ann has no part 'rase'; did you mean 'race'?"),
    ],
)
def test_a_part_of_a_position_that_does_not_exist_is_refused(position: MakePosition, parts: Any, fault: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(fault)):
        position(**parts)
