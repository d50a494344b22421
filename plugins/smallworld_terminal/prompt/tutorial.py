"""The tutorial: five guided turns on a small board, a lesson for each new phase."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from smallworld.game import Game
from smallworld.languages import _
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld_play.seats import default_name

OPPONENT = "anna"
"""The name of the bot that plays against the learner."""
SEED = 14
"""The number with which the learner begins, and the first lessons fit."""


def tutorial_seats() -> tuple[str, str]:
    """Return the players of the tutorial, the learner first, as ``--player`` takes them."""
    return default_name(), f"{OPPONENT}=random"


def has_tutorial(variant: Variant) -> bool:
    """Return whether an edition has the terrains of the tutorial's board, as the base edition has."""
    return variant.terrains.keys() >= {region.terrain for region in tutorial_board().regions}


class Tutorial:
    """The lessons, each of which is shown once, and again when the learner asks."""

    def __init__(self) -> None:
        import tomllib  # not for other games

        self._lessons: dict[str, Any] = tomllib.loads(Path(__file__).with_name("tutorial.toml").read_text("utf-8"))
        self._shown = set[tuple[str, str]]()
        self.latest = ""
        """The lesson that was shown last; empty before the first."""

    def lesson(self, game: Game) -> str:
        """Return the lesson about the decision of the learner; empty if it was shown, or there is no lesson."""
        number, subject = self._place(game)
        if not subject or (number, subject) in self._shown:
            return ""
        self._shown.add((number, subject))
        self.latest = _(str(self._lessons[number][subject]))
        return self.latest

    def _place(self, game: Game) -> tuple[str, str]:
        """Return the round and the subject of the lesson about a decision: a phase, or an action that is legal."""
        if game.over or game.to_move != game.players[0]:
            return "", ""
        legal = game.legal_actions()
        for number in (str(game.round), "any"):
            for subject in self._lessons.get(number, ()):
                if subject == game.phase or subject in legal:
                    return number, subject
        return "", ""


def tutorial_board() -> BoardFile:
    """Return the small board of the tutorial."""
    from smallworld_validate.game_file_checks.kit_boards import kit_boards  # not for --help, nor for other games

    return kit_boards()["tiny"]
