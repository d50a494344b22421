"""Lines of a person: short ids of regions, and tokens that are placed together."""

from __future__ import annotations

from dataclasses import replace

import pytest

import smallworld
from smallworld.errors import NotationError
from smallworld.game import Game
from smallworld.model.board import BoardFile
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_play.priced_actions import die_odds, list_menu
from smallworld_play.shorthand import expand_line, find_region


def position(variant: str, race: RacePosition, board: list[str | BoardFile] | None = None, **more: object) -> Game:
    spec = PositionSpec(players={"ann": PlayerPosition(5, race), "bob": PlayerPosition()}, **more)  # type: ignore[arg-type]
    return smallworld.new_game(smallworld.load_variant(variant), ["ann", "bob"], board=board, given=spec)


def base(tokens: int = 5, more: int = 4) -> Game:
    return position("base", RacePosition("orcs", "merchant", tokens, {"r02": 1, "r03": more}))


@pytest.mark.parametrize(("text", "region"), [("r4", "r04"), ("R12", "r12"), ("r04", "r04"), ("x4", "x4"), ("", "")])
def test_ids_without_zeros(text: str, region: str) -> None:
    assert find_region(base(), text) == region


def test_an_island_may_be_left_out_where_one_region_fits() -> None:
    game = position("warcraft", RacePosition("trolls", "farmer", 9, {"l1a-11": 2}), ["l1a", "s1a"])
    assert find_region(game, "l5") == "l1a-05" and find_region(game, "1a11") == "l1a-11"
    assert find_region(game, "a10", "conquer") == "l1a-10"
    with pytest.raises(NotationError, match=r"'a5' may be l1a-05 or s1a-05; write more of it"):
        find_region(game, "a5")


def test_a_number_is_no_short_form_of_a_region() -> None:
    with pytest.raises(NotationError, match=r"write r4$"):
        expand_line(base(), "conquer 4")
    assert expand_line(base(), "conquer 99") == ["conquer 99"]  # refused as an unknown region, without a proposal


def test_a_board_may_call_regions_by_numbers_or_by_words_of_a_line(tiny_board: BoardFile) -> None:
    names = {"marsh": "4", "mead": "rest"}
    regions = tuple(
        replace(
            region, id=names.get(region.id, region.id), adjacent=tuple(names.get(id_, id_) for id_ in region.adjacent)
        )
        for region in tiny_board.regions
    )
    board = replace(tiny_board, id="renamed", regions=regions)
    game = position("base", RacePosition("orcs", "merchant", 5, {"beach": 1, "rest": 1}), [board])
    assert expand_line(game, "conquer 4, done, deploy rest 2, deploy rest 4") == [
        "conquer 4", "done", "deploy rest 2", "deploy 4 2",
    ]  # fmt: skip
    with pytest.raises(NotationError, match=r"write 4$"):
        find_region(game, "04")


def test_every_operand_of_a_part_may_be_short() -> None:
    assert expand_line(base(), "abandon r2; r3") == ["abandon r02", "abandon r03"]
    assert expand_line(base(), "conquer r8 by die") == ["conquer r08 by die"]
    assert expand_line(base(), "DONE, Deploy R2 3, place x R3") == ["done", "deploy r02 3", "place x r03"]


def test_tokens_are_spread_evenly_or_put_in_one_place() -> None:
    game = base()
    game.apply("done")
    hand = game.state.hand[0]
    assert expand_line(game, "deploy rest r2") == [f"deploy r02 {hand}"] == expand_line(game, "deploy r2 rest")
    assert expand_line(game, "deploy r3 2, rest r2") == ["deploy r03 2", f"deploy r02 {hand - 2}"]
    for action in expand_line(game, "deploy even"):
        game.apply(action)
    assert abs(game.state.tokens[1] - game.state.tokens[2]) <= 1
    assert [str(action) for action in game.legal_actions()] == ["done"]
    with pytest.raises(NotationError, match="no tokens have to be placed"):
        expand_line(game, "deploy even")


def test_a_region_that_is_not_held_is_refused_with_its_reason() -> None:
    game = base()
    game.apply("done")
    assert game.refusal(expand_line(game, "deploy rest r9")[0])
    with pytest.raises(NotationError, match="'deploy rest' lacks a region; possible now: deploy rest r0"):
        expand_line(game, "deploy rest")


@pytest.mark.parametrize(
    ("before", "text", "sentence"),
    [
        ("", "pick", "pick needs the number of a combo; possible now: pick 1 ("),
        ("", "conquer", "'conquer' lacks a region, and no such action is possible now; legal lists the possible ones"),
        ("pick 1", "conquer", "'conquer' lacks a region; possible now: conquer r02, conquer r05, conquer r18 or conqu"),
        ("pick 1, conquer r2, r3, done", "deploy", "'deploy' lacks a region and a number; possible now: deploy r02 11"),
        ("pick 1, conquer r2, r3, done", "deploy r2 1, r3", "'deploy r3' lacks a number; possible now: deploy r03 10"),
        ("pick 1, conquer r2, r3, done", "deploy even 3", "write: deploy rest REGION, or: deploy even"),
    ],
)
def test_an_action_without_an_operand_is_refused_with_possible_ones(before: str, text: str, sentence: str) -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=7)
    for action in expand_line(game, before):
        game.apply(action)
    with pytest.raises(NotationError) as error:
        expand_line(game, text)
    assert sentence in str(error.value)


def test_means_without_a_region_are_kept_in_the_proposals() -> None:
    game = base(tokens=1, more=1)
    with pytest.raises(NotationError) as error:
        expand_line(game, "conquer by die")
    assert "'conquer by die' lacks a region; possible now: conquer r" in str(error.value)
    assert str(error.value).count(" by die") > 1


def test_cheap_regions_are_first_and_a_die_shows_its_odds() -> None:
    """R-DIE-4: the attempt succeeds if hand and die reach the cost."""
    game = base(1, 1)
    offers = {offer.action: offer for offer in list_menu(game)}
    dice = [offer for offer in offers.values() if offer.kind.endswith("by die")]
    assert dice and all(offer.odds for offer in dice)
    for offer in dice:
        need = (offer.tokens or 0) - game.state.hand_now(0)
        assert offer.odds and (offer.odds.least, offer.odds.good) == (need, {1: 3, 2: 2, 3: 1}[need])
    tokens = [offer.tokens or 0 for offer in list_menu(base()) if offer.kind == "conquer"]
    assert tokens == sorted(tokens) and len(set(tokens)) > 1
    assert [offer.kind for offer in list_menu(base())][-1] == "decline"
    assert die_odds(base(), "done") is None
