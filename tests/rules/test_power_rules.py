"""The effects of each power that no scenario shows (rules L)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from positions import (
    codes,
    contents,
    cost,
    hand,
    lay,
    options_for,
    pieces,
    race,
    redeploy,
    run,
    scored,
    seat,
    tray,
    until,
)

from smallworld.game import Game
from smallworld.rules.custom_position import PlayerPosition
from smallworld_play.standings import result_line
from smallworld_terminal.game_lines import final_table

# --- Alchemist, Merchant, terrain, Wealthy


def test_alchemist_on_the_map_but_not_in_decline() -> None:
    """R-ALCH-1, R-SCORE-5, R-DECL-4."""
    ann = seat(race("ratmen alchemist", {"a": 1}))
    game = run(lay(ann, seat(), options={"alchemist_requires_presence": True}), "done", "done")
    assert scored(game, "ann") == {"regions": 1, "alchemist": 2}
    assert scored(run(lay(ann, seat()), "decline"), "ann") == {"regions": 1}


def test_merchants_and_terrains() -> None:
    """R-MERCH-1, R-TERRAIN-1, R-SCORE-2, R-SCORE-4: each bonus looks at its own thing."""
    lands = {"a": 1, "b": 1, "c": 1, "d": 1, "f": 1}
    expected = {"merchant": 5, "forest": 1, "hill": 1, "swamp": 1}
    for power, coins in expected.items():
        game = run(lay(seat(race(f"humans {power}", lands)), seat()), "done", "done")
        assert scored(game, "ann") == {"regions": 5, "humans": 2, power: coins}


def test_declined_races_of_the_owner_bring_no_bonus() -> None:
    """R-SCORE-1, R-MERCH-1: only regions of this race."""
    game = run(lay(seat(race("ratmen merchant", {"a": 1}), race("humans", {"m": 1})), seat()), "done", "done")
    assert scored(game, "ann") == {"regions": 2, "merchant": 1}


def test_wealthy_is_forgotten_in_decline() -> None:
    """R-WEALTH-1, R-DECL-4: the next race with the badge is paid again, the old one never."""
    game = run(lay(column=(("ratmen", "wealthy", 0),)), "pick 1", "conquer a")
    redeploy(run(game, "done"))
    assert game.state.memory
    until(game, "ann")
    run(game, "decline")
    assert scored(game, "ann") == {"regions": 1}
    assert game.state.memory == {}


# --- Berserk


def berserk(hand_size: int, *dice: int) -> Game:
    return lay(seat(race("ratmen berserk", {"a": 1 + hand_size})), seat(), dice=dice)


def test_a_roll_lowers_the_cost_of_one_conquest() -> None:
    """R-BERSERK-1, R-BERSERK-6, R-COST-3: only the tokens needed are placed, never fewer than one."""
    game = berserk(4, 3)
    run(game, "roll")
    assert cost(game, "b") == 1
    run(game, "conquer b")
    assert contents(game, "b") == "ann ratmen 1"
    assert cost(game, "d") == 2


def test_a_roll_has_to_be_used() -> None:
    """R-BERSERK-3: no second roll, no conquest without it; ending the conquests is allowed."""
    game = berserk(4, 1)
    run(game, "roll")
    assert "roll" not in game.legal_actions()
    assert codes(game, "roll") == ["not_now"]
    assert "done" in game.legal_actions()
    run(game, "done")
    assert game.phase == "redeploy"


def test_a_roll_of_nothing_is_used_at_full_price() -> None:
    """R-BERSERK-3."""
    game = berserk(4, 0)
    run(game, "roll")
    assert "roll" not in game.legal_actions()
    run(game, "conquer b")
    assert contents(game, "b") == "ann ratmen 2"
    assert "roll" in game.legal_actions()


def test_rolling_is_a_choice_and_replaces_the_final_die() -> None:
    """R-BERSERK-4, R-BERSERK-5: no token, no roll."""
    game = berserk(3)
    run(game, "conquer b")
    assert hand(game, "ann") == 1
    assert codes(game, "conquer d by die") == ["no_final_die"]
    assert "roll" in game.legal_actions()
    assert "roll" not in berserk(0).legal_actions()


def test_rolling_is_the_first_act_of_a_turn() -> None:
    """R-TURN-3, R-READY-3: no declining and no abandoning after it."""
    game = run(berserk(4, 1), "roll")
    assert codes(game, "decline") == ["acted"]
    assert codes(game, "abandon a") == ["conquered"]


def test_declined_berserk_race_rolls_no_more() -> None:
    """R-DECL-4."""
    game = run(lay(seat(race("ghouls berserk", {"a": 5})), seat()), "decline")
    until(game, "ann")
    run(game, "pick 1")
    assert "conquer b as decline" in game.legal_actions()
    assert cost(game, "b", declined=True) == 2


# --- Bivouacking


def test_encampments_are_never_lost() -> None:
    """R-BIV-3, R-LOSS-3: the owner places them with what was withdrawn."""
    game = lay(
        seat(race("ratmen hill", {"d": 9})),
        seat(race("orcs bivouacking", {"a": 2, "c": 1})),
        pieces={"a": {"encampment": 3}, "c": {"encampment": 2}},
    )
    redeploy(run(game, "conquer a", "done"))
    assert (game.phase, game.to_move) == ("retreat", "bob")
    run(game, "deploy c 1", "place encampment c 3")
    assert pieces(game, "c") == {"encampment": 5}
    assert game.turn == "bob"


def test_encampments_alone_are_placed_too() -> None:
    """R-BIV-3, R-LOSS-2: the lone token is lost, its Encampments are not."""
    game = lay(
        seat(race("ratmen hill", {"d": 9})),
        seat(race("orcs bivouacking", {"a": 1, "c": 1})),
        pieces={"a": {"encampment": 4}, "c": {"encampment": 1}},
    )
    redeploy(run(game, "conquer a", "done"))
    assert game.phase == "retreat"
    assert options_for(game, "deploy") == []
    run(game, "place encampment c 4")
    assert game.turn == "bob"


def test_encampments_without_a_region_wait() -> None:
    """R-BIV-3, R-REDEP-6."""
    game = lay(
        seat(race("ratmen hill", {"d": 10})),
        seat(race("orcs bivouacking", {"a": 2})),
        pieces={"a": {"encampment": 5}},
    )
    redeploy(run(game, "conquer a", "done"))
    assert game.turn == "bob"
    run(game, "done", "done")
    assert game.state.supply_of("encampment") == 5


def test_encampments_leave_with_the_region_and_on_decline() -> None:
    """R-BIV-4, R-DECL-1 d."""
    ann = seat(race("orcs bivouacking", {"a": 2, "b": 2}))
    camps = {"a": {"encampment": 2}, "b": {"encampment": 3}}
    game = run(lay(ann, seat(), pieces=camps), "abandon a")
    assert game.state.supply_of("encampment") == 2
    game = run(lay(ann, seat(), pieces=camps), "decline")
    assert game.state.supply_of("encampment") == 5


# --- Diplomat


def diplomat(
    *opponents: PlayerPosition, dice: tuple[int, ...] = (), options: Mapping[str, str | bool] | None = None
) -> Game:
    return lay(seat(race("humans diplomat", {"a": 4})), *opponents, dice=dice, options=options)


def test_peace_with_whom_was_not_attacked() -> None:
    """R-DIPLOMAT-1, R-DIPLOMAT-2: declined tokens do not matter; nobody is a choice too."""
    game = diplomat(seat(race("orcs hill", {"b": 1})), seat(race("elves swamp", {"m": 1}), race("trolls", {"d": 1})))
    redeploy(run(game, "conquer d", "done"))
    assert game.legal_actions() == ("ally bob", "ally cid", "done")
    run(game, "done")
    assert game.turn == "bob"


def test_attack_makes_ineligible_even_if_it_fails() -> None:
    """R-DIPLOMAT-1, R-DIE-7, R-DIPLOMAT-6."""
    game = diplomat(seat(race("orcs hill", {"b": 3})), seat(race("elves swamp", {"m": 1})), dice=(0,))
    redeploy(run(game, "conquer b by die"))
    assert options_for(game, "ally") == ["ally cid"]


@pytest.mark.parametrize(("without", "names"), [(True, ["ally bob", "ally cid"]), (False, ["ally cid"])])
def test_ally_without_active_race(without: bool, names: list[str]) -> None:
    """R-DIPLOMAT-3, ruling diplomat_eligible_without_active_race: one without tokens is one."""
    game = diplomat(seat(), seat(race("elves swamp")), options={"diplomat_eligible_without_active_race": without})
    redeploy(run(game, "done"))
    assert options_for(game, "ally") == names


def test_peace_binds_the_race_that_is_picked_later() -> None:
    """R-DIPLOMAT-3, R-DIPLOMAT-5, R-CONQ-7."""
    game = diplomat(seat())
    redeploy(run(game, "done"))
    run(game, "ally bob", "pick 1")
    assert codes(game, "conquer a") == ["peace"]
    assert codes(game, "conquer a by die")[0] == "peace"


@pytest.mark.parametrize(("protects", "open_"), [("active_only", True), ("all_regions", False)])
def test_what_peace_protects(protects: str, open_: bool) -> None:
    """R-DIPLOMAT-5, ruling diplomat_protects."""
    ann = seat(race("humans diplomat", {"a": 2}), race("trolls", {"d": 1}))
    game = lay(ann, seat(race("ratmen hill", {"e": 9})), options={"diplomat_protects": protects})
    redeploy(run(game, "done"))
    run(game, "ally bob")
    assert codes(game, "conquer a") == ["peace"]
    assert ("conquer d" in game.legal_actions()) is open_


def test_peace_protects_a_player_of_a_later_seat() -> None:
    """R-DIPLOMAT-5."""
    game = lay(seat(race("ratmen hill", {"e": 9})), seat(race("humans diplomat", {"a": 2})), turn="bob")
    redeploy(run(game, "done"))
    run(game, "ally ann")
    assert codes(game, "conquer a") == ["peace"]


def test_peace_lasts_until_the_next_turn_begins() -> None:
    """R-DIPLOMAT-5, R-TURN-1, R-DIPLOMAT-4: the same ally may be named again."""
    game = diplomat(seat(race("ratmen hill", {"b": 9})))
    redeploy(run(game, "done"))
    run(game, "ally bob")
    until(game, "ann")
    redeploy(run(game, "done"))
    assert "ally bob" in game.legal_actions()
    run(game, "done")
    assert "conquer a" in game.legal_actions()


def test_peace_ends_with_the_race() -> None:
    """R-DIPLOMAT-7: a Diplomat that declines protects nobody."""
    game = diplomat(seat(race("ratmen hill", {"b": 9})))
    redeploy(run(game, "done"))
    run(game, "ally bob")
    until(game, "ann")
    run(game, "decline")
    assert game.state.memory == {}
    assert "conquer a" in game.legal_actions()


def test_peace_between_two_may_be_banned() -> None:
    """R-DIPLOMAT-4, ruling diplomat_in_two_player."""
    two = diplomat(seat(race("ratmen hill", {"b": 9})), options={"diplomat_in_two_player": "banned"})
    redeploy(run(two, "done"))
    assert two.turn == "bob"
    three = diplomat(seat(race("orcs hill")), seat(), options={"diplomat_in_two_player": "banned"})
    redeploy(run(three, "done"))
    assert options_for(three, "ally") == ["ally bob", "ally cid"]


@pytest.mark.parametrize(("counts", "names"), [(False, ["ally bob"]), (True, [])])
def test_attacks_of_own_ghouls(counts: bool, names: list[str]) -> None:
    """R-DIPLOMAT-2, ruling diplomat_counts_ghoul_attacks."""
    ann = seat(race("humans diplomat", {"a": 2}), race("ghouls", {"d": 6}))
    game = lay(ann, seat(race("orcs hill", {"e": 1, "m": 1})), options={"diplomat_counts_ghoul_attacks": counts})
    run(game, "conquer e as decline", "done")
    redeploy(game)
    assert options_for(game, "ally") == names


def test_peace_on_the_turn_of_picking() -> None:
    """R-DIPLOMAT-4."""
    game = run(lay(column=(("humans", "diplomat", 0),)), "pick 1", "conquer a")
    redeploy(run(game, "done"))
    assert options_for(game, "ally") == ["ally bob"]
    assert codes(game, "ally ann") == ["not_there"]


# --- Dragon Master


def test_dragon_takes_anything_with_one_token() -> None:
    """R-DRAGON-1, R-DRAGON-2, R-DRAGON-4: however many tokens and pieces; once a turn."""
    bob = seat(race("trolls fortified", {"e": 6}))
    game = lay(seat(race("humans dragon_master", {"a": 3})), bob, pieces={"e": {"lair": 1, "fortress": 1}})
    run(game, "conquer e by dragon")
    assert contents(game, "e") == "ann humans 1"
    assert pieces(game, "e") == {"dragon": 1}
    assert codes(game, "conquer b by dragon") == ["no_means"]
    assert tray(game, "trolls") == 10 - 5


def test_dragon_stays_moves_and_comes_home() -> None:
    """R-DRAGON-3, R-IMM-3, R-DRAGON-5."""
    ann = seat(race("humans dragon_master", {"a": 3, "b": 1}))
    lair = {"b": {"dragon": 1}}
    game = run(lay(ann, seat(), pieces=lair), "conquer d", "done")
    assert pieces(game, "b") == {"dragon": 1}
    game = run(lay(ann, seat(), pieces=lair), "abandon b", "conquer b by dragon")
    assert pieces(game, "b") == {"dragon": 1}
    game = run(lay(ann, seat(), pieces=lair), "conquer d by dragon")
    assert (pieces(game, "b"), pieces(game, "d")) == ({}, {"dragon": 1})
    game = run(lay(ann, seat(), pieces=lair), "decline")
    assert pieces(game, "b") == {}
    assert game.state.supply_of("dragon") == 1


def test_dragon_obeys_reach_water_peace_and_immunity() -> None:
    """R-DRAGON-1, R-CONQ-5, R-CONQ-6, R-CONQ-8."""
    game = lay(
        seat(race("humans dragon_master", {"c": 3})),
        seat(race("orcs heroic", {"b": 1, "f": 1})),
        pieces={"b": {"hero": 1}},
    )
    assert "conquer f by dragon" in game.legal_actions()
    assert "immune" in codes(game, "conquer b by dragon")
    assert "water" in codes(game, "conquer s by dragon")
    assert "out_of_reach" in codes(game, "conquer m by dragon")
    broke = lay(seat(race("humans dragon_master", {"c": 1})), seat())
    assert not [action for action in broke.legal_actions() if "dragon" in action]


def test_dragon_enters_the_map() -> None:
    """R-DRAGON-1, R-CONQ-3."""
    game = lay(seat(race("humans dragon_master", hand=3)), seat())
    assert codes(game, "conquer e by dragon")[0] == "out_of_reach"
    run(game, "conquer k by dragon")
    assert contents(game, "k") == "ann humans 1"


def test_dragon_may_have_to_pay_for_markers() -> None:
    """R-DRAGON-1, ruling dragon_ignores_markers: one token and one for each marker, none for tokens."""
    bob = seat(race("trolls fortified", {"e": 6, "b": 4}))
    lairs = {"e": {"lair": 1, "fortress": 1}, "b": {"lair": 1}}
    options = {"dragon_ignores_markers": False}
    poor = lay(seat(race("humans dragon_master", {"a": 4})), bob, pieces=lairs, options=options)
    assert [a for a in options_for(poor, "conquer") if "dragon" in a] == ["conquer b by dragon", "conquer d by dragon"]
    run(poor, "conquer b by dragon")
    assert contents(poor, "b") == "ann humans 2"
    rich = lay(seat(race("humans dragon_master", {"a": 5})), bob, pieces=lairs, options=options)
    run(rich, "conquer e by dragon")
    assert contents(rich, "e") == "ann humans 4"


def test_no_dragon_after_the_final_die() -> None:
    """R-DIE-5, R-NOT-6."""
    game = run(lay(seat(race("humans dragon_master", {"a": 2})), seat(), dice=(0,)), "conquer b by die")
    assert codes(game, "conquer b by dragon") == ["wrong_phase"]


# --- Flying, Commando, Mounted, Underworld


def test_flying_goes_anywhere_on_land() -> None:
    """R-FLY-1: first and later, at the usual cost."""
    game = lay(seat(race("humans flying", hand=9)), seat())
    assert {a.split()[1] for a in options_for(game, "conquer")} == set("abcdefghjkm")
    run(game, "conquer j", "conquer a")
    assert contents(game, "a") == "ann humans 2"


def test_discounts_of_powers() -> None:
    """R-COM-1, R-MOUNT-1, R-UND-1, R-COST-4: each in its own regions, for its own race only."""
    prices = {"commando": [1, 1, 1, 2], "mounted": [1, 1, 2, 3], "underworld": [2, 1, 2, 2], "hill": [2, 2, 2, 3]}
    for power, expected in prices.items():
        game = lay(seat(race(f"humans {power}", {"g": 9}), race("ghouls", {"m": 5})), seat())
        assert [cost(game, region) for region in "abde"] == expected
        assert [cost(game, region, declined=True) for region in "abde"] == [2, 2, 2, 3]


def test_underworld_links_caverns_only_from_a_cavern() -> None:
    """R-UND-2: no help for a First Conquest."""
    game = lay(seat(race("humans underworld", {"k": 9})), seat())
    assert {"conquer b", "conquer e"} <= set(game.legal_actions())
    first = lay(seat(race("humans underworld", hand=9)), seat())
    assert codes(first, "conquer e") == ["out_of_reach"]
    above = lay(seat(race("humans underworld", {"g": 9})), seat())
    assert codes(above, "conquer b") == ["out_of_reach"]


# --- Fortified, Heroic


@pytest.mark.parametrize("reuse", [True, False])
def test_a_fortress_of_a_region_given_up_is_in_the_supply_again(reuse: bool) -> None:
    """R-REDEP-5: it is in place only where the race stays, so it was not built."""
    start = lay(seat(race("amazons fortified", {"a": 1, "b": 1}, 3)), seat(), options={"fortress_reuse": reuse})
    game = run(start, "done", "place fortress a", "abandon a")
    assert game.state.supply_of("fortress") == 6
    assert options_for(game, "place") == ["place fortress b"]
    run(game, "place fortress b")
    assert game.state.supply_of("fortress") == 5 and not options_for(game, "place")


def test_one_fortress_a_turn() -> None:
    """R-FORT-1, R-FORT-3, R-NOT-9: one in a region, paid at once; a choice."""
    game = run(lay(seat(race("humans fortified", {"b": 2, "d": 1})), seat(), pieces={"d": {"fortress": 1}}), "done")
    assert options_for(game, "place") == ["place fortress b"]
    run(game, "place fortress b")
    assert options_for(game, "place") == []
    assert codes(game, "place fortress d") == ["not_now"]
    redeploy(game)
    assert scored(game, "ann") == {"regions": 2, "fortified": 2}


def test_no_seventh_fortress() -> None:
    """R-FORT-2, R-NOT-9, R-SUP-2: those of a declined race count."""
    lands = dict.fromkeys("abcdef", 1)
    ann = seat(race("humans fortified", {"k": 2}), race("trolls", lands))
    game = run(lay(ann, seat(), pieces={region: {"fortress": 1} for region in lands}), "done")
    assert options_for(game, "place") == []


@pytest.mark.parametrize(("reuse", "left"), [(True, 6), (False, 5)])
def test_lost_fortress(reuse: bool, left: int) -> None:
    """R-FORT-2, R-FORT-4, ruling fortress_reuse."""
    game = lay(
        seat(race("ratmen hill", {"a": 9})),
        seat(race("humans fortified", {"b": 1, "c": 1})),
        pieces={"b": {"fortress": 1}},
        options={"fortress_reuse": reuse},
    )
    run(game, "conquer b")
    assert game.state.supply_of("fortress") == left


def test_abandoned_fortress_is_built_again() -> None:
    """R-FORT-2, R-FORT-4."""
    game = lay(seat(race("humans fortified", {"a": 3, "b": 1})), seat(), pieces={"b": {"fortress": 1}})
    run(game, "abandon b", "conquer b", "done", "place fortress b")
    assert pieces(game, "b") == {"fortress": 1}


def test_two_heroes_in_two_regions() -> None:
    """R-HERO-1, R-HERO-2: mandatory, one each, every turn again."""
    game = run(lay(seat(race("humans heroic", {"a": 1, "b": 1, "d": 1})), seat()), "done")
    assert codes(game, "done") == ["pieces_left"]
    run(game, "place hero a")
    assert options_for(game, "place") == ["place hero b", "place hero d"]
    run(game, "place hero b", "done")
    until(game, "ann")
    assert pieces(game, "a") == {"hero": 1}
    run(game, "done", "place hero d", "place hero a", "done")
    assert (pieces(game, "b"), pieces(game, "d")) == ({}, {"hero": 1})


def test_heroes_of_a_single_region() -> None:
    """R-HERO-1, R-REDEP-6: one is placed, the other waits."""
    game = run(lay(seat(race("humans heroic", {"a": 1})), seat()), "done", "place hero a")
    assert game.legal_actions() == ("done",)
    none = run(lay(seat(race("humans heroic", hand=2)), seat()), "done")
    assert none.legal_actions() == ("done",)


def test_heroes_leave_on_decline() -> None:
    """R-HERO-2, R-DECL-1 d."""
    game = run(lay(seat(race("humans heroic", {"a": 1})), seat(), pieces={"a": {"hero": 1}}), "decline")
    assert pieces(game, "a") == {}


def test_heroes_are_not_placed_in_a_retreat() -> None:
    """R-HERO-1, R-LOSS-3."""
    game = run(lay(seat(race("ratmen hill", {"a": 9})), seat(race("humans heroic", {"b": 3, "m": 1}))), "conquer b")
    redeploy(run(game, "done"))
    assert game.phase == "retreat"
    assert options_for(game, "place") == []


# --- Spirit, Stout, decline


def test_spirit_with_another_declined_race() -> None:
    """R-SPIRIT-1, R-SPIRIT-2, R-SPIRIT-3: both score."""
    game = run(lay(seat(race("humans spirit", {"a": 2}), race("trolls", {"d": 1})), seat()), "decline")
    races = [game.state.hook_tables[declined].race_index for declined in game.state.declined_of(0)]
    assert [game.state.table.rulebook.races[number].id for number in races] == ["trolls", "humans"]  # the oldest first
    assert scored(game, "ann") == {"regions": 2}
    assert contents(game, "d") == "ann trolls 1 decline"
    until(game, "ann")
    until(run(game, "pick 1"), "ann")
    run(game, "decline")
    assert contents(game, "d") == "-"
    assert contents(game, "a") == "ann humans 1 decline"


def test_spirit_badge_is_put_away_when_the_race_is_gone() -> None:
    """R-SPIRIT-4, R-DECL-6."""
    game = lay(seat(race("ratmen hill", {"b": 9})), seat(race("orcs swamp", {"m": 1}), race("humans spirit", {"a": 1})))
    run(game, "conquer a")
    names = [game.state.table.rulebook.powers[power].id for power in game.state.discards]
    assert names == ["spirit"]


def test_second_spirit_race_by_ruling() -> None:
    """R-SPIRIT-4, ruling spirit_badge_retained: the badge is discarded, and both stay."""
    ann = seat(race("orcs spirit", {"b": 2}), race("trolls", {"d": 1}))
    game = run(lay(ann, seat(), options={"spirit_badge_retained": False}), "decline")
    state = game.state
    spirit = state.table.rulebook.power_indexes["spirit"]
    assert state.discards == (spirit,)
    top = state.column[0]
    state.discards, state.column = (top[1],), ((top[0], spirit, 0), *state.column[1:])
    until(run(game, "pick 2"), "ann")
    run(game, "pick 1", "conquer m")
    redeploy(run(game, "done"))
    until(game, "ann")
    run(game, "decline")
    assert [contents(game, r).split()[-1] for r in "bdm"] == ["decline"] * 3


def test_stout_declines_after_scoring() -> None:
    """R-STOUT-1, R-STOUT-2, R-DECL-7: also on the turn of picking, without a second scoring."""
    game = run(lay(column=(("humans", "stout", 0),)), "pick 1", "conquer a")
    redeploy(run(game, "done"))
    assert game.legal_actions() == ("decline", "done")
    run(game, "decline")
    assert game.scores()["ann"] == 5 + 2
    assert contents(game, "a") == "ann humans 1 decline"
    until(game, "ann")
    assert game.phase == "pick"


def test_stout_may_decline_normally() -> None:
    """R-STOUT-2."""
    game = run(lay(seat(race("humans stout", {"a": 2})), seat()), "decline")
    assert scored(game, "ann") == {"regions": 1}
    assert game.turn == "bob"


def test_others_cannot_decline_after_scoring() -> None:
    """R-DECL-2, R-STOUT-1."""
    game = lay(seat(race("humans diplomat", {"a": 2})), seat())
    redeploy(run(game, "done"))
    assert codes(game, "decline") == ["scored"]


def test_order_of_a_decline() -> None:
    """R-DECL-1, R-SCORE-5: the earlier race is gone before scoring, its markers too."""
    ann = seat(race("humans hill", {"a": 4, "b": 1}, 2), race("trolls", {"d": 1}))
    game = run(lay(ann, seat(), pieces={"d": {"lair": 1}}), "decline")
    assert scored(game, "ann") == {"regions": 2}
    assert (contents(game, "a"), contents(game, "d"), pieces(game, "d")) == ("ann humans 1 decline", "-", {})
    assert (tray(game, "humans"), tray(game, "trolls")) == (8, 10)


@pytest.mark.parametrize(("removes", "expected"), [(True, "-"), (False, "ann trolls 1 decline")])
def test_empty_decline(removes: bool, expected: str) -> None:
    """R-DECL-5, ruling empty_decline_removes_previous: the race is gone at once, its banner returns."""
    ann = seat(race("humans hill", hand=3), race("trolls", {"d": 1}))
    game = run(lay(ann, seat(), options={"empty_decline_removes_previous": removes}), "decline")
    assert contents(game, "d") == expected
    assert tray(game, "humans") == 10
    assert game.state.table.rulebook.races[game.state.banners[-1]].id == "humans"


def test_empty_spirit_decline_discards_the_badge() -> None:
    """R-DECL-5, R-SPIRIT-4, R-DECL-6."""
    game = run(lay(seat(race("humans spirit", hand=3), race("trolls", {"d": 1})), seat()), "decline")
    assert contents(game, "d") == "ann trolls 1 decline"
    assert len(game.state.discards) == 1
    assert not game.state.is_in_play(4)


# --- the end, coins


@pytest.mark.parametrize(("answer", "winners"), [("tokens_then_shared", ["bob"]), ("shared", ["ann", "bob"])])
def test_tie_by_tokens(answer: str, winners: list[str]) -> None:
    """R-END-1, R-END-2, ruling tie_break: on the map, active and declined; neither hand nor Encampments."""
    ann = seat(race("amazons bivouacking", {"a": 1, "b": 1}, 5), coins=5)
    bob = seat(race("orcs swamp", {"m": 3, "k": 1}), coins=5)
    game = lay(ann, bob, round=10, options={"tie_break": answer})
    run(game, "done", "place encampment a 5", "deploy a 1", "done")
    redeploy(run(game, "done"))
    assert game.over
    assert game.scores() == {"ann": 7, "bob": 7}
    assert game.winners() == winners
    decided = answer == "tokens_then_shared"
    assert result_line(game).endswith("having more tokens on the map than ann" if decided else "victory with 7 coins")
    assert ("by tokens on the map: bob before ann" in list(final_table(game))[-1]) == decided


def test_full_tie_is_shared() -> None:
    """R-END-3."""
    game = lay(seat(race("ratmen hill", {"a": 1})), seat(race("orcs swamp", {"m": 1})), round=10)
    redeploy(run(game, "done"))
    redeploy(run(game, "done"))
    assert game.winners() == ["ann", "bob"]


def test_the_bank_can_run_dry_by_ruling() -> None:
    """R-SUP-3, R-COMP-6, ruling coin_bank: what is not there is not paid."""
    for answer, coins in (("finite", 2), ("unlimited", 4)):
        ann = seat(race("humans merchant", {"a": 1, "d": 1}), coins=1)
        column = (("elves", "swamp", 12),)
        game = lay(ann, seat(coins=500), column=column, options={"coin_bank": answer})
        redeploy(run(game, "done"))
        assert game.scores()["ann"] == 1 + (coins if answer == "finite" else 5)


def test_open_and_hidden_coins() -> None:
    """R-SCORE-6, ruling coins."""
    for answer, seen in (("hidden", None), ("open", 5)):
        game = lay(seat(race("humans merchant", {"a": 1})), seat(), options={"coins": answer})
        assert game.view("bob").coins == {"ann": seen, "bob": 5}
