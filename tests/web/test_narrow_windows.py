"""Boards of narrow windows: islands are below each other, on the page and in everything that follows it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest
from browsing import Browser, buttons
from starlette.testclient import TestClient
from test_table_pages import TWO

from smallworld.languages import ENGLISH
from smallworld_web.middleware.visitor import Visitor, as_visitor
from smallworld_web.server_sent_events import Viewer
from smallworld_web.site import Site

NARROW = {"cookie": "narrow=1"}
VIEW_BOX = re.compile(r'class="board"[^>]* viewBox="0 0 ([\d.]+) ([\d.]+)"')
LABEL = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"')


def picture_size(client: TestClient, link: str, headers: Mapping[str, str]) -> tuple[float, float]:
    """Return width and height of the picture on a page."""
    size = VIEW_BOX.search(client.get(link, headers=headers).text)
    assert size is not None
    return float(size[1]), float(size[2])


def shape(client: TestClient, link: str, headers: Mapping[str, str]) -> float:
    """Return width divided by height of the picture on a page."""
    width, height = picture_size(client, link, headers)
    return width / height


def test_a_narrow_window_has_islands_below_each_other(client: TestClient, browser: Browser) -> None:
    _, links = browser.open_table("warcraft", TWO)
    assert shape(client, links["ann"], {}) > 1 > shape(client, links["ann"], NARROW)
    assert shape(client, links["ann"], {"cookie": "other=narrow=1; narrow=10"}) > 1
    assert shape(client, links["ann"], {"cookie": "other=2; narrow=1"}) < 1
    assert "data-islands" in client.get(links["ann"]).text


def test_a_board_of_one_piece_is_the_same_in_every_window(client: TestClient, browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    page = client.get(links["ann"]).text
    assert client.get(links["ann"], headers=NARROW).text == page and "data-islands" not in page


@pytest.mark.parametrize("is_narrow", [False, True])
def test_what_follows_a_page_fits_its_picture(client: TestClient, browser: Browser, is_narrow: bool) -> None:
    _, links = browser.open_table("warcraft", TWO)
    name = next(name for name in TWO if browser.state(links[name])["deciding"])
    assert browser.act(links[name], "pick 1").status_code == 200
    headers = NARROW if is_narrow else {}
    width, height = picture_size(client, links["spectator"], headers)
    for part in ("state", "at/2"):
        regions = client.get(f"{links['spectator']}/{part}", headers=headers).json()["regions"].values()
        labels = [(float(x), float(y)) for region in regions for x, y in LABEL.findall(region["contents"])]
        assert labels and all(x < width and y < height for x, y in labels), part
        assert (max(y for _x, y in labels) > width) == is_narrow, part


def test_a_change_writes_the_updates_of_both_widths(browser: Browser, site: Site) -> None:
    host, links = browser.open_table("warcraft", TWO)
    table_id, secret = host.split("/")[2], links["spectator"].split("/")[3]
    name = next(name for name in TWO if browser.state(links[name])["deciding"])
    browser.act(links[name], "pick 1")
    viewers = [Viewer(table_id, secret, Visitor(ENGLISH, is_narrow), -1) for is_narrow in (False, True)]
    with site.streams.subscribe(viewers[0]), site.streams.subscribe(viewers[1]):
        conquest = next(action for action in buttons(browser.state(links[name])) if action.startswith("conquer"))
        assert browser.act(links[name], conquest).status_code == 200
    contents = []
    for viewer in viewers:
        with as_visitor(viewer.visitor):
            update = site._ready_update(table_id, viewer)
            assert update is not None
            contents.append({name: region["contents"] for name, region in json.loads(update.text)["regions"].items()})
    assert contents[0].keys() == contents[1].keys() and contents[0] != contents[1]
