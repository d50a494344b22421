"""Executors that play chunks, and the loop that continues when workers die.

A backend opens a ``concurrent.futures.Executor``: for this process, for several, or for a cluster.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent import futures
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from threading import Event, Thread
from typing import Any, TypeVar

import pyarrow as pa

from smallworld.errors import SmallWorldError
from smallworld.languages import N_, lazy, lazy_join
from smallworld.versions import extra, pip_install
from smallworld_lab.result_file import unpack
from smallworld_lab.run_files import RunFiles
from smallworld_lab.run_plan import Run
from smallworld_lab.worker import GameFailed, play_chunk

Chunk = tuple[int, int]
Open = Callable[[], AbstractContextManager[futures.Executor]]
T = TypeVar("T")
END = os._exit
"""The function of the system, which is replaced during games."""
RESTARTS = 5
"""Deaths of workers in a row, without a finished chunk, after which the run stops."""


class NoScheduler(SmallWorldError):
    """No scheduler answers at the address of the cluster."""


class Inline(futures.Executor):
    """An executor that plays at once, in this process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> futures.Future[T]:
        """Call the function now."""
        future: futures.Future[T] = futures.Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(frozen=True, slots=True)
class Backend:
    """A way to play chunks."""

    open: Open
    """Opens the executor."""
    width: int
    """Chunks in work at a time."""
    shared: bool
    """Workers can write to the folder of the results, so that each finished game is kept."""


def backend(jobs: int, address: str | None = None, report: Callable[[str], object] = lambda _text: None) -> Backend:
    """Return this process, a pool of processes, or the Dask cluster at ``dask://HOST:PORT`` as a backend.

    :param report: called with a sentence about each worker of a cluster that is lost.
    :raises SmallWorldError: the address has another form.
    """
    if address is not None:
        kind, sign, place = address.partition("://")
        if kind != "dask" or not sign or not place:
            raise SmallWorldError(lazy("unknown backend {address!r}; write dask://HOST:PORT", address=address))
        return Backend(partial(_dask, place, report), 64, shared=False)
    if jobs == 1:
        return Backend(Inline, 1, shared=True)
    return Backend(partial(_pool, jobs), 2 * jobs, shared=True)


@contextmanager
def _pool(jobs: int) -> Iterator[futures.Executor]:
    """Open processes that end with this block, even in the middle of a game."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = _Pool(jobs, mp_context=context, initializer=_begin_worker)
    try:
        yield pool
    except BaseException:
        _end_workers(pool, set(multiprocessing.active_children()) - before)
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _Pool(futures.ProcessPoolExecutor):
    """Processes that never see Ctrl-C, also not while they start: this one receives it and ends them."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> futures.Future[T]:
        """Hand out a call; the processes that start for it inherit the signals that are held back."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_workers(pool: futures.ProcessPoolExecutor, workers: Iterable[multiprocessing.process.BaseProcess]) -> None:
    """End the workers of a pool, even if a plugin ignores the request to end."""
    for worker in workers:
        worker.kill()
    try:
        for worker in workers:
            worker.join()
    finally:
        # A worker that was sending leaves half a result, and the pool waits for the rest until nobody can send it.
        # The pool itself is the last one that has this end of the pipe open.
        pool._result_queue._writer.close()  # type: ignore[attr-defined]


def _begin_worker() -> None:
    """Leave Ctrl-C to the parent, and do not outlive it: nobody else would ever stop this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # held back by the parent until here; programs of bots inherit the mask
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    END(1)


@contextmanager
def _dask(place: str, report: Callable[[str], object]) -> Iterator[futures.Executor]:
    """Open the executor of a Dask cluster; it gives the chunks of a lost worker to another."""
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        sentence = N_("the backend dask needs more packages: {install}")
        raise SmallWorldError(lazy(sentence, install=pip_install(extra("dask")))) from None
    for name in ("distributed", "distributed.client"):  # the second has a level of its own
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # failures are reported here, in a sentence
    try:
        client = Client(f"tcp://{place}", timeout=5)
    except (OSError, ValueError) as error:
        reason = str(error)[:200]
        raise NoScheduler(
            lazy("no Dask scheduler answers at {address}: {reason}", address=place, reason=reason)
        ) from None
    with client:
        executor, ended = client.get_executor(pure=False), Event()
        Thread(target=_watch_workers, args=(client, ended, report), daemon=True).start()
        try:
            yield executor
        except KilledWorker as error:
            raise futures.BrokenExecutor(str(error)) from error
        finally:
            ended.set()
            executor.shutdown(wait=False)


