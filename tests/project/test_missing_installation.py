"""The program where it is not installed: on a bare path, and in an archive. One sentence, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    """A folder with everything that is installed except this program."""
    folder = tmp_path / "libraries"
    folder.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if "smallworld" not in path.name and path.suffix != ".pth":
            (folder / path.name).symlink_to(path)
    return folder


def run(*path: Path, word: str) -> tuple[int, str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    done = subprocess.run([sys.executable, "-S", "-m", "smallworld", word], env=environment, capture_output=True,
                          text=True, check=False, cwd=path[-1])  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize("word", ["doctor", "--help"])
def test_on_a_bare_path(word: str, libraries: Path) -> None:
    status, text = run(ROOT / "core", ROOT / "plugins", libraries, word=word)
    assert status == 2
    assert text.startswith("error: the modules of the program are found, but it is not installed")
    assert text.count("\n") == 1


def test_in_an_archive(libraries: Path, tmp_path: Path) -> None:
    archive = tmp_path / "program.zip"
    with ZipFile(archive, "w") as content:
        for folder in (ROOT / "core" / "smallworld", *(ROOT / "plugins").glob("smallworld_*")):
            for file in folder.rglob("*.py"):
                content.write(file, file.relative_to(folder.parent))
    status, text = run(archive, libraries, word="play")
    assert status == 2
    assert text.startswith(f"error: the program cannot run from the archive {str(archive)!r}; unpack or install it: ")
    assert text.count("\n") == 1
