"""The effects of each race that no scenario shows (rules K; Ghouls have a module of their own)."""

from __future__ import annotations

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

from smallworld.rules.operations.token_moves import remove_race

# --- Amazons


def test_amazons_take_four_more() -> None:
    """R-AMAZON-1, R-AMAZON-2, R-COMP-4: for any conquest, the first turn included."""
    game = run(lay(column=(("amazons", "bivouacking", 0),)), "pick 1")
    assert hand(game, "ann") == 15
    run(game, "conquer a", "conquer b", "conquer d", "conquer e", "conquer f", "conquer c", "conquer g")
    assert hand(game, "ann") == 0


def test_amazons_set_four_aside() -> None:
    """R-AMAZON-3, R-REDEP-4: the last four in hand cannot be deployed."""
    game = run(lay(seat(race("amazons hill", {"a": 9})), seat()), "done")
    assert options_for(game, "deploy") == ["deploy a 1", "deploy a 2", "deploy a 3", "deploy a 4"]
    assert codes(game, "deploy a 5") == ["no_tokens"]
    run(game, "deploy a 4", "done")
    assert contents(game, "a") == "ann amazons 5"
    until(game, "ann")
    assert hand(game, "ann") == 8  # R-AMAZON-4: the reserve is back


def test_cornered_amazons_give_regions_up() -> None:
    """R-AMAZON-3: fewer than four spare, so regions are lost before scoring, of the owner's choice."""
    game = run(lay(seat(race("amazons hill", {"a": 2, "b": 1, "d": 1, "m": 1}, 1)), seat()), "done")
    assert codes(game, "done") == ["reserve"]
    assert options_for(game, "abandon") == ["abandon a", "abandon b", "abandon d", "abandon m"]
    assert options_for(game, "deploy") == []
    run(game, "abandon m", "abandon a")
    assert options_for(game, "abandon") == []
    run(game, "done")
    assert scored(game, "ann") == {"regions": 2, "hill": 1}


def test_amazons_with_fewer_than_four_on_the_map_lose_it() -> None:
    """R-AMAZON-3: all are taken."""
    game = run(lay(seat(race("amazons hill", {"a": 2, "b": 1})), seat()), "done")
    run(game, "abandon a", "abandon b")
    assert game.legal_actions() == ("done",)
    run(game, "done")
    assert scored(game, "ann") == {}
    until(game, "ann")
    assert hand(game, "ann") == 3
    assert "conquer m" in game.legal_actions()


def test_amazons_may_keep_one_each_by_ruling() -> None:
    """R-AMAZON-3, ruling amazon_shortfall."""
    options = {"amazon_shortfall": "keep_one_each"}
    game = run(lay(seat(race("amazons hill", {"a": 2, "b": 1}, 1)), seat(), options=options), "done")
    assert game.legal_actions() == ("done",)
    run(game, "done")
    assert scored(game, "ann") == {"regions": 2, "hill": 1}
    assert hand(game, "ann") == 2


def test_the_reserve_is_out_of_play_for_others() -> None:
    """R-AMAZON-5, R-LOSS-3: defenders place what was withdrawn, not the reserve."""
    bob = seat(race("amazons hill", {"b": 3, "d": 1}, 4))
    game = run(lay(seat(race("ratmen swamp", {"a": 11})), bob), "conquer b", "done")
    redeploy(game)
    assert options_for(game, "deploy") == ["deploy d 1", "deploy d 2"]
    run(game, "deploy d 2")
    assert hand(game, "bob") == 4 + 2


def test_a_race_with_only_its_reserve_attacks_with_it() -> None:
    """R-AMAZON-5, R-AMAZON-6: without a region nothing is taken off."""
    game = lay(seat(race("amazons hill", hand=4)), seat())
    run(game, "conquer a", "conquer b", "done")
    assert codes(game, "done") == ["reserve"]
    empty = run(lay(seat(race("amazons hill", hand=4)), seat()), "done")
    assert empty.legal_actions() == ("done",)


def test_the_reserve_is_lost_on_decline() -> None:
    """R-AMAZON-4, R-DECL-1 c."""
    game = run(lay(seat(race("amazons hill", {"a": 3}, 4)), seat()), "decline")
    assert tray(game, "amazons") == 14


def test_stout_amazons_decline_after_setting_four_aside() -> None:
    """R-AMAZON-3, R-STOUT-1."""
    game = run(lay(seat(race("amazons stout", {"a": 3, "b": 1}, 4)), seat()), "done", "deploy a 2", "done", "decline")
    assert contents(game, "a") == "ann amazons 1 decline"
    assert tray(game, "amazons") == 13


def test_heroes_of_amazons_stay_with_their_tokens() -> None:
    """R-REDEP-5, R-AMAZON-3, R-HERO-1: a Hero of a region that is given up is placed again."""
    game = run(lay(seat(race("amazons heroic", {"a": 2, "b": 1, "d": 1}, 2)), seat()), "done")
    run(game, "place hero a", "place hero b", "abandon a")
    assert codes(game, "done") == ["pieces_left"]
    run(game, "place hero d", "done")
    assert (pieces(game, "b"), pieces(game, "d")) == ({"hero": 1}, {"hero": 1})


# --- Halflings


def test_halflings_enter_anywhere() -> None:
    """R-HALF-1: but the next conquests obey the borders."""
    game = lay(seat(race("halflings hill", hand=9)), seat())
    run(game, "conquer j")
    assert codes(game, "conquer a") == ["out_of_reach"]
    assert codes(lay(seat(race("halflings hill", hand=9)), seat()), "conquer l") == ["water"]


def test_seafaring_halflings_enter_on_any_water() -> None:
    """R-HALF-1: with Seafaring any region."""
    game = lay(seat(race("halflings seafaring", hand=9)), seat())
    run(game, "conquer l")
    assert pieces(game, "l") == {"hole": 1}


def test_holes_on_the_first_two_regions_of_a_life() -> None:
    """R-HALF-2, R-HALF-4, R-NOT-11: counted over turns, never moved."""
    game = run(lay(column=(("halflings", "hill", 0),)), "pick 1", "conquer a")
    redeploy(run(game, "done"))
    until(game, "ann")
    run(game, "conquer b", "conquer c")
    assert [pieces(game, region) for region in "abc"] == [{"hole": 1}, {"hole": 1}, {}]
    run(game, "done")
    assert not options_for(game, "place")
    assert codes(game, "place hole c") == ["not_now"]


@pytest.mark.parametrize(("reuse", "holes"), [(False, {}), (True, {"hole": 1})])
def test_abandoned_hole(reuse: bool, holes: dict[str, int]) -> None:
    """R-HALF-3, R-IMM-3, ruling halfling_hole_reuse."""
    game = run(
        lay(column=(("halflings", "hill", 0),), options={"halfling_hole_reuse": reuse}),
        "pick 1", "conquer a", "conquer b",
    )  # fmt: skip
    until(redeploy(run(game, "done")), "ann")
    run(game, "abandon a", "conquer c")
    assert pieces(game, "a") == {}
    assert pieces(game, "c") == holes


def test_a_new_life_brings_new_holes() -> None:
    """R-HALF-2, R-HALF-3: the Holes of the earlier life are back in the box of the race."""
    game = run(lay(column=(("halflings", "hill", 0),)), "pick 1", "conquer a", "conquer b")
    until(redeploy(run(game, "done")), "ann")
    run(game, "decline")
    assert pieces(game, "a") == {}
    state = game.state
    remove_race(state, 2)
    assert state.supply_of("hole") == 0
    first, returned = state.column[0], state.banners[-1]
    state.banners = (*state.banners[:-1], first[0])
    state.column = ((returned, *first[1:]), *state.column[1:])
    until(game, "ann")
    run(game, "pick 1", "conquer a", "conquer b")
    assert [pieces(game, region) for region in "ab"] == [{"hole": 1}, {"hole": 1}]


# --- Giants, Tritons, Dwarves, Trolls, Humans, Wizards, Orcs


def test_giants_next_to_their_mountain() -> None:
    """R-GIANT-1: at that moment; the target need not be a mountain, and once is enough."""
    game = lay(seat(race("giants hill", {"e": 5, "k": 1})), seat())
    assert cost(game, "j") == 1  # next to two of them
    run(game, "abandon e")
    assert cost(game, "a") == 2


