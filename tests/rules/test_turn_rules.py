"""The course of a turn, picking, readying and abandoning (rules B to E)."""

from __future__ import annotations

import pytest
from positions import (
    base,
    codes,
    contents,
    hand,
    lay,
    options_for,
    pass_turn,
    race,
    redeploy,
    run,
    scored,
    seat,
    tray,
    until,
)

import smallworld
from smallworld.tools import place_in_round


def test_a_player_without_a_race_has_to_pick() -> None:
    """R-TURN-2, R-SETUP-7, R-NOT-2."""
    game = smallworld.new_game(base(), ["ann", "bob"], seed=1)
    assert game.phase == "pick"
    assert codes(game, "done") == ["wrong_phase"]
    assert codes(game, "decline") == ["wrong_phase"]
    run(game, "pick 1")
    assert codes(game, "pick 1") == ["has_race"]


def test_no_decline_on_the_turn_of_picking() -> None:
    """R-TURN-4, R-NOT-1."""
    game = lay(column=(("humans", "hill", 0),))
    run(game, "pick 1")
    assert codes(game, "decline") == ["just_picked"]
    until(game, "ann")
    assert "decline" in game.legal_actions()


@pytest.mark.parametrize("action", ["abandon a", "conquer b"])
def test_decline_comes_before_anything_else(action: str) -> None:
    """R-TURN-3."""
    game = lay(seat(race("humans hill", {"a": 5, "d": 1})), seat())
    run(game, action)
    assert codes(game, "decline") == ["acted"]


def test_decline_in_the_last_round_and_without_regions() -> None:
    """R-TURN-4, R-END-4, R-DECL-5."""
    game = lay(seat(race("humans hill", hand=4)), seat(race("orcs forest", {"a": 1})), round=10)
    run(game, "decline")
    assert scored(game, "ann") == {}
    assert tray(game, "humans") == 10
    assert game.turn == "bob"
    run(game, "decline")
    assert game.over


def test_conquering_is_a_duty_by_ruling() -> None:
    """R-TURN-5, ruling must_conquer_or_decline: done only after a conquest, or when nothing can be paid."""
    options = {"must_conquer_or_decline": True}
    game = lay(seat(race("humans hill", {"a": 9})), seat(), options=options)
    assert codes(game, "done") == ["must_conquer"]
    assert "decline" in game.legal_actions()
    run(game, "conquer b")
    assert codes(game, "done") == []
    poor = lay(seat(race("humans hill", {"a": 2})), seat(), options=options)
    assert codes(poor, "done") == []


def test_a_race_without_tokens_stays_until_it_declines() -> None:
    """R-TURN-6, R-DECL-8: it may also be kept, and the declined race scores."""
    game = lay(seat(race("humans hill"), race("orcs", {"a": 1})), seat())
    assert game.legal_actions() == ("decline", "done")
    run(game, "done", "done")
    assert scored(game, "ann") == {"regions": 1}
    until(game, "ann")
    assert game.phase == "conquer"


def test_rounds_are_counted_from_the_first_seat() -> None:
    """R-TURN-8, R-SETUP-6: clockwise."""
    game = smallworld.new_game(base(), ["ann", "bob", "cid"], options={"first_player": 2})
    seen = []
    for _ in range(6):
        seen.append((game.round, game.turn))
        run(game, "pick 1") if game.phase == "pick" else None
        pass_turn(game)
    assert seen == [(1, "bob"), (1, "cid"), (1, "ann"), (2, "bob"), (2, "cid"), (2, "ann")]


def test_places_in_a_round_are_counted_from_the_first_seat() -> None:
    state = smallworld.new_game(base(), ["ann", "bob", "cid", "dan", "eva"], options={"first_player": 4}).state
    assert [place_in_round(state, player) for player in range(5)] == [2, 3, 4, 0, 1]


def test_the_last_seat_may_begin_and_no_later_one() -> None:
    """R-SETUP-6: by ruling."""
    assert smallworld.new_game(base(), ["ann", "bob", "cid"], options={"first_player": 3}).turn == "cid"
    with pytest.raises(smallworld.SmallWorldError, match="option first_player is seat 4, but there are 3 players"):
        smallworld.new_game(base(), ["ann", "bob", "cid"], options={"first_player": 4})


def test_the_game_ends_after_the_last_turn_of_the_last_round() -> None:
    """R-TURN-8, R-END-4."""
    game = lay(seat(race("humans hill", {"a": 1})), seat(race("orcs forest", {"b": 1})), round=10)
    pass_turn(game)
    assert not game.over
    pass_turn(game)
    assert game.over
    assert game.to_move is None
    assert codes(game, "done") == ["over"]


def test_coins_on_a_combo_do_not_pay_for_it() -> None:
    """R-PICK-2, R-NOT-12, R-PICK-1, R-PICK-3."""
    column = (("humans", "hill", 0), ("orcs", "forest", 0), ("elves", "swamp", 4))
    game = lay(seat(coins=1), seat(), column=column)
    assert options_for(game, "pick") == ["pick 1", "pick 2"]
    assert codes(game, "pick 3") == ["coins"]
    assert codes(game, "pick 7") == ["no_such_combo"]
    rich = lay(seat(coins=2), seat(), column=column)
    run(rich, "pick 3")
    assert rich.scores()["ann"] == 4
    assert [coins for _, _, coins in rich.state.column][:2] == [1, 1]


