"""Which of the problems of an edition are causes, and where their author can mend them.

A mistake in an extended file is reported at the line of the variant that causes it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from smallworld.languages import lazy, lazy_n
from smallworld_editions.discovery import is_shipped_file
from smallworld_editions.form import schema_of
from smallworld_editions.problem import Problem, Range, Related, errors_of
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of, texts_in
from smallworld_editions.variants.file_reader import entry_name
from smallworld_editions.variants.merging import Layer, Merged
from smallworld_editions.variants.plain_data import parameter_texts, regions_of

DEFINED = {"unknown-terrain": "terrains", "unknown-symbol": "symbols", "unknown-piece": "pieces",
           "unknown-ruling": "rulings"}  # fmt: skip
"""Code of a problem → the section of the definition that it misses."""
DEPENDS = {code: (section,) for code, section in DEFINED.items()} | {
    "missing-board": ("rounds", "boards"), "missing-rounds": ("rounds", "boards"), "unknown-board": ("boards",),
    "too-many-natives": ("natives",), "too-many-markers": ("terrains",), "too-few-combos": ("races", "powers"),
}  # fmt: skip
"""Code of a problem → the sections that it compares."""
FEWEST = 2
"""Uses of a name from which on the definition is misspelt rather than all of its uses."""


def without_consequences(document: Document, form: Iterable[Problem], meaning: Iterable[Problem]) -> list[Problem]:
    """Return the problems of meaning that no wrong key or value of a section of this file explains.

    A key of the file that is wrong or missing may explain all.
    """
    places = {place for p in errors_of(form) if p.file == document.name and (place := p.range) is not None}
    properties, sections = schema_of("variant")["properties"], set[str]()
    for key, value in document.data.items():
        paths = [(key,), *((key, part) for part in mapping_of(value))]
        is_wrong = places & {place for path in paths for place in (document.key(path), document.value(path))}
        if key not in properties and document.key((key,)) in places:
            sections |= properties.keys()
        elif is_wrong:
            sections |= properties.keys() if key == next(iter(document.data)) else {key}
    return [problem for problem in meaning if not sections & {*DEPENDS.get(problem.code, ())}]


def name_misspelt_definitions(
    merged: Merged, boards: Mapping[str, Document], problems: Iterable[Problem]
) -> list[Problem]:
    """Report a misspelt definition once, instead of one problem at each use of its name."""
    remaining = list(problems)
    by_name: dict[tuple[str, str], list[Problem]] = {}
    for problem in remaining:
        if problem.code in DEFINED and len(problem.names) == 1:
            by_name.setdefault((problem.code, problem.names[0]), []).append(problem)
    many = {key: uses for key, uses in by_name.items() if len(uses) >= FEWEST}
    used: set[str] = set()
    if many:  # every text that can name a terrain, a symbol, a piece or a ruling
        regions = [region for board in boards.values() for _, _, region in regions_of(board.data)]
        used = parameter_texts(merged.data) | texts_in(merged.data.get("pieces"))
        used |= {str(name) for r in regions for name in (r.get("terrain"), *list_of(r.get("symbols")))}
    for (code, name), uses in many.items():
        section = DEFINED[code]
        unused = [key for key in merged.names(section) or () if key not in used]
        for definition in get_close_matches(name, unused, n=1, cutoff=0.75):
            entries = merged.data[section]
            path: KeyPath = (section, entries.index(definition) if isinstance(entries, list) else definition)
            if merged.is_own(path):
                remaining = [problem for problem in remaining if problem not in uses]
                related = tuple(Related(lazy("it is used here"), use.file, use.range) for use in uses[:1] if use.range)
                count = lazy_n("{count} place uses {name!r}", "{count} places use {name!r}", len(uses), name=name)
                fault = lazy("nothing uses {entry}", entry=entry_name(section, definition))
                message = lazy("{fault}, but {used}", fault=fault, used=count)
                hint = lazy("did you mean {name!r}?", name=name)
                remaining.append(merged.problem(code, path, message, hint, at_key=True, related=related))
    return remaining


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
        # An entry that is gone is missed in many places: the first report suffices.
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

    That is what it removes or changes if the problem is about it, else the name of the variant that brings the problem.
    """
    document = merged.document
    for section, names in mapping_of(document.data.get("remove")).items():
        for index, name in enumerate(list_of(names)):
            if name in problem.names:
                return document.value(("remove", section, index)), lazy("leave it in, or remove what needs it as well")
    for layer in reversed(merged.layers):
        changes = mapping_of(layer.document.data.get("change")).items()
        changed = (("change", section, name) for section, entries in changes for name in mapping_of(entries))
        key = next((key for key in changed if key[-1] in problem.names), None)
        if key is not None and layer.document is document:
            return document.key(key), problem.hint
        if key is not None and len(sources.get(layer.document.name, ())) > 1:
            return document.value(sources[layer.document.name]), problem.hint
    if len(sources.get(problem.file, ())) > 1:
        return document.value(sources[problem.file]), problem.hint
    first = next((key for key in ("remove", "change", "extends") if key in document.data), next(iter(document.data)))
    return document.key((first,)), problem.hint
