"""The part of the bar about actions that are taken back: the button, and the question of another player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.languages import _, and_list
from smallworld_play.prompts import Prompt
from smallworld_play.seats import HUMAN
from smallworld_play.undo import UndoError
from smallworld_web.role_links import Role
from smallworld_web.table import Table
from smallworld_web.undo_questions import undo_voters


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
