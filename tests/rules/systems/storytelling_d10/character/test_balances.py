"""Things that cost points and things that give some: fields, what they hold, and what is wrong."""

from collections.abc import Sequence

import pytest

from rules.character import Character
from rules.document import Document
from rules.forms.fields import Balance, Choice, Number, Text
from rules.problems import RuleViolation
from rules.systems.storytelling_d10.character import balances
from rules.systems.storytelling_d10.document.build import Instance
from tests.dots_game.game import DUSK, MERIT_ROWS, MERITS, Build


def document(*merits: Instance, strength: int = 1) -> Document:
    attributes = {"strength": strength} if strength > 1 else {}
    return Document("dusk", "Ox", Build(merits=merits, attributes=attributes))


def shown(held: Document) -> Balance:
    field = Character(DUSK, held).steps(only="merits")[3].fields[0]
    assert isinstance(field, Balance)
    return field


def codes(held: Document) -> Sequence[tuple[str, str]]:
    return [(one.code, one.where) for one in Character(DUSK, held).problems if "merit" in one.code]


def test_a_thing_is_taken_and_let_go() -> None:
    taken = DUSK.fields.write(document(), "merits.ox", ("yes",))
    assert taken.build.merits == (Instance(id="ox"),)
    assert DUSK.fields.values(taken, "merits.ox") == ("yes",)
    assert DUSK.fields.write(taken, "merits.ox", ()).build.merits == ()


def test_what_a_thing_asks_stands_below_it_once_it_is_had() -> None:
    held = document(Instance(id="acute-sense", points=2, detail="sight", note="Eagle"))
    had, again, ox = shown(held).sides[0].items
    assert (had.field, had.name, had.points.value, had.is_taken) == (
        "merits.acute-sense",
        "Acute sense: Sight",
        2,
        True,
    )
    points, detail, note = had.fields
    assert isinstance(points, Number)
    assert (points.id, points.values, points.lowest, points.highest) == (
        "merits.acute-sense.points",
        ("2",),
        1,
        2,
    )
    assert isinstance(detail, Choice)
    assert (detail.values, [one.id for one in detail.options]) == (("sight",), ["sight", "hearing"])
    assert isinstance(note, Text)
    assert note.values == ("Eagle",)
    assert (again.field, again.name, again.span) == (
        "merits.acute-sense~2",
        "Acute sense, once more",
        "1–2",
    )
    assert ox.refusal == "Needs Strength 3 (you have 1)"


def test_each_instance_is_a_field_of_its_own() -> None:
    held = document(Instance(id="acute-sense", detail="sight"))
    held = DUSK.fields.write(held, "merits.acute-sense~2", ("yes",))
    held = DUSK.fields.write(held, "merits.acute-sense~2.detail", ("hearing",))
    assert [one.detail for one in held.build.merits] == ["sight", "hearing"]
    # With a detail each there is none left to have once more.
    assert [one.field for one in shown(held).sides[0].items] == [
        "merits.acute-sense",
        "merits.acute-sense~2",
        "merits.ox",
    ]
    first = DUSK.fields.write(held, "merits.acute-sense", ())
    assert [one.detail for one in first.build.merits] == ["hearing"]


def test_the_lowest_points_are_left_out_of_the_document() -> None:
    held = document(Instance(id="acute-sense", points=2))
    held = DUSK.fields.write(held, "merits.acute-sense.points", ("1",))
    assert held.build.merits == (Instance(id="acute-sense"),)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("merits.nothing", ("yes",)),
        ("merits.ox", ("no",)),
        ("merits.ox~2", ("yes",)),
        ("merits.acute-sense~3", ("yes",)),
        ("merits.acute-sense~2.detail", ("sight",)),
        ("merits.acute-sense.points", ("3",)),
        ("merits.acute-sense.points", ("many",)),
        ("merits.acute-sense.note", ("x" * 501,)),
        ("merits.", ("yes",)),
        ("merits", ("yes",)),
    ],
)
def test_what_cannot_be_taken_is_refused(field: str, values: tuple[str, ...]) -> None:
    with pytest.raises(RuleViolation) as caught:
        DUSK.fields.write(document(Instance(id="acute-sense")), field, values)
    assert caught.value.problems[0].where == field


def test_points_are_summed_each_thing_a_term() -> None:
    held = (Instance(id="acute-sense", points=2), Instance(id="ox"), Instance(id="no such"))
    found = balances.summed("spent", MERIT_ROWS, held)
    assert found.text == "spent 4 = Acute sense 2 + Strong as an ox 2"


@pytest.mark.parametrize(
    ("merits", "strength", "expected"),
    [
        ((Instance(id="no such"),), 1, [("unknown-merit", "build.merits[0]")]),
        (
            (Instance(id="acute-sense", points=5, detail="sight"),),
            1,
            [("merit-cost", "build.merits[0]")],
        ),
        ((Instance(id="ox"),), 2, [("merit-requirement", "build.merits[0]")]),
        ((Instance(id="ox"),), 3, []),
        ((Instance(id="acute-sense"),), 1, [("merit-detail", "build.merits[0]")]),
        (
            (
                Instance(id="acute-sense", detail="sight"),
                Instance(id="acute-sense", detail="sight"),
            ),
            1,
            [("duplicate-merit", "build.merits[1]")],
        ),
        (
            (
                Instance(id="acute-sense", detail="sight"),
                Instance(id="acute-sense", detail="hearing"),
            ),
            1,
            [],
        ),
    ],
)
def test_everything_wrong_with_what_is_had_is_named(
    merits: tuple[Instance, ...], strength: int, expected: list[tuple[str, str]]
) -> None:
    assert codes(document(*merits, strength=strength)) == expected


def test_details_that_a_choice_takes_along_are_named() -> None:
    held = document(Instance(id="acute-sense", points=2, detail="sight", note="Eagle"))
    assert DUSK.fields.dependent(held) == {
        "merits.acute-sense.points": ("2",),
        "merits.acute-sense.detail": ("sight",),
        "merits.acute-sense.note": ("Eagle",),
    }
    assert MERITS.bound.place == "build.merits"
