"""A whole game of each edition in each language in Chromium (tox -e browser): no English is on any page."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx2
import pytest
from english_on_pages import TEXTS, EnglishTexts
from people import IDLE, Person, open_table
from servers import Server

from languages.codes import FINISHED
from smallworld.game import Game
from smallworld.languages import in_language
from smallworld_play.standings import result_line

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
PHONE = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
FITS = "document.documentElement.scrollWidth <= innerWidth"
CUT = """() => [...document.querySelectorAll("select")].filter(select => select.checkVisibility()).flatMap(select => {
  const room = select.offsetWidth;
  select.style.maxWidth = "none";
  const width = select.offsetWidth;
  select.style.maxWidth = "";
  return width > room ? [`${select.name}: ${width} > ${room}`] : [];
})"""
"""Boxes with an answer that is wider than the page has room for."""
OUTSIDE = """() => [...document.querySelectorAll("svg text")].filter(text => {
  const box = text.getBoundingClientRect(), picture = text.ownerSVGElement.getBoundingClientRect();
  return box.width && (box.right > picture.right + 1 || box.left < picture.left - 1);
}).map(text => text.textContent)"""
"""Texts of pictures that reach over the edge."""
EXPLAIN_EVERY = 6
"""Decisions between two explanations that are looked at."""


class Reader:
    """A person who reads every page in their language."""

    def __init__(self, person: Person, texts: EnglishTexts) -> None:
        self.person, self.texts = person, texts
        self.faults: list[str] = []
        """English, and what is cut, with the place where it was seen."""
        self.explanations = 0
        """Explanations that were read."""

    def check(self, place: str) -> None:
        """Compare everything on the page with English, and look for what is cut."""
        page = self.person.page
        self.faults += [f"{place}: English: {text}" for text in self.texts.find(page.evaluate(TEXTS))]
        self.faults += [f"{place}: cut: {text}" for text in page.evaluate(CUT) + page.evaluate(OUTSIDE)]
        self.faults += [] if page.evaluate(FITS) else [f"{place}: too wide"]

    def explain(self, number: int) -> None:
        """Point at a region and read the explanation."""
        regions = self.person.page.locator("#board [data-kind=wide] .land")
        region = regions.nth(number % regions.count())
        region.dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
        for _ in range(50):  # some regions have no explanation in some phases
            if self.person.page.locator("#tip span").count():
                self.explanations += 1
                break
            self.person.page.wait_for_timeout(20)
        self.check("explanation")
        region.dispatch_event("pointerout", {"pointerType": "mouse", "bubbles": True})


@pytest.mark.parametrize("variant", ["base", "warcraft"])
@pytest.mark.parametrize("code", FINISHED)
def test_a_whole_game_in_another_language(chromium: Any, server: Server, code: str, variant: str) -> None:
    person = Person(chromium, server, locale=code, **PHONE)
    page, reader = person.page, Reader(person, EnglishTexts(code, variant))
    page.goto(server.base)
    assert page.evaluate("document.documentElement.lang") == code
    reader.check("start page")
    page.goto(f"{server.base}/new/{variant}")
    page.click("summary")
    reader.check("new table")
    link = open_table(person, server, variant, opponent="random")[0]
    reader.check("host page")
    page.goto(link)
    play(reader)
    page.wait_for_selector("#scores svg")
    reader.check("end page")
    game = Game.loads(httpx2.get(f"{link}/record").text)
    with in_language(code):
        assert page.locator("#prompt").inner_text() == result_line(game)
    scores = page.locator("#scores table").first.inner_text()
    assert game.over and all(str(coins) in scores for coins in game.scores().values())
    page.locator("#log button").first.click()
    page.wait_for_selector("#past:not([hidden])")
    reader.check("past")
    page.goto(f"{server.base}/t/none/none")
    reader.check("wrong link")
    assert not reader.faults, "\n".join(reader.faults)
    assert reader.explanations
    assert [problem for problem in person.problems if "404" not in problem] == []


def play(reader: Reader) -> None:
    """Click until the game is over, and read the page after each decision."""
    person, rng = reader.person, Random(4)
    for number in range(400):
        person.wait_until(f"{IDLE} && (document.title.startsWith('●') || document.querySelector('#scores svg'))", "")
        reader.check(f"decision {number}")
        if person.page.locator("#scores svg").count():
            return
        if number % EXPLAIN_EVERY == 0:
            reader.explain(number)
        person.decide(rng)
    raise AssertionError("the game does not end")
