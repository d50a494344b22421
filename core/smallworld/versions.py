"""The name and version of this program, versions of plugins, and the command that installs a missing extra."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Any

__version__ = "0.1.0"
"""The version of this program."""
DISTRIBUTION = "smallworld-engine"
"""The program on the Python package index; ``smallworld`` there is a package of somebody else."""


def extra(name: str) -> str:
    """Return the requirement of the program with an extra, such as ``smallworld-engine[sim]``."""
    return f"{DISTRIBUTION}[{name}]"


def lower_bound() -> str:
    """Return the lowest version of the program that a new plugin names: without the last number if it is a release."""
    numbers = __version__.split(".")
    return ".".join(numbers[:2]) if all(number.isdecimal() for number in numbers) else __version__


def pip_install(*requirements: str, upgrade: bool = False) -> str:
    """Return the command that installs packages; every message that names such a command has it from here."""
    return shlex.join(["pip", "install", *(["--upgrade"] if upgrade else ()), *requirements])


def package_function(
    module: str, name: str, *, public: str, libraries: Sequence[str] = (), requirement: str = DISTRIBUTION
) -> Any:
    """Return a function of a package around the engine, which is imported when the function is asked for.

    :param public: the name that a program uses for it.
    :param libraries: what the package imports; :param requirement: what brings all of it.
    :raises SmallWorldError: the package was left out, or a library is not installed.
    """
    from importlib import import_module, util  # not for --version

    missing = [package for package in (module.partition(".")[0], *libraries) if util.find_spec(package) is None]
    if missing:
        from smallworld.errors import SmallWorldError
        from smallworld.languages import _

        raise SmallWorldError(_("{command} needs more packages ({names}); {install}", command=public,
                                names=", ".join(missing), install=pip_install(requirement)))  # fmt: skip
    return getattr(import_module(module), name)


_PLAIN = re.compile(r"[0-9]+(\.[0-9]+)*")
_LEAST = re.compile(rf"\s*>=\s*({_PLAIN.pattern})\s*")


def is_satisfied(version: str, requirement: str) -> bool:
    """Return whether a version fulfils a requirement such as ``>=0.1,<2`` (PEP 440).

    An empty requirement and ``*`` are always fulfilled. A version that is unknown fulfils
    everything (a plugin that was given as a path need not have one); a version that does
    not follow PEP 440 fulfils only a requirement that names it with ``===``. A requirement
    of a wrong form is an error of the variant file, which the schema reports.
    """
    if not version or requirement.strip() in ("", "*"):
        return True
    least = _LEAST.fullmatch(requirement)
    if least is not None and _PLAIN.fullmatch(version):
        return _numbers(version) >= _numbers(least[1])
    # Their import takes as long as that of the command line, and most requirements do not need it.
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    try:
        return SpecifierSet(requirement).contains(Version(version), prereleases=True)
    except InvalidVersion:
        return requirement.replace(" ", "") == f"==={version}"
    except InvalidSpecifier:
        return True


def _numbers(version: str) -> list[int]:
    """Return the numbers of a plain version; zeros at its end mean nothing."""
    numbers = [int(part) for part in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers
