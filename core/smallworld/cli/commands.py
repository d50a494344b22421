"""What can be said at the prompt beside actions: help, why, undo, save …"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container
from difflib import get_close_matches
from pathlib import Path

import click

from smallworld.cli import table_text
from smallworld.cli.aftermath import plural
from smallworld.cli.hints import hint
from smallworld.cli.saying import say
from smallworld.cli.session import Session
from smallworld.errors import ActionError, NotationError, SmallWorldError
from smallworld.game import Game
from smallworld.model.content import PieceKind, Power, Race, Relic
from smallworld.notation import CORE_VERBS

BESIDES = """\
  legal            what you can do now, numbered; a number alone does it
  why ACTION       what it costs or why it is refused
  help NAME        what a race, power, relic or piece does
  board, table     look again; log: what has happened
  undo             take back your last action, unless it showed something, or another player has decided since
  save FILE        a copy; this game is recorded all the time
  quit             leave; resume goes on here
Several actions in one line: separate them by commas; all are done, or none.
Tab completes. Enter alone does what stands in parentheses, else it lists what you can do."""


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
        game = self.session.game
        legal = list(map(str, game.legal_actions()))
        names = [f"help {name}" for name in things_of(game)]
        return [*legal, *self.known, *names, *(f"why {action}" for action in legal)]

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
            text = self._numbered(game, text)
            check_word(game, text.split()[0].lower(), self.known)
            self._act(game, text)

    def _numbered(self, game: Game, text: str) -> str:
        """A bare number is the action that ``legal`` shows with it."""
        if not text.isdecimal():
            return text
        legal = table_text.numbered(game)
        if not 1 <= int(text) <= len(legal):
            raise NotationError(f"there is no action number {text}; legal lists 1 to {len(legal)}")
        return legal[int(text) - 1]

    def _act(self, game: Game, text: str) -> None:
        actions = actions_in(text, verbs_of(game))
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

    def board(self, game: Game) -> None:
        """The board, drawn if it can be, else as a list."""
        try:
            from smallworld.render.text import board_text

            click.echo(board_text(game))  # drawn to fit
        except (ImportError, SmallWorldError):
            for line in table_text.regions(game):
                say(line)

    def _legal(self, game: Game, _: str) -> None:
        for line in table_text.offers(game):
            say(line)

    def _help(self, game: Game, name: str) -> None:
        if not name:
            for line in table_text.wrapped("", hint(game)):
                say(line)
            say(BESIDES)
            return
        things = things_of(game)
        wanted = name.lower().replace(" ", "_")
        if wanted not in things:
            near = get_close_matches(wanted, things, n=1)
            meant = (
                f"did you mean {near[0]!r}?"
                if near
                else "help names a race, power, relic or piece, e.g. help " + next(iter(game.variant.races))
            )
            raise NotationError(f"nothing is called {name!r}; {meant}")
        thing = things[wanted]
        source = "" if isinstance(thing, PieceKind) or not thing.source else f" ({thing.source})"
        for line in table_text.wrapped(f"{thing.name}: ", f"{thing.text}{source}"):
            say(line)

    def _why(self, game: Game, action: str) -> None:
        if not action:
            raise NotationError("why what? write: why ACTION, e.g. why conquer r07")
        action = self._numbered(game, action)
        reasons = game.refusal(action)
        for reason in reasons:
            say(f"  not legal [{reason.code}]: {reason.reason}")
        verb = game.read(action).verb
        if verb not in ("conquer", "done"):
            if not reasons:
                say("  legal: nothing stands against it")
            return
        if any(reason.code == "own" for reason in reasons):  # what is held already costs nothing
            return
        lines = game.explain(action)
        for line in lines:
            cited = f" ({line.source})" if line.source != line.text else ""
            say(f"  {line.amount:+d}  {line.text}{cited}")
        total = sum(line.amount for line in lines)
        say(f"= {plural(total, 'token')}" if verb == "conquer" else f"= {plural(total, 'coin')}, scored now")
        for contribution in game.why(action):
            # Costs and scores stand in the ledger. What adds nothing only matters to those who wonder why not.
            if contribution.matter in ("cost", "score"):
                continue
            if contribution.amount or reasons or contribution.matter == "loss":
                say(f"      {contribution.plain()}")

    def _undo(self, game: Game, _: str) -> None:
        """Take back an action of this turn, unless chance has spoken since."""
        if not self.past:
            last = max((place for place, event in enumerate(game.log) if "do" in event), default=-1)
            if 0 <= last < self.session.began and game.log[last]["by"] == game.to_move:
                raise NotationError("nothing to undo: your last action was before the game was resumed")
            raise NotationError("nothing to undo: only your own actions of this turn can be taken back")
        before = self.past[-1]
        if any("chance" in event for event in game.log[len(before.log) :]):
            raise NotationError("the last action cannot be undone: chance has spoken since")
        if before.position.banners != game.position.banners or before.position.relics != game.position.relics:
            raise NotationError("the last action cannot be undone: something that lay face down was shown")
        if before.to_move != game.to_move:
            raise NotationError("the last action cannot be undone: somebody else has decided since")
        undone = game.log[len(before.log)]["do"]
        self.session.take_back(self.past.pop())
        say(f"taken back: {undone}")
        self.moved = True

    def _table(self, game: Game, _: str) -> None:
        for line in (*table_text.players(game, game.to_move), *table_text.column(game), *table_text.relics(game)):
            say(line)

    def _log(self, game: Game, _: str) -> None:
        since = list(self.session.told(since_own_turn(game)))
        for line in list(self.session.told())[-max(20, len(since)) :]:
            say(f"  {line}")

    def _quit(self, game: Game, _: str) -> None:
        raise Quit

    def _save(self, game: Game, name: str) -> None:
        recorder = self.session.recorder
        if not name:
            if recorder is None:
                raise NotationError("this game is not recorded; write: save FILE")
            say(f"everything is saved in {recorder.path} all the time; save FILE writes a copy")
            return
        path = Path(name)
        if path.exists():
            raise NotationError(f"{name} exists already; choose another file")
        try:
            path.write_text(game.dumps(), "utf-8")
        except OSError as error:
            raise NotationError(f"cannot write {name}: {(error.strerror or str(error)).lower()}") from None
        say(f"saved; go on with: smallworld resume {name}")


def since_own_turn(game: Game) -> int:
    """Place in the log of the end of the last turn of whoever decides now; 0 if this is the first."""
    others = False
    for place in range(len(game.log) - 1, -1, -1):
        event = game.log[place]
        if event.get("by") != game.to_move:
            others = others or "by" in event
        elif others and event["do"].split()[0] not in ("deploy", "place"):  # these may be a retreat
            return place
    return 0


def check_word(game: Game, word: str, commands: Collection[str]) -> None:
    """Refuse a first word that is neither an action nor a command, with what was probably meant.

    :raises NotationError: it is neither.
    """
    verbs = verbs_of(game)
    if word in verbs or word.strip(",;") in ("", *verbs):
        return
    near = get_close_matches(word, [*commands, *verbs], n=1)
    meant = f"did you mean {near[0]!r}?" if near else "legal lists what you can do, help what you can say"
    raise NotationError(f"unknown word {word!r}; {meant}")


def things_of(game: Game) -> dict[str, Race | Power | Relic | PieceKind]:
    """Everything that can be asked about by name."""
    variant = game.variant
    pieces = {piece.id: piece for piece in variant.pieces.values() if piece.text}
    return {**pieces, **variant.races, **variant.powers, **variant.relics}


def verbs_of(game: Game) -> set[str]:
    """The first words of all actions."""
    return {*CORE_VERBS, *game.position.table.rulebook.verbs}


def actions_in(text: str, verbs: Container[str]) -> list[str]:
    """``deploy r01 2, r05 1`` as two actions: a part without a verb has that of the one before."""
    found: list[str] = []
    verb = ""
    for part in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        first = part.split()[0]
        if found and first not in verbs:
            part = f"{verb} {part}"
        else:
            verb = first
        found.append(part)
    return found
