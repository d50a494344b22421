"""The rules of language that a program can check: names and sentences to avoid.

``python tests/language/rules.py [PATH ...]`` lists every match as ``file:line: rule: text; better: words``. Of a
file that has more of them than ``baseline.json`` allows they are marked as new, and the exit status is 1 then. After
matches were removed, ``python tests/language/rules.py --lower`` writes the smaller numbers.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHECKED = ("core", "plugins", "tests", "docs", "variants", "README.md", "CHANGELOG.md")
SUFFIXES = (".py", ".md", ".yaml", ".jinja")
UNCHECKED = tuple(
    ROOT / "tests" / folder
    for folder in (
        "bad_files",  # broken on purpose
        "language",  # the words and the bad examples of this check
    )
)

VAGUE_NAMES = frozenset({
    "found", "known", "left", "told", "made", "wanted", "own", "there", "at",
    "where", "what", "held", "near", "some", "others", "anything", "afar", "beside",
    "here", "asked", "given", "taken", "stuck", "promised", "aftermath", "amiss", "words",
    "dear",
})  # fmt: skip
"""Words that do not say what a variable, a function or a module holds."""

VAGUE_MODULES = frozenset({
    "beginning", "taking", "losing", "moving", "holding", "deploying", "regrouping", "saying", "story", "sides",
    "reading", "misfits", "placing", "comparing", "work", "playing", "foam", "heart", "complaints", "extras",
    "branches", "mirrors", "kit", "ground", "addition", "blame",
})  # fmt: skip
"""Modules that were participles, moods or images; their names may not come back."""
NAMING = frozenset({
    ast.Name, ast.Attribute, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.arg, ast.MatchAs,
    ast.ExceptHandler, ast.alias,
})  # fmt: skip
"""Kinds of nodes that may define a name."""
PARTICIPLE = re.compile(r"\w{3,}[^e]ed$")
SIDES = frozenset({"right", "top", "bottom"})
"""Names next to which ``left`` is a side and so allowed."""

PROSE = {
    "'What …' for a noun": r"(?:^|[.:;] )What (?!is |are |does |do |if )[^?]*(?:[.:;]|$)",
    "lie, lay": r"\b(?:lies|lay|lying|lain)\b|\b(?:may|can|must|to|that|they|tokens|pieces|relics|files) lie\b",
    "say, tell": r"\b(?:says?|said|saying|tells?|told|telling)\b",
    "stand": r"\b(?:stands?|stood|standing)\b(?!-| in for)",
    "partitive": r"\b(?:those|that|one) of (?:some|which|whom)\b|\bsome \w+ of (?:which|whom)\b",
    "is no": r"\b(?:is|are|was|were) (?:no|none)\b(?! (?:longer|more|less|later|fewer))|\bthere (?:is|are) none\b",
    "archaic": r"\b(?:beside|besides|anew|whoever|whatever|whose|whereof|wherever|lest|thereby|hence)\b",
    "to be had": r"\b(?:to be had|be had|no wonder|none the less|nevertheless)\b",
    "he": r"\b(?:he|him|his|himself)\b",
}
"""Rule → pattern of a sentence that a reader has to decode; a space is any white space, line ends included.

The key ``stands_in_for`` gives its verb to sentences about it: "stands in for" is allowed.
"""
CURES = {
    "'What …' for a noun": "name the thing: 'the contents of the edition'",
    "lie, lay": "is in, is on, put",
    "say, tell": "shows, lists, states, explains",
    "stand": "is, is in",
    "partitive": "some, of which some",
    "is no": "is not a, does not",
    "archaic": "next to, again, who, which",
    "to be had": "there is, is available",
    "he": "they",
    "vague name": "a noun for its content, such as regions, problems, price",
}
"""Rule → words to use instead."""
BASELINE = Path(__file__).with_name("baseline.json")
"""File → the matches that it may have; the numbers only fall."""
PATTERNS = {
    rule: re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE if rule == "he" else 0)
    for rule, pattern in PROSE.items()
}


ANY_PATTERN = re.compile("|".join(f"(?i:{p.pattern})" if p.flags & re.I else p.pattern for p in PATTERNS.values()))
"""Matches where a pattern does; most texts have no match, and one search is cheaper than one for each rule."""


@dataclass(frozen=True, slots=True)
class Match:
    """A place that breaks a rule of language."""

    path: Path
    line: int
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.text}; better: {CURES[self.rule]}"


def find_matches(paths: Iterable[Path]) -> list[Match]:
    """List all matches in the files, those of folders included."""
    matches: list[Match] = []
    for path in list_files(paths):
        text = path.read_text(encoding="utf-8")
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        matches += [Match(shown, number, rule, phrase) for number, rule, phrase in file_matches(path, text)]
    return matches


def file_matches(path: Path, text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, rule and words of each match in one file."""
    if path.suffix == ".py":
        nodes = list_nodes(ast.parse(text))
        yield from prose_matches(python_sentences(text, nodes))
        yield from ((number, "vague name", name) for number, name in vague_names(path, nodes))
    elif path.suffix == ".md":
        yield from prose_matches(markdown_paragraphs(text))
    else:
        yield from prose_matches(yaml_values(text))


