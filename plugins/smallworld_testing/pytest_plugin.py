"""The pytest plugin for authors: fixtures, and ``*.scenario.yaml`` files as tests.

pytest loads it if ``smallworld`` is installed; tests need no import (``docs/scenarios.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, Unpack

import pytest

if TYPE_CHECKING:
    from smallworld import Game, Plugins, Variant
    from smallworld.model.board import BoardFile
    from smallworld_testing.scenario_runner import Library

_PLUGINS = pytest.StashKey["Plugins"]()
_TABLE = pytest.StashKey["_Table"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Settings of the kit in ``pyproject.toml``: plugins that are not installed, and folders with boards."""
    parser.addini("smallworld_plugins", "Small World plugins to load that are not installed", "linelist", [])
    parser.addini("smallworld_boards", "folders with board files that scenarios name by id", "paths", [])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Every ``NAME.scenario.yaml`` is a file of tests, one for each document."""
    if not file_path.name.endswith(".scenario.yaml"):
        return None
    scenarios: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
    return scenarios


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterable[pytest.Item]:
        """One test for each document; a file that cannot be read is one failing test."""
        from smallworld.errors import ContentError
        from smallworld_editions.reading.reader import read_documents
        from smallworld_testing.scenario_runner import Library

        try:
            documents = read_documents(self.path)
        except ContentError as error:
            yield ScenarioItem.from_parent(self, name="readable", document=None, library=None, failure=str(error))
            return
        folders = (self.path.parent / "boards", *map(Path, self.config.getini("smallworld_boards")))
        library = Library(tuple(filter(Path.is_dir, folders)), _plugins(self.config))
        for number, document in enumerate(documents, start=1):
            title = document.data.get("scenario") if isinstance(document.data, dict) else None
            yield ScenarioItem.from_parent(self, name=str(title or number), document=document, library=library)


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, *, document: Any, library: Library | None, failure: str = "", **rest: Any) -> None:
        super().__init__(**rest)
        self.document, self.library, self.failure = document, library, failure

    def runtest(self) -> None:
        """Play it.

        :raises ScenarioFailed: something did not hold.
        """
        from smallworld_testing.scenario_runner import run_document

        library = self.library
        failure = self.failure if library is None else run_document(self.document, library, self.path).failure
        if failure:
            raise ScenarioFailed(failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Format the failed expectation with file, line and column, without a traceback of this plugin."""
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the place of the test."""
        return self.path, 0, f"scenario: {self.name}"


class ScenarioFailed(AssertionError):
    """A scenario in which something did not hold."""


class Settings(TypedDict, total=False):
    """Settings of a game that a fixture makes."""

    board: str | BoardFile | None
    """By default the tiny board, where the edition has its terrains."""
    seed: int
    options: Mapping[str, str | int | bool] | None
    dice: Iterable[int]
    """The next results of the die."""


class MakeGame(Protocol):
    """A new game; by default the base game of ann and bob on the tiny board, ann first."""

    def __call__(
        self, variant: str | Variant = "base", players: Iterable[str] = ("ann", "bob"), **settings: Unpack[Settings]
    ) -> Game:
        """Set the game up."""
        ...


class MakePosition(Protocol):
    """A game in a given position; keywords are settings, or as under ``given:`` in a scenario file."""

    def __call__(
        self, variant: str | Variant = "base", players: Iterable[str] = ("ann", "bob"), **settings_and_parts: Any
    ) -> Game:
        """Set the position up."""
        ...


Play = Callable[[str], "Game"]


class _Table:
    """Makes the games of one test and remembers the last one."""

    def __init__(self, plugins: Plugins, tiny: BoardFile) -> None:
        self.plugins, self.tiny = plugins, tiny
        self.last: Game | None = None

    def make(
        self, variant: str | Variant = "base", players: Iterable[str] = ("ann", "bob"), *,
        parts: Mapping[str, Any] | None = None, text: str | None = None, **settings: Unpack[Settings],
    ) -> Game:  # fmt: skip
        """Make a game; with ``parts`` or ``text`` in the position that they describe."""
        from smallworld import load_variant, new_game
        from smallworld_validate.check_settings import given_of

        edition = load_variant(variant, plugins=self.plugins) if isinstance(variant, str) else variant
        names, board, dice = list(players), settings.get("board"), list(settings.get("dice", ()))
        if parts is not None:
            _require_known(parts, names)
        fits = {region.terrain for region in self.tiny.regions} <= set(edition.terrains)
        self.last = new_game(
            edition, names, seed=settings.get("seed", 7),
            board=board if board is not None else self.tiny if fits else None,
            options={"first_player": 1, **(settings.get("options") or {})},
            given=given_of(parts) if parts is not None else text,
            script={"die": dice} if dice else None, plugins=self.plugins,
        )  # fmt: skip
        return self.last


@pytest.fixture(scope="session")
def smallworld_plugins(request: pytest.FixtureRequest) -> Plugins:
    """The installed plugins and those of the setting ``smallworld_plugins``."""
    return _plugins(request.config)


@pytest.fixture(scope="session")
def tiny_board() -> BoardFile:
    """Eight regions, every terrain and symbol of the base game: sea, beach, wood, peak, marsh, mead, tarn, knoll."""
    from smallworld_validate.check_settings import kit_boards

    return kit_boards()["tiny"]


@pytest.fixture
def _table(smallworld_plugins: Plugins, tiny_board: BoardFile, request: pytest.FixtureRequest) -> _Table:
    table = request.node.stash[_TABLE] = _Table(smallworld_plugins, tiny_board)
    return table


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Add the position of the game to the report of a failed test, as one line of text."""
    result: Any = yield
    report, table = result.get_result(), item.stash.get(_TABLE, None)
    if report.when == "call" and report.failed and table is not None and table.last is not None:
        from smallworld.tools import position_text

        report.sections.append(("Small World position", position_text(table.last.state)))


