"""Tables in the middle of a game: positions of random games, at once and without clicks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from servers import Server

from smallworld.game import Game, new_game
from smallworld.plugins.manager import default_plugins
from smallworld_editions.editions import load_variant
from smallworld_web.role_links import derived_secret
from smallworld_web.store import Store
from smallworld_web.table_registry import TableRegistry

CHOICE, CONQUEST, DECLINING, PLACING, END = "pick", "conquer", "decline", "place", "over"
"""Kinds of positions: those of the decisions, one where the race may decline, and the end of the game."""
LATER = 3
"""The round in which positions are looked for: there is a race in decline by then."""


@cache
def positions(variant: str, players: Sequence[str] = ("ann", "bob"), seed: int = 5) -> dict[str, Game]:
    """Play a random game that conquers and declines often; return kind → its first later position, or its last."""
    rng, games = Random(seed), dict[str, Game]()
    game = new_game(load_variant(variant), list(players), seed=seed)
    while not game.over:
        request = game.request()
        kinds = [] if request is None else [request.kind, *([DECLINING] if request.may_decline else [])]
        games |= {kind: game.copy() for kind in kinds if kind not in games or games[kind].round < LATER}
        actions = list(map(str, game.legal_actions()))
        usual = [action for action in actions if action.startswith("conquer")]
        usual = ["decline"] if "decline" in actions and rng.random() < 0.3 else usual
        game.apply(rng.choice(usual if usual and rng.random() < 0.9 else actions))
    return {**games, END: game}


def open_position(server: Server, game: Game, player: str = "") -> str:
    """Open a table of people at a position; return the address of a player.

    :param player: by default the one who decides.
    """
    store = Store(server.database)
    try:
        table, secret = TableRegistry(store, default_plugins()).create(game, dict.fromkeys(game.players, "human"))
    finally:
        store.close()
    seat = player or game.to_move or game.players[0]
    return f"{server.base}/t/{table}/{derived_secret(secret, f'seat:{seat}', 1)}"
