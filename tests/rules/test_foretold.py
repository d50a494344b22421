"""Explanations that foretell: the cost of an attempt that is pending, and coins that others will owe."""

from __future__ import annotations

from typing import Any

import smallworld
from smallworld.game import Game
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_play.priced_actions import price_of


def lay(ann: RacePosition, bob: RacePosition, script: dict[str, list[Any]] | None = None, **more: Any) -> Game:
    position = PositionSpec(players={"ann": PlayerPosition(5, ann), "bob": PlayerPosition(5, bob)}, **more)
    warcraft = smallworld.load_variant("warcraft")
    return smallworld.new_game(warcraft, ["ann", "bob"], board=["l1a", "s1a"], given=position, script=script)


def after_a_short_airstrike() -> Game:
    gnomes = RacePosition("gnomes", "farmer", 0, {"l1a-11": 4})
    game = lay(gnomes, RacePosition("orcs", "marshdweller", 0, {"l1a-12": 2}), {"die": [0, 3]})
    assert price_of(game, "conquer l1a-12 by airstrike") == (4, 1)
    game.apply("conquer l1a-12 by airstrike")
    return game


def test_a_pending_attempt_costs_what_is_left_and_no_toll() -> None:
    """W-GNOME-5: effects of the first attempt last, and its toll was paid."""
    game = after_a_short_airstrike()
    assert game.state.pending is not None
    assert price_of(game, "conquer l1a-12 by die") == (game.state.pending.price, 0)
    assert game.explain("conquer l1a-12 by die")[-1].text == "the attempt before, with its die"
    coins = game.scores()
    game.apply("conquer l1a-12 by die")
    assert game.scores()["ann"] <= coins["ann"]
    assert game.state.ended is None


def test_a_new_attempt_after_another_conquest_pays_again() -> None:
    game = after_a_short_airstrike()
    game.apply("conquer l1a-10")
    assert game.state.pending is None
    assert price_of(game, "conquer l1a-12 by die")[1] == 1


def test_the_foretold_score_names_what_neighbours_will_pay() -> None:
    """W-HEART-1: as far as they have it, so the number is the most."""
    game = lay(RacePosition("trolls", "farmer", 2, {"l1a-11": 3}), RacePosition("orcs", "ranger", 0, {"l1a-10": 2}),
               relics={"l1a-11": (("heart_of_azeroth", True),)})  # fmt: skip
    assert ("up to 1 from each neighbour", 0, "heart_of_azeroth") in game.explain("done")
