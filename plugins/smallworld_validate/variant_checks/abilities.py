"""Check the abilities of a variant: do they exist, do their parameters fit its names, rulings and pieces?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, lazy, lazy_and, lazy_or, rewritten
from smallworld.model.names import chosen_names, resolve_name, shared_names
from smallworld.model.variant import PieceSpec, Ruling
from smallworld_editions.form import check_part, fits
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of
from smallworld_editions.variants.merging import Merged, section
from smallworld_editions.variants.plain_data import Schemas, Use, needed_plugins, uses_of
from smallworld_validate.schema.phrasing import no_such, show_value

_A = {"race": N_("a race"), "power": N_("a power"), "relic": N_("a relic"), "edition": N_("the edition")}
"""Kind of user → its noun with an article."""


def check_abilities(merged: Merged, rulings: Mapping[str, Ruling], schemas: Schemas | None) -> Iterator[Problem]:
    """Yield the mistakes in the abilities of a variant."""
    shared, plugins = shared_names(schemas or ()), needed_plugins(merged.data)
    for path, used_name, parameters in uses_of(merged.data):
        if " " in used_name:
            continue  # the schema has refused the name
        options = shared.get(used_name, ())
        if options and len(chosen_names(options, plugins)) != 1:
            owners = lazy_and(option.partition(":")[0] for option in options)
            message = lazy("the ability {name!r} is in the plugins {plugins}", name=used_name, plugins=owners)
            hint = lazy("write {names}", names=lazy_or(options))
            yield merged.problem("name-clash", path, message, hint, at_key=True)
        name = resolve_name(used_name, shared, plugins)
        if schemas is None:
            yield from UseCheck(merged, path, name, parameters, rulings, {}).names(has_schema=False)
        elif (misuse := _misuse_problem(merged, path, name, schemas)) is not None:
            yield misuse
        else:
            use = UseCheck(merged, path, name, parameters, rulings, schemas[name])
            yield from chain(use.names(), use.plugin(), use.factions(), use.traits(), use.values())


def check_lone_abilities(merged: Merged, schemas: Schemas) -> Iterator[Problem]:
    """Yield the mistakes of abilities without their variant: terrains, pieces and rulings may have any name."""
    for path, name, parameters in uses_of(merged.data):
        misuse = _misuse_problem(merged, path, name, schemas)
        if misuse is not None:
            yield misuse
        elif all(ruling_key(value) is None for value in parameters.values()):
            yield from check_parameters(merged, path, name, parameters, schemas[name])


def _misuse_problem(merged: Merged, path: KeyPath, name: str, schemas: Schemas) -> Problem | None:
    """Return the problem of an ability that does not exist, or that this kind of user may not have."""
    if name not in schemas:
        hint = suggest(name, schemas) or lazy("smallworld ability list shows all there are")
        message = lazy("there is no ability {name!r}", name=name)
        return merged.problem("unknown-ability", path, message, hint, at_key=True)
    user = str(path[0]).removesuffix("s") if path[0] != "abilities" else "edition"
    users = schemas[name].get("x-users", _A)
    if user in users:
        return None
    meant = lazy_or(lazy(_A[each]) for each in users)
    message = lazy("the ability {name!r} is for {meant}, not for {user}", name=name, meant=meant, user=lazy(_A[user]))
    hint = lazy("give it to {meant}, or remove it", meant=meant)
    return merged.problem("ability-user", path, message, hint, at_key=True)


_BY_NAME = {"terrain": "terrain", "symbol": "symbol", "piece": "piece", "blocked_by": "piece"}
"""Well-known parameter → the kind of thing that it names, for abilities without a schema."""

_EMPTY = {
    "piece": N_("{parameter!r} of the ability {name!r} is empty, so it names no piece"),
    "power": N_("{parameter!r} of the ability {name!r} is empty, so it names no power"),
    "race": N_("{parameter!r} of the ability {name!r} is empty, so it names no race"),
    "relic": N_("{parameter!r} of the ability {name!r} is empty, so it names no relic"),
    "symbol": N_("{parameter!r} of the ability {name!r} is empty, so it names no symbol"),
    "terrain": N_("{parameter!r} of the ability {name!r} is empty, so it names no terrain"),
}
"""Kind of thing that a parameter may name → the sentence about one that names none."""

MOST_NAMED = 8
"""So many names fit into a hint."""


@dataclass(frozen=True, slots=True)
class UseCheck:
    """The check of one use of an ability against its schema, and the names and rulings of its variant."""

    merged: Merged
    path: KeyPath
    name: str
    parameters: Mapping[str, Any]
    rulings: Mapping[str, Ruling]
    schema: Mapping[str, Any]

    def plugin(self) -> Iterator[Problem]:
        """Warn of an ability of a plugin that the variant does not name: it may be missing on other computers."""
        plugin, named = self.schema.get("x-plugin"), needed_plugins(self.merged.data)
        if plugin is None or {each.replace("-", "_") for each in named} & {*plugin["names"]}:
            return
        sentence = N_("the ability {name!r} is of the plugin {plugin!r}, which this variant does not name")
        message = lazy(sentence, name=self.name, plugin=plugin["name"])
        requirement = f">={plugin['version']}" if plugin["version"] else "*"
        hint = lazy("add {line}", line=f'plugins: {{{plugin["name"]}: "{requirement}"}}')
        yield self.merged.warning("missing-plugin", self.path, message, hint, at_key=True)

    def factions(self) -> Iterator[Problem]:
        """Warn of an ability that depends on factions without a race in the variant."""
        condition = self.schema.get("x-factions", {"needed": (), "with": {}})
        defaults = {key: entry.get("default") for key, entry in self.schema.get("properties", {}).items()}
        if any({**defaults, **self.parameters}.get(key) != value for key, value in condition["with"].items()):
            return
        factions = [race.get("faction") for race in section(self.merged.data, "races").values()]
        missing = [faction for faction in condition["needed"] if faction not in factions]
        if missing:
            sentence = N_("the ability {name!r} has no effect: no race is of the faction {factions}")
            message = lazy(sentence, name=self.name, factions=lazy_or(map(repr, missing)))
            hint = lazy("give races this faction, or change or remove the ability")
            yield self.merged.warning("no-effect", self.path, message, hint, at_key=True)

    def traits(self) -> Iterator[Problem]:
        """Report pieces without a trait that the ability requires, and pieces with one that they must not have."""
        for parameter, value in self.parameters.items():
            entry = self._entry(parameter) or {}
            things = section(self.merged.data, f"{entry.get('x-names')}s")
            if not isinstance(value, str) or value not in things:
                continue
            trait, path = entry.get("x-trait"), (*self.path, parameter)
            never = [key for key in entry.get("x-never", ()) if _is_true(things[value], key)]
            if trait and not things[value].get(trait):
                sentence = N_("the ability {name!r} needs a piece that is a {trait}, and {value!r} is not")
                hint = lazy("add {trait}: true to {value}, or name another piece", trait=trait, value=value)
                message = lazy(sentence, name=self.name, trait=trait, value=value)
                yield self.merged.problem("ability-parameter", path, message, hint)
            if never:
                sentence = N_("the ability {name!r} needs a piece with {key}: false, and {value!r} has {key}: true")
                hint = lazy("write {key}: false at {value}, or name another piece", key=never[0], value=value)
                message = lazy(sentence, name=self.name, key=never[0], value=value)
                yield self.merged.problem("ability-parameter", path, message, hint)

    def values(self) -> Iterator[Problem]:
        """Yield the mistakes in the parameters; of a ruling counts the first answer that fits, if one does."""
        values, unfit = {}, set()
        for parameter, value in self.parameters.items():
            key = ruling_key(value)
            if key is None:
                values[parameter] = value
            elif key in self.rulings:
                fitting = fitting_answers(self.rulings[key], self._entry(parameter) or {})
                if fitting:
                    values[parameter] = fitting[0]
                else:
                    unfit.add(parameter)  # reported with the answers
        required = [key for key in self.schema.get("required", ()) if key not in unfit]
        schema = {**self.schema, "required": required}
        yield from check_parameters(self.merged, self.path, self.name, values, schema)

    def names(self, *, has_schema: bool = True) -> Iterator[Problem]:
        """Yield the names of rulings and things that the variant does not have, and answers that do not fit."""
        for parameter, value in self.parameters.items():
            key, entry = ruling_key(value), self._entry(parameter) or {}
            ruling = self.rulings.get(key or "")
            if ruling is not None:
                yield from self._check_answers(parameter, ruling)
            elif key is not None:
                hint = suggest(key, self.rulings) or lazy("declare it under rulings")
                path, message = (*self.path, parameter, "ruling"), lazy("no ruling is called {key!r}", key=key)
                yield self.merged.problem("unknown-ruling", path, message, hint, names=(key,))
            kind = _BY_NAME.get(parameter)
            if has_schema:
                kind = entry.get("x-names") or entry.get("items", {}).get("x-names")
            if kind in _EMPTY:
                yield from self._check_names(kind, parameter, value, ruling)

    def _entry(self, parameter: str) -> dict[str, Any] | None:
        entry: dict[str, Any] | None = self.schema.get("properties", {}).get(parameter)
        return entry

    def _check_answers(self, parameter: str, ruling: Ruling) -> Iterator[Problem]:
        """Yield the answers of a ruling that the parameter cannot have, if it can have others."""
        entry, other = self._entry(parameter), lazy("give the parameter another ruling")
        if entry is None:
            return

        def wrong_answer(path: KeyPath, answer: object, hint: str) -> Problem:
            sentence = N_("{parameter!r} of the ability {name!r} cannot be {answer}, an answer to this ruling")
            message = lazy(sentence, parameter=parameter, name=self.name, answer=show_value(answer))
            return self.merged.problem("ability-parameter", path, message, hint)

        if not fitting_answers(ruling, entry):
            yield wrong_answer((*self.path, parameter, "ruling"), ruling.default, other)
            return
        declares = isinstance(self.merged.data.get("rulings", {}).get(ruling.key), dict)
        for index, answer in enumerate(ruling.values):
            path = ("rulings", ruling.key, "values", index) if declares else (*self.path, parameter)
            for problem in check_part(*self.merged.find(path), answer, entry):
                hint = problem.hint or lazy("remove this answer, or give the parameter another ruling")
                yield wrong_answer(path, answer, hint)

    def _check_names(self, kind: str, parameter: str, value: Any, ruling: Ruling | None) -> Iterator[Problem]:
        """Yield names, also as answers, that the variant does not have, and an empty name where one is required."""
        names, path = self.merged.names(f"{kind}s"), (*self.path, parameter)
        entry = self._entry(parameter)
        if value == "" and entry is not None and entry.get("default") != "":
            hint = lazy("name one of the {section}", section=f"{kind}s")
            if names and len(names) <= MOST_NAMED:
                hint = lazy("name one: {names}", names=lazy_or(names))
            message = lazy(_EMPTY[kind], parameter=parameter, name=self.name)
            yield self.merged.problem("ability-parameter", path, message, hint)
        named = [(name, (*path, index)) for index, name in enumerate(list_of(value))] or [(value, path)]
        answers = [] if ruling is None else [(answer, path) for answer in ruling.values]
        for name, place in (*named, *answers):
            if not isinstance(name, str) or not name or names is None or name in names:
                continue
            message, advice = no_such(kind, repr(name)), lazy("define it under {section}", section=f"{kind}s")
            if ruling is not None:
                message = lazy("{fault}, an answer to the ruling {ruling!r}", fault=message, ruling=ruling.key)
                advice = lazy("let every answer name one of the {section}", section=f"{kind}s")
            hint = suggest(name, names) or advice
            yield self.merged.problem(f"unknown-{kind}", place, message, hint, names=(name,))


def ruling_key(value: object) -> str | None:
    """Return the key of ``{ruling: KEY}``; None for any other value."""
    if isinstance(value, dict) and set(value) == {"ruling"} and isinstance(value["ruling"], str):
        return value["ruling"]
    return None


def fitting_answers(ruling: Ruling, entry: Mapping[str, Any]) -> list[Any]:
    """List the answers that a parameter can have, the default first."""
    return [answer for answer in (ruling.default, *ruling.values) if fits(entry, answer)]


def check_parameters(
    merged: Merged, path: KeyPath, name: str, parameters: dict[str, Any], schema: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield the mistakes in the parameters, each in the file that writes it."""
    if _are_right(parameters, schema):
        return
    for document, inner, group, required in _by_document(merged, path, parameters, schema.get("required", ())):
        for problem in check_part(document, inner, group, {**schema, "required": required}):
            yield replace(problem, code="ability-parameter", message=_about_ability(problem.message, name), edits=())


