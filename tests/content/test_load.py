"""Files to content: boards, variants, ``extends``, digests."""

from __future__ import annotations

from pathlib import Path

import pytest
from loading import load_variant

import smallworld
from smallworld.errors import ContentError, UnknownName
from smallworld.model.variant import Ruling, Variant
from smallworld.model.variant_folder import shipped_folder
from smallworld_editions.discovery import board_paths, find_variants
from smallworld_editions.load import load_board, load_boards

TINY = """\
variant: tiny
name: Tiny World
rounds: {2: 5, 3: 4}
boards: {2: tiny, 3: tiny}
terrains: {field: {name: Field}, sea: {name: Sea, water: true}, rock: {name: Rock, defence: 1, supply: 1}}
symbols: [mine]
natives: {id: lost, name: Lost, supply: 1}
pieces: {fort: {name: Fort, supply: 2, defence: 1, reusable: {ruling: fort_reuse}}}
rulings:
  tie_break: shared
  fort_reuse: {default: true, values: [true, false], text: Does a fort come back?}
races:
  humans: {name: Humans, banner: 5, supply: 10, abilities: [{terrain_bonus: {terrain: field}}]}
  orcs: {name: Orcs, banner: 5, supply: 10, abilities: [roaring, {shouting: }]}
powers:
  plain: {name: Plain, badge: 4}
"""
BOARD = """\
name: Tiny
regions:
  - {id: a, terrain: field, border: true, adjacent: [b, s, r], center: [10, 20.5]}
  - {id: b, terrain: field, natives: 1, adjacent: [a, s]}
  - {id: s, terrain: sea, border: true, adjacent: [a, b]}
  - {id: r, terrain: rock, symbols: [mine], adjacent: [a]}
"""


def tiny(folder: Path, variant: str = TINY, board: str = BOARD) -> Path:
    (folder / "boards").mkdir(parents=True, exist_ok=True)
    (folder / "boards" / "tiny.yaml").write_text(board, "utf-8")
    (folder / "variant.yaml").write_text(variant, "utf-8")
    return folder / "variant.yaml"


def messages(folder: Path, variant: str = TINY, board: str = BOARD) -> list[str]:
    with pytest.raises(ContentError) as caught:
        load_variant(tiny(folder, variant, board))
    return [f"{problem.code}: {problem.message}" for problem in caught.value.problems]


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(ContentError, match="cannot read this file: no file can have this name"):
        load_board(Path("x\0.yaml"))


# -- boards ----------------------------------------------------------------------------------


def test_a_board(tmp_path: Path) -> None:
    tiny(tmp_path)
    board = load_board(tmp_path / "boards" / "tiny.yaml")
    assert (board.id, board.name, board.players, board.provenance) == ("tiny", "Tiny", (), "fan")
    a, b, s, r = board.regions
    assert (a.adjacent, a.center, a.border, b.natives) == (("b", "s", "r"), (10.0, 20.5), True, 1)
    assert r.symbols == {"mine"}
    # R-TERM-4: land at the edge, and the shore of a sea at the edge
    assert [region.entry for region in (a, b, s, r)] == [True, True, True, False]


