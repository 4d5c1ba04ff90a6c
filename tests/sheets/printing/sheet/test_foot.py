"""The foot of a sheet: the code by which it comes back, and the day."""

import pytest
from msgspec.structs import replace

from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import Extras, PrintOptions
from tests.sheets.every_game.characters import EVERY
from tests.sheets.printing import pdf_readers

CODE, DATE = "XAD-MR2K", "September 30, 2026"
LONG = "Arrakkatuk of the Quiet Moons"


@EVERY
@pytest.mark.parametrize("kind", ["classic", "full", "large", "frame", "cards"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_its_code_and_date_are_whole(slug: str, kind: str, paper: str) -> None:
    character = next(one for one in all_pregens().values() if one.document.system == slug)
    extras = Extras(return_code=CODE, date=DATE)
    pdf = printing.sheet_pdf(character.document, PrintOptions(kind=kind, paper=paper), extras)
    assert f"{CODE} · {DATE}" in " ".join(pdf_readers.pages(pdf)[0].split())


def test_a_long_name_takes_the_place_of_the_date_on_further_pages() -> None:
    document = next(iter(all_pregens().values())).document
    named = replace(document, name=LONG)
    pdf = printing.sheet_pdf(named, PrintOptions(kind="large"), Extras(return_code=CODE, date=DATE))
    foot = " ".join(pdf_readers.pages(pdf)[1].split())
    assert f"{LONG} · {CODE} · 2 / " in foot
    assert DATE not in foot
