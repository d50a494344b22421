"""Journeys 3 to 6 of the studio in Chromium (tox -e browser): abilities, tests, maps, history (acceptance 10, 12)."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest
from authors import Author

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one point."""


def test_a_race_of_shared_abilities_by_keyboard(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("edition")
    person.tab_to(r"\+ New")
    person.press("Enter")
    person.tab_to("Race")
    person.press("Enter")
    person.page.wait_for_selector("dialog [name=name]")
    person.page.keyboard.type("Bog Folk")
    person.press("Enter")
    person.page.wait_for_selector("[data-key='add ability']")
    person.settle()
    person.tab_to("Add ability…")
    person.press("Enter")
    person.page.wait_for_selector(".ability-choice")
    person.page.keyboard.type("symbol bonus")
    person.tab_to("symbol bonus.*")
    person.press("Enter")
    person.tab_to("Add")
    person.press("Enter")  # the symbol is needed
    assert person.page.inner_text("dialog [role=alert]")
    person.tab_to("Symbol .*", "Shift+Tab")
    person.press("ArrowDown")
    person.tab_to("Add")
    person.press("Enter")
    person.settle()
    race = person.data("variant.yaml")["races"]["bog_folk"]
    assert race["name"] == "Bog Folk" and list(race["abilities"][0]) == ["symbol_bonus"]
    assert person.page.inner_text("#problem-count") == "No problems"
    person.page.wait_for_selector(".entry-form .ability")


def test_parameters_are_changed_and_keys_without_a_field_stay(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("edition")
    race = (
        'races:\n  folk:   # mine\n    name: Folk\n    banner: 5\n    supply: 9\n    source: "page 3"\n    abilities:\n'
    )
    ability = "      - symbol_bonus: {symbol: mine}   # digs\n"
    person.open_files({"variant.yaml": person.text("variant.yaml") + race + ability})
    person.page.evaluate("() => { location.hash = '#race/folk'; }")
    person.page.wait_for_selector(".ability")
    person.page.locator(".ability .number input").first.fill("2")
    person.page.locator(".ability .number input").first.press("Enter")
    person.settle()
    text = person.text("variant.yaml")
    assert "symbol_bonus: {symbol: mine, coins: 2}   # digs" in text and 'source: "page 3"' in text and "# mine" in text
    person.page.wait_for_timeout(500)
    person.page.click("[data-key='ability 0 remove']")
    person.settle()
    assert not person.data("variant.yaml")["races"]["folk"]["abilities"]
    person.page.click("#undo")
    person.settle()
    assert person.text("variant.yaml") == text


def test_a_test_is_made_by_playing(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("edition")
    person.page.click("#tabs a[href='#tests']")
    with person.page.context.expect_page() as opened:
        person.page.click("#try")
    table = opened.value
    table.wait_for_selector("[data-action^='pick ']:visible", timeout=30_000)
    person.page.bring_to_front()
    person.page.click("[data-key=keep]")
    person.page.wait_for_selector("dialog .buttons")
    table.bring_to_front()
    table.click("[data-action^='pick ']:visible >> nth=0")
    table.wait_for_selector("[data-action^='pick ']:visible", state="hidden", timeout=30_000)
    person.page.bring_to_front()
    person.page.click("dialog .buttons button >> nth=0")
    person.page.fill("dialog [name=name]", "The first pick is free")
    person.press("Enter")
    person.page.wait_for_selector("dialog .ticks input")
    person.page.locator("dialog .ticks input").first.check()
    person.page.click("dialog .primary")
    person.page.wait_for_selector(".tests .mark[aria-label=passed]", timeout=60_000)
    assert "The first pick is free" in person.text("rules.scenario.yaml")


def test_a_map_is_pasted_and_taken_back(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("edition")
    before = person.state()["files"]
    person.page.click("[data-key='tab new']")
    person.page.locator(".new-list button").last.click()
    person.page.fill("dialog [name=name]", "Trio")
    person.page.fill("dialog textarea", "r1,r2\nr2,r3\nr3,r1\n")
    person.page.click("dialog .primary")
    person.page.wait_for_selector("dialog ul")  # what the map does not have
    person.press("Escape")
    person.settle()
    assert len(person.data("boards/trio.yaml")["regions"]) == 3 and person.data("variant.yaml")["boards"]
    person.page.click("#undo")
    person.settle()
    assert person.state()["files"] == before
    assert person.page.url.endswith("#edition")


def test_an_old_revision_comes_back_in_one_step(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    first = person.state()["files"]
    for center in ((20, 30), (60, 30)):
        person.click_at(center)
        person.settle()
    last = person.state()["files"]
    person.page.click("#history")
    person.page.locator("dialog .revisions button", has_text="Go back to this").last.click()
    person.wait_until("!document.querySelector('dialog')", "")
    person.settle()
    assert person.state()["files"] == first
    person.page.click("#undo")
    person.settle()
    assert person.state()["files"] == last


def test_a_picture_to_trace_stays_in_the_browser(author: Callable[..., Author], tmp_path: Path) -> None:
    person = author()
    person.begin("board", "Vale")
    sent: list[str] = []
    person.page.on("request", lambda request: sent.append(request.method))
    (tmp_path / "map.png").write_bytes(PIXEL)
    person.page.set_input_files("input[data-key=trace]", tmp_path / "map.png")
    person.page.wait_for_selector(".sketch .trace image", state="attached")
    person.click_at((20, 30))
    person.settle()
    assert "POST" in sent and "base64" not in str(person.state())
    assert person.page.locator(".sketch .trace image").count() == 1


def test_a_copy_belongs_to_its_maker(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("edition")
    person.page.click("#share")
    link = person.page.locator(".link-row input").first.input_value()
    visitor = author()
    visitor.page.goto(link)
    visitor.page.wait_for_selector("#tabs a")
    visitor.page.click("#share")
    visitor.page.click("dialog .buttons button")
    visitor.page.wait_for_selector("#rename:not([hidden])")
    visitor.page.locator(".cm-line").first.click()
    visitor.page.keyboard.type("# mine ")
    visitor.settle()
    assert "# mine" in visitor.text("variant.yaml") and "# mine" not in person.text("variant.yaml")
    visitor.page.goto(f"{visitor.base}/studio")
    assert visitor.page.locator("#my-drafts li").count() == 2


def test_texts_are_translated_in_a_table_and_shown_to_players(author: Callable[..., Author]) -> None:
    person, file, name = author(locale="cs"), "languages/cs.yaml", "[data-key='cs races/my_race/name']"
    person.begin("new", "Bog tales")
    person.page.click("#tabs a[href='#languages']")
    person.page.click("[data-key='add language']")
    person.page.locator("dialog select").select_option("cs")
    person.page.click("dialog .primary")
    person.page.fill(name, "Bažináři")
    person.press("Tab")
    person.page.wait_for_selector(f"{name}:not(.missing)")
    person.settle()
    assert person.data(file) == {"language": "cs", "races": {"my_race": {"name": "Bažináři"}}}
    person.page.click("#undo")
    person.page.wait_for_selector(f"{name}.missing")
    person.page.click("#undo")
    person.settle()
    assert file not in person.state()["files"]
    person.page.click("#redo")
    person.page.click("#redo")
    person.page.wait_for_selector(f"{name}:not(.missing)")
    person.page.evaluate("() => { location.hash = '#race/my_race'; }")
    person.page.wait_for_selector(".entry-form")
    with person.page.context.expect_page() as opened:
        person.page.click("#try")
    opened.value.wait_for_selector("text=Bažináři", timeout=30_000)
