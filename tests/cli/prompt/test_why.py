"""``why`` at the prompt: what a region costs, and what a player reads when it cannot be taken."""

from __future__ import annotations

import re

from terminal import Run

WARCRAFT = ("play", "warcraft", "--player", "a", "--player", "b=greedy", "--board", "l2a", "--board", "s1a")


def test_a_landing_has_a_line_of_its_own(run: Run) -> None:
    """W-ENTRY-3: it used to be listed as a least cost."""
    _, said = run(*WARCRAFT, "--seed", "4", lines="pick 1\nwhy conquer s1a-07\n")
    assert "  +2  every region (rules)\n  +1  arriving from afar (rules)\n= 3 tokens" in said


def test_a_region_that_is_held_already_has_no_cost(run: Run) -> None:
    _, said = run(*WARCRAFT, "--seed", "4", lines="pick 1\nconquer s1a-07\nwhy conquer s1a-07\n")
    assert "not legal [own]: s1a-07 is yours already\n" in said
    assert "every region" not in said


def test_why_speaks_of_races_and_powers_not_of_abilities(run: Run) -> None:
    """R-MOUNT-1: the lines of the ledger are not repeated with the texts of a variant file."""
    arguments = ("play", "--player", "ann", "--player", "bob", "--seed", "7")
    _, output = run(*arguments, lines="pick 1\nwhy conquer r02\nconquer r02\nwhy done\n")
    assert "  +2  every region (rules)\n  -1  farmland (Mounted)\n= 1 token\n" in output
    assert "terrain_discount" not in output


def test_the_choice_of_a_bot_is_compared_with_the_next_best(run: Run) -> None:
    """Its latest turn counts; a bot that has not decided yet has no choice to explain."""
    arguments = ("play", "--seed", "6", "--player", "you", "--player", "bob=random", "--player", "cid=hard:plans=8")
    _, said = run(*arguments, lines="why bob\nwhy cid\nwhy eve\n")
    assert re.search(r"^cid: pick \d(; [+-]\d+ coins? over 10 turns, compared with pick \d)$", said, re.M)
    assert "bob has not decided yet since this session began" in said
    assert "unknown action 'eve'" in said


def test_an_action_is_compared_with_the_best_other_one(run: Run) -> None:
    _, said = run(
        "play", "--seed", "5", "--player", "you", "--player", "bob=random", lines="pick 1\nwhy conquer r12\nwhy r01\n"
    )
    assert re.search(r"= 3 tokens\n.*\n  -\d coins? over 10 turns, compared with conquer r\d\d$", said, re.M)
    assert said.count("compared with") == 1
