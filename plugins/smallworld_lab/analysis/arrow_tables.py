"""The tables of a report as tables of Arrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from smallworld_lab.analysis.result_tables import INTERVALS, ResultTable
from smallworld_lab.analysis.stats import Interval

if TYPE_CHECKING:
    import pyarrow as pa


def as_arrow(table: ResultTable) -> pa.Table:
    """Return the columns of a table; an interval is three of them, a share a number from 0 to 1."""
    import pyarrow as pa

    columns: dict[str, list[Any]] = {}
    for index, name in enumerate(table.head):
        cells, plain = [row[index] for row in table.rows], name.replace(" ", "_")
        if name in INTERVALS or any(isinstance(cell, Interval) for cell in cells):
            intervals = [cell if isinstance(cell, Interval) else (cell, None, None) for cell in cells]
            for part, ending in enumerate(("", "_low", "_high")):
                columns[plain + ending] = [_number(interval[part]) for interval in intervals]
        else:
            columns[plain] = [_number(cell) for cell in cells]
    return pa.table(columns)


def _number(value: Any) -> Any:
    return None if isinstance(value, float) and isnan(value) else value


def stacked(tables: Mapping[str, ResultTable], keys: Mapping[str, tuple[str, ...]]) -> pa.Table:
    """Put tables below each other, with the columns ``kind`` and ``name`` in place of those of their keys."""
    import pyarrow as pa

    parts = []
    for kind, table in tables.items():
        part = as_arrow(table)
        names = [
            name_of_key(kind, [row[key] for key in keys[kind]]) for row in part.select(list(keys[kind])).to_pylist()
        ]
        part = part.drop_columns(list(keys[kind]))
        part = part.add_column(0, "name", pa.array(names, pa.string()))
        parts.append(part.add_column(0, "kind", pa.array([kind] * len(names), pa.string())))
    return pa.concat_tables(parts, promote_options="permissive")


def name_of_key(kind: str, parts: Sequence[Any]) -> str:
    """Write a pair with the power first, a seat as its place of all, and an entrant by its name."""
    if kind == "order":
        return f"{parts[1]} of {parts[0]}"
    return str(parts[0]) if kind == "entrant" else " ".join(map(str, reversed(parts)))
