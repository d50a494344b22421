"""Promises of a plugin that need no game: texts, citations, content without warnings."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from smallworld.abilities.base import Ability
from smallworld.languages import N_, LazyText, lazy
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins
from smallworld_editions.variants.preferences import entry_name
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.file_checker import FileChecker


def doc_findings(classes: Iterable[type[Ability]]) -> Iterator[str]:
    """Report abilities without a text for people or without a rule."""
    for cls in classes:
        if not cls.summary() or cls.summary() == (Ability.__doc__ or "").split("\n")[0]:
            sentence = N_("ability {ability!r} has no description; begin its docstring with one line for people")
            yield lazy(sentence, ability=cls.name)
        if not cls.rule:
            sentence = N_('ability {ability!r} cites no rule; set rule = "…" (an id of yours, or a page)')
            yield lazy(sentence, ability=cls.name)
        for name, entry in cls.schema()["properties"].items():
            if "description" not in entry:
                sentence = N_("ability {ability!r} does not explain its parameter {name!r}; add ':param {name}: …'")
                yield lazy(sentence, ability=cls.name, name=name)


INTERNAL = frozenset({
    "table", "hook_tables", "board_profiles", "turn_memory", "memory", "log", "course", "interrupt", "spared_of",
    "lent_factions",
})  # fmt: skip
"""Fields of the state that may change at any time; queries and verbs answer what abilities ask."""


def internal_findings(classes: Iterable[type[Ability]]) -> Iterator[str]:
    """Report abilities that read fields of the engine instead of asking the state."""
    for cls in classes:
        source = ""
        with suppress(OSError, TypeError):  # a compiled class has none
            source = inspect.getsource(cls)
        for name in internal_fields(source):
            sentence = N_(
                "ability {ability!r} uses state.{name}, which is internal and may change at any time; "
                "ask a query of the state (docs/game.md)"
            )
            yield lazy(sentence, ability=cls.name, name=name)


def internal_fields(source: str) -> list[str]:
    """List the internal fields of ``state`` that some code reads."""
    nodes = ast.walk(ast.parse(textwrap.dedent(source)))
    return sorted({
        node.attr for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in INTERNAL
        and isinstance(node.value, ast.Name) and node.value.id == "state"
    })  # fmt: skip


def content_findings(variant: Variant, plugins: Plugins) -> Iterator[tuple[str, str, str]]:
    """Report the findings of ``validate`` about a variant, and its own entries without text or source."""
    if not variant.path:
        return
    for problem in FileChecker(CheckSettings(plugins)).check_file(Path(variant.path)):
        if problem.code not in ("unused", "no-start"):  # games are played later
            yield "content", LazyText(str, problem), problem.severity
    for kind, entries in (("races", variant.races), ("powers", variant.powers), ("relics", variant.relics)):
        for name, entry in entries.items():
            for key in ("text", "source"):
                if not getattr(entry, key):
                    values = {"entry": entry_name(kind, name), "variant": variant.id, "key": key}
                    yield "docs", lazy("{entry} of {variant} has no {key}", **values), "error"
