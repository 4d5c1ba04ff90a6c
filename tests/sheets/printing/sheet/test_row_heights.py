"""Room on a page: measured and shared."""

import pytest

from rules.sheet.sections import Passage
from sheets.printing import styles
from sheets.printing.sheet.first_page import share_height
from sheets.printing.sheet.row_heights import Typesetting, cut_passage, split_columns
from sheets.printing.styles import Styles
from sheets.printing.type import fonts, measure

MEASURE = Typesetting(size=10, measure=50, line=4, head=5)


def test_all_figures_are_equally_wide():
    for face in (fonts.CONDENSED, fonts.BOLD):
        assert len({measure.width(digit, 10, face) for digit in "0123456789"}) == 1


def test_a_figure_space_is_as_wide_as_a_figure():
    assert measure.width("\u2007", 10) == measure.width("5", 10)


def test_width_grows_with_the_size():
    assert measure.width("Hyperspace", 20) == pytest.approx(2 * measure.width("Hyperspace", 10))


def test_lines_break_between_words_and_within_endless_ones():
    assert measure.count_lines("", 10, 50) == 0
    assert measure.count_lines("one line", 10, 50) == 1
    assert measure.count_lines("one\ntwo\nthree", 10, 50) == 3
    assert measure.count_lines("word " * 30, 10, 50) == 6
    assert measure.count_lines("m" * 100, 10, 50) >= 6
    assert measure.count_lines("漢" * 50, 10, 50) >= 3


def test_what_is_too_long_is_shortened_to_what_fits():
    short = measure.shorten("A name that is much too long", 10, 20)
    assert short.endswith("…")
    assert measure.width(short, 10) <= 20
    assert measure.shorten("Short", 10, 20) == "Short"


def test_room_is_shared_as_usual_when_it_suffices():
    assert share_height([10, 10, 10], [20, 20, 20], 100) == [20, 20, 60]


def test_who_needs_more_gets_what_others_leave():
    assert share_height([50, 10, 10], [20, 20, 20], 80) == [50, 20, 10]


def test_nobody_takes_what_another_needs():
    assert share_height([90, 20, 20], [20, 20, 20], 80) == [40, 20, 20]


def test_all_get_less_where_there_is_less_than_usual():
    assert share_height([40, 40], [20, 20], 20) == [10, 10]
    assert share_height([40, 40], [20, 20], -5) == [0, 0]


def test_a_passage_is_cut_between_words_and_nothing_of_it_is_lost():
    passage = Passage("Wanted", "The law is after you. " * 8, "Burden", "They know me. " * 8)
    kept, rest = cut_passage(passage, MEASURE, room=5 + 6 * 4)
    assert kept
    assert rest
    assert (kept.name, rest.name) == ("Wanted", "Wanted")
    words = f"{kept.text} {rest.text} {kept.own_words} {rest.own_words}".split()
    assert words == f"{passage.text} {passage.own_words}".split()


def test_a_passage_that_fits_is_left_whole():
    passage = Passage("Luck", "It is.", "Edge")
    assert cut_passage(passage, MEASURE, room=50) == (passage, None)
    assert cut_passage(passage, MEASURE, room=4) == (None, passage)


def test_two_columns_are_about_equally_high():
    heights = {"a": 10, "b": 1, "c": 1, "d": 1, "e": 1}
    assert split_columns(list(heights), heights.__getitem__) == (["a"], ["b", "c", "d", "e"])


def test_measures_are_put_in_where_they_are_used_and_read_as_numbers():
    general = ":root { --row: 5mm; --size: 9pt } p { height: var(--row); font-size: var(--size) }"
    look = Styles(general, ":root { --row: 6mm; --bands: a / b c }")
    assert look.number("row") == 6
    assert look.number("size") == 9
    assert look.words("bands") == ["a", "/", "b", "c"]
    assert look.words("nothing") == []
    assert "p { height: 6mm; font-size: 9pt }" in " ".join(look.text.split())


def test_both_papers_have_the_same_measure():
    assert styles.page_height("a4") == 274
    assert styles.page_height("letter") == pytest.approx(256.4)
    assert "margin: 10mm 12.0mm 13mm" in styles.page_rule("a4")
