"""Random games played on the engine and on the reference model side by side, compared at every decision.

Chance is the engine's: the model is told what was drawn, in order, and asks for it where its own rules
need it. All else the model works out for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from reference_actions import legal
from reference_conquests import cost
from reference_rulings import complete
from reference_scoring import winners
from reference_settings import Setting, board_of, new_game
from reference_table import Race, Table, set_up
from reference_turn import apply, start_game
from reference_wishes import wish

import smallworld

MOST_ACTIONS = 10_000


@dataclass
class Pair:
    """One game on the engine and on the model.

    :ivar actions: what was done so far. :ivar read: events of the engine's log that the model has seen.
    """

    setting: Setting
    game: smallworld.Game
    table: Table
    read: int = 0
    actions: list[str] = field(default_factory=list)


class Mismatch(AssertionError):
    """Engine and model disagree; the message has everything that is needed to look at it."""


# --- the games


def begin(setting: Setting) -> Pair:
    """The engine's new game, and a table set up with what it drew."""
    game = new_game(setting)
    drawn = {event["chance"]: event["result"] for event in game.log if "chance" in event}
    first = setting.players[int(drawn["first_player"]) - 1]
    stacks = list(drawn["banners"]), list(drawn["badges"])
    table = set_up(board_of(setting), setting.rounds, setting.players, complete(setting.options), first, *stacks)
    start_game(table)
    return Pair(setting, game, table, read=len(game.log))


def play_side_by_side(setting: Setting) -> Pair:
    """Play a game to its end.

    :raises Mismatch: as soon as engine and model disagree.
    """
    rng = Random(setting.seed)
    pair = begin(setting)
    try:
        while len(pair.actions) < MOST_ACTIONS:
            agree(pair, "\n".join(differences(pair)))
            if pair.game.over:
                return pair
            actions = sorted(legal(pair.table))
            action = rng.choices(actions, [wish(pair.table, one) for one in actions])[0]
            agree(pair, explained(pair, action))
            step(pair, action)
    except Mismatch:
        raise
    except Exception as error:
        error.add_note(history(pair))
        raise
    raise Mismatch(f"{setting} is not over after {MOST_ACTIONS} actions")


def step(pair: Pair, action: str) -> None:
    """Carry out an action on both sides."""
    pair.actions.append(f"{pair.game.round} {pair.game.to_move}: {action}")
    pair.game.apply(action)
    log = pair.game.log
    pair.table.chance.extend((event["chance"], event["result"]) for event in log[pair.read :] if "chance" in event)
    pair.read = len(log)
    try:
        apply(pair.table, action)
    except AssertionError as error:
        agree(pair, str(error) or repr(error))
    agree(pair, "\n".join(f"the rules need no chance ({kind})" for kind, _ in pair.table.chance))


def agree(pair: Pair, difference: str) -> None:
    """:raises Mismatch: there is a difference; with the setting and all actions so far."""
    if difference:
        raise Mismatch(f"{history(pair)}\ndifference (engine, rules):\n{difference}")


def history(pair: Pair) -> str:
    """How to get there again: the setting and every action so far."""
    return "\n  ".join((f"{pair.setting}\nactions (round, player):", *pair.actions))


# --- the comparison


def differences(pair: Pair) -> Iterator[str]:
    """Everything in which the two sides differ, a line each."""
    game, table = pair.game, pair.table
    engine: dict[str, Any] = {"phase": game.phase, "to_move": game.to_move, "coins": game.scores()}
    rules: dict[str, Any] = {"phase": table.phase, "to_move": table.mover, "coins": table.coins}
    engine |= {"winners": game.winners()} if game.over else {"round": game.round, "turn": game.turn}
    rules |= {"winners": winners(table)} if table.mover is None else {"round": table.round, "turn": table.turn.player}
    yield from unequal("", engine, rules)
    offered, allowed = {str(action) for action in game.legal_actions()}, legal(table)
    if offered != allowed:
        yield f"legal: only the engine {sorted(offered - allowed)}, only the rules {sorted(allowed - offered)}"
    yield from differences_seen(table, game.view(pair.setting.players[0]).as_dict())


