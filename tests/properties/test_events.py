"""The law of events in random games: applied to the position before an action, its events give the one after it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import smallworld
from event_law import broken_law, event_points, watch_actions
from smallworld.actions import Action
from smallworld.errors import PluginError
from smallworld.events import BANK, COMBO, Moved, Paid, PieceMoved
from smallworld.game import Game
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.rules.operations.token_moves import remove_race
from smallworld_testing.event_table import EventTable
from smallworld_testing.random_games import play
from tiers import one_in, quick_first

TESTS = Path(__file__).parents[1]
EXAMPLES = TESTS.parent / "docs" / "examples"
PLAYERS = ("ann", "bob", "cid", "dot", "eve")
EDITIONS = ("base", "warcraft")
FOLDERS = ("rules", "scenarios", "extensions", "properties/test_events.py")
"""Tests that run under the law, and together notice every event that is missing."""


@cache
def example(path: Path) -> tuple[Variant, Plugins]:
    """Load an example edition with the packages of all examples."""
    return smallworld.load_variant(str(path), plugins=plugins_of_examples()), plugins_of_examples()


@cache
def plugins_of_examples() -> Plugins:
    return Plugins([str(source.parent) for source in sorted(EXAMPLES.glob("*/src/*/__init__.py"))])


def play_under_the_law(variant: Variant, plugins: Plugins, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [count for count in range(1, 6) if count in variant.rounds]
    with watch_actions(monkeypatch):
        for seed in seeds:
            game = smallworld.new_game(variant, PLAYERS[: counts[seed % len(counts)]], seed=seed, plugins=plugins)
            play(game, random.Random(seed))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seeds", quick_first([range(8), *(range(n, n + 62) for n in range(8, 504, 62))]), ids=str)
def test_events_rebuild_every_position(edition: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    play_under_the_law(smallworld.load_variant(edition), default_plugins(), seeds, monkeypatch)


@pytest.mark.parametrize("path", one_in(2, sorted(EXAMPLES.rglob("variant.yaml"))), ids=lambda path: path.parent.name)
@pytest.mark.parametrize("seeds", quick_first([range(1), range(1, 30)]), ids=str)
def test_events_rebuild_every_position_of_the_examples(
    path: Path, seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant, plugins = example(path)
    play_under_the_law(variant, plugins, seeds, monkeypatch)


def begun(edition: str = "base", seed: int = 7) -> Game:
    return smallworld.new_game(smallworld.load_variant(edition), PLAYERS[:2], seed=seed)


def test_only_a_game_that_listens_keeps_events() -> None:
    game = begun()
    game.apply("pick 2")
    assert game.events == ()
    game.listen()
    game.apply(game.legal_actions()[1])
    happened = game.events
    assert happened
    assert game.copy().events == ()
    copy = game.copy()
    copy.apply(copy.legal_actions()[-1])
    assert copy.events == ()
    later = game.after(game.legal_actions()[-1])
    assert later.events
    assert game.events is happened
    copy = later.scratch_copy()
    copy.proceed(copy.legal_actions()[0])
    assert copy.events == ()


def test_coins_of_a_pick_are_paid_before_the_combo_is_gone() -> None:
    game = begun()
    game.listen()
    game.apply("pick 3")
    coins = [(event.payer, event.receiver, event.number) for event in game.events if isinstance(event, Paid)]
    assert coins == [(game.state.turn, COMBO, 1), (game.state.turn, COMBO, 1)]


def test_a_score_is_paid_by_the_bank() -> None:
    game = begun()
    game.listen()
    rng = random.Random(1)
    while game.state.ended is None:
        game.apply(rng.choice(game.legal_actions()))
    paid = [event for event in game.events if isinstance(event, Paid) and event.reason == "score"]
    assert [(event.payer, event.number) for event in paid] == [(BANK, sum(x[2] for x in game.state.ended.earned))]


def test_a_failed_action_leaves_no_events(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun()
    game.listen()
    game.apply("pick 1")
    happened, before = game.events, game.copy()

    def fail(*_: Any) -> None:
        raise PluginError("it fails")

    with monkeypatch.context() as patch:
        patch.setattr(type(game.state), "end_phase", fail)
        with pytest.raises(PluginError):
            game.apply("done")
    assert game.events is happened
    assert game == before
    table = EventTable(game.state)
    game.apply("done")
    table.apply_all(game.events)
    assert table.differences(game.state) == []


def test_a_forced_decline_takes_withdrawn_tokens_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens wait for redeployment in turns of other players only, when a power may force a decline."""
    game, rng = begun(seed=9), random.Random(9)
    while not (game.phase == "conquer" and game.state.hand[game.state.turn] and game.state.regions[game.state.turn]):
        game.apply(rng.choice(game.legal_actions()))
    state, player = game.state, game.state.turn
    force = Action("force", lambda state, _action: state.decline(player))
    with watch_actions(monkeypatch):
        state.hand[player] -= 1
        state.withdrawn[player] += 1
        game.proceed(force)
        declined = player + state.players
        state.tray[state.hook_tables[declined].race_index] -= 1
        state.withdrawn[declined] += 1
        game.proceed(Action("remove", lambda state, _action: remove_race(state, declined)))
    assert state.withdrawn[player] == state.withdrawn[declined] == 0


