"""Workers keep bots from one decision to the next, so that a plan of a turn is searched once."""

from __future__ import annotations

import pytest

import smallworld
from smallworld.player_view import View
from smallworld.plugins.manager import default_plugins
from smallworld_bots import Bot, RandomBot
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


def bot_of(bots: KnownBots, game: smallworld.Game, player: str) -> Bot:
    return bots.bot({"record": game.dumps(), "player": player, "kind": "random"}, default_plugins())


def base_game(seed: int) -> smallworld.Game:
    return smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=seed)


def test_games_and_seats_have_bots_of_their_own_and_old_ones_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_workers, "MOST_BOTS", 2)
    bots, games, chosen = KnownBots(), {seed: base_game(seed) for seed in (1, 2)}, []
    for seed, player in ((1, "ann"), (1, "bob"), (1, "ann"), (2, "ann"), (1, "bob")):
        games[seed].apply(games[seed].legal_actions()[0])
        chosen.append(bot_of(bots, games[seed], player))
    assert all(isinstance(bot, RandomBot) for bot in chosen)
    assert chosen[0] is chosen[2] and len({id(bot) for bot in chosen}) == 4  # that of bob was forgotten
    bots.forget({"record": games[1].dumps(), "player": "bob", "kind": "random"})
    games[1].apply(games[1].legal_actions()[0])
    assert bot_of(bots, games[1], "bob") is not chosen[-1]


def test_tables_of_one_seed_do_not_share_a_bot() -> None:
    """Both have the same first line, and the same game as long as everybody chooses alike."""
    bots, ours, theirs = KnownBots(), base_game(1), base_game(1)
    our_bot, their_bot = bot_of(bots, ours, "ann"), bot_of(bots, theirs, "ann")
    assert our_bot is not their_bot
    picks = [action for action in ours.legal_actions() if action.verb == "pick"]
    for game, action in ((ours, picks[0]), (theirs, picks[1])):
        game.apply(action)
    second = [bot_of(bots, ours, "ann"), bot_of(bots, theirs, "ann")]
    assert len({id(bot) for bot in second}) == 2
    for game in (theirs, ours):
        game.apply(game.legal_actions()[0])
    assert [bot_of(bots, ours, "ann"), bot_of(bots, theirs, "ann")] == second
