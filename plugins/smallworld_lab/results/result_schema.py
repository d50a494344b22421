"""The columns of the results: names, types, meanings. One row is one game, with lists of players and combos."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pyarrow as pa


class Column(NamedTuple):
    """One column: the name of a pyarrow type and what the value means."""

    name: str
    type: str
    meaning: str


def _columns() -> dict[str, tuple[Column, ...]]:
    tables = tomllib.loads((files("smallworld_lab.results") / "columns.toml").read_text(encoding="utf-8"))
    return {table: tuple(Column(name, *entry) for name, entry in rows.items()) for table, rows in tables.items()}


COLUMNS = _columns()
"""``games``, ``seats`` and ``combos`` → columns."""
GAME, PLAYER, COMBO = COLUMNS["games"], COLUMNS["seats"], COLUMNS["combos"]


def schema() -> pa.Schema:
    """Return the columns as a schema of pyarrow."""
    import pyarrow as pa

    def struct(columns: tuple[Column, ...]) -> pa.StructType:
        return pa.struct([pa.field(column.name, kind(column)) for column in columns])

    def kind(column: Column) -> pa.DataType:
        return pa.map_(pa.string(), pa.int16()) if column.type == "map" else getattr(pa, column.type)()

    fields = [pa.field(column.name, kind(column)) for column in GAME]
    fields.append(pa.field("observed", pa.map_(pa.string(), pa.float64())))
    lists = [pa.field("seats", pa.list_(struct(PLAYER))), pa.field("combos", pa.list_(struct(COMBO)))]
    return pa.schema([*fields, *lists])
