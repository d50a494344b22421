"""The page in a real browser (tox -e browser): open, step, compare with the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_text import game_after

import smallworld
from smallworld.cli import main
from smallworld.game import Game

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
        label = page.locator(f"#region-{region.id}").get_attribute("aria-label")
        shown = page.locator(f"#contents-{region.id} text").all_text_contents()
        occupant = game.state.occupant[index]
        if occupant >= 0:
            owner, tokens = game.players[game.state.owner(occupant)], game.state.tokens[index]
            assert f"{owner}: {tokens} " in label
            assert str(tokens) in shown and any(text.startswith(f"{owner} · ") for text in shown)
        else:
            assert not any(f"{name}: " in label for name in game.players)


def test_the_slider_goes_anywhere_and_back(chromium: Any, finished: tuple[Game, Path]) -> None:
    """Any event shows the same, whichever way one comes to it."""
    _, out = finished
    page, wrong = open_page(chromium, out)
    steps = int(page.locator("#slider").get_attribute("max"))
    board = "[...document.querySelectorAll('[id^=contents-]')].map(group => group.innerHTML).join('|')"
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


def test_every_drawn_label_is_on_its_region(chromium: Any, finished: tuple[Game, Path]) -> None:
    """The middle of the label of a region is over that region and no other."""
    _, out = finished
    page, _ = open_page(chromium, out)
    page.keyboard.press("End")
    hits = page.evaluate(
        """() => [...document.querySelectorAll('#board .region')].map(region => {
            const id = region.id.slice(7), name = document.querySelector('#contents-' + CSS.escape(id)).parentNode
                .querySelector(':scope > text').getBoundingClientRect();
            const hit = document.elementFromPoint(name.x + name.width / 2, name.y + name.height / 2);
            return [id, hit && hit.closest('.region') ? hit.closest('.region').id.slice(7) : null];
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
    assert page.locator("g.region").count() == len(board.regions)
    box = page.locator("#region-r01").bounding_box()
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
    while not page.locator("#words").inner_text().split(": ")[-1].startswith("conquer"):
        assert page.locator("#marks use").count() == 0
        page.keyboard.press("ArrowRight")
    assert page.locator("#marks use").count() >= 2
    page.close()


OUTSIDE = """() => {
  const visible = document.getElementById("board").getBoundingClientRect();
  const marks = document.querySelector("#marks use");
  const mark = marks && marks.getBoundingClientRect();
  return Boolean(mark) && (mark.left < visible.left - 1 || mark.right > visible.right + 1);
}"""


def test_a_phone_shows_words_that_can_be_read_and_moves_to_changes(chromium: Any, finished: tuple[Game, Path]) -> None:
    _, out = finished
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto(out.as_uri())
    label = page.locator("g.region + g text, g[aria-hidden] text").first
    assert label.bounding_box()["height"] > 6
    places = set()
    for _step in range(60):
        page.keyboard.press("ArrowRight")
        assert not page.evaluate(OUTSIDE)
        places.add(page.evaluate("document.getElementById('board').scrollLeft"))
    assert len(places) > 1
    page.close()


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
