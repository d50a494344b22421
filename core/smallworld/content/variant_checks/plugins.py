"""Check the plugins that a variant names: are they installed, and new enough?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from smallworld.content.report.problem import Problem
from smallworld.content.variants.merging import Merged

_REQUIREMENT = re.compile(r"\s*(?:$|\*|[~=!<>])")
"""The beginning of a requirement; the schema reports any other text."""
PluginCheck = Callable[[str, str], tuple[str, str] | None]
"""Name and required version of a plugin → what is wrong with it and the remedy, or None."""


def check_plugins(merged: Merged, lacks: PluginCheck | None) -> Iterator[Problem]:
    """Yield a problem for each missing or outdated plugin that the variant needs."""
    named = merged.data.get("plugins")
    if lacks is None or not isinstance(named, dict):
        return
    for name, requirement in named.items():
        is_readable = isinstance(requirement, str) and _REQUIREMENT.match(requirement)
        fault = lacks(name, requirement) if is_readable else None
        if fault is not None:
            message, hint = fault
            yield merged.problem("missing-plugin", ("plugins", name), message, hint, at_key=True)
