"""Bots in worker processes, so that the server answers at once while they think.

``python -m smallworld_web.bot_workers`` is a worker: a line on its standard input is a request, on its output a reply.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from smallworld import Game, lazy
from smallworld.errors import PluginError, SmallWorldError, sentence_of
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_bots import Bot, make
from smallworld_bots.bot_description import seat_generator

NICE = 3
"""Niceness of workers: the server, which answers people, has priority."""
MOST_BOTS = 100
"""Bots that a worker keeps from one of their decisions to the next."""


class BotFailed(SmallWorldError):
    """A bot that did not choose a legal action in time."""


class WorkerEnded(BotFailed):
    """A process that ended while a bot was thinking in it."""


class WorkersClosed(SmallWorldError):
    """A request to workers that were closed."""

    def __init__(self) -> None:
        super().__init__(lazy("the server is closing"))


class Workers:
    """Processes in which bots think, at most one for each core.

    :param plugin_names: further plugins that the workers load.
    :param seconds: limit of one decision.
    :param module: the program of a worker; another package has another one for work of its own.
    """

    def __init__(
        self, plugin_names: Sequence[str] = (), *, seconds: float = 30.0, most: int = 0,
        module: str = "smallworld_web.bot_workers",
    ) -> None:  # fmt: skip
        self.seconds = seconds
        self._command = [sys.executable, "-m", module, *plugin_names]
        self._idle: queue.LifoQueue[subprocess.Popen[bytes] | None] = queue.LifoQueue()
        for _ in range(most or os.cpu_count() or 1):
            self._idle.put(None)
        self._busy: set[subprocess.Popen[bytes] | None] = set()
        self._is_closed = False

    def choose(self, record: str, player: str, kind: str) -> str:
        """Return the action that a bot chooses at the end of a record; waits until a worker is idle.

        :param kind: the description of the bot.
        :raises BotFailed: it failed, or needed too long. :raises PluginError: an ability failed.
        :raises WorkersClosed: the server is closing.
        """
        request = {"record": record, "player": player, "kind": kind}
        try:
            reply = self.ask(request)
        except WorkerEnded:  # a worker may be ended by the system; a bot that ends it does so again
            reply = self.ask(request)
        if "ability" in reply:
            raise PluginError(str(reply["ability"])[:300])
        if "error" in reply:
            raise BotFailed(str(reply["error"])[:300])
        return str(reply["action"])

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request to the next idle worker and return its reply; a worker that fails is ended.

        :raises BotFailed: no reply came in time. :raises WorkersClosed: the server is closing.
        """
        worker, thinking = self._idle.get(), None
        try:
            if not self._is_closed and (worker is None or worker.poll() is not None):
                _end(worker)
                worker = self._start()
            thinking = worker
            self._busy.add(thinking)
            if self._is_closed or worker is None:  # perhaps while the worker was started
                raise WorkersClosed
            return self._send(worker, request)
        except BaseException:
            _end(worker)
            worker = None
            if self._is_closed:
                raise WorkersClosed from None
            raise
        finally:
            self._busy.discard(thinking)
            self._idle.put(worker)

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            # A session of its own, so that Ctrl-C reaches only the server, which ends its workers.
            return subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise BotFailed(lazy("no process for bots can be started: {reason}", reason=error.strerror)) from error

    def _send(self, worker: subprocess.Popen[bytes], request: Mapping[str, Any]) -> dict[str, Any]:
        assert worker.stdin is not None and worker.stdout is not None
        is_late = threading.Event()

        def end() -> None:
            is_late.set()
            worker.kill()

        timer = threading.Timer(self.seconds, end)
        timer.start()
        try:
            worker.stdin.write(json.dumps(request).encode() + b"\n")
            worker.stdin.flush()
            reply = worker.stdout.readline()
            return dict(json.loads(reply))
        except (OSError, ValueError, TypeError):
            if is_late.is_set():
                raise BotFailed(lazy("it gave no answer within {seconds:g} seconds", seconds=self.seconds)) from None
            raise WorkerEnded(lazy("its process ended")) from None
        finally:
            timer.cancel()

    def close(self) -> None:
        """End all workers, also those that think."""
        self._is_closed = True
        for worker in self._busy.copy():
            if worker is not None:
                worker.kill()
        idle: list[subprocess.Popen[bytes] | None] = []
        with suppress(queue.Empty):
            while True:  # all of them first: the queue would give back what is put
                idle.append(self._idle.get_nowait())
        for worker in idle:
            _end(worker)
            self._idle.put(None)  # wakes a thread that waits for a worker


