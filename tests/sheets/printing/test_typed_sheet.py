"""A sheet on which everything is typed, as that of the rules sheet: long lists, and fields to type
in."""

from io import BytesIO
from itertools import product
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

from rules import registry
from rules.document import Document, Envelope
from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import PrintOptions
from tests.sampling import draw, sample
from tests.sheets.printing import mupdf, pdf_readers

SLUG = "rules-sheet-d6"
# Daily each paper once, one of them with fields.
PAPERS_AND_FIELDS = pytest.mark.parametrize(
    ("paper", "fillable"), sample(product(("a4", "letter"), (False, True)), every=3)
)
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])
SORTS: dict[str, dict[str, Any]] = {
    "classic": {},
    "form": {"fillable": True},
    "full": {"kind": "full"},
}
LONG = "Set of uniforms of four services, cleaned and pressed, with one button missing from each"
# Points from the foot of a page to the margin below its text.
MARGIN = 13 / 25.4 * 72


def _document(**build: Any) -> Document:
    codes = dict.fromkeys(("DEX", "KNO", "MEC", "PER", "STR", "TEC"), "3D")
    build = {"attributes": codes, **build}
    members = {"player": "", "ledger": [], "marks": {}, "house": {}}
    return registry.from_envelope(Envelope(system=SLUG, name="Tey Marrick", build=build, **members))


def _in_order(document: Document, edition: PrintOptions) -> str:
    """Its text, of pages on which nothing lies on anything."""
    pdf = printing.sheet_pdf(document, edition)
    pages = mupdf.pages(pdf)
    assert mupdf.out_of_place(pages) == []
    assert mupdf.crossed(pages) == []
    assert all(page.says_something for page in pages)
    assert pdf_readers.complaints(pdf) == []
    return " ".join(page.text for page in pages)


@PAPERS_AND_FIELDS
@pytest.mark.parametrize("count", sample([30, 60, 150], every=3, first=1))
def test_a_long_list_of_things_goes_on_in_columns(paper: str, count: int, *, fillable: bool):
    gear = [{"name": f"Thing {n:03}! {LONG if n % 3 else ''}"} for n in range(count)]
    text = _in_order(_document(gear=gear), PrintOptions(paper=paper, fillable=fillable))
    assert [text.count(f"Thing {n:03}!") for n in range(count)] == [1] * count


@PAPERS_AND_FIELDS
def test_many_weapons_and_a_long_description_go_on_one_after_the_other(
    paper: str, *, fillable: bool
):
    weapons = [{"name": f"Weapon {n}!", "skill": "Blaster", "damage": "STR+1D+1"} for n in range(8)]
    story = " ".join(f"Sentence {n:02}! of a life." for n in range(90))
    document = _document(weapons=weapons, description=story, gear=[{"name": LONG}])
    text = _in_order(document, PrintOptions(paper=paper, fillable=fillable))
    assert [text.count(f"Weapon {n}!") for n in range(8)] == [1] * 8
    assert [text.count(f"Sentence {n:02}!") for n in range(90)] == [1] * 90


@PAPERS
def test_more_skills_than_a_page_is_high_go_on_in_their_columns(paper: str):
    skills = [
        {"name": f"Skill {n:02}! of many words", "attribute": "DEX", "code": "4D"}
        for n in range(60)
    ]
    text = _in_order(_document(skills=skills), PrintOptions(paper=paper))
    assert [text.count(f"Skill {n:02}!") for n in range(60)] == [1] * 60


def test_the_code_of_a_long_skill_stands_beside_its_last_word():
    skills = [{"name": "Droid Programming/Repair", "attribute": "TEC", "code": "7D"}]
    (page,) = mupdf.pages(printing.sheet_pdf(_document(skills=skills)))
    right = page.wide - (page.wide - 186 / 25.4 * 72) / 2
    (code,) = [word for word in page.words if word[4].endswith("7D")]
    assert code[2] == pytest.approx(right, abs=1)


