"""One visitor does not harm others: places of streams, budgets, the replay page, half-sent requests."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from browsing import Browser, make_site
from test_table_pages import TWO
from whole_answers import Client

from smallworld.languages import ENGLISH
from smallworld_web import page_data, page_updates, request_checks, server
from smallworld_web.answers import OURS, static_of
from smallworld_web.bot_turns import PACE
from smallworld_web.page_updates import (
    MOST_BY_CLIENT,
    MOST_OF_CLIENT,
    MOST_OF_SEAT,
    MOST_SHARED,
    MOST_SPECTATORS,
    Streams,
    TooManyStreams,
    Viewer,
)
from smallworld_web.request_checks import CLIENT, Budget, OverBudget, Rates, network_of
from smallworld_web.role_links import SEAT, Role
from smallworld_web.routes import create_app
from smallworld_web.server import PatientProtocol
from smallworld_web.site import Site


def viewer(client: str, player: str = "", table: str = "table") -> Viewer:
    role = Role(SEAT, player) if player else Role("spectator")
    return Viewer(table, "secret", ENGLISH, -1, client, role)


def test_spectators_never_take_the_places_of_players() -> None:
    streams = Streams()
    with ExitStack() as stack:
        for number in range(MOST_SPECTATORS):
            stack.enter_context(streams.subscribe(viewer(f"client {number % 5}")))
        with pytest.raises(TooManyStreams):
            stack.enter_context(streams.subscribe(viewer("client 9")))
        stack.enter_context(streams.subscribe(viewer("client 0", "ann")))
        assert (streams.count(True), streams.count(False)) == (1, MOST_SPECTATORS)
    assert (streams.count(True), streams.count(False), streams.watched()) == (0, 0, [])


def test_one_client_leaves_places_of_spectators_to_others() -> None:
    streams = Streams()
    with ExitStack() as stack:
        for _ in range(MOST_OF_CLIENT):
            stack.enter_context(streams.subscribe(viewer("greedy")))
        with pytest.raises(TooManyStreams):
            stack.enter_context(streams.subscribe(viewer("greedy")))
        stack.enter_context(streams.subscribe(viewer("other")))


@pytest.mark.parametrize("player", ["", "ann"])
def test_the_streams_of_a_client_at_all_tables_are_limited(player: str) -> None:
    streams = Streams()
    with ExitStack() as stack:
        for number in range(MOST_BY_CLIENT[bool(player)]):
            stack.enter_context(streams.subscribe(viewer("greedy", player, f"table {number}")))
        with pytest.raises(TooManyStreams):
            stack.enter_context(streams.subscribe(viewer("greedy", player, "one more")))
        stack.enter_context(streams.subscribe(viewer("other", player, "one more")))


def test_a_player_always_gets_a_stream_and_the_oldest_ends() -> None:
    streams = Streams()
    viewers = [viewer("client", "ann") for _ in range(MOST_OF_SEAT + 2)]
    with ExitStack() as stack:
        for one in (viewer("client", "bob"), *viewers):
            stack.enter_context(streams.subscribe(one))
        assert [one.is_replaced for one in viewers] == [True] * 2 + [False] * MOST_OF_SEAT
        assert all(one.tick.is_set() for one in viewers[:2])


def test_a_replaced_stream_says_so_and_ends(browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_updates, "MOST_OF_SEAT", 1)
    _, links = browser.open_table("base", TWO)
    table_id, secret = links["ann"].split("/")[2:]

    async def watch() -> list[str]:
        first, second = (site.events((table_id, secret, -1)) for _ in range(2))
        events = [await anext(first), await anext(second)]
        events += [event async for event in first]
        await second.aclose()  # type: ignore[attr-defined]
        return events

    events = asyncio.run(watch())
    assert ["update" in event for event in events] == [True, True, False]
    assert "event: gone" in events[2] and "open in many windows" in events[2]


def test_one_stream_carries_several_tables(browser: Browser, site: Site) -> None:
    """A browser has one connection for all of its windows; a lost one goes on where it was."""
    opened = [browser.open_table("base", TWO, **{"ruling:first_player": "1"})[1] for _ in range(2)]
    places = [(*link.split("/")[2:], -1) for link in (opened[0]["ann"], opened[1]["bob"], opened[0]["ann"] + "x")]

    async def watch() -> list[str]:
        events = site.events(*places, is_shared=True)  # type: ignore[arg-type]
        states = (event async for event in events if "event: presence" not in event)
        seen = [await anext(states) for _ in range(3)]
        await asyncio.to_thread(browser.act, opened[1]["ann"], "pick 1")
        site.streams._viewers[places[1][0]].copy().popitem()[0].tick.set()
        seen.append(await anext(states))
        await states.aclose()
        await events.aclose()  # type: ignore[attr-defined]
        return seen

    seen = asyncio.run(watch())
    parts = [dict(line.split(": ", 1) for line in event.strip().splitlines()) for event in seen]
    assert [part["event"] for part in parts] == ["gone", "update", "update", "update"]
    assert [part["data"].split()[0] for part in parts] == ["2", "0", "1", "1"]
    update = json.loads(parts[3]["data"].partition(" ")[2])
    assert "ann picks " in update["log"]["html"]
    first = json.loads(parts[1]["data"].partition(" ")[2])["number"]
    assert parts[3]["id"] == f"{first},{update['number']},-1"


def test_a_shared_stream_is_written_in_the_language_of_its_pages(browser: Browser) -> None:
    """A shared worker asks with the languages of the browser; its pages may be in another one."""
    refused = {code: browser.client.get(f"/t/stream?language={code}").text for code in ("cs", "en", "xx")}
    assert "proud má" in refused["cs"] and refused["en"] == refused["xx"] != refused["cs"]


def test_a_shared_stream_names_a_few_tables(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("base", TWO)
    address = links["ann"].removeprefix("/t/")
    for query in ("", "at=nonsense", "&".join(["at=a/b/1"] * (MOST_SHARED + 1))):
        assert browser.client.get(f"/t/stream?{query}").status_code == 422
    site.streams.close()  # the server stops
    headers = {"last-event-id": str(browser.state(links["ann"])["number"])}
    response = browser.client.get(f"/t/stream?at={address}/-1", headers=headers)
    assert response.status_code == 200 and response.headers["content-type"].startswith("text/event-stream")


def test_a_client_of_ipv6_is_the_network_of_a_customer() -> None:
    same = {network_of(address) for address in ("2001:db8::1", "2001:db8::ffff:1:2", "2001:DB8:0:0:9::")}
    assert same == {"2001:db8::/64"} and network_of("2001:db8:0:1::1") == "2001:db8:0:1::/64"
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == "fe80::/64" and network_of("testclient") == "testclient"


def test_requests_of_one_network_share_their_limit(site: Site) -> None:
    app = create_app(site, rates=Rates(0, 3))
    statuses = []
    for number in range(5):
        client = Client(app, client=(f"2001:db8::{number}", 5))
        statuses.append(client.get("/robots.txt").status_code)
    assert statuses == [200] * 3 + [429] * 2


def test_people_behind_one_address_get_whole_pages(browser: Browser, site: Site) -> None:
    """Each loads the page of a table with all of its files, at once, within the limits of one client."""
    _, links = browser.open_table("base", TWO)
    with Client(create_app(site)) as client:
        files = [f"/static/{path.name}" for path in static_of(OURS).iterdir()]
        for _person in range(5):
            assert {client.get(path).status_code for path in (links["ann"], *files)} == {200}
    assert 5 * len(files) > 120  # more than one client may ask for otherwise


def test_a_client_has_a_budget_of_processor_time(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("base", TWO)
    budget = Budget(Rates(0.0, 0.05))
    app = create_app(site, rates=Rates(1e6, 1e6), budget=budget)
    greedy = Client(app, client=("192.0.2.1", 5))
    other = Client(app, client=("192.0.2.2", 5))
    statuses = [greedy.get(f"{links['ann']}/at/0").status_code]
    while statuses[-1] == 200:
        statuses.append(greedy.get(f"{links['ann']}/at/0").status_code)
    assert len(statuses) > 1 and statuses[-1] == 429
    assert "too many requests; wait a moment" in greedy.get(links["ann"]).text
    assert other.get(links["ann"]).status_code == 200


def test_who_has_used_least_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_checks, "AT_WORK", 1)

    async def ask() -> None:
        budget, may_end, order = Budget(Rates(0.0, 6.0)), threading.Event(), list[str]()

        def work(client: str) -> None:
            order.append(client)
            assert may_end.wait(30)

        async def request(client: str) -> None:
            CLIENT.set(client)
            await budget.run(lambda: work(client))

        for client, used in {"first": 0.0, "greedy": 5.0, "usual": 1.0, "new": 0.0, "gone": 0.5}.items():
            budget.time.take(client, used)
        tasks = [
            asyncio.create_task(request(client)) for client in ("first", "greedy", "greedy", "gone", "usual", "new")
        ]
        async with asyncio.timeout(30):
            while not order or budget.places.waiting < 5:
                await asyncio.sleep(0.005)
            tasks[3].cancel()
            await asyncio.sleep(0.01)
            may_end.set()
            await asyncio.gather(*tasks, return_exceptions=True)
            await budget.run(lambda: order.append("later"))
        assert order == ["first", "new", "usual", "greedy", "greedy", "later"]

    asyncio.run(ask())


def test_few_requests_of_a_client_are_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_checks, "MOST_WAITING", 3)

    async def ask() -> None:
        budget, may_end, running = Budget(), threading.Event(), list[str]()

        def work(client: str) -> None:
            running.append(client)
            assert may_end.wait(30)

        async def request(client: str) -> None:
            CLIENT.set(client)
            await budget.run(lambda: work(client))

        tasks = [asyncio.create_task(request(client)) for client in "aaaaab"]
        async with asyncio.timeout(30):
            while len(running) < 3:
                await asyncio.sleep(0.005)
        assert sorted(running) == ["a", "a", "b"]
        with pytest.raises(OverBudget):
            await asyncio.create_task(request("a"))
        may_end.set()
        await asyncio.gather(*tasks)
        turns = budget._turns
        assert len(running) == 6 and not (turns._busy or turns._served or turns._waiting)

    asyncio.run(ask())


def test_the_bots_of_a_client_wait_longer_than_the_server_needs_for_them(tmp_path: Path) -> None:
    site = make_site(tmp_path / "t.db")
    seats = {"ann": "random", "bob": "human"}
    table_id, _ = site.tables.create(site.catalog.new_game("base", seats, "drawn", {"first_player": 1}, 1), seats)

    async def play() -> float:
        async with site.running():
            CLIENT.set("192.0.2.1")
            site.bots._carry_out = lambda *_: 10.0  # type: ignore[method-assign]
            site.look_after(table_id)
            async with asyncio.timeout(30):
                while "192.0.2.1" not in site.bots._begins:
                    await asyncio.sleep(0.005)
            return site.bots._begins["192.0.2.1"] - asyncio.get_running_loop().time()

    assert 9 * PACE < asyncio.run(play()) <= 10 * PACE
    site.tables.store.close()


def test_the_replay_page_is_drawn_once(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    _, links = browser.open_table("base", TWO)
    drawings, page = [], "<!DOCTYPE html>\n" + "<p>a step of the game</p>\n" * 1000
    monkeypatch.setattr(page_data, "replay", lambda table: drawings.append(1) or page)
    pages = [browser.client.get(f"{links[name]}/replay") for name in ("ann", "bob", "ann")]
    assert len(drawings) == 1 and len({page.text for page in pages}) == 1 and "<!DOCTYPE html>" in pages[0].text
    assert pages[0].headers["content-encoding"] == "gzip"
    plain = browser.client.get(f"{links['ann']}/replay", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.text == pages[0].text
    assert len(gzip.compress(plain.content)) < len(plain.content) / 3
    browser.client.get(f"{links['ann']}/replay", headers={"accept-language": "cs"})
    assert len(drawings) == 2
    statuses = [browser.client.get(f"{links['ann']}/replay").status_code for _ in range(40)]
    assert set(statuses[:20]) == {200} and statuses[-1] == 429, "the large page is not for a loop"


class Wire(asyncio.Transport):
    """A connection without a network."""

    def __init__(self) -> None:
        super().__init__()
        self.sent, self.is_over = b"", False

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        self.is_over = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


async def send_parts(parts: list[bytes], monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Send parts of a request, and wait until the connection has ended, or a whole request was answered."""
    import uvicorn
    from uvicorn.server import ServerState

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    monkeypatch.setattr(server, "RECEIVING", 0.05)
    config = uvicorn.Config(app, http=PatientProtocol, lifespan="off", timeout_keep_alive=3600)
    config.load()
    protocol, wire = PatientProtocol(config, ServerState(), {}), Wire()
    protocol.connection_made(wire)
    for part in parts:
        protocol.data_received(part)
    async with asyncio.timeout(30):
        while not (wire.is_over or wire.sent):
            await asyncio.sleep(0.005)
    assert wire.is_over or protocol._limit is None
    protocol.connection_lost(ConnectionError())
    assert protocol._limit is None
    return wire


