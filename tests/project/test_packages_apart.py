"""Each package around the engine can be deleted: the engine plays on, and only the commands that need it are gone."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import grimp
import pytest

from smallworld.plugins.installed import shipped_commands
from tiers import one_in

PACKAGES = ("authors", "bots", "cli", "draw", "envs", "lab", "play", "studio", "terminal", "testing", "validate", "web")
PROGRAM = """
import sys
for name in sys.argv[1:]:
    sys.modules[name] = None
import smallworld
for edition in ("base", "warcraft"):
    game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob"], seed=1)
    for _ in range(40):
        game.apply(game.legal_actions()[0])
from smallworld.plugins.manager import Plugins
print(*(plugin.name for plugin in Plugins().broken()), file=sys.stderr)
if "smallworld_cli" not in sys.argv:
    from smallworld_cli import main
    main(["--help"])
"""


@cache
def imports() -> grimp.ImportGraph:
    names = [f"smallworld_{name}" for name in PACKAGES]
    return grimp.build_graph(*names, exclude_type_checking_imports=True, cache_dir=None)


def those_that_need(package: str) -> set[str]:
    """The package and all packages that import it, directly or through others."""
    names = [f"smallworld_{name}" for name in PACKAGES]
    graph = imports()
    gone = {package}
    while True:
        more = {name for name in names for other in gone if name != other and graph.find_shortest_chains(name, other)}
        if more <= gone:
            return gone
        gone |= more


@pytest.mark.parametrize("name", one_in(4, PACKAGES))
def test_the_engine_plays_without_a_package(name: str) -> None:
    gone = those_that_need(f"smallworld_{name}")
    done = subprocess.run([sys.executable, "-c", PROGRAM, *sorted(gone)], capture_output=True, text=True)
    if "smallworld_cli" in gone:
        assert (done.returncode, done.stdout, done.stderr.strip()) == (0, "", "")
        return
    kept = {command for command, (place, _) in shipped_commands().items() if place.partition(".")[0] not in gone}
    if not kept:
        assert done.returncode == 2 and "it is not installed" in done.stderr
        return
    assert (done.returncode, done.stderr.strip()) == (0, "")
    listed = {line.split()[0] for line in done.stdout.partition("Commands:")[2].splitlines() if line[2:3].strip()}
    assert listed == kept


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
