"""The process that ``programs.py`` copies: it has imported the program, and waits for the arguments."""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import resource
import runpy
import socket
import sys
import tempfile
import termios
import threading
from collections.abc import Collection
from pathlib import Path
from typing import Any

PACKAGES = (
    *("smallworld", "smallworld_base", "smallworld_bots", "smallworld_cli", "smallworld_draw", "smallworld_editions"),
    *("smallworld_output", "smallworld_play", "smallworld_primitives", "smallworld_records", "smallworld_terminal"),
    *("smallworld_validate", "smallworld_warcraft"),
)
"""Packages that are imported once: those that most programs need and that import no large library."""
PROGRAM, BOTS, STUDIO = "smallworld", "smallworld_web.bot_workers", "smallworld_studio.jobs.worker"
LARGE = {
    ("serve", "--browser"): ("smallworld_web.server",),
    ("balance", "ladder", "report", "simulate", "sweep"): (
        *("smallworld_lab.commands.comparison", "smallworld_lab.commands.simulate", "smallworld_lab.executors"),
    ),
    (BOTS,): (BOTS,),
    (STUDIO,): (STUDIO,),
}
"""Commands, options and programs → modules, many with large libraries, that these need."""
LEFT_OUT = "smallworld.languages.build"
FIXED = ("PYTHONHASHSEED", "PYTHONPATH", "PYTHONUTF8", "PYTHONWARNINGS", "PYTHONOPTIMIZE")
"""Variables that only a new interpreter reads."""


def import_program() -> None:
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not module.name.endswith("__main__") and not module.name.startswith(LEFT_OUT):
                importlib.import_module(module.name)
    from prompt_toolkit.application import application

    import smallworld

    for variant in ("base", "warcraft"):
        # Its rules are prepared with the first game.
        smallworld.new_game(smallworld.load_variant(variant), ["ann", "bob"])
    bindings = application.load_key_bindings()
    # Every prompt makes them again, and nothing changes them.
    vars(application)["load_key_bindings"] = lambda: bindings


def import_large(arguments: Collection[str]) -> None:
    """Import what only some programs need before the first copy that is one of them.

    :param arguments: the program and its arguments.
    """
    for commands, modules in LARGE.items():
        if any(command in arguments for command in commands) and modules[-1] not in sys.modules:
            with contextlib.suppress(ImportError):  # the extra is not installed
                for name in modules:
                    importlib.import_module(name)
                if STUDIO in commands:
                    read_first_draft()
            gc.freeze()


def read_first_draft() -> None:
    """Check a draft as the first job of a worker, which takes longer than all others: it reads the base game."""
    from smallworld_editions.reading.reader import parse, use_parser
    from smallworld_studio.jobs.worker import DraftFolder, events_of, reply_to

    before, files = os.getcwd(), {"variant.yaml": "variant: first\nname: First\nextends: base\n"}
    use_parser(events_of)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        reply_to(DraftFolder(Path(folder)), {"job": "check", "files": files})
        os.chdir(before)
    use_parser(parse)


def receive(control: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    """Receive what is to be run, its three streams and the pipe for answers; nothing when the tests have ended."""
    line, numbers, _flags, _address = socket.recv_fds(control, 65536, 4)
    while line and not line.endswith(b"\n"):
        line += control.recv(65536)
    return (json.loads(line), numbers) if line else None


def copy(request: dict[str, Any], numbers: list[int]) -> bool:
    """Begin a copy, and another process that waits for it; return whether this is the copy."""
    if os.fork():
        for number in numbers:
            os.close(number)
        return False
    program = os.fork()
    if program == 0:
        become(request, numbers)
        return True
    answers = numbers.pop()
    for number in (*numbers, 0, 1, 2):
        os.close(number)
    try:
        os.write(answers, b"%d\n" % program)
        os.write(answers, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
    finally:
        os._exit(0)


def become(request: dict[str, Any], numbers: list[int]) -> None:
    """Take the streams, the folder and the environment of the program."""
    environment = request["environment"]
    differing = [name for name in FIXED if environment.get(name, os.environ.get(name)) != os.environ.get(name)]
    assert not differing, f"a copy cannot have another {differing}"
    if request["session"] or request["terminal"]:
        os.setsid()
    for stream, number in enumerate(numbers[:3]):
        os.dup2(number, stream)
    if request["largest"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["largest"], request["largest"]))
    os.closerange(3, max(numbers) + 1)
    if request["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(request["folder"])
    sys.path[0] = request["folder"]
    os.environ.clear()
    os.environ.update(environment)
    sys.dont_write_bytecode = bool(environment.get("PYTHONDONTWRITEBYTECODE"))
    name = environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = sys.__stdin__ = open(0, encoding=name, closefd=False)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", encoding=name, closefd=False)  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", 1, encoding=name, errors="backslashreplace", closefd=False)  # noqa: SIM115
    for number in request["closed"]:
        os.close(number)
        name = ("stdin", "stdout", "stderr")[number]
        setattr(sys, name, None)
        setattr(sys, f"__{name}__", None)
    sys.argv[1:] = request["arguments"]


def serve(control: socket.socket) -> str:
    """Make copies until the tests end; return the module that a copy is to run."""
    while (request := receive(control)) is not None:
        module = str(request[0]["module"])
        import_large([module, *request[0]["arguments"]])
        if copy(*request):
            return module
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    return ""


def run_program(module: str) -> None:
    """Run a program and end, without destroying what all copies share: that takes longer than most programs run."""
    status: Any = 0
    try:
        if module == PROGRAM:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        else:
            importlib.import_module(module).main(sys.argv[1:])
    except SystemExit as end:
        status = end.code or 0
        if not isinstance(status, int):
            raise
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        sys.exit(status)  # Python reports it when it ends
    os._exit(status & 255)


if __name__ == "__main__":
    import_program()
    gc.freeze()
    if module := serve(socket.socket(fileno=int(sys.argv[1]))):
        run_program(module)
