"""Public functions of ``smallworld`` that are in packages around the engine, such as the reader of editions."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld.versions import DISTRIBUTION, pip_install


def package_function(
    module: str, name: str, *, public: str, libraries: Sequence[str] = (), requirement: str = DISTRIBUTION
) -> Any:
    """Return a function of a package around the engine, which is imported when the function is asked for.

    :param public: the name that a program uses for it.
    :param libraries: what the package imports; :param requirement: what brings all of it.
    :raises SmallWorldError: the package was left out, or a library is not installed.
    """
    missing = [package for package in (module.partition(".")[0], *libraries) if find_spec(package) is None]
    if missing:
        raise SmallWorldError(_("{command} needs more packages ({names}); {install}", command=public,
                                names=", ".join(missing), install=pip_install(requirement)))  # fmt: skip
    return getattr(import_module(module), name)
