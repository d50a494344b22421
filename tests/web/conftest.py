"""A server without a network: tables in a database of their own, bots in the same process."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest import mock

import pytest
import segno
from browsing import Browser, make_site
from servers import Server, running
from starlette.testclient import TestClient
from whole_answers import Client

from smallworld_web import company_routes, request_checks
from smallworld_web.edition_catalog import EditionCatalog
from smallworld_web.request_checks import Rates
from smallworld_web.routes import create_app
from smallworld_web.site import Site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    new_site = make_site(tmp_path / "tables.db", patience=0.05)
    yield new_site
    new_site.tables.store.close()


@pytest.fixture
def client(site: Site) -> Iterator[TestClient]:
    with Client(create_app(site, rates=Rates(1e6, 1e6))) as client:
        yield client


@pytest.fixture
def browser(client: TestClient) -> Browser:
    return Browser(client)


@pytest.fixture(autouse=True, scope="session")
def impatient_server() -> Iterator[None]:
    """Refused requests hardly wait, and nobody looks for the best mask of a code: a host's page takes half as long."""
    first_mask = mock.patch.object(company_routes.segno, "make", partial(segno.make, mask=0))
    with first_mask, mock.patch.object(request_checks, "PENALTY", 0.001):
        yield


@pytest.fixture
def no_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The form of a new table begins no drawings of boards in the background."""
    monkeypatch.setattr(EditionCatalog, "draw_boards", lambda *_: None)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    new_server = Server(f"sqlite:///{tmp_path_factory.mktemp('chromium') / 'tables.db'}")
    with running(new_server):
        yield new_server
