"""A position as one line of text: written, read, and refused where it cannot be read."""

from __future__ import annotations

import random
from typing import Any

import pytest

from smallworld import Game, PositionError, SmallWorldError, load_variant, new_game
from smallworld.tools import position_text, read_position
from smallworld_validate.check_settings import kit_boards

TINY = kit_boards()["tiny"]
PLAYERS = ("ann", "bob")


def game_of(text: str, players: tuple[str, ...] = PLAYERS, **more: Any) -> Game:
    return new_game(load_variant("base"), players, board=TINY, given=text, options={"first_player": 1}, **more)


def test_a_text_is_read_and_written() -> None:
    text = (
        "round 3, turn bob, ann coins 7, bob coins 5, wood:ann ratmen/hill 3 +fortress, ann ratmen/hill hand 2, "
        "beach:bob orcs/forest 1, marsh:bob dwarves declined 1, mead:natives 2, combo elves/merchant 1"
    )
    game = game_of(text)
    state = game.state
    assert (state.round, state.turn, state.coins, state.tokens[state.board.index["mead"]]) == (3, 1, [7, 5], 2)
    assert state.pieces_at("fortress", state.board.index["wood"]) == 1
    written = position_text(state)
    assert written.startswith(text.partition(", combo")[0])
    assert "combo elves/merchant 1, combo " in written  # the rest of the column was drawn
    assert position_text(game_of(written).state) == written


@pytest.mark.parametrize("name", ["base", "warcraft"])
def test_positions_of_random_games_come_back(name: str) -> None:
    """At the beginning of a turn, with what abilities remember."""
    variant, compared = load_variant(name), 0
    for seed in range(3):
        rng = random.Random(seed)
        game = new_game(variant, ["ann", "bob", "cid"], seed=seed)
        boards = [face.id for face in game.state.board.faces]
        turn = None
        while not game.over:
            if game.state.turn != turn and game.phase in ("pick", "conquer"):
                text = position_text(game.state)
                again = new_game(variant, game.players, seed=seed, board=boards, given=text)
                assert position_text(again.state) == text
                compared += 1
            turn = game.state.turn
            game.apply(rng.choice(game.legal_actions()))
    assert compared > 10


def test_memory_and_boxed_relics_are_in_the_text() -> None:
    text = 'memory power.wealthy.0.once_bonus "due", wood:bob ratmen/wealthy 3, memory power.diplomat.0.peace 1'
    state = game_of(text).state
    assert dict(state.memory) == {"power.wealthy.0.once_bonus": "due", "power.diplomat.0.peace": 1}
    written = position_text(state)
    assert 'memory power.wealthy.0.once_bonus "due"' in written
    assert position_text(game_of(written).state) == written
    assert read_position('memory a [1,[2,"x, y"], null] , ann coins 3').memory == {"a": (1, (2, "x, y"), None)}


def test_names_of_several_words_are_one_word() -> None:
    game = game_of("wood:Jan_Novak ratmen/hill 3", ("Jan Novak", "bob"))
    assert game.state.tokens_of(0) + game.state.hand[0] == 3
    assert "wood:Jan_Novak ratmen/hill 1" in position_text(game.state)  # readied: two tokens are in hand


def test_the_text_of_a_view_has_no_coins_of_others() -> None:
    game = game_of("wood:ann ratmen/hill 3, ann coins 7, bob coins 9")
    assert "ann coins 7" in game.view("ann").position_text()
    assert "bob coins" not in game.view("ann").position_text()
    assert "coins 7" not in game.view(None).position_text()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wood:ann ratmen/hill", "'wood:ann ratmen/hill' is not a part of a position; write it as REGION"),
        ("wood ann ratmen/hill 3", "'wood ann ratmen/hill 3' is not a part of a position"),
        ("ann gold 3", "'ann gold 3' is not a part of a position"),
        ("wood:ann ratmen/hill 3, beach:ann orcs/hill 1", "this player has the active race ratmen/hill already"),
        ("wod:ann ratmen/hill 3", "unknown region 'wod'; did you mean 'wood'?"),
        ("wood:anna ratmen/hill 3", "no player is called 'anna'; did you mean 'ann'?"),
        ("wood:ann ratmem/hill 3", "unknown race 'ratmem'; did you mean 'ratmen'?"),
        ("wood:ann ratmen/hill 30", "tokens of 'ratmen' are in play"),
        ("memory power.x.0.y 3", "no ability here remembers 'power.x.0.y'"),
        ("memory power.wealthy.0.once_bonus due", "'memory power.wealthy.0.once_bonus due' is not a part"),
        ("memory power.wealthy.0.once_bonus 1.5", "is not a part of a position"),
        ("memory power.wealthy.0.once_bonus " + "[" * 9_000, "is not a part of a position"),
        ('memory power.wealthy.0.once_bonus "due" ann coins 3', "is not a part of a position"),
        ('cards a.b ann "gold"', "is not a part of a position"),
        ("closed wood knoll", "closed.wood-knoll: knoll and wood share no border on the board"),
        ("closed wood wod", "unknown region 'wod'; did you mean 'wood'?"),
        ("x" * 20_001, "a position has at most 20000 letters"),
    ],
)
def test_a_text_that_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(SmallWorldError) as error:
        game_of(text)
    assert sentence in str(error.value)


def test_a_long_text_is_read_quickly_and_nothing_is_needed() -> None:
    assert read_position("") == read_position(" , ,")
    with pytest.raises(PositionError):
        read_position("a" * 19_990 + ":")
