"""Generate the tables of these pages from the program.

``python docs/tables.py`` writes them between their ``<!-- table: NAME -->`` and
``<!-- end -->`` marks; a test fails while a page and the program differ.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, starmap
from pathlib import Path
from typing import Any

from smallworld.abilities.base import USERS
from smallworld.cli.text.ability_text import User, ability_data, kind_text, users_of
from smallworld.content.load import load_variant
from smallworld.content.schema.schema import schema_of
from smallworld.hooks.reference import KINDS, HookInfo, hooks, implemented
from smallworld.model.board import Board
from smallworld.model.content import AbilityUse, PowerSpec, RaceSpec, RelicSpec, Ruling, Variant
from smallworld.model.rulings import ENGINE_RULINGS
from smallworld.model.values import Bar, Columns, Conquest, SpecialConquest, Toll, Traits, Travel
from smallworld.plugins.manager import Plugins
from smallworld.rules.phases.questions import Question
from smallworld.rules.rulings import rulings_of
from smallworld.rules.state.fields import Fields
from smallworld.rules.state.state import GameState
from smallworld.sim.results.result_schema import COMBO, GAME, PLAYER, Column

DOCS = Path(__file__).parent
VALUES = (Traits, Travel, SpecialConquest, Bar, Toll, Columns, Conquest, Question)
"""The records that hooks take or return."""
MARKS = re.compile(r"(<!-- table: (?P<name>[\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def tables() -> dict[str, str]:
    """Return every table by its name in the pages."""
    base, warcraft = load_variant("base"), load_variant("warcraft")
    hooks_by_ability = hooks_of_abilities()
    texts = {"engine rulings": ruling_table(ENGINE_RULINGS.values())}
    for variant in (base, warcraft):
        rulings = [ruling for key, ruling in rulings_of(variant).items() if key in variant.rulings]
        texts[f"{variant.id} rulings"] = ruling_table(rulings)
        texts[f"{variant.id} races"] = ability_table(variant.races.values(), hooks_by_ability)
        texts[f"{variant.id} powers"] = ability_table(variant.powers.values(), hooks_by_ability)
    texts["warcraft relics"] = ability_table(warcraft.relics.values(), hooks_by_ability)
    texts["warcraft edition"] = edition_table(warcraft, hooks_by_ability)
    rule_hooks = [info for info in hooks().values() if not info.edition]
    for kind in KINDS:
        texts[f"{kind} hooks"] = hook_sections(info for info in rule_hooks if info.kind == kind)
    texts["edition hooks"] = hook_sections(info for info in hooks().values() if info.edition)
    for name, columns in (("games", GAME), ("seats", PLAYER), ("combos", COMBO)):
        texts[f"columns of {name}"] = column_table(columns)
    texts["game"] = facts_section() + "".join(starmap(method_section, method_groups()))
    texts["values"] = "".join(map(value_section, VALUES)) + board_section()
    texts["primitives"] = primitive_sections(users_of((base, warcraft)))
    for kind in ("variant", "board"):
        schema = schema_of(kind)
        texts[f"keys of {kind}"] = key_table(schema, schema["$defs"])
        parts = {**schema["$defs"], **schema["properties"]}
        for name in (
            "remove",
            "change",
            "prefer",
            "terrain",
            "natives",
            "piece",
            "ruling",
            "race",
            "power",
            "relic",
            "region",
        ):
            if name in parts:
                texts[f"keys of {name}"] = key_table(parts[name], schema["$defs"])
    return texts


def hook_sections(infos: Iterable[HookInfo]) -> str:
    """Some hooks: signature, moment, combination, frequency, example, users."""
    users = hook_users()
    return "".join(hook_section(info, users[info.name]) for info in infos)


def hook_section(info: HookInfo, users: Sequence[str]) -> str:
    """One hook; the heading is the signature, as an author writes it."""
    rows = [
        ("Abilities of", "" if info.kind == "program" else info.whom),
        ("Asked", info.frequency),
        ("Combined", info.combination),
        ("Example", info.example),
        ("Used by", ", ".join(users) or "nobody yet"),
    ]
    facts = [f"- {title}: {text.replace('``', '`')}" for title, text in rows if text]
    parts = [
        f"### `{info.signature}`",
        info.moment.replace("``", "`"),
        *(note.replace("``", "`") for note in info.notes),
        "\n".join(facts),
    ]
    return "\n" + "\n\n".join(parts) + "\n"


def hook_users() -> dict[str, list[str]]:
    """Return the abilities, or for hooks of the program the plugins, that implement each hook."""
    plugins = Plugins(installed=False, named=("smallworld_base", "smallworld_warcraft"))
    users: dict[str, list[str]] = {name: [] for name in hooks()}
    for plugin in plugins.entries:
        for hook in plugin.hooks:
            users[hook].append(f"`{plugin.name}`")
    for name, cls in sorted(plugins.listed_abilities().items()):
        for hook in implemented(cls):
            users[hook].append(f"`{name}`")
    return users


def facts_section() -> str:
    """The fields of a state, each with the docstring under it."""
    body = ast.parse(inspect.getsource(Fields)).body[0].body  # type: ignore[attr-defined]
    facts = [
        (field.target.id, text.value.value)
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr)
    ]
    lines = [f"- `{name}`: {' '.join(text.split()).replace('``', '`').rstrip('.')}.\n" for name, text in facts]
    return "\n### Facts\n\n" + "".join(lines)


def method_groups() -> Iterator[tuple[str, list[str]]]:
    """The public methods of a state under the headings of its source: ``# --- heading``."""
    parts = re.split(r"^    # --- (.+)$", inspect.getsource(GameState), flags=re.MULTILINE)
    yield "copies and comparison", ["copy", "facts"]
    for heading, source in zip(parts[1::2], parts[2::2], strict=True):
        yield heading, re.findall(r"^    def ([a-z]\w*)", source, re.MULTILINE)


