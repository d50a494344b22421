"""Several people at one screen: the page between two of them, and the links of their seats."""

from __future__ import annotations

import re
from pathlib import Path

from browsing import Browser, buttons, make_site, text_of
from test_table_pages import TWO

from smallworld import PlayerPosition, PositionSpec, RacePosition, new_game
from smallworld_web.page_data import hand_over_page, shared_screen
from smallworld_web.role_links import SCREEN, Role
from smallworld_web.site import Site

SCREEN_LINK = re.compile(r'<form method="get" action="(/t/[^"]*)"')


def screen_of(browser: Browser, host: str) -> str:
    match = SCREEN_LINK.search(browser.client.get(host).text)
    assert match is not None
    return match[1]


def next_person(browser: Browser, screen: str) -> tuple[str, str]:
    """Return the person for whom the page between two people asks, and the path of their page."""
    page = browser.client.get(screen).text
    match = re.search(r'class="button primary large" href="([^"]*)">I am (\w+): go on', page)
    assert match is not None, text_of(page)
    return match[2], match[1]


def test_people_take_turns_at_one_screen(browser: Browser, site: Site) -> None:
    host, links = browser.open_table("base", TWO)
    screen, seen = screen_of(browser, host), set[str]()
    while len(seen) < 2:
        player, path = next_person(browser, screen)
        seen.add(player)
        page = browser.client.get(path).text
        assert f"You are {player}" in text_of(page)
        assert f'data-screen="{screen}"' in page and "[&#34;ann&#34;, &#34;bob&#34;]" in page
        assert browser.state(path)["decides"] == player
        end_turn(browser, path)
    assert "data-screen" not in browser.client.get(links["ann"]).text, "the links of seats go on as before"
    assert browser.client.post(f"{screen}/act", json={"number": 1, "actions": ["done"]}).status_code == 403
    assert browser.client.post(f"{screen}/remark", json={"text": "hello"}).status_code == 200


def test_a_seat_of_somebody_else_is_not_at_the_screen(browser: Browser, site: Site) -> None:
    host, _ = browser.open_table("base", {**TWO, "cid": "human"})
    screen = screen_of(browser, host)
    paths = {}
    for number in range(3):
        page = browser.client.get(f"{screen}~{number}")
        paths[re.search(r"You are (\w+)", text_of(page.text))[1]] = f"{screen}~{number}"  # type: ignore[index]
    assert set(paths) == {"ann", "bob", "cid"}
    common = re.search(r'<input readonly value="[^"]*?(/t/[^"]*)"', browser.client.get(host).text)
    assert common is not None
    browser.client.post(f"{common[1]}/sit", data={"player": "bob"})
    assert browser.client.get(paths["bob"]).status_code == 404
    assert browser.client.post(f"{paths['bob']}/act", json={"number": 1, "actions": ["done"]}).status_code == 404
    assert "bob" not in re.findall(r"I am (\w+)", browser.client.get(screen).text)
    browser.client.post(f"{host}/link", data={"role": "screen"})
    assert browser.client.get(screen).status_code == 404 and browser.client.get(paths["ann"]).status_code == 404
    assert browser.client.get(f"{screen_of(browser, host)}~0").status_code == 200


def test_nobody_at_the_screen_is_asked_whether_something_is_taken_back(browser: Browser) -> None:
    host, _ = browser.open_table("base", TWO)
    screen = screen_of(browser, host)
    player, path = next_person(browser, screen)
    end_turn(browser, path)
    other, _ = next_person(browser, screen)
    assert "Ask to undo" not in text_of(browser.state(path)["panels"]["buttons"])
    assert browser.undo(path).status_code == 200 and next_person(browser, screen)[0] == player
    end_turn(browser, path)
    common = re.search(r'<input readonly value="[^"]*?(/t/[^"]*)"', browser.client.get(host).text)
    assert common is not None
    browser.client.post(f"{common[1]}/sit", data={"player": other})
    assert "Ask to undo" in text_of(browser.state(path)["panels"]["buttons"])
    assert browser.undo(path).status_code == 200 and not browser.state(path)["deciding"], "at another screen"


def end_turn(browser: Browser, path: str) -> None:
    """Let the person who decides play to the end of their turn, without a die."""
    while (state := browser.state(path))["deciding"]:
        actions = [action for action in buttons(state) if not action.endswith(" by die")]
        assert browser.act(path, "done" if "done" in actions else actions[0]).status_code == 200


def test_links_that_open_no_seat_of_a_screen(browser: Browser) -> None:
    host, links = browser.open_table("base", TWO)
    screen = screen_of(browser, host)
    for path in (f"{screen}~2", f"{screen}~", f"{screen}~-1", f"{screen}~0~0", f"{links['ann']}~1", f"{host}~0"):
        assert browser.client.get(path).status_code == 404, path


def test_the_page_shows_the_table_to_all_while_nobody_at_the_screen_decides(tmp_path: Path) -> None:
    site = make_site(tmp_path / "tables.db")
    seats = {"ann": "human", "bob": "human", "cid": "random"}
    game = site.catalog.new_game("base", seats, "drawn", {"first_player": 3}, 1)
    table_id, secret = site.tables.create(game, seats)
    table, screen_secret = site.tables.get(table_id), site.people.links(table_id, secret)["screen"]
    screen = shared_screen(table, Role(SCREEN), screen_secret)
    assert screen is not None and list(screen.seats) == ["ann", "bob"]
    assert hand_over_page(table, screen) is None, "a bot decides"
    site.tables.store.close()


def test_the_page_between_two_people_has_nothing_hidden(tmp_path: Path) -> None:
    site = make_site(tmp_path / "tables.db")
    pages = []
    for coins, cid in ((5, 9), (17, 3)):
        position = PositionSpec(players={
            "ann": PlayerPosition(coins, RacePosition("orcs", "hill", 9, {"r02": 1})),
            "bob": PlayerPosition(cid, RacePosition("elves", "swamp", 9, {"r08": 1})),
        }, turn="ann")  # fmt: skip
        game = new_game(site.catalog.variant("base"), ["ann", "bob"], given=position, seed=coins)
        table_id, secret = site.tables.create(game, TWO)
        table, screen_secret = site.tables.get(table_id), site.people.links(table_id, secret)["screen"]
        screen = shared_screen(table, Role(SCREEN), screen_secret)
        assert screen is not None
        page = hand_over_page(table, screen)
        assert page is not None
        pages.append(page.replace(screen_secret, "SCREEN").replace(table_id, "TABLE"))
    assert pages[0] == pages[1]
    site.tables.store.close()
