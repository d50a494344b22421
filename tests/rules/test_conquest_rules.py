"""Reach, cost, final die, losses and retreat (rules F)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from positions import (
    codes,
    contents,
    cost,
    hand,
    lay,
    mini,
    options_for,
    pieces,
    race,
    redeploy,
    run,
    seat,
    tray,
    until,
)

from smallworld.model.board import BoardFile
from smallworld.rules.custom_position import PlayerPosition


def board_with(**changes: dict[str, object]) -> BoardFile:
    """The small board with some regions changed."""
    regions = tuple(replace(region, **changes.get(region.id, {})) for region in mini().regions)
    return replace(mini(), id="changed-" + "-".join(sorted(changes)), regions=regions)


def test_entry_regions() -> None:
    """R-CONQ-3, R-TERM-4: the edge, or the shore of a sea at the edge; never a lake's shore or water."""
    game = lay(seat(race("ratmen hill", hand=10)), seat())
    conquered = {action.split()[1] for action in options_for(game, "conquer")}
    assert conquered == set("abcdfghkm")


def test_reach_grows_with_each_conquest() -> None:
    """R-CONQ-2, R-CONQ-1."""
    game = lay(seat(race("ratmen hill", {"a": 9})), seat())
    assert codes(game, "conquer c") == ["out_of_reach"]
    assert codes(game, "conquer a") == ["own"]
    run(game, "conquer b")
    assert codes(game, "conquer c") == []


def test_water_is_closed() -> None:
    """R-CONQ-5."""
    game = lay(seat(race("ratmen flying", {"c": 9})), seat())
    assert codes(game, "conquer s") == ["water"]
    assert codes(game, "conquer l") == ["water"]


def test_conquering_takes_a_token_in_hand() -> None:
    """R-CONQ-8, R-NOT-3, R-DIE-1: with any discounts."""
    game = lay(seat(race("ratmen commando", {"a": 1})), seat())
    assert options_for(game, "conquer") == []
    assert codes(game, "conquer b") == ["no_tokens"]
    assert codes(game, "conquer b by die") == ["no_tokens"]


@pytest.mark.parametrize(("count_own", "price"), [(False, 3), (True, 4)])
def test_own_declined_token(count_own: bool, price: int) -> None:
    """R-COST-2, R-CONQ-9, R-LOSS-2, ruling own_decline_token_defends: its markers count in any case."""
    game = lay(
        seat(race("ratmen hill", {"a": 9}), race("trolls", {"b": 1})),
        seat(),
        pieces={"b": {"lair": 1}},
        options={"own_decline_token_defends": count_own},
    )
    assert cost(game, "b") == price
    run(game, "conquer b")
    assert contents(game, "b") == f"ann ratmen {price}"
    assert pieces(game, "b") == {}
    assert tray(game, "trolls") == 10


def test_costs_add_up() -> None:
    """R-COST-1: mountain, Lair, Fortress, Encampments, tokens."""
    bob = seat(race("trolls fortified", {"e": 2}))
    game = lay(seat(race("ratmen hill", {"a": 9})), bob, pieces={"e": {"lair": 1, "fortress": 1}})
    assert cost(game, "e") == 2 + 1 + 1 + 1 + 2
    camps = lay(
        seat(race("ratmen hill", {"a": 9})),
        seat(race("orcs bivouacking", {"e": 1})),
        pieces={"e": {"encampment": 3}},
    )
    assert cost(camps, "e") == 2 + 1 + 3 + 1


def test_the_floor_is_applied_once_at_the_end() -> None:
    """R-COST-3: Giants next to their mountain, Underworld in a cavern; surplus discounts do not carry on."""
    game = lay(seat(race("giants underworld", {"e": 9})), seat(race("orcs hill", {"a": 1})))
    assert cost(game, "b") == 1  # 2 - 1 - 1, never less than 1
    assert cost(game, "k") == 1  # 2 + mountain - cavern - linked to a mountain of their own
    assert cost(game, "a") == 2  # 2 + Orc - Giants


def test_natives_and_mountains() -> None:
    """R-COST-1, R-CONQ-10, R-CONQ-22, R-CONQ-23."""
    game = lay(seat(race("ratmen hill", {"d": 9})), seat(), natives="printed")
    assert cost(game, "h") == 3
    run(game, "conquer h", "conquer e")
    assert contents(game, "h") == "ann ratmen 3"
    assert cost(game, "j") == 3


