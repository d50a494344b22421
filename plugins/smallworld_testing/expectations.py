"""Comparison of a state with the expectations of a scenario (formats 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from smallworld import N_, NATIVES, Game, GameState, Race, indexes, lazy, lazy_n
from smallworld.errors import with_suggestion
from smallworld.tools import public_memory, tokens_off_map
from smallworld_editions.reading.documents import KeyPath
from smallworld_validate.game_file_checks.given_position import count_entries, relic_entries

Difference = tuple[KeyPath, str]


def differences(game: Game, expected: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield the differences from what is expected: the path in ``expect``, and a sentence."""
    checks: dict[str, Callable[[Game, Any], Iterator[Difference]]] = {
        "scored": _compare_scores, "tray": _tray, "column": _column, "relics": _relics,
    }  # fmt: skip
    plain = {"to_move": game.to_move or "none", "phase": game.phase, "round": game.round}
    for key, value in expected.items():
        if key in plain:
            yield from _compare((key,), plain[key], value, key)
        elif key in checks:
            yield from checks[key](game, value)
        elif key == "winner":
            winners = [value] if isinstance(value, str) else value
            yield from _compare((key,), sorted(game.winners()), sorted(winners), key)
        elif key in game.players:
            yield from _compare_player(game, key, value)
        elif key.endswith(".decline"):
            yield from _compare_declined(game, key, value)
        else:
            yield from _region(game, key, value)


def _compare(path: KeyPath, actual: Any, expected: Any, label: str) -> Iterator[Difference]:
    if actual != expected:
        sentence = N_("{label} is {actual}, expected {expected}")
        yield path, lazy(sentence, label=label, actual=repr(actual), expected=repr(expected))


