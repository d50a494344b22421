"""Answers of the routes: JSON, files, and one sentence about what cannot be done."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from smallworld_web.environment import render
from smallworld_web.middleware.security import wants_page


def json_answer(text: str, headers: Mapping[str, str] | None = None, status: int = 200) -> Response:
    """Answer with JSON that was written already."""
    return Response(text, status, headers, media_type="application/json")


def download(name: str, kind: str, content: str | bytes) -> Response:
    """Answer with a file."""
    return Response(content, headers={"content-disposition": f'attachment; filename="{name}"'}, media_type=kind)


def refusal_answer(status: int, sentence: str) -> Response:
    """Refuse a request of a script in one sentence."""
    return JSONResponse({"error": sentence}, status)


def message_page(sentence: str) -> str:
    """Write a page of one sentence."""
    return render("message.html", title="smallworld", sentence=sentence)


def problem_page(request: Request, status: int, sentence: str) -> Response:
    """Answer with one sentence: a page for people, plain data for the script of a page."""
    if wants_page(request.scope):
        return HTMLResponse(message_page(sentence), status)
    return refusal_answer(status, sentence)
