"""No text asks for a package of this name that is not ours: ``smallworld`` on the index is somebody else's."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import InvalidRequirement, Requirement

from smallworld.versions import DISTRIBUTION, extra, pip_install

ROOT = Path(__file__).parents[2]
OTHERS = {
    *("babel", "build", "catanatron_gym", "check-wheel-contents", "cibuildwheel", "jupyter", "pettingzoo"),
    *("pip", "playwright", "pre-commit", "psutil", "uvloop", "sb3-contrib", "setuptools", "tox", "twine", "uv"),
}
"""Packages of others that somebody who works with this program installs."""
PLUGINS = {"absent", "beacons", "herons", "misty-lakes", "moss-pack", "old-walls"}
"""Invented plugins, in examples and tests."""
FOLDERS = (".ci", ".container", ".github", "core", "docs", "plugins", "schemas", "tests", "variants")
SUFFIXES = {
    *(".cfg", ".html", ".ipynb", ".ini", ".jinja", ".js", ".json", ".md", ".py", ".toml", ".txt", ".yaml", ".yml"),
    "",  # Containerfile
}
INSTALLATION = re.compile(
    r"(?:\bpip3? install|\bpip download|\bpip index versions|\buv add|\buv tool (?:install|run)|\bpoetry add"
    r"|\bpipx (?:install|run)|\buvx)\b(?P<words>[^\n]*)"
)
INSTALLER = re.compile(r"p(?:ip|oetry )|uvx|uv [at]")
"""Matches in every text in which the pattern above does, and is searched more quickly."""
EXTRA_OF = re.compile(r"(?P<name>small(?<![\w.]small)[-_]?world(?:[-_]\w+)*)\[(?P<extras>[a-z]+)\]")
ON_INDEX = re.compile(r"pypi\.org/(?:project|simple)/(?P<name>[\w.-]+)")
WORD = re.compile(r"[A-Za-z][\w.-]*(?:\[[\w,]+\])?(?:[<>=!~]=?[^\s]*)?\Z")
SPECIFIED = {"--from", "--spec", "--with"}
"""Options before the package that will be installed."""
SKIPPED = {"--dest", "--find-links", "--group", "--index-url", "--python", "--resolution", "-c", "-f", "-i", "-r"}
"""Options with another value."""


@cache
@cache
def texts() -> dict[str, str]:
    """Every text of the repository that a person reads or a program runs, by its path."""
    paths = [*ROOT.glob("*"), *ROOT.glob(".*.yaml"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*"))]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8", "replace")
        for path in sorted(paths)
        if path.suffix in SUFFIXES and path.is_file() and path != Path(__file__) and "__pycache__" not in path.parts
    }


def parts_of(line: str) -> list[str]:
    """The words of a command up to its end: that of the shell, of a piece of code, of a string."""
    line = re.split(r"&&|\|\||[;|`\\)>](?!=)|\s#|\.\s|\. *$|, ", re.sub(r"\\(?=[\"\[\]])", "", line))[0]
    try:
        return shlex.split(line)
    except ValueError:  # the line ends in an open quotation
        return shlex.split(re.sub(r"[\"'][^\"']*$", "", line).replace('"', "").replace("'", ""))


def installed(line: str, command: str) -> Iterator[str]:
    """The packages that a command installs; folders and options are left out."""
    parts, runs = parts_of(line), re.search(r"run|uvx", command) is not None
    position = 0
    while position < len(parts):
        word = parts[position]
        position += 2 if word in SKIPPED else 1
        if word in SPECIFIED:
            yield parts[position]
            return
        if not word.startswith("-") and word not in SKIPPED and WORD.match(word):
            yield word
            if runs:
                return  # what follows are the words of the program


@cache
def requested(text: str) -> tuple[str, ...]:
    """Every package that a text asks its reader to install."""
    return tuple(_requested(text))


def _requested(text: str) -> Iterator[str]:
    for match in INSTALLATION.finditer(text) if INSTALLER.search(text) else ():
        yield from installed(match["words"], match[0][: match.start("words") - match.start()])
    for match in EXTRA_OF.finditer(text):
        yield match[0]
    yield from (match["name"] for match in ON_INDEX.finditer(text))


def name_of(requirement: str) -> str:
    try:
        return Requirement(requirement).name
    except InvalidRequirement:
        return requirement


def strangers(text: str) -> list[str]:
    return [word for word in requested(text) if name_of(word).rstrip(".") not in {DISTRIBUTION, *OTHERS, *PLUGINS}]


def test_no_text_tells_to_install_what_is_not_ours() -> None:
    assert {path: names for path, text in texts().items() if (names := strangers(text))} == {}


def test_our_own_name_is_met() -> None:
    """The search finds what it searches: many commands, ours among them."""
    names = [name_of(word) for text in texts().values() for word in requested(text)]
    assert names.count(DISTRIBUTION) > 12
    assert {"tox", "twine"} <= set(names)


@pytest.mark.parametrize(
    "text",
    [
        "pip install smallworld",
        "`pip install 'smallworld[sim]'`",
        "lazy(\"it needs numpy; pip install 'smallworld[sim]'\")",
        "pip install --upgrade smallworld>=0.2 && smallworld play",
        "uvx smallworld play",
        "pipx run smallworld play",
        "uv tool install smallworld",
        "uvx --from smallworld smallworld play",
        "the extra `smallworld[web]` is missing",
        "https://pypi.org/project/smallworld/",
        'test = ["smallworld[dask]"]',
    ],
)
def test_the_name_of_somebody_else_is_noticed(text: str) -> None:
    assert [name_of(word) for word in strangers(text)][:1] == ["smallworld"]


def test_what_is_right_passes() -> None:
    lines = [
        "pip install .",
        'pip install ".[sim]"',
        "pip install 'smallworld-engine[sim]'",
        "pip install -e '.[test]'",
    ]
    assert [strangers(line) for line in lines] == [[], [], [], []]
    assert strangers("uvx --from smallworld-engine smallworld play") == []


@pytest.mark.parametrize("path", sorted(ROOT.rglob("docs/**/pyproject.toml")), ids=lambda path: path.parent.name)
def test_examples_depend_on_us(path: Path) -> None:
    names = [name_of(line) for line in tomllib.loads(path.read_text("utf-8"))["project"]["dependencies"]]
    assert names[0] == DISTRIBUTION
    assert {*names[1:]} <= PLUGINS


def test_the_distribution_has_the_name_of_the_source() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == DISTRIBUTION
    our_extras = [
        line for lines in project["optional-dependencies"].values() for line in lines if line.startswith("small")
    ]
    assert len(our_extras) > 1
    assert all(extra(name) in our_extras for line in our_extras for name in Requirement(line).extras)


def test_one_function_writes_the_command() -> None:
    """No sentence of the program has a command of its own, so none can name another package."""
    folders = ("core/smallworld/", "plugins/")
    assert [
        p for p, text in texts().items() if p.startswith(folders) and p.endswith(".py") and "pip install" in text
    ] == []
    assert pip_install(extra("sim")) == "pip install 'smallworld-engine[sim]'"
    assert pip_install("misty-lakes>=0.2", upgrade=True) == "pip install --upgrade 'misty-lakes>=0.2'"
