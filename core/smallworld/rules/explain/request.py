"""The decision that a player is asked for, as data: what, how many are left, what ends it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from smallworld.actions import Action
from smallworld.errors import SmallWorldError
from smallworld.rules.phases.questions import current_question
from smallworld.rules.phases.redeployment import movers, to_place

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.game import Game
    from smallworld.rules.game_state import GameState

PLACING = ("redeploy", "retreat")
"""Phases in which tokens and pieces are placed."""
MOST_PLACED = 30
"""Pieces of one kind that are counted at most."""


class ToPlace(NamedTuple):
    """Tokens, or pieces of one kind, that the player may place now.

    :ivar piece: id of the kind of piece; empty for tokens.
    :ivar race: id of the race of the tokens; empty for pieces.
    :ivar number: how many are left.
    :ivar regions: ids of the regions that may receive one.
    :ivar required: whether the step cannot end before.
    """

    piece: str
    race: str
    number: int
    regions: tuple[str, ...]
    required: bool


class Request(NamedTuple):
    """The decision that a player is asked for.

    :ivar kind: ``pick`` a combo, ``enter`` the map, ``conquer``, ``stuck`` (nothing can be conquered), ``place``
        tokens or pieces, ``retreat`` (the same, in the turn of another player), ``end`` (nothing is left to place),
        ``finish`` (after scoring), ``answer`` a question of an ability, or ``over``.
    :ivar player: name of the player who decides; empty after the end.
    :ivar race: id of their active race; empty without one.
    :ivar hand: tokens of this race in hand.
    :ivar to_place: everything that may be placed, pieces first, because they have fewer places.
    :ivar ends_with: the action that ends the step now; empty where something else comes first.
    :ivar may_decline: whether the race may go into decline now.
    :ivar source: race, power, relic or edition of the ability that asks; empty without one.
    :ivar prompt: its own sentence about what it asks; empty without one.
    """

    kind: str
    player: str
    race: str = ""
    hand: int = 0
    to_place: tuple[ToPlace, ...] = ()
    ends_with: str = ""
    may_decline: bool = False
    source: str = ""
    prompt: str = ""


def request_of(game: Game) -> Request:
    """Return the decision that the player who decides is asked for.

    >>> import smallworld
    >>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
    >>> request_of(game).kind
    'pick'
    >>> game.apply("pick 1")
    >>> request = request_of(game)
    >>> request.kind, request.hand, request.ends_with, request.may_decline
    ('enter', 13, 'done', False)
    """
    state = game.state
    if state.phase == "over":
        return Request("over", "")
    actions = game.legal_actions()
    to_place = _all_to_place(game, actions) if state.phase in PLACING else ()
    hook_table, book = state.hook_tables[state.to_move], state.table.rulebook
    ability = _asking(state, actions)
    return Request(
        _kind_of(state, actions, to_place), game.players[state.to_move],
        book.races[hook_table.race_index].id if hook_table.race_index >= 0 else "",
        state.hand[state.to_move], to_place, "done" if "done" in actions else "", "decline" in actions,
        ability.source if ability is not None else "", ability.prompt if ability is not None else "",
    )  # fmt: skip


def _asking(state: GameState, actions: Sequence[Action]) -> Ability | None:
    """Return the ability that asks a question, or offers something after scoring; None without one."""
    question = current_question(state)
    keys = [question.ability] if question is not None else []
    keys += [action.ability for action in actions if action.ability and state.phase == "finish"]
    return state.table.rulebook.by_key[keys[0]] if keys else None


def _kind_of(state: GameState, actions: Sequence[Action], to_place: Sequence[ToPlace]) -> str:
    """Return the kind of a decision."""
    if state.phase == "retreat":
        return "retreat"
    if state.phase == "redeploy":
        return "place" if to_place else "end"
    if state.phase != "conquer":
        return state.phase
    if not any(action.verb == "conquer" for action in actions):
        return "stuck"
    is_on_map = any(state.regions[race] for race in state.seats[state.to_move] if race < state.players)
    return "conquer" if is_on_map else "enter"


def _all_to_place(game: Game, actions: Sequence[Action]) -> tuple[ToPlace, ...]:
    """List the pieces of each kind, then the tokens, that may be placed now."""
    pieces: dict[str, dict[str, None]] = {}
    tokens: dict[str, None] = {}
    ids = [region.id for region in game.state.board.regions]
    for action in actions:
        if action.verb == "place" and action.region >= 0:
            pieces.setdefault(action.operands[0], {})[ids[action.region]] = None
        elif action.verb == "deploy":
            tokens[ids[action.region]] = None
    required = bool(pieces) and "done" not in actions and not _ends_without_pieces(game)
    rows = [
        ToPlace(piece, "", _count_placed(game, piece), tuple(regions), required) for piece, regions in pieces.items()
    ]
    count = to_place(game.state, game.state.to_move) if tokens else 0
    return (*rows, *([ToPlace("", _race_to_place(game.state), count, tuple(tokens), True)] if count else []))


def _race_to_place(state: GameState) -> str:
    """Return the id of the race of the tokens that are placed; the first one, if there are several."""
    tokens = state.withdrawn if state.phase == "retreat" else state.hand
    races = state.seats[state.to_move] if state.phase == "retreat" else movers(state, state.to_move)
    race = next((race for race in races if tokens[race] and state.regions[race]), state.to_move)
    return state.table.rulebook.races[state.hook_tables[race].race_index].id


def _count_placed(game: Game, piece: str) -> int:
    """Count the pieces of a kind that may be placed one after the other, by trying it."""
    trial, count = game.scratch_copy(), 0
    with suppress(SmallWorldError):  # an ability that fails later is reported when it is played
        while count < MOST_PLACED and (trial.to_move, trial.phase) == (game.to_move, game.phase):
            placements = [action for action in trial.legal_actions()
                          if action.verb == "place" and action.operands[0] == piece and action.number <= 1]  # fmt: skip
            if not placements:
                break
            trial.proceed(placements[0])
            count += 1
    return count


def _ends_without_pieces(game: Game) -> bool:
    """Return whether the step can end when all tokens are placed, but no piece, by trying it."""
    trial = game.scratch_copy()
    with suppress(SmallWorldError):
        for _attempt in range(MOST_PLACED):
            actions = trial.legal_actions()
            deployment = next((action for action in reversed(actions) if action.verb == "deploy"), None)
            if "done" in actions or deployment is None:
                return "done" in actions
            trial.proceed(deployment)
            if (trial.to_move, trial.phase) != (game.to_move, game.phase):
                return True
    return False
