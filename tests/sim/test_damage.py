"""Every byte of a file of results, of a chunk and of a spool counts: one that has changed is noticed."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from simulating import Simulate, fails, rows

from smallworld import SmallWorldError
from smallworld_lab import executors
from smallworld_lab.analysis.aggregate import aggregate
from smallworld_lab.analysis.result_tables import ResultTable
from smallworld_lab.result_file import (
    arrow_table,
    is_sealed,
    is_whole,
    pack,
    run_of,
    seal_file,
    seal_line,
    unpack,
    values_of,
)
from smallworld_lab.run_files import RunFiles, kept_run
from smallworld_lab.run_plan import Run
from smallworld_lab.worker import _spooled, play_game


def flips(content: bytes, count: int) -> Iterator[bytes]:
    """The content with one byte changed: in the whole, and more often near the end, with the footer and the seal."""
    rng = random.Random(7)
    places = [rng.randrange(len(content)) for _ in range(count)]
    places += [*range(20), *range(len(content) - 20, len(content)), *range(len(content) - 300, len(content), 7)]
    for place in places:
        yield content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]


def test_a_changed_byte_of_results_is_noticed(simulate: Simulate, tmp_path: Path) -> None:
    results = simulate("--games", "3", "--player", "random", "--seed", "5")
    assert is_sealed(results) and len(rows(results)) == 3, "other programs read it, too"
    damaged = tmp_path / "damaged.parquet"
    for content in flips(results.read_bytes(), 300):
        damaged.write_bytes(content)
        with pytest.raises(
            SmallWorldError, match="is not a file of results of 'smallworld simulate', or it is damaged"
        ):
            run_of(damaged)


def test_a_changed_byte_of_a_chunk_or_spool_or_run_is_noticed(tmp_path: Path) -> None:
    run = Run("base", "", (("random", "random"),), (2,), 2, seed=3)
    files = RunFiles(tmp_path / "x.parquet", run)
    files.begin(resume=False)
    executors.play_chunks(files, executors.backend(1), lambda games: None)
    part = files.part((0, 1))
    for content in flips(part.read_bytes(), 200):
        part.write_bytes(content)
        files.begin(resume=True)
        assert not part.exists()
    line = seal_line(b'{"game": 0}')
    kept = files.parts / "run.json"
    whole = kept.read_bytes()
    for content in flips(whole, 100):
        kept.write_bytes(content)
        with pytest.raises(SmallWorldError, match="do not name their run"):
            kept_run(files.out)
    spool = tmp_path / "spool.lines"
    for content in flips(line * 30, 100):
        spool.write_bytes(content)
        assert not list(_spooled(str(spool)))


def test_a_changed_byte_of_a_chunk_is_seen() -> None:
    games = [values_of(play_game(Run("base", "", (("random", "random"),), (2,), 1), 0))]
    chunk = pack(games)
    assert is_whole(chunk) and unpack(chunk) == arrow_table(games)
    assert not any(is_whole(content) for content in flips(chunk, 100))


def test_a_sealed_file_of_nonsense_is_one_sentence(tmp_path: Path) -> None:
    """Someone can seal any Parquet file; its columns may be of any type."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    run = Run("base", "", (("random", "random"),), (2,), 1)
    file = tmp_path / "odd.parquet"
    table = arrow_table([values_of(play_game(run, 0))])
    for name in table.column_names:
        kind = table.schema.field(name).type
        odd = pa.array([None], kind) if pa.types.is_string(kind) else pa.array(["x"])
        if pa.types.is_nested(kind):
            odd = pa.array([None], kind)
        changed = table.set_column(table.column_names.index(name), name, odd)
        pq.write_table(changed.replace_schema_metadata({"smallworld": run.as_json()}), file)
        seal_file(file)
        try:
            aggregate([file])
        except SmallWorldError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("kind", ["folder", "text", "empty", "device", "end"])
def test_files_of_another_kind_are_one_sentence(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "x.parquet"
    if kind == "folder":
        file.mkdir()
    elif kind == "device":
        file = Path("/dev/zero")
    else:
        file.write_bytes({"text": b"# no results\n" * 9, "empty": b"", "end": b"PAR1" * 4}[kind])
    status, message = fails("report", str(file))
    assert status == 2 and "fault" not in message


def test_cells_are_not_formulas() -> None:
    cells = ("=1+1", "+1", "-1", "@sum", "\tx", "humans", "a=b")
    text = ResultTable("x", "X", "", ("name",), tuple((cell,) for cell in cells)).csv()
    assert [row[0] for row in csv.reader(text.splitlines())][1:] == [
        "'=1+1", "'+1", "'-1", "'@sum", "'\tx", "humans", "a=b"
    ]  # fmt: skip
    assert ResultTable("x", "X", "", ("n",), ((-1,), (-0.5,))).csv() == "n\n-1\n-0.5\n", "numbers stay numbers"