def test_giants_and_caverns() -> None:
    """R-GIANT-2, R-UND-2, R-UND-3: the cavern of a mountain carries the discount to other caverns."""
    ann = seat(race("giants underworld", {"k": 9}))
    assert cost(lay(ann, seat()), "b") == 1
    assert cost(lay(ann, seat(race("orcs hill", {"b": 3}))), "b") == 3
    without = lay(ann, seat(race("orcs hill", {"b": 3})), options={"underworld_extends_effects": False})
    assert cost(without, "b") == 4
    assert codes(without, "conquer b") == []  # reach is another matter


def test_giants_flying_gives_no_discount() -> None:
    """R-GIANT-2: Flying creates no adjacency."""
    assert cost(lay(seat(race("giants flying", {"k": 9})), seat()), "a") == 2


def test_tritons_on_the_coast() -> None:
    """R-TRITON-1, R-TERM-3: land next to sea or lake; water itself is not."""
    game = lay(seat(race("tritons seafaring", {"e": 9})), seat())
    assert [cost(game, region) for region in "cfghjm"] == [1, 1, 1, 1, 1, 1]
    assert [cost(game, region) for region in "abs"] == [2, 2, 2]


def test_dwarves_keep_their_mines() -> None:
    """R-DWARF-1, R-SCORE-5: on the turn of declining and after it."""
    game = run(lay(seat(race("dwarves hill", {"d": 2, "k": 2, "b": 1})), seat()), "decline")
    assert scored(game, "ann") == {"regions": 3, "dwarves": 2}
    until(game, "ann")
    until(run(game, "pick 1"), "bob")
    assert scored(game, "ann")["dwarves"] == 2


@pytest.mark.parametrize(("name", "region"), [("humans", "a"), ("wizards", "f")])
def test_active_only(name: str, region: str) -> None:
    """R-HUMAN-1, R-WIZ-1, R-DECL-4."""
    game = redeploy(run(lay(seat(race(f"{name} swamp", {region: 2, "b": 1})), seat()), "done"))
    assert scored(game, "ann") == {"regions": 2, name: 1}
    until(game, "ann")
    run(game, "decline")
    assert scored(game, "ann") == {"regions": 2}


def test_lairs_come_and_go_with_trolls() -> None:
    """R-TROLL-1, R-TROLL-2, R-TERM-8: also in decline, and the supply gets them back."""
    game = lay(seat(race("trolls hill", {"a": 5})), seat(race("ratmen swamp", {"m": 9})), pieces={"a": {"lair": 1}})
    run(game, "conquer b")
    assert pieces(game, "b") == {"lair": 1}
    redeploy(run(game, "done"))
    until(game, "ann")
    run(game, "abandon b")
    assert pieces(game, "b") == {}
    until(redeploy(run(game, "done")), "ann")
    run(game, "decline")
    assert pieces(game, "a") == {"lair": 1}
    remove_race(game.state, 2)
    assert game.state.supply_of("lair") == 10


def test_orcs_and_pillagers_are_paid_each() -> None:
    """R-ORC-1, R-PILL-1, R-SCORE-3, R-TERM-6: natives, enemies, own declined ones; no mountain alone."""
    ann = seat(race("orcs pillaging", {"a": 10}), race("elves", {"d": 1}))
    game = lay(ann, seat(race("humans hill", {"b": 1})))
    run(game, "conquer b", "conquer d", "conquer e")
    redeploy(run(game, "done"))
    assert scored(game, "ann") == {"regions": 4, "orcs": 2, "pillaging": 2}


def test_own_declined_region_may_count_as_empty() -> None:
    """R-TERM-6, ruling own_decline_counts_nonempty."""
    ann = seat(race("orcs pillaging", {"a": 10}), race("elves", {"d": 1}))
    game = lay(ann, seat(), options={"own_decline_counts_nonempty": False})
    redeploy(run(game, "conquer d", "done"))
    assert scored(game, "ann") == {"regions": 2}
    game = lay(seat(), ann, options={"own_decline_counts_nonempty": False}, turn="bob")
    redeploy(run(game, "conquer d", "done"))
    assert scored(game, "bob") == {"regions": 2}


def test_skeletons_grow() -> None:
    """R-SKEL-1, R-SKEL-2, R-REDEP-1: one for two, after the conquests, while the tray lasts."""
    bob = seat(race("humans hill", {"b": 1, "d": 1, "e": 1}))
    game = run(lay(seat(race("skeletons swamp", {"a": 13})), bob), "conquer b", "conquer d", "conquer e")
    assert hand(game, "ann") == 13 - 1 - 3 - 3 - 4
    run(game, "done")
    assert tray(game, "skeletons") == 20 - 13 - 1
    full = lay(seat(race("skeletons swamp", {"a": 20})), bob)
    run(full, "conquer b", "conquer d", "done")
    assert tray(full, "skeletons") == 0


