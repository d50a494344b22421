"""Editions of any size: boards of a grid, copies of the races of the base game, any number of players."""

from __future__ import annotations

import math
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from smallworld_editions.discovery import find_variants

TERRAINS = ("farmland", "hill", "forest", "mountain", "swamp")
SYMBOLS = ("mine", "magic", "cavern")


def board(regions: int, players: list[int]) -> dict[str, Any]:
    """A grid of land, as square as the number of regions allows: neighbours on all sides and one diagonal.

    Every third region has natives, every fourth a symbol.
    """
    columns = math.ceil(math.sqrt(regions))
    rows = math.ceil(regions / columns)

    def entry(number: int) -> dict[str, Any]:
        row, column = divmod(number, columns)
        around = [(row - 1, column - 1), (row - 1, column), (row, column - 1),
                  (row, column + 1), (row + 1, column), (row + 1, column + 1)]  # fmt: skip
        touching = [y * columns + x for y, x in around if 0 <= x < columns and y >= 0 and y * columns + x < regions]
        data: dict[str, Any] = {
            "id": f"r{number + 1:03}",
            "terrain": TERRAINS[(row * 2 + column) % len(TERRAINS)],
            "border": row in (0, rows - 1) or column in (0, columns - 1),
            "center": [round(100 * (column + 0.5) / columns, 1), round(100 * (row + 0.5) / rows, 1)],
            "adjacent": [f"r{other + 1:03}" for other in touching],
        }
        if number % 3 == 0:
            data["natives"] = 1
        if number % 4 == 0:
            data["symbols"] = [SYMBOLS[number // 4 % len(SYMBOLS)]]
        return data

    return {"name": f"{regions} regions", "players": players, "rounds": 10, "regions": list(map(entry, range(regions)))}


def races(count: int) -> dict[str, Any]:
    """Copies of the races of the base game, each with an id of its own."""
    base = YAML(typ="safe").load(find_variants()["base"].read_text("utf-8"))["races"]
    copies = enumerate(islice(cycle(base.items()), count))
    return {f"{race}_{number}": {**data, "name": f"{data['name']} {number}"} for number, (race, data) in copies}


def edition(folder: Path, *, regions: int = 30, players: int = 3, more_races: int = 0, rounds: int = 10) -> Path:
    """Write an edition that extends the base game.

    :param folder: where; it is made.
    :param regions: regions of its board, all land; 1 to 1,000.
    :param players: 2 to 12.
    :param more_races: races added to the fourteen of the base game.
    :param rounds: rounds of a game.
    :returns: its ``variant.yaml``.
    """
    (folder / "boards").mkdir(parents=True)
    yaml = YAML()
    yaml.representer.ignore_aliases = lambda _: True
    data: dict[str, Any] = {
        "variant": "generated",
        "name": "Generated",
        "extends": "base",
        "natives": {"id": "lost_tribe", "name": "Lost Tribes", "supply": 400},
        "terrains": {"mountain": {"name": "Mountain", "defence": 1, "supply": regions}},
        "rounds": {players: rounds},
        "boards": {players: "grid"},
    }
    if more_races:
        data["races"] = races(more_races)
    yaml.dump(data, folder / "variant.yaml")
    yaml.dump(board(regions, [players]) | {"rounds": rounds}, folder / "boards" / "grid.yaml")
    return folder / "variant.yaml"
