"""An ordinary character's sheet: one page, read with other eyes than those that made it."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from rules import registry
from rules.document import Document
from sheets import printing
from sheets.printing import Extras, Note, PrintOptions
from tests.sheets.printing import pdf_readers

CREDIT = "HyperspaceD6 by Matt Click, additional design by Michael Barker, CC BY-NC-SA"
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])


@PAPERS
def test_an_ordinary_character_takes_one_page(scoundrel: Document, jedi: Document, paper: str):
    for document in (scoundrel, jedi):
        assert len(pdf_readers.pages(printing.sheet_pdf(document, PrintOptions(paper=paper)))) == 1


def test_the_paper_is_what_was_asked_for(scoundrel: Document):
    a4 = pdf_readers.information(printing.sheet_pdf(scoundrel))
    letter = pdf_readers.information(printing.sheet_pdf(scoundrel, PrintOptions(paper="letter")))
    assert "(A4)" in a4["Page size"]
    assert "(letter)" in letter["Page size"]


def test_an_unknown_paper_is_refused():
    with pytest.raises(ValueError, match="a4, letter"):
        PrintOptions(paper="a5")


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="classic, full, large, frame, cards"):
        PrintOptions(kind="poster")


@PAPERS
def test_it_is_accessible(scoundrel: Document, jedi: Document, paper: str):
    for document in (scoundrel, jedi):
        pdf = printing.sheet_pdf(document, PrintOptions(paper=paper))
        assert pdf_readers.complaints(pdf) == []
        assert pdf_readers.out_of_place(pdf) == []
        assert pdf_readers.undefined_glyphs(pdf) == 0


def test_the_file_says_what_it_is(scoundrel: Document):
    pdf = printing.sheet_pdf(scoundrel)
    particulars = pdf_readers.information(pdf)
    assert particulars["Title"] == "Dask Orrin – HyperspaceD6"
    assert particulars["Author"] == CREDIT
    assert particulars["Subject"] == "Gunslinger with a cybernetic eye"
    assert particulars["Tagged"] == "yes"
    reader = PdfReader(BytesIO(pdf))
    assert reader.root_object["/Lang"] == "en"
    assert [mark.title for mark in reader.outline if not isinstance(mark, list)] == ["Dask Orrin"]


def test_what_the_player_needs_stands_on_it(scoundrel: Document):
    text = pdf_readers.text(printing.sheet_pdf(scoundrel))
    for said in (
        "Dask Orrin",
        "Gunslinger with a cybernetic eye",
        "SPECIES Human",
        "PROFESSION Scoundrel",
        "PRONOUNS he/him",
        "DEX 4D",
        "Blasters +1D 5D",
        "Melee 4D",
        "DODGE 14",
        "Blaster Pistol 5D Blasters 3D",
        "CREDITS 50",
        "Medpac ×2",
        "Marked sabacc deck",
        "Luck",
        "It never asked.",
        "Twelve thousand, to Mother Sool.",
        "A burn across the left hand.",
        "Quiet until the plan falls apart.",
        CREDIT,
    ):
        assert said in text, said


def test_a_screen_reader_hears_the_name_first_and_everything_in_order(scoundrel: Document):
    told = pdf_readers.told(printing.sheet_pdf(scoundrel))
    order = [
        "Dask Orrin", "Gunslinger", "CHARACTER POINTS", "DEX 4D", "Agility", "DODGE", "Wounded",
        "Blaster Pistol", "GEAR", "CREDITS", "EDGE", "BURDEN", "NOTES",
    ]  # fmt: skip
    places = [told.index(word) for word in order]
    assert places == sorted(places)


def test_two_readers_find_the_same_text_in_the_tags(scoundrel: Document):
    pdf = printing.sheet_pdf(scoundrel)
    assert pdf_readers.told(pdf) == pdf_readers.told_by_poppler(pdf)


def test_wounds_are_drawn_and_told(scoundrel: Document):
    pdf = printing.sheet_pdf(scoundrel)
    assert "1 of 2 marked." in pdf_readers.told(pdf)
    drawn = b" ".join(page.get_contents().get_data() for page in PdfReader(BytesIO(pdf)).pages)
    unhurt = Document(**{**_members(scoundrel), "marks": type(scoundrel.marks)()})
    without = PdfReader(BytesIO(printing.sheet_pdf(unhurt))).pages[0].get_contents().get_data()
    assert drawn.split(b"EMC")[0] != without.split(b"EMC")[0]


def _members(document: Document) -> dict[str, object]:
    return {name: getattr(document, name) for name in document.__struct_fields__}


def test_the_force_has_a_row_only_where_there_is_some(scoundrel: Document, jedi: Document):
    assert "FOR 1D" in pdf_readers.text(printing.sheet_pdf(jedi))
    assert "Control +1D 2D" in pdf_readers.text(printing.sheet_pdf(jedi))
    assert "FOR" not in pdf_readers.text(printing.sheet_pdf(scoundrel)).split()


def test_the_key_of_the_content_changes_with_what_is_printed(scoundrel: Document, jedi: Document):
    key = printing.content_key(scoundrel)
    assert key == printing.content_key(scoundrel, PrintOptions())
    others = [
        printing.content_key(jedi),
        printing.content_key(scoundrel, extras=Extras(date="Today")),
        printing.content_key(scoundrel, extras=Extras(notes=(Note("Notes", "<p>x</p>"),))),
        printing.blank_key(scoundrel.system),
    ]
    choices = ({"paper": "letter"}, {"kind": "full"}, {"state": False}, {"colour": True},
               {"fillable": True})  # fmt: skip
    others += [printing.content_key(scoundrel, PrintOptions(**choice)) for choice in choices]
    assert len({key, *others}) == 1 + len(others)


def test_date_and_player_stand_on_it_where_they_are_given(scoundrel: Document):
    extras = Extras(date="November 22, 2026", player="Inés")
    pdf = printing.sheet_pdf(scoundrel, extras=extras)
    text = pdf_readers.text(pdf)
    assert "PLAYER Inés" in text
    assert "November 22, 2026" in text
    assert len(pdf_readers.pages(pdf)) == 1
    assert pdf_readers.out_of_place(pdf) == []
    assert "PLAYER" not in pdf_readers.text(printing.sheet_pdf(scoundrel))


def test_the_same_character_gives_the_same_file(scoundrel: Document):
    assert printing.sheet_pdf(scoundrel) == printing.sheet_pdf(scoundrel)


def test_an_unfinished_character_is_printed_as_far_as_it_is():
    system = next(iter(registry.all_systems().values()))
    pdf = printing.sheet_pdf(system.empty())
    assert len(pdf_readers.pages(pdf)) == 1
    assert pdf_readers.complaints(pdf) == []
