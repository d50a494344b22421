"""Every kind of action in Chromium (tox -e browser): a click does what the notation does."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from people import IDLE, Person
from servers import Server

from smallworld.game import Game, new_game
from smallworld.notation import CORE_VERBS
from smallworld.plugins.manager import default_plugins
from smallworld_editions.editions import load_variant
from smallworld_play.priced_actions import Offer, list_offers
from smallworld_play.shorthand import expand_line
from smallworld_web.board_data import offer_label
from smallworld_web.role_links import derived_secret
from smallworld_web.store import Store
from smallworld_web.table_registry import TableRegistry

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
PLAYERS = ("ann", "bob", "cid")
MOST_GAMES = 300
"""Random games in which all kinds of actions are looked for."""
POINT = """name => {
  const button = document.querySelector(`#regions [data-region="${name}"]`);
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}"""
"""Where on the screen the button of a region is."""
MENU_OR_ANSWER = "!document.querySelector('#menu').hidden || document.querySelector('main').dataset.number != before"


def kinds_of(action: str) -> set[str]:
    """Return the verb of an action, and each means of a conquest."""
    verb, *operands = action.split()
    if verb != "conquer":
        return {verb}
    means = operands[2].split("+") if "by" in operands else []
    return {verb, *(f"by {name}" for name in means), *(["as decline"] if "decline" in operands else [])}


@cache
def first_positions(variant: str) -> dict[str, tuple[Game, str]]:
    """Play random games; return each kind of action with the first position and action of that kind."""
    edition, positions = load_variant(variant), dict[str, tuple[Game, str]]()
    for seed in range(MOST_GAMES):
        game, rng = new_game(edition, list(PLAYERS), seed=seed), Random(seed)
        missing = {*CORE_VERBS, *game.state.table.rulebook.verbs} - positions.keys()
        if not missing and seed > 20:
            break
        while not game.over:
            actions = list(map(str, game.legal_actions()))
            for action in actions:
                for kind in kinds_of(action) - positions.keys():
                    positions[kind] = game.copy(), action
            game.apply(rng.choice(actions))
    assert not missing, missing
    return positions


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_every_kind_of_action_by_clicking(chromium: Any, server: Server, variant: str) -> None:
    person, store = Person(chromium, server, viewport={"width": 1280, "height": 900}), Store(server.database)
    tables, rng = TableRegistry(store, default_plugins()), Random(4)
    try:
        for kind, (game, action) in first_positions(variant).items():
            table, secret = tables.create(game, dict.fromkeys(PLAYERS, "human"))
            person.page.goto(f"{server.base}/t/{table}/{derived_secret(secret, f'seat:{game.to_move}', 1)}")
            count = len(store.lines(table))
            decide(person, game, next(offer for offer in list_offers(game) if offer.action == action), rng)
            person.wait_until("!document.querySelector('#board').hasAttribute('aria-busy')", "")
            actions = [json.loads(line).get("do") for line in store.lines(table)[count:]]
            assert actions and actions[0] == action, (kind, action, actions, person.page.inner_text("#notice"))
        assert person.problems == []
    finally:
        store.close()


def decide(person: Person, game: Game, offer: Offer, rng: Random) -> None:
    """Take an action with the mouse."""
    page = person.page
    verb, *operands = offer.action.split()
    if verb == "deploy":
        plan(page, *operands)
    elif verb in ("done", "decline"):
        page.click("#buttons [data-end]" if verb == "done" else "#buttons [data-ask]")
        if verb == "decline":
            page.click("#confirm [data-action]")
    elif not offer.regions:
        action = page.locator(f'#buttons [data-action="{offer.action}"], #column [data-action="{offer.action}"]')
        if page.locator("#buttons [popovertarget]").is_visible() and not action.is_visible():
            page.click("#buttons [popovertarget]")
        action.click()
    else:
        region = rng.choice(offer.regions)
        before = page.evaluate("document.querySelector('main').dataset.number")
        page.mouse.click(*page.evaluate(POINT, region))
        person.wait_until(MENU_OR_ANSWER, before)
        if page.locator("#menu").is_visible():
            page.get_by_role("menuitem", name=offer_label(game.variant, offer, region), exact=True).click()


def plan(page: Any, region: str, count: str) -> None:
    """Plan tokens for a region by clicking, and all others evenly; the request begins with this region."""
    if page.locator("#status .cell[data-part='']").get_attribute("aria-pressed") == "false":
        page.click("#status .cell[data-part='']")
    pin = page.locator(f'.pin[data-region="{region}"]')
    while not pin.count() or pin.inner_text() != f"+{count}":
        page.mouse.click(*page.evaluate(POINT, region))
    while not page.locator("#buttons [data-end]:not([disabled])").count():
        rest = page.locator("#board [data-kind=wide] .land.open").evaluate_all("all => all.map(e => e.dataset.region)")
        for name in rest:
            if name != region:
                page.mouse.click(*page.evaluate(POINT, name))
    page.click("#buttons [data-end]")


def test_tokens_of_a_race_that_regroups_are_spread_by_clicking(chromium: Any, server: Server) -> None:
    """No region may take all tokens, because none may stay empty (W-REDEP-3); tokens in reserve are not counted."""
    game = regrouping()
    even = expand_line(game, "deploy even")
    person, store = Person(chromium, server, locale="cs"), Store(server.database)
    try:
        table, secret = TableRegistry(store, default_plugins()).create(game, dict.fromkeys(PLAYERS, "human"))
        person.page.goto(f"{server.base}/t/{table}/{derived_secret(secret, f'seat:{game.to_move}', 1)}")
        count, hand = len(store.lines(table)), sum(int(action.split()[2]) for action in even)
        page = person.page
        rest = page.locator("#status .cell[data-part=''] b")
        assert rest.inner_text() == str(hand)
        page.click("#buttons [data-even]")
        assert sum(int(text) for text in page.locator(".pin").all_inner_texts()) == hand and rest.inner_text() == "0"
        page.click("#buttons [data-end]")
        person.wait_until(IDLE, "")
        actions = [json.loads(line)["do"] for line in store.lines(table)[count:] if "do" in json.loads(line)]
        assert actions == [*even, "done"] and person.problems == []
    finally:
        store.close()


def regrouping() -> Game:
    """Play random games until a race places all its tokens again on several regions."""
    for seed in range(MOST_GAMES):
        game, rng = new_game(load_variant("warcraft"), list(PLAYERS), seed=seed), Random(seed)
        while not game.over:
            actions = list(map(str, game.legal_actions()))
            counts = [int(parts[2]) for action in actions if (parts := action.split())[0] == "deploy"]
            request = game.request()
            has_pieces = request is not None and any(part.piece for part in request.to_place)
            if (
                game.phase == "redeploy"
                and not has_pieces
                and counts
                and max(counts) < game.state.hand[game.state.turn]
            ):
                return game
            game.apply(rng.choice(actions))
    raise AssertionError("no race regroups")
