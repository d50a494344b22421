"""Read requests of the page, and answer them: as JSON, or as pages from templates in which every value is escaped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from smallworld.errors import SmallWorldError
from smallworld.languages import _, current_language
from smallworld_draw.script_messages import script_messages
from smallworld_studio.draft_files import Files, check_name
from smallworld_web.answers import form_of, json_of
from smallworld_web.environment import environment

NO_STORE = {"cache-control": "no-store"}


class WrongRequest(SmallWorldError):
    """A request that is not written as one."""


async def body_of(request: Request) -> Mapping[str, Any]:
    """Read the JSON object, or the form, of a request.

    :raises SmallWorldError: it is neither.
    """
    return await (form_of(request) if is_form(request) else json_of(request))


def is_form(request: Request) -> bool:
    """Return whether a request comes from a form of a page."""
    return str(request.headers.get("content-type", "")).startswith("application/x-www-form-urlencoded")


def answer(data: Mapping[str, Any], status: int = 200) -> Response:
    """Answer with JSON that nobody keeps; the processor time of a job, ``seconds``, goes into a heading."""
    headers = NO_STORE
    if "seconds" in data:
        headers = {**NO_STORE, "server-timing": f"job;dur={1000 * data['seconds']:.1f}"}
    return JSONResponse({key: value for key, value in data.items() if key != "seconds"}, status, headers)


def refusal(status: int, sentence: str) -> Response:
    """Refuse a request in one sentence."""
    return answer({"error": sentence}, status)


def number_of(body: Mapping[str, Any], key: str = "revision") -> int:
    """Read the number of a revision.

    :raises WrongRequest: it is not one.
    """
    value = body.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not -1 <= value < 10_000_000:
        raise WrongRequest(_("the request needs {key!r}, a number", key=key))
    return value


def text_of(body: Mapping[str, Any], key: str, most: int = 200) -> str:
    """Read a text, empty if it is missing.

    :raises WrongRequest: it is too long, or not a text.
    """
    value = body.get(key) or ""
    if not isinstance(value, str) or len(value) > most:
        raise WrongRequest(_("{key!r} is not a text of at most {most} letters", key=key, most=most))
    if not value.isascii():
        _check_text(key, value)
    return value


def name_of(body: Mapping[str, Any], key: str) -> str:
    """Read a name, without control characters; empty if it is missing.

    :raises WrongRequest: it is too long, or not a text.
    """
    text = " ".join(text_of(body, key).split())
    return "".join(letter for letter in text if letter.isprintable())


def changes_of(body: Mapping[str, Any]) -> dict[str, str | None]:
    """Read the texts of changed files; None removes a file.

    :raises WrongFiles: a name cannot be that of a file of a draft. :raises WrongRequest: they are not texts.
    """
    changes = body.get("files", {})
    if not isinstance(changes, dict):
        raise WrongRequest(_('"files" is not a mapping of names to texts'))
    for name, text in changes.items():
        check_name(name)
        if text is not None and not isinstance(text, str):
            raise WrongRequest(_('"files" is not a mapping of names to texts'))
        if text is not None and not text.isascii():
            _check_text(name, text)
    return changes


def _check_text(name: str, text: str) -> None:
    """Refuse half of a surrogate pair, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise WrongRequest(_("{file} has a character that no file can hold", file=name)) from None


def changed(files: Files, changes: Mapping[str, str | None]) -> dict[str, str]:
    """Return the files of a draft with changes that are not kept."""
    return {name: text for name, text in {**files, **changes}.items() if text is not None}


# --- pages


STATIC = Path(str(files("smallworld_studio") / "static"))
"""The folder of scripts and styles."""


@cache
def _environment() -> Environment:
    loader = ChoiceLoader([PackageLoader("smallworld_studio"), PackageLoader("smallworld_web")])
    templates = environment().overlay(loader=loader)  # with the options of other pages
    templates.globals = {**templates.globals, "script_messages": lambda: script_messages(*_scripts())}
    return templates


@cache
def _scripts() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")))


def render(template: str, **values: Any) -> str:
    """Fill in a template."""
    return str(_environment().get_template(template).render(language=current_language(), **values))
