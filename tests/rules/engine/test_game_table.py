"""Tables cache the objects that games share, up to a limit."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import smallworld
from smallworld.rules import setup
from smallworld.rules.prepared import rulebook
from smallworld.rules.prepared.game_table import GameTable, OfferedPairs
from smallworld.rules.prepared.rulebook import Rulebook
from smallworld_testing.random_games import play


def played(games: int) -> tuple[Rulebook, list[list[dict[str, object]]]]:
    """Some random games on different islands with a rulebook of their own: their rulebook and logs."""
    variant = smallworld.load_variant("warcraft")
    logs = []
    for seed in range(games):
        game = smallworld.new_game(variant, ["ann", "bob", "cid"], seed=seed)
        play(game, random.Random(seed))
        logs.append(game.log)
    return game.state.table.rulebook, logs


def cached(book: Rulebook) -> int:
    """Count board profiles, arrival costs and offers that the tables of a rulebook cache."""
    count = 0
    for table in book.tables.values():
        offers = (offers for offers_of in (table.offers, table.offered_sets) for offers in offers_of.values())
        count += len(table._profiles) + sum(map(len, offers))
        count += sum(len(profile.arrivals) for profile in table._profiles.values())
    return count + paired(book)


def paired(book: Rulebook) -> int:
    """Sets of offers that name two regions, of all tables of a rulebook."""
    return sum(len(list(pairs_of(table))) for table in book.tables.values())


def pairs_of(table: GameTable) -> Iterator[tuple[str, int, OfferedPairs]]:
    """Yield text, first region and the offers that name a second one."""
    for by_text in table.offered_pairs.values():
        for text, by_region in by_text.items():
            yield from ((text, first, pairs) for first, pairs in enumerate(by_region) if pairs is not None)


@pytest.fixture(scope="module")
def unlimited() -> tuple[Rulebook, list[list[dict[str, object]]]]:
    """Twelve games without small limits; no test plays on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("smallworld.rules.setup._rulebooks", {})
        return played(12)


@pytest.mark.plain("it replaces limits of the tables, which are constants there")
def test_caches_do_not_grow_with_the_games(
    unlimited: tuple[Rulebook, list[list[dict[str, object]]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small caches give the same games: hook tables are compiled again, and states keep theirs."""
    book, logs = unlimited
    free = cached(book)
    assert len(book.tables) > 3 and free == book.cached > 200
    monkeypatch.setattr("smallworld.rules.setup._rulebooks", {})
    assert len(book.hook_tables) > 60
    assert 0 < len(book.pairs) <= paired(book)
    monkeypatch.setattr(rulebook, "CACHED_MOST", 50)
    monkeypatch.setattr(rulebook, "HOOK_TABLES_KEPT", 30)
    book, again = played(12)
    assert cached(book) <= 50 and book.cached <= 50 and len(book.hook_tables) <= 30
    assert len(book.pairs) <= paired(book)
    assert again == logs


def test_actions_that_name_two_regions_name_those_of_their_own_islands(
    unlimited: tuple[Rulebook, list[list[dict[str, object]]]],
) -> None:
    """Tables share them, but only where both regions lie alike."""
    book, _ = unlimited
    for table in book.tables.values():
        names = [region.id for region in table.board.regions]
        for text, offered in (item for sets in table.offered_sets.values() for item in sets.items()):
            assert list(offered) == [text.format(name) for name in names]
        for text, first, pairs in pairs_of(table):
            for second, action in enumerate(pairs.actions):
                assert action in (None, text.format(names[first], names[second]))
    assert paired(book) > len(book.pairs) > 10


@pytest.mark.plain("it replaces limits of the tables, which are constants there")
def test_tables_do_not_grow_with_the_boards(
    unlimited: tuple[Rulebook, list[list[dict[str, object]]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game goes on at its own table after the rulebook has dropped it."""
    logs = unlimited[1][:8]
    monkeypatch.setattr("smallworld.rules.setup._rulebooks", {})
    monkeypatch.setattr(setup, "TABLES_KEPT", 2)
    early = smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob", "cid"], seed=0)
    book, again = played(8)
    assert len(book.tables) <= 2
    assert len(book.pairs) <= paired(book)
    assert again == logs
    play(early, random.Random(0))
    assert early.log == logs[0]


def test_a_hook_table_is_shared_by_all_islands_and_a_board_profile_is_not() -> None:
    variant = smallworld.load_variant("warcraft")
    book = smallworld.new_game(variant, ["ann", "bob"], seed=0).state.table.rulebook
    naga = book.race_indexes["naga"], book.power_indexes["ranger"], False
    tables = [smallworld.new_game(variant, ["ann", "bob"], seed=seed).state.table for seed in range(2)]
    assert tables[0].board.id != tables[1].board.id
    hooks = [table.hook_table(*naga) for table in tables]
    assert hooks[0] is hooks[1]
    profiles = [table.board_profile(each) for table, each in zip(tables, hooks, strict=True)]
    assert [profile.open for profile in profiles] == [table.board.all for table in tables]
    assert profiles[0] is not profiles[1] and profiles[0] is tables[0].board_profile(hooks[0])
