"""The tables in these pages that must say what the program does.

``python docs/tables.py`` writes them anew between their ``<!-- table: NAME -->`` and
``<!-- end -->`` marks; a test fails while a page and the program differ.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from smallworld.ability import USERS
from smallworld.cli.ability_text import User, ability_data, kind_text, users_of
from smallworld.content.load import load_variant
from smallworld.content.schema import schema_of
from smallworld.hookinfo import KINDS, HookInfo, hooks, implemented
from smallworld.model.content import AbilityUse, Power, Race, Relic, Ruling, Variant
from smallworld.model.rulings import ENGINE_RULINGS
from smallworld.plugins import Plugins
from smallworld.rules.position import Position
from smallworld.rules.rulings import rulings_of
from smallworld.sim.columns import COMBO, GAME, PLAYER, Column
from smallworld.state import State

DOCS = Path(__file__).parent
MARKS = re.compile(r"(<!-- table: (?P<name>[\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def tables() -> dict[str, str]:
    """Every table by its name in the pages."""
    base, warcraft = load_variant("base"), load_variant("warcraft")
    made_of = hooks_of_abilities()
    found = {"engine rulings": ruling_table(ENGINE_RULINGS.values())}
    for variant in (base, warcraft):
        own = [ruling for key, ruling in rulings_of(variant).items() if key in variant.rulings]
        found[f"{variant.id} rulings"] = ruling_table(own)
        found[f"{variant.id} races"] = ability_table(variant.races.values(), made_of)
        found[f"{variant.id} powers"] = ability_table(variant.powers.values(), made_of)
    found["warcraft relics"] = ability_table(warcraft.relics.values(), made_of)
    found["warcraft edition"] = edition_table(warcraft, made_of)
    for kind in KINDS:
        found[f"{kind} hooks"] = hook_sections(kind)
    for name, columns in (("games", GAME), ("seats", PLAYER), ("combos", COMBO)):
        found[f"columns of {name}"] = column_table(columns)
    found["game"] = facts_section() + "".join(map(matter_section, matters()))
    found["primitives"] = primitive_sections(users_of((base, warcraft)))
    for kind in ("variant", "board"):
        schema = schema_of(kind)
        found[f"keys of {kind}"] = key_table(schema, schema["$defs"])
        parts = {**schema["$defs"], **schema["properties"]}
        for name in ("remove", "terrain", "natives", "piece", "ruling", "race", "power", "relic", "region"):
            if name in parts:
                found[f"keys of {name}"] = key_table(parts[name], schema["$defs"])
    return found


def hook_sections(kind: str) -> str:
    """Every hook of one kind: signature, moment, combination, example, who uses it."""
    users = hook_users()
    return "".join(hook_section(info, users[info.name]) for info in hooks().values() if info.kind == kind)


def hook_section(info: HookInfo, users: Sequence[str]) -> str:
    """One hook; the heading is the signature, as an author writes it."""
    rows = [("Combined", info.combination), ("Example", info.example), ("Used by", ", ".join(users) or "nobody yet")]
    facts = [f"- {title}: {text.replace('``', '`')}" for title, text in rows if text]
    parts = [
        f"### `{info.signature}`",
        info.moment.replace("``", "`"),
        *(note.replace("``", "`") for note in info.notes),
        "\n".join(facts),
    ]
    return "\n" + "\n\n".join(parts) + "\n"


def hook_users() -> dict[str, list[str]]:
    """Hook → the abilities, or for hooks of the program the plugins, that implement it."""
    plugins = Plugins(installed=False, named=("smallworld_base", "smallworld_warcraft"))
    found: dict[str, list[str]] = {name: [] for name in hooks()}
    for plugin in plugins.found:
        for hook in plugin.hooks:
            found[hook].append(f"`{plugin.name}`")
    for name, cls in sorted(plugins.abilities.items()):
        for hook in implemented(cls):
            found[hook].append(f"`{name}`")
    return found


def facts_section() -> str:
    """The fields of a position, as its docstring tells them."""
    told = re.findall(r":ivar (\w+(?:, \w+)*): (.*?);?(?=\s+:ivar|\Z)", inspect.getdoc(State) or "", re.DOTALL)
    lines = [f"- `{name}`: {' '.join(text.split()).replace('``', '`').rstrip('.')}.\n" for name, text in told]
    return "\n### Facts\n\n" + "".join(lines)


def matters() -> list[type]:
    """The classes of which a position is made, each after those that it builds on."""
    return [cls for cls in reversed(Position.__mro__) if issubclass(cls, State)]


def matter_section(cls: type) -> str:
    """What one class adds: every public method with the first line of its docstring."""
    about = dict(re.findall(r"^    (\w+) +(.+)$", sys.modules[Position.__module__].__doc__ or "", re.MULTILINE))
    lines = [
        f"- `{signature_text(name, method)}`: {first_line(method)}\n"
        for name, method in vars(cls).items()
        if inspect.isfunction(method) and not name.startswith("_")
    ]
    return f"\n### {about[cls.__name__].capitalize()}\n\n" + "".join(lines)


def signature_text(name: str, method: Callable[..., Any]) -> str:
    """A method as it is called: names and defaults of its parameters, and the kind of the answer."""
    signature = inspect.signature(method)
    plain = [part.replace(annotation=part.empty) for part in list(signature.parameters.values())[1:]]
    called = signature.replace(parameters=plain, return_annotation=signature.empty)
    return f"{name}{called} -> {signature.return_annotation}"


def first_line(method: Callable[..., Any]) -> str:
    """The first paragraph of a docstring, as one line."""
    paragraph = (inspect.getdoc(method) or "").split("\n\n")[0]
    return re.sub(r":\w+:`", "`", " ".join(paragraph.split()).replace("``", "`"))


def primitive_sections(users: Mapping[str, Sequence[User]]) -> str:
    """Every ability that comes with the program: what it does, its parameters, an example, who uses it."""
    plugins = Plugins(installed=False, named=("smallworld_base", "smallworld_warcraft"))
    return "".join(
        primitive_section(ability_data(cls, users.get(name, ()))) for name, cls in sorted(plugins.abilities.items())
    )


def primitive_section(data: Mapping[str, Any]) -> str:
    """One ability; ``in_decline``, which all have, is told once at the head of the page."""
    rows = [
        (f"`{name}`", kind_text(entry), default_text(name, entry, data["required"]), entry.get("description", ""))
        for name, entry in data["parameters"].items()
        if name != "in_decline"
    ]
    parts = [f"### {data['ability']}", data["text"], *(note.replace("``", "`") for note in data["notes"])]
    parts += [f"Adds the action `{verb} {pattern}`." for verb, pattern in data["verbs"].items()]
    if set(data["for"]) != set(USERS):
        parts.append(f"For {' and '.join(f'{kind}s' for kind in data['for'])} only.")
    if rows:
        parts.append(table(("parameter", "kind", "default", "what"), rows).rstrip())
    parts.append(f"```yaml\nabilities:\n  - {data['example']}\n```")
    names = ", ".join(f"{user['id']} ({user['variant']})" for user in data["users"]) or "nobody yet"
    parts.append(f"Rule {data['rule']}. Used by: {names}. Hooks: {', '.join(f'`{h}`' for h in data['hooks'])}.")
    return "\n" + "\n\n".join(parts) + "\n"


def default_text(name: str, entry: Mapping[str, Any], required: Sequence[str]) -> str:
    """The default of a parameter; nothing for one that must be given."""
    if name in required:
        return "required"
    default = entry.get("default")
    return "–" if default in ("", None, []) else code(default)


def rewritten(page: str, found: Mapping[str, str]) -> str:
    """The page with every marked table as the program has it."""
    return MARKS.sub(lambda mark: f"{mark[1]}{found[mark['name']]}{mark[3]}", page)


def hooks_of_abilities() -> dict[str, tuple[str, ...]]:
    """Ability name → the hooks that it implements, in the order of hookspecs.py."""
    from smallworld.hookspecs import RuleHooks

    order = [name for name in vars(RuleHooks) if not name.startswith("_")]
    plugins = Plugins()
    return {
        name: tuple(hook for hook in order if hasattr(getattr(ability, hook, None), "smallworld_impl"))
        for name, ability in plugins.abilities.items()
    }


def ability_table(users: Iterable[Race | Power | Relic], hooks: Mapping[str, Sequence[str]]) -> str:
    """One row for each race, power or relic."""
    rows = [
        (user.name, user.source, "; ".join(map(use_text, user.abilities)) or "none", hook_list(user.abilities, hooks))
        for user in users
    ]
    return table(("ability", "rule", "primitives", "hooks"), rows)


def edition_table(variant: Variant, hooks: Mapping[str, Sequence[str]]) -> str:
    """One row for each rule of the edition that is an ability."""
    return table(("primitive", "hooks"), [(use_text(use), hook_list([use], hooks)) for use in variant.abilities])


def ruling_table(rulings: Iterable[Ruling]) -> str:
    """One row for each ruling."""
    rows = [
        (
            f"`{ruling.key}`",
            code(ruling.default),
            others(ruling),
            ruling.rule,
            ruling.text,
        )
        for ruling in rulings
    ]
    return table(("key", "default", "instead", "rule", "question"), rows)


def others(ruling: Ruling) -> str:
    """The answers that are not the default; many numbers as a range."""
    values = [value for value in ruling.values if value != ruling.default]
    if len(values) > 6:
        return f"{code(values[0])} to {code(values[-1])}"
    return ", ".join(map(code, values))


def hook_list(uses: Iterable[AbilityUse], hooks: Mapping[str, Sequence[str]]) -> str:
    """The hooks of some abilities, each once."""
    names = dict.fromkeys(hook for use in uses for hook in hooks[use.ability])
    return ", ".join(f"`{name}`" for name in names) or "–"


def use_text(use: AbilityUse) -> str:
    """A primitive with its parameters."""
    parameters = ", ".join(f"{name} {value_text(value)}" for name, value in use.parameters.items())
    return f"`{use.ability}`" + (f" ({parameters})" if parameters else "")


def value_text(value: object) -> str:
    """A parameter for people; rulings in angle brackets."""
    if isinstance(value, Mapping):
        return f"⟨{value['ruling']}⟩"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return "+".join(map(value_text, value))
    return str(value)


def key_table(schema: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """One row for each key of an object in a file."""
    schema = next((part for part in schema.get("oneOf", ()) if "properties" in part), schema)
    excused = schema.get("else", {}).get("required", ())
    rows = []
    for key, entry in schema["properties"].items():
        entry = {**resolved(entry, defs), **entry}
        default = default_text(key, entry, schema.get("required", ()))
        if key in excused:
            default = f"required without `{schema['if']['required'][0]}`"
        rows.append((f"`{key}`", shape(entry, defs), default, entry.get("description", "")))
    return table(("key", "value", "default", "what"), rows)


def resolved(entry: Mapping[str, Any], defs: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a reference in a schema refers to."""
    found: Mapping[str, Any] = defs[entry["$ref"].rpartition("/")[2]] if "$ref" in entry else entry
    return found


