"""The buttons over the drawing, and keys that act on all of it (tox -e browser)."""

from __future__ import annotations

from typing import Any

import pytest
from page_positions import CHOICE, CONQUEST, PLACING, open_position, positions
from people import Person
from servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
TOUCH = {"has_touch": True, "is_mobile": True}
WINDOWS: dict[str, dict[str, Any]] = {
    "high": {"viewport": {"width": 1280, "height": 900}},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 768, "height": 1024}, **TOUCH},
    "phone": {"viewport": {"width": 390, "height": 844}, **TOUCH},
}
SHIFTED = """() => [...document.querySelectorAll("#regions button:not([hidden])")].flatMap(button => {
  const box = button.getBoundingClientRect();
  const marks = [...document.querySelectorAll(`#board .mark[data-region="${button.dataset.region}"]`)];
  const drawn = marks.find(mark => mark.checkVisibility()).firstElementChild;
  const { x, y } = new DOMPoint(0, 0).matrixTransform(drawn.getScreenCTM());
  const far = Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
  return far > 2 ? [`${button.dataset.region}: ${far}`] : [];
})"""
"""Regions with a button that is not over their marks."""


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize(("variant", "players"), [("base", "abcde"), ("warcraft", "abcd")])
def test_each_button_is_over_the_marks_of_its_region(
    chromium: Any, server: Server, window: str, variant: str, players: str
) -> None:
    person = Person(chromium, server, **WINDOWS[window])
    page = person.page
    page.goto(open_position(server, positions(variant, tuple(players))[CONQUEST]))
    assert page.evaluate(SHIFTED) == []
    page.locator("#log li button").first.dispatch_event("click")
    page.wait_for_selector("#past:not([hidden])")
    page.wait_for_timeout(100)
    assert page.evaluate(SHIFTED) == [] and person.problems == []
    assert page.locator("#regions button >> visible=true").count() > 8


def test_keys_hide_tokens_show_ids_and_choose(chromium: Any, server: Server) -> None:
    person = Person(chromium, server, viewport={"width": 1280, "height": 800})
    page, games = person.page, positions("base")
    page.goto(open_position(server, games[PLACING]))
    token = page.locator("#board [data-kind=wide] .contents .tok").first
    page.keyboard.down("h")
    assert token.is_hidden()
    page.keyboard.up("h")
    assert token.is_visible()
    page.keyboard.press("i")
    content = "getComputedStyle(document.querySelector('#regions button'), '::after').content"
    assert page.evaluate(content) == '"r01"'
    page.keyboard.press("i")
    assert page.evaluate(content) == "none"
    page.goto(open_position(server, games[CHOICE]))
    page.keyboard.press("1")
    page.wait_for_selector("#column:not(:has(.pick))")
    assert page.locator("#prompt").inner_text().startswith("Enter the map") and person.problems == []


def test_a_sentence_of_the_log_lights_its_regions(chromium: Any, server: Server) -> None:
    person = Person(chromium, server, viewport={"width": 1280, "height": 800})
    page = person.page
    page.goto(open_position(server, positions("base")[CONQUEST]))
    line = page.locator("#log li:has(u)").first
    names = set(line.locator("u").evaluate_all("all => all.map(word => word.dataset.at)"))
    lit = "() => [...document.querySelectorAll('#regions .lit')].map(button => button.dataset.region)"
    line.hover()
    assert set(page.evaluate(lit)) == names
    page.mouse.move(5, 5)
    assert page.evaluate(lit) == []
    line.locator("button").click()
    page.wait_for_selector("#past:not([hidden])")
    page.mouse.move(5, 5)
    assert set(page.evaluate(lit)) == names and page.locator("#buttons").is_hidden()
    page.keyboard.press("Escape")
    page.wait_for_selector("#past", state="hidden")
    assert page.evaluate(lit) == [] and page.locator("#buttons").is_visible() and person.problems == []
