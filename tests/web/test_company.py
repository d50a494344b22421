"""Other people at a table: one link for all free seats, presence, remarks, and a player who leaves."""

from __future__ import annotations

import asyncio
import html
import re

from browsing import Browser, text_of
from test_table_pages import TWO

from smallworld.languages import ENGLISH
from smallworld_web.page_updates import Viewer
from smallworld_web.role_links import SEAT, Role
from smallworld_web.site import Site

COMMON = re.compile(r'<input readonly value="[^"]*?(/t/[^"]*)"')


def common_link(browser: Browser, host: str) -> str:
    match = COMMON.search(browser.client.get(host).text)
    assert match is not None
    return match[1]


def test_one_link_leads_everybody_to_a_free_seat(browser: Browser) -> None:
    host, links = browser.open_table("base", {**TWO, "cid": "random"})
    page = browser.client.get(host).text
    common = common_link(browser, host)
    assert 'class="qr"' in page and page.count("data-copy=") == 5
    seats = re.findall(r'name="player" value="([^"]*)"', browser.client.get(common).text)
    assert seats == ["ann", "bob"]
    response = browser.client.post(f"{common}/sit", data={"player": "bob"}, follow_redirects=False)
    seat = response.headers["location"]
    assert response.status_code == 303 and "You are bob" in text_of(browser.client.get(seat).text)
    assert browser.client.get(links["bob"]).status_code == 404, "the earlier link of the seat has ended"
    assert "taken through the common link" in browser.client.get(host).text
    again = browser.client.post(f"{common}/sit", data={"player": "bob"})
    assert again.status_code == 422 and "not free any more" in again.text
    for path, form in ((f"{seat}/sit", "ann"), (f"{common}/sit", "cid"), (f"{common}/sit", "nobody")):
        assert browser.client.post(path, data={"player": form}).status_code == 422
    browser.client.post(f"{common}/sit", data={"player": "ann"})
    assert "All seats are taken" in browser.client.get(common).text
    browser.client.post(f"{host}/link", data={"role": "seat:bob"})
    assert "You are bob" in text_of(browser.client.get(browser.links(host, ["bob", "cid"])["bob"]).text)
    assert re.findall(r'name="player" value="([^"]*)"', browser.client.get(common).text) == ["bob"]
    assert browser.client.post(f"{common}/act", json={"number": 0, "actions": ["pick 1"]}).status_code == 403


def test_a_remark_reaches_everybody_and_delays_no_decision(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    name = next(name for name in TWO if browser.state(links[name])["deciding"])
    number = browser.state(links[name])["number"]
    evil = "<img src=x> good   luck"
    assert browser.client.post(f"{links['spectator']}/remark", json={"text": evil}).status_code == 200
    assert browser.client.post(f"{links[name]}/remark", json={"text": "thanks"}).status_code == 200
    log = browser.state(links["bob"], since=number)["log"]["html"]
    assert html.escape("<img src=x> good luck") in log and "<img" not in log
    assert "a spectator:" in text_of(log) and f"{name}: thanks" in text_of(log)
    assert browser.act(links[name], "pick 1", number=number).status_code == 200, "it answers the same position"
    assert browser.act(links[name], "pick 1", number=number).status_code == 409
    for text in ("", " ", "x" * 301):
        assert browser.client.post(f"{links[name]}/remark", json={"text": text}).status_code == 422


def test_a_note_of_the_host_is_seen_even_by_those_who_hide_remarks(browser: Browser) -> None:
    host, links = browser.open_table("base", TWO)
    response = browser.client.post(f"{host}/note", data={"text": "we  stop at <b>ten</b>"}, follow_redirects=False)
    assert response.status_code == 303
    log = browser.state(links["bob"])["log"]["html"]
    assert 'class="chat note p-1"' in log and "the host: we stop at <b>ten</b>" in text_of(log) and "<b>ten" not in log
    assert browser.client.post(f"{links['ann']}/note", data={"text": "no"}).status_code == 403
    for text in ("", " ", "x" * 301):
        assert browser.client.post(f"{host}/note", data={"text": text}).status_code == 422
    statuses = [browser.client.post(f"{host}/note", data={"text": "again"}).status_code for _ in range(12)]
    assert statuses[-1] == 429


def test_the_host_mutes_a_person_and_lets_them_write_again(browser: Browser, site: Site) -> None:
    host, links = browser.open_table("base", TWO)
    for player, link in (("ann", links["ann"]), ("", links["spectator"])):
        browser.client.post(f"{host}/mute", data={"player": player, "on": "yes"})
        refused = browser.client.post(f"{link}/remark", json={"text": "listen"})
        assert refused.status_code == 422 and "the host has muted you" in refused.text
        assert browser.client.post(f"{links['bob']}/remark", json={"text": "still here"}).status_code == 200
        number = site.tables.get(host.split("/")[2]).number
        browser.client.post(f"{host}/mute", data={"player": player, "on": "yes"})
        assert site.tables.get(host.split("/")[2]).number == number, "nothing has changed"
        page = text_of(browser.client.get(host).text)
        assert f"Let {player or 'Spectators'} write again" in page and "Mute bob" in page
        browser.client.post(f"{host}/mute", data={"player": player, "on": "no"})
        assert browser.client.post(f"{link}/remark", json={"text": "thanks"}).status_code == 200
    assert browser.client.post(f"{host}/mute", data={"player": "<b>", "on": "yes"}).status_code == 422
    assert browser.client.post(f"{links['ann']}/mute", data={"player": "bob", "on": "yes"}).status_code == 403


def test_everybody_sees_who_is_there(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("base", TWO)
    table_id, secret = links["ann"].split("/")[2:]
    ann = Viewer(table_id, secret, ENGLISH, 0, role=Role(SEAT, "ann"))

    async def watch() -> list[str]:
        events = site.events((table_id, links["spectator"].split("/")[3], site.tables.get(table_id).number))
        seen = list[str]()
        with site.streams.subscribe(ann):
            site.streams.wake(table_id)
            seen.append(await asyncio.wait_for(anext(events), 20))
        site.streams.wake(table_id)
        return [*seen, await anext(events)]

    assert [re.findall(r"\[.*\]", text) for text in asyncio.run(watch())] == [['["ann"]'], ["[]"]]


def test_a_bot_plays_on_for_somebody_who_leaves(browser: Browser, site: Site) -> None:
    host, links = browser.open_table("base", TWO)
    assert browser.client.post(f"{links['ann']}/resign", follow_redirects=False).status_code == 303
    table = site.tables.get(links["ann"].split("/")[2])
    assert table.seats == {"ann": "easy", "bob": "human"}
    assert browser.client.post(f"{links['spectator']}/resign").status_code == 403
    browser.client.post(f"{host}/seat", data={"player": "ann", "kind": "human"})
    assert site.tables.get(table.id).seats == TWO
