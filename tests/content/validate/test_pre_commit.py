"""``.pre-commit-hooks.yaml``: its entry, run on the files that it asks for."""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from running import ROOT

from corpus import CODES
from smallworld_cli import cli
from smallworld_editions.reading.reader import read_documents

(HOOKS,) = read_documents(ROOT / ".pre-commit-hooks.yaml")
(HOOK,) = HOOKS.data
OTHERS = {
    ".pre-commit-config.yaml": "repos: []\n",
    ".github/workflows/ci.yml": "on: push\njobs: {test: {runs-on: ubuntu-latest}}\n",
    "events.jsonl": '{"at": 1}\n',
    "README.md": "regions:\n",
}


def committed(folder: Path) -> list[str]:
    """The files that pre-commit would hand over."""
    names = [str(path.relative_to(folder)) for path in sorted(folder.rglob("*")) if path.is_file()]
    return [name for name in names if re.search(HOOK["files"], name)]


def commit(folder: Path) -> Result:
    program, *arguments = shlex.split(HOOK["entry"])
    assert program == "smallworld"
    with contextlib.chdir(folder):
        return CliRunner().invoke(cli, [*arguments, *committed(folder)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in OTHERS.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    shutil.copytree(CODES / "tiny", tmp_path / "tiny")
    return tmp_path


def test_the_hook(folder: Path) -> None:
    assert committed(folder) == [
        ".github/workflows/ci.yml",
        ".pre-commit-config.yaml",
        "events.jsonl",
        "tiny/boards/tiny.yaml",
        "tiny/variant.yaml",
    ]
    good = commit(folder)
    assert (good.exit_code, good.stderr) == (0, "")
    assert good.stdout.endswith("checked: no problems; 3 files of other programs left alone\n")
    shutil.copy(CODES / "self-border.yaml", folder / "board.yaml")
    bad = commit(folder)
    assert bad.exit_code == 1
    assert "board.yaml:3:43: error[self-border]" in bad.stdout


@pytest.mark.package
@pytest.mark.timeout(900)
def test_the_hook_with_pre_commit_itself(folder: Path) -> None:
    """Installs the hook as an author's repository would, in an environment of its own."""
    shutil.copy(CODES / "self-border.yaml", folder / "board.yaml")
    for command in ("git init -q .", "git add -A"):
        subprocess.run(shlex.split(command), cwd=folder, check=True)
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), HOOK["id"], "--all-files"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "board.yaml:3:43: error[self-border]" in done.stdout
    assert "1 error; 3 files of other programs left alone" in done.stdout
