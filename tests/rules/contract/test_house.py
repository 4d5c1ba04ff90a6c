"""The contract of house rules in any game: options, homebrew of a party, acceptances."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.forms.fields import Allot, Choice, Field, Number, Pick, Rows, Text
from rules.game import Game
from rules.house import MAX_REASON, plain_house
from rules.problems import InvalidDocument, RuleViolation
from tests.rules.contract.systems import EVERY

NAME = "Something of ours"


def form(system: Game, house: Any, kind: str, id: str = "") -> dict[str, tuple[str, ...]]:
    """The values that an untouched form sends."""
    return {
        field.id: field.values
        for field in system.house.form(house, kind, id)
        if isinstance(field, Text | Number | Choice | Pick | Allot | Rows)
    }


def one_of_each(system: Game) -> Any:
    """A house with a thing of every kind, each with a name and nothing else typed."""
    house = system.house.read({})
    for making in system.house.kinds:
        name = (f"{NAME}: {making.kind}",)
        values = {**form(system, house, making.kind), "name": name}
        house = system.house.save(house, making.kind, values)
    return house


@EVERY
def test_an_empty_house_is_no_members(system: Game) -> None:
    house = system.house.read({})
    assert plain_house(house) == {}
    assert system.house.items(house) == ()
    assert system.house.problems(house) == ()


@EVERY
@pytest.mark.parametrize(
    "members", [{"roof": 1}, {"accepted": 5}, {"accepted": [{"code": "a\0"}]}, {"accepted": [1.5]}]
)
def test_what_is_no_house_is_unreadable_with_its_place(
    system: Game, members: dict[str, Any]
) -> None:
    with pytest.raises(InvalidDocument) as caught:
        system.house.read(members)
    assert caught.value.where.startswith("house")


@EVERY
def test_kinds_of_things_have_names_and_a_sentence(system: Game) -> None:
    kinds = [making.kind for making in system.house.kinds]
    assert len(set(kinds)) == len(kinds)
    for making in system.house.kinds:
        assert making.name
        assert making.plural
        assert making.about.endswith(".")


@EVERY
def test_an_option_given_what_it_holds_changes_nothing(system: Game) -> None:
    house = system.house.read({})
    for field in system.house.fields(house):
        assert isinstance(field, Text | Number | Choice | Pick)
        assert system.house.set_field(house, field=field.id, values=field.values) == house


@EVERY
def test_every_option_can_be_turned_on_and_off(system: Game) -> None:
    house = system.house.read({})
    for field in system.house.fields(house):
        if isinstance(field, Pick):
            for option in field.options:
                assert option.detail, option.id
                on = system.house.set_field(house, field=field.id, values=(option.id,))
                assert values_of(system, on, field.id) == (option.id,)
                assert system.house.set_field(on, field=field.id, values=()) == house


def values_of(system: Game, house: Any, id: str) -> tuple[str, ...]:
    for field in system.house.fields(house):
        if isinstance(field, Text | Number | Choice | Pick) and field.id == id:
            return field.values
    raise KeyError(id)


@EVERY
def test_an_option_that_there_is_not_is_refused(system: Game) -> None:
    house = system.house.read({})
    for field in ("", "nothing", "accepted", "__class__", "skills"):
        with pytest.raises(RuleViolation):
            system.house.set_field(house, field=field, values=("1",))


def hostile(field: Field) -> list[tuple[str, ...]]:
    match field:
        case Text():
            return [("x" * (field.limit + 1),), ("a\0b",), ("a", "b")]
        case Number():
            return [("many",), ("1.5",), ("9" * 400,), (str(field.highest + 1),), ("1", "2")]
        case Allot():
            return [("1",), ("x",) * len(field.traits), ("9" * 20,) * len(field.traits)]
        case Rows():
            return [("a",), ("a", "many"), ("a", "-1"), ("a\0", "1")]
        case Choice() | Pick():
            return [("nothing-like-that",), ("a\0",)]
    return []


@EVERY
def test_an_option_that_cannot_be_read_is_refused(system: Game) -> None:
    house = system.house.read({})
    for field in system.house.fields(house):
        for values in hostile(field):
            with pytest.raises(RuleViolation):
                system.house.set_field(house, field=field.id, values=values)


@EVERY
def test_a_thing_of_every_kind_is_made_by_a_name_alone_and_read_again(system: Game) -> None:
    house = one_of_each(system)
    assert [made.kind for made in system.house.items(house)] == [
        one.kind for one in system.house.kinds
    ]
    assert system.house.problems(house) == ()
    plain = plain_house(house)
    assert json.loads(json.dumps(plain)) == plain
    assert system.house.read(plain) == house


@EVERY
def test_a_form_that_nobody_touched_changes_nothing(system: Game) -> None:
    house = one_of_each(system)
    for made in system.house.items(house):
        assert system.house.save(
            house, made.kind, form(system, house, made.kind, made.id), made.id
        ) == (house)


@EVERY
def test_a_thing_keeps_its_id_when_it_gets_another_name(system: Game) -> None:
    house = one_of_each(system)
    for made in system.house.items(house):
        values = {**form(system, house, made.kind, made.id), "name": ("Renamed",)}
        after = system.house.save(house, made.kind, values, made.id)
        assert (made.kind, made.id, "Renamed") in [
            (one.kind, one.id, one.name) for one in system.house.items(after)
        ]


@EVERY
def test_what_was_made_can_be_unmade(system: Game) -> None:
    house = one_of_each(system)
    for made in reversed(system.house.items(house)):
        house = system.house.remove(house, made.kind, made.id)
    assert plain_house(house) == {}


@EVERY
def test_a_kind_or_a_thing_that_there_is_not_is_a_key_error(system: Game) -> None:
    house = system.house.read({})
    pairs = [("nothing", ""), *((making.kind, "nothing") for making in system.house.kinds)]
    for kind, id in pairs:
        with pytest.raises(KeyError):
            system.house.form(house, kind, id)
        with pytest.raises(KeyError):
            system.house.save(house, kind, {"name": (NAME,)}, id)
        with pytest.raises(KeyError):
            system.house.remove(house, kind, id)


@EVERY
def test_every_field_that_is_wrong_is_named_at_once(system: Game) -> None:
    house = system.house.read({})
    for making in system.house.kinds:
        fields = system.house.form(house, making.kind)
        values = {field.id: hostile(field)[0] for field in fields}
        with pytest.raises(RuleViolation) as caught:
            system.house.save(house, making.kind, values)
        assert {problem.where for problem in caught.value.problems} == set(values)
        assert all(problem.message for problem in caught.value.problems)


@EVERY
def test_what_cannot_be_a_value_of_a_field_is_refused(system: Game) -> None:
    house = system.house.read({})
    for making in system.house.kinds:
        whole = {**form(system, house, making.kind), "name": (NAME,)}
        for field in system.house.form(house, making.kind):
            for values in hostile(field):
                with pytest.raises(RuleViolation) as caught:
                    system.house.save(house, making.kind, {**whole, field.id: values})
                assert [one.where for one in caught.value.problems] == [field.id]


@EVERY
def test_a_nameless_thing_and_a_second_of_the_same_name_are_refused(system: Game) -> None:
    house = one_of_each(system)
    for made in system.house.items(house):
        for name in ("", "  ", made.name):
            values = {**form(system, house, made.kind), "name": (name,)}
            with pytest.raises(RuleViolation) as caught:
                system.house.save(house, made.kind, values)
            assert [one.where for one in caught.value.problems] == ["name"]


@EVERY
@pytest.mark.parametrize("name", ["漢字", "🚀🚀", "own", "-- --", "Ω" * 60, "'\"<b>"])
def test_any_name_makes_an_id_that_an_address_can_hold(system: Game, name: str) -> None:
    house = system.house.read({})
    for making in system.house.kinds:
        values = {**form(system, house, making.kind), "name": (name,)}
        after = system.house.save(house, making.kind, values)
        [made] = system.house.items(after)
        assert made.name == name
        assert made.id.isascii()
        assert made.id.replace("-", "").isalnum()
        assert made.id != "own"
        assert system.house.problems(after) == ()


@EVERY
def test_in_a_house_a_document_has_its_decisions_and_keeps_what_was_accepted(
    system: Game,
) -> None:
    document = system.empty()
    problem = Character(system, document).problems[0]
    document = (
        Character(system, document)
        .accept(code=problem.code, where=problem.where, reason="So be it.")
        .document
    )
    house = one_of_each(system)
    there = system.house.moved(document, house)
    assert system.house.items(there.house) == system.house.items(house)
    assert there.house.accepted == document.house.accepted
    assert (there.build, there.ledger, there.marks) == (
        document.build,
        document.ledger,
        document.marks,
    )


@EVERY
def test_who_uses_nothing_of_a_party_leaves_with_nothing(system: Game) -> None:
    document = system.random(Random(4))
    there = system.house.moved(document, one_of_each(system))
    assert system.house.moved(there, system.house.read({})) == document


@EVERY
def test_an_accepted_problem_is_there_with_its_reason_and_can_be_rejected(
    system: Game,
) -> None:
    document = system.empty()
    assert Character(system, document).acceptances == ()
    problem = Character(system, document).problems[0]
    accepted = (
        Character(system, document)
        .accept(code=problem.code, where=problem.where, reason=" He begged.\r\nTwice. ")
        .document
    )
    [found] = Character(system, accepted).acceptances
    assert found.problem == problem
    assert found.reason == "He begged.\nTwice."
    assert Character(system, accepted).problems == Character(system, document).problems
    again = (
        Character(system, accepted)
        .accept(code=problem.code, where=problem.where, reason="")
        .document
    )
    assert [one.reason for one in Character(system, again).acceptances] == [""]
    assert (
        Character(system, accepted).reject(code=problem.code, where=problem.where).document
        == document
    )


@EVERY
def test_what_is_no_problem_cannot_be_accepted_nor_what_was_not_be_rejected(
    system: Game,
) -> None:
    document = system.empty()
    problem = Character(system, document).problems[0]
    for code, where in (("nothing", problem.where), (problem.code, "nowhere")):
        with pytest.raises(RuleViolation):
            Character(system, document).accept(code=code, where=where, reason="")
    with pytest.raises(RuleViolation):
        Character(system, document).reject(code=problem.code, where=problem.where)


@EVERY
@pytest.mark.parametrize("reason", ["x" * (MAX_REASON + 1), "a\0b", "\ud800"])
def test_a_reason_that_no_document_holds_is_refused(system: Game, reason: str) -> None:
    document = system.empty()
    problem = Character(system, document).problems[0]
    with pytest.raises(RuleViolation) as caught:
        Character(system, document).accept(code=problem.code, where=problem.where, reason=reason)
    assert caught.value.problems[0].where == "reason"


@EVERY
def test_an_acceptance_of_what_is_mended_since_says_nothing(system: Game) -> None:
    document = system.empty()
    problem = next(one for one in Character(system, document).problems if one.where == "name")
    accepted = (
        Character(system, document)
        .accept(code=problem.code, where=problem.where, reason="Shy.")
        .document
    )
    named = msgspec.structs.replace(accepted, name="Somebody")
    assert Character(system, named).acceptances == ()
