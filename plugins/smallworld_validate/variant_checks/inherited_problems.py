"""Problems that a variant causes in a file which it extends, reported at their cause in the variant's own file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from smallworld.languages import lazy
from smallworld_editions.problem import Problem, Range, Related
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.variants.discovery import is_shipped_file
from smallworld_editions.variants.merging import Layer, Merged


def move_to_causes(
    merged: Merged,
    own_names: Collection[str],
    problems: Iterable[Problem],
    sources: Mapping[str, KeyPath] | None = None,
) -> list[Problem]:
    """Move problems in extended files to the lines of the variant that cause them, where its author can mend them.

    :param own_names: the files of the variant; problems in all others are reported at its ``remove``, ``change`` or
        ``extends``.
    :param sources: file of an extended variant → the path of the name that brings it.
    """
    document = merged.document
    seen: dict[tuple[str, Range | None, str], Problem] = {}
    for problem in problems:
        if problem.file not in own_names:
            related = (Related(lazy("it is here"), problem.file, problem.range),) if problem.range else ()
            message = lazy("after these changes {message}", message=problem.message)
            place, hint = _find_cause(merged, problem, sources or {})
            problem = replace(
                problem, file=document.name, range=place, message=message, hint=hint, related=related, edits=()
            )
        # What is gone is missed in many places: the first report suffices.
        seen.setdefault((problem.file, problem.range, problem.message), problem)
    return list(seen.values())


def of_parents(
    merged: Merged, problems: Iterable[Problem], check: Callable[[Layer], Iterable[Problem]]
) -> set[Problem]:
    """Return the problems that an extended variant has without the changes of this one.

    :param check: lists the problems of one extended file, read alone.
    """
    layers = [layer for layer in merged.layers if layer.document is not merged.document]
    foreign = [problem for problem in problems if problem.file != merged.document.name]
    fans = [layer for layer in layers if Path(layer.key).is_file() and not is_shipped_file(Path(layer.key))]
    if not foreign or not fans:
        return set()
    alone = {(p.file, p.range, p.code, str(p.message)) for layer in fans for p in check(layer)}
    return {p for p in foreign if (p.file, p.range, p.code, str(p.message)) in alone}


def _find_cause(merged: Merged, problem: Problem, sources: Mapping[str, KeyPath]) -> tuple[Range, str]:
    """Return the place in the variant's own file that causes a problem elsewhere, and the remedy.

    That is what it removes or changes if the message names it, else the name of the variant that brings the problem.
    """
    document = merged.document
    for section, names in mapping_of(document.data.get("remove")).items():
        for index, name in enumerate(list_of(names)):
            if isinstance(name, str) and repr(name) in problem.message:  # a number of players may be in any message
                return document.value(("remove", section, index)), lazy("leave it in, or remove what needs it as well")
    ids = set(re.findall(r"[\w-]+", problem.message))
    for layer in reversed(merged.layers):
        key = next((key for key in _changed_entries(layer.document) if key[-1] in ids), None)
        if key is not None and layer.document is document:
            return document.key(key), problem.hint
        if key is not None and len(sources.get(layer.document.name, ())) > 1:
            return document.value(sources[layer.document.name]), problem.hint
    if len(sources.get(problem.file, ())) > 1:
        return document.value(sources[problem.file]), problem.hint
    first = next((key for key in ("remove", "change", "extends") if key in document.data), next(iter(document.data)))
    return document.key((first,)), problem.hint


def _changed_entries(document: Document) -> Iterator[tuple[str, ...]]:
    """Yield the paths of the entries that a file changes."""
    for section, entries in mapping_of(document.data.get("change")).items():
        yield from (("change", section, name) for name in mapping_of(entries))
