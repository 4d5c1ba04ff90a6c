"""The forms in which a party makes things: what is typed, and what may not be."""

from random import Random
from typing import Any

import pytest

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.forms.fields import Choice
from rules.house import plain_house
from rules.problems import RuleViolation
from rules.systems.hyperspace_d6.document.house import House
from tests.rules.systems.hyperspace_d6.homebrew.examples import GAME, RIDER, THINGS, read, things


def test_what_others_rest_on_is_not_unmade() -> None:
    house = GAME.house.read(THINGS)
    for kind, id, needs in (
        ("skill", "beast-riding", "Marsh folk"),
        ("item", "whistle", "Kit"),
    ):
        with pytest.raises(RuleViolation, match=needs):
            GAME.house.remove(house, kind, id)
    after = GAME.house.remove(GAME.house.remove(house, "item", "kit"), "item", "whistle")
    assert things(after)["item"] == ["spore"]


def made(kind: str, /, **values: str | tuple[str, ...]) -> Any:
    """A thing made by a form in which these fields were filled in, as the house keeps it."""
    house = House()
    sent = {field.id: getattr(field, "values", ()) for field in GAME.house.form(house, kind)} | {
        id: (value,) if isinstance(value, str) else value for id, value in values.items()
    }
    [[thing]] = [rows for rows in plain_house(GAME.house.save(house, kind, sent)).values() if rows]
    return thing


def test_forms_make_what_was_typed() -> None:
    assert made(
        "species",
        name="Marsh folk",
        attributes=("2", "1", "1", "2", "3", "1"),
        focus="brawl",
        force_sensitive="yes",
        kind="droid",
    ) == {
        "id": "marsh-folk",
        "name": "Marsh folk",
        "kind": "droid",
        "attributes": {"DEX": 2, "KNO": 1, "MEC": 1, "PER": 2, "STR": 3, "TEC": 1},
        "focus": "brawl",
        "force_sensitive": True,
    }
    assert made("profession", name="Witch", bonuses=("0", "0", "0", "2", "2", "0", "2")) == {
        "id": "witch",
        "name": "Witch",
        "bonuses": {"PER": 2, "STR": 2, "FOR": 2},
        "force_user": True,
    }
    assert made("edge", name="Prodigy", dice="2", point_dice="3", credits="1,500") == {
        "id": "prodigy",
        "name": "Prodigy",
        "asks": "skill",
        "dice": 2,
        "credits": 1500,
        "point_dice": 3,
    }
    assert made("burden", name="Cursed", asks="yes") == {
        "id": "cursed",
        "name": "Cursed",
        "asks": "attribute",
    }
    assert made("skill", name="Beast-riding", attribute="MEC", replaces="drive") == {
        "id": "beast-riding",
        "name": "Beast-riding",
        "attribute": "MEC",
        "replaces": "drive",
    }
    assert made(
        "weapon",
        name="Arc-lance",
        kind="blaster",
        skill="throw",
        damage="4",
        adds="",
        properties=("double", "piercing"),
        cost="900",
    ) == {
        "id": "arc-lance",
        "name": "Arc-lance",
        "kind": "blaster",
        "skill": "throw",
        "damage": 4,
        "cost": 900,
        "properties": ["double", "piercing"],
    }
    assert made("armor", name="Shell", soak="3", dodge="1", cost="200") == {
        "id": "shell",
        "name": "Shell",
        "soak": 3,
        "dodge": -1,
        "cost": 200,
    }
    assert made(
        "item",
        name="Field kit",
        cost="150",
        helps=("medicine", "survival"),
        help_dice="2",
        parts=("Medpac", "2", "Rope", "1"),
    ) == {
        "id": "field-kit",
        "name": "Field kit",
        "cost": 150,
        "helps": ["survival", "medicine"],
        "help_dice": 2,
        "parts": [{"item": "medpac", "quantity": 2}, {"name": "Rope"}],
    }


def test_a_thing_may_not_have_a_name_of_the_books() -> None:
    for kind, name in (
        ("species", "Wookiee"),
        ("profession", "Spy"),
        ("skill", "Agility"),
        ("edge", "Luck"),
        ("burden", "Debt"),
        ("weapon", "Medpac"),
        ("armor", "Blaster Pistol"),
        ("item", "Heavy Armor"),
    ):
        with pytest.raises(RuleViolation, match=f"The book already has {name}"):
            made(kind, name=name)


def test_a_skill_that_makes_a_defense_is_not_offered_to_be_replaced() -> None:
    field = next(one for one in GAME.house.form(House(), "skill") if one.id == "replaces")
    assert isinstance(field, Choice)
    ids = {option.id for option in field.options}
    assert ids.isdisjoint({"agility", "melee", "brawl", "stamina"})
    assert {"", "blasters", "drive", "sense"} <= ids


def test_a_party_makes_no_more_than_its_characters_can_carry() -> None:
    """A document has 256 KiB at most, and each of them has a copy of it all."""
    house, made, refused = House(), 0, ""
    while not refused:
        sent = {"name": (f"Thing {made} of ours",), "does": ("漢" * 500,)}
        try:
            house, made = GAME.house.save(house, "item", sent), made + 1
        except RuleViolation as violation:
            refused = str(violation)
    assert "too large for a character file" in refused
    assert made > 50
    there = GAME.house.moved(GAME.random(Random(1)), house)
    assert registry.read(documents.dump(there)) == there
    assert GAME.house.read(plain_house(house)) == house


def test_a_focus_on_the_force_needs_the_force() -> None:
    seers = [{"id": "seers", "name": "Seers", "focus": "sense"}]
    document = read({**RIDER, "species": "seers"}, {**THINGS, "species": seers})
    assert [(one.code, one.where) for one in Character(GAME, document).problems] == [
        ("needs-force", "build.species")
    ]


def test_what_is_found_given_and_told_of_may_be_the_partys_own() -> None:
    document = read(RIDER, THINGS)
    for part, id in (("market", "grant"), ("given", "given.grant")):
        offers = {
            one.id: one for group in Character(GAME, document).offers(part) for one in group.offers
        }
        menu = offers[id].fields[0]
        assert isinstance(menu, Choice)
        assert "Spore" in [option.name for option in menu.options]
    given = (
        Character(GAME, document)
        .enter(GAME.ledger_rules.entry({"kind": "grant", "item": "spore", "quantity": "2"}))
        .document
    )
    (event,) = Character(GAME, given).history()
    assert event.title == "Spore ×2"
