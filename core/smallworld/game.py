"""A game: its phase and players, its actions, its views and records; :func:`new_game` sets one up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from smallworld.abilities.base import Wrap
from smallworld.actions import Action
from smallworld.errors import IllegalAction, Refusal, ReplayError, UnknownName
from smallworld.languages import lazy
from smallworld.model.board import BoardFile
from smallworld.model.values import Line
from smallworld.model.variant import Scalar, Variant
from smallworld.notation import Notation, Spoken, notation_of
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.plugins.plugin import blame
from smallworld.rules.argument_checks import EDITION, check_new_game, expect, expect_action, expect_plugins, script_of
from smallworld.rules.chance import Source, count_events, events_since, recorded_chances
from smallworld.rules.game_state import GameState
from smallworld.rules.phases.scoring import winners
from smallworld.rules.setup import choose_faces, faces_named, new_position, rulebook_for
from smallworld.rules.turn import CHOICES, advance, hear, roll_back
from smallworld.versions import package_function

if TYPE_CHECKING:
    from smallworld.events import Event
    from smallworld.player_view import View
    from smallworld.rules.custom_position import PositionSpec
    from smallworld.rules.explain.cost_and_score import Contribution
    from smallworld.rules.explain.request import Request

IS_PLAIN: Final = isinstance(advance, FunctionType)  # not the compiled build


class Game:
    """One game. Actions are text; illegal ones are refused and change nothing.

    :func:`new_game` sets up a game. The constructor only joins the parts.

    :param state: the state at the beginning.
    """

    __slots__ = ("_actions", "_checkpoint", "_may_fail", "_notation", "origin", "players", "state", "variant")

    variant: Variant
    """The edition."""
    players: tuple[str, ...]
    """Names in the order of the seats."""
    origin: Mapping[str, Any]
    """Arguments that begin the same game: boards, options, seed, given position, plugins."""
    state: GameState
    """The current state, which the rules change."""
    _actions: tuple[Action, ...] | None
    """The legal actions, once they are listed."""
    _notation: Notation | None
    """The reader of actions, once it is used."""
    _checkpoint: GameState | None
    """An earlier state, from which a failed action is undone; None = the state is copied before the next action."""
    _may_fail: bool
    """The state is copied before each action, because any may fail; else one copy serves all actions."""

    def __init__(self, variant: Variant, players: Sequence[str], state: GameState, origin: Mapping[str, Any]) -> None:
        self.variant, self.players, self.state, self.origin = variant, tuple(players), state, origin
        self._actions = self._notation = self._checkpoint = None
        self._may_fail = state.table.rulebook.foreign

    # --- the state of the game

    @property
    def over(self) -> bool:
        """Whether the last turn has ended."""
        return self.state.phase == "over"

    @property
    def phase(self) -> str:
        """``pick``, ``conquer``, ``redeploy``, ``finish``, ``retreat`` or ``over``."""
        return self.state.phase

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.state.round

    @property
    def rounds(self) -> int:
        """Number of rounds of the whole game."""
        return self.state.rounds

    @property
    def turn(self) -> str:
        """Name of the player who has the turn."""
        return self.players[self.state.turn]

    @property
    def to_move(self) -> str | None:
        """Name of the player who decides now; None when the game is over."""
        return None if self.over else self.players[self.state.to_move]

    def scores(self) -> dict[str, int]:
        """Return the coins of every player, as name → coins."""
        return dict(zip(self.players, self.state.coins, strict=True))

    def winners(self) -> list[str]:
        """List the winners, several on a full tie (R-END-1 to 3); empty while the game goes on."""
        return [self.players[player] for player in winners(self.state)] if self.over else []

    # --- actions

    def legal_actions(self) -> tuple[Action, ...]:
        """List the actions that :meth:`apply` accepts now; empty when the game is over.

        :raises PluginError: abilities forbid every action.
        """
        actions = self._actions
        if actions is None:
            state = self.state
            try:
                actions = tuple(CHOICES[state.phase](state))
                if not actions and state.phase != "over":
                    from smallworld.rules.explain.refusals import deadlock_error

                    raise deadlock_error(state)
                self._actions = actions
            except BaseException as error:
                raise blame(error) from error
        return actions

    def apply(self, action: str) -> None:
        """Carry out one action and everything that follows without a decision.

        After any error the game is as it was before.

        :raises IllegalAction: it is not legal now; ``reasons`` has the causes.
        :raises NotationError: the text is not an action. :raises PluginError: an ability failed.
        """
        legal = self._actions or self.legal_actions()
        if IS_PLAIN:
            try:
                chosen = legal[legal.index(action)]
            except ValueError:
                chosen = self._find(action, legal)
        else:  # nearly always the caller has it from this list
            for chosen in legal:
                if chosen is action:
                    break
            else:
                chosen = self._find(action, legal)
        state = self.state
        script = state.script
        checkpoint = self._checkpoint or self._new_checkpoint()
        self._actions = None
        earlier = state.turn_events
        if earlier:  # an empty list is free for this action
            hear(state, [])
        state.log = (state.log, state.to_move, chosen)  # roll_back finds the action here
        try:  # inline, as in :meth:`proceed`: a call would cost 0.9 % of a decision
            run = chosen.run
            run(state, chosen)
            if state.phase_over or state.phase == "retreat":
                advance(state)
        except BaseException as error:
            roll_back(state, checkpoint, script)
            self._actions, self._checkpoint, self._may_fail = legal, None, True
            hear(state, [] if earlier is not None and state.turn_events is earlier else earlier)
            raise blame(error) from error

    def listen(self, *, only_turns: bool = False) -> None:
        """Keep all events of each action, or those of turns alone, in :attr:`events`; copies do not listen."""
        state = self.state
        if state.turn_events is None:
            state.turn_events = []
        if not only_turns:
            state.events = state.turn_events

    @property
    def events(self) -> Sequence[Event]:
        """The events of the last action, if the game listens (:meth:`listen`)."""
        return self.state.turn_events or ()

    def _new_checkpoint(self) -> GameState:
        """Copy the state; keep the copy for later actions unless any of them may fail."""
        checkpoint = self.state.copy()
        if not self._may_fail:
            self._checkpoint = checkpoint
        return checkpoint

    def after(self, action: str) -> Game:
        """Return the game after one action; this game stays as it is.

        A search that tries many actions pays less than for a copy and :meth:`apply`: nothing has to be undone.

        :raises IllegalAction: it is not legal now. :raises NotationError: the text is not an action.
        :raises PluginError: an ability failed.
        """
        legal = self._actions or self.legal_actions()
        chosen = self._find(action, legal)
        new = self.scratch_copy()
        if self.state.turn_events is not None:
            new.listen(only_turns=self.state.events is None)
        new.proceed(chosen)
        return new

    def proceed(self, action: Action) -> None:
        """Carry out a legal action that will not be undone; after an error the game cannot be used.

        A search pays less than for :meth:`apply`.

        :param action: one of :meth:`legal_actions`, which is not looked up again.
        :raises PluginError: an ability failed.
        """
        self._actions = None
        state = self.state
        if state.turn_events:
            hear(state, [])
        state.log = (state.log, state.to_move, action)
        try:  # as in :meth:`apply`
            action.run(state, action)
            if state.phase_over or state.phase == "retreat":
                advance(state)
        except BaseException as error:
            raise blame(error) from error

    def _find(self, text: Any, legal: tuple[Action, ...]) -> Action:
        """Find the legal action of a text, perhaps written differently, or refuse it."""
        # Never the caller's object: an equal one of another phase (done, abandon R) would do what that phase does.
        if text not in legal:
            spoken = self.read(text)
            if spoken.text not in legal:
                raise IllegalAction(spoken.text, self.refusal(text))
            text = spoken.text
        return legal[legal.index(text)]

    def request(self) -> Request:
        """Return the decision that is asked for now, as data: what, how many are left, what ends it."""
        from smallworld.rules.explain.request import request_of  # not for bots

        return request_of(self)

    def refusal(self, action: str) -> list[Refusal]:
        """List all reasons against an action, none if it is legal. :raises NotationError: the text is not an action."""
        from smallworld.rules.explain.refusals import refusals  # not for bots

        legal = self.legal_actions()
        spoken = None if action in legal else self.read(action)
        return [] if spoken is None or spoken.text in legal else refusals(self.state, spoken)

    def read(self, text: str) -> Spoken:
        """Parse the notation of an action without asking whether it is legal.

        :raises NotationError: the text is not an action. :raises ArgumentError: it is not a text.
        """
        expect_action(text)
        if self._notation is None:
            self._notation = notation_of(self.state)
        return self._notation.read(text)

    def explain(self, action: str) -> list[Line]:
        """Itemise the cost of a conquest; for any other action the coins that the turn would score."""
        from smallworld.rules.explain.cost_and_score import ledger  # not for bots

        return ledger(self.state, self.read(action))

    def why(self, action: str) -> list[Contribution]:
        """List the abilities with an effect: for a conquest on reach and cost, else on the coins of the turn."""
        from smallworld.rules.explain.cost_and_score import why  # not for bots

        return why(self.state, self.read(action))

    # --- copies

    def copy(self) -> Game:
        """Return an independent game that is equal to this one."""
        if self._checkpoint is None and not self._may_fail:
            self._new_checkpoint()  # all copies share it
        return self.scratch_copy()

    def scratch_copy(self) -> Game:
        """Return a copy for a few trials. It makes no checkpoint, so :meth:`copy` is cheaper if it is copied again."""
        if IS_PLAIN:  # without the constructor, which would take 6 % of a copy
            new: Game = object.__new__(Game)
            new.variant, new.players, new.origin = self.variant, self.players, self.origin
            new.state = self.state.copy()
        else:
            new = Game(self.variant, self.players, self.state.copy(), self.origin)
        new._actions, new._notation = self._actions, self._notation
        new._checkpoint, new._may_fail = self._checkpoint, self._may_fail
        return new

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as its record, with the variant and the boards.

        :raises ReplayError: it was imagined from a view, or has plugins of its own.
        """
        origin = self.origin
        if origin.get("imagined"):
            raise ReplayError(lazy("an imagined game has no record and cannot be pickled; pickle the real one"))
        if origin["loaded"] is not default_plugins():
            raise ReplayError(
                lazy("a game with plugins of its own cannot be pickled; send dumps() and load it with them")
            )
        faces = self.state.board.faces if origin["named"] else None
        kept = {key: value for key, value in origin.items() if key != "loaded"}
        return _played_again, (self.variant, self.players, faces, kept, self.log, dict(self.state.script))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.players == other.players and self.state.facts() == other.state.facts()

    def __hash__(self) -> int:
        return hash((self.players, self.state.facts()))

    def __repr__(self) -> str:
        return f"<Game {self.variant.id} {','.join(self.players)} round {self.round} {self.phase} {self.to_move}>"

    # --- records

    @property
    def log(self) -> list[dict[str, Any]]:
        """All events in order: ``{"by": …, "do": …}`` and ``{"chance": …, "result": …}``."""
        return self.log_since(0)

    @property
    def log_length(self) -> int:
        """Number of events in the log."""
        return count_events(self.state.log)

    def log_since(self, start: int) -> list[dict[str, Any]]:
        """Return the events of :attr:`log` from a place on; the earlier ones cost almost nothing."""
        return events_since(self.state.log, start, self.players)

    def dumps(self) -> str:
        """Return the game as the text of a replay file (formats 4); the package ``smallworld_records`` writes it."""
        dumps: Callable[[Game], str] = package_function("smallworld_records.record_lines", "dumps", public="Game.dumps")
        return dumps(self)

    @staticmethod
    def loads(text: str, *, plugins: Plugins | None = None, variant: Variant | None = None) -> Game:
        """Read a game that :meth:`dumps` has written.

        :param variant: play it with this edition instead of the recorded one.
        :raises ReplayError: the text is damaged, or the record does not verify.
        """
        expect(text, str, "a record", "the text of a replay file")
        expect_plugins(plugins)
        if variant is not None:
            expect(variant, Variant, "variant", EDITION)
        loads = package_function("smallworld_records.saved_game_reader", "loads", public="Game.loads")
        game: Game = loads(text, new_game, plugins=plugins, variant=variant)
        return game

    def view(self, player: str | None) -> View:
        """Return the game as one player sees it, without hidden information (R-SCORE-6).

        :param player: their name; None for a spectator, who sees only what everybody sees.
        :raises UnknownName: the game has no player of this name.
        """
        from smallworld.player_view import View

        if player is None:
            return View(self, -1)
        expect(player, str, "player", "the name of a player")
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
    given: PositionSpec | str | None = None,
    script: Mapping[str, Sequence[Any]] | None = None,
    plugins: Plugins | None = None,
    wrap: Wrap | None = None,
) -> Game:
    """Set up a game.

    >>> import smallworld
    >>> variant = smallworld.load_variant("base")
    >>> game = smallworld.new_game(variant, players=["ann", "bob"], seed=7)
    >>> game.phase, len(game.legal_actions())
    ('pick', 6)
    >>> game.apply("pick 1")
    >>> game.phase
    'conquer'

    :param players: names in the order of the seats; words of letters, digits and ``' . _ -``.
    :param board: board ids, or boards from files; by default the variant's own.
    :param options: answers to rulings that differ from the variant's.
    :param given: begin in this position instead of a fresh game; also as one line of text.
    :param script: results of chance, by kind, e.g. ``{"die": [0, 3]}``.
    :param wrap: put around every implementation of a hook, e.g. a :class:`smallworld_cli.hook_trace.Tracer`.
    :raises PluginError: the variant needs a plugin that is not installed.
    :raises SmallWorldError: names, numbers, options or the position do not fit.
    """
    position = None
    if given is not None:
        from smallworld.rules.custom_position import PositionSpec, described_position  # not for a fresh game
        from smallworld.rules.position_text import read_position

        position = read_position(given, players) if isinstance(given, str) else given
        expect(position, PositionSpec, "given", "a smallworld.PositionSpec")
    check_new_game(variant, players, seed, board, options, plugins, wrap)
    rulebook = rulebook_for(variant, options or {}, plugins or default_plugins(), wrap)
    faces = faces_named(rulebook, board)
    results = script_of({} if script is None else script)
    if position is not None:
        state = described_position(position, rulebook, players, faces, Source(seed, results))
    else:
        if len(players) not in variant.rounds and not faces:
            choose_faces(Source(seed, {}), rulebook, len(players))
        state = new_position(rulebook, players, seed, faces, results)
    origin = {
        "board": [face.id for face in state.board.faces], "named": board is not None,
        "options": dict(options or {}), "seed": seed, "given": position, "loaded": plugins or default_plugins(),
    }  # fmt: skip
    return Game(variant, players, state, origin)


def _played_again(
    variant: Variant, players: Sequence[str], faces: Sequence[BoardFile] | None, origin: Mapping[str, Any],
    log: Sequence[Mapping[str, Any]], rest: Mapping[str, tuple[Any, ...]],
) -> Game:  # fmt: skip
    """Restore the game of a pickle: play its record with the recorded results of chance.

    :param rest: results of a script that were not used yet.
    """
    game = new_game(
        variant, players, seed=origin["seed"], board=faces, options=origin["options"], given=origin["given"],
        script=recorded_chances(log),
    )  # fmt: skip
    for event in log:
        if "do" in event:
            game.apply(event["do"])
    game.state.script = dict(rest)
    game.origin = {**origin, "loaded": game.origin["loaded"]}
    return game
