"""Every rule is proved by something."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
REFERENCE = set(TESTS.glob("reference*/*.py"))
RULE = re.compile(r"\b[RW]-[A-Z]+-\d+\b")


def rule_ids() -> list[str]:
    return (TESTS / "data" / "rule_ids.txt").read_text("utf-8").split()


def cited() -> set[str]:
    """Ids in the ``rules:`` lines of scenarios, and anywhere in test modules but the reference models."""
    found: set[str] = set()
    for path in TESTS.glob("scenarios/**/*.yaml"):
        lines = re.findall(r"^rules: \[(.*)\]", path.read_text("utf-8"), re.MULTILINE)
        found.update(RULE.findall(" ".join(lines)))
    for path in set(TESTS.rglob("*.py")) - REFERENCE:
        found.update(RULE.findall(path.read_text("utf-8")))
    return found


def cited_by_reference() -> set[str]:
    """Ids in the reference models: where they write a rule down, not where a test is about it."""
    return {rule for path in REFERENCE for rule in RULE.findall(path.read_text("utf-8"))}


def test_every_rule_is_cited() -> None:
    assert sorted(set(rule_ids()) - cited()) == []


def test_every_citation_is_a_rule() -> None:
    known = set(rule_ids())
    strange = {rule for rule in cited() | cited_by_reference() if rule not in known}
    assert sorted(strange) == []
