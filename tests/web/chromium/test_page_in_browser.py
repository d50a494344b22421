"""The page of a table in Chromium (tox -e browser): keys, explanations, accessibility, hostile texts."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from page_positions import CHOICE, CONQUEST, DECLINING, END, PLACING, open_position, positions
from people import CLICK, IDLE, LINES, Person, open_table
from servers import Server, running
from test_hostile_content import edition

from smallworld.game import Game

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TARGETS = "[...document.querySelectorAll('button, select, summary, input:not([type=hidden])')]"
SMALL = f"{TARGETS}.filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 39.5).map(e => e.outerHTML)"
FIRST_PRICE = """() => {
  return document.querySelector(".price").closest(".mark").dataset.region;
}"""
WATCH = """() => {
  window.ghosts = 0;
  const isGhost = (node) => node.classList?.contains("leaving");
  const observer = new MutationObserver((changes) => {
    window.ghosts += changes.flatMap((change) => [...change.addedNodes]).filter(isGhost).length;
  });
  observer.observe(document.querySelector(".marks"), { childList: true, subtree: true });
}"""
FITS = "document.documentElement.scrollWidth <= innerWidth"


def open_seats(chromium: Any, server: Server, variant: str, **options: Any) -> tuple[Person, Person]:
    """Open a table of two people; return them at their seats."""
    first, second = Person(chromium, server, **options), Person(chromium, server, **options)
    links = open_table(first, server, variant)
    first.page.goto(links[0])
    second.page.goto(links[1])
    return first, second


def play_until(people: tuple[Person, Person], condition: str, seed: int = 3) -> Person:
    """Click until a condition is true on the page of the first or the second person; return them."""
    rng = Random(seed)
    for _ in range(400):
        for person in people:
            person.wait_until(IDLE, "")
            if person.page.evaluate(f"Boolean({condition})"):
                return person
        people[0].decide(rng) or people[1].decide(rng)
    raise AssertionError(f"not reached: {condition}")


def findings(page: Any, axe: str) -> list[str]:
    """Return what axe-core finds on a page, against WCAG 2.2 AA and good practice."""
    page.evaluate(axe)
    result = page.evaluate("axe.run(document)")
    return [f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}"
            for rule in result["violations"] for node in rule["nodes"]]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [{"viewport": {"width": 1280, "height": 900}}, PHONE], ids=["wide", "phone"])
def test_every_page_is_accessible_and_fits(
    chromium: Any, server: Server, axe: str, scheme: str, options: dict[str, Any]
) -> None:
    visitor = Person(chromium, server, color_scheme=scheme, **options)
    visitor.page.goto(server.base)
    problems = findings(visitor.page, axe)
    for path in ("/new/base", "/t/0000/none"):
        visitor.page.goto(server.base + path)
        problems += findings(visitor.page, axe)
    open_table(visitor, server, "base")
    problems += findings(visitor.page, axe)
    page = visitor.page
    for kind in (CHOICE, CONQUEST, PLACING, END):
        page.goto(open_position(server, positions("warcraft")[kind]))
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        problems += findings(page, axe)
        assert page.evaluate(FITS)
        if "is_mobile" in options:
            assert page.evaluate(SMALL) == []
    assert problems == []


def test_a_whole_game_by_keyboard_alone(chromium: Any, server: Server) -> None:
    person = Person(chromium, server)
    page, press = person.page, person.page.keyboard.press
    page.goto(f"{server.base}/new/base")
    page.click("button[type=submit]")
    page.goto(page.query_selector(".links a").get_attribute("href"))
    focus = "document.activeElement"
    while not page.evaluate(f"{focus}.matches('#regions button')"):
        press("Tab")
    visited = set[str]()
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"] * 2:
        visited.add(page.evaluate(f"{focus}.dataset.region"))
        press(key)
    assert len(visited) > 2
    rng = Random(2)
    for _ in range(300):
        person.wait_until(f"{IDLE} && (document.title.startsWith('●') || document.querySelector('#scores svg'))", "")
        if page.locator("#scores svg").count():
            break
        page.evaluate("document.querySelector('#regions [tabindex=\"0\"]').focus()")
        before = page.evaluate(LINES)
        is_planning = page.locator("#buttons [data-even]").count()
        has_regions = page.locator("#board .land.open >> visible=true").count()
        if is_planning:
            press("n")
            while page.locator("#buttons [data-end]:disabled").count() and not page.locator("#menu").is_visible():
                press("+")  # on every region that takes one more
                press("n")
            press("f")
        elif has_regions and rng.random() < 0.8:
            for _ in range(rng.randrange(1, 6)):
                press("n")
            press("Enter")
            person.wait_until(f"{LINES} != before || !document.querySelector('#menu').hidden", before)
            if page.locator("#menu").is_visible():
                press("ArrowDown")
                press("Enter")
        else:
            press("d")
            press("Enter")
        person.wait_until(f"{LINES} != before", before)
    assert page.locator("#scores svg").count() and person.problems == []


def test_the_question_mark_lists_the_keys(chromium: Any, server: Server) -> None:
    person, _ = open_seats(chromium, server, "base")
    person.page.keyboard.press("?")
    assert "neighbouring region" in person.page.locator("#keys[open]").inner_text()
    person.page.keyboard.press("Escape")
    assert not person.page.locator("#keys[open]").count()


def test_pointing_shows_the_ledger_or_every_refusal(chromium: Any, server: Server) -> None:
    person = Person(chromium, server)
    page = person.page
    page.goto(open_position(server, positions("base")[CONQUEST]))
    price = page.locator("#board [data-kind=wide] .tag-text").first.text_content()
    name = page.evaluate(FIRST_PRICE)
    page.locator(f"#board [data-kind=wide] .land[data-region={name}]").dispatch_event(
        "pointerover", {"pointerType": "mouse", "bubbles": True}
    )
    person.wait_until("document.querySelector('#tip .sum')", "")
    assert page.locator("#tip .sum b").inner_text() >= price  # it may be that of another way, as by dragon
    far = page.locator("#board [data-kind=wide] .land:not(.open)").first
    far.dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
    person.wait_until("document.querySelector('#tip .refusal')", "")
    assert person.problems == []


def test_tokens_are_planned_and_undone(chromium: Any, server: Server) -> None:
    """One request places everything that is planned, and ends the turn; a number takes one back."""
    person = Person(chromium, server)
    page, rest = person.page, person.page.locator("#status .cell b")
    page.goto(open_position(server, positions("base")[PLACING]))
    total = int(rest.inner_text())
    assert page.locator("#buttons [data-end]").is_disabled()
    page.click("#buttons [data-even]")
    assert rest.inner_text() == "0"
    pins = page.locator("#pins .pin")
    end = page.locator("#buttons [data-end]")
    assert sum(int(text) for text in pins.all_inner_texts()) == total and end.is_enabled()
    while pins.count():
        pins.first.click()
    assert rest.inner_text() == str(total) and page.locator("#buttons [data-end]").is_disabled()
    region = page.locator("#board .land.open >> visible=true").first
    region.dispatch_event("click")
    assert rest.inner_text() == str(total - 1) and pins.all_inner_texts() == ["+1"]
    region.dispatch_event("contextmenu", {"bubbles": True})
    assert rest.inner_text() == str(total) and not pins.count()
    page.click("#buttons [data-even]")
    before = page.evaluate(LINES)
    page.click("#buttons [data-end]")
    person.wait_until(f"{IDLE} && {LINES} != before", before)
    assert person.problems == []


def test_a_plan_stays_while_a_piece_is_placed(chromium: Any, server: Server) -> None:
    """Who spreads the tokens first is asked for the piece next, and ends the turn with both."""
    game = next(game for game in map(placing, range(60)) if game is not None)
    person = Person(chromium, server)
    page = person.page
    page.goto(open_position(server, game))
    page.click("#buttons [data-even]")
    pins = page.locator("#pins .pin").count()
    piece = page.locator("#status .cell[aria-pressed=true]").get_attribute("data-part")
    assert pins and piece and page.locator("#buttons [data-end]").is_disabled()
    number = game.request().to_place[0].number
    regions = [action.operands[-1] for action in game.legal_actions() if action.verb == "place"]
    for region in regions[:number]:
        before = page.evaluate(LINES)
        page.evaluate(CLICK, region)
        person.wait_until(f"{IDLE} && {LINES} != before", before)
    assert page.locator("#pins .pin").count() == pins and page.locator("#buttons [data-end]").is_enabled()
    before = page.evaluate(LINES)
    page.click("#buttons [data-end]")
    person.wait_until(f"{IDLE} && {LINES} != before", before)
    assert person.problems == []


def placing(seed: int) -> Game | None:
    """Return the first position of a random game at which pieces have to be placed and tokens, too."""
    game = positions("base", seed=seed).get(PLACING)
    if game is None:
        return None
    parts, actions = game.request().to_place, [str(action) for action in game.legal_actions() if action.verb == "place"]
    is_one_each = not any(action.split()[-1].isdecimal() for action in actions)
    return game if len(parts) == 2 and parts[0].piece and parts[0].required and is_one_each else None


def test_decline_asks_once_and_a_turn_begins_again(chromium: Any, server: Server) -> None:
    person = Person(chromium, server)
    page = person.page
    page.goto(open_position(server, positions("base")[DECLINING]))
    before = page.evaluate(LINES)
    page.click("[data-ask]")
    assert "into decline?" in page.inner_text("#confirm")
    page.click("[data-keep]")
    assert page.locator("#confirm").is_hidden() and page.evaluate(LINES) == before
    prompt = page.inner_text("#prompt")
    page.click("[data-ask]")
    page.click("#confirm [data-action]")
    person.wait_until(f"{IDLE} && {LINES} != before", before)
    assert page.inner_text("#prompt") != prompt and person.problems == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_losses_are_seen_unless_motion_is_reduced(chromium: Any, server: Server, motion: str) -> None:
    people = open_seats(chromium, server, "base", reduced_motion=motion)
    people[0].page.evaluate(WATCH)
    later = "document.querySelector('#round').innerText.includes('Round 2')"
    play_until(people, later)
    people[0].wait_until(later, "")
    assert (people[0].page.evaluate("window.ghosts") > 0) == (motion == "no-preference")


def test_hostile_texts_do_no_harm(chromium: Any, tmp_path: Path) -> None:
    path = edition(tmp_path, "hostile")
    content = path.read_text("utf-8")
    texts = iter(
        [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "W" * 60,
            "\u05ea\u05e9\u05e8\u05e4",
            "' onclick='x",
        ]
        * 99
    )
    content = re.sub(r"name: ([A-Z][\w -]*)(?=[,}\n])", lambda match: f'name: "{match[1]} {next(texts)}"', content)
    path.write_text(content, "utf-8")
    server = Server(f"sqlite:///{tmp_path / 't.db'}", options=["--plugin", str(tmp_path / "plugin.py")])
    with running(server):
        assert httpx2.get(server.base).status_code == 200
        people = open_seats(chromium, server, "hostile", **PHONE)
        dialogs: list[str] = []
        for person in people:
            person.page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        play_until(people, "document.querySelector('#buttons [data-even]')")
        assert dialogs == []
        for person in people:
            assert person.problems == [] and person.page.evaluate(FITS)
            assert not person.page.locator("main script, main img, #log [onclick]").count()


def test_a_long_touch_explains_and_does_not_act(chromium: Any, server: Server) -> None:
    person = Person(chromium, server, **PHONE)
    page = person.page
    page.goto(open_position(server, positions("base")[CONQUEST]))
    before = page.evaluate(LINES)
    region = page.locator("#board .land.open >> visible=true").first
    region.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    person.wait_until("document.querySelector('#tip').checkVisibility()", "")
    region.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    region.dispatch_event("click")
    page.wait_for_timeout(300)
    assert page.evaluate(LINES) == before and page.locator("#tip").is_visible()
    page.locator("#prompt").click()
    assert page.locator("#tip").is_hidden() and person.problems == []
