"""Sheets joined into one file, read with other eyes than those that joined them."""

from collections.abc import Iterator
from io import BytesIO
from itertools import product
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader, PdfWriter

from rules.document import Document
from sheets import printing
from sheets.printing import PrintOptions
from tests.sampling import draw, sample
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import pdf_readers

SLUG = "hyperspace-d6"
CREDIT = "HyperspaceD6 by Matt Click, additional design by Michael Barker, CC BY-NC-SA"


@pytest.fixture(scope="module")
def printed() -> dict[str, list[tuple[str, bytes]]]:
    """The prints so far, by kind."""
    return {}


@pytest.fixture
def sheets(
    printed: dict[str, list[tuple[str, bytes]]],
    request: pytest.FixtureRequest,
    scoundrel: Document,
    jedi: Document,
) -> list[tuple[str, bytes]]:
    """Two sheets, of the edition that the test asks for."""
    kind = getattr(request, "param", "classic")
    if kind not in printed:
        edition = PrintOptions(fillable=True) if kind == "fillable" else PrintOptions(kind=kind)
        printed[kind] = [(one.name, printing.sheet_pdf(one, edition)) for one in (scoundrel, jedi)]
    return printed[kind]


EACH_KIND = pytest.mark.parametrize(
    "sheets", sample(["classic", "full", "fillable"], every=3), indirect=True
)


def packed(
    sheets: list[tuple[str, bytes]], title: str = "The Long Watch", *, two_sided: bool = False
) -> bytes:
    return printing.pack_pdf(sheets, title=title, slug=SLUG, two_sided=two_sided)


def bookmarks(
    reader: PdfReader, marks: Any = None, depth: int = 0
) -> Iterator[tuple[int, str, int]]:
    """Level, title and page (from 1) of each."""
    for mark in reader.outline if marks is None else marks:
        if isinstance(mark, list):
            yield from bookmarks(reader, mark, depth + 1)
        else:
            yield depth, mark.title, reader.get_destination_page_number(mark) + 1


@EACH_KIND
def test_it_is_as_accessible_as_its_sheets_and_says_the_same(
    sheets: list[tuple[str, bytes]],
) -> None:
    pdf = packed(sheets)
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.undefined_glyphs(pdf) == 0
    assert pdf_readers.pages(pdf) == [page for _, one in sheets for page in pdf_readers.pages(one)]
    told = pdf_readers.told(pdf)
    for _, one in sheets:
        assert pdf_readers.told(one) in told


@pytest.mark.parametrize("sheets", ["full"], indirect=True)
def test_each_head_of_a_table_has_a_name_of_its_own(sheets: list[tuple[str, bytes]]) -> None:
    reader = PdfReader(BytesIO(packed([*sheets, *sheets])))
    things = [
        thing
        for number in range(1, int(reader.trailer["/Size"]))
        if isinstance(thing := reader.get_object(number), dict) and "/S" in thing
    ]
    names = [thing["/ID"] for thing in things if "/ID" in thing]
    above = {name for thing in things for name in thing.get("/A", {}).get("/Headers", ())}
    assert len(names) > len(sheets)
    assert len(set(names)) == len(names)
    assert above == set(names)


@EVERY
@pytest.mark.parametrize(
    ("kind", "fillable"),
    sample(product(("classic", "full"), (False, True)), every=4, first=draw() % 4),
)
def test_a_pack_of_any_game_is_accessible(slug: str, kind: str, *, fillable: bool) -> None:
    edition = PrintOptions(kind=kind, fillable=fillable)
    documents = [by_chance(slug, seed) for seed in range(3)]
    printed = [(one.name, printing.sheet_pdf(one, edition)) for one in documents]
    pdf = printing.pack_pdf(printed, title="The Long Watch", slug=slug)
    # The labels of each sheet's head, and who made the game at its foot, are said again on each.
    assert [it for it in pdf_readers.complaints(pdf) if not it.startswith("PAG-001")] == []
    assert pdf_readers.undefined_glyphs(pdf) == 0


def test_on_both_sides_each_sheet_begins_on_new_paper(sheets: list[tuple[str, bytes]]) -> None:
    pdf = packed(sheets, two_sided=True)
    first, second = (pdf_readers.pages(one) for _, one in sheets)
    back = [""] if len(first) % 2 else []
    pages = [page if page.strip() else "" for page in pdf_readers.pages(pdf)]
    assert pages == [*first, *back, *second]
    assert pdf_readers.complaints(pdf) == []
    reader = PdfReader(BytesIO(pdf))
    assert len({str(page.mediabox) for page in reader.pages}) == 1
    assert all(place % 2 for level, _, place in bookmarks(reader) if level == 0)


def test_every_page_looks_as_it_did(sheets: list[tuple[str, bytes]]) -> None:
    alone = [page for _, one in sheets for page in printing.page_pictures(one, width=400)]
    assert printing.page_pictures(packed(sheets), width=400) == alone


