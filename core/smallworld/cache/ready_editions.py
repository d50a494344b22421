"""The entries of the shipped editions, which the build writes into the wheel: there even the first start is quick."""

from __future__ import annotations

from pathlib import Path

from smallworld.cache.edition_cache import READY_FILE, edition_entry, read_edition
from smallworld.cache.source_stamp import EDITIONS
from smallworld.cache.user_cache import sealed
from smallworld.model.variant_folder import shipped_folder, variants_in
from smallworld.plugins.manager import Plugins
from smallworld.whole_files import write_whole


def write_ready_editions(folder: Path) -> list[Path]:
    """Write an entry for each shipped edition into a copy of their folder; return the files.

    :raises ContentError: an edition has mistakes. :raises ValueError: its entry does not give the same edition.
    """
    plugins = Plugins(EDITIONS, installed=False)
    for plugin in plugins.entries:
        plugin.source = "built-in"  # in the wheel they are
    written = []
    for name, path in variants_in(shipped_folder()).items():
        entry = edition_entry(path, *read_edition(path, plugins), plugins, in_wheel=True)
        if not entry:
            raise ValueError(f"the edition {name} cannot be kept as plain data; see smallworld/model/plain_variant.py")
        file = folder / name / READY_FILE
        write_whole(file, sealed(entry))
        written.append(file)
    return written
