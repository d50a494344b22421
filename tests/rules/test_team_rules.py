"""The unofficial team game of the Warcraft edition (W-TEAM)."""

from __future__ import annotations

import random
from functools import cache

import pytest

import smallworld
from smallworld.game import Game
from smallworld.model.regions import indexes
from smallworld.model.variant import Variant
from smallworld.rules.operations.combo_column import choices_of
from smallworld_play.standings import result_line, teams_line
from smallworld_terminal.game_lines import final_table, player_lines
from smallworld_testing.random_games import play

NAMES = ("ann", "bob", "cid", "dot", "eve")


@cache
def warcraft() -> Variant:
    return smallworld.load_variant("warcraft")


def team_game(players: int, seed: int = 1) -> Game:
    options = {"teams": "factions", "first_player": 1}
    return smallworld.new_game(warcraft(), NAMES[:players], seed=seed, options=options)


def factions_on_offer(game: Game) -> list[str]:
    state = game.state
    seat = game.players.index(str(game.to_move))
    return [state.table.rulebook.printed_faction(state.column[place][0]) for place in choices_of(state, seat)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_seat_picks_from_the_column_of_its_side(players: int) -> None:
    """W-TEAM-1, W-TEAM-2, W-TEAM-3: three visible combos, and the sides alternate."""
    game = team_game(players)
    sides = ["alliance", "horde", "alliance", "horde"]
    if players in (3, 5):
        sides = [*sides[: players - 1], "neutral"]
    for side in sides[:players]:
        assert factions_on_offer(game) == [side] * 3
        seat = str(game.to_move)
        assert [action for action in game.legal_actions() if action.startswith("pick")] == [
            "pick 1",
            "pick 2",
            "pick 3",
        ]
        while game.turn == seat:
            game.apply(game.legal_actions()[0] if game.phase == "pick" else game.legal_actions()[-1])


def test_the_coins_of_skipped_combos_stay_in_the_column_of_the_side() -> None:
    """W-TEAM-3: two coins for the third combo lie on the two above it."""
    game = team_game(2)
    before = [game.state.column[place][:2] for place in choices_of(game.state, 0)]
    game.apply("pick 3")
    column = game.state.column
    assert [(column[place][:2], column[place][2]) for place in choices_of(game.state, 0)][:2] == [
        (before[0], 1),
        (before[1], 1),
    ]
    assert all(column[place][2] == 0 for place in choices_of(game.state, 1))


@pytest.mark.parametrize("players", [2, 4])
def test_neutral_banners_stay_in_the_box(players: int) -> None:
    """W-TEAM-2."""
    state = team_game(players).state
    shown = [combo[0] for combo in state.column] + list(state.banners)
    assert {state.table.rulebook.printed_faction(race) for race in shown} == {"alliance", "horde"}
    assert len(shown) == 12


def test_team_mates_are_opponents_in_every_rule() -> None:
    """W-TEAM-4: the third seat may attack the first."""
    for seed in range(40):
        game = team_game(4, seed)
        attacked = False
        while not game.over and not attacked:
            attacked = any(
                game.state.owner(conquest.loser) == (game.state.turn + 2) % 4 for conquest in game.state.conquests
            )
            game.apply(game.legal_actions()[-1 if game.phase == "redeploy" else 0])
        if attacked:
            return
    pytest.fail("no team mate was ever attacked")


@pytest.mark.parametrize(
    ("coins", "winners"),
    [
        ([50, 60, 80, 70], ["ann", "cid"]),
        ([50, 90, 80, 70], ["bob", "dot"]),
        ([80, 80, 50, 60], ["bob", "dot"]),
        ([80, 80, 60, 50], ["ann", "cid"]),
    ],
)
def test_the_side_with_the_highest_single_score_wins(coins: list[int], winners: list[str]) -> None:
    """W-TEAM-5: then the second score of each side."""
    game = team_game(4)
    play(game, random.Random(3))
    game.state.coins = coins
    assert game.winners() == winners


def test_with_five_the_neutral_player_can_win_alone() -> None:
    """W-TEAM-1, W-TEAM-5."""
    game = team_game(5)
    play(game, random.Random(3))
    game.state.coins = [50, 60, 70, 70, 71]
    assert game.winners() == ["eve"]


@pytest.mark.parametrize(("tokens", "winners"), [(0, ["ann", "cid"]), (99, ["eve"])])
def test_tokens_decide_between_a_side_and_the_neutral_player(tokens: int, winners: list[str]) -> None:
    """W-TEAM-5: the neutral player has no second score, so a tie with a side goes to the tokens on the islands."""
    game = team_game(5)
    play(game, random.Random(3))
    game.state.coins = [80, 60, 70, 80 - 1, 80]
    region = next(iter(indexes(game.state.regions_of(4))))
    for other in indexes(game.state.regions_of(4)):
        game.state.tokens[other] = 0
    game.state.tokens[region] = tokens
    assert game.winners() == winners


def test_a_tie_of_a_side_and_the_neutral_player_can_be_shared() -> None:
    """W-TEAM-5, ruling tie_break."""
    options = {"teams": "factions", "first_player": 1, "tie_break": "shared"}
    game = smallworld.new_game(warcraft(), NAMES, seed=1, options=options)
    play(game, random.Random(3))
    game.state.coins = [80, 80, 70, 60, 80]
    assert game.winners() == ["ann", "cid", "eve"]


def test_sides_are_shown_from_the_beginning_to_the_end() -> None:
    """W-TEAM-1, W-TEAM-5: the coins of a side are listed together, the highest first."""
    game = team_game(5)
    sides = "sides: Alliance ann and cid; Horde bob and dot; Neutral eve"
    assert teams_line(game) == sides
    assert next(player_lines(game, "ann")).strip() == sides
    play(game, random.Random(3))
    game.state.coins = [50, 60, 91, 70, 80]
    assert (
        result_line(game) == "Alliance (cid 91, ann 50 coins) wins against Horde (dot 70, bob 60) and Neutral (eve 80)"
    )
    table = list(final_table(game))
    assert table[1].split() == ["*", "cid", "91", "coins", "Alliance"]
    assert table[-3:] == [" * Alliance: cid 91, ann 50", "   Horde: dot 70, bob 60", "   Neutral: eve 80"]


def test_nobody_is_on_a_side_where_everybody_plays_alone() -> None:
    game = smallworld.new_game(warcraft(), NAMES[:2], seed=1)
    assert teams_line(game) == ""
    assert not next(player_lines(game, "ann")).strip().startswith("sides")
