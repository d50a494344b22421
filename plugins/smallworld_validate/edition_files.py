"""Check boards, variants, parts of variants and language files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from smallworld import ContentError, UnknownName, lazy
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld_editions.discovery import board_paths, variant_path
from smallworld_editions.form import check, is_part
from smallworld_editions.language_files import FOLDER as LANGUAGES
from smallworld_editions.load import build_variant, check_bundle
from smallworld_editions.problem import Problem, errors_of, limit_problems
from smallworld_editions.reading.documents import Document
from smallworld_editions.variants.extension import extend_variants, layer_over, root_variant
from smallworld_editions.variants.file_reader import Bundle, read_variant
from smallworld_editions.variants.merging import Layer
from smallworld_editions.variants.plain_data import regions_of
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.schema.key_errors import explain_abilities
from smallworld_validate.variant_checks import abilities, border_graph, causes, lint, playability, supply, translations
from smallworld_validate.variant_checks.board import check_board

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
            yield from check_board(document)
        else:
            mine = {Path(document.name).stem: document}
            yield from supply.check_board_of(bundle.merged, document)
            yield from (
                problem for problem in supply.check_boards(bundle.merged, mine) if problem.file == document.name
            )
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
        problems_found += [
            *lint.check_extras(bundle, problems_found, is_incomplete),
            *playability.check_name(document, path),
        ]
        problems_found = causes.name_misspelt_definitions(bundle.merged, bundle.boards, problems_found)
        problems_found = causes.without_consequences(document, form, problems_found)
        own_files = [document.name, *map(str, board_paths(file).values())]
        problems = [*form, *playability.check_order(document)]
        of_others = causes.of_parents(bundle.merged, problems_found, self._check_alone)
        problems += of_others
        mine = [problem for problem in problems_found if problem not in of_others]
        problems += causes.move_to_causes(bundle.merged, own_files, mine, bundle.sources)
        for board in bundle.boards.values():
            problems += border_graph.check_planar(board, regions_of(board.data))
            if board.name in own_files:
                self.checked[board.name] = [board]
        if not broken and not errors_of(problems):
            variant, plugins = build_variant(bundle, file), self.settings.plugins
            failures = [*playability.check_start(bundle.merged, variant, plugins)]
            failures = failures or [*playability.check_by_plugins(bundle.merged, variant, plugins)]
            problems += causes.move_to_causes(bundle.merged, own_files, failures, bundle.sources)
        self.covered.update(os.path.realpath(board.name) for board in bundle.boards.values())
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
            yield from (*problems, *causes.move_to_causes(merged, [document.name], meaning))

    def check_language(self, document: Document, path: Path | None) -> Iterator[Problem]:
        """Check a language file against a variant: the one next to it, of its key ``variant``, or of ``--against``."""
        if "language" not in document.data:
            return  # perhaps a file of another kind
        bundle = self._translated_variant(document, path)
        if bundle is not None:
            inherited = translations.inherited_texts(document, bundle, self.settings.folders)
            edition = bundle.merged.document.name
            files = (edition, *map(str, board_paths(Path(edition)).values()))
            for problem in limit_problems(translations.check_language(document, bundle, inherited)):
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
