"""Pages of large print: filled, with traits in even columns, broken where a reader would."""

from collections.abc import Iterator
from itertools import pairwise

import pymupdf
import pytest
from msgspec.structs import replace

from rules import registry
from rules.character import Character
from rules.document import Document, Envelope
from rules.sheet.sections import Attacks, Sheet
from sheets.demo import all_pregens, demo_party
from sheets.printing import PrintOptions
from sheets.printing.options import Extras
from sheets.printing.pdf import worker
from sheets.printing.sheet import large
from sheets.printing.sheet.compose import compose
from sheets.printing.sheet.sections import print_sections
from sheets.printing.styles import MARGIN_BOTTOM, MARGIN_TOP, for_game
from tests.sampling import draw, sample
from tests.sheets.every_game.characters import EVERY, SAMPLES, by_chance
from tests.sheets.printing import hostile_characters, mupdf, pdf_readers
from tests.sheets.printing.sheet.test_large_and_framed import smallest

POINTS = 72 / 25.4
# The least part of a page that is filled, of those before the last.
FILLED, FILLED_BY_ANYBODY = 0.75, 0.65
HEADING = 15
# Millimeters by which groups side by side differ at most: four rows.
UNEVEN = 4.1 * large.ROW

PREGENS = {**all_pregens(), **demo_party().characters}


def _empty(slug: str) -> Document:
    members = {"build": {}, "player": "", "ledger": [], "marks": {}, "house": {}}
    return registry.from_envelope(Envelope(system=slug, name="Nobody yet", **members))


def _sheet(document: Document) -> Sheet:
    return registry.open(document).sheet


def _printed(sheet: Sheet, paper: str, extras: Extras | None = None) -> bytes:
    """A sheet without the lines to write on that fill what it leaves free of a page."""
    options = PrintOptions(kind="large", paper=paper)
    job = compose(sheet, options, game="Any", extras=extras or Extras())
    return worker.make_pdf(replace(job, html=job.html.replace(" data-lines=", " data-unruled=")))


def _filled(page: mupdf.Page) -> float:
    """The part of a page that is filled, from its top."""
    foot = page.high - MARGIN_BOTTOM * POINTS
    lowest = max(
        *(word[3] for word in page.words if word[1] < foot - 3),
        *(rule[3] for rule in page.rules),
    )
    top = MARGIN_TOP * POINTS
    return (lowest - top) / (foot - top)


def _lonely_headings(pdf: bytes) -> Iterator[str]:
    """The headings with nothing below them on their page."""
    with pymupdf.open(stream=pdf) as document:
        for page in document:
            foot = page.rect.height - MARGIN_BOTTOM * POINTS
            blocks = page.get_text("dict")["blocks"]
            lines = [line for block in blocks for line in block.get("lines", ())]
            spans = [span for line in lines for span in line["spans"] if span["bbox"][1] < foot - 3]
            lowest = max(span["bbox"][1] for span in spans)
            for span in spans:
                is_heading = abs(span["size"] - HEADING) < 0.1 and "Bold" in span["font"]
                if is_heading and span["bbox"][1] > lowest - HEADING and span["text"] != "Notes":
                    yield span["text"]


def _check(pdf: bytes, least: float) -> None:
    pages = mupdf.pages(pdf)
    assert [share for page in pages[:-1] if (share := round(_filled(page), 2)) < least] == []
    assert list(_lonely_headings(pdf)) == []


@EVERY
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("seed", sample([0, 9, None], every=3, first=draw() % 3))
@pytest.mark.all_games
def test_pages_of_usual_and_of_empty_sheets_are_filled(
    slug: str, paper: str, seed: int | None
) -> None:
    document = _empty(slug) if seed is None else by_chance(slug, seed)
    _check(_printed(_sheet(document), paper), FILLED)


@pytest.mark.parametrize("name", sample(sorted(PREGENS), every=6))
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_of_rich_sheets_are_filled(name: str, paper: str) -> None:
    _check(_printed(_sheet(PREGENS[name].document), paper), FILLED)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_text_of_usual_length_stays_in_one_column_of_a_page(paper: str) -> None:
    document = PREGENS["tamsel-okara"].document
    pages = mupdf.pages(_printed(_sheet(document), paper))
    for first, last in (("Barrier", "successes."), ("Surge", "speed."), ("Ataru", "damage.")):
        ((page, begin),) = (
            (page, word) for page in pages for word in page.words if word[4].startswith(first)
        )
        middle = page.wide / 2
        column = [word for word in page.words if (word[0] < middle) == (begin[0] < middle)]
        assert any(word[4].endswith(last) and word[1] > begin[1] for word in column), first


