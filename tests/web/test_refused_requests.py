"""Requests that the server refuses: other sites, sizes, rates, names."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from browsing import Browser
from starlette.testclient import TestClient
from whole_answers import Client

from smallworld_web import edition_catalog, table
from smallworld_web.answers import OTHER_SCRIPTS
from smallworld_web.request_checks import MOST_BYTES, Rates
from smallworld_web.routes import create_app
from smallworld_web.server import allowed_hosts, check_url
from smallworld_web.site import Site

STATIC = Path(table.__file__).parent / "static"


def test_every_answer_has_the_headers(client: TestClient) -> None:
    for path in ("/", "/static/table_page.js", "/nothing", "/t/a/b", "/editions/base.svg"):
        headers = client.get(path).headers
        if path.endswith(".svg"):  # a picture has its style within it, and nothing else
            assert headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
        else:
            assert "script-src 'self';" in headers["content-security-policy"]
            assert "unsafe-" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "strict-origin"
        assert headers["x-content-type-options"] == "nosniff"


def test_other_sites_are_refused(client: TestClient) -> None:
    data = {"variant": "base", "name1": "ann", "kind1": "human", "name2": "bob", "kind2": "human"}
    for origin in ("http://evil.example", "null", "http://127.0.0.1:81"):
        assert client.post("/tables", data=data, headers={"origin": origin}).status_code == 403
    same = client.post("/tables", data=data, headers={"origin": "http://127.0.0.1"}, follow_redirects=False)
    assert same.status_code == 303


def test_other_names_of_the_server_are_refused(site: Site) -> None:
    with Client(create_app(site, hosts=["127.0.0.1"])) as client:
        assert client.get("/").status_code == 200
        assert client.get("/", headers={"host": "evil.example"}).status_code == 421


def test_sizes_and_rates_are_limited(site: Site) -> None:
    with Client(create_app(site, rates=Rates(0, 5))) as client:
        assert client.post("/tables", content=b"x" * (MOST_BYTES + 1)).status_code == 413
        assert client.get(f"/{'x' * 2000}").status_code == 414
        answers = [client.get("/robots.txt") for _ in range(6)]
        assert answers[-1].status_code == 429 and int(answers[-1].headers["content-length"]) == len(answers[-1].content)


@pytest.mark.parametrize(
    "fields",
    [
        {"name1": "<script>", "kind1": "human"},
        {"name1": "", "kind1": "human"},
        {"name1": "bob", "kind1": "human"},
        {"name1": "a" * 41, "kind1": "human"},
        {"name1": "ann", "kind1": "/bin/sh"},
        {"name1": "ann", "kind1": "mcts:seconds=3600"},
        {"name1": "ann", "kind1": "human", "board": "../../etc/passwd"},
        {"name1": "ann", "kind1": "human", "ruling:tie_break": "<b>"},
        {"name1": "ann", "kind1": "human", "ruling:none": "true"},
        {"name1": "ann", "kind1": ""},
    ],
)
def test_wrong_forms_are_answered_with_a_sentence(client: TestClient, fields: dict[str, str]) -> None:
    response = client.post("/tables", data={"variant": "base", "name2": "bob", "kind2": "human", **fields})
    assert response.status_code == 422
    assert 'role="alert"' in response.text and "<script>" not in response.text.replace("<script type", "")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"\xff",
        b"{" * 5000,
        b'{"number": 3}',
        b'{"actions": [1], "number": 3}',
        b'{"actions": [], "number": 3}',
    ],
)
def test_wrong_actions_are_answered_with_a_sentence(browser: Browser, body: bytes) -> None:
    _, links = browser.open_table("base", {"ann": "human", "bob": "human"})
    response = browser.client.post(f"{links['ann']}/act", content=body)
    assert response.status_code == 422 and response.json()["error"]


def test_the_program_of_a_fault_is_not_shown(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.catalog, "variants", lambda: 1 / 0)
    with Client(create_app(site), raise_server_exceptions=False) as client:
        response = client.get("/")
    assert response.status_code == 500 and "Traceback" not in response.text and "fault" in response.text


def test_a_body_that_is_longer_than_announced_is_cut_off(browser: Browser) -> None:
    _, links = browser.open_table("base", {"ann": "human", "bob": "human"})
    response = browser.client.post(f"{links['ann']}/act", content=(b"x" * 5000 for _ in range(9)))
    assert response.status_code in (413, 422)


def test_the_first_visit_is_compressed(browser: Browser) -> None:
    _, links = browser.open_table("warcraft", dict.fromkeys(("ann", "bob", "cid", "dan", "eva"), "human"))
    page = browser.client.get(links["ann"])
    modules = re.findall(r'rel="modulepreload" href="([^"]*)"', page.text)
    sheets = re.findall(r'rel="stylesheet" href="([^"]*)"', page.text)
    assert len(sheets) == 3, "those of all pages, of a table, and of its edition"
    answers = [page, *map(browser.client.get, [*sheets, *modules])]
    assert {path.name for path in STATIC.glob("*.js")} == {
        *OTHER_SCRIPTS,
        *(name.rpartition("/")[2] for name in modules),
    }
    size = sum(int(answer.headers["content-length"]) for answer in answers)
    assert size < 72 * 1024, "72 KB, with two drawings of five islands; 300 KB are promised"
    assert page.headers["content-encoding"] == "gzip"


def test_the_script_is_small() -> None:
    """The queue of what happens, the tray, sheets, settings, the buttons over the drawing and steps through the past
    are about 440 of these lines; the clock, consent to what is taken back, and several seats on one screen 60.
    """
    assert sum(len(path.read_text("utf-8").splitlines()) for path in STATIC.glob("*.js")) <= 1810


def test_wrong_links_are_limited(site: Site) -> None:
    with Client(create_app(site, rates=Rates(1e6, 1e6))) as client:
        statuses = [client.get(f"/t/table/guess{number}/state").status_code for number in range(40)]
    assert statuses[0] == 404 and statuses[-1] == 429


def test_a_table_ends_at_its_most_events(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    host, links = browser.open_table("base", {"ann": "human", "bob": "human"})
    monkeypatch.setattr(table, "MOST_EVENTS", browser.state(links["ann"])["number"])
    response = browser.client.post(f"{host}/seat", data={"player": "ann", "kind": "random"})
    assert response.status_code == 422 and "more than a game needs" in response.text


@pytest.mark.parametrize(
    ("path", "data", "status", "sentence"),
    [
        ("seat", {"player": "cid", "kind": "human"}, 422, "nobody called 'cid' plays here"),
        ("link", {"role": "host"}, 422, "only links of seats and spectators can be replaced"),
    ],
)
def test_changes_of_the_host_are_checked(
    browser: Browser, path: str, data: dict[str, str], status: int, sentence: str
) -> None:
    host, links = browser.open_table("base", {"ann": "human", "bob": "human"})
    response = browser.client.post(f"{host}/{path}", data=data)
    assert response.status_code == status and f'<p role="alert">{sentence}</p>' in html.unescape(response.text)
    response = browser.client.post(f"{links['ann']}/{path}", data=data)
    assert response.status_code == 403 and '<p role="alert">only the host may do this</p>' in response.text


def test_a_seat_that_stays_with_a_person_adds_no_event(browser: Browser) -> None:
    host, links = browser.open_table("base", {"ann": "human", "bob": "human"})
    number = browser.state(links["ann"])["number"]
    browser.client.post(f"{host}/seat", data={"player": "ann", "kind": "human"})
    assert browser.state(links["ann"])["number"] == number


def test_tables_are_limited(browser: Browser, site: Site) -> None:
    data = {"variant": "base", "name1": "ann", "kind1": "human", "name2": "bob", "kind2": "human"}
    site.tables.limit = 1
    statuses = [browser.client.post("/tables", data=data, follow_redirects=False).status_code for _ in range(21)]
    assert statuses == [303, *[503] * 19, 429]


def test_only_some_tables_are_kept_in_memory(browser: Browser, site: Site) -> None:
    site.tables.most = 1
    links = [browser.open_table("base", {"ann": "human", "bob": "human"})[1] for _ in range(2)]
    assert len({browser.state(link["ann"])["number"] for link in links}) == 1
    assert list(site.tables.in_memory()) == [links[1]["ann"].split("/")[2]]


def test_a_missing_page_is_a_page_for_people(client: TestClient) -> None:
    response = client.get("/nothing", headers={"accept": "text/html"})
    assert response.status_code == 404 and "<!DOCTYPE html>" in response.text


def test_rates_forget_the_client_that_asked_first() -> None:
    rates = Rates(0, 1, most=1)
    assert [rates.allow(client) for client in ("a", "a", "b", "a")] == [True, False, True, True]


def test_an_open_server_without_a_name_may_be_called_by_any() -> None:
    assert allowed_hosts("0.0.0.0", "") == []
    check_url("https://play.example.org/")
    assert "play.example.org" in allowed_hosts("0.0.0.0", "https://play.example.org")


def test_covers_that_were_drawn_in_advance_are_not_drawn_again(
    client: TestClient, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.catalog.draw_covers()
    monkeypatch.setattr(edition_catalog, "cover_svg", lambda *_: "")
    assert client.get("/editions/base.svg").text.startswith("<svg")
