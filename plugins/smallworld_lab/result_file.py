"""A file of results: its columns, its seal, reading its run and its rows, and files that cannot be added up."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from smallworld.errors import SmallWorldError
from smallworld.languages import N_, lazy, lazy_number, lazy_or
from smallworld.tools import STEP, WORD
from smallworld_lab.run_plan import Run

# --- the columns: one row is one game, with lists of players and combos


class Column(NamedTuple):
    """One column: the name of a pyarrow type and what the value means."""

    name: str
    type: str
    meaning: str


_tables = tomllib.loads((files("smallworld_lab") / "columns.toml").read_text(encoding="utf-8"))
GAME, PLAYER, COMBO = (
    tuple(Column(name, *entry) for name, entry in _tables[table].items()) for table in ("games", "seats", "combos")
)
Values = tuple[Any, ...]
"""The values of a game in the order of the schema; players, combos and entries of maps are tuples, too."""
_game_of, _player_of, _combo_of = (itemgetter(*(column.name for column in table)) for table in (GAME, PLAYER, COMBO))


def values_of(row: Mapping[str, Any]) -> Values:
    """Return the values of a game, without the names of their columns."""
    seats, combos = tuple(map(_player_of, row["seats"])), tuple(map(_combo_of, row["combos"]))
    return (*_game_of(row), tuple(row["observed"].items()), seats, combos)


def arrow_table(games: Sequence[Values]) -> pa.Table:
    """Return games as a table of Arrow."""
    columns = schema()
    arrays = [pa.array([game[place] for game in games], field.type) for place, field in enumerate(columns)]
    return pa.Table.from_arrays(arrays, schema=columns)


@lru_cache(maxsize=1)
def schema() -> pa.Schema:
    """Return the columns as a schema of pyarrow."""

    def struct(columns: tuple[Column, ...]) -> pa.StructType:
        return pa.struct([pa.field(column.name, kind(column)) for column in columns])

    def kind(column: Column) -> pa.DataType:
        return pa.map_(pa.string(), pa.int16()) if column.type == "map" else getattr(pa, column.type)()

    fields = [pa.field(column.name, kind(column)) for column in GAME]
    fields.append(pa.field("observed", pa.map_(pa.string(), pa.float64())))
    lists = [pa.field("seats", pa.list_(struct(PLAYER))), pa.field("combos", pa.list_(struct(COMBO)))]
    return pa.schema([*fields, *lists])


# --- chunks: games that are soon read again, so in the format of Arrow, ten times as quick as Parquet


SQUEEZED = 100_000
"""Bytes from which on a chunk is compressed; a smaller one takes longer to compress than to write."""


def pack(games: Sequence[Values]) -> bytes:
    """Return games as a chunk: a checksum, and their table in the format of Arrow."""
    import pyarrow as pa

    table, sink = arrow_table(games), pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd" if table.nbytes > SQUEEZED else None, use_threads=False)
    with pa.ipc.new_stream(sink, table.schema, options=options) as stream:
        stream.write_table(table)
    content: bytes = sink.getvalue().to_pybytes()
    return blake2b(content, digest_size=SIZE).digest() + content


def is_whole(chunk: bytes) -> bool:
    """Return whether no byte of a chunk has changed."""
    return chunk[:SIZE] == blake2b(chunk[SIZE:], digest_size=SIZE).digest()


def unpack(chunk: bytes) -> pa.Table:
    """Return the rows of a chunk.

    Without threads: those of Arrow may outlive the read and abort the process at its end (apache/arrow#33975).
    """
    import pyarrow as pa

    options = pa.ipc.IpcReadOptions(use_threads=False)
    with pa.ipc.open_stream(pa.py_buffer(chunk)[SIZE:], options=options) as stream:
        return stream.read_all()


# --- the seal: a single changed byte of a file of results or a line is detected. A Parquet file is read from
# its end: a footer, its length and ``PAR1``. Between the last column and the footer other bytes may be placed that
# readers ignore. The seal, a checksum of the rest of the file, is there, so a sealed file is an ordinary Parquet file.


MARK = b"smallworld seal\n"
SIZE = 32
"""Bytes of a checksum."""
END = 8
"""Bytes after the footer: its length and ``PAR1``."""
BLOCK = 1 << 20


def seal_file(path: Path) -> None:
    """Put the seal into a Parquet file.

    :raises ValueError: it is not a Parquet file.
    """
    with path.open("r+b") as file:
        place, footer = _footer(file)
        digest = _digest(file, place, footer)
        file.seek(place)
        file.write(MARK + digest + footer)
        file.flush()
        os.fsync(file.fileno())


def is_sealed(path: Path) -> bool:
    """Return whether a file has its seal and no byte of it has changed since."""
    try:
        with path.open("rb") as file:
            place, footer = _footer(file)
            place -= len(MARK) + SIZE
            if place < 0:
                return False
            file.seek(place)
            return file.read(len(MARK) + SIZE) == MARK + _digest(file, place, footer)
    except ValueError:
        return False


def _footer(file: BinaryIO) -> tuple[int, bytes]:
    """Return the place of the footer in a Parquet file, and its bytes to the end of the file."""
    length = file.seek(0, os.SEEK_END)
    file.seek(max(0, length - END))
    end = file.read(END)
    place = length - END - int.from_bytes(end[:4], "little")
    if len(end) < END or end[4:] != b"PAR1" or place < 4:
        raise ValueError("not a Parquet file")
    file.seek(place)
    return place, file.read()


def _digest(file: BinaryIO, place: int, footer: bytes) -> bytes:
    """Return the checksum of the bytes before a place, and of the footer."""
    digest = blake2b(digest_size=SIZE)
    file.seek(0)
    rest = place
    while rest and (block := file.read(min(BLOCK, rest))):
        digest.update(block)
        rest -= len(block)
    digest.update(footer)
    return digest.digest()


def seal_line(text: bytes) -> bytes:
    """Return a line with its checksum in front."""
    return blake2b(text, digest_size=8).hexdigest().encode() + b" " + text + b"\n"


def open_line(line: bytes) -> bytes | None:
    """Return the text of a sealed line; None if any byte of it has changed or is missing."""
    text = line.removesuffix(b"\n").partition(b" ")[2]
    return text if line == seal_line(text) else None


# --- names, reading and failures of the disk


META = b"smallworld"
"""Key of the run in the metadata of the file."""


def check_target(out: Path) -> None:
    """Refuse a name under which no file of results can be kept.

    :raises SmallWorldError: it is empty, a broken link, a folder or a device.
    """
    if not out.name:
        raise SmallWorldError(
            lazy("--out {file!r} is not the name of a file; write e.g. --out results.parquet", file=str(out))
        )
    if out.is_symlink() and not out.exists():
        raise SmallWorldError(
            lazy("{file} is a link to a file that does not exist; give the name of the file after --out", file=out)
        )
    if out.exists() and not out.is_file():
        raise SmallWorldError(
            lazy("{file} is not a regular file, so it cannot hold results; choose another --out", file=out)
        )


def run_of(path: Path) -> Run:
    """Read the run of a file of results.

    :raises SmallWorldError: the file has another format.
    """
    check_results(path)
    with reading(path):
        meta = pq.read_schema(path).metadata or {}
    if META not in meta:
        raise SmallWorldError(lazy("{file} is not a file of results of 'smallworld simulate'", file=path))
    return Run.from_json(meta[META].decode(errors="replace"))


def read_whole(path: Path) -> pa.Table:
    """Read all rows of a file of results.

    Without threads: those of Arrow may outlive the read and abort the process at its end (apache/arrow#33975).

    :raises SmallWorldError: it cannot be read.
    """
    with reading(path), pq.ParquetFile(path) as file:
        return file.read(use_threads=False)


def check_results(path: Path) -> None:
    """Refuse a file that is missing, not of results, or of which a byte has changed.

    :raises SmallWorldError: the file is unusable.
    """
    if not path.exists():
        raise SmallWorldError(lazy("{file} does not exist; make it with: smallworld simulate --out {file}", file=path))
    with reading(path):
        sealed = path.is_file() and is_sealed(path)
    if not sealed:
        raise SmallWorldError(
            lazy("{file} is not a file of results of 'smallworld simulate', or it is damaged; simulate its games again",
                 file=path)
        )  # fmt: skip


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn every failure to read a file of results into a sentence.

    :raises SmallWorldError: it cannot be read.
    """
    try:
        yield
    except SmallWorldError:
        raise
    except Exception as error:
        raise SmallWorldError(
            lazy("{file} cannot be read: {reason}; simulate its games again", file=path, reason=first_line(error))
        ) from None


@contextmanager
def writing(path: Path, remedy: str = "") -> Iterator[None]:
    """Turn every failure to write into a sentence.

    :raises SmallWorldError: the disk is full, the folder is missing or read-only …
    """
    try:
        yield
    except OSError as error:
        remedy = remedy or lazy("finished games are kept, go on with --resume")
        reason = error.strerror or first_line(error)
        raise SmallWorldError(
            lazy("cannot write {file}: {reason}; {remedy}", file=path, reason=reason, remedy=remedy)
        ) from error


def first_line(error: Exception) -> str:
    """Return the beginning of a message that may be long."""
    return str(error).partition("\n")[0][:200]


# --- files that cannot be added up


def check_columns(path: Path, columns: pa.Schema) -> None:
    """Refuse a file without all columns; only that of observers may be missing.

    :raises SmallWorldError: one is missing.
    """
    names = {*_column_names(columns), "observed"}
    missing = next((name for name in _column_names(schema()) if name not in names), "")
    if missing:
        raise SmallWorldError(
            lazy("{file} lacks the column {column!r}; simulate its games again", file=path, column=missing)
        )


def _column_names(columns: pa.Schema) -> Iterator[str]:
    """Yield the names of columns, and those inside of lists: ``seats``, ``seats.order``."""
    for field in columns:
        yield field.name
        if pa.types.is_list(field.type) and pa.types.is_struct(field.type.value_type):
            yield from (f"{field.name}.{inner.name}" for inner in field.type.value_type)


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
    with reading(path), pq.ParquetFile(path) as file:
        check_columns(path, file.schema_arrow)
        for batch in file.iter_batches(columns=["seed", "digest"]):
            for seed, digest in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                yield (int(digest, 16) + seed * STEP) & WORD
