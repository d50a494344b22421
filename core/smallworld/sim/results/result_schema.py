"""The columns of the results: names, types, meanings. One row is one game, with lists of players and combos."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pyarrow as pa


class Column(NamedTuple):
    """One column: the name of a pyarrow type and what the value means."""

    name: str
    type: str
    meaning: str


GAME = (
    Column("game", "int64", "number of the game in the run, from 0"),
    Column("seed", "int64", "seed of the game; with the same seats `play --seed` plays the same game"),
    Column("variant", "string", "id of the edition"),
    Column("board", "string", "boards, joined by `+`"),
    Column("players", "int8", "number of players"),
    Column("rounds", "int8", "rounds of the game"),
    Column("decisions", "int32", "actions that were chosen"),
    Column("winners", "int8", "how many won (more than one on a full tie, or with sides)"),
    Column("tied", "bool_", "several players had the most coins, and a tie-break or a shared victory decided"),
    Column("margin", "int16", "coins of the best less coins of the next"),
    Column("digest", "string", "digest of every action and chance result"),
)
PLAYER = (
    Column("seat", "int8", "seat, from 0"),
    Column("order", "int8", "place in the order of play, 1 = first player"),
    Column("name", "string", "name of the entrant"),
    Column("bot", "string", "its bot"),
    Column("coins", "int16", "coins at the end"),
    Column("rank", "int8", "1 = won; else 1 + the players who are ahead"),
    Column("won", "float32", "1 for the winner, a half for each of two winners, 0 for others"),
    Column("lost_tie", "bool_", "had as many coins as the winner and lost by the tie-break"),
    Column("combos", "int8", "combos that were picked"),
    Column("declines", "int8", "declines"),
    Column("paid", "int16", "coins laid on combos that were skipped"),
    Column("found", "int16", "coins found on picked combos"),
    Column("other", "int16", "coins from elsewhere, such as tolls; less what was paid so"),
)
COMBO = (
    Column("seat", "int8", "seat of the player who held it"),
    Column("number", "int8", "1 = the player's first combo, 2 = the second …"),
    Column("race", "string", "id of the race"),
    Column("power", "string", "id of the power"),
    Column("position", "int8", "place in the column when it was picked, 1 = top"),
    Column("paid", "int8", "coins laid on the combos above it"),
    Column("found", "int8", "coins on it when it was picked"),
    Column("round", "int8", "round in which it was picked"),
    Column("decline_round", "int8", "round in which it declined; null = it was active to the end"),
    Column("turns", "int8", "turns that were scored while it was active"),
    Column("declined_turns", "int8", "turns that were scored while it was in decline and still on the table"),
    Column("conquests", "int16", "regions conquered"),
    Column("conquests_held", "int16", "of these, regions that held a native or race token"),
    Column("coins", "int16", "coins scored with it, active and in decline"),
    Column("declined_coins", "int16", "of these, scored in decline"),
    Column("sources", "map", "coins by source: `regions`, `faction`, or the id of the race, power or relic that paid"),
    Column("rank", "int8", "rank of its player"),
    Column("won", "float32", "victory of its player"),
)


def schema() -> pa.Schema:
    """Return the columns as a schema of pyarrow."""
    import pyarrow as pa

    def struct(columns: tuple[Column, ...]) -> pa.StructType:
        return pa.struct([pa.field(column.name, kind(column)) for column in columns])

    def kind(column: Column) -> pa.DataType:
        return pa.map_(pa.string(), pa.int16()) if column.type == "map" else getattr(pa, column.type)()

    fields = [pa.field(column.name, kind(column)) for column in GAME]
    lists = [pa.field("seats", pa.list_(struct(PLAYER))), pa.field("combos", pa.list_(struct(COMBO)))]
    return pa.schema([*fields, *lists])
