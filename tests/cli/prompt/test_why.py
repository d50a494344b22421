"""``why`` at the prompt: what a region costs, and what a player reads when it cannot be taken."""

from __future__ import annotations

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
