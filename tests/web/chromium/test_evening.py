"""Four people with windows of four sizes play an evening from one link (tox -e browser).

They join, decide until the end, see the past and play again. The page alone is used. After each decision the bar, the
buttons and the column of everybody are measured: nothing scrolls, overlaps or is cut.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from people import CHOICES, CLICK, LINES, Person
from servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1500)]
TOUCH = {"has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, **TOUCH},
    "tablet": {"viewport": {"width": 834, "height": 1112}, "color_scheme": "dark", **TOUCH},
    "desk": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"},
}
NAMES = ("Ann", "Robert", "Carla", "Dimitri")
FINISHED = 99
"""More rounds than a game has: it is played to its end."""
MOST = 3000
"""Decisions in a game, and short waits."""
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
    .filter(e => !e.closest("#happening, #more, .over .side")); // the results scroll as one sheet
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


def play(people: dict[str, Person], rounds: int) -> set[str]:
    """Let everybody decide for some rounds, or to the end; return what is wrong with their pages."""
    host, rng, faults = people["laptop"].page, Random(4), set[str]()
    for _ in range(MOST):
        if host.locator("#scores svg").count() or int(host.inner_text("#tab-round", timeout=1000) or "1") > rounds:
            return faults
        actor = next((person for person in people.values() if person.page.evaluate(CHOICES)["decides"]), None)
        if actor is None:
            host.wait_for_timeout(100)
            continue
        decide(actor, rng)
        faults |= faults_of(people)
    raise AssertionError(f"not over: {host.inner_text('#prompt')}")


def faults_of(people: dict[str, Person]) -> set[str]:
    return {f"{name}: {fault}" for name, person in people.items() for fault in person.page.evaluate(FAULTS)}


def play_again(people: dict[str, Person]) -> None:
    """Open the next game by the button of one person and the links of the others; somebody begins."""
    host, *rest = [person.page for person in people.values()]
    before = host.url
    host.click("[data-rematch]")
    host.wait_for_url(lambda url: url != before)
    for page in rest:
        page.locator("#next").click()
    assert [page.locator("#scores svg").count() for page in (host, *rest)] == [0] * len(people)
    assert sum(person.page.evaluate(CHOICES)["decides"] for person in people.values()) == 1


@pytest.mark.parametrize(("variant", "rounds"), [("base", FINISHED), ("warcraft", 2)])
def test_four_people_play_from_one_link(chromium: Any, server: Server, variant: str, rounds: int) -> None:
    people = sit_down(chromium, server, variant)
    faults = play(people, rounds)
    for person in people.values():
        person.page.locator("#log li button").first.dispatch_event("click")
        person.page.wait_for_selector("#past:not([hidden])")
        assert person.page.locator("#buttons").is_hidden() and person.page.locator("#canvas").is_visible()
    faults |= faults_of(people)
    if rounds == FINISHED:
        for person in people.values():
            person.page.keyboard.press("Escape")
            person.page.wait_for_selector("#past", state="hidden")
        play_again(people)
    assert faults == set() and [person.problems for person in people.values()] == [[]] * len(people)
