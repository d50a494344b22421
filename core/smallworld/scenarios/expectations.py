"""What a scenario expects of a position, compared with what is (formats 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from smallworld.errors import suggest
from smallworld.game import Game
from smallworld.rules.records import NATIVES

Where = tuple[str | int, ...]
Difference = tuple[Where, str]
Count = Callable[[Iterable[Any]], Mapping[str, int]]


def differences(game: Game, expected: Mapping[str, Any], counted: Count) -> Iterator[Difference]:
    """Everything that is not as expected: where in ``expect``, and a sentence."""
    checks: dict[str, Callable[[Game, Any], Iterator[Difference]]] = {
        "scored": _scored, "tray": _tray, "column": _column, "winner": _winner, "relics": _relics,
    }  # fmt: skip
    plain = {"to_move": game.to_move or "none", "phase": game.phase, "round": game.round}
    for key, value in expected.items():
        if key in plain:
            yield from _compare((key,), plain[key], value, key)
        elif key in checks:
            yield from checks[key](game, value)
        elif key in game.players:
            yield from _fields((key,), _player(game, key), value)
        elif key.endswith(".decline"):
            yield from _decline(game, key, value)
        else:
            yield from _region(game, key, value, counted)


def _compare(where: Where, actual: Any, wanted: Any, what: str) -> Iterator[Difference]:
    if actual != wanted:
        yield where, f"{what} is {actual!r}, expected {wanted!r}"


def _fields(where: Where, actual: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[Difference]:
    for key, value in wanted.items():
        if key not in actual:
            yield (*where, key), f"nothing is called {key!r} here{suggest(key, actual)}"
        else:
            yield from _compare((*where, key), actual[key], value, f"{'.'.join(map(str, where))}.{key}")


def _player(game: Game, name: str) -> dict[str, Any]:
    position, race = game.position, game.players.index(name)
    return {
        "coins": position.coins[race],
        "hand": position.hands_of(race),
        "tokens": position.on_map(race),
        "regions": position.regions[race].bit_count(),
    }


def _decline(game: Game, key: str, wanted: Any) -> Iterator[Difference]:
    """The newest declined race of a player, or the one of the race that is named."""
    position, book = game.position, game.position.table.rulebook
    name = key.removesuffix(".decline")
    if name not in game.players:
        yield (key,), f"no player is called {name!r}{suggest(name, game.players)}"
        return
    declined = list(position.declined_of(game.players.index(name)))
    if wanted == "none" or wanted is None:
        names = [book.races[position.kit[race].race].id for race in declined]
        yield from _compare((key,), names, [], key)
        return
    races = [race for race in declined if book.races[position.kit[race].race].id == wanted.get("race")]
    chosen = races or declined
    if not chosen:
        yield (key,), f"{name} has no declined race"
        return
    race = chosen[-1]
    power = position.kit[race].power
    regions = {position.board.regions[i].id: position.tokens[i]
               for i in range(len(position.tokens)) if position.regions[race] >> i & 1}  # fmt: skip
    actual = {
        "race": book.races[position.kit[race].race].id,
        "power": book.powers[power].id if power >= 0 else "",
        "hand": position.hands_of(race),
        "tokens": position.on_map(race),
        "regions": regions,
    }
    if isinstance(wanted.get("regions"), int):
        actual["regions"] = len(regions)
    yield from _fields((key,), actual, wanted)


def _region(game: Game, key: str, wanted: Mapping[str, Any], counted: Count) -> Iterator[Difference]:
    position, book = game.position, game.position.table.rulebook
    index = position.board.index.get(key)
    if index is None:
        known = [*game.players, *position.board.index]
        yield (key,), f"nothing is called {key!r} here{suggest(key, known)}"
        return
    occupant, tokens = position.occupant[index], position.tokens[index]
    pieces = {book.pieces[kind].id: n for (kind, region), n in position.pieces.items() if region == index}
    actual = {
        "owner": game.players[position.owner(occupant)] if occupant >= 0 else "none",
        "race": book.races[position.kit[occupant].race].id if occupant >= 0 else "none",
        "tokens": tokens if occupant >= 0 else 0,
        "natives": tokens if occupant == NATIVES else 0,
        "in_decline": occupant >= position.players,
        "pieces": pieces,
    }
    wanted = {k: dict(counted(v or ())) if k == "pieces" else v for k, v in wanted.items()}
    yield from _fields((key,), actual, wanted)


def _scored(game: Game, wanted: Mapping[str, Any]) -> Iterator[Difference]:
    for name, lines in wanted.items():
        actual = game.position.scoring_of(game.players.index(name))
        yield from _compare(("scored", name), actual, dict(lines or {}), f"scored.{name}")


def _tray(game: Game, wanted: Mapping[str, int]) -> Iterator[Difference]:
    index = game.position.table.rulebook.race_index
    for race, count in wanted.items():
        if race not in index:
            yield ("tray", race), f"unknown race {race!r}{suggest(race, index)}"
        else:
            yield from _compare(("tray", race), game.position.tray[index[race]], count, f"tray.{race}")


def _column(game: Game, wanted: list[Mapping[str, Any]]) -> Iterator[Difference]:
    book, column = game.position.table.rulebook, game.position.column
    for place, entry in enumerate(wanted):
        if place >= len(column):
            yield ("column", place), f"the column has only {len(column)} combos"
            return
        race, power, coins = column[place]
        actual = {"race": book.races[race].id, "power": book.powers[power].id, "coins": coins}
        yield from _fields(("column", place), actual, entry or {})


def _winner(game: Game, wanted: str | list[str]) -> Iterator[Difference]:
    winners = [wanted] if isinstance(wanted, str) else list(wanted)
    yield from _compare(("winner",), sorted(game.winners()), sorted(winners), "winner")


def _relics(game: Game, wanted: Mapping[str, Any]) -> Iterator[Difference]:
    position, book = game.position, game.position.table.rulebook
    for region, value in wanted.items():
        here = position.relics.get(position.board.index.get(region, -1), ())
        actual = sorted(_face(book.relics[relic].id, face_up) for relic, face_up in here)
        names = [] if value == "none" else [value] if not isinstance(value, list) else value
        faces = sorted(_face(entry["hidden"], False) if isinstance(entry, dict) else entry for entry in names)
        yield from _compare(("relics", region), actual, faces, f"relics.{region}")


def _face(relic: str, face_up: bool) -> str:
    return relic if face_up else f"hidden: {relic}"
