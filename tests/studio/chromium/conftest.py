"""A server with the studio."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from authors import Author
from servers import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    new_server = Server(f"sqlite:///{tmp_path_factory.mktemp('studio') / 'tables.db'}")
    with running(new_server):
        yield new_server


@pytest.fixture
def author(chromium: Any, server: Server) -> Iterator[Callable[..., Author]]:
    """Make authors; none of their pages may have reported anything when the test ends."""
    authors: list[Author] = []

    def make(**options: Any) -> Author:
        authors.append(Author(chromium, server, **options))
        return authors[-1]

    yield make
    problems = [problem for one in authors for problem in one.problems]
    for one in authors:
        one.page.context.close()
    assert problems == []
