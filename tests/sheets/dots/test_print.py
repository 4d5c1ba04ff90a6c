"""A game of dots on paper: dots, boxes in a line, two kinds of marks, groups without a head."""

from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.document import Document
from sheets.printing import PrintOptions
from sheets.printing.pdf.pool import pool
from sheets.printing.sheet.compose import compose
from sheets.printing.sheet.sections import print_sections
from sheets.printing.styles import for_game
from tests.dots_game.game import DUSK, Marks
from tests.dots_game.registered import dusk
from tests.sheets.printing import pdf_readers

__all__ = ("dusk",)
pytestmark = pytest.mark.usefixtures("dusk")


@pytest.fixture
def hurt() -> Document:
    marks = Marks(bashing=1, lethal=1, willpower_spent=1)
    return msgspec.structs.replace(DUSK.random(Random(3)), marks=marks)


def printed(document: Document, **options: Any) -> bytes:
    blank = options.pop("blank", False)
    return pool().render(
        compose(Character(DUSK, document).sheet, PrintOptions(**options), game="Dusk", blank=blank)
    )


def test_dots_and_boxes_are_drawn_and_their_numbers_are_read(hurt: Document) -> None:
    pdf = printed(hurt)
    text = pdf_readers.text(pdf)
    for said in (
        "14½ m", "WILLPOWER", "1 lethal marked. nothing", "1 bashing marked. 1 fewer dice",
        "BODY", "Strength 3", "Sneak 5",
    ):  # fmt: skip
        assert said in text, said
    assert pdf_readers.information(pdf)["Pages"] == "1"
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []


@pytest.mark.parametrize("fillable", [False, True])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_blank_sheet_has_empty_dots(hurt: Document, paper: str, *, fillable: bool) -> None:
    pdf = printed(DUSK.empty(), blank=True, fillable=fillable, paper=paper)
    assert pdf_readers.information(pdf)["Pages"] == "1"
    assert pdf_readers.complaints(pdf) == []
    assert "14½" not in pdf_readers.text(pdf)
    assert pdf_readers.complaints(printed(hurt, fillable=fillable, paper=paper)) == []


def test_what_is_drawn(hurt: Document) -> None:
    found = print_sections(Character(DUSK, hurt).sheet, for_game(DUSK.slug), blank=False)
    willpower = found["points"].cells[0]
    assert willpower.gauge is not None
    assert willpower.gauge.dots == (True,) * 4 + (False,) * 6
    assert willpower.gauge.boxes == (True,) + (False,) * 9
    assert [band.boxes for band in found["health"].bands] == [("marked",), ("slashed",), ("",)]
    body = found["attributes"].columns[0]
    assert (body.head, body.caption, body.is_headless, body.dotted) == (
        "Body",
        "",
        True,
        True,
    )
    strength = body.rows[0]
    assert strength.gauge is not None
    assert (strength.text, strength.code, strength.gauge.dots) == (
        "Strength",
        "3",
        (True, True, True, False, False),
    )
