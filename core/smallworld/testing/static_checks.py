"""Promises of a plugin that need no game: texts, citations, content without warnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from smallworld.abilities.base import Ability
from smallworld.content.checker import Checker
from smallworld.model.content import Variant
from smallworld.plugins.manager import Plugins


def doc_findings(classes: Iterable[type[Ability]]) -> Iterator[str]:
    """Report abilities without a text for people or without a rule."""
    for cls in classes:
        if not cls.summary() or cls.summary() == (Ability.__doc__ or "").split("\n")[0]:
            yield f"ability {cls.name!r} has no description; begin its docstring with one line for people"
        if not cls.rule:
            yield f'ability {cls.name!r} cites no rule; set rule = "…" (an id of yours, or a page)'
        for name, entry in cls.schema()["properties"].items():
            if "description" not in entry:
                yield f"ability {cls.name!r} does not explain its parameter {name!r}; add ':param {name}: …'"


def content_findings(variant: Variant, plugins: Plugins) -> Iterator[tuple[str, str, str]]:
    """Report the findings of ``validate`` about a variant, and its own entries without text or source."""
    if not variant.path:
        return
    checker = Checker(
        folders=tuple(plugins.variants),
        abilities={name: cls.schema() for name, cls in plugins.abilities.items()},
        lacks=plugins.lacks,
    )
    for problem in checker.check_file(Path(variant.path)):
        if problem.code != "unused":
            yield "content", str(problem), problem.severity
    for kind, entries in (("race", variant.races), ("power", variant.powers), ("relic", variant.relics)):
        for name, entry in entries.items():
            for key in ("text", "source"):
                if not getattr(entry, key):
                    yield "docs", f"the {kind} {name!r} of {variant.id} has no {key}", "error"
