"""The ledger: which entries count, what an entry costs, and how one is entered."""

import json
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.document import Document, convert
from rules.game import Game
from rules.ledger import entries
from rules.problems import RuleViolation
from rules.sheet.sections import Things

SCOUNDREL = {
    "format": "hyperspace-character/1",
    "system": "hyperspace-d6",
    "name": "Somebody",
    "build": {
        "species": "human",
        "profession": "scoundrel",
        "skills": ["blasters", "deceive", "pilot"],
        "edge": {"id": "luck"},
        "burden": {"id": "debt"},
        "gear": [{"id": "blaster-pistol"}, {"id": "lightsaber", "granted": True, "crystal": "red"}],
    },
}


@pytest.fixture
def system() -> Game:
    return registry.get("hyperspace-d6")


@pytest.fixture
def scoundrel() -> Document:
    """DEX 4D, Blasters 1D, 5 Character Points, 250 credits."""
    return registry.read(json.dumps(SCOUNDREL))


def entry(system: Game, kind: str, **members: Any) -> Any:
    return convert({"kind": kind, **members}, system.entry_type, where="entry")


def test_every_entry_counts_where_none_is_undone() -> None:
    assert entries.active([None, None, None]) == ([True, True, True], [])


def test_an_undone_entry_does_not_count() -> None:
    assert entries.active([None, None, 0]) == ([False, True, True], [])


def test_an_undone_undo_brings_its_entry_back() -> None:
    assert entries.active([None, 0, 1]) == ([True, False, True], [])


def test_an_entry_may_be_undone_brought_back_and_undone_again() -> None:
    assert entries.active([None, 0, 1, 2]) == ([False, True, False, True], [])
    assert entries.active([None, 0, 1, 0]) == ([False, False, True, True], [])


def test_an_undo_of_what_is_not_before_it_is_amiss() -> None:
    assert entries.active([0]) == ([True], [0])
    assert entries.active([1, None]) == ([True, True], [0])
    assert entries.active([None, -1]) == ([True, True], [1])


def test_the_second_of_two_undos_of_one_entry_is_amiss() -> None:
    assert entries.active([None, 0, 0]) == ([False, True, True], [2])


def test_an_undo_is_about_the_entry_that_its_chain_leads_to() -> None:
    undoes = [None, None, 1, 2, None]
    assert entries.roots(undoes) == [0, 1, 1, 1, 4]


def test_an_undo_of_what_is_not_before_it_is_about_itself() -> None:
    assert entries.roots([0]) == [0]
    assert entries.roots([1, None]) == [0, 1]
    assert entries.roots([None, -1, 1]) == [0, 1, 1]


@pytest.mark.parametrize(
    ("kind", "members", "price"),
    [
        ("raise-skill", {"skill": "blasters"}, "cost 6 = 3 × new dice 2"),
        ("raise-skill", {"skill": "agility"}, "cost 3 = 3 × new dice 1"),
        ("raise-attribute", {"attribute": "DEX"}, "cost 45 = 9 × new dice 5"),
        ("raise-attribute", {"attribute": "KNO"}, "cost 27 = 9 × new dice 3"),
        (
            "upgrade",
            {"item": "blaster-pistol", "aspect": "damage"},
            "cost 24 = 6 × new value 4",
        ),
        ("upgrade", {"item": "lightsaber", "aspect": "damage"}, "cost 30 = 6 × new value 5"),
    ],
)
def test_a_price_says_how_it_comes_about(
    kind: str, members: dict[str, Any], price: str, system: Game, scoundrel: Document
) -> None:
    """HyperspaceD6, Spending Character Points: 3, 9 and 6 times the new dice."""
    assert Character(system, scoundrel).price(entry(system, kind, **members)).text == price


def test_unlocking_the_force_costs_20(system: Game, scoundrel: Document) -> None:
    assert Character(system, scoundrel).price(entry(system, "unlock-force")).value == 20


def test_a_purchase_costs_its_printed_price_times_the_quantity(
    system: Game, scoundrel: Document
) -> None:
    assert (
        Character(system, scoundrel).price(entry(system, "buy", item="medpac", quantity=3)).value
        == 300
    )


def test_an_entry_is_kept_with_what_it_cost(system: Game, scoundrel: Document) -> None:
    richer = Character(system, scoundrel).enter(entry(system, "award", cp=3)).document
    raised = (
        Character(system, richer).enter(entry(system, "raise-skill", skill="blasters")).document
    )
    assert raised.ledger[1].paid == 6
    assert Character(system, raised).numbers["character_points"] == 2
    assert len(scoundrel.ledger) == 0


def test_things_typed_by_name_are_as_many_as_there_are_names(
    system: Game, scoundrel: Document
) -> None:
    holder = scoundrel
    for name, quantity in (("Pebble", 40), ("Holo", 1), ("Pebble", 2)):
        holder = (
            Character(system, holder)
            .enter(entry(system, "grant", name=name, quantity=quantity))
            .document
        )
    typed = [
        (thing.name, thing.quantity)
        for section in Character(system, holder).sheet.sections
        if isinstance(section, Things)
        for thing in section.things
        if thing.name in ("Pebble", "Holo")
    ]
    assert typed == [("Pebble", 42), ("Holo", 1)]
    with pytest.raises(RuleViolation) as caught:
        Character(system, holder).enter(entry(system, "grant"))
    assert caught.value.problems[0].message == "Choose an item, or type its name."


def test_an_entry_that_may_not_be_made_is_refused_and_nothing_is_kept(
    system: Game, scoundrel: Document
) -> None:
    with pytest.raises(RuleViolation) as caught:
        Character(system, scoundrel).enter(entry(system, "raise-skill", skill="blasters"))
    assert [(found.code, found.where) for found in caught.value.problems] == [
        ("cannot-afford", "ledger[0]")
    ]
    assert "1 more" in caught.value.problems[0].message
    assert scoundrel.ledger == ()


def test_an_undo_that_would_leave_a_debt_is_refused(system: Game, scoundrel: Document) -> None:
    richer = Character(system, scoundrel).enter(entry(system, "award", cp=3)).document
    raised = (
        Character(system, richer).enter(entry(system, "raise-skill", skill="blasters")).document
    )
    with pytest.raises(RuleViolation):
        Character(system, raised).enter(entry(system, "undo", entry=0))


def test_an_undo_of_the_first_of_two_raises_is_refused(system: Game, scoundrel: Document) -> None:
    """The second built on it: it cost 6, as the second die, and nothing is priced anew."""
    document = Character(system, scoundrel).enter(entry(system, "award", cp=4)).document
    for _ in range(2):
        document = (
            Character(system, document)
            .enter(entry(system, "raise-skill", skill="agility"))
            .document
        )
    with pytest.raises(RuleViolation):
        Character(system, document).enter(entry(system, "undo", entry=1))
    last = Character(system, document).enter(entry(system, "undo", entry=2)).document
    assert Character(system, last).numbers["character_points"] == 6


def test_an_entry_can_be_made_while_another_part_is_illegal(
    system: Game, scoundrel: Document
) -> None:
    """An earlier problem stays a problem; it does not stand in the way."""
    broken = msgspec.structs.replace(
        scoundrel, marks=msgspec.structs.replace(scoundrel.marks, wounds=-1)
    )
    assert len(Character(system, broken).enter(entry(system, "award", cp=1)).document.ledger) == 1
