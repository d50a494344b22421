"""Detect result files that cannot be combined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld.errors import SmallWorldError
from smallworld.rules.chance import STEP, WORD
from smallworld.sim.results.result_schema import COMBO, GAME, PLAYER
from smallworld.sim.results.store import reading, run_of
from smallworld.sim.run import Run

if TYPE_CHECKING:
    import pyarrow as pa


def check_columns(path: Path, schema: pa.Schema) -> None:
    """Refuse a file without all columns.

    :raises SmallWorldError: one is missing.
    """
    import pyarrow as pa

    required = {"": GAME, "seats": PLAYER, "combos": COMBO}
    for inside, columns in required.items():
        names = set(schema.names)
        if inside:
            kind = schema.field(inside).type if inside in names else None
            if kind is None or not pa.types.is_list(kind) or not pa.types.is_struct(kind.value_type):
                raise SmallWorldError(f"{path} lacks the column {inside!r}; simulate its games again")
            names = {field.name for field in kind.value_type}
        for column in columns:
            if column.name not in names:
                place = f" in {inside!r}" if inside else ""
                raise SmallWorldError(f"{path} lacks the column {column.name!r}{place}; simulate its games again")


def check_compatible(paths: Sequence[Path]) -> None:
    """Refuse files of different rules, and files with the same games, which would make intervals too narrow.

    :raises SmallWorldError: the files cannot be combined.
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
    """Refuse games that are in two files: their seeds and digests are equal."""
    import numpy as np

    earlier: np.ndarray[Any, np.dtype[np.uint64]] = np.empty(0, np.uint64)
    for place, path in enumerate(paths):
        games = np.fromiter(_marks(path), np.uint64)
        twice = len(np.intersect1d(earlier, games))
        if twice:
            raise SmallWorldError(
                f"{twice:,} games of {path} are in {' or '.join(map(str, paths[:place]))} too; name each game once"
            )
        earlier = np.concatenate((earlier, games))


def _marks(path: Path) -> Iterator[int]:
    """Yield a number for each game of a file, computed from its seed and its digest."""
    import pyarrow.parquet as pq

    with reading(path), pq.ParquetFile(path) as file:
        check_columns(path, file.schema_arrow)
        for batch in file.iter_batches(columns=["seed", "digest"]):
            for seed, digest in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                yield (int(digest, 16) + seed * STEP) & WORD
