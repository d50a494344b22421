"""Lines with several actions, and first words that are misspelt."""

from __future__ import annotations

import re
from collections.abc import Collection, Container
from difflib import get_close_matches

from smallworld.errors import NotationError
from smallworld.game import Game
from smallworld.notation import CORE_VERBS


def split_actions(text: str, verbs: Container[str]) -> list[str]:
    """Split ``deploy r01 2, r05 1`` into two actions: a part without a verb has that of the part before.

    :param verbs: the first words of actions.
    """
    actions: list[str] = []
    verb = ""
    for part in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        word = part.split()[0]
        if actions and word not in verbs:
            part = f"{verb} {part}"
        else:
            verb = word
        actions.append(part)
    return actions


def check_first_word(game: Game, word: str, commands: Collection[str]) -> None:
    """Refuse a first word that begins neither an action nor a command, with a proposal.

    :raises NotationError: the word begins neither.
    """
    verbs = verbs_of(game)
    if word in verbs or word.strip(",;") in ("", *verbs):
        return
    matches = get_close_matches(word, [*commands, *verbs], n=1)
    remedy = f"did you mean {matches[0]!r}?" if matches else "legal lists the actions, help the commands"
    raise NotationError(f"unknown word {word!r}; {remedy}")


def verbs_of(game: Game) -> set[str]:
    """Return the first words of all actions."""
    return {*CORE_VERBS, *game.state.table.rulebook.verbs}
