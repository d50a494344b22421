"""The code blocks of docs that no page's own test runs: Python, shell, systemd and pieces of TOML."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from smallworld_web.commands.serve import command as serve

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / ".github").glob("*.md"))]
BLOCK = re.compile(r"^(?:<!-- file: \S+ -->\n)?```(\S+)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LANGUAGES = {
    "python",
    "sh",
    "console",
    "yaml",
    "toml",
    "ini",
    "text",
    "transcript",
    "{toctree}",
    "{eval-rst}",
    "{include}",
}
TESTED_ELSEWHERE = {
    "authors.md": 2,  # tests/plugins/test_tutorial.py
    "bot.md": 1,  # the same
    "boards.md": 1,  # tests/render/test_docs_boards.py
    "studio.md": 1,  # tests/web/test_page_sets.py
    "writing_bots.md": 1,  # tests/bots/test_bots.py
    "questions.md": 4,  # tests/docs/test_designer_questions.py
    "lab.md": 3,  # tests/sim/test_lab.py, tests/sim/test_report.py
}
"""Page → its blocks of Python that other tests run."""
OTHER_PROGRAMS = {
    "jupyter": "environments.md: run the notebook",
    "check-jsonschema": "validate.md: a schema in another checker",
    "createdb": "browser.md: back up PostgreSQL",
    "pg_dump": "browser.md: back up PostgreSQL",
    "psql": "browser.md: back up PostgreSQL",
    "sqlite3": "browser.md: back up SQLite",
    "echo": "playing.md: completion in new shells",
}
"""Other programs, with the place of their use; their options are not checked."""


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind == language]


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def groups() -> set[str]:
    """The groups of dependencies for work on the project."""
    return set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"])


def environments() -> set[str]:
    """The environments of tox."""
    settings = configparser.ConfigParser()
    settings.read(ROOT / "tox.ini", "utf-8")
    return {name.removeprefix("testenv:") for name in settings.sections()}


def shell_lines(text: str) -> Iterator[list[str]]:
    """The words of each command, without loops, variables and redirections."""
    for line in text.replace("\\\n", " ").splitlines():
        for part in re.split(r"&&|\||;", line.partition(" #")[0]):
            arguments = shlex.split(part.partition(">")[0].partition("<")[0], comments=True)
            if arguments and arguments[0] not in ("for", "do", "done"):
                yield arguments


def fault_of(arguments: list[str]) -> str:
    """Return the fault of a command; empty if it is a program of ours with things that exist."""
    program, *rest = arguments
    if program in {*OTHER_PROGRAMS, "smallworld", "eval", "."}:
        return ""  # test_docs_commands.py checks the words after smallworld
    if program == "pip":
        extras = set(re.findall(r"(?<!pettingzoo)\[(\w+)\]", " ".join(rest)))
        missing = extras - project()["optional-dependencies"].keys()
        missing |= {group for option, group in pairwise(rest) if option == "--group"} - groups()
    elif program == "tox":
        missing = {name for name in (rest[1].split(",") if rest else ()) if name not in environments()}
    elif program == "python":
        is_module = rest[0] == "-m"
        missing = set() if (is_module and find_spec(rest[1])) or (ROOT / rest[0]).is_file() else {rest[0]}
    elif program == "podman":
        missing = {word for word in rest if "Containerfile" in word and not (ROOT / word).is_file()}
    else:
        missing = {program}
    return ", ".join(sorted(missing))


def test_every_language_of_a_block_has_a_test() -> None:
    kinds = {kind for page in PAGES for kind, _ in BLOCK.findall(page.read_text("utf-8"))}
    assert kinds == LANGUAGES, "test the blocks of a new language in this file, and add it to LANGUAGES"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_shell_lines_name_things_that_exist(page: Path) -> None:
    commands = [command for text in blocks(page, "sh") for command in shell_lines(text)]
    assert [" ".join(command) for command in commands if fault_of(command)] == []


def test_a_thing_that_does_not_exist_is_noticed() -> None:
    lines = [
        'pip install ".[wep]"', "tox -e lint,typos  # both", "python tests/lost.py && tox", "rm -r x",
        "podman build -f Containerfile",
    ]  # fmt: skip
    assert [fault_of(command) for command in shell_lines("\n".join(lines))] == [
        "wep", "typos", "tests/lost.py", "", "rm", "Containerfile"
    ]  # fmt: skip


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.skipif(sys.platform == "win32", reason="bash of Windows is a door to another system")
def test_shell_blocks_can_be_parsed() -> None:
    texts = [text for page in PAGES for text in blocks(page, "sh")]
    done = subprocess.run(["bash", "-n"], input="\n".join(texts), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(texts) > 30


def test_all_python_is_run() -> None:
    counts = {page.name: len(blocks(page, "python")) for page in PAGES if blocks(page, "python")}
    run_here = {"README.md": 1, "rulings.md": 1, "environments.md": 3}
    remedy = "run the block in a test of its page, and write its number into TESTED_ELSEWHERE or run_here of this file"
    assert counts == TESTED_ELSEWHERE | run_here, remedy


def test_the_games_of_the_pages_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    (code,) = blocks(ROOT / "README.md", "python")
    exec(compile(code, "README.md", "exec"), names)
    assert re.fullmatch(r"\{'ann': \d+, 'bob': \d+\}\n", capsys.readouterr().out)
    (code,) = blocks(ROOT / "docs" / "rulings.md", "python")
    exec(compile(code, "rulings.md", "exec"), names)
    assert names["game"].view("ann").coins == {"ann": 5, "bob": 5}  # open, so that ann sees those of bob


@pytest.mark.envs
@pytest.mark.filterwarnings("ignore")
@pytest.mark.timeout(300)
def test_the_environments_of_the_page_can_be_used() -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    table, vector, spiel = blocks(ROOT / "docs" / "environments.md", "python")
    names: dict[str, Any] = {}
    exec(compile(table, "environments.md", "exec"), names)
    assert names["table"].agents == []
    exec(compile(vector.replace("64,", "4,").replace("range(100)", "range(9)"), "environments.md", "exec"), names)
    assert names["games"].closed and names["rewards"].shape == (4,)
    exec(compile(spiel, "environments.md", "exec"), names)
    assert names["state"].is_chance_node() or names["state"].legal_actions()


def test_the_unit_of_systemd_starts_the_server_with_options_that_exist() -> None:
    (text,) = blocks(ROOT / "docs" / "browser.md", "ini")
    unit = configparser.ConfigParser()
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(text)
    program, command, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert (Path(program).name, command) == ("smallworld", "serve")
    context = serve.make_context("serve", arguments)  # raises for a word that is not an option
    folder = f"/var/lib/{unit['Service']['StateDirectory']}/"
    assert context.params["database"].startswith(f"sqlite:///{folder}")


def test_the_entry_point_of_a_plugin_has_the_group_that_is_read() -> None:
    (text,) = blocks(ROOT / "docs" / "authors.md", "toml")
    groups = tomllib.loads(text)["project"]["entry-points"]
    assert groups.keys() <= project()["entry-points"].keys()
