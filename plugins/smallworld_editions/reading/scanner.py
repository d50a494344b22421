"""ruamel's pure scanner, with the tabs of YAML 1.2, and in half of its time.

It asks through properties for its parts, before each token for keys that cannot be ahead, and of each character whether
the text goes on. Here the parts are plain attributes, the next token is looked for once, and patterns skip texts,
spaces and comments. What is rare is left to ruamel. tests/content/test_scanner.py compares all events.
"""

from __future__ import annotations

import re
from typing import Any

from ruamel.yaml.error import StringMark
from ruamel.yaml.events import ScalarEvent
from ruamel.yaml.parser import Parser
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner, SimpleKey
from ruamel.yaml.tokens import CommentToken, ScalarToken

_BREAKS = "\r\n\x85\u2028\u2029"
_END = f" \t\0{_BREAKS}"
_SPACES = re.compile(" *")
_BLANKS = re.compile("[ \t]*")
_COMMENT = re.compile(f"[^\0{_BREAKS}]*")
_PLAIN = re.compile(f"(?:[^{_END}:]|:(?![{_END}]))*")
_PLAIN_IN_BRACKETS = re.compile(rf"(?:[^{_END}:,\[\]{{}}]|:(?![{_END}]))*")
"""Patterns of what one step skips; the text ends with a NUL, so a character always follows."""


class QuickReader(Reader):
    """Steps over several characters of a line at once."""

    def forward(self, length: int = 1) -> None:
        """Skip characters."""
        text = self.buffer[self.pointer : self.pointer + length]
        if len(text) < length or "\n" in text or "\r" in text or "\ufeff" in text:
            super().forward(length)
            return
        self.pointer += length
        self.index += length
        self.column += length

    def get_mark(self) -> Any:
        """Return the place of the next character."""
        return StringMark(self.name, self.index, self.line, self.column, self.buffer, self.pointer)

    def skip(self, pattern: re.Pattern[str]) -> str:
        """Skip what a pattern matches, and return the character behind it."""
        match = pattern.match(self.buffer, self.pointer)
        if match is not None and (length := match.end() - self.pointer):
            self.forward(length)
        return str(self.buffer[self.pointer])


class TabScanner(Scanner):
    """ruamel's scanner, with tabs where YAML 1.2 allows them: before comments, at line ends, after a colon."""

    def scan_to_next_token(self) -> Any:
        """Skip spaces, comments, line breaks and the tabs that mean nothing."""
        self._skip()
        while self.reader.peek() == "\t" and self._separates():
            while self.reader.peek() in " \t":
                self.reader.forward()
            self._skip()

    def _skip(self) -> None:
        super().scan_to_next_token()

    def _separates(self) -> bool:
        reader = self.reader
        length = 1
        while reader.peek(length) in " \t":
            length += 1
        before = reader.buffer[reader.pointer - 1] if reader.pointer else "\n"
        return reader.peek(length) in "#\r\n\0" or before == ":"


