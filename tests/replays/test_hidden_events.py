"""The events of an action as a player sees them."""

from __future__ import annotations

import random

import pytest

import smallworld
from smallworld.events import Decided, Moved, Said
from smallworld_records.record_lines import HIDDEN, visible


def test_results_that_nobody_sees_are_left_out() -> None:
    for kind in HIDDEN:
        assert visible(Decided(kind, ("a", "b"), -1), 0) == Decided(kind, None, -1)
    assert visible(Decided("die", 3, 7), -1) == Decided("die", 3, 7)


def test_a_sentence_for_one_player_is_empty_for_others() -> None:
    said = Said("race.orcs.0.plan", "the plan is {word}", {"word": "war"}, 1)
    assert visible(said, 1) == said
    assert visible(said, 0) == visible(said, -1) == said._replace(sentence="", fields={})


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_everything_else_is_seen_as_it_is(edition: str) -> None:
    game, rng = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob", "cid"], seed=4), random.Random(4)
    game.listen()
    moved = 0
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
        for event in game.events:
            hidden = isinstance(event, Decided) and event.kind in HIDDEN
            assert hidden or all(visible(event, seat) is event for seat in (-1, 0, 1, 2))
            moved += isinstance(event, Moved)
    assert moved > 100
