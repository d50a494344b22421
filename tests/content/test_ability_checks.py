"""Problems that ``validate`` and the rulebook report about abilities and their parameters."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from loading import load_variant
from running import run

from smallworld.abilities.base import Ability
from smallworld.abilities.parameters import Amount, Count
from smallworld.errors import PluginError
from smallworld.plugins.manager import Plugins
from smallworld.rules.prepared.rulebook import Rulebook
from smallworld.rules.state.race_instances import renew_lent
from smallworld_authors.scaffold import new_variant

PLUGINS = Plugins()


def variant(tmp_path: Path, text: str, extends: str = "warcraft") -> Path:
    path = tmp_path / "x.yaml"
    path.write_text(f"variant: x\nextends: {extends}\n{text}\n", "utf-8")
    return path


def said(tmp_path: Path, text: str, extends: str = "warcraft") -> str:
    return run(str(variant(tmp_path, text, extends))).output


class Bounded(Ability):
    """Bounds.

    :param often: a count. :param coins: an amount, or none.
    """

    often: Count
    coins: Amount | None = None


def test_bounds_are_in_the_schema() -> None:
    entries = Bounded.schema()["properties"]
    assert entries["often"]["minimum"] == 1 and entries["coins"]["anyOf"][0]["minimum"] == 0


@pytest.mark.parametrize("parameters", [{"often": 0}, {"often": 1, "coins": -1}])
def test_a_number_that_is_too_small_is_refused(parameters: dict[str, int]) -> None:
    with pytest.raises(PluginError, match="must be at least"):
        Bounded.build(parameters, source="elves", key="x")
    assert Bounded.build({"often": 1, "coins": None}, source="elves", key="x").often == 1


@pytest.mark.parametrize(
    "use",
    ["gain_tokens: {every: 0}", "recruit_tokens: {price: 0}", "flat_bonus: {coins: -7}", "built_piece: {per_turn: 0}"],
)
def test_parameters_that_make_no_sense(tmp_path: Path, use: str) -> None:
    text = f"powers:\n  odd:\n    name: Odd\n    badge: 4\n    abilities:\n      - {use}"
    out = said(tmp_path, text)
    assert "x.yaml:8:" in out and "must be at least" in out and "or more" in out


@pytest.mark.parametrize(
    ("use", "says"),
    [
        ("special_conquest: {means: Sled Dog}", "'means' cannot be 'Sled Dog'"),
        ("special_conquest: {means: die}", "'means' cannot be 'die'"),
        ("flat_bonus: {coins: 2000000000000}", "'coins' must be at most 1000, not 2000000000000"),
        ("special_conquest: {means: sled, discount: -5000}", "'discount' must be at least -1000"),
        ("special_conquest: {means: sled, tokens: 0}", "'tokens' must be at least 1"),
    ],
)
def test_words_and_numbers_have_their_form(tmp_path: Path, use: str, says: str) -> None:
    text = f"powers:\n  odd:\n    name: Odd\n    badge: 4\n    abilities:\n      - {use}"
    assert says in said(tmp_path, text)


NAMED = """\
rulings:
  what: {{default: {default}, values: [{values}], text: Which?}}
powers:
  odd: {{name: Odd, badge: 4, abilities: [{{built_piece: {{piece: {{ruling: what}}}}}}]}}
"""


def test_every_answer_to_a_ruling_names_a_piece(tmp_path: Path) -> None:
    out = said(tmp_path, NAMED.format(default="fort", values="fort, frot"))
    assert "x.yaml:6:" in out and "the variant has no piece 'frot', an answer to the ruling 'what'" in out
    assert "did you mean 'fort'?" in out
    assert "no problems" in said(tmp_path, NAMED.format(default="fort", values="fort, beast"))


RULED_PIECE = """\
rulings:
  again: {{default: {default}, values: [{values}], text: Does it come back?}}
pieces: {{igloo: {{name: Igloo, supply: 4, reusable: {{ruling: again}}}}}}
powers:
  odd: {{name: Odd, badge: 4, abilities: [{{built_piece: {{piece: igloo}}}}]}}
