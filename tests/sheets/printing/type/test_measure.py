"""Widths of texts, and where they are cut, before anything is laid out."""

import pytest

from sheets.printing.type.fonts import BOLD, TEXT
from sheets.printing.type.measure import count_fitting, count_lines, shorten, width

SIZE, MEASURE = 10, 40


@pytest.mark.parametrize("before", ["", "Knight ", "Knight of the Long Road "])
def test_a_word_wider_than_a_line_fills_the_lines_that_there_are(before: str):
    text = before + "Wagw" * 50
    for room in (1, 2, 3):
        fits = count_fitting(text, SIZE, MEASURE, room=room)
        assert count_lines(text[:fits], SIZE, MEASURE) <= room
        lines_of_before = count_lines(before, SIZE, MEASURE)
        if room > lines_of_before:
            filled = width(text[len(before) : fits], SIZE, TEXT)
            assert filled > 0.8 * MEASURE * (room - lines_of_before)


def test_a_word_that_fits_a_line_is_not_divided():
    text = "Knights of the Long and Narrow Road"
    assert text[: count_fitting(text, SIZE, MEASURE, room=1)] == "Knights of the Long and "


def test_a_letter_is_not_parted_from_its_marks():
    marked = "a\u0301\u0302\u0303" * 100
    for measure in range(20, 60):
        assert count_fitting(marked, SIZE, measure, room=2) % 4 == 0


def test_letters_of_mathematics_and_signs_are_as_wide_as_they_are_shown():
    """DejaVu shows 𝓦 in 1.14 ems, 𝕯 in 0.92, and ⚔ in 0.84, and other letters narrower."""
    name = "𝓑𝓵𝓪𝓬𝓴 𝓦𝓲𝓭𝓸𝔀 ⚔ 𝕯𝖔𝖔𝖒"
    assert width(name, SIZE, BOLD) > 0.85 * len(name.replace(" ", "")) * SIZE * 25.4 / 72
    assert len(shorten(name * 3, SIZE, MEASURE)) < 16
