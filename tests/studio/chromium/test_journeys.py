"""Journeys of the studio in Chromium (tox -e browser); acceptance checks 1, 7 and 9 as far as the page decides them."""

from __future__ import annotations

import resource
from collections.abc import Callable
from typing import Any

import pytest
from authors import Author
from broken_files import BROKEN, draft_of, with_missing_halves
from servers import Server, running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
HALF = """name: Half
players: [2]
rounds: 10
regions:
  - {id: r01, terrain: hill, border: true, adjacent: [r02]}   # the comment stays
  - {id: r02, terrain: farmland, border: true, adjacent: []}
"""


def try_it(person: Author) -> Any:
    """Press the button, and return the page of the table."""
    with person.page.context.expect_page() as opened:
        person.page.click("#try")
    table = opened.value
    table.wait_for_selector("#status", timeout=20_000)
    return table


def change_banner(person: Author) -> None:
    """Give the Amazons a token more."""
    person.page.click(".entries a[href='#race/amazons']")
    field = person.page.locator(".entry-form .number input").first
    field.wait_for()
    assert field.input_value() == "6"
    field.fill("7")
    field.press("Enter")


def test_one_number_is_changed_and_played(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("edition")
    change_banner(person)
    person.settle()
    assert person.data("variant.yaml")["change"] == {"races": {"amazons": {"banner": 7}}}
    table = try_it(person)
    assert "Amazons" in table.inner_text("#column li >> nth=0")


def test_a_fix_is_one_click_and_can_be_undone(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    person.open_files({"boards/half.yaml": HALF})
    person.page.locator("#problem-list .fix").first.click()
    person.settle()
    assert "adjacent: [r01]" in person.text("boards/half.yaml") and "# the comment stays" in person.text(
        "boards/half.yaml"
    )
    person.page.click("#undo")
    person.settle()
    assert person.text("boards/half.yaml") == HALF
    assert person.page.inner_text("#news").startswith("undone: fixed: ")


def test_every_fix_is_one_click_and_all_can_be_undone(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    fixable = [(name, files[name]) for files, name in map(draft_of, BROKEN) if name.startswith("boards/")]
    texts = {f"boards/broken{place}.yaml": text for place, (_name, text) in enumerate(fixable[:12])}
    texts["boards/halves.yaml"] = with_missing_halves(4)
    person.open_files(texts)
    before, clicks = person.state()["files"], 0
    fixes = person.page.locator("#problem-list .fix")
    while fixes.count():
        clicks += 1
        fixes.first.click()
        person.settle()
    assert clicks >= 5
    assert person.state()["files"] != before
    for _ in range(clicks):
        person.page.click("#undo")
    person.settle()
    assert person.state()["files"] == before


def test_two_windows_keep_what_both_have_changed(author: Callable[..., Author]) -> None:
    first = author()
    first.begin("board", "Vale")
    first.click_at((20, 30))
    first.click_at((70, 60))
    first.settle()
    second = author()
    second.page.goto(first.link)
    second.settle()
    first.select("r01")
    first.press("+")
    first.settle()
    second.select("r02")
    second.press("+")
    second.settle()
    [file] = [name for name in first.state()["files"] if name.startswith("boards/")]
    assert [region.get("natives") for region in first.data(file)["regions"]] == [1, 1]
    first.wait_until("document.querySelector('[data-region=r02]').ariaLabel.includes('natives')", "")


def test_two_texts_are_shown_where_both_have_changed_one_place(author: Callable[..., Author]) -> None:
    first = author()
    first.begin("edition")
    second = author()
    second.page.goto(first.link)
    second.settle()
    second.page.route("**/check", lambda route: route.abort())
    for person, word in ((second, "second"), (first, "first")):
        person.page.locator(".cm-line").first.click()
        person.page.keyboard.press("Home")
        person.page.keyboard.type(f"# {word}\n")
    first.settle()
    second.wait_until("document.querySelector('#saved').dataset.state === 'lost'", "")
    assert "# second" in second.page.locator(".cm-content").inner_text()  # the text stays in the page
    second.page.unroute("**/check")
    second.page.wait_for_selector("dialog")
    shown = second.page.inner_text("dialog")
    assert "# first" in shown and "# second" in shown
    second.page.locator("dialog .buttons button").last.click()
    second.settle()
    assert second.text("variant.yaml").startswith("# first\n")
    second.page.click("#redo", force=True)
    second.page.keyboard.press("Control+z")
    second.settle()


def test_a_server_that_comes_back_gets_the_text(chromium: Any, tmp_path: Any) -> None:
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}")
    server.start()
    try:
        person = Author(chromium, server)
        person.begin("edition")
        server.kill()
        person.page.locator(".cm-line").first.click()
        person.page.keyboard.press("Home")
        person.page.keyboard.type("# kept\n")
        person.wait_until("document.querySelector('#saved').dataset.state === 'lost'", "")
        server.start()
        person.settle()
        assert person.text("variant.yaml").startswith("# kept\n")
    finally:
        server.kill()


def test_on_a_full_disk_the_text_stays_in_the_page(chromium: Any, tmp_path: Any) -> None:
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}")
    with running(server):
        person = Author(chromium, server)
        person.begin("edition")
        assert server.process is not None
        everything = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1000, everything[1]))
        change_banner(person)
        person.page.wait_for_selector("#saved[data-state=lost]")
        assert "The text stays in this page" in person.page.inner_text("#saved")
        assert person.state()["revision"] == 0
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, everything)
        person.page.wait_for_selector("#saved[data-state=saved]", timeout=60_000)
        assert "banner: 7" in person.text("variant.yaml")
        person.page.context.close()


def test_texts_of_a_draft_are_never_markup(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    evil = "<img src=x onerror=alert(1)>"
    race = f'races:\n  evil: {{name: "{evil}", banner: 3, supply: 5, text: "<script>alert(2)</script>"}}\n'
    board = HALF.replace("Half", f'"{evil}"').replace("r02", '"<b>r02</b>"')
    person.open_files({"variant.yaml": person.text("variant.yaml") + race, "boards/half.yaml": board})
    for address in ("#edition", "#race/evil", "#board/half", "#tests"):
        person.page.evaluate("address => { location.hash = address; }", address)
        person.settle()
        person.page.wait_for_timeout(300)
        assert not person.page.query_selector_all("main img[src=x], nav img, main b, main script")
    assert person.page.locator("#tabs", has_text="<img").count()


def test_a_read_link_changes_nothing(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    person.click_at((20, 30))
    person.settle()
    person.page.click("#share")
    link = person.page.locator(".link-row input").first.input_value()
    visitor = author()
    visitor.page.goto(link)
    visitor.page.wait_for_selector(".sketch .region")
    before = person.state()
    visitor.click_at((70, 70))
    visitor.page.locator(".cm-line").first.click()
    visitor.page.keyboard.type("x")
    visitor.page.wait_for_timeout(700)
    assert person.state() == before
    assert visitor.page.locator(".sketch .region").count() == 1
    visitor.page.click("#share")
    secret = person.link.rpartition("/")[2]
    assert visitor.page.locator(".link-row").count() == 0 and secret not in visitor.page.content()