@PAPERS
def test_a_long_skill_takes_no_more_lines_in_a_form(paper: str):
    fyra = all_pregens()["fyra-lorrimar"].document
    for fillable in (False, True):
        pdf = printing.sheet_pdf(fyra, PrintOptions(paper=paper, fillable=fillable))
        (page,) = mupdf.pages(pdf)
        (first,) = [word for word in page.words if word[4].startswith("Repulsorlift")]
        assert "Operation" in first[4]
        assert sum("Programming/" in word[4] for word in page.words) == 1


def test_a_name_of_the_widest_letters_leaves_room_for_the_rest_of_the_page():
    name = "\U00012000" * 200
    (page,) = mupdf.pages(printing.sheet_pdf(msgspec.structs.replace(_document(), name=name)))
    assert page.says_something


def test_what_is_special_about_a_weapon_reads_as_a_sentence():
    text = pdf_readers.text(printing.sheet_pdf(all_pregens()["brakk-stroud"].document))
    assert "Difficulty 6, lethal, rate 3, 90 m" in text


def _fields(pdf: bytes) -> dict[str, list[float]]:
    """The place of each field by its name: left, foot, right, top."""
    found = {}
    for page in PdfReader(BytesIO(pdf)).pages:
        for annotation in page.get("/Annots", ()):
            field = annotation.get_object()
            found[str(field["/T"])] = [float(side) for side in field["/Rect"]]
    return found


@PAPERS
def test_notes_reach_from_their_heading_to_the_foot_of_the_page(paper: str):
    short = _document(description="Quiet.")
    for pdf in (
        printing.sheet_pdf(short, PrintOptions(paper=paper, fillable=True)),
        printing.blank_pdf(SLUG, PrintOptions(paper=paper, fillable=True)),
    ):
        _, foot, _, top = _fields(pdf)["notes"]
        assert len(pdf_readers.pages(pdf)) == 1
        assert foot == pytest.approx(MARGIN, abs=1)
        assert top - foot > 30  # three lines of type


@PAPERS
def test_a_skill_is_typed_in_the_row_of_its_code(paper: str):
    fields = _fields(printing.blank_pdf(SLUG, PrintOptions(paper=paper, fillable=True)))
    rows = [name.removesuffix("-name") for name in fields if name.endswith("-name")]
    assert len(rows) > 30
    for row in rows:
        name, code = fields[f"{row}-name"], fields[row]
        assert (name[1], name[3]) == (code[1], code[3]), row
        assert name[2] < code[0], row


@pytest.mark.parametrize(
    ("slug", "paper", "sort"),
    sample(product(all_pregens(), ("a4", "letter"), SORTS), every=75, first=draw() % 75),
)
def test_no_line_runs_through_a_word_of_a_ready_made_character(slug: str, paper: str, sort: str):
    options = PrintOptions(paper=paper, **SORTS[sort])
    pages = mupdf.pages(printing.sheet_pdf(all_pregens()[slug].document, options))
    assert mupdf.crossed(pages) == []
    assert mupdf.out_of_place(pages) == []


@pytest.mark.parametrize("length", [20, 45, 70])
def test_a_long_name_is_typed_in_a_size_that_shows_all_of_it(length: int):
    named = msgspec.structs.replace(_document(), name="m" * length)
    pdf = printing.sheet_pdf(named, PrintOptions(fillable=True))
    assert mupdf.out_of_place(mupdf.pages(pdf)) == []


def test_a_number_that_is_its_own_reason_says_nothing_twice():
    weapons = [{"name": "Holdout blaster", "skill": "DEX", "damage": "3D"}]
    text = pdf_readers.text(
        printing.sheet_pdf(_document(weapons=weapons), PrintOptions(kind="full"))
    )
    assert "1; doubles" not in text
    assert "doubles all codes for a round" in text
    assert "Holdout blaster 3D" not in text.partition("in full")[2]


def test_a_wide_plate_says_how_its_number_comes_about():
    document = all_pregens()["tey-marrick"].document
    text = pdf_readers.text(printing.sheet_pdf(document))
    assert "10 from Dodge 3D + 2 pips + 1 Blast vest" in text
    assert "in Blast vest" not in text
