"""Keep a sample of the mutations of a cosmic-ray session: ``python tests/mutation/sample.py SESSION 60 --seed 2``.

Each mutation of the sample is at another place: cosmic-ray replaces one operator by eleven others in turn, so a plain
sample would be arithmetic for the most part. The same source and seed give the same sample. The other mutations are
removed from the session.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import warnings
from contextlib import closing
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

PENDING = """
    SELECT module_path, start_pos_row, start_pos_col, operator_name, occurrence, job_id FROM mutation_specs
    WHERE job_id NOT IN (SELECT job_id FROM work_results) ORDER BY 1, 2, 3, 4, 5
"""
"""The mutations that no filter has skipped; the numbers of jobs are random, so places and kinds order them."""


def keep(session: str, size: int, seed: int) -> tuple[int, int]:
    """Remove all mutations but a sample; return the number of mutations in it, and of places that could be mutated."""
    places: dict[tuple[str, int, int], list[tuple[str, int, str]]] = {}
    with closing(sqlite3.connect(session)) as database, database:
        for path, row, column, operator, occurrence, job in database.execute(PENDING):
            places.setdefault((path, row, column), []).append((operator, occurrence, job))
        chance, sample = random.Random(seed), set[str]()
        for place in chance.sample(sorted(places), len(places)):
            operator, occurrence, job = chance.choice(places[place])
            if len(sample) < size and _counts(place, operator, occurrence):
                sample.add(job)
        removed = [(job,) for (job,) in database.execute("SELECT job_id FROM work_items") if job not in sample]
        for table in ("mutation_specs", "work_results", "work_items"):
            database.executemany(f"DELETE FROM {table} WHERE job_id = ?", removed)
    return len(sample), len(places)


def _counts(place: tuple[str, int, int], operator: str, occurrence: int) -> bool:
    """Return whether a mutation matters: it compiles, and changes more than an import for type checkers."""
    source = Path(place[0]).read_text("utf-8")
    if "TYPE_CHECKING" in source.splitlines()[place[1] - 1]:
        return False
    try:
        warnings.simplefilter("ignore")
        compile(mutate_code(source, get_operator(operator)(), occurrence) or "", place[0], "exec")
    except SyntaxError:  # it mutated the star before parameters that are given by name
        return False
    return True


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("session")
    parser.add_argument("size", type=int, nargs="?", default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    kept, whole = keep(arguments.session, arguments.size, arguments.seed)
    print(f"{kept} mutations, each at another of {whole} places")
