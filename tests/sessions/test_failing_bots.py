"""A bot that fails in any way is reported, and the game goes on: errors without a text, failures of ``close``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import smallworld
from programs import run_program
from smallworld.bots import Bot, RandomBot
from smallworld.errors import SmallWorldError, sentence_of
from smallworld.sessions import Session


class Mute(Exception):
    """Its text ends the program."""

    def __str__(self) -> str:
        raise SystemExit(0)


class Unclosable:
    """Fails when it is to choose, and when it is closed."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, view: smallworld.View, legal: Sequence[str], rng: Random) -> str:
        raise Mute

    def close(self) -> None:
        raise self.error


MUTE = "Mute, without a text: its __str__ raises SystemExit"


def play(error: BaseException, *, save: Path | None = None) -> list[str]:
    """Play a game with such a bot to its end; return the warnings."""
    warnings: list[str] = []
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=5)
    bots: dict[str, Bot] = {"ann": Unclosable(error), "bob": RandomBot()}
    session = Session(game, bots, save=save, warn=warnings.append)
    while session.bot_to_move:
        session.play_bot()
    session.bots["bob"] = Unclosable(error)
    session.close()
    assert session.game.over
    return warnings


@pytest.mark.parametrize(
    ("error", "sentence"), [(SystemExit(0), "SystemExit: 0"), (OSError("gone"), "OSError: gone"), (Mute(), MUTE)]
)
def test_a_bot_that_cannot_be_closed_is_reported(error: BaseException, sentence: str, tmp_path: Path) -> None:
    assert play(error, save=tmp_path / "game.jsonl") == [
        f"bot of ann failed and is replaced by random: {MUTE}",
        f"bot of ann failed when it was closed: {sentence}",
        f"bot of bob failed when it was closed: {sentence}",
    ]
    replayed = run_program("replay", "game.jsonl", cwd=tmp_path)
    assert replayed.returncode == 0, "the record was closed all the same"


def test_ctrl_c_while_a_bot_is_closed_is_not_a_failure() -> None:
    with pytest.raises(KeyboardInterrupt):
        play(KeyboardInterrupt())


def test_sentences_of_errors() -> None:
    assert sentence_of(Mute()) == MUTE
    assert sentence_of(SmallWorldError("the board is full")) == "the board is full"
    assert sentence_of(ValueError("odd")) == "ValueError: odd"