def test_ratmen_are_many() -> None:
    """R-RAT-1."""
    game = run(lay(column=(("ratmen", "merchant", 0),)), "pick 1")
    assert hand(game, "ann") == 10


# --- Sorcerers


def test_conversion_once_for_each_opponent() -> None:
    """R-SORC-1, R-NOT-10, R-SORC-11: from the tray, for good."""
    game = lay(
        seat(race("sorcerers hill", {"a": 3})),
        seat(race("humans swamp", {"b": 1, "d": 1})),
        seat(race("orcs forest", {"e": 1})),
    )
    run(game, "conquer b by sorcery")
    assert contents(game, "b") == "ann sorcerers 1"
    assert (tray(game, "sorcerers"), tray(game, "humans"), hand(game, "ann")) == (14, 9, 2)
    assert codes(game, "conquer d by sorcery") == ["means"]
    run(game, "conquer e by sorcery")
    assert codes(game, "conquer d by sorcery") == ["no_means"]
    assert codes(game, "abandon a") == ["conquered"]


def test_a_conversion_leaves_those_of_other_opponents() -> None:
    """R-SORC-1: a token out of reach is refused for that, not for the conversion before it."""
    game = lay(
        seat(race("sorcerers hill", {"a": 3})),
        seat(race("humans swamp", {"b": 1})),
        seat(race("orcs forest", {"k": 1})),
    )
    run(game, "conquer b by sorcery")
    assert str(game.refusal("conquer k by sorcery")[-1].reason) == "k is out of reach of the race"


def test_a_conversion_elsewhere_brings_no_region_into_reach() -> None:
    """R-SORC-2, R-CONQ-2: the refusal looks at the region that was named."""
    game = lay(
        seat(race("sorcerers hill", {"h": 3})),
        seat(race("humans swamp", {"b": 1})),
        seat(race("orcs forest", {"m": 1})),
    )
    assert "conquer m by sorcery" in game.legal_actions()
    assert "out_of_reach" in codes(game, "conquer b by sorcery")


def test_what_cannot_be_converted() -> None:
    """R-SORC-5: natives, declined tokens, own ones, two tokens or more."""
    game = lay(
        seat(race("sorcerers hill", {"e": 3}), race("elves", {"j": 1})),
        seat(race("humans swamp", {"a": 2}), race("ghouls", {"b": 1})),
        natives={"h": 1},
    )
    assert options_for(game, "conquer") and not [a for a in options_for(game, "conquer") if "sorcery" in a]


def test_conversion_needs_no_token_in_hand() -> None:
    """R-SORC-6, ruling sorcerer_requires_token_in_hand."""
    ann, bob = seat(race("sorcerers hill", {"a": 1})), seat(race("humans swamp", {"b": 1}))
    assert "conquer b by sorcery" in lay(ann, bob).legal_actions()
    strict = lay(ann, bob, options={"sorcerer_requires_token_in_hand": True})
    assert "conquer b by sorcery" not in strict.legal_actions()
    rich = seat(race("sorcerers hill", {"a": 2}))
    strict = run(lay(rich, bob, options={"sorcerer_requires_token_in_hand": True}), "conquer b by sorcery")
    assert hand(strict, "ann") == 1


def test_conversion_needs_a_token_on_the_tray() -> None:
    """R-SORC-6, R-SUP-1."""
    game = lay(seat(race("sorcerers hill", {"a": 18})), seat(race("humans swamp", {"b": 1})))
    assert codes(game, "conquer b by sorcery") == ["no_means"]


def test_flying_sorcerers_enter_by_conversion() -> None:
    """R-SORC-3, R-FLY-1; without Flying it is impossible."""
    bob = seat(race("humans swamp", {"e": 1}))
    game = run(lay(seat(race("sorcerers flying", hand=3)), bob), "conquer e by sorcery")
    assert contents(game, "e") == "ann sorcerers 1"
    walking = lay(seat(race("sorcerers hill", hand=3)), seat(race("humans swamp", {"a": 1})))
    assert "conquer a by sorcery" not in walking.legal_actions()


