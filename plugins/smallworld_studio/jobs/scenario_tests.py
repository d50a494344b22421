"""Scenarios of a draft: run them all, and make one of a trial game.

A test by playing is the position at the start of a turn, the moves since, and what holds then.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from smallworld import new_game
from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages import _, for_reader
from smallworld.model.values import NATIVES
from smallworld_editions.discovery import find_variants
from smallworld_editions.reading.documents import Document, mapping_of
from smallworld_editions.reading.reader import read
from smallworld_records.saved_game_reader import Reader
from smallworld_studio.draft_files import SCENARIOS, VARIANT
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_studio.jobs.wishes import edit_data
from smallworld_studio.text_difference import difference
from smallworld_testing.scenario_runner import Library, run_document
from smallworld_validate.text_edits.layout import write_flow, write_scalar

MOST_TESTS = 200
"""Scenarios that are run."""


def run(folder: DraftFolder, _request: Mapping[str, Any]) -> dict[str, Any]:
    """Run all scenarios; return for each whether it passed, and the differences if it did not."""
    library = Library((), folder.plugins)
    names = {".", VARIANT, *find_variants(tuple(folder.plugins.variants))}
    results: list[dict[str, Any]] = []
    for file in sorted(folder.files):
        if file.endswith(".scenario.yaml"):
            for document in folder.documents(file)[: MOST_TESTS - len(results)]:
                results.append(_result(document, file, library, names))
    return {"results": results}


def outcome_of(document: Document, library: Library) -> str:
    """Return why a scenario fails; empty if it passes."""
    return for_reader(run_document(document, library, Path(document.name)).failure)


def _result(document: Document, file: str, library: Library, names: set[str]) -> dict[str, Any]:
    data = mapping_of(document.data)
    if data.get("variant") not in names:  # a path leads to files of others
        failure = _("a test names the edition of the draft, '.', or an installed one")
    else:
        failure = outcome_of(document, library)
    return {
        "file": file, "name": str(data.get("scenario", "")), "range": asdict(document.root),
        "passed": not failure, "lines": failure.splitlines(),
    }  # fmt: skip


# --- tests by playing

MOST_MOVES = 300
MOST_TURNS = 4
"""Turns from which a test may begin: a description of a position lacks what is only remembered within a turn, so
that an earlier turn is tried where the test would not pass."""


def keep(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the text of the file of scenarios with a further one, and the values that it may expect.

    ``since`` is the number of the action at which the position was kept; ``expect`` are the keys of the values to
    expect, all by default.

    :raises SmallWorldError: nothing was played since, or no scenario can hold the position.
    """
    head, *lines = str(request["record"]).splitlines()
    events = [json.loads(line) for line in lines]
    game = Game.loads(str(request["record"]), plugins=folder.plugins)
    starts = _turn_starts(str(request["record"]), lines, int(request.get("since", 0)), folder)
    count = sum("do" in event for event in events[starts[-1] :])
    if not count:
        raise SmallWorldError(_("nothing was played since that position"))
    if count > MOST_MOVES:
        raise SmallWorldError(_("a test has at most {most} moves; keep a later position first", most=MOST_MOVES))
    values = list(_values(game))
    chosen = request.get("expect")
    expected = _nested(row for row in values if chosen is None or row["key"] in chosen)
    name = str(request.get("name") or "").strip() or _("A test by playing")
    written = failure = ""
    for start in reversed(starts[-MOST_TURNS:]):
        first = Reader("\n".join([head, *lines[:start], ""]), new_game, plugins=folder.plugins).game
        written = _written(name, game, first, events[start:], expected)
        failure = _failure(written, folder)
        if not failure:
            break
    if failure:
        raise SmallWorldError(_("this position cannot be kept: {problem}", problem=failure.splitlines()[0]))
    old = folder.files.get(SCENARIOS, "")
    gap = "" if not old else "---\n" if old.endswith("\n") else "\n---\n"
    text = f"{old}{gap}{written}"
    edits = [edit_data(difference(old, text))] if old else None
    return {"file": SCENARIOS, "edits": edits, "text": text, "expect": values}


def _turn_starts(record: str, lines: Sequence[str], since: int, folder: DraftFolder) -> list[int]:
    """Return the numbers of events before the start of each turn, up to that in which the position was kept."""
    turns: list[tuple[int, int]] = []

    def note(before: Game, _action: str, _after: Game) -> None:
        turns.append((before.round, before.state.turn))

    Reader(record, new_game, plugins=folder.plugins, watch=note)
    places = [place for place, line in enumerate(lines) if '"do"' in line]
    starts: list[int] = []
    previous = None
    for place, turn in zip(places, turns, strict=True):
        if starts and place > since:
            break
        if turn != previous:
            starts, previous = [*starts, place], turn
    return starts or [len(lines)]


