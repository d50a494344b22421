"""The changes of a revision in words: ``races.amazons.banner 6 → 7``."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from smallworld.languages import _, ngettext
from smallworld_editions.reading.reader import read
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_validate.text_edits.layout import write_flow

MOST_WORDS = 4
"""Changes of a revision that are listed."""
SECONDS = 3.0
"""Time for the revisions, from the newest on; of older ones only the names of the files are listed."""
LONGEST = 40
"""Letters of a value."""


def sentences(_folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return for each revision its changes in words."""
    documents: dict[str, Any] = {}
    end = time.monotonic() + SECONDS
    steps = [(step, time.monotonic() < end and list(_step(step, documents))) for step in reversed(request["steps"])]
    return {"words": [changes or list(_names(step)) for step, changes in reversed(steps)]}


def _names(step: Mapping[str, Any]) -> Iterator[str]:
    """Yield only the names of the changed files."""
    for file in step["files"]:
        yield _("the text of {file}", file=file)


def _step(step: Mapping[str, Any], documents: dict[str, Any]) -> Iterator[str]:
    if step["is_first"]:
        yield _("the draft was made")
        return
    if step["name"]:
        yield _("the draft is called {name}", name=step["name"])
    for file, (before, after) in step["files"].items():
        if before is None:
            yield _("{file} is new", file=file)
        elif after is None:
            yield _("{file} was removed", file=file)
        else:
            yield from _changed_file(file, _data(before, documents), _data(after, documents))


def _data(text: str, documents: dict[str, Any]) -> Any:
    """Read the data of a text, once for all revisions; a text that cannot be read is None."""
    if text not in documents:
        parsed, _problems = read(text, "")
        documents[text] = parsed[0].data if len(parsed) == 1 else [document.data for document in parsed] or None
    return documents[text]


def _changed_file(file: str, before: Any, after: Any) -> Iterator[str]:
    if before is None or after is None:
        yield _("the text of {file}", file=file)
        return
    changes = list(_changes("", before, after))
    if not changes:
        yield _("comments or layout of {file}", file=file)
    yield from changes[:MOST_WORDS]
    if len(changes) > MOST_WORDS:
        rest = len(changes) - MOST_WORDS
        yield ngettext("and {count} more", "and {count} more", rest)


def _changes(path: str, before: Any, after: Any) -> Iterator[str]:
    """Yield the differences of two values."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            place = f"{path}.{key}" if path else str(key)
            if key not in before:
                yield f"{place}: + {_short(after[key])}"
            elif key not in after:
                yield f"{place}: −"
            else:
                yield from _changes(place, before[key], after[key])
    elif isinstance(before, list) and isinstance(after, list) and _by_id(before) and _by_id(after):
        yield from _changes(path, _by_id(before), _by_id(after))
    elif isinstance(before, list) and isinstance(after, list):
        signs = [*(f"+ {_short(item)}" for item in after if item not in before)]
        signs += [f"− {_short(item)}" for item in before if item not in after]
        yield f"{path}: {', '.join(signs) or _short(after)}"
    else:
        yield f"{path}: {_short(before)} → {_short(after)}"


def _by_id(rows: list[Any]) -> dict[str, Any]:
    """Return the rows of a list of regions by their ids; empty for any other list."""
    if not all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows):
        return {}
    return {row["id"]: row for row in rows}


def _short(value: Any) -> str:
    text = write_flow(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
