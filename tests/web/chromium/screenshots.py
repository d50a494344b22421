"""Take the screenshots of docs/browser.md:

``PYTHONPATH=tests:tests/web python tests/web/chromium/screenshots.py docs/pictures``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from people import Person, open_table
from PIL import Image
from playwright.sync_api import sync_playwright
from servers import Server, running

WIDE = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True, "is_mobile": True}
PICK = "document.querySelector('#column [data-action]') && document.querySelectorAll('#log li').length > 12"
LATER = "document.querySelectorAll('#log li').length > 20"
WIDE_BOARD = "#board [data-kind=wide]"
CONQUEST = f"document.querySelectorAll('{WIDE_BOARD} .price').length > 3 && {LATER}"
PLAN = f"document.querySelectorAll('{WIDE_BOARD} .land.add').length > 3 && {LATER}"
MENU = "[...document.querySelectorAll('#regions .open')].find(button => button.ariaLabel.match(/can: .*;/))"
END = "document.querySelector('#scores svg')"


def play_until(people: tuple[Person, Person], rng: Random, condition: str) -> Any:
    """Click until a condition is true; return the page on which it is."""
    for _ in range(600):
        for person in people:
            if person.page.evaluate(f"Boolean({condition})"):
                return person.page
        people[0].decide(rng) or people[1].decide(rng)
    raise AssertionError(f"not reached: {condition}")


def main(folder: Path) -> None:
    database = f"sqlite:///{Path(tempfile.mkdtemp()) / 'tables.db'}"
    server = Server(database)
    with running(server), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])

        def take(page: Any, name: str) -> None:
            page.wait_for_timeout(5000)  # until nothing moves
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=folder / f"{name}.png")
            colours = Image.open(folder / f"{name}.png").convert("RGB").quantize(96, dither=Image.Dither.NONE)
            colours.save(folder / f"{name}.png", optimize=True)

        host = Person(chromium, server, **WIDE)
        host.page.goto(server.base)
        take(host.page, "start")
        host.page.click("a[href='/new/warcraft']")
        host.page.click("summary")
        take(host.page, "new-table")
        for variant, options, states in (
            ("base", WIDE, {"combos": PICK, "conquest": CONQUEST, "menu": MENU, "redeployment": PLAN, "end": END}),
            ("warcraft", {**WIDE, "color_scheme": "dark"}, {"dark": CONQUEST}),
            ("base", PHONE, {"phone": CONQUEST}),
        ):
            links = open_table(host, server, variant)
            if variant == "warcraft":
                take(host.page, "host")
            people = Person(chromium, server, **options), Person(chromium, server, **options)
            for person, link in zip(people, links, strict=False):
                person.page.goto(link)
            rng = Random(5)
            for name, condition in states.items():
                page = play_until(people, rng, condition)
                prepare(page, name)
                take(page, name)
                page.keyboard.press("Escape")


def prepare(page: Any, name: str) -> None:
    """Open what a picture is to show."""
    if name in ("conquest", "dark"):
        page.locator("#board [data-kind=wide] .land.open").nth(1).dispatch_event(
            "pointerover", {"pointerType": "mouse", "bubbles": True}
        )
    if name == "menu":
        page.evaluate(f"{MENU}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
    if name == "redeployment":
        page.get_by_text("Spread evenly").click()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
