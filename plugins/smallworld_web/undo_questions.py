"""Undo at a table: at once in the turn of a player, afterwards only if the people at other screens agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.languages import _, and_list
from smallworld_play.explanations import Prompt
from smallworld_play.seats import HUMAN
from smallworld_play.session import UndoError
from smallworld_records.record_lines import line_of
from smallworld_web.role_links import Role
from smallworld_web.table import NotYourTurn, Table


def undo(table: Table, role: Role, number: int, *, is_whole_turn: bool = False) -> None:
    """Take back the last action of a player, and those of bots after it; after the turn others have to agree.

    :param is_whole_turn: take back all actions of this turn, as far as they can be taken back.
    :raises Outdated: there are later events. :raises UndoError: it cannot be taken back.
    """
    player = role.player
    table.expect(number)
    table.expect_changes()
    if table.log.ended is not None:
        raise NotYourTurn(_("the game is over"))
    voters, question = undo_voters(table, role), table.log.question
    if not voters:
        for _place in range(max(table.session.count_undo(player), 1) if is_whole_turn else 1):
            table.session.undo(player, is_agreed=True)
    elif question is None or question.player != player:
        place = table.session.undo_reach(player).position.log_length
        table.append([line_of({"asks": player, "place": place, "waits_for": voters})])


def undo_voters(table: Table, role: Role) -> list[str]:
    """List the people who have to agree if a player takes back their last action: nobody at the same screen.

    :raises UndoError: it cannot be taken back.
    """
    reach = table.session.undo_reach(role.player)
    if reach.is_same_turn and not reach.people:
        return []
    people = [name for name, kind in table.seats.items() if kind == HUMAN and name != role.player]
    return [name for name in people if not role.is_shared or name in table.log.taken_seats]


def agree(table: Table, role: Role, number: int, is_allowed: bool) -> None:
    """Answer the question whether an action may be taken back, or withdraw one's own.

    :raises NotYourTurn: nobody asks, or the player has answered.
    """
    player, question = role.player, table.log.question
    if question is None or number < question.number or not may_answer(table, player, is_allowed):
        raise NotYourTurn(_("nothing was done: nobody asks you to take something back any more"))
    if is_allowed and question.waits_for == (player,):
        table.session.undo(question.player, is_agreed=True)
        table.append([line_of({"took": question.player})])
    else:
        table.append([line_of({"agrees": player, "yes": is_allowed})])


def may_answer(table: Table, player: str, is_allowed: bool) -> bool:
    """Return whether a player may agree that an action is taken back, or refuse it."""
    question = table.log.question
    return question is not None and (
        player in question.waits_for or (player == question.player and not is_allowed)
    )  # fmt: skip


def undo_of(table: Table, role: Role, *, is_deciding: bool) -> Mapping[str, Any]:
    """Return how many actions a player may take back at once, whether others have to agree, or why none can go.

    The reason is of interest only to a player who decides.
    """
    player = role.player
    if not player or table.is_over or table.seats[player] != HUMAN:
        return {"count": 0, "asks": False, "reason": ""}
    try:
        asks = bool(undo_voters(table, role))
    except UndoError as error:
        return {"count": 0, "asks": False, "reason": str(error) if is_deciding and _has_acted(table, player) else ""}
    return {"count": 0 if asks else max(1, table.session.count_undo(player)), "asks": asks, "reason": ""}


def _has_acted(table: Table, player: str) -> bool:
    """Return whether a player has done something in their present turn."""
    game = table.game
    return game.turn == player and any(
        step.round == game.round and step.names[step.turn] == player for step in table.turns.steps.values()
    )


def with_question(table: Table, player: str, prompt: Prompt) -> Prompt:
    """Write the question whether an action may be taken back in the line of help, if somebody asks it."""
    question = table.log.question
    if question is None:
        return prompt
    values = {"player": question.player, "others": and_list(question.waits_for)}
    if player == question.player:
        return Prompt(prompt.sentence, _("You ask to take back your last action; you wait for {others}.", **values))
    if player in question.waits_for:
        return Prompt(prompt.sentence, _("{player} asks to take back their last action.", **values))
    return Prompt(
        prompt.sentence, _("{player} asks to take back their last action, and waits for {others}.", **values)
    )  # fmt: skip
