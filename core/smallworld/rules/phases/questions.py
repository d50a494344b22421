"""Questions and actions of abilities that a player answers before the game continues, and an early end of the game.

An ability asks with ``state.ask``; what is under way first runs to its end. Then the phase ``answer`` lists what the
ability offers, its ``perform`` carries the answer out, and the interrupted phase goes on.

The answers to sealed questions that follow one another stay secret and are carried out together, after the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from smallworld.actions import Action
from smallworld.errors import PluginError
from smallworld.events import Answered, Asked
from smallworld.hooks.hook_info import is_marked
from smallworld.model.aliases import Player, Race, Region
from smallworld.notation import join_player_names

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.game_state import GameState


ONLY_INTERRUPTED: Final = 2
"""Value of ``phase_over``: the phase is not over, but a question or an early end comes first."""


class Question(NamedTuple):
    """A question of an ability to a player.

    :ivar ability: key of the ability. :ivar race: race in play that its hooks get. :ivar player: who answers.
    :ivar topic: a plain value of the author's, for several kinds of questions. :ivar sealed: the answer stays secret.
    """

    ability: str
    race: Race
    player: Player
    topic: Any = None
    sealed: bool = False


SealedAnswer = tuple[Question, "Action | None"]
"""A question and its answer that is not carried out yet; None where a view hides it."""


class Interrupt(NamedTuple):
    """The questions of a game, and the phase that they interrupt.

    :ivar current: the question that is being answered. :ivar waiting: further ones in their order;
        :ivar new: those asked since the last answer, which come before the waiting ones.
    :ivar sealed: answers that are carried out once the sealed questions are answered.
    :ivar phase, to_move, over: the interrupted phase, its player, whether nothing more is to be decided in it.
    :ivar ends_game: the game ends instead.
    """

    current: Question | None = None
    waiting: tuple[Question, ...] = ()
    new: tuple[Question, ...] = ()
    phase: str = ""
    to_move: Player = -1
    over: bool = False
    ends_game: bool = False
    sealed: tuple[SealedAnswer, ...] = ()


NO_QUESTION: Final = Interrupt()
"""The value before the first question."""


def ask(
    state: GameState, ability: Ability, race: Race, player: Player, topic: Any = None, *, sealed: bool = False
) -> None:
    """Let a player answer a question before the next decision, with what ``answers`` of the ability offers.

    What is under way first runs to its end. A question without an answer on offer is dropped.

    Example: ``state.ask(self, race, player, topic="bid", sealed=True)``

    :param race: race instance that ``answers`` and ``perform`` get. :param topic: a plain value.
    :param sealed: the answer stays secret; those to sealed questions in a row are carried out together at the end.
    :raises PluginError: the ability has no hook ``answers``, or nobody has this seat.
    """
    if not is_marked(getattr(ability, "answers", None)):
        raise PluginError(f"ability {ability.name!r} asks, but offers no answer; add the hook answers")
    if not 0 <= player < state.players:
        raise PluginError(f"ability {ability.name!r} asks player {player}; the players are 0 to {state.players - 1}")
    interrupt = _interrupt(state)
    _replace(state, interrupt._replace(new=(*interrupt.new, Question(ability.key, race, player, topic, sealed))))


def end_game(state: GameState) -> None:
    """End the game as soon as what is under way has run to its end; the turn is not scored.

    Example: ``state.end_game()``
    """
    _replace(state, _interrupt(state)._replace(ends_game=True))


def current_question(state: GameState) -> Question | None:
    """Return the question that is being answered; None without one."""
    return state.interrupt.current if state.interrupt is not None else None


def interrupt_phase(state: GameState) -> bool:
    """Begin with the first question that has an answer, or go on with the interrupted phase; true if the game ends."""
    while state.interrupt is not None:
        interrupt = state.interrupt
        if interrupt.ends_game:
            state.interrupt = None
            return True
        waiting = interrupt.new + interrupt.waiting
        if interrupt.sealed and not (waiting and waiting[0].sealed):
            _carry_out_sealed(state, waiting, interrupt.sealed)
        elif not waiting:
            state.interrupt = None
        elif _begin_question(state, waiting, interrupt.sealed):
            return False
    if state.phase_over == ONLY_INTERRUPTED:
        state.phase_over = False
    return False


def _begin_question(state: GameState, waiting: tuple[Question, ...], sealed: tuple[SealedAnswer, ...]) -> bool:
    """Begin with the first question; false if it has no answer, and is dropped."""
    phase, to_move, phase_over = state.phase, state.to_move, state.phase_over
    over = bool(phase_over) and phase_over != ONLY_INTERRUPTED
    question, waiting = waiting[0], waiting[1:]
    state.interrupt = Interrupt(question, waiting, (), phase, to_move, over, sealed=sealed)
    state.phase, state.to_move, state.phase_over = "answer", question.player, False
    if answer_actions(state):
        if state.events is not None:
            state.events.append(Asked(question.ability, question.player))
        return True
    state.interrupt = Interrupt(waiting=waiting, sealed=sealed)
    state.phase, state.to_move, state.phase_over = phase, to_move, phase_over
    return False


def _carry_out_sealed(state: GameState, waiting: tuple[Question, ...], sealed: tuple[SealedAnswer, ...]) -> None:
    """Carry out all sealed answers in the order of their questions."""
    state.interrupt = Interrupt(waiting=waiting)
    for question, action in sealed:
        assert action is not None  # only views hide answers, and nobody plays them
        if state.events is not None:
            state.events.append(Answered(question.player, action))
        state.interrupt = _interrupt(state)._replace(current=question)
        _perform(state, question, action)
    state.interrupt = _interrupt(state)._replace(current=None)


def answer_actions(state: GameState) -> list[Action]:
    """List the answers to the current question."""
    question = current_question(state)
    if question is None:
        return []
    of_edition = question.ability.startswith("edition.")
    if not of_edition and question.race >= 0 and state.hook_tables[question.race].race_index < 0:
        return []  # the race is gone
    call = state.table.rulebook.call_of(question.ability, "answers")
    return list(call(state, question.race, question)) if call is not None else []


def give_answer(state: GameState, action: Action) -> None:
    """Carry out an answer in the phase that the question has interrupted, or keep a sealed one."""
    interrupt = _interrupt(state)
    question = interrupt.current
    assert question is not None
    if state.events is not None:
        state.events.append(Answered(question.player, None if question.sealed else action))
    state.phase, state.to_move, state.phase_over = interrupt.phase, interrupt.to_move, interrupt.over
    if question.sealed:
        sealed = (*interrupt.sealed, (question, action))
        _replace(state, interrupt._replace(current=None, sealed=sealed))
        return
    _perform(state, question, action)
    interrupt = _interrupt(state)
    if interrupt.new or interrupt.waiting or interrupt.ends_game:
        state.phase_over = state.phase_over or ONLY_INTERRUPTED
    else:
        state.interrupt = None


def _perform(state: GameState, question: Question, action: Action) -> None:
    call = state.table.rulebook.performs.get(question.ability)
    if call is None:
        raise PluginError(f"ability {question.ability!r} offers {action!r}, but has no hook perform")
    call(state, question.race, action)


def sealed_answers(state: GameState) -> tuple[SealedAnswer, ...]:
    """Return the answers that are not carried out yet."""
    return state.interrupt.sealed if state.interrupt is not None else ()


def hide_sealed(state: GameState, seat: Player) -> None:
    """Blank out the sealed answers of other players."""
    interrupt = state.interrupt
    if interrupt is not None and interrupt.sealed:
        sealed = [(question, action if question.player == seat else None) for question, action in interrupt.sealed]
        state.interrupt = interrupt._replace(sealed=tuple(sealed))


def imagine_sealed(state: GameState, choose: Callable[[list[Action]], Action]) -> None:
    """Choose, for each answer that a view hides, one of the answers on offer."""
    interrupt = _interrupt(state)
    to_move, sealed = state.to_move, []
    for question, action in interrupt.sealed:
        if action is None:  # nothing was carried out since, so the same answers are on offer
            state.interrupt, state.to_move = Interrupt(question), question.player
            action = choose(answer_actions(state))
        sealed.append((question, action))
    state.interrupt, state.to_move = interrupt._replace(sealed=tuple(sealed)), to_move


def _interrupt(state: GameState) -> Interrupt:
    return state.interrupt or NO_QUESTION


def _replace(state: GameState, interrupt: Interrupt) -> None:
    state.interrupt = interrupt
    state.phase_over = state.phase_over or ONLY_INTERRUPTED


# --- actions that abilities offer: made once for each table, carried out by the ability that offered them


def offer(state: GameState, ability: Ability, text: str, region: Region, number: int) -> Action:
    """Return the action of an ability with this notation; it is made once for each table."""
    offers = state.table.offers.setdefault(ability.key, {})
    action = offers.get(text)
    if action is None:
        state.table.rulebook.make_room()
        notation = join_player_names(text, state.names)
        action = offers[text] = Action(notation, perform, region=region, number=number, ability=ability.key)
    return action


def perform(state: GameState, action: Action) -> None:
    """Hand an action to the ability that offered it.

    :raises PluginError: the ability has no hook ``perform``.
    """
    if state.phase == "answer":
        give_answer(state, action)
        return
    state.pending = None
    if state.phase == "redeploy":
        state.fresh = False
    owners = [race for race in state.seats[state.to_move] if action.ability in state.hook_tables[race].keys]
    race = owners[0] if owners else state.turn
    if len(owners) > 1 and action.region >= 0 and state.occupant[action.region] in owners:
        race = state.occupant[action.region]  # of several with an ability of the edition it is the one that is there
    call = state.table.rulebook.performs.get(action.ability)
    if call is None:
        ability = state.table.rulebook.by_key[action.ability]
        raise PluginError(f"ability {ability.name!r} of {ability.source!r} offers {action!r}, but has no hook perform")
    call(state, race, action)
