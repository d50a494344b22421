"""Sections for the page of hooks, from their declarations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from smallworld.hooks.hook_info import HookInfo
from smallworld_authors.reference_text import hook_users, plain, refused_answers


def hook_sections(infos: Iterable[HookInfo]) -> str:
    """Some hooks: signature, moment, combination, frequency, example, users."""
    users = hook_users()
    return "".join(hook_section(info, users[info.name]) for info in infos)


def hook_section(info: HookInfo, users: Sequence[str]) -> str:
    """One hook; the heading is the signature, as an author writes it."""
    rows = [
        ("Abilities of", "" if info.kind == "program" else info.declaration.whom.value),
        ("Asked", info.declaration.frequency.value),
        ("Combined", info.combination),
        ("Refused", "; ".join(refused_answers(info))),
        ("Example", info.example),
        ("Used by", ", ".join(f"`{name}`" for name in users) or "nobody yet"),
    ]
    facts = [f"- {title}: {plain(text)}" for title, text in rows if text]
    parts = [
        f"### `{info.signature}`",
        plain(info.moment),
        *map(plain, info.notes),
        "\n".join(facts),
    ]
    return "\n" + "\n\n".join(parts) + "\n"
