"""Finding and loading editions, with the abilities of the plugins that are there."""

from __future__ import annotations

from smallworld.content import load
from smallworld.model.content import Variant
from smallworld.plugins import Plugins, default_plugins


def load_variant(name: str, *, plugins: Plugins | None = None) -> Variant:
    """An edition by its id, or from a file or folder.

    :raises UnknownName: no variant has this id. :raises ContentError: its files have mistakes.
    """
    plugins = plugins or default_plugins()
    schemas = {ability: cls.schema() for ability, cls in plugins.abilities.items()}
    return load.load_variant(name, folders=tuple(plugins.variants), abilities=schemas, lacks=plugins.lacks)