@pytest.mark.parametrize(("region", "declined"), [("b", False), ("d", True), ("h", True)])
def test_a_conquest_records_whether_its_loser_was_in_decline(region: str, declined: bool) -> None:
    """R-CONQ-20, step 2; natives count as declined."""
    bob = seat(race("orcs forest", {"b": 1}), race("elves", {"d": 1}))
    game = lay(seat(race("ratmen hill", {"e": 3}, 9)), bob, natives="printed")
    assert run(game, f"conquer {region}").state.conquests[-1].loser_declined is declined


def test_final_attempt_within_three() -> None:
    """R-DIE-1: h < R <= h + 3."""
    game = lay(seat(race("ratmen hill", {"a": 2})), seat(race("orcs forest", {"b": 2, "e": 3, "d": 1})))
    assert options_for(game, "conquer") == ["conquer b by die", "conquer d by die"]
    assert codes(game, "conquer e by die") == ["too_dear"]
    rich = lay(seat(race("ratmen hill", {"a": 4})), seat())
    assert codes(rich, "conquer b by die") == ["no_die_needed"]


@pytest.mark.parametrize(("result", "owner"), [(2, "ann ratmen 1"), (3, "ann ratmen 1"), (1, "bob orcs 2")])
def test_final_attempt(result: int, owner: str) -> None:
    """R-DIE-4, R-DIE-2, R-NOT-4: all tokens in hand go in, or stay in hand."""
    game = lay(seat(race("ratmen hill", {"a": 2})), seat(race("orcs forest", {"b": 1, "c": 1})), dice=(result,))
    run(game, "conquer b by die")
    if owner.startswith("ann"):
        assert contents(game, "b") == owner
    else:
        assert contents(game, "b") == "bob orcs 1"
        assert hand(game, "ann") == 1


def test_die_although_something_else_can_be_paid() -> None:
    """R-DIE-3, ruling final_die_condition."""
    ann, bob = seat(race("ratmen hill", {"a": 3})), seat(race("orcs forest", {"b": 2}))
    assert "conquer b by die" in lay(ann, bob).legal_actions()
    strict = lay(ann, bob, options={"final_die_condition": "no_region_affordable"})
    (refusal,) = strict.refusal("conquer b by die")
    assert refusal.code == "die_too_early" and refusal.reason.endswith("as by 'conquer d'")
    run(strict, "conquer d")
    assert "conquer b by die" not in strict.legal_actions()  # no token left


def test_one_token_is_lost_the_others_withdraw() -> None:
    """R-LOSS-1, R-LOSS-3: to any region of the same race, and all of them."""
    bob = seat(race("orcs forest", {"b": 3, "k": 1, "g": 1}))
    game = run(lay(seat(race("ratmen hill", {"a": 9})), bob), "conquer b", "done")
    redeploy(game)
    assert (game.phase, game.to_move) == ("retreat", "bob")
    assert tray(game, "orcs") == 10 - 4
    assert options_for(game, "deploy") == ["deploy g 1", "deploy g 2", "deploy k 1", "deploy k 2"]
    assert codes(game, "done") == ["tokens_left"]
    assert codes(game, "deploy a 1") == ["not_yours"]


def test_driven_off_the_map() -> None:
    """R-LOSS-4: the others wait in hand until the owner's turn; they may also decline."""
    game = run(lay(seat(race("ratmen hill", {"a": 9})), seat(race("orcs forest", {"b": 3}))), "conquer b", "done")
    redeploy(game)
    assert game.turn == "bob"
    assert hand(game, "bob") == 2
    assert "conquer c" in game.legal_actions()
    run(game, "decline")
    assert tray(game, "orcs") == 10


def three_attacked() -> tuple[PlayerPosition, ...]:
    return (
        seat(race("humans hill", {"d": 2, "m": 1})),
        seat(race("ratmen swamp", {"e": 12})),
        seat(race("orcs forest", {"a": 2, "g": 1})),
    )


def test_defenders_retreat_clockwise_from_the_active_player() -> None:
    """R-LOSS-6, R-LOSS-7: Bob attacks Ann first, but Cid has the next seat after Bob."""
    game = run(lay(*three_attacked(), turn="bob"), "conquer d", "conquer a", "done")
    assert (game.phase, game.to_move) == ("redeploy", "bob")
    redeploy(game)
    assert (game.phase, game.to_move) == ("retreat", "cid")
    run(game, "deploy g 1")
    assert (game.phase, game.to_move) == ("retreat", "ann")
    run(game, "deploy m 1")
    assert game.turn == "cid"


