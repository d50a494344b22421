"""A draft as a proposal to a repository: a patch for ``git apply``, and a text for the pull request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from smallworld.languages import _, ngettext
from smallworld_studio.draft_files import README, Files


def patch_of(folder: str, files: Files) -> str:
    """Write a patch that adds the files in a folder."""
    return "".join(_new_file(f"{folder}/{name}", text) for name, text in sorted(files.items()) if text)


def _new_file(path: str, text: str) -> str:
    lines = text.split("\n")
    has_end = lines[-1] == ""
    if has_end:
        lines.pop()
    body = "".join(f"+{line}\n" for line in lines)
    end = "" if has_end else "\\ No newline at end of file\n"
    head = f"diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n"
    return f"{head}@@ -0,0 +1,{len(lines)} @@\n{body}{end}"


def text_of_proposal(name: str, folder: str, files: Files, check: Mapping[str, Any]) -> str:
    """Write the text of a pull request.

    :param check: the answer of the job ``check`` about the files.
    """
    readme = files.get(README, "").strip()
    parts = [
        f"# {_('Add the edition {name}', name=name)}",
        "\n".join(f"- {line}" for line in _contents(check["model"])),
    ]
    return "\n\n".join([*filter(None, parts), _checked(folder, check["problems"]), *filter(None, [readme])]) + "\n"


def _contents(model: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each kind of thing that the edition brings or changes."""
    headings = {
        ("races", "own"): _("New races"), ("races", "changed"): _("Changed races"),
        ("powers", "own"): _("New powers"), ("powers", "changed"): _("Changed powers"),
    }  # fmt: skip
    for (kind, origin), heading in headings.items():
        names = [entry["name"] for entry in model[kind] if entry["origin"] == origin]
        if names:
            yield f"{heading}: {', '.join(names)}"
    for key, board in model["boards"].items():
        count = len(board["regions"])
        regions = ngettext("{count} region", "{count} regions", count)
        players = ", ".join(map(str, board["players"])) or "?"
        yield _(
            "Board {name}: {regions}, players: {players}", name=board["name"] or key, regions=regions, players=players
        )
    if model["tests"]:
        yield _("Tests by playing: {count}", count=len(model["tests"]))


def _checked(folder: str, problems: Sequence[Mapping[str, Any]]) -> str:
    command = f"`smallworld validate {folder}`"
    if not problems:
        return _("{command} finds no problems.", command=command)
    lines = "\n".join(f"- {problem['file']}: {problem['message']}" for problem in problems)
    return f"{_('{command} finds:', command=command)}\n\n{lines}"
