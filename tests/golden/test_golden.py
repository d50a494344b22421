"""Whole games that were played once and must come out the same for ever: rules, chance, notation, records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from records import plain_record
from smallworld.errors import ReplayError
from smallworld.game import Game

GAMES = sorted(Path(__file__).parent.rglob("*.jsonl"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_game_comes_out_as_it_did(path: Path) -> None:
    text = path.read_text("utf-8")
    game = Game.loads(text)
    head, *_, last = (json.loads(line) for line in text.splitlines())
    assert game.over
    assert {"winners": game.winners(), "scores": game.scores()} == last["result"]
    assert [json.loads(line) for line in plain_record(game).splitlines()[1:]] == [
        json.loads(line) for line in text.splitlines()[1:]
    ]
    assert head["seed"] == int(path.stem.rpartition("-")[2])


@pytest.mark.parametrize("path", GAMES[::5], ids=lambda path: path.stem)
def test_another_result_is_noticed(path: Path) -> None:
    text = path.read_text("utf-8")
    *rows, last = text.splitlines()
    result = json.loads(last)
    result["result"]["scores"]["ann"] += 1
    with pytest.raises(ReplayError, match="the result is"):
        Game.loads("\n".join([*rows, json.dumps(result)]) + "\n")


def test_every_board_and_number_of_players_is_played() -> None:
    assert len(GAMES) == 24, "a new kind of game: python tests/golden/make.py records it; then raise this number"
