"""Catalogues of messages: extract them from the code, update the translations, compile them in the build.

python -m smallworld.languages.build update      mark → catalogues/*/LC_MESSAGES/smallworld.po
python -m smallworld.languages.build compile     .po → .mo (the build does this too)
python -m smallworld.languages.build count       messages of each package, and the share that each language has
"""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from operator import itemgetter
from pathlib import Path
from typing import Any

from setuptools.command.build_py import build_py

from smallworld.whole_files import whole_file, write_whole

CATALOGUES = Path(__file__).resolve().parent / "catalogues"
ROOT = CATALOGUES.parents[3]
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
    ("plugins/smallworld_validate/problems/problem_codes.yaml", "smallworld.languages.extractors:extract_explanations"),
    ("schemas/*.json", "smallworld.languages.extractors:extract_schema"),
    ("plugins/smallworld_cli/**.py", "smallworld.languages.extractors:extract_command_line"),
    ("plugins/**/commands/**.py", "smallworld.languages.extractors:extract_command_line"),
    ("plugins/smallworld_terminal/**.py", "smallworld.languages.extractors:extract_command_line"),
    ("plugins/smallworld_lab/run_options.py", "smallworld.languages.extractors:extract_command_line"),
    ("core/smallworld/abilities/**.py", "smallworld.languages.extractors:extract_abilities"),
    ("core/smallworld/hooks/*_hooks.py", "smallworld.languages.extractors:extract_hooks"),
    ("core/smallworld/**.py", "smallworld.languages.extractors:extract_marked"),
    ("plugins/**.py", "smallworld.languages.extractors:extract_abilities"),
    ("plugins/smallworld_terminal/**.toml", "smallworld.languages.extractors:extract_texts"),
    ("plugins/smallworld_web/templates/**.html", "jinja2.ext:babel_extract"),
    ("plugins/smallworld_web/static/**.js", "javascript"),
    ("plugins/smallworld_studio/templates/**.html", "jinja2.ext:babel_extract"),
    ("plugins/smallworld_studio/static/*.js", "javascript"),
    ("plugins/smallworld_draw/replay_page/*.js", "javascript"),
    ("plugins/smallworld_draw/replay_page/*.html", "jinja2.ext:babel_extract"),
]
"""Files that hold messages, and how they are found."""


# --- the build


class BuildPy(build_py):
    """``build_py`` that compiles the catalogues first, so that wheels and editable installations have them."""

    def run(self) -> None:
        """Compile next to the sources; the compiled files are package data and not in git.

        Modules of an earlier build are removed, because setuptools would pack those that exist no more.
        """
        if not self.editable_mode:
            for package in {name.partition(".")[0] for name in self.packages or ()}:
                shutil.rmtree(Path(self.build_lib, package), ignore_errors=True)
        compile_catalogues()
        super().run()


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
    for name, _line, message, comments, context in sorted(messages, key=itemgetter(0)):
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
    for path in _sources():
        catalogue = _read(path)
        finished = sum(is_translated(catalogue.get(message.id, message.context)) for message in messages)
        print(f"{100 * finished / max(1, len(messages)):5.1f} % {path.parts[-3]}")


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


if __name__ == "__main__":
    commands: dict[str, Callable[[], object]] = {"update": update, "compile": compile_catalogues, "count": count}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]]()
