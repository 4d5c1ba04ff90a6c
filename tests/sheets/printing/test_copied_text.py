"""Text that is copied out of a file reads as it is typed: words lie apart by plain spaces."""

import pytest

from sheets import printing
from sheets.printing import PrintOptions
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import pdf_readers

OTHER_SPACES = "\u2007\u2009\u200a\u202f\u00a0"


@EVERY
@pytest.mark.all_games
def test_every_space_is_copied_as_one_that_can_be_typed(slug: str) -> None:
    copied = "".join(pdf_readers.pages(printing.sheet_pdf(by_chance(slug))))
    assert not set(copied) & set(OTHER_SPACES)


@pytest.mark.parametrize("kind", ["full", "cards"])
def test_so_it_is_in_other_editions(kind: str) -> None:
    pdf = printing.sheet_pdf(by_chance("empire-ascendant"), PrintOptions(kind=kind))
    assert not set("".join(pdf_readers.pages(pdf))) & set(OTHER_SPACES)


def test_a_skill_of_two_words_is_found() -> None:
    pdf = printing.sheet_pdf(by_chance("empire-ascendant"))
    assert "Starship Pilot" in " ".join("".join(pdf_readers.pages(pdf)).split("\n"))