def method_section(heading: str, names: Sequence[str]) -> str:
    """Each method with the first line of its docstring."""
    methods = [(name, getattr(GameState, name)) for name in names]
    lines = [f"- `{signature_text(name, method)}`: {first_line(method)}\n" for name, method in methods]
    return f"\n### {heading.capitalize()}\n\n" + "".join(lines)


def signature_text(name: str, method: Callable[..., Any]) -> str:
    """A method as it is called: names and defaults of its parameters, and the kind of the answer."""
    if isinstance(method, property):
        assert method.fget is not None
        return f"{name} -> {inspect.signature(method.fget).return_annotation}"
    signature = inspect.signature(method)
    plain = [part.replace(annotation=part.empty) for part in list(signature.parameters.values())[1:]]
    called = signature.replace(parameters=plain, return_annotation=signature.empty)
    return f"{name}{called} -> {signature.return_annotation}"


def first_line(method: Callable[..., Any]) -> str:
    """The first paragraph of a docstring, as one line."""
    paragraph = (inspect.getdoc(method) or "").split("\n\n")[0]
    return re.sub(r":\w+:`", "`", " ".join(paragraph.split()).replace("``", "`"))


def value_section(cls: type) -> str:
    """One record that hooks take or return: its fields with their defaults and meanings."""
    text = " ".join((inspect.getdoc(cls) or "").replace("``", "`").split())
    summary, *rest = re.split(r":ivar ", text)
    meanings: dict[str, str] = {}
    for part in rest:
        names, _, meaning = part.partition(": ")
        meanings |= dict.fromkeys(names.split(", "), meaning.strip())
    defaults: Mapping[str, Any] = cls._field_defaults  # type: ignore[attr-defined]
    names: Sequence[str] = cls._fields  # type: ignore[attr-defined]
    heads = (f"{name} = {defaults[name]!r}" if name in defaults else name for name in names)
    lines = [f"- `{head}`: {meanings[name].rstrip('.')}.\n" for head, name in zip(heads, names, strict=True)]
    return f"\n### {cls.__name__}\n\n{summary.strip()}\n\n" + "".join(lines)