def test_coins_on_a_combo_leave_it_before_it_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun()
    changes: list[Callable[[Any, Any], Any]] = [
        lambda state, _: state.put_coins(1, 2),
        lambda state, _: state.discard_combo(1),
        lambda state, _: state.put_coins(0, 3, state.turn),
        lambda state, _: state.swap_badges(0, 2),
        lambda state, _: state.give_combo(state.turn, 0),
    ]
    coins = game.state.coins[game.state.turn]
    with watch_actions(monkeypatch):
        for change in changes:
            game.proceed(Action("change", change))
    assert game.state.coins[game.state.turn] == coins
    assert game.phase == "conquer"


CHANGES: dict[str, Callable[[Game], None]] = {
    "tokens": lambda game: game.state.tokens.__setitem__(0, 7),
    "hand": lambda game: game.state.hand.__setitem__(0, 7),
    "coins": lambda game: game.state.coins.__setitem__(0, 99),
    "occupant": lambda game: game.state.occupant.__setitem__(0, 1),
    "column": lambda game: setattr(game.state, "column", game.state.column[1:]),
    "supply": lambda game: setattr(game.state, "supply", (0,) * len(game.state.supply)),
    "pieces": lambda game: setattr(game.state, "pieces", {(0, 0): 1}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_without_an_event_is_noticed(change: str) -> None:
    game = begun()
    table = EventTable(game.state)
    CHANGES[change](game)
    assert table.differences(game.state)


def test_nothing_moves_without_tokens() -> None:
    """Events of nothing are not written."""
    for edition in EDITIONS:
        game, rng = begun(edition, seed=3), random.Random(3)
        game.listen()
        while not game.over:
            game.apply(rng.choice(game.legal_actions()))
            assert all(event.number > 0 for event in game.events if isinstance(event, Moved | PieceMoved | Paid))


def test_a_missing_story_is_noticed() -> None:
    game, rng = begun(), random.Random(5)
    game.listen()
    kinds = set()
    while not game.over:
        before, action = game.copy(), rng.choice(game.legal_actions())
        game.apply(action)
        for event in game.events:
            rest = [other for other in game.events if other is not event]
            if broken_law(before, EventTable(before.state), game, rest):
                kinds.add(type(event).__name__)
    assert {"TurnBegan", "Conquered", "Scored", "Decided", "Ended", "Picked", "PhaseBegan", "Failed"} <= kinds


@pytest.mark.full
@pytest.mark.timeout(900)
def test_every_line_that_writes_an_event_is_needed(tmp_path: Path) -> None:
    """Each falls silent once, and the law breaks in a test."""
    noted = tmp_path / "points"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(str(TESTS / name) for name in FOLDERS)]
    run = subprocess.run(
        command, env={**os.environ, "EVENT_POINTS": str(noted)}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout[-3000:]
    noticed = {(file, line) for file, line in map(json.loads, noted.read_text("utf-8").splitlines())}
    assert sorted(event_points() - noticed) == []
