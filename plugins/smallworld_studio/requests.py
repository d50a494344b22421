"""Read requests of the page; answer them as JSON, or by pages of templates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from smallworld import SmallWorldError, _
from smallworld_studio.draft_files import Files, check_name
from smallworld_web import answers
from smallworld_web.answers import UNKEPT, form_of, json_of

render = partial(answers.render, package="smallworld_studio")
"""Fill in a template of the studio, or of other pages."""


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
    headers = dict(UNKEPT)
    if "seconds" in data:
        headers["server-timing"] = f"job;dur={1000 * data['seconds']:.1f}"
    return JSONResponse({key: value for key, value in data.items() if key != "seconds"}, status, headers)


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
