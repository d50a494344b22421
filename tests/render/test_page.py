"""The page that steps through a game."""

from __future__ import annotations

import json
import re
from importlib.resources import as_file, files
from typing import Any

import pytest
from babel.messages.extract import extract_from_file
from test_text import game_after

import smallworld
from smallworld.languages import in_language
from smallworld_draw.colours import brightness
from smallworld_draw.replay_page import LONGEST_NAME, Steps, chart, page, single_messages
from smallworld_native.catalogues import KEYWORDS
from smallworld_output.text_width import cut
from tiers import quick_first


def data_of(text: str) -> dict[str, Any]:
    """Return the data for the script of a page."""
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert match
    data: dict[str, Any] = json.loads(match[1])
    return data


def steps_of(events: list[dict[str, Any]]) -> list[str]:
    """The players who have decided the steps of a page; successive deployments of a player are one."""
    steps = [(event["by"], event["do"].split()[0] == "deploy") for event in events if "do" in event]
    return [by for number, (by, deploys) in enumerate(steps)
            if not (deploys and number and steps[number - 1] == (by, True))]  # fmt: skip


@pytest.mark.parametrize("table", quick_first([("base", 2), ("warcraft", 3)]), ids=str)
def test_every_event_or_deployment_is_a_frame_and_the_last_is_the_current_game(table: tuple[str, int]) -> None:
    game = game_after(*table, 100)
    data = data_of(page(game))
    first = next(i for i, event in enumerate(game.log) if "do" in event)
    sentences = [frame["sentence"] for frame in data["frames"]]
    for line, player in zip(sentences[1:], steps_of(game.log[first:]), strict=True):
        assert player in line or "in hand" in line
    ids = {region.id for region in game.state.board.regions}
    assert not ids & set(re.findall(r"[\w-]+", " ".join(sentences))), "regions have names"
    assert any(" coins: regions " in line for line in sentences) and any(
        " takes mountain" in line for line in sentences
    )
    last: dict[str, int] = {}
    for frame in data["frames"]:
        last |= frame["changed"]
    for index, region in enumerate(game.state.board.regions):
        description = data["pictures"][last[region.id]][1]
        if game.state.occupant[index] >= 0:
            owner = game.players[game.state.owner(game.state.occupant[index])]
            assert f"{owner}: {game.state.tokens[index]} " in description
    assert {line[0]: line[1] for line in data["frames"][-1]["players"]} == game.scores()


def test_nothing_is_loaded_from_elsewhere() -> None:
    text = page(game_after("base", 2, 40))
    without = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"(?:https?:|src=|@import|url\((?!#))", without)
    assert "<!--" not in text.removeprefix("<!DOCTYPE")


def test_a_page_for_a_player_holds_no_coins_of_others_and_no_relics() -> None:
    game = game_after("warcraft", 2, 60)
    assert not game.over
    text = page(game, viewer="ann")
    for frame in data_of(text)["frames"]:
        assert {line[0] for line in frame["players"] if line[1] is None} == {"bob"}
    assert ">bob</text>" not in text[text.index('id="chart"') :]
    seen = {relic for relics in game.state.relics.values() for relic, up in relics if up}
    for number, relic in enumerate(game.state.table.rulebook.relics):
        public = number in seen or any(relic.id in str(event.get("do", "")) for event in game.log)
        if not public:
            assert f"; {relic.name}" not in text


def test_two_games_that_differ_in_hidden_things_give_equal_pages() -> None:
    """The order of the stacks and face-down relics must not shine through."""
    variant = smallworld.load_variant("warcraft")
    game = smallworld.new_game(variant, players=["ann", "bob"], seed=4)
    shuffled = {event["chance"]: event["result"] for event in game.log if event.get("chance") == "relics"}
    assert shuffled, "this edition lays relics face down"
    script: dict[str, list[Any]] = {}
    for event in game.log:
        result = event["result"]
        script.setdefault(event["chance"], []).append(result[::-1] if event["chance"] == "relics" else result)
    other = smallworld.new_game(variant, players=["ann", "bob"], seed=4, script=script)
    assert other != game
    assert page(game, viewer="bob") == page(other, viewer="bob")


