"""The files for contributors: workflows use commands that exist, links lead somewhere."""

from __future__ import annotations

import configparser
import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").glob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def values_of(node: Any, key: str) -> list[str]:
    """Return every text under a key, at any depth."""
    if isinstance(node, list):
        return [text for item in node for text in values_of(item, key)]
    if not isinstance(node, dict):
        return []
    own = node.get(key, [])
    texts = [own] if isinstance(own, str) else [text for text in own if isinstance(text, str)]
    return texts + [text for value in node.values() for text in values_of(value, key)]


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
