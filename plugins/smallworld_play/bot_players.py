"""Bots at a table: they choose actions, are replaced when they fail, and are closed at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from smallworld.errors import PluginError, SmallWorldError, sentence_of
from smallworld.game import Game
from smallworld.languages import _, lazy, lazy_number
from smallworld.plugins.manager import Plugins
from smallworld_bots import Bot, RandomBot, make
from smallworld_bots.seeds import seat_generator
from smallworld_play.seats import HUMAN

MOST_DECISIONS = 10_000
"""Decisions of bots in one round, without one of a person, after which the round counts as endless; real ones have
some dozens for each player."""


class EndlessRound(SmallWorldError):
    """Bots have decided so often in one round that it has no end."""


class BotPlayers:
    """The bots of one game, each with a random generator of its own.

    :param game: the game that they play from now on.
    :param seed: the number from which their generators derive.
    :param stop_on_failure: end the game when a bot fails, instead of replacing it by a random one.
    """

    def __init__(self, bots: Mapping[str, Bot], game: Game, *, seed: int, stop_on_failure: bool) -> None:
        self.bots = dict(bots)
        """Player → bot."""
        self.stop_on_failure = stop_on_failure
        start = game.log_length
        self._round, self._decisions = game.round, 0
        self._generators = {name: seat_generator(seed, seat, start) for seat, name in enumerate(game.players)}

    def __contains__(self, player: object) -> bool:
        return player in self.bots

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
            self.bots[name] = RandomBot()
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
        action = self.bots[name].choose(game.view(name), legal, self._generators[name])
        if action not in legal:
            raise SmallWorldError(_("answered {action!r}, which is not legal", action=str(action)[:80]))
        return action

    def close(self, warn: Callable[[str], None]) -> None:
        """End the programs that have played.

        :param warn: receives a sentence about each bot that fails once more.
        """
        for name in self.bots:
            self._close(name, warn)

    def _close(self, name: str, warn: Callable[[str], None]) -> None:
        try:
            close = getattr(self.bots[name], "close", None)
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