def _are_right(parameters: Mapping[str, Any], schema: Mapping[str, Any]) -> bool:
    """Return whether the parameters fit, of which most do; the schema of an ability allows no others."""
    entries = schema.get("properties", {})
    is_whole = all(key in parameters for key in schema.get("required", ()))
    return is_whole and all(key in entries and fits(entries[key], value) for key, value in parameters.items())


def _about_ability(message: str, name: str) -> str:
    """Rewrite a sentence about the mapping of an ability for the ability and its parameters."""
    ability = lazy("ability {name!r}", name=name)
    sentence = rewritten(message, _OF_PARAMETERS)
    about = rewritten(sentence, {}, {repr(name): ability, "this item of 'abilities'": ability})
    return about if about is not sentence else lazy("{ability}: {fault}", ability=ability, fault=sentence)


_OF_PARAMETERS = {
    "{owner} has no key {key!r}": N_("{owner} has no parameter {key!r}"),
    "{owner} lacks the keys {keys}": N_("{owner} lacks the parameters {keys}"),
    "{owner} lacks the key '{key}'": N_("{owner} lacks the parameter '{key}'"),
    "{key!r} is one word to YAML, a key without a value": N_(
        "{key!r} is one word to YAML, a parameter without a value"
    ),
}
"""Sentence about a key → the same about a parameter."""


