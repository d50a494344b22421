"""The compiled build: its sources are prepared from the plain ones, and each build binds the hooks that it should."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, MethodType, SimpleNamespace
from typing import Any

import pytest

import smallworld
from smallworld.rules import turn
from smallworld.rules.chance import Source, below
from smallworld.rules.prepared import hook_implementation
from smallworld.rules.state.fields import NAMES
from smallworld_native.ability_functions import list_ability_modules, write_ability_functions
from smallworld_native.backend import COMPILER, get_requires_for_build_wheel, is_compiled
from smallworld_native.extensions import (
    COMPILED_FOLDERS,
    CORE,
    installed_build,
    list_sources,
    prepare_sources,
    prepare_state,
)
from smallworld_primitives.conquests import FlatDiscount

ROOT = Path(__file__).parents[2]
COMPILED = not str(turn.__file__).endswith(".py")


def functions_of(path: Path) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    target = tmp_path_factory.mktemp("native")
    return target, prepare_sources(ROOT, target)


def test_a_compiled_build_lists_sets_of_regions_itself(prepared: tuple[Path, list[Path]]) -> None:
    path = next(path for path in prepared[1] if path.match("model/regions.py"))
    module: dict[str, Any] = {}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), module)
    for mask in (0, 1, 0b1011 << 9, 1 << 45 | 1 << 30 | 1 << 29, (1 << 64) - 1):
        assert module["recent_indexes"](mask) == tuple([place for place in range(64) if mask >> place & 1])
    assert not hasattr(module["recent_indexes"], "cache_info")


def test_every_prepared_module_is_valid(prepared: tuple[Path, list[Path]]) -> None:
    _, modules = prepared
    assert len(modules) == len(set(modules)) > 30
    for path in modules:
        compile(path.read_text("utf-8"), str(path), "exec")


@pytest.mark.parametrize("lost", [
    *(f"rules/{folder}" for folder in COMPILED_FOLDERS), "../../plugins/smallworld_bots/turn_plans.py", f"{CORE[0]}.py",
    "rules/turn.py",
])  # fmt: skip
def test_a_listed_folder_or_module_that_is_lost_stops_the_build(lost: str, tmp_path: Path) -> None:
    core, bots = tmp_path / "core" / "smallworld", tmp_path / "plugins" / "smallworld_bots"
    for folder in (core, bots):
        ignored = shutil.ignore_patterns("catalogues", "__pycache__")
        shutil.copytree(ROOT / folder.relative_to(tmp_path), folder, ignore=ignored)
    assert list_sources(core, bots)
    (core / lost).rename(core / "renamed")
    with pytest.raises(ValueError, match=rf"{Path(lost).name}: no modules to compile"):
        list_sources(core, bots)


def test_a_folder_without_abilities_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").touch()
    with pytest.raises(ValueError, match="has no abilities to compile"):
        list_ability_modules(tmp_path)


def test_the_installed_build_looks_at_each_prepared_module(prepared: tuple[Path, list[Path]]) -> None:
    target, modules = prepared
    names = {".".join(path.relative_to(target).with_suffix("").parts) for path in modules}
    build = installed_build()
    assert {*build.compiled, *build.interpreted} == names
    assert build.is_compiled is COMPILED


def test_the_state_keeps_its_methods(prepared: tuple[Path, list[Path]]) -> None:
    target, _ = prepared
    names = functions_of(target / "smallworld" / "rules" / "game_state.py")
    public = {name for name in vars(smallworld.GameState) if not name.startswith("_")}
    assert public <= names
    assert {"copy", "leave", "targets", "regions_for_holder"} <= names


def test_constants_are_final(prepared: tuple[Path, list[Path]]) -> None:
    """A constant that is not costs a compiled module a look-up by name at each use."""
    _, modules = prepared
    open_ones = {
        f"{path.name}: {name}"
        for path in modules
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in ([node.target] if isinstance(node, ast.AnnAssign) else node.targets)
        for name in re.findall(r"\b_?[A-Z][A-Z_0-9]+\b", ast.unparse(target))
        if not (isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("Final"))
    }
    assert open_ones == set()


def test_a_copy_has_every_field_of_the_state() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"])
    new = game.state.copy()
    for name in NAMES:
        old, copied = getattr(game.state, name), getattr(new, name)
        assert copied == old and (copied is not old or not isinstance(old, list)), name


def test_numbers_of_chance_are_those_of_splitmix64() -> None:
    """A compiled build computes them with machine words."""
    word, rng = (1 << 64) - 1, Random(1)
    for limit in [1, 2, 6, 20, 2**31 - 1] * 200:
        source = Source(rng.getrandbits(64), {})
        mixed = (source.random + 0x9E3779B97F4A7C15) & word
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & word
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & word
        assert below(source, limit) == ((mixed ^ (mixed >> 31)) * limit) >> 64


def test_hooks_become_functions_with_every_argument(prepared: tuple[Path, list[Path]]) -> None:
    path = prepared[0] / "smallworld_warcraft" / "_compiled_relics.py"
    functions = {n.name: n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.FunctionDef)}
    hook = functions["RelicConquest__public_memory"]
    assert [item.arg for item in hook.args.args] == ["self", "state", "race"]
    assert "OnceATurn__spent_(self, state)" in ast.unparse(functions["MoveRelic__offer_actions"])


def test_a_helper_that_a_subclass_replaces_stays_a_method(tmp_path: Path) -> None:
    (tmp_path / "smallworld" / "abilities").mkdir(parents=True)
    (tmp_path / "smallworld" / "hooks").mkdir()
    for package in ("smallworld_base", "smallworld_primitives", "smallworld_warcraft"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "powers.py").write_text("from __future__ import annotations\n", "utf-8")
    for name in ("ability_hooks.py", "edition_hooks.py"):
        (tmp_path / "smallworld" / "hooks" / name).write_text("def score(self, state, race): ...\n", "utf-8")
    (tmp_path / "smallworld" / "abilities" / "coins.py").write_text(
        "from __future__ import annotations\n"
        "class Base(Ability):\n"
        "    @hookimpl\n"
        "    def score(self, state: GameState) -> int:\n        return self.kept(state) + self.replaced(state)\n"
        "    def kept(self, state: GameState) -> int:\n        return 1\n"
        "    def replaced(self, state: GameState) -> int:\n        return 1\n"
        "class Other(Base):\n"
        "    def replaced(self, state: GameState) -> int:\n        return 2\n",
        "utf-8",
    )
    path, *_ = write_ability_functions(tmp_path)
    assert "return Base__kept_(self, state) + self.replaced(state)" in path.read_text("utf-8")


def test_values_are_made_without_their_constructor(prepared: tuple[Path, list[Path]]) -> None:
    text = "".join(path.read_text("utf-8") for path in prepared[1] if path.match("smallworld_primitives/*.py"))
    assert "new_tuple(Traits, (self.tokens, 1, False, False, False, False, 1))" in text
    assert "new_tuple(Loss, (1, rest))" in text


def test_numbers_in_lists_are_not_changed_in_place(prepared: tuple[Path, list[Path]]) -> None:
    """A compiled ``numbers[i] += 1`` adds objects, ``numbers[i] = numbers[i] + 1`` machine words."""
    trees = [ast.walk(ast.parse(path.read_text("utf-8"))) for path in prepared[1]]
    nodes = [node for tree in trees for node in tree if isinstance(node, ast.AugAssign)]
    assert [ast.unparse(node) for node in nodes if isinstance(node.target, ast.Subscript)] == []
    text = (prepared[0] / "smallworld" / "rules" / "game_state.py").read_text("utf-8")
    assert "        self.coins[player] = self.coins[player] + (coins)\n" in text


def test_a_source_that_changed_stops_the_build(tmp_path: Path) -> None:
    state = tmp_path / "state.py"
    state.write_text("class GameState: ...\n", "utf-8")
    with pytest.raises(ValueError, match=r"state\.py .*TYPE_CHECKING.*; adapt smallworld_native/extensions"):
        prepare_state(state, tmp_path)


def test_hooks_of_shipped_abilities_are_bound_as_the_build_has_them() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"])
    calls = [item.call for items in game.state.table.rulebook.hooks.values() for item in items]
    methods = [call.__func__ for call in calls if isinstance(call, MethodType)]
    assert any(isinstance(method, BuiltinFunctionType) for method in methods) is COMPILED


def test_classes_of_other_authors_keep_their_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may replace a helper that the compiled method of a shipped class calls without a look-up."""

    class Discount(FlatDiscount):
        name = "own_discount"

    compiled = SimpleNamespace(FlatDiscount__conquest_cost=len)
    monkeypatch.setattr(hook_implementation, "_compiled_module", lambda _: compiled)
    assert hook_implementation.compiled_function(FlatDiscount(), "conquest_cost") is len
    assert hook_implementation.compiled_function(Discount(), "conquest_cost") is None


@pytest.mark.parametrize(("value", "compiled"), [("", False), ("0", False), ("1", True)])
def test_the_compiler_is_installed_on_request(value: str, compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALLWORLD_COMPILE", value)
    assert is_compiled() is (COMPILER in get_requires_for_build_wheel()) is compiled


def test_another_value_of_the_variable_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALLWORLD_COMPILE", "yes")
    with pytest.raises(ValueError, match="SMALLWORLD_COMPILE must be 0 or 1, not 'yes'"):
        is_compiled()
