"""A recorded game as one page to step through, which needs nothing but itself: board, events, players, a chart."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from adjacency_map.model import Point
from smallworld.game import Game, new_game
from smallworld.languages import _, ngettext
from smallworld.languages.catalogue import ENGLISH, current_language, load_catalogue
from smallworld.languages.messages import format_count
from smallworld.model.variant import combo_name
from smallworld.tools import recorded_chances
from smallworld_draw.colours import page_style, player_colour
from smallworld_draw.marks import seat_svg, shape_at
from smallworld_draw.scene import RegionView, scene_of_game
from smallworld_draw.stage import TALL, WIDE
from smallworld_draw.svg import RATIO, draw_contents, icons_of, live_svg, number, region_classes, walls_of
from smallworld_output.safe_text import safe_markup as escape
from smallworld_output.text_width import cut, display_width
from smallworld_play.log_text import Narrator
from smallworld_play.standings import race_summaries

MESSAGE = re.compile(r'\{\{ _\("([^"]*)"\) \}\}')
"""A message in the template, marked as in Jinja."""
Coins = Mapping[str, int | None]
"""Player → coins; None where they are hidden."""


def page(game: Game, *, viewer: str | None = None) -> str:
    """Write the whole page.

    :param viewer: the player for whom it is made: hidden information is not in it.
    :raises NotDrawable: the board has no drawing.
    """
    steps = Steps(game, viewer)
    template = MESSAGE.sub(lambda match: escape(_(match[1])), _part("html"))
    parts = {
        "language": current_language().replace("_", "-"),
        "title": escape(f"{game.variant.name}: {', '.join(game.players)}"),
        "subtitle": escape(_subtitle(game, steps, viewer)),
        "style": page_style(game.variant.terrains.values()) + _part("css"),
        "board": icons_of(steps.scene).sheet() + live_svg(steps.scene, WIDE) + live_svg(steps.scene, TALL),
        "chart": chart(game.players, steps.rounds, game.rounds),
        "data": json.dumps(_data(game, steps), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "script": _part("js"),
    }
    for name, part in parts.items():
        template = template.replace(f"<!--{name}-->", part)
    return template


def _subtitle(game: Game, steps: Steps, viewer: str | None) -> str:
    rounds = ngettext("{count} round", "{count} rounds", game.rounds)
    count = ngettext("{count} step", "{count} steps", len(steps.frames) - 1)
    summary = f"{steps.scene.title}, {rounds}, {count}"
    if viewer and not game.over:
        return _("{summary}, as {player} sees it: the coins of the others are hidden", summary=summary, player=viewer)
    return _("{summary}, as {player} saw it", summary=summary, player=viewer) if viewer else summary


def _part(ending: str) -> str:
    return (files("smallworld_draw") / f"replay_page.{ending}").read_text(encoding="utf-8")


def _data(game: Game, steps: Steps) -> dict[str, Any]:
    """Return everything that changes, each different picture of a region once.

    A picture of a region has its contents, description, classes and terrain; ``changed`` has region → its new picture.
    """
    pictures: dict[tuple[str, ...], int] = {}
    frames, before = [], dict[str, int]()
    for frame, spots in steps.frames:
        now = {}
        for name, spot in spots.items():
            picture = draw_contents(steps.scene, spot), spot.describe(), region_classes(spot), spot.terrain.id
            now[name] = pictures.setdefault(picture, len(pictures))
        changed = {name: picture for name, picture in now.items() if before.get(name) != picture}
        before, walls = now, walls_of(replace(steps.scene, spots=spots))
        frames.append({**frame, "changed": changed, **({"walls": walls} if walls else {})})
    return {
        "frames": frames,
        "pictures": [list(key) for key in pictures],
        "rounds": game.rounds,
        "shapes": [seat_svg(seat) for seat in range(len(game.players))],
        "winners": game.winners(),
        "messages": script_messages(_part("js")).get("messages", {}),
    }


# --- the steps of the game


class Steps:
    """A game that is played again: the table after each event, or after a whole deployment.

    :ivar scene: the board at the beginning.
    :ivar frames: for each step its values, and region → its contents.
    :ivar rounds: coins of each player at the beginning and when each round had ended.
    :param viewer: the player for whom it is made; coins that they could not see are left out.
    """

    def __init__(self, game: Game, viewer: str | None) -> None:
        again, narrator, self._viewer = _restart(game), Narrator(), viewer
        again.listen()
        self.scene = scene_of_game(again, RATIO)
        self.rounds = [self._coins(again)]
        self.frames = [self._frame(again, _("the game begins"), again.round)]
        for event in game.log:
            if "do" not in event:
                continue
            before, again = again, again.after(event["do"])
            if again.round != before.round:
                self.rounds.append(self._coins(again))
            sentence, replaces = narrator(before, again)
            self.frames[len(self.frames) - replaces :] = [self._frame(again, sentence, before.round)]
        if again.over:
            self.rounds.append(self._coins(again))

    def _coins(self, game: Game) -> Coins:
        return dict(game.view(self._viewer).coins) if self._viewer else dict(game.scores())

    def _frame(self, game: Game, sentence: str, number: int) -> tuple[dict[str, Any], Mapping[str, RegionView]]:
        """Return the sentence, its round, the players in words, the combos on offer."""
        coins = self._coins(game)
        players = [
            (name, coins[name], "; ".join(race_summaries(game, seat)) or _("no race"),
             not game.over and game.turn == name)
            for seat, name in enumerate(game.players)
        ]  # fmt: skip
        frame = {"sentence": sentence, "round": number, "changed": {}, "players": players}
        return {**frame, "column": [*_column(game)], "over": game.over}, dict(scene_of_game(game).spots)


def _restart(game: Game) -> Game:
    """Return the same game before its first action, with the same results of chance to come."""
    origin = game.origin
    faces = game.state.board.faces if origin["named"] else None
    return new_game(
        game.variant, game.players, seed=origin["seed"], board=faces, options=origin["options"],
        given=origin["given"], script=recorded_chances(game.log), plugins=origin["loaded"],
    )  # fmt: skip


def _column(game: Game) -> Iterator[str]:
    """Yield the combos on offer, with the coins on them."""
    book = game.state.table.rulebook
    for race, power, coins in game.state.column:
        name = combo_name(book.powers[power], book.races[race])
        yield f"{name} (+{format_count(coins, 'coin')})" if coins else name


# --- coins over the rounds, as a chart in SVG


WIDTH, HEIGHT = 460.0, 240.0
APART = 13.0
"""Between two names, at least."""
LEFT, RIGHT, TOP, BOTTOM = 38.0, 80.0, 14.0, 34.0
"""Room around the lines; that on the right grows with the names at their ends."""
INK = "#222222"
"""The colour of words and edges, which is readable on white; the colours of players are not."""
LONGEST_NAME = 16
"""Most letters of a name; the chart would shrink next to longer ones."""
LETTER = 10.5
"""Room for a letter of a name."""
DASHES = ("", "8 4", "2 4", "10 3 2 3", "5 5", "1 3", "12 6", "4 2")
"""Dashes of the line of each seat, so that the lines differ in grey."""


def chart(players: Sequence[str], rounds: Sequence[Coins], last: int) -> str:
    """Draw a line for each player; a player with hidden coins has none.

    :param rounds: coins at the beginning and after each round.
    :param last: rounds of a whole game.
    """
    most = max([coins for row in rounds for coins in row.values() if coins is not None] + [10])
    step = next(step for step in (5, 10, 20, 25, 50, 100, 200, 500, 10**6) if most <= 6 * step)
    top = -(-most // step) * step
    right = max(RIGHT, 21 + LETTER * max(display_width(cut(name, LONGEST_NAME)) for name in players))
    places = {
        seat: [(_x(done, last), _y(coins, top)) for done, row in enumerate(rounds) if (coins := row[name]) is not None]
        for seat, name in enumerate(players)
    }
    lines = {seat: points for seat, points in places.items() if points}
    return "".join([
        f'<svg id="chart" viewBox="0 0 {number(WIDTH - RIGHT + right)} {number(HEIGHT)}" role="img" '
        f'aria-label="{escape(_summary(players, rounds))}"><title>{escape(_("coins over the rounds"))}</title>',
        *_axes(last, top, step),
        f'<line id="now" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{number(HEIGHT - BOTTOM)}" stroke="#888" '
        f'stroke-width="2" data-left="{LEFT}" data-step="{number(_x(1, last) - LEFT)}"/>',
        *(part for seat, points in lines.items() for part in _line(seat, points)),
        *_ends(players, lines),
        "</svg>",
    ])  # fmt: skip


def _x(done: int, last: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * done / max(last, 1)


def _y(coins: int, top: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * coins / top


def _axes(last: int, top: int, step: int) -> Iterator[str]:
    for coins in range(0, top + 1, step):
        y = number(_y(coins, top))
        yield f'<line x1="{LEFT}" x2="{number(WIDTH - RIGHT)}" y1="{y}" y2="{y}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 6}" y="{y}" dy="4" text-anchor="end">{coins}</text>'
    for done in range(last + 1):
        yield f'<text x="{number(_x(done, last))}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{done}</text>'
    middle = number(_x(last, last) / 2 + LEFT / 2)
    yield f'<text x="{middle}" y="{HEIGHT - 3}" text-anchor="middle">{escape(_("coins after each round"))}</text>'


def _line(seat: int, points: Sequence[Point]) -> Iterator[str]:
    colour = player_colour(seat)
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    style = f'fill="none" stroke-dasharray="{DASHES[seat % len(DASHES)]}"'
    yield f'<path d="M{path}" {style} stroke="{INK}" stroke-width="4.5"/>'  # an edge: yellow is pale on white
    yield f'<polyline points="{path}" {style} stroke="{colour}" stroke-width="2.5"/>'
    for x, y in points:
        yield shape_at(seat, x, y, 4, f'fill="{colour}" stroke="{INK}" stroke-width="4"')


def _ends(players: Sequence[str], lines: Mapping[int, Sequence[Point]]) -> Iterator[str]:
    """Draw the players' names at the ends of their lines, without overlaps."""
    lowest = -APART
    for y, x, seat in sorted((y, x, seat) for seat, points in lines.items() for x, y in points[-1:]):
        lowest = max(y, lowest + APART)
        mark = shape_at(seat, x + 13, lowest, 4, f'fill="{player_colour(seat)}" stroke="{INK}" stroke-width="4"')
        word = escape(cut(players[seat], LONGEST_NAME))
        style = f'fill="{INK}" font-weight="700"'
        yield f'{mark}<text x="{number(x + 21)}" y="{number(lowest + 4)}" {style}>{word}</text>'


