"""The columns of the results: names, types, meanings. One row is one game, with lists of players and combos."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

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
Values = tuple[Any, ...]
"""The values of a game in the order of the schema; players, combos and entries of maps are tuples, too."""
_game_of, _player_of, _combo_of = (itemgetter(*(column.name for column in table)) for table in (GAME, PLAYER, COMBO))


def values_of(row: Mapping[str, Any]) -> Values:
    """Return the values of a game, without the names of their columns."""
    seats, combos = tuple(map(_player_of, row["seats"])), tuple(map(_combo_of, row["combos"]))
    return (*_game_of(row), tuple(row["observed"].items()), seats, combos)


def arrow_table(games: Sequence[Values]) -> pa.Table:
    """Return games as a table of Arrow."""
    import pyarrow as pa

    columns = schema()
    arrays = [pa.array([game[place] for game in games], field.type) for place, field in enumerate(columns)]
    return pa.Table.from_arrays(arrays, schema=columns)


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
