"""Sheets to write on, with a pencil or on a screen."""

import re
from io import BytesIO
from itertools import pairwise
from random import Random

import pymupdf
import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader, PdfWriter

from rules import registry
from rules.document import Document
from rules.problems import InvalidDocument
from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import Extras, PrintOptions
from sheets.printing.type.measure import lines, width
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import mupdf, pdf_readers
from tests.sheets.printing.conftest import SLUG, document

# A field of each game that is a total, what of, and a field that has to be added up before it.
TOTALS = {
    SLUG: ("defenses.dodge", "skills-agility", "skills-agility"),
    "rules-sheet-d6": ("boxes", "head-strength:1:0", ""),
    "empire-ascendant": ("defenses.full_dodge", "defenses.dodge", "defenses.dodge"),
    "storytelling-d10": ("run", "move:2:1", "move"),
}
# The flag of a field of several lines.
MULTILINE = 1 << 12
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])


@EVERY
@PAPERS
@pytest.mark.parametrize("blank", [False, True])
def test_a_reader_that_draws_a_field_anew_does_it_on_the_same_line(
    slug: str, paper: str, *, blank: bool
):
    """Such as pdf.js: a text of one line stands a point and 0.35 em above the foot of its field, or
    as deep as its font says; a capital is 0.69 em high, a dot reaches up to 0.81 em.
    """
    options = PrintOptions(paper=paper, fillable=True)
    pdf = (
        printing.blank_pdf(slug, options)
        if blank
        else printing.sheet_pdf(by_chance(slug, 3), options)
    )
    reader = PdfReader(BytesIO(pdf))
    moved, low, seen = [], [], 0
    for field in (reader.get_fields() or {}).values():
        widget = field.indirect_reference.get_object()
        kind, flags = widget["/FT"], int(widget.get("/Ff", 0))
        if kind == "/Btn" or (kind == "/Tx" and flags & MULTILINE):
            continue
        (size,) = map(float, re.findall(r"([\d.]+) Tf", widget["/DA"]))
        depth = _depth(reader) if kind == "/Tx" else 0
        foot = 1 + max(0.35, depth) * size
        drawn = widget["/AP"]["/N"].get_object().get_data().decode("latin-1")
        at = re.search(r"[\d.]+ ([\d.]+) Td", drawn)
        seen += bool(at)
        if at and abs(float(at[1]) - foot) > 0.2:
            moved.append(widget["/T"])
        top = foot + (0.69 if kind == "/Tx" else 0.81) * size
        if widget["/Rect"][3] - widget["/Rect"][1] < top - 0.05:
            low.append(widget["/T"])
    assert moved == low == []
    assert seen > 20 or blank


def _depth(reader: PdfReader) -> float:
    """The depth of the font that is typed with, in ems, as its file has it."""
    fonts = reader.trailer["/Root"]["/AcroForm"]["/DR"]["/Font"]
    descriptor = fonts["/T"]["/DescendantFonts"][0]["/FontDescriptor"]
    with TTFont(BytesIO(descriptor["/FontFile2"].get_data())) as font:
        return abs(font["hhea"].descent) / font["head"].unitsPerEm


@EVERY
def test_a_name_and_its_number_share_a_line_in_a_form_as_they_do_in_print(slug: str):
    """No row of skills is higher in a form."""
    document = by_chance(slug, 3)
    heights = []
    for fillable in (False, True):
        pdf = printing.sheet_pdf(document, PrintOptions(fillable=fillable))
        words = pdf_readers.words(pdf)[0][2]
        names = ("Operation", "Gunnery", "Medicine", "Streetwise", "Computers", "Stamina")
        tops = {word: top for _, top, _, _, word in words if word in names}
        heights.append({name: round(top - min(tops.values())) for name, top in tops.items()})
    assert heights[0] == pytest.approx(heights[1], abs=6)  # a row is 13 points high


