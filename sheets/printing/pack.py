"""Many sheets in one file: each is printed by itself, and then they are joined."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

import msgspec

from rules import registry
from sheets.printing.pdf.messages import Pack, PackSheet
from sheets.printing.pdf.pool import pool
from sheets.printing.sheet.head import NAMELESS
from sheets.printing.type.glyphs import printable


def pack_pdf(sheets: Sequence[tuple[str, bytes]], *, title: str, slug: str) -> bytes:
    """Sheets of one game in one file, in this order: each PDF of ours with its character's name,
    which becomes a bookmark.

    Tags, fonts, bookmarks and fields are those of the sheets. The fields of each go by a name of
    their own, so that what is typed into one is not in all. ValueError for no sheets,
    PrintingFailed where that takes too long or too much.
    """
    system = registry.get(slug)
    leaves = tuple(PackSheet(_line(name) or NAMELESS, pdf) for name, pdf in sheets)
    if not leaves:
        raise ValueError("a pack has at least one sheet")
    return pool().join(Pack(f"{_line(title)} – {system.name}", system.credit, leaves))


def pack_key(sheets: Sequence[tuple[str, str]], *, title: str, slug: str) -> str:
    """A short text that is another one whenever the file would be; each sheet by its name and its
    own key."""
    said = msgspec.msgpack.encode((_version(), slug, title, sheets))
    return blake2b(said, digest_size=16).hexdigest()


def _line(text: str) -> str:
    return " ".join(printable(text).split())


@cache
def _version() -> bytes:
    digest = blake2b(version("pikepdf").encode())
    here = Path(__file__).parent
    for file in (here / "pack.py", here / "pdf" / "join.py"):
        digest.update(file.read_bytes())
    return digest.digest()
