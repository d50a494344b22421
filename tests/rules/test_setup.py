"""Set-up, the column and its draw stacks: rules that scenario files cannot express."""

from __future__ import annotations

from pathlib import Path

import pytest

import smallworld
from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.model.variant import Variant
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition

PLAYERS = ("ann", "bob", "cid", "dot", "eve")


@pytest.fixture(scope="module")
def base() -> Variant:
    return smallworld.load_variant("base")


def short_box(folder: Path, keep: int) -> Variant:
    """The base game with only so many races left in the box."""
    races = list(smallworld.load_variant("base").races)
    path = folder / "variant.yaml"
    path.write_text(
        f"variant: short\nname: Short\nextends: base\nremove: {{races: [{', '.join(races[keep:])}]}}\n", "utf-8"
    )
    return smallworld.load_variant(str(path))


def visible(game: Game) -> list[tuple[str, str]]:
    """Ids of the combos in the column."""
    book = game.state.table.rulebook
    return [(book.races[race].id, book.powers[power].id) for race, power, _ in game.state.column]


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_each_number_of_players_has_its_board(base: Variant, count: int) -> None:
    """R-SETUP-1, R-COMP-8."""
    game = smallworld.new_game(base, PLAYERS[:count])
    assert game.state.board.id == f"base-{count}p"
    assert (game.round, game.rounds) == (1, base.rounds[count])


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["ann"], "at least 2 players, not 1"),
        (["ann", "b  c"], "player name 'b  c' must be words of letters"),
        (["ann", ["bob"]], r"player name \['bob'\] must be words of letters"),
        (["ann", None], "player name None must be words of letters"),
        (["ann", "bob", "ann"], "two players are called 'ann'"),
    ],
)
def test_names_that_cannot_be_are_refused(base: Variant, names: list[str], says: str) -> None:
    """Whatever a caller or a damaged record gives instead of names."""
    with pytest.raises(SmallWorldError, match=says):
        smallworld.new_game(base, names)


def test_stacks_are_shuffled_by_the_seed(base: Variant) -> None:
    """R-SETUP-3."""
    columns = {seed: visible(smallworld.new_game(base, PLAYERS[:2], seed=seed)) for seed in range(20)}
    assert len({tuple(column) for column in columns.values()}) > 15
    assert columns[7] == visible(smallworld.new_game(base, PLAYERS[:2], seed=7))


def test_six_combos_are_open_and_the_rest_is_hidden(base: Variant) -> None:
    """R-SETUP-4 (GC-005)."""
    state = smallworld.new_game(base, PLAYERS[:3]).state
    assert (len(state.column), len(state.banners), len(state.badges)) == (6, 8, 14)
    assert state.discards == ()


def test_first_player_by_chance_or_by_seat(base: Variant) -> None:
    """R-SETUP-6."""
    drawn = {smallworld.new_game(base, PLAYERS[:3], seed=seed).to_move for seed in range(40)}
    assert drawn == {"ann", "bob", "cid"}
    assert smallworld.new_game(base, PLAYERS[:3], options={"first_player": 2}).to_move == "bob"


def test_column_is_short_when_banners_run_out(tmp_path: Path) -> None:
    """R-PICK-6: positions, costs and coins are those of the combos shown."""
    game = smallworld.new_game(short_box(tmp_path, 3), PLAYERS[:2], options={"first_player": 1})
    assert game.legal_actions() == ("pick 1", "pick 2", "pick 3")
    game.apply("pick 3")
    assert [coins for _, _, coins in game.state.column] == [1, 1]
    assert game.scores()["ann"] == 3


def test_without_a_combo_the_turn_goes_by(tmp_path: Path) -> None:
    """R-PICK-11."""
    game = smallworld.new_game(short_box(tmp_path, 1), PLAYERS[:2], options={"first_player": 1})
    game.apply("pick 1")
    while game.turn == "ann":
        game.apply(game.legal_actions()[-1])
    assert game.turn == "bob"
    while game.turn == "bob":
        assert game.legal_actions() == ("done",)
        game.apply("done")
    assert game.scores()["bob"] == 5


def test_declined_badge_is_put_away(base: Variant) -> None:
    """R-PICK-8: it does not go back to the stack."""
    game = arranged(base, PlayerPosition(active=RacePosition("ratmen", "hill", 0, {"r02": 1})))
    stack = game.state.badges
    game.apply("decline")
    assert [base_power(game, power) for power in game.state.discards] == ["hill"]
    assert game.state.badges == stack


def test_discards_make_a_new_stack(base: Variant) -> None:
    """R-PICK-9 (GC-017)."""
    game = smallworld.new_game(base, PLAYERS[:2], seed=3)
    state = game.state
    state.discards, state.badges = state.badges[:3], ()
    before = set(state.discards)
    game.apply("pick 1")
    assert state.discards == ()
    assert len(state.badges) == 2
    assert {*state.badges, state.column[-1][1]} == before


@pytest.mark.parametrize(("options", "discards"), [({}, []), ({"spirit_badge_retained": False}, ["spirit"])])
def test_spirit_badge_stays_with_its_race(base: Variant, options: dict[str, bool], discards: list[str]) -> None:
    """R-SPIRIT-4 (GC-161), ruling spirit_badge_retained."""
    game = arranged(base, PlayerPosition(active=RacePosition("orcs", "spirit", 0, {"r02": 1})), options=options)
    game.apply("decline")
    assert [base_power(game, power) for power in game.state.discards] == discards


def test_coins_are_hidden_from_others(base: Variant) -> None:
    """R-SCORE-6 (GC-255)."""
    game = smallworld.new_game(base, PLAYERS[:2], seed=7, options={"first_player": 1})
    game.apply("pick 3")
    ann, bob = game.view("ann"), game.view("bob")
    assert ann.coins["ann"] == 3
    assert bob.coins["ann"] is None
    assert [combo["coins"] for combo in bob.as_dict()["column"]][:2] == [1, 1]


def base_power(game: Game, power: int) -> str:
    return game.state.table.rulebook.powers[power].id


def arranged(variant: Variant, *players: PlayerPosition, options: dict[str, bool] | None = None) -> Game:
    """A given position of Ann and Bob on the official board for two."""
    position = PositionSpec(players=dict(zip(PLAYERS, players, strict=False)))
    return smallworld.new_game(variant, PLAYERS[:2], given=position, options=options or {})
