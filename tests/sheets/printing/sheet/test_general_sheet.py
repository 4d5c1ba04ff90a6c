"""A game that has no template of its own is printed by its kinds of section."""

from io import BytesIO
from typing import Any

import msgspec
import pymupdf
import pytest
from pypdf import PdfReader

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.figures import dice, number
from rules.sheet.sections import Column, Figures, Line, Passage, Prose, Track, Traits
from sheets.printing import PrintOptions, sheet_pdf
from sheets.printing.pdf.pool import pool
from sheets.printing.sheet.blank import blank_sheet
from sheets.printing.sheet.compose import compose
from tests.sampling import sample
from tests.sheets import imaginary_game
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import pdf_readers


def _print(document: Document, *, blank: bool = False, **options: Any) -> bytes:
    sheet = Character(registry.get(document.system), document).sheet
    other = msgspec.structs.replace(sheet, system="another-game", credit="Another Game, by us")
    return pool().render(compose(other, PrintOptions(**options), game="Another Game", blank=blank))


def test_every_section_is_printed(scoundrel: Document, jedi: Document):
    text = pdf_readers.text(_print(scoundrel))
    for said in ("Dask Orrin", "DEFENSES", "DODGE", "Wounded 3–5", "1 of 2 marked", "DEX 4D",
                 "Blasters +1D 5D", "Blaster Pistol 5D Blasters 3D", "Medpac ×2", "Luck",
                 "A burn across the left hand.", "Another Game, by us"):  # fmt: skip
        assert said in text, said
    assert "FOR 1D" in pdf_readers.text(_print(jedi))


def test_it_is_accessible_and_loses_nothing(scoundrel: Document, hoarder: Document):
    for document in (scoundrel, hoarder):
        pdf = _print(document)
        assert pdf_readers.complaints(pdf) == []
        assert pdf_readers.out_of_place(pdf) == []
    text = pdf_readers.text(_print(hoarder))
    assert all(text.count(f"Thing {n:02}!") == 1 for n in range(40))
    assert all(text.count(f"Knife {n:02}!") == 1 for n in range(20))


@pytest.mark.parametrize("kind", ["full", "cards"])
def test_it_can_be_of_every_kind(hoarder: Document, kind: str):
    pdf = _print(hoarder, kind=kind, colour=True)
    # Each card says whose it is, also those at the top of a page.
    assert [it for it in pdf_readers.complaints(pdf) if not it.startswith("PAG-001")] == []
    assert pdf_readers.out_of_place(pdf) == []
    text = pdf_readers.text(pdf)
    assert all(f"Thing {n:02}!" in text for n in range(40))
    assert all(f"Knife {n:02}!" in text for n in range(20))


@pytest.mark.parametrize("choice", [{"blank": True}, {"fillable": True}], ids=str)
def test_it_can_be_blank_and_have_fields(scoundrel: Document, choice: dict[str, bool]):
    assert pdf_readers.complaints(_print(scoundrel, **choice)) == []


def test_it_shows_codes_with_pips_and_a_row_of_boxes():
    pdf = pool().render(compose(imaginary_game.sheet(), PrintOptions(), game="Made up"))
    text = pdf_readers.text(pdf)
    for said in ("GUARD", "13", "Stunned under 10", "2 of 3 marked.", "Wounded 10–19",
                 "Mortally wounded 30+", "DEX 3D+1", "Blaster 4D+2", "Vibro-ax ×2 3D+1 DEX 4D+2",
                 "Blast vest worn · Guard +1", "Salt-stained.", "After nobody"):  # fmt: skip
        assert said in text, said
    assert "skill total" not in text
    assert pdf_readers.information(pdf)["Pages"] == "1"
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("fillable", [False, True])
def test_a_game_that_draws_nothing_of_its_own_has_a_blank_page_to_write_on(
    *, paper: str, fillable: bool
):
    edition = PrintOptions(paper=paper, fillable=fillable)
    pdf = pool().render(compose(imaginary_game.sheet(), edition, game="Made up", blank=True))
    assert pdf_readers.information(pdf)["Pages"] == "1"
    assert pdf_readers.complaints(pdf) == []
    text = pdf_readers.text(pdf)
    assert "Mortally wounded" in text
    assert "Ibtisam" not in text
    assert "3D" not in text.replace("3D less", "")


@EVERY
def test_a_blank_sheet_has_boxes_wherever_somebody_has_some(slug: str):
    somebody = Character(registry.get(slug), by_chance(slug)).sheet
    blank = blank_sheet(slug)
    for section in blank.sections:
        if isinstance(section, Track):
            like = somebody.section(section.id)
            assert isinstance(like, Track)
            assert [bool(level.boxes) for level in section.levels] == [
                bool(level.boxes) for level in like.levels
            ]


