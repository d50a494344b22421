"""Editions with changed values: ``races.orcs.banner=7`` is what ``change`` does in a variant file.

A change names a value of an edition by its path, words with dots between them: ``docs/simulate.md`` lists the paths.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from smallworld.errors import ContentError, SmallWorldError
from smallworld.languages import lazy, lazy_join
from smallworld.model.rulings import read_answer
from smallworld.model.variant import AbilityUse, Variant
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_editions.discovery import variant_path
from smallworld_editions.editions import load_variant, read_edition
from smallworld_lab.run_plan import Run

Change = tuple[str, Any]
"""A path of an edition, and its value."""
ENTRIES = ("races", "powers", "relics", "pieces", "terrains")
"""Sections of entries with an id."""
EXAMPLE = "races.RACE.banner=7"


def parse_change(text: str) -> Change:
    """Read ``PATH=VALUE``; a value in brackets is a list.

    :raises SmallWorldError: the text has another form.
    """
    path, value = split_change(text)
    return path, read_value(path, value)


def split_change(text: str) -> tuple[str, str]:
    """Split ``PATH=VALUE``.

    :raises SmallWorldError: the text has another form.
    """
    path, sign, value = (part.strip() for part in text.partition("="))
    if not sign or not value or not all(path.split(".")):
        raise SmallWorldError(lazy("the change {text!r} must be PATH=VALUE, e.g. {example}", text=text,
                                   example=EXAMPLE))  # fmt: skip
    return path, value


def read_value(path: str, text: str) -> Any:
    """Read the value of a change: a list in brackets, true or false, a number, or a word.

    :raises SmallWorldError: the brackets hold no list.
    """
    if not text.startswith("["):
        negative = text[:1] in "-−" and text[1:].isdecimal() and len(text) < 8
        return -int(text[1:]) if negative else read_answer(text)
    try:
        return json.loads(text)
    except ValueError:
        raise SmallWorldError(lazy("{path}={text} is not a list; write one like [0, 0, 1, 2, 3]", path=path,
                                   text=text)) from None  # fmt: skip


def format_change(change: Change) -> str:
    """Write a change as :func:`parse_change` reads it."""
    path, value = change
    text = value if isinstance(value, str) else json.dumps(value)
    return f"{path}={text}"


def changed_variant(name: str, changes: tuple[str, ...], plugins: Plugins) -> Variant:
    """Load an edition and change values of it; without changes the edition itself.

    If its banner or a possible badge grows, a race gets the tokens that it needs, unless its supply is changed too.

    :param name: id or path of the edition. :param changes: each as ``PATH=VALUE``.
    :raises SmallWorldError: a path or a value does not exist or does not fit. :raises UnknownName: no such edition.
    """
    edition = load_variant(name, plugins=plugins)
    return _changed(name, edition.digest, changes, plugins) if changes else edition


def edition_of(run: Run) -> str:
    """Return the id of the edition of a run; the path that the run has if that is not to be read here."""
    try:
        edition = changed_variant(run.variant, run.changes, default_plugins())
    except SmallWorldError:
        return run.variant
    return edition.id if edition.digest == run.content else run.variant


@lru_cache(maxsize=16)
def _changed(name: str, digest: str, changes: tuple[str, ...], plugins: Plugins) -> Variant:
    """Change an edition; as long as it has the same digest the answer is kept."""
    edition = load_variant(name, plugins=plugins)
    extended = os.path.abspath(variant_path(name, tuple(plugins.variants)))
    content: dict[str, Any] = {"variant": edition.id, "name": edition.name, "extends": extended, "change": {}}
    for change in map(parse_change, changes):
        _put(content, _whole_path(change[0].split("."), edition), change)
    _add_supply(content["change"], edition)
    if not content["change"]:
        del content["change"]
    with TemporaryDirectory() as folder:
        path = Path(folder, "variant.yaml")
        path.write_text(json.dumps(content), encoding="utf-8")
        try:
            return replace(read_edition(path, plugins)[1], path="")
        except ContentError as error:
            problem = error.problems[0]  # without its place, which nobody can see
            texts = lazy_join("; ", [problem.message, problem.hint] if problem.hint else [problem.message])
            raise SmallWorldError(lazy("{changes}: {problem}", changes=" ".join(changes), problem=texts)) from None


def _whole_path(parts: list[str], edition: Variant) -> list[str]:
    """Return a path with the ability between an entry and the parameter that only it has."""
    section, *rest = parts
    if section not in ("races", "powers", "relics") or len(rest) != 2:
        return parts
    entries: Mapping[str, Any] = getattr(edition, section)
    uses: tuple[AbilityUse, ...] = entries[rest[0]].abilities if rest[0] in entries else ()
    owners = [use.ability for use in uses if rest[1] in use.parameters]
    is_field = rest[0] in entries and hasattr(entries[rest[0]], rest[1])
    return parts if is_field or len(owners) != 1 else [section, rest[0], "abilities", owners[0], rest[1]]


def _put(content: dict[str, Any], parts: list[str], change: Change) -> None:
    """Write a value to its place in a variant file."""
    section, *rest = parts
    inner = content["change"] if section in (*ENTRIES, "natives", "abilities") or len(rest) > 1 else content
    least = (
        2 if section in (*ENTRIES, "abilities") else 1 if section in ("natives", "rulings", "rounds", "boards") else 0
    )
    if section in ("variant", "name", "extends", "change", "remove", "prefer") or len(rest) < least:
        raise SmallWorldError(lazy("{path} names no single value of an edition; write a path like {example}",
                                   path=change[0], example=EXAMPLE.partition("=")[0]))  # fmt: skip
    for word in parts[:-1]:
        inner = inner.setdefault(word, {})
        if not isinstance(inner, dict):
            raise SmallWorldError(lazy("{path} goes into a value that another change sets", path=change[0]))
    inner[parts[-1]] = change[1]


def _add_supply(change: dict[str, Any], edition: Variant) -> None:
    """Give races the tokens that larger banners and badges need."""
    banners = {key: race.banner for key, race in edition.races.items()} | _numbers(change, "races", "banner")
    badges = {key: power.badge for key, power in edition.powers.items()} | _numbers(change, "powers", "badge")
    largest, before = max(badges.values(), default=0), max((p.badge for p in edition.powers.values()), default=0)
    for key, race in edition.races.items():
        growth = banners[key] + largest - race.banner - before
        short = banners[key] + largest - race.supply
        if growth > 0 and short > 0:
            change.setdefault("races", {}).setdefault(key, {}).setdefault("supply", race.supply + min(growth, short))


def _numbers(change: Mapping[str, Any], section: str, field: str) -> dict[str, int]:
    """Return the numbers that are changed in a field of the entries of a section."""
    entries = change.get(section, {}).items()
    return {key: entry[field] for key, entry in entries if type(entry.get(field)) is int}
