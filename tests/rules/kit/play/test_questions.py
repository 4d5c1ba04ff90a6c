"""Questions before an action, from a game's TOML to an answer and its field."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules import tables
from rules.declared.target_tables import TargetRow
from rules.forms.fields import Choice, Field, Number, Pick, Text
from rules.kit.play.answers import Answers
from rules.kit.play.questions import ActionInput, Question, Questionnaire, text_field
from rules.play import Attempt
from rules.problems import Problem

RANGES = {
    "near": TargetRow(id="near", name="Near", number=5),
    "far": TargetRow(id="far", name="Far", number=20, does="Out there.", source="A book, Ranges"),
}
TOML = """
[[questions]]
id = "shot"
questions = [
    { id = "range", label = "Far", kind = "menu", rows = "ranges", numbered = true, needed = true },
    { id = "cover", label = "Cover +{combat[cover]}", kind = "yes" },
    { id = "bonus", label = "Bonus", least = -5, most = 5 },
    { id = "theirs", label = "They roll", kind = "code", placeholder = "3D" },
    { id = "half", label = "Half of", kind = "half", limit = 3 },
]
"""


def _half(question: Question, answers: Answers, _usual: Any) -> tuple[Fraction | None, Field]:
    said = answers.text(question.id)
    return (Fraction(said) / 2 if said else None), text_field(question, said)


ASKED = Questionnaire(
    lambda place: {"ranges": RANGES}[place], {"combat": {"cover": 5}}, {"half": _half}
)


def read(folder: Path, toml: str = TOML) -> dict[str, tuple[Question, ...]]:
    (folder / "questions.toml").write_text(toml)
    return ASKED.sets(tables.Reader(folder), "questions.toml")


def asked(questions: tuple[Question, ...], **values: str) -> ActionInput[str]:
    given = ActionInput(
        ASKED, Attempt("Mara", {}, {name: (said,) for name, said in values.items()})
    )
    given.ask(questions)
    return given


def test_each_question_is_a_field_with_its_answer(tmp_path: Path) -> None:
    shot = read(tmp_path)["shot"]
    given = asked(shot, range="far", cover="yes", bonus="-2", theirs="3D+1", half="9")
    assert given.said == {
        "range": "far",
        "cover": True,
        "bonus": -2,
        "theirs": (3, 1),
        "half": Fraction(9, 2),
    }
    menu, box, number, code, half = given.fields
    assert isinstance(menu, Choice)
    assert [option.name for option in menu.options] == ["Choose", "Near 5", "Far 20"]
    assert isinstance(box, Pick)
    assert (box.label, box.values) == ("Cover +5", ("yes",))
    assert isinstance(number, Number)
    assert (number.lowest, number.highest, number.values) == (-5, 5, ("-2",))
    assert isinstance(code, Text)
    assert (code.values, code.placeholder) == (("3D+1",), "3D")
    assert isinstance(half, Text)
    assert half.values == ("9",)


def test_what_is_left_out_has_no_answer_and_is_missing_where_it_is_needed(tmp_path: Path) -> None:
    given = asked(read(tmp_path)["shot"])
    assert given.said == {"range": "", "cover": False, "bonus": None, "theirs": None, "half": None}
    assert given.missing == {"range": Problem("missing", "range", "Fill this in.")}


def test_an_answer_that_cannot_be_read_is_a_problem_of_its_field(tmp_path: Path) -> None:
    given = asked(read(tmp_path)["shot"], range="nowhere", bonus="9", theirs="many")
    assert [problem.where for problem in given.answers.wrong] == ["range", "bonus", "theirs"]


def test_a_refusal_takes_the_place_of_the_bounds() -> None:
    price = Question(id="price", label="Price", refusal="In whole credits.")
    assert asked((price,), price="cheap").answers.wrong == [
        Problem("bad-value", "price", "In whole credits.")
    ]


def test_a_refusal_takes_the_place_of_what_a_menu_offers() -> None:
    worst = Question(id="worst", label="Worst", kind="menu", options={"a": "A"}, refusal="Choose.")
    assert asked((worst,), worst="b").answers.wrong == [Problem("bad-value", "worst", "Choose.")]


def test_a_text_is_cut_at_its_limit_and_has_a_usual_one() -> None:
    note = Question(id="note", label="Note", kind="text", limit=5, usual="Waiting.")
    assert asked((note,), note="  the door opens ")["note"] == "the d"
    given = asked((note,))
    assert given["note"] == "Waiting."
    [field] = given.fields
    assert isinstance(field, Text)
    assert (field.values, field.limit) == (("",), 5)


def test_picks_are_a_box_each_and_what_is_not_offered_is_left_out() -> None:
    how = Question(
        id="how", label="How", kind="picks", options={"aim": "Aim", "run": "Run"}, detail="Slowly."
    )
    given = ActionInput(ASKED, Attempt("Mara", {}, {"how": ("run", "fly")}))
    given.ask((how,))
    assert given["how"] == ("run",)
    [field] = given.fields
    assert isinstance(field, Pick)
    assert [(one.id, one.chosen, one.detail) for one in field.options] == [
        ("aim", False, "Slowly."),
        ("run", True, "Slowly."),
    ]


def test_fields_of_questions_that_are_read_can_stand_anywhere(tmp_path: Path) -> None:
    shot = read(tmp_path)["shot"]
    given = ActionInput(ASKED, Attempt("Mara", {}, {"bonus": ("3",)}))
    later = given.read(shot[2:3])
    given.ask(shot[1:2])
    given.fields += later
    assert (given["bonus"], [field.id for field in given.fields]) == (3, ["cover", "bonus"])


def test_what_is_usual_stands_where_nothing_was_answered() -> None:
    mook = Question(id="mook", label="Mook", kind="menu", options={"a": "A", "b": "B"})
    first = asked((Question(**{**plain(mook), "usual": "first"}),))
    assert first["mook"] == "a"
    menu = first.fields[0]
    assert isinstance(menu, Choice)
    assert [option.id for option in menu.options] == ["a", "b"]
    given = ActionInput(ASKED, Attempt("Mara", {}))
    number = Question(id="number", label="Number")
    usual = {"mook": lambda _one: "b", "number": lambda one: 15 if one["mook"] == "b" else None}
    given.ask((mook, number), usual)
    assert given.said == {"mook": "b", "number": 15}


def plain(question: Question) -> dict[str, Any]:
    return {name: getattr(question, name) for name in question.__struct_fields__}


def test_a_menu_can_begin_later_name_the_choice_of_nothing_and_describe_its_rows() -> None:
    far = Question(
        id="range",
        label="Range",
        kind="menu",
        rows="ranges",
        from_row="far",
        none="None: just roll",
        described=True,
    )
    menu = asked((far,)).fields[0]
    assert isinstance(menu, Choice)
    assert [option.name for option in menu.options] == ["None: just roll", "Far"]
    assert (menu.options[1].detail, menu.options[1].source) == ("Out there.", "A book, Ranges")


def test_a_decimal_may_have_a_fraction_and_lies_above_its_least() -> None:
    times = Question(id="times", label="Times", kind="decimal", most=100)
    assert asked((times,), times="0.5")["times"] == Fraction(1, 2)
    assert asked((times,))["times"] is None
    for said in ("0", "101", "1/2", "half", "0.000000000001"):
        assert [one.where for one in asked((times,), times=said).answers.wrong] == ["times"]


def test_what_dice_show_is_typed_or_still_to_be_rolled() -> None:
    delay = Question(id="delay", label="Delay", kind="dice", most=2, detail="hours")
    found = {said: asked((delay,), delay=said)["delay"] for said in ("", "yes", "7")}
    assert found == {"": 0, "yes": None, "7": 7}
    menu = asked((delay,)).fields[0]
    assert isinstance(menu, Choice)
    names = [option.name for option in menu.options]
    assert (len(names), names[:3], names[-1]) == (
        13,
        ["No", "Roll 2D hours", "2 hours"],
        "12 hours",
    )
    assert asked((delay,), delay="13").answers.wrong


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ('kind = "riddle"', "“riddle” is in no table"),
        ('kind = "menu", rows = "walls"', "nothing is called 'walls'"),
        ('kind = "menu", rows = "ranges", from_row = "there"', "nothing is called"),
        ('kind = "menu", rows = "ranges", usual = "there"', "“there” is in no table"),
        ('detail = "{combat[hide]}"', "nothing is called 'hide'"),
    ],
)
def test_a_question_that_cannot_be_asked_is_found_when_it_is_read(
    tmp_path: Path, member: str, message: str
) -> None:
    toml = f'[[questions]]\nid = "x"\nquestions = [{{ id = "q", label = "Q", {member} }}]\n'
    with pytest.raises(tables.TableError, match=r"x\.q") as caught:
        read(tmp_path, toml)
    assert message in str(caught.value)
