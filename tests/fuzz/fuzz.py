"""Coverage-guided fuzzing: ``python tests/fuzz/fuzz.py content -max_total_time=300``.

The first argument is one of content, notation and replay; the others are libFuzzer's. Whatever breaks a promise
is printed with its traceback and kept in a file ``crash-…``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

PACKAGES = sorted(path.parent.name for path in (Path(__file__).parents[2] / "plugins").glob("*/__init__.py"))


def main() -> None:
    """Fuzz one entry point until libFuzzer's time is up."""
    program, name, *options = sys.argv
    # Functions import packages when they are called, and only what is imported here guides the fuzzer.
    with atheris.instrument_imports(include=["smallworld", *PACKAGES]):
        from targets import TARGETS, seeds

        target, inputs = TARGETS[name](), seeds(name)
        for seed in inputs[:: len(inputs) // 10 + 1]:
            target(seed)
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(inputs):
            (Path(corpus) / f"{number:04}").write_bytes(seed)
        limits = ["-timeout=120", "-rss_limit_mb=1000", "-max_len=4000"]
        atheris.Setup([program, *limits, *options, corpus], target)
        atheris.Fuzz()


main()
