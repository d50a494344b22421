"""The lines of a record: their format and limits, their checksums, whether each is whole, and how they are written."""

from __future__ import annotations

import codecs
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from smallworld.errors import ReplayError
from smallworld.events import Decided, Event, Said
from smallworld.languages import N_, lazy, lazy_number
from smallworld.model.aliases import Player
from smallworld.model.board import board_content
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.tools import sealed_answers
from smallworld.versions import __version__
from smallworld_editions.editions import is_shipped

if TYPE_CHECKING:
    from smallworld.game import Game


FORMAT = 1
"""The version in the first line of a replay: ``{"replay": 1, …}``."""

MAX_LINE = 200_000
"""Characters; a longer line is not of a replay."""
MAX_HEADER = 2_000_000
"""Characters of the first line, which may hold a whole edition."""
MAX_REPLAY = 4_000_000
"""Largest replay in bytes; a long game of five takes about 60,000."""


def explain_newer_format(header: Mapping[str, Any]) -> tuple[str, str] | None:
    """Explain that a header is of a newer version of the format, with the remedy; None if it is not."""
    number = header.get("replay")
    if not isinstance(number, int) or number <= FORMAT:
        return None
    message = lazy(
        "this program reads replays of format {format}; this file has format {number}, which a newer program wrote",
        format=FORMAT, number=number,
    )  # fmt: skip
    return message, lazy("update the program")


def looks_like_replay(content: bytes) -> bool:
    """Return whether a file is JSON Lines rather than YAML."""
    start = content[:4000].decode("utf-8-sig", "replace").lstrip()[:2000]
    return start.startswith("{") and ('"replay"' in start.split("\n", 1)[0] or '"by"' in start)


def header_of(text: str) -> dict[str, Any]:
    """Return the header; empty if it cannot be read."""
    try:
        header = json.loads(text.split("\n", 1)[0][:MAX_HEADER])
    except (ValueError, RecursionError):
        return {}
    return header if isinstance(header, dict) else {}


# --- checksums that chain the lines of a save: each covers its line and all lines before it


CHAINED = "chained"
"""Key of the header by which a save declares that each of its lines ends with a checksum."""
CHECK = "check"
"""Key of the checksum, always the last one of its line."""

_SEAL = re.compile(r', "check": "([0-9a-f]{16})"\}')
_SEAL_LENGTH = len(', "check": "0123456789abcdef"}')


class Chain:
    """The checksums of successive lines.

    :param last: the checksum of the line before the first one; empty at the start of a save.
    """

    __slots__ = ("last",)

    def __init__(self, last: str = "") -> None:
        self.last = last
        """The checksum of the last line."""

    def seal(self, line: str) -> str:
        """Add a checksum to a line, a JSON object with at least one key."""
        self.last = _digest(self.last, line)
        return f'{line[:-1]}, "{CHECK}": "{self.last}"}}'

    def unseal(self, line: str) -> str | None:
        """Remove the checksum from a line; None if it is missing or wrong for this line after the lines before."""
        seal = _SEAL.fullmatch(line, max(0, len(line) - _SEAL_LENGTH))
        if seal is None:
            return None
        plain = line[:-_SEAL_LENGTH] + "}"
        if _digest(self.last, plain) != seal[1]:
            return None
        self.last = seal[1]
        return plain


def first_damaged(text: str) -> int | None:
    """Return the number of the first line of a save that its checksum does not fit.

    :returns: None if all lines are as they were written, or have no checksums.
    """
    header, chain = header_of(text), Chain()
    for number, line in enumerate(text.split("\n"), 1) if CHAINED in header or CHECK in header else ():
        if line.strip() and chain.unseal(line.removesuffix("\r")) is None:
            return number
    return None


def _digest(previous: str, line: str) -> str:
    return hashlib.sha256(f"{previous}\n{line}".encode()).hexdigest()[:16]


# --- split the bytes of a record into lines, and check each for damage


SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character of UTF-16: no text in UTF-8 can hold it."""
_DECODER = json.JSONDecoder()


@dataclass(slots=True)
class Rows:
    """The whole lines of a record; a torn last line is left out."""

    events: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """Line number and object of each line that is not empty, the header first."""
    ends: list[int] = field(default_factory=list)
    """Bytes up to the end of each of these lines."""
    checks: list[str] = field(default_factory=list)
    """Their checksums; empty ones if not ``chained``."""
    chained: bool = False
    """Every line ends with a checksum."""
    unended: int = -1
    """Bytes of a text that ends with a whole line but without a line end; else -1."""


def read_rows(data: bytes, last_line: int | None = None) -> Rows:
    """Split a record into its lines; they may end as on any system.

    :param last_line: read no further than this line.
    :raises ReplayError: a line is damaged; the sentence names it.
    """
    if len(data) > MAX_REPLAY:
        sentence = N_("this file has more than {limit} bytes, too many for a game; is it the right file?")
        raise ReplayError(lazy(sentence, limit=lazy_number(MAX_REPLAY)))
    rows, chain = Rows(), Chain()
    lines = data.split(b"\n")
    has_returns = len(lines) > 1 and lines[-2].endswith(b"\r")
    end = 0
    for number, content in enumerate(lines[:last_line], 1):
        is_rest = number == len(lines)
        end += len(content) + (not is_rest)
        line = _decode(content, number, is_rest=is_rest)
        if is_rest and not _is_complete(line, number, ends_with_return=has_returns):
            break
        line = line.removesuffix("\r")
        if line.strip():
            _add(rows, line, number, end, chain)
            rows.unended = end if is_rest else -1
    return rows


def _add(rows: Rows, line: str, number: int, end: int, chain: Chain) -> None:
    value = _parse(line, number)
    if not rows.events:
        rows.chained = CHAINED in value or CHECK in value
    if rows.chained:
        if chain.unseal(line) is None:
            raise _damage(
                number,
                N_(
                    "line {number}: the checksum does not match: this line was changed, "
                    "or a line before it was lost; {remedy}"
                ),
            )
        del value[CHECK]
        if not rows.events:
            value.pop(CHAINED, None)
    rows.events.append((number, value))
    rows.ends.append(end)
    rows.checks.append(chain.last)


def _decode(piece: bytes, number: int, *, is_rest: bool) -> str:
    if number == 1:
        piece = piece.removeprefix(codecs.BOM_UTF8)  # some editors begin a file with it
    try:
        return piece.decode("utf-8")
    except UnicodeDecodeError as error:
        if is_rest and error.end == len(piece) and error.reason == "unexpected end of data":
            return piece[: error.start].decode("utf-8") + "\ufffd"  # torn within a letter
        raise _damage(number, N_("line {number}: this line is not UTF-8 text; {remedy}")) from None


def _is_complete(line: str, number: int, *, ends_with_return: bool) -> bool:
    """Return whether a last line without an end is whole; a torn one is the beginning of a line, and nothing else.

    :raises ReplayError: a whole line is followed by something else.
    """
    if not line.strip():
        return False
    try:
        _, length = _DECODER.raw_decode(line)
    except (ValueError, RecursionError):
        return False
    if line[length:] not in ("", "\r" if ends_with_return else ""):
        raise _damage(number, N_("line {number}: something follows the line that is not of a replay; {remedy}"))
    return True


def _parse(line: str, number: int) -> dict[str, Any]:
    if len(line) > (MAX_LINE if number > 1 else MAX_HEADER):
        sentence = N_("line {number}: a line of {length} characters is not of a replay")
        raise ReplayError(lazy(sentence, number=number, length=lazy_number(len(line))))
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise _damage(number, N_("line {number}: this is not a line of JSON; {remedy}")) from None
    if not isinstance(value, dict):
        raise ReplayError(lazy("line {number}: expected an object in braces", number=number))
    if "\\u" in line and SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise _damage(number, N_('line {number}: half of a character, as in "\\ud800", is not text; {remedy}'))
    return value


def _damage(number: int, sentence: str) -> ReplayError:
    """Return the error about a damaged line, with the remedy."""
    remedy = lazy("restore the file from a copy, or use the lines before it with --up-to {number}", number=number - 1)
    if number == 1:
        remedy = lazy("is it a game that was saved with --save?")
    return ReplayError(lazy(sentence, number=number, remedy=remedy))


# --- writing a record, without what a seat may not see


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
        # A program that plays is named without its folder and parameters.
        head["seats"] = {
            name: f"./{kind.split()[0].rpartition('/')[2]}" if "/" in kind else kind
            for name, kind in origin["seats"].items()
        }
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
