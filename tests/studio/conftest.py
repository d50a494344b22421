"""A server with the studio, without a network; its workers are real processes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from smallworld.plugins.manager import default_plugins
from smallworld_studio.pages import smallworld_pages
from smallworld_web.edition_catalog import EditionCatalog
from smallworld_web.middleware.budgets import Rates
from smallworld_web.routes import create_app
from smallworld_web.site import Site
from smallworld_web.store import Store


def never(*_arguments: str) -> str:
    """A bot that is not asked."""
    raise AssertionError("no bot plays in these tests")


class Page:
    """A person with the page of a draft open."""

    def __init__(self, client: TestClient, path: str) -> None:
        self.client, self.path = client, path
        self.state: dict[str, Any] = client.get(f"{path}/state").json()
        self.revision: int = self.state["revision"]
        self.files: dict[str, str] = self.state["files"]

    def post(self, page: str, **body: Any) -> Response:
        return self.client.post(f"{self.path}/{page}", json=body)

    def check(self, files: dict[str, str | None] | None = None, **more: Any) -> dict[str, Any]:
        """Keep texts and return the answer."""
        response = self.post("check", revision=self.revision, files=files or {}, **more)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        self.revision = answer["revision"]
        for name, text in (files or {}).items():
            self.files.pop(name, None) if text is None else self.files.__setitem__(name, text)
        return answer


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    url = f"sqlite:///{tmp_path_factory.mktemp('studio') / 'tables.db'}"
    new_site = Site(Store(url), EditionCatalog(default_plugins()), never)
    new_site.page_sets = [smallworld_pages(new_site)]
    yield new_site
    new_site.tables.store.close()


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[TestClient]:
    with TestClient(create_app(site, rates=Rates(1e6, 1e6)), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def page(client: TestClient) -> Page:
    return new_page(client, kind="edition", edition="base")


def new_page(client: TestClient, **body: Any) -> Page:
    """Make a draft and open its page."""
    response = client.post("/studio/drafts", json=body)
    assert response.status_code == 200, response.text
    return Page(client, response.json()["url"])
