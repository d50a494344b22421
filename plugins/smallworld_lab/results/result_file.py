"""One file of results: refusing a name, reading the run in it, and sentences for failures of the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld_lab.results.checksums import is_sealed
from smallworld_lab.run_plan import Run

if TYPE_CHECKING:
    import pyarrow as pa

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
    import pyarrow.parquet as pq

    check_results(path)
    with reading(path):
        meta = pq.read_schema(path).metadata or {}
    if META not in meta:
        raise SmallWorldError(lazy("{file} is not a file of results of 'smallworld simulate'", file=path))
    return Run.from_json(meta[META].decode(errors="replace"))


def read_whole(path: Path) -> pa.Table:
    """Read all rows of a file of results, or of a chunk.

    Without threads: those of Arrow may outlive the read and abort the process at its end (apache/arrow#33975).

    :raises SmallWorldError: it cannot be read.
    """
    import pyarrow.parquet as pq

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