def test_the_file_says_what_it_is(sheets: list[tuple[str, bytes]]) -> None:
    particulars = pdf_readers.information(packed(sheets))
    assert particulars["Title"] == "The Long Watch – HyperspaceD6"
    assert particulars["Author"] == CREDIT
    assert particulars["Tagged"] == "yes"
    assert particulars["Pages"] == "2"


@pytest.mark.parametrize("sheets", ["full"], indirect=True)
def test_a_bookmark_leads_to_each_character_and_from_there_on(
    sheets: list[tuple[str, bytes]],
) -> None:
    found = list(bookmarks(PdfReader(BytesIO(packed(sheets)))))
    assert [mark for mark in found if mark[0] == 0] == [
        (0, "Dask Orrin", 1),
        (0, "Neesha Vaanik", 2),
    ]
    assert {place for level, _, place in found if level} == {1, 2}


@pytest.mark.parametrize("sheets", ["fillable"], indirect=True)
def test_what_is_typed_into_one_sheet_is_not_in_the_other(
    sheets: list[tuple[str, bytes]],
) -> None:
    writer = PdfWriter(clone_from=BytesIO(packed(sheets)))
    fields = writer.get_fields() or {}
    assert (fields["1.name"]["/V"], fields["2.name"]["/V"]) == ("Dask Orrin", "Neesha Vaanik")
    writer.update_page_form_field_values(writer.pages[0], {"1.name": "Somebody"})
    written = BytesIO()
    writer.write(written)
    again = PdfReader(written).get_fields() or {}
    assert (again["1.name"]["/V"], again["2.name"]["/V"]) == ("Somebody", "Neesha Vaanik")


@pytest.mark.parametrize("sheets", ["fillable"], indirect=True)
def test_every_field_finds_its_font(sheets: list[tuple[str, bytes]]) -> None:
    form = PdfReader(BytesIO(packed(sheets))).trailer["/Root"]["/AcroForm"]
    assert "/T" in form["/DR"]["/Font"]
    widgets = [kid.get_object() for top in form["/Fields"] for kid in top.get_object()["/Kids"]]
    assert len(widgets) > 60
    assert all("/T" in widget["/DA"] for widget in widgets if widget["/FT"] == "/Tx")


def test_a_name_that_looks_like_a_piece_of_a_file_stays_as_it_is(scoundrel: Document) -> None:
    name = r"Agent 5 0 R (/StructParent 1) \7"
    named = msgspec.structs.replace(scoundrel, name=name)
    pdf = printing.sheet_pdf(named, PrintOptions(fillable=True))
    found = PdfReader(BytesIO(packed([(name, pdf), (name, pdf)])))
    assert (found.get_fields() or {})["2.name"]["/V"] == name
    assert [title for depth, title, _ in bookmarks(found) if depth == 0] == [name, name]


def test_a_pack_is_a_sheet_of_another_pack(sheets: list[tuple[str, bytes]]) -> None:
    pdf = packed([("Before", packed(sheets)), sheets[0]])
    # Each sheet is handed out by itself, so each says at its foot who made the game.
    complaints = [it for it in pdf_readers.complaints(pdf) if not it.startswith("PAG-001")]
    assert complaints == []
    assert [title for depth, title, _ in bookmarks(PdfReader(BytesIO(pdf))) if depth < 2][:3] == [
        "Before",
        "Dask Orrin",
        "Neesha Vaanik",
    ]


def test_a_name_that_cannot_be_printed_is_spelled_out(sheets: list[tuple[str, bytes]]) -> None:
    names = ["\U00012000", "", "A\nB"]
    pdf = packed([(name, sheets[0][1]) for name in names], title="\U00012000")
    tops = [title for depth, title, _ in bookmarks(PdfReader(BytesIO(pdf))) if depth == 0]
    assert tops == ["[U+12000]", "Nameless", "A B"]
    assert pdf_readers.information(pdf)["Title"] == "[U+12000] – HyperspaceD6"


def test_the_same_sheets_make_the_same_file_and_have_the_same_key(
    sheets: list[tuple[str, bytes]],
) -> None:
    assert packed(sheets) == packed(sheets)

    def key(*named: tuple[str, str], title: str = "T") -> str:
        return printing.pack_key(named, title=title, slug=SLUG)

    assert key(("a", "1"), ("b", "2")) == key(("a", "1"), ("b", "2"))
    others = {
        key(("a", "1")),
        key(("a", "1"), ("b", "2")),
        key(("b", "2"), ("a", "1")),
        key(("a", "1"), ("b", "3")),
        key(("a", "1"), ("c", "2")),
        key(("a", "1"), ("b", "2"), title="U"),
    }
    assert len(others) == 6


def test_what_is_no_sheet_fails_in_plain_words(sheets: list[tuple[str, bytes]]) -> None:
    with pytest.raises(printing.PrintingFailed, match="could not be printed"):
        packed([("Dask", b"%PDF-1.7 nothing")])
    with pytest.raises(ValueError, match="at least one"):
        packed([])
