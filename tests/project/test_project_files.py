"""The files for contributors: workflows use commands that exist, links lead somewhere."""

from __future__ import annotations

import configparser
import json
import os
import re
import subprocess
import sys
import tomllib
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from ruamel.yaml import YAML

from smallworld import __version__
from smallworld_web.commands.serve import command as serve

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").glob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def values_of(node: Any, key: str) -> list[str]:
    """Return every text under a key, at any depth."""
    if isinstance(node, list):
        return [text for item in node for text in values_of(item, key)]
    if not isinstance(node, dict):
        return []
    value = node.get(key, [])
    texts = [value] if isinstance(value, str) else [text for text in value if isinstance(text, str)]
    return texts + [text for child in node.values() for text in values_of(child, key)]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_run_environments_of_tox(path: Path) -> None:
    settings = configparser.ConfigParser()
    settings.read(ROOT / "tox.ini", "utf-8")
    environments = {name.removeprefix("testenv:") for name in settings.sections() if name.startswith("testenv:")}
    workflow = YAML(typ="safe").load(path)
    names = set(values_of(workflow, "environment")) - {"${{ matrix.environment }}", "pypi"}
    names |= set(re.findall(r"tox -e ([a-z]+)", " ".join(values_of(workflow, "run"))))
    assert names <= environments
    for job in workflow["jobs"].values():
        assert "permissions" in workflow or "permissions" in job


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_to_files(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in LINK.findall(text):
        if "://" not in target and not target.startswith(("#", "mailto:")):
            assert (page.parent / target.partition("#")[0]).exists(), target


def step(workflow: str, name: str) -> str:
    """The script of a step of a workflow."""
    jobs = YAML(typ="safe").load(ROOT / ".github" / "workflows" / workflow)["jobs"].values()
    (script,) = [step["run"] for job in jobs for step in job.get("steps", ()) if step.get("name") == name]
    return str(script)


@pytest.mark.skipif(sys.platform == "win32", reason="the workflow runs on Linux")
def test_a_release_refuses_another_tag(tmp_path: Path) -> None:
    (tmp_path / "core" / "smallworld").mkdir(parents=True)
    name = "core/smallworld/versions.py"
    (tmp_path / name).write_text((ROOT / name).read_text("utf-8"), "utf-8")

    def run(tag: str) -> subprocess.CompletedProcess[str]:
        command = ["bash", "-euc", step("release.yml", "The tag is the version of the program")]
        settings = {**os.environ, "GITHUB_REF_NAME": tag}
        return subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True)

    assert run(f"v{__version__}").returncode == 0
    assert run("v99.0").stdout.startswith("the tag is v99.0, versions.py says")


