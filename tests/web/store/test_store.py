"""The store: appends of many tables in one transaction, and refusals that touch nobody else."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from smallworld_web.store import NumberTaken, Store, StoreError

GAMES = ("a", "b", "c", "d")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    new_store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    for game in (*GAMES, "first"):
        new_store.create(game, ["{}"], [("host", 1, "digest")])
    yield new_store
    new_store.close()


def append_together(
    store: Store, appends: Sequence[Callable[[], None]], prepare: Callable[[], None] = lambda: None
) -> tuple[list[str], int]:
    """Let threads append while another transaction is written; return their errors, and the commits that they need.

    :param prepare: called before the other transaction ends.
    """
    commits, may_go_on, errors = [], threading.Event(), [""] * len(appends)

    def hold(_connection: Any) -> None:
        commits.append("commit")
        assert may_go_on.wait(20)

    def run(place: int) -> None:
        try:
            appends[place]()
        except (NumberTaken, StoreError, SystemExit) as error:
            errors[place] = type(error).__name__

    event.listen(store.engine, "commit", hold)
    threads = [threading.Thread(target=store.append, args=("first", 1, ["x"]))]
    threads += [threading.Thread(target=run, args=(place,)) for place in range(len(appends))]
    threads[0].start()
    while not commits:
        time.sleep(0.001)
    for thread in threads[1:]:
        thread.start()
    while len(store._waiting) < len(appends):
        time.sleep(0.001)
    prepare()
    may_go_on.set()
    for thread in threads:
        thread.join(20)
    event.remove(store.engine, "commit", hold)
    return errors, len(commits) - 1


def test_appends_that_wait_are_kept_in_one_transaction(store: Store) -> None:
    appends = [lambda game=game: store.append(game, 1, [game, "more"]) for game in GAMES]
    errors, commits = append_together(store, appends)
    assert (errors, commits) == ([""] * 4, 1)
    assert [store.lines(game) for game in GAMES] == [["{}", game, "more"] for game in GAMES]


def test_an_append_that_is_refused_is_refused_alone(store: Store) -> None:
    store.append("b", 1, ["earlier"])
    appends = [lambda game=game: store.append(game, 1, [game]) for game in (*GAMES[:3], "removed")]
    appends.append(lambda: store.append("d", 1, ["d"], ("host", 2, "new")))
    errors, _ = append_together(store, appends)
    assert errors == ["", "NumberTaken", "", "NumberTaken", ""]
    assert [store.lines(game)[1] for game in GAMES] == ["a", "earlier", "c", "d"]
    assert store.lines("removed") == [] and store.links("d") == [("host", 2, "new")]


def test_a_transaction_that_fails_keeps_nothing_of_anybody(store: Store) -> None:
    def fail(connection: Any) -> None:
        connection.connection.driver_connection.execute("PRAGMA query_only=1")

    appends = [lambda game=game: store.append(game, 1, [game]) for game in GAMES]
    errors, commits = append_together(store, appends, lambda: event.listen(store.engine, "begin", fail))
    event.remove(store.engine, "begin", fail)
    store.engine.dispose()
    assert (errors, commits) == (["StoreError"] * 4, 0)
    assert store.last_numbers(GAMES) == dict.fromkeys(GAMES, 0)
    appends[0]()
    assert store.lines("a") == ["{}", "a"]


def test_an_interrupted_writer_acknowledges_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = store._keep

    def interrupt(*_: Any) -> None:
        monkeypatch.setattr(store, "_keep", keep)
        raise SystemExit

    appends = [lambda game=game: store.append(game, 1, [game]) for game in GAMES]
    errors, _ = append_together(store, appends, lambda: monkeypatch.setattr(store, "_keep", interrupt))
    assert errors == ["SystemExit"] * 4


def test_a_missing_driver_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"a package that is missing; pip install 'smallworld-engine\[postgres\]'"):
        Store("postgresql://localhost/tables")


def test_a_database_file_announces_nothing(store: Store) -> None:
    assert list(store.announced(lambda: False)) == []
