"""The tag tree of set pages, in the order of the document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sheets.printing.pdf import form_fields
from sheets.printing.pdf.output import Written
from sheets.printing.pdf.text import written
from sheets.printing.pdf.typesetting.drawing import Drawn
from sheets.printing.pdf.typesetting.placed import Placed
from sheets.printing.pdf.typesetting.tags import FORM, GROUP, FieldMark, LinkMark, Tag, tag_of


class Structure:
    """Tags that are added to a PDF, page by page."""

    def __init__(self, pdf: Any, pages: Sequence[str]) -> None:
        self._pdf, self._pages = pdf, pages
        self._page = -1
        self._numbers: list[str] = []
        self._marks: dict[int, int] = {}
        self._first, self._corner = 0, (0.0, 0.0)
        self._owners: list[tuple[int, int]] = []
        self._root, self._mapping = Written(), Written()
        self._document = Written()
        for thing in (self._root, self._mapping, self._document):
            pdf.add_object(thing)
        self._kids: list[str] = []

    def add_page(
        self,
        placed: Sequence[Placed],
        drawn: Drawn,
        fields: dict[int, Sequence[int]],
        links: dict[int, Sequence[int]],
    ) -> None:
        """Adds the tags of a page, with the numbers of each paragraph's fields and links."""
        self._page += 1
        self._marks = {}
        self._drawn, self._fields, self._links = drawn, fields, links
        for one in placed:
            self._kids += self._tags_of(one, self._document.number)
        for mark in range(drawn.count):
            if mark not in self._marks:
                self._marks[mark] = self._outside(mark)
        owners = (f"{self._marks[mark]} 0 R" for mark in range(drawn.count))
        self._numbers.append(f"{self._page} [{' '.join(owners)}]")

    def _outside(self, mark: int) -> int:
        """A tag that is not in the tree, for what is in the margins, as WeasyPrint has it."""
        thing = self._new()
        self._write(thing, "Span", self._document.number, [str(mark)], "")
        return int(thing.number)

    def close(self, annotations: dict[int, Any]) -> None:
        """Writes the root, and which tag each field and link belongs to."""
        numbers = list(self._numbers)
        for place, (annotation, owner) in enumerate(self._owners, start=len(self._pages)):
            numbers.append(f"{place} {owner} 0 R")
            annotations[annotation]["StructParent"] = place
        root, document = self._root.number, self._document.number
        self._mapping.content = f"<</Nums [{' '.join(numbers)}]>>".encode()
        self._root.content = (
            f"<</Type /StructTreeRoot /ParentTree {self._mapping.number} 0 R"
            f" /K [{document} 0 R]>>".encode()
        )
        self._document.content = (
            f"<</Type /StructElem /S /Document /P {root} 0 R /K [{' '.join(self._kids)}]>>".encode()
        )
        self._pdf.catalog["StructTreeRoot"] = self._root.reference

    def _new(self) -> Written:
        thing = Written()
        self._pdf.add_object(thing)
        return thing

    def _write(self, thing: Written, kind: str, above: int, kids: list[str], more: str) -> None:
        thing.content = (
            f"<</S/{kind}/P {above} 0 R/Pg {self._pages[self._page]}"
            f"/K[{' '.join(kids)}]{more}>>".encode("latin-1")
        )

    def _element(self, one: Placed, above: int) -> int:
        """The number of an element's tag below another; 0 if it has nothing in it."""
        if one.paragraph is not None:
            return self._paragraph(one, above)
        kind = tag_of(one.element.tag)
        if kind == "Table":
            return self._table(one, above)
        if kind == "LI":
            raise AssertionError("a list item of blocks")
        return self._block(one, kind, above)

    def _block(self, one: Placed, kind: str, above: int) -> int:
        if not any(inner.paragraph is not None for inner in one.all()):
            return 0
        thing = self._new()
        first = int(thing.number)
        for _ in range(one.wraps):
            wrapped = self._new()
            self._write(thing, kind, above, [f"{wrapped.number} 0 R"], "")
            above, thing = int(thing.number), wrapped
        kids = [kid for inner in _shown(one) for kid in self._kids_of(inner, int(thing.number))]
        if kids or kind in ("TD", "TH", "TR"):
            self._write(thing, kind, above, kids, "")
            return first
        thing.content = b"null"
        return 0

    def _kids_of(self, one: Placed, above: int) -> list[str]:
        """The tags that an element adds to the one above: its own, or those inside one without a
        meaning.
        """
        if one.paragraph is not None and one.paragraph.tags:
            (tag,) = one.paragraph.tags
            if tag.is_mere:
                self._begin(one)
                return self._inside(tag, above)
        return self._tags_of(one, above)

    def _tags_of(self, one: Placed, above: int) -> list[str]:
        """The tags that an element adds: its own, or those in one that only groups them."""
        if one.paragraph is not None and one.paragraph.tags:
            (tag,) = one.paragraph.tags
            if tag.is_group:
                self._begin(one)
                return self._inside(tag, above)
        elif _is_group(one):
            return [kid for inner in _shown(one) for kid in self._kids_of(inner, above)]
        number = self._element(one, above)
        return [f"{number} 0 R"] if number else []

    def _paragraph(self, one: Placed, above: int, more: str | None = None) -> int:
        paragraph = one.paragraph
        if paragraph is None or not paragraph.tags:
            return 0
        self._begin(one)
        (tag,) = paragraph.tags
        return self._tag(tag, above, tag.more if more is None else more)

    def _begin(self, one: Placed) -> None:
        """Begins the tags of an element's paragraph."""
        self._first = self._drawn.marks[id(one)]
        self._place = id(one)
        self._corner = one.x, one.y + one.lowered

    def _inside(self, tag: Tag, number: int) -> list[str]:
        """The content of a tag, as content of the tag of this number."""
        kids: list[str] = []
        for inner in tag.inside:
            if isinstance(inner, int):
                mark = self._first + inner
                self._marks[mark] = number
                kids.append(str(mark))
            elif isinstance(inner, FieldMark):
                kids.append(self._annotation(self._fields[self._place][inner.number], number))
            elif isinstance(inner, LinkMark):
                kids.append(self._annotation(self._links[self._place][inner.number], number))
            else:
                kids.append(f"{self._tag(inner, number, inner.more)} 0 R")
        return kids

    def _tag(self, tag: Tag, above: int, more: str) -> int:
        thing = self._new()
        number = int(thing.number)
        kids = self._inside(tag, number)
        if tag.kind == FORM:
            more = self._alt(tag)
        if tag.box:
            sides = zip(tag.box, self._corner * 2, strict=True)
            box = " ".join(f"{side + corner:.6f}" for side, corner in sides)
            more = f"/A <</O /Layout /BBox [{box}]>> {more}"
        self._write(thing, tag.kind, above, kids, more)
        return number

    def _alt(self, tag: Tag) -> str:
        """The alternate text in the tag of a field."""
        (mark,) = tag.inside
        if not isinstance(mark, FieldMark):
            return ""
        field = self._pdf.objects[self._fields[self._place][mark.number]]
        text = form_fields.alt_text(field)
        return f"/Alt {written(text).decode('latin-1')}" if text else ""

    def _annotation(self, annotation: int, owner: int) -> str:
        """The reference to a field or link in its tag."""
        self._owners.append((annotation, owner))
        return f"<</Type/OBJR/Obj {annotation} 0 R>>"

    def _table(self, one: Placed, above: int) -> int:
        """A table: its groups, rows and cells, each cell with its headings."""
        thing = self._new()
        name = int(thing.number)
        columns: dict[int, list[str]] = defaultdict(list)
        for place, row in enumerate(row for group in one.inside for row in group.inside):
            for column, _, cell in _by_column(row):
                if cell.element.tag == "th" and cell.element.get("scope") != "row":
                    columns[column].append(f"({name}-{place}-{column})")
        place, kids = 0, []
        for group in one.inside:
            body, kind = self._new(), tag_of(group.element.tag)
            scope = "Column" if kind == "THead" else "Row"
            rows = []
            for row in group.inside:
                written = self._row(row, int(body.number), columns, (name, place), scope)
                rows.append(f"{written} 0 R")
                place += 1
            self._write(body, kind, name, rows, "")
            kids.append(f"{body.number} 0 R")
        self._write(thing, "Table", above, kids, "")
        return name

    def _row(
        self,
        row: Placed,
        above: int,
        columns: dict[int, list[str]],
        name: tuple[int, int],
        scope: str,
    ) -> int:
        """A row, named by its table's number and its place in it."""
        thing = self._new()
        table, place = name
        heads = [
            f"({table}-{place}-{column})"
            for column, _, cell in _by_column(row)
            if cell.element.tag == "th" and cell.element.get("scope") == "row"
        ]
        kids = []
        for column, span, cell in _by_column(row):
            spans = f" /ColSpan {span}" if span > 1 else ""
            if cell.element.tag == "th":
                more = f"/A <</O /Table{spans} /Scope /{scope}>> /ID ({table}-{place}-{column})"
            else:
                above_it = (head for place in range(span) for head in columns[column + place])
                more = f"/A <</O /Table{spans} /Headers [{' '.join([*heads, *above_it])}]>>"
            kids.append(f"{self._paragraph(cell, int(thing.number), more)} 0 R")
        self._write(thing, "TR", above, kids, "")
        return int(thing.number)


def _by_column(row: Placed) -> Iterator[tuple[int, int, Placed]]:
    """The cells of a row, each with its column and how many it spans."""
    column = 0
    for cell in row.inside:
        span = int(cell.element.get("colspan") or 1)
        yield column, span, cell
        column += span


def _shown(one: Placed) -> Iterator[Placed]:
    """The children of an element, with the cells of rows that only the style makes."""
    for inner in one.inside:
        if inner.is_anonymous:
            yield from inner.inside
        else:
            yield inner


def _is_group(one: Placed) -> bool:
    """True if an element only groups tags. One around a table does more: it keeps it apart from the
    next.
    """
    if one.paragraph is not None or tag_of(one.element.tag) != GROUP:
        return False
    return not any(
        _has_marks(inner) or tag_of(inner.element.tag) == "Table" for inner in _shown(one)
    )


def _has_marks(one: Placed) -> bool:
    """True if an element without a tag adds marks to the one around it."""
    tags = one.paragraph.tags if one.paragraph is not None else ()
    return any(tag.is_mere and any(not isinstance(it, Tag) for it in tag.inside) for tag in tags)
