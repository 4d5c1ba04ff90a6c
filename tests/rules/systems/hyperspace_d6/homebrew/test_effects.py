"""A party's own homebrew wherever it is shown, and its use by chance."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import document as documents
from rules.__main__ import main
from rules.character import Character
from rules.document import Document
from rules.forms.fields import Choice, Field, Option, Pick, Shop, Ware
from rules.sheet.sections import Attacks, Prose, Things
from tests.rules.systems.hyperspace_d6.homebrew.examples import (
    GAME,
    INDEX,
    OWN,
    RIDER,
    THINGS,
    read,
    things,
)


def fields_of(document: Document) -> Iterator[Field]:
    for position, step in enumerate(Character(GAME, document).steps()):
        pending = list(Character(GAME, document).steps(only=step.id)[position].fields)
        while pending:
            field = pending.pop()
            yield field
            if isinstance(field, Choice | Shop):
                pending.extend(field.fields)


def field_of(document: Document, id: str) -> Any:
    return next(field for field in fields_of(document) if field.id == id)


def test_a_rider_of_the_party_is_legal() -> None:
    document = read(RIDER, THINGS)
    assert Character(GAME, document).problems == ()
    assert Character(GAME, document).numbers["credits"] == 2660
    assert GAME.house.problems(document.house) == ()


def test_things_are_told_in_short() -> None:
    house = GAME.house.read(THINGS)
    assert {made.id: made.about for made in GAME.house.items(house)} == {
        "marsh-folk": "DEX 2D, KNO 1D, MEC 1D, PER 2D, STR 3D, TEC 1D, +1D Beast-riding."
        " They wade.",
        "beast-tamer": "DEX +1D, PER +2D, STR +2D.",
        "beast-riding": "Mechanical. Ride.",
        "slugthrowers": "Dexterity, in the place of Blasters.",
        "patron": "3,000 starting credits. Rich.",
        "cursed": "",
        "sting-lance": "Beast-riding, damage STR + 2D, Concealed, 120 credits.",
        "shell-suit": "Soak +3, Dodge −1, 200 credits.",
        "whistle": "+1D Command, 30 credits.",
        "spore": "Throw, damage 3D, not for sale.",
        "kit": "20 credits.",
    }


def test_cards_of_the_partys_own_stand_under_a_heading_of_their_own_and_first() -> None:
    document = read({}, THINGS)
    for id, own in (("species", "marsh-folk"), ("profession", "beast-tamer")):
        field = field_of(document, id)
        assert field.groups[0].name == OWN
        [card] = [one for one in field.options if one.group == field.groups[0].id]
        assert (card.id, card.note, card.source) == (own, OWN, "House rules")
        assert len(card.profile) == 6


def test_a_card_says_what_it_would_change() -> None:
    document = read({"species": "human", "profession": "scout"}, THINGS)
    card = next(one for one in field_of(document, "species").options if one.id == "marsh-folk")
    assert ("Block", "13", "14") in [(one.label, one.before, one.after) for one in card.changes]


def test_edges_burdens_and_skills_say_whose_they_are() -> None:
    document = read({}, THINGS)
    for field, id in (("edge", "patron"), ("burden", "cursed"), ("skills", "beast-riding")):
        option = next(one for one in field_of(document, field).options if one.id == id)
        assert option.note == OWN


def test_the_shop_has_a_shelf_of_the_partys_own() -> None:
    shop = field_of(read(RIDER, THINGS), "gear")
    shelf = next(shelf for shelf in shop.shelves if shelf.group.name == OWN)
    wares = {ware.field: ware for ware in shelf.wares}
    assert list(wares) == [
        "gear.sting-lance",
        "gear.shell-suit",
        "gear.whistle",
        "gear.spore",
        "gear.kit",
    ]
    assert all(ware.note.startswith(OWN) for ware in shelf.wares)
    assert "You attack with Beast-riding." in wares["gear.sting-lance"].detail
    assert wares["gear.spore"].price is None
    assert wares["gear.kit"].price.value == 20


def test_no_card_ware_or_field_of_the_partys_own_leads_to_a_rule() -> None:
    """And nothing else leads nowhere."""
    named: list[Option | Ware] = []
    for field in fields_of(read(RIDER, THINGS)):
        if isinstance(field, Choice | Pick):
            named += field.options
        if isinstance(field, Shop):
            named += [ware for shelf in field.shelves for ware in shelf.wares]
    ids = {id for ids in things(GAME.house.read(THINGS)).values() for id in ids}
    own = [one for one in named if getattr(one, "id", "").split(".")[-1] in ids]
    own += [one for one in named if isinstance(one, Ware) and one.field.split(".")[-1] in ids]
    assert len(own) >= 12
    assert {one.term for one in own} == {""}
    for one in named:
        assert not one.term or INDEX.find(one.term), one.name


def test_the_sheet_tells_what_no_book_explains() -> None:
    sheet = Character(GAME, read(RIDER, {**THINGS, "era": "The Clone Wars"})).sheet
    party = sheet.section("party")
    assert isinstance(party, Prose)
    assert [(one.name, one.label) for one in party.passages] == [
        ("The Clone Wars", "Era"),
        ("Marsh folk", "Species, made by the party"),
        ("Beast tamer", "Profession, made by the party"),
        ("Slugthrowers", "Skill, made by the party"),
        ("Beast-riding", "Skill, made by the party"),
    ]
    quirks = sheet.section("edge-and-burden")
    assert isinstance(quirks, Prose)
    assert [(one.name, one.label, one.text) for one in quirks.passages] == [
        ("Patron", "Edge, made by the party", "3,000 starting credits. Rich."),
        ("Cursed: Strength", "Burden, made by the party", ""),
    ]
    attacks, gear = sheet.section("attacks"), sheet.section("gear")
    assert isinstance(attacks, Attacks)
    assert isinstance(gear, Things)
    assert [(one.name, one.note) for one in attacks.rows] == [
        ("Sting lance", OWN),
        ("Spore", OWN),
        ("Unarmed", ""),
    ]
    assert [(one.name, one.quantity, one.detail) for one in gear.things] == [
        ("Shell suit", 1, f"{OWN}. Soak +3, Dodge −1."),
        ("Whistle", 2, f"{OWN}. +1D Command."),
        ("Spore", 1, f"{OWN}. Throw, damage 3D."),
    ]
    assert "House rules" in {row.source for row in sheet.figures["attributes.STR"].rows()}


def test_a_sheet_without_anything_of_a_partys_has_no_such_section() -> None:
    with pytest.raises(KeyError):
        Character(GAME, GAME.random(Random(1))).sheet.section("party")


def test_the_document_check_names_what_cannot_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    document = read(RIDER, {**THINGS, "armor": []})
    file = tmp_path / "rider.json"
    file.write_text(documents.dump(document))
    assert main(["check", str(file)]) == 1
    assert [one["where"] for one in json.loads(capsys.readouterr().out)["problems"]] == [
        "build.gear[1]",
        "build.worn",
    ]
    file.write_text(documents.dump(read(RIDER, THINGS)))
    assert main(["check", str(file)]) == 0


def test_things_beyond_any_measure_are_left_out_and_named() -> None:
    many = [{"id": f"thing-{number}", "name": "Thing", "cost": 1} for number in range(101)]
    long = [
        {"id": "long", "name": "x" * 61, "cost": 1},
        {"id": "told", "name": "T", "does": "x" * 501},
    ]
    found = GAME.house.problems(GAME.house.read({"items": many, "weapons": []}))
    assert [(one.code, one.where) for one in found] == [("house-item", "house.items[100]")]
    found = GAME.house.problems(GAME.house.read({"items": long}))
    assert [one.where for one in found] == ["house.items[0].name", "house.items[1].does"]


@pytest.mark.parametrize(
    "id", ["", "Beast", "a b", "-a", "a--b", "own", "x" * 61, "ä", "a.b", "DEX"]
)
def test_an_id_is_a_slug(id: str) -> None:
    house = GAME.house.read({"skills": [{"id": id, "name": "Thing", "attribute": "MEC"}]})
    assert [one.where for one in GAME.house.problems(house)] == ["house.skills[0].id"]


def test_a_species_of_a_players_own_is_not_offered_where_there_are_none() -> None:
    shut = {"book_species_only": True, "book_professions_only": True}
    for id in ("species", "profession"):
        assert field_of(read({}, {}), id).own
        assert field_of(read({}, shut), id).own == ()


def test_one_that_was_made_before_stays_in_sight_with_its_fields() -> None:
    build = {"species": {"name": "Marsh folk", "attributes": {}}}
    field = field_of(read(build, {"book_species_only": True}), "species")
    assert [(one.id, one.chosen) for one in field.own] == [("own", True)]
    assert "species.attributes" in [one.id for one in field.fields]


def test_no_lightsaber_is_proposed_where_the_party_says_so() -> None:
    jedi = {"profession": "jedi-guardian"}
    position = [step.id for step in Character(GAME, GAME.empty()).steps()].index("gear")
    for house, count in (({}, 1), ({"saber_not_proposed": True}, 0)):
        advice = Character(GAME, read(jedi, house)).steps()[position].advice
        assert sum("Lightsaber" in said for said in advice) == count


HOUSES: list[dict[str, Any]] = [
    THINGS,
    {**THINGS, "starting_credits": 0},
    {**THINGS, "starting_credits": 100_000},
    {"saber_not_proposed": True, "book_species_only": True, "book_professions_only": True},
]


@pytest.mark.parametrize("house", HOUSES)
def test_chance_makes_legal_characters_in_any_house(house: dict[str, Any]) -> None:
    empty = GAME.house.moved(GAME.empty(), GAME.house.read(house))
    for seed in range(150):
        made = GAME.random(Random(seed), empty)
        assert Character(GAME, made).problems == (), seed


def test_chance_takes_what_the_party_made_as_well() -> None:
    empty = GAME.house.moved(GAME.empty(), GAME.house.read(THINGS))
    made = [GAME.random(Random(seed), empty).build for seed in range(300)]
    assert any(build.species == "marsh-folk" for build in made)
    assert any(build.profession == "beast-tamer" for build in made)
    assert any(build.edge.id == "patron" for build in made)
    assert any(gear.id == "sting-lance" for build in made for gear in build.gear)


def test_chance_gives_no_lightsaber_where_the_party_has_none_to_begin_with() -> None:
    house = GAME.house.read({"saber_not_proposed": True})
    empty = GAME.house.moved(GAME.empty(), house)
    jedi = GAME.fields.write(empty, "profession", ("jedi-sentinel",))
    for seed in range(20):
        made = GAME.random(Random(seed), jedi)
        assert "lightsaber" not in [gear.id for gear in made.build.gear]
        assert Character(GAME, made).problems == ()
