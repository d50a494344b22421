"""The guide of docs/languages.md leads from ``language new`` to green, for a language that nobody has."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from languages.codes import NOBODY_HAS, ROOT
from tiers import FULL

# The last step, a glossary, is for a language of which all is translated.
GUIDE = (ROOT / "docs" / "languages.md").read_text("utf-8").partition("## A new language")[2].partition("\n7. ")[0]
COPIED = ("core", "plugins", "variants", "schemas", "tests", "docs", "pyproject.toml", "README.md")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the repository, so that a language can be added to it."""
    if not (ROOT / ".git").exists():
        pytest.skip("needs a checkout")
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", ".*cache")
    for name in COPIED:
        source = ROOT / name
        shutil.copytree(source, tmp_path / name, ignore=ignored) if source.is_dir() else shutil.copy(source, tmp_path)
    (tmp_path / ".git").mkdir()
    for name in ("variants", "schemas"):  # as the installation has them; else those of the tested one would be used
        (tmp_path / "core" / "smallworld" / name).symlink_to(tmp_path / name)
    return tmp_path


def run(checkout: Path, *command: str) -> str:
    """Run a command of the guide with the sources of the copy."""
    environment = {**os.environ, "COLUMNS": "200"}
    environment["PYTHONPATH"] = os.pathsep.join([str(checkout / "core"), str(checkout / "plugins")])
    environment.pop("SMALLWORLD_LANGUAGE", None)
    is_program = command[0] in ("smallworld", "pytest")
    arguments = [sys.executable, *(["-m", *command] if is_program else command[1:])]
    done = subprocess.run(
        arguments, cwd=checkout, env=environment, capture_output=True, encoding="utf-8", timeout=500, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@FULL
@pytest.mark.timeout(900)
def test_the_guide_leads_to_green(checkout: Path) -> None:
    """Every command of the guide, with ``hu`` replaced; a name and a sentence are translated, the rest is missing."""
    commands = [text.replace("hu", NOBODY_HAS).split() for text in re.findall(r"`([^`\n]+)`", GUIDE)]
    steps = [
        arguments
        for arguments in commands
        if arguments[0] in ("smallworld", "python", "pytest") and "--variant" not in arguments
    ]
    assert [arguments[0] for arguments in steps[:2]] == ["smallworld", "smallworld"] and steps[-1][0] == "pytest", steps
    names = checkout / "variants" / "base" / "languages" / f"{NOBODY_HAS}.yaml"
    for arguments in steps:
        if arguments[1] == "play":
            arguments += ["base", "--player", "ann=random", "--player", "bob=random", "--seed", "3"]
        run(checkout, *arguments)
        if arguments[1:3] == ["language", "new"]:
            assert names.is_file()
            names.write_text(f"language: {NOBODY_HAS}\nraces: {{trolls: {{name: Trollok}}}}\n", "utf-8")
            catalogue = checkout / f"core/smallworld/languages/catalogues/{NOBODY_HAS}/LC_MESSAGES/smallworld.po"
            text = catalogue.read_text("utf-8")
            begun = text.replace('msgid "Conquer"\nmsgstr ""', 'msgid "Conquer"\nmsgstr "Foglalás"')
            assert begun != text
            catalogue.write_text(begun, "utf-8")
    assert re.search(rf"^{NOBODY_HAS} ", run(checkout, "smallworld", "language", "list"), re.MULTILINE)
    assert f"| `{NOBODY_HAS}` | 0 % | " in (checkout / "docs" / "languages.md").read_text("utf-8")
