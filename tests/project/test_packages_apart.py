"""Each package around the engine can be deleted: the engine plays on, and only the commands that need it are gone."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import grimp
import pytest

from smallworld.plugins.commands import shipped_commands
from tiers import one_in

PACKAGES = ("authors", "bots", "draw", "envs", "lab", "play", "terminal", "testing", "validate", "web")
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
from smallworld.cli import main
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
    kept = {command for command, (place, _) in shipped_commands().items() if place.partition(".")[0] not in gone}
    if not kept:
        assert done.returncode == 2 and "it is not installed" in done.stderr
        return
    assert (done.returncode, done.stderr.strip()) == (0, "")
    listed = {line.split()[0] for line in done.stdout.partition("Commands:")[2].splitlines() if line[2:3].strip()}
    assert listed == kept
