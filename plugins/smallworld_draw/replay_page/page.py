"""A recorded game as one page to step through: board, events, players, a chart of the coins.

The page needs nothing but itself: no network, no fonts, no library.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

from smallworld.game import Game
from smallworld.languages import _, current_language, ngettext
from smallworld_draw.marks import seat_svg
from smallworld_draw.palette import page_style
from smallworld_draw.replay_page.chart import chart
from smallworld_draw.replay_page.frames import Frame, ReplayFrames, replay_frames
from smallworld_draw.scene import RegionView
from smallworld_draw.script_messages import script_messages
from smallworld_draw.stage import TALL, WIDE
from smallworld_draw.svg import RATIO, draw_contents, icons_of, live_svg, region_classes, walls_of
from smallworld_output.safe_text import safe_markup as escape

MESSAGE = re.compile(r'\{\{ _\("([^"]*)"\) \}\}')
"""A message in the template, marked as in Jinja."""


def page(game: Game, *, viewer: str | None = None) -> str:
    """Write the whole page.

    :param viewer: the player for whom it is made: hidden information is not in it.
    :raises NotDrawable: the board has no drawing.
    """
    shown = replay_frames(game, viewer, RATIO)
    template = MESSAGE.sub(lambda match: escape(_(match[1])), _part("page.html"))
    parts = {
        "language": current_language().replace("_", "-"),
        "title": escape(f"{game.variant.name}: {', '.join(game.players)}"),
        "subtitle": escape(_subtitle(game, shown, viewer)),
        "style": page_style(game.variant.terrains.values()) + _part("page.css"),
        "board": icons_of(shown.scene).sheet() + live_svg(shown.scene, WIDE) + live_svg(shown.scene, TALL),
        "chart": chart(game.players, shown.rounds, game.rounds),
        "data": _json(_data(game, shown)),
        "script": _part("page.js"),
    }
    for name, part in parts.items():
        template = template.replace(f"<!--{name}-->", part)
    return template


def _subtitle(game: Game, shown: ReplayFrames, viewer: str | None) -> str:
    rounds = ngettext("{count} round", "{count} rounds", game.rounds)
    steps = ngettext("{count} step", "{count} steps", len(shown.frames) - 1)
    summary = f"{shown.scene.title}, {rounds}, {steps}"
    if viewer and not game.over:
        return _("{summary}, as {player} sees it: the coins of the others are hidden", summary=summary, player=viewer)
    return _("{summary}, as {player} saw it", summary=summary, player=viewer) if viewer else summary


def _part(name: str) -> str:
    return (files("smallworld_draw.replay_page") / name).read_text(encoding="utf-8")


def _json(data: Any) -> str:
    """Format JSON for a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _data(game: Game, shown: ReplayFrames) -> dict[str, Any]:
    """Return everything that changes, each different picture of a region once."""
    pictures: dict[tuple[str, ...], int] = {}
    frames, before = [], dict[str, int]()
    for frame in shown.frames:
        now = {name: _picture(shown, spot, pictures) for name, spot in frame.spots.items()}
        changed = {name: picture for name, picture in now.items() if before.get(name) != picture}
        before = now
        frames.append(_frame(frame, changed, walls_of(replace(shown.scene, spots=frame.spots))))
    return {
        "frames": frames,
        "pictures": [list(key) for key in pictures],
        "rounds": game.rounds,
        "shapes": [seat_svg(seat) for seat in range(len(game.players))],
        "winners": game.winners(),
        "messages": script_messages(_part("page.js")).get("messages", {}),
    }


def _picture(shown: ReplayFrames, spot: RegionView, pictures: dict[tuple[str, ...], int]) -> int:
    """Return the number of a picture of a region: its contents, description, classes and terrain."""
    picture = draw_contents(shown.scene, spot), spot.describe(), region_classes(spot), spot.terrain.id
    return pictures.setdefault(picture, len(pictures))


def _frame(frame: Frame, changed: dict[str, int], walls: Sequence[str]) -> dict[str, Any]:
    """Return the values of a frame.

    :param changed: region → its new picture. :param walls: the closed borders in each drawing.
    """
    players: Sequence[list[Any]] = [[line.name, line.coins, line.races, line.turn] for line in frame.players]
    return {
        "sentence": frame.sentence, "round": frame.round, "changed": changed,
        "players": players, "column": frame.column, "over": frame.over, **({"walls": walls} if walls else {}),
    }  # fmt: skip