def _written(
    name: str, game: Game, first: Game, moves: Sequence[Mapping[str, Any]], expected: Mapping[str, Any]
) -> str:  # fmt: skip
    """Write a scenario."""
    chances = {kind: [event["result"] for event in moves if event.get("chance") == kind] for kind in ("die", "draw")}
    lines = [
        f"scenario: {write_scalar(name, in_flow=False)}", "variant: .",
        f"board: {write_flow([face.id for face in game.state.board.faces])}",
        f"players: {write_flow(list(game.players))}",
    ]  # fmt: skip
    lines += ["given:", *(f"  {key}: {write_flow(value)}" for key, value in position(first).items())]
    kinds = (("dice", "die"), ("draws", "draw"))
    lines += [f"{key}: {write_flow(chances[kind])}" for key, kind in kinds if chances[kind]]
    lines += ["steps:", *(f"  - {write_scalar(event['do'], in_flow=False)}" for event in moves if "do" in event)]
    if expected:
        lines += ["  - expect:", *(f"      {key}: {write_flow(value)}" for key, value in expected.items())]
    return "\n".join(lines) + "\n"


def position(game: Game) -> dict[str, Any]:
    """Describe the position of a game at the start of a turn, as ``given`` of a scenario."""
    state, book = game.state, game.state.table.rulebook
    regions = [region.id for region in state.board.regions]
    table: dict[str, Any] = {"round": game.round, "turn": game.players[state.turn]}
    for seat, player in enumerate(game.players):
        table[player] = _player_position(game, seat, regions)
    pieces: dict[str, list[Any]] = {}
    for (kind, region), count in sorted(state.pieces.items()):
        name = book.pieces[kind].id
        pieces.setdefault(regions[region], []).append({name: count} if count > 1 else name)
    natives = {regions[index]: state.tokens[index] for index in range(len(regions)) if state.occupant[index] == NATIVES}
    column = [
        {"race": book.races[race].id, "power": book.powers[power].id, "coins": coins}
        for race, power, coins in state.column[: game.variant.column]
    ]
    relics: dict[str, Any] = {
        regions[index]: [book.relics[relic].id if up else {"hidden": book.relics[relic].id} for relic, up in row]
        for index, row in sorted(state.relics.items()) if row
    }  # fmt: skip
    memory = {key: list(value) if isinstance(value, tuple) else value for key, value in state.memory.items()}
    further = {"pieces": pieces, "natives": natives, "column": column, "relics": relics, "memory": memory}
    return {**table, **{key: value for key, value in further.items() if value}}


def _player_position(game: Game, seat: int, regions: Sequence[str]) -> dict[str, Any]:
    state = game.state
    values: dict[str, Any] = {"coins": state.coins[seat]}
    if state.hook_tables[seat].race_index >= 0:
        values["active"] = _race_position(game, seat, regions)
    declined = [_race_position(game, race, regions) for race in state.declined_of(seat)]
    return {**values, **({"decline": declined} if declined else {})}


def _race_position(game: Game, race: int, regions: Sequence[str]) -> dict[str, Any]:
    state, book = game.state, game.state.table.rulebook
    hook_table = state.hook_tables[race]
    tokens = {name: state.tokens[index] for index, name in enumerate(regions) if state.occupant[index] == race}
    values: dict[str, Any] = {"race": book.races[hook_table.race_index].id}
    if hook_table.power_index >= 0:
        values["power"] = book.powers[hook_table.power_index].id
    if state.hand[race]:
        values["hand"] = state.hand[race]
    return {**values, "regions": tokens}


def _values(game: Game) -> Iterator[dict[str, Any]]:
    """Yield the values at the end that a scenario may expect: coins of players, and what is in each region."""
    state, book = game.state, game.state.table.rulebook
    yield {"key": "to_move", "label": _("the player who decides"), "value": game.to_move or "none"}
    for seat, player in enumerate(game.players):
        yield {"key": f"{player}.coins", "label": _("coins of {player}", player=player), "value": state.coins[seat]}
    for index, region in enumerate(state.board.regions):
        occupant = state.occupant[index]
        if occupant < 0:
            continue
        value = {
            "owner": game.players[state.owner(occupant)], "tokens": state.tokens[index],
            "race": book.races[state.hook_tables[occupant].race_index].id,
        }  # fmt: skip
        label = _("{terrain} {region}", terrain=game.variant.terrains[region.terrain].name, region=region.id)
        yield {"key": region.id, "label": label, "value": value}


def _nested(rows: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Return the chosen values as ``expect`` of a scenario."""
    expected: dict[str, Any] = {}
    for name, group in groupby(rows, key=lambda row: str(row["key"]).partition(".")[0]):
        for row in group:
            inner = str(row["key"]).partition(".")[2]
            if inner:
                expected.setdefault(name, {})[inner] = row["value"]
            else:
                expected[name] = row["value"]
    return expected


def _failure(text: str, folder: DraftFolder) -> str:
    """Return why a scenario does not pass; empty if it does."""
    documents, problems = read(text, SCENARIOS)
    if not documents:
        return str(problems[-1].message) if problems else SCENARIOS
    return outcome_of(documents[0], Library((), folder.plugins))
