"""The build backend: setuptools, and with ``SMALLWORLD_COMPILE=1`` the extension modules that mypyc compiles.

``SMALLWORLD_REPOSITORY`` and ``SMALLWORLD_TAG`` put addresses of a release into the metadata (docs/contributing.md).
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - the functions that a front end calls
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.egg_info import egg_info

from smallworld_native.catalogues import compile_catalogues

VARIABLE = "SMALLWORLD_COMPILE"
COMPILER = "mypy>=2.4"
REPOSITORY, TAG = "SMALLWORLD_REPOSITORY", "SMALLWORLD_TAG"
RELATIVE_LINK = re.compile(r"\]\((?![a-z]+:|#)([^)\s]+)\)")


def is_compiled() -> bool:
    """Return whether the user asks for the compiled build.

    :raises ValueError: the variable has another value than 0 or 1.
    """
    value = os.environ.get(VARIABLE, "") or "0"
    if value not in ("0", "1"):
        raise ValueError(f"{VARIABLE} must be 0 or 1, not {value!r}")
    return value == "1"


def get_requires_for_build_wheel(config_settings: Mapping[str, str | list[str]] | None = None) -> list[str]:
    """Return what setuptools needs to build a wheel, and the compiler if it is used."""
    needed: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    return [*needed, COMPILER] if is_compiled() else needed


class BuildPy(build_py):
    """``build_py`` that compiles the catalogues, and writes the checked editions next to their files in the wheel."""

    def run(self) -> None:
        """Compile next to the sources, so that editable installations have catalogues, too; build; check the editions.

        Modules of an earlier build are removed, because setuptools would pack those that exist no more.

        :raises ContentError: an edition has mistakes.
        """
        if not self.editable_mode:
            for package in {name.partition(".")[0] for name in self.packages or ()}:
                shutil.rmtree(Path(self.build_lib, package), ignore_errors=True)
        compile_catalogues()
        super().run()
        if not self.editable_mode:
            self.write_editions()

    def write_editions(self) -> None:
        """Check the editions, and write what was read of them into the wheel."""
        from smallworld_editions.editions import write_ready_editions
        from smallworld_editions.inspection import inspect_with
        from smallworld_validate import inspection

        inspect_with(inspection)
        write_ready_editions(Path(self.build_lib, "smallworld", "variants"))


class EggInfo(egg_info):
    """``egg_info`` with the addresses of a release; the tree that is built stays as it is tagged."""

    def finalize_options(self) -> None:
        """Write absolute addresses into the metadata: in an index a relative path of the README leads nowhere."""
        super().finalize_options()
        repository, tag = os.environ.get(REPOSITORY, ""), os.environ.get(TAG, "")
        if repository and tag:
            files, metadata = f"{repository}/blob/{tag}", self.distribution.metadata
            metadata.project_urls = {
                "Source": repository, "Issues": f"{repository}/issues", "Changelog": f"{files}/CHANGELOG.md",
            }  # fmt: skip
            metadata.long_description = absolute_links(metadata.long_description or "", files)


def absolute_links(page: str, files: str) -> str:
    """Return a page of Markdown with links to files of the repository instead of relative ones."""
    return RELATIVE_LINK.sub(lambda match: f"]({files}/{match[1]})", page)


class BdistWheel(bdist_wheel):
    """``bdist_wheel`` that adds the extension modules; a wheel with some is one of its platform."""

    def finalize_options(self) -> None:
        """Compile if a wheel is built, not if its metadata are asked for."""
        if is_compiled() and "bdist_wheel" in self.distribution.commands:
            from smallworld_native.extensions import extension_modules

            self.distribution.ext_modules = extension_modules(Path.cwd())
        super().finalize_options()
