"""Seats of a game: the players in their order, each a person or a bot."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING

from smallworld.errors import SmallWorldError, with_suggestion
from smallworld.languages import _, lazy, pgettext
from smallworld.tools import NAME

if TYPE_CHECKING:
    from smallworld.game import Game

HUMAN = "human"
"""The kind of a seat that a person plays; every other kind describes a bot."""
DEFAULT_BOTS = {"anna": "easy", "bert": "normal"}
"""Player → kind of seat, of the opponents of a person who chooses nobody."""
MOST_SECONDS = 60
"""Largest ``seconds`` that a save may ask a bot to think."""
MOST_VALUE = 1000
"""Largest value of any other parameter of a bot in a save."""


class SeatError(SmallWorldError):
    """Seats that no game can have."""


class UntrustedBot(SeatError):
    """A bot of a save that has to be chosen again, because a save may neither start a program nor hang this one."""

    def __init__(self, player: str, kind: str) -> None:
        self.player, self.kind = player, kind
        values = {"player": player, "kind": kind}
        if is_program(kind):
            reason = _("{player} was played by the program {kind!r}, and a save starts no program", **values)
        else:
            reason = _("{player} was played by {kind!r}, which may think longer than a save may ask for", **values)
        super().__init__(reason)


def default_name() -> str:
    """Return the name of a person who has chosen none, in their language: ``you``.

    Once the game has begun it is a name like any other: people type it, and the record has it, as it is shown.
    """
    name = pgettext("default name of a player", "you")
    return name if NAME.match(name) else "you"


def numbered_name(number: int) -> str:
    """Return the name that the form of a table proposes for a seat, in the language of the reader: ``player1``."""
    name = pgettext("default name of a player", "player{number}", number=number)
    return name if NAME.match(name) else f"player{number}"


def parse_seats(texts: Iterable[str], numbers: Container[int] = (2, 3)) -> dict[str, str]:
    """Read seats from ``NAME[=BOT]``; without texts there are default seats.

    :param numbers: the numbers of players of the variant; a single player gets an opponent unless 1 is one of them.
    :raises SeatError: two players have one name, or a bot has none.
    """
    seats: dict[str, str] = {}
    for text in texts:
        name, _rest, kind = text.partition("=")
        if ":" in name:  # a description of a bot: no name has a colon
            raise SeatError(_("{text!r} has no name; write NAME=BOT, for example bob={text}", text=text))
        if name in seats:
            raise SeatError(_("two players are called {name!r}; give each a name of its own", name=name))
        seats[name] = kind or HUMAN
    if len(seats) == 1 and 1 not in numbers:
        seats["bot"] = "normal"
    return seats or _default_seats(numbers)


def _default_seats(numbers: Container[int]) -> dict[str, str]:
    """Return as many default seats as the variant allows; the first one is for a person."""
    seats = {default_name(): HUMAN, **DEFAULT_BOTS}
    players = next((number for number in range(len(seats), 0, -1) if number in numbers), len(seats))
    return dict(list(seats.items())[:players])


def change_seats(game: Game, texts: Iterable[str]) -> dict[str, str]:
    """Return the recorded seats of a game, changed by ``NAME[=BOT]``.

    :raises SeatError: a name is not that of a player.
    :raises UntrustedBot: a recorded bot has to be chosen again.
    """
    chosen = {name: kind or HUMAN for name, _, kind in (text.partition("=") for text in texts)}
    for name in chosen:
        check_player(game, name)
    return {**dict.fromkeys(game.players, HUMAN), **recorded_bots(game, chosen), **chosen}


def check_player(game: Game, name: str) -> None:
    """Refuse a name that is not that of a player.

    :raises SeatError: the name belongs to nobody.
    """
    if name not in game.players:
        raise SeatError(with_suggestion(lazy("nobody called {name!r} plays", name=name), name, game.players))


def record_seats(game: Game, seats: Mapping[str, str]) -> None:
    """Note the bots of a game, so that its record names them."""
    bots = {name: kind for name, kind in seats.items() if kind != HUMAN}
    game.origin = {**game.origin, "seats": bots}


def recorded_seats(game: Game) -> dict[str, str]:
    """Return the bots that the record of a game names: player → description."""
    return {name: kind for name, kind in game.origin.get("seats", {}).items() if name in game.players}


def recorded_bots(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the recorded bots for all seats that are not chosen.

    :raises UntrustedBot: a bot is a program, or could think too long.
    """
    bots = {name: kind for name, kind in recorded_seats(game).items() if name not in chosen}
    for name, kind in bots.items():
        if _is_untrusted(kind):
            raise UntrustedBot(name, kind)
    return bots


def unrecorded_seats(seats: Mapping[str, str], recorded: Mapping[str, str]) -> dict[str, str]:
    """Return the seats that have to be chosen again when the game is resumed.

    :param recorded: the bots that the record names.
    """
    return {name: kind for name, kind in seats.items() if _is_untrusted(kind) or kind != recorded.get(name, HUMAN)}


def is_program(kind: str) -> bool:
    """Return whether a bot is a program of its own, which its path shows."""
    return "/" in kind


def _is_untrusted(kind: str) -> bool:
    """Return whether a bot is a program, or a parameter of it is larger than a save may ask for."""
    if is_program(kind):
        return True
    pairs = (pair.partition("=") for pair in kind.partition(":")[2].split(","))
    return any(_number(value) > (MOST_SECONDS if key == "seconds" else MOST_VALUE) for key, _, value in pairs)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
