"""People with a browser of their own, who click."""

from __future__ import annotations

from random import Random
from typing import Any

from servers import Server

LINES = "document.querySelector('main').dataset.number"
"""The event that the page shows."""
DECIDES = "document.title.startsWith('●')"
"""It is the turn of this person."""
BUTTONS = (
    "#buttons > [data-action], #buttons > [popovertarget], #buttons [data-ask], #buttons [data-end]:not([disabled]), "
    "#column [data-action]"
)
"""Buttons that decide something."""
CHOICES = f"""() => {{
  const seen = selector => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility());
  return {{
    decides: {DECIDES}, number: {LINES}, buttons: seen({BUTTONS!r}).length, even: seen("#buttons [data-even]").length,
    lands: seen("#board .land.open").map(land => land.dataset.region),
  }};
}}"""
"""The regions and the number of buttons that a person may click now."""
CLICK = """name => [...document.querySelectorAll("#board .land")]
  .find(land => land.dataset.region === name && land.checkVisibility())
  ?.dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
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

    def shows(self, condition: str, before: str = "") -> bool:
        """Return whether a condition is true on the page; one that is left at this moment shows nothing."""
        try:
            return bool(self.page.evaluate(f"before => {condition}", before))
        except Exception as error:
            if "navigation" not in str(error):
                raise
            return False

    def wait_until(self, condition: str, before: str) -> None:
        """Wait for a condition on the page; the policy of the page forbids the waiting of playwright itself."""
        for _ in range(500):
            if self.shows(condition, before):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{condition}; the page shows: {self.page.inner_text('body')}")

    def decide(self, rng: Random) -> bool:
        """Click a region, a race, or a button; return whether there was a decision."""
        page = self.page
        self.wait_until(IDLE, "")
        choices = page.evaluate(CHOICES)
        before, lands, count = choices["number"], choices["lands"], choices["buttons"]
        if not choices["decides"]:
            return False
        if choices["even"] and rng.random() < 0.8:
            if not self._place(rng, lands):
                return True
        elif lands and (not count or rng.random() < 0.8):
            if not self._click_region(rng.choice(lands), rng):
                return True
        elif count:
            button = page.locator(f"{BUTTONS} >> visible=true").nth(rng.randrange(count))
            asks = button.get_attribute("data-ask")
            button.click()
            if self.page.locator("#more").is_visible():
                actions = page.locator("#more button")
                actions.nth(rng.randrange(actions.count())).click()
            if asks:
                page.click("#confirm [data-action]")
        else:  # the page shows the next position in this moment
            return True
        self.wait_until(f"{LINES} != before", before)
        return True

    def _place(self, rng: Random, lands: list[str]) -> bool:
        """Plan tokens by clicking or evenly, and confirm them; return whether the step could end then."""
        tokens = "document.querySelector('#status .cell[data-part=\"\"][aria-pressed=true]')"
        is_planned = "document.querySelector('#buttons [data-end]:not([disabled])')"
        if rng.random() < 0.5 or not lands:
            self.page.click("#buttons [data-even]")
        for _ in range(MOST_CLICKS):
            if not lands or self.page.evaluate(f"Boolean({is_planned})"):
                break
            self.page.evaluate(CLICK, rng.choice(lands))
            if self.page.locator("#menu").is_visible():
                self.page.locator("#menu button").first.click()
                return False
            if not self.page.evaluate(f"Boolean({tokens})"):  # a piece is placed at once
                return False
        if not self.page.evaluate(f"Boolean({is_planned})"):
            return False
        self.page.click("#buttons [data-end]")
        return True

    def _click_region(self, region: str, rng: Random) -> bool:
        """Click a region and choose from its menu; return whether that decided something."""
        before = self.page.evaluate(LINES)
        self.page.evaluate(CLICK, region)
        changed = "document.querySelector('.pin')"
        self.wait_until(f"{LINES} != before || !document.querySelector('#menu').hidden || {changed}", before)
        if self.page.locator("#menu").is_visible():
            entries = self.page.locator("#menu button")
            entries.nth(rng.randrange(entries.count())).click()
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
