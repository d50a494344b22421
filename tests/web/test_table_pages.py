"""Tables by the same requests that the pages make: whole games, links, undo, seats."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import Browser, buttons, make_site, text_of, updated

from smallworld.actions import Action
from smallworld.game import Game, new_game
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_editions.editions import load_variant
from smallworld_play.priced_actions import Offer, list_offers
from smallworld_web.board_data import BoardView
from smallworld_web.role_links import SEAT, Role
from smallworld_web.site import Site
from smallworld_web.store import NumberTaken
from smallworld_web.table import Outdated, Table
from smallworld_web.table_people import undo
from tiers import quick_first

TWO = {"ann": "human", "bob": "human"}


def play_on(browser: Browser, links: dict[str, str], rng: Random, most: int = 1000) -> int:
    """Press random buttons for the people who decide; return the number of actions."""
    names, count = [name for name in links if name != "spectator"], 0
    while count < most:
        name, state = next((name, state) for name in names if is_open(state := browser.state(links[name])))
        while state["deciding"] and count < most:
            response = browser.act(links[name], rng.choice(buttons(state)), number=state["number"])
            assert response.status_code == 200, response.text
            state, count = updated(state, response.json()["update"]), count + 1
        if state["over"]:
            break
    return count


def play_to_end(site: Site, links: dict[str, str], rng: Random) -> Table:
    """Carry out random actions of the people at a table, without their pages."""
    table = site.tables.get(links["spectator"].split("/")[2])
    while not table.is_over:
        table.apply(table.game.to_move, table.number, [rng.choice(table.game.legal_actions())])
    return table


def is_open(state: dict[str, object]) -> bool:
    """Return whether this page can go on: its player decides, or the game is over."""
    return bool(state["deciding"] or state["over"])


@pytest.mark.parametrize("variant", quick_first(["warcraft", "base"]))
def test_a_whole_game_by_buttons(browser: Browser, site: Site, variant: str) -> None:
    """Play to the end; the scores, the record and the replay page of the end fit the game."""
    _, links = browser.open_table(variant, TWO)
    assert play_on(browser, links, Random(7)) > 20
    state = browser.state(links["spectator"])
    table = site.tables.get(links["ann"].split("/")[2])
    game = Game.loads(table.record())
    assert game.over and game == table.game
    winner, scores = game.winners()[0], text_of(state["panels"]["scores"])
    assert winner in text_of(state["panels"]["status"]) and f"{winner} ★" in scores
    assert all(re.search(f"{name}.*? {coins} ", scores) for name, coins in game.scores().items())
    assert browser.client.get(f"{links['bob']}/record").text == game.dumps()
    assert "<!DOCTYPE html>" in browser.client.get(f"{links['bob']}/replay").text
    reasons = browser.client.get(f"{links['bob']}/why", params={"action": "done"}).json()
    assert reasons["notes"] == ["the game is over"] and not reasons["refusals"]
    coins = table.turns.coins_after_rounds()
    assert coins[-1] == game.scores() and len(coins) == game.rounds + 1
    assert all(table.turns.scores(player) for player in TWO)
    assert not state["panels"]["column"], "no combo can be chosen any more"
    total = next(score.total for score in table.turns.scores("ann") if score.total)
    assert f" {total} regions" in scores


def test_a_newcomer_reads_how_to_decide(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    first = next(name for name in TWO if browser.state(links[name])["deciding"])
    second = next(name for name in TWO if name != first)
    assert "Choose a race and power" in text_of(browser.state(links[first])["panels"]["status"])
    assert "Choose a race and power" not in text_of(browser.state(links[second])["panels"]["status"])
    browser.act(links[first], "pick 1")
    assert "The tag is the price in tokens" in text_of(browser.state(links[first])["panels"]["status"])


def test_the_position_is_one_line_of_text_for_each_role(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    text = browser.client.get(f"{links['ann']}/position").text
    assert text.startswith("round 1, turn ")
    assert "ann coins 5, " in text
    assert "bob coins" not in text
    assert "coins 5" not in browser.client.get(f"{links['spectator']}/position").text


def test_names_of_several_words_play(browser: Browser) -> None:
    seats = {"Jan Novak": "human", "Žofie": "human"}
    host, links = browser.open_table("base", seats)
    assert play_on(browser, links, Random(3), most=30) == 30
    browser.client.post(f"{host}/seat", data={"player": "Jan Novak", "kind": "random"})
    assert "Jan Novak random" in text_of(browser.state(links["Žofie"])["panels"]["players"])


def test_the_past_is_shown_as_it_was(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("base", TWO)
    states = {}
    for _ in range(15):
        play_on(browser, links, Random(5), most=1)
        place = site.tables.get(links["ann"].split("/")[2]).game.log_length - 1
        states[place] = browser.state(links["ann"])
    for place, state in states.items():
        past = browser.client.get(f"{links['ann']}/at/{place}").json()
        assert {name: region["contents"] for name, region in past["regions"].items()} == {
            name: region["contents"] for name, region in state["regions"].items()
        }
        assert past["panels"]["players"] == state["panels"]["players"]
        assert past["panels"]["round"] == state["panels"]["round"]
        sentence = text_of(past["panels"]["status"]).split(" Round ")[0]
        assert " ".join(sentence.split()[:2]) in text_of(state["log"]["html"]), "later moves may join it"
    assert browser.client.get(f"{links['ann']}/at/0").status_code == 200
    assert browser.client.get(f"{links['ann']}/at/99999").status_code == 200
    assert browser.client.get(f"{links['ann']}/record").status_code == 422
    assert browser.client.get(f"{links['ann']}/replay").status_code == 422


def test_bots_answer(browser: Browser) -> None:
    _, links = browser.open_table("base", {"ann": "human", "bob": "greedy"})
    while "bob picks" not in text_of((state := browser.state(links["ann"]))["log"]["html"]):
        if state["deciding"]:
            browser.act(links["ann"], "done" if "done" in buttons(state) else buttons(state)[0])
    state = browser.wait_until(links["ann"], lambda state: bool(state["deciding"]))
    assert browser.act(links["ann"], buttons(state)[0]).status_code == 200


def test_an_outdated_action_is_refused_with_everything_that_happened(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    start = browser.state(links["spectator"])["number"]
    first = next(name for name in TWO if browser.state(links[name])["deciding"])
    assert browser.act(links[first], "pick 1", number=start).status_code == 200
    response = browser.act(links[first], "pick 2", number=start)
    assert response.status_code == 409
    assert "the table has gone on" in response.json()["error"]
    assert f"{first} picks " in text_of(response.json()["update"]["log"]["html"])


def test_only_the_player_who_decides_acts(browser: Browser) -> None:
    host, links = browser.open_table("base", TWO)
    other = next(name for name in TWO if not browser.state(links[name])["deciding"])
    assert browser.act(links[other], "pick 1").status_code == 409
    assert browser.act(links["spectator"], "pick 1").status_code == 403
    assert browser.act(host, "pick 1", number=0).status_code == 403
    decider = next(name for name in TWO if name != other)
    refused = browser.act(links[decider], "conquer r01")
    assert refused.status_code == 422 and "refused" in refused.json()["error"]


def test_undo_takes_back_and_pages_follow(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    name = next(name for name in TWO if browser.state(links[name])["deciding"])
    browser.act(links[name], "pick 1")
    before = browser.state(links[name])
    action = next(action for action in buttons(before) if action.startswith("conquer") and " by " not in action)
    browser.act(links[name], action)
    seen = browser.state(links[name])
    assert browser.undo(links[name]).status_code == 200
    update = browser.state(links[name], since=seen["number"])
    after = updated(seen, update)
    assert update["since"] == seen["number"] and len(update["regions"]) < len(seen["regions"])
    assert after["regions"] == before["regions"] and action not in text_of(after["log"]["html"])
    assert last_place(after) == last_place(before), "the sentences of the turn are written again"


def last_place(state: dict[str, Any]) -> int:
    """Return the place of the last sentence of the log."""
    return int(state["log"]["html"].rpartition('data-place="')[2].split('"')[0])


def test_the_host_replaces_links_and_seats(browser: Browser) -> None:
    host, links = browser.open_table("base", TWO)
    browser.client.post(f"{host}/link", data={"role": "seat:ann"})
    assert browser.client.get(f"{links['ann']}/state").status_code == 404
    renewed = browser.links(host, TWO)
    assert renewed["ann"] != links["ann"] and renewed["bob"] == links["bob"]
    assert browser.state(renewed["ann"])["number"] > 0
    browser.client.post(f"{host}/seat", data={"player": "ann", "kind": "random"})
    assert "ann random" in text_of(browser.state(renewed["bob"])["panels"]["players"])
    browser.client.post(f"{host}/seat", data={"player": "ann", "kind": "human"})
    assert "a person plays ann" in text_of(browser.state(renewed["bob"])["log"]["html"])


def test_a_change_of_the_host_is_repeated_when_others_act_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = make_site(tmp_path / "t.db"), make_site(tmp_path / "t.db")
    game = first.catalog.new_game("base", TWO, "drawn", {"first_player": 1}, 1)
    table, secret = first.tables.create(game, TWO)
    second.tables.get(table)
    first.people.change_seat(table, {"player": "ann", "kind": "greedy"})
    second.people.change_seat(table, {"player": "bob", "kind": "greedy"})  # answers an earlier event
    first.people.renew_link(table, secret, "seat:ann")
    assert first.tables.get(table).seats == {"ann": "greedy", "bob": "greedy"}
    assert first.people.links(table, secret)["seat:ann"] != first.people.links(table, secret)["seat:bob"]

    def lose_race(*_: object) -> None:
        raise NumberTaken("decided elsewhere")

    monkeypatch.setattr(first.tables.store, "append", lose_race)  # others are first every time
    with pytest.raises(Outdated):
        first.people.change_seat(table, {"player": "ann", "kind": "random"})
    assert first.tables.get(table).seats["ann"] == "greedy"
    for site in (first, second):
        site.tables.store.close()


def test_an_action_on_two_regions_is_at_both() -> None:
    game = first_offer_of_two_regions()
    offers = list_offers(game)
    offer = next(offer for offer in offers if len(offer.regions) == 2)
    regions = BoardView(game, offers).regions()
    start, end = offer.regions
    labels = {name: row["label"] for name in offer.regions for row in regions[name]["actions"]
              if row["action"] == offer.action}  # fmt: skip
    assert f"from here to {end}" in labels[start] and f"from {start} to here" in labels[end]


@pytest.mark.usefixtures("no_drawings")
def test_a_form_offers_only_seats_that_a_table_can_have(browser: Browser) -> None:
    page = browser.client.get("/new/base").text
    choice = page.partition('name="ruling:first_player"')[2].partition("</select>")[0]
    assert re.findall('value="(.*?)"', choice) == ["random", "1", "2", "3", "4", "5"]


def test_a_region_shows_its_lowest_price_and_whether_the_die_is_needed() -> None:
    game = new_game(load_variant("base"), ["ann", "bob"], seed=1)
    costs = {"r02": ("4", "conquer r02"), "r03": ("5", "conquer r03 by die")}
    offers = [Offer(Action(text, lambda *_: None, means=("die",) * ("die" in text)), (region,), (cost,))
              for region, (cost, text) in costs.items()]  # fmt: skip
    dearer = Offer(Action("conquer r02", lambda *_: None), ("r02",), ("6",))
    regions = BoardView(game, [*offers, dearer], player="ann").regions(["r04"])
    assert ">4</text>" in regions["r02"]["tag"] and "by-die" not in regions["r02"]["tag"]
    assert regions["r02"]["classes"].split() == ["legal", "tagged"]
    assert ">5</text>" in regions["r03"]["tag"] and "by-die" in regions["r03"]["tag"]
    assert {"legal", "die"} <= set(regions["r03"]["classes"].split())
    assert regions["r04"]["classes"] == "changed" and not regions["r04"]["tag"]
    assert not regions["r05"]["classes"] and not regions["r05"]["tag"]


def test_regions_that_may_receive_tokens_have_a_plus() -> None:
    humans = RacePosition("humans", "hill", 5, {"r13": 2, "r14": 2})
    game = new_game(load_variant("base"), list(TWO), given=PositionSpec(players={"ann": PlayerPosition(5, humans)}))
    conquering = BoardView(game, list_offers(game), player="ann").regions()
    assert "own" in conquering["r13"]["classes"].split() and not conquering["r13"]["tag"], "a menu, without a price"
    game.apply("done")
    placing = BoardView(game, list_offers(game), player="ann").regions()
    assert {"own", "add", "held", "p0"} <= set(placing["r13"]["classes"].split())
    assert "icon-signs-plus" in placing["r13"]["tag"]
    assert "own" not in BoardView(game).regions()["r13"]["classes"].split(), "spectators own nothing"


def test_tokens_in_reserve_are_not_to_be_placed() -> None:
    """R-AMAZON-3: four of seven Amazons stay in hand."""
    amazons = RacePosition("amazons", "hill", 5, {"r13": 2, "r14": 2})
    game = new_game(load_variant("base"), list(TWO), given=PositionSpec(players={"ann": PlayerPosition(5, amazons)}))
    game.apply("done")
    board = BoardView(game, list_offers(game))
    hands = {name: region["hand"] for name, region in board.regions().items() if region["counts"]}
    assert hands == {"r13": 3, "r14": 3} and sum(board.even_plan.values()) == 3


def first_offer_of_two_regions() -> Game:
    """Play random games until there is an action that names two regions."""
    variant = load_variant("warcraft")
    for seed in range(100):
        game, rng = new_game(variant, list(TWO), seed=seed), Random(seed)
        while not game.over:
            if any(len(offer.regions) == 2 for offer in list_offers(game)):
                return game
            game.apply(rng.choice(game.legal_actions()))
    raise AssertionError("no action names two regions")


def test_a_board_that_cannot_be_drawn_is_played_by_buttons(browser: Browser, site: Site) -> None:
    names = [f"x{number}" for number in range(5)]  # five regions that all touch fit on no flat map
    regions = tuple(
        RegionSpec(name, "hill", adjacent=tuple(other for other in names if other != name), border=True, entry=True)
        for name in names
    )
    game = new_game(
        load_variant("base"), list(TWO), seed=1, options={"first_player": 1}, board=BoardFile("five", regions)
    )
    table_id, secret = site.tables.create(game, TWO)
    links = browser.links(f"/t/{table_id}/{secret}", TWO)
    assert browser.client.get(links["ann"]).status_code == 200
    browser.act(links["ann"], "pick 1")
    actions = browser.state(links["ann"])["regions"]["x0"]["actions"]
    assert actions[0]["action"] == "conquer x0"
    assert browser.act(links["ann"], "conquer x0").status_code == 200


def test_a_table_survives_a_new_process(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("warcraft", TWO)
    play_on(browser, links, Random(3), most=12)
    before = {name: browser.state(link) for name, link in links.items()}
    site.tables.forget(links["ann"].split("/")[2])
    assert {name: browser.state(link) for name, link in links.items()} == before


def test_a_wrong_link_reveals_nothing(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    table = links["ann"].rpartition("/")[0]
    answers = [browser.client.get(path) for path in (f"{table}/nonsense", "/t/nothing/nonsense", f"{table}/{'x' * 90}")]
    assert {response.status_code for response in answers} == {404}
    assert len({response.text for response in answers}) == 1


def test_a_region_explains_its_cost_or_every_reason(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    name = next(name for name in TWO if browser.state(links[name])["deciding"])
    browser.act(links[name], "pick 1")
    regions = browser.state(links[name])["regions"]
    for region, shown in regions.items():
        card = browser.client.get(f"{links[name]}/why", params={"region": region}).json()
        assert bool(card["rows"]) == bool(shown["actions"]) != bool(card["refusals"])
        assert not any(region in text for text in card["refusals"]), "the page shows regions by their names"
        if shown["actions"]:
            assert shown["actions"][0]["cost"].split(",")[0] == str(card["sum"])
    assert any(shown["actions"] for shown in regions.values())
    assert browser.client.get(f"{links[name]}/why", params={"region": "<x>"}).status_code == 422
    assert browser.client.get(f"{links[name]}/why", params={"action": "done"}).json()["label"].startswith("Coins")


def test_a_process_that_lags_behind_reads_on_before_it_answers(tmp_path: Path) -> None:
    first, second = make_site(tmp_path / "t.db"), make_site(tmp_path / "t.db")
    game = first.catalog.new_game("base", TWO, "drawn", {"first_player": 1}, 1)
    table, _ = first.tables.create(game, TWO)
    second.tables.get(table)
    first.tables.change(table, lambda table: table.apply("ann", table.number, ["pick 1"]))
    number = first.tables.get(table).number
    assert second.tables.get(table).number < number == second.tables.get(table, number).number
    first.tables.change(table, lambda table: table.change_seat("bob", "random"))
    second.tables.change(table, lambda table: table.change_seat("bob", "human"), number + 1)
    with pytest.raises(Outdated):
        first.tables.change(table, lambda table: table.change_seat("bob", "greedy"))
    assert first.tables.get(table).seats["bob"] == "human"
    for site in (first, second):
        site.tables.store.close()


@pytest.mark.parametrize("variant", quick_first(["warcraft", "base"]))
def test_a_process_follows_another_one_without_reading_the_table_again(variant: str, tmp_path: Path) -> None:
    first, second = make_site(tmp_path / "t.db"), make_site(tmp_path / "t.db")
    sites, rng = [first, second], Random(4)
    table, _ = first.tables.create(first.catalog.new_game(variant, TWO, "drawn", {}, 1), TWO)
    followers = [site.tables.get(table) for site in sites]
    for moment in range(60):
        leader, other = rng.sample(sites, 2)
        number = leader.tables.catch_up(table).number
        game = leader.tables.get(table).game
        if game.over:
            break
        decision = str(game.to_move), number, [rng.choice(game.legal_actions())]
        leader.tables.change(table, lambda table, decision=decision: table.apply(*decision))  # type: ignore[misc]
        if moment % 20 == 10:
            leader.tables.change(table, lambda table: table.change_seat("bob", "human"))
        follower, leading = other.tables.catch_up(table), leader.tables.get(table)
        assert follower.record() == leading.record() and follower.game == leading.game
        assert follower.number == leading.number
        assert follower.session.history.count("ann") == leading.session.history.count("ann")
        assert follower.session.lines() == leading.session.lines()
    assert [site.tables.get(table) for site in sites] == followers
    for site in sites:
        site.tables.store.close()


def test_a_process_reads_a_table_again_when_something_was_taken_back(tmp_path: Path) -> None:
    first, second = make_site(tmp_path / "t.db"), make_site(tmp_path / "t.db")
    table, secret = first.tables.create(first.catalog.new_game("base", TWO, "drawn", {"first_player": 1}, 1), TWO)
    first.tables.change(table, lambda table: table.apply("ann", table.number, ["pick 1"]))
    conquest = next(action for action in first.tables.get(table).game.legal_actions() if action.startswith("conquer"))
    first.tables.change(table, lambda table: table.apply("ann", table.number, [conquest]))
    before = second.tables.get(table)
    first.tables.change(table, lambda table: undo(table, Role(SEAT, "ann"), table.number))
    first.people.renew_link(table, secret, "seat:ann")
    after = second.tables.catch_up(table)
    assert after is not before and after.game == first.tables.get(table).game
    first.people.renew_link(table, secret, "seat:bob")
    assert second.tables.catch_up(table) is after and after.links == second.tables.store.links(table)
    for site in (first, second):
        site.tables.store.close()


def test_the_list_of_signs_names_everything_that_is_drawn(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    signs = browser.client.get(f"{links['spectator']}/signs").text
    edition = load_variant("base")
    entries = [*edition.terrains.values(), *edition.pieces.values()]
    assert all(name in text_of(signs) for name in [*(entry.name for entry in entries), *edition.symbols, "Lost Tribes"])
    page = browser.client.get(links["spectator"]).text
    assert all(f'id="{name}"' in page for name in re.findall(r'href="#(icon-[^"]*)"', signs)), "symbols of the page"