def _end(worker: subprocess.Popen[bytes] | None) -> None:
    if worker is None:
        return
    worker.kill()
    worker.wait()
    for stream in (worker.stdin, worker.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


class KnownBots:
    """The bots that have chosen last in this process: one that plans a turn goes on with its plan.

    A bot that another process asks first, or that is asked after a restart, plans again.
    """

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, str, str], Bot] = OrderedDict()

    def bot(self, request: Mapping[str, str], plugins: Plugins) -> Bot:
        """Return the bot of a player that has chosen earlier in the same game, or a new one.

        Another table may have the same seed; so it is kept by the record at the end of which it chose last, which is
        the beginning of the present one.
        """
        record, seat = request["record"], (request["player"], request["kind"])
        earlier = [key for key in self._bots if key[1:] == seat and key[0] != record and record.startswith(key[0])]
        bot = self._bots.pop(earlier[0]) if earlier else make(request["kind"], plugins)
        self._bots[record, *seat] = bot
        if len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        return bot

    def forget(self, request: Mapping[str, str]) -> None:
        """Forget the bot of a request, because it failed."""
        self._bots.pop((request["record"], request["player"], request["kind"]), None)


def reply_to(request: dict[str, str], plugins: Plugins, bots: KnownBots | None = None) -> dict[str, str]:
    """Let a bot choose at the end of a record; it sees only its view.

    :param bots: the bots that may go on with their plans.
    :return: the ``action``, or the sentence about a fault of the bot as ``error``, of an ability as ``ability``.
    """
    bots = bots or KnownBots()
    try:
        bot = bots.bot(request, plugins)
    except Exception as error:
        return {"error": sentence_of(error)}
    try:
        game = Game.loads(request["record"], plugins=plugins)
        player = request["player"]
        legal = game.legal_actions()
        generator = seat_generator(game.origin["seed"], game.players.index(player), game.log_length)
        action = bot.choose(game.view(player), legal, generator)
        if action in legal:
            return {"action": str(action)}
        reply = {"error": f"answered {str(action)[:80]!r}, which is not legal"}
    except PluginError as error:
        reply = {"ability": sentence_of(error)}
    except Exception as error:
        reply = {"error": sentence_of(error)}
    bots.forget(request)
    return reply


def reply_to_lines(prepare: Callable[[], Callable[[Any], Mapping[str, Any]]]) -> None:
    """Reply to each line of standard input by one of standard output, until the server closes it.

    :param prepare: makes the function that replies.
    """
    for number in (signal.SIGINT, signal.SIGTERM):  # the server ends its workers, or closes the line
        signal.signal(number, signal.SIG_IGN)
    replies = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # a bot or an ability that prints must not write a reply with it
    sys.stdout = sys.stderr
    with suppress(KeyboardInterrupt, BrokenPipeError):
        reply = prepare()
        for line in sys.stdin.buffer:
            content = json.dumps(reply(json.loads(line))).encode() + b"\n"
            while content:  # a pipe takes only a part at once
                content = content[replies.write(content) or 0 :]


def main(plugin_names: Sequence[str]) -> None:
    """Reply to requests until the server closes the line."""
    if hasattr(os, "nice"):
        os.nice(NICE)

    def prepare() -> Callable[[Any], Mapping[str, Any]]:
        plugins = Plugins(plugin_names) if plugin_names else default_plugins()
        return partial(reply_to, plugins=plugins, bots=KnownBots())

    reply_to_lines(prepare)


if __name__ == "__main__":
    main(sys.argv[1:])
