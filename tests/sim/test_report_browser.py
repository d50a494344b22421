"""The report in a real browser: it opens, nothing is missing, nothing is asked of the network."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from simulating import Simulate

from smallworld_cli import cli

pytestmark = [pytest.mark.browser, pytest.mark.skipif(find_spec("matplotlib") is None, reason="needs matplotlib")]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture
def chromium() -> list[str]:
    """The command that starts a browser without a window."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"no browser is installed: {', '.join(NAMES)}")
    return [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"]


@pytest.mark.timeout(180)
def test_the_report_opens(simulate: Simulate, tmp_path: Path, chromium: list[str]) -> None:
    results = simulate("--games", "40", "--player", "random", "--players", "2-3", "--seed", "8")
    html, picture = tmp_path / "report.html", tmp_path / "report.png"
    cli.main(["report", str(results), "--against", str(results), "--html", str(html)], standalone_mode=False)
    # The page as the browser has drawn it, after the layout.
    dump = subprocess.run([*chromium, "--dump-dom", html.as_uri()], capture_output=True, text=True, check=True)
    written = html.read_text("utf-8")
    for part, least in (("<svg", 11), ("<table>", 17)):
        assert dump.stdout.count(part) == written.count(part) >= least
    assert re.search(r"<h1>40 games of Small World</h1>", dump.stdout)
    size = ["--window-size=1000,3000", f"--screenshot={picture}"]
    subprocess.run([*chromium, *size, html.as_uri()], capture_output=True, check=True)
    assert picture.stat().st_size > 50_000


@pytest.mark.timeout(180)
def test_folded_tables_are_printed(simulate: Simulate, tmp_path: Path, chromium: list[str]) -> None:
    """Paper cannot be unfolded: the page takes as much of it as one with its long tables unfolded."""
    results = simulate("--games", "60", "--player", "random", "--players", "3", "--seed", "8")
    html, opened = tmp_path / "report.html", tmp_path / "opened.html"
    cli.main(["report", str(results), "--html", str(html)], standalone_mode=False)
    text = html.read_text("utf-8")
    assert "<details>" in text
    opened.write_text(text.replace("<details>", "<details open>"), "utf-8")
    assert pages(html, chromium) == pages(opened, chromium) > 4


def pages(html: Path, chromium: list[str]) -> int:
    """Sheets of paper that a page takes."""
    printed = html.with_suffix(".pdf")
    subprocess.run([*chromium, f"--print-to-pdf={printed}", html.as_uri()], capture_output=True, check=True)
    return len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes()))
