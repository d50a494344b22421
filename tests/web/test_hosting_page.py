"""The page about hosting: its blocks fit the limits of the server, and the commands that it names work."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from smallworld_web.page_updates import MOST_TOGETHER
from smallworld_web.server import FILES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "browser.md").read_text("utf-8")
HARDENING = {
    "CapabilityBoundingSet": "", "LockPersonality": "yes", "NoNewPrivileges": "yes", "PrivateDevices": "yes",
    "PrivateTmp": "yes", "ProtectHome": "yes", "ProtectKernelModules": "yes", "ProtectKernelTunables": "yes",
    "ProtectSystem": "strict", "RestrictNamespaces": "yes", "RestrictSUIDSGID": "yes", "UMask": "0077",
    "SystemCallFilter": "@system-service",
}  # fmt: skip


def block(language: str, part: str) -> str:
    return next(text for text in re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL) if part in text)


def test_the_unit_is_hardened_and_has_files_for_all_streams() -> None:
    lines = [line for line in block("ini", "[Service]").splitlines() if "=" in line]
    unit = dict(line.split("=", 1) for line in lines)
    assert {key: unit.get(key) for key in HARDENING} == HARDENING
    assert int(unit["LimitNOFILE"]) >= FILES > 2 * sum(MOST_TOGETHER.values())


def test_the_blocks_of_proxies_speak_http2() -> None:
    assert "http2 on;" in block("text", "proxy_pass http://127.0.0.1:8000;")
    assert "speaks HTTP/2" in PAGE


def test_the_packages_of_the_load_script_are_named() -> None:
    tree = ast.parse((ROOT / "tests" / "web" / "load.py").read_text("utf-8"))
    modules = {node.names[0].name for node in tree.body if isinstance(node, ast.Import)}
    modules |= {node.module.partition(".")[0] for node in tree.body if isinstance(node, ast.ImportFrom) and node.module}
    packages = modules & {"psutil", "uvloop", "numpy", "aiohttp"}
    command = next(line for line in PAGE.splitlines() if "psutil" in line)
    assert packages and all(name in command for name in packages)


def test_the_container_asks_for_health() -> None:
    assert "http://127.0.0.1:8000/healthz" in (ROOT / ".container" / "Containerfile").read_text("utf-8")
