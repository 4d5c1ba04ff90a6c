"""Carried items: which are the same, how many there are, and which of them is used."""

import json
from random import Random
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.problems import RuleViolation
from rules.sheet.sections import Things

HYPERSPACE = registry.get("hyperspace-d6")
BUILD: dict[str, Any] = {
    "species": "human",
    "profession": "scoundrel",
    "skills": ["blasters", "deceive", "pilot"],
    "edge": {"id": "luck"},
    "burden": {"id": "debt"},
    "starting_credits": 5000,
}


def somebody(*gear: dict[str, Any], ledger: Any = (), **marks: int) -> Document:
    plain = {
        "format": "hyperspace-character/1",
        "system": "hyperspace-d6",
        "name": "Somebody",
        "build": {**BUILD, "gear": list(gear)},
        "ledger": list(ledger),
        "marks": marks,
    }
    return registry.read(json.dumps(plain))


def carried(document: Document) -> dict[str, tuple[int, str]]:
    """The items that are no weapons, by name: their quantity and their note."""
    sections = Character(HYPERSPACE, document).sheet.sections
    (things,) = (section for section in sections if isinstance(section, Things))
    return {thing.name: (thing.quantity, thing.state) for thing in things.things}


GRANTED = "granted by your GM"


def test_bought_and_granted_things_of_a_kind_are_one_stack() -> None:
    pack, gift = {"id": "survival-pack"}, {"id": "medpac", "granted": True}
    for rows in ((pack, gift), (gift, pack)):
        document = somebody(*rows)
        assert Character(HYPERSPACE, document).problems == ()
        assert carried(document)["Medpac"] == (3, "")
        assert carried(document)["Breath Mask"] == (1, "")


def test_a_stack_is_granted_where_all_of_it_is() -> None:
    gift, bought = {"kind": "grant", "item": "medpac"}, {"kind": "buy", "item": "medpac"}
    assert carried(somebody(ledger=[gift, gift]))["Medpac"] == (2, GRANTED)
    assert carried(somebody(ledger=[gift, bought]))["Medpac"] == (2, "")
    assert carried(somebody(ledger=[bought, gift]))["Medpac"] == (2, "")
    used = {"kind": "use", "item": "medpac"}
    assert carried(somebody(ledger=[bought, used, gift]))["Medpac"] == (1, GRANTED)


def test_the_medpac_that_is_used_is_one() -> None:
    rows = ({"name": "medpac"}, {"id": "medpac", "as": "Field pack", "quantity": 2})
    document = somebody(*rows, wounds=1)
    outcome = Character(HYPERSPACE, document).resolve({}, "medpac", {}, Random(1))
    (used,) = outcome.entries
    after = Character(HYPERSPACE, document).enter(used).document
    assert carried(after)["Field pack"] == (1, "")
    assert carried(after)["medpac"] == (1, "")


def test_what_was_sold_of_a_stack_that_one_was_improved_of_stays_sold() -> None:
    award = {"kind": "award", "cp": 30}
    armor = {"id": "light-armor"}
    improved = {"kind": "upgrade", "item": "light-armor", "aspect": "soak"}
    before = somebody(armor, ledger=[award, improved])
    three = Character(HYPERSPACE, before).rebuilt(somebody({**armor, "quantity": 3})).document
    sold = (
        Character(HYPERSPACE, three)
        .enter(
            HYPERSPACE.ledger_rules.entry(
                {"kind": "sell", "item": "light-armor-2", "credits": "10"}
            )
        )
        .document
    )
    keys = {thing.key: thing.quantity for thing in things_of(sold)}
    assert keys == {"gear.light-armor": 1, "gear.light-armor-2": 1}
    with pytest.raises(RuleViolation, match="drops Light Armor"):
        Character(HYPERSPACE, sold).rebuilt(somebody(armor))
    two = Character(HYPERSPACE, sold).rebuilt(somebody({**armor, "quantity": 2})).document
    assert {thing.key: thing.quantity for thing in things_of(two)} == {"gear.light-armor": 1}


def things_of(document: Document) -> Any:
    sections = Character(HYPERSPACE, document).sheet.sections
    (found,) = (section for section in sections if isinstance(section, Things))
    return found.things


def test_what_was_improved_and_then_sold_is_not_improved_when_it_is_had_again() -> None:
    armor = {"id": "light-armor"}
    ledger = [
        {"kind": "award", "cp": 30},
        {"kind": "upgrade", "item": "light-armor", "aspect": "soak"},
        {"kind": "sell", "item": "light-armor", "credits": 10},
    ]
    again = (
        Character(HYPERSPACE, somebody(armor, ledger=ledger))
        .rebuilt(somebody({**armor, "quantity": 2}))
        .document
    )
    assert [(one.name, one.quantity, one.detail) for one in things_of(again)] == [
        ("Light Armor", 1, "Soak +2")
    ]


def test_a_stack_that_is_partly_granted_is_counted_as_one_and_keeps_its_gift() -> None:
    gift, bought = {"id": "comlink", "granted": True}, {"id": "comlink", "quantity": 2}
    document = somebody(bought, gift)
    assert HYPERSPACE.fields.values(document, "gear.comlink") == ("3",)

    def choose(many: str) -> list[tuple[int, bool]]:
        chosen = HYPERSPACE.fields.write(document, "gear.comlink", (many,))
        return [(gear.quantity, gear.granted) for gear in chosen.build.gear]

    assert choose("3") == [(2, False), (1, True)]
    assert choose("5") == [(4, False), (1, True)]
    assert choose("1") == [(1, False)]
    assert choose("0") == []


def test_what_points_improve_of_things_is_offered_with_its_price() -> None:
    gear = ({"id": "scope"}, {"id": "frag-grenade"}, {"id": "medpac"}, {"id": "light-armor"})
    groups = Character(HYPERSPACE, somebody(*gear)).offers("advance")
    (things,) = (group for group in groups if group.id == "upgrades")
    # 6 times the new value: 3D, 4D, +3.
    assert [(one.id, one.act, one.price and one.price.value) for one in things.offers] == [
        ("upgrade-dice.scope", "Upgrade bonus to +3D", 18),
        ("upgrade-damage.frag-grenade", "Upgrade damage to 4D", 24),
        ("upgrade-soak.light-armor", "Upgrade Soak to +3", 18),
    ]
    improved = HYPERSPACE.ledger_rules.entry({"kind": "upgrade", "item": "scope", "aspect": "dice"})
    paid = HYPERSPACE.ledger_rules.entry({"kind": "award", "cp": "20"})
    after = (
        Character(HYPERSPACE, Character(HYPERSPACE, somebody(*gear)).enter(paid).document)
        .enter(improved)
        .document
    )
    assert Character(HYPERSPACE, after).history()[1].title == "Scope: +2D → +3D"
    ((_, detail),) = [(one.name, one.detail) for one in things_of(after) if one.name == "Scope"]
    assert detail.endswith("Improved: +3D.")
