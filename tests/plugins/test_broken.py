"""Broken plugins and variants, each with the message that its author must read.

``bad_files/plugins.yaml`` has them.
"""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from short_edition import write_short

import corpus
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_cli import main
from smallworld_editions.editions import load_variant
from smallworld_testing import check_plugin
from smallworld_testing.static_checks import content_findings
from tiers import one_in

PLUGINS = sorted(corpus.plugins().glob("*.py"))
VARIANTS = sorted(corpus.plugins().glob("*.yaml"))
USER = """
variant: user
name: User
extends: base
powers: {broken_power: {name: Broken Power, badge: 5, text: It breaks., source: BROKEN-1, abilities: [broken]}}
"""

ODD = '''
from smallworld import Ability, hookimpl

class Broken(Ability):
    """A coin."""
    rule = "BROKEN-1"

    @hookimpl
    def score(self, state, race):
        return 1

@hookimpl
def smallworld_abilities():
    return [Broken]
'''


def expected(file: Path) -> str:
    head = file.read_text("utf-8").splitlines()[0]
    assert head.startswith("# expect: ")
    return head.removeprefix("# expect: ")


def named(files: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("file", files, ids=[file.stem for file in files])


def test_there_are_enough() -> None:
    assert len(PLUGINS) >= 20
    assert len(VARIANTS) >= 10


@pytest.fixture(scope="module")
def user(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short edition with a power that has the ability ``broken``."""
    return write_short(tmp_path_factory.mktemp("user"), USER)


@named(PLUGINS)
def test_a_broken_plugin_is_named_with_its_fault(file: Path, user: Path) -> None:
    said = str(check_plugin(str(file), variants=[str(user)], games=2))
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


CTRL_C = """
from smallworld import Ability, hookimpl

class Broken(Ability):
    '''Something that is stopped.'''
    rule = "BROKEN-1"

    @hookimpl
    def turn_started(self, state):
        {game}

{module}

@hookimpl
def smallworld_abilities():
    {hook}
    return [Broken]
"""


@pytest.mark.parametrize("place", ["module", "hook", "game"])
def test_ctrl_c_is_no_fault_of_a_plugin(place: str, tmp_path: Path) -> None:
    places = dict.fromkeys(["module", "hook", "game"], "pass") | {place: "raise KeyboardInterrupt"}
    file, user = tmp_path / "stopped.py", tmp_path / "variant.yaml"
    file.write_text(CTRL_C.format(**places), "utf-8")
    user.write_text(USER, "utf-8")
    with pytest.raises(KeyboardInterrupt):
        check_plugin(str(file), variants=[str(user)], games=5)


def test_an_entry_without_text_and_source_does_not_conform(tmp_path: Path) -> None:
    file, user = tmp_path / "fine.py", tmp_path / "variant.yaml"
    file.write_text(CTRL_C.format(module="", hook="pass", game="pass"), "utf-8")
    user.write_text(USER.replace(", text: It breaks., source: BROKEN-1", ""), "utf-8")
    report = str(check_plugin(str(file), variants=[str(user)], games=0))
    assert "power 'broken_power' of user has no text" in report
    assert "power 'broken_power' of user has no source" in report


def test_the_second_plugin_of_a_name_is_left_out(tmp_path: Path) -> None:
    files = [tmp_path / folder / "twin.py" for folder in ("one", "two")]
    for file in files:
        file.parent.mkdir()
        file.write_text(CTRL_C.format(module="", hook="pass", game="pass"), "utf-8")
    plugins = Plugins(map(str, files))
    assert [plugin.problem for plugin in plugins.broken()] == ["another plugin is called 'twin' too; rename one"]


def test_a_variant_of_a_broken_plugin_cannot_be_played() -> None:
    problem, remedy = Plugins([str(corpus.plugins() / "import_fails.py")]).lacks("import_fails") or ("", "")
    assert "the plugin 'import_fails' is broken: it cannot be imported: " in problem
    assert remedy == "see smallworld doctor"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a running import can only be interrupted on POSIX")
def test_an_import_without_end_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld.plugins.plugin.IMPORT_SECONDS", 0.1)
    endless = tmp_path / "endless.py"
    endless.write_text("while True: pass\n", "utf-8")
    plugin = next(entry for entry in Plugins([str(endless)]).entries if entry.name == "endless")
    assert (plugin.status, plugin.problem) == ("failed", "its import takes more than 0.1 seconds")


def test_a_variant_with_errors_is_the_only_finding(tmp_path: Path) -> None:
    plugin = tmp_path / "odd.py"
    plugin.write_text(ODD, "utf-8")
    user = tmp_path / "variant.yaml"
    user.write_text(USER.replace("broken]", "broken, nonsense]"), "utf-8")
    report = check_plugin(str(plugin), variants=[str(user)], games=1)
    assert [finding.check for finding in report.findings] == ["content"]


def test_texts_that_another_edition_lacks_are_no_fault_of_the_plugin(tmp_path: Path) -> None:
    for name, older, race in (("far", "base", "elks"), ("near", "far.yaml", "elms")):
        text = f"variant: {name}\nname: X\nextends: {older}\nraces: {{{race}: {{name: X, banner: 5, supply: 10}}}}\n"
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    edition = load_variant(str(tmp_path / "near.yaml"))
    findings = [str(message) for check, message, _ in content_findings(edition, default_plugins()) if check == "docs"]
    assert findings == ["the race 'elms' of near has no text", "the race 'elms' of near has no source"]
