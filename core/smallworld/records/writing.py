"""Writing replays: a header, every event in order, at last the result, as JSON Lines (formats 4).

A record needs no random numbers: what chance decided stands in it. The file is written
line by line while the game goes on, so that a crash loses nothing but a torn last line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from smallworld.content.find import find_variants
from smallworld.errors import ReplayError
from smallworld.plugins import Plugins, default_plugins
from smallworld.records.hidden import without_hidden
from smallworld.versions import __version__

if TYPE_CHECKING:
    from smallworld.game import Game
    from smallworld.records.replay import Reader

FORMAT = 1


def header(game: Game) -> dict[str, Any]:
    """What a replay needs to begin the same game."""
    origin = game.origin
    head: dict[str, Any] = {
        "replay": FORMAT,
        "program": __version__,
        "variant": _name(game),
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
        head["seats"] = dict(origin["seats"])
    if origin.get("folder"):
        head["folder"] = origin["folder"]
    return head


def _versions(game: Game) -> dict[str, str]:
    """The plugins that the variant needs, with the versions that were there."""
    plugins = game_plugins(game)
    found = {name: plugins.plugin(name) for name in game.variant.plugins}
    return {name: plugin.version if plugin is not None else "" for name, plugin in found.items()}


def _name(game: Game) -> str:
    """How the variant is found again: its id, or the path of a file that is not installed."""
    variant = game.variant
    known = find_variants(game_plugins(game).variants)
    if variant.id in known or not variant.path:
        return variant.id
    return str(Path(variant.path).resolve())


def game_plugins(game: Game) -> Plugins:
    """The plugins with which a game was set up."""
    found: Plugins = game.origin.get("loaded") or default_plugins()
    return found


def result(game: Game) -> dict[str, Any]:
    """The last line of a finished game."""
    return {"result": {"winners": game.winners(), "scores": game.scores()}}


def lines(game: Game, player: str | None = None) -> Iterator[str]:
    """The lines of the game's replay.

    :param player: leave out what this player could not see.
    """
    head = header(game)
    if player is not None:
        head = {key: value for key, value in head.items() if key not in ("seed", "given")} | {"for": player}
    yield line_of(head)
    for event in without_hidden(game.log) if player is not None else game.log:
        yield line_of(event)
    if game.over:
        yield line_of(result(game))


def dumps(game: Game) -> str:
    """The game as text.

    :raises ReplayError: the game was imagined from a view; it has no true beginning.
    """
    if game.origin.get("imagined"):
        raise ReplayError("an imagined game has no record; save the real one")
    return "\n".join(lines(game)) + "\n"


def line_of(value: Mapping[str, Any]) -> str:
    """One line of a record, without its end."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


class Recorder:
    """Writes a game to a file while it is played; every event is on disk before the next decision.

    :param game: a game that has just begun, or one that was read from the same file.
    :param resumed: the reading of the file, when a game goes on.
    """

    def __init__(self, game: Game, path: Path, *, resumed: Reader | None = None) -> None:
        self.game, self.path = game, path
        self._written = 0
        self._over = False
        if resumed is None:
            _write_new(path, "\n".join(lines(game)) + "\n")
            self._stream: IO[str] = path.open("a", encoding="utf-8", newline="\n")
        else:
            self._stream = path.open("r+", encoding="utf-8", newline="\n")
            self._stream.seek(resumed.whole)
            self._stream.truncate()
        self._written = len(game.log) if resumed is None else resumed.recorded
        self._over = game.over if resumed is None else resumed.finished
        self.write()

    def write(self) -> None:
        """Append what has happened since the last call."""
        log = self.game.log
        new = [line_of(event) for event in log[self._written :]]
        if self.game.over and not self._over:
            new.append(line_of(result(self.game)))
            self._over = True
        if new:
            self._stream.write("".join(line + "\n" for line in new))
            self._stream.flush()
        self._written = len(log)

    def rewrite(self, game: Game) -> None:
        """Begin anew with a game whose last actions were taken back."""
        self._stream.close()
        self.game = game
        _write_new(self.path, "\n".join(lines(game)) + "\n")
        self._stream = self.path.open("a", encoding="utf-8", newline="\n")
        self._written, self._over = len(game.log), game.over

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _write_new(path: Path, text: str) -> None:
    """Write a whole file so that a crash leaves either the old one or the new one."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except OSError as error:  # told of the file that was asked for
        raise OSError(error.errno, error.strerror, str(path)) from None
