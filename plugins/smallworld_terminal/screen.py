"""The screen at a terminal: keys, mouse, bots in the background, and the pace of a game that is watched."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext, suppress

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import Float, FloatContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from smallworld.decision_limit import STUBBORN, OutOfTime, interrupt_thread, late_sentence
from smallworld.languages import _, decimal
from smallworld_terminal.conversation import LineCompleter, Stopwatch
from smallworld_terminal.prompt_commands import Quit
from smallworld_terminal.screen_state import ScreenState

PACES = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds for each action of a game that is watched."""
ESCAPE_DELAY = 0.1
"""Seconds in which the other keys of a sequence that begins with Escape have to follow."""
PAGE = 10
"""Rows that Page Down scrolls."""


class Screen:
    """A game on the whole window of a terminal, until it is over or a person leaves.

    :param limited: makes the guard around everything that abilities do.
    :param seconds: time for a decision of a bot.
    """

    def __init__(
        self, state: ScreenState, limited: Callable[[], AbstractContextManager[object]] = nullcontext,
        seconds: float = 600.0,
    ) -> None:  # fmt: skip
        self.state = state
        self._limited, self._seconds = limited, seconds
        self.session = state.session
        self.is_watched = not self.session.people
        self._pace, self._is_paused, self._steps = PACES.index(0.5), False, 0
        self._wake = asyncio.Event()
        self._buffer = Buffer(
            completer=LineCompleter(state.commands.completions), multiline=False, accept_handler=self._accept,
            complete_while_typing=False, read_only=Condition(self._is_watching),
        )  # fmt: skip
        contents = Window(FormattedTextControl(self._fragments, show_cursor=False), wrap_lines=False)
        prompt = Window(BufferControl(self._buffer, input_processors=[BeforeInput(self._question)]), height=1)
        menu = Float(CompletionsMenu(max_height=8, scroll_offset=1), xcursor=True, ycursor=True)
        self._application: Application[None] = Application(
            Layout(FloatContainer(HSplit([contents, prompt]), [menu]), focused_element=prompt),
            key_bindings=self._bindings(), full_screen=True, mouse_support=True,
        )  # fmt: skip
        self._application.ttimeoutlen = ESCAPE_DELAY

    def run(self) -> None:
        """Show the game until it is over or a person leaves.

        :raises SmallWorldError: the game cannot be recorded any more, or a bot fails and the game is to stop then.
        """

        def begin() -> None:
            self._application.create_background_task(self._drive())
            with suppress(NotImplementedError, RuntimeError, ValueError):  # signals of POSIX, in the main thread
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(signal.SIGTERM, lambda: self._stop(KeyboardInterrupt()))

        self._application.run(pre_run=begin)

    # --- contents

    def _fragments(self) -> StyleAndTextTuples:
        size = self._application.output.get_size()
        fragments: StyleAndTextTuples = []
        try:
            with self._limited():
                rows = self.state.arrange(size.columns, size.rows).rows
        except BaseException as error:
            self._stop(error)
            return []
        for row in rows:
            for text, style, region, action in row:
                if region:
                    fragments.append((style, text, self._clicking(self.state.click, region)))
                elif action:
                    fragments.append((style, text, self._clicking(self._write, action)))
                else:
                    fragments.append((style, text))
            fragments.append(("", "\n"))
        return fragments

    def _question(self) -> str:
        if not self.is_watched or self.session.game.over:
            return self.state.question()
        return _("watching, {state}; q: leave ", state=self._state_of_watching())

    def _state_of_watching(self) -> str:
        if self._is_paused:
            return _("paused")
        seconds = PACES[self._pace]
        if not seconds:
            return _("as fast as possible")
        places = len(f"{seconds:g}".partition(".")[2])
        return _("{seconds} s an action", seconds=decimal(seconds, places))

    def _clicking(self, answer: Callable[[str], None], subject: str) -> Callable[[MouseEvent], None]:
        """Return the handler of a click on a region or an action."""

        def click(event: MouseEvent) -> None:
            is_asked = not (self.is_watched or self.session.bot_to_move or self.state.is_handed_over)
            if event.event_type == MouseEventType.MOUSE_UP and is_asked and not self.session.game.over:
                answer(subject)

        return click

    def _write(self, action: str) -> None:
        """Write an action into the line of the prompt; Enter carries it out."""
        self._buffer.document = Document(action)

    # --- keys

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        keys.add("c-c")(lambda _event: self._interrupt())
        keys.add("c-d", filter=Condition(lambda: not self._buffer.text))(lambda event: event.app.exit())
        keys.add("escape", eager=True)(lambda _event: self.state.clear_notes())
        keys.add("pageup")(lambda _event: self._scroll(-PAGE))
        keys.add("pagedown")(lambda _event: self._scroll(PAGE))
        keys.add("c-z", filter=Condition(lambda: hasattr(signal, "SIGTSTP")))(
            lambda event: event.app.suspend_to_background()
        )
        keys.add("c-l")(lambda event: event.app.renderer.clear())
        is_watched = Condition(self._is_watching)
        keys.add(" ", filter=is_watched)(lambda _event: self._change_pace(pauses=not self._is_paused))
        keys.add("n", filter=is_watched)(lambda _event: self._change_pace(pauses=True, steps=1))
        keys.add("+", filter=is_watched)(lambda _event: self._change_pace(-1))
        keys.add("-", filter=is_watched)(lambda _event: self._change_pace(1))
        for key in ("q", "Q"):
            keys.add(key, filter=is_watched)(lambda event: event.app.exit())
        keys.add("enter", filter=is_watched)(lambda _event: None)
        return keys

    def _is_watching(self) -> bool:
        """Return whether bots play without people, so that keys change the pace."""
        return self.is_watched and not self.session.game.over

    def _interrupt(self) -> None:
        self._buffer.reset()
        self.state.notes = [_("to leave, type quit; nothing is lost")]

    def _scroll(self, rows: int) -> None:
        self.state.scroll = max(0, self.state.scroll + rows)

    def _accept(self, buffer: Buffer) -> bool:
        """Carry out the line; return false, so that it is cleared."""
        if self.session.game.over:
            if self.state.enter_at_end(buffer.text):
                self._application.exit()
        elif not self.session.bot_to_move:
            try:
                with self._limited():
                    self.state.enter(buffer.text)
            except Quit:
                self._application.exit()
            except BaseException as error:
                self._stop(error)
            self._wake.set()
        return False

    def _stop(self, error: BaseException) -> None:
        """End with an error; the first one counts."""
        if self._application.is_running and not self._application.is_done:
            self._application.exit(exception=error)

    # --- a game that is watched

    def _change_pace(self, slower: int = 0, *, pauses: bool | None = None, steps: int = 0) -> None:
        """Go on more slowly, pause or go on, or play single actions."""
        self._pace = min(max(self._pace + slower, 0), len(PACES) - 1)
        self._is_paused, self._steps = self._is_paused if pauses is None else pauses, self._steps + steps
        self._wake.set()

    async def _keep_pace(self) -> None:
        """Wait for the time of one action, for the end of a pause or for a step."""
        while True:
            if self._is_paused and self._steps:
                self._steps -= 1
                return
            self._wake.clear()
            try:
                # Python 3.11: wait_for() forgets that it was cancelled when a key has woken it at the same time.
                async with asyncio.timeout(None if self._is_paused else PACES[self._pace]):
                    await self._wake.wait()
            except TimeoutError:
                return

    # --- bots

    async def _drive(self) -> None:
        """Let the bots play until the game is over, and wait for people in between."""
        try:
            while not self.session.game.over:
                if self.session.bot_to_move:
                    await self._play_bot()
                else:
                    self._wake.clear()
                    await self._wake.wait()
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                raise
            self._stop(error)
        self.state.activity = ""
        self._application.invalidate()

    async def _play_bot(self) -> None:
        if self.is_watched:
            await self._keep_pace()
        watch = Stopwatch(self.session.bot_to_move)
        choice = await self._choice_of_bot(watch)
        with self._limited():
            self.session.play_bot(choice)
        name = "" if self.is_watched else self.session.bot_to_move
        self.state.activity = _("{player} thinks", player=name) if name else ""
        self.state.bots_played()
        self._application.invalidate()

    async def _choice_of_bot(self, watch: Stopwatch) -> str:
        """Wait for the bot that decides; one that takes too long is interrupted, and the session replaces it.

        :raises OutOfTime: the bot ignores every interruption.
        """
        choice, thread = call_in_thread(self.session.ask_bot)
        interruptions = 0
        while not choice.done():
            await asyncio.wait([choice], timeout=min(1.0, self._seconds / 4))
            self.state.activity = str(watch)
            self._application.invalidate()
            if not choice.done() and watch.seconds > self._seconds + interruptions:
                interruptions += 1
                if interruptions > STUBBORN:
                    raise OutOfTime(f"{self.session.bot_to_move}: {late_sentence(self._seconds)}")
                interrupt_thread(thread, self._seconds)
        return choice.result()


def call_in_thread(function: Callable[[], str]) -> tuple[asyncio.Future[str], threading.Thread]:
    """Call a function in a thread; return its future result. The program may end before it returns."""
    future = Future[str]()

    def call() -> None:
        try:
            future.set_result(function())
        except BaseException as error:
            future.set_exception(error)

    thread = threading.Thread(target=call, daemon=True)
    future.set_running_or_notify_cancel()
    thread.start()
    return asyncio.wrap_future(future), thread
