"""The contract of the fields of any game: values are taken as they are sent, or refused."""

from random import Random

import pytest

from rules import document as documents
from rules.character import Character
from rules.forms.fields import (
    Allot,
    Balance,
    Choice,
    Codes,
    Field,
    Number,
    Pick,
    Ranking,
    Rows,
    Shop,
    Text,
)
from rules.game import Game
from rules.problems import RuleViolation
from tests.rules.contract.systems import WITH_DOTS, characters, filled, present


@WITH_DOTS
@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.soak)])
def test_a_field_given_what_it_holds_changes_nothing(system: Game, step: int) -> None:
    for document in characters(system)[::step]:
        for field, values in present(system, document).items():
            again = system.fields.write(document, field, values)
            assert present(system, again) == present(system, document), field
            assert Character(system, again).numbers == Character(system, document).numbers, field
            assert Character(system, again).problems == Character(system, document).problems, field


@WITH_DOTS
def test_field_ids_are_unique(system: Game) -> None:
    for document in characters(system):
        ids = [field.id for field in filled(system, document)]
        assert len(set(ids)) == len(ids)


@WITH_DOTS
def test_what_is_chosen_is_what_the_field_then_holds(system: Game) -> None:
    for document in (system.empty(), system.random(Random(7))):
        for field in filled(system, document):
            if isinstance(field, Choice):
                for option in (*field.options, *field.own):
                    after = system.fields.write(document, field.id, (option.id,))
                    assert present(system, after).get(field.id) == (option.id,), option.id


@WITH_DOTS
def test_each_thing_can_be_picked_and_let_go(system: Game) -> None:
    document = system.empty()
    for field in filled(system, document):
        if isinstance(field, Pick):
            for option in field.options:
                after = system.fields.write(document, field.id, (option.id,))
                assert present(system, after)[field.id] == (option.id,)
                none = system.fields.write(after, field.id, ())
                assert present(system, none)[field.id] == ()


@WITH_DOTS
def test_each_ware_can_be_taken_and_put_back(system: Game) -> None:
    document = system.empty()
    for field in filled(system, document):
        if isinstance(field, Shop):
            for ware in (ware for shelf in field.shelves for ware in shelf.wares):
                one = system.fields.write(document, ware.field, ("1",))
                assert present(system, one)[ware.field] == ("1",)
                none = system.fields.write(one, ware.field, ("0",))
                assert documents.write(none) == documents.write(document), ware.field


@WITH_DOTS
def test_words_stay_as_they_are_typed(system: Game) -> None:
    for field in filled(system, system.empty()):
        if isinstance(field, Text):
            for text in ("漢字 🚀", "<b>&amp;'\"", "x" * field.limit):
                after = system.fields.write(system.empty(), field.id, (text,))
                assert present(system, after)[field.id] == (text,)


@WITH_DOTS
def test_a_line_break_of_a_form_is_one_line_break(system: Game) -> None:
    areas = [f for f in filled(system, system.empty()) if isinstance(f, Text) and f.lines > 1]
    for field in areas:
        after = system.fields.write(system.empty(), field.id, ("a\r\nb\rc\nd",))
        assert present(system, after)[field.id] == ("a\nb\nc\nd",)


def hostile_rows(field: Rows) -> list[tuple[str, ...]]:
    """Rows with one wrong cell, and too few of them for a row."""
    right = {"text": "a", "number": "1", "code": "3D", "menu": ""}
    wrong = {
        "text": ("a\0",),
        "number": ("many", "-1"),
        "code": ("3", "4D+9"),
        "menu": ("no such",),
    }
    row = tuple(right[cell.kind] for cell in field.cells)
    found = [
        (*row[:place], text, *row[place + 1 :])
        for place, cell in enumerate(field.cells)
        for text in wrong[cell.kind]
    ]
    return [row[:-1], *found]


