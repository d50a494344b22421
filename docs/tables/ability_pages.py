"""Tables of races, powers, relics, rulings and the abilities of which they consist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from smallworld.abilities.base import USERS
from smallworld.hooks.hook_info import implemented
from smallworld.model.variant import AbilityUse, PowerSpec, RaceSpec, RelicSpec, Ruling, Variant
from smallworld.plugins.manager import Plugins
from smallworld_authors.reference_text import User, ability_data, kind_text

from .markdown import code, default_text, table


def primitive_sections(users: Mapping[str, Sequence[User]]) -> str:
    """Every ability that comes with the program: what it does, its parameters, an example, who uses it."""
    plugins = Plugins(installed=False, named=("smallworld_base", "smallworld_primitives", "smallworld_warcraft"))
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


def hooks_of_abilities() -> dict[str, tuple[str, ...]]:
    """Ability name → the hooks that it implements, in the order of hooks/ability_hooks.py."""
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