SHAPES = {
    "id": "id", "ids": "ids", "players": "number", "scalar": "text, whole number, true or false",
    "abilities": "[abilities](#abilities)", "by_ruling": "`{ruling: KEY}`", "region": "regions",
}  # fmt: skip
"""Parts of schemas that are told by a word of their own."""


def shape(entry: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """The kind of a value in words, from its schema."""
    name = entry.get("$ref", "").rpartition("/")[2]
    if name in SHAPES:
        return SHAPES[name]
    if name:
        plain = "properties" not in defs[name]
        return shape(defs[name], defs) if plain else f"[{name}](#{name})"
    if "enum" in entry:
        return " or ".join(map(code, entry["enum"]))
    if "oneOf" in entry:
        return " or ".join(shape(part, defs) for part in entry["oneOf"])
    if entry["type"] == "array":
        each = entry["prefixItems"][0] if "prefixItems" in entry else entry["items"]
        return {"id": "ids", "regions": "regions"}.get(shape(each, defs), f"list of {shape(each, defs)}")
    if entry["type"] == "object":
        return _object(entry, defs)
    if "maximum" in entry:
        return f"{entry['minimum']} to {entry['maximum']}"
    words = {"boolean": "true or false", "string": "text", "integer": "whole number"}
    return words.get(entry["type"], entry["type"])


def _object(entry: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """An object: either one with keys of its own, or one for each id."""
    values = entry.get("additionalProperties")
    if not isinstance(values, Mapping):
        title = entry.get("title", "natives").lower()
        return f"[{title}](#{title})"
    return f"{shape(entry['propertyNames'], defs)} → {shape(values, defs)}"


def column_table(columns: Iterable[Column]) -> str:
    """One row for each column of the results of simulations."""
    rows = [(f"`{column.name}`", column.type.rstrip("_"), column.meaning) for column in columns]
    return table(("column", "type", "meaning"), rows)


def code(value: object) -> str:
    """A value as it stands in a file."""
    return f"`{str(value).lower()}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def main() -> None:
    """Write the tables into the pages."""
    found = tables()
    for page in sorted(DOCS.glob("*.md")):
        page.write_text(rewritten(page.read_text("utf-8"), found), "utf-8")


if __name__ == "__main__":
    main()
