"""Reading saved games and replays: the header sets up the game, every event is played again and compared with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld import PlayerPosition, PositionSpec, RacePosition
from smallworld.errors import ActionError, ChanceError, ReplayError, SaveError, SmallWorldError
from smallworld.languages import N_, lazy, lazy_join, lazy_n
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.tools import recorded_chances
from smallworld.versions import DISTRIBUTION, pip_install
from smallworld_editions.editions import recorded_variant
from smallworld_editions.form import check_record_line
from smallworld_editions.load import embedded_board
from smallworld_editions.problem import Range
from smallworld_editions.reading.documents import Document
from smallworld_records.record_lines import FORMAT, explain_newer_format, line_of, read_rows, result
from smallworld_records.save_file import SaveFile, read_save

if TYPE_CHECKING:
    from smallworld.game import Game

Begin = Callable[..., "Game"]
"""The function that sets up a game: :func:`smallworld.game.new_game`."""
Watch = Callable[["Game", str, "Game"], None]
"""Receives every action that is played again, between the game before it and the game after it."""


def loads(text: str | bytes, begin: Begin, *, plugins: Plugins | None = None, variant: Variant | None = None) -> Game:
    """Read a replay and play its game again, up to the last whole line.

    :param variant: play it with this edition.
    :raises ReplayError: the replay is damaged or does not verify; the sentence names the line.
    """
    return Reader(text, begin, plugins=plugins, variant=variant).game


class Reader:
    """A replay that is read and played again.

    :param variant: play it with this edition instead of that of the header.
    :param boards: boards that take the place of those with the same id.
    :param last_line: read no further than this line.
    """

    def __init__(
        self, text: str | bytes, begin: Begin, *, plugins: Plugins | None = None, variant: Variant | None = None,
        boards: Iterable[BoardFile] = (), last_line: int | None = None, watch: Watch | None = None,
    ) -> None:  # fmt: skip
        self._watch = watch
        self.plugins = plugins or default_plugins()
        self.finished = False
        """The replay ends with a result."""
        self.warnings: list[str] = []
        """Sentences about differences that changed no action and no result."""
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        self.size = len(data)
        """Bytes of the text."""
        self.rows = read_rows(data, last_line)
        """The lines and their ends."""
        if not self.rows.events:
            raise ReplayError(lazy('line 1: the header is missing; a replay begins with a line {"replay": 1, …}'))
        (_, self.head), *self.events = self.rows.events
        check_header(self.head)
        self._needed: Mapping[str, str] = self.head.get("plugins", {})
        if variant is None:
            require_plugins(self._needed, self.plugins)
            variant = variant_of_header(self.head, self.plugins)
        self._compare_editions(variant)
        try:
            self.game = self._begin(begin, variant, boards)
            if watch is not None:
                self.game.listen()
            self._play()
        except ReplayError as error:
            raise self._with_reasons(error, variant) from None

    def _begin(self, begin: Begin, variant: Variant, boards: Iterable[BoardFile]) -> Game:
        """Set up the recorded game."""
        try:
            return begin_recorded_game(
                self.head, (event for _, event in self.events), begin, variant=variant, plugins=self.plugins,
                boards={board.id: board for board in boards},
            )  # fmt: skip
        except ChanceError as error:
            raise ReplayError(
                lazy("line {number}: {error}", number=self._line_of_chance(error, 1), error=error.sentence)
            ) from None

    def _with_reasons(self, error: ReplayError, variant: Variant) -> ReplayError:
        """Return the error with what explains it: another edition, versions of plugins."""
        recorded = self.head["variant"]
        if variant.id != recorded:
            sentence = N_(
                "this game was recorded with the edition {recorded!r} and cannot be played with {variant!r} "
                "({reason}); name files of {recorded!r} with --variant, or leave it out"
            )
            return ReplayError(lazy(sentence, recorded=recorded, variant=variant.id, reason=error.sentence))
        return ReplayError(lazy_join("; ", [error.sentence, *self._explanations(error.sentence)]))

    def _explanations(self, sentence: str) -> Iterator[str]:
        """Yield what has changed since the game was recorded, and how far it can be read."""
        changes = list(version_changes(self._needed, self.plugins))
        yield from (*self.warnings, *changes)
        line = re.match(r"line (\d+):", sentence)
        if line is not None and int(line[1]) > 2 and (changes or self.warnings):
            yield lazy("--up-to {number} reads the lines before", number=int(line[1]) - 1)

    @property
    def whole(self) -> int:
        """Bytes of the text up to the end of the last whole line."""
        return self.rows.ends[-1]

    def _compare_editions(self, variant: Variant) -> None:
        """Warn of an edition with another hash than that of the header; the events show whether it matters."""
        digest = self.head.get("digest")
        if variant.id != self.head["variant"]:
            sentence = N_("this game was recorded with the edition {recorded!r}, not {variant!r}")
            self.warnings.append(lazy(sentence, recorded=self.head["variant"], variant=variant.id))
        elif digest and digest != variant.digest:
            sentence = N_(
                "variant {variant!r} has changed since this game was recorded with version {version} of the "
                "program; --variant PATH plays it with other files"
            )
            self.warnings.append(lazy(sentence, variant=variant.id, version=self.head.get("program", "?")))

    def _play(self) -> None:
        """Apply every action, then compare everything that happened with the record."""
        for number, event in self.events:
            if self.finished:
                raise ReplayError(lazy("line {number}: something follows the result", number=number))
            if "do" in event:
                self._apply(number, event)
            elif "chance" not in event:
                self._compare()
                self._check_result(number, event)
        self._compare()
        self.game.state.script = {}

    def _apply(self, number: int, event: Mapping[str, Any]) -> None:
        """Apply the action of a line."""
        by, action = event.get("by"), event["do"]
        if by != self.game.to_move:
            self._compare()
            sentence = N_("line {number}: it is {player}'s decision, not {by}'s")
            raise ReplayError(lazy(sentence, number=number, player=self.game.to_move or "nobody", by=by))
        before, action = self.game, str(action)
        try:
            if self._watch is None:
                self.game.apply(action)
            else:
                self.game = self.game.after(action)
        except SmallWorldError as error:
            if isinstance(error, ActionError | ReplayError):
                self._compare()
            if isinstance(error, ChanceError):
                number = self._line_of_chance(error, number)
            raise ReplayError(lazy("line {number}: {error}", number=number, error=error.sentence)) from None
        except Exception as error:
            if "given" not in self.head:
                raise
            # Abilities read the memory of a given position; values that they cannot use are an error of the header.
            sentence = N_("line {number}: the position in the header cannot be played on ({error})")
            raise ReplayError(lazy(sentence, number=number, error=type(error).__name__)) from None
        if self._watch is not None:
            self._watch(before, action, self.game)

    def _line_of_chance(self, error: ChanceError, after: int) -> int:
        """Return the line of a result of chance that cannot be, the first such one after a line; else that line."""
        for number, event in self.events:
            if number > after and event.get("chance") == error.kind:
                result = event.get("result")
                if error.result in (result, tuple(result) if isinstance(result, list) else result):
                    return number
        return after

    def _compare(self) -> None:
        """Compare the log of the game with the record, event by event."""
        log = self.game.log
        recorded = [(number, event) for number, event in self.events if "do" in event or "chance" in event]
        for index, (number, event) in enumerate(recorded):
            if index >= len(log):
                if "chance" in event:
                    sentence = N_("line {number}: {event} is not asked for here")
                    raise ReplayError(lazy(sentence, number=number, event=line_of(event)))
                return
            if log[index] != event:
                lines = {"event": line_of(event), "expected": line_of(log[index])}
                sentence = N_("line {number}: the record has {event}, but the game has {expected}")
                raise ReplayError(lazy(sentence, number=number, **lines))

    def _check_result(self, number: int, event: Mapping[str, Any]) -> None:
        self.finished = True
        if not self.game.over:
            raise ReplayError(lazy("line {number}: there is a result, but the game is not over", number=number))
        if event != result(self.game):
            lines = {"event": line_of(event), "expected": line_of(result(self.game))}
            sentence = N_("line {number}: the result is {event}, the game ends with {expected}")
            raise ReplayError(lazy(sentence, number=number, **lines))


def read(source: Path | SaveFile, begin: Begin, **options: Any) -> Reader:
    """Read a replay file.

    :param source: its path; or the open save of a game that continues.
    :param options: as for :class:`Reader`.
    :raises ReplayError: the file cannot be read or does not verify; the sentence names file and line.
    """
    path = source if isinstance(source, Path) else source.path
    try:
        data = read_save(source) if isinstance(source, Path) else source.read()
    except SaveError as error:
        raise ReplayError(str(error)) from None
    try:
        return Reader(data, begin, **options)
    except ReplayError as error:
        raise ReplayError(lazy("{path}: {error}", path=path, error=error)) from None


# --- headers of records: check them, load the edition, set up the game


def require_plugins(recorded: Mapping[str, str], plugins: Plugins) -> None:
    """Refuse a record of a game with plugins that cannot be used here.

    :raises ReplayError: with the plugin, its version and the command that installs it.
    """
    for name, version in recorded.items():
        plugin = plugins.plugin(name)
        needed = lazy("this game needs the plugin {plugin}", plugin=f"{name} {version}".rstrip())
        if plugin is None:
            sentence = N_("line 1: {needed}, which is not installed; {install}, or name it with --plugin")
            raise ReplayError(lazy(sentence, needed=needed, install=_install(name, version, plugins)))
        lack = plugins.lacks(name)
        if lack is not None:
            raise ReplayError(lazy_join("; ", [lazy("line 1: {problem}", problem=needed), *lack]))


def version_changes(recorded: Mapping[str, str], plugins: Plugins) -> Iterator[str]:
    """Yield a sentence for each plugin with another version than that of the record."""
    for name, version in recorded.items():
        plugin = plugins.plugin(name)
        if plugin is not None and version and plugin.version and plugin.version != version:
            values = {"version": version, "present": plugin.version, "install": _install(name, version, plugins)}
            yield lazy(
                "the plugin {plugin} was {version} in this game and is {present} here: {install}",
                plugin=name, **values,
            )  # fmt: skip


def _install(name: str, version: str, plugins: Plugins) -> str:
    """Return the command that installs a version of a plugin."""
    plugin = plugins.plugin(name)
    built_in = plugin is not None and plugin.source == "built-in"
    package = DISTRIBUTION if built_in else (plugin.distribution if plugin is not None else "") or name
    package = package.replace("_", "-")
    return pip_install(f"{package}=={version}" if version else package)


def check_header(head: Mapping[str, Any]) -> None:
    """Refuse a header that is not complete, or has values of a wrong kind.

    :raises ReplayError: the header is wrong; the sentence names the key.
    """
    newer = explain_newer_format(head)
    if newer is not None:
        raise ReplayError(lazy("line 1: {problem}", problem=lazy_join("; ", newer)))
    if head.get("replay") != FORMAT or isinstance(head["replay"], bool):
        raise ReplayError(
            lazy('line 1: this is not a replay of format {format}; its header lacks "replay": {format}', format=FORMAT)
        )
    if "for" in head:
        raise ReplayError(lazy("line 1: this replay was made for one player and lacks everything hidden from them"))
    for problem in check_record_line(Document(dict(head), "header", "", Range.at(1, 1)), "header"):
        raise ReplayError(lazy("line 1: {problem}", problem=lazy_join("; ", [problem.message, problem.hint])))
    if not isinstance(head["seed"], int):  # 1e9 is an integer to a schema
        raise ReplayError(lazy("line 1: the seed must be a whole number, not {seed}", seed=head["seed"]))


def variant_of_header(head: Mapping[str, Any], plugins: Plugins) -> Variant:
    """Return the edition of a header.

    :raises ReplayError: the edition does not exist, or its content has errors.
    """
    name, content = head["variant"], head.get("edition")
    if content is None and ("/" in name or "\\" in name):
        raise ReplayError(
            lazy("line 1: the header names its edition by a path, {name!r}; name it with --variant PATH", name=name)
        )
    try:
        return recorded_variant(name, content, plugins=plugins)
    except SmallWorldError as error:
        raise ReplayError(lazy("line 1: {reason}", reason=_first_line(error))) from None


def begin_recorded_game(
    head: Mapping[str, Any], events: Iterable[Mapping[str, Any]], begin: Begin, *, variant: Variant, plugins: Plugins,
    boards: dict[str, BoardFile],
) -> Game:  # fmt: skip
    """Set up the game of a header; chance decides as the events record it.

    :param boards: boards that take the place of those of the same id.
    :raises ReplayError: the game cannot be set up. :raises ChanceError: because of a recorded result of chance.
    """
    unused = sorted(set(boards) - set(head["boards"]))
    if unused:
        sentence = N_("line 1: this game is not played on board {board!r}, but on {boards}")
        raise ReplayError(lazy(sentence, board=unused[0], boards=", ".join(head["boards"])))
    try:
        faces = {name: embedded_board(name, data) for name, data in head.get("board_files", {}).items()} | boards
        game = begin(
            variant, head["players"], seed=head["seed"], options=head["options"], plugins=plugins,
            board=[faces.get(name, name) for name in head["boards"]] if head.get("named") or faces else None,
            given=_read_position(head["given"]) if "given" in head else None, script=recorded_chances(events),
        )  # fmt: skip
    except ChanceError:
        raise
    except SmallWorldError as error:
        raise ReplayError(lazy("line 1: {reason}", reason=_first_line(error))) from None
    except Exception as error:
        if "given" not in head:
            raise
        # Abilities read the memory of a given position; values that they cannot use are an error of the header.
        raise ReplayError(
            lazy("line 1: the position in the header cannot be used ({error})", error=type(error).__name__)
        ) from None
    on_table = list(game.origin["board"])
    if on_table != head["boards"]:
        sentence = N_("line 1: the header names the boards {boards}, but the game is set up on {others}")
        raise ReplayError(lazy(sentence, boards=", ".join(head["boards"]), others=", ".join(on_table)))
    seats = {"seats": head["seats"]} if head.get("seats") else {}
    game.origin = {**game.origin, "named": bool(head.get("named")), **seats}
    return game


def _first_line(error: SmallWorldError) -> str:
    """Write an error as one sentence: of a file with many errors the first one."""
    first, *more = str(error).splitlines() or [""]
    if not more:
        return error.sentence
    return lazy_n("{problem} (and {count} more)", "{problem} (and {count} more)", len(more), problem=first)


def _read_position(data: Mapping[str, Any]) -> PositionSpec:
    """Read the position of a header."""

    def race(entry: Mapping[str, Any] | None) -> RacePosition | None:
        return RacePosition(**entry) if entry else None

    try:
        players = {
            name: PlayerPosition(p["coins"], race(p["active"]), tuple(RacePosition(**r) for r in p["decline"]))
            for name, p in data["players"].items()
        }
        values = {**data, "players": players, "column": tuple(tuple(entry) for entry in data["column"])}
        values["closed"] = tuple((first, second) for first, second in data.get("closed", ()))
        values["relics"] = {
            region: tuple((relic, face_up) for relic, face_up in relics) for region, relics in data["relics"].items()
        }
        return PositionSpec(**values)
    except (TypeError, KeyError, ValueError, AttributeError):
        raise ReplayError(lazy("line 1: the position in the header cannot be read")) from None
