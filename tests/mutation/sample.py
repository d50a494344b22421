"""Keep a sample of the mutations of a cosmic-ray session: ``python tests/mutation/sample.py SESSION 100``.

The seed is fixed, so the same source gives the same sample. The other mutations are removed from the session.
"""

from __future__ import annotations

import random
import sqlite3
import sys
from contextlib import closing

PENDING = "SELECT job_id FROM work_items WHERE job_id NOT IN (SELECT job_id FROM work_results)"
"""The mutations that no filter has skipped."""
PLACES = """
    SELECT job_id, module_path || start_pos_row || operator_name, start_pos_col, operator_args, occurrence
    FROM mutation_specs
"""
"""The numbers of jobs are random, so places and kinds of mutations order them."""


def keep(session: str, size: int, seed: int = 1) -> tuple[int, int]:
    """Remove all mutations but a sample; return the sizes of the sample and of the whole."""
    with closing(sqlite3.connect(session)) as database, database:
        jobs = [job for (job,) in database.execute(PENDING)]
        places = {job: place for job, *place in database.execute(PLACES)}
        ordered = sorted(jobs, key=places.__getitem__)
        sample = set(random.Random(seed).sample(ordered, min(size, len(ordered))))
        removed = [(job,) for (job,) in database.execute("SELECT job_id FROM work_items") if job not in sample]
        for table in ("mutation_specs", "work_results", "work_items"):
            database.executemany(f"DELETE FROM {table} WHERE job_id = ?", removed)
    return len(sample), len(ordered)


if __name__ == "__main__":
    kept, whole = keep(sys.argv[1], int(sys.argv[2]))
    print(f"{kept} of {whole} mutations")
