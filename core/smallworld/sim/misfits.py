"""Files of results that do not belong together, or are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld.errors import SmallWorldError
from smallworld.sim.columns import COMBO, GAME, PLAYER
from smallworld.sim.run import Run
from smallworld.sim.store import first_line, run_of

if TYPE_CHECKING:
    import pyarrow as pa

WORD = (1 << 64) - 1


def check_columns(path: Path, schema: pa.Schema) -> None:
    """Refuse a file without all columns.

    :raises SmallWorldError: one is missing.
    """
    import pyarrow as pa

    wanted = {"": GAME, "seats": PLAYER, "combos": COMBO}
    for inside, columns in wanted.items():
        there = set(schema.names)
        if inside:
            kind = schema.field(inside).type if inside in there else None
            if kind is None or not pa.types.is_list(kind) or not pa.types.is_struct(kind.value_type):
                raise SmallWorldError(f"{path} lacks the column {inside!r}; simulate it anew")
            there = {field.name for field in kind.value_type}
        for column in columns:
            if column.name not in there:
                where = f" in {inside!r}" if inside else ""
                raise SmallWorldError(f"{path} lacks the column {column.name!r}{where}; simulate it anew")


def refuse_misfits(paths: Sequence[Path]) -> None:
    """Games by different rules have no common answer; the same games twice look like more certainty than there is.

    :raises SmallWorldError: files do not belong together.
    """
    runs = [(path, run_of(path)) for path in paths]
    for path, run in runs[1:]:
        unlike = _unlike(runs[0][1], run)
        if unlike:
            raise SmallWorldError(f"{runs[0][0]} and {path} are of different {unlike}; report them apart, or compare "
                                  "them with --against")  # fmt: skip
    if len(paths) > 1:
        _refuse_twice(paths)


def _unlike(one: Run, two: Run) -> str:
    if one.content != two.content:
        if one.variant != two.variant:
            return f"editions ({one.variant}, {two.variant})"
        return f"states of the edition {one.variant} (content {one.content[:12]}, {two.content[:12]})"
    if one.options != two.options:
        answers = (", ".join(f"{key}={value}" for key, value in run.options) or "the defaults" for run in (one, two))
        return f"rulings ({' / '.join(answers)})"
    return ""


def _refuse_twice(paths: Sequence[Path]) -> None:
    """Whatever the commands were: a game is the same if its seed and its course are."""
    import numpy as np

    known: np.ndarray[Any, np.dtype[np.uint64]] = np.empty(0, np.uint64)
    for place, path in enumerate(paths):
        games = np.fromiter(_marks(path), np.uint64)
        twice = len(np.intersect1d(known, games))
        if twice:
            raise SmallWorldError(
                f"{twice:,} games of {path} are in {' or '.join(map(str, paths[:place]))} too; name each game once"
            )
        known = np.concatenate((known, games))


def _marks(path: Path) -> Iterator[int]:
    """A number for each game of a file, made of its seed and its digest."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            check_columns(path, file.schema_arrow)
            for batch in file.iter_batches(columns=["seed", "digest"]):
                for seed, digest in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    yield (int(digest, 16) + seed * 0x9E3779B97F4A7C15) & WORD
    except (pa.ArrowException, OSError) as error:
        raise SmallWorldError(f"{path} cannot be read: {first_line(error)}; simulate it anew") from None
