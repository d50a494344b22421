"""Rules of the base game that scenarios cannot state: stacks, discards, memory, sentences, views, other boards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from positions import base, codes, contents, hand, lay, mini, race, redeploy, run, scored, seat, until

import smallworld
from smallworld.model.board import BoardFile
from smallworld.tools import place_in_round
from smallworld_play.standings import result_line
from smallworld_terminal.game_lines import final_table

# --- set-up, turns, column


def test_places_in_a_round_are_counted_from_the_first_seat() -> None:
    state = smallworld.new_game(base(), ["ann", "bob", "cid", "dan", "eva"], options={"first_player": 4}).state
    assert [place_in_round(state, player) for player in range(5)] == [2, 3, 4, 0, 1]


def test_the_last_seat_may_begin_and_no_later_one() -> None:
    """R-SETUP-6: by ruling."""
    assert smallworld.new_game(base(), ["ann", "bob", "cid"], options={"first_player": 3}).turn == "cid"
    with pytest.raises(smallworld.SmallWorldError, match="option first_player is seat 4, but there are 3 players"):
        smallworld.new_game(base(), ["ann", "bob", "cid"], options={"first_player": 4})


def test_the_tray_limits_what_a_combo_brings() -> None:
    """R-SUP-1, R-PICK-4."""
    game = lay(column=(("humans", "hill", 0),))
    game.state.tray[game.state.table.rulebook.race_indexes["humans"]] = 4
    game.apply("pick 1")
    assert hand(game, "ann") == 4


def test_returned_banner_goes_to_the_end_of_the_stack() -> None:
    """R-PICK-7, R-DECL-6."""
    game = lay(seat(race("humans hill", {"a": 1}), race("orcs", {"d": 1})), seat())
    run(game, "decline")
    book = game.state.table.rulebook
    assert book.races[game.state.banners[-1]].id == "orcs"


# --- conquest


def board_with(**changes: dict[str, object]) -> BoardFile:
    """The small board with some regions changed."""
    regions = tuple(replace(region, **changes.get(region.id, {})) for region in mini().regions)
    return replace(mini(), id="changed-" + "-".join(sorted(changes)), regions=regions)


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


@pytest.mark.parametrize(("region", "declined"), [("b", False), ("d", True), ("h", True)])
def test_a_conquest_records_whether_its_loser_was_in_decline(region: str, declined: bool) -> None:
    """R-CONQ-20, step 2; natives count as declined."""
    bob = seat(race("orcs forest", {"b": 1}), race("elves", {"d": 1}))
    game = lay(seat(race("ratmen hill", {"e": 3}, 9)), bob, natives="printed")
    assert run(game, f"conquer {region}").state.conquests[-1].loser_declined is declined


def test_die_although_something_else_can_be_paid() -> None:
    """R-DIE-3, ruling final_die_condition."""
    ann, bob = seat(race("ratmen hill", {"a": 3})), seat(race("orcs forest", {"b": 2}))
    assert "conquer b by die" in lay(ann, bob).legal_actions()
    strict = lay(ann, bob, options={"final_die_condition": "no_region_affordable"})
    (refusal,) = strict.refusal("conquer b by die")
    assert refusal.code == "die_too_early" and refusal.reason.endswith("as by 'conquer d'")
    run(strict, "conquer d")
    assert "conquer b by die" not in strict.legal_actions()  # no token left


def test_a_ledger_holds_only_what_concerns_the_region() -> None:
    """R-COST-1, R-MOUNT-1: no discount of hills and farmland in a forest or a mountain."""
    game = lay(seat(race("humans mounted", {"b": 5})))
    for region, changes in (("a", 1), ("c", 0), ("e", 0)):
        lines = [line for line in game.explain(f"conquer {region}") if line.source == "mounted"]
        assert len(lines) == changes, region


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


# --- decline


def test_wealthy_is_forgotten_in_decline() -> None:
    """R-WEALTH-1, R-DECL-4: the next race with the badge is paid again, the old one never."""
    game = run(lay(column=(("ratmen", "wealthy", 0),)), "pick 1", "conquer a")
    redeploy(run(game, "done"))
    assert game.state.memory
    until(game, "ann")
    run(game, "decline")
    assert scored(game, "ann") == {"regions": 1}
    assert game.state.memory == {}


def test_spirit_badge_is_put_away_when_the_race_is_gone() -> None:
    """R-SPIRIT-4, R-DECL-6."""
    game = lay(seat(race("ratmen hill", {"b": 9})), seat(race("orcs swamp", {"m": 1}), race("humans spirit", {"a": 1})))
    run(game, "conquer a")
    names = [game.state.table.rulebook.powers[power].id for power in game.state.discards]
    assert names == ["spirit"]


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


def test_open_and_hidden_coins() -> None:
    """R-SCORE-6, ruling coins."""
    for answer, seen in (("hidden", None), ("open", 5)):
        game = lay(seat(race("humans merchant", {"a": 1})), seat(), options={"coins": answer})
        assert game.view("bob").coins == {"ann": seen, "bob": 5}
