"""The bars of the design, measured in 200 positions of both editions (tox -e browser).

``PYTHONPATH=tests:tests/web python tests/web/chromium/test_measures.py`` writes all figures.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page_positions import open_position
from people import Person
from servers import Server, running

from smallworld.game import Game, new_game
from smallworld_editions.editions import load_variant

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
NAMES = ("Ann", "Robert", "Carla", "Dimitri", "Eve")
TABLES = [(variant, players) for variant in ("base", "warcraft") for players in (2, 3, 4, 5)]
POSITIONS = 25
"""Positions of each of the eight kinds of tables."""
WINDOWS = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
MEASURE = """() => {
  const board = document.getElementById("board");
  const seen = (selector, root = document) => [...root.querySelectorAll(selector)].filter(e => e.checkVisibility());
  const svg = seen("#board svg.board")[0];
  const scale = e => Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b);
  const sizes = selector => seen(selector, svg).map(e => parseFloat(getComputedStyle(e).fontSize) * scale(e));
  const of = e => [e.closest(".mark").dataset.region, e.getBoundingClientRect()];
  const boxes = selector => seen(selector, svg).map(of);
  const over = (one, other) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return across > 1 && down > 1;
  };
  const outer = svg.getBoundingClientRect(), drawn = svg.viewBox.baseVal;
  const fit = Math.min(outer.width / drawn.width, outer.height / drawn.height);
  const [width, height] = [fit * drawn.width, fit * drawn.height];
  const [left, top] = [outer.left + (outer.width - width) / 2, outer.top + (outer.height - height) / 2];
  const isOut = box => box.left < left - 1 || box.right > left + width + 1 || box.top < top - 1
    || box.bottom > top + height + 1;
  const [tags, counts, pieces] = [boxes(".price"), boxes(".count"), boxes(".piece, .sym")];
  const overlaps = [];
  for (const [at, [region, tag]] of tags.entries()) {
    const others = [...counts, ...tags.slice(at + 1)].filter(([, other]) => over(tag, other));
    overlaps.push(...others.map(([other]) => `the price of ${region} over ${other}`));
  }
  const near = tags.filter(([, tag]) => isOut(tag) || pieces.some(([, piece]) => over(tag, piece)));
  const stage = board.getBoundingClientRect();
  const floating = seen("body *").filter(e => ["fixed", "absolute", "sticky"].includes(getComputedStyle(e).position)
    && !board.contains(e) && !e.closest(".unseen, .skip, .side") && over(e.getBoundingClientRect(), stage));
  const targets = seen("#bar button, #bar a, #tabs button, #players summary, #menu-button, #regions button");
  const { scrollWidth, scrollHeight } = document.documentElement;
  return {
    count: Math.min(...sizes(".count"), 99), price: Math.min(...sizes(".tag-text"), 99),
    share: width * height / innerWidth / innerHeight,
    isMain: !board.closest(".over") && !document.querySelector(".side .shown"),
    scrolls: scrollWidth > innerWidth || scrollHeight > innerHeight, overlaps, tags: tags.length,
    near: near.length, floating: floating.map(e => e.id || e.className),
    target: Math.min(...targets.map(e => e.getBoundingClientRect().height)),
  };
}"""


def games(variant: str, players: int, seed: int = 3) -> Iterator[Game]:
    """Yield positions of a random game that conquers often, spread over all of it."""
    rng = Random(seed)
    game = new_game(load_variant(variant), NAMES[:players], seed=seed)
    positions: list[Game] = []
    while not game.over:
        positions.append(game.copy())
        actions = list(map(str, game.legal_actions()))
        usual = [action for action in actions if action.startswith("conquer")]
        if "decline" in actions and rng.random() < 0.25:
            usual = ["decline"]
        game.apply(rng.choice(usual if usual and rng.random() < 0.85 else actions))
    yield from (positions[place * len(positions) // POSITIONS] for place in range(POSITIONS - 1))
    yield game


def measure(page: Any, server: Server, game: Game) -> dict[str, dict[str, Any]]:
    """Return what is measured at a position in both windows."""
    page.set_viewport_size(WINDOWS["wide"])
    page.goto(open_position(server, game))
    measured = {"wide": page.evaluate(MEASURE)}
    page.set_viewport_size(WINDOWS["phone"])
    page.wait_for_timeout(120)
    return {**measured, "phone": page.evaluate(MEASURE)}


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the worst figures of a kind of table in a window."""
    main = [row for row in rows if row["isMain"]]
    return {
        "count": round(min(row["count"] for row in main), 1), "price": round(min(row["price"] for row in main), 1),
        "share": round(min(row["share"] for row in main), 3), "target": round(min(row["target"] for row in main), 1),
        "scrolls": sum(row["scrolls"] for row in rows), "floating": [name for row in main for name in row["floating"]],
        "overlaps": [pair for row in main for pair in row["overlaps"]], "tags": sum(row["tags"] for row in main),
        "near": sum(row["near"] for row in main),
    }  # fmt: skip


def figures(chromium: Any, server: Server, variant: str, players: int) -> dict[str, dict[str, Any]]:
    """Return the worst figures of all positions of a kind of table: window → figure → value."""
    rows: dict[str, list[dict[str, Any]]] = {window: [] for window in WINDOWS}
    person = Person(chromium, server, reduced_motion="reduce")
    with closing(person.page.context):
        for game in games(variant, players):
            for window, row in measure(person.page, server, game).items():
                rows[window].append(row)
    return {window: summary(measured) for window, measured in rows.items()}


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_everything_is_large_enough_and_apart(chromium: Any, server: Server, variant: str, players: int) -> None:
    for window, row in figures(chromium, server, variant, players).items():
        assert row["count"] >= 14 and row["price"] >= 14, window
        assert row["scrolls"] == 0 and row["floating"] == row["overlaps"] == [], window
        assert row["near"] <= 0.05 * row["tags"], window
        assert row["target"] >= 44 if window == "phone" else row["share"] >= 0.667


def main() -> None:
    from playwright.sync_api import sync_playwright

    server = Server(f"sqlite:///{Path(tempfile.mkdtemp()) / 'tables.db'}")
    with running(server), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for variant, players in TABLES:
            for window, row in figures(chromium, server, variant, players).items():
                sys.stdout.write(f"{variant} {players} {window}: {row}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
