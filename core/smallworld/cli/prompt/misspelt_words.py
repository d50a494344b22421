"""First words of lines that are misspelt."""

from __future__ import annotations

from collections.abc import Collection

from smallworld.errors import NotationError, did_you_mean
from smallworld.game import Game
from smallworld.languages import _
from smallworld.sessions.shorthand import verbs_of


def check_first_word(game: Game, word: str, commands: Collection[str]) -> None:
    """Refuse a first word that begins neither an action nor a command, with a proposal.

    :raises NotationError: the word begins neither.
    """
    verbs = verbs_of(game)
    if word in verbs or word.strip(",;") in ("", *verbs):
        return
    remedy = did_you_mean(word, [*commands, *verbs]) or _("legal lists the actions, help the commands")
    raise NotationError(_("unknown word {word!r}; {remedy}", word=word, remedy=remedy))