def board_section() -> str:
    """The attributes and methods of a board that abilities use."""
    text = " ".join((inspect.getdoc(Board) or "").replace("``", "`").split())
    attributes = [part.partition(": ") for part in re.split(r":ivar ", text)[1:]]
    public = {name: method for name, method in vars(Board).items() if not name.startswith("_")}
    methods = [(name, method) for name, method in public.items() if inspect.isfunction(method)]
    lines = [f"- `{names}`: {meaning.strip().rstrip('.;')}.\n" for names, _, meaning in attributes]
    lines += [f"- `{signature_text(name, method)}`: {first_line(method)}\n" for name, method in methods]
    return "\n### Board\n\n" + "".join(lines)


def primitive_sections(users: Mapping[str, Sequence[User]]) -> str:
    """Every ability that comes with the program: what it does, its parameters, an example, who uses it."""
    plugins = Plugins(installed=False, named=("smallworld_base", "smallworld_warcraft"))
    return "".join(
        primitive_section(ability_data(cls, users.get(name, ())))
        for name, cls in sorted(plugins.listed_abilities().items())
    )


def primitive_section(data: Mapping[str, Any]) -> str:
    """Format one ability; ``in_decline``, which all have, is explained once at the head of the page."""
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
        parts.append(table(("parameter", "kind", "default", "meaning"), rows).rstrip())
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


def rewritten(page: str, contents: Mapping[str, str]) -> str:
    """The page with every marked table as the program has it."""
    return MARKS.sub(lambda mark: f"{mark[1]}{contents[mark['name']]}{mark[3]}", page)


def hooks_of_abilities() -> dict[str, tuple[str, ...]]:
    """Ability name → the hooks that it implements, in the order of hooks/specs.py."""
    return {name: implemented(ability) for name, ability in Plugins().abilities.items()}


def ability_table(users: Iterable[RaceSpec | PowerSpec | RelicSpec], hooks: Mapping[str, Sequence[str]]) -> str:
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
            other_values(ruling),
            ruling.rule,
            ruling.text,
        )
        for ruling in rulings
    ]
    return table(("key", "default", "instead", "rule", "question"), rows)


def other_values(ruling: Ruling) -> str:
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
    return table(("key", "value", "default", "meaning"), rows)


def resolved(entry: Mapping[str, Any], defs: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the part of a schema to which a reference points."""
    part: Mapping[str, Any] = defs[entry["$ref"].rpartition("/")[2]] if "$ref" in entry else entry
    return part


SHAPES = {
    "id": "id", "ids": "ids", "players": "number", "scalar": "text, whole number, true or false",
    "variant_name": "id or path",
    "preferred": "id → id or path", "preferred_by_players": "number → id or path",
    "abilities": "[abilities](#abilities)", "by_ruling": "`{ruling: KEY}`", "region": "regions",
}  # fmt: skip
"""Parts of schemas that have a short name in the tables."""


def shape(entry: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    """The kind of a value in words, from its schema."""
    name = entry.get("$ref", "").rpartition("/")[2]
    if name in SHAPES:
        return SHAPES[name]
    if name.endswith("_change"):
        kind = name.removesuffix("_change")
        return f"[{kind}](#{kind})"
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
    names = {"boolean": "true or false", "string": "text", "integer": "whole number"}
    return names.get(entry["type"], entry["type"])


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
    """Format a value as a file has it."""
    return f"`{str(value).lower()}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def main() -> None:
    """Write the tables into the pages."""
    contents = tables()
    for page in sorted(DOCS.glob("*.md")):
        page.write_text(rewritten(page.read_text("utf-8"), contents), "utf-8")


if __name__ == "__main__":
    main()
