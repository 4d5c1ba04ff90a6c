"""Fields of creation, with a build of no game: shown, read, written and cleared."""

import msgspec
import pytest

from rules.creation import Binding, StepSpec, shown_only, steps
from rules.document import Document
from rules.figures import Figure, dice
from rules.forms.fields import Breakdown, Cell, Codes, Field, Number, Option, Pick, Rows, Text
from rules.kit.bound_fields import (
    codes_field,
    name_field,
    number_field,
    open_name,
    rows_field,
    switch_field,
    text_field,
)
from rules.problems import InvalidDocument, Problem, RuleViolation


class Pet(msgspec.Struct, frozen=True):
    name: str
    age: int = 1
    call: str = ""


class Build(msgspec.Struct, frozen=True):
    motto: str = ""
    strict: bool = False
    luck: int | None = None
    codes: dict[str, str] = msgspec.field(default_factory=dict)
    pets: tuple[Pet, ...] = ()


class Character:
    def __init__(self, document: Document) -> None:
        self.document, self.build = document, document.build


def figure(character: Character, id: str) -> Figure:
    return dice(id, len(character.build.codes.get(id, "")))


def whistled(said: str) -> str:
    if not said.isalpha():
        raise InvalidDocument("a call is one word.")
    return said.upper()


FIELDS = (
    name_field(10),
    text_field("motto", "Motto", 20, hint="In short.", lines=2),
    switch_field("strict", "Rules", lambda _: Option("strict", "By the book")),
    number_field("luck", "Luck", 9, hint="Rarely more."),
    codes_field("codes", "Codes", {"a": "Arms", "b": "Back"}, figure, hint="", left=lambda _: None),
    rows_field(
        "pets",
        "Pets",
        Pet,
        (Cell("name", "Pet"), Cell("age", "Age", "number"), Cell("call", "Call")),
        limit=2,
        hint=lambda character: f"Those of {character.document.name}.",
        suggest=lambda _: {"call": ("HO",)},
        written={"call": whistled},
    ),
)
BINDING = Binding(FIELDS)
FULL = Build(
    motto="Onward",
    strict=True,
    luck=3,
    codes={"a": "3D", "z": "9D"},
    pets=(Pet("Tom", 2, "HEY"), Pet("Rex")),
)


def document(build: Build = FULL) -> Document:
    return Document(system="", name="Mira", build=build)


@pytest.mark.parametrize(
    ("field", "values", "build"),
    [
        ("motto", ("Wait",), {"motto": "Wait"}),
        ("strict", (), {"strict": False}),
        ("luck", ("",), {"luck": None}),
        ("luck", ("9",), {"luck": 9}),
        ("codes", ("4d + 1", ""), {"codes": {"a": "4D+1", "z": "9D"}}),
        ("pets", ("Tom", "", "ho"), {"pets": (Pet("Tom", 1, "HO"),)}),
    ],
)
def test_a_field_is_written_to_its_member(
    field: str, values: tuple[str, ...], build: dict[str, object]
) -> None:
    found = BINDING.write(document(), field, values)
    assert found.build == msgspec.structs.replace(FULL, **build)


@pytest.mark.parametrize(
    ("field", "values", "message"),
    [
        ("strict", ("maybe",), "'maybe' isn't one of the options."),
        ("luck", ("10",), "Enter a number from 0 to 9, not 10."),
        ("codes", ("3D",), "A code for each of a, b is expected."),
        ("pets", ("Tom", "1", "h0"), "Tom: a call is one word."),
    ],
)
def test_what_a_field_cannot_take_is_refused(
    field: str, values: tuple[str, ...], message: str
) -> None:
    with pytest.raises(RuleViolation) as refused:
        BINDING.write(document(), field, values)
    assert refused.value.problems == (Problem("bad-value", field, message),)


def test_each_code_that_cannot_be_read_is_named() -> None:
    with pytest.raises(RuleViolation, match=r"Arms: .* Back: "):
        BINDING.write(document(), "codes", ("lots", "3D+9"))


def test_a_page_shows_what_a_form_sends() -> None:
    character = Character(document())
    found = [field for bound in FIELDS for field in bound.show(character)]
    cells = (
        Cell("name", "Pet"),
        Cell("age", "Age", "number"),
        Cell("call", "Call", suggestions=("HO",)),
    )
    assert [field for field in found if not isinstance(field, Codes)] == [
        Text("name", "Name", ("Mira",), "Your character's name.", limit=10),
        Text("motto", "Motto", ("Onward",), "In short.", 2, 20),
        Pick("strict", "Rules", ("yes",), (Option("yes", "By the book", chosen=True),)),
        Number("luck", "Luck", ("3",), "Rarely more.", highest=9),
        Rows("pets", "Pets", ("Tom", "2", "HEY", "Rex", "1", ""), cells, "Those of Mira.", limit=2),
    ]
    [codes] = (field for field in found if isinstance(field, Codes))
    assert codes.values == ("3D", "")
    assert [(one.name, one.typed) for one in codes.traits] == [("Arms", "3D"), ("Back", "")]


def test_a_cleared_step_keeps_switches_and_numbers() -> None:
    found = BINDING.cleared(document(), ("name", "motto", "strict", "luck", "codes", "pets"))
    assert (found.name, found.build) == ("", Build(strict=True, luck=3))


def test_a_character_without_a_name_is_unfinished() -> None:
    assert list(open_name(document())) == []
    [problem] = open_name(Document(system="", name=" ", build=Build()))
    assert (problem.code, problem.where, problem.unfinished) == ("missing", "name", True)


def told(_character: Character) -> tuple[Field, ...]:
    return (Breakdown("told", "Told", ()),)


def test_a_step_has_the_problems_at_its_fields() -> None:
    specs = (
        StepSpec("who", "Who", "", FIELDS[:2], lambda _: "Mira"),
        StepSpec("told", "Told", "", (shown_only("told", told),), lambda _: ""),
        StepSpec("review", "Review", "", (), lambda _: ""),
    )
    wrong = (Problem("a", "name", "A."), Problem("b", "build.motto", "B."), Problem("c", "x", "C."))
    who, shown, review = steps(specs, Character(document()), wrong, only="told")
    assert (who.problems, who.fields, who.open) == (wrong[:2], (), "2 problems")
    assert (shown.problems, shown.fields) == ((), told(Character(document())))
    assert (review.problems, review.open) == (wrong, "")
    assert Binding(specs[1].fields).values(document(), "told") is None
