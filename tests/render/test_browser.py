"""The page in a real browser (tox -e browser): open, step, compare with the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_text import game_after

import smallworld
from smallworld.game import Game
from smallworld_cli import main

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.fixture(params=[("base", 2), ("warcraft", 3)], ids=["base", "warcraft"])
def finished(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Game, Path]:
    """A whole game and its page, made by the command."""
    variant, players = request.param
    game = game_after(variant, players, 5000)
    record, out = tmp_path / "game.jsonl", tmp_path / "game.html"
    record.write_text(game.dumps(), encoding="utf-8")
    main(["replay", str(record), "--html", str(out)])
    return game, out


def open_page(chromium: Any, out: Path) -> tuple[Any, list[str]]:
    """A page, and what goes wrong in it or leaves it."""
    wrong: list[str] = []
    page = chromium.new_page(viewport={"width": 1500, "height": 1000})
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    page.goto(out.as_uri())
    return page, wrong


def coins(page: Any) -> dict[str, int]:
    names = page.locator("#players .name").all_inner_texts()
    return dict(zip([name.split(" ")[0] for name in names], map(int, page.locator("#players .coins").all_inner_texts()),
                    strict=True))  # fmt: skip


def test_open_step_and_arrive_at_the_result_of_the_file(chromium: Any, finished: tuple[Game, Path]) -> None:
    game, out = finished
    page, wrong = open_page(chromium, out)
    assert page.locator("#words").inner_text() == "the game begins"
    steps = int(page.locator("#slider").get_attribute("max"))
    for number in range(1, 11):
        page.keyboard.press("ArrowRight")
        assert page.locator("#where").inner_text().startswith(f"step {number} of {steps}")
    tenth = page.locator("#words").inner_text()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#words").inner_text() != ""
    page.locator("#next").click()
    assert page.locator("#words").inner_text() == tenth
    page.keyboard.press("End")
    assert coins(page) == game.scores()
    assert sorted(page.locator("tr.winner .name").all_inner_texts()) == sorted(f"{w} (wins)" for w in game.winners())
    check_board(page, game)
    assert wrong == []
    page.close()


def check_board(page: Any, game: Game) -> None:
    """Check that the picture and the label of every region agree with the game."""
    for index, region in enumerate(game.state.board.regions):
        part = f'[data-kind=wide] %s[data-region="{region.id}"]'
        label = page.locator(part % ".land").get_attribute("aria-label")
        shown = page.locator(part % ".mark").locator(".contents text").all_text_contents()
        occupant = game.state.occupant[index]
        if occupant >= 0:
            owner, tokens = game.players[game.state.owner(occupant)], game.state.tokens[index]
            assert f"{owner}: {tokens} " in label
            assert str(tokens) in shown
            seat = f"p{game.state.owner(occupant)}"
            assert seat in page.locator(part % ".rim-group").get_attribute("class").split()
        else:
            assert not any(f"{name}: " in label for name in game.players)


def test_the_slider_goes_anywhere_and_back(chromium: Any, finished: tuple[Game, Path]) -> None:
    """Any event shows the same, whichever way one comes to it."""
    _, out = finished
    page, wrong = open_page(chromium, out)
    steps = int(page.locator("#slider").get_attribute("max"))
    board = "[...document.querySelectorAll('.mark')].map(group => group.outerHTML).join('|')"
    jump = "number => { const s = document.getElementById('slider'); s.value = number; s.oninput({target: s}); }"
    forwards = {}
    for number in (0, steps // 3, steps // 2, steps):
        page.evaluate(jump, number)
        forwards[number] = page.evaluate(board)
    assert len(set(forwards.values())) == 4
    for number in sorted(forwards, reverse=True):
        page.evaluate(jump, number)
        assert page.evaluate(board) == forwards[number]
    assert wrong == []
    page.close()


def test_the_marks_of_a_region_are_on_it(chromium: Any, finished: tuple[Game, Path]) -> None:
    """The middle of the marks of a region is over that region and no other."""
    _, out = finished
    page, _ = open_page(chromium, out)
    page.keyboard.press("End")
    hits = page.evaluate(
        """() => [...document.querySelectorAll('[data-kind=wide] .mark > g')].map(mark => {
            const at = new DOMPoint(0, 0).matrixTransform(mark.getScreenCTM());
            const hit = document.elementsFromPoint(at.x, at.y).map(e => e.closest('.land')).find(Boolean);
            return [mark.parentNode.dataset.region, hit?.dataset.region];
        })"""
    )
    assert hits
    assert [hit for hit in hits if hit[0] != hit[1]] == []
    page.close()


def test_a_page_for_a_player_hides_coins_until_the_end(chromium: Any, tmp_path: Path) -> None:
    game = game_after("base", 2, 100)
    record, out = tmp_path / "game.jsonl", tmp_path / "game.html"
    record.write_text(game.dumps(), encoding="utf-8")
    main(["replay", str(record), "--html", str(out), "--player", "ann"])
    page, wrong = open_page(chromium, out)
    page.keyboard.press("End")
    assert page.locator("#players .coins").all_inner_texts() == [str(game.scores()["ann"]), "?"]
    assert wrong == []
    page.close()


def test_a_board_file_is_drawn_in_the_browser(chromium: Any, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    main(["board", "show", "base-3p", "--svg", str(out)])
    page = chromium.new_page()
    page.goto(out.as_uri())
    board = smallworld.load_variant("base").board_files["base-3p"]
    assert page.locator("g.land").count() == len(board.regions)
    box = page.locator(".land[data-region=r01]").bounding_box()
    assert box and box["width"] > 60 and box["height"] > 60
    page.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_overflows_and_changes_are_marked(chromium: Any, finished: tuple[Game, Path], width: int) -> None:
    _, out = finished
    page = chromium.new_page(viewport={"width": width, "height": 844})
    page.goto(out.as_uri())
    page.keyboard.press("End")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.evaluate("[...document.querySelectorAll('nav *')].map(e => e.getBoundingClientRect().right)")
    assert max(sizes) <= width
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    while " takes " not in page.locator("#words").inner_text():
        assert page.locator("[data-kind=wide] .mark.changed").count() == 0
        page.keyboard.press("ArrowRight")
    assert page.locator("[data-kind=wide] .mark.changed").count() >= 1
    page.close()


def test_a_phone_shows_the_tall_drawing_with_readable_numbers(chromium: Any, finished: tuple[Game, Path]) -> None:
    _, out = finished
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto(out.as_uri())
    page.keyboard.press("End")
    boards = page.locator("svg.board >> visible=true")
    assert all(boards.nth(place).get_attribute("data-kind") == "tall" for place in range(boards.count()))
    box = boards.first.bounding_box()
    assert box["height"] > 1.3 * box["width"] > 450
    sizes = page.evaluate(NUMBERS)
    assert sizes and min(sizes) >= 13
    page.close()


NUMBERS = """() => [...document.querySelectorAll("[data-kind=tall] .count")].map(
  count => parseFloat(getComputedStyle(count).fontSize) * count.getScreenCTM().a)"""
"""The sizes of all counts on the screen, in pixels."""


def test_the_chart_is_seen_as_a_whole_in_a_usual_window(chromium: Any, tmp_path: Path) -> None:
    """Five players, at the begin and at the end of a game."""
    record, out = tmp_path / "game.jsonl", tmp_path / "game.html"
    record.write_text(game_after("base", 5, 5000).dumps(), "utf-8")
    main(["replay", str(record), "--html", str(out)])
    page = chromium.new_page(viewport={"width": 1400, "height": 1000})
    page.goto(out.as_uri())
    for key in ("Home", "End"):
        page.keyboard.press(key)
        chart, side = page.locator("#chart").bounding_box(), page.locator("aside").bounding_box()
        assert chart["y"] + chart["height"] <= side["y"] + side["height"] <= 1000
        assert page.locator("#events").bounding_box()["height"] >= 70
