"""Every kind of action in Chromium (tox -e browser): a click does what the notation does."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from people import IDLE, Person
from servers import Server

from smallworld.editions import load_variant
from smallworld.game import Game, new_game
from smallworld.notation import CORE_VERBS
from smallworld.plugins.manager import default_plugins
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
  const svg = document.querySelector("#board svg.board");
  svg.scrollIntoView({ block: "center" });
  const { x, y } = JSON.parse(document.querySelector("#places").textContent)[name];
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}"""
"""Where on the screen the label of a region is."""
MENU_OR_ANSWER = "!document.querySelector('#menu').hidden || document.querySelector('#log').childElementCount > before"


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
    elif not offer.regions:
        page.locator(f'#actions .main [data-action="{offer.action}"], #column [data-action="{offer.action}"]').click()
    else:
        region = rng.choice(offer.regions)
        before = page.evaluate("document.querySelector('#log').childElementCount")
        page.mouse.click(*page.evaluate(POINT, region))
        person.wait_until(MENU_OR_ANSWER, before)
        if page.locator("#menu").is_visible():
            page.get_by_role("menuitem", name=offer_label(game.variant, offer, region), exact=True).click()


def plan(page: Any, region: str, count: str) -> None:
    """Plan tokens for a region with its +, and place them."""
    row = page.locator(f'#plan li:has([data-region="{region}"])')
    while row.locator("output").inner_text() != f"+{count}":
        row.locator("[data-step='1']").click()
    page.locator("#plan .primary").click()


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
        assert str(hand) in page.locator("#plan h2").inner_text()
        page.locator("#plan p button").nth(1).click()
        placed = sum(int(text) for text in page.locator("#plan output").all_inner_texts())
        heading = page.locator("#plan h2").inner_text()
        assert heading.startswith(f"{hand - placed} ") if placed < hand else heading == "Všechny žetony mají místo"
        page.locator("#plan .primary").click()
        person.wait_until(IDLE, "")
        actions = [json.loads(line).get("do", "") for line in store.lines(table)[count:]]
        assert actions == even and person.problems == []
    finally:
        store.close()


def regrouping() -> Game:
    """Play random games until a race places all its tokens again on several regions."""
    for seed in range(MOST_GAMES):
        game, rng = new_game(load_variant("warcraft"), list(PLAYERS), seed=seed), Random(seed)
        while not game.over:
            actions = list(map(str, game.legal_actions()))
            counts = [int(parts[2]) for action in actions if (parts := action.split())[0] == "deploy"]
            if game.phase == "redeploy" and counts and max(counts) < game.state.hand[game.state.turn]:
                return game
            game.apply(rng.choice(actions))
    raise AssertionError("no race regroups")
