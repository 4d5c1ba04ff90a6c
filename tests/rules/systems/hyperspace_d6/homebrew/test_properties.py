"""No house, however broken, makes the engine raise anything but its own errors."""

import json
from contextlib import suppress
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.problems import RuleViolation
from rules.systems.hyperspace_d6.document.house import House
from tests.rules.systems.hyperspace_d6.test_properties import (
    BOOK,
    SYSTEM,
    answers,
    build,
    entry,
    ids,
    marks,
    members,
    skills,
    small,
    things,
    traits,
    words,
)

OWN = ["marsh-folk", "whip", "lore"]
own = st.sampled_from([*OWN, "", "own", "Marsh", "wookiee", "agility", "luck", "medpac"])
skill = skills | st.sampled_from(OWN)
thing = {"id": own, "name": words}
dice = st.dictionaries(traits, small, max_size=7)


def several(required: dict[str, Any] | None = None, **optional: Any) -> Any:
    made = members({**thing, **(required or {})}, does=words, **optional)
    return st.lists(made, max_size=3)


house = members(
    accepted=st.lists(members({"code": words, "where": words}, reason=words), max_size=2),
    skills=several({"attribute": traits}, replaces=skill),
    species=several(
        kind=st.sampled_from(["sentient", "droid", ""]),
        attributes=dice,
        focus=skill,
        focus_name=words,
        force_sensitive=st.booleans(),
    ),
    professions=several(bonuses=dice, force_user=st.booleans()),
    edges=several(
        asks=st.sampled_from(["", "skill", "attribute"]),
        dice=small,
        conditional_dice=small,
        force_dice=small,
        credits=st.none() | small,
        point_dice=st.none() | small,
        mundane=st.booleans(),
    ),
    burdens=several(asks=st.sampled_from(["", "skill", "attribute"]), credits=st.none() | small),
    weapons=several(
        {"kind": ids(BOOK.weapon_kinds), "skill": skill},
        damage=small,
        adds=traits,
        cost=st.none() | small,
        properties=st.lists(ids(BOOK.properties), max_size=3),
    ),
    armor=several(soak=small, dodge=small, cost=st.none() | small),
    items=several(
        kind=ids(BOOK.item_kinds),
        cost=st.none() | small,
        skill=skill,
        damage=small,
        helps=st.lists(skill, max_size=3),
        help_dice=small,
        parts=st.lists(members(item=own | things, name=words, quantity=small), max_size=3),
    ),
    era=words,
    starting_credits=st.none() | small,
    **{switch.id: st.booleans() for switch in BOOK.party.switches},
)
OWN_CHOICES = members(
    species=own,
    profession=own,
    skills=st.lists(skill, max_size=3),
    edge=members({"id": own}, skill=skill),
    burden=members({"id": own}),
    gear=st.lists(members(id=own, quantity=small, granted=st.booleans()), max_size=3),
    worn=own,
)
quick = members(plus_two=traits, plus_one=st.lists(traits, max_size=4), species=words, gear=words)
readable = st.builds(
    lambda made, chosen, told, **rest: {
        **rest,
        "format": documents.FORMAT,
        "system": SYSTEM.slug,
        "build": {**made, **chosen, "quickplay": told},
    },
    build,
    OWN_CHOICES,
    quick,
    name=words,
    ledger=st.lists(entry, max_size=5),
    marks=marks,
    house=house,
)


@given(readable)
def test_every_document_of_every_house_has_a_sheet_and_steps(data: dict[str, Any]) -> None:
    document = registry.read(json.dumps(data))
    answers(document)
    for part in ("advance", "carried", "market", "table"):
        Character(SYSTEM, document).offers(part)
    Character(SYSTEM, document).history()


@given(readable, house, st.integers(0, 2**32))
def test_every_document_can_join_any_party_and_leave_it_and_be_left_to_chance(
    data: dict[str, Any], other: dict[str, Any], seed: int
) -> None:
    document = registry.read(json.dumps(data))
    there = SYSTEM.house.moved(document, SYSTEM.house.read(other))
    answers(there)
    assert there.house.accepted == document.house.accepted
    away = SYSTEM.house.moved(there, House())
    answers(SYSTEM.random(Random(seed), away))
    assert SYSTEM.house.moved(away, House()) == away


@given(house, st.sampled_from(SYSTEM.house.kinds), st.data())
def test_a_thing_is_made_or_refused_in_any_house(
    given_house: dict[str, Any], making: Any, data: st.DataObject
) -> None:
    before = SYSTEM.house.read(given_house)
    fields = SYSTEM.house.form(before, making.kind)
    sent = {
        field.id: tuple(data.draw(st.lists(words | small.map(str), max_size=7)))
        for field in fields
        if data.draw(st.booleans())
    }
    known = {problem.message for problem in SYSTEM.house.problems(before)}
    try:
        after = SYSTEM.house.save(before, making.kind, {**sent, "name": ("Thing of ours",)})
    except RuleViolation as violation:
        wrong = {problem.where for problem in violation.problems}
    else:
        wrong = set()
    assert wrong <= {field.id for field in fields}
    if wrong:
        return
    assert len(SYSTEM.house.items(after)) == len(SYSTEM.house.items(before)) + 1
    assert {problem.message for problem in SYSTEM.house.problems(after)} <= known
    for one in SYSTEM.house.items(after):
        if one.id:
            assert SYSTEM.house.form(after, one.kind, one.id)
            with suppress(RuleViolation):
                SYSTEM.house.save(after, one.kind, sent, one.id)
            with suppress(RuleViolation):
                SYSTEM.house.remove(after, one.kind, one.id)
