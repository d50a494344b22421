"""Catalogues of messages: extract them from the code, update the translations, compile them in the build.

python -m smallworld.languages.build update      mark → catalogues/*/LC_MESSAGES/smallworld.po
python -m smallworld.languages.build compile     .po → .mo (the build does this too)
python -m smallworld.languages.build count       messages of each package, and the share that each language has
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from setuptools.command.build_py import build_py

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
    "npgettext": ((1, "c"), 2, 3),
    "lazy": None,
    "lazy_n": (1, 2),
    "lazy_p": ((1, "c"), 2),
}
"""Function → places of its messages, as Babel wants it."""
METHODS = [
    ("core/smallworld/content/report/codes.yaml", "smallworld.languages.extractors:extract_explanations"),
    ("schemas/*.json", "smallworld.languages.extractors:extract_schema"),
    ("core/smallworld/cli/**.py", "smallworld.languages.extractors:extract_command_line"),
    ("core/smallworld/abilities/**.py", "smallworld.languages.extractors:extract_abilities"),
    ("core/smallworld/**.py", "python"),
    ("plugins/**.py", "smallworld.languages.extractors:extract_abilities"),
    ("core/smallworld/cli/**.toml", "smallworld.languages.extractors:extract_texts"),
    ("core/smallworld/web/templates/**.html", "jinja2.ext:babel_extract"),
    ("core/smallworld/web/static/**.js", "javascript"),
    ("core/smallworld/render/replay_page/*.js", "javascript"),
    ("core/smallworld/render/replay_page/*.html", "jinja2.ext:babel_extract"),
]
"""Files that hold messages, and how they are found."""


# --- the build


class BuildPy(build_py):
    """``build_py`` that compiles the catalogues first, so that wheels and editable installations have them."""

    def run(self) -> None:
        """Compile next to the sources; the compiled files are package data and not in git."""
        compile_catalogues()
        super().run()


def compile_catalogues() -> list[Path]:
    """Write a ``.mo`` next to each ``.po`` that is newer; return what was written."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    written = []
    for source in sorted(CATALOGUES.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.is_file() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as lines:
            catalogue = read_po(lines, locale=source.parts[-3])
        with target.open("wb") as content:
            write_mo(content, catalogue)
        written.append(target)
    return written


# --- extraction


def template() -> Any:
    """Return a catalogue with every message of the code."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir

    catalogue = Catalog(project="smallworld", charset="utf-8")
    messages = extract_from_dir(
        ROOT, METHODS, keywords=KEYWORDS, comment_tags=("Translators:",), directory_filter=_holds_sources
    )
    for name, _line, message, comments, context in messages:
        catalogue.add(message, None, [(name, None)], auto_comments=comments, context=context)
    return catalogue


def _holds_sources(folder: str) -> bool:
    path = Path(folder)
    return not path.name.startswith((".", "_")) and path.name not in ("tests", "docs", "build", "catalogues")


def update() -> None:
    """Write the messages of the code into every ``.po``; translations stay, new messages are empty."""
    from babel.messages.pofile import read_po, write_po

    messages = template()
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/*.po")):
        with path.open("rb") as lines:
            catalogue = read_po(lines, locale=path.parts[-3])
        catalogue.update(messages, no_fuzzy_matching=True, keep_user_comments=True)
        with path.open("wb") as content:
            write_po(content, catalogue, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True)


# --- counting


def count() -> None:
    """Print the number of messages of each package, and the share of each language."""
    from babel.messages.pofile import read_po

    messages = [message for message in template() if message.id]
    packages = Counter("/".join(message.locations[0][0].split("/")[:4]) for message in messages)
    for package, number in sorted(packages.items()):
        print(f"{number:5} {package}")
    print(f"{len(messages):5} all")
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/*.po")):
        with path.open("rb") as lines:
            catalogue = read_po(lines, locale=path.parts[-3])
        finished = sum(is_translated(catalogue.get(message.id, message.context)) for message in messages)
        print(f"{100 * finished / max(1, len(messages)):5.1f} % {path.parts[-3]}")


def is_translated(message: Any) -> bool:
    """Return whether a message of a catalogue has every form, and nobody doubts it."""
    if message is None or message.fuzzy:
        return False
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    return bool(forms) and all(forms)


if __name__ == "__main__":
    commands = {"update": update, "compile": compile_catalogues, "count": count}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]]()
