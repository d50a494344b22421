"""The page of the server's host; paths, addresses and names of the server, which no visitor sees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsing import Browser, make_site, text_of
from test_table_pages import TWO
from whole_answers import Client

from smallworld_web import table as table_module
from smallworld_web.answers import sentence, without_places
from smallworld_web.request_checks import Rates
from smallworld_web.routes import create_app
from smallworld_web.site import Site
from smallworld_web.store import StoreError
from smallworld_web.table_log import Notice

FORM = {"variant": "base", "name1": "ann", "kind1": "human", "name2": "bob", "kind2": "human"}
PAGE = {"accept": "text/html"}


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("[Errno 2] No such file: '/srv/games/plugin.py'", "[Errno 2] No such file: '…'"),
        (r"cannot open C:\games\tables.db", "cannot open …"),
        ("the file ~/x.yaml is missing", "the file … is missing"),
        ("in plugins/odd/races.py, line 3", "in …, line 3"),
        ("in races.py, line 3", "in …, line 3"),
        ('connection to server at "10.0.0.7", port 5432 failed', 'connection to server at "…", port 5432 failed'),
        ("postgresql://me@db.example.org/tables is lost", "… is lost"),
        ("no answer of db.example.org:5432", "no answer of …"),
        ("no answer of [::1]:5432", "no answer of …"),
        ("it costs 3/4 of a token, and/or: nothing", "it costs 3/4 of a token, and/or: nothing"),
        ("conquer r07 is refused: 2 of 5 tokens", "conquer r07 is refused: 2 of 5 tokens"),
    ],
)
def test_sentences_for_visitors_name_no_places(text: str, public: str) -> None:
    assert without_places(text) == public


def test_faults_of_the_database_are_one_sentence_for_visitors(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError('the database cannot be used: server at "db.internal" (10.0.0.7), /var/lib/tables.db')

    monkeypatch.setattr(site.tables.store, "count", fail)
    with Client(create_app(site, rates=Rates(1e6, 1e6))) as client:
        response = client.post("/tables", data=FORM)
    assert response.status_code == 503 and "cannot be read or kept at the moment" in response.text
    assert not re.search("internal|10.0.0|/var", response.text)


def test_the_log_of_a_table_names_no_places() -> None:
    notice = Notice("bob", "random", "OSError: cannot read /home/me/bot.py")
    assert "/home" not in notice.sentence() and "OSError" in notice.sentence()


def test_a_fault_is_answered_with_the_headers(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.catalog, "variants", lambda: 1 / 0)
    with Client(create_app(site), raise_server_exceptions=False) as client:
        response = client.get("/")
    assert response.status_code == 500
    assert {"content-security-policy", "referrer-policy", "x-frame-options"} <= set(response.headers)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]"])
def test_an_origin_that_is_none_is_refused(browser: Browser, origin: str) -> None:
    response = browser.client.post("/tables", data=FORM, headers={"origin": origin})
    assert response.status_code == 400 and "content-security-policy" in response.headers


@pytest.mark.parametrize("host", ["[", "[::1", "a:b:c]"])
def test_a_host_that_is_none_is_refused(site: Site, host: str) -> None:
    app = create_app(site, rates=Rates(1e6, 1e6))
    with Client(app, raise_server_exceptions=False) as client:
        assert client.get("/", headers={"host": host}).status_code == 400


@pytest.mark.parametrize("path", ["/static/%00", "/t/%00/%00", "/new/%00", "/static/../store.py", "/editions/%ff.svg"])
def test_strange_paths_are_no_faults(browser: Browser, path: str) -> None:
    response = browser.client.get(path)
    assert response.status_code in (404, 422) and "content-security-policy" in response.headers


def test_forms_are_answered_with_pages(browser: Browser, site: Site) -> None:
    host, links = browser.open_table("base", TWO)
    client = browser.client
    answers = [
        client.post(f"{links['ann']}/seat", data={"player": "ann", "kind": "human"}),
        client.post(f"{host}/seat", data={"player": "cid", "kind": "human"}),
        client.post(f"{host}/link", data={"role": "host"}),
        client.post(f"{host}/remove", data={"sure": "no"}),
        client.post(f"{host[:-1]}/seat", data={"player": "ann"}),
        client.post("/tables", data={"variant": "nothing"}),
        client.post("/tables", data=FORM, headers={"origin": "http://evil.example"}),
        client.post("/tables", content=b"x" * 20_000, headers={"content-type": "application/x-www-form-urlencoded"}),
        client.post("/", data=FORM),
        *[client.post("/tables", data=FORM, follow_redirects=False) for _ in range(30)][-1:],
    ]
    assert [answer.status_code for answer in answers] == [403, 422, 422, 422, 404, 422, 403, 413, 405, 429]
    assert all('<p role="alert">' in answer.text for answer in answers)
    assert all(answer.headers["content-type"].startswith("text/html") for answer in answers)


def test_search_engines_are_kept_away(browser: Browser) -> None:
    assert browser.client.get("/robots.txt").text == "User-agent: *\nDisallow: /\n"


def test_the_check_of_health_asks_for_the_database(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(site, hosts=["play.example.org"], rates=Rates(0, 0))
    client = Client(app, base_url="http://10.0.0.1")  # under any name, as often as wanted
    assert (client.get("/healthz").status_code, client.get("/healthz").text) == (200, "ok\n")
    site.trouble = StoreError("lost at /var/lib")
    response = client.get("/healthz")
    assert (response.status_code, response.text) == (503, "no database\n")


def test_a_lost_database_is_noticed_without_any_table(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("lost")

    assert site.tables.in_memory() == {}
    site._read_outdated()
    monkeypatch.setattr(site.tables.store, "count", fail)
    with pytest.raises(StoreError):
        site._read_outdated()


def test_the_host_of_the_server_sees_tables_streams_and_load(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("base", {"ann": "human", "bob": "greedy"})
    path = f"/admin/{site.admin_secret}"
    browser.client.get(links["ann"])
    page = text_of(browser.client.get(path).text)
    for phrase in ("base ann, bob (greedy) round 1", "Tables in the database 1", "Open streams of players 0",
                  "Load of the machine", "Bots that think"):  # fmt: skip
        assert phrase in page, page
    assert browser.client.get("/admin/nonsense").status_code == 404
    for part in ("pause", "resume", "remove/x"):
        assert browser.client.post(f"/admin/nonsense/{part}", data={}).status_code == 404
    assert links["ann"].split("/")[3] not in browser.client.get(path).text


def test_the_host_of_the_server_removes_tables_and_lets_bots_pause(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("base", TWO)
    path, table_id = f"/admin/{site.admin_secret}", links["ann"].split("/")[2]
    assert browser.client.post(f"{path}/pause", data={}).status_code == 200 and site.bots.places.is_paused
    assert "Let bots think again" in browser.client.get(path).text
    browser.client.post(f"{path}/resume", data={})
    assert not site.bots.places.is_paused
    browser.client.post(f"{path}/remove/{table_id}", data={})
    assert browser.client.get(links["ann"]).status_code == 404 and site.tables.store.count() == 0


def test_the_host_of_a_table_removes_it(browser: Browser, site: Site) -> None:
    host, links = browser.open_table("base", TWO)
    assert browser.client.post(f"{links['ann']}/remove", data={"sure": "yes"}).status_code == 403
    assert browser.client.get(links["ann"]).status_code == 200
    response = browser.client.post(f"{host}/remove", data={"sure": "yes"})
    table_id = host.split("/")[2]
    assert "The table is removed" in response.text and f'data-forget="/t/{table_id}/"' in response.text
    assert {browser.client.get(path).status_code for path in (host, *links.values())} == {404}
    assert site.tables.store.lines(table_id) == []


def test_a_table_can_be_played_to_its_end_after_very_many_undos(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, links = browser.open_table("base", TWO, **{"ruling:first_player": "1"})
    browser.act(links["ann"], "pick 1")
    action = next(iter(re.findall('data-action="(conquer [^" ]*)"', browser.state(links["ann"])["panels"]["actions"])))
    browser.act(links["ann"], action)
    monkeypatch.setattr(table_module, "MOST_CHANGES", browser.state(links["ann"])["number"])
    response = browser.undo(links["ann"])
    assert response.status_code == 422 and "play on; nothing can be taken back" in response.json()["error"]
    assert browser.client.post(f"{host}/link", data={"role": "spectator"}).status_code == 422
    assert browser.act(links["ann"], "done").status_code == 200


def test_an_action_that_is_sent_again_is_carried_out_once(browser: Browser) -> None:
    """The answer to it was lost with the connection; the page sends it again."""
    _, links = browser.open_table("base", TWO, **{"ruling:first_player": "1"})
    number = browser.state(links["ann"])["number"]

    def send(path: str, **body: object) -> tuple[int, int]:
        response = browser.client.post(f"{links['ann']}/{path}", json={"again": True, **body})
        return response.status_code, response.json()["update"]["number"]

    first = send("act", number=number, actions=["pick 1"])
    assert first == send("act", number=number, actions=["pick 1"]) and first[0] == 200
    assert send("act", number=number, actions=["pick 2"])[0] == 409
    action = next(iter(re.findall('data-action="(conquer [^" ]*)"', browser.state(links["ann"])["panels"]["actions"])))
    after = send("act", number=first[1], actions=[action])
    undone = send("undo", number=after[1])
    assert undone == send("undo", number=after[1]) and undone[0] == 200
    assert browser.client.post(
        f"{links['ann']}/act", json={"number": number, "actions": ["pick 1"]}
    ).status_code == 409  # fmt: skip


def test_open_coins_are_a_question_of_the_form(browser: Browser, no_drawings: None) -> None:
    page = browser.client.get("/new/base").text
    choice = page.index('name="ruling:coins"')
    assert choice < page.index("<details>") and page.count('name="ruling:coins"') == 1
    assert "Who adds up the log knows hidden coins, too." in page
    _, links = browser.open_table("base", TWO, **{"ruling:coins": "open"})
    assert "coins: ?" not in text_of(browser.state(links["spectator"])["panels"]["players"])
    _, links = browser.open_table("base", TWO)
    assert "coins: ?" in text_of(browser.state(links["spectator"])["panels"]["players"])


def test_a_database_of_an_earlier_version_is_used_further(tmp_path: Path) -> None:
    site = make_site(tmp_path / "t.db")
    with site.tables.store.engine.begin() as connection:
        connection.exec_driver_sql("drop table smallworld_servers")
    site.tables.store.close()
    site = make_site(tmp_path / "t.db")
    assert site.tables.store.sign_of_life()
    site.tables.store.close()


def test_the_public_sentence_of_a_fault_names_only_its_kind() -> None:
    assert sentence(OSError("/etc/secret")) == "the program has a fault (OSError); the table is as it was before"
