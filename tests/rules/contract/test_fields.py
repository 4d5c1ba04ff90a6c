"""The contract of the fields of any game: values are taken as they are sent, or refused."""

from random import Random

import pytest

from rules import document as documents
from rules.character import Character
from rules.forms.fields import (
    Allot,
    Choice,
    Codes,
    Field,
    Number,
    Pick,
    Rows,
    Shop,
    Text,
)
from rules.game import Game
from tests.rules.contract.systems import WITH_DOTS, characters, filled, present


@WITH_DOTS
@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.soak)])
def test_a_field_given_what_it_holds_changes_nothing(system: Game, step: int) -> None:
    for document in characters(system)[::step]:
        shown, character = present(system, document), Character(system, document)
        for field, values in shown.items():
            again = system.fields.write(document, field, values)
            if again == document:
                continue
            assert present(system, again) == shown, field
            assert Character(system, again).numbers == character.numbers, field
            assert Character(system, again).problems == character.problems, field


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
def test_a_line_break_of_a_form_is_one_line_break(system: Game) -> None:
    areas = [f for f in filled(system, system.empty()) if isinstance(f, Text) and f.lines > 1]
    for field in areas:
        after = system.fields.write(system.empty(), field.id, ("a\r\nb\rc\nd",))
        assert present(system, after)[field.id] == ("a\nb\nc\nd",)


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
def test_a_field_that_there_is_not_holds_nothing(system: Game) -> None:
    for field in ("", "nothing", "nothing.at.all", "__class__", "name.__class__"):
        assert system.fields.values(system.empty(), field) is None


@WITH_DOTS
def test_details_are_fields_with_what_they_hold(system: Game) -> None:
    for document in characters(system):
        for field, held in system.fields.dependent(document).items():
            assert system.fields.values(document, field) == held
            assert system.fields.write(document, field, held) == document


# The digits and signs of a keyboard as they come from a chat, a PDF, or another script.
PASTED = (
    {**dict(zip("0123456789", "０１２３４５６７８９", strict=True)), "D": "Ｄ", "+": "＋"},
    {**dict(zip("0123456789", "٠١٢٣٤٥٦٧٨٩", strict=True)), "-": "\u2212", ",": "\u066c"},
    {"D": "\u200bD\u00a0", "+": "\u2009+", "-": "\u2013"},
)


def pasted(values: tuple[str, ...], signs: dict[str, str]) -> tuple[str, ...]:
    return tuple(
        f"\u200f{text.translate(str.maketrans(signs))}\u00a0" if text else "" for text in values
    )


def typed_numbers(field: Field, values: tuple[str, ...], signs: dict[str, str]) -> tuple[str, ...]:
    """The values of a field with its numbers and codes as they are pasted."""
    if isinstance(field, Number | Allot | Codes):
        return pasted(values, signs)
    if isinstance(field, Rows):
        kinds = [cell.kind for cell in field.cells] * len(values)
        return tuple(
            pasted((text,), signs)[0] if kind in ("number", "code") else text
            for kind, text in zip(kinds, values, strict=False)
        )
    return values


@WITH_DOTS
def test_numbers_and_codes_are_read_as_they_look(system: Game) -> None:
    changed = 0
    for document in characters(system)[::6]:
        shown = present(system, document)
        for field in filled(system, document):
            values = shown.get(field.id, ())
            for signs in PASTED if values else ():
                sent = typed_numbers(field, values, signs)
                changed += sent != values
                after = system.fields.write(document, field.id, sent)
                same = after == document or present(system, after) == shown
                assert same, (field.id, sent)
    assert changed
