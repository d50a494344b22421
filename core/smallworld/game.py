"""The public face: editions, games, actions, views.

>>> import smallworld
>>> variant = smallworld.load_variant("base")
>>> game = smallworld.new_game(variant, players=["ann", "bob"], seed=7)
>>> game.phase, len(game.legal_actions())
('pick', 6)
>>> game.apply("pick 1")
>>> game.phase
'conquer'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from smallworld.ability import Ability
from smallworld.actions import Action
from smallworld.blame import blame
from smallworld.editions import load_variant
from smallworld.errors import IllegalAction, PluginError, Refusal, SmallWorldError, UnknownName
from smallworld.model.board import BoardFile
from smallworld.model.content import Scalar, Variant
from smallworld.notation import Notation, Spoken
from smallworld.plugins import Plugins, default_plugins
from smallworld.rules import explain as ledgers
from smallworld.rules.answers import Call, Wrap, checked
from smallworld.rules.given import Given, arrange
from smallworld.rules.offers import notation_of
from smallworld.rules.position import Position
from smallworld.rules.records import Line
from smallworld.rules.refusal import refusals
from smallworld.rules.rulebook import Rulebook
from smallworld.rules.scoring import winners
from smallworld.rules.setup import blank, choose_faces, face_named, lay, new_position, table_for
from smallworld.rules.stuck import stuck
from smallworld.rules.turn import CHOICES, advance
from smallworld.rules.why import Contribution, why

__all__ = ["Game", "load_variant", "new_game", "rulebook_for"]

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}\Z")
_rulebooks: dict[Any, Rulebook] = {}


class Game:
    """One game. Actions are text; illegal ones are refused and change nothing.

    :ivar variant: the edition. :ivar players: names in the order of the seats.
    :ivar origin: what a record needs to begin the same game: boards, options, seed, given position.
    """

    __slots__ = ("_actions", "_notation", "origin", "players", "position", "variant")

    variant: Variant
    players: tuple[str, ...]
    origin: Mapping[str, Any]
    position: Position
    _actions: tuple[Action, ...] | None
    _notation: Notation | None

    # --- where the game stands

    @property
    def over(self) -> bool:
        """Whether the last turn has ended."""
        return self.position.phase == "over"

    @property
    def phase(self) -> str:
        """``pick``, ``conquer``, ``redeploy``, ``finish``, ``retreat`` or ``over``."""
        return self.position.phase

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.position.round

    @property
    def rounds(self) -> int:
        """How many rounds the game has."""
        return self.position.table.rounds

    @property
    def turn(self) -> str:
        """Name of the player whose turn it is."""
        return self.players[self.position.turn]

    @property
    def to_move(self) -> str | None:
        """Name of the player who decides now; None when the game is over."""
        return None if self.over else self.players[self.position.to_move]

    def scores(self) -> dict[str, int]:
        """Coins of every player."""
        return dict(zip(self.players, self.position.coins, strict=True))

    def winners(self) -> list[str]:
        """Who has won, several on a full tie (R-END-1 to 3); empty while the game goes on."""
        return [self.players[player] for player in winners(self.position)] if self.over else []

    # --- actions

    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that :meth:`apply` accepts now; empty when the game is over.

        :raises PluginError: abilities have left none.
        """
        actions = self._actions
        if actions is None:
            position = self.position
            try:
                actions = tuple(CHOICES[position.phase](position))
                if not actions and position.phase != "over":
                    raise stuck(position)
                self._actions = actions
            except Exception as error:
                raise blame(error) from error
        return actions

    def apply(self, action: str) -> None:
        """Carry out one action and everything that follows without a decision.

        :raises IllegalAction: it is not legal now; ``reasons`` says why.
        :raises NotationError: the text is no action.
        """
        legal = self._actions or self.legal_actions()
        # Always the action on offer, never the caller's: an equal one kept from another
        # phase (done, abandon R) would do what that phase does.
        try:
            found = legal[legal.index(action)]
        except ValueError:
            found = self._resolve(action, legal)
        self._actions = None
        position = self.position
        position.log = (position.log, position.to_move, found)
        try:
            run = found.run
            run(position, found)
            if position.phase_over or position.phase == "retreat":
                advance(position)
        except Exception as error:
            raise blame(error) from error

    def _resolve(self, text: str, legal: tuple[Action, ...]) -> Action:
        """Find the legal action that a differently written text means, or refuse it."""
        spoken = self.read(text)
        if spoken.text in legal:
            return legal[legal.index(spoken.text)]
        raise IllegalAction(spoken.text, refusals(self.position, spoken))

    def refusal(self, action: str) -> list[Refusal]:
        """Why an action is not legal now, all reasons; empty if it is legal.

        :raises NotationError: the text is no action.
        """
        if action in self.legal_actions():
            return []
        spoken = self.read(action)
        return [] if spoken.text in self.legal_actions() else refusals(self.position, spoken)

    def read(self, text: str) -> Spoken:
        """Parse the notation of an action without asking whether it is legal.

        :raises NotationError: the text is no action.
        """
        if self._notation is None:
            self._notation = notation_of(self.position)
        return self._notation.read(text)

    def explain(self, action: str) -> list[Line]:
        """The ledger of an action: of a conquest its cost, else what the turn would score."""
        spoken = self.read(action)
        game = self.position
        if spoken.verb == "conquer":
            race = game.acting_race(game.to_move) if spoken.as_decline else game.to_move
            return ledgers.conquest_ledger(game, race, spoken)
        return ledgers.score_ledger(game, game.turn)

    def why(self, action: str) -> list[Contribution]:
        """Every ability that has a say: for a conquest in reach and cost, else in what the turn would score."""
        return why(self.position, self.read(action))

    # --- copies

    def copy(self) -> Game:
        """An independent game that is equal to this one."""
        new: Game = object.__new__(Game)
        new.variant = self.variant
        new.players = self.players
        new.origin = self.origin
        new.position = self.position.copy()
        new._actions = self._actions
        new._notation = self._notation
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.players == other.players and self.position.facts() == other.position.facts()

    def __hash__(self) -> int:
        return hash((self.players, self.position.facts()))

    def __repr__(self) -> str:
        return f"<Game {self.variant.id} {','.join(self.players)} round {self.round} {self.phase} {self.to_move}>"

    # --- records

    @property
    def log(self) -> list[dict[str, Any]]:
        """Everything that happened, in order: ``{"by": …, "do": …}`` and ``{"chance": …, "result": …}``."""
        events: list[dict[str, Any]] = []
        link = self.position.log
        while link is not None:
            link, who, what = link
            if isinstance(who, int):
                events.append({"by": self.players[who], "do": str(what)})
            else:
                events.append({"chance": who, "result": list(what) if isinstance(what, tuple) else what})
        events.reverse()
        return events

    def dumps(self) -> str:
        """The game as text: the lines of a replay file (formats 4)."""
        from smallworld.records.writing import dumps

        return dumps(self)

    @staticmethod
    def loads(text: str, *, plugins: Plugins | None = None) -> Game:
        """The game that :meth:`dumps` has written.

        :raises ReplayError: the text is damaged, or the record does not verify.
        """
        from smallworld.records.replay import loads

        return loads(text, new_game, plugins=plugins)

    def view(self, player: str) -> Any:
        """What one player may know (R-SCORE-6): a :class:`smallworld.view.View`.

        :raises UnknownName: nobody of this name plays.
        """
        from smallworld.view import View

        if player not in self.players:
            raise UnknownName("player", player, self.players)
        return View(self, self.players.index(player))


