"""The version of the printing code and its files, as part of content keys."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from sheets.printing.sheet.compose import sources
from sheets.printing.type import fonts


@cache
def version_for(slug: str) -> bytes:
    """A hash of everything that shapes a game's pages: code, fonts, templates, WeasyPrint."""
    here = Path(__file__).parent
    digest = blake2b(version("weasyprint").encode())
    for file in sorted((*here.rglob("*.py"), *fonts.FOLDER.glob("*.ttf"))):
        digest.update(file.name.encode() + file.read_bytes())
    for source in sources(slug):
        digest.update(source.encode())
    return digest.digest()
