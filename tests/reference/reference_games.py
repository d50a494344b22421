"""Base games on the engine and on the reference model side by side: start, moves, comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from reference_actions import legal
from reference_conquests import cost
from reference_rulings import ANSWERS
from reference_scoring import winners
from reference_settings import Setting, board_of, new_game
from reference_table import Race, Table, set_up
from reference_turn import apply, start_game
from reference_wishes import wish
from shared_games import Model, Pair, drawn_at_setup, unequal
from shared_rulings import complete

import smallworld


def begin(setting: Setting) -> Pair[Table]:
    """The engine's new game, and a table set up with what it drew."""
    game = new_game(setting)
    drawn = drawn_at_setup(game)
    first = setting.players[int(drawn["first_player"]) - 1]
    stacks = list(drawn["banners"]), list(drawn["badges"])
    rulings = complete(ANSWERS, setting.options)
    table = set_up(board_of(setting), setting.rounds, setting.players, rulings, first, *stacks)
    start_game(table)
    return Pair(MODEL, setting, game, table)


def choose(rng: Random, table: Table) -> str:
    """Any legal action, the rare ones sooner."""
    actions = sorted(legal(table))
    return rng.choices(actions, [wish(table, action) for action in actions])[0]


# --- the comparison


def view_differences(table: Table, seen: dict[str, Any]) -> Iterator[str]:
    """The open part of a position, as far as it is of this edition: races and the map."""
    yield from unequal("races of ", races_seen(seen), {name: model_races(table, name) for name in table.players})
    rules = region_entries(table)
    for name, region in seen["regions"].items():
        counted = shows_tokens(table, rules[name])
        yield from unequal(f"{name} ", region_seen(region, counted), region_seen(rules[name], counted))


def region_entries(table: Table) -> dict[str, dict[str, Any]]:
    """Convert the regions of the model to the form of :meth:`smallworld.Game.view`."""
    regions: dict[str, dict[str, Any]] = {}
    for region in table.regions.values():
        race = region.occupant
        entry: dict[str, Any] = {"owner": race.owner if race else None, "tokens": region.tokens}
        entry["pieces"] = {kind: number for kind, number in region.pieces.items() if number}
        if race is not None:
            entry |= {"race": race.banner, "declined": race.declined}
        elif region.natives:
            entry["natives"] = region.natives
        regions[region.id] = entry
    return regions


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


def model_races(table: Table, player: str) -> list[tuple[str, str, int]]:
    """List the same for the model. Regions are compared one by one, so the sum checks the tokens in hand."""
    return [
        (race.banner, race.power, race.hand + race.withdrawn + sum(region.tokens for region in table.regions_of(race)))
        for race in table.races(player)
    ]


def shows_tokens(table: Table, region: dict[str, Any]) -> bool:
    """Whether tokens on the map can be compared: both sides may ready a race when they like, as it changes nothing.

    Until the redeployment, tokens of the acting race are partly on the map and partly in hand.
    """
    before = table.phase == "conquer" or (table.retreat_comes_first and table.phase == "retreat")
    return not (before and region["owner"] == table.turn.player)


def region_seen(region: dict[str, Any], counted: bool) -> dict[str, Any]:
    tokens = {"tokens": region.get("tokens", 0)} if counted else {}
    return {"pieces": {}, **{key: value for key, value in region.items() if key != "tokens"}, **tokens}


def price_difference(game: smallworld.Game, table: Table, action: str) -> str:
    """Compare the engine's price of an ordinary conquest with that of the rules."""
    parts = action.split()
    if parts[0] != "conquer" or parts[-1] in ("sorcery", "dragon"):
        return ""
    declined = parts[-1] == "decline"
    race: Race | None = table.ghouls() if declined else table.acting()
    assert race is not None
    engine_price = max(1, sum(line.amount for line in game.explain(action)))
    price = cost(table, race, table.regions[parts[1]], 0 if declined else table.turn.roll or 0)
    return "" if engine_price == price else f"cost of {action!r}: {engine_price}, {price}"


MODEL = Model(legal, apply, winners, choose, view_differences, price_difference)