@EVERY
@pytest.mark.parametrize("kind", ["classic", "full", "cards"])
@pytest.mark.parametrize("seed", sample([1, 2], every=2))
def test_a_character_of_any_game_is_printed_accessibly_and_nothing_lies_on_anything(
    slug: str, seed: int, kind: str
):
    pdf = sheet_pdf(by_chance(slug, seed), PrintOptions(kind=kind))
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    for page in pdf_readers.pages(pdf):
        *content, _foot = [line.strip() for line in page.splitlines() if line.strip()]
        assert content not in ([], ["NOTES"])


@pytest.mark.parametrize("fillable", sample([False, True], every=2, first=1))
@pytest.mark.parametrize("lines", sample(range(1, 16), every=5, first=2))
def test_room_to_write_on_alone_is_no_page(*, lines: int, fillable: bool):
    """A player's text runs on line by line, until the notes are all that is left over."""
    known = imaginary_game.sheet()
    said = Passage("Description", "", "Description", " ".join(["Salt-stained."] * lines * 8))
    sections = tuple(
        msgspec.structs.replace(part, passages=(said,)) if isinstance(part, Prose) else part
        for part in known.sections
    )
    sheet = msgspec.structs.replace(known, sections=sections)
    edition = PrintOptions(paper="letter", fillable=fillable)
    pdf = pool().render(compose(sheet, edition, game="Made up"))
    first, *more = zip(pdf_readers.pages(pdf), pdf_readers.values(pdf), strict=True)
    assert "Salt-stained" in " ".join((*first, *sum(more, ())))
    for printed, in_fields in more:
        assert "Salt-stained" in printed + in_fields


def test_a_full_sheet_goes_on_where_its_numbers_end_and_says_everything_once():
    pdf = pool().render(compose(imaginary_game.sheet(), PrintOptions(kind="full"), game="Made up"))
    (page,) = pdf_readers.pages(pdf)
    assert (
        page.count("Blast vest (worn)")
        == page.count("Vibro-ax")
        == page.count("Salt-stained.")
        == 1
    )
    assert "SESSIONS AND NOTES" in page


def test_figures_of_several_rows_stand_in_the_order_of_the_sheet():
    sheet = imaginary_game.sheet()
    numbers = tuple(Line(f"n{n}", f"Number {n}", number(f"Number {n}", n)) for n in range(7))
    more = Figures("numbers", "Numbers", numbers)
    few = Figures("numbers", "Numbers", numbers[:1])

    def places(found: Figures, *texts: str) -> list[float]:
        """The distance of each text from the top of the sheet, over all pages."""
        other = msgspec.structs.replace(sheet, sections=(*sheet.sections, found))
        pdf = pool().render(compose(other, PrintOptions(), game="Made up"))
        with pymupdf.open(stream=pdf) as pages:
            return [
                min(
                    page.number * page.rect.height + box.y0
                    for page in pages
                    for box in page.search_for(text)
                )
                for text in texts
            ]

    numbers_at, skill_at = places(few, "NUMBERS", "Blaster")
    assert numbers_at < skill_at
    numbers_at, skill_at = places(more, "NUMBERS", "Blaster")
    assert numbers_at > skill_at


def test_points_have_boxes_to_tick_off_on_paper_alone():
    line = Line("grit", "Grit", number("Grit", 1), tally=(True, False, False))
    sheet = msgspec.structs.replace(
        imaginary_game.sheet(), sections=(Figures("points", "Points", (line,)),)
    )
    pdf = pool().render(compose(sheet, PrintOptions(fillable=True), game="Made up"))
    fields = PdfReader(BytesIO(pdf)).get_fields() or {}
    boxes = {name: field.value for name, field in fields.items() if name.startswith("grit-box")}
    assert list(boxes) == ["grit-box-1", "grit-box-2", "grit-box-3"]
    assert [value != "/Off" for value in boxes.values()] == [True, False, False]


def test_what_stands_across_is_a_strip_below_the_columns():
    sheet = imaginary_game.sheet()
    force = Column("force", "The Force", "", None, (Line("c", "Control", dice("Control", 2)),))
    sections = tuple(
        msgspec.structs.replace(one, row=force) if isinstance(one, Traits) else one
        for one in sheet.sections
    )
    other = msgspec.structs.replace(sheet, sections=sections)
    pdf = pool().render(compose(other, PrintOptions(), game="Made up"))
    assert "THE FORCE" in pdf_readers.text(pdf)
    assert "Control 2D" in pdf_readers.text(pdf)
    assert pdf_readers.complaints(pdf) == []
