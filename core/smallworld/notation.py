"""The text of an action becomes its verb and operands (formats 1); whether it is legal, the game decides."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from smallworld.errors import NotationError, with_suggestion
from smallworld.languages import N_, _, lazy
from smallworld.model.aliases import Region

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

CORE_VERBS = {
    "pick": "N",
    "decline": "",
    "abandon": "REGION",
    "conquer": "REGION MEANS",
    "deploy": "REGION N",
    "place": "PIECE REGION N?",
    "done": "",
}
"""Verb → pattern of its operands."""
FIRST_WORD = re.compile(r"\S*")


@dataclass(frozen=True, slots=True)
class Spoken:
    """An action as a person wrote it; it may be illegal."""

    text: str
    verb: str
    operands: tuple[str, ...] = ()
    region: Region = -1
    number: int = 0
    means: tuple[str, ...] = field(default=())
    as_decline: bool = False


def player_word(name: str) -> str:
    """Return a player's name as one word of an action: ``Jan Novak`` is ``Jan_Novak``."""
    return name.replace(" ", "_")


def join_player_names(text: str, players: Sequence[str]) -> str:
    """Write names of several words in an action as one word, with or without quotation marks around them."""
    names = sorted((name for name in players if " " in name or '"' in text), key=len, reverse=True)
    if not names:
        return text
    verb_end = FIRST_WORD.match(text.lstrip()).end() + len(text) - len(text.lstrip())  # type: ignore[union-attr]
    verb, operands = text[:verb_end], text[verb_end:]
    for name in names:
        pattern = rf'"{re.escape(name)}"|(?<!\S){re.escape(name)}(?![^\s,;])'
        operands = re.sub(pattern, player_word(name), operands, flags=re.IGNORECASE)
    return verb + operands


UNKNOWN = {
    "PIECE": N_("unknown piece {word!r} in {text!r}"),
    "PLAYER": N_("unknown player {word!r} in {text!r}"),
}
"""Kind of operand → the sentence about a word that is not one."""


class Notation:
    """The verbs of one table and the names that they may use."""

    def __init__(
        self, verbs: Mapping[str, str], regions: Mapping[str, int], pieces: Sequence[str], players: Sequence[str]
    ) -> None:
        self.verbs = {**CORE_VERBS, **verbs}
        player_words = [player_word(name) for name in players]
        self.names: dict[str, Sequence[str]] = {"REGION": list(regions), "PIECE": pieces, "PLAYER": player_words}
        self.players = players
        self.regions = regions
        self.spelt = {name.lower(): name for name in regions}

    def read(self, text: str) -> Spoken:
        """Parse one action.

        :raises NotationError: the text is not an action; the sentence shows the right form.
        """
        parts = join_player_names(text, self.players).split()
        if not parts:
            raise NotationError(_("the text is empty; an action is a verb with its operands, e.g. 'conquer r07'"))
        verb, operands = parts[0].lower(), parts[1:]
        if verb not in self.verbs:
            raise NotationError(with_suggestion(lazy("unknown action {verb!r}", verb=verb), verb, self.verbs))
        if verb == "conquer":
            return self._conquer(" ".join([verb, *operands]), operands)
        return self._match(verb, operands, self.verbs[verb].split())

    def _conquer(self, text: str, operands: list[str]) -> Spoken:
        rest = operands[:]
        as_decline = rest[-2:] == ["as", "decline"]
        if as_decline:
            rest = rest[:-2]
        means: tuple[str, ...] = ()
        if len(rest) == 3 and rest[1] == "by":
            means = tuple(rest[2].split("+"))
            rest = rest[:1]
        if len(rest) != 1:
            raise NotationError(_("cannot read {text!r}; write: conquer REGION [by MEANS] [as decline]", text=text))
        rest[0] = self._spelt(rest[0])
        ordered = tuple(sorted(means, key=lambda name: (name == "die", name)))
        canonical = f"conquer {rest[0]}" + (f" by {'+'.join(ordered)}" if means else "")
        canonical += " as decline" if as_decline else ""
        return Spoken(canonical, "conquer", (rest[0],), self._region(rest[0], text), 0, ordered, as_decline)

    def _spelt(self, name: str) -> str:
        """Return a region id as the board spells it; it may be typed in any case."""
        return name if name in self.regions else self.spelt.get(name.lower(), name)

    def _region(self, name: str, text: str) -> Region:
        if name not in self.regions:
            raise NotationError(
                with_suggestion(lazy("unknown region {name!r} in {text!r}", name=name, text=text), name, self.regions)
            )
        return self.regions[name]

    def _match(self, verb: str, operands: list[str], pattern: list[str]) -> Spoken:
        paired = pattern == ["PAIR"]
        pattern = ["REGION", "REGION"] if paired else pattern
        for place, (part, word) in enumerate(zip(pattern, operands, strict=False)):
            if part.rstrip("?") == "REGION":
                operands[place] = self._spelt(word)
        if paired:
            operands = sorted(operands, key=lambda name: self.regions.get(name, -1))
        text = " ".join([verb, *operands])
        usage = " ".join([verb, *pattern]).replace("N?", "[N]").replace("REGION?", "[REGION]")
        least = sum(1 for part in pattern if not part.endswith("?"))
        if not least <= len(operands) <= len(pattern):
            raise NotationError(_("cannot read {text!r}; write: {usage}", text=text, usage=usage))
        region, number = self._values(operands, pattern, text, usage)
        if verb == "place" and len(operands) == 3 and number == 1:
            operands, number = operands[:2], 0  # one is placed unless a number follows
        if number and operands[-1].isdigit():
            operands = [*operands[:-1], str(number)]
        return Spoken(" ".join([verb, *operands]), verb, tuple(operands), region, number)

    def _values(self, operands: list[str], pattern: list[str], text: str, usage: str) -> tuple[Region, int]:
        """Return the first region and the number among the operands, -1 and 0 without one; refuse unknown names."""
        region, number = -1, 0
        for part, word in zip(pattern, operands, strict=False):
            kind = part.rstrip("?")
            if kind == "N":
                if not (word.isascii() and word.isdigit() and 0 < len(word) < 4):
                    raise NotationError(
                        _("{word!r} in {text!r} is not a number; write: {usage}", word=word, text=text, usage=usage)
                    )
                number = int(word)
            elif kind == "REGION":
                named = self._region(word, text)
                region = named if region < 0 else region
            elif kind in self.names and word not in self.names[kind]:
                unknown = lazy(UNKNOWN[kind], word=word, text=text)
                raise NotationError(with_suggestion(unknown, word, self.names[kind]))
        return region, number


def notation_of(state: GameState) -> Notation:
    """Collect the verbs of a table's abilities and the names of its board, pieces and players."""
    book = state.table.rulebook
    place_names = [word for ability in book.abilities() for word in ability.place_words]
    return Notation(book.verbs, state.board.index, [*book.piece_indexes, *place_names], state.names)
