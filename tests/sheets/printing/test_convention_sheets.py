"""The pages of a table at a convention, read with other eyes than those that made them."""

from collections import Counter

import pytest

from rules import pregens, registry
from rules.reference.chapters import Column, Table, Term, Terms
from sheets.printing import rules_card
from sheets.printing.convention import (
    ConventionTable,
    SeatLine,
    SkillLine,
    _fitted,
    card_job,
    seats_job,
    summary_job,
)
from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import Job
from sheets.printing.styles import page_height
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import pdf_readers

# Points at the foot of a page.
FOOT = 48
NOBODYS = SkillLine("Astrogation", "–", "–", is_trained=False)
SLUG = "rules-sheet-d6"
ADDRESS = "https://hyperspace.example/seat/abcdefgh/"


def _table(slug: str) -> ConventionTable:
    """Four seats of a game."""
    documents = [by_chance(slug, seed) for seed in range(4)]
    names = [document.name for document in documents]
    seats = (
        SeatLine(place + 1, name, "Human Pilot", f"{ADDRESS}?take={place}", ("Pilot 5D",))
        for place, name in enumerate(names)
    )
    skills = (
        SkillLine(
            skill.name,
            skill.figure.code if skill.figure else "–",
            ", ".join(names[place] for place in skill.positions) or "–",
            skill.is_trained,
        )
        for skill in pregens.best_at(registry.get(slug), documents)
    )
    return ConventionTable(
        slug, "The Long Watch", "4 characters.", tuple(seats), tuple(skills), ADDRESS, "Stealth"
    )


def _job(part: str, slug: str, paper: str) -> Job:
    if part == "card":
        return card_job(slug, paper)
    return {"summary": summary_job, "seats": seats_job}[part](_table(slug), paper)


def test_a_code_stays_with_its_skill() -> None:
    seat = SeatLine(1, "Dray", "Droid", "", ("Computer use 6D+1", "Starship repair 7D"))
    bound = ("Computer use\u00a06D+1", "Starship repair\u00a07D")
    assert _fitted(seat).best_at == bound
    table = ConventionTable(SLUG, "The Long Watch", "1 character.", (seat,), ())
    for job in (summary_job, seats_job):
        assert ", ".join(bound) in job(table, "a4").html


@EVERY
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.soak)])
@pytest.mark.parametrize("part", ["summary", "seats", "card"])
def test_it_is_accessible(slug: str, part: str, paper: str) -> None:
    pdf = worker.make_pdf(_job(part, slug, paper))
    # Frames to cut out are no table, and a game may be called as if it had a number.
    known = {"seats": "TBL-014", "card": "HDG-010 /H1"}.get(part, "none")
    assert [it for it in pdf_readers.complaints(pdf) if not it.startswith(known)] == []
    assert pdf_readers.out_of_place(pdf) == []
    assert pdf_readers.undefined_glyphs(pdf) == 0


@EVERY
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.soak)])
def test_the_lines_of_the_card_stand_beside_each_other(slug: str, paper: str) -> None:
    """All columns have the lines of one grid, and the card is one page."""
    ((_, page, words),) = pdf_readers.words(worker.make_pdf(card_job(slug, paper)))
    # The texts have the most words of one size; the foot of the page may have some of it, too.
    high_of = [(round(bottom - top, 1), round(top, 1)) for _, top, _, bottom, _ in words]
    placed = [(high, top) for high, top in high_of if top < page - FOOT]
    ((text, count),) = Counter(high for high, _ in placed).most_common(1)
    tops = sorted({top for high, top in placed if high == text})
    line = _card(slug, paper).line
    assert count > 150
    for top in tops:
        apart = (top - tops[0]) / line
        assert abs(apart - round(apart)) < 0.05, (top, line)


def _card(slug: str, paper: str) -> rules_card.CardLayout:
    game = registry.get(slug)
    assert game.convention is not None
    parts = [part for chapter in game.reference() for part in chapter.parts]
    return rules_card.card_layout(parts, game.convention.card, height=page_height(paper))


@EVERY
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_columns_of_the_card_are_about_as_long(slug: str, paper: str) -> None:
    layout = _card(slug, paper)
    lines = [sum(block.lines(layout.size) for block in column) for column in layout.columns]
    assert min(lines) >= 0.75 * max(lines), lines


def test_the_card_has_the_largest_letters_that_fit() -> None:
    text = "Meet or beat the number and you succeed. " * 5
    rows = tuple(Term(f"term-{place}", f"Term {place}", text) for place in range(30))
    part = Terms("all", "All", rows, ())
    some = [row.id for row in rows[:9]]
    large = rules_card.card_layout([part], some, height=270)
    small = rules_card.card_layout([part], [row.id for row in rows], height=270)
    assert large.size == 10.75
    assert [len(column) for column in large.columns] == [3, 3, 3]
    assert small.size < large.size
    assert small.line * max(len(column) for column in small.columns) < 270 / 25.4 * 72