def _by_document(
    merged: Merged, path: KeyPath, parameters: dict[str, Any], required: Collection[str]
) -> Iterator[tuple[Document, KeyPath, dict[str, Any], list[str]]]:
    """Yield parameters with the place where they are written: those of the use, then those that a file changes."""
    changed = [key for key in parameters if (*path, key) in merged.origins]
    rest = {key: value for key, value in parameters.items() if key not in changed}
    yield *merged.find(path), rest, [key for key in required if key not in changed]
    for key in changed:
        document, inner = merged.find((*path, key))
        yield document, inner[:-1], {key: parameters[key]}, []


_DEFAULTS = {field.name: field.default for field in fields(PieceSpec)}
"""Key of a piece → its default."""


def _is_true(piece: Mapping[str, Any], key: str) -> bool:
    return piece.get(key, _DEFAULTS.get(key)) is True


def check_rivals(
    merged: Merged, uses: Iterator[Use], schemas: Mapping[str, Mapping[str, Any]] | None
) -> Iterator[Problem]:
    """Report a kind of piece that a race and a power both place: together they would offer each place twice."""
    first: dict[tuple[str, str], KeyPath] = {}
    for path, name, parameters in uses:
        properties = (schemas or {}).get(name, {}).get("properties", {})
        for parameter, piece in parameters.items():
            entry = properties.get(parameter, {})
            is_placed = entry.get("x-placed") and isinstance(piece, str)
            spec = section(merged.data, "pieces").get(piece, {}) if is_placed else {}
            if not is_placed or any(_is_true(spec, key) for key in entry.get("x-never", ())):
                continue  # a piece with such a key is refused at this place already
            place: KeyPath = (*path, parameter)
            first.setdefault((str(path[0]), piece), place)
            rival = first.get(("races", piece))
            if path[0] == "powers" and rival is not None:
                mine, other = (place, rival) if merged.is_own(place) else (rival, place)
                related = merged.related(lazy("the other ability is here"), other)
                sentence = N_(
                    "{race!r} and {power!r} both place the piece {piece!r}, and a player may get them together"
                )
                message = lazy(sentence, race=rival[1], power=path[1], piece=piece)
                hint = lazy("give each a piece of its own, or take one of the abilities away")
                yield merged.problem("ability-parameter", mine, message, hint, related=related)
