"""What is not loaded when nobody plays: a question for help is answered without an engine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import smallworld
from smallworld.model.variant_folder import shipped_folder
from smallworld_editions.editions import READY_FILE

HEAVY = (
    "jsonschema", "ruamel", "prompt_toolkit", "polars", "smallworld.game", "smallworld.model.variant",
    "smallworld_editions", "smallworld.rules", "smallworld.plugins.manager", "smallworld_bots", "smallworld_draw.scene",
    "packaging", "importlib.metadata", "importlib.resources", "difflib", "html", "ctypes",
)  # fmt: skip
PROBE = """
import sys
from smallworld_cli import main
for command in sys.argv[1:]:
    try:
        main([*filter(None, [command]), "--help"])
    except SystemExit:
        pass
print(*sys.modules, file=sys.stderr)
"""
LIGHT = ("", "play", "resume", "replay", "legal", "validate", "scenario", "simulate", "report", "board", "variant")


def test_the_version_is_printed_without_an_engine() -> None:
    program = "import sys; from smallworld_cli import main\ntry: main(['--version'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    version, _, modules = done.stdout.partition("\n")
    assert version == f"smallworld, version {smallworld.__version__}"
    assert heavy_of(modules.split()) == []


def modules_of(tmp_path: Path, *arguments: str) -> list[str]:
    """The modules of a start of the program, with a cache of its own."""
    program = "import sys; from smallworld_cli import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=tmp_path, input="pick 1\nlegal\nquit\n",
        capture_output=True, text=True, env={**os.environ, "SMALLWORLD_CACHE": str(tmp_path / "kept")}, check=True,
    )  # fmt: skip
    return done.stderr.rsplit("\n", 2)[-2].split()


def test_the_second_start_reads_and_checks_nothing(tmp_path: Path) -> None:
    first = set(modules_of(tmp_path, "variant", "list"))
    is_in_wheel = (shipped_folder() / "base" / READY_FILE).is_file()
    assert is_in_wheel or {"smallworld_editions.load", "ruamel.yaml"} <= first
    assert "jsonschema" not in first  # that one lists the mistakes of a file
    for arguments in (["variant", "list"], ["play", "--seed", "1", "--save", "game.jsonl"]):
        modules = modules_of(tmp_path, *arguments)
        assert "smallworld_editions.editions" in modules
        libraries = (
            "jsonschema",
            "ruamel",
            "referencing",
            "importlib.metadata",
            "packaging",
            "smallworld_editions.load",
            "smallworld_validate.inspection",
        )
        assert [name for name in modules if name.startswith(libraries)] == []
    assert len(files_of_ours(modules)) <= 130, (
        "import what few games need where it is used; new entry points: pip install -e ."
    )
    begin = "smallworld.new_game(smallworld.load_variant('base'), ['ann', 'bob'], seed=1)"
    program = f"import sys, smallworld; {begin}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "SMALLWORLD_CACHE": str(tmp_path / "kept")}, check=True,
    )  # fmt: skip
    assert len(files_of_ours(done.stdout.split())) <= 100


def files_of_ours(modules: list[str]) -> list[str]:
    return [name for name in modules if name.startswith("smallworld")]


def heavy_of(modules: list[str]) -> list[str]:
    return [name for name in modules if any(name == heavy or name.startswith(f"{heavy}.") for heavy in HEAVY)]


def test_help_loads_no_engine() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE, *LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout.count("Usage: smallworld") == len(LIGHT)
    modules = done.stderr.split()
    assert "click" in modules
    assert heavy_of([name for name in modules if ".commands" not in name]) == []


def test_the_list_of_commands_loads_no_command() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE, ""], capture_output=True, text=True, check=True)
    modules = done.stderr.split()
    assert "smallworld_draw" in modules
    assert "smallworld_cli.common" not in modules, "a hook that names commands is imported apart from the commands"


def test_every_public_name_is_there_when_it_is_asked_for() -> None:
    for name in smallworld.__all__:
        assert getattr(smallworld, name) is not None
    assert set(smallworld.__all__) <= set(dir(smallworld))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'smallworld' has no attribute 'Gmae'"):
        _ = smallworld.Gmae  # type: ignore[attr-defined]
