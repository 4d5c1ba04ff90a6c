"""How large the files of ready-made characters are."""

import pytest

from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import PrintOptions

KIB = 1024


@pytest.mark.parametrize(("fillable", "most"), [(False, 35 * KIB), (True, 60 * KIB)])
@pytest.mark.parametrize("slug", ["hyperspace-d6", "rules-sheet-d6", "empire-ascendant"])
def test_a_sheet_is_small_enough_to_send(slug: str, most: int, *, fillable: bool) -> None:
    character = next(it.document for it in all_pregens().values() if it.document.system == slug)
    options = PrintOptions(paper="letter", fillable=fillable)
    assert len(printing.sheet_pdf(character, options)) <= most
