"""Print choices: read from an address, remembered, said in words."""

from datetime import date

import pytest
from django.http import QueryDict
from django.utils.http import urlencode
from hypothesis import given
from hypothesis import strategies as st

from sheets import printing
from sheets.errors import NotOffered
from sheets.print_pages.choices import BLANK_QUESTIONS, QUESTIONS, PrintChoices, has_choices
from sheets.printing import PrintOptions

TODAY = date(2026, 11, 22)


def read(query: str) -> PrintChoices:
    return PrintChoices.read(QueryDict(query))


def test_the_first_choice_is_a_classic_sheet_on_a4_in_plain_ink_dated_today() -> None:
    choice = read("")
    assert choice.options == PrintOptions("classic", "a4", state=True, colour=False, fillable=False)
    assert choice.printed_date(TODAY) == "November 22, 2026"
    assert (
        choice.in_short()
        == "Classic, A4, current values, plain ink, for pen and paper, dated today"
    )


def test_everything_can_be_chosen_otherwise() -> None:
    choice = read("kind=full&paper=letter&state=empty&ink=colour&fill=screen&date=none&private=yes")
    assert choice.options == PrintOptions("full", "letter", state=False, colour=True, fillable=True)
    assert choice.printed_date(TODAY) == ""
    assert choice.private == "yes"
    assert choice.in_short() == "Full, Letter, empty boxes, color, fillable, no date"


def test_what_is_offered_is_what_printing_can() -> None:
    offered = {question.id: {option.id for option in question.options} for question in QUESTIONS}
    assert (
        offered["kind"]
        == set(printing.KINDS)
        == {"classic", "full", "large", "frame", "cards", "tent"}
    )
    assert offered["paper"] == set(printing.PAPERS) == {"a4", "letter"}


def test_a_date_that_was_typed_is_printed_as_it_was_typed() -> None:
    choice = read("date=typed&when=+Day+3+of+the+siege+")
    assert choice.printed_date(TODAY) == "Day 3 of the siege"
    assert choice.in_short().endswith("for pen and paper, dated Day 3 of the siege")
    assert read("date=none&when=Day+3").printed_date(TODAY) == ""
    assert read("date=typed").printed_date(TODAY) == ""


@pytest.mark.parametrize(
    ("query", "faults"),
    [
        (
            "kind=poster",
            {"kind": "“kind” must be one of: classic, full, large, frame, cards, tent."},
        ),
        ("paper=", {"paper": "“paper” must be one of: a4, letter."}),
        ("paper=A4", {"paper": "“paper” must be one of: a4, letter."}),
        ("paper=a4&paper=a4", {"paper": "“paper” must be one of: a4, letter."}),
        ("state=1", {"state": "“state” must be one of: marked, empty."}),
        ("ink=red", {"ink": "“ink” must be one of: plain, colour."}),
        ("fill=%00", {"fill": "“fill” must be one of: pen, screen."}),
        ("date=2026-11-22", {"date": "“date” must be one of: today, none, typed."}),
        ("when=" + "x" * 41, {"when": "“when” must be one line of at most 40 characters."}),
        ("date=typed&when=a%0Ab", {"when": "“when” must be one line of at most 40 characters."}),
        ("when=%E2%80%AEx", {"when": "“when” must be one line of at most 40 characters."}),
        ("private=no", {"private": "“private” must be yes, or left out."}),
        ("link=7", {"link": "“link” must be yes, or left out."}),
        ("face=no", {"face": "“face” must be yes, or left out."}),
        ("since=May", {"since": "“since” must be a date like 2026-11-22, or left out."}),
        ("since=2026-02-30", {"since": "“since” must be a date like 2026-11-22, or left out."}),
        (
            "ink=red&paper=a3",
            {
                "paper": "“paper” must be one of: a4, letter.",
                "ink": "“ink” must be one of: plain, colour.",
            },
        ),
    ],
)
def test_what_is_not_offered_is_refused_with_what_would_be_right(
    query: str, faults: dict[str, str]
) -> None:
    with pytest.raises(NotOffered) as refused:
        read(query)
    assert refused.value.faults == faults


