"""What the rest of the application asks of printing."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

import msgspec

from rules import registry
from rules.document import Document
from sheets.printing import faces, styles
from sheets.printing.compose import compose, sources
from sheets.printing.render import pool

PAPERS = tuple(styles.PAPERS)


def sheet_pdf(document: Document, *, paper: str = "a4", fillable: bool = False) -> bytes:
    """The printed sheet of a character, on one of `PAPERS`, with fields to fill in where asked for.

    Prints every readable document, also an unfinished or illegal one. PrintingFailed where it takes
    too long or too much; ValueError where there is no such paper.
    """
    _check(paper)
    system = registry.get(document.system)
    sheet = system.sheet(document)
    return pool().render(compose(sheet, game=system.name, paper=paper, fillable=fillable))


def blank_pdf(slug: str, *, paper: str = "a4", fillable: bool = False) -> bytes:
    """The sheet of a game with nothing filled in; Unreadable where there is no such game."""
    _check(paper)
    system = registry.get(slug)
    sheet = system.sheet(system.empty())
    job = compose(sheet, game=system.name, paper=paper, fillable=fillable, blank=True)
    return pool().render(job)


def content_key(document: Document, paper: str = "a4") -> str:
    """A short text that is another one whenever the printed sheet would be: what the sheet says,
    the paper, and everything that makes pages of it. For an ETag or a cache."""
    sheet = registry.get(document.system).sheet(document)
    digest = blake2b(digest_size=16)
    for piece in (_version(sheet.system), paper.encode(), msgspec.json.encode(sheet)):
        digest.update(len(piece).to_bytes(8) + piece)
    return digest.hexdigest()


@cache
def _version(slug: str) -> bytes:
    """What of the printing itself goes into a sheet: code, fonts, templates, the layout engine."""
    here = Path(__file__).parent
    digest = blake2b(version("weasyprint").encode())
    for file in sorted((*here.glob("*.py"), *faces.FOLDER.glob("*.ttf"))):
        digest.update(file.name.encode() + file.read_bytes())
    for source in sources(slug):
        digest.update(source.encode())
    return digest.digest()


def _check(paper: str) -> None:
    if paper not in styles.PAPERS:
        raise ValueError(f"no such paper: {paper!r}; there are {', '.join(styles.PAPERS)}")
