"""Check a scenario against its variant: players, regions, races, actions and results exist."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

from smallworld.errors import NotationError, did_you_mean, suggest
from smallworld.languages import N_, NN_, clauses, lazy, lazy_n, lazy_or
from smallworld.model.rulings import ENGINE_RULINGS, MOST_PLAYERS, fits
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of, walk
from smallworld_editions.reading.scalars import write_yaml
from smallworld_validate.check_settings import TABLE_KEYS, CheckSettings, ReadAction, Table
from smallworld_validate.schema.phrasing import answer_hint, no_such

EXPECT_KEYS = ("to_move", "phase", "round", "scored", "tray", "column", "relics", "winner")
STEP_KEYS = ("refused", "legal", "illegal", "legal_only", "offers", "expect")

Shape: TypeAlias = "str | list[Shape] | tuple[Shape, ...] | dict[str, Shape]"
"""The names in a value: ``race``, a name of this kind; ``race?``, such a name or ``none``; a list with items of a
shape; a mapping with values of some keys, or with a name as each key (``@race``); several shapes of which any may be
there."""

_RACE: Shape = {"race": "race", "power": "power", "regions": {"@region": ()}}
_PIECES: Shape = [("piece", {"@piece": ()})]
_RELIC: Shape = ("relic?", {"hidden": "relic"})
_RELICS: Shape = {"@region": (_RELIC, [_RELIC])}
_COLUMN: Shape = [{"race": "race", "power": "power"}]
_SEAT: Shape = {"active": _RACE, "decline": [_RACE]}
_GIVEN: Shape = {
    "turn": "player", "natives": {"@region": ()}, "terrain": {"@region": "terrain"}, "pieces": {"@region": _PIECES},
    "relics": _RELICS, "column": _COLUMN,
}  # fmt: skip
_EXPECT: Shape = {
    "to_move": "player?", "winner": ("player?", ["player?"]), "scored": {"@player": ()}, "tray": {"@race": ()},
    "relics": _RELICS, "column": _COLUMN,
}  # fmt: skip
_FACTS: Shape = (_RACE, {"pieces": _PIECES, "terrain": "terrain", "owner": "player?"})

SPREAD = re.compile(r"deploy (?:even|rest (\S+))")
"""The steps ``deploy even`` and ``deploy rest REGION``, which are several actions or depend on the hand."""


def drop_value_problems(document: Document, form: list[Problem], names: list[Problem]) -> list[Problem]:
    """Return the problems of form, without those of the value of a misspelt key: another kind of value is meant."""
    misspelt = {problem.range for problem in names if problem.code in ("unknown-player", "unknown-region")}
    if not misspelt:
        return form
    values = [document.value(path) for path, _ in walk(document.data) if path and document.key(path) in misspelt]
    return [p for p in form if not any(p.range is not None and value.contains(p.range) for value in values)]


def check_options(document: Document, table: Table) -> Iterator[Problem]:
    """Yield a problem for each wrong ruling or answer in ``options``."""
    seats = NN_(
        "first_player is seat {seat}, but there is {count} player",
        "first_player is seat {seat}, but there are {count} players",
    )
    rulings = {**ENGINE_RULINGS, **table.variant.rulings}
    for key, answer in mapping_of(document.data.get("options")).items():
        ruling, path, players = rulings.get(key), ("options", key), len(table.players)
        if ruling is None:
            message, hint = lazy("no ruling is called {key!r}", key=key), suggest(key, rulings)
            hint = hint or lazy("smallworld variant show {variant} lists the rulings", variant=table.variant.id)
            yield document.problem("unknown-ruling", path, message, hint, at_key=True)
        elif key == "first_player" and type(answer) is int and players < answer <= MOST_PLAYERS:
            hint = lazy("write random, or a seat from 1 to {last}", last=players)
            yield document.problem("ruling-value", path, lazy_n(*seats, players, seat=answer), hint)
        elif not fits(ruling, answer):
            hint = answer_hint(answer, ruling.values, map(write_yaml, ruling.values))
            message = lazy("{answer} is not an answer to the ruling {key!r}", answer=write_yaml(answer), key=key)
            yield document.problem("ruling-value", path, message, hint)


class ScenarioCheck:
    """The check of the names in one scenario, which its variant, board or players may not have.

    :ivar read_action: reads the actions of its table; None = they are not read.
    """

    def __init__(
        self, document: Document, table: Table, read_action: ReadAction | None, settings: CheckSettings
    ) -> None:
        self.document, self.table, self.read_action, self.settings = document, table, read_action, settings
        self.regions = table.regions
        listed = document.data.get("players")
        is_readable = isinstance(listed, list) and all(isinstance(player, str) for player in listed)
        self.names_by_kind: dict[str, Collection[str] | None] = {
            "player": table.players if is_readable else None, "region": self.regions,
            **{kind: getattr(table.variant, f"{kind}s") for kind in ("race", "power", "relic", "piece", "terrain")},
        }  # fmt: skip

    def problems(self) -> Iterator[Problem]:
        """Yield the problems of options, players, position, die rolls and steps."""
        data, variant = self.document.data, self.table.variant
        yield from check_options(self.document, self.table)
        for index, player in enumerate(self.table.players):
            if player in (*TABLE_KEYS, *EXPECT_KEYS, *STEP_KEYS, *(self.regions or ())):
                message = lazy("{player!r} means something else in a scenario", player=player)
                hint = lazy("call the player something else")
                yield self.document.problem("name-clash", ("players", index), message, hint)
        position, faces = mapping_of(data.get("given")), sorted(set(variant.die))
        yield from self._names(_GIVEN, position, ("given",))
        for key in (key for key in position if key not in TABLE_KEYS):
            yield from self._name("player", key, ("given", key), at_key=True, more=tuple(TABLE_KEYS))
            yield from self._names(_SEAT, position[key], ("given", key))
        for index, result in enumerate(list_of(data.get("dice"))):
            if type(result) is int and result not in faces:
                message = lazy("the die of {variant!r} never shows {result}", variant=variant.id, result=result)
                hint = lazy("write {values}", values=lazy_or(map(str, faces)))
                yield self.document.problem("bad-value", ("dice", index), message, hint)
        for index, step in enumerate(list_of(data.get("steps"))):
            yield from self._step(step, ("steps", index))

    def _name(
        self, kind: str, name: object, path: KeyPath, at_key: bool = False, more: tuple[str, ...] = ()
    ) -> Iterator[Problem]:
        """Report a name that no player, region, race … has."""
        names = self.names_by_kind[kind]
        if names is None or not isinstance(name, str) or name in names or name in more:
            return
        if at_key and re.match(r"[^\s:]+:\S", name):
            return  # the schema reports a key and its value without a space
        hint = did_you_mean(name, [*names, *more] if names else []) or suggest(name, names)
        other = next((kind for kind, names_of_kind in self.names_by_kind.items() if name in (names_of_kind or ())), "")
        if other:
            hint = lazy("{name!r} is in {section}", name=name, section=f"{other}s")
        if names and not hint:
            hint = lazy("smallworld variant show {variant} lists all names", variant=self.table.variant.id)
        missing = {"player": N_("the table has no player {name!r}"), "region": N_("the board has no region {name!r}")}
        message = lazy(missing[kind], name=name) if kind in missing else no_such(kind, repr(name))
        yield self.document.problem(f"unknown-{kind}", path, message, hint, at_key=at_key)

    def _names(self, shape: Shape, value: object, path: KeyPath) -> Iterator[Problem]:
        """Report the names in a value that the table, the board or the variant does not have."""
        if isinstance(shape, tuple):
            for part in shape:
                yield from self._names(part, value, path)
        elif isinstance(shape, str):
            yield from self._name(shape.rstrip("?"), value, path, more=("none",) if shape.endswith("?") else ())
        elif isinstance(shape, list):
            for index, item in enumerate(list_of(value)):
                yield from self._names(shape[0], item, (*path, index))
        else:
            for key, inner in mapping_of(value).items():
                for pattern, part in shape.items():
                    if pattern.startswith("@"):
                        yield from self._name(pattern[1:], key, (*path, key), at_key=True)
                    if pattern.startswith("@") or pattern == key:
                        yield from self._names(part, inner, (*path, key))

    def _step(self, step: object, path: KeyPath) -> Iterator[Problem]:
        if isinstance(step, str):
            yield from self._action(step, path)
        fields = mapping_of(step)
        for key, value in fields.items():
            inner = (*path, key)
            if key == "expect":
                yield from self._expect(mapping_of(value), inner)
            elif key in ("legal", "illegal", "legal_only", "offers"):
                for index, action in enumerate(list_of(value)):
                    yield from self._action(action, (*inner, index))
            elif key == "refused":
                yield from self._action(value, inner)
            elif key == "code" and "refused" in fields and isinstance(value, str):
                yield from self._code(value, inner)
            elif key == "code" or len(fields) > 1:
                continue  # a mistake of form, reported by the schema
            elif key not in self.table.players and self.read_action and self._fault(f"{key} {value}") is None:
                message = lazy("{key!r} is not a player, but the verb of an action", key=key)
                yield self.document.problem("bad-action", inner, message, lazy("remove the ':'"), at_key=True)
            else:
                yield from self._name("player", key, inner, at_key=True, more=STEP_KEYS)
                yield from self._action(value, inner)

    def _code(self, code: str, path: KeyPath) -> Iterator[Problem]:
        """Report a code that neither the rules nor any ability can give."""
        if code in self.settings.codes or self.settings.may_be_code(code):
            return
        other = N_("write 'immune': 'smallworld scenario run' then names the codes that fit")
        hint = suggest(code, self.settings.codes) or lazy(other)
        yield self.document.problem("unknown-code", path, lazy("no refusal has the code {code!r}", code=code), hint)

    def _fault(self, text: str) -> NotationError | None:
        """Return why a text is not an action of this table; None if it is one, or the actions are not read."""
        try:
            if self.read_action is not None:
                self.read_action(text)
        except NotationError as error:
            return error
        return None

    def _action(self, text: object, path: KeyPath) -> Iterator[Problem]:
        spread = SPREAD.fullmatch(text) if isinstance(text, str) else None
        read = text if spread is None else f"deploy {spread[1]} 1" if spread[1] else "done"
        fault = self._fault(read) if isinstance(read, str) else None
        if fault is None or not isinstance(text, str):
            return
        message, hint = clauses(fault.sentence)
        if re.search(r"[,;]", text):
            message = lazy("{text!r} is more than one action", text=text)
            hint = lazy("write each action as a step of its own")
        player = text.partition(":")[0]
        if player in self.table.players:
            hint = lazy("write a space after '{key}:'", key=player)
        if " - " in text:
            hint = lazy("indent the '-' of the next line like its neighbours: now both lines are one text")
        yield self.document.problem("bad-action", path, message, hint)

    def _expect(self, expect: Mapping[str, Any], path: KeyPath) -> Iterator[Problem]:
        """Check the names in what is expected; a score line is of a region, a label, a race, a power or a relic."""
        yield from self._names(_EXPECT, expect, path)
        variant = self.table.variant
        sources = {"regions", variant.id, *variant.races, *variant.powers, *variant.relics, *self.settings.labels}
        for player, lines in mapping_of(expect.get("scored")).items():
            for source in (source for source in mapping_of(lines) if source not in sources):
                inner, hint = (*path, "scored", player, source), suggest(source, sources)
                message = lazy("no score line is called {source!r}", source=source)
                yield self.document.problem("unknown-source", inner, message, hint, at_key=True)
        for key, value in expect.items():
            if key not in EXPECT_KEYS:
                yield from self._facts(key, value, (*path, key))

    def _facts(self, key: str, facts: object, path: KeyPath) -> Iterator[Problem]:
        """Check the expectations for a player, for ``PLAYER.decline`` or for a region."""
        player, _, part = key.partition(".")
        players = self.names_by_kind["player"]
        is_player = players is None or (player in players and part in ("", "decline"))
        if not is_player and self.regions is not None and key not in self.regions:
            names = [*EXPECT_KEYS, *self.table.players, *self.regions]
            names += [f"{name}.decline" for name in self.table.players if part]
            message = lazy("{key!r} is neither a player nor a region", key=key)
            yield self.document.problem("unknown-region", path, message, suggest(key, names), at_key=True)
        yield from self._names(_FACTS, facts, path)
