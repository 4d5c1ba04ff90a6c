"""Large print, and the page to frame: every game, both papers, whoever the character is."""

import pymupdf
import pytest
from msgspec.structs import replace

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.opponents import WHO
from rules.sheet.sections import Attacks, Passage, Prose, Things, Traits
from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import Extras, PrintOptions, styles
from sheets.printing.pdf import worker
from sheets.printing.sheet.compose import compose
from sheets.printing.sheet.framed import Framed, framed
from sheets.printing.sheet.sections import print_sections
from sheets.printing.type.glyphs import typographic
from tests.lantern_deep import lantern
from tests.sampling import draw
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import hostile_characters, mupdf, pdf_readers
from tests.sheets.printing.conftest import document
from tests.sheets.printing.sheet.test_full_sheet import portrait

__all__ = ("lantern",)
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])
# Of each game some that nobody should make, others with each commit.
SEEDS = 12


def smallest(pdf: bytes) -> float:
    """The smallest letters of a file, in points."""
    with pymupdf.open(stream=pdf) as opened:
        return min(
            span["size"]
            for page in opened
            for block in page.get_text("dict")["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
            if span["text"].strip()
        )


def _hostile(slug: str, paper: str) -> list[bytes]:
    seeds = [SEEDS * (draw() % 40) + place for place in range(0, SEEDS, 4)]
    options = PrintOptions(kind="frame", paper=paper)
    found = []
    for seed in seeds:
        made = hostile_characters.document(slug, seed)
        sheet = Character(registry.get(slug), made).sheet
        extras = hostile_characters.extras(seed)
        found.append(worker.make_pdf(compose(sheet, options, game="Any", extras=extras)))
    return found


@EVERY
@PAPERS
@pytest.mark.all_games
def test_no_letter_of_large_print_is_under_nine_points(slug: str, paper: str) -> None:
    pdf = printing.sheet_pdf(by_chance(slug), PrintOptions(kind="large", paper=paper))
    assert smallest(pdf) >= 9 - 0.01
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []


LARGEST = {
    "hyperspace-d6": "neesha-vaanik",
    "rules-sheet-d6": "hanneke-vor",
    "empire-ascendant": "fyra-lorrimar",
    "storytelling-d10": "tamsel-okara",
}


@pytest.mark.parametrize("name", LARGEST.values(), ids=[*LARGEST])
def test_large_print_has_all_that_the_sheet_has(name: str) -> None:
    document = all_pregens()[name].document
    pdf = printing.sheet_pdf(document, PrintOptions(kind="large"))
    text = "".join(pdf_readers.text(pdf).split())
    for section in registry.open(document).sheet.sections:
        match section:
            case Traits():
                said = [line.name for column in section.columns for line in column.lines]
            case Attacks():
                said = [row.name for row in section.rows]
            case Things():
                said = [thing.name for thing in section.things]
            case Prose():
                said = [text for it in section.passages for text in (it.text, it.own_words)]
            case _:
                said = []
        for one in said:
            assert "".join(typographic(one).split()) in text, one


@EVERY
@PAPERS
@pytest.mark.all_games
def test_a_page_to_frame_is_one_page_with_portrait_and_name(slug: str, paper: str) -> None:
    document = by_chance(slug)
    options = PrintOptions(kind="frame", paper=paper, colour=paper == "letter")
    pdf = printing.sheet_pdf(document, options, Extras(portrait=portrait(), portrait_alt="A face"))
    assert pdf_readers.information(pdf)["Pages"] == "1"
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    assert document.name.split()[0] in pdf_readers.text(pdf)
    with pymupdf.open(stream=pdf) as opened:
        assert len(opened[0].get_image_info()) == 1
    assert smallest(pdf) >= 7 - 0.01


@EVERY
@PAPERS
@pytest.mark.all_games
def test_a_page_to_frame_of_a_hostile_character_is_one_page(slug: str, paper: str) -> None:
    for pdf in _hostile(slug, paper):
        assert pdf_readers.information(pdf)["Pages"] == "1"
        assert pdf_readers.out_of_place(pdf) == []
        (page,) = mupdf.pages(pdf)
        above_border = page.high - 13 * 72 / 25.4 - 9 * 72 / 25.4
        credit = page.high - 13 * 72 / 25.4
        low = [word[4] for word in page.words if above_border < word[3] < credit]
        assert low == []


def test_a_name_without_spaces_is_begun_on_a_page_to_frame() -> None:
    name = "Wagwmilquothstepant" * 11
    pdf = printing.sheet_pdf(document(name[:200], {"concept": name}), PrintOptions(kind="frame"))
    text = "".join(pdf_readers.text(pdf).split())
    assert text.count("WagwmilquothstepantWagw") >= 2


@pytest.mark.parametrize("kind", ["large", "frame"])
def test_a_weapon_named_from_right_to_left_stands_apart_from_its_dice(kind: str) -> None:
    gear = [{"id": "blaster-pistol", "quantity": 1, "as": "אקדח של הצפון הרחוק"}]
    pdf = printing.sheet_pdf(document("Dask", {"gear": gear}), PrintOptions(kind=kind))
    words = [word for page in mupdf.pages(pdf) for word in page.words]
    (name,) = (word for word in words if "ק" in word[4] and "ה" in word[4])
    (pool,) = (
        word
        for word in words
        if name[0] < word[0] and word[4].startswith("0D") and abs(word[3] - name[3]) < 4
    )
    assert pool[0] - name[2] > 2.5 * 72 / 25.4


@PAPERS
def test_a_fact_of_one_long_word_goes_on_below_in_large_print(paper: str) -> None:
    options = PrintOptions(kind="large", paper=paper)
    pdf = printing.sheet_pdf(document("Dask", {"pronouns": "Wagwmilq" * 25}), options)
    assert pdf_readers.out_of_place(pdf) == []
    assert "Wagwmilq" * 25 in "".join(pdf_readers.text(pdf).split())


def test_without_a_portrait_the_emblem_has_its_place(hoarder: Document) -> None:
    pdf = printing.sheet_pdf(hoarder, PrintOptions(kind="frame"))
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.information(pdf)["Pages"] == "1"


@pytest.mark.parametrize("kind", ["large", "frame"])
def test_a_declared_game_has_both(lantern: str, kind: str) -> None:
    document = by_chance(lantern)
    pdf = printing.sheet_pdf(document, PrintOptions(kind=kind))
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    assert document.name.split()[0] in pdf_readers.text(pdf)


def test_a_page_to_frame_names_skills_whole_and_no_exception_of_the_game_master() -> None:
    document = all_pregens()["zander-callis"].document
    accepted = (("Two professions.", "Ines asked nicely"),)
    pdf = printing.sheet_pdf(document, PrintOptions(kind="frame"), Extras(accepted=accepted))
    text = pdf_readers.text(pdf)
    assert "Computer Programming/Repair" in text
    assert "asked nicely" not in text
    assert "keeps a bolt of each in his pocket" in " ".join(text.split())


def test_a_name_to_frame_is_set_smaller_before_a_word_of_it_is_broken() -> None:
    rules = registry.get("hyperspace-d6").craft
    assert rules
    pdf = printing.sheet_pdf(rules.document({WHO: ("snowspeeder",)}), PrintOptions(kind="frame"))
    (page,) = mupdf.pages(pdf)
    names = [word for word in page.words if word[4] == "Snowspeeder"]
    assert max(word[3] - word[1] for word in names) > 24  # points: the name, not a fact


def _framed(slug: str, name: str, text: str = "") -> Framed:
    """The page of a character without a portrait, a name, and one text."""
    sheet = registry.open(by_chance(slug)).sheet
    look = styles.for_game(slug, kind="frame")
    prose = [it for it in sheet.sections if isinstance(it, Prose)][-1]
    said = replace(prose, passages=(Passage("", text),))
    sections = tuple(said if it is prose else it for it in sheet.sections)
    sheet = replace(sheet, name=name, concept="", facts=(("Name", name),), sections=sections)
    parts = print_sections(sheet, look, blank=False)
    return framed(sheet, parts, look, Extras(), height=styles.page_height("a4"))


@EVERY
def test_an_emblem_stands_beside_the_middle_of_a_short_name_and_below_the_border(slug: str) -> None:
    page = _framed(slug, "Kel")
    side, above, left = page.emblem
    assert (page.picture[0], above) == (side, 0)
    assert page.above == pytest.approx((side - 16 - 8.4) / 2, abs=0.1)  # a line, and its ruler
    assert left * 2 + side == pytest.approx(page.picture[1], abs=0.1)
    assert page.top >= page.air > 0


def test_a_fact_that_is_the_name_is_not_said_twice() -> None:
    assert _framed("hyperspace-d6", "Kel").facts == ()


def test_the_lines_of_a_quotation_are_about_as_long() -> None:
    text = (
        "Flight jacket with a burn mark over the heart. Has a price on their head in two sectors."
    )
    left, wide = _framed("hyperspace-d6", "Kel", text).quoted
    assert left * 2 + wide == pytest.approx(186, abs=0.2)
    assert wide < 110
    assert _framed("hyperspace-d6", "Kel", "W" * 80).quoted[1] <= 150
