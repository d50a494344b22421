"""Catalogues of messages: extract them from the code, update the translations, compile them in the build.

python -m smallworld_native.catalogues update      mark → catalogues/*/LC_MESSAGES/smallworld.po
python -m smallworld_native.catalogues compile     .po → .mo (the build does this too)
python -m smallworld_native.catalogues count       messages of each package, and the share that each language has
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from smallworld.languages.catalogue import catalogue_folder
from smallworld.languages.messages import ABILITY, EXPLANATION, HELP_WORD, HOOK, SCHEMA
from smallworld_output.whole_files import whole_file, write_whole

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
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        values = [getattr(argument, "value", None) for argument in call.args] if name in keywords else []
        texts = tuple([value if isinstance(value, str) else None for value in values])
        if any(texts):
            yield call.lineno, name, texts, []


def _syntax_tree(source: BinaryIO) -> ast.Module:
    source.seek(0)
    return ast.parse(source.read())


def extract_code(source: BinaryIO, *marks: Any, **options: Any) -> Iterator[Message]:
    """Find the messages of a module: marked ones, the texts of ``--help``, the docstrings of its abilities."""
    yield from extract_marked(source, *marks, **options)
    for node in ast.walk(_syntax_tree(source)):
        if isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield node.value.lineno, "_", (node.value.value,), []
        elif isinstance(node, ast.FunctionDef) and _is_command(node):
            text = ast.get_docstring(node, clean=False)
            if text:
                yield node.lineno, "_", (inspect.cleandoc(text),), ["Translators: the text of --help"]
        elif isinstance(node, ast.ClassDef) and _is_ability(node):
            for text in docstring_texts(ast.get_docstring(node) or ""):
                yield node.lineno, "pgettext", (ABILITY, text), [f"Translators: of {node.name}"]


def _is_command(function: ast.FunctionDef) -> bool:
    """Return whether a function has a decorator ``command`` or ``group``."""
    calls = [node.func if isinstance(node, ast.Call) else node for node in function.decorator_list]
    return any(isinstance(call, ast.Attribute) and call.attr in ("command", "group") for call in calls)


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
    """Find the texts of a TOML file; the name of a table with a key ``text`` is a word that ``help`` explains.

    ``sentences`` is a list of texts, ``plurals`` one of pairs: a singular and its plural.
    """
    content = source.read().decode()
    for table, entries in tomllib.loads(content).items():
        line = content[: content.index(f"[{table}]")].count("\n") + 1
        for key, text in entries.items():
            if key == "text":
                comment = "Translators: a word for which people ask; more forms after a |"
                yield line, "pgettext", (HELP_WORD, table), [comment]
            if isinstance(text, str):
                yield line, "_", (text,), []
            elif key == "sentences":
                yield from ((line, "_", (sentence,), []) for sentence in text)
            elif key == "plurals":
                yield from ((line, "ngettext", tuple(pair), []) for pair in text)


# --- catalogues of messages: extract them from the code, update the translations, compile them in the build


CATALOGUES = catalogue_folder()
ROOT = Path(__file__).resolve().parents[2]
"""The source tree, from which messages are extracted."""
KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "NN_": (1, 2),
    "PN_": ((1, "c"), 2),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "lazy": None,
    "lazy_n": (1, 2),
    "lazy_p": ((1, "c"), 2),
}
"""Function → places of its messages, as Babel wants it."""
METHODS = [
    ("plugins/smallworld_validate/problem_codes.yaml", "smallworld_native.catalogues:extract_explanations"),
    ("schemas/*.json", "smallworld_native.catalogues:extract_schema"),
    ("core/smallworld/hooks/*_hooks.py", "smallworld_native.catalogues:extract_hooks"),
    ("core/smallworld/**.py", "smallworld_native.catalogues:extract_code"),
    ("plugins/**.py", "smallworld_native.catalogues:extract_code"),
    ("plugins/smallworld_play/tutorial.toml", "smallworld_native.catalogues:extract_texts"),
    ("plugins/smallworld_terminal/**.toml", "smallworld_native.catalogues:extract_texts"),
    ("plugins/smallworld_cli/click_messages.toml", "smallworld_native.catalogues:extract_texts"),
    ("plugins/**.html", "jinja2.ext:babel_extract"),
    ("plugins/**/vendor/**", "ignore"),
    ("plugins/**.js", "javascript"),
]
"""Files that hold messages, and how they are found."""


# --- the build


def compile_catalogues() -> list[Path]:
    """Write a ``.mo`` next to each ``.po`` that is newer; return what was written."""
    from babel.messages.mofile import write_mo

    written = []
    for source in _sources():
        target = source.with_suffix(".mo")
        if target.is_file() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with whole_file(target) as content:
            write_mo(content, _Counted(_read(source)))
        written.append(target)
    return written


def _sources(languages: str = "*") -> list[Path]:
    """List the ``.po`` of the languages with codes of a pattern."""
    return sorted(CATALOGUES.glob(f"{languages}/LC_MESSAGES/*.po"))


def _read(source: Path) -> Any:
    """Read the catalogue in a ``.po``."""
    from babel.messages.pofile import read_po

    with source.open("rb") as lines:
        return read_po(lines, locale=source.parts[-3])


class _Counted:
    """A catalogue with the number of its messages in its header; once compiled, it has only translated ones."""

    def __init__(self, catalogue: Any) -> None:
        self.charset, self.locale = catalogue.charset, catalogue.locale
        header, *self.messages = catalogue
        finished = sum(map(is_translated, self.messages))
        header.string += f"X-Messages: {finished}/{len(self.messages)}\nX-Unread: {len(unreviewed(catalogue))}\n"
        self.messages.insert(0, header)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.messages)


# --- extraction


def template() -> Any:
    """Return a catalogue with every message of the code."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir

    catalogue = Catalog(project="smallworld", charset="utf-8")
    messages = extract_from_dir(
        ROOT, METHODS, keywords=KEYWORDS, comment_tags=("Translators:",), directory_filter=_holds_sources
    )
    # Folders are read in another order on each machine, and the comments of a message are those of its first file.
    for name, _line, message, comments, context in sorted(messages, key=lambda message: message[0]):
        catalogue.add(message, None, [(name, None)], auto_comments=comments, context=context)
    return catalogue


