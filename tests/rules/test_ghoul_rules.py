"""Declined Ghouls, alone and with every power that changes what decline means."""

from __future__ import annotations

import pytest
from positions import (
    codes,
    contents,
    cost,
    hand,
    lay,
    options_for,
    pass_turn,
    pieces,
    race,
    redeploy,
    run,
    scored,
    seat,
    tray,
    until,
)


def test_stout_ghouls_that_abandoned_a_region_do_not_get_it_back() -> None:
    """R-READY-2, R-STOUT-1."""
    game = lay(seat(race("ghouls stout", {"a": 3, "b": 2})), seat())
    run(game, "abandon a", "conquer c", "done", "deploy b 1", "deploy c 2", "done", "decline")
    assert contents(game, "a") == "-"
    assert [contents(game, r) for r in "bc"] == ["ann ghouls 2 decline", "ann ghouls 3 decline"]


def test_decline_is_taken_from_the_position_before_readying() -> None:
    """R-GHOUL-1, R-DECL-1 c."""
    game = lay(seat(race("ghouls hill", {"a": 4, "b": 3}, 2)), seat())
    run(game, "decline")
    assert contents(game, "a") == "ann ghouls 4 decline"
    assert contents(game, "b") == "ann ghouls 3 decline"
    assert tray(game, "ghouls") == 3


def test_ordinary_ghouls_are_removed_when_the_next_race_declines() -> None:
    """R-GHOUL-8, R-DECL-3: before they could act."""
    game = lay(seat(race("humans hill", {"a": 3}), race("ghouls", {"m": 4}, 2)), seat())
    run(game, "decline")
    assert contents(game, "m") == "-"
    assert tray(game, "ghouls") == 10
    assert scored(game, "ann") == {"regions": 1}


def test_spirit_ghouls_stay_but_rest_on_a_decline_turn() -> None:
    """R-SPIRIT-5, R-SPIRIT-1, R-DECL-2: they keep their numbers."""
    game = lay(seat(race("humans hill", {"a": 3}), race("ghouls spirit", {"m": 4, "k": 1})), seat())
    run(game, "decline")
    assert contents(game, "m") == "ann ghouls 4 decline"
    assert contents(game, "a") == "ann humans 1 decline"
    assert scored(game, "ann") == {"regions": 3}


def test_spirit_ghouls_act_with_another_declined_race() -> None:
    """R-SPIRIT-5, R-GHOUL-3: on every turn that is not a decline."""
    ann = seat(race("humans hill", {"a": 2}), race("ghouls spirit", {"m": 5}), race("orcs", {"d": 1}))
    game = lay(ann, seat())
    run(game, "conquer k as decline")
    assert contents(game, "k") == "ann ghouls 3 decline"
    assert "conquer h as decline" not in game.legal_actions()
    run(game, "conquer b", "done") if "conquer b" in game.legal_actions() else run(game, "done")
    assert scored(until(game, "bob"), "ann")["regions"] >= 4


def test_ghouls_act_after_picking() -> None:
    """R-GHOUL-3: on the turn a new race is picked, too."""
    game = lay(seat(None, race("ghouls", {"m": 5})), seat(), column=(("ratmen", "hill", 0),))
    assert game.phase == "pick"
    run(game, "pick 1", "conquer h as decline", "conquer a")
    assert contents(game, "h") == "ann ghouls 2 decline"
    assert contents(game, "a") == "ann ratmen 2"


def test_ghouls_do_not_act_once_the_active_race_has() -> None:
    """R-GHOUL-3, formats 1."""
    game = lay(seat(race("humans hill", {"a": 4}), race("ghouls", {"m": 5})), seat())
    run(game, "conquer b")
    assert codes(game, "conquer h as decline") == ["step_over"]
    assert not [action for action in game.legal_actions() if "as decline" in action]


def test_ghouls_abandon_their_regions_and_enter_again() -> None:
    """R-GHOUL-2, R-READY-2, R-READY-4: First Conquest rule."""
    game = lay(seat(race("humans hill", {"a": 1}), race("ghouls", {"j": 4})), seat())
    run(game, "abandon j")
    assert hand(game, "ann", "ghouls") == 4
    assert "conquer e as decline" not in game.legal_actions()  # not at the edge
    run(game, "conquer m as decline", "conquer h as decline")
    assert codes(game, "abandon m") == ["conquered"]


def test_one_die_a_turn_by_ruling() -> None:
    """R-GHOUL-6, ruling ghoul_reinforcement_die."""
    game = lay(
        seat(race("humans hill", {"a": 2}), race("ghouls", {"m": 2})),
        seat(),
        dice=(0,),
        options={"ghoul_reinforcement_die": "one_per_turn"},
    )
    assert "conquer b by die" in game.legal_actions()
    run(game, "conquer h by die as decline")
    assert codes(game, "conquer b by die") == ["die_used"]


def test_ghouls_have_lost_the_power() -> None:
    """R-GHOUL-5: no discount, no water, but what they have they keep."""
    game = lay(seat(race("ghouls seafaring", {"s": 3, "c": 3})), seat())
    run(game, "decline")
    until(game, "ann")
    run(game, "pick 1")
    assert contents(game, "s") == "ann ghouls 1 decline"  # readied
    assert codes(game, "conquer l as decline") == ["water"]
    assert cost(game, "b", declined=True) == 2
    assert "conquer b as decline" in game.legal_actions()


