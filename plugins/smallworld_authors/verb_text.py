"""Facts, queries and verbs of ``state`` as text: signature, who may call it when, errors, an example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from smallworld.languages import N_, _
from smallworld_authors.hook_text import plain, record_data, row_lines, type_lines
from smallworld_authors.record_text import named_in, numbers
from smallworld_authors.shipped_examples import verb_example
from smallworld_authors.verb_info import VerbInfo, state_reference

CALLERS: Mapping[str, str] = {
    "fact": N_("every hook may read it; nobody may write it"),
    "query": N_("every hook with state, at any time"),
    "verb": N_("events and perform; never a query or an offer"),
}
"""Kind → who may use it."""
WRONG_CALL = "PluginError"
"""The error of a call with wrong arguments."""


def grouped() -> Iterator[tuple[str, list[VerbInfo]]]:
    """Yield each heading with its facts, queries and verbs, in the order of the page of the game."""
    groups: dict[str, list[VerbInfo]] = {}
    for info in state_reference().values():
        groups.setdefault(info.group, []).append(info)
    yield from groups.items()


def verb_data(info: VerbInfo) -> dict[str, Any]:
    """Describe a fact, a query or a verb as plain data."""
    annotations = [*(argument.type for argument in info.arguments), info.returns]
    names = {name for text in annotations for name in numbers() if name in _type_names(text)}
    shipped = verb_example(info.name)
    return {
        "name": info.name,
        "kind": info.kind,
        "group": info.group,
        "signature": f"state.{info.signature(with_types=True)}",
        "text": plain(info.text),
        "notes": [plain(note) for note in info.notes],
        "may_be_called": CALLERS[info.kind],
        "arguments": [
            {
                "name": argument.name, "type": argument.type, "default": argument.default,
                "meaning": plain(argument.meaning), "accepted": plain(argument.limit),
            }
            for argument in info.arguments
        ],
        "returns": info.returns,
        "errors": errors_of(info),
        "types": {name: meaning for name, meaning in numbers().items() if name in names},
        "records": [record_data(cls) for cls in named_in(annotations)],
        "example": example_of(info),
        "shipped_example": shipped._asdict() if shipped else None,
    }  # fmt: skip


def errors_of(info: VerbInfo) -> list[str]:
    """Return when a call is refused, as sentences without a full stop."""
    errors = [f"{name}: {plain(text).rstrip('.')}" for name, text in info.errors]
    limits = [f"{argument.name} is {plain(argument.limit)}" for argument in info.arguments if argument.limit]
    limits += [f"they are {info.rule}"] if info.rule else []
    if limits:
        errors.append(f"{WRONG_CALL}: unless {'; '.join(limits)}")
    return errors


def example_of(info: VerbInfo) -> str:
    """Return an example: that of the docstring, or the shortest statement of a shipped ability; empty without one."""
    if info.example:
        return info.example.strip("`")
    shipped = verb_example(info.name)
    return shipped.code if shipped else ""


def _type_names(text: str) -> set[str]:
    return set(text.replace("[", " ").replace("]", " ").replace(",", " ").replace("|", " ").split())


# --- for people


def verb_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the description of a fact, a query or a verb as lines for people."""
    yield f"{data['name']}: {data['text']}"
    yield from data["notes"]
    yield ""
    yield f"    {data['signature']}"
    yield ""
    rows = [(_("kind"), _(KINDS[data["kind"]])), (_("used by"), _(data["may_be_called"]))]
    yield from row_lines([*rows, *((_("error"), error) for error in data["errors"])])
    if data["arguments"]:
        yield ""
        yield _("Arguments")
        yield from _argument_lines(data["arguments"])
    yield from type_lines(data)
    if data["example"]:
        yield ""
        yield _("Example")
        yield from (f"    {line}" for line in data["example"].splitlines())


KINDS: Mapping[str, str] = {
    "fact": N_("a fact of the position"),
    "query": N_("a query: it answers and changes nothing"),
    "verb": N_("a verb: it changes the game"),
}
"""Kind → what that means."""


def _argument_lines(arguments: list[dict[str, str]]) -> Iterator[str]:
    for argument in arguments:
        need = _("default {value}", value=argument["default"]) if argument["default"] else _("required")
        if argument["name"].startswith("**"):
            need = _("any number of them")
        meaning = argument["meaning"] or argument["accepted"]
        yield f"  {argument['name']} ({argument['type']}, {need})" + (f": {meaning}" if meaning else "")
