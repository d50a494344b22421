"""Seats: who is a person, which bot plays, and which bots a save may name."""

from __future__ import annotations

import pytest

import smallworld
from smallworld.game import Game
from smallworld.languages import in_language
from smallworld.languages.catalogue import PSEUDO
from smallworld_play.seats import (
    SeatError,
    UntrustedBot,
    change_seats,
    numbered_name,
    parse_seats,
    record_seats,
    recorded_seats,
    unrecorded_seats,
)


def recorded_game(**bots: str) -> Game:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=1)
    record_seats(game, {"ann": "human", "bob": "human"} | bots)
    return game


@pytest.mark.parametrize(
    ("texts", "seats"),
    [
        ((), {"you": "human", "anna": "easy", "bert": "normal"}),
        (("ann",), {"ann": "human", "bot": "normal"}),
        (("ann=mcts", "bob"), {"ann": "mcts", "bob": "human"}),
    ],
)
def test_seats_are_read_in_their_order(texts: tuple[str, ...], seats: dict[str, str]) -> None:
    assert list(parse_seats(texts).items()) == list(seats.items())


@pytest.mark.parametrize(
    ("texts", "numbers", "players"),
    [
        ((), (2,), ["you", "anna"]),
        ((), (1,), ["you"]),
        ((), (4, 5), ["you", "anna", "bert"]),
        (("ann",), (1, 2), ["ann"]),
    ],
)
def test_seats_follow_the_numbers_of_players_of_a_variant(
    texts: tuple[str, ...], numbers: tuple[int, ...], players: list[str]
) -> None:
    assert list(parse_seats(texts, numbers)) == players


@pytest.mark.parametrize(("code", "name"), [("cs", "vy"), ("pl", "ty"), ("ru", "вы"), ("ro", "tu"), (PSEUDO, "you")])
def test_a_person_without_a_name_has_one_in_their_language(code: str, name: str) -> None:
    with in_language(code):
        assert list(parse_seats(())) == [name, "anna", "bert"]
        game = smallworld.new_game(smallworld.load_variant("base"), [name, numbered_name(2)], seed=1)
    assert Game.loads(game.dumps()).players == game.players


@pytest.mark.parametrize("text", ["planner:jobs=2", "mcts:passes=9", "cmd:./bot"])
def test_a_bot_without_a_name_is_refused(text: str) -> None:
    with pytest.raises(SeatError, match=f"'{text}' has no name; write NAME=BOT, for example bob={text}"):
        parse_seats(["ann", text])


def test_a_name_is_taken_once() -> None:
    with pytest.raises(SeatError, match="two players are called 'ann'; give each a name of its own"):
        parse_seats(("ann", "ann=greedy"))


def test_recorded_bots_keep_their_seats_until_somebody_changes_them() -> None:
    game = recorded_game(bob="greedy")
    assert recorded_seats(game) == {"bob": "greedy"}
    assert change_seats(game, ()) == {"ann": "human", "bob": "greedy"}
    assert change_seats(game, ("bob", "ann=random")) == {"ann": "random", "bob": "human"}
    with pytest.raises(SeatError, match="nobody called 'bib' plays; did you mean 'bob'"):
        change_seats(game, ("bib",))


@pytest.mark.parametrize(
    ("kind", "is_trusted"),
    [
        ("mcts:seconds=60", True), ("mcts:seconds=61", False), ("greedy:samples=1000", True),
        ("greedy:samples=1001", False), ("./bot.sh", False), ("mcts:seconds=", True),
    ],
)  # fmt: skip
def test_a_save_neither_starts_programs_nor_asks_for_slow_bots(kind: str, is_trusted: bool) -> None:
    game = recorded_game(bob=kind)
    if is_trusted:
        assert change_seats(game, ())["bob"] == kind
        assert unrecorded_seats({"ann": "human", "bob": kind}, recorded_seats(game)) == {}
        return
    with pytest.raises(UntrustedBot) as error:
        change_seats(game, ())
    assert (error.value.player, error.value.kind) == ("bob", kind)
    assert change_seats(game, (f"bob={kind}",))["bob"] == kind
    assert unrecorded_seats({"ann": "human", "bob": kind}, recorded_seats(game)) == {"bob": kind}
