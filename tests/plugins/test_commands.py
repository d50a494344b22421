"""``plugin``, ``ability``, ``doctor`` and ``variant new`` as people call them, on right and wrong input."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from smallworld import load_variant, new_game
from smallworld.hooks.hook_info import hooks
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_authors.commands import installation
from smallworld_authors.reference_text import ability_data, ability_lines, users_of
from smallworld_cli import main
from smallworld_native.extensions import Build

PEAT = '''
from smallworld import Ability, hookimpl

__version__ = "1.2"

class PeatBonus(Ability):
    """A coin every turn, for nothing.

    Even in deserts.

    :param coins: how many.
    """

    rule = "PEAT-1"
    coins: int = 1

    @hookimpl
    def score(self) -> int:
        return self.coins

@hookimpl
def smallworld_abilities():
    return [PeatBonus]
'''


class Result:
    """The output of a command and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


Say = Callable[..., Result]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    """Calls the program: ``say("plugin", "list")``."""
    monkeypatch.setenv("LANGUAGE", "en")  # the program sets it for click, and later tests expect English

    def call(*arguments: object) -> Result:
        status = 0
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Result(status, out, err)

    return call


@pytest.fixture
def peat(tmp_path: Path) -> Path:
    path = tmp_path / "peat.py"
    path.write_text(PEAT, "utf-8")
    return path


# --- plugin


def test_plugin_list_has_every_plugin(say: Say) -> None:
    said = say("plugin", "list")
    assert said.status == 0
    heads = [line.split()[0] for line in said.out.splitlines() if not line.startswith(" ")]
    assert heads[:5] == ["base", "bots", "draw", "primitives", "warcraft"]
    assert "  abilities: die_discount, peace\n" in said.out


def test_an_ability_of_a_plugin_that_the_variant_does_not_name_is_reported(
    say: Say, peat: Path, tmp_path: Path
) -> None:
    file = tmp_path / "moor.yaml"
    text = "variant: moor\nname: Moor\nextends: base\nabilities: [peat_bonus]\n"
    file.write_text(text, "utf-8")
    said = say("validate", "--strict", file, "--plugin", peat)
    assert said.status == 1
    assert "the ability 'peat_bonus' is of the plugin 'peat', which this variant does not name" in said.out
    assert 'help: add plugins: {peat: ">=1.2"}' in said.out
    assert "zásuvného modulu 'peat'" in say("validate", "--language", "cs", file, "--plugin", peat).out
    file.write_text(text + 'plugins: {peat: ">=1.2"}\n', "utf-8")
    assert say("validate", "--strict", file, "--plugin", peat).status == 0


def test_plugin_list_as_json(say: Say, peat: Path) -> None:
    rows = {row["plugin"]: row for row in json.loads(say("plugin", "list", "--json", "--plugin", peat).out)}
    assert rows["peat"] == {
        "plugin": "peat", "version": "1.2", "source": str(peat), "distribution": "", "status": "ok", "problem": "",
        "problems": [], "notes": [],
        "abilities": {"peat_bonus": ["score"]}, "variants": [], "bots": [], "hooks": ["smallworld_abilities", "score"],
    }  # fmt: skip


def test_plugin_list_of_a_hook(say: Say, peat: Path) -> None:
    said = say("plugin", "list", "--hook", "score", "--plugin", peat)
    assert "  abilities: peat_bonus\n" in said.out
    assert "smallworld_bots" not in said.out
    everybody = json.loads(say("plugin", "list", "--hook", "die_rolled", "--json").out)
    assert [row["plugin"] for row in everybody] == ["primitives"]


def test_plugin_list_of_no_hook(say: Say) -> None:
    said = say("plugin", "list", "--hook", "scores")
    assert (said.status, said.err) == (2, "error: unknown hook 'scores'; did you mean 'score'?\n")


