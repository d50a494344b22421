"""Primitives that players asked for: tokens that are ignored or lost, pieces of one terrain, a limit for a round."""

from __future__ import annotations

import pytest
from extension_kit import Extend, Extension, play, race, seat

from smallworld import Game

CONTENT = """
pieces:
  hut: {name: Hut, supply: 4, own: true, defends: true}
races:
  sneaks: {name: Sneaks, banner: 6, supply: 14, text: x, source: x,
    abilities: [ignore_tokens: {tokens: 2}]}
  ghosts: {name: Ghosts, banner: 6, supply: 14, text: x, source: x,
    abilities: [ignore_tokens: {tokens: 0, natives: false}]}
  fading: {name: Fading, banner: 6, supply: 12, text: x, source: x,
    abilities: [lose_tokens: {tokens: 2}]}
  builders: {name: Builders, banner: 6, supply: 12, text: x, source: x,
    abilities: [built_piece: {piece: hut, terrain: forest}]}
  healers: {name: Healers, banner: 6, supply: 12, text: x, source: x,
    abilities: [keep_lost_tokens: {limit: 1, per: round}]}
powers:
  sprouting: {name: Sprouting, badge: 4, text: x, source: x, abilities: [gain_tokens: {every: 1, of: turn}]}
"""


@pytest.fixture
def extension(extend: Extend) -> Extension:
    return extend("", CONTENT)


def cost(extension: Extension, attacker: str, tokens: int, region: str = "wood") -> int:
    """The cost of a region with tokens of an opponent, or of the natives in mead."""
    holder = seat(race("humans forest", wood=tokens)) if region == "wood" else seat()
    game = extension.lay(seat(race(f"{attacker} hill", hand=9, beach=1)), holder)
    if region == "mead":
        game.state.place_natives(game.state.board.index["mead"], 1)
    return game.state.cost(0, game.state.board.index[region])


def test_tokens_of_opponents_are_ignored_up_to_a_number(extension: Extension) -> None:
    assert [cost(extension, "sneaks", tokens) for tokens in (1, 2, 3)] == [2, 2, 3]
    assert [cost(extension, "ghosts", tokens) for tokens in (1, 3)] == [2, 2]
    natives = {attacker: cost(extension, attacker, 0, "mead") for attacker in ("orcs", "sneaks", "ghosts")}
    assert natives["sneaks"] == 2
    assert natives["ghosts"] == natives["orcs"] > 2


def test_tokens_that_are_ignored_are_a_line_of_the_cost(extension: Extension) -> None:
    game = extension.lay(seat(race("sneaks hill", hand=9, beach=1)), seat(race("humans forest", wood=3)))
    lines = {line.text: line.amount for line in game.explain("conquer wood")}
    assert lines["tokens that are ignored"] == -2


def test_tokens_are_lost_each_turn_but_none_that_a_region_needs(extension: Extension) -> None:
    game = extension.lay(seat(race("fading hill", beach=4, wood=1)))
    play(game, "done")
    assert (game.state.hand[0], game.state.tokens_on_map(0)) == (1, 2)
    game = extension.lay(seat(race("fading hill", beach=2, wood=1)))
    play(game, "done")
    assert (game.state.hand[0], game.state.tokens_on_map(0)) == (0, 2)
    game = extension.lay(seat(race("fading sprouting", beach=1, wood=1)))
    play(game, "done")
    assert (game.state.hand[0], game.state.tokens_on_map(0)) == (0, 2)  # the new token is lost, too


def test_no_token_is_lost_on_the_turn_of_picking(extension: Extension) -> None:
    game = extension.lay(seat(), column=(("fading", "hill", 0),))
    play(game, "pick 1; conquer beach; done")
    assert game.state.hand[0] == 6 + 4 - 1


def test_pieces_are_built_on_one_terrain_alone(extension: Extension) -> None:
    game = play(extension.lay(seat(race("builders hill", beach=2, wood=2))), "done")
    assert [action for action in game.legal_actions() if action.startswith("place")] == ["place hut wood"]


def test_a_limit_for_a_round_holds_over_the_turns_of_two_opponents(extension: Extension) -> None:
    game = extension.lay(
        seat(race("humans hill", hand=9, beach=1)), seat(race("orcs forest", hand=9, peak=1)),
        seat(race("healers swamp", wood=2, mead=2)),
    )  # fmt: skip
    play(game, "conquer mead; done")
    finish(game)
    assert tokens_of_cid(game) == 4  # the first lost token is saved
    play(game, "conquer wood; done")
    finish(game)
    assert tokens_of_cid(game) == 3  # the second of the round is not
    play(game, "conquer wood; done")
    finish(game)
    play(game, "conquer wood")
    assert tokens_of_cid(game) == 3  # a new round


def tokens_of_cid(game: Game) -> int:
    """All tokens of the third player's race."""
    return game.state.tokens_on_map(2) + game.state.hand[2] + game.state.withdrawn[2]


def finish(game: Game) -> None:
    """Redeploy anyhow until the turn is over."""
    turn = game.state.turn
    while game.state.turn == turn:
        play(game, game.legal_actions()[-1])


def test_random_games_keep_the_laws(extension: Extension) -> None:
    extension.play_random(games=1)


def test_tokens_that_a_race_loses_in_its_owners_turn_are_not_saved(extension: Extension) -> None:
    game = extension.lay(seat(race("healers swamp", wood=2), race("ghouls", beach=5)))
    play(game, "conquer wood as decline")
    assert (game.state.withdrawn[0], game.state.tray_of(0)) == (1, 12 - 1)
