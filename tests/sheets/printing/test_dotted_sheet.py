"""A sheet of dots: longer than a page, its first page full, its blank complete."""

import pytest

from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import PrintOptions
from tests.sheets.printing import mupdf
from tests.sheets.printing.pdf_readers import complaints, pages

DOTTED = "storytelling-d10"


def test_abilities_stay_on_the_first_page_where_they_would_just_run_over() -> None:
    pregen = all_pregens()["rook-t9"]
    first, _ = pages(printing.sheet_pdf(pregen.document))
    for name in ("Strength", "Subterfuge", "Survival", "Wilderness"):
        assert name in first


def test_the_blank_has_the_force_and_rows_for_merits_but_nothing_of_nobody() -> None:
    first, second = pages(printing.blank_pdf(DOTTED))
    for name in ("WILDERNESS", "TELEKINETIC", "SWORDPLAY", "WILLPOWER", "ARMOR SOAK", "ATTACKS"):
        assert name in first.upper()
    for name in ("FORCE ABILITIES", "MERITS AND FLAWS", "GEAR"):
        assert name in second.upper()
    for note in ("from 0", "none worn", "0 now"):
        assert note not in first + second


def test_the_foot_of_a_blank_tells_the_page_and_of_a_character_whose_it_is() -> None:
    assert pages(printing.blank_pdf(DOTTED))[1].rstrip().endswith("Storytelling 2 / 2")
    _, second = pages(printing.sheet_pdf(all_pregens()["rook-t9"].document))
    assert second.rstrip().endswith("Rook T9 · 2 / 2")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_experience_and_notes_share_the_foot_of_the_second_page(paper: str) -> None:
    pdf = printing.sheet_pdf(all_pregens()["tamsel-okara"].document, PrintOptions(paper=paper))
    _, second = mupdf.pages(pdf)
    assert complaints(pdf) == []
    tops = {word[4]: word[1] for word in second.words}
    below = max(tops["EXPERIENCE"], tops["NOTES"])
    lines = [rule for rule in second.rules if rule[1] > below + 12 and rule[2] - rule[0] > 50]
    left = sorted(round(rule[1]) for rule in lines if rule[0] < second.wide / 2)
    right = sorted(round(rule[1]) for rule in lines if rule[0] > second.wide / 2)
    assert len(left) >= 4
    assert left == right
