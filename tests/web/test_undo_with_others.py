"""Taking back after the turn: other people agree or refuse, bots are not asked, and shown facts forbid it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from browsing import Browser, buttons, make_site, text_of

from smallworld_web.role_links import SEAT, Role
from smallworld_web.table_people import undo, undo_voters

THREE = {"ann": "human", "bob": "human", "cid": "human"}
AGREE = re.compile(r'data-agree="(\w+)"')


def decider(browser: Browser, links: dict[str, str]) -> str:
    return next(name for name in links if name != "spectator" and browser.state(links[name])["deciding"])


def play_turn(browser: Browser, links: dict[str, str]) -> str:
    """Let the person who decides play a turn without a die; return their name."""
    name = decider(browser, links)
    while (state := browser.state(links[name]))["deciding"]:
        actions = [action for action in buttons(state) if not action.endswith(" by die")]
        action = "done" if "done" in actions else actions[0]
        assert browser.act(links[name], action, number=state["number"]).status_code == 200
    return name


def ask(browser: Browser) -> tuple[dict[str, str], str, list[str]]:
    """Open a table of three at which somebody asks to take the end of their turn back; return the others, too."""
    _, links = browser.open_table("base", THREE)
    name = play_turn(browser, links)
    response = browser.undo(links[name])
    assert response.status_code == 200, response.text
    return links, name, [other for other in THREE if other != name]


def agree(browser: Browser, link: str, yes: bool, number: int | None = None) -> int:
    number = browser.state(link)["number"] if number is None else number
    return int(browser.client.post(f"{link}/agree", json={"number": number, "yes": yes}).status_code)


def panel(browser: Browser, link: str, name: str) -> str:
    return str(browser.state(link)["panels"][name])


def test_everybody_sees_the_question_and_agrees_with_one_click(browser: Browser) -> None:
    links, name, (one, other) = ask(browser)
    assert not browser.state(links[name])["deciding"]
    assert browser.undo(links[name]).status_code == 200, "a second click asks once"
    assert f"{name} asks to take back their last action." in panel(browser, links[one], "status")
    assert f"and waits for {one} and {other}." in panel(browser, links["spectator"], "status")
    assert f"you wait for {one} and {other}." in panel(browser, links[name], "status")
    assert text_of(browser.state(links["spectator"])["log"]["html"]).count("asks to take back") == 1
    assert AGREE.findall(panel(browser, links[one], "buttons")) == ["yes", "no"]
    assert AGREE.findall(panel(browser, links["spectator"], "buttons")) == []
    assert agree(browser, links[one], True) == 200 and agree(browser, links[one], True) == 409
    assert f"waits for {other}." in panel(browser, links["spectator"], "status")
    assert agree(browser, links["spectator"], True) == 403
    assert agree(browser, links[name], True) == 409, "nobody agrees with themselves"
    assert agree(browser, links[other], True) == 200
    assert browser.state(links[name])["deciding"]
    assert f"{name} has taken back their last action" in text_of(browser.state(links[one])["log"]["html"])
    assert "asks to take back" not in panel(browser, links["spectator"], "status")


def test_one_refusal_is_enough_and_the_player_may_withdraw(browser: Browser) -> None:
    links, name, (one, other) = ask(browser)
    assert agree(browser, links[one], False) == 200
    assert f"{one} does not agree" in text_of(browser.state(links[name])["log"]["html"])
    assert agree(browser, links[other], True) == 409 and not browser.state(links[name])["deciding"]
    assert browser.undo(links[name]).status_code == 200
    assert AGREE.findall(panel(browser, links[name], "buttons")) == ["no"]
    question = browser.state(links[one])["number"]
    assert agree(browser, links[name], False) == 200
    assert f"{name} no longer asks" in text_of(browser.state(links[one])["log"]["html"])
    assert browser.undo(links[name]).status_code == 200
    assert agree(browser, links[one], True, number=question) == 409, "the answer belongs to an earlier question"


def test_the_question_is_withdrawn_when_somebody_acts(browser: Browser) -> None:
    links, name, rest = ask(browser)
    player = decider(browser, links)
    number = browser.state(links[player])["number"] - 1
    action = next(action for action in buttons(browser.state(links[player])) if action.startswith("pick "))
    assert browser.act(links[player], action, number=number).status_code == 200, "a question delays no decision"
    assert "asks to take back their last action." not in panel(browser, links[rest[0]], "status")
    assert agree(browser, links[rest[0]], True) == 409
    response = browser.undo(links[name])
    assert response.status_code == 422 and "something face down was shown" in response.text


def test_nobody_is_asked_in_the_turn_and_where_only_bots_play(browser: Browser) -> None:
    _, links = browser.open_table("base", {"ann": "human", "bob": "human"})
    name = decider(browser, links)
    browser.act(links[name], "pick 1")
    state = browser.state(links[name])
    assert (
        'aria-disabled="true" title="the last action cannot be undone: something face down was shown"'
        in (state["panels"]["buttons"])
    )
    conquest = next(action for action in buttons(state) if action.startswith("conquer ") and "by die" not in action)
    browser.act(links[name], conquest)
    assert browser.undo(links[name]).status_code == 200
    assert "asks" not in text_of(browser.state(links[name])["log"]["html"])


def test_bots_are_not_asked_and_their_actions_are_taken_back(tmp_path: Path) -> None:
    site = make_site(tmp_path / "tables.db")
    seats = {"ann": "human", "bob": "random"}
    game = site.catalog.new_game("base", seats, "drawn", {"first_player": 1}, 3)
    table = site.tables.get(site.tables.create(game, seats)[0])
    bot_actions, ann = 0, Role(SEAT, "ann")
    while not bot_actions:
        while table.game.to_move == "ann":
            legal = [str(action) for action in table.game.legal_actions() if not str(action).endswith(" by die")]
            table.apply("ann", table.number, ["done" if "done" in legal else legal[0]])
        length = table.game.log_length
        while table.game.to_move == "bob":
            legal = [str(action) for action in table.game.legal_actions() if not str(action).endswith(" by die")]
            table.apply_bot(table.number, "done" if "done" in legal else legal[0])
        bot_actions = (table.session.history.count("ann") > 0) * (table.game.log_length - length)
    assert undo_voters(table, ann) == []
    undo(table, ann, table.number)
    assert table.game.to_move == "ann" and table.game.log_length == length - 1
    again = site.tables.store.lines(table.id)
    assert json.loads(again[-1]) == {"undo": length - 1}
    site.tables.forget(table.id)
    assert site.tables.get(table.id).game == table.game, "it is read from the store as it is here"
    site.tables.store.close()


@pytest.mark.parametrize("body", [{}, {"yes": "yes"}, {"number": -1, "yes": True}, {"number": 10**9, "yes": True}])
def test_answers_that_fit_no_question(browser: Browser, body: dict[str, object]) -> None:
    _, links = browser.open_table("base", THREE)
    response = browser.client.post(f"{links['ann']}/agree", json=body)
    assert response.status_code == 409 and "nobody asks you to take something back" in response.text
