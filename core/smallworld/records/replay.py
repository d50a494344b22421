"""Reading replays: every event is played again and compared with what the game says (formats 4).

Whoever reads hands in how a game begins (:func:`smallworld.game.new_game`), so that
this module needs to know no more of games than their public face.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld.content.load import load_boards
from smallworld.content.replay_checks import MAX_LINE
from smallworld.editions import load_variant
from smallworld.errors import ActionError, ReplayError, SmallWorldError
from smallworld.model.board import BoardFile
from smallworld.model.content import Variant
from smallworld.plugins import Plugins, default_plugins
from smallworld.records.writing import FORMAT, Recorder, dumps, header, line_of, lines, result
from smallworld.rules.given import Given, GivenPlayer, GivenRace

if TYPE_CHECKING:
    from smallworld.game import Game

Begin = Callable[..., "Game"]
"""How a game begins: :func:`smallworld.game.new_game`."""
Watch = Callable[["Game", str, "Game"], None]
"""Told of every action that was played again: the game before it, the action, the game after it."""
_variants: dict[tuple[int, str, str], Variant] = {}
BYTE_ORDER_MARK = "\ufeff"


def loads(text: str, begin: Begin, *, plugins: Plugins | None = None, folder: str | None = None) -> Game:
    """The game of a replay, played again to its last whole line.

    :raises ReplayError: it is damaged, or it does not verify; the sentence names the line.
    """
    return Reader(text, begin, plugins=plugins, folder=folder).game


class Reader:
    """A replay that is read and played again.

    :ivar game: the game after the last event.
    :ivar head: the header. :ivar whole: bytes of the text up to the end of its last whole line.
    :ivar finished: the text ends with a result. :ivar recorded: events that are written down.
    """

    def __init__(
        self, text: str, begin: Begin, *, plugins: Plugins | None = None, folder: str | None = None,
        watch: Watch | None = None,
    ) -> None:  # fmt: skip
        self._new_game = begin
        self._watch = watch
        self.plugins = plugins or default_plugins()
        self.folder = folder
        self.finished = False
        rows = self._rows(text)
        if not rows:
            raise ReplayError('line 1: there is no header; a replay begins with a line {"replay": 1, …}')
        self.head = self._header(rows[0][1])
        self.events = rows[1:]
        self.recorded = sum(1 for _, event in self.events if "do" in event or "chance" in event)
        self.game = self._begin()
        self._play()

    def _rows(self, text: str) -> list[tuple[int, dict[str, Any]]]:
        """Line numbers and their objects; a torn last line is dropped."""
        rows: list[tuple[int, dict[str, Any]]] = []
        pieces = text.split("\n")
        torn = pieces.pop() if pieces[-1] else ""
        self.whole = len(text.encode()) - len(torn.encode())
        for number, line in enumerate(pieces, 1):
            if line.strip():
                # Some editors begin a file with a byte order mark; it is no part of the header.
                rows.append((number, _object(line.removeprefix(BYTE_ORDER_MARK), number)))
        return rows

    def _header(self, head: dict[str, Any]) -> dict[str, Any]:
        if head.get("replay") != FORMAT:
            raise ReplayError(f'line 1: this is no replay of format {FORMAT}; its header has no "replay": {FORMAT}')
        if "for" in head:
            raise ReplayError("line 1: this replay was made for one player and lacks what he could not see")
        for key, kind in (("variant", str), ("players", list), ("boards", list), ("options", dict), ("seed", int)):
            if not isinstance(head.get(key), kind):
                raise ReplayError(f"line 1: {key!r} is missing or of the wrong kind in the header")
        return head

    def _begin(self) -> Game:
        head = self.head
        try:
            variant = _variant(head, self.plugins)
        except SmallWorldError as error:
            raise ReplayError(f"line 1: {_first_line(error)}") from None
        if head.get("digest") and head["digest"] != variant.digest:
            remedy = f"play on with version {head.get('program', '?')} of the program, or with the files as they were"
            raise ReplayError(f"line 1: variant {head['variant']!r} has changed since this game was recorded; {remedy}")
        try:
            game = self._new_game(
                variant, head["players"], seed=head["seed"], options=head["options"], plugins=self.plugins,
                board=self._boards(variant) if head.get("named") else None,
                given=_given(head["given"]) if "given" in head else None,
                script=_script(event for _, event in self.events),
            )  # fmt: skip
        except SmallWorldError as error:
            raise ReplayError(f"line 1: {error}") from None
        if list(game.origin["board"]) != head["boards"]:
            raise ReplayError(f"line 1: the header names the boards {', '.join(map(str, head['boards']))}, "
                              f"but the game is set up on {', '.join(game.origin['board'])}")  # fmt: skip
        if isinstance(head.get("seats"), dict):
            game.origin = {**game.origin, "seats": head["seats"]}
        return game

    def _boards(self, variant: Variant) -> list[str | BoardFile]:
        """Boards that were named when the game began; those that are not the variant's come from a folder."""
        names = [str(name) for name in self.head["boards"]]
        folder = self.folder or self.head.get("folder")
        missing = [name for name in names if name not in variant.board_files]
        extra = load_boards(Path(str(folder)), missing) if missing and folder else {}
        return [extra.get(name, name) for name in names]

    def _play(self) -> None:
        """Apply every action, then compare all that happened with what is written."""
        for number, event in self.events:
            if self.finished:
                raise ReplayError(f"line {number}: something follows the result")
            if "do" in event:
                self._apply(number, event)
            elif "chance" not in event:
                self._compare()
                self._check_result(number, event)
        self._compare()
        self.game.position.script = {}

    def _apply(self, number: int, event: Mapping[str, Any]) -> None:
        by, action = event.get("by"), event["do"]
        if by != self.game.to_move:
            self._compare()
            raise ReplayError(f"line {number}: it is {self.game.to_move or 'nobody'}'s decision, not {by}'s")
        before = self.game.copy() if self._watch is not None else self.game
        try:
            self.game.apply(str(action))
        except (ActionError, ReplayError) as error:
            self._compare()
            raise ReplayError(f"line {number}: {error}") from None
        if self._watch is not None:
            self._watch(before, str(action), self.game)

    def _compare(self) -> None:
        """What the game logged must be what the record says, event by event."""
        log = self.game.log
        recorded = [(number, event) for number, event in self.events if "do" in event or "chance" in event]
        for index, (number, event) in enumerate(recorded):
            if index >= len(log):
                if "chance" in event:
                    raise ReplayError(f"line {number}: {line_of(event)} is not asked for here")
                return
            if log[index] != event:
                raise ReplayError(
                    f"line {number}: the record says {line_of(event)}, the game says {line_of(log[index])}"
                )

    def _check_result(self, number: int, event: Mapping[str, Any]) -> None:
        self.finished = True
        if not self.game.over:
            raise ReplayError(f"line {number}: there is a result, but the game is not over")
        if event != result(self.game):
            raise ReplayError(
                f"line {number}: the result is {line_of(event)}, the game ends with {line_of(result(self.game))}"
            )