def _holds_sources(folder: str) -> bool:
    path = Path(folder)
    return not path.name.startswith((".", "_")) and path.name not in ("tests", "docs", "build", "catalogues")


def update(languages: str = "*") -> None:
    """Write the messages of the code into every ``.po``; translations stay, new messages are empty.

    :param languages: a pattern for the codes of the languages.
    """
    messages = template()
    for path in _sources(languages):
        catalogue = _read(path)
        catalogue.update(messages, no_fuzzy_matching=True, keep_user_comments=True)
        _write(path, catalogue)


def _write(path: Path, catalogue: Any) -> None:
    """Write the messages of a ``.po`` in the order of their texts, without their places in the code.

    So two changes of the code seldom touch the same lines. The header stays, without the date of this update.
    """
    from babel.messages.pofile import write_po

    header = path.read_text("utf-8").partition("\n\n")[0]
    content = BytesIO()
    write_po(content, catalogue, width=120, sort_output=True, no_location=True, ignore_obsolete=True)
    messages = content.getvalue().decode().partition("\n\n")[2]
    write_whole(path, f"{header}\n\n{messages}")


def begin(language: str) -> Path:
    """Write the ``.po`` of a language, or the new messages into it; return its path.

    :raises babel.core.UnknownLocaleError: Babel does not know the plural forms of this language.
    """
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    path = CATALOGUES / language / "LC_MESSAGES" / "smallworld.po"
    if not path.is_file():
        catalogue = Catalog(locale=language, project="smallworld", charset="utf-8", fuzzy=False)
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as content:
            write_po(content, catalogue)
    update(language)
    return path


# --- counting


def count() -> None:
    """Print the number of messages of each package, and the share of each language."""
    messages = [message for message in template() if message.id]
    packages = Counter("/".join(message.locations[0][0].split("/")[:4]) for message in messages)
    for package, number in sorted(packages.items()):
        print(f"{number:5} {package}")
    print(f"{len(messages):5} all")
    for code, (translated, _unread) in shares().items():
        print(f"{translated:5.1f} % {code}")


def shares() -> dict[str, tuple[float, float]]:
    """Return of each catalogue the share of messages that is translated, and that of translations nobody has read."""
    percents = {}
    for path in _sources():
        catalogue = _read(path)
        messages = [message for message in catalogue if message.id]
        finished, unread = sum(map(is_translated, messages)), len(unreviewed(catalogue))
        percents[path.parts[-3]] = 100 * finished / max(1, len(messages)), 100 * unread / max(1, finished)
    return percents


UNREVIEWED = "unreviewed"
"""The flag of a translation that no native speaker has read."""


def unreviewed(catalogue: Any) -> list[Any]:
    """List the translations that no native speaker has read: all with ``# unreviewed: all`` above the header."""
    everything = f"# {UNREVIEWED}: all" in (catalogue.header_comment or "").splitlines()
    return [
        message for message in catalogue
        if message.id and is_translated(message) and (everything or UNREVIEWED in message.flags)
    ]  # fmt: skip


def is_translated(message: Any) -> bool:
    """Return whether a message of a catalogue has every form, and nobody doubts it."""
    if message is None or message.fuzzy:
        return False
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    return bool(forms) and all(forms)


def main() -> None:
    """Carry out the command in the arguments of the program."""
    commands: dict[str, Callable[[], object]] = {"update": update, "compile": compile_catalogues, "count": count}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]]()


if __name__ == "__main__":
    main()
