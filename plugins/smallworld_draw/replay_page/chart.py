"""Coins over the rounds, as a chart in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from smallworld.languages import _, ngettext
from smallworld_draw.colours import player_colour
from smallworld_draw.marks import shape_at
from smallworld_draw.svg import number
from smallworld_output.safe_text import safe_markup as escape
from smallworld_output.text_width import cut, display_width

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


def chart(players: Sequence[str], rounds: Sequence[Mapping[str, int | None]], last: int) -> str:
    """Draw a line for each player; a player with hidden coins has none.

    :param rounds: coins at the beginning and after each round.
    :param last: rounds of a whole game.
    """
    most = max([coins for row in rounds for coins in row.values() if coins is not None] + [10])
    step = next(step for step in (5, 10, 20, 25, 50, 100, 200, 500, 10**6) if most <= 6 * step)
    top = -(-most // step) * step
    right = max(RIGHT, 21 + LETTER * max(display_width(cut(name, LONGEST_NAME)) for name in players))
    lines = [part for seat, name in enumerate(players) for part in _line(seat, name, rounds, last, top)]
    return "".join([
        f'<svg id="chart" viewBox="0 0 {number(WIDTH - RIGHT + right)} {number(HEIGHT)}" role="img" '
        f'aria-label="{escape(_summary(players, rounds))}"><title>{escape(_("coins over the rounds"))}</title>',
        *_axes(last, top, step),
        f'<line id="now" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{number(HEIGHT - BOTTOM)}" stroke="#888" '
        f'stroke-width="2" data-left="{LEFT}" data-step="{number(_x(1, last) - LEFT)}"/>',
        *lines,
        *_ends(players, rounds, last, top),
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


def _line(seat: int, name: str, rounds: Sequence[Mapping[str, int | None]], last: int, top: int) -> Iterator[str]:
    points = [(_x(done, last), _y(coins, top)) for done, row in enumerate(rounds) if (coins := row[name]) is not None]
    if not points:
        return
    colour = player_colour(seat)
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    style = f'fill="none" stroke-dasharray="{DASHES[seat % len(DASHES)]}"'
    yield f'<path d="M{path}" {style} stroke="{INK}" stroke-width="4.5"/>'  # an edge: yellow is pale on white
    yield f'<polyline points="{path}" {style} stroke="{colour}" stroke-width="2.5"/>'
    for x, y in points:
        yield shape_at(seat, x, y, 4, f'fill="{colour}" stroke="{INK}" stroke-width="4"')


def _ends(players: Sequence[str], rounds: Sequence[Mapping[str, int | None]], last: int, top: int) -> Iterator[str]:
    """Draw the players' names at the ends of their lines, without overlaps."""
    ends = []
    for seat, name in enumerate(players):
        visible = [(done, coins) for done, row in enumerate(rounds) if (coins := row[name]) is not None]
        if visible:
            ends.append((_y(visible[-1][1], top), _x(visible[-1][0], last), seat, name))
    lowest = -APART
    for y, x, seat, name in sorted(ends):
        lowest = max(y, lowest + APART)
        mark = shape_at(seat, x + 13, lowest, 4, f'fill="{player_colour(seat)}" stroke="{INK}" stroke-width="4"')
        word = escape(cut(name, LONGEST_NAME))
        style = f'fill="{INK}" font-weight="700"'
        yield f'{mark}<text x="{number(x + 21)}" y="{number(lowest + 4)}" {style}>{word}</text>'


def _summary(players: Sequence[str], rounds: Sequence[Mapping[str, int | None]]) -> str:
    """Describe the chart for people who do not see it."""
    ends = [f"{name} {coins}" for name in players if (coins := rounds[-1][name]) is not None]
    sums = ", ".join(ends) or _("hidden")
    return ngettext(
        "coins after {count} round: {coins}", "coins after {count} rounds: {coins}", len(rounds) - 1, coins=sums
    )
