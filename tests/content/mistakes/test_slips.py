"""Slips of the hand in every shipped file: one error each, in its place, with a remedy that is right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from running import ROOT
from slips import YAML_SLIPS, Slip, Source, Verdict, replay_slips

from smallworld_validate.file_checker import FileChecker
from smallworld_validate.inputs import make_checker
from tiers import one_in

BOARDS = [*sorted((ROOT / "variants").glob("*/boards/*.yaml")), ROOT / "tests" / "boards" / "mini.yaml"]
VARIANTS = sorted((ROOT / "variants").glob("*/variant.yaml"))
SCENARIOS = sorted((ROOT / "tests" / "scenarios").rglob("*.yaml"))
REPLAYS = sorted((ROOT / "tests" / "golden").rglob("*.jsonl"))
FILES = [*BOARDS, *SCENARIOS, *VARIANTS * 8]

BAR = {"detected": 0.98, "line": 0.975, "column": 0.97, "single": 0.97, "remedy": 0.94}


@cache
def checker() -> FileChecker:
    return make_checker("", (str(ROOT / "tests" / "boards"),), ())


@cache
def source(path: Path) -> Source:
    return Source(path.read_text("utf-8"))


def judge(slip: Slip, path: Path) -> Verdict:
    return Verdict(slip, checker().check_bytes(slip.text.encode("utf-8", "surrogatepass"), str(path), path))


def slips_of(
    make: Callable[[Source, random.Random], Slip | None], count: int, seed: int
) -> Iterator[tuple[Path, Slip]]:
    rng = random.Random(seed)
    for _ in range(count * 30):
        path = rng.choice(FILES)
        slip = make(source(path), rng)
        if slip is not None and slip.text != source(path).text:
            yield path, slip
            count -= 1
        if not count:
            return


def share(verdicts: list[Verdict], aspect: str) -> float:
    return sum(getattr(verdict, aspect) for verdict in verdicts) / len(verdicts)


def failures(verdicts: list[Verdict], aspect: str) -> list[object]:
    return [(v.slip.how, sorted(v.slip.spots)[:3], *map(str, v.problems)) for v in verdicts if not getattr(v, aspect)]


@pytest.mark.parametrize("make", one_in(16, YAML_SLIPS), ids=lambda make: make.__name__)
def test_slips(make: Callable[[Source, random.Random], Slip | None]) -> None:
    verdicts = [judge(slip, path) for path, slip in slips_of(make, 1, seed=3)]
    assert verdicts
    for aspect in BAR:
        assert share(verdicts, aspect) >= 0.75, (aspect, failures(verdicts, aspect))


@pytest.mark.parametrize("path", REPLAYS[::12], ids=lambda path: path.stem)
def test_slips_in_replays(path: Path) -> None:
    slips = list(replay_slips(path.read_text("utf-8"), random.Random(1)))
    verdicts = [judge(slip, path) for slip in slips]
    for aspect in BAR:
        assert failures(verdicts, aspect) == []


@pytest.mark.deep
@pytest.mark.timeout(3000)
def test_hundreds_of_slips() -> None:
    verdicts = [judge(slip, path) for make in YAML_SLIPS for path, slip in slips_of(make, 25, seed=2)]
    for aspect, bar in BAR.items():
        assert share(verdicts, aspect) >= bar, (aspect, failures(verdicts, aspect))
