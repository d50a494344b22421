"""All games of a person: the feed of turns, and the finished games of the same people."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest
from browsing import Browser, buttons, text_of
from test_table_pages import TWO, play_to_end

from smallworld_web.personal_pages import PlayedGame, player_sums
from smallworld_web.site import Site

ATOM = "{http://www.w3.org/2005/Atom}"


def feed_of(browser: Browser, *links: str) -> ElementTree.Element:
    query = "&".join(f"at={link.removeprefix('/t/')}" for link in links)
    answer = browser.client.get(f"/feed?{query}")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/atom+xml"), answer.text
    return ElementTree.fromstring(answer.text)


def texts(feed: ElementTree.Element, name: str) -> list[str]:
    return [entry.findtext(f"{ATOM}{name}") or "" for entry in feed.iter(f"{ATOM}entry")]


def test_the_feed_shows_the_tables_at_which_it_is_the_turn_of_a_person(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    rng, player = Random(3), "ann" if browser.state(links["ann"])["deciding"] else "bob"
    waiting = "bob" if player == "ann" else "ann"
    feed = feed_of(browser, links[player])
    assert texts(feed, "title") == ["Your turn: Small World (ann, bob), round 1"]
    (link,) = [entry.find(f"{ATOM}link") for entry in feed.iter(f"{ATOM}entry")]
    assert link is not None and link.attrib["href"] == f"http://127.0.0.1{links[player]}"
    assert texts(feed_of(browser, links[waiting], links["spectator"]), "id") == []
    before = texts(feed, "id")
    while browser.state(links[player])["deciding"]:
        assert texts(feed_of(browser, links[player]), "id") == before, "one entry for a turn"
        browser.act(links[player], rng.choice(buttons(browser.state(links[player]))))
    feed = feed_of(browser, links[player], links[waiting])
    assert len(texts(feed, "id")) == 1 and texts(feed, "id") != before
    assert player in texts(feed, "summary")[0], "what was done last"


def test_a_feed_of_wrong_links_is_refused_and_a_removed_table_is_left_out(browser: Browser, site: Site) -> None:
    (_, links), (_, kept) = browser.open_table("base", TWO), browser.open_table("base", TWO)
    site.tables.remove(links["ann"].split("/")[2])
    deciding = next(name for name in TWO if browser.state(kept[name])["deciding"])
    assert len(texts(feed_of(browser, links["ann"], kept[deciding]), "id")) == 1
    assert browser.client.get(f"/feed?at={links['ann'].removeprefix('/t/')}").status_code == 404
    for query in ("", "?at=x", "?at=a/b/c", "?" + "&".join(["at=a/b"] * 17)):
        answer = browser.client.get(f"/feed{query}")
        assert answer.status_code == 422 and "a feed has 1 to 16 tables" in answer.text


@pytest.mark.timeout(120)
def test_games_of_the_same_people_are_added_up_behind_each_of_their_links(browser: Browser, site: Site) -> None:
    host, links = browser.open_table("base", TWO)
    assert "No game of this group has been played to its end yet." in browser.client.get(f"{links['ann']}/group").text
    table = play_to_end(site, links, Random(7))
    scores, winners = table.game.scores(), table.game.winners()
    pages = {name: browser.client.get(f"{link}/group").text for name, link in links.items()}
    for name, page in pages.items():
        shown = text_of(page)
        assert "1 finished game: Small World 1." in shown, name
        assert all(f"{player} {scores[player]}{' ★' * (player in winners)}" in shown for player in TWO)
        assert f'href="{links[name]}"' in page and host.split("/")[-1] not in page
    secrets = {name: link.split("/")[-1] for name, link in links.items()}
    assert all((secrets[other] in page) == (name == other) for name, page in pages.items() for other in secrets)
    path = browser.client.post(f"{links['ann']}/rematch").json()["path"]
    assert text_of(browser.client.get(f"{path}/group").text) == text_of(pages["ann"]), "from the next table, too"
    assert texts(feed_of(browser, links["ann"]), "title")[0].startswith(("Your turn: ", "Over: "))
    assert "Over: Small World (ann, bob)" in texts(feed_of(browser, links["ann"]), "title")
    _, strangers = browser.open_table("base", TWO)
    assert "No game" in browser.client.get(f"{strangers['ann']}/group").text, "other people with the same names"


def test_sums_of_players() -> None:
    games = [
        PlayedGame("1", "Small World", {"ann": 90, "bob": 80}, ["ann"], {"ann": ["Elves", "Orcs"], "bob": ["Trolls"]}),
        PlayedGame("2", "Small World", {"bob": 70, "ann": 70}, ["bob", "ann"], {"ann": ["Elves"], "bob": ["Orcs"]}),
        PlayedGame("3", "Other", {"ann": 50, "cid": 95}, ["cid"], {"ann": [], "cid": ["Giants"]}),
    ]
    ann, cid, bob = player_sums(games)
    assert (ann.name, ann.games, ann.wins, ann.mean, ann.best) == ("ann", 3, 2, 70.0, 90)
    assert ann.races == [("Elves", 2), ("Orcs", 1)]
    assert (cid.name, cid.wins, bob.name, bob.wins, bob.mean) == ("cid", 1, "bob", 1, 75.0)
