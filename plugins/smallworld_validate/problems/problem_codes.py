"""Explanations of the codes of problems: ``--explain CODE``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from smallworld.errors import UnknownName
from smallworld.languages import pgettext
from smallworld.languages.messages import EXPLANATION


@dataclass(frozen=True, slots=True)
class Explanation:
    """The meaning of a code, with an example; ``str`` writes it in the language of the reader."""

    code: str
    summary: str
    """The mistake in a few words."""
    meaning: str
    """Why it is a mistake, and the remedy."""
    bad: str = ""
    """Lines that have the mistake; empty if no small file has it."""
    good: str = ""
    """The same lines without the mistake."""

    @property
    def title(self) -> str:
        """The summary in the language of the reader."""
        return pgettext(EXPLANATION, self.summary)

    def __str__(self) -> str:
        text = f"{self.code}: {self.title}\n\n{pgettext(EXPLANATION, self.meaning)}"
        if not self.bad:
            return text
        lines = [*self.bad.split("\n"), "→", *self.good.split("\n")]
        return f"{text}\n\n" + "\n".join(f"    {line}" for line in lines)


@cache
def explanations() -> dict[str, Explanation]:
    """Read the explanations of all codes, by code."""
    from ruamel.yaml import YAML  # not for a run without --explain

    entries = YAML(typ="safe").load(files(__package__).joinpath("problem_codes.yaml").read_text("utf-8"))
    return {code: Explanation(code, **entry) for code, entry in entries.items()}


def explain(code: str) -> Explanation:
    """Look up the explanation of a code.

    :raises UnknownName: if no problem has this code.
    """
    if code not in explanations():
        raise UnknownName("code", code, explanations())
    return explanations()[code]