"""


def test_a_ruling_about_a_piece_is_answered_with_true_or_false(tmp_path: Path) -> None:
    out = said(tmp_path, RULED_PIECE.format(default="yes", values="yes, no"))
    assert "x.yaml:5:" in out and "'reusable' needs true or false, but yes is an answer to the ruling 'again'" in out
    assert "no problems" in said(tmp_path, RULED_PIECE.format(default="true", values="true, false"))


def test_a_ruling_limits_the_answers(tmp_path: Path) -> None:
    text = RULED_PIECE.replace(", values: [{values}]", "").format(default="true")
    out = said(tmp_path, text)
    assert "x.yaml:4:" in out and "the ruling 'again' does not list its answers" in out


@pytest.mark.parametrize("use", ["bounty: {piece: igloo}", "delayed_conquest: {piece: igloo}"])
def test_a_piece_in_a_region_of_others_does_not_hold_it(tmp_path: Path, use: str) -> None:
    piece = "pieces: {igloo: {name: Igloo, supply: 1, own: false, holds: true}}"
    out = said(tmp_path, f"{piece}\npowers: {{odd: {{name: Odd, badge: 4, abilities: [{{{use}}}]}}}}")
    assert "needs a piece with holds: false, and 'igloo' has holds: true" in out


def test_remove_is_for_variants_that_extend_another(tmp_path: Path) -> None:
    new_variant("mire", tmp_path / "mire")
    file = tmp_path / "mire" / "variant.yaml"
    file.write_text(file.read_text("utf-8") + "remove: {races: [throng]}\n", "utf-8")
    out = run(str(tmp_path / "mire")).output
    assert "warning[unused]: there is nothing to remove from: this variant extends no other" in out


RELICS_ONLY = (
    "relic_conquest",
    "immune_relic",
    "neighbour_tax",
    "majority_bonus",
    "same_terrain_bonus",
    "relic_to_water",
)


@pytest.mark.parametrize("name", RELICS_ONLY)
@pytest.mark.parametrize("kind", ["races", "powers", "edition"])
def test_what_asks_for_its_relic_is_for_relics(tmp_path: Path, name: str, kind: str) -> None:
    numbers = {"races": "banner: 5, supply: 12", "powers": "badge: 4"}
    text = f"abilities: [{name}]"
    if kind in numbers:
        text = f"{kind}:\n  odd: {{name: Odd, {numbers[kind]}, abilities: [{name}]}}"
    out = said(tmp_path, text)
    assert f"error[ability-user]: the ability '{name}' is for a relic, not for" in out
    assert "give it to a relic, or remove it" in out


def test_the_rulebook_refuses_it_too(tmp_path: Path) -> None:
    loaded = load_variant(variant(tmp_path, "powers:\n  odd: {name: Odd, badge: 4, abilities: [same_terrain_bonus]}"))
    with pytest.raises(PluginError, match="cannot be of power 'odd'; it is for: relic"):
        Rulebook(loaded, {}, PLUGINS.abilities, renew_lent)


RULED = """\
rulings:
  gap: {{default: {default}, values: [2, two], text: How wide?}}
powers:
  odd: {{name: Odd, badge: 4, abilities: [{{flat_bonus: {{coins: {{ruling: gap}}}}}}]}}
"""


@pytest.mark.parametrize("default", ["2", "two"])
def test_every_answer_to_a_ruling_fits_the_parameter(tmp_path: Path, default: str) -> None:
    out = said(tmp_path, RULED.format(default=default), "base")
    expected = "error[ability-parameter]: 'coins' of the ability 'flat_bonus' cannot be 'two', an answer to this ruling"
    assert f"x.yaml:4:{32 + len(default)}: {expected}" in out and "1 error" in out


class Pool:
    """Stands for a game of which only the bombs are asked; every piece that is drawn is noted."""

    def __init__(self, *, reusable: bool) -> None:
        self.bomb = SimpleNamespace(supply=2, reusable=reusable)
        self.memory: tuple[int, int] | None = None
        self.drawn: list[list[str]] = []

    def piece_spec(self, piece: str) -> SimpleNamespace:
        return self.bomb

    def recall(self, ability: Ability, default: tuple[int, int]) -> tuple[int, int]:
        return self.memory or default

    def remember(self, ability: Ability, value: tuple[int, int]) -> None:
        self.memory = value

    def draw(self, kind: str, options: list[str], region: int) -> str:
        self.drawn.append(options)
        return options[-1]

    def take_away(self, piece: str, region: int) -> None:
        pass


@pytest.mark.parametrize(("reusable", "last"), [(True, ["dud", "dud"]), (False, ["dud"])])
def test_bombs_that_come_back_can_be_revealed_again(reusable: bool, last: list[str]) -> None:
    bombs: Any = PLUGINS.abilities["delayed_conquest"].build({"piece": "bomb", "live": 0}, source="x", key="x")
    pool = Pool(reusable=reusable)
    for _ in range(4):
        bombs._reveal(pool, 0, 0)
    assert pool.drawn == [["dud", "dud"], ["dud", "dud"] if reusable else ["dud"], last, last]


RIVALS = """\
pieces:
  spike: {{name: Spike, supply: 4{trait}}}