def new_game(
    variant: Variant,
    players: Sequence[str],
    *,
    seed: int = 0,
    board: str | BoardFile | Sequence[str | BoardFile] | None = None,
    options: Mapping[str, Scalar] | None = None,
    given: Given | None = None,
    script: Mapping[str, Sequence[Any]] | None = None,
    plugins: Plugins | None = None,
    wrap: Wrap | None = None,
) -> Game:
    """Set up a game.

    :param players: names in the order of the seats; letters, digits, ``_`` and ``-``.
    :param board: board ids, or boards from files; by default the variant's own.
    :param options: answers to rulings that differ from the variant's.
    :param given: begin in this position instead of a fresh game.
    :param script: results that chance shall have, by kind, e.g. ``{"die": [0, 3]}``.
    :param wrap: put around every implementation of a hook, e.g. a :class:`smallworld.rules.trace.Tracer`.
    :raises PluginError: the variant needs a plugin that is not there.
    :raises SmallWorldError: names, numbers, options or the position do not fit.
    """
    _check_names(players)
    rulebook = rulebook_for(variant, options or {}, plugins or default_plugins(), wrap)
    faces = _faces(rulebook, board)
    results = {
        kind: tuple(tuple(r) if isinstance(r, list) else r for r in queue) for kind, queue in (script or {}).items()
    }
    game: Game = object.__new__(Game)
    game.variant, game.players = variant, tuple(players)
    game._actions = game._notation = None
    if len(players) not in variant.rounds and not (given is not None or faces):
        choose_faces(blank(seed, {}), rulebook, len(players))
    if given is None:
        game.position = new_position(rulebook, players, seed, faces, results)
    else:
        game.position = blank(seed, results)
        faces = faces or choose_faces(game.position, rulebook, len(players))
        lay(game.position, table_for(rulebook, faces, len(players)), players)
        arrange(game.position, given, game.players)
    game.origin = {
        "board": [face.id for face in game.position.board.faces], "named": board is not None,
        "options": dict(options or {}), "seed": seed, "given": given, "loaded": plugins or default_plugins(),
    }  # fmt: skip
    return game