@pytest.fixture
def game(_table: _Table) -> MakeGame:
    """Makes a new game: ``game()``, ``game("warcraft", ["ann", "bob", "cid"], seed=1)``."""
    return _table.make


@pytest.fixture
def position(_table: _Table) -> MakePosition:
    """Makes a game in a position: ``position(ann={"active": {...}}, natives={"mead": 1})``.

    A position may be one line of text: ``position(text="wood:ann ratmen/hill 3")``.
    """

    def make(variant: str | Variant = "base", players: Iterable[str] = ("ann", "bob"), **rest: Any) -> Game:
        settings: Any = {key: rest.pop(key) for key in Settings.__annotations__ if key in rest}
        if "text" in rest and len(rest) == 1:
            return _table.make(variant, players, **settings, text=rest["text"])
        return _table.make(variant, players, **settings, parts=rest)

    return make


@pytest.fixture
def play(_table: _Table) -> Play:
    """Plays actions in the game that the test has made last: ``play("pick 1; conquer beach; done")``."""

    def do(actions: str) -> Game:
        assert _table.last is not None, "make a game first, with the fixture game or position"
        for action in actions.replace("\n", ";").split(";"):
            if action.strip():
                _table.last.apply(action.strip())
        return _table.last

    return do


@pytest.fixture
def variant_from_yaml(tmp_path: Path, smallworld_plugins: Plugins) -> Callable[[str], Variant]:
    """Loads a variant from text: ``variant_from_yaml("variant: mine\\nextends: base\\n…")``."""
    from smallworld import load_variant
    from smallworld_output.whole_files import write_whole

    def load(text: str) -> Variant:
        path = tmp_path / "variant.yaml"
        write_whole(path, text)
        return load_variant(str(path), plugins=smallworld_plugins)

    return load


def _plugins(config: pytest.Config) -> Plugins:
    """The plugins of one run of pytest; looked up once. Their paths count from the folder of the settings."""
    from smallworld.plugins.manager import Plugins, default_plugins

    if _PLUGINS not in config.stash:
        names = config.getini("smallworld_plugins")
        named = [str(path) if (path := config.rootpath / name).exists() else name for name in names]
        config.stash[_PLUGINS] = Plugins(named) if named else default_plugins()
    return config.stash[_PLUGINS]


def _require_known(parts: Mapping[str, Any], players: list[str]) -> None:
    """Refuse parts of a position that do not exist."""
    from smallworld.errors import ArgumentError, with_suggestion
    from smallworld_validate.check_settings import TABLE_KEYS

    checked = [("a position", parts, (*Settings.__annotations__, *TABLE_KEYS, *players))]
    for name in players:
        seat = parts.get(name) or {}
        checked.append((f"the position of {name}", seat, ("active", "coins", "decline")))
        races = (seat.get("active"), *(seat.get("decline") or ()))
        parts_of_race = ("hand", "power", "race", "regions")
        checked += [(f"a race of {name}", race, parts_of_race) for race in races if isinstance(race, Mapping)]
    for place, entries, allowed in checked:
        for part in entries:
            if part not in allowed:
                fault = f"{place} has no part {part!r}"
                raise ArgumentError(with_suggestion(fault, part, sorted(allowed)))
