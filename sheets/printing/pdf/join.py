"""Joins printed sheets into one PDF, with fonts, tags, bookmarks and form fields.

Objects are taken over as they were written, and only renumbered: of the structure of a file just
the heads of its pages, tags, bookmarks and fields are put below those of the whole. Runs in the
worker process.
"""

from __future__ import annotations

import gc
from hashlib import blake2b

import pydyf
from weasyprint import VERSION
from weasyprint.pdf.metadata import DocumentMetadata

from sheets.printing.pdf import source
from sheets.printing.pdf.messages import Pack
from sheets.printing.pdf.output import File, to_bytes
from sheets.printing.pdf.source import Entries, Source
from sheets.printing.pdf.text import written
from sheets.release import PROGRAM


def join(pack: Pack) -> bytes:
    """The sheets of a pack in one PDF, each with a bookmark and a tagged part. Thousands of objects
    are made, none of which is garbage: nothing is collected meanwhile, which takes a third of it.
    """
    whole = _Whole()
    gc.disable()
    try:
        for number, leaf in enumerate(pack.leaves, start=1):
            if pack.two_sided:
                whole.turn_over()
            whole.add(source.read(leaf.pdf), name=leaf.name, number=number)
        return whole.close(pack)
    finally:
        gc.enable()


class _Whole:
    """The file that sheets are added to."""

    def __init__(self) -> None:
        self._file = File()
        self._objects = self._file.objects
        self._pages, self._tags, self._outlines = (self._file.add() for _ in range(3))
        self._kids: list[bytes] = []
        self._count = self._next = 0
        self._numbers: list[bytes] = []
        self._bookmarks: list[tuple[int, Entries]] = []
        self._parts: list[bytes] = []
        self._form: dict[bytes, list[bytes]] = {b"/Fields": [], b"/CO": []}
        self._resources = self._names = b""
        self._size = b""
        # Streams that the file has already, such as the fonts of fields.
        self._streams: dict[bytes, int] = {}

    def add(self, sheet: Source, *, name: str, number: int) -> None:
        """Adds a sheet with its pages, tags, bookmark, and fields."""
        by = len(self._objects) - 1
        instead = self._shared(sheet, by)
        references = {
            b"%d 0 R" % old: b"%d 0 R" % instead.get(old, old + by)
            for old in range(1, sheet.size + 1)
        }
        contents = source.all_moved(sheet.objects, references, self._next)
        for old in range(1, sheet.size + 1):
            content = b"" if old in instead else contents.get(old, b"")
            if content and old in sheet.streams:
                content += sheet.streams[old] + b"\nendstream"
                self._file.streams.add(old + by)
            self._objects.append(content)
        catalog = self._taken(sheet.catalog + by)
        if sheet.info:
            self._taken(sheet.info + by)
        if b"/Metadata" in catalog:
            metadata = source.reference(catalog[b"/Metadata"])
            self._objects[metadata] = b""
            self._file.streams.discard(metadata)
        pages = self._add_pages(catalog[b"/Pages"])
        self._add_tags(catalog[b"/StructTreeRoot"], name)
        self._add_bookmark(catalog.get(b"/Outlines"), name, page=pages)
        if b"/AcroForm" in catalog:
            self._add_fields(source.entries(catalog[b"/AcroForm"]), number)
            self._names = self._names or catalog.get(b"/Names", b"")

    def turn_over(self) -> None:
        """Adds an empty back to a last page that has none."""
        if self._count % 2:
            back = b"<</Type /Page /Parent %b /MediaBox %b /Resources <<>>>>"
            self._kids.append(_to(self._file.add(back % (_to(self._pages), self._size))))
            self._count += 1

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

    def _entries(self, number: int) -> Entries:
        return source.entries(self._objects[number])

    def _write(self, number: int, said: Entries) -> None:
        self._objects[number] = source.dictionary(said)

    def _taken(self, number: int) -> Entries:
        """The entries of an object that the file does without."""
        said = self._entries(number)
        self._objects[number] = b""
        return said

    def _add_pages(self, pages: bytes) -> bytes:
        """Puts a sheet's pages below those of the file; the reference to the first one."""
        below = source.reference(pages)
        said = self._entries(below)
        self._write(below, said | {b"/Parent": _to(self._pages)})
        self._kids.append(pages)
        self._count += int(said[b"/Count"])
        first = pages
        while kids := self._entries(source.reference(first)).get(b"/Kids"):
            first = next(source.items(kids))
        self._size = self._entries(source.reference(first))[b"/MediaBox"]
        return first

    def _add_tags(self, root: bytes, name: str) -> None:
        """Makes a sheet's tags a part of the file's."""
        tree = self._taken(source.reference(root))
        for kid in source.items(tree[b"/K"]):
            part = source.reference(kid)
            said = {b"/S": b"/Part", b"/P": _to(self._tags), b"/T": written(name)}
            self._write(part, self._entries(part) | said)
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
            mark = source.reference(root[b"/First"])
            said = self._entries(mark)
            count = abs(int(said.get(b"/Count", 0)))
        else:
            mark, count = self._file.add(), abs(int(root.get(b"/Count", 0)))
            self._put_below(mark, root.get(b"/First"))
            said = {place: root[place] for place in (b"/First", b"/Last") if root}
        said |= {
            b"/Title": written(name),
            b"/Dest": b"[%b /Fit]" % page,
            b"/Parent": _to(self._outlines),
            b"/Count": b"%d" % -count,
        }
        self._bookmarks.append((mark, said))

    def _put_below(self, mark: int, first: bytes | None) -> None:
        """Puts a bookmark and those beside it below one of the file's."""
        while first:
            one = source.reference(first)
            said = self._entries(one)
            self._write(one, said | {b"/Parent": _to(mark)})
            first = said.get(b"/Next")

    def _add_fields(self, form: Entries, number: int) -> None:
        """Puts a sheet's fields below a parent of their own: fields of one name would share one
        value.
        """
        fields = list(source.items(form[b"/Fields"]))
        above = _to(self._file.add(b"<</T (%d) /Kids [%b]>>" % (number, b" ".join(fields))))
        for field in map(source.reference, fields):
            self._objects[field] = b"<</Parent %b" % above + self._objects[field][2:]
        self._form[b"/Fields"].append(above)
        self._form[b"/CO"] += source.items(form.get(b"/CO", b"[]"))
        # All sheets have the same font to type in.
        self._resources = self._resources or form.get(b"/DR", b"")

    def close(self, pack: Pack) -> bytes:
        """The file, with that title and author."""
        add, objects = self._file.add, self._objects
        parts, numbers = b" ".join(self._parts), b" ".join(self._numbers)
        tree = add(
            b"<</Type /StructTreeRoot /K [%b] /ParentTree %b /ParentTreeNextKey %d>>"
            % (_to(self._tags), _to(add(b"<</Nums [%b]>>" % numbers)), self._next)
        )
        objects[self._tags] = b"<</Type /StructElem /S /Document /P %b /K [%b]>>" % (
            _to(tree),
            parts,
        )
        kids = b" ".join(self._kids)
        objects[self._pages] = b"<</Type /Pages /Kids [%b] /Count %d>>" % (kids, self._count)
        self._close_bookmarks()
        catalog = {
            b"/Type": b" /Catalog",
            b"/Pages": _to(self._pages),
            b"/StructTreeRoot": _to(tree),
            b"/Outlines": _to(self._outlines),
        }
        if self._form[b"/Fields"]:
            form = b"/Fields [%b]" % b" ".join(self._form[b"/Fields"])
            if self._form[b"/CO"]:
                form += b" /CO [%b]" % b" ".join(self._form[b"/CO"])
            catalog[b"/AcroForm"] = b"<<%b /DR %b>>" % (form, self._resources)
        if self._names:
            catalog[b"/Names"] = self._names
        _say_what_it_is(self._file, catalog, pack)
        return to_bytes(self._file)

    def _close_bookmarks(self) -> None:
        """Writes the bookmarks of the sheets, each beside the next."""
        marks = [_to(mark) for mark, _ in self._bookmarks]
        before, after = [None, *marks[:-1]], [*marks[1:], None]
        for (mark, said), former, latter in zip(self._bookmarks, before, after, strict=True):
            own = {name: value for name, value in said.items() if name not in (b"/Prev", b"/Next")}
            if former:
                own[b"/Prev"] = former
            if latter:
                own[b"/Next"] = latter
            self._write(mark, own)
        self._objects[self._outlines] = b"<</First %b/Last %b/Count %d>>" % (
            marks[0],
            marks[-1],
            len(marks),
        )


def _to(number: int) -> bytes:
    """A reference to that object."""
    return b"%d 0 R" % number


def _say_what_it_is(file: File, catalog: Entries, pack: Pack) -> None:
    """Adds the catalog, and what a file says of itself: its title, and that it is accessible."""
    metadata = DocumentMetadata(
        title=pack.title, authors=[pack.author], generator=PROGRAM, lang="en"
    )
    pdf = pydyf.PDF()
    metadata.include_in_pdf(pdf, "ua", 1, conformance=None, compress=True)
    stream = file.add(pdf.objects[-1].data, is_stream=True)
    catalog |= {
        b"/Metadata": _to(stream),
        b"/Lang": written("en"),
        b"/ViewerPreferences": b"<</DisplayDocTitle true>>",
        b"/MarkInfo": b"<</Marked true>>",
    }
    file.catalog = file.add(source.dictionary(catalog))
    texts = {
        b"/Producer": f"WeasyPrint {VERSION}",
        b"/Title": pack.title,
        b"/Author": pack.author,
        b"/Creator": PROGRAM,
    }
    file.info = file.add(
        source.dictionary({name: written(text) for name, text in texts.items() if text})
    )