def _variant(head: Mapping[str, Any], plugins: Plugins) -> Variant:
    """The variant of a header; one whose content hash is known is not read from its files again."""
    key = (id(plugins), head["variant"], str(head.get("digest")))
    if key not in _variants:
        if len(_variants) > 16:
            _variants.clear()
        variant = load_variant(head["variant"], plugins=plugins)
        if variant.digest != head.get("digest"):
            return variant
        _variants[key] = variant
    return _variants[key]


def _first_line(error: SmallWorldError) -> str:
    """An error as one sentence; a file with many mistakes is named with the first of them."""
    first, *more = str(error).splitlines() or [""]
    return f"{first} (and {len(more)} more)" if more else first


def _object(line: str, number: int) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise ReplayError(f"line {number}: a line of {len(line)} characters is not of a replay")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        help_for = "is it a game that was saved with --save?" if number == 1 else "restore the file from a copy"
        raise ReplayError(f"line {number}: this is not a line of JSON; {help_for}") from None
    if not isinstance(value, dict):
        raise ReplayError(f"line {number}: expected an object in braces")
    return value


def _script(events: Iterator[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """What chance decided, by kind, in order."""
    script: dict[str, list[Any]] = {}
    for event in events:
        if "chance" in event:
            script.setdefault(str(event["chance"]), []).append(event.get("result"))
    return script


def _given(data: Mapping[str, Any]) -> Given:
    """A position from the header."""

    def race(entry: Mapping[str, Any] | None) -> GivenRace | None:
        return GivenRace(**entry) if entry else None

    try:
        players = {
            name: GivenPlayer(p["coins"], race(p["active"]), tuple(GivenRace(**r) for r in p["decline"]))
            for name, p in data["players"].items()
        }
        values = {**data, "players": players, "column": tuple(tuple(entry) for entry in data["column"])}
        values["relics"] = {r: tuple((relic, up) for relic, up in found) for r, found in data["relics"].items()}
        return Given(**values)
    except (TypeError, KeyError, ValueError, AttributeError):
        raise ReplayError("line 1: the position in the header cannot be read") from None


def read(path: Path, begin: Begin, *, plugins: Plugins | None = None, watch: Watch | None = None) -> Reader:
    """Read a replay file.

    :param watch: told of every action.

    :raises ReplayError: it cannot be read or does not verify; the sentence names file and line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ReplayError(f"{path}: this is not UTF-8 text, so it is no replay") from None
    except OSError as error:
        raise ReplayError(f"{path}: cannot read this file: {(error.strerror or str(error)).lower()}") from None
    try:
        return Reader(text, begin, plugins=plugins, watch=watch)
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None


__all__: Sequence[str] = ("Reader", "Recorder", "dumps", "header", "lines", "loads", "read", "result")
