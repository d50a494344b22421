"""Check the abilities that a variant names: do they exist, do their parameters fit?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, lazy, lazy_and
from smallworld.model.names import chosen_names, resolve_name, shared_names
from smallworld.model.variant import Ruling
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import KeyPath
from smallworld_editions.variants.merging import Merged, section
from smallworld_editions.variants.plain_data import Schemas, needed_plugins, uses_of
from smallworld_validate.ability_checks.parameter_names import NameCheck
from smallworld_validate.ability_checks.parameter_values import (
    check_known_values,
    check_parameters,
    ruling_key,
    with_answers,
)
from smallworld_validate.ability_checks.piece_references import check_traits
from smallworld_validate.schema.phrasing import list_alternatives

_A = {"race": N_("a race"), "power": N_("a power"), "relic": N_("a relic"), "edition": N_("the edition")}
"""Kind of user → its noun with an article."""


def check_abilities(merged: Merged, rulings: Mapping[str, Ruling], schemas: Schemas | None) -> Iterator[Problem]:
    """Yield the mistakes in the abilities of a variant."""
    shared = shared_names(schemas or ())
    for path, used_name, parameters in uses_of(merged.data):
        if " " in used_name:
            continue  # the schema has refused the name
        if used_name in shared:
            yield from check_shared_name(merged, path, used_name, shared[used_name])
        name = resolve_name(used_name, shared, needed_plugins(merged.data))
        misuse = _misuse_problem(merged, path, name, schemas) if schemas is not None else None
        if misuse is not None:
            yield misuse
            continue
        schema = schemas[name] if schemas is not None else None
        yield from NameCheck(merged, path, name, parameters, rulings, schema).problems()
        if schema is not None:
            yield from _check_plugin(merged, path, name, schema)
            yield from _check_factions(merged, path, name, parameters, schema)
            yield from check_traits(merged, path, name, parameters, schema)
            yield from check_known_values(merged, path, name, with_answers(parameters, rulings, schema), schema)


def check_lone_abilities(merged: Merged, schemas: Schemas | None) -> Iterator[Problem]:
    """Yield the mistakes of abilities without their variant: terrains, pieces and rulings may have any name."""
    for path, name, parameters in uses_of(merged.data) if schemas is not None else ():
        misuse = _misuse_problem(merged, path, name, schemas or {})
        if misuse is not None:
            yield misuse
        elif schemas and all(ruling_key(value) is None for value in parameters.values()):
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
    meant = list_alternatives(lazy(_A[each]) for each in users)
    message = lazy("the ability {name!r} is for {meant}, not for {user}", name=name, meant=meant, user=lazy(_A[user]))
    hint = lazy("give it to {meant}, or remove it", meant=meant)
    return merged.problem("ability-user", path, message, hint, at_key=True)


def _check_plugin(merged: Merged, path: KeyPath, name: str, schema: Mapping[str, Any]) -> Iterator[Problem]:
    """Warn of an ability of a plugin that the variant does not name: it may be missing on other computers."""
    plugin = schema.get("x-plugin")
    if plugin is None or {named.replace("-", "_") for named in needed_plugins(merged.data)} & {*plugin["names"]}:
        return
    sentence = N_("the ability {name!r} is of the plugin {plugin!r}, which this variant does not name")
    message = lazy(sentence, name=name, plugin=plugin["name"])
    requirement = f">={plugin['version']}" if plugin["version"] else "*"
    hint = lazy("add {line}", line=f'plugins: {{{plugin["name"]}: "{requirement}"}}')
    yield merged.warning("missing-plugin", path, message, hint, at_key=True)


def _check_factions(
    merged: Merged, path: KeyPath, name: str, parameters: Mapping[str, Any], schema: Mapping[str, Any]
) -> Iterator[Problem]:
    """Warn of an ability that depends on factions without a race in the variant."""
    condition = schema.get("x-factions", {"needed": (), "with": {}})
    defaults = {key: entry.get("default") for key, entry in schema.get("properties", {}).items()}
    if any({**defaults, **parameters}.get(key) != value for key, value in condition["with"].items()):
        return
    factions = [race.get("faction") for race in section(merged.data, "races").values()]
    missing = [faction for faction in condition["needed"] if faction not in factions]
    if missing:
        sentence = N_("the ability {name!r} has no effect: no race is of the faction {factions}")
        message = lazy(sentence, name=name, factions=list_alternatives(map(repr, missing)))
        hint = lazy("give races this faction, or change or remove the ability")
        yield merged.warning("no-effect", path, message, hint, at_key=True)


def check_shared_name(merged: Merged, path: KeyPath, name: str, options: Collection[str]) -> Iterator[Problem]:
    """Report a name of several plugins, unless the variant needs exactly one of them."""
    if len(chosen_names(options, needed_plugins(merged.data))) == 1:
        return
    plugins = lazy_and(option.partition(":")[0] for option in options)
    message = lazy("the ability {name!r} is in the plugins {plugins}", name=name, plugins=plugins)
    hint = lazy("write {names}", names=list_alternatives(options))
    yield merged.problem("name-clash", path, message, hint, at_key=True)
