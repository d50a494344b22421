"""Detect result files that cannot be combined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld.errors import SmallWorldError
from smallworld.languages import N_, lazy, lazy_number, lazy_or
from smallworld.tools import STEP, WORD
from smallworld_lab.results.result_file import reading, run_of
from smallworld_lab.results.result_schema import COMBO, GAME, PLAYER
from smallworld_lab.run_plan import Run

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
                raise SmallWorldError(
                    lazy("{file} lacks the column {column!r}; simulate its games again", file=path, column=inside)
                )
            names = {field.name for field in kind.value_type}
        for column in columns:
            if column.name not in names:
                name = f"{inside}.{column.name}" if inside else column.name
                raise SmallWorldError(
                    lazy("{file} lacks the column {column!r}; simulate its games again", file=path, column=name)
                )


def check_compatible(paths: Sequence[Path]) -> None:
    """Refuse files of different rules, and files with the same games, which would make intervals too narrow.

    :raises SmallWorldError: the files cannot be combined.
    """
    runs = [(path, run_of(path)) for path in paths]
    for path, run in runs[1:]:
        unlike = _unlike(runs[0][1], run)
        if unlike:
            raise SmallWorldError(lazy(unlike[0], first=runs[0][0], second=path, **unlike[1]))
    if len(paths) > 1:
        _refuse_twice(paths)


def _unlike(one: Run, two: Run) -> tuple[str, dict[str, object]] | None:
    """Return a message about what differs, with its values; None if the runs can be combined."""
    if one.content != two.content and one.variant != two.variant:
        message = N_("{first} and {second} are of different editions ({one}, {two}); "
                     "report them apart, or compare them with --against")  # fmt: skip
        return message, {"one": one.variant, "two": two.variant}
    if one.content != two.content:
        message = N_("{first} and {second} are of different states of the edition {edition} (content {one}, {two}); "
                     "report them apart, or compare them with --against")  # fmt: skip
        return message, {"edition": one.variant, "one": one.content[:12], "two": two.content[:12]}
    if one.options != two.options:
        message = N_("{first} and {second} are of different rulings ({one} / {two}); "
                     "report them apart, or compare them with --against")  # fmt: skip
        return message, {"one": _answers(one), "two": _answers(two)}
    return None


def _answers(run: Run) -> str:
    return ", ".join(f"{key}={value}" for key, value in run.options) or lazy("the defaults")


def _refuse_twice(paths: Sequence[Path]) -> None:
    """Refuse games that are in two files: their seeds and digests are equal."""
    import numpy as np

    earlier: np.ndarray[Any, np.dtype[np.uint64]] = np.empty(0, np.uint64)
    for place, path in enumerate(paths):
        games = np.fromiter(_marks(path), np.uint64)
        twice = len(np.intersect1d(earlier, games))
        if twice:
            raise SmallWorldError(
                lazy("{games} games of {file} are in {others} too; name each game once",
                     games=lazy_number(twice), file=path, others=lazy_or(paths[:place]))
            )  # fmt: skip
        earlier = np.concatenate((earlier, games))


def _marks(path: Path) -> Iterator[int]:
    """Yield a number for each game of a file, computed from its seed and its digest."""
    import pyarrow.parquet as pq

    with reading(path), pq.ParquetFile(path) as file:
        check_columns(path, file.schema_arrow)
        for batch in file.iter_batches(columns=["seed", "digest"]):
            for seed, digest in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                yield (int(digest, 16) + seed * STEP) & WORD
