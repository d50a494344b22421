"""Playing at a terminal: one line, one action or several."""

from __future__ import annotations

import shutil

import click

from smallworld.cli import table_text
from smallworld.cli.aftermath import plural
from smallworld.cli.commands import Commands, Quit
from smallworld.cli.hints import also, hint, meanings
from smallworld.cli.progress import Progress
from smallworld.cli.reading import reader
from smallworld.cli.saying import say
from smallworld.cli.session import Session
from smallworld.cli.words import whose
from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.rules.redeployment import to_place

NARROW = 60
"""Columns; a table does not fit into fewer."""


def converse(session: Session) -> None:
    """Play until the game is over or somebody leaves."""
    Conversation(session).run()


class Conversation:
    """A dialogue with the people at one terminal."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.commands = Commands(session)
        self.read = reader(self.commands.words)
        self.people = [name for name in session.game.players if name not in session.bots]
        self.shown = ""
        self.seat = self.people[0]
        self.reminded = ""
        self.progress = Progress()
        session.warn = self.progress.say

    def run(self) -> None:
        """Ask and answer until the game is over or somebody leaves."""
        if shutil.get_terminal_size().columns < NARROW:
            say(f"this window has fewer than {NARROW} columns; make it wider to see the tables whole")
        for line in table_text.wrapped("", "legal lists what you can do, help explains, undo takes back, quit leaves"):
            say(line)
        while not self.session.game.over:
            if self.session.game.to_move in self.session.bots:
                self._bots()
                continue
            self._tell()
            try:
                self._ask(self.session.game)
            except (Quit, EOFError):
                return
            except KeyboardInterrupt:
                say("\nto leave, say quit; nothing is lost")
        self._tell()

    def _bots(self) -> None:
        """Let the bots play until a person decides, and say who thinks."""
        self.commands.past.clear()
        session = self.session
        while not session.game.over and session.game.to_move in session.bots:
            name = session.game.to_move
            with self.progress.thinking(str(name)):
                while not session.game.over and session.game.to_move == name:
                    session.bot_turn()

    def _tell(self) -> None:
        """What has happened since the last time, in words."""
        for line in self.session.news():
            say(f"  {line}")

    def _ask(self, game: Game) -> None:
        player = game.to_move or ""
        if player != self.seat:
            self._hand_over(player)
        key = f"{player}{game.round}{game.phase}"
        if key != self.shown or self.commands.moved:
            self.shown, self.commands.moved = key, False
            self._show(game, player)
            self.reminded = default_of(game)
        default = default_of(game)
        more = also(game) if default == "done" != self.reminded else ""
        if more:
            say(more)
        self.reminded = default
        text = self.read(f"{player} [{game.phase}{hand_of(game)}]{f' ({default})' if default else ''}> ").strip()
        try:
            self.commands.answer(game, text or default)
        except SmallWorldError as error:
            say(str(error))

    def _hand_over(self, player: str) -> None:
        """Nobody reads the next player's coins over his shoulder (R-SCORE-6)."""
        self.read(f"it is {whose(player)} turn to decide: hand over, then press Enter ")
        self.seat = player
        click.clear()

    def _show(self, game: Game, player: str) -> None:
        say(f"\nround {game.round} of {game.rounds}, {player}: {game.phase}")
        for line in table_text.players(game, player):
            say(line)
        if game.phase == "pick":
            for line in table_text.column(game):
                say(line)
        else:
            self.commands.board(game)
        for line in (hint(game), *meanings(game)):
            say(line)


def hand_of(game: Game) -> str:
    """How many tokens whoever decides has in hand; where they are placed, those that have to be."""
    position = game.position
    placing = game.phase in ("redeploy", "retreat")
    hand = to_place(position, position.to_move) if placing else position.hands_of(position.to_move)
    return f", {plural(hand, 'token')}" if hand else ""


def default_of(game: Game) -> str:
    """What Enter does: the only action, or the end of a phase in which nothing is left to do."""
    legal = list(map(str, game.legal_actions()))
    if len(legal) == 1:
        return legal[0]
    if "done" in legal:
        return "done" if game.phase in ("redeploy", "finish") else ""
    kinds = {action.rpartition(" ")[0] for action in legal}
    only = next(iter(kinds), "")
    # The hand has to go somewhere, and there is one region for it.
    return legal[-1] if len(kinds) == 1 and only.startswith("deploy ") else ""
