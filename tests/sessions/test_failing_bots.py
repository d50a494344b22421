"""A bot that fails in any way is reported, and the game goes on: errors without a text, failures of ``close``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import smallworld
from programs import run_program
from smallworld.errors import PluginError, SmallWorldError, sentence_of
from smallworld_bots import Bot, RandomBot
from smallworld_play import seats
from smallworld_play.recorder import Recorder
from smallworld_play.seats import EndlessRound
from smallworld_play.session import Session


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
    session = Session(game, bots, record=Recorder(game, save) if save is not None else None, warn=warnings.append)
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


class Misled:
    """Imagines a position in which an ability fails."""

    def choose(self, view: smallworld.View, legal: Sequence[str], rng: Random) -> str:
        raise PluginError("ability 'rude' failed in turn_started")


@pytest.mark.parametrize("stops", [False, True])
def test_the_fault_of_an_ability_is_not_that_of_the_bot(stops: bool) -> None:
    warnings: list[str] = []
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=5)
    bots: dict[str, Bot] = {"ann": Misled(), "bob": Misled()}
    session = Session(game, bots, stop_on_failure=stops, warn=warnings.append)
    with pytest.raises(PluginError, match=r"^ability 'rude' failed in turn_started$"):
        session.play_bot()
    assert not warnings


def test_bots_that_decide_again_and_again_in_one_round_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "MOST_DECISIONS", 3)
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=5)
    session = Session(game, {"ann": RandomBot(), "bob": RandomBot()})
    for _ in range(3):
        session.play_bot()
    length = game.log_length
    with pytest.raises(EndlessRound, match="no end of round 1 after 3 decisions of bots; does an ability offer act"):
        session.play_bot()
    assert game.log_length == length, "nothing has changed"


def test_another_round_is_a_new_start(monkeypatch: pytest.MonkeyPatch) -> None:
    played = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=5)
    session = Session(played, {"ann": RandomBot(), "bob": RandomBot()})
    decisions = [0] * 11
    while session.bot_to_move:
        decisions[session.game.round] += 1
        session.play_bot()
    monkeypatch.setattr(seats, "MOST_DECISIONS", max(decisions))
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=5)
    session = Session(game, {"ann": RandomBot(), "bob": RandomBot()})
    while session.bot_to_move:
        session.play_bot()
    assert session.game.over


def test_the_decision_of_a_person_is_a_new_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "MOST_DECISIONS", 1)
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=5, options={"first_player": 1})
    session = Session(game, {"ann": RandomBot()})
    for _ in range(3):
        session.play_bot()
        bot = session.bots.pop("ann")
        session.apply(str(session.game.legal_actions()[0]))
        session.bots["ann"] = bot
    session.play_bot()
    with pytest.raises(EndlessRound):
        session.play_bot()


def test_a_bot_that_cannot_be_made_is_reported_in_the_language_of_the_reader(tmp_path: Path) -> None:
    plugin = tmp_path / "unmade.py"
    plugin.write_text(
        "from smallworld import hookimpl\n\nclass Unmade:\n    def __init__(self):\n        raise OSError('gone')\n\n"
        "@hookimpl\ndef smallworld_bots():\n    return {'unmade': Unmade}\n",
        "utf-8",
    )
    played = run_program("play", "--plugin", str(plugin), "--player", "ann=unmade", "--language", "cs", cwd=tmp_path)
    assert (played.returncode, played.stderr) == (2, "chyba: bota 'unmade' nelze vytvořit: OSError: gone\n")
