"""Where something is wrong is said in words on every page: no path into a document, no code."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rules import places
from sheets.models import Character, LedgerEntry, Party
from tests.sheets import pages
from tests.sheets.cast import Person
from tests.sheets.characters.packing import as_json, whole, zipped
from tests.sheets.example_characters import VESSA, owner_of, store

# A path into a document, a code of a problem, what msgspec says of a type.
RAW = re.compile(
    r"\b(?:build|ledger|marks|house)(?:\.\w|\[\d)"
    r"|\b(?:too-many-picks|too-few-picks|unknown-\w+|bad-value|needs-\w+|edge-burden-pair)\b"
    r"|`|\bgot (?:int|str|object)\b|<class|Traceback"
)
WRONG: dict[str, Any] = {
    **VESSA,
    "build": {
        "species": "ewok",
        "profession": {"name": "", "bonuses": {"DEX": 9, "LUCK": 1}},
        "skills": ["stealth", "stealth", "juggling", "swim", "pilot", "deceive"],
        "edge": {"id": "trained", "skill": "juggling"},
        "burden": {"id": "wounded", "attribute": "LUCK"},
        "gear": [
            {"id": "medpac", "quantity": 900},
            {"id": "medpac"},
            {"id": "light-armor", "as": "Vest"},
            {"id": "deathstar"},
            {"id": "lightsaber", "design": "x", "features": ["y"], "crystal": "z"},
        ],
        "worn": "heavy-armor",
        "starting_credits": -5,
    },
    "ledger": [
        {"kind": "raise-skill", "skill": "juggling"},
        {"kind": "raise-attribute", "attribute": "LUCK"},
        {"kind": "buy", "item": "deathstar", "quantity": 2},
        {"kind": "sell", "item": "medpac", "quantity": 1, "credits": 5},
        {"kind": "undo", "entry": 77},
        {"kind": "wear", "item": "cape"},
        {"kind": "rebuild", "build": {"species": "gungan"}},
    ],
    "marks": {"wounds": 99, "force_points": 7, "old_wound": 1},
    "house": {
        "species": [{"id": "marsh", "name": "Marsh", "attributes": {"DEX": 99}}],
        "weapons": [{"id": "x", "name": "X", "kind": "blaster", "skill": "no", "damage": 900}],
    },
}
TYPED_WRONG: dict[str, Any] = {
    "format": "hyperspace-character/1",
    "system": "rules-sheet-d6",
    "name": "Tey",
    "build": {
        "preset": True,
        "attributes": {"DEX": "lots", "LUCK": "2D", "STR": "40D"},
        "skills": [{"name": "A", "code": "x"}, {"name": "A", "attribute": "LUCK"}],
        "weapons": [{"name": "W", "skill": "Fishing", "damage": "much", "quantity": 1}],
        "armor": [{"name": "W", "defense": 900}],
        "worn": "Cape",
        "force_points": -3,
    },
    "ledger": [
        {"kind": "raise", "trait": "Fishing"},
        {"kind": "lose", "item": "Nothing", "quantity": 3},
        {"kind": "undo", "entry": 5},
    ],
    "marks": {"wounds": 99, "mortal": -1},
}
GAMES = pytest.mark.parametrize("document", [WRONG, TYPED_WRONG], ids=["choices", "typed"])
PARTY_PAGES = (
    "",
    "skills/",
    "log/",
    "members/",
    "hand-out/",
    "brief/",
    "pack/",
    "rules/",
    "reviews/",
)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("build.skills[3]", "Skills, no. 4"),
        ("build.edge.skill", "Edge, skill"),
        ("build.starting_credits", "Starting credits"),
        ("build", "What is chosen"),
        ("ledger[0].item", "Entry 1 of the history, item"),
        ("ledger[12].build.skills[0]", "Entry 13 of the history, skills, no. 1"),
        ("ledger", "History"),
        ("marks.old_wound", "At the table, old wound"),
        ("house.species[0].attributes", "The party's rules, species, no. 1, attributes"),
        ("name", "Name"),
        ("line 3, column 7", "line 3, column 7"),
        ("notes-public.md", "notes-public.md"),
        ("", ""),
    ],
)
def test_a_place_in_words(where: str, said: str) -> None:
    assert places.in_words(where) == said


@GAMES
@pytest.mark.parametrize("finished", [True, False], ids=["finished", "draft"])
def test_no_page_of_a_character_that_is_wrong_throughout_shows_a_path(
    ines: Client,
    document: dict[str, Any],
    finished: bool,  # noqa: FBT001
) -> None:
    """And each of them answers."""
    ledger = document["ledger"] if finished else []
    character = store(owner_of("ines"), {**document, "ledger": ledger}, finished=finished)
    answers = 0
    for address in pages.of(character):
        answer = ines.get(address)
        assert answer.status_code in (200, 302, 404, 422), address
        if answer.status_code in (200, 422):
            answers += 1
            told = pages.words(b"".join(answer).decode())
            found = RAW.search(told)
            assert not found, (address, found)
    assert answers > 10


@GAMES
def test_nor_does_a_page_of_its_party_or_of_its_review(
    people: dict[str, Person], document: dict[str, Any]
) -> None:
    """Whatever a game master accepted of it, of problems that there are no more, too."""
    party = Party.objects.create(name="The Long Watch", system=document["system"])
    for name, role in (("greta", "gm"), ("ines", "player")):
        party.members.create(owner=people[name].owner, role=role)
    accepted = [
        {"code": "too-many-picks", "where": where, "reason": "Fine."}
        for where in (
            "build.skills[3]",
            "build.edge.skill",
            "build.gear[0]",
            "ledger[1].item",
            "ledger[900]",
            "marks.old_wound",
            "house.species[0].attributes",
            "build.nothing.there",
            "",
        )
    ]
    character = store(people["ines"].owner, document, finished=True)
    Character.objects.filter(pk=character.pk).update(
        party=party, house={"accepted": accepted}, house_confirmed=True
    )
    character.refresh_from_db()
    client, base = people["greta"].client, f"/parties/{party.public_id}/"
    own = [f"/characters/{character.public_id}/", f"/characters/{character.public_id}/review/"]
    for address in (
        *(base + part for part in PARTY_PAGES),
        f"{base}reviews/{character.public_id}/",
        *own,
    ):
        answer = client.get(address)
        assert answer.status_code in (200, 302), address
        found = RAW.search(pages.words(answer.content.decode()))
        assert not found, (address, found)
    told = pages.words(client.get(f"{base}reviews/{character.public_id}/").content.decode())
    assert "No longer needed: " in told
    assert "No longer needed: At the table" in told


@pytest.mark.parametrize(
    "row",
    [
        {"build": {"species": 7}},
        {"build": {"skills": [1]}},
        {"build": {"gear": [{"id": "x", "colour": "red"}]}},
        {"marks": {"wounds": "many"}},
        {"house": {"species": [{"id": 3}]}},
        {"system": "chess"},
    ],
)
def test_what_is_stored_and_cannot_be_read_is_told_in_words(
    ines: Client, people: dict[str, Person], row: dict[str, Any]
) -> None:
    character = store(owner_of("ines"), VESSA, finished=True)
    Character.objects.filter(pk=character.pk).update(**row)
    for address in ("/characters/", *pages.of(character)):
        answer = ines.get(address)
        assert answer.status_code != 500
        assert not RAW.search(pages.words(b"".join(answer).decode())), address


def test_nor_is_an_entry_of_the_history_that_cannot_be_read(ines: Client) -> None:
    character = store(owner_of("ines"), VESSA, finished=True)
    LedgerEntry.objects.create(character=character, position=0, content={"kind": "moon"})
    answer = ines.get(f"/characters/{character.public_id}/")
    assert answer.status_code == 422
    assert "Entry 1 of the history" in answer.content.decode()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"build": {"skills": [{"id": 1}]}}, "Skills, no. 1: a text is expected, not an object."),
        ({"build": {"colour": "red"}}, "What is chosen: unknown member 'colour'."),
        ({"build": []}, "What is chosen: must be an object."),
        ({"ledger": [{"kind": "moon"}]}, "Entry 1 of the history"),
        ({"ledger": [{"kind": "award"}, {"kind": "buy", "quantity": "x"}]}, "Entry 2 of the hist"),
        (
            {"marks": {"wounds": "x"}},
            "At the table, wounds: a whole number is expected, not a text.",
        ),
        ({"build": {"gear": [{"name": "a\x07"}]}}, "Gear, no. 1, name: "),
    ],
)
def test_a_file_that_cannot_be_read_is_told_where_in_words(
    ines: Client, changed: dict[str, Any], said: str
) -> None:
    bare = as_json({**VESSA, **changed})
    for name, content in (("x.json", bare), ("x.zip", zipped(whole(character__json=bare)))):
        file = SimpleUploadedFile(name, content)
        answer = ines.post("/characters/import/", {"document": file})
        assert answer.status_code == 422
        told = pages.words(answer.content.decode())
        assert said in told
        assert not RAW.search(told)


def test_armor_that_is_not_owned_any_more_goes_by_its_name(ines: Client) -> None:
    draft = store(owner_of("ines"), {**VESSA, "build": {"worn": "heavy-armor"}})
    page = ines.get(f"/characters/{draft.public_id}/build/gear/").content.decode()
    assert "Heavy Armor (set aside)" in page
    assert "heavy-armor (set aside)" not in page