races:
  moles: {{name: Moles, banner: 5, supply: 10, abilities: [{race}]}}
powers:
  odd: {{name: Odd, badge: 4, abilities: [{power}]}}
"""
BEASTS = "token_piece: {piece: spike, terrain: hill}"


@pytest.mark.parametrize(
    ("race", "power", "trait", "says"),
    [
        ("built_piece: {piece: spike}", "movable_piece: {piece: spike}", "", "x.yaml:8:65: error[ability-parameter]:"),
        (BEASTS, BEASTS, ", token: true", "'moles' and 'odd' both place the piece 'spike'"),
        ("enter_anywhere", "bounty: {piece: spike}", "", "'bounty' needs a piece with own: false"),
        ("enter_anywhere", "delayed_conquest: {piece: spike, live: 2}", "", "needs a piece with own: false"),
        ("enter_anywhere", "built_piece: {piece: spike}", ", token: true", "needs a piece with token: false"),
        ("piece_on_conquest: {piece: spike}", "enter_anywhere", ", token: true", "needs a piece with token: false"),
        ("built_piece: {piece: ''}", "built_piece: {piece: spike}", "", "is empty, so it names no piece"),
        ("keep_badge", "built_piece: {piece: spike}", "", "'keep_badge' is for a power, not for a race"),
        ("extra_decline_slot", "built_piece: {piece: spike}", "", "is for a power, not for a race"),
        ("board_draw", "built_piece: {piece: spike}", "", "'board_draw' is for the edition, not for a race"),
    ],
)
def test_abilities_that_would_break_a_game(tmp_path: Path, race: str, power: str, trait: str, says: str) -> None:
    out = said(tmp_path, RIVALS.format(race=race, power=power, trait=trait))
    assert says in out and "1 error" in out


def test_pieces_that_a_race_and_a_power_may_share(tmp_path: Path) -> None:
    text = RIVALS.format(race="piece_on_conquest: {piece: spike}", power="built_piece: {piece: spike}", trait="")
    assert "no problems" in said(tmp_path, text)


@pytest.mark.parametrize(
    ("faction", "use", "reported"),
    [
        ("wild", "faction_bonus", True),
        ("wild", "{faction_bonus: {rivals: others}}", False),
        ("alliance", "faction_bonus", True),
    ],
)
def test_a_bonus_between_factions_that_do_not_exist(tmp_path: Path, faction: str, use: str, reported: bool) -> None:
    race = f"races: {{wolves: {{name: Wolves, banner: 5, supply: 10, faction: {faction}}}}}"
    output = said(tmp_path, f"abilities: [{use}]\n{race}", "base")
    missing = "'horde'" if faction == "alliance" else "'alliance' or 'horde'"
    message = f"the ability 'faction_bonus' has no effect: no race is of the faction {missing}"
    assert (f"x.yaml:3:13: warning[no-effect]: {message}" in output) is reported
    assert ("no-effect" in output) is reported


def test_a_faction_that_is_not_a_text(tmp_path: Path) -> None:
    race = "races: {wolves: {name: Wolves, banner: 5, supply: 10, faction: {a: b}, abilities: [faction_bonus]}}"
    assert "error[wrong-type]: 'faction' must be text, not a mapping" in said(tmp_path, race, "base")
