"""The checks of files, which a package around the engine makes: it explains what is wrong with a file.

The loader itself finds text that is not YAML, data that do not fit their schema, and plugins that are missing. It asks
the package for everything else, and for the sentences about what it has found. Without the package a mistake has a
plain sentence, and the meaning of a file is not checked.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import pluggy

from smallworld.languages import lazy
from smallworld.plugins.installed import installed_plugins
from smallworld.versions import DISTRIBUTION

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

    from smallworld_editions.problem import Problem
    from smallworld_editions.reading.documents import Document, KeyPath
    from smallworld_editions.reading.text_log import TextLog
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