def test_a_release_names_its_addresses_in_the_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tagged tree is built as it is; two variables of the workflow reach the metadata alone."""
    from setuptools import Distribution

    from smallworld_native.backend import EggInfo

    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert "sed -i" not in workflow and ">> pyproject.toml" not in workflow
    monkeypatch.chdir(ROOT)

    def metadata(**variables: str) -> Any:
        for name, value in variables.items():
            assert f"{name}:" in workflow
            monkeypatch.setenv(name, value)
        distribution = Distribution({"name": "x", "version": "1.0", "packages": []})
        distribution.metadata.long_description = (ROOT / "README.md").read_text("utf-8")
        EggInfo(distribution).finalize_options()
        return distribution.metadata

    assert not metadata().project_urls and "](docs/playing.md" in metadata().long_description
    release = metadata(SMALLWORLD_REPOSITORY="https://git.example/a/b", SMALLWORLD_TAG="v1.0")
    assert release.project_urls["Issues"] == "https://git.example/a/b/issues"
    assert "(https://git.example/a/b/blob/v1.0/docs/playing.md#completion-by-tab)" in release.long_description
    assert [target for target in LINK.findall(release.long_description) if "://" not in target] == []


def test_a_release_publishes_the_compiled_wheels_of_every_platform() -> None:
    def workflow(name: str) -> Any:
        return YAML(typ="safe").load(ROOT / ".github" / "workflows" / name)

    wheels, release = workflow("wheels.yml"), workflow("release.yml")["jobs"]
    assert "workflow_call" in wheels["on"] and release["wheels"] == {"uses": "./.github/workflows/wheels.yml"}
    assert release["publish"]["needs"] == ["build", "wheels"]
    systems = wheels["jobs"]["wheels"]["strategy"]["matrix"]["os"]
    assert {name.partition("-")[0] for name in systems} == {"ubuntu", "macos", "windows"}
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = [text.rpartition(" ")[2] for text in settings["project"]["classifiers"] if "Python :: 3." in text]
    assert settings["tool"]["cibuildwheel"]["build"] == [f"cp{version.replace('.', '')}-*" for version in named]


def test_actions_are_pinned_and_keep_no_credentials() -> None:
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        uses = re.findall(r"uses: (?!\./)(\S+)(.*)", text)
        assert [name for name, comment in uses if not re.fullmatch(r"\S+@[0-9a-f]{40}", name)] == [], path.name
        assert all(re.match(r"  # v\d", comment) for _name, comment in uses), f"{path.name}: name the version, too"
        checkouts = text.count("actions/checkout@")
        assert text.count("with: {persist-credentials: false}") == checkouts, path.name


def test_the_container_starts_the_server_with_options_that_exist() -> None:
    text = (ROOT / ".container" / "Containerfile").read_text("utf-8")
    (entry,), (rest,) = (re.findall(rf"^{key} (.*)$", text, re.MULTILINE) for key in ("ENTRYPOINT", "CMD"))
    program, command, *arguments = json.loads(entry) + json.loads(rest)
    assert (program, command) == ("smallworld", "serve")
    serve.make_context("serve", arguments)  # raises for a word that is not an option
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(re.findall(r"\[(\w+)\]\"", text)) <= extras.keys()
    for name in re.findall(
        r"^!(\S+)$", (ROOT / ".container/Containerfile.dockerignore").read_text("utf-8"), re.MULTILINE
    ):
        assert (ROOT / name).exists()


def test_the_container_asks_its_own_server_whether_it_is_well() -> None:
    text = (ROOT / ".container" / "Containerfile").read_text("utf-8")
    (port,) = re.findall(r"^EXPOSE (\d+)$", text, re.MULTILINE)
    (health_check,) = re.findall(r"^HEALTHCHECK .*?CMD (.*)$", text, re.MULTILINE)
    program, option, code = json.loads(health_check)
    assert (program, option) == ("python", "-c")
    assert f"'http://127.0.0.1:{port}/healthz'" in code

    def check(address: str) -> int:
        local_code = code.replace(f"127.0.0.1:{port}", address)
        return subprocess.run([sys.executable, "-c", local_code], capture_output=True).returncode

    class Healthy(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/healthz" else 404)
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"127.0.0.1:{server.server_port}"
        assert check(address) == 0
        server.shutdown()
    assert check(address) == 1


def test_the_changelog_begins_with_the_version() -> None:
    headings = re.findall(r"^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert __version__ in headings[:2]


@pytest.mark.parametrize(
    ("subject", "is_refused"), [("x" * 60, False), ("x" * 61, True), ("é" * 60 + "\n\nWhy.", False)]
)
def test_pre_commit_refuses_long_subjects(subject: str, is_refused: bool) -> None:
    """``pygrep`` searches the message of a commit for the pattern, as one text."""
    repositories = YAML(typ="safe").load(ROOT / ".pre-commit-config.yaml")["repos"]
    (hook,) = [hook for repository in repositories for hook in repository["hooks"] if hook["id"] == "subject"]
    assert hook["stages"] == ["commit-msg"] and hook["args"] == ["--multiline"]
    assert bool(re.search(hook["entry"], f"{subject}\n" + "y" * 80, re.MULTILINE | re.DOTALL)) == is_refused
