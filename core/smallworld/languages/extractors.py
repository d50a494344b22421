"""Find the messages of files in which no function marks them: helps of commands, explanations, schemas, abilities."""

from __future__ import annotations

import ast
import inspect
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

from smallworld.languages.messages import ABILITY, EXPLANATION, HELP_WORD, HOOK, SCHEMA

Message = tuple[int, str, Any, list[str]]
"""Line, function, messages, comments, as extractors of Babel yield them.

Babel calls an extractor with a file, the functions that mark messages, the tags of comments, and options.
"""


def extract_marked(
    source: BinaryIO, keywords: Mapping[str, Any], comment_tags: Iterable[str], options: Mapping[str, Any]
) -> Iterator[Message]:
    """Find the messages that a Python module marks, also in f-strings and in arguments of other marks.

    Babel reads tokens, and before Python 3.12 an f-string is a single one. So the syntax tree gives the messages, and
    Babel reads only modules with comments for translators.
    """
    from babel.messages.extract import extract_python

    content = source.read()
    source.seek(0)
    if any(tag.encode() in content for tag in comment_tags):
        yield from extract_python(source, keywords, comment_tags, options)
    if not re.search(rf"\b(?:{'|'.join(keywords)})\s*\(".encode(), content):
        return
    calls = [node for node in ast.walk(_syntax_tree(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = _function_of(call)
        texts = tuple(map(_text_of, call.args)) if name in keywords else ()
        if any(texts):
            yield call.lineno, name, texts, []


def _function_of(call: ast.Call) -> str:
    """Return the name of the function or method that is called; empty if it has none."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _syntax_tree(source: BinaryIO) -> ast.Module:
    source.seek(0)
    return ast.parse(source.read())


def _text_of(argument: ast.expr) -> str | None:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return None


def extract_command_line(source: BinaryIO, *marks: Any, **options: Any) -> Iterator[Message]:
    """Find the messages of a module of the command line: those that are marked, and the texts of ``--help``."""
    yield from extract_marked(source, *marks, **options)
    for node in ast.walk(_syntax_tree(source)):
        if isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield node.value.lineno, "_", (node.value.value,), []
        elif isinstance(node, ast.FunctionDef) and _is_command(node):
            text = ast.get_docstring(node, clean=False)
            if text:
                yield node.lineno, "_", (inspect.cleandoc(text),), ["Translators: the text of --help"]


def _is_command(function: ast.FunctionDef) -> bool:
    """Return whether a function has a decorator ``command`` or ``group``."""
    calls = [node.func if isinstance(node, ast.Call) else node for node in function.decorator_list]
    return any(isinstance(call, ast.Attribute) and call.attr in ("command", "group") for call in calls)


def extract_abilities(source: BinaryIO, *marks: Any, **options: Any) -> Iterator[Message]:
    """Find the messages of a module with abilities: those that are marked, and the docstrings of its abilities."""
    yield from extract_marked(source, *marks, **options)
    for node in ast.walk(_syntax_tree(source)):
        if isinstance(node, ast.ClassDef) and _is_ability(node):
            for text in docstring_texts(ast.get_docstring(node) or ""):
                yield node.lineno, "pgettext", (ABILITY, text), [f"Translators: of {node.name}"]


def extract_hooks(source: BinaryIO, *marks: Any, **options: Any) -> Iterator[Message]:
    """Find the messages of a module that specifies hooks: those that are marked, and when each hook is asked."""
    yield from extract_marked(source, *marks, **options)
    for group in _syntax_tree(source).body:
        for node in group.body if isinstance(group, ast.ClassDef) else ():
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                moment = " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
                yield node.lineno, "pgettext", (HOOK, moment), [f"Translators: of the hook {node.name}"]


def docstring_texts(docstring: str) -> Iterator[str]:
    """Yield the texts of an ability that people read: its first line, further paragraphs, its parameters."""
    first, _, rest = docstring.partition("\n")
    texts = [first, *re.split(r"\n\s*\n", re.split(r"(?m)^:", rest)[0])]
    texts += re.findall(r":param \w+:\s*(.+?)(?=\n\s*:|\n\s*\n|\Z)", docstring, re.DOTALL)
    yield from (" ".join(text.split()) for text in texts if text.strip())


def _is_ability(node: ast.ClassDef) -> bool:
    """Return whether a class cites a rule or answers a hook, as abilities do, or is the base class of abilities."""
    names = {target.id for item in node.body if isinstance(item, ast.Assign) for target in item.targets
             if isinstance(target, ast.Name)}  # fmt: skip
    marks = [mark for item in node.body if isinstance(item, ast.FunctionDef) for mark in item.decorator_list]
    is_hooked = any(isinstance(mark, ast.Name) and mark.id == "hookimpl" for mark in marks)
    return "rule" in names or is_hooked or node.name == "Ability"


def extract_explanations(source: BinaryIO, *marks: Any, **options: Any) -> Iterator[Message]:
    """Find the summaries and meanings of the codes of problems, in ``problem_codes.yaml``."""
    from ruamel.yaml import YAML  # not for the build of a wheel

    entries = YAML().load(source)
    for code, entry in entries.items():
        line = entries.lc.key(code)[0] + 1
        for text in (entry["summary"], entry["meaning"]):
            yield line, "pgettext", (EXPLANATION, str(text)), [f"Translators: of the code {code}"]


def extract_schema(source: BinaryIO, *marks: Any, **options: Any) -> Iterator[Message]:
    """Find the descriptions in a JSON schema that the validator shows: those of patterns, keys and certain items."""
    for text in dict.fromkeys(_shown_descriptions(json.load(source), "")):
        yield 1, "pgettext", (SCHEMA, text), []


def _shown_descriptions(schema: Any, key: str) -> Iterator[str]:
    if isinstance(schema, dict):
        is_shown = "pattern" in schema or key in ("propertyNames", "contains")
        if is_shown and isinstance(schema.get("description"), str):
            yield schema["description"]
    for inner, value in schema.items() if isinstance(schema, dict) else ():
        yield from _shown_descriptions(value, inner)
    for value in schema if isinstance(schema, list) else ():
        yield from _shown_descriptions(value, "")


def extract_texts(source: BinaryIO, *marks: Any, **options: Any) -> Iterator[Message]:
    """Find the texts of a TOML file; the name of a table with a key ``text`` is a word that ``help`` explains."""
    content = source.read().decode()
    for line, table, key, text in _toml_texts(tomllib.loads(content), content):
        if key == "text":
            comment = "Translators: a word for which people ask; more forms after a |"
            yield line, "pgettext", (HELP_WORD, table), [comment]
        yield line, "_", (text,), []


def _toml_texts(data: Mapping[str, Any], content: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield line, table, key and text of every text in the tables of a file."""
    for table, entries in data.items():
        line = content[: content.index(f"[{table}]")].count("\n") + 1
        for key, text in entries.items():
            if isinstance(text, str):
                yield line, table, key, text
