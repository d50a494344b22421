"""The studio by keyboard alone, and what axe-core finds (tox -e browser); acceptance check 12 of the studio."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from authors import MIDDLE, Author

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FITS = "document.documentElement.scrollWidth <= innerWidth"
HIDDEN_PARTS = ("#share", "#history", "[data-key='tab new']")


def findings(page: Any, axe: str) -> list[str]:
    """Return what axe-core finds on a page, and whether it scrolls sideways."""
    page.evaluate(axe)
    result = page.evaluate("axe.run(document)")
    wide = [] if page.evaluate(FITS) else [f"{page.url} scrolls sideways"]
    return wide + [f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}"
                   for rule in result["violations"] for node in rule["nodes"]]  # fmt: skip


def test_one_number_by_keyboard(author: Callable[..., Author]) -> None:
    person = author()
    person.page.goto(f"{person.base}/studio")
    person.tab_to("Change it")
    person.press("Enter")
    person.page.wait_for_selector(".entries a")
    person.settle()
    person.tab_to("Amazons")
    person.press("Enter")
    person.page.wait_for_selector(".entry-form .number input")
    person.tab_to("To the draft", "Shift+Tab")
    person.press("Enter")
    label = person.page.locator(".entry-form .number label").first.inner_text()
    person.tab_to(label)
    person.press("Control+a", "7", "Tab")
    person.settle()
    assert person.data("variant.yaml")["change"] == {"races": {"amazons": {"banner": 7}}}
    person.tab_to("Try it", "Shift+Tab")
    with person.page.context.expect_page() as opened:
        person.press("Enter")
    opened.value.wait_for_selector("#status", timeout=20_000)


def test_a_board_by_keyboard(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    [file] = [name for name in person.state()["files"] if name.startswith("boards/")]
    person.tab_to("Add a region")
    person.press("Enter", "3", "e", "n", "Shift+Digit1")  # the new region has the focus
    person.press("a", "2", "a", "e")
    person.settle()
    first, second, third = person.data(file)["regions"]
    assert (first["terrain"], first["border"], first["natives"], len(first["symbols"])) == ("hill", True, 1, 1)
    assert first["adjacent"] == [second["id"]] and third["adjacent"] == [second["id"]] and third["border"]
    person.press("b")
    person.tab_to(f"join {third['id']} to")
    person.page.keyboard.type(first["id"])
    person.press("Enter")
    person.settle()
    assert set(person.data(file)["regions"][0]["adjacent"]) == {second["id"], third["id"]}
    person.tab_to(f"{third['id']}, .*", "Shift+Tab")
    person.press("Delete")
    person.settle()
    assert [region["id"] for region in person.data(file)["regions"]] == [first["id"], second["id"]]
    person.press("Shift+ArrowRight", "Control+z", "Control+z")
    person.settle()
    assert len(person.data(file)["regions"]) == 3


def test_the_text_can_be_left_by_keyboard(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("edition")
    person.tab_to("Text of .*")
    person.page.keyboard.type("# typed\n")
    person.press("Tab")
    assert person.page.evaluate("document.activeElement.id") != "editor"
    person.settle()
    assert "# typed" in person.text("variant.yaml")


def test_the_table_of_regions_does_what_the_sketch_does(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    [file] = [name for name in person.state()["files"] if name.startswith("boards/")]
    page = person.page
    page.click("[data-key='view table']")
    for _ in range(2):
        page.click("[data-key='table add']")
    page.select_option("[data-key='terrain of r02']", "sea")
    page.check("[data-key='mine of r01']")
    page.check("[data-key='edge of r01']")
    page.fill("[data-key='natives of r01']", "2")
    page.fill("[data-key='table join r01']", "r02")
    page.press("[data-key='table join r01']", "Enter")
    person.settle()
    first, second = person.data(file)["regions"]
    assert (first["symbols"], first["border"], first["natives"], first["adjacent"]) == (["mine"], True, 2, ["r02"])
    assert (second["terrain"], second["adjacent"]) == ("sea", ["r01"])
    page.click("[data-key='cut r01 r02']")
    page.click("[data-key='remove r02']")
    person.settle()
    assert [region.get("adjacent") or [] for region in person.data(file)["regions"]] == [[]]


def test_a_finger_drags_from_the_wide_rim_of_the_selected_region(author: Callable[..., Author]) -> None:
    person = author(**PHONE)
    person.begin("board", "Vale")
    [file] = [name for name in person.state()["files"] if name.startswith("boards/")]
    for center in ((20, 40), (80, 40)):
        person.click_at(center)
    person.page.touchscreen.tap(*person.page.evaluate(MIDDLE, "r01")[:2])
    x, y, radius = person.page.evaluate(MIDDLE, "r01")
    to = person.page.evaluate(MIDDLE, "r02")[:2]
    person.drag_by_finger((x + 1.5 * radius, y), to)
    person.settle()
    first, second = person.data(file)["regions"]
    assert (first["adjacent"], second["adjacent"]) == (["r02"], ["r01"])
    person.drag_by_finger((x, y), (x, y + 60))
    person.settle()
    moved = person.data(file)["regions"][0]
    assert moved["center"][1] > first["center"][1] and moved["adjacent"] == ["r02"]
    assert len(person.data(file)["regions"]) == 2


def test_joining_ends_by_its_button_and_by_escape(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    for center in ((20, 40), (50, 40), (80, 40)):
        person.click_at(center)
    for end in (lambda: person.page.click("[data-key=join]"), lambda: person.press("Escape")):
        person.select("r01")
        person.page.click("[data-key=join]")
        assert person.page.inner_text("[data-key=join]") == "Done"
        person.select("r02")
        end()
        assert person.page.inner_text("[data-key=join]") == "Join…"
    person.select("r03")
    person.settle()
    [file] = [name for name in person.state()["files"] if name.startswith("boards/")]
    assert [region["adjacent"] for region in person.data(file)["regions"]] == [[], [], []], "joined twice: cut again"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [{}, PHONE], ids=["wide", "phone"])
def test_every_part_is_accessible_and_fits(
    author: Callable[..., Author], axe: str, scheme: str, options: dict[str, Any]
) -> None:
    person = author(color_scheme=scheme, bypass_csp=True, **options)  # axe-core measures with styles of its own
    person.page.goto(f"{person.base}/studio")
    problems = findings(person.page, axe)
    person.begin("board", "Vale")
    problems += findings(person.page, axe)
    for center in ((20, 30), (60, 30), (40, 70)):
        person.click_at(center)
    person.settle()
    problems += findings(person.page, axe)
    person.page.click("[data-key='view table']")
    problems += findings(person.page, axe)
    person.open_files({"languages/cs.yaml": "language: cs\nname: Údolí\n"})
    for address in ("#race/amazons", "#edition", "#tests", "#languages"):
        person.page.evaluate("address => { location.hash = address; }", address)
        person.page.wait_for_timeout(500)
        problems += findings(person.page, axe)
    for selector in HIDDEN_PARTS:
        person.page.click(selector)
        person.page.wait_for_selector("dialog[open]")
        problems += findings(person.page, axe)
        person.press("Escape")
    for pane in ("text", "problems") if options else ():
        person.page.click(f"[data-key='pane {pane}']")
        problems += findings(person.page, axe)
    assert problems == []
