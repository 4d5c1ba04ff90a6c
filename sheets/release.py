"""The version of Hyperspace, as `pyproject.toml` names it: 1.0.0."""

import tomllib
from pathlib import Path

_PROJECT = Path(__file__).parents[1] / "pyproject.toml"
VERSION = str(tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["version"])
# As pages, files, and prints name the program.
PROGRAM = f"Hyperspace {VERSION}"