@PAPERS
@pytest.mark.parametrize("fillable", [False, True])
def test_a_blank_sheet_is_one_page_with_names_and_no_values(paper: str, *, fillable: bool):
    pdf = printing.blank_pdf(SLUG, PrintOptions(paper=paper, fillable=fillable))
    text = pdf_readers.text(pdf)
    assert len(pdf_readers.pages(pdf)) == 1
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    for said in ("NAME", "CONCEPT", "SPECIES", "Agility D", "FOR D", "Sense D", "10 + Agility",
                 "3 × Stamina", "ATTACKS", "EDGE", "BURDEN", "NOTES", "Matt Click"):  # fmt: skip
        assert said in text, said
    assert "0D" not in text


@EVERY
@pytest.mark.parametrize("fillable", [False, True])
def test_the_title_of_attacks_is_one_line_in_color_too(slug: str, *, fillable: bool):
    options = PrintOptions(colour=True, fillable=fillable)
    (page,) = mupdf.pages(printing.blank_pdf(slug, options))
    heights = {
        round(word[3]) for word in page.words if word[4].title() in ("Attack", "Damage", "Special")
    }
    assert len(heights) == 1


@PAPERS
def test_a_blank_form_leaves_the_same_room_before_each_unit(paper: str):
    places = []
    for fillable in (False, True):
        pdf = printing.blank_pdf(SLUG, PrintOptions(paper=paper, fillable=fillable))
        ((_, _, words),) = pdf_readers.words(pdf)
        places.append([round(word[0]) for word in words if word[4] == "D"])
    assert len(places[0]) == 40
    assert places[0] == places[1]


def test_only_the_classic_sheet_makes_sense_blank():
    for kind in ("full", "cards"):
        with pytest.raises(ValueError, match="cannot be blank"):
            printing.blank_pdf(SLUG, PrintOptions(kind=kind))
        with pytest.raises(ValueError, match="cannot be blank"):
            printing.blank_key(SLUG, PrintOptions(kind=kind))


def test_a_game_that_is_not_there_has_no_blank_sheet():
    with pytest.raises(InvalidDocument):
        printing.blank_pdf("no-such-game")


def test_a_sheet_has_no_fields_unless_they_are_asked_for(scoundrel: Document):
    assert PdfReader(BytesIO(printing.sheet_pdf(scoundrel))).get_fields() is None


@pytest.fixture
def fillable(scoundrel: Document) -> bytes:
    return printing.sheet_pdf(scoundrel, PrintOptions(fillable=True))


def test_what_changes_at_the_table_is_in_fields_with_its_present_value(fillable: bytes):
    fields = PdfReader(BytesIO(fillable)).get_fields() or {}
    values = {name: field.value for name, field in fields.items()}
    assert values["name"] == "Dask Orrin"
    assert values["character_points"] == "5"
    assert values["force_points"] == "1"
    assert values["credits"] == "50"
    assert (values["skills-blasters"], values["skills-blasters-dice"]) == ("5D", "+1D")
    assert values["skills-agility"] == "4D"
    assert values["defenses.dodge"] == "14"
    assert (values["wounded-1"], values["wounded-2"]) == ("/on", "/Off")
    assert "Marked sabacc deck" in values.values()
    assert values["notes"] == ""
    assert values["more-1-1"] == ""


def test_each_field_says_what_it_is_for(fillable: bytes):
    fields = PdfReader(BytesIO(fillable)).get_fields() or {}
    assert all(field.alternate_name for field in fields.values())
    assert fields["wounded-2"].alternate_name == "Wounded, box 2"


def test_the_tab_key_follows_the_order_of_the_sheet(fillable: bytes):
    page = PdfReader(BytesIO(fillable)).pages[0]
    assert page["/Tabs"] == "/S"
    names = [annotation.get_object()["/T"] for annotation in page["/Annots"]]
    order = ["name", "character_points", "wounded-1", "weapon-1", "more-1-1", "credits", "notes"]
    places = [names.index(name) for name in order]
    assert places == sorted(places)