def test_defenders_may_retreat_first_by_ruling() -> None:
    """R-LOSS-7, ruling defender_redeploy_order."""
    game = lay(*three_attacked(), turn="bob", options={"defender_redeploy_order": "before_active"})
    run(game, "conquer d", "conquer a", "done")
    assert (game.phase, game.to_move) == ("retreat", "cid")
    run(game, "deploy g 1", "deploy m 1")
    assert (game.phase, game.to_move) == ("redeploy", "bob")
    redeploy(game)
    assert game.turn == "cid"


def test_elves_lose_nothing() -> None:
    """R-ELF-1, R-ELF-4, R-LOSS-1: they come back at the end of the attacker's turn."""
    bob = seat(race("elves forest", {"b": 1, "g": 1}))
    game = run(lay(seat(race("ratmen hill", {"a": 9})), bob), "conquer b", "done")
    redeploy(game)
    assert options_for(game, "deploy") == ["deploy g 1"]
    run(game, "deploy g 1")
    assert tray(game, "elves") == 9


def test_declined_elves_are_lost() -> None:
    """R-ELF-3, R-DECL-6."""
    bob = seat(race("orcs forest", {"g": 1}), race("elves", {"b": 1}))
    game = run(lay(seat(race("ratmen hill", {"a": 9})), bob), "conquer b")
    assert tray(game, "elves") == 11


def test_immunity_does_not_spread_or_block() -> None:
    """R-IMM-1, R-IMM-4: the neighbours can be taken, and the owner conquers through it."""
    bob = seat(race("orcs heroic", {"b": 1, "d": 1}))
    game = lay(seat(race("ratmen hill", {"a": 9})), bob, pieces={"b": {"hero": 1}, "d": {"hero": 1}})
    assert codes(game, "conquer b") == ["immune"]
    assert codes(game, "conquer b by die") == ["immune", "no_die_needed"]
    assert codes(game, "conquer e") == []


def test_immunity_binds_own_ghouls_but_not_the_owner() -> None:
    """R-IMM-2, R-IMM-3."""
    ann = seat(race("humans heroic", {"b": 2, "d": 1}), race("ghouls", {"a": 6}))
    game = lay(ann, seat(), pieces={"b": {"hero": 1}, "d": {"hero": 1}})
    assert codes(game, "conquer b as decline") == ["immune"]
    run(game, "abandon b")
    assert pieces(game, "b") == {}


def test_lake_at_the_edge_is_an_entry_for_seafarers_only() -> None:
    """R-SEA-2, R-CONQ-3, R-TERM-4."""
    board = board_with(l={"border": True})
    game = lay(seat(race("ratmen seafaring", hand=9)), seat(), board=board)
    assert codes(game, "conquer l") == []
    assert codes(game, "conquer s") == []
    inner = lay(seat(race("ratmen seafaring", hand=9)), seat())
    assert codes(inner, "conquer l") == ["out_of_reach"]
    assert codes(inner, "conquer j") == ["out_of_reach"]


def test_shore_of_a_lake_at_the_edge_is_no_entry() -> None:
    """R-TERM-4."""
    game = lay(seat(race("ratmen hill", hand=9)), seat(), board=board_with(l={"border": True}))
    assert codes(game, "conquer j") == ["out_of_reach"]


def test_water_is_kept_and_counted_after_decline() -> None:
    """R-SEA-1, R-SEA-3, R-SEA-4."""
    bob = seat(race("orcs seafaring", {"s": 2, "c": 2}))
    game = run(lay(seat(race("ratmen hill", {"b": 9})), bob), "conquer c", "done")
    redeploy(game)
    assert options_for(game, "deploy") == ["deploy s 1"]
    run(game, "deploy s 1", "decline")
    assert contents(game, "s") == "bob orcs 1 decline"
    assert game.state.scoring_of(1) == {"regions": 1}
    until(game, "ann")
    assert codes(game, "conquer s") == ["water"]


def test_a_ledger_holds_only_what_concerns_the_region() -> None:
    """R-COST-1, R-MOUNT-1: no discount of hills and farmland in a forest or a mountain."""
    game = lay(seat(race("humans mounted", {"b": 5})))
    for region, changes in (("a", 1), ("c", 0), ("e", 0)):
        lines = [line for line in game.explain(f"conquer {region}") if line.source == "mounted"]
        assert len(lines) == changes, region
