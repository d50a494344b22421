"""One game between people and bots, with a record that survives everything."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click

from smallworld.bots import Bot, RandomBot, make
from smallworld.cli.story import events
from smallworld.cli.words import merged, outcome
from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.plugins import Plugins
from smallworld.records.replay import Reader, Recorder


class Session:
    """Who plays, and where it is recorded.

    :ivar game: the game; replaced when something is taken back.
    :ivar bots: player → bot; who is not in it is a person.
    :ivar warn: says what went wrong beside the game.
    :ivar began: place in the log from which on this session has played.
    :ivar outcomes: place of an action in the log → what it brought, in words.
    :ivar heard: place in the log up to which :meth:`news` has told.

    :param resumed: what was read of the record with which the game goes on.
    :param outcomes: what earlier actions have brought, see :class:`smallworld.cli.words.Outcomes`.
    """

    def __init__(
        self, game: Game, bots: Mapping[str, Bot], *, save: Path | None = None, resumed: Reader | None = None,
        outcomes: Mapping[int, tuple[str, ...]] | None = None, seed: int = 0, stop_on_failure: bool = False,
    ) -> None:  # fmt: skip
        self.game = game
        self.bots = dict(bots)
        self.recorder = Recorder(game, save, resumed=resumed) if save is not None else None
        self.rng = random.Random(seed)
        self.stop_on_failure = stop_on_failure
        self.warn: Callable[[str], None] = _warn
        self.outcomes = dict(outcomes or {})
        self.began = self.heard = len(game.log)

    def apply(self, action: str) -> None:
        """Carry out an action and record it.

        :raises ActionError: it is not legal; nothing has changed.
        """
        before = self.game.copy()
        self.game.apply(action)
        if self.recorder is not None:
            self.recorder.write()
        self.outcomes[len(before.log)] = outcome(before, action, self.game)

    def told(self, start: int = 0) -> Iterator[str]:
        """What has happened since a place in the log, in words."""
        return merged(events(self.game, self.outcomes, start))

    def news(self) -> list[str]:
        """What has happened since this was asked last, in words."""
        start, self.heard = self.heard, len(self.game.log)
        return list(self.told(min(start, self.heard)))

    def take_back(self, game: Game) -> None:
        """Go on with an earlier position of this game."""
        self.game = game
        self.outcomes = {place: line for place, line in self.outcomes.items() if place < len(game.log)}
        if self.recorder is not None:
            self.recorder.rewrite(game)

    def bot_turn(self) -> None:
        """Let the bot whose turn it is choose one action; a bot that fails is reported and replaced."""
        game = self.game
        name = game.to_move
        assert name is not None
        legal = game.legal_actions()
        try:
            choice = self.bots[name].choose(game.view(name), legal, self.rng)
            if choice not in legal:
                raise SmallWorldError(f"answered {str(choice)[:80]!r}, which is not legal")
        except Exception as error:
            if self.stop_on_failure:
                raise SmallWorldError(f"bot of {name} failed, the game stops: {error}") from error
            self.warn(f"bot of {name} failed and is replaced by random: {error}")
            _close(self.bots[name])
            self.bots[name] = RandomBot()
            choice = self.bots[name].choose(game.view(name), legal, self.rng)
        self.apply(choice)

    def play_lines(
        self, lines: Iterator[str], answer: Callable[[Game, str], None], tell: Callable[[], None] = lambda: None
    ) -> None:
        """Play on with actions read line by line; wrong ones are reported and skipped.

        :param answer: carries out a line.
        :param tell: says what has happened; called before each line and whenever a bot has played.
        """
        while not self.game.over:
            bot = self.game.to_move
            if bot in self.bots:
                self.bot_turn()
                if self.game.to_move != bot:
                    tell()
                continue
            tell()
            line = next(lines, None)
            if line is None:
                return
            text = line.strip()
            if text and not text.startswith("#"):
                try:
                    answer(self.game, text)
                except SmallWorldError as error:
                    click.echo(f"{self.game.to_move}: {error}", err=True)

    def close(self) -> None:
        """Close the record and end the programs that have played."""
        for bot in self.bots.values():
            _close(bot)
        if self.recorder is not None:
            self.recorder.close()


def _warn(text: str) -> None:
    click.echo(text, err=True)


def _close(bot: Bot) -> None:
    close = getattr(bot, "close", None)
    if close is not None:
        close()


def bots_of(players: Mapping[str, str], plugins: Plugins) -> dict[str, Bot]:
    """The bots among ``name → human | bot``.

    :raises SmallWorldError: a bot does not exist or has wrong parameters.
    """
    return {name: make(kind, plugins) for name, kind in players.items() if kind != "human"}
