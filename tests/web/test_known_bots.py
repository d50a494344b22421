"""Workers keep bots from one decision to the next, so that a plan of a turn is searched once."""

from __future__ import annotations

import pytest

import smallworld
from smallworld.player_view import View
from smallworld.plugins.manager import default_plugins
from smallworld_bots import RandomBot
from smallworld_web import bot_workers
from smallworld_web.bot_workers import KnownBots, reply_to


def decide(game: smallworld.Game, bots: KnownBots | None, kind: str = "hard:plans=16") -> str:
    """Let a worker decide, and carry it out."""
    request = {"record": game.dumps(), "player": str(game.to_move), "kind": kind}
    action = reply_to(request, default_plugins(), bots)["action"]
    game.apply(action)
    return action


def searches(bots: KnownBots | None, monkeypatch: pytest.MonkeyPatch) -> int:
    """Count the games that are imagined in the first three decisions of a game."""
    imagined, imagine = [], View.imagine
    monkeypatch.setattr(View, "imagine", lambda view, rng: imagined.append(view) or imagine(view, rng))
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=3)
    for _ in range(3):
        decide(game, bots)
    assert game.turn == game.players[game.state.first_seat]
    monkeypatch.undo()
    return len(imagined)


def test_a_bot_goes_on_with_its_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    once, each_time = searches(KnownBots(), monkeypatch), searches(None, monkeypatch)
    assert 0 < once < each_time / 2


def test_games_and_seats_have_bots_of_their_own_and_old_ones_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_workers, "MOST_BOTS", 2)
    workers_bots, chosen = KnownBots(), []
    for seed, player in ((1, "ann"), (1, "bob"), (1, "ann"), (2, "ann"), (1, "bob")):
        game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=seed)
        chosen.append(workers_bots.bot({"record": game.dumps(), "player": player, "kind": "random"}, default_plugins()))
    assert all(isinstance(bot, RandomBot) for bot in chosen)
    assert chosen[0] is chosen[2] and len({id(bot) for bot in chosen}) == 4  # that of bob was forgotten
    workers_bots.forget(chosen[-1])
    request = {"record": game.dumps(), "player": "bob", "kind": "random"}
    assert workers_bots.bot(request, default_plugins()) is not chosen[-1]