class QuickScanner(TabScanner):
    """Looks for the next token only where none is ready."""

    reader: Any = None

    def __init__(self, loader: Any) -> None:
        self.reader = loader.reader
        self._is_ready = False  # the next token is known, and not a key that has no colon yet
        super().__init__(loader)

    # -- tokens for the parser -----------------------------------------------------------------

    def check_token(self, *choices: Any) -> bool:
        """Return whether the next token is one of these."""
        token = self.peek_token()
        return token is not None and (not choices or isinstance(token, choices))

    def peek_token(self) -> Any:
        """Return the next token; None at the end."""
        if not self._is_ready:
            while self.need_more_tokens():
                self.fetch_more_tokens()
            self._is_ready = True
        return self.tokens[0] if self.tokens else None

    def get_token(self) -> Any:
        """Take the next token."""
        token = self.peek_token()
        self._is_ready = False
        if token is not None:
            self.tokens_taken += 1
            del self.tokens[0]
        return token

    def need_more_tokens(self) -> bool:
        """Return whether the next token is unknown, or may turn out to be a key."""
        if self.done or not self.tokens:
            return not self.done
        self.stale_possible_simple_keys()
        for first in self.possible_simple_keys.values():
            return bool(first.token_number == self.tokens_taken)
        return False

    def fetch_more_tokens(self) -> Any:
        """Scan the next token."""
        self.scan_to_next_token()
        self.stale_possible_simple_keys()
        self.unwind_indent(self.reader.column)
        character = self.reader.peek()
        if character.isalnum():
            return self.fetch_plain()
        if character == ":" and self.check_value():
            return self.fetch_value()
        if character == ",":
            return self.fetch_flow_entry()
        return super().fetch_more_tokens()  # which has nothing to skip

    # -- keys ------------------------------------------------------------------------------------

    def stale_possible_simple_keys(self) -> None:
        """Forget the texts that are too far away to be keys; they are in the order of their places."""
        line, farthest = self.reader.line, self.reader.index - 1024
        for key in self.possible_simple_keys.values():
            if key.line != line or key.index < farthest:
                super().stale_possible_simple_keys()
            return

    def save_possible_simple_key(self) -> None:
        """Remember that the next token may be a key."""
        if not self.allow_simple_key:
            return
        reader, level = self.reader, len(self.flow_context)
        if level in self.possible_simple_keys:
            self.remove_possible_simple_key()
        self.possible_simple_keys[level] = SimpleKey(
            self.tokens_taken + len(self.tokens), not level and self.indent == reader.column,
            reader.index, reader.line, reader.column, reader.get_mark(),
        )  # fmt: skip

    # -- plain text, spaces and comments ---------------------------------------------------------

    def scan_plain(self) -> Any:
        """Scan a text without quotes."""
        if self.flow_context and self.scanner_processing_version == (1, 1):
            return super().scan_plain()
        reader, pattern = self.reader, _PLAIN_IN_BRACKETS if self.flow_context else _PLAIN
        start = end = reader.get_mark()
        chunks: list[str] = []
        spaces: list[str] = []
        while reader.peek() != "#":
            begin = reader.pointer
            reader.skip(pattern)
            if reader.pointer == begin:
                break
            self.allow_simple_key = False
            chunks += spaces
            chunks.append(reader.buffer[begin : reader.pointer])
            end = reader.get_mark()
            spaces = self.scan_plain_spaces(self.indent + 1, start)
            if not spaces or (not self.flow_context and reader.column <= self.indent):
                break
        token = ScalarToken("".join(chunks), True, start, end)
        if spaces and spaces[0] == "\n" and self.loader.comment_handling is None:
            token.add_post_comment(CommentToken(f"{''.join(spaces)}\n", start, end))
        return token

    def scan_plain_spaces(self, indent: Any, start_mark: Any) -> Any:
        """Skip spaces and line breaks behind a part of a text; return what they are in it."""
        begin = self.reader.pointer
        if self.reader.skip(_SPACES) not in _BREAKS:
            spaces = self.reader.buffer[begin : self.reader.pointer]
            return [spaces] if spaces else []
        first = self.scan_line_break()
        self.allow_simple_key = True
        breaks: list[str] = []
        while not self._is_at_document_mark():
            if self.reader.skip(_SPACES) not in _BREAKS:
                return [*([first] if first != "\n" else [] if breaks else [" "]), *breaks]
            breaks.append(self.scan_line_break())
        return None

    def _is_at_document_mark(self) -> bool:
        prefix = self.reader.prefix(3)
        return prefix in ("---", "...") and self.reader.peek(3) in _END

    def _skip(self) -> None:
        reader = self.reader
        if reader.index == 0 and reader.peek() == "\ufeff":
            reader.forward()
        while True:
            character = reader.skip(_BLANKS if self.flow_context else _SPACES)
            if character == "#":
                character = reader.skip(_COMMENT)
            if character not in _BREAKS:
                return
            self.scan_line_break()
            if not self.flow_context:
                self.allow_simple_key = True


class QuickParser(Parser):
    """Makes the event of a text without asking for all that it might be."""

    scanner: Any = None

    def __init__(self, loader: Any) -> None:
        self.scanner = loader.scanner
        super().__init__(loader)

    def parse_node(self, block: bool = False, indentless_sequence: bool = False) -> Any:
        """Return the event of a value."""
        token = self.scanner.peek_token()
        if type(token) is not ScalarToken:
            return super().parse_node(block, indentless_sequence)
        self.scanner.get_token()
        self.state = self.states.pop()
        implicit = (True, False) if token.plain else (False, True)
        return ScalarEvent(
            None, None, implicit, token.value, token.start_mark, token.end_mark,
            style=token.style, comment=token.comment,
        )  # fmt: skip
