"""Fixtures of the tests of bots."""

from __future__ import annotations

from random import Random

import pytest

from smallworld.game import Game
from smallworld.player_view import View


@pytest.fixture
def imagined_views(monkeypatch: pytest.MonkeyPatch) -> list[View]:
    """Collect the views of which games are imagined, one entry for each game."""
    views: list[View] = []
    imagine = View.imagine

    def record(view: View, rng: Random) -> Game:
        views.append(view)
        return imagine(view, rng)

    monkeypatch.setattr(View, "imagine", record)
    return views
