"""Play with a draft: trial games, scenarios and tests made of moves, games of bots that estimate a race or a power."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from smallworld import new_game
from smallworld.errors import SmallWorldError, UnknownName
from smallworld.game import Game
from smallworld.languages import ENGLISH, _, for_reader
from smallworld.model.variant import Variant
from smallworld.tools import position_text
from smallworld_bots.bot_description import new_seed
from smallworld_editions.discovery import find_variants
from smallworld_editions.language_files import texts_data
from smallworld_editions.reading.documents import Document, mapping_of
from smallworld_editions.reading.reader import read
from smallworld_records.saved_game_reader import Reader
from smallworld_studio.draft_files import LANGUAGES, SCENARIOS, VARIANT, difference
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_studio.jobs.wishes import edit_data
from smallworld_testing.scenario_runner import Library, run_document
from smallworld_validate.text_edits.layout import write_flow, write_scalar

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
"""Names of the seats of a trial."""


def trial(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Set up a game; the race or power of ``race`` and ``power`` is on top of the column.

    :return: the record, and the names of the players.
    :raises SmallWorldError: the draft has errors, or no game can begin so.
    """
    variant = _with_languages(folder, folder.variant(), str(request.get("language", ENGLISH)))
    players = list(NAMES[: _players(variant, request)])
    board = request.get("board") or None
    if board is not None and board not in variant.board_files:
        raise SmallWorldError(_("the edition has no board {board!r}", board=str(board)[:60]))
    script = _script(variant, request)
    game = new_game(variant, players, seed=new_seed(), board=board, script=script, plugins=folder.plugins)
    return {"record": game.dumps(), "players": players}


def _with_languages(folder: DraftFolder, variant: Variant, reader: str) -> Variant:
    """Put the texts in the languages of the draft and of its author into the content, which the record then has."""
    codes = {name.removeprefix(LANGUAGES).removesuffix(".yaml") for name in folder.files if name.startswith(LANGUAGES)}
    texts = {code: texts_data(variant.translations(code)) for code in sorted({*codes, reader} - {ENGLISH})}
    return replace(variant, content={**variant.content, "languages": texts})


def _players(variant: Variant, request: Mapping[str, Any]) -> int:
    """Return the number of players: the one asked for, or that of the board, or the smallest."""
    number = request.get("players")
    face = variant.board_files.get(str(request.get("board")))
    possible = sorted(variant.rounds)
    if isinstance(number, int) and not isinstance(number, bool) and 0 < number <= len(NAMES):
        return number
    return next((count for count in (face.players if face else ()) if count in possible), possible[0])


def _script(variant: Variant, request: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """Return results of chance with which a race or a power is on top of the column."""
    script = {}
    for key, kind, names in (("race", "banners", variant.races), ("power", "badges", variant.powers)):
        first = request.get(key)
        if first in names:
            rest = [name for name in names if name != first]
            random.shuffle(rest)
            script[kind] = [[str(first), *rest]]
    return script


# --- scenarios: run them all


MOST_TESTS = 200
"""Scenarios that are run."""


def run_tests(folder: DraftFolder, _request: Mapping[str, Any]) -> dict[str, Any]:
    """Run all scenarios; return for each whether it passed, and the differences if it did not."""
    library = Library((), folder.plugins)
    names = {".", VARIANT, *find_variants(tuple(folder.plugins.variants))}
    results: list[dict[str, Any]] = []
    for file in sorted(folder.files):
        if file.endswith(".scenario.yaml"):
            for document in folder.documents(file)[: MOST_TESTS - len(results)]:
                results.append(_result(document, file, library, names))
    return {"results": results}


def _result(document: Document, file: str, library: Library, names: set[str]) -> dict[str, Any]:
    data = mapping_of(document.data)
    if data.get("variant") in names:
        failure = _failure(document, library)
    else:  # a path leads to files of others
        failure = _("a test names the edition of the draft, '.', or an installed one")
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
    written, failure, library = "", "", Library((), folder.plugins)
    for start in reversed(starts[-MOST_TURNS:]):
        first = Reader("\n".join([head, *lines[:start], ""]), new_game, plugins=folder.plugins).game
        written = _written(name, game, first, events[start:], expected)
        documents, problems = read(written, SCENARIOS)
        failure = _failure(documents[0], library) if documents else str(problems[-1].message)
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
    place = position_text(first.state).replace(" ", "\xa0").replace(",\xa0", ", ")  # lines end behind a comma
    rows = wrap(place, 100, break_long_words=False, break_on_hyphens=False)
    lines += ["position: >-", *(f"  {row}".replace("\xa0", " ") for row in rows)]
    kinds = (("dice", "die"), ("draws", "draw"))
    lines += [f"{key}: {write_flow(chances[kind])}" for key, kind in kinds if chances[kind]]
    lines += ["steps:", *(f"  - {write_scalar(event['do'], in_flow=False)}" for event in moves if "do" in event)]
    if expected:
        lines += ["  - expect:", *(f"      {key}: {write_flow(value)}" for key, value in expected.items())]
    return "\n".join(lines) + "\n"


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
    for row in rows:
        name, _dot, inner = str(row["key"]).partition(".")
        if inner:
            expected.setdefault(name, {})[inner] = row["value"]
        else:
            expected[name] = row["value"]
    return expected


def _failure(document: Document, library: Library) -> str:
    """Return why a scenario fails; empty if it passes."""
    return for_reader(run_document(document, library, Path(document.name)).failure)


# --- how strong a race or a power is: games of bots, a few at a time, until the interval is narrow


GAMES = 20
"""Games of a batch; a batch takes less time than a job may."""
BOT = "greedy"
FEWEST = 50
"""Picks before the estimate may end."""
WITHIN = 0.04
"""Half the width of the interval of a win rate at which it ends."""


def games(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Play a batch of games; return the win rate less the even share in percent, and the sums for the next batch.

    ``values`` are the sums of the batches before: games, then count, sum and squares of wins and of even shares.

    :raises SmallWorldError: the edition has no such race or power, or the packages for statistics are missing.
    """
    kind, name = str(request.get("kind")), str(request.get("id"))
    variant = folder.variant()
    names = {"race": variant.races, "power": variant.powers}.get(kind)
    if names is None or name not in names:
        raise UnknownName("race or power", name[:60], [*variant.races, *variant.powers])
    try:
        from smallworld_lab.analysis.aggregate import Aggregate, Group, flat
        from smallworld_lab.analysis.stats import Moments
        from smallworld_lab.api import play
    except ImportError:
        raise SmallWorldError(_("this server has no packages for statistics, so it plays no games")) from None
    seed = int(request.get("batch", 0)) + 1
    rows = play(VARIANT, BOT, GAMES, seed, players=min(variant.rounds), plugins=folder.plugin_names)
    results = Aggregate()
    results.add(flat(rows), (kind,))
    played, *sums = [float(value) for value in request.get("values") or [0.0] * 7]
    won, even = Moments(int(sums[0]), *sums[1:3]), Moments(int(sums[3]), *sums[4:6])
    one = results.groups[kind].get((name,))
    if one is not None:
        won, even = won.plus(one.values["won"]), even.plus(one.values["even"])
    played += results.games
    lift = Group({"won": won, "even": even}).lift() if won.n else None
    return {
        "games": int(played), "picked": won.n, "values": [played, *won, *even],
        "mean": round(100 * lift.value, 1) if lift else None,
        "low": round(100 * lift.low, 1) if lift else None, "high": round(100 * lift.high, 1) if lift else None,
        "done": lift is not None and won.n >= FEWEST and lift.high - lift.low <= 2 * WITHIN,
    }  # fmt: skip
