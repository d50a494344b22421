"""Texts of content and names of files cannot steer a terminal, a picture or a build log."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from terminal import Run

from smallworld_output.safe_text import safe, safe_lines, safe_markup

EVIL = "a\x1b[2Jb\u202ec\u2066d\x07\x9be"


def test_marks_replace_what_steers() -> None:
    assert safe(EVIL) == "a\ufffd[2Jb\ufffdc\ufffdd\ufffd\ufffde"
    for harmless in ("Žluťoučký kůň 龍", "\U0001f469\u200d\U0001f33e", "a\u00a0b"):
        assert safe(harmless) == harmless
    picture = ElementTree.fromstring(f'<svg aria-label="{safe_markup(EVIL + chr(34) + "<")}"/>')
    assert picture.get("aria-label") == safe(EVIL) + '"<'
    assert safe_lines("a ::b\n::error::c\n  ::warning::d\n##[group]e") == (
        "a ::b\n\ufffd:error::c\n  \ufffd:warning::d\n\ufffd#[group]e"
    )


@pytest.mark.parametrize("command", ["validate", "report", "replay", "resume", "play", "plugin check", "board show"])
def test_names_of_files_steer_nothing(command: str, run: Run, tmp_path: Path) -> None:
    name = tmp_path / f"{EVIL}\n::error::x.yaml"
    name.write_text("variant: [\n", "utf-8")
    status, printed = run(*command.split(), str(name))
    assert status in (1, 2) and "Traceback" not in printed
    assert not set(printed) & set("\x1b\u202e\u2066\x07\x9b")
    assert not [line for line in printed.splitlines() if line.lstrip().startswith("::")]


def test_names_of_saves_begin_no_command(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "a\n::error ::forged.jsonl"
    status, printed = run("play", "--player", "ann", "--player", "bob", "--save", str(save))
    assert status == 0 and save.exists()
    assert not [line for line in printed.splitlines() if line.startswith("::")]


def test_only_annotations_begin_commands(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "::error ::forged").write_text("variant: [\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert not run("validate", "::error ::forged")[1].startswith("::")
    annotation = run("validate", "--format", "github", "::error ::forged")[1]
    assert annotation.startswith("::error file=%3A%3Aerror %3A%3Aforged,line=1,")
