"""What several commands share."""

from __future__ import annotations

import importlib.util
import json
import math
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from smallworld.errors import SmallWorldError

if TYPE_CHECKING:
    from smallworld.model.content import Scalar, Variant
    from smallworld.plugins import Plugins
    from smallworld.rules.trace import Tracer

F = TypeVar("F", bound=Callable[..., Any])


def plugin_option(function: F) -> F:
    """``--plugin MODULE_OR_PATH``."""
    return click.option(
        "--plugin", "plugin_names", multiple=True, metavar="MODULE_OR_PATH", help="Load a plugin that is not installed."
    )(function)


def trace_option(function: F) -> F:
    """``--trace-hooks``."""
    return click.option(
        "--trace-hooks", is_flag=True, help="Tell on standard error what each ability answers to each hook."
    )(function)


def tracer(wanted: bool) -> Tracer | None:
    """What prints every call of a hook on standard error, to be given to ``new_game(wrap=…)``."""
    if not wanted:
        return None
    from smallworld.rules.trace import Tracer

    return Tracer(sys.stderr)


def json_option(function: F) -> F:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def plugins_of(names: Sequence[str]) -> Plugins:
    """The installed plugins and those that were named; broken installed ones are told and left out.

    :raises SmallWorldError: one that was named cannot be used.
    """
    from smallworld.plugins import Plugins, default_plugins  # not for --help

    plugins = Plugins(names) if names else default_plugins()
    for plugin in plugins.broken():
        if plugin.source in names:
            raise SmallWorldError(f"plugin {plugin.name!r}: {plugin.problem}")
        click.echo(f"warning: plugin {plugin.name!r} is left out: {plugin.problem}", err=True)
    return plugins


def variant_of(name: str, plugins: Plugins) -> Variant:
    """A variant by id or path."""
    from smallworld.editions import load_variant  # not for --help

    return load_variant(name, plugins=plugins)


def options_of(pairs: Sequence[str]) -> dict[str, Scalar]:
    """``KEY=VALUE`` pairs as answers to rulings."""
    found: dict[str, Scalar] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise click.UsageError(f"--option {pair!r} must be RULING=VALUE, e.g. --option tie_break=shared")
        found[key.strip()] = _scalar(value.strip())
    return found


def _scalar(text: str) -> Scalar:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text


def need_extra(command: str, *modules: str, extra: str = "sim") -> None:
    """Make sure that the packages of an extra are there.

    :raises SmallWorldError: one is not; says how to install them.
    """
    lacking = [name for name in modules if importlib.util.find_spec(name) is None]
    if lacking:
        names = ", ".join(lacking)
        raise SmallWorldError(f"{command} needs more packages ({names}); pip install 'smallworld[{extra}]'")


def print_json(value: Any) -> None:
    """One JSON document on standard output; what is no number is null, as JSON has no other word for it."""
    click.echo(json.dumps(_plain(value), indent=2, ensure_ascii=False, allow_nan=False))


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value
