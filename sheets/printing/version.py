"""What of the printing itself goes into a page, for the names under which pages are kept."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

from sheets.printing.sheet.compose import sources
from sheets.printing.type import fonts


@cache
def version_for(slug: str) -> bytes:
    """Another one whenever pages of that game could come out otherwise: code, fonts, templates, the
    layout engine."""
    here = Path(__file__).parent
    digest = blake2b(version("weasyprint").encode())
    for file in sorted((*here.rglob("*.py"), *fonts.FOLDER.glob("*.ttf"))):
        digest.update(file.name.encode() + file.read_bytes())
    for source in sources(slug):
        digest.update(source.encode())
    return digest.digest()
