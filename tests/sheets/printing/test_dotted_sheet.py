"""A sheet of dots: longer than a page, its first page full, its blank complete."""

from sheets import printing
from sheets.demo import all_pregens
from tests.sheets.printing.pdf_readers import pages

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