def test_a_broken_plugin_is_listed_and_does_not_stop_the_rest(say: Say, tmp_path: Path) -> None:
    broken = tmp_path / "fen.py"
    broken.write_text("import nothing_of_this_name", "utf-8")
    said = say("plugin", "list", "--plugin", broken)
    assert said.status == 0
    assert "it cannot be imported: ModuleNotFoundError: No module named 'nothing_of_this_name'" in said.out
    assert "base 0.1.0" in said.out
    said = say("ability", "list", "--plugin", broken)
    assert said.status == 2
    assert said.err.startswith("error: plugin 'fen': it cannot be imported")


def test_plugin_check_finds_no_fault_in_the_base_game(say: Say) -> None:
    said = say("plugin", "check", "base", "--games", "2")
    assert (said.status, said.err) == (0, "")


def test_plugin_check_reports_the_missing_parts(say: Say, peat: Path) -> None:
    said = say("plugin", "check", peat, "--games", "2", "--json")
    assert said.status == 1
    findings = json.loads(said.out)["findings"]
    assert [finding["check"] for finding in findings] == ["coverage"]
    assert findings[0]["message"].startswith("no variant uses the ability 'peat_bonus'")


def test_unused_abilities_are_one_warning_and_the_games_are_played(say: Say, peat: Path, tmp_path: Path) -> None:
    spare = "".join(
        f'class {name}(PeatBonus):\n    "A coin.\\n\\n:param coins: how many."\n\n' for name in ("Spare", "Other")
    )
    code = PEAT.replace("@hookimpl\ndef", f"{spare}@hookimpl\ndef")
    peat.write_text(code.replace("[PeatBonus]", "[PeatBonus, Spare, Other]"))
    file = tmp_path / "moor.yaml"
    file.write_text(
        'variant: moor\nname: Moor\nextends: base\nplugins: {peat: ">=1"}\nabilities: [peat_bonus]\n', "utf-8"
    )
    said = say("plugin", "check", peat, "--variant", file, "--games", "2", "--json")
    report = json.loads(said.out)
    assert (said.status, report["games"]) == (0, 2)
    assert [(finding["check"], finding["severity"]) for finding in report["findings"]] == [("coverage", "warning")]
    assert report["findings"][0]["message"].startswith("no variant uses the abilities 'other', 'spare'; bring")


