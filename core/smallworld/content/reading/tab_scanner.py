"""ruamel's scanner, with tabs where YAML 1.2 allows them: before comments, at line ends, after a colon."""

from __future__ import annotations

from typing import Any

from ruamel.yaml.scanner import Scanner

_ENDS = "#\r\n\0"


class TabScanner(Scanner):
    """Skips tabs that separate; a tab that indents stays a mistake."""

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
        return reader.peek(length) in _ENDS or before == ":"
