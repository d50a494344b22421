"""The bodies of requests: forms and JSON objects, and numbers in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request

from smallworld.errors import SmallWorldError
from smallworld.languages import _


async def _body_of(request: Request) -> bytes:
    try:
        return bytes(await request.body())
    except ClientDisconnect:
        raise SmallWorldError(_("the request was cut off")) from None


async def form_of(request: Request) -> dict[str, str]:
    """Read the fields of a form."""
    try:
        fields = parse_qs((await _body_of(request)).decode(), max_num_fields=200)
    except ValueError:
        raise SmallWorldError(_("the form cannot be read")) from None
    return {key: values[-1] for key, values in fields.items()}


async def json_of(request: Request) -> Mapping[str, Any]:
    """Read a JSON object."""
    try:
        value = json.loads(await _body_of(request))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise SmallWorldError(_("the request is not a JSON object"))
    return value


def number_of(value: object) -> int:
    """Read the number of an event; -1 for anything else."""
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else -1