def test_ghouls_keep_fortresses_but_build_none() -> None:
    """R-GHOUL-5, R-FORT-1, R-FORT-3: no coin for them any more."""
    game = lay(seat(race("ghouls fortified", {"a": 5, "b": 3})), seat(), pieces={"a": {"fortress": 1}})
    run(game, "decline")
    assert pieces(game, "a") == {"fortress": 1}
    assert scored(game, "ann") == {"regions": 2}
    until(game, "ann")
    run(game, "pick 1", "done")
    assert "place fortress b" not in game.legal_actions()


def test_ghouls_take_a_region_of_their_owners_active_race() -> None:
    """R-GHOUL-7: normal losses; who withdraws waits for redeployment."""
    game = lay(seat(race("humans hill", {"b": 3, "d": 1}), race("ghouls", {"a": 4})), seat())
    run(game, "conquer b as decline")
    assert game.state.attacked == 0  # no opponent
    assert tray(game, "humans") == 7
    assert hand(game, "ann") == 0
    run(game, "done")
    assert hand(game, "ann") == 2


def test_ghouls_drive_their_owners_race_off_the_map() -> None:
    """R-GHOUL-7: with no region left the tokens stay in hand until the next turn."""
    game = lay(seat(race("humans hill", {"b": 3}), race("ghouls", {"a": 4})), seat())
    run(game, "conquer b as decline", "done")
    assert options_for(game, "deploy") == ["deploy a 1", "deploy a 2", "deploy b 1", "deploy b 2"]
    until(redeploy(game), "ann")
    assert hand(game, "ann") == 2
    assert "conquer c" in game.legal_actions()


@pytest.mark.parametrize(("answer", "saved"), [("normal", 3), ("all", 0)])
def test_ghouls_that_are_conquered(answer: str, saved: int) -> None:
    """R-GHOUL-9, ruling ghoul_conquest_loss: one lost and the rest retreats, or all are lost."""
    game = lay(
        seat(race("ratmen hill", {"b": 9})),
        seat(race("orcs forest", {"m": 1}), race("ghouls", {"a": 4, "k": 1})),
        options={"ghoul_conquest_loss": answer},
    )
    run(game, "conquer a", "done")
    assert tray(game, "ghouls") == 5 + 4 - saved
    redeploy(game)
    if saved:
        assert (game.phase, game.to_move) == ("retreat", "bob")
        assert options_for(game, "deploy") == ["deploy k 1", "deploy k 2", "deploy k 3"]
        assert codes(game, "deploy m 1") == ["no_tokens"]
    else:
        assert game.turn == "bob"


def test_ghouls_without_a_region_wait_in_hand() -> None:
    """R-GHOUL-9, R-LOSS-4, R-DECL-6: a First Conquest brings them back."""
    game = lay(
        seat(race("ratmen hill", {"b": 9})),
        seat(race("orcs forest", {"m": 1}), race("ghouls", {"a": 4})),
    )
    run(game, "conquer a", "done")
    pass_turn(game)
    assert game.turn == "bob"
    assert hand(game, "bob", "ghouls") == 3
    run(game, "conquer d as decline")
    assert contents(game, "d") == "bob ghouls 2 decline"


def test_the_last_ghoul_returns_the_banner() -> None:
    """R-DECL-6: none on the map and none in hand."""
    game = lay(seat(race("ratmen hill", {"b": 9})), seat(race("orcs forest", {"m": 1}), race("ghouls", {"a": 1})))
    run(game, "conquer a")
    assert tray(game, "ghouls") == 10
    assert not game.state.is_in_play(3)


def test_own_active_race_takes_a_ghoul_region() -> None:
    """R-GHOUL-9: the others are placed in redeployment."""
    game = lay(seat(race("ratmen hill", {"b": 9}), race("ghouls", {"a": 3, "d": 1})), seat())
    run(game, "conquer a", "done")
    assert tray(game, "ghouls") == 7
    assert "deploy d 2" in game.legal_actions()


def test_ghouls_score_one_for_each_region() -> None:
    """R-GHOUL-10, R-GHOUL-11: no bonus for what they conquer."""
    ann = seat(race("orcs pillaging", {"a": 2}), race("ghouls", {"m": 5}))
    game = lay(ann, seat(), natives="printed")
    run(game, "conquer h as decline", "done")
    pass_turn(game)
    assert scored(game, "ann") == {"regions": 3}


def test_active_ghouls_are_ordinary() -> None:
    """R-GHOUL-11, R-GHOUL-4."""
    game = lay(seat(race("ratmen hill", {"b": 9})), seat(race("ghouls forest", {"a": 3, "d": 1})))
    run(game, "conquer a", "done")
    assert tray(game, "ghouls") == 10 - 3
    redeploy(game)
    assert options_for(game, "deploy") == ["deploy d 1", "deploy d 2"]


def test_berserk_active_race_rolls_after_the_ghouls_are_done() -> None:
    """R-BERSERK-1, R-GHOUL-3: rolling is an act of the active race."""
    game = lay(seat(race("humans berserk", {"c": 4}), race("ghouls", {"a": 4})), seat(), dice=(0,))
    run(game, "conquer d as decline", "roll")
    assert codes(game, "conquer b as decline") == ["step_over"]
    run(game, "conquer b")
    assert contents(game, "b") == "ann humans 2"


def test_peace_does_not_bind_declined_ghouls() -> None:
    """R-DIPLOMAT-5."""
    ann = seat(race("humans diplomat", {"b": 3}))
    bob = seat(race("orcs hill", {"c": 6}), race("ghouls", {"a": 6}))
    game = run(lay(ann, bob), "done", "deploy b 2", "done", "ally bob")
    assert codes(game, "conquer b") == ["peace"]
    assert codes(game, "conquer b as decline") == []
