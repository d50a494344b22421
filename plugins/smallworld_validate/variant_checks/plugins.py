"""Check the plugins that a variant names, and resolve names of abilities that several plugins have."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from smallworld.languages import lazy, lazy_and
from smallworld.model.names import chosen_names
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import KeyPath
from smallworld_editions.variants.merging import Merged
from smallworld_editions.variants.plain_data import needed_plugins
from smallworld_validate.schema.phrasing import list_alternatives


def check_name(merged: Merged, path: KeyPath, name: str, options: Collection[str]) -> Iterator[Problem]:
    """Report a name of several plugins, unless the variant needs exactly one of them."""
    if len(chosen_names(options, needed_plugins(merged.data))) == 1:
        return
    plugins = lazy_and(option.partition(":")[0] for option in options)
    message = lazy("the ability {name!r} is in the plugins {plugins}", name=name, plugins=plugins)
    hint = lazy("write {names}", names=list_alternatives(options))
    yield merged.problem("name-clash", path, message, hint, at_key=True)