def differences_seen(table: Table, seen: dict[str, Any]) -> Iterator[str]:
    """The open part of a position: column, tray, the last scorings and the map."""
    column = [{"race": combo.banner, "power": combo.badge, "coins": combo.coins} for combo in table.column]
    yield from unequal("", {"column": seen["column"]}, {"column": column})
    yield from unequal("tray ", seen["tray"], table.tray)
    yield from unequal("scored ", seen["scored"], {name: table.scored.get(name, {}) for name in table.players})
    yield from unequal("races of ", races_seen(seen), {name: races_known(table, name) for name in table.players})
    rules = described(table)
    for name, region in seen["regions"].items():
        counted = shows_tokens(table, rules[name])
        yield from unequal(f"{name} ", region_seen(region, counted), region_seen(rules[name], counted))


def unequal(prefix: str, engine: dict[str, Any], rules: dict[str, Any]) -> Iterator[str]:
    for key in sorted({*engine, *rules}):
        if engine.get(key) != rules.get(key):
            yield f"{prefix}{key}: {engine.get(key)}, {rules.get(key)}"


def described(table: Table) -> dict[str, dict[str, Any]]:
    """The regions of the model, told as :meth:`smallworld.Game.view` tells them."""
    found: dict[str, dict[str, Any]] = {}
    for region in table.regions.values():
        race = region.occupant
        told: dict[str, Any] = {"owner": race.owner if race else None, "tokens": region.tokens}
        told["pieces"] = {kind: number for kind, number in region.pieces.items() if number}
        if race is not None:
            told |= {"race": race.banner, "declined": race.declined}
        elif region.natives:
            told["natives"] = region.natives
        found[region.id] = told
    return found


def races_seen(seen: dict[str, Any]) -> dict[str, list[tuple[str, str, int]]]:
    """The races of every player, the active one first: banner, badge while active, tokens on the map and off it."""
    on_map = Counter[tuple[Any, Any, Any]]()
    for region in seen["regions"].values():
        on_map[region["owner"], region.get("race"), region.get("declined")] += region.get("tokens", 0)
    return {
        player: [
            (
                one["race"],
                "" if one["declined"] else one["power"],
                one["hand"] + on_map[player, one["race"], one["declined"]],
            )
            for one in races
        ]
        for player, races in seen["races"].items()
    }


def races_known(table: Table, player: str) -> list[tuple[str, str, int]]:
    """The same of the model. Where a race stands is compared by region, what is in hand so follows from the sum."""
    return [
        (race.banner, race.power, race.hand + race.withdrawn + sum(region.tokens for region in table.held(race)))
        for race in table.races(player)
    ]


def shows_tokens(table: Table, region: dict[str, Any]) -> bool:
    """Whether tokens on the map can be compared: both sides may ready a race when they like, as it changes nothing.

    The race whose turn it is stands half on the map and half in hand until the redeployment begins.
    """
    before = table.phase == "conquer" or (table.retreat_comes_first and table.phase == "retreat")
    return not (before and region["owner"] == table.turn.player)


def region_seen(region: dict[str, Any], counted: bool) -> dict[str, Any]:
    tokens = {"tokens": region.get("tokens", 0)} if counted else {}
    return {"pieces": {}, **{key: value for key, value in region.items() if key != "tokens"}, **tokens}


def explained(pair: Pair, action: str) -> str:
    """The price that the engine tells for an ordinary conquest is that of the rules."""
    words = action.split()
    if words[0] != "conquer" or words[-1] in ("sorcery", "dragon"):
        return ""
    table = pair.table
    declined = words[-1] == "decline"
    race: Race | None = table.ghouls() if declined else table.acting()
    assert race is not None
    told = max(1, sum(line.amount for line in pair.game.explain(action)))
    price = cost(table, race, table.regions[words[1]], 0 if declined else table.turn.roll or 0)
    return "" if told == price else f"cost of {action!r}: {told}, {price}"
