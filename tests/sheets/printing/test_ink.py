"""Every line on paper survives a photocopier: it is black, and at least half a point thick. And
every box is large enough for a mark.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pymupdf
import pytest

from rules import registry
from rules.character import Character
from rules.document import Envelope
from rules.figures import number
from rules.sheet.sections import Figures, Gauge, Line, Track
from sheets import printing
from sheets.printing import Extras, PrintOptions, booklet, statblock, statblocks
from sheets.printing.convention import card_job
from sheets.printing.pdf import worker
from sheets.printing.sheet.compose import compose
from tests.sampling import draw
from tests.sheets import imaginary_game
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing.briefing.test_briefing import NAMES, briefing, made
from tests.sheets.printing.test_convention_sheets import _job

# In points. A number in a file is rounded.
THIN, ROUNDED, LINE = 0.5, 0.02, 3.0
# The line of a box to mark, and its least side, for a pencil or a mouse: 1.9 mm.
BOXED, BOX = 0.8, 1.9 * 72 / 25.4
EDITIONS = (
    PrintOptions(),
    PrintOptions(fillable=True),
    PrintOptions(kind="full"),
    PrintOptions(kind="cards", backs=True),
    PrintOptions(kind="large"),
    PrintOptions(kind="frame"),
    PrintOptions(kind="tent"),
)
# The boxes of a blank sheet for harm and for points to spend: drawn, and with the fields of a form.
BOXES = {
    "hyperspace-d6": [6, 12],
    "empire-ascendant": [7 + 5, 24],
    "rules-sheet-d6": [7 + 24, 62],
    "storytelling-d10": [23, 40],
}


def poor(pdf: bytes) -> list[str]:
    """All in a file that is too faint for a copy, or too small for a mark."""
    return [*faint(pdf), *small(pdf)]


def faint(pdf: bytes) -> Iterator[str]:
    """The lines of a file that are thinner or paler than a copy needs, by MuPDF's reckoning."""
    with pymupdf.open(stream=pdf) as opened:
        for page in opened:
            for drawing in page.get_drawings():
                inked = drawing["color"] if "s" in drawing["type"] else drawing["fill"]
                wide = drawing["width"] if "s" in drawing["type"] else _thickness(drawing)
                if wide > LINE or inked == (1, 1, 1):
                    continue
                if wide < THIN - ROUNDED or any(inked):
                    yield f"{wide:.2f} pt of {inked} at {drawing['rect']}"


def _thickness(drawing: dict[str, Any]) -> float:
    """Of a filled box, its shorter side; of a border, what lies between its two boxes."""
    boxes = [rest[0] for kind, *rest in drawing["items"] if kind == "re"]
    if len(boxes) == 2:
        between = [abs(one - other) for one, other in zip(*boxes, strict=True)]
        return float(min((wide for wide in between if wide > ROUNDED), default=LINE + 1))
    return float(min(drawing["rect"].width, drawing["rect"].height))


def boxes(pdf: bytes) -> Iterator[pymupdf.Rect]:
    """The boxes to mark: those that are drawn, by the thickness of their lines, and those of a
    form.
    """
    with pymupdf.open(stream=pdf) as opened:
        for page in opened:
            for it in page.get_drawings():
                if it["type"] == "s" and abs(it["width"] - BOXED) < ROUNDED:
                    yield from (rest[0] for kind, *rest in it["items"] if kind == "re")
            fields = page.widgets(types=[pymupdf.PDF_WIDGET_TYPE_CHECKBOX])
            yield from (field.rect for field in fields)


def small(pdf: bytes) -> Iterator[str]:
    """The boxes that are too small for a mark."""
    for box in boxes(pdf):
        if min(box.width, box.height) < BOX - ROUNDED:
            yield f"a box of {box.width:.1f} x {box.height:.1f} pt"


@EVERY
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_line_of_a_sheet_can_be_copied(slug: str, edition: PrintOptions) -> None:
    extras = Extras(link="https://hyperspace.example/s/abcdefgh/", return_code="ABCD-1234")
    assert poor(printing.sheet_pdf(by_chance(slug), edition, extras)) == []


@EVERY
def test_so_can_those_of_a_blank_one_and_there_are_as_many_boxes_as_the_game_has(slug: str) -> None:
    blanks = [printing.blank_pdf(slug, edition) for edition in EDITIONS[:2]]
    assert [poor(pdf) for pdf in blanks] == [[], []]
    assert [len(list(boxes(pdf))) for pdf in blanks] == BOXES[slug]


@EVERY
def test_so_can_those_of_a_table_at_a_convention(slug: str) -> None:
    for part in ("summary", "seats"):
        assert poor(worker.make_pdf(_job(part, slug, "a4"))) == [], part
    assert poor(worker.make_pdf(card_job(slug, "a4"))) == []


def test_so_can_those_of_a_briefing_of_opponents_and_of_a_craft() -> None:
    """Of the craft in another edition each day."""
    assert poor(made(briefing(NAMES[:6]))) == []
    game = registry.get("hyperspace-d6")
    opponent = statblock.Opponent("Zin", Character(game, game.random(Random(1))).sheet, 3)
    encounter = statblocks.Encounter(
        game.slug, game.name, game.credit, "Ambush", "Docking bay", "Two of them.", "", (opponent,)
    )
    assert poor(worker.make_pdf(statblocks.statblocks_job(encounter, paper="a4"))) == []
    members = {"player": "", "ledger": [], "marks": {}, "house": {}}
    craft = registry.from_envelope(
        Envelope(system=game.slug, name="Coin", build={"craft": {"id": "yt-1300"}}, **members)
    )
    assert poor(printing.sheet_pdf(craft, EDITIONS[draw() % 4])) == []


def test_so_can_those_of_a_game_without_a_template() -> None:
    grit = Line("grit", "Grit", number("Grit", 1), tally=(True, False, False))
    nerve = Line("nerve", "Nerve", number("Nerve", 4), gauge=Gauge(4, 5, left=1))
    figures = (Figures("points", "Points", (grit,)), Figures("resources", "Resources", (nerve,)))
    sheet = imaginary_game.sheet()
    tracks = (section for section in sheet.sections if isinstance(section, Track))
    sheet = msgspec.structs.replace(sheet, sections=(*figures, *tracks))
    for edition, count in zip(EDITIONS[:2], (3 + 5 + 12, 40), strict=True):
        pdf = worker.make_pdf(compose(sheet, edition, game="Made up"))
        assert poor(pdf) == []
        assert len(list(boxes(pdf))) == count


def test_so_can_those_of_a_booklet() -> None:
    assert poor(printing.booklet_pdf("rules-sheet-d6")) == []


def test_a_pale_or_thin_line_and_a_small_box_would_be_found() -> None:
    pale = worker.lay_out(
        booklet.Job(
            '<html lang="en"><head><title>Lines</title></head>'
            '<body><p>a</p><p class="b">b</p><p class="c" data-frame="box"></p></body></html>',
            (
                "p { border-top: .5pt solid #888 } .b { border-top: .25pt solid #000 }"
                " .c { border: 0; width: .4mm; height: 3.4mm }",
            ),
        )
    )
    assert len(list(faint(pale))) == 2
    assert list(small(pale)) == ["a box of 1.1 x 9.6 pt"]
