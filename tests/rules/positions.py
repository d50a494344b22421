"""Short words for positions on the small board (tests/boards/mini.yaml) and for looking at them.

a farmland          b hill, cavern      c forest        s sea (all on the edge)
d swamp, mine       e mountain, cavern  f farmland, magic   g forest
h hill, natives     l lake              j swamp, natives    k mountain, mine, cavern
m farmland          not on the edge: e f j l
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import smallworld
from smallworld.game import Game
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_editions.load import load_board
from smallworld_testing.invariants import check

NAMES = ("ann", "bob", "cid", "dot", "eve")


@cache
def base() -> Variant:
    return smallworld.load_variant("base")


@cache
def mini() -> BoardFile:
    return load_board(Path(__file__).parent.parent / "boards" / "mini.yaml")


def race(combo: str, regions: Mapping[str, int] | None = None, hand: int = 0) -> RacePosition:
    """A race as ``"humans merchant"``; a declined one as ``"humans"``."""
    name, _, power = combo.partition(" ")
    return RacePosition(name, power, hand, regions or {})


def seat(active: RacePosition | None = None, *decline: RacePosition, coins: int = 5) -> PlayerPosition:
    return PlayerPosition(coins, active, decline)


def lay(
    *seats: PlayerPosition,
    dice: tuple[int, ...] = (),
    board: BoardFile | None = None,
    options: Mapping[str, Any] | None = None,
    **more: object,
) -> Game:
    """Ann, Bob … in this order on the small board; it is Ann's turn unless ``turn`` names another player."""
    filled = [*seats, *[PlayerPosition()] * (2 - len(seats))]
    names = NAMES[: len(filled)]
    position = PositionSpec(players=dict(zip(names, filled, strict=True)), **more)  # type: ignore[arg-type]
    game = smallworld.new_game(
        base(), names, board=board or mini(), options=options or {}, given=position, script={"die": list(dice)}
    )
    check(game)
    return game


def run(game: Game, *actions: str) -> Game:
    """Carry out actions; the laws hold after each."""
    for action in actions:
        game.apply(action)
        check(game)
    return game


def codes(game: Game, action: str) -> list[str]:
    """Codes of the reasons against an action; empty if it is legal."""
    return [refusal.code for refusal in game.refusal(action)]


def pass_turn(game: Game) -> Game:
    """End the current turn: nothing more is conquered, tokens go anywhere."""
    number = (game.turn, game.round)
    while not game.over and (game.turn, game.round) == number:
        legal = game.legal_actions()
        run(game, "done" if "done" in legal else legal[0])
    return game


def redeploy(game: Game) -> Game:
    """Redeploy anyhow."""
    while game.phase == "redeploy":
        legal = game.legal_actions()
        run(game, "done" if "done" in legal else legal[0])
    return game


def until(game: Game, player: str) -> Game:
    """Pass turns until the turn of a player begins."""
    pass_turn(game)
    while game.turn != player:
        pass_turn(game)
    return game


def contents(game: Game, region: str) -> str:
    """Return the contents of a region: ``"ann humans 3"``, ``"ann humans 1 decline"``, ``"natives 1"``, ``"-"``."""
    state = game.state
    index = state.board.index[region]
    occupant, tokens = state.occupant[index], state.tokens[index]
    if occupant == smallworld.NOBODY:
        return "-"
    if occupant == smallworld.NATIVES:
        return f"natives {tokens}"
    name = state.table.rulebook.races[state.hook_tables[occupant].race_index].id
    declined = " decline" if state.is_declined(occupant) else ""
    return f"{game.players[state.owner(occupant)]} {name} {tokens}{declined}"


def hand(game: Game, player: str) -> int:
    """Tokens in hand of a player's active race."""
    return game.state.hand_now(game.state.seats[game.players.index(player)][0])


def scored(game: Game, player: str) -> dict[str, int]:
    """The last scoring of a player, by source."""
    return game.state.scoring_of(game.players.index(player))
