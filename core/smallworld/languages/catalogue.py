"""The language in which sentences are written now, sentences that are written when they are shown, and catalogues."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from gettext import NullTranslations


ENGLISH = "en"
"""The language of the code and of variant files."""
PSEUDO = "en_XA"
"""The accented English of the tests, by the code that Unicode reserves for it; no list shows it."""

_language: ContextVar[str] = ContextVar("smallworld_language", default=ENGLISH)


def current_language() -> str:
    """Return the code of the language in which sentences are written now."""
    return _language.get()


def set_language(code: str) -> None:
    """Write sentences in this language from now on, in this context."""
    _language.set(code)


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Write sentences in this language inside of the block."""
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


# --- sentences that are English text for programs, and can be written in the language of the reader when they are sho


Value = TypeVar("Value")


class LazyText(str):
    """An English text with the message and the values that write it in other languages. It can be pickled.

    A problem of a file or an error keeps such a sentence, because its reader is not known when it is found: JSON and
    logs write the text itself, which is English; code that prints it for a person asks :func:`for_reader`. The parts
    of a sentence that are sentences too are values, and are translated with it.

    :ivar write: writes the text in the current language. :ivar arguments, values: its arguments.
    """

    __slots__ = ("arguments", "values", "write")

    write: Callable[..., str]
    arguments: tuple[object, ...]
    values: dict[str, object]

    def __new__(cls, write: Callable[..., str], *arguments: object, **values: object) -> LazyText:
        """Write the English text now.

        :param write: a function of a module, so that it can be pickled.
        """
        if current_language() == ENGLISH:
            text = write(*arguments, **values)
        else:
            with in_language(ENGLISH):
                text = write(*arguments, **values)
        lazy = super().__new__(cls, text)
        lazy.write, lazy.arguments, lazy.values = write, arguments, values
        return lazy

    def __reduce__(self) -> tuple[Callable[..., LazyText], tuple[object, ...]]:
        return _restore, (self.write, self.arguments, self.values)

    def __copy__(self) -> LazyText:
        return self

    def __deepcopy__(self, memo: object) -> LazyText:
        return self


def _restore(write: Callable[..., str], arguments: tuple[object, ...], values: dict[str, object]) -> LazyText:
    return LazyText(write, *arguments, **values)


def for_reader(value: Value) -> Value:
    """Write a text in the language of the reader; plain texts and other values stay as they are."""
    if current_language() == ENGLISH:
        return value
    if isinstance(value, LazyText):
        arguments = [for_reader(argument) for argument in value.arguments]
        return value.write(*arguments, **{key: for_reader(inner) for key, inner in value.values.items()})  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(for_reader(inner) for inner in value)  # type: ignore[return-value]
    return value


# --- --first


# --- the catalogues of messages, and the language that a reader wants


DOMAIN = "smallworld"
"""Name of the files of a catalogue."""


@cache
def catalogue_folder() -> Path:
    """Return the folder with a folder for each language."""
    return Path(__file__).parent / "catalogues"


def finished_messages(code: str) -> tuple[int, int]:
    """Return how many messages of a catalogue are translated, and how many it has; zeros if nobody has counted them."""
    finished, _slash, number = _header(code, "x-messages").partition("/")
    return (int(finished), int(number)) if finished.isdecimal() and number.isdecimal() else (0, 0)


def unread_messages(code: str) -> int:
    """Return how many translations of a catalogue no native speaker has read."""
    number = _header(code, "x-unread")
    return int(number) if number.isdecimal() else 0


def _header(code: str, name: str) -> str:
    from gettext import GNUTranslations  # not for English

    texts = load_catalogue(code)
    return texts.info().get(name, "") if isinstance(texts, GNUTranslations) else ""


@cache
def load_catalogue(code: str) -> NullTranslations:
    """Read the compiled catalogue of a language; an empty one if it does not exist."""
    from gettext import NullTranslations, translation  # not for English

    if code == PSEUDO:
        from importlib import import_module  # not for people; the package around the engine that tests need for it

        texts: NullTranslations = import_module("smallworld_output.text_width").PseudoTranslations()
        return texts
    parts = code.split("_")
    names = ["_".join(parts[:length]) for length in range(len(parts), 0, -1)]
    messages = NullTranslations()
    try:
        messages = translation(DOMAIN, str(catalogue_folder()), names, fallback=True)
    except Exception as error:  # damage of any kind
        _warn_of_damage(catalogue_folder() / code, error)
    for folder in _plugin_folders:
        for further in _catalogues_in(folder, names):
            messages.add_fallback(further)
    return messages