def test_the_boards_of_a_folder_are_read_unless_one_is_broken(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(BOARD, "utf-8")
    assert list(load_boards(tmp_path)) == ["good"]
    (tmp_path / "broken.yaml").write_text("regions: [", "utf-8")
    with pytest.raises(ContentError):
        load_boards(tmp_path)


# -- variants --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["base", "warcraft"])
def test_shipped_variants_load(name: str) -> None:
    variant = load_variant(name)
    assert variant.id == name
    assert set(variant.board_files) == set(board_paths(find_variants()[name]))
    assert len(variant.digest) == 64


def test_shipped_variants_are_found() -> None:
    assert {"base", "warcraft"} <= set(find_variants())
    assert (shipped_folder() / "base" / "variant.yaml").is_file()
    with pytest.raises(UnknownName, match="did you mean 'base'"):
        load_variant("bass")


def test_further_folders_of_variants(tmp_path: Path) -> None:
    tiny(tmp_path / "tiny")
    assert load_variant("tiny", folders=[tmp_path]).name == "Tiny World"
    assert load_variant("tiny", folders=[tmp_path / "tiny"]).name == "Tiny World"
    assert load_variant(tmp_path / "tiny").name == "Tiny World"


def test_a_variant(tmp_path: Path) -> None:
    variant = load_variant(tiny(tmp_path))
    assert (variant.coins, variant.column, variant.die) == (5, 6, (0, 0, 0, 1, 2, 3))
    assert (variant.rounds, variant.boards) == ({2: 5, 3: 4}, {2: "tiny", 3: "tiny"})
    assert [use.ability for use in variant.races["orcs"].abilities] == ["roaring", "shouting"]
    assert variant.races["humans"].abilities[0].parameters == {"terrain": "field"}
    assert variant.pieces["fort"].reusable == {"ruling": "fort_reuse"}
    assert variant.rulings["tie_break"].default == "shared"
    assert variant.rulings["fort_reuse"] == Ruling("fort_reuse", True, (True, False), "", "Does a fort come back?")
    assert variant.terrains["rock"].supply == 1 and variant.natives is not None


def digest(folder: Path, variant: str = TINY, board: str = BOARD) -> str:
    return load_variant(tiny(folder, variant, board)).digest


def test_digest_follows_the_content_only(tmp_path: Path) -> None:
    before = digest(tmp_path)
    assert digest(tmp_path, "# a remark\n" + TINY.replace("{2: 5, 3: 4}", "\n  2: 5\n  3: 4")) == before
    assert digest(tmp_path, TINY.replace("2: 5", "2: 6")) != before
    assert digest(tmp_path, board=BOARD.replace("20.5", "21.5")) != before


def test_all_problems_come_at_once(tmp_path: Path) -> None:
    variant = TINY.replace("Humans, banner: 5", "Humans, banner: 9").replace("tie_break", "tie_brake")
    board = BOARD.replace("[a, b]", "[a]").replace("rock, symbols", "rocks, symbols")
    assert [message.split(":")[0] for message in messages(tmp_path, variant, board)] == [
        "one-sided-border",
        "unknown-terrain",
        "unknown-ruling",
        "supply-too-small",
    ]


def test_islands_are_counted_at_their_worst(tmp_path: Path) -> None:
    variant = TINY.replace("boards: {2: tiny, 3: tiny}", "boards: {2: [large], 3: [large, large]}")
    island = (
        "size: large\nsheet: {0}\nregions:\n"
        "  - {{id: {0}a, terrain: rock, entry: true, adjacent: [{0}s]}}\n"
        "  - {{id: {0}s, terrain: sea, adjacent: [{0}a]}}\n"
    )
    for name in ("one", "two"):
        tiny(tmp_path, variant, island.format("one"))
        (tmp_path / "boards" / f"{name}.yaml").write_text(island.format(name), "utf-8")
    (tmp_path / "boards" / "tiny.yaml").unlink()
    with pytest.raises(
        ContentError, match=r"the islands one, two need more rock markers \(2\) than the box holds \(1\)"
    ):
        load_variant(tmp_path)


def test_islands_missing(tmp_path: Path) -> None:
    variant = TINY.replace("boards: {2: tiny, 3: tiny}", "boards: {2: tiny, 3: [large]}")
    assert messages(tmp_path, variant) == ["unknown-board: 3 players need 1 island of size 'large', but there are none"]


# -- abilities -------------------------------------------------------------------------------

SCHEMAS = {
    "terrain_bonus": {
        "type": "object",
        "properties": {"terrain": {"type": "string", "x-names": "terrain"}, "coins": {"type": "integer"}},
        "required": ["terrain"],
        "additionalProperties": False,
    },
    "roaring": {"type": "object", "properties": {"loud": {"type": "boolean"}}, "additionalProperties": False},
    "shouting": {"type": "object"},
}


def ability_problems(folder: Path, use: str) -> list[str]:
    variant = TINY.replace("{terrain_bonus: {terrain: field}}", use)
    with pytest.raises(ContentError) as caught:
        load_variant(tiny(folder, variant), abilities=SCHEMAS)
    return [str(problem).partition("error")[2] for problem in caught.value.problems]


def test_abilities_are_checked_against_their_schemas(tmp_path: Path) -> None:
    assert load_variant(tiny(tmp_path), abilities=SCHEMAS)
    assert ability_problems(tmp_path, "{terain_bonus: {terrain: field}}") == [
        "[unknown-ability]: there is no ability 'terain_bonus'; did you mean 'terrain_bonus'?"
    ]
    assert ability_problems(tmp_path, "{terrain_bonus: {terrain: feild}}") == [
        "[unknown-terrain]: the variant has no terrain 'feild'; did you mean 'field'?"
    ]
    assert ability_problems(tmp_path, "{terrain_bonus: {terrain: field, coin: 1}}") == [
        "[ability-parameter]: ability 'terrain_bonus' has no parameter 'coin'; did you mean 'coins'?"
    ]
    assert ability_problems(tmp_path, "{roaring: {loud: {ruling: fort_reused}}}") == [
        "[unknown-ruling]: no ruling is called 'fort_reused'; did you mean 'fort_reuse'?"
    ]
    assert ability_problems(tmp_path, "{roaring: {loud: {ruling: tie_break}}}") == [
        "[ability-parameter]: 'loud' of the ability 'roaring' cannot be 'shared', an answer to this ruling; "
        "give the parameter another ruling"
    ]
    assert ability_problems(tmp_path, "terrain_bonus") == [
        "[ability-parameter]: ability 'terrain_bonus' lacks the parameter 'terrain'; add it"
    ]


# -- extends ---------------------------------------------------------------------------------


def child(folder: Path, text: str) -> Variant:
    tiny(folder / "tiny")
    (folder / "child.yaml").write_text("variant: child\nextends: tiny\n" + text, "utf-8")
    return load_variant(folder / "child.yaml", folders=[folder])


def test_extends_adds_replaces_and_removes(tmp_path: Path) -> None:
    variant = child(
        tmp_path,
        "coins: 7\n"
        "remove: {races: [orcs], symbols: [], boards: [3]}\n"
        "races: {elves: {name: Elves, banner: 6, supply: 11}}\n"
        "powers: {plain: {name: Plainer, badge: 5}}\n"
        "rulings: {fort_reuse: false}\n"
        "rounds: {2: 6}\n",
    )
    assert (variant.id, variant.name, variant.coins) == ("child", "Tiny World", 7)
    assert list(variant.races) == ["humans", "elves"]
    assert variant.powers["plain"].badge == 5
    assert variant.rulings["fort_reuse"].default is False
    assert variant.rulings["fort_reuse"].values == (True, False)
    assert "tiny" in variant.board_files


def test_an_ability_of_the_edition_is_removed_by_its_name(tmp_path: Path) -> None:
    text = "variant: islets\nextends: warcraft\nboards: {2: [small, small]}\nremove: {abilities: [board_draw]}\n"
    file = tmp_path / "islets.yaml"
    file.write_text(text, "utf-8")
    variant = smallworld.load_variant(str(file))
    assert [use.ability for use in variant.abilities] == [
        use.ability for use in smallworld.load_variant("warcraft").abilities if use.ability != "board_draw"
    ]
    game = smallworld.new_game(variant, ["ann", "bob"], seed=1)
    assert [face.size for face in game.state.board.faces] == ["small", "small"]
    file.write_text(text.replace("board_draw", "board_drwa"), "utf-8")
    with pytest.raises(ContentError, match="there is no 'board_drwa' in abilities"):
        smallworld.load_variant(str(file))


def test_extends_reports_in_the_file_that_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        child(tmp_path, "rulings: {fort_reuse: perhaps}\nremove: {powers: [plane]}\nboards: {4: tiny}\n")
    assert [(Path(p.file).name, p.code) for p in caught.value.problems] == [
        ("child.yaml", "ruling-value"),
        ("child.yaml", "remove-unknown"),
        ("child.yaml", "missing-rounds"),
    ]


def test_extends_in_a_circle(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{name}.yaml").write_text(f"variant: {name}\nextends: {other}.yaml\n", "utf-8")
    with pytest.raises(ContentError, match="extends-cycle"):
        load_variant(tmp_path / "a.yaml")
