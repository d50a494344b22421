"""Commands for authors: abilities, plugins, editions, languages, schemas, and facts about the installation."""

from __future__ import annotations

from collections.abc import Mapping

from smallworld import hookimpl
from smallworld.languages import N_


@hookimpl
def smallworld_commands() -> Mapping[str, tuple[str, str]]:
    """Name → the place of the command, and a line of help."""
    return {
        "variant": ("smallworld_authors.commands.variant:command", N_("List and show editions; scaffold one.")),
        "language": ("smallworld_authors.commands.language:command", N_("List languages; begin a translation.")),
        "ability": ("smallworld_authors.commands.reference:ability", N_("List and explain abilities.")),
        "hook": ("smallworld_authors.commands.reference:hook", N_("List and explain the hooks of abilities.")),
        "verb": ("smallworld_authors.commands.reference:verb", N_("List and explain the queries and verbs of state.")),
        "plugin": ("smallworld_authors.commands.installation:plugin_group", N_("List plugins; scaffold or check one.")),
        "schema": ("smallworld_authors.commands.schema:command", N_("Print the JSON schema of a file kind.")),
        "completion": (
            "smallworld_authors.commands.installation:completion",
            N_("Print a script for completion by Tab in a shell."),
        ),
        "doctor": ("smallworld_authors.commands.installation:doctor", N_("Print the facts that a bug report needs.")),
    }
