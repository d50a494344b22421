"""Four people with windows of four sizes play from one link (tox -e browser): they join, decide and see the past.

The page alone is used. After each decision the bar, the buttons and the column of everybody are measured: nothing
scrolls, overlaps or is cut.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from people import CHOICES, CLICK, LINES, Person
from servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(700)]
TOUCH = {"has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, **TOUCH},
    "tablet": {"viewport": {"width": 768, "height": 1024}, "color_scheme": "dark", **TOUCH},
    "desk": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"},
}
NAMES = ("Ann", "Robert", "Carla", "Dimitri")
ROUNDS = 2
"""Rounds that are played; the game begins again with each race, so that these have every usual decision."""
MOST = 400
"""Decisions in these rounds, and short waits."""
FAULTS = """() => {
  const seen = e => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 2;
  const all = selector => [...document.querySelectorAll(selector)].filter(seen);
  const words = e => e.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  const { scrollWidth, scrollHeight } = document.documentElement;
  const faults = scrollWidth > innerWidth || scrollHeight > innerHeight ? ["the page scrolls"] : [];
  for (const e of all("#bar :is(h1, h2, p, button), #round h2, #log-title > *, #tabs button, .player b, .combo b")) {
    const { left, right } = e.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) faults.push(`outside: ${words(e)}`);
    else if (e.scrollWidth > e.clientWidth + 1 && !e.matches("b")) faults.push(`cut: ${words(e)}`);
  }
  const boxes = all("#bar button, #status > :has(h1), .hand, .cell, #log-title > *, #round h2, .pips, #menu-button")
    .filter(e => !e.closest("#happening, #more"));
  for (const [at, one] of boxes.entries()) for (const other of boxes.slice(at + 1)) {
    if (one.contains(other) || other.contains(one) || document.querySelector("#confirm:not([hidden])")) continue;
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1) faults.push(`overlap: ${words(one)} / ${words(other)}`);
  }
  return faults;
}"""
PRICES = """() => [...document.querySelectorAll("#board .mark.legal.tagged:not(.own)")]
  .filter(mark => mark.checkVisibility())
  .map(mark => [Number(mark.querySelector(".tag-text").textContent), mark.dataset.region, mark.matches(".die")])"""


def sit_down(chromium: Any, server: Server, variant: str) -> dict[str, Person]:
    """Open a table with the first window, and let everybody choose a seat from the one link."""
    people = {name: Person(chromium, server, **options) for name, options in SIZES.items()}
    host = people["laptop"].page
    host.goto(f"{server.base}/new/{variant}")
    for number, name in enumerate(NAMES, 1):
        host.fill(f"[name=name{number}]", name)
        host.select_option(f"[name=kind{number}]", "human")
    host.click("button[type=submit]")
    host.wait_for_selector(".links")
    link = host.input_value(".common input")
    for person in people.values():
        person.page.goto(link)
        person.page.locator("main form button").first.click()
        person.page.wait_for_selector("#board")
    return people


def decide(person: Person, rng: Random) -> None:
    """Take the cheapest region that needs no die; without one, decide at random."""
    page = person.page
    prices = sorted(page.evaluate(PRICES))
    sure = [region for _price, region, by_die in prices if not by_die]
    before = page.evaluate(LINES)
    if not sure or page.evaluate(CHOICES)["even"] or rng.random() < 0.1:
        person.decide(rng)
        return
    page.evaluate(CLICK, sure[0])
    person.wait_until(f"{LINES} != before || !document.querySelector('#menu').hidden", before)
    if page.locator("#menu").is_visible():
        page.locator("#menu button").first.click()
    person.wait_until(f"{LINES} != before", before)


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_four_people_play_from_one_link(chromium: Any, server: Server, variant: str) -> None:
    people, rng, faults = sit_down(chromium, server, variant), Random(4), set[str]()
    host = people["laptop"].page
    for _ in range(MOST):
        if int(host.inner_text("#tab-round", timeout=1000) or "1") > ROUNDS:
            break
        actor = next((person for person in people.values() if person.page.evaluate(CHOICES)["decides"]), None)
        if actor is None:
            host.wait_for_timeout(100)
            continue
        decide(actor, rng)
        for name, person in people.items():
            faults |= {f"{name}: {fault}" for fault in person.page.evaluate(FAULTS)}
    else:
        raise AssertionError(f"not over: {host.inner_text('#prompt')}")
    for name, person in people.items():
        person.page.locator("#log li button").first.dispatch_event("click")
        person.page.wait_for_selector("#past:not([hidden])")
        faults |= {f"{name} in the past: {fault}" for fault in person.page.evaluate(FAULTS)}
        assert person.page.locator("#buttons").is_hidden()
        assert person.problems == []
    assert faults == set()
