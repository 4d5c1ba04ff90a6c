"""Joins printed sheets into one PDF, with fonts, tags, bookmarks and form fields.

Copying pages alone would lose the tags, which belong to the document; they are copied and
renumbered. Runs in the worker process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from io import BytesIO

from pikepdf import (
    Array,
    Dictionary,
    Name,
    NumberTree,
    Object,
    ObjectStreamMode,
    OutlineItem,
    Page,
    Pdf,
    String,
)

from sheets.printing.pdf.messages import Pack


def join(pack: Pack) -> bytes:
    """The sheets of a pack in one PDF, each with a bookmark and a tagged part."""
    with ExitStack() as opened:
        # Copied objects stay in their source files until the result is saved.
        whole = opened.enter_context(Pdf.new())
        tags, form, marks = _Tags(whole), _Form(whole), []
        for number, leaf in enumerate(pack.leaves, start=1):
            sheet = opened.enter_context(Pdf.open(BytesIO(leaf.pdf)))
            first = len(whole.pages)
            for page in sheet.pages:
                whole.pages.append(page)
            pages = whole.pages[first:]
            tags.add(sheet, pages, name=leaf.name)
            marks.append(_bookmark(sheet, name=leaf.name, first=first))
            form.add(sheet, name=str(number))
        tags.close()
        form.close()
        with whole.open_outline() as outline:
            outline.root.extend(marks)
        _set_metadata(whole, pack)
        output = BytesIO()
        whole.save(output, object_stream_mode=ObjectStreamMode.generate, deterministic_id=True)
        return output.getvalue()


class _Tags:
    """The tag tree of the result; each sheet's tags become a part of it.

    Numbers that count through the whole file map page content to tags.
    """

    def __init__(self, whole: Pdf) -> None:
        self._whole, self._next = whole, 0
        self._numbers: list[Object | int] = []
        self._document = whole.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name.Document, K=Array())
        )

    def add(self, sheet: Pdf, pages: Sequence[Page], *, name: str) -> None:
        """Adds the tags of one sheet, whose pages were copied."""
        tree = sheet.Root.StructTreeRoot
        for element in tree.K:
            part = self._whole.copy_foreign(element)
            part.S, part.P, part.T = Name.Part, self._document, String(name)
            self._document.K.append(part)
        offset = self._next
        for number, tagged in NumberTree(self._whole.copy_foreign(tree.ParentTree)).items():
            self._numbers += [offset + number, tagged]
            self._next = max(self._next, offset + number + 1)
        for page in pages:
            if Name.StructParents in page.obj:
                page.obj.StructParents += offset
            for annotation in page.obj.get(Name.Annots, ()):
                if Name.StructParent in annotation:
                    annotation.StructParent += offset

    def close(self) -> None:
        """Stores the tree in the file."""
        root = self._whole.make_indirect(
            Dictionary(
                Type=Name.StructTreeRoot,
                K=Array([self._document]),
                ParentTree=self._whole.make_indirect(Dictionary(Nums=Array(self._numbers))),
                ParentTreeNextKey=self._next,
            )
        )
        self._document.P = root
        self._whole.Root.StructTreeRoot = root
        self._whole.Root.MarkInfo = Dictionary(Marked=True)


class _Form:
    """The form of the result. Each sheet's fields go below a parent of their own: fields of one
    name would share one value.
    """

    def __init__(self, whole: Pdf) -> None:
        self._whole = whole
        self._form = Dictionary(Fields=Array())

    def add(self, sheet: Pdf, *, name: str) -> None:
        """Adds the fields of one sheet, whose pages were copied; all sheets use the same font."""
        if Name.AcroForm not in sheet.Root:
            return
        form = sheet.Root.AcroForm
        if Name.DR not in self._form:
            self._form.DR = self._whole.copy_foreign(form.DR)
        above = self._whole.make_indirect(Dictionary(T=String(name), Kids=Array()))
        for field in form.Fields:
            copied = self._whole.copy_foreign(field)
            copied.Parent = above
            above.Kids.append(copied)
        self._form.Fields.append(above)
        if Name.CO in form:
            order = self._form.get("/CO", Array())
            order.extend(self._whole.copy_foreign(field) for field in form.CO)
            self._form.CO = order
            self._whole.Root.Names = self._whole.copy_foreign(
                sheet.make_indirect(Dictionary(JavaScript=sheet.Root.Names.JavaScript))
            )

    def close(self) -> None:
        """Stores the form in the file, if it has fields."""
        if len(self._form.Fields):
            self._whole.Root.AcroForm = self._whole.make_indirect(self._form)


def _bookmark(sheet: Pdf, *, name: str, first: int) -> OutlineItem:
    """A bookmark of that name with the sheet's own bookmarks, collapsed."""
    numbers = {page.obj.objgen: first + place for place, page in enumerate(sheet.pages)}
    mark = OutlineItem(name, first)
    mark.is_closed = True
    with sheet.open_outline() as outline:
        own = outline.root
        # A sheet's first bookmark is its character's name.
        inner = own[0].children if len(own) == 1 else own
        mark.children.extend(_move_bookmarks(inner, numbers))
    return mark


def _move_bookmarks(
    marks: Sequence[OutlineItem], numbers: dict[tuple[int, int], int]
) -> Iterator[OutlineItem]:
    for mark in marks:
        place = mark.destination
        if not isinstance(place, Array):
            continue  # no destination; ours always have one
        left, top = float(place[2]), float(place[3])
        moved = OutlineItem(mark.title, numbers[place[0].objgen], "XYZ", left=left, top=top, zoom=0)
        moved.children.extend(_move_bookmarks(mark.children, numbers))
        yield moved


def _set_metadata(whole: Pdf, pack: Pack) -> None:
    whole.Root.Lang = String("en")
    whole.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    with whole.open_metadata(set_pikepdf_as_editor=False) as metadata:
        metadata["dc:title"] = pack.title
        metadata["dc:creator"] = [pack.author]
        metadata["xmp:CreatorTool"] = "Hyperspace"
        metadata["pdfuaid:part"] = "1"
