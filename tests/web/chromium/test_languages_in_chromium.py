"""Every kind of decision of each edition in each language in Chromium (tox -e browser): no English is on any page."""

from __future__ import annotations

from typing import Any

import pytest
from english_on_pages import TEXTS, EnglishTexts
from page_positions import CONQUEST, END, open_position, positions
from people import Person, open_table
from servers import Server

from languages.codes import FINISHED
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
SEEDS = (4, 5)
"""Random games of which every kind of decision is looked at."""
EXPLAINED = 8
"""Regions of which the explanation is read."""


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
        """Focus a region with a key, and read its explanation."""
        page = self.person.page
        page.keyboard.press("n" if number % 2 else "ArrowRight")
        for _ in range(50):  # some regions have no explanation
            if page.locator("#tip span").count():
                self.explanations += 1
                break
            page.wait_for_timeout(20)
        self.check("explanation")


@pytest.mark.parametrize("variant", ["base", "warcraft"])
@pytest.mark.parametrize("code", FINISHED)
def test_every_decision_in_another_language(chromium: Any, server: Server, code: str, variant: str) -> None:
    person = Person(chromium, server, locale=code, **PHONE)
    page, reader = person.page, Reader(person, EnglishTexts(code, variant))
    page.goto(server.base)
    assert page.evaluate("document.documentElement.lang") == code
    reader.check("start page")
    page.goto(f"{server.base}/new/{variant}")
    page.click("summary")
    reader.check("new table")
    open_table(person, server, variant, opponent="random")
    reader.check("host page")
    for seed in SEEDS:
        look_at_decisions(reader, server, variant, seed)
    game = positions(variant, seed=SEEDS[-1])[END]
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


def look_at_decisions(reader: Reader, server: Server, variant: str, seed: int) -> None:
    """Read the page at every kind of decision of a random game, and at its end."""
    page = reader.person.page
    for kind, game in positions(variant, seed=seed).items():
        page.goto(open_position(server, game))
        reader.check(kind)
        if kind == CONQUEST:
            page.focus("#regions [tabindex='0']")
            for number in range(EXPLAINED):
                reader.explain(number)
        if game.to_move:
            other = next(name for name in game.players if name != game.to_move)
            page.goto(open_position(server, game, other))
            reader.check(f"{kind} of another player")
