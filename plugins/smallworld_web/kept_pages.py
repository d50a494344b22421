"""Large pages that are drawn once and kept for the next requests, compressed."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST = 50
"""Pages that are kept."""


class KeptPages:
    """The pages that were asked for last."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        """Return a page, compressed by gzip; of several requests at once only the first draws it.

        :param key: everything on which the page depends.
        """
        with self._lock:
            page = self._pages.pop(key, None)
            if page is None:
                page = gzip.compress(draw().encode(), 6, mtime=0)
            self._pages[key] = page
            while len(self._pages) > MOST:
                self._pages.popitem(last=False)
            return page
