"""Write counts with their nouns."""

from __future__ import annotations

from smallworld.languages import NN_, ngettext

_COUNTS = {
    "token": NN_("{count} token", "{count} tokens"),
    "coin": NN_("{count} coin", "{count} coins"),
    "more coin": NN_("{count} more coin", "{count} more coins"),
    "native": NN_("{count} native", "{count} natives"),
    "region": NN_("{count} region", "{count} regions"),
    "player": NN_("{count} player", "{count} players"),
    "race": NN_("{count} race", "{count} races"),
    "power": NN_("{count} power", "{count} powers"),
    "file": NN_("{count} file", "{count} files"),
    "problem": NN_("{count} problem", "{count} problems"),
    "error": NN_("{count} error", "{count} errors"),
    "warning": NN_("{count} warning", "{count} warnings"),
}


def format_count(count: int, noun: str) -> str:
    """Write a count with its noun: ``1 coin``, ``2 coins``; in other languages the nouns of the game."""
    if noun in _COUNTS:
        return ngettext(*_COUNTS[noun], count)
    return f"{count} {noun}{'' if count == 1 else 's'}"
