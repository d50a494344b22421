"""One undo over clicks, fields and keys in Chromium (tox -e browser); acceptance check 8 of the studio."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from authors import Author

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
STEPS = 200
PAUSE = 650
"""Milliseconds after which typing begins another step."""


class Mixer:
    """Changes a draft in every way, at random."""

    def __init__(self, author: Author, seed: int) -> None:
        self.author, self.rng, self.regions = author, Random(seed), list[str]()
        self.last = ""

    def change(self) -> None:
        kinds = [kind for kind in ("click", "key", "border", "field", "type") if kind != self.last]
        if len(self.regions) < 2:
            kinds = ["click"]
        self.last = self.rng.choice(kinds)
        getattr(self, f"_{self.last}")()

    def _board(self) -> None:
        if "#board" not in self.author.page.url:
            self.author.page.click("#tabs a[href^='#board']")
        count = "document.querySelectorAll('.sketch .region').length"
        self.author.wait_until(f"document.querySelector('.sketch') && {count} === {len(self.regions)}", "")

    def _click(self) -> None:
        self._board()
        if len(self.regions) >= 12:
            return self._key()
        number = len(self.regions)
        self.author.click_at((12 + 25 * (number % 4), 15 + 35 * (number // 4)))
        self.regions.append(f"r{number + 1:02}")

    def _key(self) -> None:
        self._board()
        self.author.select(self.rng.choice(self.regions))
        count = "document.querySelector('.palette output').textContent"
        before = self.author.page.evaluate(count)
        self.author.press("+")
        self.author.wait_until(f"{count} !== before", before)

    def _border(self) -> None:
        self._board()
        self.author.join(*self.rng.sample(self.regions, 2))

    def _field(self) -> None:
        page = self.author.page
        page.click("#tabs a[href='#edition']")
        field = page.locator(".entry-form input[type=text]").first
        field.wait_for()
        field.fill(f"Edition {self.rng.random():.9f}")
        field.press("Enter")

    def _type(self) -> None:
        page = self.author.page
        page.wait_for_timeout(PAUSE)
        page.locator(".cm-line").first.click()
        page.keyboard.press("Control+Home")
        page.keyboard.type(f"# {self.rng.randrange(10**6)}")
        page.keyboard.press("Enter")


def test_undo_goes_back_over_two_hundred_steps_and_redo_gives_the_same_bytes(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    mixer = Mixer(person, 7)
    texts = [person.state()["files"]]
    while len(texts) <= STEPS:
        mixer.change()
        person.settle()
        files = person.state()["files"]
        if files != texts[-1]:
            texts.append(files)
    for place in reversed(range(STEPS)):
        person.page.click("#undo")
        person.settle()
        assert person.state()["files"] == texts[place], place
    for place in range(1, STEPS + 1):
        person.page.click("#redo")
        if place % 20 == 0:
            person.settle()
            assert person.state()["files"] == texts[place], place
    assert person.page.locator("#redo").is_disabled()
