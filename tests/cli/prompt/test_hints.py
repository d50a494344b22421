"""The actions that the prompt proposes are legal."""

from __future__ import annotations

import re
from random import Random

import pytest

import smallworld
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_play.shorthand import expand_line
from smallworld_terminal.game_lines import PICK_HINT, ability_notes, hint
from tiers import quick_first

FRAMES = re.compile(
    r"You lost a region\.|The turn is scored\.|\(your last attempt\)|Take regions, the cheapest first:|Short of tokens:"
    r"|Also:|Type:|Put tokens where they are needed:"
)


def examples(text: str) -> list[str]:
    """The actions that a hint names, one by one."""
    parts = re.split(r"\. ?|, | or ", FRAMES.sub(",", text).replace(",", ", "))
    return [part.strip(" ,") for part in parts if part.strip(" ,")]


@pytest.mark.parametrize("variant", ["base", "warcraft"])
@pytest.mark.parametrize("seed", quick_first(range(3)))
def test_every_example_is_legal(variant: str, seed: int) -> None:
    game, rng = smallworld.new_game(smallworld.load_variant(variant), ["ann", "bob", "cid"], seed=seed), Random(seed)
    while not game.over:
        proposal, legal = hint(game), game.legal_actions()
        if game.phase == "pick":
            assert proposal == PICK_HINT
        else:
            named = examples(proposal)
            assert named
            assert [text for text in named if expand_line(game, text)[0] not in legal] == [], proposal
        game.apply(rng.choice(legal))


def test_both_forms_are_named_before_anything_else() -> None:
    """W-WORGEN-1."""
    position = PositionSpec(
        players={"ann": PlayerPosition(5, RacePosition("worgen", "farmer", 0, {"l1a-11": 6})), "bob": PlayerPosition()}
    )
    variant = smallworld.load_variant("warcraft")
    game = smallworld.new_game(variant, ["ann", "bob"], board=["l1a", "s1a"], given=position)
    assert hint(game) == "Type: form human, form worgen or decline."
    assert [line.partition(":")[0] for line in ability_notes(game)] == ["Worgen"]
    game.apply("form worgen")
    assert list(ability_notes(game)) == []


def test_a_player_who_may_decline_after_scoring_reads_the_reason() -> None:
    """R-STOUT-1."""
    position = PositionSpec(
        players={"ann": PlayerPosition(5, RacePosition("orcs", "stout", 0, {"r02": 1})), "bob": PlayerPosition()}
    )
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=position)
    game.apply("done")
    game.apply("done")
    assert hint(game) == "The turn is scored. Type: done or decline."
    assert list(ability_notes(game)) == [
        "Stout: The race may decline at the end of a normal turn, after coins were counted."
    ]
