"""The checks of files, which a package around the engine makes: it explains what is wrong with a file.

The loader itself finds text that is not YAML, data that do not fit their schema, and plugins that are missing. It asks
the package for everything else, and for the sentences about what it has found. Without the package a mistake has a
plain sentence, and the meaning of a file is not checked.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

import pluggy

from smallworld.languages import lazy
from smallworld.plugins.installed import installed_plugins
from smallworld.versions import DISTRIBUTION
from smallworld_editions.problem import Problem, Range
from smallworld_editions.reading.files import ReadAborted

if TYPE_CHECKING:
    from jsonschema.protocols import Validator
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    from smallworld_editions.reading.documents import Document, KeyPath
    from smallworld_editions.variants.file_reader import Bundle
    from smallworld_editions.variants.plain_data import Schemas

PROJECT = "smallworld.inspection"
GROUP = "smallworld.inspection"
"""The entry points of modules with implementations; only one that comes with the program is asked."""
_hookspec = pluggy.HookspecMarker(PROJECT)
inspection = pluggy.HookimplMarker(PROJECT)
"""Marks an implementation."""

EXPLAINS = lazy("smallworld validate explains it")
"""The remedy of a mistake that only the package could explain."""


class Inspection:
    """Every point at which the loader asks for a check or an explanation."""

    @_hookspec(firstresult=True)
    def inspect_text(self, text: str, name: str) -> TextLog | None:
        """Return the log of one text, which sees each scalar while the text is read."""

    @_hookspec(firstresult=True)
    def explain_form(
        self, document: Document, validator: Validator, data: Any, path: KeyPath
    ) -> Sequence[Problem] | None:
        """List the mistakes of data that do not fit their schema.

        ``path``: where the data are in the document.
        """

    @_hookspec
    def check_edition(self, bundle: Bundle, abilities: Schemas | None) -> Sequence[Problem]:
        """List the mistakes in the meaning of an edition and its boards.

        ``abilities``: ability name → JSON schema of its parameters; None = not checked.
        """
        return ()

    @_hookspec
    def check_board(self, document: Document) -> Sequence[Problem]:
        """List the mistakes in the meaning of a board that is loaded alone."""
        return ()


@cache
def inspectors() -> pluggy.PluginManager:
    """Return the manager of the implementations; the package is imported with the first question."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Inspection)
    for entry in installed_plugins(GROUP):
        if entry.distribution == DISTRIBUTION:
            with contextlib.suppress(ModuleNotFoundError):
                manager.register(entry.load(), name=entry.name)
    return manager


def inspect_with(module: Any) -> None:
    """Ask a module, also where it is not installed, such as in the build."""
    if not inspectors().is_registered(module):
        inspectors().register(module)


# --- problems of one text, collected while it is read; some of them end the reading


MAX_PROBLEMS = 12
"""Limit of problems: a file with more of them is of another kind, so reading stops."""


def log_for(text: str, name: str) -> TextLog:
    """Return the log of a text: that of the package that explains mistakes, if it is there."""
    log: TextLog | None = inspectors().hook.inspect_text(text=text, name=name)
    return log or TextLog(text, name)


class TextLog:
    """Collects the problems of a text; a subclass looks for slips in it, and explains what the parser refuses."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.problems: list[Problem] = []

    def problem(self, code: str, place: Range, message: str, hint: str = "", **more: Any) -> Problem:
        """Return an error in this text."""
        return Problem(code, "error", self.name, place, message, hint, **more)

    def report(self, code: str, place: Range, message: str, hint: str = "", **more: Any) -> None:
        """Add an error that does not hide the rest of the text."""
        self.add(self.problem(code, place, message, hint, **more))

    def abort(self, code: str, place: Range, message: str, hint: str = "") -> NoReturn:
        """End the reading.

        :raises ReadAborted: always.
        """
        raise ReadAborted(self.problem(code, place, message, hint))

    def add(self, problem: Problem) -> None:
        """Add a problem.

        :raises ReadAborted: there are too many.
        """
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            assert problem.range is not None
            self.abort("too-many-problems", problem.range, lazy("so much is wrong that reading stops here"))

    def refuse_tag(self, event: Any, place: Range) -> None:
        """Report the tag of a value: files hold data only."""
        if event.ctag is not None:
            tag = self.text.splitlines()[place.line - 1][place.column - 1 :].split()[0].rstrip(",]}")
            place = Range.at(place.line, place.column, len(tag))
            hint = lazy("remove it")
            if "include" in tag or "import" in tag:
                hint = lazy("write the content of that file here: no file includes another")
            self.report("tag", place, lazy("the tag {tag} is not allowed: files hold data only", tag=tag), hint)

    # -- what a subclass knows better ----------------------------------------------------------

    def hindrance(self) -> Problem | None:
        """Return what makes the text unreadable, before it is parsed."""
        return None

    def scalar(self, event: Any, place: Range, *, is_plain: bool, is_key: bool) -> str:
        """Look at a scalar; return the text as it was meant."""
        text: str = event.value
        return text

    def anchor_used(self, anchor: str) -> None:
        """Note that an alias uses an anchor."""

    def document_ended(self) -> None:
        """Report what is wrong with the document as a whole."""

    def syntax_problem(self, error: MarkedYAMLError) -> tuple[Problem, Sequence[Problem]]:
        """Return the problem at which the parser stopped, and the earlier problems that it does not cause."""
        mark = error.problem_mark or error.context_mark
        place = Range.at(mark.line + 1, mark.column + 1) if mark else Range.at(1, 1)
        message = lazy("this is not YAML ({fault})", fault=" ".join(str(error.problem or error.context).split()))
        return self.problem("yaml-syntax", place, message, EXPLAINS), self.problems

    def character_problem(self, error: ReaderError) -> Problem:
        """Return the problem of a character that the parser does not accept."""
        place = Range.at_offset(self.text, error.position)
        return self.problem("yaml-syntax", place, lazy("a character is not allowed in YAML"), lazy("remove it"))
