"""The party PDF: joins sheets that were printed one by one."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec

from rules import registry
from sheets.printing.pdf.messages import Pack, PackSheet
from sheets.printing.pdf.pool import pool
from sheets.printing.sheet.head import NAMELESS
from sheets.printing.type.glyphs import one_line


def pack_pdf(
    sheets: Sequence[tuple[str, bytes]], *, title: str, slug: str, two_sided: bool = False
) -> bytes:
    """Sheets of one game in one PDF, in this order; each character's name becomes a bookmark. If it
    is `two_sided`, one that ends on the front of a sheet of paper gets an empty back.

    Tags, fonts, bookmarks and form fields stay; the fields of each sheet get names of their own, so
    typing in one does not fill all. ValueError for no sheets, PrintingFailed.
    """
    system = registry.get(slug)
    pack_sheets = tuple(PackSheet(one_line(name) or NAMELESS, pdf) for name, pdf in sheets)
    if not pack_sheets:
        raise ValueError("a pack has at least one sheet")
    title = f"{one_line(title)} – {system.name}"
    return pool().join(Pack(title, system.credit, pack_sheets, two_sided))


def pack_key(
    sheets: Sequence[tuple[str, str]], *, title: str, slug: str, two_sided: bool = False
) -> str:
    """A hash of everything that the party PDF depends on: each sheet by name and content key, which
    has the version of the code.
    """
    content = msgspec.msgpack.encode((slug, title, sheets, two_sided))
    return blake2b(content, digest_size=16).hexdigest()