@EVERY
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    "seed", sample([14, draw() % 500, (draw() + 250) % 500], every=3, first=draw() % 3)
)
@pytest.mark.all_games
def test_pages_of_anything_are_filled_within_their_margins(
    slug: str, paper: str, seed: int
) -> None:
    made = hostile_characters.document(slug, seed)
    sheet = Character(registry.get(slug), made).sheet
    pdf = _printed(sheet, paper, hostile_characters.extras(seed))
    _check(pdf, FILLED_BY_ANYBODY)
    assert pdf_readers.out_of_place(pdf) == []
    assert smallest(pdf) >= 9 - 0.01


def test_a_name_of_many_lines_does_not_take_its_group_to_the_next_page() -> None:
    """Of four skills the last has eleven lines, and the room below the other groups has ten."""
    made = hostile_characters.document("rules-sheet-d6", 347)
    sheet = Character(registry.get("rules-sheet-d6"), made).sheet
    pdf = _printed(sheet, "letter", hostile_characters.extras(347))
    _check(pdf, FILLED_BY_ANYBODY)
    assert "MEC" in {word[4] for word in mupdf.pages(pdf)[0].words}


def _bands(document: Document) -> list[large.Band]:
    look = for_game(document.system, kind="large")
    sections = large.large_sections(print_sections(_sheet(document), look, blank=False), look)
    return [band for section in sections for band in section.bands]


@pytest.mark.parametrize(
    "document",
    [
        *(by_chance(slug, seed) for slug in SAMPLES for seed in range(6)),
        *map(_empty, SAMPLES),
        *(pregen.document for pregen in PREGENS.values()),
    ],
    ids=lambda document: f"{document.system}-{document.name}",
)
def test_groups_side_by_side_are_about_as_high(document: Document) -> None:
    bands = _bands(document)
    assert bands
    assert [band.unevenness for band in bands if band.unevenness > UNEVEN] == []


@EVERY
def test_every_trait_is_in_one_group(slug: str) -> None:
    document = by_chance(slug)
    parts = print_sections(_sheet(document), for_game(slug, kind="large"), blank=False)
    rows = [row for part in parts.values() for it in part.all_columns for row in it.rows]
    placed = [row for band in _bands(document) for it in band.columns for row in it.rows]
    assert sorted(row.key for row in placed) == sorted(row.key for row in rows)


@EVERY
def test_groups_side_by_side_are_in_their_order(slug: str) -> None:
    for band in _bands(by_chance(slug)):
        assert all(one.place < other.place for one, other in pairwise(band.groups))


@pytest.mark.parametrize("name", ["zander-callis", "tamsel-okara"])
def test_boxes_are_large_enough_for_a_pencil(name: str) -> None:
    with pymupdf.open(stream=_printed(_sheet(PREGENS[name].document), "a4")) as document:
        drawn = [drawing for page in document for drawing in page.get_drawings()]
    boxes = [shape[1] for it in drawn for shape in it["items"] if shape[0] == "re"]
    squares = [box.width / POINTS for box in boxes if abs(box.width - box.height) < 0.1]
    assert squares
    assert min(squares) > 2.8


def _first_lines(name: str, paper: str) -> list[str]:
    """The first line of each page after the first, without spaces."""
    pages = mupdf.pages(_printed(_sheet(PREGENS[name].document), paper))[1:]
    tops = [min(word[3] for word in page.words) for page in pages]
    return [
        "".join(word[4] for word in page.words if abs(word[3] - top) < 1)
        for page, top in zip(pages, tops, strict=True)
    ]


@pytest.mark.parametrize(
    ("name", "paper", "lines"),
    sample(
        [
            ("ondo-teth", "letter", ["Initiative, move, soak", "Force abilities, continued"]),
            ("tamsel-okara", "a4", ["Initiative, move, soak", "Force abilities, continued"]),
            ("brakk-stroud", "letter", ["Initiative, move, soak", "Merits and flaws, continued"]),
            ("velda-corvess", "letter", ["Attacks", "Languages"]),
        ],
        every=4,
        first=draw() % 4,
    ),
)
def test_a_page_begins_with_a_heading_or_with_what_goes_on(
    name: str, paper: str, lines: list[str]
) -> None:
    assert _first_lines(name, paper) == ["".join(line.split()) for line in lines]


def _many_attacks() -> Sheet:
    sheet = _sheet(PREGENS["neesha-vaanik"].document)
    sections = tuple(
        replace(it, rows=it.rows * 12) if isinstance(it, Attacks) else it for it in sheet.sections
    )
    return replace(sheet, sections=sections)


def test_attacks_that_go_on_are_named_at_the_head_of_their_page() -> None:
    second = mupdf.pages(_printed(_many_attacks(), "letter"))[1]
    assert min(second.words, key=lambda word: word[3])[4].startswith("Attacks")
    assert "Attacks, continued" in second.text
