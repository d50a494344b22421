"""Write the record of a game, and leave out what a seat may not see.

A record needs no random numbers: it holds every result of chance.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from smallworld.errors import ReplayError
from smallworld.events import Decided, Event, Said
from smallworld.languages import lazy
from smallworld.model.aliases import Player
from smallworld.model.board import board_content
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.tools import sealed_answers
from smallworld.versions import __version__
from smallworld_editions.editions import is_shipped
from smallworld_records.record_lines import CHAINED, FORMAT, Chain

if TYPE_CHECKING:
    from smallworld.game import Game


HIDDEN = frozenset({"banners", "badges", "relics", "secrets"})
"""Kinds of chance with results that nobody sees at once: the order of stacks, face-down relics."""


def without_hidden(events: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the events without the results that stay face down."""
    for event in events:
        if event.get("chance") in HIDDEN:
            yield {"chance": event["chance"], "result": None}
        else:
            yield dict(event)


def visible(event: Event, seat: Player) -> Event:
    """Return an event as a player sees it; the engine's own are never for a person or a bot.

    Coins are paid openly, relics with an event are face up, and a sealed answer has no action yet. So only results
    of chance that nobody sees at once are left out.

    :param seat: the player; -1 for a spectator.
    """
    if isinstance(event, Decided) and event.kind in HIDDEN:
        return event._replace(result=None)
    if isinstance(event, Said) and event.only >= 0 and event.only != seat:
        return event._replace(sentence="", fields={})
    return event


# --- writer of replays: a header, every event in order, at last the result, as JSON Lines (formats 4)


def header(game: Game) -> dict[str, Any]:
    """Return everything that a replay needs to begin the same game, without any other file."""
    origin = game.origin
    head: dict[str, Any] = {
        "replay": FORMAT,
        "program": __version__,
        "variant": game.variant.id,
        "digest": game.variant.digest,
        "plugins": _versions(game),
        "boards": list(origin["board"]),
        "players": list(game.players),
        "named": bool(origin["named"]),
        "options": dict(origin["options"]),
        "seed": origin["seed"],
    }
    if origin.get("given") is not None:
        head["given"] = asdict(origin["given"])
    if origin.get("seats"):
        head["seats"] = _seats(origin["seats"])
    return head | dict(_content(game))


def _versions(game: Game) -> dict[str, str]:
    """Return the plugins that the variant needs, with their versions."""
    plugins: Plugins = game.origin.get("loaded") or default_plugins()
    used = {name: plugins.plugin(name) for name in game.variant.plugins}
    return {name: plugin.version if plugin is not None else "" for name, plugin in used.items()}


def _content(game: Game) -> Iterator[tuple[str, Any]]:
    """Yield the content that does not come with the program: the edition, and boards of other files."""
    variant = game.variant
    if variant.content and not is_shipped(variant):
        yield "edition", variant.content
    faces = game.state.board.faces
    foreign = {face.id: board_content(face) for face in faces if variant.board_files.get(face.id) != face}
    if foreign:
        yield "board_files", foreign


def _seats(seats: Mapping[str, str]) -> dict[str, str]:
    """Return players and their bots; a program that plays is named without its folder and parameters."""
    return {name: _program(kind) if "/" in kind else kind for name, kind in seats.items()}


def _program(kind: str) -> str:
    parts = kind.split()
    return f"./{parts[0].rpartition('/')[2]}" if parts else "./"


def result(game: Game) -> dict[str, Any]:
    """Return the last line of a finished game."""
    return {"result": {"winners": game.winners(), "scores": game.scores()}}


def lines(game: Game, player: str | None = None, *, chained: bool = False) -> Iterator[str]:
    """Yield the lines of the game's replay.

    :param player: leave out the events that this player could not see.
    :param chained: declare in the header that each line will be sealed, see :mod:`smallworld_records.record_lines`.
    """
    head = header(game) | ({CHAINED: True} if chained else {})
    if player is not None:
        head = {key: value for key, value in head.items() if key not in ("seed", "given")} | {"for": player}
    yield line_of(head)
    for event in _seen_by(game, player) if player is not None else game.log:
        yield line_of(event)
    if game.over:
        yield line_of(result(game))


def _seen_by(game: Game, player: str) -> Iterator[dict[str, Any]]:
    """Yield the events that a player could see; a sealed answer of another player is null until it is carried out."""
    events = list(without_hidden(game.log))
    answers = [event for event in events if "do" in event]
    for event, _ in zip(reversed(answers), sealed_answers(game.state), strict=False):
        if event["by"] != player:
            event["do"] = None
    yield from events


def dumps(game: Game) -> str:
    """Write a game as text, each line with its checksum, as in a save.

    :raises ReplayError: the game was imagined from a view; it has no true beginning.
    """
    if game.origin.get("imagined"):
        raise ReplayError(lazy("an imagined game has no record; save the real one"))
    seal = Chain().seal
    return "".join(f"{seal(line)}\n" for line in lines(game, chained=True))


def line_of(value: Mapping[str, Any]) -> str:
    """Write one line of a record, without its end."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
