"""Executors of chunks: a pool of processes ends at once, also while a worker is sending."""

from __future__ import annotations

import os
import struct
import sys
import time
from pathlib import Path

import pytest

from smallworld.sim import executors


def send_the_beginning_of_a_result(marker: Path) -> None:
    """Do what a worker has done in the middle of sending: the length is sent, the result is not."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000))
    marker.touch()
    time.sleep(600)


@pytest.mark.skipif(sys.platform == "win32", reason="messages have another form there")
def test_a_worker_that_is_sending_does_not_keep_the_pool(tmp_path: Path) -> None:
    marker = tmp_path / "sending"
    with pytest.raises(KeyboardInterrupt), executors.backend(2).open() as pool:
        pool.submit(send_the_beginning_of_a_result, marker)
        while not marker.exists():
            time.sleep(0.01)
        time.sleep(0.1)  # the pool reads the length
        raise KeyboardInterrupt
