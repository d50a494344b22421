"""A board drawn in Chromium by clicks alone (tox -e browser); acceptance check 4 of the studio."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from authors import Author
from ruamel.yaml import YAML

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
ROOT = Path(__file__).parents[3]
PRINTED = ROOT / "variants" / "base" / "boards" / "base-2p.yaml"


def draw_regions(author: Author, regions: list[dict[str, Any]]) -> None:
    terrains, symbols = author.digits("terrain"), author.digits("symbol")
    for region in regions:
        author.click_at(region["center"])
        author.press(terrains[region["terrain"]], *(symbols[symbol] for symbol in region.get("symbols", ())))
        author.press(*("n" for _ in range(region.get("natives", 0))), *("e" for _ in [1] if region.get("border")))


def draw_borders(author: Author, regions: list[dict[str, Any]]) -> None:
    pairs = {frozenset((region["id"], other)) for region in regions for other in region["adjacent"]}
    for a, b in sorted(map(sorted, pairs)):
        author.join(a, b)


def test_a_printed_board_is_drawn_again_by_clicks(author: Callable[..., Author], tmp_path: Path) -> None:
    printed = YAML(typ="safe").load(PRINTED.read_text("utf-8"))["regions"]
    person = author()
    person.begin("board", "Vale")
    [file] = [name for name in person.state()["files"] if name.startswith("boards/")]
    draw_regions(person, printed)
    draw_borders(person, printed)
    person.settle()
    drawn = person.data(file)["regions"]
    assert len(drawn) == len(printed)
    for one, other in zip(drawn, printed, strict=True):
        for key in ("id", "terrain", "symbols", "natives", "border"):
            assert one.get(key) == other.get(key), one["id"]
        assert set(one["adjacent"]) == set(other["adjacent"]), one["id"]
        assert all(abs(x - y) <= 1 for x, y in zip(one["center"], other["center"], strict=True))
    for name, text in person.state()["files"].items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    command = [sys.executable, "-m", "smallworld", "validate", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout
    person.wait_until("document.querySelectorAll('.picture .land').length === 23", "")


def test_a_drag_moves_a_region_and_a_second_one_takes_its_border_away(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    [file] = [name for name in person.state()["files"] if name.startswith("boards/")]
    person.click_at((20, 30))
    person.click_at((70, 60))
    person.join("r01", "r02")
    person.settle()
    assert [region["adjacent"] for region in person.data(file)["regions"]] == [["r02"], ["r01"]]
    person.join("r02", "r01")
    person.move("r01", (40, 80))
    person.settle()
    first, second = person.data(file)["regions"]
    assert not first.get("adjacent") and not second.get("adjacent")
    assert first["center"] == pytest.approx([40, 80], abs=1)


def test_the_picture_and_the_text_select_each_other(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    person.click_at((20, 30))
    person.click_at((70, 60))
    person.settle()
    person.select("r01")
    selected = "document.querySelector('#editor').shadowRoot.querySelector('.cm-activeLine').textContent"
    person.wait_until(f"{selected}.includes('r01') || {selected}.includes('adjacent')", "")
    line = person.page.locator(".cm-line", has_text="id: r02")
    line.click()
    person.wait_until("document.querySelector('.sketch .selected').dataset.region === 'r02'", "")


def test_a_border_that_crosses_others_is_undone_by_one_click(author: Callable[..., Author]) -> None:
    person = author()
    person.begin("board", "Vale")
    [file] = [name for name in person.state()["files"] if name.startswith("boards/")]
    corners = {"r01": (20, 20), "r02": (80, 20), "r03": (80, 80), "r04": (20, 80), "r05": (50, 45)}
    for center in corners.values():
        person.click_at(center)
    for a, b in ("12", "23", "34", "14", "15", "25", "35", "45", "13"):
        person.join(f"r0{a}", f"r0{b}")
    person.settle()
    before = person.text(file)
    person.join("r02", "r04")
    person.page.wait_for_selector(".crossing")
    assert "r02" in person.page.inner_text(".crossing") and "r04" in person.page.inner_text(".crossing")
    person.page.click(".crossing .fix")
    person.wait_until("!document.querySelector('.crossing')", "")
    person.settle()
    assert person.text(file) == before
