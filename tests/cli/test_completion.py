"""``smallworld completion``: Tab completes in real shells."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pexpect
import pytest
from terminal import Run

from tiers import quick_first

SHELLS = {
    "bash": ("bash --norc --noprofile -i", 'eval "$(smallworld completion bash)"'),
    "zsh": ("zsh -f -i", 'autoload -Uz compinit; compinit -u -d "$HOME/dump"; eval "$(smallworld completion zsh)"'),
    "fish": ("fish --no-config -i", "smallworld completion fish | source"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="the shells need a POSIX terminal")
@pytest.mark.parametrize("shell", quick_first(SHELLS))
def test_tab_completes_in_a_shell(shell: str, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    program, setup = SHELLS[shell]
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    surroundings = {**os.environ, "PATH": paths, "HOME": str(tmp_path), "TERM": "xterm", "COLUMNS": "100"}
    child = pexpect.spawn(program, env=surroundings, cwd=str(tmp_path), encoding="utf-8", timeout=30)
    try:
        child.sendline(f"{setup}; echo re''ady")
        child.expect("ready")
        child.send("smallworld doct\t")
        child.expect(r"doctor")
    finally:
        child.close(force=True)


@pytest.mark.parametrize(
    ("line", "proposals"),
    [
        ("smallworld pl", ["play", "plugin"]),
        ("smallworld play wa", ["warcraft"]),
        ("smallworld variant show ba", ["base"]),
        ("smallworld schema --in", ["--install"]),
    ],
)
def test_commands_options_and_editions_are_proposed(
    line: str, proposals: list[str], monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("_SMALLWORLD_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    code, text = run()
    assert code == 0
    assert text.splitlines() == [f"plain,{name}" for name in proposals]


def test_a_path_is_proposed_where_no_edition_fits(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv("_SMALLWORLD_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "smallworld play ./m")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert run() == (0, "file,./m\n")


def test_the_shell_in_use_is_the_default(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert run("completion") == run("completion", "fish")
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    code, text = run("completion")
    assert code == 2
    assert text.startswith("error: name a shell: bash, zsh, fish\n")
    code, text = run("completion", "tcsh")
    assert code == 2
    assert "unknown argument 'tcsh'; choose one of: bash, zsh, fish" in text
