"""The optional compiled build: ``SMALLWORLD_COMPILE=1 pip install .`` (docs/decisions/0004-pure-python.md).

Without the variable this file adds nothing to pyproject.toml. With it pip installs mypy for the build.
"""

import os
import sys
from pathlib import Path

from setuptools import setup

compiled = os.environ.get("SMALLWORLD_COMPILE") == "1"
modules = []
# Builders of wheels first ask for the requirements and the metadata; only the build itself compiles.
if compiled and not {"egg_info", "dist_info", "sdist"}.intersection(sys.argv):
    sys.path.insert(0, str(Path(__file__).parent))
    from native.extensions import extension_modules

    modules = extension_modules()
setup(ext_modules=modules, setup_requires=["mypy>=2.4"] if compiled else [])
