"""Crafted headers: every one is a game that verifies, or one clear sentence about its first line."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import smallworld
from records import plain_record
from smallworld.errors import ReplayError
from smallworld.game import Game, new_game
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_records.saved_game_reader import Reader

NONSENSE: list[Any] = [
    None, True, -1, 0, 10**30, 1.5, 1e308, "", "x" * 300, "\x00", "\ud800", "é", "r01", "../../etc", "human", [], [1],
    [[]], [None, None], {}, {"a": 1}, {"": {}},
]  # fmt: skip


DECLINED = RacePosition("dwarves", regions={"r05": 1})


def position() -> PositionSpec:
    return PositionSpec(
        turn="bob", round=3,
        players={
            "ann": PlayerPosition(7, RacePosition("humans", "merchant", 1, {"r01": 2})),
            "bob": PlayerPosition(5, RacePosition("elves", "hill", 0, {"r03": 3}), (DECLINED,)),
        },
        pieces={"r01": {"encampment": 1}}, natives={"r09": 1}, column=(("ratmen", "forest", 2),),
    )  # fmt: skip


@cache
def games() -> tuple[Game, ...]:
    """A game from a given position on a board of its own, and one of an edition that is not shipped."""
    base = smallworld.load_variant("base")
    board = dataclasses.replace(base.board_files["base-2p"], id="my")
    both = (
        smallworld.new_game(base, ["ann", "bob"], given=position(), board=board),
        smallworld.new_game(dataclasses.replace(base, path=""), ["ann", "bob"], seed=3),
    )
    for game in both:
        rng = Random(1)
        for _ in range(5):
            game.apply(rng.choice(game.legal_actions()))
    return both


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in pairs:
        yield from paths(part, (*path, key))


@given(st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_header_with_one_wrong_value(data: st.DataObject) -> None:
    head, _, rest = plain_record(data.draw(st.sampled_from(games()))).partition("\n")
    header = json.loads(head)
    top = data.draw(st.sampled_from(sorted(header)))
    *parents, last = (top, *data.draw(st.sampled_from(list(paths(header[top])))))
    place = header
    for key in parents:
        place = place[key]
    if data.draw(st.booleans()):
        place[last] = data.draw(st.sampled_from(NONSENSE))
    else:
        del place[last]
    try:
        Reader(f"{json.dumps(header)}\n{rest}", new_game).game.legal_actions()
    except ReplayError as error:
        assert str(error).startswith("line ") and "\n" not in str(error)


@pytest.mark.parametrize("game", games(), ids=["board", "edition"])
def test_a_record_needs_no_other_file(game: Game) -> None:
    again = Game.loads(game.dumps())
    assert again == game and again.dumps() == game.dumps()


def test_a_header_makes_the_program_read_no_file() -> None:
    head, _, rest = plain_record(games()[0]).partition("\n")
    text = json.dumps({**json.loads(head), "variant": "/etc/passwd"}) + "\n" + rest
    with pytest.raises(ReplayError, match=r"names its edition by a path, '/etc/passwd'; name it with --variant PATH"):
        Reader(text, new_game)
    assert Reader(text, new_game, variant=smallworld.load_variant("base")).game == games()[0]


def test_the_name_of_an_embedded_edition_is_compared() -> None:
    lines = plain_record(games()[1]).split("\n")
    head = json.loads(lines[0])
    head["variant"] = "warcraft"
    with pytest.raises(ReplayError, match="line 1: the header names the variant 'warcraft', but holds the edition"):
        Reader("\n".join([json.dumps(head), *lines[1:]]), new_game)


def test_half_a_character_in_an_embedded_edition_is_refused() -> None:
    head, _, rest = plain_record(games()[1]).partition("\n")
    header = json.loads(head)
    header["edition"]["variant"]["races"]["amazons"]["source"] = "\ud800"
    with pytest.raises(ReplayError, match="line 1: half of a character"):
        Reader(f"{json.dumps(header)}\n{rest}", new_game)


def test_a_changed_edition_is_a_warning_and_an_error_where_an_event_differs() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=3)
    game.apply("pick 1")
    head, _, rest = plain_record(game).partition("\n")
    changed = json.dumps({**json.loads(head), "digest": "0" * 64}) + "\n"
    reader = Reader(changed + rest, new_game)
    assert reader.game == game and "has changed since this game was recorded" in reader.warnings[0]
    with pytest.raises(ReplayError, match=r"^line 5: .*has changed since this game was recorded"):
        Reader(changed + rest.replace("pick 1", "pick 9"), new_game)
