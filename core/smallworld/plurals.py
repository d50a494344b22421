"""Write counts with their nouns."""

from __future__ import annotations

from smallworld.languages import ngettext


def format_count(count: int, noun: str) -> str:
    """Write a count with its noun: ``1 coin``, ``2 coins``; in other languages the nouns of the game."""
    match noun:
        case "token":
            return ngettext("{count} token", "{count} tokens", count)
        case "coin":
            return ngettext("{count} coin", "{count} coins", count)
        case "more coin":
            return ngettext("{count} more coin", "{count} more coins", count)
        case "native":
            return ngettext("{count} native", "{count} natives", count)
        case "region":
            return ngettext("{count} region", "{count} regions", count)
        case "player":
            return ngettext("{count} player", "{count} players", count)
        case "race":
            return ngettext("{count} race", "{count} races", count)
        case "power":
            return ngettext("{count} power", "{count} powers", count)
        case "file":
            return ngettext("{count} file", "{count} files", count)
        case "problem":
            return ngettext("{count} problem", "{count} problems", count)
        case "error":
            return ngettext("{count} error", "{count} errors", count)
        case "warning":
            return ngettext("{count} warning", "{count} warnings", count)
    return f"{count} {noun}{'' if count == 1 else 's'}"
