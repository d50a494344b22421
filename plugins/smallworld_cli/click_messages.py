"""Sentences that click writes by itself, marked so that the catalogues have them."""

from __future__ import annotations

from smallworld.languages import N_, NN_

MESSAGES = (
    N_("Usage:"),
    N_("Options"),
    N_("Show the version and exit."),
    N_("Show this message and exit."),
    N_("%(prog)s, version %(version)s"),
    N_("default: {default}"),
    N_("required"),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("Could not open file {filename!r}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("Aborted!"),
    N_("Commands"),
    N_("deprecated"),
    N_("env var: {var}"),
    N_("(dynamic)"),
    N_("Missing parameter: {param_name}"),
    N_("Missing {param_type}"),
    N_("unknown error"),
    N_("Choose from:\n\t{choices}"),
    N_("{value!r} is not a valid boolean. Recognized values: {states}"),
    N_("{name} {filename!r} is not executable."),
)
"""Sentences of :mod:`click` that a person reads; click looks them up in our catalogue (``cli/language.py``)."""
PLURALS = (
    NN_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    NN_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    NN_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    NN_("Argument {name!r} takes {nargs} values.", "Argument {name!r} takes {nargs} values."),
    NN_("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
    NN_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
"""Sentences of :mod:`click` with a number of things: singular and plural."""
