"""Queries only read: every raw field of a state is the same object or list before and after each of them."""

from __future__ import annotations

import inspect
import random
from typing import Any

import pytest

import smallworld
from smallworld.api import GameState
from smallworld.rules.state.fields import NAMES

VERBS = {
    "ask", "begin_acting", "change_badge", "change_rounds", "change_supply", "change_terrain",
    "charge_tolls", "choose_turn_order", "close_border", "open_border",
    "deal_secrets", "decline", "give_combo", "grant_turn",
    "deploy_tokens", "discard_combo", "discard_tokens", "draw",
    "draw_secret", "end_game", "end_phase", "enlist", "exchange", "explode", "gain_coins",
    "gain_tokens", "hand_over", "leave", "lend_faction", "lift_piece_tokens", "move_piece", "move_relic",
    "move_token", "pay",
    "place", "place_natives", "play_secret", "put_coins", "rejoin", "remember", "remember_attack",
    "remember_turn", "remove_race", "restock", "roll", "say", "spend_final_die", "swap_badges",
    "take_all_away", "take_away", "wake", "withdraw",
}  # fmt: skip
"""Methods that change the state; every other public method is a query."""


def raw(state: GameState) -> dict[str, Any]:
    """The identity and the content of each field."""
    return {name: (id(getattr(state, name)), repr(getattr(state, name))) for name in NAMES if name != "log"}


def arguments(state: GameState, name: str, rng: random.Random) -> dict[str, Any] | None:
    """Arguments for a query by the names of its parameters; None if the variant has nothing to ask about."""
    book = state.table.rulebook
    races = [race for race in range(len(state.hook_tables)) if state.is_in_play(race)] or [0]
    ability = next(iter(book.abilities()))
    choices: dict[str, list[Any]] = {
        "key": sorted(book.rulings), "race": races, "player": list(range(state.players)), "ability": [ability],
        "race_index": list(range(len(book.races))), "region": list(range(len(state.tokens))), "count": [1, 2],
        "regions": [rng.getrandbits(len(state.tokens))], "among": [state.board.land], "hand": [3, 9],
        "piece": sorted(book.piece_indexes), "relic": sorted(book.relic_indexes), "attempt": ["conquest"],
        "number": [1, 2], "text": ["place {}" if name == "actions_at" else "wave"], "what": ["done"],
    }  # fmt: skip
    if name == "unused_relics":
        choices["kind"] = ["artefact", "place"]
    if name == "name_of":
        choices |= {"kind": ["terrains"], "key": sorted(book.variant.terrains)}
    needed = [
        item.name for item in inspect.signature(getattr(state, name)).parameters.values() if item.default is item.empty
    ]
    if not all(choices[item] for item in needed):
        return None
    return {item: rng.choice(choices[item]) for item in needed}


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_queries_do_not_write(edition: str) -> None:
    queries = [name for name in dir(GameState) if not name.startswith("_") and callable(getattr(GameState, name))]
    queries = [name for name in queries if name not in VERBS]
    rng = random.Random(7)
    game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob", "cid"], seed=7)
    called = set()
    while not game.over:
        if rng.random() < 0.06:
            state = game.state
            for name in queries:
                values = arguments(state, name, rng)
                if values is None:
                    continue
                before = raw(state)
                getattr(state, name)(**values)
                assert raw(state) == before, name
                called.add(name)
        game.apply(rng.choice(game.legal_actions()))
    assert len(called) > 35
