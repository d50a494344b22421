"""A server with the studio, and a person with the page of a draft open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from browsing import make_site
from servers import COPIES
from starlette.testclient import TestClient
from whole_answers import Client

from smallworld.plugins.manager import default_plugins
from smallworld_studio import smallworld_pages
from smallworld_web.request_checks import Rates
from smallworld_web.routes import create_app
from smallworld_web.site import Site


def first_legal(record: str, _player: str, _kind: str) -> str:
    """A bot that takes the first legal action."""
    from smallworld.game import Game

    return str(Game.loads(record, plugins=default_plugins()).legal_actions()[0])


class Page:
    """A person with the page of a draft open."""

    def __init__(self, client: TestClient, path: str) -> None:
        self.client, self.path = client, path
        state = client.get(f"{path}/state").json()
        self.revision: int = state["revision"]
        self.files: dict[str, str] = state["files"]

    def get(self, page: str = "") -> Any:
        return self.client.get(f"{self.path}{page}")

    def post(self, page: str, **body: Any) -> Any:
        return self.client.post(f"{self.path}/{page}", json=body)

    def check(self, files: dict[str, str | None] | None = None, **more: Any) -> dict[str, Any]:
        """Keep texts and return the answer."""
        response = self.post("check", revision=self.revision, files=files or {}, **more)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        self.revision = answer["revision"]
        self.files = self.client.get(f"{self.path}/state").json()["files"]
        return answer


@contextmanager
def studio_client(
    database: Path, drafts: int = 1000, workers: Callable[[], AbstractContextManager[None]] = COPIES
) -> Iterator[tuple[Site, TestClient]]:
    """A client of a server with the studio.

    :param drafts: how many drafts a client may make in an hour.
    :param workers: encloses the time in which workers are started.
    """
    site = make_site(database, chooser=first_legal, patience=0.05)
    site.page_sets = [smallworld_pages(site)]
    with mock.patch("smallworld_studio.routes.DRAFTS", drafts):
        app = create_app(site, rates=Rates(1e6, 1e6))
    with workers(), Client(app) as client:
        yield site, client
    site.tables.store.close()


def new_page(client: TestClient, **body: Any) -> Page:
    """Make a draft and open its page."""
    response = client.post("/studio/drafts", json=body)
    assert response.status_code == 200, response.text
    return Page(client, response.json()["url"])
