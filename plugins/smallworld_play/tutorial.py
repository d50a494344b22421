"""The tutorial: five guided turns on a small board, a lesson for each new phase."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from smallworld import Game, Variant, _
from smallworld.model.board import BoardFile
from smallworld_play.seats import default_name

OPPONENT, KIND = "anna", "random"
"""The name and the kind of the bot that plays against the learner."""
SEED = 14
"""The number with which the learner begins, and the first lessons fit."""
PROMPT, PAGE = "prompt", "page"
"""The two places of a tutorial: a prompt in a terminal, a page in a browser."""


def tutorial_seats() -> tuple[str, str]:
    """Return the players of the tutorial, the learner first, as ``--player`` takes them."""
    return default_name(), f"{OPPONENT}={KIND}"


def has_tutorial(variant: Variant, board: BoardFile) -> bool:
    """Return whether an edition has the terrains of the tutorial's board, as the base edition has."""
    return variant.terrains.keys() >= {region.terrain for region in board.regions}


class Lesson(NamedTuple):
    """A lesson about a decision.

    :ivar number: the round in which it is given, or ``any``. :ivar subject: a phase, or an action that is legal.
    :ivar text: the lesson, about the game. :ivar hint: how the learner acts at this place.
    """

    number: str
    subject: str
    text: str
    hint: str

    def whole(self) -> str:
        """Return text and hint."""
        return " ".join(filter(None, (self.text, self.hint)))


@cache
def _lessons() -> dict[str, Any]:
    import tomllib  # not for other games

    return tomllib.loads(Path(__file__).with_name("tutorial.toml").read_text("utf-8"))


def lesson_of(game: Game, place: str = PROMPT) -> Lesson | None:
    """Return the lesson about the decision of the first player, the learner; None if they decide nothing new.

    :param place: ``prompt`` or ``page``.
    """
    if game.over or game.to_move != game.players[0]:
        return None
    legal = game.legal_actions()
    for number in (str(game.round), "any"):
        lessons = _lessons().get(number, {})
        for subject in lessons:
            if subject == game.phase or subject in legal:
                hint = lessons.get(f"{subject}_{place}", "")
                return Lesson(number, subject, _(lessons[subject]), _(hint) if hint else "")
    return None


class Tutorial:
    """The lessons, each of which is shown once, and again when the learner asks."""

    def __init__(self) -> None:
        self._shown = set[tuple[str, str]]()
        self.latest = ""
        """The lesson that was shown last; empty before the first."""

    def lesson(self, game: Game) -> str:
        """Return the lesson about the decision of the learner; empty if it was shown, or there is no lesson."""
        lesson = lesson_of(game)
        if lesson is None or (lesson.number, lesson.subject) in self._shown:
            return ""
        self._shown.add((lesson.number, lesson.subject))
        self.latest = lesson.whole()
        return self.latest
