"""Headers of records: check them, load the edition, set up the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from smallworld import PlayerPosition, PositionSpec, RacePosition
from smallworld.errors import ChanceError, ReplayError, SmallWorldError
from smallworld.languages import N_, lazy, lazy_join, lazy_n
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins
from smallworld.tools import recorded_chances
from smallworld.versions import DISTRIBUTION, pip_install
from smallworld_editions.editions import recorded_variant
from smallworld_editions.form import check_record_line
from smallworld_editions.load import embedded_board
from smallworld_editions.problem import Range
from smallworld_editions.reading.documents import Document
from smallworld_records.record_lines import FORMAT, explain_newer_format

if TYPE_CHECKING:
    from smallworld.game import Game


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


# --- headers of records: check them, load the edition, set up the game


Begin = Callable[..., "Game"]
"""The function that sets up a game: :func:`smallworld.game.new_game`."""


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
    boards: Mapping[str, BoardFile],
) -> Game:  # fmt: skip
    """Set up the game of a header; chance decides as the events record it.

    :param boards: boards that take the place of those of the same id.
    :raises ReplayError: the game cannot be set up. :raises ChanceError: because of a recorded result of chance.
    """
    _require_boards(head, boards)
    faces = {**_recorded_boards(head), **boards}
    try:
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
    _require_faces(game, head["boards"])
    game.origin = {**game.origin, "named": bool(head.get("named"))}
    if head.get("seats"):
        game.origin = {**game.origin, "seats": head["seats"]}
    return game


def _require_faces(game: Game, names: list[str]) -> None:
    """Compare the boards on the table with those of the header."""
    on_table = list(game.origin["board"])
    if on_table != names:
        sentence = N_("line 1: the header names the boards {boards}, but the game is set up on {others}")
        raise ReplayError(lazy(sentence, boards=", ".join(names), others=", ".join(on_table)))


def _require_boards(head: Mapping[str, Any], boards: Iterable[str]) -> None:
    """Refuse boards on which the game is not played.

    :raises ReplayError: the header does not name one of them.
    """
    unused = sorted(set(boards) - set(head["boards"]))
    if unused:
        sentence = N_("line 1: this game is not played on board {board!r}, but on {boards}")
        raise ReplayError(lazy(sentence, board=unused[0], boards=", ".join(head["boards"])))


def _recorded_boards(head: Mapping[str, Any]) -> dict[str, BoardFile]:
    try:
        return {name: embedded_board(name, data) for name, data in head.get("board_files", {}).items()}
    except SmallWorldError as error:
        raise ReplayError(lazy("line 1: {reason}", reason=_first_line(error))) from None


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
