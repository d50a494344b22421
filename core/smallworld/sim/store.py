"""The files of a run: chunks as they come, one file at the end.

While a run goes on, ``OUT.parts/`` holds ``run.json``, a Parquet file for each finished
chunk and a spool (JSON Lines) for each chunk under way. Files appear whole or not at all.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld.errors import SmallWorldError
from smallworld.sim.columns import schema
from smallworld.sim.run import Run

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

META = b"smallworld"
"""Key of the file's metadata under which the run stands."""
GROUP = 5000
"""Games that are written together. What is noted about each group stays in memory until the file is whole."""


class Store:
    """Where a run keeps its games.

    :ivar out: the file of all games, once they are played. :ivar parts: the folder of the chunks until then.
    """

    def __init__(self, out: Path, run: Run) -> None:
        self.out, self.run = out, run
        self.parts = parts_of(out)

    def begin(self, *, resume: bool) -> None:
        """Make room for a new run, or find what is there of this one.

        :raises SmallWorldError: something else is there, or nothing can be written.
        """
        if not resume and (self.out.exists() or self.parts.exists()):
            taken = self.out if self.out.exists() else self.parts
            raise SmallWorldError(f"{taken} exists already; go on with --resume, or choose another --out")
        if resume:
            self._check_same()
        if self.complete:
            return
        with writing(self.parts):
            self.parts.mkdir(parents=True, exist_ok=True)
            if not (self.parts / "run.json").exists():
                self._write("run.json", self.run.as_json().encode())
            self._drop_broken()

    def _drop_broken(self) -> None:
        """Chunks that a power cut has left unreadable are played again."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        for chunk in self.run.chunks():
            part = self.part(chunk)
            if part.exists():
                try:
                    whole = pq.read_metadata(part).num_rows == chunk[1] - chunk[0]
                except (pa.ArrowException, OSError):
                    whole = False
                if not whole:
                    part.unlink()

    def leave(self) -> None:
        """Take the folder away again if nothing was played: a mistaken command shall not be in the way of the next."""
        with suppress(OSError):
            if {path.name for path in self.parts.iterdir()} <= {"run.json"} and not self.out.exists():
                shutil.rmtree(self.parts)

    def _check_same(self) -> None:
        there = kept_run(self.out)
        field = self.run.differs(there) if there is not None else ""
        if field:
            raise SmallWorldError(
                f"{self.out} is from a run with another {field}; repeat the command as it was, or choose another --out"
            )

    @property
    def complete(self) -> bool:
        """Whether all games are in the one file."""
        return self.out.exists()

    def part(self, chunk: tuple[int, int]) -> Path:
        """The file of a finished chunk."""
        return self.parts / f"games-{chunk[0]:010d}-{chunk[1]:010d}.parquet"

    def spool(self, chunk: tuple[int, int]) -> Path:
        """The file of a chunk under way."""
        return self.part(chunk).with_suffix(".jsonl")

    def missing(self) -> Iterator[tuple[int, int]]:
        """Chunks that are still to be played."""
        return (chunk for chunk in self.run.chunks() if not self.part(chunk).exists())

    def begun(self) -> int:
        """Games that lie in spools, of chunks that are not finished."""
        spools = (self.spool(chunk) for chunk in self.missing())
        return sum(spool.read_bytes().count(b"\n") for spool in spools if spool.exists())

    def put(self, chunk: tuple[int, int], content: bytes) -> None:
        """Keep a finished chunk."""
        with writing(self.parts):
            self._write(self.part(chunk).name, content)
            self.spool(chunk).unlink(missing_ok=True)

    def _write(self, name: str, content: bytes) -> None:
        temporary = self.parts / f"{name}.tmp"
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.parts / name)

    def assemble(self) -> None:
        """Join the chunks into the one file, a chunk at a time, and drop them."""
        import pyarrow.parquet as pq

        if self.complete:
            shutil.rmtree(self.parts, ignore_errors=True)
            return
        meta = schema().with_metadata({META: self.run.as_json().encode()})
        temporary = self.parts / "whole.tmp"
        with writing(self.out):
            with pq.ParquetWriter(temporary, meta, compression="zstd") as writer:
                self._copy(writer)
            os.replace(temporary, self.out)
        shutil.rmtree(self.parts, ignore_errors=True)

    def _copy(self, writer: pq.ParquetWriter) -> None:
        """Write chunks in groups of a few thousand games, whatever their size: each group costs memory to the end."""
        import pyarrow as pa

        waiting: list[Any] = []
        for chunk in self.run.chunks():
            waiting.append(self._read(self.part(chunk)))
            if sum(table.num_rows for table in waiting) >= GROUP:
                writer.write_table(pa.concat_tables(waiting).combine_chunks())
                waiting = []
        if waiting:
            writer.write_table(pa.concat_tables(waiting).combine_chunks())

    def _read(self, part: Path) -> pa.Table:
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            return pq.read_table(part, memory_map=False)
        except (pa.ArrowException, OSError) as error:
            part.unlink(missing_ok=True)
            raise SmallWorldError(
                f"{part} was damaged ({first_line(error)}) and is gone; --resume plays its games again"
            ) from None


def parts_of(out: Path) -> Path:
    """The folder in which a run keeps its games until all are played."""
    return out.with_name(out.name + ".parts")


def kept_run(out: Path) -> Run | None:
    """The run of a file of results, or of the folder beside it while it is not finished; None if there is neither.

    :raises SmallWorldError: what is there does not tell.
    """
    if out.exists():
        return run_of(out)
    kept = parts_of(out) / "run.json"
    return Run.from_json(kept.read_text("utf-8", errors="replace")) if kept.exists() else None


def kept_seed(out: Path) -> int:
    """The seed of the run that is kept for a file of results.

    :raises SmallWorldError: there is none.
    """
    run = kept_run(out)
    if run is None:
        raise SmallWorldError(f"nothing is kept of a run to {out}; check --out, or begin it without --resume")
    return run.seed


def run_of(path: Path) -> Run:
    """The run that a file of results is from.

    :raises SmallWorldError: it is no such file.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        meta = pq.read_schema(path).metadata or {}
    except FileNotFoundError:
        raise SmallWorldError(f"there is no file {path}; make it with: smallworld simulate --out {path}") from None
    except (pa.ArrowException, OSError) as error:
        raise SmallWorldError(f"{path} is no file of results: {first_line(error)}") from None
    if META not in meta:
        raise SmallWorldError(f"{path} is no file of results of 'smallworld simulate'")
    return Run.from_json(meta[META].decode(errors="replace"))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what can go wrong with a disk into a sentence."""
    try:
        yield
    except OSError as error:
        why = error.strerror or first_line(error)
        raise SmallWorldError(f"cannot write {path}: {why}; finished games are kept, go on with --resume") from error


def first_line(error: Exception) -> str:
    """The beginning of a message that may be long."""
    return str(error).partition("\n")[0][:200]
