"""Each package can be deleted: the engine plays on, and only what needs the package is gone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import grimp
import pytest

from smallworld.plugins.installed import shipped_commands
from tiers import quick_first

ROOT = Path(__file__).parents[2]
PACKAGES = ("adjacency_map", *sorted(path.parent.name for path in (ROOT / "plugins").glob("*/__init__.py")))
EDITIONS = {
    "base": {"smallworld_editions", "smallworld_primitives", "smallworld_base"},
    "warcraft": {"smallworld_editions", "smallworld_primitives", "smallworld_warcraft"},
}
"""Edition → the packages that it needs."""
PROGRAM = """
import json, sys
for name in sys.argv[1:]:
    sys.modules[name] = None
import smallworld
from smallworld.plugins.manager import Plugins
facts = {"plays": [], "refused": [], "records": []}
for edition in ("base", "warcraft"):
    try:
        game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob"], seed=1)
    except smallworld.SmallWorldError as error:
        facts["refused"].append(str(error))
        continue
    for _ in range(40):
        game.apply(game.legal_actions()[0])
    facts["plays"].append(edition)
    try:
        facts["records"].append(smallworld.Game.loads(game.dumps()) == game)
    except smallworld.SmallWorldError as error:
        facts["refused"].append(str(error))
facts["broken"] = [plugin.name for plugin in Plugins().broken()]
print(json.dumps(facts), file=sys.stderr)
if "smallworld_cli" not in sys.argv:
    from smallworld_cli import main
    main(["--help"])
"""


@cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)


def those_that_need(package: str) -> set[str]:
    """The package and all packages that import it, directly or through others."""
    graph, gone = imports(), {package}
    while True:
        more = {
            name for name in PACKAGES for other in gone if name != other and graph.find_shortest_chains(name, other)
        }
        if more <= gone:
            return gone
        gone |= more


@pytest.mark.parametrize("name", quick_first(PACKAGES))
def test_the_engine_plays_without_a_package(name: str) -> None:
    gone = those_that_need(name)
    environment = {**os.environ, "SMALLWORLD_CACHE": "off"}  # what reads and checks an edition may be gone
    command = [sys.executable, "-c", PROGRAM, *sorted(gone)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    report, *errors = done.stderr.splitlines()
    facts = json.loads(report)
    assert facts["plays"] == [edition for edition, needed in EDITIONS.items() if not gone & needed]
    assert facts["records"] == ([] if "smallworld_records" in gone else [True] * len(facts["plays"]))
    assert facts["broken"] == []
    assert len(facts["refused"]) == (2 if "smallworld_records" in gone else 2 - len(facts["plays"]))
    causes = {*gone, "unknown-ability"} if "smallworld_primitives" in gone else gone
    assert all(any(cause in sentence for cause in causes) for sentence in facts["refused"])
    if "smallworld_cli" in gone:
        assert (done.returncode, done.stdout, errors) == (0, "", [])
        return
    kept = {command for command, (place, _) in shipped_commands().items() if place.partition(".")[0] not in gone}
    if not kept:
        assert done.returncode == 2 and "it is not installed" in done.stderr
        return
    assert (done.returncode, errors) == (0, [])
    listed = {line.split()[0] for line in done.stdout.partition("Commands:")[2].splitlines() if line[2:3].strip()}
    assert listed == kept


def test_only_the_editions_are_needed_to_play() -> None:
    assert those_that_need("smallworld_base") == {"smallworld_base"}
    assert those_that_need("smallworld_warcraft") == {"smallworld_warcraft"}
    assert those_that_need("smallworld_primitives") == {"smallworld_primitives"}


WITHOUT_CHECKS = """
import sys
sys.modules["smallworld_validate"] = None
import smallworld
for file in sys.argv[1:]:
    try:
        print(smallworld.load_variant(file).id)
    except smallworld.ContentError as error:
        print(*str(error).splitlines(), sep="|")
"""


def test_without_the_validator_a_wrong_file_has_the_error_of_its_schema(tmp_path: Path) -> None:
    head = "variant: mine\nname: Mine\nextends: base\n"
    texts = {
        "right": head,
        "syntax": head + "note: [a\n",
        "form": head + "base_cost: two\n",
        "tag": head + "note: !!python/name:os.system x\n",
        "meaning": head + "change: {races: {elves: {banner: 99}}}\n",
        "rootless": "variant: mine\nname: Mine\n",
    }
    files = [tmp_path / f"{name}.yaml" for name in texts]
    for file, text in zip(files, texts.values(), strict=True):
        file.write_text(text)
    kept = tmp_path / "kept"
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_CHECKS, *map(str, files)], capture_output=True, text=True, check=True,
        env={**os.environ, "SMALLWORLD_CACHE": str(kept)},
    )  # fmt: skip
    right, syntax, form, tag, meaning, rootless = done.stdout.replace(f"{tmp_path}/", "").splitlines()
    assert right == "mine"
    assert syntax.startswith("syntax.yaml:5:1: error[yaml-syntax]: this is not YAML (")
    assert form == "form.yaml:4:12: error[bad-value]: 'two' is not of type 'integer'; smallworld validate explains it"
    assert tag.startswith("tag.yaml:4:7: error[tag]")
    assert meaning == "mine", "only the validator knows that no race has so many tokens"
    assert "is a required property; smallworld validate explains it" in rootless
    assert not list(kept.rglob("*.json")), "what nobody has checked is not kept as checked"
