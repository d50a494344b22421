"""Drafts in PostgreSQL (tox -e postgres): several processes, sudden ends, a database that goes and comes back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_drafts import FILES, kill_editors

from postgres_cluster import Cluster, running_cluster
from smallworld_studio.draft_store import DraftStore
from smallworld_studio.drafts import Conflict, Drafts
from smallworld_web.store import Store, StoreError

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(3600)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


def test_no_acknowledged_revision_is_lost(cluster: Cluster) -> None:
    kill_editors(cluster.url, 300)


def test_of_two_processes_the_second_is_refused_and_catches_up(cluster: Cluster) -> None:
    stores = Store(cluster.url), Store(cluster.url)
    first, second = (Drafts(DraftStore(store)) for store in stores)
    draft, secret = first.create("Mine", FILES)
    assert second.enter(draft, secret)[0].files == FILES
    first.keep(draft, 0, {"README.md": "one"})
    with pytest.raises(Conflict):
        second.keep(draft, 0, {"README.md": "two"})
    assert second.keep(draft, 1, {"README.md": "two"}) == 2
    assert first.get(draft).files["README.md"] == "two"
    assert second.store.sweep(1000) == [] and draft in second.store.sweep(-1)
    for store in stores:
        store.close()


def test_a_lost_database_keeps_what_was_acknowledged(cluster: Cluster) -> None:
    store = Store(cluster.url)
    drafts = Drafts(DraftStore(store))
    draft, _secret = drafts.create("Mine", FILES)
    assert drafts.keep(draft, 0, {"README.md": "one"}) == 1
    cluster.stop()
    with pytest.raises(StoreError):
        drafts.keep(draft, 1, {"README.md": "two"})
    cluster.start()
    assert drafts.get(draft).files["README.md"] == "one"
    assert drafts.keep(draft, 1, {"README.md": "two"}) == 2
    store.close()
