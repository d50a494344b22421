"""What is fuzzed: three ways in which strange bytes enter the program, and all that may come of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from smallworld import Game, load_variant, new_game
from smallworld.errors import NotationError, SmallWorldError
from smallworld.model.variant_folder import shipped_folder
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.reports import github_report, json_report, sarif_report, text_report

TESTS = Path(__file__).parents[1]

Target = Callable[[bytes], None]


def content() -> Target:
    """Any file given to ``validate``: problems, never an exception, and every format can print them."""
    checker = FileChecker(CheckSettings(against="base"))

    def check(data: bytes) -> None:
        problems = checker.check_bytes(data, "fuzzed.yaml")
        lines = data.decode("utf-8-sig", "replace").splitlines()
        text_report(problems, lambda name: lines if name == "fuzzed.yaml" else ())
        for report in (github_report(problems), json_report(problems, 1), sarif_report(problems)):
            report.encode()

    return check


def notation() -> Target:
    """Any line that a player types: an action that is equal to the one read from its text, or a NotationError."""
    games = [new_game(load_variant(name), players=["ann", "bob"], seed=1) for name in ("base", "warcraft")]

    def check(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        for game in games:
            try:
                action = game.read(text)
            except NotationError as error:
                assert str(error)
                continue
            assert game.read(action.text) == action

    return check


def replay() -> Target:
    """Any file given to ``replay``: a game, or an error with a sentence."""

    def check(data: bytes) -> None:
        try:
            game = Game.loads(data.decode("utf-8", "replace"))
        except SmallWorldError as error:
            assert str(error)
            return
        assert Game.loads(game.dumps()) == game

    return check


TARGETS: dict[str, Callable[[], Target]] = {"content": content, "notation": notation, "replay": replay}


def seeds(name: str) -> list[bytes]:
    """Good input to begin with."""
    if name == "content":
        folders = (shipped_folder(), TESTS / "boards", TESTS / "bad_files", TESTS / "scenarios")
        return [path.read_bytes() for folder in folders for path in sorted(folder.rglob("*.yaml"))]
    recorded = [path.read_bytes() for path in sorted((TESTS / "golden").rglob("*.jsonl"))]
    if name == "replay":
        return [b"\n".join(record.split(b"\n")[:length]) for record in recorded for length in (1, 8, 40)]
    lines = {
        line.split(b'"do": "')[1].split(b'"')[0] for r in recorded for line in r.split(b"\n") if b'"do": "' in line
    }
    return sorted(lines)