def _fields(path: KeyPath, actual: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[Difference]:
    for key, value in expected.items():
        if key not in actual:
            yield (*path, key), with_suggestion(lazy("nothing is called {key!r} here", key=key), key, actual)
        elif key == "memory":
            yield from _compare_memory((*path, key), actual[key], value)
        else:
            yield from _compare((*path, key), actual[key], value, f"{'.'.join(map(str, path))}.{key}")


def _compare_memory(
    path: KeyPath, actual: Mapping[str, Mapping[str, object]], expected: Mapping[str, Mapping[str, object]]
) -> Iterator[Difference]:
    """Compare public memory by race, power or relic; names that are not expected may have any value."""
    for source, values in expected.items():
        if source not in actual:
            yield (*path, source), with_suggestion(lazy("{source!r} remembers nothing", source=source), source, actual)
            continue
        for name, value in values.items():
            if name not in actual[source]:
                fault = lazy("{source!r} remembers nothing called {name!r}", source=source, name=name)
                yield (*path, source, name), with_suggestion(fault, name, actual[source])
                continue
            now = actual[source][name]
            yield from _compare((*path, source, name), list(now) if isinstance(now, tuple) else now, value, name)


def _compare_player(game: Game, name: str, expected: Any) -> Iterator[Difference]:
    """Compare a player with the expectation; ``none`` is a player without an active race."""
    state, race = game.state, game.players.index(name)
    if expected == "none":
        number = state.hook_tables[race].race_index
        active = state.table.rulebook.races[number].id if number >= 0 else "none"
        yield from _compare((name,), active, "none", f"the active race of {name}")
        return
    memory = public_memory(state, race) if state.is_in_play(race) else {}
    regions = state.regions[race].bit_count()
    actual = {"coins": state.coins[race], **_tokens(state, race), "regions": regions, "memory": memory}
    yield from _fields((name,), actual, expected)


def _tokens(state: GameState, race: Race) -> dict[str, int]:
    counts = {"hand": tokens_off_map(state, race), "withdrawn": state.withdrawn[race]}
    return {**counts, "tokens": state.tokens_on_map(race)}


def _compare_declined(game: Game, key: str, expected: Any) -> Iterator[Difference]:
    """Compare the newest declined race of a player, or the named one, with the expectation."""
    state, book = game.state, game.state.table.rulebook
    name = key.removesuffix(".decline")
    if name not in game.players:
        yield (key,), _unknown_player(game, name)
        return
    declined = state.declined_of(game.players.index(name))
    names = {race: book.races[state.hook_tables[race].race_index].id for race in declined}
    if expected == "none" or expected is None:
        yield from _compare((key,), [*names.values()], [], key)
        return
    chosen = [race for race in names if names[race] == expected.get("race")] or [*names]
    if not chosen:
        yield (key,), lazy("{name} has no declined race", name=name)
        return
    race, power = chosen[-1], state.hook_tables[chosen[-1]].power_index
    regions = {state.board.regions[region].id: state.tokens[region] for region in indexes(state.regions[race])}
    actual = {
        "race": names[race],
        "power": book.powers[power].id if power >= 0 else "",
        **_tokens(state, race),
        "regions": len(regions) if isinstance(expected.get("regions"), int) else regions,
        "memory": public_memory(state, race),
    }
    yield from _fields((key,), actual, expected)


def _region(game: Game, key: str, expected: Any) -> Iterator[Difference]:
    """Compare a region with the expectation; ``none`` is a region without tokens."""
    expected = {"owner": "none", "natives": 0} if expected == "none" else dict(expected)
    state, book = game.state, game.state.table.rulebook
    index = state.board.index.get(key)
    if index is None:
        names = [*game.players, *state.board.index]
        yield (key,), with_suggestion(lazy("nothing is called {key!r} here", key=key), key, names)
        return
    occupant, tokens, spec = state.occupant[index], state.tokens[index], state.board.regions[index]
    actual = {
        "owner": game.players[state.owner(occupant)] if occupant >= 0 else "none",
        "race": book.races[state.hook_tables[occupant].race_index].id if occupant >= 0 else "none",
        "tokens": tokens if occupant >= 0 else 0,
        "natives": tokens if occupant == NATIVES else 0,
        "in_decline": occupant >= state.players,
        "pieces": {book.pieces[kind].id: n for (kind, region), n in state.pieces.items() if region == index},
        "terrain": spec.terrain,
        "symbols": sorted(spec.symbols),
    }
    if "pieces" in expected:
        expected["pieces"] = count_entries(expected["pieces"] or ())
    if "symbols" in expected:
        expected["symbols"] = sorted(expected["symbols"])
    yield from _fields((key,), actual, expected)


def _unknown_player(game: Game, name: str) -> str:
    return with_suggestion(lazy("no player is called {name!r}", name=name), name, game.players)


def _compare_scores(game: Game, expected: Mapping[str, Any]) -> Iterator[Difference]:
    for name, lines in expected.items():
        if name in game.players:
            actual = game.state.scoring_of(game.players.index(name))
            yield from _compare(("scored", name), actual, dict(lines or {}), f"scored.{name}")
        else:
            yield ("scored", name), _unknown_player(game, name)


def _tray(game: Game, expected: Mapping[str, int]) -> Iterator[Difference]:
    index = game.state.table.rulebook.race_indexes
    for race, count in expected.items():
        if race in index:
            yield from _compare(("tray", race), game.state.tray[index[race]], count, f"tray.{race}")
        else:
            yield ("tray", race), with_suggestion(lazy("unknown race {name!r}", name=race), race, index)


def _column(game: Game, expected: list[Mapping[str, Any]]) -> Iterator[Difference]:
    book, column = game.state.table.rulebook, game.state.column
    for place, entry in enumerate(expected):
        if place >= len(column):
            message = lazy_n("the column has only {count} combo", "the column has only {count} combos", len(column))
            yield ("column", place), message
            return
        race, power, coins = column[place]
        actual = {"race": book.races[race].id, "power": book.powers[power].id, "coins": coins}
        yield from _fields(("column", place), actual, entry or {})


def _relics(game: Game, expected: Mapping[str, Any]) -> Iterator[Difference]:
    state, book = game.state, game.state.table.rulebook

    def face(relic: str, face_up: bool) -> str:
        return relic if face_up else f"hidden: {relic}"

    for region, value in expected.items():
        if region not in state.board.index:
            message = lazy("nothing is called {key!r} here", key=region)
            yield ("relics", region), with_suggestion(message, region, state.board.index)
            continue
        relics = state.relics.get(state.board.index[region], ())
        actual = sorted(face(book.relics[relic].id, face_up) for relic, face_up in relics)
        faces = sorted(face(*entry) for entry in relic_entries([] if value == "none" else value))
        yield from _compare(("relics", region), actual, faces, f"relics.{region}")
