"""Fields bound to the document, with a game of no rules."""

import msgspec
import pytest

from rules.creation import (
    Binding,
    Bound,
    of_build,
    with_build,
)
from rules.document import Document
from rules.kit.bound_fields import name_field, text_field
from rules.problems import RuleViolation


class Build(msgspec.Struct, frozen=True):
    motto: str = ""
    pets: dict[str, str] = {}
    brave: bool = False


def pet(document: Document, rest: str) -> tuple[str, ...] | None:
    held = document.build.pets.get(rest)
    return None if held is None else (held,)


def named(document: Document, rest: str, values: tuple[str, ...]) -> Document:
    return with_build(document, pets={**document.build.pets, rest: values[0]})


FIELDS = Binding(
    (
        name_field(10),
        text_field("motto", "Motto", 20),
        Bound(
            "pet",
            pet,
            named,
            dependent=lambda document: [f"pet.{kind}" for kind in document.build.pets],
            nested=True,
        ),
        of_build(
            "brave",
            lambda build: ("yes",) if build.brave else (),
            lambda build, values: msgspec.structs.replace(build, brave="yes" in values),
        ),
    )
)


def document() -> Document:
    return Document(
        system="", name="Mira", build=Build(motto="Onward", pets={"cat": "Tom"}, brave=True)
    )


def test_what_is_written_is_read_again() -> None:
    found = document()
    for field, values in (
        ("name", ("Rana",)),
        ("motto", ("Wait",)),
        ("pet.dog", ("Rex",)),
        ("brave", ()),
    ):
        found = FIELDS.write(found, field, values)
        assert FIELDS.values(found, field) == values
    assert found.build == Build("Wait", {"cat": "Tom", "dog": "Rex"}, brave=False)
    assert found.name == "Rana"


@pytest.mark.parametrize("field", ["age", "motto.first", "name."])
def test_a_field_that_is_not_there_is_neither_read_nor_written(field: str) -> None:
    assert FIELDS.values(document(), field) is None
    with pytest.raises(RuleViolation) as refused:
        FIELDS.write(document(), field, ("x",))
    [problem] = refused.value.problems
    assert (problem.code, problem.where) == ("bad-value", field)
    assert problem.message == "this field doesn't exist"


def test_a_text_that_is_too_long_is_refused_at_its_field() -> None:
    with pytest.raises(RuleViolation) as refused:
        FIELDS.write(document(), "name", ("x" * 11,))
    assert refused.value.problems[0].where == "name"


def test_a_cleared_step_takes_its_choices_back_and_leaves_what_stays() -> None:
    found = FIELDS.cleared(document(), ("name", "motto", "brave"))
    assert (found.name, found.build) == ("", Build("", {"cat": "Tom"}, brave=True))


def test_only_fields_that_depend_on_a_choice_are_kept_for_it() -> None:
    assert FIELDS.dependent(document()) == {"pet.cat": ("Tom",)}
