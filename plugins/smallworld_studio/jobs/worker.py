"""A worker: each line on its standard input is a job, each line on its standard output the reply.

A draft is in a private folder, the current one, in which its problems have the places that ``validate`` names.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from smallworld.errors import SmallWorldError, sentence_of
from smallworld.languages import ENGLISH, _, in_language
from smallworld_editions.discovery import confined_names
from smallworld_editions.reading.reader import use_parser
from smallworld_studio.draft_files import check_files
from smallworld_studio.jobs.draft_folder import DraftFolder, events_of
from smallworld_web.bot_workers import reply_to_lines

JOBS = {
    "check": "checks:check", "picture": "checks:picture", "edit": "wishes:edit", "words": "checks:sentences",
    "form": "forms:form", "abilities": "forms:abilities", "new": "new_files:new", "board": "new_files:new_board",
    "import": "new_files:import_map", "trial": "trial_games:trial", "tests": "trial_games:run_tests",
    "keep": "trial_games:keep", "games": "trial_games:games",
}  # fmt: skip
"""Job → its function in a module of this package, which takes the folder and the request."""
MEMORY = 2_000_000_000
"""Most bytes of memory that a worker takes, where the system can limit it."""


def reply_to(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Do a job; ``error`` is the sentence of a refusal or a fault, ``seconds`` the processor time that it took."""
    start = time.process_time()
    return {**_reply(folder, request), "seconds": time.process_time() - start}


def _reply(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    try:
        module, _colon, name = JOBS[request["job"]].partition(":")
        function: Callable[..., dict[str, Any]] = getattr(import_module(f"smallworld_studio.jobs.{module}"), name)
        # Nothing in a draft can name a file outside of its folder.
        with in_language(request.get("language", ENGLISH)), confined_names():
            if "files" in request:
                check_files(request["files"])
                folder.write(request["files"])
            return function(folder, request)
    except SmallWorldError as error:
        return {"error": sentence_of(error).splitlines()[0]}
    except RecursionError:
        return {"error": _("a value is nested too deeply")}
    except Exception as error:
        if os.environ.get("SMALLWORLD_DEBUG"):
            raise
        return {"error": f"the program has a fault and cannot do this ({type(error).__name__})"}


def limit_memory() -> None:
    """Limit the memory of this process."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main(plugin_names: Sequence[str]) -> None:
    """Reply to jobs until the server closes the line."""
    limit_memory()
    use_parser(events_of)
    path = Path(tempfile.mkdtemp(prefix="smallworld-studio-"))
    try:
        os.chdir(path)
        reply_to_lines(lambda: partial(reply_to, DraftFolder(path, plugin_names)))
    finally:
        os.chdir("/")
        shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
