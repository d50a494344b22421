"""Tables keep what games share, and let go of it before it piles up."""

from __future__ import annotations

import random

import pytest

import smallworld
from smallworld.rules import rulebook, setup
from smallworld.rules.rulebook import Rulebook
from smallworld.testing.random_games import play


def played(games: int) -> tuple[Rulebook, list[list[dict[str, object]]]]:
    """Some random games on different islands with a rulebook of their own: their rulebook and logs."""
    variant = smallworld.load_variant("warcraft")
    logs = []
    for seed in range(games):
        game = smallworld.new_game(variant, ["ann", "bob", "cid"], seed=seed)
        play(game, random.Random(seed))
        logs.append(game.log)
    return game.position.table.rulebook, logs


def kept(book: Rulebook) -> int:
    """Grounds, costs of arriving and offers that the tables of a rulebook keep."""
    found = 0
    for table in book.tables.values():
        found += len(table._grounds) + len(table.offers) + len(table.offered_sets)
        found += sum(len(ground.arrivals) for ground in table._grounds.values())
    return found


def paired(book: Rulebook) -> int:
    """Sets of offers that name two regions, of all tables of a rulebook."""
    return sum(key[2] >= 0 for table in book.tables.values() for key in table.offered_sets)


def test_what_is_kept_does_not_grow_with_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little is kept, the games are the same: a kit is made again, and positions hold on to theirs."""
    monkeypatch.setattr("smallworld.game._rulebooks", {})
    book, logs = played(12)
    free = kept(book)
    assert len(book.tables) > 3 and free == book.made > 200
    monkeypatch.setattr("smallworld.game._rulebooks", {})
    assert len(book.kits) > 60
    assert 0 < len(book.pairs) <= paired(book)
    monkeypatch.setattr(rulebook, "MADE_KEPT", 50)
    monkeypatch.setattr(rulebook, "KITS_KEPT", 30)
    book, again = played(12)
    assert kept(book) <= 50 and book.made <= 50 and len(book.kits) <= 30
    assert len(book.pairs) <= paired(book)
    assert again == logs


def test_actions_that_name_two_regions_name_those_of_their_own_islands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables share them, but only where both regions lie alike."""
    monkeypatch.setattr("smallworld.game._rulebooks", {})
    book, _ = played(30)
    for table in book.tables.values():
        names = [region.id for region in table.board.regions]
        for (_, text, first), offered in table.offered_sets.items():
            for second, action in enumerate(offered) if first < 0 else offered.items():
                expected = (names[second],) if first < 0 else (names[first], names[second])
                assert action == text.format(*expected)
    assert paired(book) > len(book.pairs) > 40


def test_tables_do_not_grow_with_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game goes on at its own table, whatever the rulebook has let go of."""
    monkeypatch.setattr("smallworld.game._rulebooks", {})
    _, logs = played(8)
    monkeypatch.setattr("smallworld.game._rulebooks", {})
    monkeypatch.setattr(setup, "TABLES_KEPT", 2)
    early = smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob", "cid"], seed=0)
    book, again = played(8)
    assert len(book.tables) <= 2
    assert len(book.pairs) <= paired(book)
    assert again == logs
    play(early, random.Random(0))
    assert early.log == logs[0]


def test_a_kit_is_the_same_on_all_islands_and_its_ground_is_not() -> None:
    variant = smallworld.load_variant("warcraft")
    book = smallworld.new_game(variant, ["ann", "bob"], seed=0).position.table.rulebook
    naga = book.race_index["naga"], book.power_index["ranger"], False
    tables = [smallworld.new_game(variant, ["ann", "bob"], seed=seed).position.table for seed in range(2)]
    assert tables[0].board.id != tables[1].board.id
    kits = [table.kit(*naga) for table in tables]
    assert kits[0] is kits[1]
    grounds = [table.ground(kit) for table, kit in zip(tables, kits, strict=True)]
    assert [ground.open for ground in grounds] == [table.board.all for table in tables]
    assert grounds[0] is not grounds[1] and grounds[0] is tables[0].ground(kits[0])
