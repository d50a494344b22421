"""Find misspelt definitions: many uses have a name that nearly equals the name of one unused definition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from smallworld.languages import lazy, lazy_n
from smallworld_editions.form import schema_of
from smallworld_editions.problem import Problem, Related
from smallworld_editions.reading.documents import Document, KeyPath, list_of, texts_in
from smallworld_editions.variants.merging import Merged
from smallworld_editions.variants.plain_data import parameter_texts, regions_of
from smallworld_editions.variants.preferences import entry_name

KINDS = {"unknown-terrain": "terrains", "unknown-symbol": "symbols", "unknown-piece": "pieces",
         "unknown-ruling": "rulings"}  # fmt: skip
"""Code of a problem → the section of the definition that it misses."""
FEWEST = 2
"""Uses of a name from which on the definition is misspelt rather than all of its uses."""


def name_misspelt_definitions(
    merged: Merged, boards: Mapping[str, Document], problems: Iterable[Problem]
) -> list[Problem]:
    """Report a misspelt definition once, instead of one problem at each use of its name."""
    listed = list(problems)
    by_name: dict[tuple[str, str], list[Problem]] = {}
    for problem in listed:
        if problem.code in KINDS and problem.message.count("'") == 2:
            by_name.setdefault((problem.code, problem.message.split("'")[1]), []).append(problem)
    many = {key: problems_of for key, problems_of in by_name.items() if len(problems_of) >= FEWEST}
    used = _used_names(merged, boards) if many else set()
    for (code, name), problems_of in many.items():
        definition = _definition(merged, KINDS[code], name, used)
        if definition is not None:
            listed = [problem for problem in listed if problem not in problems_of]
            listed.append(_misspelt(merged, code, definition, name, problems_of))
    return listed


def drop_names_of_strangers(document: Document, problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems without those of names that the file defines in a section with a misspelt key."""
    keys = document.data.keys() - schema_of("variant")["properties"].keys()
    names = {name for key in keys if isinstance(document.data[key], dict) for name in document.data[key]}
    return [
        problem
        for problem in problems
        if not (problem.code.startswith("unknown-") and {*problem.message.split("'")[1:2]} & names)
    ]


def _used_names(merged: Merged, boards: Mapping[str, Document]) -> set[str]:
    """Return every text that can name a terrain, a symbol, a piece or a ruling."""
    names = parameter_texts(merged.data) | texts_in(merged.data.get("pieces"))
    for document in boards.values():
        for _, _, region in regions_of(document.data):
            names |= {str(region.get("terrain")), *map(str, list_of(region.get("symbols")))}
    return names


def _definition(merged: Merged, section: str, name: str, used: set[str]) -> str | None:
    """Return the unused definition of the variant with nearly the same name."""
    unused = [key for key in merged.names(section) or () if key not in used]
    similar = get_close_matches(name, unused, n=1, cutoff=0.75)
    return similar[0] if similar and merged.is_own(_path(merged, section, similar[0])) else None


def _path(merged: Merged, section: str, name: str) -> KeyPath:
    entries = merged.data[section]
    return (section, entries.index(name) if isinstance(entries, list) else name)


def _misspelt(merged: Merged, code: str, definition: str, name: str, uses: list[Problem]) -> Problem:
    path = _path(merged, KINDS[code], definition)
    related = tuple(Related(lazy("it is used here"), use.file, use.range) for use in uses[:1] if use.range is not None)
    fault = lazy("nothing uses {entry}", entry=entry_name(KINDS[code], definition))
    used = lazy_n("{count} place uses {name!r}", "{count} places use {name!r}", len(uses), name=name)
    message = lazy("{fault}, but {used}", fault=fault, used=used)
    return merged.problem(code, path, message, lazy("did you mean {name!r}?", name=name), at_key=True, related=related)
