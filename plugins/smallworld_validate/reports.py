"""Problems as text for people, and as JSON, GitHub annotations and SARIF for programs; what their codes mean."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from smallworld.errors import UnknownName, group_repeated, repetition_note
from smallworld.languages import EXPLANATION, NN_, _, for_reader, format_count, ngettext, pgettext
from smallworld.versions import __version__
from smallworld_editions.problem import Problem, Range, place_text, severity_name
from smallworld_output.safe_text import safe, safe_lines
from smallworld_output.text_width import display_width


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


# --- reports

WIDTH = 110
"""Source lines are cut to this many columns around the caret."""

_STYLES = {"error": "1;31", "warning": "1;33", "hint": "36", "frame": "34", "bold": "1"}

Sources = Callable[[str], Sequence[str]]
"""File name → its lines; empty if they are not at hand."""

Paint = Callable[[str, str], str]
"""Style, text → the text in that style."""


def text_report(problems: Sequence[Problem], sources: Sources, color: bool = False) -> str:
    """Format each problem with its source line, a caret under the place, and the hint; equal ones of a file once."""

    def paint(style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color and text else text

    texts = (_text(first, repetitions, sources, paint) for first, repetitions in group_repeated(problems))
    return "\n\n".join(texts)


def summary(problems: Sequence[Problem], files: int, fixed: int = 0, skipped: int = 0, waiting: int = 0) -> str:
    """Write the last line: the numbers of files and problems.

    :param waiting: files that cannot be checked before others are mended.
    """
    errors = sum(problem.severity == "error" for problem in problems)
    counts = ((errors, "error"), (len(problems) - errors, "warning"))
    number_text = ", ".join(format_count(number, noun) for number, noun in counts if number) or _("no problems")
    checked = format_count(files, "file") if files else _("no files")
    sentences = [_("{files} checked: {problems}", files=checked, problems=number_text)]
    notes = (
        (fixed, NN_("{count} problem fixed", "{count} problems fixed")),
        (skipped, NN_("{count} file of other programs left alone", "{count} files of other programs left alone")),
        (waiting, NN_("{count} file to be checked when the variant is mended",
                      "{count} files to be checked when the variant is mended")),
    )  # fmt: skip
    sentences += [ngettext(*forms, count) for count, forms in notes if count]
    return "; ".join(sentences)


def _text(problem: Problem, repetitions: Sequence[Problem], sources: Sources, paint: Paint) -> str:
    place = problem.range
    head = paint("bold", safe_lines(safe(place_text(problem.file, place))))
    label = paint(problem.severity, f"{severity_name(problem.severity)}[{problem.code}]")
    lines = [f"{head}: {label}: {safe(for_reader(problem.message))}"]
    if place:
        lines += _excerpt(place, sources(problem.file), paint, problem.severity)
    hint, note = for_reader(problem.hint), for_reader(repetition_note(repetitions))
    notes = [f"{paint('hint', _('help:'))} {safe(hint)}"] if hint else []
    notes += [note] if note else []
    notes += [f"{safe(for_reader(r.message))}: {safe(place_text(r.file, r.range))}" for r in problem.related]
    gutter = " " * (len(str(place.line)) if place else 0)
    return "\n".join([*lines, *(f"  {gutter} {paint('frame', '=')} {note}" for note in notes)])


def _excerpt(place: Range, lines: Sequence[str], paint: Paint, severity: str) -> list[str]:
    if not 0 < place.line <= len(lines):
        return []
    line = lines[place.line - 1]
    start = min(place.column - 1, len(line))
    end = place.end_column - 1 if place.end_line == place.line else len(line.rstrip())
    end = max(start + 1, min(end, len(line) + 1))
    before, inside, after = _cut(line[:start], line[start:end], line[end:])
    number = paint("frame", f"  {place.line} |")
    blank = paint("frame", f"  {' ' * len(str(place.line))} |")
    carets = paint(severity, "^" * max(1, display_width(inside)))
    return [f"{number} {before}{inside}{after}".rstrip(), f"{blank} {' ' * display_width(before)}{carets}"]


def _cut(before: str, inside: str, after: str) -> tuple[str, str, str]:
    before, inside, after = (safe(text.replace("\t", "    ")) for text in (before, inside, after))
    room = WIDTH - len(inside)
    most = 20 if room < 20 else room * 2 // 3
    if len(before) > most:
        before = "…" + before[-most:]
    if room < 20:
        return before, inside[: WIDTH - 20], "…"
    spare = max(room - len(before), 0)
    return before, inside, after if len(after) <= spare else after[:spare] + "…"


def json_report(problems: Sequence[Problem], files: int) -> str:
    """Format problems as one JSON document."""
    errors = sum(problem.severity == "error" for problem in problems)
    counts = {"files": files, "errors": errors, "warnings": len(problems) - errors}
    return json.dumps({**counts, "problems": [problem.as_dict() for problem in problems]}, indent=2, ensure_ascii=False)


def github_report(problems: Sequence[Problem]) -> str:
    """Format problems as workflow commands: GitHub shows them as annotations next to the lines."""
    commands = []
    for problem in problems:
        place = problem.range or Range.at(1, 1)
        properties = {"file": problem.file, "line": place.line, "endLine": place.end_line}
        if place.end_line == place.line:  # GitHub takes columns only within one line
            properties |= {"col": place.column, "endColumn": place.end_column}
        properties["title"] = problem.code
        listed = ",".join(f"{key}={_escape(str(value), property_=True)}" for key, value in properties.items())
        commands.append(f"::{problem.severity} {listed}::{_escape(safe(_with_hint(problem)))}")
    return "\n".join(commands)


def _with_hint(problem: Problem) -> str:
    return f"{problem.message}; {problem.hint}" if problem.hint else problem.message


def _escape(text: str, *, property_: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if property_ else text


def sarif_report(problems: Sequence[Problem]) -> str:
    """Format problems as SARIF 2.1.0, for code scanning."""
    listed = [explain(code) for code in sorted({problem.code for problem in problems})]
    numbers = {explanation.code: number for number, explanation in enumerate(listed)}
    rules = [{"id": each.code, "shortDescription": {"text": each.summary}, "fullDescription": {"text": each.meaning}}
             for each in listed]  # fmt: skip
    results = [_result(problem, numbers[problem.code]) for problem in problems]
    driver = {"name": "smallworld validate", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    document = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2, ensure_ascii=False)


def _result(problem: Problem, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": problem.severity,
        "message": {"text": _with_hint(problem)},
        "locations": [_location(problem.file, problem.range)],
    }
    if problem.related:
        places = [{**_location(each.file, each.range), "message": {"text": each.message}} for each in problem.related]
        result["relatedLocations"] = places
    if problem.edits:  # all edits as one fix, because each alone would be wrong
        edits = [{"deletedRegion": _region(e.range), "insertedContent": {"text": e.text}} for e in problem.edits]
        change = {"artifactLocation": {"uri": _uri(problem.file)}, "replacements": edits}
        text = problem.hint or problem.message
        result["fixes"] = [{"description": {"text": text}, "artifactChanges": [change]}]
    return result


def _location(file: str, place: Range | None) -> dict[str, Any]:
    region = {"region": _region(place)} if place else {}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(file)}, **region}}


def _region(place: Range) -> dict[str, int]:
    return dict(zip(("startLine", "startColumn", "endLine", "endColumn"), (*place.start, *place.end), strict=True))


def _uri(file: str) -> str:
    from urllib.parse import quote

    return quote(os.fsencode(file.replace("\\", "/")))
