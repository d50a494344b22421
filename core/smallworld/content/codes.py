"""What each code of a problem means, why it matters and what to do: ``--explain CODE``."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.content import codes_form, codes_meaning
from smallworld.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Explanation:
    """The long text of a code.

    :ivar title: the mistake in a few words.
    :ivar text: why it is one, and the remedy.
    :ivar example: a few lines that have it, and after ``→`` lines that do not.
    """

    code: str
    title: str
    text: str
    example: str = ""

    def __str__(self) -> str:
        shown = "\n".join(f"    {line}" for line in self.example.strip("\n").split("\n")) if self.example else ""
        return f"{self.code}: {self.title}\n\n{self.text}" + (f"\n\n{shown}" if shown else "")


EXPLANATIONS: dict[str, Explanation] = {
    code: Explanation(code, *entry) for code, entry in (*codes_form.ENTRIES.items(), *codes_meaning.ENTRIES.items())
}
"""Code → its long text."""


def explain(code: str) -> Explanation:
    """The long text of a code.

    :raises UnknownName: if no problem has this code.
    """
    if code not in EXPLANATIONS:
        raise UnknownName("code", code, EXPLANATIONS)
    return EXPLANATIONS[code]
