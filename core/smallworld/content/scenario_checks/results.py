"""Check that the die rolls, refusals and score lines of a scenario are possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from smallworld.content.reading.documents import Document, list_of, mapping_of
from smallworld.content.report.problem import Problem
from smallworld.content.scenario_checks.scenario_context import Table, Vocabulary
from smallworld.content.schema.phrasing import list_alternatives
from smallworld.errors import suggest
from smallworld.languages import lazy


def check_results(document: Document, table: Table, vocabulary: Vocabulary | None) -> Iterator[Problem]:
    """Yield a problem for rolls that the die does not have, and for unknown codes of refusals and lines of a score."""
    yield from _dice(document, table)
    steps: Any = document.data.get("steps")
    for index, step in enumerate(steps if isinstance(steps, list) and vocabulary is not None else []):
        if vocabulary is not None and isinstance(step, dict):
            yield from _code(document, index, step, vocabulary)
            yield from _sources(document, index, step, table, vocabulary)


def _dice(document: Document, table: Table) -> Iterator[Problem]:
    dice: Any = document.data.get("dice")
    faces = sorted(set(table.variant.die))
    for index, result in enumerate(list_of(dice)):
        if type(result) is int and result not in faces:
            message = lazy("the die of {variant!r} never shows {result}", variant=table.variant.id, result=result)
            hint = lazy("write {values}", values=list_alternatives(map(str, faces)))
            yield document.problem("bad-value", ("dice", index), message, hint)


def _code(document: Document, index: int, step: dict[str, Any], vocabulary: Vocabulary) -> Iterator[Problem]:
    code = step.get("code")
    if "refused" in step and isinstance(code, str) and code not in vocabulary.codes:
        hint = suggest(code, vocabulary.codes)
        yield document.problem(
            "unknown-code", ("steps", index, "code"), lazy("no refusal has the code {code!r}", code=code), hint
        )


def _sources(
    document: Document, index: int, step: dict[str, Any], table: Table, vocabulary: Vocabulary
) -> Iterator[Problem]:
    """Yield a problem for each expected score line that no region, label, race, power or relic has."""
    variant = table.variant
    sources = {"regions", variant.id, *variant.races, *variant.powers, *variant.relics, *vocabulary.labels}
    expect: Any = step.get("expect")
    for player, lines in mapping_of(expect.get("scored") if isinstance(expect, dict) else None).items():
        for source in mapping_of(lines):
            if source not in sources:
                hint = suggest(source, sources)
                yield document.problem(
                    "unknown-source",
                    ("steps", index, "expect", "scored", player, source),
                    lazy("no score line is called {source!r}", source=source),
                    hint,
                    at_key=True,
                )
