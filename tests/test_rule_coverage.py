"""Every rule is proved by something."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
REFERENCE = set(TESTS.glob("reference*/*.py"))
SLOW = re.compile(r"^(FULL|pytest\.mark\.(full|deep|bench|browser|package|editor))\b")
"""Decorators of tests that do not run by default."""
RULE = re.compile(r"\b[RW]-[A-Z]+-\d+\b")


def rule_ids() -> list[str]:
    return (TESTS / "data" / "rule_ids.txt").read_text("utf-8").split()


def cited() -> set[str]:
    """Ids in ``rules:`` lines of scenarios and in test modules, but not in the reference models."""
    found: set[str] = set()
    for path in TESTS.glob("scenarios/**/*.yaml"):
        lines = re.findall(r"^rules: \[(.*)\]", path.read_text("utf-8"), re.MULTILINE)
        found.update(RULE.findall(" ".join(lines)))
    for path in set(TESTS.rglob("*.py")) - REFERENCE:
        source = path.read_text("utf-8")
        found.update(RULE.findall(run_by_default(source) if path.name.startswith("test_") else source))
    return found


def run_by_default(source: str) -> str:
    """The source of a test module without the tests that run only when somebody asks for them."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
        if any(SLOW.match(ast.unparse(decorator)) for decorator in decorators):
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "\n".join(lines)


def cited_by_reference() -> set[str]:
    """Ids in the reference models: where they write a rule down, not where a test is about it."""
    return {rule for path in REFERENCE for rule in RULE.findall(path.read_text("utf-8"))}


def test_every_rule_is_cited() -> None:
    assert sorted(set(rule_ids()) - cited()) == []


def test_every_citation_is_a_rule() -> None:
    known = set(rule_ids())
    strange = {rule for rule in cited() | cited_by_reference() if rule not in known}
    assert sorted(strange) == []


def test_a_test_that_does_not_run_by_default_cites_nothing() -> None:
    slow, quick = (f"R-{word}-1" for word in ("SLOW", "QUICK"))  # not cited by this module
    source = f'@FULL\ndef test_a() -> None:\n    """{slow}."""\n\n\ndef test_b() -> None:\n    """{quick}."""\n'
    assert RULE.findall(run_by_default(source)) == [quick]
