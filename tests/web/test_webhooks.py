"""Webhooks: a message to each seat on their turn, never into the server's own network, and never shown to others."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import Browser, buttons, make_site
from test_table_pages import TWO
from whole_answers import Client

from smallworld.errors import SmallWorldError
from smallworld_web import webhooks
from smallworld_web.routes import create_app
from smallworld_web.site import Site
from smallworld_web.webhooks import Webhooks, is_public, message_for, public_address, send_message, target_of

PUBLIC = "9.9.9.9"
ADDRESS = "http://ntfy.example/secret-topic"


class Receiver:
    """A server on this machine, as the webhooks of a site reach it."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, str, str]] = []
        """Path, host and body."""
        self.statuses: list[int] = []
        """Statuses of the next answers; 200 afterwards."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                receiver.messages.append((self.path, self.headers["host"], body))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 200)
                self.send_header("location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def connect(self, address: tuple[str, int], seconds: float) -> socket.socket:
        assert address == (PUBLIC, 80)
        return socket.create_connection(self.server.server_address[:2], seconds)

    @staticmethod
    def resolve(host: str, _port: int) -> list[str]:
        return {"ntfy.example": [PUBLIC], "mixed.example": [PUBLIC, "10.0.0.1"], "inside.example": ["127.0.0.1"]}[host]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.server.shutdown()
    receiver.server.server_close()


@pytest.fixture
def called_site(tmp_path: Path, receiver: Receiver) -> Site:
    site = make_site(tmp_path / "t.db", url="https://play.example.org")
    site.webhooks = Webhooks(
        site.tables, site.streams, resolve=receiver.resolve, connect=receiver.connect, pauses=(0.01, 0.01, 0.01)
    )
    return site


@pytest.fixture
def called(called_site: Site) -> Iterator[Browser]:
    with Client(create_app(called_site)) as client:
        yield Browser(client)


def set_webhook(browser: Browser, link: str, **fields: str) -> Any:
    return browser.client.post(f"{link}/webhook", data=fields, follow_redirects=False)


def play_until_turn(browser: Browser, links: dict[str, str], player: str) -> int:
    """Let the other player end turns soon until a player decides; return the number of actions.

    More than 120 requests at once would be too many.
    """
    rng, other = Random(1), "bob" if player == "ann" else "ann"
    for count in range(30):
        if browser.state(links[player])["deciding"]:
            return count
        choices = buttons(browser.state(links[other]))
        browser.act(links[other], "done" if "done" in choices else rng.choice(choices))
    raise AssertionError(f"it is never the turn of {player}")


def wait_for(receiver: Receiver, count: int) -> None:
    async def wait() -> None:
        async with asyncio.timeout(20):
            while len(receiver.messages) < count:
                await asyncio.sleep(0.005)

    asyncio.run(wait())


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "255.255.255.255", "::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::127.0.0.1",
     "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:4136:e378:8000:63bf:80ff:fffe", "name", "2130706433"],
)  # fmt: skip
def test_addresses_that_are_not_public_are_refused(address: str) -> None:
    assert not is_public(address)
    with pytest.raises(SmallWorldError, match="not in the public network"):
        public_address(target_of(ADDRESS), lambda _host, _port: [PUBLIC, address])


@pytest.mark.parametrize("address", ["9.9.9.9", "2620:fe::fe", "64:ff9b::909:909"])
def test_public_addresses_are_allowed(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    ["", "ntfy.example/x", "ftp://ntfy.example/", "http://ntfy.example:8080/", "https://ntfy.example:22/",
     "https://user:word@ntfy.example/", "https:///x", "http://[::1", "file:///etc/passwd", "https://a b/",
     "https://ntfy.example/a\r\nx: y", f"https://ntfy.example/{'x' * 500}", "https://ntfy.example:99999/"],
)  # fmt: skip
def test_what_is_not_the_address_of_a_webhook_is_refused(address: str) -> None:
    with pytest.raises(SmallWorldError, match="not the address of a webhook"):
        target_of(address)


def test_each_service_gets_what_it_reads() -> None:
    text = "ann <@everyone> & bob"
    kind, body = message_for(target_of("https://discord.com/api/webhooks/1/x"), text)
    assert kind == "application/json" and json.loads(body)["content"] == text
    assert json.loads(body)["allowed_mentions"] == {"parse": []}, "a name calls nobody"
    _, body = message_for(target_of("https://hooks.slack.com/services/x"), text)
    assert json.loads(body) == {"text": "ann &lt;@everyone&gt; &amp; bob"}
    assert message_for(target_of("https://ntfy.sh/x"), text) == ("text/plain; charset=utf-8", text.encode())


def test_a_person_who_is_away_is_called_once_a_turn(called: Browser, receiver: Receiver) -> None:
    _, links = called.open_table("base", TWO, **{"ruling:first_player": "1"})
    player = "bob" if called.state(links["ann"])["deciding"] else "ann"
    answer = set_webhook(called, links[player], address=ADDRESS)
    assert answer.status_code == 303 and answer.headers["location"] == links[player]
    assert play_until_turn(called, links, player) > 1
    wait_for(receiver, 2)
    first, turn = receiver.messages[:2]
    assert first[:2] == turn[:2] == ("/secret-topic", "ntfy.example")
    assert first[2].startswith(f"{player} is called here when it is their turn")
    assert turn[2] == f"{player}, it is your turn: Small World (ann, bob), https://play.example.org"
    assert not any(link.split("/")[-1] in body for link in links.values() for _path, _host, body in receiver.messages)
    other = "ann" if player == "bob" else "bob"
    play_until_turn(called, links, other)
    play_until_turn(called, links, player)
    wait_for(receiver, 3)
    assert len(receiver.messages) == 3


def test_nobody_sees_the_address(called: Browser, called_site: Site, caplog: pytest.LogCaptureFixture) -> None:
    host, links = called.open_table("base", TWO)
    set_webhook(called, links["ann"], address=ADDRESS)
    pages = [called.client.get(path).text for path in (host, *links.values())]
    pages += [called.client.get(f"{link}/state").text for link in links.values()]
    pages.append(called.client.get(f"/admin/{called_site.admin_secret}").text)
    assert not any("secret-topic" in page or "ntfy.example" in page for page in [*pages, caplog.text])
    assert ["You are called now." in page for page in pages[1:4]] == [True, False, False]
    assert set_webhook(called, links["spectator"], address=ADDRESS).status_code == 403
    assert set_webhook(called, links["ann"], remove="yes").status_code == 303
    assert "You are called now." not in called.client.get(links["ann"]).text


@pytest.mark.parametrize("name", ["mixed", "inside"])
def test_a_name_of_the_own_network_gets_no_message(called: Browser, receiver: Receiver, name: str) -> None:
    _, links = called.open_table("base", TWO)
    answer = set_webhook(called, links["ann"], address=f"http://{name}.example/")
    assert answer.status_code == 422 and "not in the public network" in answer.text and "127.0.0.1" not in answer.text
    assert not receiver.messages and "You are called now." not in called.client.get(links["ann"]).text


def test_a_redirection_is_not_followed_and_nothing_is_kept(called: Browser, receiver: Receiver) -> None:
    _, links = called.open_table("base", TWO)
    receiver.statuses = [302]
    answer = set_webhook(called, links["ann"], address=ADDRESS)
    assert answer.status_code == 422 and "answers with 302" in answer.text and len(receiver.messages) == 1
    assert "You are called now." not in called.client.get(links["ann"]).text


@pytest.mark.parametrize(("statuses", "attempts"), [([500, 429], 3), ([500] * 9, 4), ([400], 1), ([404], 1)])
def test_a_call_that_fails_is_tried_again(
    called: Browser, called_site: Site, receiver: Receiver, statuses: list[int], attempts: int
) -> None:
    _, links = called.open_table("base", TWO)
    player = "bob" if called.state(links["ann"])["deciding"] else "ann"
    set_webhook(called, links[player], address=ADDRESS)
    receiver.statuses = list(statuses)
    play_until_turn(called, links, player)
    wait_for(receiver, 1 + attempts)

    async def rest() -> None:
        async with asyncio.timeout(20):
            while called_site.webhooks._calls:
                await asyncio.sleep(0.005)

    asyncio.run(rest())
    assert len(receiver.messages) == 1 + attempts
    assert ("You are called now." in called.client.get(links[player]).text) == (statuses != [404])


def test_a_new_link_ends_the_webhook_of_the_old_one(called: Browser, receiver: Receiver) -> None:
    host, links = called.open_table("base", TWO)
    player = "bob" if called.state(links["ann"])["deciding"] else "ann"
    set_webhook(called, links[player], address=ADDRESS)
    called.client.post(f"{host}/link", data={"role": f"seat:{player}"})
    links = called.links(host, TWO)
    assert "You are called now." not in called.client.get(links[player]).text
    play_until_turn(called, links, player)
    assert len(receiver.messages) == 1


def test_who_looks_at_the_table_is_not_called(called: Browser, called_site: Site, receiver: Receiver) -> None:
    _, links = called.open_table("base", TWO)
    player = "bob" if called.state(links["ann"])["deciding"] else "ann"
    set_webhook(called, links[player], address=ADDRESS)
    called_site.streams.players = lambda _table: frozenset({player})  # type: ignore[method-assign]
    play_until_turn(called, links, player)
    assert len(receiver.messages) == 1 and not called_site.webhooks._calls


def test_a_receiver_that_never_ends_its_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "LONGEST_CALL", 0.2)
    server_end, silent_end = socket.socketpair()
    with silent_end, pytest.raises(OSError):
        send_message(target_of(ADDRESS), "text", lambda *_: [PUBLIC], lambda *_: server_end)
