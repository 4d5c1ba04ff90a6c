"""File sizes of pregenerated characters."""

from itertools import product

import pytest

from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import PrintOptions
from sheets.printing.options import NO_EXTRAS, Extras
from sheets.printing.pdf import worker
from tests.sampling import draw, sample

KIB = 1024
SHEET, FORM = 35 * KIB, 64 * KIB
# Of each game the ready-made character with the most to print.
LARGEST = {
    "hyperspace-d6": "neesha-vaanik",
    "rules-sheet-d6": "hanneke-vor",
    "empire-ascendant": "fyra-lorrimar",
    "storytelling-d10": "tamsel-okara",
}
CODES = Extras(
    link="https://hyperspace.example/s/abcdefgh/",
    return_link="https://hyperspace.example/r/ABCD1234/",
    return_code="ABCD-1234",
)


@pytest.mark.parametrize(
    ("game", "fillable", "extras"),
    sample(product(LARGEST, (False, True), (NO_EXTRAS, CODES)), every=4, first=draw() % 4),
)
def test_a_sheet_is_small_enough_to_send(game: str, extras: Extras, *, fillable: bool) -> None:
    character = all_pregens()[LARGEST[game]].document
    options = PrintOptions(paper="letter", fillable=fillable)
    job = printing.sheet_job(character, options, extras)
    assert len(worker.make_pdf(job)) <= (FORM if fillable else SHEET)
