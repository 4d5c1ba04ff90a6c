"""A code in the corner of a sheet that a phone reads; and what a game master accepted, in words."""

from io import BytesIO

import pymupdf
import pytest
import segno
from pypdf import PdfReader

from rules.document import Document
from sheets import printing
from sheets.printing import Extras, PrintOptions
from sheets.printing.options import FULL
from sheets.printing.sheet.code_modules import code_rows
from sheets.printing.sheet.qr_code import address_lines
from tests.sampling import sample
from tests.sheets.printing import pdf_readers

ADDRESS = "https://hyperspace.example.org/s/K7QM2XRT9PABK7QM2XRT9PAB12/"
LINKED = Extras(date="November 22, 2026", player="Ines", link=ADDRESS)
GEAR = "This gear costs 400 credits more than there are. Put something back."
EDITIONS = [
    PrintOptions(),
    PrintOptions(paper="letter", fillable=True),
    PrintOptions(kind="full", fillable=True),
    PrintOptions(kind="full", paper="letter"),
]


def squares(pdf: bytes, at: int = 0) -> tuple[list[list[bool]], pymupdf.Rect, pymupdf.Rect]:
    """The picture on a page read square by square, where it stands, and the page."""
    with pymupdf.open(stream=pdf) as document:
        page = document[at]
        (image,) = page.get_images()
        (place,) = page.get_image_rects(image[0])
        count = len(segno.make(ADDRESS, error="m", micro=False).matrix) + 8
        shown = page.get_pixmap(clip=place, dpi=300, colorspace=pymupdf.csGRAY)
        step = shown.width / count

        def dark(column: int, row: int) -> bool:
            return shown.pixel(int((column + 0.5) * step), int((row + 0.5) * step))[0] < 128

        read = [
            [dark(column, row) for column in range(4, count - 4)] for row in range(4, count - 4)
        ]
        return read, place, page.rect


@pytest.mark.parametrize("edition", sample(EDITIONS, every=2), ids=str)
def test_its_squares_are_those_of_the_address_and_it_is_accessible(
    scoundrel: Document, edition: PrintOptions
) -> None:
    pdf = printing.sheet_pdf(scoundrel, edition, LINKED)
    wanted = segno.make(ADDRESS, error="m", micro=False).matrix
    found, place, _ = squares(pdf)
    assert found == [[bool(square) for square in row] for row in wanted]
    # Half a millimetre a square, and a little less: a phone reads it from a hand's breadth away.
    assert place.width / 72 * 25.4 / (len(wanted) + 8) > 0.45
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    assert f"QR code of the address {ADDRESS}" in alternatives(pdf)
    assert "https://hyperspace.example.org/s/" in pdf_readers.text(pdf)
    assert len(pdf_readers.pages(pdf)) == 1


@pytest.mark.parametrize("length", [1, 20, 40, 75, 110, 150])
def test_of_eight_masks_it_has_the_one_that_a_camera_reads_best(length: int) -> None:
    address = f"https://hyperspace.example.org/r/{'K7QM2XRT9PAB' * 13}"[: 32 + length]
    best = segno.make(address, error="l", micro=False, boost_error=False).matrix
    found = code_rows(address, error="l", boost_error=False)
    assert found == ["".join(map(str, row)) for row in best]


@pytest.mark.parametrize(
    ("address", "measure", "lines"),
    [
        (ADDRESS, 34, ["https://hyperspace.example.org/s/", "K7QM2XRT9PABK7QM2XRT9PAB12/"]),
        (
            ADDRESS,
            23,
            ["https://", "hyperspace.example.org/", "s/K7QM2XRT9PABK7", "QM2XRT9PAB12/"],
        ),
        (
            "https://characters.hyperspace.example.org/s/",
            23,
            ["https://characters", ".hyperspace.example.org/", "s/"],
        ),
        ("http://127.0.0.1:8000/s/", 34, ["http://127.0.0.1:8000/s/"]),
    ],
)
def test_an_address_in_letters_breaks_behind_a_slash_or_before_a_dot(
    address: str, measure: float, lines: list[str]
) -> None:
    assert list(address_lines(address, 7, measure)) == lines


