"""Versions of plugins and the requirements of variants on them."""

from __future__ import annotations

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

__version__ = "0.1.0"
"""The version of this program."""


def is_satisfied(version: str, requirement: str) -> bool:
    """Return whether a version fulfils a requirement such as ``>=0.1,<2`` (PEP 440).

    An empty requirement and ``*`` are always fulfilled. A version that is unknown fulfils
    everything (a plugin that was given as a path need not have one); a version that does
    not follow PEP 440 fulfils only a requirement that names it with ``===``. A requirement
    of a wrong form is an error of the variant file, which the schema reports.
    """
    if not version or requirement.strip() in ("", "*"):
        return True
    try:
        return SpecifierSet(requirement).contains(Version(version), prereleases=True)
    except InvalidVersion:
        return requirement.replace(" ", "") == f"==={version}"
    except InvalidSpecifier:
        return True