def test_a_fillable_sheet_takes_one_page_and_is_accessible(fillable: bytes):
    assert len(pdf_readers.pages(fillable)) == 1
    assert pdf_readers.complaints(fillable) == []
    assert pdf_readers.out_of_place(fillable) == []


@PAPERS
def test_the_skills_of_the_force_keep_to_the_columns_of_a_form(jedi: Document, paper: str):
    pdf = printing.sheet_pdf(jedi, PrintOptions(paper=paper, fillable=True))
    reader = PdfReader(BytesIO(pdf))
    assert len(reader.pages) == 1
    annotations = (annotation.get_object() for annotation in reader.pages[0]["/Annots"])
    rights = {field["/T"]: float(field["/Rect"][2]) for field in annotations}
    for skill, above in (("alter", "planets"), ("control", "drive"), ("sense", "command")):
        assert rights[f"skills-{skill}"] == pytest.approx(rights[f"skills-{above}"], abs=0.2)


def test_each_text_field_shows_its_value_without_the_readers_help(fillable: bytes):
    reader = PdfReader(BytesIO(fillable))
    form = reader.root_object["/AcroForm"]
    assert "/NeedAppearances" not in form
    for annotation in reader.pages[0]["/Annots"]:
        field = annotation.get_object()
        if field["/FT"] == "/Tx":
            look = field["/AP"]["/N"].get_data()
            assert (b"Tj" in look) == bool(field["/V"]), field["/T"]


def test_the_font_to_type_in_has_the_letters_of_europe(fillable: bytes):
    form = PdfReader(BytesIO(fillable)).root_object["/AcroForm"]
    font = form["/DR"]["/Font"]["/T"]
    ranges = re.findall(rb"<(....)> <(....)> <(....)>", font["/ToUnicode"].get_data())
    glyphs = {
        chr(int(code, 16) + place): int(first, 16) + place
        for first, last, code in ranges
        for place in range(int(last, 16) - int(first, 16) + 1)
    }
    for char in "AzÉŁźŸœșΆλφЩёїґ€…":
        assert char in glyphs, char
    assert not glyphs.keys() & set("ạệ\ue000漢")
    (descendant,) = font["/DescendantFonts"]
    file = descendant["/FontDescriptor"]["/FontFile2"].get_data()
    with TTFont(BytesIO(file)) as whole:
        order = whole.getGlyphOrder()
        assert all(whole["glyf"][order[glyphs[char]]].numberOfContours for char in "AzŁźΆλЩё")


def test_every_game_adds_up_what_follows_from_other_fields():
    """A PDF reader tries the scripts elsewhere; here, the fields that have one, and their order."""
    for slug, (field, parts, after) in TOTALS.items():
        character = registry.get(slug).random(Random(3))
        pdf = printing.sheet_pdf(character, PrintOptions(fillable=True))
        reader = PdfReader(BytesIO(pdf))
        form = reader.root_object["/AcroForm"]
        order = [one.get_object()["/T"] for one in form["/CO"]]
        assert order.index(after) < order.index(field) if after else field in order
        script = form["/CO"][order.index(field)].get_object()["/AA"]["/C"]["/JS"]
        assert script.startswith(f'addUp("{parts}",'), script
        names = reader.root_object["/Names"]["/JavaScript"]["/Names"]
        assert "function addUp(" in names[1].get_object()["/JS"]


def test_a_program_can_fill_it_in(fillable: bytes):
    writer = PdfWriter(clone_from=BytesIO(fillable))
    writer.update_page_form_field_values(
        writer.pages[0], {"name": "Renamed", "credits": "3", "wounded-2": "/on"}
    )
    filled = BytesIO()
    writer.write(filled)
    _reads_back(filled.getvalue())


