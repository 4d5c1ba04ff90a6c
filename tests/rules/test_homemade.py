"""What a party made itself, wherever it is shown; and how it comes along with a character."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import compare, registry
from rules import document as documents
from rules.__main__ import main
from rules.document import FORMAT, Document
from rules.problems import RuleViolation, Unreadable
from rules.reference import Index
from rules.sheet import Attacks, Prose, Things
from rules.steps import Choice, Field, Option, Pick, Shop, Ware
from rules.systems.hyperspace_d6.build import House

GAME = registry.get("hyperspace-d6")
INDEX = Index(GAME.reference())
OWN = "Made by a party"
THINGS: dict[str, Any] = {
    "skills": [
        {"id": "beast-riding", "name": "Beast-riding", "attribute": "MEC", "does": "Ride."},
        {"id": "slugthrowers", "name": "Slugthrowers", "attribute": "DEX", "replaces": "blasters"},
    ],
    "species": [
        {
            "id": "marsh-folk",
            "name": "Marsh folk",
            "does": "They wade.",
            "attributes": {"DEX": 2, "PER": 2, "STR": 3},
            "focus": "beast-riding",
        }
    ],
    "professions": [
        {"id": "beast-tamer", "name": "Beast tamer", "bonuses": {"DEX": 1, "PER": 2, "STR": 2}}
    ],
    "edges": [{"id": "patron", "name": "Patron", "does": "Rich.", "credits": 3000}],
    "burdens": [{"id": "cursed", "name": "Cursed", "asks": "attribute"}],
    "weapons": [
        {
            "id": "sting-lance",
            "name": "Sting lance",
            "kind": "melee",
            "skill": "beast-riding",
            "damage": 2,
            "adds": "STR",
            "cost": 120,
            "properties": ["concealed"],
        }
    ],
    "armor": [{"id": "shell-suit", "name": "Shell suit", "soak": 3, "dodge": -1, "cost": 200}],
    "items": [
        {"id": "whistle", "name": "Whistle", "kind": "tools", "cost": 30, "helps": ["command"]},
        {"id": "spore", "name": "Spore", "kind": "explosive", "skill": "throw", "damage": 3},
        {"id": "kit", "name": "Kit", "cost": 20, "parts": [{"item": "whistle", "quantity": 2}]},
    ],
}
RIDER: dict[str, Any] = {
    "species": "marsh-folk",
    "profession": "beast-tamer",
    "skills": ["beast-riding", "slugthrowers", "stealth"],
    "edge": {"id": "patron", "note": "Lady Vess"},
    "burden": {"id": "cursed", "attribute": "STR"},
    "gear": [
        {"id": "sting-lance"},
        {"id": "shell-suit"},
        {"id": "kit"},
        {"id": "spore", "granted": True},
    ],
    "worn": "shell-suit",
}


def read(build: dict[str, Any], house: dict[str, Any], *ledger: dict[str, Any]) -> Document:
    members = {"format": FORMAT, "system": GAME.slug, "name": "Somebody", "build": build}
    return registry.read(json.dumps({**members, "house": house, "ledger": ledger}))


def things(house: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for made in GAME.made(house):
        found.setdefault(made.kind, []).append(made.id)
    return found


def fields_of(document: Document) -> Iterator[Field]:
    for position, step in enumerate(GAME.steps(document)):
        pending = list(GAME.steps(document, only=step.id)[position].fields)
        while pending:
            field = pending.pop()
            yield field
            if isinstance(field, Choice | Shop):
                pending.extend(field.fields)


def field_of(document: Document, id: str) -> Any:
    return next(field for field in fields_of(document) if field.id == id)


def test_a_rider_of_the_party_is_legal() -> None:
    document = read(RIDER, THINGS)
    assert GAME.problems(document) == ()
    assert GAME.numbers(document)["credits"] == 2660
    assert GAME.house_problems(document.house) == ()


def test_things_are_told_in_short() -> None:
    house = GAME.take_house(THINGS)
    assert {made.id: made.about for made in GAME.made(house)} == {
        "marsh-folk": "DEX 2D, KNO 1D, MEC 1D, PER 2D, STR 3D, TEC 1D, +1D Beast-riding."
        " They wade.",
        "beast-tamer": "DEX +1D, PER +2D, STR +2D.",
        "beast-riding": "Mechanical. Ride.",
        "slugthrowers": "Dexterity, in the place of Blasters.",
        "patron": "3,000 credits to begin with. Rich.",
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
    ids = {id for ids in things(GAME.take_house(THINGS)).values() for id in ids}
    own = [one for one in named if getattr(one, "id", "").split(".")[-1] in ids]
    own += [one for one in named if isinstance(one, Ware) and one.field.split(".")[-1] in ids]
    assert len(own) >= 12
    assert {one.term for one in own} == {""}
    for one in named:
        assert not one.term or INDEX.find(one.term), one.name


def test_the_sheet_tells_what_no_book_explains() -> None:
    sheet = GAME.sheet(read(RIDER, {**THINGS, "era": "The Clone Wars"}))
    party = sheet.section("party")
    assert isinstance(party, Prose)
    assert [(one.name, one.label) for one in party.passages] == [
        ("The Clone Wars", "Era"),
        ("Marsh folk", "Species, made by a party"),
        ("Beast tamer", "Profession, made by a party"),
        ("Slugthrowers", "Skill, made by a party"),
        ("Beast-riding", "Skill, made by a party"),
    ]
    quirks = sheet.section("edge-and-burden")
    assert isinstance(quirks, Prose)
    assert [(one.name, one.label, one.text) for one in quirks.passages] == [
        ("Patron", "Edge, made by a party", "3,000 credits to begin with. Rich."),
        ("Cursed: Strength", "Burden, made by a party", ""),
    ]
    attacks, gear = sheet.section("attacks"), sheet.section("gear")
    assert isinstance(attacks, Attacks)
    assert isinstance(gear, Things)
    assert [(one.name, one.note) for one in attacks.rows] == [
        ("Sting lance", OWN),
        ("Spore", OWN),
        ("Unarmed", "The book gives bare hands no damage: they deal your Strength. Our ruling."),
    ]
    assert [(one.name, one.quantity, one.detail) for one in gear.things] == [
        ("Shell suit", 1, f"{OWN}. Soak +3, Dodge −1."),
        ("Whistle", 2, f"{OWN}. +1D Command."),
        ("Spore", 1, f"{OWN}. Throw, damage 3D."),
    ]
    assert "House rules" in {row.source for row in sheet.figures["attributes.STR"].rows()}


def test_a_sheet_without_anything_of_a_partys_has_no_such_section() -> None:
    with pytest.raises(KeyError):
        GAME.sheet(GAME.random(Random(1))).section("party")


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
    found = GAME.house_problems(GAME.take_house({"items": many, "weapons": []}))
    assert [(one.code, one.where) for one in found] == [("house-item", "house.items[100]")]
    found = GAME.house_problems(GAME.take_house({"items": long}))
    assert [one.where for one in found] == ["house.items[0].name", "house.items[1].does"]


@pytest.mark.parametrize(
    "id", ["", "Beast", "a b", "-a", "a--b", "own", "x" * 61, "ä", "a.b", "DEX"]
)
def test_an_id_is_a_slug(id: str) -> None:
    house = GAME.take_house({"skills": [{"id": id, "name": "Thing", "attribute": "MEC"}]})
    assert [one.where for one in GAME.house_problems(house)] == ["house.skills[0].id"]


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
    position = [step.id for step in GAME.steps(GAME.empty())].index("gear")
    for house, count in (({}, 1), ({"saber_not_proposed": True}, 0)):
        advice = GAME.steps(read(jedi, house))[position].advice
        assert sum("Lightsaber" in said for said in advice) == count


HOUSES: list[dict[str, Any]] = [
    THINGS,
    {**THINGS, "starting_credits": 0},
    {**THINGS, "starting_credits": 100_000},
    {"saber_not_proposed": True, "book_species_only": True, "book_professions_only": True},
]


@pytest.mark.parametrize("house", HOUSES)
def test_chance_makes_legal_characters_in_any_house(house: dict[str, Any]) -> None:
    empty = GAME.in_house(GAME.empty(), GAME.take_house(house))
    for seed in range(150):
        made = GAME.random(Random(seed), empty)
        assert GAME.problems(made) == (), seed


def test_chance_takes_what_the_party_made_as_well() -> None:
    empty = GAME.in_house(GAME.empty(), GAME.take_house(THINGS))
    made = [GAME.random(Random(seed), empty).build for seed in range(300)]
    assert any(build.species == "marsh-folk" for build in made)
    assert any(build.profession == "beast-tamer" for build in made)
    assert any(build.edge.id == "patron" for build in made)
    assert any(gear.id == "sting-lance" for build in made for gear in build.gear)


def test_chance_gives_no_lightsaber_where_the_party_has_none_to_begin_with() -> None:
    house = GAME.take_house({"saber_not_proposed": True})
    empty = GAME.in_house(GAME.empty(), house)
    jedi = GAME.choose(empty, field="profession", values=("jedi-sentinel",))
    for seed in range(20):
        made = GAME.random(Random(seed), jedi)
        assert "lightsaber" not in [gear.id for gear in made.build.gear]
        assert GAME.problems(made) == ()


def test_leaving_a_party_takes_along_what_is_used_and_what_that_needs() -> None:
    """The lance is used with a skill, and the kit has a whistle in it."""
    document = read(RIDER, {**THINGS, "era": "The Clone Wars", "starting_credits": 900})
    away = GAME.in_house(document, House())
    assert things(away.house) == {
        "species": ["marsh-folk"],
        "profession": ["beast-tamer"],
        "skill": ["beast-riding", "slugthrowers"],
        "edge": ["patron"],
        "burden": ["cursed"],
        "weapon": ["sting-lance"],
        "armor": ["shell-suit"],
        "item": ["whistle", "spore", "kit"],
    }
    assert (away.house.era, away.house.starting_credits) == ("", None)
    assert GAME.problems(away) == ()


def test_what_nobody_uses_stays_behind() -> None:
    document = read({"species": "human", "skills": ["stealth"]}, THINGS)
    assert GAME.plain_house(GAME.in_house(document, House()).house) == {}


@pytest.mark.parametrize(
    ("entry", "kept"),
    [
        ({"kind": "raise-skill", "skill": "beast-riding"}, {"skill": ["beast-riding"]}),
        ({"kind": "buy", "item": "whistle"}, {"item": ["whistle"]}),
        ({"kind": "grant", "item": "shell-suit"}, {"armor": ["shell-suit"]}),
        (
            {"kind": "rebuild", "build": {"species": "marsh-folk"}},
            {"species": ["marsh-folk"], "skill": ["beast-riding"]},
        ),
    ],
)
def test_what_the_ledger_names_comes_along_even_when_it_was_taken_back(
    entry: dict[str, Any], kept: dict[str, list[str]]
) -> None:
    document = read({"species": "human"}, THINGS, entry, {"kind": "undo", "entry": 0})
    assert things(GAME.in_house(document, House()).house) == kept


def test_what_the_party_has_under_the_same_id_is_the_partys() -> None:
    document = read(RIDER, THINGS)
    theirs = {"items": [{"id": "sting-lance", "name": "Stinging lance", "cost": 1}]}
    there = GAME.in_house(document, GAME.take_house(theirs))
    assert things(there.house)["item"] == ["sting-lance", "whistle", "spore", "kit"]
    assert "weapon" not in things(there.house)
    assert GAME.house_problems(there.house) == ()


def test_a_skill_whose_place_the_party_gave_to_another_stands_beside_it() -> None:
    document = read(RIDER, THINGS)
    theirs = {
        "skills": [{"id": "bows", "name": "Bows", "attribute": "DEX", "replaces": "blasters"}]
    }
    there = GAME.in_house(document, GAME.take_house(theirs))
    assert GAME.house_problems(there.house) == ()
    assert GAME.numbers(there)["skills"]["slugthrowers"] == {"dice": 1, "total": 4}
    assert GAME.numbers(there)["skills"]["bows"] == {"dice": 0, "total": 3}


def test_what_joining_would_change_can_be_seen_before() -> None:
    document = read({"species": "human", "profession": "scoundrel"}, {})
    there = GAME.in_house(document, GAME.take_house({"starting_credits": 2000, "era": "Now"}))
    found = compare.differences(GAME.sheet(document), GAME.sheet(there))
    assert [(one.section, one.label, one.before, one.after) for one in found] == [
        ("Gear", "Credits", "750", "2,000"),
        ("House rules", "Era", "–", "Now"),
    ]


def test_what_others_rest_on_is_not_unmade() -> None:
    house = GAME.take_house(THINGS)
    for kind, id, needs in (
        ("skill", "beast-riding", "Marsh folk"),
        ("item", "whistle", "Kit"),
    ):
        with pytest.raises(RuleViolation, match=needs):
            GAME.unmake(house, kind, id)
    after = GAME.unmake(GAME.unmake(house, "item", "kit"), "item", "whistle")
    assert things(after)["item"] == ["spore"]


def made(kind: str, /, **values: str | tuple[str, ...]) -> Any:
    """A thing made by a form in which these fields were filled in, as the house keeps it."""
    house = House()
    sent = {field.id: getattr(field, "values", ()) for field in GAME.making_fields(house, kind)} | {
        id: (value,) if isinstance(value, str) else value for id, value in values.items()
    }
    [[thing]] = [rows for rows in GAME.plain_house(GAME.make(house, kind, sent)).values() if rows]
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
        with pytest.raises(RuleViolation, match=f"The book has {name} already"):
            made(kind, name=name)


def test_a_skill_that_makes_a_defense_is_not_offered_to_be_replaced() -> None:
    field = next(one for one in GAME.making_fields(House(), "skill") if one.id == "replaces")
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
            house, made = GAME.make(house, "item", sent), made + 1
        except RuleViolation as violation:
            refused = str(violation)
    assert "too much for a character to carry" in refused
    assert made > 50
    there = GAME.in_house(GAME.random(Random(1)), house)
    assert registry.read(documents.dump(there)) == there
    assert GAME.take_house(GAME.plain_house(house)) == house


def test_a_house_too_large_to_carry_is_unreadable() -> None:
    things = [{"id": f"thing-{number}", "name": "x" * 2000} for number in range(70)]
    with pytest.raises(Unreadable, match="bytes"):
        GAME.take_house({"items": things})


def test_a_focus_on_the_force_needs_the_force() -> None:
    seers = [{"id": "seers", "name": "Seers", "focus": "sense"}]
    document = read({**RIDER, "species": "seers"}, {**THINGS, "species": seers})
    assert [(one.code, one.where) for one in GAME.problems(document)] == [
        ("needs-force", "build.species")
    ]


def test_what_is_found_given_and_told_of_may_be_the_partys_own() -> None:
    document = read(RIDER, THINGS)
    for part, id in (("market", "grant"), ("given", "given.grant")):
        offers = {one.id: one for group in GAME.offers(document, part) for one in group.offers}
        menu = offers[id].fields[0]
        assert isinstance(menu, Choice)
        assert "Spore" in [option.name for option in menu.options]
    given = GAME.enter(document, GAME.entry({"kind": "grant", "item": "spore", "quantity": "2"}))
    (event,) = GAME.history(given)
    assert event.title == "Spore ×2"
