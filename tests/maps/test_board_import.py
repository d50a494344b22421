"""``board import``: maps of other programs become boards that validate, with the right borders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corpus import BOARDS
from smallworld_draw.commands.board import command
from smallworld_editions.reading.reader import read_documents
from smallworld_editions.variants.plain_data import neighbours_of, regions_of

DIAMOND = {("1", "2"), ("1", "3"), ("2", "3"), ("2", "4"), ("3", "4")}
SQUARES = {"a": (0, 0), "b": (1, 0), "c": (0, 1)}


def square(x: float, y: float, size: float = 100) -> list[list[float]]:
    corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    return [[size * x, size * y] for x, y in corners]


def geojson() -> dict[str, object]:
    features = [
        {"properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": [square(*place)]}}
        for name, place in SQUARES.items()
    ]
    return {"type": "FeatureCollection", "features": features}


MATRIX = [[0, 1, 1, 0], [1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 1, 0]]
LISTS = {"1": [2, 3], "2": [1, 3, 4], "3": [1, 2, 4], "4": [2, 3]}
MAPS = {
    "pairs.json": json.dumps([[int(a), int(b)] for a, b in sorted(DIAMOND)]),
    "lists.json": json.dumps(LISTS),
    "rows.json": json.dumps([[int(name), neighbours] for name, neighbours in LISTS.items()]),
    "matrix.json": json.dumps(MATRIX),
    "named.json": json.dumps({"names": [1, 2, 3, 4], "matrix": MATRIX}),
    "nodes.json": json.dumps({
        "nodes": [{"id": n} for n in range(1, 5)],
        "links": [{"source": int(a), "target": int(b)} for a, b in sorted(DIAMOND)],
    }),
    "keyed.json": json.dumps({name: {"neighbors": neighbours} for name, neighbours in LISTS.items()}),
    "pairs.csv": "from,to\n" + "".join(f"{a},{b}\n" for a, b in sorted(DIAMOND)),
    "pairs.tsv": "".join(f"{a}\t{b}\n" for a, b in sorted(DIAMOND)),
    "matrix.csv": "\n".join(",".join(map(str, row)) for row in MATRIX),
    "named.csv": ",1,2,3,4\n" + "\n".join(f"{n},{','.join(map(str, row))}" for n, row in enumerate(MATRIX, 1)),
    "rows.csv": "\n".join(",".join([name, *map(str, neighbours)]) for name, neighbours in LISTS.items()),
    "table.csv": "id;neighbours\n" + "\n".join(f"{name};{','.join(map(str, o))}" for name, o in LISTS.items()),
}  # fmt: skip


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["import", *arguments])


def borders(path: Path) -> set[tuple[str, str]]:
    (document,) = read_documents(path)
    return {(name, other) for _, name, region in regions_of(document.data) for other in neighbours_of(region)}


def imported(folder: Path, name: str, text: str) -> Path:
    """Import a map; return the board."""
    (folder / name).write_text(text, "utf-8")
    result = run(str(folder / name))
    assert result.exit_code == 0, result.output
    assert "error[" not in result.output
    assert result.output.startswith("written: ")
    return (folder / name).with_suffix(".yaml")


@pytest.mark.parametrize("name", MAPS)
def test_every_form_gives_the_same_borders(tmp_path: Path, name: str) -> None:
    both = DIAMOND | {(b, a) for a, b in DIAMOND}
    assert borders(imported(tmp_path, name, MAPS[name])) == {(f"r0{a}", f"r0{b}") for a, b in both}


def test_outlines_give_borders_centers_and_the_edge(tmp_path: Path) -> None:
    path = imported(tmp_path, "map.geojson", json.dumps(geojson()))
    assert borders(path) == {("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")}
    (document,) = read_documents(path)
    assert [region["center"] for region in document.data["regions"]] == [[25, 75], [75, 75], [25, 25]]  # y grows up
    assert document.data["aspect"] == "100:100"


def test_outlines_with_corners_on_the_sides_of_others(tmp_path: Path) -> None:
    """Two small squares below a long one: none of their corners is a corner of the long one."""
    outlines = {"top": [[0, 0], [200, 0], [200, 100], [0, 100]], "left": square(0, 1), "right": square(1, 1)}
    data = {"regions": [{"id": name, "polygon": points} for name, points in outlines.items()]}
    assert len(borders(imported(tmp_path, "map.json", json.dumps(data)))) == 6


def test_centers_in_pixels_become_percent(tmp_path: Path) -> None:
    nodes = [{"id": n, "x": x, "y": y, "terrain": "Hill"} for n, (x, y) in enumerate([(45, 72), (183, 72), (324, 410)])]
    data = {"width": 600, "height": 500, "nodes": nodes, "edges": [[0, 1], [1, 2], [0, 2]]}
    (document,) = read_documents(imported(tmp_path, "map.json", json.dumps(data)))
    assert [region["center"] for region in document.data["regions"]] == [[7.5, 14.4], [30.5, 14.4], [54, 82]]
    assert {region["terrain"] for region in document.data["regions"]} == {"hill"}
    assert document.data["aspect"] == "120:100"


@pytest.mark.parametrize("x", ["NaN", "Infinity", "1e308", "1" + "0" * 400])
def test_an_impossible_place_is_computed(tmp_path: Path, x: str) -> None:
    """As where no place is given, so the board can be looked at."""
    nodes = f'[{{"id": 1, "x": {x}, "y": 7}}, {{"id": 2, "x": 8, "y": 9}}]'
    text = f'{{"nodes": {nodes}, "edges": [{{"source": 1, "target": 2}}]}}'
    (document,) = read_documents(imported(tmp_path, "map.json", text))
    assert not any("center" in region for region in document.data["regions"])


def test_names_become_ids(tmp_path: Path) -> None:
    path = imported(tmp_path, "map.csv", "Köln,Neu Ulm\nNeu Ulm,Mainz\nMainz,Köln\n")
    (document,) = read_documents(path)
    assert [(region["id"], region["name"]) for region in document.data["regions"]] == [
        ("koln", "Köln"), ("neu_ulm", "Neu Ulm"), ("mainz", "Mainz"),
    ]  # fmt: skip


def test_wrong_halves_are_left_out_and_listed(tmp_path: Path) -> None:
    (document,) = read_documents(BOARDS / "six-wrong-halves-4p.yaml")
    lists = {region["id"]: region["adjacent"] for region in document.data["regions"]}
    (tmp_path / "map.json").write_text(json.dumps(lists), "utf-8")
    result = run(str(tmp_path / "map.json"))
    assert "(39 regions, 95 borders)" in result.output
    assert "- r02 names r27, but not the other way round: left out" in result.output
    assert result.output.count("left out") == 6


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("x.json", '{"hello": 3}', "this is not a list of borders, neighbours, a matrix or GeoJSON"),
        ("x.json", "{", "line 1: this is not JSON"),
        ("x.csv", "", "this is not a list of borders"),
        ("x.json", "[" * 100_000, "x.json"),
    ],
)
def test_a_file_without_a_map_is_refused(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    result = run(str(tmp_path / name))
    assert result.exit_code != 0
    assert sentence in str(result.exception) + result.output
    assert not (tmp_path / "x.yaml").exists()


def test_a_folder_and_another_encoding_are_refused(tmp_path: Path) -> None:
    assert "'.' is a folder; name a file" in run(".").output
    (tmp_path / "map.csv").write_bytes("a,b\nb,c\n".encode("utf-16"))
    assert "the file is in UTF-16 or UTF-32" in str(run(str(tmp_path / "map.csv")).exception)


def test_a_board_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "map.csv").write_text("a,b\nb,c\n", "utf-8")
    (tmp_path / "map.yaml").write_text("mine", "utf-8")
    result = run(str(tmp_path / "map.csv"))
    assert "name another with --out" in str(result.exception)
    assert (tmp_path / "map.yaml").read_text("utf-8") == "mine"
    assert run(str(tmp_path / "map.csv"), "--out", str(tmp_path / "new.yaml")).exit_code == 0
