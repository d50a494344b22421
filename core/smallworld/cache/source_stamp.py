"""The state of the program's own sources: an edition that was checked by others is checked again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

from smallworld.cache.user_cache import digest_of
from smallworld.model.variant_folder import shipped_folder

FOLDERS = ("abilities", "cache", "content", "hooks", "languages", "model", "plugins")
"""The folders of the engine with sources that read, check or build editions."""
EDITIONS = ("smallworld_base", "smallworld_warcraft")
"""The packages with abilities of editions."""


@cache
def source_stamp() -> str:
    """Return a digest of names, sizes and times of the sources, and of the schemas."""
    engine = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [os.path.join(engine, name) for name in FOLDERS]
    folders.append(os.path.join(shipped_folder().parent, "schemas"))
    specs = filter(None, map(find_spec, EDITIONS))
    folders += [os.path.dirname(str(spec.origin)) for spec in specs]
    return digest_of(repr(sorted(row for folder in folders for row in _rows(folder))).encode())


def _rows(folder: str) -> Iterator[tuple[str, int, int]]:
    """Yield name, size and time of each source below a folder."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.endswith((".py", ".json")):
            status = entry.stat()
            yield entry.path, status.st_size, status.st_mtime_ns
        elif "." not in entry.name and not entry.name.startswith("__") and entry.is_dir():
            yield from _rows(entry.path)
