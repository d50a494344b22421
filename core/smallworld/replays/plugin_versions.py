"""The plugins that a record names, compared with those that are loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from smallworld.errors import ReplayError
from smallworld.languages import N_, lazy, lazy_join
from smallworld.plugins.manager import Plugins
from smallworld.versions import DISTRIBUTION, pip_install


def require_plugins(recorded: Mapping[str, str], plugins: Plugins) -> None:
    """Refuse a record of a game with plugins that cannot be used here.

    :raises ReplayError: with the plugin, its version and the command that installs it.
    """
    for name, version in recorded.items():
        plugin = plugins.plugin(name)
        needed = lazy("this game needs the plugin {plugin}", plugin=f"{name} {version}".rstrip())
        if plugin is None:
            sentence = N_("line 1: {needed}, which is not installed; {install}, or name it with --plugin")
            raise ReplayError(lazy(sentence, needed=needed, install=_install(name, version, plugins)))
        lack = plugins.lacks(name)
        if lack is not None:
            raise ReplayError(lazy_join("; ", [lazy("line 1: {problem}", problem=needed), *lack]))


def version_changes(recorded: Mapping[str, str], plugins: Plugins) -> Iterator[str]:
    """Yield a sentence for each plugin with another version than that of the record."""
    for name, version in recorded.items():
        plugin = plugins.plugin(name)
        if plugin is not None and version and plugin.version and plugin.version != version:
            values = {"version": version, "present": plugin.version, "install": _install(name, version, plugins)}
            yield lazy(
                "the plugin {plugin} was {version} in this game and is {present} here: {install}",
                plugin=name, **values,
            )  # fmt: skip


def _install(name: str, version: str, plugins: Plugins) -> str:
    """Return the command that installs a version of a plugin."""
    plugin = plugins.plugin(name)
    built_in = plugin is not None and plugin.source == "built-in"
    package = DISTRIBUTION if built_in else (plugin.distribution if plugin is not None else "") or name
    package = package.replace("_", "-")
    return pip_install(f"{package}=={version}" if version else package)
