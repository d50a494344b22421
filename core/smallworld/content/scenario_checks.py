"""Scenarios against their variant: players, regions, races, actions that exist."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from smallworld.content.documents import Document
from smallworld.content.problem import Problem, first_of
from smallworld.content.table import ReadAction, Table
from smallworld.errors import NotationError, suggest
from smallworld.model.rulings import fits

Where = tuple[str | int, ...]

GIVEN_KEYS = ("round", "turn", "pieces", "natives", "column", "relics", "memory")
EXPECT_KEYS = ("to_move", "phase", "round", "scored", "tray", "column", "relics", "winner")
STEP_KEYS = ("refused", "legal", "illegal", "legal_only", "expect")


def check_scenario(document: Document, table: Table, read_action: ReadAction | None = None) -> list[Problem]:
    """Every name of a scenario that its variant, board or players do not have."""
    return first_of(_Check(document, table, read_action).run())


def check_options(document: Document, table: Table) -> Iterator[Problem]:
    """Answers to rulings, in ``options``."""
    options = document.data.get("options")
    for key, answer in options.items() if isinstance(options, dict) else ():
        ruling = table.rulings.get(key)
        if ruling is None:
            hint = suggest(key, table.rulings).removeprefix("; ")
            place = document.key(("options", key))
            yield document.problem("unknown-ruling", place, f"no ruling is called {key!r}", hint)
        elif not fits(ruling, answer):
            hint = suggest(_plain(answer), map(_plain, ruling.values)).removeprefix("; ")
            message = f"{_plain(answer)} is no answer to the ruling {key!r}"
            yield document.problem("ruling-value", document.value(("options", key)), message, hint)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Check:
    """The check of one scenario."""

    def __init__(self, document: Document, table: Table, read_action: ReadAction | None) -> None:
        self.document, self.table, self.read_action = document, table, read_action
        variant = table.variant
        self.regions = table.regions
        self.known: dict[str, Collection[str] | None] = {
            "player": table.players,
            "region": self.regions,
            "race": variant.races,
            "power": variant.powers,
            "relic": variant.relics,
            "piece": variant.pieces,
        }

    def run(self) -> Iterator[Problem]:
        yield from check_options(self.document, self.table)
        for index, player in enumerate(self.table.players):
            if player in (*GIVEN_KEYS, *EXPECT_KEYS, *STEP_KEYS, *(self.known["region"] or ())):
                place = self.document.value(("players", index))
                message = f"{player!r} means something else in a scenario"
                yield self.document.problem("name-clash", place, message, "call the player something else")
        given = self.document.data.get("given")
        if isinstance(given, dict):
            yield from self._given(given)
        steps = self.document.data.get("steps")
        for index, step in enumerate(steps if isinstance(steps, list) else []):
            yield from self._step(("steps", index), step)

    # -- names -------------------------------------------------------------------------------

    def _name(
        self, kind: str, name: object, at: Where, key: bool = False, more: tuple[str, ...] = ()
    ) -> Iterator[Problem]:
        """A problem if there is no such player, region, race …"""
        known = self.known[kind]
        if known is None or not isinstance(name, str) or name in known or name in more:
            return
        place = self.document.key(at) if key else self.document.value(at)
        near = suggest(name, [*known, *more] if known else []).removeprefix("; ")
        hint = near if near.startswith("did") else suggest(name, known).removeprefix("; ")
        owner = {"player": "at the table", "region": "on the board"}.get(kind, "in this variant")
        yield self.document.problem(f"unknown-{kind}", place, f"there is no {kind} {name!r} {owner}", hint)

    def _keys(self, kind: str, mapping: object, at: Where) -> Iterator[Problem]:
        for name in mapping if isinstance(mapping, dict) else ():
            yield from self._name(kind, name, (*at, name), key=True)

    # -- position ----------------------------------------------------------------------------

    def _given(self, given: Mapping[str, Any]) -> Iterator[Problem]:
        for key, value in given.items():
            at = ("given", key)
            if key not in GIVEN_KEYS:
                yield from self._name("player", key, at, key=True, more=GIVEN_KEYS)
                yield from self._player(value, at)
        yield from self._name("player", given.get("turn"), ("given", "turn"))
        yield from self._keys("region", given.get("natives"), ("given", "natives"))
        yield from self._pieces_by_region(given.get("pieces"), ("given", "pieces"))
        yield from self._relics(given.get("relics"), ("given", "relics"))
        yield from self._column(given.get("column"), ("given", "column"))

    def _player(self, player: object, at: Where) -> Iterator[Problem]:
        if not isinstance(player, dict):
            return
        yield from self._race(player.get("active"), (*at, "active"))
        declined = player.get("decline")
        for index, race in enumerate(declined if isinstance(declined, list) else []):
            yield from self._race(race, (*at, "decline", index))

    def _race(self, race: object, at: Where) -> Iterator[Problem]:
        if isinstance(race, dict):
            yield from self._name("race", race.get("race"), (*at, "race"))
            yield from self._name("power", race.get("power"), (*at, "power"))
            yield from self._keys("region", race.get("regions"), (*at, "regions"))

    def _pieces_by_region(self, pieces: object, at: Where) -> Iterator[Problem]:
        yield from self._keys("region", pieces, at)
        for region, listed in pieces.items() if isinstance(pieces, dict) else ():
            yield from self._pieces(listed, (*at, region))

    def _pieces(self, listed: object, at: Where) -> Iterator[Problem]:
        for index, piece in enumerate(listed if isinstance(listed, list) else []):
            yield from self._keys("piece", piece, (*at, index))
            yield from self._name("piece", piece, (*at, index))

    def _relics(self, relics: object, at: Where) -> Iterator[Problem]:
        yield from self._keys("region", relics, at)
        for region, held in relics.items() if isinstance(relics, dict) else ():
            many = isinstance(held, list)
            for index, relic in enumerate(held if isinstance(held, list) else [held]):
                where = (*at, region, index) if many else (*at, region)
                if isinstance(relic, dict):
                    yield from self._name("relic", relic.get("hidden"), (*where, "hidden"))
                else:
                    yield from self._name("relic", relic, where, more=("none",))

    def _column(self, column: object, at: Where) -> Iterator[Problem]:
        for index, combo in enumerate(column if isinstance(column, list) else []):
            if isinstance(combo, dict):
                yield from self._name("race", combo.get("race"), (*at, index, "race"))
                yield from self._name("power", combo.get("power"), (*at, index, "power"))

    # -- steps -------------------------------------------------------------------------------

    def _step(self, at: Where, step: object) -> Iterator[Problem]:
        if isinstance(step, str):
            yield from self._action(step, at)
        for key, value in step.items() if isinstance(step, dict) else ():
            where = (*at, key)
            if key == "expect":
                yield from self._expect(value, where)
            elif key in ("legal", "illegal", "legal_only"):
                for index, action in enumerate(value if isinstance(value, list) else []):
                    yield from self._action(action, (*where, index))
            elif key == "refused":
                yield from self._action(value, where)
            elif (
                key != "code" and isinstance(step, dict) and len(step) == 1
            ):  # several keys are a mistake of form that is told already
                yield from self._name("player", key, where, key=True, more=STEP_KEYS)
                yield from self._action(value, where)

    def _action(self, text: object, at: Where) -> Iterator[Problem]:
        if self.read_action is None or not isinstance(text, str) or self.regions is None:
            return
        try:
            self.read_action(text)
        except NotationError as error:
            message, _, hint = str(error).partition("; ")
            yield self.document.problem("bad-action", self.document.value(at), message, hint)

    def _expect(self, expect: object, at: Where) -> Iterator[Problem]:
        for key, value in expect.items() if isinstance(expect, dict) else ():
            where = (*at, key)
            if key in ("to_move", "winner"):
                for index, name in enumerate(value if isinstance(value, list) else [value]):
                    place = (*where, index) if isinstance(value, list) else where
                    yield from self._name("player", name, place, more=("none",))
            elif key == "scored":
                yield from self._keys("player", value, where)
            elif key == "tray":
                yield from self._keys("race", value, where)
            elif key == "relics":
                yield from self._relics(value, where)
            elif key == "column":
                yield from self._column(value, where)
            elif key not in EXPECT_KEYS:
                yield from self._facts(key, value, where)

    def _facts(self, key: str, facts: object, at: Where) -> Iterator[Problem]:
        """What is expected of a player, of ``PLAYER.decline`` or of a region."""
        player = key.partition(".")[0]
        if player not in self.table.players and self.regions is not None and key not in self.regions:
            known = [*EXPECT_KEYS, *self.table.players, *self.regions]
            hint = suggest(key, known).removeprefix("; ")
            message = f"{key!r} is neither a player nor a region"
            yield self.document.problem("unknown-region", self.document.key(at), message, hint)
        if isinstance(facts, dict):
            yield from self._race({**facts, "regions": facts.get("regions")}, at)
            yield from self._pieces(facts.get("pieces"), (*at, "pieces"))
            yield from self._name("player", facts.get("owner"), (*at, "owner"), more=("none",))