def rulebook_for(
    variant: Variant, options: Mapping[str, Scalar], plugins: Plugins, wrap: Wrap | None = None
) -> Rulebook:
    """The rulebook of a variant with some options; kept, because many games share one.

    :raises PluginError: the variant needs a plugin that is not there.
    """
    if wrap is not None:
        return _new_rulebook(variant, options, plugins, wrap)
    key = (id(variant), id(plugins), tuple(sorted(options.items())))
    found = _rulebooks.get(key)
    # Variants and plugins that are gone leave their ids to others.
    if found is None or found.variant is not variant or found.classes is not plugins.abilities:
        if len(_rulebooks) > 64:
            _rulebooks.clear()
        foreign = plugins.foreign()

        def guarded(ability: Ability, hook: str, call: Call) -> Call:
            return checked(ability, hook, call) if ability.name in foreign else call

        found = _rulebooks[key] = _new_rulebook(variant, options, plugins, guarded if foreign else None)
    return found


def _new_rulebook(variant: Variant, options: Mapping[str, Scalar], plugins: Plugins, wrap: Wrap | None) -> Rulebook:
    for name, requirement in variant.plugins.items():
        found = plugins.lacks(name, requirement)
        if found is not None:
            raise PluginError(f"variant {variant.id!r}: {found[0]}; {found[1]}")
    return Rulebook(variant, options, plugins.abilities, wrap)


def _faces(rulebook: Rulebook, board: str | BoardFile | Sequence[str | BoardFile] | None) -> list[BoardFile] | None:
    if board is None:
        return None
    wanted = [board] if isinstance(board, str | BoardFile) else list(board)
    return [face if isinstance(face, BoardFile) else face_named(rulebook, face) for face in wanted]


def _check_names(players: Sequence[str]) -> None:
    """Refuse too few players, and names that the notation cannot hold."""
    if len(players) < 2:
        raise SmallWorldError(f"a game needs at least 2 players, not {len(players)}")
    for name in players:
        if not (isinstance(name, str) and NAME.match(name)):
            raise SmallWorldError(f"player name {name!r} must be letters, digits, '_' or '-', at most 40")
    if len(set(players)) < len(players):
        twice = min(name for name in players if list(players).count(name) > 1)
        raise SmallWorldError(f"two players are called {twice!r}; give each a name of its own")
