"""Slips of people who write files by hand: each with its place and the words that its remedy must hold.

Unlike ``mutants`` a slip states the column and the remedy, and covers the form of YAML and JSON too.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any

from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, walk
from smallworld_editions.reading.reader import read

Path = tuple[str | int, ...]
Spot = tuple[int, int]
"""Line and column, both from 1."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A text with one mistake."""

    how: str
    text: str
    spots: frozenset[Spot]
    """Where the problem may begin."""
    remedy: str
    """A pattern that the sentence and its hint must match together."""


class Source:
    """A good text, its documents, and the way from places to offsets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.documents, problems = read(text, "x.yaml")
        assert not problems
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.nodes = [(d, path, value) for d in self.documents for path, value in walk(d.data) if path]

    def offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column - 1

    def spot(self, offset: int) -> Spot:
        before = self.text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1

    def swap(self, start: int, end: int, new: str) -> str:
        return self.text[:start] + new + self.text[end:]

    def span(self, document: Document, path: Path, *, key: bool = False) -> tuple[int, int]:
        place = document.key(path) if key else document.value(path)
        return self.offset(place.line, place.column), self.offset(place.end_line, place.end_column)


def mistype(word: str, rng: random.Random) -> str:
    """A word with a slip of the finger: letters swapped, dropped, doubled or replaced by a neighbouring key."""
    index = rng.randrange(1, len(word) - 1) if len(word) > 2 else 0
    ways = [
        word[:index] + word[index + 1] + word[index] + word[index + 2 :] if index + 1 < len(word) else word + "x",
        word[:index] + word[index + 1 :],
        word[:index] + word[index] + word[index:],
        word[:index] + ("e" if word[index] != "e" else "a") + word[index + 1 :],
    ]
    return next((way for way in rng.sample(ways, len(ways)) if way != word), word + "x")


FREE = {"races", "powers", "relics", "pieces", "terrains", "rulings", "plugins", "options", "memory", "given", "rounds",
        "boards", "expect", "steps", "abilities", "scored", "tray", "natives", "regions"}  # fmt: skip


def is_ours(path: Path) -> bool:
    """Is the last part a key that the format defines?"""
    if not isinstance(path[-1], str) or path[-1].isdigit():
        return False
    if {"abilities", "given", "expect", "steps", "options", "memory"} & set(path[:-1]):
        return False
    return len(path) == 1 or isinstance(path[-2], int) or path[-2] not in FREE


def spots_of(source: Source, *offsets: int) -> frozenset[Spot]:
    return frozenset(source.spot(offset) for offset in offsets)


def pick(source: Source, rng: random.Random, fits: Callable[[Document, Path, Any], bool]) -> Any:
    chosen = [node for node in source.nodes if fits(*node)]
    return rng.choice(chosen) if chosen else None


Author = Callable[[Source, random.Random], Slip | None]
"""Makes a slip in a source; None where it finds no place for it."""


def at_node(fits: Callable[[Document, Path, Any], Any]) -> Callable[[Callable[..., Slip | None]], Author]:
    """Let a function make its slip at a random node that fits: document, path and value."""

    def decorate(function: Callable[..., Slip | None]) -> Author:
        @wraps(function)
        def author(source: Source, rng: random.Random) -> Slip | None:
            node = pick(source, rng, fits)
            return None if node is None else function(source, rng, *node)

        return author

    return decorate


# -- names ------------------------------------------------------------------------------------


@at_node(lambda d, p, v: is_ours(p) and len(str(p[-1])) > 3)
def misspelt_key(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path, key=True)
    word = mistype(path[-1], rng)
    if word in ("boarder",):
        return None
    return Slip(
        "misspelt key",
        source.swap(start, end, word),
        spots_of(source, start),
        rf"did you mean '{path[-1]}'|'{path[-1]}'",
    )


NAMES = {"terrain", "race", "power", "variant", "board", "turn", "winner", "to_move", "piece", "extends"}
LISTS = {"adjacent", "symbols"}


def misspelt_name(source: Source, rng: random.Random) -> Slip | None:
    def fits(d: Document, p: Path, v: Any) -> bool:
        if not isinstance(v, str) or v in ("none",) or len(v) < 3:
            return False
        return (p[-1] in NAMES and not (p[-1] == "variant" and "steps" not in d.data)) or (
            len(p) > 1 and p[-2] in LISTS
        )

    node = pick(source, rng, fits)
    if node is None:
        return None
    document, path, value = node
    start, end = source.span(document, path)
    word = mistype(value, rng)
    if re.fullmatch(r"\d+", word):
        return None
    numbered = re.search(r"\d", value)
    remedy = "there (is|are)|mean|region|name|border" if numbered or len(value) < 4 else re.escape(value)
    return Slip("misspelt name", source.swap(start, end, word), spots_of(source, start), remedy)


@at_node(lambda d, p, v: isinstance(v, str) and len(p) > 1 and p[-2] == "abilities")
def misspelt_ability(source: Source, rng: random.Random, document: Document, path: Path, value: Any) -> Slip | None:
    start, end = source.span(document, path)
    return Slip(
        "misspelt ability", source.swap(start, end, mistype(value, rng)), spots_of(source, start), re.escape(value)
    )


def misspelt_parameter(source: Source, rng: random.Random) -> Slip | None:
    def fits(d: Document, p: Path, v: Any) -> bool:
        return len(p) > 3 and "abilities" in p[:-3] and isinstance(p[-3], int) and len(str(p[-1])) > 3

    node = pick(source, rng, fits)
    if node is None or "steps" in node[1]:
        return None
    document, path, _ = node
    start, end = source.span(document, path, key=True)
    return Slip(
        "misspelt parameter", source.swap(start, end, mistype(path[-1], rng)), spots_of(source, start), str(path[-1])
    )


VERBS = ("conquer", "deploy", "done", "decline", "pick", "abandon", "roll")


def is_action(path: Path, value: Any) -> bool:
    return "steps" in path and isinstance(value, str) and value.split()[0] in VERBS


@at_node(lambda d, p, v: is_action(p, v))
def wrong_verb(source: Source, rng: random.Random, document: Document, path: Path, value: Any) -> Slip | None:
    start, _ = source.span(document, path)
    verb = value.split()[0]
    return Slip("wrong verb", source.swap(start, start + len(verb), mistype(verb, rng)), spots_of(source, start), verb)


@at_node(lambda d, p, v: is_action(p, v) and re.match(r"(conquer|deploy|abandon) \w", v))
def wrong_region(source: Source, rng: random.Random, document: Document, path: Path, value: Any) -> Slip | None:
    start, _ = source.span(document, path)
    first = start + value.index(" ") + 1
    last = first + len(value.split()[1])
    return Slip(
        "wrong region", source.swap(first, last, "zz9"), spots_of(source, start, first), "zz9.*(mean|there are)"
    )


@at_node(lambda d, p, v: len(p) == 2 and p[0] == "given" and p[1] in ("ann", "bob", "cid"))
def unknown_player(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path, key=True)
    new = path[-1] + "x"
    return Slip("unknown player", source.swap(start, end, new), spots_of(source, start), str(path[-1]))


# -- types and numbers ------------------------------------------------------------------------


@at_node(lambda d, p, v: is_ours(p) and type(v) is int and p[-1] != "natives")
def text_for_number(source: Source, rng: random.Random, document: Document, path: Path, value: Any) -> Slip | None:
    start, end = source.span(document, path)
    forms = {
        f'"{value}"': "remove the quotes", "five": "digits|number", f"[{value}]": "number|bracket", "{a: 1}": "number",
        "yes": "number", "true": "number", f"{value}x": "digits|number",
    }  # fmt: skip
    new, remedy = rng.choice(list(forms.items()))
    return Slip(f"{new[0]} for number", source.swap(start, end, new), spots_of(source, start), remedy)


@at_node(lambda d, p, v: is_ours(p) and isinstance(v, str) and p[-1] in ("name", "text", "note"))
def number_for_text(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path)
    if source.text[start] in ">|":
        return None
    new, remedy = rng.choice([("5", "quote"), ("[a, b]", "text"), ("true", "quote"), ("{a: b}", "text")])
    return Slip("number for text", source.swap(start, end, new), spots_of(source, start), remedy)


@at_node(lambda d, p, v: p[-1] in LISTS and isinstance(v, list) and len(v) > 0)
def text_for_list(source: Source, rng: random.Random, document: Document, path: Path, value: Any) -> Slip | None:
    start, end = source.span(document, path)
    if "\n" in source.text[start:end] or source.text[start] != "[":
        return None
    new = rng.choice([value[0], f"{{{value[0]}: 1}}"])
    return Slip("text for list", source.swap(start, end, new), spots_of(source, start), r"write \[|list|\[ \]")


@at_node(lambda d, p, v: is_ours(p) and isinstance(v, bool))
def truth_as_text(source: Source, rng: random.Random, document: Document, path: Path, _value: Any) -> Slip | None:
    start, end = source.span(document, path)
    new = rng.choice(['"true"', "yes", "1", "on", "ja"])
    right = "true|false" if new == "ja" else "true"
    return Slip("truth as text", source.swap(start, end, new), spots_of(source, start), right)


LIMITS = {"banner": (-1, 999), "badge": (-2, 99), "supply": (-1, 9999), "natives": (-1, 99), "defence": (-1, 99)}


@at_node(lambda d, p, v: p[-1] in LIMITS and type(v) is int and is_ours(p))
def out_of_range(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path)
    return Slip(
        "out of range",
        source.swap(start, end, str(rng.choice(LIMITS[path[-1]]))),
        spots_of(source, start),
        r"write \d|or less|or more|at most|box",
    )


@at_node(lambda d, p, v: len(p) == 2 and p[0] in ("dice", "die") and type(v) is int)
def wrong_die(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path)
    return Slip(
        "wrong die",
        source.swap(start, end, rng.choice(["-1", "x", "1.5", "'2'"])),
        spots_of(source, start),
        "write|digits|number|quotes",
    )


@at_node(lambda d, p, v: len(p) > 2 and p[-2] == "adjacent" and isinstance(v, str) and p[-1] != 0)
def lost_border(source: Source, rng: random.Random, document: Document, path: Path, value: Any) -> Slip | None:
    start, end = source.span(document, path)
    comma = source.text.rfind(",", 0, start)
    lists = [n for n in source.nodes if n[1][-1] == "adjacent"]
    region = document.data["regions"][path[1]]
    border = source.span(document, (*path[:-1],))[0]
    other = [source.span(d, (*p, v.index(region["id"])))[0] for d, p, v in lists
             if d.data["regions"][p[1]]["id"] == value and region["id"] in v]  # fmt: skip
    slip = source.swap(comma, end, "")
    moved = [o - (end - comma) if o > start else o for o in [border, *other]]
    base = Source.__new__(Source)
    base.text = slip
    return Slip("lost border", slip, frozenset(base.spot(o) for o in moved), "add|border")


REQUIRED = {
    "regions": {"id", "terrain", "adjacent"},
    "races": {"name", "banner", "supply"},
    "powers": {"name", "badge"},
}


@at_node(lambda d, p, v: len(p) == 3 and p[-1] in REQUIRED.get(str(p[0]), ()))
def lost_key(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, _ = source.span(document, path, key=True)
    _, end = source.span(document, path)
    line = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    if source.text[end : end + 2] == ", ":
        new = source.swap(start, end + 2, "")
    elif not line.strip() and source.text[end : end + 1] != "}":
        new = source.swap(start - len(line), source.text.find("\n", end) + 1, "")
    else:
        return None
    above = document.value(path[:-1]) if isinstance(path[1], int) else document.key(path[:-1])
    return Slip("lost key", new, frozenset({(above.line, above.column)}), f"'{path[-1]}'")


# -- form of YAML -----------------------------------------------------------------------------


def _inside(source: Source) -> list[tuple[int, int, str]]:
    """Quoted texts on one line: offsets and quote."""
    pairs = []
    for document, path, value in source.nodes:
        if isinstance(value, str):
            start, end = source.span(document, path)
            if source.text[start] in "\"'" and "\n" not in source.text[start:end]:
                pairs.append((start, end, source.text[start]))
    return pairs


def lost_closing_quote(source: Source, rng: random.Random) -> Slip | None:
    pairs = _inside(source)
    if not pairs:
        return None
    start, end, _ = rng.choice(pairs)
    return Slip("lost closing quote", source.swap(end - 1, end, ""), spots_of(source, start), "quote")


def lost_opening_quote(source: Source, rng: random.Random) -> Slip | None:
    pairs = _inside(source)
    if not pairs:
        return None
    start, end, _ = rng.choice(pairs)
    return Slip(
        "lost opening quote", source.swap(start, start + 1, ""), spots_of(source, start, end - 2, end - 1), "quote"
    )


def curly_quotes(source: Source, rng: random.Random) -> Slip | None:
    pairs = [(s, e, q) for s, e, q in _inside(source) if re.search(r"[#:,=!%@~]", source.text[s + 1 : e - 1])]
    if not pairs:
        return None
    start, end, _ = rng.choice(pairs)
    new = source.swap(start, end, f"“{source.text[start + 1 : end - 1]}”")
    return Slip("curly quotes", new, spots_of(source, start), "straight")


@at_node(lambda d, p, v: isinstance(v, str) and v.startswith("#"))
def bare_colour(source: Source, rng: random.Random, document: Document, path: Path, value: Any) -> Slip | None:
    start, end = source.span(document, path)
    key, _ = source.span(document, path, key=True)
    return Slip("bare colour", source.swap(start, end, value), spots_of(source, start, key), f"quote|['\"]{value}['\"]")


@at_node(lambda d, p, v: isinstance(v, list | dict) and v)
def lost_closing_bracket(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path)
    if source.text[end - 1] not in "]}" or source.text[start] not in "[{":
        return None
    spots = {source.spot(start)}
    # A report in the same line, at the next sign that does not fit, is right as well.
    line = source.spot(end)[0]
    rest = source.text[end - 1 : source.starts[line]]
    for match in re.finditer(r"[\]}:]", rest[1:]):
        spots.add(source.spot(end - 1 + match.start()))
        break
    outer = [source.span(document, path[:n])[0] for n in range(1, len(path))]
    spots |= {source.spot(o) for o in outer if source.text[o] in "[{" and source.text[o] == source.text[start]}
    return Slip(
        "lost closing bracket", source.swap(end - 1, end, ""), frozenset(spots), "bracket|missing|is not closed"
    )


@at_node(lambda d, p, v: isinstance(v, list | dict) and v)
def lost_opening_bracket(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path)
    if source.text[end - 1] not in "]}" or source.text[start] not in "[{":
        return None
    spots = {source.spot(start)}
    for match in re.finditer(r"[\[\]{},:]", source.text[start + 1 : end]):
        spots.add(source.spot(start + match.start()))
    return Slip(
        "lost opening bracket", source.swap(start, start + 1, ""), frozenset(spots), r"bracket|opening|missing|\[|\{"
    )


def lost_comma(source: Source, rng: random.Random) -> Slip | None:
    commas = []
    for document, path, _value in source.nodes:
        if isinstance(path[-1], int) and path[-1] > 0 and "\n" not in source.text:
            continue
        key = isinstance(path[-1], str)
        start, _ = source.span(document, path, key=key)
        before = source.text[:start].rstrip()
        if before.endswith(",") and source.spot(len(before))[0] >= 1 and (key or source.text[start] in "[{\"'"):
            commas.append((len(before) - 1, start))
    if not commas:
        return None
    comma, start = rng.choice(commas)
    after = source.text.find(":", start)
    return Slip(
        "lost comma", source.swap(comma, comma + 1, ""), spots_of(source, comma, start - 1, start, after - 1), "comma"
    )


@at_node(lambda d, p, v: is_ours(p) or p[-1] in ("given", "steps"))
def lost_colon(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path, key=True)
    if source.text[end : end + 1] != ":":
        return None
    return Slip("lost colon", source.swap(end, end + 1, ""), spots_of(source, start, end), "':'|colon")


@at_node(lambda d, p, v: is_ours(p) and not isinstance(v, dict | list))
def lost_space(source: Source, rng: random.Random, document: Document, path: Path, _value: Any) -> Slip | None:
    start, end = source.span(document, path, key=True)
    if source.text[end : end + 2] != ": " or source.text[end + 2] in "\"'>|#":
        return None
    return Slip("lost space", source.swap(end + 1, end + 2, ""), spots_of(source, start), "space after|space")


@at_node(lambda d, p, v: is_ours(p) and not isinstance(v, dict | list))
def equals_sign(source: Source, rng: random.Random, document: Document, path: Path, _value: Any) -> Slip | None:
    start, end = source.span(document, path, key=True)
    if source.text[end : end + 2] != ": ":
        return None
    return Slip(
        "equals sign", source.swap(end, end + 1, " ="), spots_of(source, start, end, end + 1), "':'|colon|:' in place"
    )


def glued_dash(source: Source, rng: random.Random) -> Slip | None:
    dashes = [m.end() - 2 for m in re.finditer(r"(?m)^ *- (?=[\w{])", source.text)]
    if not dashes:
        return None
    dash = rng.choice(dashes)
    return Slip("glued dash", source.swap(dash + 1, dash + 2, ""), spots_of(source, dash), "space after|'-'")


def _block_lines(source: Source) -> list[int]:
    """Lines that begin with a key or item of a block, indented, with a value that ends in them."""
    kept = set()
    for document, path, _ in source.nodes:
        key = isinstance(path[-1], str)
        place = document.key(path)
        line = source.lines[place.line - 1]
        before = line[: place.column - 1]
        if source.lines[place.line - 2].endswith(","):
            continue  # inside brackets any indent will do
        if (before.strip() == "" and before and key) or before.strip() == "-":
            kept.add(place.line)
    return sorted(kept)


def wrong_indent(source: Source, rng: random.Random) -> Slip | None:
    lines = _block_lines(source)
    if not lines:
        return None
    number = rng.choice(lines)
    line = source.lines[number - 1]
    indent = len(line) - len(line.lstrip())
    new = rng.choice([" " + line, line[1:]]) if indent else " " + line
    column = len(new) - len(new.lstrip()) + 1
    spots = {(number, column + n) for n in range(3)}
    # The line is the first of its block: then its neighbour looks wrong.
    for other in range(number + 1, min(number + 40, len(source.lines))):
        text = source.lines[other - 1]
        if text.strip() and not text.lstrip().startswith("#"):
            other_indent = len(text) - len(text.lstrip())
            if other_indent <= indent:
                spots |= {(other, other_indent + 1)}
                break
    for other in range(number - 1, 0, -1):
        text = source.lines[other - 1]
        if text.strip() and not text.lstrip().startswith("#"):
            match = re.search(r"[^\s-]", text)
            spots |= {(other, match.start() + 1)} if match else set()
            break
    text = "\n".join([*source.lines[: number - 1], new, *source.lines[number:]])
    documents, _ = read(text, "x.yaml")
    if [document.data for document in documents] == [document.data for document in source.documents]:
        return None  # a list of one item may be indented as one likes
    return Slip("wrong indent", text, frozenset(spots), "indent")


def tab(source: Source, rng: random.Random) -> Slip | None:
    lines = [n for n in _block_lines(source) if source.lines[n - 1].startswith("  ")]
    if not lines:
        return None
    number = rng.choice(lines)
    lines_ = list(source.lines)
    lines_[number - 1] = "\t" + lines_[number - 1].lstrip()
    return Slip("tab", "\n".join(lines_), frozenset({(number, 1), (number, 2)}), "tab.*spaces|spaces.*tab")


@at_node(lambda d, p, v: is_ours(p) and not isinstance(v, dict | list))
def no_break_space(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path, key=True)
    if source.text[end : end + 2] != ": ":
        return None
    if rng.random() < 0.5:
        return Slip(
            "no-break space",
            source.swap(end + 1, end + 2, "\u00a0"),
            spots_of(source, end + 1),
            "no-break space|U.00A0",
        )
    line_start = source.text.rfind("\n", 0, start) + 1
    if source.text[line_start:start].strip() or line_start == start:
        return Slip(
            "no-break space",
            source.swap(end + 1, end + 2, " \u00a0"),
            spots_of(source, end + 2),
            "no-break space|U.00A0",
        )
    new = source.swap(line_start, start, "\u00a0" * (start - line_start))
    return Slip("no-break indent", new, spots_of(source, line_start), "no-break space|U.00A0")


def conflict(source: Source, rng: random.Random) -> Slip | None:
    number = rng.randrange(1, len(source.lines))
    line = source.lines[number - 1]
    block = ["<<<<<<< HEAD", line, "=======", line, ">>>>>>> other"]
    lines = [*source.lines[: number - 1], *block, *source.lines[number:]]
    return Slip("merge conflict", "\n".join(lines), frozenset({(number, 1)}), "merge conflict|conflict")


def doubled_line(source: Source, rng: random.Random) -> Slip | None:
    lines = []
    for document, path, _ in source.nodes:
        if isinstance(path[-1], str) and path[-1] != "<<":
            place, end = document.key(path), document.value(path)
            if end.end_line == place.line and source.lines[place.line - 1][: place.column - 1].strip() == "":
                lines.append((place.line, place.column))
    if not lines:
        return None
    number, column = rng.choice(lines)
    new = [*source.lines[:number], source.lines[number - 1], *source.lines[number:]]
    return Slip("doubled line", "\n".join(new), frozenset({(number + 1, column)}), "remove|twice")


@at_node(lambda d, p, v: isinstance(v, str) and p[-1] in ("name", "text", "note", "scenario"))
def hidden_character(source: Source, rng: random.Random, document: Document, path: Path, _: Any) -> Slip | None:
    start, end = source.span(document, path)
    if source.text[start] in ">|" or end - start < 5:
        return None
    character = rng.choice(["\u202e", "\u2066", "\u200f", "\x7f", "\x85", "\x07", "\x1b", "\u2028"])
    offset = start + 3
    remedy = f"U.{ord(character):04X}"
    return Slip("hidden character", source.swap(offset, offset, character), spots_of(source, offset), remedy)


def escaped_character(source: Source, rng: random.Random) -> Slip | None:
    pairs = [pair for pair in _inside(source) if pair[2] == '"']
    if not pairs:
        return None
    start, end, _ = rng.choice(pairs)
    new = rng.choice(["\\e", "\\u202E", "\\x07", "\\0", "\\u2067"])
    number = {"\\e": "001B", "\\u202E": "202E", "\\x07": "0007", "\\0": "0000", "\\u2067": "2067"}[new]
    return Slip(
        "escaped character", source.swap(end - 1, end - 1, new), spots_of(source, end - 1, start), f"U.{number}"
    )


YAML_SLIPS = (
    misspelt_key, misspelt_name, misspelt_ability, misspelt_parameter, wrong_verb, wrong_region, unknown_player,
    text_for_number, number_for_text, text_for_list, truth_as_text, out_of_range, wrong_die, lost_border, lost_key,
    lost_closing_quote, lost_opening_quote, curly_quotes, bare_colour, lost_closing_bracket, lost_opening_bracket,
    lost_comma, lost_colon, lost_space, equals_sign, glued_dash, wrong_indent, tab, no_break_space, conflict,
    doubled_line, hidden_character, escaped_character,
)  # fmt: skip


# -- replays ----------------------------------------------------------------------------------


def replay_slips(text: str, rng: random.Random) -> Iterator[Slip]:
    """One of each slip in a replay."""
    lines = text.rstrip("\n").split("\n")
    actions = [n for n, line in enumerate(lines) if '"do": "' in line]
    moves = [n for n in actions if re.search(r'"do": "(conquer|deploy) ', lines[n])]

    def make_slip(how: str, number: int, new: str | list[str], columns: range | tuple[int, ...], remedy: str) -> Slip:
        inserted = [new] if isinstance(new, str) else new
        whole = "\n".join([*lines[:number], *inserted, *lines[number + 1 :]]) + "\n"
        return Slip(how, whole, frozenset((number + 1, column + 1) for column in columns), remedy)

    number = rng.choice(actions)
    line = lines[number]
    do = line.index('"do": "') + 7
    verb = re.match(r"\w+", line[do:])
    assert verb is not None
    word = mistype(verb[0], rng)
    yield make_slip("replay verb", number, line[:do] + word + line[do + verb.end() :], (do - 1, do), verb[0])
    yield make_slip(
        "replay player",
        number,
        re.sub(r'"by": "(\w+)"', r'"by": "\1x"', line),
        (line.index('"by"') + 6,),
        json.loads(line)["by"],
    )
    yield make_slip("replay key", number, line.replace('"do"', '"od"'), (line.index('"do"'),), "'do'")
    yield make_slip("replay missing key", number, re.sub(r', "do".*', "}", line), (0, 1), "'do'")
    yield make_slip(
        "replay comma",
        number,
        line.replace('", "do"', '" "do"'),
        (line.index('"do"') - 2, line.index('"do"') - 1),
        "comma|','",
    )
    yield make_slip("replay quote", number, line.replace('"do": "', '"do": '), (do - 1,), "quote|text")
    yield make_slip("replay open quote", number, line[:-2] + "}", (do - 1, len(line) - 2, len(line) - 1), "quote")
    yield make_slip("replay brace", number, line[:-1], (len(line) - 1,), "}|brace|bracket")
    yield make_slip(
        "replay colon",
        number,
        line.replace('"do":', '"do"'),
        (line.index('"do"') + 4, line.index('"do"') + 5),
        "':'|colon",
    )
    yield make_slip("replay single quotes", number, line.replace('"', "'"), (1,), 'double|"')
    yield make_slip("replay trailing comma", number, line[:-1] + ",}", (len(line) - 1, len(line)), "comma|','")
    yield make_slip("replay type", number, line[: do - 1] + "5}", (do - 1,), "text|quote")
    yield make_slip("replay control", number, line[:do] + "\\u001b" + line[do:], (do - 1, do), "U.001B|verb|action")
    number = rng.choice(moves)
    line = lines[number]
    do = line.index('"do": "') + 7
    yield make_slip(
        "replay region", number, re.sub(r"(conquer|deploy) [\w-]+", r"\1 zz9", line), range(do - 1, do + 9), "zz9"
    )
    yield make_slip(
        "replay conflict", number, ["<<<<<<< HEAD", line, "=======", line, ">>>>>>> other"], (0,), "conflict"
    )
    header = lines[0]
    for key in ("variant", "players", "seed", "boards"):
        offset = header.index(f'"{key}"')
        yield make_slip(f"header key {key}", 0, header.replace(f'"{key}"', f'"{key[:-1]}"'), (offset,), f"'{key}'")
    offset = header.index('"variant": "') + 11
    yield make_slip(
        "header variant", 0, re.sub(r'"variant": "(\w+)"', r'"variant": "\1x"', header), (offset,), r"base|warcraft"
    )
    offset = header.index('"seed": ') + 8
    yield make_slip("header seed", 0, re.sub(r'"seed": (\d+)', r'"seed": "\1"', header), (offset,), "quotes")
    offset = header.index('"boards": [') + 11
    yield make_slip(
        "header board",
        0,
        header[: offset + 1] + "xx" + header[offset + 1 :],
        (offset, offset - 1),
        "mean|there are|boards",
    )
    dice = [n for n, row in enumerate(lines) if '"chance": "die"' in row or '"chance": "first_player"' in row]
    if dice:
        number = rng.choice(dice)
        offset = lines[number].index('"result": ') + 10
        yield make_slip(
            "impossible result",
            number,
            re.sub(r'"result": .*', '"result": "77"}', lines[number]),
            (offset,),
            r"\d|allowed|possible|from",
        )
        yield make_slip(
            "unknown chance",
            number,
            re.sub(r'"chance": "\w+"', '"chance": "dye"', lines[number]),
            (lines[number].index('"chance": ') + 10,),
            "die|chance",
        )


@dataclass(slots=True)
class Verdict:
    """How a slip was reported."""

    slip: Slip
    problems: list[Problem]

    @property
    def detected(self) -> bool:
        return bool(self.problems)

    def _first_problems(self) -> list[Problem]:
        return [p for p in self.problems[:1] if p.range is not None]

    @property
    def line(self) -> bool:
        return any(p.range and p.range.line in {spot[0] for spot in self.slip.spots} for p in self._first_problems())

    @property
    def column(self) -> bool:
        return any(p.range and (p.range.line, p.range.column) in self.slip.spots for p in self._first_problems())

    @property
    def single(self) -> bool:
        return sum(p.severity == "error" for p in self.problems) == 1 or len(self.problems) == 1

    @property
    def remedy(self) -> bool:
        return any(re.search(self.slip.remedy, f"{p.message}; {p.hint}", re.IGNORECASE) for p in self.problems[:1])
