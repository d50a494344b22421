"""The plugins as far as the check of an edition depends on them: names, versions, and parameters of abilities."""

from __future__ import annotations

from smallworld.cache.user_cache import digest_of
from smallworld.plugins.manager import Plugins


def plugin_digest(plugins: Plugins) -> str:
    """Return a digest of the plugins; empty if there are only those of the program."""
    if plugins.is_only_shipped:
        return ""
    facts = []
    for plugin in plugins.entries:
        if plugin.source == "built-in" and plugin.status == "ok":
            continue
        names = plugin.brings.get("abilities", ())
        schemas = [plugins.ability_of(plugin, name).schema() for name in names]
        facts.append((plugin.name, plugin.source, plugin.version, plugin.status, sorted(plugin.names()), schemas))
    return digest_of(repr(facts).encode("utf-8", "surrogatepass")) if facts else ""
