"""Queries that abilities ask about races, instead of reading what the engine has prepared."""

from __future__ import annotations

from positions import base, lay, race, seat

import smallworld


def test_the_tokens_of_a_race() -> None:
    """Reserve, tray and garrison: Amazons keep four tokens that never hold a region."""
    game = lay(seat(race("amazons hill", {"a": 2, "b": 1}, hand=6), race("elves", {"c": 1})))
    state = game.state
    assert (state.garrison_of(0), state.reserve_of(0), state.tray_of(0)) == (1, 4, base().races["amazons"].supply - 9)
    assert state.reserve_of(1) == 0


def test_the_regions_that_are_open_to_a_race() -> None:
    """The sea is open to Seafaring races alone, also while the race is in decline."""
    game = lay(seat(race("humans seafaring", {"a": 2})), seat(race("orcs hill", {"b": 2})))
    state, sea = game.state, 1 << game.state.board.index["s"]
    assert state.open_regions(0) & sea and not state.open_regions(1) & sea


def test_names_and_factions() -> None:
    variant = smallworld.load_variant("warcraft")
    state = smallworld.new_game(variant, ["ann", "bob"], seed=3).state
    assert [spec.id for spec in state.race_specs()] == list(variant.races)
    assert state.name_of("symbols", "mine") == variant.label("symbols", "mine")
    assert state.faction_of(0) == state.faction_of(0, lent=False) == ""
