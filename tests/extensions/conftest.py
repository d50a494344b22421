"""A fixture that makes an extension of the base game from a few lines."""

from __future__ import annotations

from functools import cache

import pytest
from extension_kit import Extend, Extension, make

from event_law import law_of_events
from smallworld.plugins import manager
from smallworld.plugins.installed import installed_plugins

__all__ = ["extend", "law_of_events"]


@pytest.fixture(scope="session")
def extension_maker(tmp_path_factory: pytest.TempPathFactory) -> Extend:
    """Make each extension once: nothing changes its variant or its plugins, and games share what is prepared."""

    @cache
    def make_once(code: str, content: str) -> Extension:
        return make(tmp_path_factory.mktemp("extension"), code, content)

    return make_once


looked_up_once = cache(installed_plugins)


@pytest.fixture(autouse=True)
def same_installed_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for installed plugins once, not for each extension; other folders have tests that install some."""
    monkeypatch.setattr(manager, "installed_plugins", looked_up_once)


@pytest.fixture
def extend(extension_maker: Extend) -> Extend:
    """Make an extension of code and of YAML for the keys of a variant of the base game."""
    return extension_maker
