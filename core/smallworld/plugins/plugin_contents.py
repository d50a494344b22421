"""Answers of a plugin to the hooks of the program: abilities, folders of variants, bots, commands, renderers."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pluggy

from smallworld.errors import PluginError, sentence_of
from smallworld.languages import N_, lazy, lazy_or
from smallworld.model.names import qualified
from smallworld.model.variant_folder import VARIANT_FILE, shipped_folder, variants_in
from smallworld.plugins.plugin import Plugin


def ask_plugin(
    manager: pluggy.PluginManager,
    plugin: Plugin,
    hook: str,
    kinds: tuple[type, ...],
    problems: list[str],
    **arguments: Any,
) -> Any:
    """Return the answer of a plugin to a hook; if that is unusable, note the reason and return an empty answer."""
    empty: Any = {} if dict in kinds else ()
    if hook not in plugin.hooks:
        return empty
    try:
        skipped = [module for module in manager.get_plugins() if module is not plugin.module]
        answers = manager.subset_hook_caller(hook, skipped)(**arguments)
        answer = answers[0] if answers else None  # pluggy drops None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        problems.append(lazy("hook {hook} failed: {sentence_of}", hook=hook, sentence_of=sentence_of(error)))
        plugin.details = traceback.format_exc()
        return empty
    if isinstance(answer, kinds):
        return answer
    names = {"type": kinds[0].__name__, "other": type(answer).__name__}
    problems.append(lazy("hook {hook} must return a {type}, not {other}", hook=hook, **names))
    return empty


def variant_folder(folder: object) -> Path:
    """Return a folder with variants.

    :raises PluginError: it is not the path of a folder, or has no variant.
    """
    if not isinstance(folder, str | Path):
        sentence = N_("hook smallworld_variants must return paths of folders, not {value}")
        raise PluginError(lazy(sentence, value=repr(folder)))
    if not variants_in(Path(folder)):
        sentence = N_("hook smallworld_variants: there is no variant.yaml in {folder!r}; is it in the package?")
        raise PluginError(lazy(sentence, folder=str(folder)))
    return Path(folder)


def variant_clash(plugin: Plugin, other: Plugin | None, name: str) -> str:
    """Explain how a variant is named when the program or another plugin has one of this id; empty if none has."""
    full_name = qualified(plugin.name, name)
    if (shipped_folder() / name / VARIANT_FILE).is_file():
        return lazy(
            "the variant {name!r} comes with the program too; write {full_name}", name=name, full_name=full_name
        )
    if other is None:
        return ""
    names = lazy_or([full_name, qualified(other.name, name)])
    return lazy("the variant {name!r} is in {plugin} too; write {names}", name=name, plugin=other.name, names=names)


def ability_clash(plugin: Plugin, other: Plugin, name: str) -> str:
    """Explain how a variant names an ability when another plugin has one of this name."""
    full_name = qualified(plugin.name, name)
    if other.source == "built-in":
        sentence = N_("the ability {name!r} comes with the program too; write {full_name} in a variant")
        return lazy(sentence, name=name, full_name=full_name)
    return lazy(
        "the ability {name!r} is in {other} too; a variant means the one of the plugin that it "
        "names, and one that names both writes {full_name}",
        name=name, other=other.name, full_name=full_name,
    )  # fmt: skip


def command_problems(commands: Mapping[Any, Any], reserved: Mapping[str, object]) -> list[str]:
    """List what is wrong with the commands that a plugin brings.

    :param reserved: commands that the program and other plugins have.
    """
    problems = []
    for name, row in commands.items():
        if not (isinstance(row, tuple | list) and len(row) == 2 and all(isinstance(part, str) for part in row)):
            sentence = N_("hook smallworld_commands: {name!r} must have two texts, 'module:command' and a line of help")
            problems.append(lazy(sentence, name=name))
        elif name in reserved:
            sentence = N_("hook smallworld_commands: a command {name!r} is there already; choose another name")
            problems.append(lazy(sentence, name=name))
    return problems


def renderer_problems(renderers: Mapping[Any, Any], reserved: Mapping[str, object]) -> list[str]:
    """List what is wrong with the renderers that a plugin brings.

    :param reserved: renderers that the program and other plugins have.
    """
    problems = []
    for name, function in renderers.items():
        if not callable(function):
            sentence = N_("hook smallworld_renderers: {name!r} must be a function of a view")
            problems.append(lazy(sentence, name=name))
        elif name in reserved:
            sentence = N_("hook smallworld_renderers: a renderer {name!r} is there already; choose another name")
            problems.append(lazy(sentence, name=name))
    return problems
