"""The tutorial on a phone, by the keyboard alone: every lesson is on the page when it is needed (tox -e browser)."""

from __future__ import annotations

from typing import Any

import pytest
from people import IDLE, Person
from servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FITS = """() => {
  const lesson = document.querySelector("#lesson").getBoundingClientRect();
  const board = document.querySelector("#board").getBoundingClientRect();
  return lesson.width <= innerWidth && lesson.bottom <= board.top + 1 && board.height >= 300
    && document.documentElement.scrollWidth <= innerWidth;
}"""
NEXT = """() => {
  const seen = selector => [...document.querySelectorAll(selector)].find(e => e.checkVisibility() && !e.disabled);
  const next = seen("#column [data-action]")
    || (document.querySelector("#lesson").textContent.includes("Lesson 4") && seen("#confirm [data-action]"))
    || (document.querySelector("#lesson").textContent.includes("Lesson 4") && seen("#buttons [data-ask]"))
    || seen("#buttons [data-even]:not(.used)") || seen("#buttons [data-end]");
  if (next?.dataset.even !== undefined) next.classList.add("used");
  next?.focus();
  return Boolean(next);
}"""


def test_a_learner_reads_every_lesson_at_390_pixels(chromium: Any, server: Server) -> None:
    person = Person(chromium, server, **PHONE)
    person.page.goto(f"{server.base}/")
    person.page.get_by_role("button", name="Learn in ten minutes").press("Enter")
    shown = set[str]()
    for _ in range(300):
        if person.page.evaluate("Boolean(document.querySelector('#table.over'))"):
            break
        if person.page.evaluate("Boolean(document.querySelector('#lesson'))"):
            lesson = person.page.locator("#lesson").inner_text()
            shown.add(lesson)
            assert person.page.evaluate(FITS), lesson
            if person.page.evaluate(NEXT):
                person.page.keyboard.press("Enter")
                person.wait_until(IDLE, "")
        person.page.wait_for_timeout(150)
    text = "\n".join(shown)
    for lesson in ("Lesson 1", "Your tokens are in your hand", "Lesson 2", "Lesson 3", "Lesson 4", "Lesson 5"):
        assert lesson in text
    assert "The tutorial is over" in person.page.locator("#lesson").inner_text()
    assert person.problems == []
