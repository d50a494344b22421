"""Turn an error of the YAML parser into a place, a sentence and a hint; the slip is often in a line before."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from ruamel.yaml.error import MarkedYAMLError

from smallworld.languages import N_, lazy, lazy_n
from smallworld_editions.problem import Problem, Range, Related
from smallworld_validate.text.odd_characters import SPACES, character_name, latin, space_name, wide_sign
from smallworld_validate.text.syntax_failure import Failure, scan_flow, sentence_about

_BRACKETS = {
    "while parsing a flow sequence": ("[", "]"),
    "while parsing a flow mapping": ("{", "}"),
    "while scanning a quoted scalar": ("quote", "quote"),
}


def syntax_problem(error: MarkedYAMLError, text: str, name: str) -> Problem:
    """Describe a parser error as a problem; the caret is at the mistake.

    A bracket or quote that is never closed is noticed much later: then its opening is the place.
    """
    mark, begun = error.problem_mark or error.context_mark, error.context_mark
    complaint = " ".join(str(error.problem or error.context or "it cannot be read").split())
    is_escape = complaint.startswith("found unknown escape")  # the parser stops behind the \
    place = Range.at(mark.line + 1, mark.column + 1 - is_escape) if mark else Range.at(1, 1)
    start = Range.at(begun.line + 1, begun.column + 1) if begun is not None and begun is not mark else None
    failure = Failure(error, text, name)
    slip = next(filter(None, (search(failure) for search in _SEARCHES)), None)
    if slip is not None:
        return slip
    problem = Problem("yaml-syntax", "error", name, place, *sentence_about(complaint))
    if start is None or not error.context:
        return problem
    if error.context == "while scanning a simple key":
        return replace(problem, range=start)
    is_stray_brace = error.context == "while parsing a flow sequence" and failure.got == "}"
    is_closed = failure.got in ("]", "}") and not is_stray_brace and failure.line < text.count("\n")
    if error.context in _BRACKETS and not is_closed and (start.line < place.line or place.line > text.count("\n") + 1):
        message, hint = _unclosed(error.context, start, text)
        related = Related(lazy("reading stopped here"), name, place)
        return Problem("yaml-syntax", "error", name, start, message, hint, (related,))
    begin = Related(lazy(_BEGUN.get(error.context, N_("it begins here"))), name, start)
    return replace(problem, related=(begin,))


def _unclosed(context: str, start: Range, text: str) -> tuple[str, str]:
    """Write the sentence about a bracket or quote that is not closed, and the remedy."""
    opening, closing = _BRACKETS[context]
    line = text.split("\n")[start.line - 1]
    comment = line.find(" #", start.column - 1)
    is_in_comment = comment >= 0 and closing in line[comment:]
    if opening == "quote":
        message, hint = N_("this quote is not closed"), N_("add the missing quote")
        if is_in_comment:
            message = N_("this quote is not closed: what follows # is a comment")
            hint = N_("put the quote before the #, or quote the text that holds it")
    else:
        message, hint = N_("this {opening} is not closed"), N_("add the missing {closing}")
        if is_in_comment:
            message = N_("this {opening} is not closed: what follows # is a comment")
            hint = N_("put the {closing} before the #, or quote the text that holds it")
    return lazy(message, opening=opening), lazy(hint, closing=closing)


_BEGUN = {
    "while parsing a flow sequence": N_("the list begins here"),
    "while parsing a flow mapping": N_("the mapping begins here"),
    "while parsing a block collection": N_("the list begins here"),
    "while parsing a block mapping": N_("the mapping begins here"),
}


_Search = Callable[[Failure], "Problem | None"]

_NAME = r"[A-Za-z_][\w.-]*"
_KEY = rf"^(\s*(?:- )?)({_NAME})"
_EQUALS = re.compile(_KEY + r"\s*=(?!=)")
_GLUED = re.compile(_KEY + r":(?=[^\s:/])")
_DASH = re.compile(r"^(\s*)-(?=[\w{\"'\[])")
_GLUED_BRACKET = re.compile(r"^(\s*)-(?=[{\[])")
_NESTED = re.compile(r"\s*(?:- )*[\w.-]+:\s+(?=[^\s{\[\"'&*|>#])")
_NO_COLON = re.compile(_KEY + r"(?=\s+[^\s:=]|\s*$)")
_BARE_COLOUR = re.compile(r"([A-Za-z_][\w.-]*):\s+(#\w[^\s,}\]]*)")
_ENTRY = re.compile(r"\s*(?!- )[\w\"'-]+\s*:")
_BULLET = re.compile(r"(\s*)([–—−•·▪‣*])\s+\S")
_SEMICOLON = re.compile(r"(.*?);\s*\w[\w-]*$")
_QUOTE_IN_QUOTES = re.compile(r"(?:^|[:,{\[-])\s*(\"(?:[^\"\\]|\\.)*)\"(?=[^\s,:}\]#])[^\"]*\"[^\"]*\"\s*(?:[,}\]#]|$)")
_BLOCK_TEXT = re.compile(r"\s*(?:- )?[\w.-]+:\s+[|>][-+\d]*\s*(?:#.*)?$")
_NO_PAIR = "could not find expected ':'"
_ANY_KEY = re.compile(r"\s*(?:- )?[\w.-]+:(?:\s|$)")
_PLAIN_TEXT = re.compile(r"\s*(?:- )?[\w.-]+:\s+[^\s\[{\"'|>&*#].*$")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _wide_sign(failure: Failure) -> Problem | None:
    """Explain a sign of YAML in the wide form of another script, or a semicolon in brackets."""
    sentence, remedy = N_("{character} is not a sign of YAML"), N_("write '{instead}' in place of {sign}")
    for index in dict.fromkeys((*failure.suspects(), failure.context)):
        match = wide_sign(failure.lines[index])
        if match is not None:
            message = lazy(sentence, character=character_name(match[0]))
            hint = lazy(remedy, instead=latin(match[0]), sign=match[0])
            return failure.problem(index, match.start(), message, hint)
    match = _SEMICOLON.match(failure.current[: failure.column]) if failure.in_brackets else None
    if match is None:
        return None
    return failure.problem_here(match.end(1), lazy(sentence, character=";"), lazy(remedy, instead=",", sign=";"))


def _inner_quotes(failure: Failure) -> Problem | None:
    """Explain ``"They shout "hello" to all."``: the quote in the text ends it."""
    match = _QUOTE_IN_QUOTES.search(failure.current)
    if match is None or failure.column < match.end(1):
        return None
    hint = lazy('write \\" in the text, or put the whole text in single quotes')
    return failure.problem_here(match.end(1), lazy('this " ends the text'), hint)


def _open_quote(failure: Failure) -> Problem | None:
    start = scan_flow(failure.text, failure.line_start + failure.column).quote
    if start is None:
        return None
    problem = failure.problem_at(start, lazy("this quote is not closed"), lazy("add the missing quote"))
    if failure.line == failure.text.count("\n", 0, start):
        return problem
    related = Related(lazy("reading stopped here"), failure.file, Range.at(failure.line + 1, failure.column + 1))
    return replace(problem, related=(related,))


def _bare_colour(failure: Failure) -> Problem | None:
    """Explain ``{color: #446611}``: the rest of the line is a comment."""
    if not failure.in_brackets:
        return None
    brackets = scan_flow(failure.text, failure.line_start + failure.column).brackets
    first = failure.text.count("\n", 0, brackets[-1]) if brackets else failure.context
    for index, colour in failure.matches(_BARE_COLOUR, range(first, failure.line + 1)):
        message = lazy("# begins a comment here, so {key} has no value", key=repr(colour[1]))
        hint = lazy('quote it: "{text}"', text=colour[2].rstrip("\"'"))
        return failure.problem(index, colour.start(2), message, hint, len(colour[2]))
    return None


def _bad_line(failure: Failure) -> Problem | None:
    """Explain a line of a block that is neither ``key: value`` nor ``- item``."""
    if failure.in_brackets:
        return None
    suspects = failure.suspects()
    glued = next(failure.matches(_GLUED_BRACKET, suspects), None)
    if glued is None and not _is_deeper_item(failure) and "expected <block end>" in failure.complaint:
        glued = next(failure.matches(_DASH, suspects), None)
    if glued is not None:
        return _no_item(failure, *glued)
    if _is_deeper_item(failure) or not (failure.has_extra_colon or _NO_PAIR in failure.complaint):
        return None
    if failure.has_extra_colon:
        suspects = suspects[: suspects.index(failure.line)]
    return next(filter(None, (_neither_pair_nor_item(failure, index) for index in suspects)), None)


def _no_item(failure: Failure, index: int, dash: re.Match[str]) -> Problem:
    message, hint = lazy("this '-' begins no list item"), lazy("write a space after the '-'")
    return failure.problem(index, dash.end() - 1, message, hint)


def _neither_pair_nor_item(failure: Failure, index: int) -> Problem | None:
    """Explain a line with '=' for ':', without the space after '-' or ':', or without a ':'."""
    line, message = failure.lines[index], lazy("this is neither 'key: value' nor a list item")
    if match := _EQUALS.match(line):
        hint = lazy("write ':' in place of '=' after '{key}'", key=match[2])
        return failure.problem(index, match.end() - 1, message, hint)
    if match := _DASH.match(line):
        return _no_item(failure, index, match)
    if match := _GLUED.match(line):
        hint = lazy("write a space after '{key}:'", key=match[2])
        return failure.problem(index, len(match[1]), message, hint, len(match[2]) + 1)
    if ": " not in line and not line.rstrip().endswith(":") and (match := _NO_COLON.match(line)):
        below = next(filter(str.strip, failure.lines[index + 1 :]), "")
        if below.startswith(f"{' ' * _indent(line)}- ") and not line.lstrip().startswith("-"):
            message, hint = lazy("this item of the list has no '-'"), lazy("write '- ' before it")
            return failure.problem(index, _indent(line), message, hint, len(line.strip()))
        hint = lazy("is a ':' missing? write '{key}:'", key=match[2])
        return failure.problem(index, len(match[1]), message, hint, len(match[2]))
    return None


def _is_deeper_item(failure: Failure) -> bool:
    """Return whether a list item is indented more than the item before it, so that YAML joins both to one text."""
    if failure.previous is None or not failure.has_extra_colon:
        return False
    line, above = failure.current, failure.lines[failure.previous]
    return line.lstrip().startswith("- ") and above.lstrip().startswith("- ") and _indent(line) > _indent(above)


def _lost_opening(failure: Failure) -> Problem | None:
    """Explain ``ann: hand: 0}``: the value of a key has a closing bracket, but not an opening one."""
    line, match = failure.current, _NESTED.match(failure.current)
    if match is None or not failure.has_extra_colon or failure.column < match.end():
        return None
    stray = scan_flow(line, len(line)).stray
    if stray is None or scan_flow(failure.text, failure.line_start).brackets:
        return None
    opening = "[" if line[stray] == "]" else "{"
    sentence = N_("this value ends with {closing}, but does not begin with {opening}")
    message = lazy(sentence, closing=line[stray], opening=opening)
    return failure.problem_here(match.end(), message, lazy("add the missing {opening} here", opening=opening))


def _deeper(failure: Failure) -> Problem | None:
    """Explain a line that is indented more than the one before it and does not continue its value."""
    if failure.previous is None or not failure.has_extra_colon:
        return None
    line, above = failure.current, _indent(failure.lines[failure.previous])
    if failure.has_two_colons or _indent(line) <= above:
        return None
    message, hint = lazy("this line is indented more than the one before it"), lazy("remove the spaces before it")
    if above:
        hint = lazy_n("indent it by {count} space, like its neighbours",
                      "indent it by {count} spaces, like its neighbours", above)  # fmt: skip
    return failure.problem_here(_indent(line), message, hint)


def _repeated_line(failure: Failure) -> Problem | None:
    before, line = failure.previous, failure.current
    if before is None or not line.strip() or failure.lines[before] != line or "block" not in str(failure.error.context):
        return None
    message = lazy("this line repeats the one before it")
    return failure.problem_here(_indent(line), message, lazy("remove it"), len(line.strip()))


def _lost_comma(failure: Failure) -> Problem | None:
    """Explain an entry in the lines of a flow mapping or list, after one without a comma."""
    before = failure.previous
    if before is None or before < failure.context or not failure.in_brackets:
        return None
    above, line = re.sub(r"\s#.*", "", failure.lines[before]).rstrip(), failure.current
    is_begun = failure.got in (":", "[", "{", "<scalar>") and above[-1:] not in (",", "[", "{", ":")
    if not is_begun or _indent(line) <= _indent(failure.lines[failure.context]) or not _ENTRY.match(line):
        return None
    message, hint = lazy("a comma is missing here"), lazy("write ',' at the end of this line")
    return failure.problem(before, len(above), message, hint)


def _no_entry(failure: Failure) -> Problem | None:
    """Explain an item of a block that begins while a bracket is open."""
    if "expected the node content" not in failure.complaint or failure.got not in ("-", "<stream end>"):
        return None
    brackets = scan_flow(failure.text, failure.line_start + failure.column).brackets
    if not brackets:
        return None
    opening = failure.text[brackets[-1]]
    message = lazy("this {opening} is not closed", opening=opening)
    hint = lazy("add the missing {closing}", closing="]" if opening == "[" else "}")
    return failure.problem_at(brackets[-1], message, hint)


def _lost_brace(failure: Failure) -> Problem | None:
    """Explain ``- id: r01, terrain: hill}``: the mapping in one line lacks its brace."""
    match = re.match(_KEY + r": [^{\"']*, [\w-]+$", failure.current[: failure.column])
    if match is None or not failure.has_extra_colon:
        return None
    message = lazy("several keys in one line need braces around them")
    hint = lazy("write a '{{' before '{key}' and a '}}' at the end", key=match[2])
    return failure.problem_here(len(match[1]), message, hint)


def _tab(failure: Failure) -> Problem | None:
    if r"'\t' that cannot start" not in failure.complaint:
        return None
    inside = failure.current[: failure.column].strip()
    hint = lazy("write spaces in place of the tab") if inside else lazy("indent with spaces, not with tabs")
    return failure.problem_here(failure.column, lazy("unexpected tab"), hint)


def _bullet(failure: Failure) -> Problem | None:
    """Explain a list item with a dash or a point of a word processor."""
    line = failure.current
    for index in range(failure.line, max(-1, failure.line - 6), -1):
        match = _BULLET.match(failure.lines[index])
        if match is not None and line.startswith(match[1]):
            message = lazy("{sign} does not begin a list item in YAML", sign=match[2])
            return failure.problem(index, len(match[1]), message, lazy("write '-' in place of {sign}", sign=match[2]))
    return None


def _text_not_indented(failure: Failure) -> Problem | None:
    """Explain the lines of a text that are not indented more than its key."""
    line = failure.lines[failure.context]
    is_other = ":" in line or re.match(r"\s*-\s", line) or _EQUALS.match(line)
    if _NO_PAIR not in failure.complaint or failure.previous is None or is_other:
        return None
    # The line above, without further lines of the same text.
    above = [text for text in failure.lines[: failure.context] if text.strip()]
    while len(above) > 1 and _indent(above[-1]) > _indent(line) and not _ANY_KEY.match(above[-1]):
        above.pop()
    key = above[-1] if above else ""
    if not _BLOCK_TEXT.match(key) and (len(line.split()) <= 2 or not _PLAIN_TEXT.match(key)):
        return None
    message = lazy("this is neither 'key: value' nor a list item")
    hint = lazy("indent it more than the key above, if it goes on with that text")
    return failure.problem(failure.context, len(line) - len(line.lstrip()), message, hint, len(line.strip()))


def _lost_dash(failure: Failure) -> Problem | None:
    """Explain ``{id: b}`` below ``- {id: a}``: the item lacks its dash."""
    line, lines = failure.lines[failure.context], [text for text in failure.lines[: failure.context] if text.strip()]
    above, indent = lines[-1] if lines else "", _indent(line)
    if _NO_PAIR not in failure.complaint or not above.lstrip().startswith("- ") or indent != _indent(above):
        return None
    keys = (_indent(text) for text in reversed(lines) if not text.lstrip().startswith("- "))
    holder = next((column for column in keys if column <= indent), indent)
    # Indented more than the key of the list above it, it cannot be a key next to that.
    is_below_key = not line.lstrip().startswith("-") and indent > 0 and holder < indent
    if line.lstrip()[:1] not in ("{", "[") and not is_below_key:
        return None
    message = lazy("this item of the list has no '-'")
    return failure.problem(failure.context, indent, message, lazy("write '- ' before it"))


def _dash_in_value(failure: Failure) -> Problem | None:
    """Explain ``text: - one``: a list cannot begin in the line of its key."""
    if "sequence entries are not allowed here" not in failure.complaint:
        return None
    hint = lazy("begin the list in the next line, or quote the text")
    return failure.problem_here(failure.column, lazy("a list item cannot begin here"), hint)


def _sign(
    pattern: str, message: str, hint: str, lines: Callable[[Failure], Iterable[int]] = Failure.suspects,
    *, in_brackets: bool = False, got: Collection[str] = (),
) -> _Search:  # fmt: skip
    """Return the search for a sign that YAML does not know, or takes for text.

    :param pattern: the sign is its group. :param lines: indexes of the lines that may have it.
    :param in_brackets: only where the parser stopped within brackets.
    :param got: only where it stopped at one of these, and only in its line before that.
    """
    compiled = re.compile(pattern)

    def search(failure: Failure) -> Problem | None:
        if (in_brackets and not failure.in_brackets) or (got and failure.got not in got):
            return None
        stop = compiled.search(failure.current[: failure.column])
        before = [(failure.line, stop)] if stop else []
        for index, match in before if got else failure.matches(compiled, lines(failure)):
            sign = match[1]
            values = {"sign": sign, "key": sign, "space": space_name(sign) if sign in SPACES else ""}
            return failure.problem(index, match.start(1), lazy(message, **values), lazy(hint, **values), len(sign))
        return None

    return search


def _with_context(failure: Failure) -> Iterable[int]:
    return (*failure.suspects(), failure.context)


_NO_COMMENT = N_("{sign} is not a comment to YAML")
_SEARCHES: tuple[_Search, ...] = (
    _tab,
    _sign(r"^\s*(```+|~~~+)", N_("{sign} is not part of YAML"), N_("remove the lines with {sign}"),
          lambda failure: [failure.line]),
    _sign(r"^\s+(---)\s*$", N_("this --- is indented"), N_("write --- at the beginning of the line"), _with_context),
    _sign(r"^\s*(--)\s*$", _NO_COMMENT, N_("write --- between documents"), _with_context),
    _sign(r"^\s*(//|/\*|<!--|\"\"\")", _NO_COMMENT, N_("begin comments with #"), _with_context),
    _sign(r"[^\s:]\s*(//)\s", _NO_COMMENT, N_("begin comments with #"), in_brackets=True),
    _bullet, _dash_in_value, _lost_dash, _text_not_indented,
    _sign(r"(')$", N_("this ' ends the text"), N_("write '' in the text, or use double quotes"), got=("<scalar>",)),
    _sign(rf"(?:^\s*|[:,-]\s*)([{''.join(SPACES)}])", N_("this is not a space, but a {space}"),
          N_("write a normal space")),
    _wide_sign,
    _sign(rf"^\s*(?:- )?{_NAME}:\s+([^\"'\s][^\"']*[\"'])\s*(?:#.*)?$",  # ``name: One: two"``
          N_("this text ends with a quote, but does not begin with one"), N_("add the missing quote before the text"),
          lambda failure: [failure.line] if failure.has_two_colons else []),
    _lost_brace, _inner_quotes, _open_quote, _lost_opening, _bare_colour,
    _sign(r"[:,\[{-]\s*([“”„«»])", N_("{sign} is not a quote to YAML"), N_("write straight quotes, \" or '")),
    _bad_line, _deeper, _repeated_line, _lost_comma,
    _sign(r"[{,]\s*([A-Za-z_][\w.-]*)\s*$", N_("the key {key!r} has no ':'"), N_("write '{key}:'"),
          in_brackets=True, got=("[", "{", "<scalar>")),
    _no_entry,
)  # fmt: skip
