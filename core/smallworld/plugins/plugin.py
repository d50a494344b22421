"""One plugin and the result of loading it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from smallworld.languages import lazy_n
from smallworld.model.ability_names import plain_name


@dataclass(slots=True)
class Plugin:
    """One plugin and the result of loading it.

    :ivar source: ``built-in``, ``installed`` or the path or module that the user named.
    :ivar status: ``ok``, ``blocked`` or ``failed``.
    :ivar problems: the reasons why it cannot be used, a sentence each.
    :ivar notes: names that another plugin has too, a sentence each with the full name.
    :ivar details: the traceback of a failure, for its author.
    :ivar distribution: name of the installed package that it belongs to.
    :ivar target: the module that its entry point names, known before it is imported.
    :ivar brings: what it adds, by kind: abilities, variants, bots, commands, renderers.
    """

    name: str
    source: str
    version: str = ""
    status: str = "ok"
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    details: str = ""
    distribution: str = ""
    target: str = ""
    module: Any = None
    hooks: tuple[str, ...] = ()
    brings: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def problem(self) -> str:
        """The first problem, and how many more there are."""
        if len(self.problems) < 2:
            return self.problems[0] if self.problems else ""
        return lazy_n(
            "{problem} (and {count} more, see smallworld plugin list)",
            "{problem} (and {count} more, see smallworld plugin list)",
            len(self.problems) - 1, problem=self.problems[0],
        )  # fmt: skip

    def names(self) -> set[str]:
        """Return all its names: entry point, module, distribution; ``-`` written as ``_``."""
        known_names = (self.name, str(getattr(self.module, "__name__", "")), self.distribution, self.target)
        return {plain_name(name) for name in known_names if name}
