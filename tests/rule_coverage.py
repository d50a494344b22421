"""The rules that tests cite: ``python tests/rule_coverage.py`` prints how many, and by what."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
REFERENCE = set(TESTS.glob("reference*/*.py"))
SLOW = re.compile(r"^(FULL|pytest\.mark\.(full|deep|bench|browser|package|editor))\b")
"""Decorators of tests that do not run by default."""
RULE = re.compile(r"\b[RW]-[A-Z]+-\d+\b")


def rule_ids() -> list[str]:
    return (TESTS / "data" / "rule_ids.txt").read_text("utf-8").split()


@cache
def cited() -> frozenset[str]:
    """Ids in ``rules:`` lines of scenarios and in test modules, but not in the reference models."""
    rules = {*cited_by_scenarios()}
    for path in set(TESTS.rglob("*.py")) - REFERENCE:
        source = path.read_text("utf-8")
        if RULE.search(source):
            rules.update(RULE.findall(run_by_default(source) if path.name.startswith("test_") else source))
    return frozenset(rules)


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


@cache
def cited_by_scenarios() -> frozenset[str]:
    """Ids in the ``rules:`` lines of scenarios."""
    texts = (path.read_text("utf-8") for path in TESTS.glob("scenarios/**/*.yaml"))
    lines = [line for text in texts for line in re.findall(r"^rules: \[(.*)\]", text, re.MULTILINE)]
    return frozenset(RULE.findall(" ".join(lines)))


def report() -> str:
    """A line for each edition: rules, and how many are cited by scenarios, by quick tests, in the reference models."""
    parts = (("scenarios", cited_by_scenarios()), ("quick tests", cited()), ("reference models", cited_by_reference()))
    lines = []
    for name, letter in (("base", "R"), ("warcraft", "W")):
        rules = {rule for rule in rule_ids() if rule.startswith(letter)}
        counts = ", ".join(f"{title} {len(rules & ids)} ({len(rules & ids) / len(rules):.1%})" for title, ids in parts)
        lines.append(f"{name}: {len(rules)} rules; {counts}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
