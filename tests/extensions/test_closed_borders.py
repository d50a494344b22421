"""Borders that abilities close and open again: walls and gates."""

from __future__ import annotations

import json
import pickle
import re

import pytest
from extension_kit import TINY, Extend, Extension, play, race, seat

from smallworld import SmallWorldError, new_game
from smallworld.errors import IllegalAction, PluginError
from smallworld.events import BorderChanged
from smallworld.tools import position_text
from smallworld_draw.replay_page import page
from smallworld_draw.scene import scene_of_game
from smallworld_draw.svg import board_svg, walls_of
from smallworld_draw.text import board_picture, board_text
from smallworld_web.board_data import PublicBoard

CODE = '''
class Walls(Ability):
    """Borders are closed and opened."""
    rule = "T-1"
    offers_in = ("conquer",)
    verbs = {"wall": "PAIR", "gate": "PAIR"}

    @hookimpl
    def offer_actions(self, state, race, phase):
        board, actions = state.board, []
        for region in indexes(state.regions[race]):
            for other in indexes(board.neighbours[region]):
                first, second = sorted((region, other))
                actions += state.actions_at(self, "wall {} {}", 1 << second, first=first)
        for pair in board.closed:
            first, second = sorted(board.index[name] for name in pair)
            actions += state.actions_at(self, "gate {} {}", 1 << second, first=first)
        return actions if state.recall_turn(self, 0) < 2 else []

    @hookimpl
    def perform(self, state, race, action):
        state.remember_turn(self, state.recall_turn(self, 0) + 1)
        if action.verb == "wall":
            state.close_border(action.region, action.number)
        else:
            state.open_border(action.region, action.number)
'''
CONTENT = """
races:
  masons: {name: Masons, banner: 6, supply: 12, text: x, source: x, abilities: [walls]}
"""


@pytest.fixture
def extension(extend: Extend) -> Extension:
    return extend(CODE, CONTENT)


def test_nobody_gets_over_a_closed_border(extension: Extension) -> None:
    game = extension.lay(seat(race("masons hill", hand=9, beach=1)), seat(race("orcs forest", hand=2, wood=2)))
    assert "conquer wood" in game.legal_actions()
    before = game.copy()
    play(game, "wall beach wood")
    with pytest.raises(IllegalAction, match="wood is not adjacent"):
        game.apply("conquer wood")
    assert game.view("bob").as_dict()["closed_borders"] == [["beach", "wood"]]
    assert game.state.board.coast == before.state.board.coast
    assert game != before
    assert pickle.loads(pickle.dumps(game.state.board)) == game.state.board
    play(game, "gate beach wood; conquer wood")
    assert game.state.board == before.state.board
    assert "closed_borders" not in game.view(None).as_dict()


def test_a_border_that_is_not_printed_is_refused(extension: Extension) -> None:
    state = extension.lay(seat(race("masons hill", beach=1))).state
    with pytest.raises(PluginError, match="beach and knoll share no border on the board"):
        state.close_border(state.board.index["knoll"], state.board.index["beach"])


def test_random_games_keep_the_laws_and_their_records(extension: Extension) -> None:
    extension.play_random(games=1, prefer=("wall", "gate", "pick 1"))


def test_a_closed_border_is_drawn_and_described(extension: Extension) -> None:
    game = extension.lay(seat(race("masons hill", hand=9, beach=1)), seat(race("orcs forest", hand=2, wood=2)))
    assert 'class="wall"' not in board_svg(game)
    game.listen()
    play(game, "wall beach wood")
    index = game.state.board.index
    assert BorderChanged(index["beach"], index["wood"], is_closed=True) in game.events
    assert "closed border to wood" in scene_of_game(game).spots["beach"].describe()
    text = board_text(game, colour=False, width=80)
    assert "# closed borders: beach-wood" in text
    assert "#" in text.split("closed borders")[0][:-2]
    picture = board_picture(scene_of_game(game, 80 / 32), 80, 16)
    assert picture.letters["closed border"] == "#"
    assert sum(glyph.letter == "#" for row in picture.rows for glyph in row) > 2
    assert board_svg(game).count('class="wall"') == 1
    wide, tall = walls_of(scene_of_game(game, 1.3))
    assert wide.count("M") == tall.count("M") == 2  # both lines of a wall
    data = json.loads(re.findall(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page(game), re.S)[0])
    assert "walls" not in data["frames"][0]
    assert data["frames"][-1]["walls"] == PublicBoard(game).walls
    play(game, "gate beach wood")
    assert PublicBoard(game).walls == []


def test_a_position_has_its_closed_borders(extension: Extension) -> None:
    game = extension.lay(seat(race("masons hill", hand=9, beach=1)), seat(race("orcs forest", hand=2, wood=2)))
    play(game, "wall beach wood")
    text = position_text(game.state)
    assert "closed beach wood" in text
    rest = {"board": TINY, "plugins": extension.plugins}
    again = new_game(extension.variant, game.players, given=text, **rest)
    assert again.state.board == game.state.board
    with pytest.raises(SmallWorldError, match=r"closed\.beach-knoll: beach and knoll share no border"):
        new_game(extension.variant, game.players, given="closed beach knoll", **rest)