def _watch_workers(client: Any, ended: Event, report: Callable[[str], object]) -> None:
    """Report each worker of a cluster that is lost while a run goes on."""
    workers: set[str] = set()
    while True:
        try:
            present = set(client.nthreads())
        except Exception:  # the scheduler is gone, which the run reports
            return
        for address in sorted(workers - present):
            report(lazy("the worker {address} is lost; others play its games", address=address))
        workers = present
        if ended.wait(0.5):
            return


def play_chunks(
    files: RunFiles,
    how: Backend,
    done: Callable[[int], None],
    limit: float | None = None,
    skip: Callable[[GameFailed], None] | None = None,
) -> None:
    """Play every chunk that is missing, or until the kept ones are enough, which is asked after each of them.

    :param limit: seconds for one decision; None = the usual limit.
    :param skip: called with each game that fails, which is left out; None = it ends the run.
    :param done: called with the number of games of each chunk that is kept.
    :raises GameFailed: a game fails, or workers die again and again.
    :raises SmallWorldError: nothing can be written.
    """
    deaths = 0
    while True:
        before = next(files.missing(), None)
        if before is None or files.is_known():
            return
        try:
            with how.open() as executor:
                for chunk in _results(files, how, executor, limit, skip):
                    deaths = 0
                    done(chunk[1] - chunk[0])
                    if files.is_known():
                        break
            return
        except NoScheduler as error:
            if not deaths:
                raise
            remedy = lazy("finished games are kept, go on with --resume")
            raise GameFailed(lazy_join("; ", [error.sentence, remedy])) from None
        except (futures.BrokenExecutor, futures.CancelledError) as error:
            deaths += 1
            if deaths > RESTARTS:
                raise _workers_died(files, before, deaths) from error


def _workers_died(files: RunFiles, chunk: tuple[int, int], deaths: int) -> GameFailed:
    """Return the error of a run in which workers die again and again at a chunk."""
    game = chunk[0] + files.begun_of(chunk)
    return GameFailed(lazy(
        "workers died {count} times in a row at {game} or after; is there enough memory, "
        "does a plugin or bot end its process? finished games are kept, go on with --resume",
        count=deaths, game=files.run.describe(game),
    ))  # fmt: skip


def _results(
    files: RunFiles, how: Backend, executor: futures.Executor, limit: float | None,
    skip: Callable[[GameFailed], None] | None,
) -> Iterator[Chunk]:  # fmt: skip
    """Hand out chunks, a few at a time, and keep what comes back."""
    todo = files.missing()
    running: dict[futures.Future[Any], Chunk] = {}
    play = partial(play_chunk, skip=skip is not None)
    while True:
        for chunk in islice(todo, how.width - len(running)):
            spool = str(files.spool(chunk)) if how.shared else None
            running[executor.submit(play, files.run, *chunk, spool, limit)] = chunk
        if not running:
            return
        for future in futures.wait(running, return_when=futures.FIRST_COMPLETED).done:
            chunk = running.pop(future)
            content, failures = future.result()
            files.put(chunk, content)
            for failure in failures:
                assert skip is not None  # else it would have ended the chunk
                skip(failure)
            yield chunk


def play_in_order(
    runs: Iterable[Run], how: Backend, limit: float | None = None, classes: Mapping[str, type] | None = None
) -> Generator[pa.Table, None, None]:
    """Yield the rows of each chunk of some runs, in the same order for every number of workers.

    :param limit: seconds for one decision; None = the usual limit. :param classes: observers that no plugin has.
    :raises SmallWorldError: a game fails or a worker dies.
    """
    waiting: deque[futures.Future[Any]] = deque()
    try:
        with how.open() as executor:
            for run in runs:
                for chunk in run.chunks():
                    waiting.append(executor.submit(partial(play_chunk, run, *chunk, limit=limit, classes=classes)))
                    if len(waiting) >= how.width:
                        yield unpack(waiting.popleft().result()[0])
            while waiting:
                yield unpack(waiting.popleft().result()[0])
    except futures.BrokenExecutor as error:
        raise SmallWorldError(lazy("a worker died; is there enough memory? try fewer --jobs")) from error
