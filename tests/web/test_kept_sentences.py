"""The log in words is continued after each event, and is the same as one that is written at once."""

from __future__ import annotations

from random import Random

import pytest

from smallworld.game import new_game
from smallworld_editions.editions import load_variant
from smallworld_play.log_text import plain, sentences
from smallworld_play.seats import default_name
from smallworld_play.session import Session, UndoError
from smallworld_play.turns import TurnHistory
from smallworld_web.table_log import KeptSentences
from tiers import quick_first


@pytest.mark.parametrize("variant", quick_first(["warcraft", "base"]))
def test_a_continued_log_is_the_same_as_a_new_one(variant: str) -> None:
    session, rng, kept = (
        Session(new_game(load_variant(variant), ["ann", "bob"], seed=3), {}),
        Random(3),
        KeptSentences(),
    )
    lengths, undone = [0], 0
    while not session.game.over:
        try:
            if rng.random() < 0.2:
                session.undo()
                undone += 1
            else:
                session.apply(rng.choice(session.game.legal_actions()))
        except UndoError:
            continue
        lengths.append(session.game.log_length)
        if rng.random() < 0.5:  # else nobody reads it
            rows = kept.update(session.game, session.turns.steps, lengths)
            assert list(rows) == list(sentences(session.game, session.turns.steps))
    assert undone > 5
    assert len(kept.update(session.game, session.turns.steps, lengths)) > 50


def test_a_person_without_a_name_is_not_a_third_person() -> None:
    """The phrases are about a third person: ``takes hill``; the name that is proposed is the word ``you``."""
    turns, rng = TurnHistory(), Random(1)
    before = new_game(load_variant("base"), [default_name(), "Robo"], seed=3)
    before.listen()
    for _number in range(40):
        action = rng.choice(before.legal_actions())
        after = before.after(action)
        turns.add(before, action, after)
        before = after
    text = "\n".join(plain(row.text) for row in sentences(before, turns.steps))
    assert "\nyou: takes " in text and "\n5 coins for you (regions 5)" in text
    assert "\nRobo takes " in text and "\nRobo earns " in text
    assert "\nyou " not in text