def _summary(players: Sequence[str], rounds: Sequence[Coins]) -> str:
    """Describe the chart for people who do not see it."""
    ends = [f"{name} {coins}" for name in players if (coins := rounds[-1][name]) is not None]
    sums = ", ".join(ends) or _("hidden")
    return ngettext(
        "coins after {count} round: {coins}", "coins after {count} rounds: {coins}", len(rounds) - 1, coins=sums
    )


# --- the messages of scripts in the language of the reader, as plain data for the page that runs them


TEXT = r'"(?:[^"\\]|\\.)*"'
SINGLE = re.compile(rf"\b_\(\s*({TEXT})")
PLURAL = re.compile(rf"\bngettext\(\s*({TEXT}),\s*({TEXT})")
NUMBERS = 200
"""Numbers of which a page has the plural form; larger ones have that of their last two digits."""


def script_messages(*sources: str) -> Mapping[str, Any]:
    """Return the translated messages of scripts, and the plural form of each number; nothing in English."""
    language = current_language()
    return {} if language == ENGLISH else _translated(language, sources)


@cache
def _translated(language: str, sources: tuple[str, ...]) -> Mapping[str, Any]:
    texts = load_catalogue(language)
    messages: dict[str, str | list[str]] = {}
    for source in sources:
        messages |= {message: texts.gettext(message) for message in single_messages(source)}
        for singular, plural in plural_messages(source):
            messages[singular] = [texts.ngettext(singular, plural, number) for number in range(NUMBERS)]
    # Keep each plural form once, and the form of each number, which all messages of a language share.
    rows = [forms for forms in messages.values() if isinstance(forms, list)]
    keys = list(zip(*rows, strict=True)) or [()] * NUMBERS
    places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    numbers = [keys.index(key) for key in places]
    return {
        "messages": {
            message: text if isinstance(text, str) else [text[number] for number in numbers]
            for message, text in messages.items()
        },
        "plurals": [places[key] for key in keys],
    }


def single_messages(source: str) -> Iterator[str]:
    """Yield the messages of a script that have one form."""
    return (json.loads(match[1]) for match in SINGLE.finditer(source))


def plural_messages(source: str) -> Iterator[tuple[str, str]]:
    """Yield the messages of a script that depend on a count: singular and plural."""
    return ((json.loads(match[1]), json.loads(match[2])) for match in PLURAL.finditer(source))
