"""The tutorial in the browser: the lessons of the terminal, about each decision of the learner."""

from __future__ import annotations

import time

import pytest
from browsing import Browser, text_of

from smallworld import load_variant
from smallworld_play.tutorial import OPPONENT, PAGE, SEED, lesson_of
from smallworld_web.role_links import SEAT, Role
from smallworld_web.site import Site
from smallworld_web.table_log import Terms
from smallworld_web.table_panels import lesson_panel


def learn(browser: Browser) -> str:
    response = browser.client.post("/learn", follow_redirects=False)
    assert response.status_code == 303, response.text
    return str(response.headers["location"])


def lesson(browser: Browser, link: str) -> str:
    return text_of(browser.state(link)["panels"]["lesson"])


def test_the_start_page_leads_to_lessons_that_can_be_read_without_a_script(browser: Browser) -> None:
    assert 'action="/learn"' in browser.client.get("/").text
    page = browser.client.get(learn(browser)).text
    section = page.split('<section id="lesson"')[1].split("</section>")[0]
    assert "the most coins at the end win" in section and "click one to take it" in section
    assert "<details open>" in section and "why pick 2" not in section


def test_the_lesson_follows_the_decisions_of_the_learner(browser: Browser, site: Site) -> None:
    link = learn(browser)
    table = site.tables.get(link.split("/")[2])
    assert (table.game.origin["seed"], table.game.players[1], table.seats[OPPONENT]) == (SEED, OPPONENT, "random")
    shown, subjects = set[str](), set[tuple[str, str]]()
    while not table.is_over:
        if table.bot_to_move:  # it plays by itself
            time.sleep(0.02)
            table = site.tables.get(table.id)
            continue
        expected = lesson_of(table.game, PAGE)
        if expected is not None:
            subjects.add((expected.number, expected.subject))
            assert text_of(expected.whole()) in lesson(browser, link)
        shown.add(lesson(browser, link))
        legal = table.game.legal_actions()
        action = "decline" if table.game.round == 4 and "decline" in legal else "done"
        response = browser.act(link, action if action in legal else legal[0])
        assert response.status_code == 200, response.text
        table = site.tables.get(table.id)
    assert {("1", "pick"), ("1", "conquer"), ("1", "redeploy"), ("2", "conquer"), ("4", "decline")} <= subjects
    assert len(shown) >= 8
    assert "The tutorial is over" in lesson(browser, link)


def test_other_tables_and_other_people_have_no_lessons(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("base", {"ann": "human", "bob": "human"})
    assert "lesson" not in browser.state(links["ann"])["panels"]
    assert 'id="lesson"' not in browser.client.get(links["ann"]).text


def test_while_the_opponent_plays_the_lesson_announces_the_next_turn(site: Site) -> None:
    game, seats = site.catalog.new_tutorial()
    table_id, _ = site.tables.create(game, seats, terms=Terms(lessons=True))
    table = site.tables.get(table_id)
    while not table.bot_to_move:
        legal = table.game.legal_actions()
        table.session.apply("done" if "done" in legal else legal[0])
    assert "Your opponent plays" in lesson_panel(table, table.game, Role(SEAT, game.players[0]))
    assert lesson_panel(table, table.game, Role(SEAT, OPPONENT)) == ""


def test_an_edition_without_the_terrains_has_no_tutorial(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert site.catalog.tutorial_edition() == "base"
    monkeypatch.setattr(site.catalog, "variants", lambda: {"base": load_variant("warcraft")})
    assert site.catalog.tutorial_edition() == ""
