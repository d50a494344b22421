"""The focus of the keyboard stays on the page when its element disappears (tox -e browser)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from people import IDLE, Person
from servers import Server
from test_page_in_browser import open_seats

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
HAS_FOCUS = "document.activeElement && document.activeElement !== document.body"
ABLE = """() => {
  const names = "#buttons button, #column [data-action], #column summary, #status .cell, #pins button, "
    + "#log button, #regions button.open, #players summary, #past button, #menu button";
  const isAble = e => e.checkVisibility() && !e.disabled && !e.closest("[inert]");
  const able = [...document.querySelectorAll(names)].filter(isAble);
  document.querySelectorAll("[data-mark]").forEach(e => e.removeAttribute("data-mark"));
  able.forEach((e, place) => { e.dataset.mark = place; });
  const nameOf = e => e.closest("section, [role=menu], #past, #pins")?.id || "log";
  return able.map(e => nameOf(e) + (e.matches("summary") ? " summary" : ""));
}"""


def focus_something(person: Person, rng: Random) -> str:
    """Put the focus on a random kind of thing that can have it; return the kind."""
    kinds = person.page.evaluate(ABLE)
    if not kinds:
        return ""
    kind = rng.choice(sorted(set(kinds)))
    place = rng.choice([place for place, other in enumerate(kinds) if other == kind])
    focus = f"(e => {{ e?.focus(); return Boolean(e); }})(document.querySelector('[data-mark=\"{place}\"]'))"
    return str(kind) if person.page.evaluate(focus) else ""  # the other person's action has removed it


def test_the_focus_never_falls_to_the_body(chromium: Any, server: Server) -> None:
    """Two people press Enter on everything; an action may remove elements of either page, and both keep a focus."""
    people, rng = open_seats(chromium, server, "base"), Random(6)
    kinds = set[str]()
    for _ in range(150):
        for person in people:
            kinds.add(kind := focus_something(person, rng))
            if not kind:
                continue
            person.page.keyboard.press("Enter")
            for other in people:
                other.wait_until(IDLE, "")
                other.page.wait_for_timeout(30)
                assert other.page.evaluate(HAS_FOCUS) or other.page.evaluate("!window.hadFocus"), kind
                other.page.evaluate(f"window.hadFocus = window.hadFocus || Boolean({HAS_FOCUS})")
    assert kinds >= {"buttons", "column", "history", "board", "past", "players summary"}, kinds
    for person in people:
        assert person.problems == []


def test_a_table_can_be_forgotten(chromium: Any, server: Server) -> None:
    person, _ = open_seats(chromium, server, "base")
    page = person.page
    page.goto(server.base)
    count = page.locator("#my-tables li").count()
    for rest in range(count - 1, -1, -1):
        page.locator("#my-tables button").first.focus()
        page.keyboard.press("Enter")
        assert page.locator("#my-tables li").count() == rest
        assert page.evaluate(HAS_FOCUS)
    assert page.locator("#mine").is_hidden()
    page.reload()
    assert page.locator("#mine").is_hidden() and person.problems == []
