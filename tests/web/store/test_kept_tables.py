"""Tables that are removed, and those that never are; the mode of the database file; signs of life of processes."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Browser, make_store

from smallworld_web import store as store_module
from smallworld_web.commands.serve import command
from smallworld_web.site import Site
from smallworld_web.store import NumberTaken, Store

LINKS = [("host", 1, "digest")]
PLAYED = '{"by":"ann","do":"pick 1"}'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    new_store = make_store(tmp_path / "tables.db")
    yield new_store
    new_store.close()


def fill(store: Store, unplayed: int, played: int) -> None:
    for number in range(unplayed):
        store.create(f"unplayed-{number:02}", ["{}", '{"chance":"first_player","result":1}'], LINKS)
    for number in range(played):
        store.create(f"played-{number:02}", ["{}"], LINKS)
        store.append(f"played-{number:02}", 1, [PLAYED])


def test_only_tables_that_were_never_played_are_removed(store: Store) -> None:
    fill(store, unplayed=2, played=28)
    assert store.sweep(3600) == []
    assert store.sweep(-1) == ["unplayed-00", "unplayed-01"]
    assert store.sweep(-1) == [] and store.count() == 28
    assert store.lines("unplayed-00") == [] and store.links("unplayed-00") == []
    assert store.lines("played-00") == ["{}", PLAYED]
    with pytest.raises(NumberTaken):
        store.append("unplayed-00", 2, ["{}"])


def test_a_sweep_removes_a_tenth_at_most_the_oldest_first(store: Store) -> None:
    fill(store, unplayed=25, played=0)
    assert [len(store.sweep(-1)) for _ in range(4)] == [2, 2, 2, 1]
    assert store.lines("unplayed-07") != [] and store.lines("unplayed-06") == []
    fill_small = [store.sweep(-1) for _ in range(20)]
    assert sum(map(len, fill_small)) == 9 and store.count() == 9  # a tenth of nine tables is less than one


def test_a_sweep_is_logged_and_the_pages_of_the_table_end(
    browser: Browser, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    _, links = browser.open_table("base", {"ann": "human", "bob": "human"})
    fill(site.tables.store, unplayed=0, played=9)
    table_id = links["ann"].split("/")[2]
    with caplog.at_level(logging.WARNING):
        assert site.sweep(-1) == [table_id]
    assert f"removed 1 tables that nobody has begun to play: {table_id}" in caplog.text
    assert browser.client.get(links["ann"]).status_code == 404


def test_nothing_is_removed_by_default() -> None:
    option = next(option for option in command.params if option.name == "idle_days")
    assert option.default == 0


def test_only_the_user_of_the_server_reads_the_database(tmp_path: Path) -> None:
    for mode in (None, 0o644):
        path = tmp_path / f"{mode}.db"
        if mode is not None:
            path.touch(mode)
            path.chmod(mode)
        store = Store(f"sqlite:///{path}")
        store.create("a", ["{}"], LINKS)
        assert {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.glob(f"{mode}.db*")} == dict.fromkeys(
            [f"{mode}.db", f"{mode}.db-shm", f"{mode}.db-wal"], "0o600"
        )
        store.close()


def test_processes_know_of_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (make_store(tmp_path / "tables.db") for _ in range(2))
    assert first.sign_of_life() and first.sign_of_life()
    assert not second.sign_of_life() and not first.sign_of_life()
    second.sign_off()
    assert first.sign_of_life()
    assert not second.sign_of_life()
    monkeypatch.setattr(store_module, "ALIVE", -1.0)  # the second one has ended without a word
    assert first.sign_of_life()
    for store in (first, second):
        store.close()
