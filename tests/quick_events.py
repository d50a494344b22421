"""The events of YAML texts by libyaml, which PyYAML brings; the pure parser of the program takes five times as long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from ruamel.yaml import events

from smallworld_editions.reading import reader

yaml: Any = import_module("yaml") if find_spec("yaml") else None
IS_QUICK = bool(yaml and yaml.__with_libyaml__)
"""Whether libyaml is there; it is not among the dependencies of the tests, but dask brings it."""
KINDS = tuple(name for name in dir(events) if name.endswith("Event") and hasattr(yaml, name)) if IS_QUICK else ()


def quick_events(text: str) -> Iterator[Any]:
    """Yield the events of a text, as ruamel's parser does, but those at the beginning and end of the whole text."""
    kinds = {getattr(yaml, name): getattr(events, name) for name in KINDS}
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        kind, marks = kinds[type(event)], (event.start_mark, event.end_mark)
        if kind is events.ScalarEvent:
            yield kind(event.anchor, event.tag, event.implicit, event.value, *marks, event.style)
        elif issubclass(kind, events.CollectionStartEvent):
            yield kind(event.anchor, event.tag, event.implicit, *marks, event.flow_style)
        elif kind is events.AliasEvent:
            yield kind(event.anchor, *marks)
        elif not issubclass(kind, events.StreamStartEvent | events.StreamEndEvent):
            yield kind(*marks)


@contextmanager
def quick_reading() -> Iterator[None]:
    """Read YAML by libyaml where it is there: what is read is the same, which tests/scenarios proves."""
    with pytest.MonkeyPatch.context() as patch:
        if IS_QUICK:
            patch.setattr(reader, "_parser", quick_events)
        yield
