"""Every person reads the table in the language of their browser, after actions of any person."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from browsing import Browser, buttons, text_of
from starlette.testclient import TestClient
from whole_answers import Client

from smallworld.languages import in_language
from smallworld_draw.replay_page import plural_messages, script_messages, single_messages
from smallworld_editions.editions import load_variant
from smallworld_native.catalogues import KEYWORDS
from smallworld_web.answers import OURS, static_of
from smallworld_web.request_checks import Rates
from smallworld_web.routes import create_app
from smallworld_web.site import Site

CZECH = {"accept-language": "cs-CZ,cs;q=0.9,en;q=0.5"}
TWO = {"ann": "human", "bob": "human"}
SCRIPTS = sorted(static_of(OURS).glob("*.js"))


def test_a_page_is_in_the_language_of_the_browser(client: TestClient) -> None:
    english, czech = client.get("/"), client.get("/", headers=CZECH)
    assert '<html lang="en">' in english.text and '<html lang="cs">' in czech.text
    assert all("Accept-Language" in page.headers["vary"] for page in (english, czech))
    assert client.get("/").text == english.text


def test_files_that_are_the_same_in_every_language_do_not_vary(client: TestClient) -> None:
    assert "Accept-Language" not in client.get("/static/table_page.js", headers=CZECH).headers.get("vary", "")


def test_the_server_has_a_language_for_browsers_without_one(site: Site) -> None:
    with in_language("cs"), Client(create_app(site, rates=Rates(1e6, 1e6))) as client:
        assert '<html lang="cs">' in client.get("/", headers={"accept-language": "tlh"}).text
        assert '<html lang="en">' in client.get("/", headers={"accept-language": "en-GB"}).text


def test_two_people_read_one_log_in_their_languages(browser: Browser) -> None:
    """Actions before and after the first look, and one that is taken back, are in the language of the reader."""
    _, links = browser.open_table("base", TWO)
    addresses = {"en": {}, "cs": CZECH}

    def logs() -> dict[str, str]:
        pages = {code: browser.client.get(f"{links['spectator']}/state", headers=addresses[code]) for code in addresses}
        return {code: text_of(page.json()["log"]["html"]) for code, page in pages.items()}

    player = next(name for name in TWO if browser.state(links[name])["deciding"])
    browser.act(links[player], "pick 1")
    picked = logs()
    names = {code: race_in(code, picked["en"]) for code in addresses}
    assert names["en"] != names["cs"]
    assert all(names[code] in picked[code] for code in addresses)
    state = browser.state(links[player])
    conquest = next(action for action in buttons(state) if action.startswith("conquer "))
    browser.act(links[player], conquest, number=state["number"])
    conquered = logs()
    assert conquered["cs"] != conquered["en"] != picked["en"]
    assert browser.undo(links[player]).status_code == 200
    assert logs() == picked
    body = {"number": browser.state(links[player])["number"], "actions": [conquest]}
    browser.client.post(f"{links[player]}/act", json=body, headers=CZECH)
    assert logs() == conquered


@pytest.mark.usefixtures("no_drawings")
def test_the_form_of_a_table_proposes_names_in_the_language_of_the_browser(client: TestClient) -> None:
    assert 'value="player2"' in client.get("/new/base").text
    assert 'value="Hráč2"' in client.get("/new/base", headers=CZECH).text


def test_results_of_chance_are_announced_in_the_language_of_the_browser(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    address = f"{links['spectator']}/state"
    english, czech = (browser.client.get(address, params={"since": 0}, headers=headers).json()["chances"][0]
                      for headers in ({}, CZECH))  # fmt: skip
    assert english["kind"] == "first player" and czech["kind"] == "začínající hráč"
    assert english["result"] == czech["result"] in TWO


@pytest.mark.parametrize("headers", [{}, CZECH])
def test_an_explanation_marks_its_refusals_in_every_language(browser: Browser, headers: dict[str, str]) -> None:
    _, links = browser.open_table("base", TWO)
    link = next(links[name] for name in TWO if browser.state(links[name])["deciding"])
    browser.act(link, "pick 1")
    for region, shown in browser.state(link)["regions"].items():
        answer = browser.client.get(f"{link}/why", params={"region": region}, headers=headers).json()
        assert bool(answer["refusals"]) != bool(shown["actions"])
        assert bool(answer["refusals"]) != bool(answer["rows"])


def race_in(code: str, english: str) -> str:
    """Return the name of the race that an English log names, in a language."""
    race = next(race for race in load_variant("base").races.values() if race.name in english)
    with in_language(code):
        return race.name


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_pages_have_every_message_of_their_scripts(path: Path) -> None:
    source = path.read_text("utf-8")
    extracted = {message for _, message, _, _ in extract_from_file("javascript", path, keywords=KEYWORDS)}
    assert {*single_messages(source), *plural_messages(source)} == extracted


@pytest.mark.parametrize(("number", "form"), [(1, 0), (2, 1), (5, 2), (21, 2), (104, 2)])
def test_pages_choose_the_plural_form_of_the_catalogue(number: int, form: int) -> None:
    source = 'ngettext("{count} token", "{count} tokens", n)'
    with in_language("cs"):
        data = script_messages(source)
    forms = data["messages"]["{count} token"]
    assert len(forms) == 3 and data["plurals"][number] == data["plurals"][(1, 2, 5)[form]]


def test_english_pages_bring_no_messages() -> None:
    assert script_messages(*(path.read_text("utf-8") for path in SCRIPTS)) == {}