def list_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files to check in a stable order."""
    for path in paths:
        if path.is_file():
            yield path
        elif path not in UNCHECKED:
            entries = sorted(path.iterdir())
            yield from (file for file in entries if file.suffix in SUFFIXES and file.is_file())
            yield from list_files(folder for folder in entries if folder.is_dir())


def prose_matches(sentences: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Yield line, rule and the words that match."""
    for number, text in sentences:
        plain = re.sub(r"``[^`]*``|`[^`]*`|\.\w+\(", _code_in_place, text)
        for rule, pattern in PATTERNS.items() if ANY_PATTERN.search(plain) else ():
            for match in pattern.finditer(plain):
                yield number + plain.count("\n", 0, match.start()), rule, " ".join(match.group().split())[:60]


def _code_in_place(match: re.Match[str]) -> str:
    """Replace a piece of code by one word and as many line ends as it had."""
    return "`code`" + "\n" * match.group().count("\n")


def markdown_paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, rows of tables, items of lists and headings of a page, without its blocks of code."""
    code = False
    start, paragraph = 1, ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        fence = line.lstrip().startswith(("```", "~~~"))
        if fence or code or not line.strip() or line.lstrip().startswith(("#", "|", "- ", "* ", "<!--")):
            if paragraph:
                yield start, paragraph
            start, paragraph = number, "" if fence or code else line.lstrip("#>|*- ")
            code ^= fence
        else:
            start = start if paragraph else number
            paragraph += ("\n" if paragraph else "") + line.lstrip("> ")
    if paragraph:
        yield start, paragraph


def python_sentences(text: str, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield docstrings, messages (texts with a space) and comments."""
    if any(ANY_PATTERN.search(tail.lstrip("# ")) for tail in re.findall("#.*", text)):  # most files need no tokens
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string.lstrip("# ")
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
            yield node.lineno, node.value


def list_nodes(tree: ast.AST) -> list[ast.AST]:
    """List all nodes of a tree as :func:`ast.walk` does, in a third of its time."""
    nodes: list[ast.AST] = [tree]
    for node in nodes:  # it grows meanwhile
        for field in node._fields:
            value = getattr(node, field, None)
            if type(value) is list:
                nodes += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST) and value._fields:  # operators and contexts have no fields
                nodes.append(value)
    return nodes


def yaml_values(text: str) -> Iterator[tuple[int, str]]:
    """Yield comments and values of a YAML file or a template; keys are notation."""
    for number, line in enumerate(text.splitlines(), 1):
        value = re.sub(r"^[\s-]*[\w.]+:(?=\s|$)", "", line).strip(" #-|>'\"")
        if " " in value:
            yield number, value


def vague_names(path: Path, nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the assigned names, parameters, functions and the module that have a vague name."""
    module = path.parent.name if path.stem == "__init__" else path.stem
    if module in VAGUE_NAMES | VAGUE_MODULES or PARTICIPLE.match(module):
        yield 1, module
    names = list(assigned_names(nodes))
    sides = bool({name for _, name in names} & SIDES)
    for line, name in names:
        plain = name.strip("_")
        if plain in VAGUE_NAMES and not (sides and plain == "left"):
            yield line, name


def assigned_names(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield line and name of every variable, attribute, parameter, function and class that a module defines."""
    for node in nodes:
        if type(node) not in NAMING:
            continue
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.MatchAs(name=str(name)) | ast.ExceptHandler(name=str(name)) | ast.alias(asname=str(name)):
                yield node.lineno, name


def baseline() -> dict[str, int]:
    """Read how many matches each file may have."""
    allowed: dict[str, int] = json.loads(BASELINE.read_text("utf-8"))
    return allowed


def new_matches(matches: Iterable[Match]) -> list[Match]:
    """List the matches of the files that have more of them than they may."""
    by_file: dict[str, list[Match]] = {}
    for match in matches:
        by_file.setdefault(match.path.as_posix(), []).append(match)
    allowed = baseline()
    return [match for file, in_file in by_file.items() if len(in_file) > allowed.get(file, 0)
            for match in in_file]  # fmt: skip


def lower(matches: Iterable[Match]) -> None:
    """Write the smaller numbers of matches; a larger one stays forbidden."""
    counts, allowed = Counter(match.path.as_posix() for match in matches), baseline()
    kept = {file: min(number, counts[file]) for file, number in allowed.items() if counts[file]}
    BASELINE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")


def main(arguments: list[str]) -> int:
    """Print the matches, the new ones marked, and their number; return 1 if there are new ones."""
    paths = [Path(argument).resolve() for argument in arguments if argument != "--lower"]
    matches = find_matches(paths or [ROOT / name for name in CHECKED])
    if "--lower" in arguments:
        lower(matches)
    fresh = set(new_matches(matches))
    for match in matches:
        print(f"new: {match}" if match in fresh else match)
    print(f"{len(matches)} matches, {len(fresh)} of them in files with more than tests/language/baseline.json allows")
    return 1 if fresh else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
