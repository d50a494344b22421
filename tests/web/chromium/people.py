"""People with a browser of their own, who click."""

from __future__ import annotations

from random import Random
from typing import Any

from servers import Server

LINES = "document.querySelector('main').dataset.number"
"""The event that the page shows."""
DECIDES = "document.title.startsWith('●')"
"""It is the turn of this person."""
BUTTONS = "#buttons > [data-action], #buttons [data-ask], #buttons [data-end]:not([disabled]), #column [data-action]"
"""Buttons that decide something."""
IDLE = "!document.querySelector('#board').hasAttribute('aria-busy')"
"""The page waits for no answer."""
MOST_CLICKS = 40
"""Clicks by which all tokens in hand are planned."""


class Person:
    """A person with a browser of their own."""

    def __init__(self, chromium: Any, server: Server, **options: Any) -> None:
        self.problems: list[str] = []
        self.page = chromium.new_context(**options).new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda message: self._check_message(message))
        self.page.on("request", lambda request: self._check_request(request, server.base))

    def _check_message(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def _check_request(self, request: Any, base: str) -> None:
        if not request.url.startswith((base, "data:")):
            self.problems.append(f"request to {request.url}")
        if "/t/" in request.headers.get("referer", ""):
            self.problems.append(f"a secret in the Referer of {request.url}")

    def wait_until(self, condition: str, before: str) -> None:
        """Wait for a condition on the page; the policy of the page forbids the waiting of playwright itself."""
        for _ in range(500):
            if self.page.evaluate(f"before => {condition}", before):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{condition}; the page shows: {self.page.inner_text('body')}")

    def decide(self, rng: Random) -> bool:
        """Click a region, a race, or a button; return whether there was a decision."""
        page = self.page
        self.wait_until(IDLE, "")
        if not page.evaluate(DECIDES):
            return False
        before = page.evaluate(LINES)
        buttons = page.locator(BUTTONS)
        regions = page.locator("#board .land.open >> visible=true")
        if page.locator("#buttons [data-even]").is_visible() and rng.random() < 0.8:
            if not self._place(rng):
                return True
        elif regions.count() and (not buttons.count() or rng.random() < 0.8):
            if not self._click_region(regions.nth(rng.randrange(regions.count())), rng):
                return True
        elif buttons.count():
            button = buttons.nth(rng.randrange(buttons.count()))
            asks = button.get_attribute("data-ask")
            button.click()
            if asks:
                page.click("#confirm [data-action]")
        else:  # the page shows the next position in this moment
            return True
        self.wait_until(f"{LINES} != before", before)
        return True

    def _place(self, rng: Random) -> bool:
        """Plan tokens by clicking or evenly, and confirm them; return whether the step could end then."""
        regions = self.page.locator("#board .land.open >> visible=true")
        tokens = self.page.locator("#status .cell[data-part=''][aria-pressed=true]")
        end = self.page.locator("#buttons [data-end]:not([disabled])")
        if rng.random() < 0.5 or not regions.count():
            self.page.click("#buttons [data-even]")
        for _ in range(MOST_CLICKS):
            if end.count() or not regions.count():
                break
            regions.nth(rng.randrange(regions.count())).dispatch_event("click")
            if self.page.locator("#menu").is_visible():
                self.page.locator("#menu button").first.click()
                return False
            if not tokens.count():  # a piece is placed at once
                return False
        if is_planned := end.count() > 0:
            end.click()
        return is_planned

    def _click_region(self, region: Any, rng: Random) -> bool:
        """Click a region and choose from its menu; return whether that decided something."""
        before = self.page.evaluate(LINES)
        self.page.wait_for_timeout(50)  # the page still scrolls to an earlier click, which would close the menu
        region.dispatch_event("click")
        changed = "document.querySelector('.pin')"
        self.wait_until(f"{LINES} != before || !document.querySelector('#menu').hidden || {changed}", before)
        if self.page.locator("#menu").is_visible():
            entries = self.page.locator("#menu button")
            entry = entries.nth(rng.randrange(entries.count()))
            entry.click()
        return not self.page.evaluate(f"Boolean({changed})")


def open_table(person: Person, server: Server, variant: str, opponent: str = "human") -> list[str]:
    """Open a table of a person and an opponent by the forms; return the links."""
    page = person.page
    page.goto(server.base)
    page.click(f"a[href='/new/{variant}']")
    page.select_option("[name=kind2]", opponent)
    page.click("button[type=submit]")
    page.wait_for_selector(".links")
    return [link.get_attribute("href") for link in page.query_selector_all(".links a")]