def test_the_chart_has_a_line_for_each_player_with_known_coins() -> None:
    rounds = [{"ann": 5, "bob": 5}, {"ann": 12, "bob": 9}, {"ann": 30, "bob": 41}]
    picture = chart(["ann", "bob"], rounds, 10)
    assert picture.count("<polyline") == 2
    assert "coins after 2 rounds: ann 30, bob 41" in picture
    hidden = chart(["ann", "bob"], [{"ann": 5, "bob": None}, {"ann": 9, "bob": None}], 10)
    assert hidden.count("<polyline") == 1
    assert ">bob<" not in hidden


def test_everything_in_the_chart_is_seen_on_white() -> None:
    """Yellow has a contrast of 1.66 to white: words are dark (4.5), lines and marks have a dark edge (3)."""
    names = ["ann", "bob", "cid", "dan", "eva"]
    picture = chart(names, [dict.fromkeys(names, 5), dict(zip(names, (9, 8, 7, 6, 5), strict=True))], 10)

    def contrast(colour: str) -> float:
        return 1.05 / (brightness(colour) + 0.05)

    names_drawn = re.findall(r'<text [^>]*?fill="(#\w+)"[^>]*>(\w+)<', picture)
    assert [word for _, word in names_drawn] == names and all(contrast(colour) >= 4.5 for colour, _ in names_drawn)
    edges = re.findall(
        r'<path d="(M[^"]*)"[^>]*stroke="(#\w+)" stroke-width="4.5"/><polyline points="([^"]*)"', picture
    )
    assert len(edges) == 5 and all(path == f"M{points}" and contrast(edge) >= 3 for path, edge, points in edges)
    marks = re.findall(r'fill="#\w+" stroke="(#\w+)"', picture)
    assert len(marks) == 15 and all(contrast(edge) >= 3 for edge in marks)


@pytest.mark.parametrize("name", ["ann", "Jucător2", "a player with a rather long name"])
def test_the_chart_has_room_for_the_names(name: str) -> None:
    picture = chart([name, "bob"], [{name: 5, "bob": 5}, {name: 30, "bob": 41}], 1)
    width = float(re.search(r'viewBox="0 0 ([\d.]+) ', picture)[1])  # type: ignore[index]
    start = float(re.search(rf'<text x="([\d.]+)"[^>]*>{cut(name, LONGEST_NAME)}<', picture)[1])  # type: ignore[index]
    assert width - start >= 10 * min(len(name), LONGEST_NAME)


def test_every_piece_of_the_game_is_drawn_and_named() -> None:
    game = game_after("base", 2, 5000)
    text = page(game)
    kinds = {kind for frame in Steps(game, None).frames for spot in frame[1].values()
             for kind, _ in spot.pieces}  # fmt: skip
    assert kinds
    for kind in kinds:
        assert f'<symbol id="icon-pieces-{kind.id}"' in text
        assert any(kind.name in description for _, description, *_ in data_of(text)["pictures"])


def test_a_page_is_in_the_language_of_its_reader() -> None:
    game = game_after("base", 2, 12)
    english = page(game)
    with in_language("cs"):
        czech = page(game)
    assert '<html lang="en">' in english and '<html lang="cs">' in czech
    assert data_of(english)["messages"] == {} != data_of(czech)["messages"]
    assert data_of(english)["pictures"] != data_of(czech)["pictures"]  # names of terrains and races
    assert "{{" not in english.partition("<script")[0]
    assert page(game) == english


def test_a_page_has_every_message_of_its_script() -> None:
    with as_file(files("smallworld_draw") / "replay_page.js") as path:
        extracted = {message for _, message, _, _ in extract_from_file("javascript", path, keywords=KEYWORDS)}
        assert {*single_messages(path.read_text("utf-8"))} == extracted
