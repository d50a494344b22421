"""What can be said at the prompt beside actions: help, why, undo, save …"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

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
MOST_LISTED = 40


class Quit(Exception):
    """The player wants to stop; the game is kept."""


class Commands:
    """Answers one line of a person.

    :ivar past: positions to go back to, of this turn. :ivar moved: the position is another than was shown.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.past: list[Game] = []
        self.moved = False
        self.known: dict[str, Callable[[Game, str], None]] = {
            "help": self._help, "why": self._why, "legal": self._legal, "table": self._table,
            "board": lambda game, _: self.board(game), "log": self._log, "undo": self._undo, "save": self._save,
            "quit": self._quit,
        }  # fmt: skip

    def words(self) -> list[str]:
        """Everything that can be said now, for completion."""
        return [*map(str, self.session.game.legal_actions()), *self.known]

    def answer(self, game: Game, text: str) -> None:
        """Carry out a line: a command, or actions separated by commas, all of them or none.

        :raises SmallWorldError: it cannot be done; nothing has changed.
        """
        word, _, rest = text.partition(" ")
        if not text:
            self._legal(game, "")
        elif word.lower() in self.known:
            self.known[word.lower()](game, rest.strip())
        else:
            self._act(game, self._numbered(game, text))

    def _numbered(self, game: Game, text: str) -> str:
        """A bare number is the action with this number in ``legal``."""
        if not text.isdecimal():
            return text
        legal = game.legal_actions()
        if not 1 <= int(text) <= len(legal):
            raise NotationError(f"there is no action number {text}; legal lists 1 to {len(legal)}")
        return str(legal[int(text) - 1])

    def _act(self, game: Game, text: str) -> None:
        actions = actions_in(text)
        trial = game.copy()
        for number, action in enumerate(actions):
            try:
                trial.apply(action)
            except ActionError as error:
                if len(actions) == 1:
                    raise
                raise NotationError(f"nothing was done, because of part {number + 1}: {error}") from None
            if trial.to_move != game.to_move and number < len(actions) - 1:
                raise NotationError(f"nothing was done: after {action!r} somebody else decides")
            if len(trial.log) > len(game.log) + number + 1 and number < len(actions) - 1:
                raise NotationError(f"nothing was done: {action!r} asks chance, so say it alone")
        for action in actions:
            self.past.append(self.session.game.copy())
            self.session.apply(action)

    def suggest(self, game: Game, text: str) -> None:
        """Legal actions that look like what was said."""
        near = get_close_matches(text, [*map(str, game.legal_actions()), *self.known], n=3, cutoff=0.6)
        if near:
            click.echo(f"did you mean {' or '.join(near)}?")

    def board(self, game: Game) -> None:
        """The board, drawn if it can be, else as a list."""
        try:
            from smallworld.render.text import board_text

            click.echo(board_text(game))
        except (ImportError, SmallWorldError):
            for line in table_text.regions(game):
                click.echo(line)

    def _legal(self, game: Game, _: str) -> None:
        legal = game.legal_actions()
        shown = [f"{number} {action}" for number, action in enumerate(legal[:MOST_LISTED], 1)]
        more = f", … and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
        click.echo(f"legal: {', '.join(shown)}{more}")

    def _help(self, game: Game, name: str) -> None:
        if not name:
            click.echo(HELP.get(game.phase, ""))
            click.echo(
                "Besides: help NAME (race, power or relic), why ACTION, legal, board, table, log, undo, "
                "save FILE, quit. Several actions: separate them by commas. Tab completes; "
                "Enter takes what stands in brackets; a number is that action of legal."
            )
            self._legal(game, "")
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
        else:
            for contribution in game.why(action):
                click.echo(f"  {contribution}")

    def _undo(self, game: Game, _: str) -> None:
        """Take back an action of this turn, unless chance has spoken since."""
        if not self.past:
            raise NotationError("nothing to undo: only your own actions of this turn can be taken back")
        before = self.past[-1]
        if any("chance" in event for event in game.log[len(before.log) :]):
            raise NotationError("the last action cannot be undone: chance has spoken since")
        if before.position.banners != game.position.banners or before.position.relics != game.position.relics:
            raise NotationError("the last action cannot be undone: something that lay face down was shown")
        if before.to_move != game.to_move:
            raise NotationError("the last action cannot be undone: somebody else has decided since")
        self.session.take_back(self.past.pop())
        self.moved = True

    def _table(self, game: Game, _: str) -> None:
        for line in (*table_text.players(game, game.to_move), *table_text.column(game)):
            click.echo(line)

    def _log(self, game: Game, _: str) -> None:
        lines = [line for event in game.log if (line := event_line(event))]
        for line in lines[-20:]:
            click.echo(f"  {line}")

    def _quit(self, game: Game, _: str) -> None:
        raise Quit

    def _save(self, game: Game, name: str) -> None:
        recorder = self.session.recorder
        if not name:
            if recorder is None:
                raise NotationError("this game is not recorded; write: save FILE")
            click.echo(f"everything is saved in {recorder.path} all the time; save FILE writes a copy")
            return
        path = Path(name)
        if path.exists():
            raise NotationError(f"{name} exists already; choose another file")
        try:
            path.write_text(game.dumps(), "utf-8")
        except OSError as error:
            raise NotationError(f"cannot write {name}: {(error.strerror or str(error)).lower()}") from None
        click.echo(f"saved; go on with: smallworld resume {name}")


def actions_in(text: str) -> list[str]:
    """``deploy r01 2, r05 1`` as two actions: a part without a verb has that of the one before."""
    found: list[str] = []
    verb = ""
    for part in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        words = part.split()
        if found and (len(words) < 2 or words[1].isdecimal()) and words[0] not in ("done", "decline", "pick", "roll"):
            part = f"{verb} {part}"
        else:
            verb = words[0]
        found.append(part)
    return found
