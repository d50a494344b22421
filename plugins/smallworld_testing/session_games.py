"""A random game in a session, with everything that people read in it: prices, reasons, log, latest turns, result."""

from __future__ import annotations

from smallworld.game import Game
from smallworld_bots import RandomBot
from smallworld_play import Session
from smallworld_play.explanations import why_lines
from smallworld_play.log_text import last_turn
from smallworld_play.priced_actions import list_combos, list_menu, list_offers
from smallworld_testing.random_games import MOST_ACTIONS


def bot_session(game: Game, seed: int = 0) -> Session:
    """Begin a session of bots that choose anything."""
    return Session(game, {name: RandomBot() for name in game.players}, seed=seed, stop_on_failure=True)


def play_session(session: Session) -> None:
    """Play a session of bots to the end of its game, and read everything on the way.

    :raises AssertionError: the game does not end.
    """
    for _ in range(MOST_ACTIONS):
        _read_turn(session)
        if session.game.over:
            session.lines()
            return
        session.play_bot()
    raise AssertionError(f"{session.game!r} is not over after {MOST_ACTIONS} actions")


def _read_turn(session: Session) -> None:
    """Read what the screen and the page of a table show now; reasons and prices of a pick, as they are new then."""
    game = session.game
    session.new_lines()
    for name in game.players:
        last_turn(session.turns, name)
    if game.phase == "pick":
        list_offers(game)
        list_menu(game)
        list(list_combos(game))
        for action in game.legal_actions():
            list(why_lines(game, action))
