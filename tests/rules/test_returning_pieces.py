"""Pieces of the Warcraft edition that come back: Bombs and the Champion with a new race, Beasts from the hand."""

from __future__ import annotations

from functools import cache

import smallworld
from smallworld.game import Game
from smallworld.model.variant import Variant
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_testing.invariants import check

BOARD = ["l1a", "s1a"]


@cache
def warcraft() -> Variant:
    return smallworld.load_variant("warcraft")


def lay(column: tuple[tuple[str, str, int], ...] = (), **more: object) -> Game:
    seats = {"ann": more.pop("ann", PlayerPosition()), "bob": more.pop("bob", PlayerPosition())}
    options = more.pop("options", {})
    position = PositionSpec(players=seats, column=column, **more)  # type: ignore[arg-type]
    game = smallworld.new_game(
        warcraft(), ["ann", "bob"], board=BOARD, given=position, options=options,  # type: ignore[arg-type]
    )  # fmt: skip
    check(game)
    return game


def test_goblins_that_are_taken_again_have_all_bombs() -> None:
    """W-GOBLIN-1, W-GOBLIN-4: twelve, and six of them live, also if earlier Goblins have revealed some."""
    game = lay((("goblins", "farmer", 0),), memory={"race.goblins.0.delayed_conquest": (1, 5)})
    game.state.change_supply("bomb", -7)
    game.apply("pick 1")
    assert game.state.supply_of("bomb") == 12
    assert game.view("ann").as_dict()["races"]["ann"][0]["memory"]["goblins"] == {"live": 6, "unseen": 12}


def test_a_champion_that_was_lost_comes_back_with_a_new_race() -> None:
    """W-CHAMP-1: ``champion_ransom_poor: champion_lost`` ends with the race that has lost it."""
    game = lay((("trolls", "championing", 0),), options={"champion_ransom_poor": "champion_lost"})
    game.state.change_supply("champion", -1)
    assert game.state.supply_of("champion") == 0
    game.apply("pick 1")
    assert game.state.supply_of("champion") == 1


def test_beasts_in_hand_go_back_to_the_supply_when_the_next_turn_starts() -> None:
    """W-READY-1, W-BEAST-1: also those that could not be placed; the race has one for each hill then."""
    ann = PlayerPosition(5, RacePosition("orcs", "beast_master", 0, {"l1a-11": 2}))
    game = lay(ann=ann, bob=PlayerPosition(5, RacePosition("trolls", "farmer", 0, {"l1a-06": 1})), turn="bob")
    state = game.state
    state.enlist(0, "beast", 3)
    assert (state.supply_of("beast"), state.carried_pieces(0, "beast"), state.hand[0]) == (2, 3, 3)
    game.apply("done")
    game.apply("done")
    assert game.to_move == "ann"
    brought = state.carried_pieces(0, "beast")
    assert state.supply_of("beast") == 5 - brought
    assert state.hand[0] == brought + 1
    check(game)
