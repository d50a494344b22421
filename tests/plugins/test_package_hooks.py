"""Hooks of packages: commands, renderers and checks of editions, brought by the example package ``lookout``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

import smallworld
from smallworld.plugins import installed
from smallworld.plugins.manager import Plugins
from smallworld_cli import cli, main

ROOT = Path(__file__).parents[2]
LOOKOUT = ROOT / "docs" / "examples" / "lookout" / "src" / "lookout"
BASE = ROOT / "variants" / "base"


@pytest.fixture
def saved_game(tmp_path: Path) -> Path:
    game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=1)
    while game.round == 1:
        game.apply(game.legal_actions()[0])
    (tmp_path / "game.jsonl").write_text(game.dumps(), "utf-8")
    return tmp_path / "game.jsonl"


@pytest.fixture
def with_lookout(monkeypatch: pytest.MonkeyPatch) -> Iterator[Plugins]:
    """The program as if the example were installed."""
    monkeypatch.syspath_prepend(str(LOOKOUT.parent))
    plugins = Plugins(["lookout"])
    monkeypatch.setattr("smallworld_cli.plugin_commands", lambda: plugins.commands)
    yield plugins
    for name in [name for name in sys.modules if name.partition(".")[0] == "lookout"]:
        del sys.modules[name]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], prog_name="smallworld")


def test_a_plugin_brings_a_command(with_lookout: Plugins, saved_game: Path) -> None:
    assert with_lookout.broken() == []
    assert "Count the regions of everybody in a saved game." in run("--help").output
    done = run("lookout", saved_game)
    assert (done.exit_code, done.output.splitlines()[0].split(":")[0]) == (0, "ann")
    assert "regions" in done.output and "tokens" in done.output


def test_a_command_of_a_plugin_prints_and_ends_the_program(
    with_lookout: Plugins, saved_game: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its other output goes to standard error, and an exit of its own ends the command with that status."""
    main(["lookout", str(saved_game)])
    assert capfd.readouterr().out.startswith("ann: ")
    source = LOOKOUT / "command.py"
    leaving = source.read_text("utf-8").replace("facts = Game", "raise SystemExit(7)\n    facts = Game")
    exec(compile(leaving, str(source), "exec"), vars(sys.modules["lookout.command"]))
    with pytest.raises(SystemExit) as stop:
        main(["lookout", str(saved_game)])
    assert stop.value.code == 7 and capfd.readouterr().err == ""


def test_a_plugin_brings_a_renderer(saved_game: Path) -> None:
    done = run("replay", saved_game, "--render", "owners", "--plugin", LOOKOUT)
    owners = {line.split(": ")[1] for line in done.output.splitlines()}
    assert done.exit_code == 0 and owners == {"ann", "bob"}


def test_shipped_commands_print_on_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    """Each package of ours, though not by way of one list that somebody could forget."""
    for arguments in (["board", "show", "base-2p"], ["ability", "list"], ["schema", "board"], ["variant", "list"]):
        main(arguments)
        printed = capfd.readouterr()
        assert len(printed.out) > 100 and printed.err == "", arguments


def test_boards_are_drawn_by_renderers_too(saved_game: Path) -> None:
    assert run("replay", saved_game, "--render", "svg").output.startswith("<svg")
    done = run("replay", saved_game, "--render", "sgv")
    assert done.exit_code != 0 and isinstance(done.exception, smallworld.SmallWorldError)
    assert str(done.exception) == "unknown renderer 'sgv'; did you mean 'svg'?"


def test_a_plugin_brings_a_statistic(tmp_path: Path) -> None:
    arguments = ("--games", "2", "--player", "random", "--seed", "1", "--plugin", LOOKOUT, "--observer", "conquests")
    assert run("simulate", *arguments, "--out", tmp_path / "games.parquet").exit_code == 0
    games = pq.read_table(tmp_path / "games.parquet").to_pylist()
    assert len(games) == 2
    for game in games:
        counts = Counter({f"conquests.{combo['race']}": 0 for combo in game["combos"]})
        for combo in game["combos"]:
            counts[f"conquests.{combo['race']}"] += combo["conquests"]
        assert +counts == +Counter({name: int(count) for name, count in game["observed"]})


def test_a_plugin_checks_editions(tmp_path: Path) -> None:
    text = "variant: mine\nname: Mine\nextends: base\nterrains:\n  moor: {name: Moor}\n"
    (tmp_path / "variant.yaml").write_text(text, "utf-8")
    done = run("validate", tmp_path, "--plugin", LOOKOUT)
    assert "warning[plugin-finding]: no region of any board is moor (plugin lookout)" in done.output
    assert "plugin-finding" not in run("validate", tmp_path).output


def test_what_a_check_does_wrong_is_a_sentence() -> None:
    plugins = Plugins([str(LOOKOUT)])
    fault = "hook smallworld_check_variant failed: AttributeError: 'NoneType' object has no attribute 'board_files'"
    assert ("lookout", "", fault) in plugins.variant_problems(None)  # type: ignore[arg-type] - an edition without boards


@pytest.mark.parametrize(("hook", "answer", "problem"), [
    ("commands", "{'play': ('a:b', 'Play.')}", "a command 'play' is there already; choose another name"),
    ("commands", "{'sing': 'a:b'}", "'sing' must have two texts, 'module:command' and a line of help"),
    ("renderers", "{'text': str}", "a renderer 'text' is there already; choose another name"),
    ("renderers", "{'song': 'la'}", "'song' must be a function of a view"),
    ("catalogues", "5", "must return a list, not int"),
])  # fmt: skip
def test_wrong_answers_are_refused(tmp_path: Path, hook: str, answer: str, problem: str) -> None:
    source = f"from smallworld import hookimpl\n\n\n@hookimpl\ndef smallworld_{hook}():\n    return {answer}\n"
    (tmp_path / "singer.py").write_text(source, "utf-8")
    plugin = Plugins([str(tmp_path / "singer.py")]).entries[-1]
    assert plugin.status == "failed" and str(plugin.problem).startswith(f"hook smallworld_{hook}")
    assert problem in str(plugin.problem)


def test_hooks_of_packages_are_called_through_pluggy() -> None:
    plugins = Plugins()
    assert {"svg", "text"} <= {name for answer in plugins.manager.hook.smallworld_renderers() for name in answer}


def test_commands_of_a_package_that_is_not_there_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smallworld_lab.commands", None)
    installed.shipped_commands.cache_clear()
    try:
        assert "simulate" not in installed.shipped_commands() and "play" in installed.shipped_commands()
        assert run("simulate").exit_code == 2
    finally:
        installed.shipped_commands.cache_clear()
