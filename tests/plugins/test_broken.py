"""Broken plugins and variants, each with the message that its author must read.

``bad_files/plugins/*.py`` are plugins, ``*.yaml`` variants; the first line of each has the expected message.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import corpus
from smallworld.cli import main
from smallworld.plugins.manager import Plugins
from smallworld.testing import check_plugin
from tiers import one_in

PLUGINS = sorted(corpus.PLUGINS.glob("*.py"))
VARIANTS = sorted(corpus.PLUGINS.glob("*.yaml"))
USER = """
variant: user
name: User
extends: base
powers: {broken_power: {name: Broken Power, badge: 5, text: It breaks., source: BROKEN-1, abilities: [broken]}}
"""


def expected(file: Path) -> str:
    head = file.read_text("utf-8").splitlines()[0]
    assert head.startswith("# expect: ")
    return head.removeprefix("# expect: ")


def named(files: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("file", files, ids=[file.stem for file in files])


def test_there_are_enough() -> None:
    assert len(PLUGINS) >= 20
    assert len(VARIANTS) >= 10


@named(PLUGINS)
def test_a_broken_plugin_is_named_with_its_fault(file: Path, tmp_path: Path) -> None:
    user = tmp_path / "variant.yaml"
    user.write_text(USER, "utf-8")
    said = str(check_plugin(str(file), variants=[str(user)], games=3))
    assert "does not conform" in said
    assert expected(file) in said
    assert "Traceback" not in said


@pytest.mark.parametrize("file", one_in(5, PLUGINS), ids=lambda file: file.stem)
def test_the_rest_goes_on(file: Path) -> None:
    plugins = Plugins([str(file)])
    assert {plugin.name for plugin in plugins.entries if plugin.status == "ok"} >= {"base", "warcraft"}


@named(VARIANTS)
def test_a_broken_variant_is_refused_with_its_fault(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # for anything that it would write
    with pytest.raises(SystemExit) as stop:
        main(["validate", "--strict", str(file)])
    said = capsys.readouterr()
    assert stop.value.code == 1
    assert expected(file).partition("; ")[0] in said.out
    assert expected(file).rpartition("; ")[2] in said.out
    assert "Traceback" not in said.out + said.err
    assert not list(tmp_path.iterdir())
