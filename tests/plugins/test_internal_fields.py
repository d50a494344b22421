"""Shipped abilities are written as a fan would write them: they ask the state, and read no field of the engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smallworld.api import Ability
from smallworld.model.aliases import Race
from smallworld.rules.game_state import GameState
from smallworld_testing import check_plugin
from smallworld_testing.static_checks import wrong_names, wrong_names_in

ROOT = Path(__file__).parents[2]
FOLDERS = ("plugins/smallworld_base", "plugins/smallworld_warcraft", "docs/examples", "plugins/smallworld_authors")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if "commands" not in path.parts)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_abilities_read_no_field_of_the_engine(path: Path) -> None:
    fields = [fault for fault in map(str, wrong_names_in(path)) if "is internal" in fault]
    assert fields == [], "ask a query of rules/game_state.py instead; add one if none answers the question"


class Nosy(Ability):
    """Reads what it may not."""

    rule = "T-1"

    def score(self, state: GameState, race: Race) -> int:
        """Count the abilities of a race."""
        return len(state.hook_tables[race].keys)


def test_the_check_of_a_plugin_reports_it(tmp_path: Path) -> None:
    (fault,) = map(str, wrong_names([Nosy]))
    assert re.fullmatch(
        r"test_internal_fields.py, line \d+: state.hook_tables is internal and may change at any time; "
        r"ask a query of the state \(docs/game.md\)",
        fault,
    )
    source = tmp_path / "right.py"
    source.write_text("def f(state, table):\n    return state.faction_of(0), table.hook_tables", "utf-8")
    assert list(wrong_names_in(source)) == []


def test_the_check_of_a_plugin_warns_of_private_imports(tmp_path: Path) -> None:
    package = tmp_path / "prying"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import smallworld.rules.turn\nfrom smallworld import hookimpl, tools\nfrom smallworld.events import Paid\n"
        "from prying.parts import Plugins\n\n@hookimpl\ndef smallworld_bots():\n    return {}\n",
        "utf-8",
    )
    (package / "parts.py").write_text(
        "from smallworld.plugins.manager import Plugins\nfrom smallworld import rules\n"
        "from smallworld_testing.pytest_plugin import Play\nfrom smallworld_base.abilities import Peace\n",
        "utf-8",
    )
    findings = [str(finding) for finding in check_plugin(str(package), games=0).findings if finding.check == "imports"]
    private = "is not public and may change at any time"
    names = "smallworld, smallworld.api, smallworld.tools and smallworld.events have the public names"
    assert findings == [
        f"warning[imports]: __init__.py, line 1: 'smallworld.rules.turn' {private}; {names}",
        f"warning[imports]: parts.py, line 1: 'smallworld.plugins.manager.Plugins' {private}; "
        "write from smallworld import Plugins",
        f"warning[imports]: parts.py, line 2: 'smallworld.rules' {private}; {names}",
        f"warning[imports]: parts.py, line 3: 'smallworld_testing.pytest_plugin.Play' {private}; "
        "write from smallworld_testing import Play",
    ]
