"""The package that ``plugin new`` writes: generated, built, installed where nothing else is, tested, played."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [pytest.mark.package, pytest.mark.timeout(900)]


class Clean:
    """An environment of its own with the program's wheel in it, far from the checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        venv.create(folder / "venv", with_pip=True)
        self.install(self.wheel(ROOT))

    def wheel(self, source: Path) -> Path:
        built = self.folder / f"wheel-{source.name}"
        self.run(sys.executable, "-m", "build", "--wheel", "--outdir", built, source)
        (wheel,) = built.glob("*.whl")
        return wheel

    def install(self, *arguments: object) -> None:
        self.run(self.scripts / "python", "-m", "pip", "install", "--disable-pip-version-check", *arguments)

    def run(self, *command: object, cwd: Path | None = None) -> str:
        """Standard output of a command that must succeed."""
        surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "SMALLWORLD"))}
        arguments = [str(part) for part in command]
        done = subprocess.run(arguments, cwd=cwd or self.folder, env=surroundings, capture_output=True, text=True)
        assert done.returncode == 0, f"{arguments}\n{done.stdout}{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Clean:
    return Clean(tmp_path_factory.mktemp("author"))


def test_a_newcomers_package(clean: Clean) -> None:
    smallworld = clean.scripts / "smallworld"
    said = clean.run(smallworld, "plugin", "new", "misty-lakes")
    assert "  .gitignore\n" in said
    package = clean.folder / "misty-lakes"
    clean.install(clean.wheel(package), "pytest")
    assert "misty_lakes 0.1.0" in clean.run(smallworld, "plugin", "list", "--hook", "offer_actions")
    tested = clean.run(clean.scripts / "python", "-m", "pytest", "-q", cwd=package)
    assert "5 passed" in tested
    save = clean.folder / "game.jsonl"
    bots = ("--player", "ann=greedy", "--player", "bob=random")
    assert "final table" in clean.run(smallworld, "play", "misty-lakes", *bots, "--seed", "7", "--save", save)
    assert '"misty_lakes": "0.1.0"' in save.read_text("utf-8").splitlines()[0]
    clean.run(smallworld, "replay", save, "--verify")


@pytest.mark.parametrize("package", ["beacons", "ferrymen", "tidal_isle"])
def test_the_examples_are_packages(clean: Clean, package: str) -> None:
    smallworld = clean.scripts / "smallworld"
    clean.install(clean.wheel(ROOT / "docs" / "examples" / package))
    assert "ok" in clean.run(smallworld, "plugin", "check", package, "--games", "4")
