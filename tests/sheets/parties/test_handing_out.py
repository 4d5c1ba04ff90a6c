"""Points, credits and things are handed out to all that were chosen, or to nobody."""

import uuid
from collections.abc import Callable
from typing import Any

from sheets.models import Character, LedgerEntry, Party
from tests.sheets.cast import Person

People = dict[str, Person]
Make = Callable[..., Character]


def given(party: Party, to: list[Character], kind: str, **said: str) -> dict[str, Any]:
    return {
        "to": [str(one.public_id) for one in to],
        "entry": f"offer=given.{kind}&kind={kind}",
        **{f"given.{kind}.{name}": text for name, text in said.items()},
        "key": uuid.uuid4().hex,
    }


def url(party: Party, rest: str = "hand-out/") -> str:
    return f"/parties/{party.public_id}/{rest}"


def told(character: Character) -> list[dict[str, Any]]:
    rows = LedgerEntry.objects.filter(character=character)
    return [{**row.content, "at": "", "author": row.author_id} for row in rows]


def test_one_press_is_one_entry_in_each_ledger(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, brakka, own = in_party(), in_party("Brakka", of="femi"), in_party("Hers", of="greta")
    form = given(party, [vessa, brakka, own], "award", cp="3", credits="200", note="The heist")
    for _ in range(2):
        assert people["greta"].client.post(url(party), form).status_code == 302
    entry = {"kind": "award", "by": "greta", "at": "", "note": "The heist", "cp": 3, "credits": 200}
    greta = people["greta"].owner.pk
    assert told(vessa) == told(brakka) == [{**entry, "author": greta}]
    assert told(own) == [{**entry, "author": None}]


def test_nobody_gets_anything_where_one_cannot(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, draft = in_party(), in_party("Half Made", finished=False)
    page = people["greta"].client.post(url(party), given(party, [vessa, draft], "award", cp="3"))
    assert page.status_code == 422
    assert "Half Made: This character is still being built." in page.content.decode()
    assert 'value="3"' in page.content.decode()
    assert told(vessa) == told(draft) == []


def test_what_nobody_can_take_is_said_once(people: People, party: Party, in_party: Make) -> None:
    vessa, brakka = in_party(), in_party("Brakka", of="femi")
    page = people["greta"].client.post(url(party), given(party, [vessa, brakka], "award", cp="-3"))
    said = page.content.decode()
    assert said.count("An award gives; a correction takes away.") == 1
    assert "Vessa Korr: " not in said


def test_nothing_chosen_is_nothing_given(people: People, party: Party, in_party: Make) -> None:
    vessa = in_party(document={"ledger": [{"kind": "grant", "name": "Pebble"}]})
    page = people["greta"].client.post(url(party), given(party, [vessa], "grant", quantity="1"))
    assert page.status_code == 422
    assert "Choose a thing, or type what it is." in page.content.decode()


def test_what_cannot_be_read_says_what_would_be_right(
    people: People, party: Party, in_party: Make
) -> None:
    vessa = in_party()
    page = people["greta"].client.post(url(party), given(party, [vessa], "award", cp="many"))
    assert page.status_code == 422
    assert "a whole number" in page.content.decode()
    nobody = people["greta"].client.post(url(party), given(party, [], "award", cp="3"))
    assert "Choose at least one character." in nobody.content.decode()
    assert told(vessa) == []


def test_a_lightsaber_is_granted_though_no_money_buys_one(
    people: People, party: Party, in_party: Make
) -> None:
    vessa = in_party()
    form = given(party, [vessa], "grant", item="lightsaber", quantity="1", note="Her mother's")
    people["cora"].client.post(url(party), form)
    (entry,) = told(vessa)
    assert (entry["kind"], entry["item"], entry["by"]) == ("grant", "lightsaber", "cora")
    sheet = people["ines"].client.get(f"/characters/{vessa.public_id}/").content.decode()
    assert "Lightsaber" in sheet


def test_a_character_of_another_party_gets_nothing(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, away = in_party(), in_party("Away")
    Character.objects.filter(pk=away.pk).update(party=Party.objects.get(name="Others"))
    form = given(party, [vessa, away], "award", cp="3")
    assert people["greta"].client.post(url(party), form).status_code == 404
    assert told(vessa) == told(away) == []


def test_a_new_session_begins_for_the_party(people: People, party: Party, in_party: Make) -> None:
    vessa = in_party(document={"marks": {"force_points": 0}})
    form = {"to": [str(vessa.public_id)], "key": uuid.uuid4().hex}
    for _ in range(2):
        people["greta"].client.post(url(party, "session/"), form)
    party.refresh_from_db()
    assert (party.sessions, party.session_at is not None) == (1, True)
    assert [entry["kind"] for entry in told(vessa)] == ["session"]
    sheet = people["ines"].client.get(f"/characters/{vessa.public_id}/").context["sheet"]
    assert sheet.figures["force_points"].value == 1


def test_a_correction_goes_down_too(people: People, party: Party, in_party: Make) -> None:
    vessa = in_party(document={"ledger": [{"kind": "award", "cp": 20}]})
    form = given(party, [vessa], "adjust", cp="-18", reason="It was two")
    assert people["greta"].client.post(url(party), form).status_code == 302
    assert told(vessa)[1]["cp"] == -18