def hostile(field: Field) -> dict[str, list[tuple[str, ...]]]:
    """Values that cannot be sent for the field, or for each ware of a shop."""
    match field:
        case Text():
            refused = [("x" * (field.limit + 1),), ("a\0b",), ("a", "b")]
        case Number():
            refused = [("many",), ("1.5",), ("-1",), ("9" * 400,), ("١",), ("1", "2")]
        case Allot():
            refused = [("1",), ("x",) * len(field.traits), ("9" * 20,) * len(field.traits)]
        case Codes():
            refused = [("1D",), ("4X",) * len(field.traits), ("3D+5",) * len(field.traits)]
        case Rows():
            refused = hostile_rows(field)
        case Ranking():
            refused = [("a",), ("a",) * len(field.places), ("",) * (len(field.places) + 1)]
        case Choice():
            refused = [("a\0",), ("a", "b")]
        case Balance():
            return {item.field: [("no",), ("a\0",)] for item in field.items}
        case Shop():
            wares = [ware.field for shelf in field.shelves for ware in shelf.wares]
            numbers = [("many",), ("-1",), ("9" * 12,), ("1", "2")]
            return dict.fromkeys(wares, numbers)
        case _:
            refused = []
    return {field.id: refused}


@WITH_DOTS
def test_what_cannot_be_a_value_of_a_field_is_refused(system: Game) -> None:
    """A word for a number, a text too long, a control character, two values for one."""
    for document in characters(system)[:3]:
        for field in filled(system, document):
            for id, refused in hostile(field).items():
                for values in refused:
                    with pytest.raises(RuleViolation) as caught:
                        system.fields.write(document, id, values)
                    assert caught.value.problems[0].message, id


@WITH_DOTS
@pytest.mark.parametrize(
    "field", ["", ".", "nothing", "__class__", "build", "gear.", "name.x", "\0"]
)
def test_a_field_that_there_is_not_is_refused(system: Game, field: str) -> None:
    with pytest.raises(RuleViolation):
        system.fields.write(system.empty(), field, ("1",))


@WITH_DOTS
def test_a_choice_leaves_the_document_before_it_alone(system: Game) -> None:
    document = system.random(Random(3))
    before = documents.dump(document)
    for field in filled(system, document):
        if isinstance(field, Choice):
            for option in field.options:
                system.fields.write(document, field.id, (option.id,))
    assert documents.dump(document) == before


@WITH_DOTS
def test_one_option_at_most_is_chosen_and_it_is_the_value(system: Game) -> None:
    for document in characters(system):
        for field in filled(system, document):
            if isinstance(field, Choice):
                chosen = [option.id for option in (*field.options, *field.own) if option.chosen]
                assert chosen in ([], list(field.values)), field.id
            if isinstance(field, Pick):
                chosen = [option.id for option in field.options if option.chosen]
                assert sorted(chosen) == sorted(field.values), field.id


@WITH_DOTS
def test_options_and_wares_stand_under_groups_that_there_are(system: Game) -> None:
    for document in characters(system)[:4]:
        for field in filled(system, document):
            if isinstance(field, Choice | Pick) and field.groups:
                groups = {group.id for group in field.groups}
                assert {option.group for option in field.options if option.group} <= groups
            if isinstance(field, Choice) and field.sorts:
                ranked = {sort.id for sort in field.sorts if sort.id}
                for option in field.options:
                    assert option.set_aside or ranked <= set(option.ranks), option.id


@WITH_DOTS
def test_what_a_field_holds_can_be_read_without_its_step(system: Game) -> None:
    for document in characters(system):
        for field, shown in present(system, document).items():
            assert system.fields.values(document, field) == shown, field


@WITH_DOTS
def test_a_field_that_there_is_not_holds_nothing(system: Game) -> None:
    for field in ("", "nothing", "nothing.at.all", "__class__", "name.__class__"):
        assert system.fields.values(system.empty(), field) is None


@WITH_DOTS
def test_details_are_fields_with_what_they_hold(system: Game) -> None:
    for document in characters(system):
        for field, held in system.fields.dependent(document).items():
            assert system.fields.values(document, field) == held
            assert system.fields.write(document, field, held) == document
