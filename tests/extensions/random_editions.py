"""Editions out of every primitive: races, powers, relics, pieces and rulings at random, the same for the same seed.

The text has a line for each part that can go without the rest: an ability, a piece, a ruling.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import smallworld
from quick_events import quick_reading
from smallworld.errors import ContentError
from smallworld.model.variant import Variant
from smallworld.plugins.manager import default_plugins

ORIGINS = ("base", "warcraft")
SCHEMAS = default_plugins().parameter_schemas()
RACES, POWERS, PIECES = 12, 14, 6
KEPT = 2
"""Printed races and powers that stay where the others are removed."""
WORDS = ("zap", "zip", "zop")
"""Words of the notation for means and verbs."""
TRAITS = ("immune", "own", "reusable", "token", "holds", "defends", "counts", "occupied", "hidden")
OF_ISLANDS = frozenset({"board_draw"})
"""Primitives that need an edition with boards of several sizes."""
DROPPABLE = "    "
"""The beginning of a line that can go without the rest."""
MOST_ROUNDS = 20
"""More checks than an edition needs until all is gone that it cannot use."""


def random_edition(seed: int, folder: Path) -> tuple[Variant, str]:
    """Write an edition, without what the check of editions refuses; returns it and its text.

    :raises ContentError: it refuses more than abilities, pieces and rulings.
    """
    file = folder / f"random{seed}.yaml"
    lines = list(_Edition(seed).lines())
    for _ in range(MOST_ROUNDS):
        file.write_text("\n".join(lines) + "\n", "utf-8")
        try:
            with quick_reading():
                return smallworld.load_variant(file), file.read_text("utf-8")
        except ContentError as error:
            wrong = {problem.range.line for problem in error.problems if problem.range}
            kept = [line for number, line in enumerate(lines, 1)
                    if number not in wrong or not line.startswith(DROPPABLE)]  # fmt: skip
            if kept == lines:
                raise
            lines = kept
    raise AssertionError(f"the edition of seed {seed} has mistakes after {MOST_ROUNDS} checks:\n" + "\n".join(lines))


class _Edition:
    """The content of an edition that extends another one."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        self.seed, self.origin = seed, smallworld.load_variant(rng.choice(ORIGINS))
        self.pieces = {f"p{number}": self._piece(number) for number in range(PIECES)}
        self.printed = {use.ability for use in self.origin.abilities}
        self.factions = sorted({race.faction for race in self.origin.races.values()})
        self.names: dict[str, tuple[str, ...]] = {
            "terrain": tuple(self.origin.terrains), "symbol": tuple(self.origin.symbols),
            "race": tuple(self.origin.races), "power": tuple(self.origin.powers),
            "relic": tuple(self.origin.relics), "piece": (*self.origin.pieces, *self.pieces),
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield the text of the edition."""
        rng, origin = self.rng, self.origin
        yield from (f"variant: random{self.seed}", f"name: Random {self.seed}", f"extends: {origin.id}")
        if rng.random() < 0.5:
            gone = {kind: rng.sample(self.names[kind], len(self.names[kind]) - KEPT) for kind in ("race", "power")}
            yield f"remove: {json.dumps({f'{kind}s': names for kind, names in gone.items()})}"
        yield from self._numbers()
        yield from _block("pieces", self.pieces)
        yield from _block("rulings", {key: rng.choice(ruling.values) for key, ruling in origin.rulings.items()
                                      if ruling.values and rng.random() < 0.3})  # fmt: skip
        yield "abilities: ["
        yield from self._uses("edition", rng.randint(0, 2))
        yield from ("]", "races:")
        yield from chain.from_iterable(self._race(number) for number in range(RACES))
        yield "powers:"
        for number in range(POWERS):
            head = {"name": f"Power {number}", "badge": rng.randint(2, 5), "text": "x"}
            yield from self._owner("power", f"w{number}", head)
        relics = [relic for relic in origin.relics.values() if rng.random() < 0.4]
        if relics:
            yield "relics:"
        for relic in relics:
            head = {"name": relic.name, "kind": rng.choice(("artefact", "place")), "text": "x", "source": "x"}
            yield from self._owner("relic", relic.id, head)

    def _numbers(self) -> Iterator[str]:
        """Yield some numbers of the box, others than usual."""
        rng = self.rng
        numbers = {
            "coins": rng.randint(0, 9), "column": rng.randint(1, 9), "base_cost": rng.randint(1, 4),
            "bank": rng.randint(50, 150), "die": [rng.randint(0, 4) for _ in range(rng.randint(1, 6))],
        }  # fmt: skip
        return (f"{key}: {number}" for key, number in numbers.items() if rng.random() < 0.2)

    def _piece(self, number: int) -> dict[str, Any]:
        rng = self.rng
        head = {"name": f"Piece {number}", "supply": rng.randint(1, 9), "defence": rng.randint(0, 2), "text": "x"}
        traits = {trait: rng.random() < 0.5 for trait in TRAITS if rng.random() < 0.25}
        return {**head, "in_decline": rng.choice(("stays", "leaves")), **traits}

    def _race(self, number: int) -> Iterator[str]:
        head = {"name": f"Race {number}", "banner": self.rng.randint(2, 9), "supply": 40, "text": "x", "source": "x"}
        faction = self.rng.choice(self.factions)
        return self._owner("race", f"r{number}", {**head, "faction": faction} if faction else head)

    def _owner(self, user: str, key: str, head: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines of a race, a power or a relic with one to three abilities."""
        yield f'  {key}: {json.dumps(head)[:-1]}, "abilities": ['
        yield from self._uses(user, self.rng.randint(1, 3))
        yield "  ]}"

    def _uses(self, user: str, count: int) -> Iterator[str]:
        names = [name for name, schema in SCHEMAS.items() if user in schema.get("x-users", (user,))
                 and (name not in OF_ISLANDS or name in self.printed)]  # fmt: skip
        for name in self.rng.sample(names, count):
            yield f"{DROPPABLE}{json.dumps({name: self._parameters(SCHEMAS[name])})},"

    def _parameters(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        required = schema.get("required", ())
        values = {key: self._value(entry) for key, entry in schema["properties"].items()
                 if key in required or self.rng.random() < 0.5}  # fmt: skip
        return {key: value for key, value in values.items() if value is not None}

    def _value(self, entry: Mapping[str, Any]) -> Any:
        """Return a value of a parameter; None = its default."""
        rng = self.rng
        if kind := entry.get("x-names"):
            return rng.choice(self.names[kind]) if self.names[kind] else None
        if "anyOf" in entry:
            return self._value(rng.choice(entry["anyOf"]))
        if "enum" in entry:
            return rng.choice(entry["enum"])
        match entry["type"]:
            case "boolean":
                return rng.random() < 0.5
            case "integer":
                return rng.randint(max(entry["minimum"], -2), 3)
            case "array":
                return [self._value(entry["items"]) for _ in range(rng.randint(0, 2))]
            case "string":
                return rng.choice(WORDS if "pattern" in entry else self.factions)
        return None


def _block(key: str, entries: Mapping[str, Any]) -> Iterable[str]:
    parts = (f"{DROPPABLE}{json.dumps(name)}: {json.dumps(value)}," for name, value in entries.items())
    return (f"{key}: {{", *parts, "}")
