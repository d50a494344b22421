"""The files of a run: finished chunks, their lock, and finally one file.

While a run goes on, ``OUT.parts/`` holds ``run.json``, a file for each finished chunk, a spool (a sealed line of JSON
for each game) for each chunk under way, and the lock. Files appear whole or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld_lab import result_file
from smallworld_lab.analysis.stopping import Watch
from smallworld_lab.run_plan import Run
from smallworld_output.whole_files import write_whole
from smallworld_records.save_file import is_same, lock_marker


class RunFiles:
    """The files of a run."""

    def __init__(self, out: Path, run: Run) -> None:
        self.out, self.run = out, run
        """The file of all games, once they are played, and the plan of the run."""
        self.parts = parts_of(out)
        """The folder of the chunks until then."""
        self._lock = RunLock(out, self.parts)
        self._watch: Watch | None = None
        self._unseen = iter(run.chunks())
        self._next = next(self._unseen, None)

    def begin(self, *, resume: bool) -> None:
        """Create the folder of a new run, or continue an interrupted one; no other program may until ``close``.

        :raises SmallWorldError: the name is taken or unusable, another run has it, or nothing can be written.
        """
        result_file.check_target(self.out)
        if not resume and (self.out.exists() or self.parts.exists()):
            existing = self.out if self.out.exists() else self.parts
            raise SmallWorldError(
                lazy("{file} exists already; go on with --resume, or choose another --out", file=existing)
            )
        if not self.complete:
            with result_file.writing(self.parts, lazy("choose another --out")):
                self._lock.acquire()
        self._check_same()
        if self.complete:
            return
        with result_file.writing(self.parts, lazy("choose another --out")):
            if not (self.parts / "run.json").exists():
                write_whole(self.parts / "run.json", result_file.seal_line(self.run.as_json().encode()))
            for part in map(self.part, self.run.chunks()):
                if part.exists() and not result_file.is_whole(part.read_bytes()):
                    part.unlink()  # damaged by a power cut or a disk; it is played again

    def close(self) -> None:
        """Let other programs continue the run."""
        self._lock.close()

    def show(self, watch: Watch) -> None:
        """Show the chunks of this run, in their order, to a watch that finds the one that ends it."""
        self._watch = watch
        if self.complete:
            watch.add(result_file.read_whole(self.out))

    def is_known(self) -> bool:
        """Return whether the chunks so far are enough; the run then ends with the last of them that is needed.

        Chunks count in their order, so that the end is the same for every number of workers.
        """
        if self._watch is None:
            return False
        while not self._watch.kept and self._next is not None and self.part(self._next).exists():
            if self._watch.add(result_file.unpack(self.part(self._next).read_bytes())):
                self.run = replace(self.run, games=self._next[1])
            self._next = next(self._unseen, None)
        return self._watch.kept

    def leave(self) -> None:
        """Remove the folder if no game was finished, so that the corrected command can use the name."""
        with suppress(OSError):
            games = [path for path in self.parts.iterdir() if path.name != "run.json" and path.stat().st_size]
            if not games and not self.out.exists():
                self._remove_parts()

    def _remove_parts(self) -> None:
        """Remove the folder, the lock last, so that no other program takes a folder that goes."""
        with suppress(OSError):
            for path in self.parts.iterdir():
                if path != self._lock.path:
                    path.unlink(missing_ok=True)
            self._lock.remove()
            self.parts.rmdir()

    def _check_same(self) -> None:
        kept = kept_run(self.out)
        if kept is not None and self.complete and self.run.until and kept.games <= self.run.games:
            self.run = replace(self.run, games=kept.games)  # it ended early
        field = self.run.differs(kept) if kept is not None else ""
        if field:
            raise SmallWorldError(lazy(
                "{file} is from a run with another {field}; repeat the command as it was, or choose another --out",
                file=self.out, field=field,
            ))  # fmt: skip

    @property
    def complete(self) -> bool:
        """Whether all games are in the one file."""
        return self.out.exists()

    def part(self, chunk: tuple[int, int]) -> Path:
        """Return the file of a finished chunk."""
        return self.parts / f"games-{chunk[0]:010d}-{chunk[1]:010d}.arrow"

    def spool(self, chunk: tuple[int, int]) -> Path:
        """Return the file of a chunk under way."""
        return self.part(chunk).with_suffix(".lines")

    def missing(self) -> Iterator[tuple[int, int]]:
        """List the chunks that are still to be played."""
        return (chunk for chunk in self.run.chunks() if not self.part(chunk).exists())

    def begun(self) -> int:
        """Count the finished games of unfinished chunks."""
        return sum(map(self.begun_of, self.missing()))

    def begun_of(self, chunk: tuple[int, int]) -> int:
        """Count the games in the spool of one chunk."""
        spool = self.spool(chunk)
        return spool.read_bytes().count(b"\n") if spool.exists() else 0

    def put(self, chunk: tuple[int, int], content: bytes) -> None:
        """Keep a finished chunk."""
        with result_file.writing(self.parts):
            write_whole(self.part(chunk), content)
            self.spool(chunk).unlink(missing_ok=True)

    def assemble(self) -> None:
        """Join the chunks into the one file and drop them."""
        if not self.complete:
            parts = [self.part(chunk) for chunk in self.run.chunks()]
            with result_file.writing(self.out):
                join_chunks(parts, self.out, self.run, temporary=self.parts / "whole.tmp")
        self._remove_parts()


def parts_of(out: Path) -> Path:
    """Return the folder in which a run keeps its games until all are played."""
    return out.with_name(out.name + ".parts")


def kept_run(out: Path) -> Run | None:
    """Read the run of a file of results, or of its folder while it is not finished; None if neither exists.

    :raises SmallWorldError: the file or folder does not contain the run.
    """
    result_file.check_target(out)
    if out.exists():
        return result_file.run_of(out)
    kept = parts_of(out) / "run.json"
    if not kept.exists():
        return None
    return Run.from_json((result_file.open_line(kept.read_bytes()) or b"").decode(errors="replace"))


def kept_seed(out: Path) -> int:
    """Read the seed of the run of a file of results.

    :raises SmallWorldError: nothing is kept.
    """
    run = kept_run(out)
    if run is None:
        raise SmallWorldError(
            lazy("no games of a run to {file} were found; check --out, or begin it without --resume", file=out)
        )
    return run.seed


# --- the lock of a run: only one program at a time plays games into its folder


class RunLock:
    """A locked file in the folder of a run. The system unlocks it when the program ends, even if it is killed.

    :param out: the file of results; :param folder: the folder of the run.
    """

    def __init__(self, out: Path, folder: Path) -> None:
        self.out, self.path = out, folder / "lock"
        self._file = -1

    def acquire(self) -> None:
        """Create the folder and lock the file in it; again if another run removed them in between.

        :raises SmallWorldError: another program has the lock. :raises OSError: nothing can be written.
        """
        while self._file < 0:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
                self._lock()

    def _lock(self) -> None:
        """Lock the open file, and close it if the lock is of no use."""
        try:
            lock_marker(self._file)
        except BlockingIOError:
            self.close()
            raise SmallWorldError(lazy(
                "the games of {file} are being played by another program; wait until it ends, or choose another --out",
                file=self.out,
            )) from None  # fmt: skip
        if not is_same(os.fstat(self._file), self.path):
            self.close()

    def remove(self) -> None:
        """Remove the file and unlock it; Windows removes only closed files."""
        if os.name == "nt":
            self.close()
        self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Unlock the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


# --- joining the finished chunks into the one file


GROUP = 5000
"""Games that are written together. Notes about each group stay in memory until the file is whole."""


def join_chunks(parts: Iterable[Path], out: Path, run: Run, *, temporary: Path) -> None:
    """Write the games of all chunks to one file, a chunk at a time; it appears whole or not at all.

    :param temporary: the file until it is whole.
    :raises SmallWorldError: a chunk is damaged; it is removed.
    """
    meta = result_file.schema().with_metadata({result_file.META: run.as_json().encode()})
    with pq.ParquetWriter(temporary, meta, compression="zstd") as writer:
        _copy(parts, writer)
    result_file.seal_file(temporary)
    os.replace(temporary, out)


def _copy(parts: Iterable[Path], writer: pq.ParquetWriter) -> None:
    """Write chunks in groups of a few thousand games, because each group costs memory to the end."""
    waiting: list[Any] = []
    for part in parts:
        content = part.read_bytes()
        if not result_file.is_whole(content):
            part.unlink(missing_ok=True)
            raise SmallWorldError(lazy("{file} was damaged and is removed; --resume plays its games again", file=part))
        waiting.append(result_file.unpack(content))
        if sum(table.num_rows for table in waiting) >= GROUP:
            writer.write_table(pa.concat_tables(waiting).combine_chunks())
            waiting = []
    if waiting:
        writer.write_table(pa.concat_tables(waiting).combine_chunks())