def test_another_program_can_fill_in_a_full_sheet_too(scoundrel: Document):
    pdf = printing.sheet_pdf(scoundrel, PrintOptions(kind="full", fillable=True))
    assert pdf_readers.complaints(pdf) == []
    with pymupdf.open(stream=pdf) as opened:
        wanted = {"name": "Renamed", "credits": "3", "wounded-2": True}
        for widget in opened[0].widgets():
            if widget.field_name in wanted:
                widget.field_value = wanted[widget.field_name]
                widget.update()
        filled = opened.tobytes()
    _reads_back(filled)


def _reads_back(pdf: bytes) -> None:
    """By yet another one."""
    values = {n: f.value for n, f in (PdfReader(BytesIO(pdf)).get_fields() or {}).items()}
    found = [values[name] for name in ("name", "credits", "wounded-1", "wounded-2", "notes")]
    assert found == ["Renamed", "3", "/on", "/on", ""]


def test_what_a_field_could_not_show_stays_printed():
    gear = [{"name": "Πυξίδα 羅針盤", "quantity": 1}, {"name": "Long " * 30, "quantity": 1}]
    pdf = printing.sheet_pdf(document("星野 Αλέξης", {"gear": gear}), PrintOptions(fillable=True))
    text = pdf_readers.text(pdf)
    assert "星野 Αλέξης" in text
    assert "Πυξίδα 羅針盤" in text
    values = [str(field.value) for field in (PdfReader(BytesIO(pdf)).get_fields() or {}).values()]
    assert " ".join(values).count("Long") == 30
    assert "name" not in (PdfReader(BytesIO(pdf)).get_fields() or {})
    assert pdf_readers.undefined_glyphs(pdf) == 0


def test_a_word_wider_than_its_field_goes_on_in_the_next_line():
    made = lines("Ship " + "m" * 100 + " ends", 8.5, 60.0)
    assert "".join(made) == "Ship " + "m" * 100 + " ends"
    assert len(made) == 5
    assert all(width(line.rstrip(), 8.5) <= 60.0 for line in made)


@pytest.mark.parametrize("slug", [SLUG, "rules-sheet-d6", "empire-ascendant"])
@pytest.mark.all_games
@PAPERS
def test_the_lines_of_a_blank_list_are_as_far_apart_as_the_first_from_its_heading(
    slug: str, paper: str
):
    (page,) = mupdf.pages(printing.blank_pdf(slug, PrintOptions(paper=paper)))
    for heading in ("ATTACKS", "GEAR"):
        (left, top, *_) = next(word for word in page.words if word[4] == heading)
        at = sorted(rule[1] for rule in page.rules if abs(rule[0] - left) < 3 and rule[1] > top)
        first, *others = (round(below - above, 1) for above, below in pairwise(at[:3]))
        assert others == pytest.approx([first] * len(others), abs=1)


def test_a_form_that_is_set_close_has_its_lines_below_its_gear_and_notes_down_to_the_foot():
    character = all_pregens()["neesha-vaanik"].document
    link = "https://hyperspace.example.org/s/K7QM2XRT9PABK7QM2XRT9PAB12/"
    options = PrintOptions(paper="letter", fillable=True)
    pdf = printing.sheet_pdf(character, options, Extras(player="Ines", link=link))
    (page,) = mupdf.pages(pdf)
    with pymupdf.open(stream=pdf) as opened:
        fields = {field.field_name: field.rect for field in opened[0].widgets()}
    gear = [rect for name, rect in fields.items() if name.startswith("thing-")]
    feet = {round(rule[1], 1) for rule in page.rules}
    assert len(gear) == 12
    assert all(min(abs(foot - rect.y1) for foot in feet) < 2 for rect in gear)
    assert fields["notes"].y1 == pytest.approx(page.high - mupdf.FOOT, abs=1)


def test_who_has_neither_edge_nor_burden_yet_has_room_to_write_both():
    text = pdf_readers.text(printing.sheet_pdf(document("Nobody yet", {})))
    assert "EDGE" in text
    assert "BURDEN" in text