_plugin_folders: dict[Path, None] = {}
"""Folders with the catalogues of plugins, in the order of loading."""


def add_catalogues(folder: Path) -> None:
    """Look up messages that the program does not have in the catalogues of a plugin: ``CODE/LC_MESSAGES/*.mo``."""
    if folder.is_dir() and folder not in _plugin_folders:
        _plugin_folders[folder] = None
        load_catalogue.cache_clear()


def _catalogues_in(folder: Path, names: list[str]) -> Iterator[NullTranslations]:
    """Read the compiled catalogues of a folder; its messages stay English if they cannot be read."""
    from gettext import GNUTranslations

    for path in (path for name in names for path in sorted(folder.glob(f"{name}/LC_MESSAGES/*.mo"))):
        try:
            with path.open("rb") as content:
                messages = GNUTranslations(content)
        except Exception as error:  # damage of any kind
            _warn_of_damage(path, error)
        else:
            yield messages


_damaged: set[Path] = set()
"""Catalogues of which the reader has been warned."""


def _warn_of_damage(path: Path, error: Exception) -> None:
    """Print that the sentences of a catalogue are English; in English, because no other language can be read."""
    if path not in _damaged:
        _damaged.add(path)
        print(f"warning: the translations in {str(path)!r} are damaged ({error}); sentences are English; "
              "install the package again", file=sys.stderr)  # fmt: skip


# --- which language a reader wants: their option, their environment, their browser


VARIABLE = "SMALLWORLD_LANGUAGE"
"""The environment variable that chooses a language for good."""
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables of the locale, the strongest first."""
_CODE = re.compile(r"[a-z]{2,3}(_[A-Za-z0-9]{2,8})?\Z")


@cache
def languages() -> tuple[str, ...]:
    """List the languages that have a catalogue, English first."""
    paths = catalogue_folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return (ENGLISH, *sorted(path.parent.parent.name for path in paths))


def is_code(text: str) -> bool:
    """Return whether a text is written like the code of a language: ``cs``, ``pt_BR``."""
    return _CODE.match(text) is not None


def nearest_language(code: str) -> str:
    """Return the language with a catalogue that a code means; empty if no language fits.

    >>> nearest_language("en-GB")
    'en'
    """
    code = code.replace("-", "_")
    names = {name.lower(): name for name in (*languages(), PSEUDO)}
    return names.get(code.lower()) or names.get(code.lower().partition("_")[0], "")


def chosen_language(environment: Mapping[str, str]) -> str:
    """Return the language that the environment variable chooses, else that of the locale, else English."""
    code = environment.get(VARIABLE, "").strip()
    if code:
        return nearest_language(code) or (code if is_code(code) else ENGLISH)
    return locale_language(environment)


def locale_language(environment: Mapping[str, str]) -> str:
    """Return the language of the locale, if it has a catalogue, else English."""
    value = next((environment[name] for name in LOCALE_VARIABLES if environment.get(name)), "")
    return nearest_language(re.split(r"[.@]", value)[0]) or ENGLISH


def accepted_language(header: str, default: str = ENGLISH) -> str:
    """Return the language with a catalogue that a browser likes most (``Accept-Language``), else a default.

    >>> accepted_language("en-GB,en;q=0.9")
    'en'
    """
    for code in _by_quality(header[:400].split(",")):
        nearest = nearest_language(code)
        if nearest:
            return nearest
    return default


def _by_quality(entries: Iterable[str]) -> list[str]:
    """Return the codes of a header, the most liked first; refused ones are left out."""
    weighted = []
    for place, entry in enumerate(entries):
        code, _, quality = entry.strip().partition(";")
        match = re.fullmatch(r"\s*q=([01](?:\.[0-9]{0,3})?)\s*", quality)
        weight = float(match[1]) if match else 1.0
        if weight > 0 and is_code(code.strip().replace("-", "_")):
            weighted.append((-weight, place, code.strip()))
    return [code for _, _, code in sorted(weighted)]
