"""The wheel, installed where nothing else is, plays a game."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.package


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed, without this environment's own packages."""
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed command, far from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--disable-pip-version-check", wheel, cwd=folder)
    return scripts / "smallworld"


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_bots_play_to_the_end(program: Path, variant: str, tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    players = ["--player", "ann=greedy", "--player", "bob=random"]
    output = run(program, "play", variant, *players, "--seed", "7", "--save", save, cwd=tmp_path)
    assert "ann" in output
    run(program, "replay", save, "--verify", cwd=tmp_path)


def test_the_first_start_reads_kept_editions(program: Path, tmp_path: Path) -> None:
    code = "import smallworld, sys; smallworld.load_variant('base'); print('jsonschema' in sys.modules)"
    (tmp_path / "home").mkdir()
    home = {**os.environ, "HOME": str(tmp_path / "home"), "SMALLWORLD_CACHE": ""}
    command = [str(program.with_name("python")), "-I", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=home, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert list((tmp_path / "home").iterdir()) == []


def test_variants_and_schemas_are_found(program: Path, tmp_path: Path) -> None:
    assert "warcraft" in run(program, "variant", "list", cwd=tmp_path)
    assert "2020-12" in run(program, "schema", "variant", cwd=tmp_path)
