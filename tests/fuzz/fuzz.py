"""Coverage-guided fuzzing: ``python tests/fuzz/fuzz.py content -max_total_time=300``.

The first argument is one of content, notation and replay; the others are libFuzzer's. Whatever breaks a promise
is printed with its traceback and kept in a file ``crash-…``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["smallworld", "smallworld_base", "smallworld_warcraft"]):
    from targets import TARGETS, seeds


def main() -> None:
    """Fuzz one entry point until libFuzzer's time is up."""
    program, name, *options = sys.argv
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(seeds(name)):
            (Path(corpus) / f"{number:04}").write_bytes(seed)
        limits = ["-timeout=120", "-rss_limit_mb=1000", "-max_len=4000"]
        atheris.Setup([program, *limits, *options, corpus], TARGETS[name]())
        atheris.Fuzz()


main()