def alternatives(pdf: bytes) -> list[str]:
    """The alternative texts of the pictures."""
    found = [PdfReader(BytesIO(pdf)).root_object["/StructTreeRoot"]["/K"]]
    texts = []
    while found:
        element = found.pop()
        element = element.get_object() if hasattr(element, "get_object") else element
        if isinstance(element, list):
            found += element
        elif isinstance(element, dict):
            texts += [str(element["/Alt"])] if "/Alt" in element else []
            found.append(element.get("/K", []))
    return texts


@pytest.mark.parametrize("edition", sample(EDITIONS, every=4, first=1), ids=str)
def test_it_stands_on_the_first_page_or_at_the_end_of_all_details_however_much_there_is_to_say(
    hoarder: Document, edition: PrintOptions
) -> None:
    pdf = printing.sheet_pdf(hoarder, edition, LINKED)
    _, place, page = squares(pdf, -1 if edition.kind == FULL else 0)
    margin = 10 / 25.4 * 72
    assert margin < place.x0 < place.x1 < page.x1 - margin
    assert margin < place.y0 < place.y1 < page.y1 - 13 / 25.4 * 72
    assert pdf_readers.out_of_place(pdf) == []
    without = printing.sheet_pdf(hoarder, edition, Extras(date=LINKED.date, player="Ines"))
    assert len(pdf_readers.pages(pdf)) == len(pdf_readers.pages(without))


def test_an_address_too_long_to_type_is_a_code_alone(scoundrel: Document) -> None:
    long = f"https://{'very-long-name.' * 16}example.org/s/K7QM2XRT9PABK7QM2XRT9PAB12/"
    pdf = printing.sheet_pdf(scoundrel, extras=Extras(link=long))
    assert "very-long-name" not in pdf_readers.text(pdf)
    assert pdf_readers.out_of_place(pdf) == []
    assert pdf_readers.complaints(pdf) == []
    assert len(pdf_readers.pages(pdf)) == 1
    with pymupdf.open(stream=pdf) as document:
        assert len(document[0].get_images()) == 1


def test_cards_have_none(scoundrel: Document) -> None:
    edition = PrintOptions(kind="cards")
    linked, plain = (
        printing.sheet_pdf(scoundrel, edition, extras) for extras in (LINKED, Extras())
    )
    with pymupdf.open(stream=linked) as document:
        assert [page.get_images() for page in document] == [[] for _ in document]
    assert len(pdf_readers.pages(linked)) == len(pdf_readers.pages(plain))


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_what_the_game_master_accepted_stands_on_the_sheet_with_the_reason(
    scoundrel: Document, edition: PrintOptions
) -> None:
    accepted = ((GEAR, "Your uncle paid the rest."), ("Pick 1 more skill.", ""))
    pdf = printing.sheet_pdf(scoundrel, edition, Extras(accepted=accepted))
    text = " ".join((pdf_readers.text(pdf), *pdf_readers.values(pdf)))
    assert f"{GEAR} “Your uncle paid the rest.”" in text
    assert "Pick 1 more skill." in text
    assert "accepted by the gm" in text.lower()
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    plain = printing.content_key(scoundrel, edition)
    assert printing.content_key(scoundrel, edition, Extras(accepted=accepted)) != plain
    assert printing.content_key(scoundrel, edition, LINKED) != plain


def test_a_reason_is_printed_as_it_was_written(scoundrel: Document) -> None:
    accepted = ((GEAR, '<b>"Because" & so'),)
    for kind in ("classic", "full"):
        pdf = printing.sheet_pdf(scoundrel, PrintOptions(kind=kind), Extras(accepted=accepted))
        assert '“<b>"Because" & so”' in pdf_readers.text(pdf)
