"""Playing at a terminal: one line, one action."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

import click

from smallworld.cli import table_text
from smallworld.cli.session import Session
from smallworld.cli.story import event_line
from smallworld.errors import ActionError, NotationError, SmallWorldError
from smallworld.game import Game
from smallworld.model.content import Power, Race, Relic

HELP = {
    "pick": "Pick a combo: pick 1 is free, each place further down costs a coin.",
    "conquer": "Take regions: conquer R. Short of tokens: conquer R by die (ends your conquests). "
    "Also abandon R, decline, done.",
    "redeploy": "Put tokens where they are needed: deploy r01 2, r05 1. Then done.",
    "retreat": "You lost a region: place the tokens that got away, deploy r01 2.",
    "finish": "The turn is scored. Choose, or done.",
}
COMMANDS = "help, help NAME, why ACTION, table, board, undo, quit"


class Quit(Exception):
    """The player wants to stop; the game is kept."""


def converse(session: Session) -> None:
    """Play until the game is over or somebody leaves."""
    Conversation(session).run()


class Conversation:
    """A dialogue with the people at one terminal."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.read = _reader(session)
        self.past: list[Game] = []
        self.shown = ""

    def run(self) -> None:
        """Ask and answer until the game is over or somebody leaves."""
        told = len(self.session.game.log)
        while not self.session.game.over:
            game = self.session.game
            if game.to_move in self.session.bots:
                self.past.clear()
                click.echo(f"… {game.to_move} thinks", err=True)
                while not self.session.game.over and self.session.game.to_move in self.session.bots:
                    self.session.bot_turn()
                continue
            log = game.log
            for event in log[told:]:
                line = event_line(event)
                if line:
                    click.echo(f"  {line}")
            told = len(log)
            try:
                self._ask(game)
            except (Quit, EOFError):
                return

    def _ask(self, game: Game) -> None:
        player = game.to_move or ""
        key = f"{player}{game.round}{game.phase}"
        if key != self.shown:
            self.shown = key
            self._show(game, player)
        default = _default(game)
        text = self.read(f"{player} [{game.phase}]{f' ({default})' if default else ''}> ").strip()
        try:
            self._answer(game, text or default)
        except SmallWorldError as error:
            click.echo(str(error))
            self._suggest(game, text)

    def _show(self, game: Game, player: str) -> None:
        click.echo(f"\nround {game.round} of {game.rounds}, {player}: {game.phase}")
        for line in table_text.players(game, player):
            click.echo(line)
        if game.phase == "pick":
            for line in table_text.column(game):
                click.echo(line)
        else:
            self._board(game)
        click.echo(HELP.get(game.phase, ""))

    def _board(self, game: Game) -> None:
        try:
            from smallworld.render.text import board_text

            click.echo(board_text(game))
        except (ImportError, SmallWorldError):
            for line in table_text.regions(game):
                click.echo(line)

    def _answer(self, game: Game, text: str) -> None:
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[Game, str], None]] = {
            "help": self._help, "why": self._why, "undo": self._undo, "table": self._table,
            "board": lambda game, _: self._board(game), "quit": self._quit, "save": self._save,
        }  # fmt: skip
        if not text:
            click.echo(f"legal: {', '.join(map(str, game.legal_actions()[:20]))}")
        elif word in commands:
            commands[word](game, rest.strip())
        else:
            for action in _actions(text):
                self.past.append(self.session.game.copy())
                try:
                    self.session.apply(action)
                except ActionError:
                    self.past.pop()
                    raise

    def _help(self, game: Game, name: str) -> None:
        if not name:
            click.echo(HELP.get(game.phase, ""))
            click.echo(f"Besides: {COMMANDS}. Enter takes what stands in brackets.")
            click.echo(f"Legal now: {', '.join(map(str, game.legal_actions()[:40]))}")
            return
        variant = game.variant
        things: dict[str, Race | Power | Relic] = {**variant.races, **variant.powers, **variant.relics}
        wanted = name.lower().replace(" ", "_")
        if wanted not in things:
            near = get_close_matches(wanted, things, n=1)
            raise NotationError(f"nothing is called {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        thing = things[wanted]
        click.echo(f"{thing.name}: {thing.text} ({thing.source})")

    def _why(self, game: Game, action: str) -> None:
        if not action:
            raise NotationError("why what? write: why ACTION, e.g. why conquer r07")
        for reason in game.refusal(action):
            click.echo(f"  not legal [{reason.code}]: {reason.reason}")
        if action.startswith("conquer"):
            lines = game.explain(action)
            for line in lines:
                click.echo(f"  {line.amount:+d}  {line.text} ({line.source})")
            click.echo(f"  {sum(line.amount for line in lines):>2}  tokens")

    def _undo(self, game: Game, _: str) -> None:
        """Take back an action of this turn, unless chance has spoken since."""
        if not self.past:
            raise NotationError("nothing to undo: only your own actions of this turn can be taken back")
        before = self.past[-1]
        new = game.log[len(before.log) :]
        if any("chance" in event for event in new):
            raise NotationError("the last action cannot be undone: chance has spoken since")
        self.session.take_back(self.past.pop())
        self.shown = ""

    def _table(self, game: Game, _: str) -> None:
        for line in (*table_text.players(game, game.to_move), *table_text.column(game)):
            click.echo(line)

    def _quit(self, game: Game, _: str) -> None:
        raise Quit

    def _save(self, game: Game, _: str) -> None:
        recorder = self.session.recorder
        if recorder is None:
            raise NotationError("this game is not recorded; start it with --save FILE")
        click.echo(f"everything is saved in {recorder.path} all the time")

    def _suggest(self, game: Game, text: str) -> None:
        near = get_close_matches(text, list(map(str, game.legal_actions())), n=3, cutoff=0.5)
        if near:
            click.echo(f"legal and similar: {', '.join(near)}")


def _reader(session: Session) -> Callable[[str], str]:
    """Reads a line, with completion of legal actions if the extra ``tui`` is installed."""
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
    except ImportError:
        return input
    prompt: PromptSession[str] = PromptSession()

    def ask(text: str) -> str:
        words = [str(action) for action in session.game.legal_actions()] + COMMANDS.split(", ")
        return prompt.prompt(text, completer=WordCompleter(words, sentence=True))

    return ask


def _default(game: Game) -> str:
    """What Enter does: the only action, or the end of a phase that may be ended."""
    legal = game.legal_actions()
    if len(legal) == 1:
        return str(legal[0])
    return "done" if "done" in legal and game.phase in ("redeploy", "finish") else ""


def _actions(text: str) -> list[str]:
    """``deploy r01 2, r05 1`` as two actions."""
    parts = [part.strip() for part in re.split(r"\s*[,;]\s*", text) if part.strip()]
    verb = parts[0].split(" ")[0] if parts else ""
    return [part if index == 0 or part.split(" ")[0] in ("deploy", "place", "conquer", "abandon", "done")
            else f"{verb} {part}" for index, part in enumerate(parts)]  # fmt: skip
