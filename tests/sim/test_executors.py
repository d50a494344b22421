"""Executors of chunks: a pool of processes ends at once, also while a worker is sending."""

from __future__ import annotations

import os
import signal
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from smallworld_lab import executors
from tiers import quick_first


def send_the_beginning_of_a_result(marker: Path) -> None:
    """Do what a worker has done in the middle of sending: the length is sent, the result is not."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000))
    marker.touch()
    time.sleep(600)


def ignore_the_request_to_end(marker: Path) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    marker.touch()
    time.sleep(600)


@pytest.mark.skipif(sys.platform == "win32", reason="messages have another form there, and no signals")
@pytest.mark.parametrize("task", quick_first([send_the_beginning_of_a_result, ignore_the_request_to_end]))
def test_no_worker_keeps_a_pool_that_ends(tmp_path: Path, task: Callable[[Path], None]) -> None:
    marker = tmp_path / "begun"
    with pytest.raises(KeyboardInterrupt), executors.backend(2).open() as pool:
        pool.submit(task, marker)
        while not marker.exists():
            time.sleep(0.01)
        time.sleep(0.1)  # the pool reads the length
        raise KeyboardInterrupt
