"""Hidden facts that actions show: the kinds of reveals, and their agreement with the positions of random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import smallworld
from smallworld.events import BOX, UNSEEN, Answered, RelicMoved, Said
from smallworld.game import Game
from smallworld.tools import reveal_of

BASE = smallworld.load_variant("base")
PICK = smallworld.new_game(BASE, ["ann", "bob"], seed=1).legal_actions()[0]


def hidden_facts(game: Game) -> set[Any]:
    """Return everything that is hidden: races and powers in the stacks, relics face down, coins until the end."""
    state = game.state
    relics = {relic for relics in state.relics.values() for relic, is_up in relics if not is_up}
    return {
        *(("race", index) for index in state.banners),
        *(("power", index) for index in state.badges),
        *(("relic", relic) for relic in relics),
        *(["coins"] if not game.over else []),
    }


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_an_action_reveals_something_exactly_if_less_is_hidden_after_it(edition: str) -> None:
    kinds = Counter[str]()
    for seed in range(3):
        game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob", "cid"], seed=seed)
        game.listen()
        rng = random.Random(seed)
        while not game.over:
            after = game.after(rng.choice(game.legal_actions()))
            reveal = reveal_of(game.state, after.state)
            has_chance = any("chance" in event for event in after.log_since(game.log_length))
            assert (reveal is not None) == (has_chance or bool(hidden_facts(game) - hidden_facts(after)))
            kinds[str(reveal)] += 1
            game = after
    assert {"None", "chance", "combo", "end"} <= kinds.keys()
    assert kinds["None"] > sum(kinds.values()) / 2, "most actions can be taken back"


@pytest.mark.parametrize(
    ("events", "reveal"),
    [
        ([RelicMoved(0, UNSEEN, 4)], "relic"),
        ([RelicMoved(0, 4, 4)], "relic"),
        ([RelicMoved(0, 4, 5), RelicMoved(0, 5, BOX)], None),
        ([Said("missions", "x", {}, 1)], "secret"),
        ([Said("missions", "x", {})], None),
        ([Answered(0, None)], None),
        ([Answered(1, None), Answered(0, PICK)], "answer"),
    ],
)
def test_kinds_of_reveals(events: list[Any], reveal: str | None) -> None:
    game = smallworld.new_game(BASE, ["ann", "bob"], seed=1)
    game.listen()
    game.state.turn_events = events
    assert reveal_of(game.state, game.state) == reveal
