"""Fixtures of all tests."""

from __future__ import annotations

import atexit
import gc
import gettext
import logging
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies

from smallworld.languages.catalogue import ENGLISH, set_language
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins
from smallworld_editions import editions, user_cache
from smallworld_editions.reading.reader import parse, use_parser
from tiers import drop_refused, is_refused_module, refused_markers

TESTS = Path(__file__).parent
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ[user_cache.VARIABLE] = mkdtemp(prefix="smallworld-kept-")
    atexit.register(shutil.rmtree, os.environ[user_cache.VARIABLE], ignore_errors=True)
KEPT = os.environ[user_cache.VARIABLE]
"""The cache of the programs that the tests of a run start: an edition that one has read and checked is ready for all.

The processes of the tests share its drawings of boards, but read each edition; tests/cache has folders of its own.
"""
_load_edition = editions.load_edition


def _read_edition(path: Path, plugins: Plugins) -> Variant:
    if os.environ.get(user_cache.VARIABLE) == KEPT:
        return editions.read_edition(path, plugins)[1]
    return _load_edition(path, plugins)


editions.load_edition = _read_edition
# About fifty interpreters that tests start would compile every module again, and each worker all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# Games take as long as they take, and a failure must be found again tomorrow.
settings.register_profile(
    "smallworld", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("smallworld")


def pytest_configure() -> None:
    """Refuse an environment that was made before the distribution had its name.

    Search for garbage less often: a seventh of the time of the collection, which makes none.
    """
    gc.set_threshold(200_000, 20, 50)
    name = "smallworld-engine"
    try:
        distribution(name)
    except PackageNotFoundError:
        remedy = "pip uninstall -y smallworld; rm -rf smallworld.egg-info; pip install -e '.[dask,web]' --group dev"
        pytest.exit(f"{name} is not installed here: {remedy}", returncode=4)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Choose half as many workers again as there are cores: tests that wait for other processes leave a core idle."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return cores + (cores + 1) // 2


WORKER = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
"""The number of this worker; empty where one process runs all tests."""


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let each worker begin with other folders: in a fresh copy, each compiles a share of the tests for all."""
    report = yield
    if WORKER and collector.path == TESTS:
        first = len(report.result) * int(WORKER) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        report.result = report.result[first:] + report.result[:first]
    return report


REFUSED = pytest.StashKey[frozenset[str]]()


def pytest_collection(session: pytest.Session) -> None:
    """Remember the markers of tests that are not to be made: a third of all, which would be thrown away."""
    session.config.stash[REFUSED] = refused_markers(session.config)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import a file in which no test is wanted."""
    refused = config.stash[REFUSED]
    return True if refused and collection_path.suffix == ".py" and is_refused_module(collection_path, refused) else None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Do not make tests that are not wanted."""
    if metafunc.config.stash[REFUSED]:
        drop_refused(metafunc.definition, metafunc.config.stash[REFUSED])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give all workers the same order of tests.

    In a compiled build, skip what cannot hold there; each such test explains why (``pytest.mark.plain``).
    """
    if WORKER:
        items.sort(key=lambda item: item.path.relative_to(TESTS).parts[0])
    rules = find_spec("smallworld.rules.turn")
    if rules is None or str(rules.origin).endswith(".py"):
        return
    for item in items:
        for mark in item.iter_markers("plain"):
            item.add_marker(pytest.mark.skip(reason=f"compiled build: {mark.args[0]}"))


@settings(max_examples=1, database=None)
@given(strategies.none())
def first_example(_nothing: None) -> None:
    """Let hypothesis search for garbage, as before its first example in a process, while there is little of it."""


def pytest_collection_finish() -> None:
    """Never search for garbage among the collected tests."""
    if WORKER:
        first_example()
    else:
        gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Write what was measured before the worker ends: xdist kills one that needs more than ten seconds to end."""
    coverage = sys.modules.get("coverage") if "PYTEST_XDIST_WORKER" in os.environ else None
    if coverage is not None and (measurement := coverage.Coverage.current()) is not None:
        measurement.save()


@pytest.fixture(autouse=True)
def own_language_and_log() -> Iterator[None]:
    """A test that plays the program in this process leaves neither its language nor its log to the next one."""
    yield
    set_language(ENGLISH)
    os.environ.pop("LANGUAGE", None)  # by which click translates its own sentences
    gettext.textdomain("messages")
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("smallworld")]:
        logging.getLogger(name).propagate = True
        logging.getLogger(name).disabled = False


@pytest.fixture(autouse=True, scope="session")
def plain_surroundings() -> Iterator[None]:
    """No colours, a fixed width, and none of the user's own settings; a test that changes them restores them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
            patch.delenv(name, raising=False)
        patch.setenv("NO_COLOR", "1")
        patch.setenv("COLUMNS", "100")
        patch.setenv("SMALLWORLD_LANGUAGE", "en")
        yield


MOST_TEXTS = 200
_kept: dict[str, list[Any]] = {}
"""Text → its events."""


def kept_events(text: str) -> Iterator[Any]:
    """Yield the events of a text; what many tests read, most of them in copies of a file, is parsed once."""
    if text in _kept:
        yield from _kept[text]
        return
    events = []
    for event in parse(text):
        events.append(event)
        yield event
    if len(_kept) >= MOST_TEXTS:
        del _kept[next(iter(_kept))]
    _kept[text] = events  # nothing changes an event


@pytest.fixture(autouse=True, scope="session")
def one_parse_of_each_text() -> Iterator[None]:
    """Keep the events of texts."""
    use_parser(kept_events)
    yield
    use_parser(parse)


@pytest.fixture
def boards() -> Path:
    """The folder with the fixture boards (``--boards``)."""
    return TESTS / "boards"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Headless Chromium: the one of the system, else the one that playwright has installed."""
    sync_api = pytest.importorskip("playwright.sync_api")
    installed = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, from npm."""
    npm, folder = shutil.which("npm"), tmp_path_factory.mktemp("npm")
    if npm is None:
        pytest.skip("needs npm, to install axe-core")
    command = [npm, "install", "--silent", "--prefix", str(folder), "axe-core"]
    if subprocess.run(command, check=False, timeout=300).returncode:
        pytest.fail("npm cannot install axe-core; it needs the network")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts programs in the background with Ctrl-C ignored, and their children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it