def test_a_picked_combo_brings_banner_and_badge() -> None:
    """R-PICK-4, R-AMAZON-1, R-SUP-1."""
    for name, expected in (("ratmen", 12), ("amazons", 14), ("dwarves", 7)):
        game = run(lay(column=((name, "hill", 0),)), "pick 1")
        assert hand(game, "ann") == expected


def test_the_tray_limits_what_a_combo_brings() -> None:
    """R-SUP-1, R-PICK-4."""
    game = lay(column=(("humans", "hill", 0),))
    game.state.tray[game.state.table.rulebook.race_indexes["humans"]] = 4
    game.apply("pick 1")
    assert hand(game, "ann") == 4


def test_the_column_moves_up_with_its_coins() -> None:
    """R-PICK-5."""
    column = (("humans", "hill", 1), ("orcs", "forest", 2), ("elves", "swamp", 3))
    game = run(lay(column=column), "pick 1")
    assert [coins for _, _, coins in game.state.column] == [2, 3, 0, 0, 0, 0]


def test_returned_banner_goes_to_the_end_of_the_stack() -> None:
    """R-PICK-7, R-DECL-6."""
    game = lay(seat(race("humans hill", {"a": 1}), race("orcs", {"d": 1})), seat())
    run(game, "decline")
    book = game.state.table.rulebook
    assert book.races[game.state.banners[-1]].id == "orcs"


def test_returned_banner_fills_a_short_column() -> None:
    """R-PICK-7, R-PICK-6: at once, at the bottom, with a badge."""
    game = lay(seat(race("humans hill", {"a": 1}), race("orcs", {"d": 1})), seat())
    state = game.state
    state.banners, state.column = (), state.column[:3]
    game.apply("decline")
    shown = [state.table.rulebook.races[entry[0]].id for entry in state.column]
    assert (len(shown), shown[-1]) == (4, "orcs")


def test_abandoning_everything_means_a_first_conquest() -> None:
    """R-READY-2, R-READY-4, R-CONQ-3, R-READY-5."""
    game = lay(seat(race("humans hill", {"j": 3})), seat())
    run(game, "abandon j")
    assert contents(game, "j") == "-"
    assert "conquer e" not in game.legal_actions()
    assert codes(game, "conquer j") == ["out_of_reach"]
    run(game, "conquer m")
    assert codes(game, "conquer j") == ["too_dear"]
    again = run(lay(seat(race("humans hill", {"a": 5})), seat()), "abandon a", "conquer a")
    assert contents(again, "a") == "ann humans 2"


def test_regions_are_abandoned_only_before_the_first_conquest() -> None:
    """R-READY-3."""
    game = lay(seat(race("humans hill", {"a": 5, "d": 1}), race("orcs", {"m": 1})), seat())
    assert codes(game, "abandon m") == ["declined"]
    assert codes(game, "abandon b") == ["not_yours"]
    run(game, "conquer b")
    assert codes(game, "abandon a") == ["conquered"]
    run(game, "done")
    assert codes(game, "abandon a") == ["wrong_phase"]


def test_a_final_attempt_also_ends_abandoning_and_declining() -> None:
    """R-DIE-5, R-NOT-6: after it only redeployment is left."""
    game = lay(seat(race("humans hill", {"a": 2})), seat(), dice=(0,))
    run(game, "conquer b by die")
    assert game.phase == "redeploy"
    for action in ("conquer b", "conquer d by die", "abandon a", "decline"):
        assert codes(game, action) == ["wrong_phase"]


def test_redeployment_empties_the_hand_and_no_region() -> None:
    """R-REDEP-2, R-NOT-7."""
    game = run(lay(seat(race("humans hill", {"a": 3, "b": 2})), seat()), "done")
    assert codes(game, "done") == ["tokens_left"]
    assert options_for(game, "deploy") == [f"deploy {r} {n}" for r in "ab" for n in (1, 2, 3)]
    assert codes(game, "deploy a 4") == ["no_tokens"]
    assert codes(game, "deploy a 0") == ["no_tokens"]


def test_declined_tokens_never_move() -> None:
    """R-REDEP-7, R-NOT-8, R-LOSS-5."""
    game = run(lay(seat(race("humans hill", {"a": 3}), race("orcs", {"d": 1})), seat()), "done")
    assert codes(game, "deploy d 1") == ["not_yours"]
    assert codes(game, "deploy c 1") == ["not_yours"]


def test_after_a_failed_attempt_the_tokens_are_redeployed_freely() -> None:
    """R-DIE-4, R-REDEP-2; with no region they wait in hand (R-REDEP-6)."""
    game = run(lay(seat(race("humans hill", {"a": 1, "d": 2})), seat(), dice=(0,)), "conquer b by die")
    assert options_for(game, "deploy") == ["deploy a 1", "deploy d 1"]
    lost = run(lay(seat(race("humans hill", hand=1)), seat(), dice=(0,)), "conquer b by die")
    assert lost.legal_actions() == ("done",)
    until(lost, "ann")
    assert hand(lost, "ann") == 1


def test_redeploy_helper_ends_the_phase() -> None:
    """R-SCORE-1: the turn is scored right after."""
    game = redeploy(run(lay(seat(race("ratmen hill", {"a": 3})), seat()), "done"))
    assert scored(game, "ann") == {"regions": 1}
    assert game.turn == "bob"
