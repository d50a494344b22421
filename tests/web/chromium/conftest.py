"""The script of axe-core."""

from __future__ import annotations

import shutil
import subprocess

import pytest


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the script of axe-core, from npm."""
    npm, folder = shutil.which("npm"), tmp_path_factory.mktemp("npm")
    if npm is None:
        pytest.skip("needs npm, to install axe-core")
    command = [npm, "install", "--silent", "--prefix", str(folder), "axe-core"]
    if subprocess.run(command, check=False, timeout=300).returncode:
        pytest.fail("npm cannot install axe-core; it needs the network")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
