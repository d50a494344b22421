"""Seats of a game: the players in their order, each a person or a bot; and the bots in them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping

from smallworld import Game, Plugins
from smallworld.errors import PluginError, SmallWorldError, sentence_of, with_suggestion
from smallworld.languages import _, lazy, lazy_number, pgettext
from smallworld.tools import NAME
from smallworld_bots import Bot, RandomBot, make
from smallworld_bots.bot_description import seat_generator

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
    if seats:
        return seats
    seats = {default_name(): HUMAN, **DEFAULT_BOTS}
    players = next((number for number in range(len(seats), 0, -1) if number in numbers), len(seats))
    return dict(list(seats.items())[:players])


def change_seats(game: Game, texts: Iterable[str]) -> dict[str, str]:
    """Return the recorded seats of a game, changed by ``NAME[=BOT]``.

    :raises SeatError: a name is not that of a player.
    :raises UntrustedBot: a recorded bot is a program, or could think too long, so it has to be chosen again.
    """
    chosen = {name: kind or HUMAN for name, _, kind in (text.partition("=") for text in texts)}
    for name in chosen:
        check_player(game, name)
    bots = {name: kind for name, kind in recorded_seats(game).items() if name not in chosen}
    for name, kind in bots.items():
        if _is_untrusted(kind):
            raise UntrustedBot(name, kind)
    return {**dict.fromkeys(game.players, HUMAN), **bots, **chosen}


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


# --- bots: they choose actions, are replaced when they fail, and are closed at the end


MOST_DECISIONS = 10_000
"""Decisions of bots in one round, without one of a person, after which the round counts as endless; real ones have
some dozens for each player."""


class EndlessRound(SmallWorldError):
    """Bots have decided so often in one round that it has no end."""


class BotPlayers(dict[str, Bot]):
    """The bots of one game by player, each with a random generator of its own.

    :param game: the game that they play from now on.
    :param seed: the number from which their generators derive.
    :param stop_on_failure: end the game when a bot fails, instead of replacing it by a random one.
    """

    def __init__(self, bots: Mapping[str, Bot], game: Game, *, seed: int, stop_on_failure: bool) -> None:
        super().__init__(bots)
        self.stop_on_failure = stop_on_failure
        start = game.log_length
        self._round, self._decisions = game.round, 0
        self._generators = {name: seat_generator(seed, seat, start) for seat, name in enumerate(game.players)}

    def choose(self, game: Game, warn: Callable[[str], None]) -> str:
        """Return the action of the bot that is to move; a bot that fails is replaced.

        :param warn: receives a sentence about a bot that is replaced.
        :raises PluginError: an ability fails while the bot decides.
        :raises SmallWorldError: the bot fails, and the game is to stop then.
        """
        name = game.to_move
        assert name is not None
        try:
            return self._ask(name, game)
        except (KeyboardInterrupt, PluginError):  # of an ability: another bot would fail as well
            raise
        except BaseException as failure:  # SystemExit too: a bot may not end the program
            reason = sentence_of(failure)
            if self.stop_on_failure:
                raise SmallWorldError(
                    _("bot of {name} failed, the game stops: {reason}", name=name, reason=reason)
                ) from failure
            warn(_("bot of {name} failed and is replaced by random: {reason}", name=name, reason=reason))
            self._close(name, warn)
            self[name] = RandomBot()
            return self._ask(name, game)

    def count_decision(self, game: Game) -> None:
        """Count a decision of a bot in this round.

        :raises EndlessRound: there were too many.
        """
        if game.round != self._round:
            self._round, self._decisions = game.round, 0
        self._decisions += 1
        if self._decisions > MOST_DECISIONS:
            raise EndlessRound(
                lazy("no end of round {round} after {most} decisions of bots; does an ability offer actions again and "
                     "again?", round=game.round, most=lazy_number(MOST_DECISIONS))
            )  # fmt: skip

    def forget_decisions(self) -> None:
        """Count the decisions of bots from now on, because a person has decided."""
        self._decisions = 0

    def _ask(self, name: str, game: Game) -> str:
        legal = game.legal_actions()
        action = self[name].choose(game.view(name), legal, self._generators[name])
        if action not in legal:
            raise SmallWorldError(_("answered {action!r}, which is not legal", action=str(action)[:80]))
        return action

    def close(self, warn: Callable[[str], None]) -> None:
        """End the programs that have played.

        :param warn: receives a sentence about each bot that fails once more.
        """
        for name in self:
            self._close(name, warn)

    def _close(self, name: str, warn: Callable[[str], None]) -> None:
        try:
            close = getattr(self[name], "close", None)
            if close is not None:
                close()
        except KeyboardInterrupt:
            raise
        except BaseException as failure:  # SystemExit too, see choose
            warn(
                _("bot of {name} failed when it was closed: {sentence_of}", name=name, sentence_of=sentence_of(failure))
            )


def make_bots(seats: Mapping[str, str], plugins: Plugins) -> dict[str, Bot]:
    """Make the bots of the seats that no person plays.

    :param seats: player → ``human`` or the description of a bot.
    :raises SmallWorldError: a bot does not exist or has wrong parameters.
    """
    return {name: make(kind, plugins) for name, kind in seats.items() if kind != HUMAN}