def test_plugin_check_saves_the_game_that_fails(
    say: Say, peat: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    peat.write_text(
        PEAT.replace("(self) -> int", "(self, state)").replace(
            "return self", "1 // (3 - state.round)\n        return self"
        )
    )
    file = tmp_path / "moor.yaml"
    file.write_text(
        'variant: moor\nname: Moor\nextends: base\nplugins: {peat: ">=1"}\nabilities: [peat_bonus]\n', "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    said = say("plugin", "check", "peat.py", "--variant", "moor.yaml", "--games", "2")
    assert said.status == 1
    text = said.out + said.err
    assert re.search(r"the game: variant moor, 2 players, seed \d+\n", text)
    assert "it is saved up to there: smallworld replay peat-failed.jsonl --plugin peat.py" in text
    saved = say("replay", "peat-failed.jsonl", "--plugin", "peat.py", "--json")
    assert saved.status == 0
    assert "ZeroDivisionError" in text


def test_plugin_check_of_nothing(say: Say) -> None:
    said = say("plugin", "check", "nowhere.py")
    assert said.status == 1
    assert "there is no plugin at 'nowhere.py'; give a module, a .py file or a package folder" in said.out


# --- the switch


def switched(monkeypatch: pytest.MonkeyPatch, value: str) -> Plugins:
    monkeypatch.setenv("SMALLWORLD_PLUGINS", value)
    default_plugins.cache_clear()
    return default_plugins()


@pytest.fixture(autouse=True)
def usual_plugins() -> Iterator[None]:
    yield
    default_plugins.cache_clear()


def test_a_blocked_plugin_is_not_imported(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = switched(monkeypatch, "-warcraft").plugin("smallworld_warcraft")
    assert plugin is not None
    assert (plugin.status, plugin.module) == ("blocked", None)
    said = say("play", "warcraft", "--player", "ann=random", "--player", "bob=random")
    assert said.status == 1
    assert "is not loaded: switched off by SMALLWORLD_PLUGINS; change or unset SMALLWORLD_PLUGINS" in said.err


def test_an_unknown_name_in_the_switch_is_reported(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    switched(monkeypatch, "-warcaft")
    said = say("ability", "list")
    assert said.status == 0
    assert "SMALLWORLD_PLUGINS names it, but it is not installed; did you mean 'warcraft'?" in said.err


# --- ability


def test_ability_list_names_them_all(say: Say) -> None:
    lines = say("ability", "list").out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == sorted(default_plugins().abilities)
    assert lines[-1] == "smallworld ability show NAME explains one"


FOR_EXPANSIONS = {"conquest_tax", "ignore_tokens", "lose_tokens", "lost_region_bonus"}
"""Abilities that no race of the two editions uses."""


def test_every_ability_explains_itself() -> None:
    users = users_of(load_variant(name) for name in ("base", "warcraft"))
    for name, cls in default_plugins().abilities.items():
        data = ability_data(cls, users.get(name, ()))
        assert data["text"], f"{name}: write a docstring of one sentence"
        assert data["rule"], f"{name}: set rule to the id of its rule"
        unused = f"{name}: no race or power of variants/ uses it; add it to FOR_EXPANSIONS if that is meant"
        assert data["users"] or name in FOR_EXPANSIONS, unused
        assert all("description" in entry for entry in data["parameters"].values()), name
        assert data["hooks"] and set(data["hooks"]) <= set(hooks()), name
        assert f"    - {data['example']}" in list(ability_lines(data))


def test_ability_show_lists_the_times_of_calls(say: Say) -> None:
    output = say("ability", "show", "movable_piece").out
    assert "impossible now. Asked only about done, in redeploy.\n" in output
    assert "state.action(self, …). Asked only in redeploy, retreat.\n" in output
    assert "Asked" not in say("ability", "show", "terrain_bonus").out
    data = json.loads(say("ability", "show", "die_discount", "--json").out)
    assert data["asked"] == {"offer_actions": "in conquer", "veto": "about die"}


def test_ability_show(say: Say, peat: Path) -> None:
    said = say("ability", "show", "peat_bonus", "--plugin", peat)
    assert said.out.splitlines()[:8] == [
        "peat_bonus: A coin every turn, for nothing.",
        "Even in deserts.",
        "",
        "  rule     PEAT-1",
        "  from     peat",
        "",
        "Parameters",
        "  in_decline (true or false, default false)",
    ]
    assert "Used by\n  nobody yet\n" in said.out


def test_an_example_can_be_pasted(say: Say) -> None:
    assert "    - terrain_bonus: {terrain: farmland}\n" in say("ability", "show", "terrain_bonus").out


def test_ability_show_of_nothing(say: Say) -> None:
    said = say("ability", "show", "terain_bonus")
    assert (said.status, said.err) == (2, "error: unknown ability 'terain_bonus'; did you mean 'terrain_bonus'?\n")


# --- doctor


def test_doctor_is_content(say: Say) -> None:
    said = say("doctor")
    assert said.status == 0
    assert said.out.endswith("no problems\n")
    data = json.loads(say("doctor", "--json").out)
    assert data["problems"] == []
    assert set(data["libraries"]) == {
        "click", "jsonschema", "packaging", "pluggy", "prompt_toolkit", "referencing", "ruamel.yaml",
        "wcwidth",
    }  # fmt: skip
    assert data["variants"]["base"] == "14 races, 20 powers"


def test_doctor_names_what_is_broken(say: Say, tmp_path: Path) -> None:
    broken = tmp_path / "fen.py"
    broken.write_text("1 / 0", "utf-8")
    said = say("doctor", "--plugin", broken)
    assert said.status == 1
    assert said.out.endswith("problem      plugin 'fen': it cannot be imported: ZeroDivisionError: division by zero\n")


@pytest.mark.parametrize(("build", "line", "status"), [
    (Build((), ("a", "b")), "build        plain Python\n", 0),
    (Build(("a", "b"), ()), "build        compiled, 2 modules\n", 0),
    (Build(("a",), ("b",)), "problem      the compiled build lacks b; install it again\n", 1),
])  # fmt: skip
def test_doctor_tells_the_build(
    build: Build, line: str, status: int, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "installed_build", lambda: build)
    said = say("doctor")
    assert line in said.out
    assert said.status == status


# --- variant new


@pytest.mark.parametrize("whole", [False, True])
def test_a_new_variant_is_right_as_it_is(say: Say, tmp_path: Path, whole: bool) -> None:
    said = say("variant", "new", "misty-moor", "--to", tmp_path, *(["--whole"] if whole else []))
    folder = tmp_path / "misty-moor"
    assert said.status == 0
    assert f"  smallworld validate {folder}\n" in said.out
    assert say("validate", "--strict", folder).status == 0
    said = say("scenario", "run", folder)
    assert (said.status, said.out.split()[-1]) == (0, "failed")
    said = say("play", folder, "--player", "ann=random", "--player", "bob=random", "--seed", "1")
    assert "final table" in said.out
    named = {}
    for path in folder.rglob("*.yaml"):
        marked = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text("utf-8"))
        assert marked is not None
        named[path.name] = json.loads((path.parent / marked[1]).read_text("utf-8"))
    assert len(named) == (3 if whole else 2)
    abilities = named["variant.yaml"]["$defs"]["abilities"]["items"]["anyOf"][1]["properties"]
    assert "terrain_bonus" in abilities
    assert ("farmland" in json.dumps(abilities["terrain_bonus"])) is not whole


def test_a_new_variant_changes_nothing_that_is_there(say: Say, tmp_path: Path) -> None:
    (tmp_path / "moor").mkdir()
    (tmp_path / "moor" / "mine.txt").write_text("mine", "utf-8")
    said = say("variant", "new", "moor", "--to", tmp_path)
    assert said.status == 2
    assert "is there already; choose another name, or another place with --to" in said.err
    assert [path.name for path in (tmp_path / "moor").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Moor"], "'Moor' cannot be the name of a variant; use lower-case letters, digits and '-', e.g."),
        (["../moor"], "'../moor' cannot be the name of a variant"),
        (["moor", "--extends", "bse"], "unknown variant 'bse'; did you mean 'base'?"),
    ],
)  # fmt: skip
def test_a_new_variant_needs_a_name(say: Say, tmp_path: Path, arguments: list[str], message: str) -> None:
    said = say("variant", "new", *arguments, "--to", tmp_path)
    assert said.status == 2
    assert message in said.err
    assert not list(tmp_path.iterdir())


def test_a_new_variant_of_another_edition(say: Say, tmp_path: Path) -> None:
    folder = tmp_path / "cold-moor"
    said = say("variant", "new", "cold-moor", "--extends", "warcraft", "--to", tmp_path)
    assert f"  smallworld scenario run {folder}\n" in said.out
    assert say("validate", "--strict", folder).status == 0
    assert say("scenario", "run", folder).out.endswith("2 passed, 0 failed\n")
    text = (folder / "variant.yaml").read_text("utf-8")
    assert "# faction: alliance " in text
    assert "#   races: [worgen]\n#   powers: [swamp_walker]\n" in text
    commented = re.compile(
        r"^( *)# ?(?=( *)(faction|remove|races|powers|coins|rounds|rulings|tie_break): ?)", re.MULTILINE
    )
    mine = commented.sub(r"\1", text)  # everything that the comments propose
    assert "\n  races: [worgen]\n" in mine
    (folder / "variant.yaml").write_text(mine, "utf-8")
    assert say("validate", "--strict", folder).out == "2 files checked: no problems\n"


def test_a_new_variant_of_a_variant_of_ones_own(say: Say, tmp_path: Path) -> None:
    say("variant", "new", "moor", "--to", tmp_path)
    (tmp_path / "further").mkdir()
    said = say("variant", "new", "moss", "--extends", tmp_path / "moor", "--to", tmp_path / "further")
    assert said.status == 0
    assert "\nextends: ../../moor/variant.yaml\n" in (tmp_path / "further" / "moss" / "variant.yaml").read_text("utf-8")
    assert say("validate", tmp_path / "further").out == "2 files checked: no problems\n"


def test_a_new_variant_of_a_custom_edition_is_valid(say: Say, tmp_path: Path) -> None:
    say("variant", "new", "vale", "--whole", "--to", tmp_path)
    say("variant", "new", "dale", "--extends", tmp_path / "vale", "--to", tmp_path)
    assert say("validate", "--strict", tmp_path / "dale").out == "2 files checked: no problems\n"
    assert say("scenario", "run", tmp_path / "dale").out.endswith("2 passed, 0 failed\n")


def test_where_two_cannot_play_a_new_variant_has_no_scenario(say: Say, tmp_path: Path) -> None:
    say("variant", "new", "vale", "--whole", "--to", tmp_path)
    vale = tmp_path / "vale" / "variant.yaml"
    text = vale.read_text("utf-8").replace("{2: 6}", "{3: 6}").replace("{2: vale}", "{3: vale}")
    vale.write_text(text.replace("column: 4", "column: 3"), "utf-8")
    said = say("variant", "new", "dale", "--extends", tmp_path / "vale", "--to", tmp_path)
    assert sorted(path.name for path in (tmp_path / "dale").iterdir()) == ["variant.schema.json", "variant.yaml"]
    assert "scenario" not in said.out + (tmp_path / "dale" / "variant.yaml").read_text("utf-8")
    assert say("validate", tmp_path / "dale").status == 0


def test_variant_show_lists_the_drawn_islands(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("variant: x\nextends: warcraft\nboards: {2: [small, small], 3: [small, medium]}\n", "utf-8")
    out = say("variant", "show", path).out
    assert "  2 players  large + small, 10 rounds (an ability of the edition decides, not boards)\n" in out
    assert "  3 players  small + medium, 10 rounds\n" in out
    shown = json.loads(say("variant", "show", path, "--json").out)
    assert (shown["boards"]["2"], shown["boards"]["3"]) == (["large", "small"], ["small", "medium"])
    drawn = new_game(load_variant(str(path)), ["ann", "bob"]).state.board.faces
    assert [face.size for face in drawn] == ["large", "small"]
    assert "  2 players  base-2p, 10 rounds\n" in say("variant", "show", "base").out


def test_a_board_of_another_edition_is_refused(say: Say, tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text("scenario: Misfit\nvariant: warcraft\nboard: tiny\nplayers: [ann, bob]\nsteps: [pick 1]\n", "utf-8")
    said = say("scenario", "run", file)
    assert (said.status, said.err) == (1, "")
    assert "the board 'tiny' does not fit: Small World of Warcraft has no terrain 'farmland'" in said.out
    said = say("validate", file)
    assert said.status == 1
    assert "error[unknown-terrain]: the board 'tiny' does not fit: the variant 'warcraft' has no terrain" in said.out
    said = say("scenario", "run", file, "--language", "cs")
    assert "herní deska 'tiny' nevyhovuje: Small World of Warcraft nemá terén 'farmland'" in said.out


def test_a_file_that_cannot_be_written_is_reported(say: Say, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    said = say("plugin", "new", "misty-lakes", "--to", tmp_path / "file" / "inside")
    assert said.status == 2
    assert "cannot be written: Not a directory; choose another --to" in said.err or "is there already" in said.err


def test_a_whole_edition_extends_nothing(say: Say, tmp_path: Path) -> None:
    said = say("variant", "new", "moor", "--whole", "--extends", "warcraft", "--to", tmp_path)
    assert said.status == 2
    assert "omit --extends" in said.err


def test_doctor_names_every_extra(say: Say) -> None:
    extras = json.loads(say("doctor", "--json").out)["extras"]
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(extras) == set(project["optional-dependencies"])
    assert extras["sim"] == all(map(find_spec, ("numpy", "pyarrow", "matplotlib")))
    assert extras["dask"] == (extras["sim"] and find_spec("distributed") is not None)


def test_doctor_does_not_fail_where_the_program_has_no_metadata(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(installation, "DISTRIBUTION", "smallworld-of-nobody")
    with pytest.raises(SystemExit) as end:
        installation.doctor.main([], standalone_mode=False)
    assert end.value.code == 1
    assert "is not installed under its name 'smallworld-of-nobody'; pip install" in capsys.readouterr().out
