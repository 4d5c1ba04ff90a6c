"""Joins printed sheets into one PDF, with fonts, tags, bookmarks and form fields.

Objects are taken over as they were written, and only renumbered: of the structure of a file just
the heads of its pages, tags, bookmarks and fields are put below those of the whole. Runs in the
worker process.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from hashlib import blake2b

import pydyf
from weasyprint import VERSION
from weasyprint.pdf.metadata import DocumentMetadata

from sheets.printing.pdf import source
from sheets.printing.pdf.messages import Pack
from sheets.printing.pdf.output import GONE, Written, to_bytes
from sheets.printing.pdf.source import Entries, Source
from sheets.printing.pdf.text import Text, written
from sheets.release import PROGRAM


def join(pack: Pack) -> bytes:
    """The sheets of a pack in one PDF, each with a bookmark and a tagged part. Thousands of objects
    are made, none of which is garbage: nothing is collected meanwhile, which takes a third of it.
    """
    whole = _Whole()
    gc.disable()
    try:
        for number, leaf in enumerate(pack.leaves, start=1):
            whole.add(source.read(leaf.pdf), name=leaf.name, number=number)
        return whole.close(pack)
    finally:
        gc.enable()


class _Whole:
    """The file that sheets are added to."""

    def __init__(self) -> None:
        self._pdf = pydyf.PDF()
        self._tags, self._next = self._new(), 0
        self._numbers: list[bytes] = []
        self._outlines = self._new()
        self._bookmarks: list[tuple[Written, Entries]] = []
        self._parts: list[bytes] = []
        self._form: dict[bytes, list[bytes]] = {b"/Fields": [], b"/CO": []}
        self._resources = self._names = b""
        # Streams that the file has already, such as the fonts of fields.
        self._streams: dict[bytes, int] = {}

    def add(self, sheet: Source, *, name: str, number: int) -> None:
        """Adds a sheet with its pages, tags, bookmark, and fields."""
        by = len(self._pdf.objects) - 1
        instead = self._shared(sheet, by)
        references = {
            b"%d 0 R" % old: b"%d 0 R" % instead.get(old, old + by)
            for old in range(1, sheet.size + 1)
        }
        contents = source.all_moved(sheet.objects, references, self._next)
        for old in range(1, sheet.size + 1):
            placed = Written(contents.get(old, b""), is_stream=old in sheet.streams)
            self._pdf.add_object(placed)
            if old not in contents or old in instead:
                placed.free = GONE
            elif placed.is_stream:
                placed.content += sheet.streams[old] + b"\nendstream"
        catalog = self._taken(sheet.catalog + by)
        if sheet.info:
            self._taken(sheet.info + by)
        if b"/Metadata" in catalog:
            self._pdf.objects[source.reference(catalog[b"/Metadata"])].free = GONE
        pages = self._add_pages(catalog[b"/Pages"])
        self._add_tags(catalog[b"/StructTreeRoot"], name)
        self._add_bookmark(catalog.get(b"/Outlines"), name, page=pages)
        if b"/AcroForm" in catalog:
            self._add_fields(source.entries(catalog[b"/AcroForm"]), number)
            self._names = self._names or catalog.get(b"/Names", b"")

    def _shared(self, sheet: Source, by: int) -> dict[int, int]:
        """The streams that are in the file already, with the numbers they have there."""
        shared = {}
        for number, body in sheet.streams.items():
            if b" 0 R" in sheet.objects[number]:
                continue
            key = blake2b(sheet.objects[number] + body, digest_size=16).digest()
            if self._streams.setdefault(key, number + by) != number + by:
                shared[number] = self._streams[key]
        return shared

    def _new(self) -> Written:
        thing = Written()
        self._pdf.add_object(thing)
        return thing

    def _entries(self, number: int) -> Entries:
        return source.entries(self._pdf.objects[number].content)

    def _taken(self, number: int) -> Entries:
        """The entries of an object that the file does without."""
        self._pdf.objects[number].free = GONE
        return self._entries(number)

    def _add_pages(self, pages: bytes) -> bytes:
        """Puts a sheet's pages below those of the file; the reference to the first one."""
        below = self._pdf.objects[source.reference(pages)]
        said = source.entries(below.content) | {b"/Parent": self._pdf.pages.reference}
        below.content = source.dictionary(said)
        self._pdf.pages["Kids"].append(pages)
        self._pdf.pages["Count"] += int(said[b"/Count"])
        first = pages
        while kids := self._entries(source.reference(first)).get(b"/Kids"):
            first = next(source.items(kids))
        return first

    def _add_tags(self, root: bytes, name: str) -> None:
        """Makes a sheet's tags a part of the file's."""
        tree = self._taken(source.reference(root))
        for kid in source.items(tree[b"/K"]):
            part = self._pdf.objects[source.reference(kid)]
            said = source.entries(part.content)
            said |= {b"/S": b"/Part", b"/P": self._tags.reference, b"/T": written(name)}
            part.content = source.dictionary(said)
            self._parts.append(kid)
        numbers = source.items(self._taken(source.reference(tree[b"/ParentTree"]))[b"/Nums"])
        first = self._next
        for number, owners in zip(numbers, numbers, strict=True):
            place = int(number) + first
            self._numbers.append(b"%d %b" % (place, owners))
            self._next = max(self._next, place + 1)

    def _add_bookmark(self, outlines: bytes | None, name: str, *, page: bytes) -> None:
        """Adds a bookmark of that name with the sheet's own bookmarks, collapsed."""
        root = self._taken(source.reference(outlines)) if outlines else {}
        if root and root[b"/First"] == root[b"/Last"]:
            # A sheet's first bookmark is its character's name.
            mark = self._pdf.objects[source.reference(root[b"/First"])]
            said = source.entries(mark.content)
            count = abs(int(said.get(b"/Count", 0)))
        else:
            mark, said, count = self._new(), {}, abs(int(root.get(b"/Count", 0)))
            for one in self._siblings(root.get(b"/First")):
                one.content = source.dictionary(
                    source.entries(one.content) | {b"/Parent": mark.reference}
                )
            said = {place: root[place] for place in (b"/First", b"/Last") if root}
        said |= {
            b"/Title": written(name),
            b"/Dest": b"[%b /Fit]" % page,
            b"/Parent": self._outlines.reference,
            b"/Count": b"%d" % -count,
        }
        self._bookmarks.append((mark, said))

    def _siblings(self, first: bytes | None) -> Iterator[Written]:
        while first:
            one = self._pdf.objects[source.reference(first)]
            first = source.entries(one.content).get(b"/Next")
            yield one

    def _add_fields(self, form: Entries, number: int) -> None:
        """Puts a sheet's fields below a parent of their own: fields of one name would share one
        value.
        """
        above, fields = self._new(), list(source.items(form[b"/Fields"]))
        above.content = b"<</T (%d) /Kids [%b]>>" % (number, b" ".join(fields))
        for one in fields:
            field = self._pdf.objects[source.reference(one)]
            field.content = b"<</Parent %b" % above.reference + field.content[2:]
        self._form[b"/Fields"].append(above.reference)
        self._form[b"/CO"] += source.items(form.get(b"/CO", b"[]"))
        # All sheets have the same font to type in.
        self._resources = self._resources or form.get(b"/DR", b"")

    def close(self, pack: Pack) -> bytes:
        """The file, with that title and author."""
        pdf = self._pdf
        root, numbers = self._new(), self._new()
        kids = b" ".join(self._parts)
        self._tags.content = b"<</Type /StructElem /S /Document /P %b /K [%b]>>" % (
            root.reference,
            kids,
        )
        numbers.content = b"<</Nums [%b]>>" % b" ".join(self._numbers)
        root.content = b"<</Type /StructTreeRoot /K [%b] /ParentTree %b /ParentTreeNextKey %d>>" % (
            self._tags.reference,
            numbers.reference,
            self._next,
        )
        pdf.catalog["StructTreeRoot"] = root.reference
        self._close_bookmarks()
        if self._form[b"/Fields"]:
            form = b"/Fields [%b]" % b" ".join(self._form[b"/Fields"])
            if self._form[b"/CO"]:
                form += b" /CO [%b]" % b" ".join(self._form[b"/CO"])
            pdf.catalog["AcroForm"] = b"<<%b /DR %b>>" % (form, self._resources)
        if self._names:
            pdf.catalog["Names"] = self._names
        _add_metadata(
            pdf,
            DocumentMetadata(title=pack.title, authors=[pack.author], generator=PROGRAM, lang="en"),
        )
        return to_bytes(pdf)

    def _close_bookmarks(self) -> None:
        """Writes the bookmarks of the sheets, each beside the next."""
        marks = [mark for mark, _ in self._bookmarks]
        before, after = [None, *marks[:-1]], [*marks[1:], None]
        for (mark, said), former, latter in zip(self._bookmarks, before, after, strict=True):
            own = {name: value for name, value in said.items() if name not in (b"/Prev", b"/Next")}
            if former:
                own[b"/Prev"] = former.reference
            if latter:
                own[b"/Next"] = latter.reference
            mark.content = source.dictionary(own)
        self._outlines.content = b"<</First %b/Last %b/Count %d>>" % (
            marks[0].reference,
            marks[-1].reference,
            len(marks),
        )
        self._pdf.catalog["Outlines"] = self._outlines.reference


def _add_metadata(pdf: pydyf.PDF, metadata: DocumentMetadata) -> None:
    """Says in a file what it is, and that it is accessible."""
    pdf.info["Producer"] = Text(f"WeasyPrint {VERSION}")
    for name, text in (
        ("Title", metadata.title),
        ("Author", ", ".join(metadata.authors)),
        ("Subject", metadata.description),
        ("Creator", metadata.generator),
    ):
        if text:
            pdf.info[name] = Text(text)
    pdf.catalog["Lang"] = pydyf.String(metadata.lang or "en")
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"DisplayDocTitle": "true"})
    pdf.catalog["MarkInfo"] = pydyf.Dictionary({"Marked": "true"})
    metadata.include_in_pdf(pdf, "ua", 1, conformance=None, compress=True)
