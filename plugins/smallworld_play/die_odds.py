"""The chance of success with the die, computed by trying every face."""

from __future__ import annotations

from typing import NamedTuple

from smallworld.game import Game
from smallworld.languages import _
from smallworld.tools import is_sure


class Odds(NamedTuple):
    """How many faces of the die let an attempt succeed."""

    good: int
    faces: int
    least: int
    """The smallest number that succeeds; 0 if none does."""

    def __str__(self) -> str:
        percent = round(100 * self.good / self.faces)
        return _("{good} of {faces} faces ({round} %)", good=self.good, faces=self.faces, round=percent)


def die_odds(game: Game, action: str) -> Odds | None:
    """Count the faces with which a legal conquest succeeds; None if no die decides it.

    The game is not changed. Where a second roll may follow, only the first one is counted.
    """
    legal = game.legal_actions()
    if action not in legal:
        return None
    chosen = legal[legal.index(action)]
    if chosen.verb != "conquer" or is_sure(game.state, chosen):
        return None
    faces = game.state.table.die
    good = {face for face in set(faces) if _succeeds(game, action, face)}
    return Odds(sum(face in good for face in faces), len(faces), min(good, default=0))


def _succeeds(game: Game, action: str, face: int) -> bool:
    trial = game.copy()
    trial.state.script = {**trial.state.script, "die": (face,)}
    trial.apply(action)
    return len(trial.state.conquests) > len(game.state.conquests)