HEAD = b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n"


@pytest.mark.parametrize("parts", [[], [b"GET / HT"], [b"GET / HTTP/1.1\r\nhost: a\r\n"]])
def test_half_sent_requests_are_closed(parts: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    wire = asyncio.run(send_parts(parts, monkeypatch))
    assert wire.is_over and wire.sent == b""


def test_whole_requests_are_answered_and_the_connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = asyncio.run(send_parts([HEAD, b"12", b"345"], monkeypatch))
    assert wire.sent.startswith(b"HTTP/1.1 200 OK") and not wire.is_over


def test_what_is_no_request_is_answered_with_the_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = asyncio.run(send_parts([b"nonsense\r\n\r\n"], monkeypatch))
    assert wire.sent.startswith(b"HTTP/1.1 400 ") and b"content-security-policy: default-src 'none'" in wire.sent


CHUNKED = b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "parts",
    [
        [b"GET /", *[b"a" * 4096] * 17],
        [b"GET / HTTP/1.1\r\nx: ", *[b"a" * 4096] * 17],
        [CHUNKED, b"1\r\na\r\n0\r\nx: ", *[b"a" * 4096] * 17],
    ],
    ids=["address", "header", "trailer"],
)
def test_a_head_without_end_is_refused(parts: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    wire = asyncio.run(send_parts(parts, monkeypatch))
    assert wire.is_over and wire.sent.startswith(b"HTTP/1.1 431 ")


def test_a_long_body_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = asyncio.run(send_parts([HEAD.replace(b"5", b"%d" % 400_000), *[b"a" * 4000] * 100], monkeypatch))
    assert wire.sent.startswith(b"HTTP/1.1 200 OK") and not wire.is_over
