"""Every rule is proved by something."""

from __future__ import annotations

from rule_coverage import RULE, cited, cited_by_reference, report, rule_ids, run_by_default


def test_every_rule_is_cited() -> None:
    assert sorted(set(rule_ids()) - cited()) == []


def test_every_citation_is_a_rule() -> None:
    rules = set(rule_ids())
    strange = {rule for rule in cited() | cited_by_reference() if rule not in rules}
    assert sorted(strange) == []


def test_a_test_that_does_not_run_by_default_cites_nothing() -> None:
    slow, quick = (f"R-{word}-1" for word in ("SLOW", "QUICK"))  # not cited by this module
    source = f'@FULL\ndef test_a() -> None:\n    """{slow}."""\n\n\ndef test_b() -> None:\n    """{quick}."""\n'
    assert RULE.findall(run_by_default(source)) == [quick]


def test_the_report_counts_rules_by_edition() -> None:
    base, warcraft = report().splitlines()
    assert base.startswith("base: ")
    assert "quick tests " in warcraft
    assert warcraft.count("(100.0%)") >= 1
