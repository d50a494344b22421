"""Tables keep what games share, and let go of it before it piles up."""

from __future__ import annotations

import random

import pytest

import smallworld
from smallworld.rules import setup, table
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


def kits(book: Rulebook) -> int:
    return sum(len(table._kits) for table in book.tables.values())


def test_laid_kits_do_not_grow_with_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few are kept, the games are the same: a kit is made again, and positions hold on to theirs."""
    monkeypatch.setattr("smallworld.game._rulebooks", {})
    book, logs = played(12)
    free = kits(book)
    assert len(book.tables) > 3 and free > 60
    monkeypatch.setattr("smallworld.game._rulebooks", {})
    monkeypatch.setattr(table, "KITS_LAID", 30)
    book, again = played(12)
    assert kits(book) <= 30 and book.laid <= 30
    assert again == logs


def test_tables_do_not_grow_with_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game goes on at its own table, whatever the rulebook has let go of."""
    monkeypatch.setattr("smallworld.game._rulebooks", {})
    _, logs = played(8)
    monkeypatch.setattr("smallworld.game._rulebooks", {})
    monkeypatch.setattr(setup, "TABLES_KEPT", 2)
    early = smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob", "cid"], seed=0)
    book, again = played(8)
    assert len(book.tables) <= 2
    assert again == logs
    play(early, random.Random(0))
    assert early.log == logs[0]
