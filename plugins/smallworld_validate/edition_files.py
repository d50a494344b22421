"""Check boards, variants, parts of variants and language files; which of their problems are causes, and of whom."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path

from smallworld import ContentError, UnknownName, lazy, lazy_n
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld_editions.discovery import board_paths, is_shipped_file, variant_path
from smallworld_editions.form import check, is_part, schema_of
from smallworld_editions.language_files import FOLDER as LANGUAGES
from smallworld_editions.load import build_variant, check_bundle
from smallworld_editions.problem import Problem, Range, Related, errors_of, limit_problems
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of, texts_in
from smallworld_editions.variants.extension import extend_variants, layer_over, root_variant
from smallworld_editions.variants.file_reader import Bundle, entry_name, read_variant
from smallworld_editions.variants.merging import Layer, Merged
from smallworld_editions.variants.plain_data import parameter_texts, regions_of
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.schema.key_errors import explain_abilities
from smallworld_validate.variant_checks import abilities, board, border_graph, lint, variant

OF_EDITION = frozenset({"unknown-entry", "untranslated", "unused"})
"""Problems of a language file that a mistake in its edition may cause."""


@dataclass(slots=True)
class EditionFiles:
    """Checks the files of editions; each variant that several of them need is read once.

    :ivar covered: real paths of boards that were checked with their variant.
    :ivar checked: file → its documents, in which exceptions count.
    """

    settings: CheckSettings
    checked: dict[str, list[Document]]
    covered: set[str] = field(default_factory=set)
    _bundles: dict[Path, Bundle | None] = field(default_factory=dict)

    def check_board(self, document: Document, path: Path | None) -> Iterator[Problem]:
        """Yield the mistakes in the meaning of a board, in its variant if it has one."""
        bundle, home = None, path.parent.parent / VARIANT_FILE if path is not None else None
        if self.settings.against:
            bundle = self._against(document)
        elif path is not None and path.parent.name == "boards" and home is not None and home.is_file():
            bundle = self._bundle(home)
        if bundle is None:
            yield from board.check_board(document)
        else:
            mine = {Path(document.name).stem: document}
            yield from board.check_board_of(bundle.merged, document)
            yield from (p for p in board.check_boards(bundle.merged, mine) if p.file == document.name)
            yield from lint.check_undrawn_islands(bundle.merged, mine)
        yield from border_graph.check_planar(document, regions_of(document.data))

    def check_variant(self, document: Document, path: Path | None, broken: bool) -> list[Problem]:
        """Check a variant with its boards."""
        if is_part(document.data):
            return check_form(document, "part", self._check_part(document))
        file = path if path is not None else Path(document.name)
        bundle, form = read_variant(file, self.settings.folders, document=document)
        form = explain_abilities(document, form, self.settings.abilities)
        if bundle is None:
            return form
        problems_found = self._check_meaning(bundle)
        is_incomplete = broken or bool(errors_of(form))
        problems_found += lint.check_extras(bundle, problems_found, is_incomplete)
        problems_found += variant.check_name(document, path)
        problems_found = _name_misspelt_definitions(bundle.merged, bundle.boards, problems_found)
        problems_found = _without_consequences(document, form, problems_found)
        own_files = [document.name, *map(str, board_paths(file).values())]
        problems = [*form, *variant.check_order(document)]
        of_others = _of_parents(bundle.merged, problems_found, self._check_alone)
        problems += of_others
        mine = [problem for problem in problems_found if problem not in of_others]
        problems += _move_to_causes(bundle.merged, own_files, mine, bundle.sources)
        for each in bundle.boards.values():
            problems += border_graph.check_planar(each, regions_of(each.data))
            if each.name in own_files:
                self.checked[each.name] = [each]
        if not broken and not errors_of(problems):
            built, plugins = build_variant(bundle, file), self.settings.plugins
            failures = [*variant.check_start(bundle.merged, built, plugins)]
            failures = failures or [*variant.check_by_plugins(bundle.merged, built, plugins)]
            problems += _move_to_causes(bundle.merged, own_files, failures, bundle.sources)
        self.covered.update(os.path.realpath(each.name) for each in bundle.boards.values())
        return problems

    def _check_alone(self, layer: Layer) -> list[Problem]:
        bundle, _form = read_variant(Path(layer.key), self.settings.folders, document=layer.document)
        return self._check_meaning(bundle) if bundle is not None else []

    def _check_part(self, document: Document) -> Iterator[Problem]:
        """Check a file of races, powers, relics or pieces alone, as an addition to the variant of ``--against``."""
        if not self.settings.against:
            yield from limit_problems(abilities.check_lone_abilities(root_variant(document), self.settings.abilities))
            return
        base = self._against(document)
        if base is not None:
            merged, problems = extend_variants([base.merged], layer_over([base.merged], document))
            bundle = Bundle(merged, base.boards)
            meaning = self._check_meaning(bundle)
            meaning += lint.check_extras(bundle, meaning)
            yield from (*problems, *_move_to_causes(merged, [document.name], meaning, {}))

    def check_language(self, document: Document, path: Path | None) -> Iterator[Problem]:
        """Check a language file against a variant: the one next to it, of its key ``variant``, or of ``--against``."""
        if "language" not in document.data:
            return  # perhaps a file of another kind
        bundle = self._translated_variant(document, path)
        if bundle is not None:
            inherited = lint.inherited_texts(document, bundle, self.settings.folders)
            edition = bundle.merged.document.name
            files = (edition, *map(str, board_paths(Path(edition)).values()))
            for problem in limit_problems(lint.check_language(document, bundle, inherited)):
                yield replace(problem, causes=files) if problem.code in OF_EDITION else problem

    def _check_meaning(self, bundle: Bundle) -> list[Problem]:
        return check_bundle(bundle, self.settings.abilities, self.settings.plugins.lacks)

    def _translated_variant(self, document: Document, path: Path | None) -> Bundle | None:
        if self.settings.against:
            return self._against(document)
        folder = (path if path is not None else Path(document.name)).resolve().parent
        home = folder.parent / VARIANT_FILE
        if folder.name == LANGUAGES and home.is_file():
            return self._bundle(home)
        name = document.data.get("variant", folder.parent.name if folder.name == LANGUAGES else None)
        if name is None:
            hint = lazy("put the file into VARIANT/{folder}, or name the variant: --against VARIANT", folder=LANGUAGES)
            message = lazy("which variant is translated?")
            raise ContentError([document.problem("unknown-variant", (), message, hint)])
        try:
            return self._bundle(variant_path(str(name), self.settings.folders, path))
        except UnknownName as error:
            problem = document.problem("unknown-variant", ("variant",), error.fault, error.advice, at_key=True)
            raise ContentError([problem]) from None

    def _against(self, document: Document) -> Bundle | None:
        try:
            return self._bundle(variant_path(self.settings.against, self.settings.folders))
        except UnknownName as error:
            raise ContentError([document.problem("unknown-variant", (), error.fault, error.advice)]) from None

    def _bundle(self, path: Path) -> Bundle | None:
        key = path.resolve()
        if key not in self._bundles:
            self._bundles[key], _form = read_variant(path, self.settings.folders)
        return self._bundles[key]


def check_form(document: Document, kind: str, meaning: Iterable[Problem]) -> list[Problem]:
    """List the mistakes in the form of a document, then those in its meaning, up to an error that hides the rest."""
    problems = check(document, kind)
    try:
        problems += meaning
    except ContentError as error:
        problems += error.problems
    return problems


# --- causes: a mistake in an extended file is reported at the line of the variant that causes it

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


def _without_consequences(document: Document, form: Iterable[Problem], meaning: Iterable[Problem]) -> list[Problem]:
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


def _name_misspelt_definitions(
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


def _move_to_causes(
    merged: Merged, own_names: Collection[str], problems: Iterable[Problem], sources: Mapping[str, KeyPath]
) -> list[Problem]:
    """Move problems in extended files to the lines of the variant that cause them, where its author can mend them.

    :param own_names: the files of the variant; problems in all others are reported at its ``remove``, ``change`` or
        ``extends``.
    :param sources: file of an extended variant → the path of the name that brings it.
    """
    seen: dict[tuple[str, Range | None, str], Problem] = {}
    for problem in problems:
        if problem.file not in own_names:
            related = (Related(lazy("it is here"), problem.file, problem.range),) if problem.range else ()
            message = lazy("after these changes {message}", message=problem.message)
            place, hint = _find_cause(merged, problem, sources)
            moved = replace(problem, file=merged.document.name, range=place, message=message, hint=hint)
            problem = replace(moved, related=related, edits=())
        elif problem.code.startswith("unknown-") and (removal := _removal(merged.document, problem)) is not None:
            hint = lazy("this file removes it: leave it in, or name another one")
            related = (Related(lazy("it is removed here"), merged.document.name, removal),)
            problem = replace(problem, hint=hint, related=related)
        # An entry that is gone is missed in many places: the first report suffices.
        seen.setdefault((problem.file, problem.range, problem.message), problem)
    return list(seen.values())


def _of_parents(
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
    removal = _removal(document, problem)
    if removal is not None:
        return removal, lazy("leave it in, or remove what needs it as well")
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


def _removal(document: Document, problem: Problem) -> Range | None:
    """Return the place at which a file removes the thing that a problem is about."""
    for section, names in mapping_of(document.data.get("remove")).items():
        for index, name in enumerate(list_of(names)):
            if name in problem.names:
                return document.value(("remove", section, index))
    return None
