"""Check the results of chance in a replay: their kinds, and the possible results of each kind."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from smallworld.errors import did_you_mean, suggest
from smallworld.languages import lazy
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document
from smallworld_validate.check_settings import Table, Vocabulary
from smallworld_validate.schema.phrasing import list_alternatives, no_such, show_value

ChanceCheck = Callable[[Document], Iterator[Problem]]
"""Yields the mistakes in a replay line with a result of chance; none in other lines."""


def chance_check(table: Table, vocabulary: Vocabulary | None) -> ChanceCheck:
    """Return the check of results of chance in the games of a table."""
    variant = table.variant
    lists = {
        "banners": ("race", variant.races),
        "badges": ("power", variant.powers),
        "relics": ("relic", variant.relics),
    }
    single: dict[str, Collection[object]] = {
        "die": set(variant.die),
        "first_player": [str(seat) for seat in range(1, len(table.players) + 1)],
        "island": set(variant.board_files),
    }
    kinds = {*(vocabulary.chances if vocabulary is not None else ()), *variant.pieces}

    def check(document: Document) -> Iterator[Problem]:
        data: Any = document.data
        kind = data.get("chance") if isinstance(data, dict) else None
        if not isinstance(kind, str) or "result" not in data:
            return
        if kind in single:
            yield from _single(document, kind, data["result"], single[kind])
        elif kind in lists:
            yield from _names(document, data["result"], *lists[kind])
        elif vocabulary is not None and kind not in kinds:
            yield _unknown(document, kind, kinds)

    return check


def _single(document: Document, kind: str, result: object, allowed: Collection[object]) -> Iterator[Problem]:
    if not isinstance(result, str | int) or isinstance(result, bool) or result not in allowed:
        texts = [show_value(value) for value in sorted(allowed, key=str)]
        value = show_value(result)
        sentences = {
            "die": lazy("the die has no side {value}", value=value),
            "first_player": lazy("the table has no seat {value}", value=value),
        }
        message = sentences.get(kind) or no_such(kind, value)
        hint = lazy("write {values}", values=list_alternatives(texts)) if texts else ""
        yield document.problem("bad-value", ("result",), message, hint)


def _names(document: Document, result: object, noun: str, names: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for the first name in a shuffled order that the variant does not have."""
    if not isinstance(result, list):
        message = lazy("'result' must be a list, not {value}", value=show_value(result))
        yield document.problem("wrong-type", ("result",), message, lazy("write [ ] around it"))
        return
    unknown = next((name for name in result if name not in names), None)
    if unknown is not None:
        hint = suggest(str(unknown), names)
        yield document.problem(f"unknown-{noun}", ("result",), no_such(noun, show_value(unknown)), hint)


def _unknown(document: Document, kind: str, kinds: Collection[str]) -> Problem:
    """Return the problem of an unknown kind, if it resembles a known one; else it may be a kind of a plugin."""
    hint, is_slip = suggest(kind, kinds), bool(did_you_mean(kind, kinds))
    message = lazy("no result of chance is called {kind!r}", kind=kind)
    return document.problem("unknown-chance", ("chance",), message, hint, severity="error" if is_slip else "warning")