@pytest.mark.parametrize(
    ("options", "reached"),
    [({}, True), ({"sorcerer_reach": "map_adjacent"}, False), ({"underworld_extends_effects": False}, False)],
)
def test_conversion_through_caverns(options: dict[str, object], reached: bool) -> None:
    """R-SORC-2, R-UND-2, rulings sorcerer_reach and underworld_extends_effects."""
    game = lay(seat(race("sorcerers underworld", {"k": 3})), seat(race("humans swamp", {"b": 1})), options=options)
    assert ("conquer b by sorcery" in game.legal_actions()) is reached
    assert "conquer b by die" in game.legal_actions() or "conquer b" in game.legal_actions()


def test_flying_conversion_by_map_only() -> None:
    """R-SORC-2, ruling sorcerer_reach."""
    game = lay(
        seat(race("sorcerers flying", {"a": 3})),
        seat(race("humans swamp", {"b": 1, "k": 1})),
        options={"sorcerer_reach": "map_adjacent"},
    )
    assert [a for a in options_for(game, "conquer") if "sorcery" in a] == ["conquer b by sorcery"]


def test_shelter_from_conversion() -> None:
    """R-SORC-4, R-BIV-2, R-SORC-8: an Encampment helps; Lair, Fortress and Mountain do not."""
    bob = seat(race("trolls fortified", {"e": 1}))
    game = lay(seat(race("sorcerers hill", {"a": 3})), bob, pieces={"e": {"lair": 1, "fortress": 1}})
    run(game, "conquer e by sorcery")
    assert pieces(game, "e") == {}
    camp = lay(
        seat(race("sorcerers hill", {"a": 3})),
        seat(race("orcs bivouacking", {"e": 1})),
        pieces={"e": {"encampment": 1}},
    )
    assert "conquer e by sorcery" not in camp.legal_actions()


@pytest.mark.parametrize("piece", ["hero", "hole", "dragon"])
def test_immune_regions_are_not_converted(piece: str) -> None:
    """R-SORC-4, R-IMM-1."""
    game = lay(seat(race("sorcerers hill", {"a": 3})), seat(race("orcs swamp", {"b": 1})), pieces={"b": {piece: 1}})
    assert "conquer b by sorcery" not in game.legal_actions()
    assert "immune" in codes(game, "conquer b by sorcery")


def test_converted_elf_is_lost() -> None:
    """R-ELF-2, R-SORC-1."""
    game = lay(seat(race("sorcerers hill", {"a": 3})), seat(race("elves swamp", {"b": 1, "c": 1})))
    run(game, "conquer b by sorcery")
    assert tray(game, "elves") == 10


def test_the_last_token_can_be_converted() -> None:
    """R-SORC-9, R-DECL-8: that race stays, without tokens."""
    game = lay(seat(race("sorcerers pillaging", {"a": 3})), seat(race("humans swamp", {"b": 1})))
    redeploy(run(game, "conquer b by sorcery", "done"))
    assert scored(game, "ann") == {"regions": 2, "pillaging": 1}
    assert game.legal_actions() == ("decline", "done")


def test_no_conversion_after_the_final_die() -> None:
    """R-SORC-7, R-DIE-5, R-NOT-6."""
    game = lay(seat(race("sorcerers hill", {"a": 2})), seat(race("humans swamp", {"b": 1})), dice=(0,))
    run(game, "conquer d by die")
    assert codes(game, "conquer b by sorcery") == ["wrong_phase"]


def test_peace_forbids_conversion() -> None:
    """R-SORC-10, R-DIPLOMAT-5, R-CONQ-7."""
    game = lay(seat(race("humans diplomat", {"b": 1})), seat(race("sorcerers hill", {"a": 3})))
    run(game, "done", "done", "ally bob")
    assert codes(game, "conquer b by sorcery")[0] == "peace"


def test_conversion_counts_as_an_attack() -> None:
    """R-SORC-9, R-DIPLOMAT-1."""
    game = lay(
        seat(race("sorcerers diplomat", {"a": 1})),
        seat(race("humans swamp", {"b": 1})),
        seat(race("orcs hill", {"m": 1})),
    )
    run(game, "conquer b by sorcery", "done", "done")
    assert options_for(game, "ally") == ["ally cid"]
