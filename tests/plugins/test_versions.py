"""Requirements of variants on the versions of plugins follow PEP 440."""

from __future__ import annotations

import pytest

from smallworld.versions import is_satisfied


@pytest.mark.parametrize(
    ("version", "requirement", "expected"),
    [
        ("1.4", ">=1.0,<2", True),
        ("1.4", " >= 1.04 ", True),
        ("1.0", ">=1.0.0", True),
        ("1.9", ">=1.10", False),
        ("1.10", ">=1.9", True),
        ("2.0", ">=1.0,<2", False),
        ("2.1", "~=2.0", True),
        ("1.9", "==1.*", True),
        ("1.0rc1", ">=1.0", False),
        ("1.1.dev1", ">=1.0", True),
        ("1.0", "", True),
        ("1.0", " * ", True),
        ("", ">=3", True),
        ("2024-spring", ">=1", False),
        ("2024-spring", "=== 2024-spring", True),
        ("1.0", "newest", True),
    ],
)
def test_a_version_fulfils_a_requirement(version: str, requirement: str, expected: bool) -> None:
    assert is_satisfied(version, requirement) is expected
