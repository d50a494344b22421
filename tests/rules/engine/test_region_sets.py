"""Region sets of abilities may mean "all but these": bits beyond the board, or a negative number, are ignored."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from positions import lay, race, seat

import smallworld
from smallworld.game import Game
from smallworld.rules.operations.conquest_targets import unpayable_tolls
from smallworld.rules.phases.redeployment import deploy
from smallworld.rules.prepared.game_table import HANDS_KEPT, BoardProfile


def small() -> Game:
    """A board of fewer than thirty regions."""
    return lay(seat(race("humans hill", {"a": 1}, 4)), seat(race("orcs swamp", {"m": 1})))


def large() -> Game:
    """Islands with more than thirty regions."""
    game = smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob", "cid", "dan", "eve"], seed=4)
    assert len(game.state.board.regions) > 30
    return game


@pytest.mark.parametrize("make", [small, large])
def test_actions_are_offered_for_exactly_the_regions_of_the_board(make: Callable[[], Game]) -> None:
    """:meth:`GameState.actions_at` offers the same to plugins."""
    state = make().state
    ability = state.table.rulebook.race_abilities[0][0]
    assert [action.region for action in state.actions_at(ability, "wave {}", -1)] == [*range(len(state.board.regions))]
    assert [action.region for action in state.actions_at(ability, "wave {}", ~0b101)] == [
        1, *range(3, len(state.board.regions)),
    ]  # fmt: skip


@pytest.mark.parametrize("make", [small, large])
def test_tolls_may_be_asked_everywhere(make: Callable[[], Game]) -> None:
    """W-TOLL-2."""
    state = make().state
    assert unpayable_tolls(state, 0, -1, extra=(1000, -1)) == state.board.all
    assert unpayable_tolls(state, 0, ~1, extra=(1000, -1)) == state.board.all & ~1


@pytest.mark.parametrize("make", [small, large])
def test_costs_may_change_everywhere_but_in_one_region(make: Callable[[], Game]) -> None:
    """R-COST-1, R-CONQ-2: costs and reach that abilities set for a board."""
    board = make().state.board
    local = (
        ("conquest_cost", SimpleNamespace(call=lambda state, race, on: [(-1, ~1)])),
        ("conquest_reach", SimpleNamespace(call=lambda state, race, on, first: ~1)),
    )
    profile = BoardProfile(board, local, lambda: None)  # type: ignore[arg-type]
    assert list(profile.change_at) == [0] + [-1] * (len(board.regions) - 1)
    assert profile.later == board.all & ~1


def test_a_hand_of_any_size_can_be_deployed_and_is_not_kept() -> None:
    """R-REDEP-2."""
    table = small().state.table
    for most in (3, HANDS_KEPT + 1, 1000):
        rows = table.deploys(most, deploy)
        assert [len(row) for row in rows] == [most] * len(table.board.regions)
        assert str(rows[0][-1]) == f"deploy a {most}"
    assert table.deploys(3, deploy) is table.deploys(3, deploy)
    assert table.deploys(1000, deploy) is not table.deploys(1000, deploy)


def test_all_pieces_of_a_kind_are_taken_away_in_the_regions_of_a_set() -> None:
    """Pieces of another kind and those in other regions stay; what was taken is in the supply again."""
    placed = {"b": {"encampment": 1}, "d": {"encampment": 3, "fortress": 1}, "e": {"encampment": 1}}
    state = lay(seat(race("humans bivouacking", {"b": 1, "d": 1, "e": 1})), seat(), pieces=placed).state
    supply = state.supply_of("encampment")
    assert state.take_all_away("encampment", ~(1 << state.board.index["b"])) == 4
    assert [[state.pieces_at(piece, state.board.index[region]) for region in "bde"]
            for piece in ("encampment", "fortress")] == [[1, 0, 0], [0, 1, 0]]  # fmt: skip
    assert state.supply_of("encampment") == supply + 4
    with pytest.raises(smallworld.UnknownName, match="encampement"):
        state.take_all_away("encampement", 1)