def test_what_is_none_of_our_parameters_is_let_be() -> None:
    assert read("utm_source=chat&page=7") == PrintChoices()
    assert not has_choices(QueryDict("utm_source=chat"))
    assert has_choices(QueryDict("paper=a4"))


def test_a_choice_is_remembered_without_what_was_typed_and_without_private_notes() -> None:
    choice = read("kind=full&paper=letter&ink=colour&date=typed&when=Day+3&private=yes")
    assert choice.cookie == "full.letter.marked.colour.pen.none.today"
    assert PrintChoices.remembered(choice.cookie) == PrintChoices(
        kind="full", paper="letter", ink="colour"
    )
    assert (
        read("date=none&state=empty&fill=screen").cookie
        == "classic.a4.empty.plain.screen.none.none"
    )


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "full",
        "full.a3.marked.plain.pen.none.today",
        "full.a4.marked.plain.pen.none.today.more",
        "." * 6,
    ],
)
def test_a_cookie_that_cannot_be_read_is_as_good_as_none(cookie: str) -> None:
    assert PrintChoices.remembered(cookie) == PrintChoices()


def test_an_address_says_everything_so_that_no_cookie_changes_it() -> None:
    assert (
        PrintChoices().query
        == "kind=classic&paper=a4&state=marked&ink=plain&fill=pen&backs=none&date=today"
    )
    written = read("date=typed&when=a%26b&kind=full&private=yes").query
    assert written.endswith("&date=typed&when=a%26b&private=yes")
    assert read(written) == PrintChoices(kind="full", date="typed", when="a&b", private="yes")


def test_private_notes_go_only_onto_the_kind_that_has_room_for_notes() -> None:
    assert read("kind=classic&private=yes") == PrintChoices()


def test_of_a_blank_sheet_paper_ink_and_fields_are_chosen() -> None:
    choice = read("kind=cards&paper=letter&ink=colour&fill=screen&state=empty&date=none").blank()
    assert choice == PrintChoices(paper="letter", ink="colour", fill="screen")
    assert [question.id for question in BLANK_QUESTIONS] == ["paper", "ink", "fill"]
    assert choice.in_short(BLANK_QUESTIONS) == "Letter, color, fillable"


def test_what_makes_no_difference_to_cards_is_not_said_of_them() -> None:
    assert read("kind=cards").in_short() == "Cards, A4, plain ink, no backs, dated today"
    assert read("kind=tent&fill=screen").in_short() == "Name tent, A4, plain ink, dated today"
    assert read("kind=full&backs=printed") == PrintChoices(kind="full")
    assert read("kind=cards&backs=printed").options.backs


ids = st.sampled_from([option.id for question in QUESTIONS for option in question.options])
names = st.sampled_from([*(question.id for question in QUESTIONS), "when", "private", "x"])


@given(st.lists(st.tuples(names, ids | st.just("yes") | st.text(max_size=50))))
def test_whatever_an_address_says_is_a_choice_or_refused_and_a_choice_is_written_and_read_back(
    pairs: list[tuple[str, str]],
) -> None:
    encodable = [(name, value.encode(errors="replace").decode()) for name, value in pairs]
    try:
        choice = read(urlencode(encodable))
    except NotOffered:
        return
    assert read(choice.query) == choice


@given(st.text() | st.lists(ids, min_size=7, max_size=7).map(".".join))
def test_whatever_a_cookie_says_is_a_choice(cookie: str) -> None:
    choice = PrintChoices.remembered(cookie)
    assert PrintChoices.remembered(choice.cookie).options == choice.options


def test_a_code_is_printed_on_sheets_and_not_remembered() -> None:
    assert read("link=yes").link == read("kind=full&link=yes").link == "yes"
    assert read("kind=cards&link=yes&face=yes") == read("kind=cards")
    assert read("face=yes").face == "yes"
    assert PrintChoices.remembered(read("link=yes").cookie).link == ""
