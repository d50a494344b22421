"""Check a scenario against its variant: players, regions, races and actions exist."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from smallworld.content.reading.documents import Document, list_of, mapping_of, walk
from smallworld.content.report.nouns import no_such
from smallworld.content.report.problem import Problem, limit_problems
from smallworld.content.scenario_checks.results import check_results
from smallworld.content.scenario_checks.scenario_context import ReadAction, Table, Vocabulary
from smallworld.content.schema.phrasing import write_yaml
from smallworld.errors import NotationError, did_you_mean, suggest
from smallworld.languages import clauses, lazy, lazy_n
from smallworld.model.rulings import MOST_PLAYERS, fits

Where = tuple[str | int, ...]

GIVEN_KEYS = ("round", "turn", "pieces", "natives", "column", "relics", "memory", "secrets", "terrain")
EXPECT_KEYS = ("to_move", "phase", "round", "scored", "tray", "column", "relics", "winner")
STEP_KEYS = ("refused", "legal", "illegal", "legal_only", "expect")


def check_scenario(
    document: Document, table: Table, read_action: ReadAction | None = None, vocabulary: Vocabulary | None = None
) -> list[Problem]:
    """List a problem for each name in a scenario that its variant, board or players do not have.

    :param words: codes of refusals and names of score lines; None = not checked.
    """
    check = _Check(document, table, read_action)
    return limit_problems([*check.run(), *check_results(document, table, vocabulary)])


def drop_value_problems(document: Document, form: list[Problem], names: list[Problem]) -> list[Problem]:
    """Return the problems of form, without those of the value of a misspelt key: another kind of value is meant."""
    misspelt = {problem.range for problem in names if problem.code in ("unknown-player", "unknown-region")}
    if not misspelt:
        return form
    values = [document.value(path) for path, _ in walk(document.data) if path and document.key(path) in misspelt]
    return [p for p in form if not any(p.range is not None and value.contains(p.range) for value in values)]


def check_options(document: Document, table: Table) -> Iterator[Problem]:
    """Yield a problem for each wrong ruling or answer in ``options``."""
    for key, answer in mapping_of(document.data.get("options")).items():
        ruling = table.rulings.get(key)
        if ruling is None:
            hint = suggest(key, table.rulings)
            yield document.problem(
                "unknown-ruling", ("options", key), lazy("no ruling is called {key!r}", key=key), hint, at_key=True
            )
        elif key == "first_player" and type(answer) is int and len(table.players) < answer <= MOST_PLAYERS:
            hint = lazy("write random, or a seat from 1 to {last}", last=len(table.players))
            message = lazy_n(
                "first_player is seat {seat}, but there is {count} player",
                "first_player is seat {seat}, but there are {count} players",
                len(table.players),
                seat=answer,
            )
            yield document.problem("ruling-value", ("options", key), message, hint)
        elif not fits(ruling, answer):
            hint = suggest(write_yaml(answer), map(write_yaml, ruling.values))
            message = lazy("{answer} is not an answer to the ruling {key!r}", answer=write_yaml(answer), key=key)
            yield document.problem("ruling-value", ("options", key), message, hint)


def _missing(kind: str, name: str) -> str:
    """Write that the table, the board or the variant does not have a name."""
    if kind == "player":
        return lazy("the table has no player {name!r}", name=name)
    if kind == "region":
        return lazy("the board has no region {name!r}", name=name)
    return no_such(kind, repr(name))


class _Check:
    """The check of one scenario."""

    def __init__(self, document: Document, table: Table, read_action: ReadAction | None) -> None:
        self.document, self.table, self.read_action = document, table, read_action
        variant = table.variant
        self.regions = table.regions
        self.names_by_kind: dict[str, Collection[str] | None] = {
            "player": table.players,
            "region": self.regions,
            "race": variant.races,
            "power": variant.powers,
            "relic": variant.relics,
            "piece": variant.pieces,
            "terrain": variant.terrains,
        }

    def run(self) -> Iterator[Problem]:
        yield from check_options(self.document, self.table)
        for index, player in enumerate(self.table.players):
            if player in (*GIVEN_KEYS, *EXPECT_KEYS, *STEP_KEYS, *(self.names_by_kind["region"] or ())):
                message = lazy("{player!r} means something else in a scenario", player=player)
                yield self.document.problem(
                    "name-clash", ("players", index), message, lazy("call the player something else")
                )
        position = self.document.data.get("given")
        if isinstance(position, dict):
            yield from self._check_given(position)
        for index, step in enumerate(list_of(self.document.data.get("steps"))):
            yield from self._step(("steps", index), step)

    # -- names -------------------------------------------------------------------------------

    def _name(
        self, kind: str, name: object, path: Where, key: bool = False, more: tuple[str, ...] = ()
    ) -> Iterator[Problem]:
        """Report a name that no player, region, race … has."""
        names = self.names_by_kind[kind]
        if names is None or not isinstance(name, str) or name in names or name in more:
            return
        hint = did_you_mean(name, [*names, *more] if names else []) or suggest(name, names)
        yield self.document.problem(f"unknown-{kind}", path, _missing(kind, name), hint, at_key=key)

    def _keys(self, kind: str, mapping: object, path: Where) -> Iterator[Problem]:
        for name in mapping_of(mapping):
            yield from self._name(kind, name, (*path, name), key=True)

    # -- position ----------------------------------------------------------------------------

    def _check_given(self, position: Mapping[str, Any]) -> Iterator[Problem]:
        for key, value in position.items():
            path = ("given", key)
            if key not in GIVEN_KEYS:
                yield from self._name("player", key, path, key=True, more=GIVEN_KEYS)
                yield from self._player(value, path)
        yield from self._name("player", position.get("turn"), ("given", "turn"))
        yield from self._keys("region", position.get("natives"), ("given", "natives"))
        terrain = position.get("terrain")
        yield from self._keys("region", terrain, ("given", "terrain"))
        for region, name in mapping_of(terrain).items():
            yield from self._name("terrain", name, ("given", "terrain", region))
        yield from self._pieces_by_region(position.get("pieces"), ("given", "pieces"))
        yield from self._relics(position.get("relics"), ("given", "relics"))
        yield from self._column(position.get("column"), ("given", "column"))

    def _player(self, player: object, path: Where) -> Iterator[Problem]:
        if not isinstance(player, dict):
            return
        yield from self._race(player.get("active"), (*path, "active"))
        for index, race in enumerate(list_of(player.get("decline"))):
            yield from self._race(race, (*path, "decline", index))

    def _race(self, race: object, path: Where) -> Iterator[Problem]:
        if isinstance(race, dict):
            yield from self._name("race", race.get("race"), (*path, "race"))
            yield from self._name("power", race.get("power"), (*path, "power"))
            yield from self._keys("region", race.get("regions"), (*path, "regions"))

    def _pieces_by_region(self, pieces: object, path: Where) -> Iterator[Problem]:
        yield from self._keys("region", pieces, path)
        for region, listed in mapping_of(pieces).items():
            yield from self._pieces(listed, (*path, region))

    def _pieces(self, listed: object, path: Where) -> Iterator[Problem]:
        for index, piece in enumerate(list_of(listed)):
            yield from self._keys("piece", piece, (*path, index))
            yield from self._name("piece", piece, (*path, index))

    def _relics(self, relics: object, path: Where) -> Iterator[Problem]:
        yield from self._keys("region", relics, path)
        for region, relics_there in mapping_of(relics).items():
            many = isinstance(relics_there, list)
            for index, relic in enumerate(relics_there if isinstance(relics_there, list) else [relics_there]):
                inner_path = (*path, region, index) if many else (*path, region)
                if isinstance(relic, dict):
                    yield from self._name("relic", relic.get("hidden"), (*inner_path, "hidden"))
                else:
                    yield from self._name("relic", relic, inner_path, more=("none",))

    def _column(self, column: object, path: Where) -> Iterator[Problem]:
        for index, combo in enumerate(list_of(column)):
            if isinstance(combo, dict):
                yield from self._name("race", combo.get("race"), (*path, index, "race"))
                yield from self._name("power", combo.get("power"), (*path, index, "power"))

    # -- steps -------------------------------------------------------------------------------

    def _step(self, path: Where, step: object) -> Iterator[Problem]:
        if isinstance(step, str):
            yield from self._action(step, path)
        for key, value in mapping_of(step).items():
            inner_path = (*path, key)
            if key == "expect":
                yield from self._expect(value, inner_path)
            elif key in ("legal", "illegal", "legal_only"):
                for index, action in enumerate(list_of(value)):
                    yield from self._action(action, (*inner_path, index))
            elif key == "refused":
                yield from self._action(value, inner_path)
            elif (
                key != "code" and isinstance(step, dict) and len(step) == 1
            ):  # several keys are a mistake of form, reported by the schema
                yield from self._name("player", key, inner_path, key=True, more=STEP_KEYS)
                yield from self._action(value, inner_path)

    def _action(self, text: object, path: Where) -> Iterator[Problem]:
        if self.read_action is None or not isinstance(text, str) or self.regions is None:
            return
        try:
            self.read_action(text)
        except NotationError as error:
            message, hint = clauses(error.sentence)
            if " - " in text:
                hint = lazy("indent the '-' of the next line like its neighbours: now both lines are one text")
            yield self.document.problem("bad-action", path, message, hint)

    def _expect(self, expect: object, path: Where) -> Iterator[Problem]:
        for key, value in mapping_of(expect).items():
            inner_path = (*path, key)
            if key in ("to_move", "winner"):
                for index, name in enumerate(value if isinstance(value, list) else [value]):
                    place = (*inner_path, index) if isinstance(value, list) else inner_path
                    yield from self._name("player", name, place, more=("none",))
            elif key == "scored":
                yield from self._keys("player", value, inner_path)
            elif key == "tray":
                yield from self._keys("race", value, inner_path)
            elif key == "relics":
                yield from self._relics(value, inner_path)
            elif key == "column":
                yield from self._column(value, inner_path)
            elif key not in EXPECT_KEYS:
                yield from self._facts(key, value, inner_path)

    def _facts(self, key: str, facts: object, path: Where) -> Iterator[Problem]:
        """Check the expectations for a player, for ``PLAYER.decline`` or for a region."""
        player = key.partition(".")[0]
        if player not in self.table.players and self.regions is not None and key not in self.regions:
            names = [*EXPECT_KEYS, *self.table.players, *self.regions]
            hint = suggest(key, names)
            message = lazy("{key!r} is neither a player nor a region", key=key)
            yield self.document.problem("unknown-region", path, message, hint, at_key=True)
        if isinstance(facts, dict):
            yield from self._race({**facts, "regions": facts.get("regions")}, path)
            yield from self._pieces(facts.get("pieces"), (*path, "pieces"))
            yield from self._name("terrain", facts.get("terrain"), (*path, "terrain"))
            yield from self._name("player", facts.get("owner"), (*path, "owner"), more=("none",))