@EVERY
def test_every_piece_of_the_card_has_a_title_of_one_size(slug: str) -> None:
    html = card_job(slug, "a4").html
    assert html.count('class="block"') == html.count('<h2 class="title"')
    assert '<h2 class="term"' not in html


def test_a_term_called_like_its_heading_says_it_once() -> None:
    part = Terms("points", "Points", (Term("points", "Points", "You have 5."),), ())
    ((), (), (block,)) = sorted(rules_card.card_layout([part], ["points"], height=270).columns)
    assert (block.name, block.terms[0].name) == ("Points", "")


def test_figures_that_do_not_fit_beside_a_name_stand_below_it() -> None:
    columns = (Column("1"), Column("2"), Column("3"), Column("4"))
    figures = ("11-15", "16-20", "21-25", "26-30")
    rows = (Term("long", "Medicine on the mortally wounded", figures=figures),)
    ((wide,),) = filter(
        None, rules_card.card_layout([Table("t", "T", rows, columns)], ["t"], height=270).columns
    )
    rows = (Term("short", "Rest", figures=figures[:1]),)
    ((narrow,),) = filter(
        None,
        rules_card.card_layout([Table("t", "T", rows, columns[:1])], ["t"], height=270).columns,
    )
    assert (wide.is_wide, narrow.is_wide) == (True, False)


@EVERY
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_card_fills_its_page_with_space_between_lines_and_blocks(slug: str, paper: str) -> None:
    layout = _card(slug, paper)
    highest = max(sum(block.lines(layout.size) for block in column) for column in layout.columns)
    free = (page_height(paper) - rules_card.HEAD) / rules_card.POINT - highest * layout.line
    assert 0 <= free < highest * 0.05 or layout.line > 1.6 * layout.size
    for column, between in layout.spaced:
        own = sum(block.lines(layout.size) + between - 1 for block in column) - (between - 1)
        assert own <= highest
        assert between == 2 or own + len(column) - 1 > highest


def _summary(players: int, who: str = "Kel") -> ConventionTable:
    seats = tuple(SeatLine(number, "Kel", "Human Pilot") for number in range(1, players + 1))
    skills = tuple(SkillLine(f"Skill {number}", "4D", who) for number in range(15))
    return ConventionTable("hyperspace-d6", "Watch", "Any.", seats, (*skills, NOBODYS))


def test_the_summary_has_two_skills_a_row_without_those_that_nobody_can_roll() -> None:
    html = summary_job(_summary(4), "a4").html
    assert html.count("<tr>") == 2 + 4 + 8
    assert NOBODYS.name not in html


def test_the_summary_has_notes_where_several_lines_of_them_fit() -> None:
    assert ">Notes<" in summary_job(_summary(8), "letter").html
    assert ">Notes<" not in summary_job(_summary(14), "letter").html
    assert ">Notes<" not in summary_job(_summary(8, "Quellorian Vantar, " * 8), "letter").html


def test_a_seat_says_what_its_character_is_best_at_where_the_card_has_room() -> None:
    best = tuple(f"Starship Gunnery {number}D" for number in range(3, 7))
    fitted = _fitted(SeatLine(1, "Kel", "Human Pilot", best_at=best)).best_at
    assert [text.replace("\u00a0", " ") for text in fitted] == [*best]
    long = SeatLine(1, "Quellorian-Vantar " * 6, "Human Pilot " * 20, best_at=best)
    assert _fitted(long).best_at == ()


def _seats(count: int) -> ConventionTable:
    """A table of so many seats, and the code of the table."""
    best = tuple(f"Starship Gunnery {number}D" for number in range(3, 7))
    seats = (
        SeatLine(number, f"Quellorian Vantar {number}", "Human Pilot. Smuggler", ADDRESS, best)
        for number in range(1, count + 1)
    )
    return ConventionTable(SLUG, "The Long Watch", "", tuple(seats), (), ADDRESS)


def test_seats_are_lower_where_that_saves_a_page() -> None:
    lower = [
        count for count in (9, 10, 13, 14) if 'class="close"' in seats_job(_seats(count), "a4").html
    ]
    assert lower == [10, 13]
    seat = _seats(1).seats[0]
    assert len(_fitted(seat, close=True).best_at) == 4


def test_thirteen_seats_and_the_code_of_the_table_are_one_page_of_letter() -> None:
    pdf = worker.make_pdf(seats_job(_seats(13), "letter"))
    assert pdf_readers.information(pdf)["Pages"] == "1"
    assert pdf_readers.out_of_place(pdf) == []
