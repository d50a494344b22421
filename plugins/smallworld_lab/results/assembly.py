"""Joining the finished chunks of a run into the one file of results."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld_lab.results.checksums import is_sealed, seal_file
from smallworld_lab.results.result_file import META, read_whole
from smallworld_lab.results.result_schema import schema
from smallworld_lab.run_plan import Run

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

GROUP = 5000
"""Games that are written together. Notes about each group stay in memory until the file is whole."""


def join_chunks(parts: Iterable[Path], out: Path, run: Run, *, temporary: Path) -> None:
    """Write the games of all chunks to one file, a chunk at a time; it appears whole or not at all.

    :param temporary: the file until it is whole.
    :raises SmallWorldError: a chunk is damaged; it is removed.
    """
    import pyarrow.parquet as pq

    meta = schema().with_metadata({META: run.as_json().encode()})
    with pq.ParquetWriter(temporary, meta, compression="zstd") as writer:
        _copy(parts, writer)
    seal_file(temporary)
    os.replace(temporary, out)


def _copy(parts: Iterable[Path], writer: pq.ParquetWriter) -> None:
    """Write chunks in groups of a few thousand games, because each group costs memory to the end."""
    import pyarrow as pa

    waiting: list[Any] = []
    for part in parts:
        waiting.append(_read(part))
        if sum(table.num_rows for table in waiting) >= GROUP:
            writer.write_table(pa.concat_tables(waiting).combine_chunks())
            waiting = []
    if waiting:
        writer.write_table(pa.concat_tables(waiting).combine_chunks())


def _read(part: Path) -> pa.Table:
    if is_sealed(part):
        return read_whole(part)
    part.unlink(missing_ok=True)
    raise SmallWorldError(lazy("{file} was damaged and is removed; --resume plays its games again", file=part))
