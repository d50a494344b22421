"""Finding and loading editions, with the abilities of the plugins that are there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from smallworld.content import load
from smallworld.errors import UnknownName
from smallworld.model.board import BoardFile
from smallworld.model.content import Variant
from smallworld.plugins import Plugins, default_plugins


def load_variant(name: str, *, plugins: Plugins | None = None) -> Variant:
    """An edition by its id, or from a file or folder.

    :raises UnknownName: no variant has this id. :raises ContentError: its files have mistakes.
    """
    plugins = plugins or default_plugins()
    schemas = {ability: cls.schema() for ability, cls in plugins.abilities.items()}
    return load.load_variant(name, folders=tuple(plugins.variants), abilities=schemas, lacks=plugins.lacks)


def boards_of(variant: Variant, names: Sequence[str]) -> tuple[str | BoardFile, ...] | None:
    """Boards by their ids in a variant or by their files; None = the variant's own.

    :raises UnknownName: neither a board nor a file. :raises ContentError: the file has mistakes.
    """
    for name in names:
        if name not in variant.board_files and not Path(name).is_file():
            raise UnknownName("board", name, variant.board_files)
    found = tuple(name if name in variant.board_files else load.load_board(Path(name)) for name in names)
    return found or None
