"""Take the screenshots of docs/browser.md:

``PYTHONPATH=tests:tests/web python tests/web/chromium/screenshots.py docs/pictures``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from page_positions import CHOICE, CONQUEST, END, PLACING, open_position, positions
from people import Person
from PIL import Image
from playwright.sync_api import sync_playwright
from servers import Server, running

PLAYERS = ("Ann", "Bob", "Cid")
WIDE = {"viewport": {"width": 1280, "height": 800}}
DARK = {**WIDE, "color_scheme": "dark"}
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True, "is_mobile": True}
SHOWN = "#board :is([data-kind=wide], [data-kind=tall])"
PRICES = f"[...document.querySelectorAll('{SHOWN} .price')].filter(tag => tag.checkVisibility()).length > 4"
PLUS = f"[...document.querySelectorAll('{SHOWN} .mark.add')].filter(mark => mark.checkVisibility()).length > 3"
MENU = "[...document.querySelectorAll('#regions .open')].find(button => button.ariaLabel.match(/can: .*;/))"
PICTURES: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "combos": ("base", CHOICE, WIDE, "true"),
    "conquest": ("base", CONQUEST, WIDE, PRICES),
    "menu": ("base", CONQUEST, WIDE, MENU),
    "redeployment": ("base", PLACING, WIDE, PLUS),
    "end": ("base", END, WIDE, "true"),
    "dark": ("warcraft", CONQUEST, DARK, PRICES),
    "phone": ("base", CONQUEST, PHONE, PRICES),
}
"""Picture → edition, kind of position, window, and a condition on the page."""
MOST_GAMES = 40
"""Random games among which one with a fitting position is looked for."""


def show(person: Person, server: Server, name: str) -> None:
    """Open a table at the first position that fits a picture."""
    variant, kind, _, condition = PICTURES[name]
    for seed in range(MOST_GAMES):
        games = positions(variant, PLAYERS, seed)
        if kind not in games:
            continue
        person.page.goto(open_position(server, games[kind]))
        if person.page.evaluate(f"Boolean({condition})"):
            return
    raise AssertionError(f"no position fits {name}")


def prepare(page: Any, name: str) -> None:
    """Open what a picture is to show."""
    if name in ("conquest", "dark"):
        page.locator("#board [data-kind=wide] .land.open").nth(1).dispatch_event(
            "pointerover", {"pointerType": "mouse", "bubbles": True}
        )
    if name == "menu":
        page.evaluate(f"{MENU}.click()")
    if name == "redeployment":
        page.get_by_text("Spread evenly").click()


def take(page: Any, path: Path) -> None:
    page.wait_for_timeout(1500)  # until nothing moves
    page.screenshot(path=path)
    colours = Image.open(path).convert("RGB").quantize(96, dither=Image.Dither.NONE)
    colours.save(path, optimize=True)


def main(folder: Path) -> None:
    server = Server(f"sqlite:///{Path(tempfile.mkdtemp()) / 'tables.db'}")
    with running(server), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        host = Person(chromium, server, **WIDE)
        host.page.goto(server.base)
        take(host.page, folder / "start.png")
        for name, (_variant, _kind, options, _condition) in PICTURES.items():
            person = Person(chromium, server, **options)
            show(person, server, name)
            prepare(person.page, name)
            take(person.page, folder / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
