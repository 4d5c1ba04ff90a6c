"""House rules reach every character's copy, after their changes to the sheets were shown."""

import re
import uuid
from collections.abc import Callable
from typing import Any

from sheets.form_data import token
from sheets.models import Character, Encounter, Party
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import opponent
from tests.sheets.parties.pages import confirm, text

People = dict[str, Person]
Make = Callable[..., Character]
HUTT = {"species": "hutt-spawn", "skills": ["stealth", "deceive", "blasters"], "profession": "spy"}


def at(party: Party, rest: str) -> str:
    return f"/parties/{party.public_id}/{rest}"


def form(**fields: Any) -> dict[str, Any]:
    """Fields as a form sends them: each with what it showed (none of them held anything)."""
    sent: dict[str, Any] = {"key": uuid.uuid4().hex}
    for name, value in fields.items():
        was, values = value if isinstance(value, tuple) else ((), value)
        sent[f"was.{name}"], sent[name] = token(was), values
    return sent


def test_a_decision_that_changes_no_sheet_is_made_at_once_and_reaches_every_copy(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, draft = in_party(), in_party("Half Made", finished=False)
    sent = form(rules=["one_raise_a_session", "active_defense"])
    assert people["greta"].client.post(at(party, "options/"), sent).status_code == 302
    party.refresh_from_db()
    wanted = {"one_raise_a_session": True, "active_defense": True}
    assert party.house == wanted
    for one in (vessa, draft):
        one.refresh_from_db()
        assert (one.house, one.version) == (wanted, 2)


def test_a_decision_reaches_the_opponents_of_the_roster_and_of_a_running_fight(
    people: People, party: Party
) -> None:
    guard = opponent(people["greta"].owner, party, {"opponent": {"id": "bounty-hunter"}})
    Encounter.objects.create(party=party, name="Gate", state="running")
    encounter = Encounter.objects.get()
    where = f"encounters/{encounter.public_id}/add/"
    sent = {"characters": [str(guard.public_id)], "count": "1"}
    assert people["greta"].client.post(at(party, where), sent).status_code == 302
    # Their sheets change, and nobody is asked: no player has built them.
    sent = form(rules=["quickplay"])
    assert people["greta"].client.post(at(party, "options/"), sent).status_code == 302
    rows = Character.documents.filter(kind="opponent", roster=party)
    assert [(row.house, row.version) for row in rows] == [({"quickplay": True}, 2)] * 2


def test_a_decision_that_changes_a_sheet_shows_it_first(
    people: People, party: Party, in_party: Make
) -> None:
    vessa = in_party()
    sent = form(starting_credits=((" ",), "2000"))
    sent["was.starting_credits"] = token(("",))
    page = people["greta"].client.post(at(party, "options/"), sent)
    assert page.status_code == 200
    said = " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())
    assert "Vessa Korr" in said
    assert "250 1,500" in said
    party.refresh_from_db()
    assert party.house == {}
    digest = page.context["digest"]
    assert people["greta"].client.post(at(party, "options/"), {**sent, "confirmed": digest})
    vessa.refresh_from_db()
    assert vessa.house == {"starting_credits": 2000}


def test_what_was_confirmed_is_what_happens_or_it_is_asked_again(
    people: People, party: Party, in_party: Make
) -> None:
    in_party()
    sent = form(starting_credits="2000") | {"was.starting_credits": token(("",))}
    page = people["greta"].client.post(at(party, "options/"), sent)
    in_party("Brakka", of="femi")
    stale = {**sent, "confirmed": page.context["digest"]}
    again = people["greta"].client.post(at(party, "options/"), stale)
    assert again.status_code == 409
    assert "Brakka" in again.content.decode()
    party.refresh_from_db()
    assert party.house == {}


def test_two_pages_that_decide_the_same_option_otherwise_meet(people: People, party: Party) -> None:
    sent = form(era="The Old Republic") | {"was.era": token(("",))}
    assert people["greta"].client.post(at(party, "options/"), sent).status_code == 302
    other = {**sent, "era": "The Clone Wars", "key": uuid.uuid4().hex}
    page = people["cora"].client.post(at(party, "options/"), other)
    assert page.status_code == 409
    assert "The Clone Wars" in page.content.decode()
    party.refresh_from_db()
    assert party.house == {"era": "The Old Republic"}


def test_what_cannot_be_read_is_said_and_stays_typed(people: People, party: Party) -> None:
    sent = form(starting_credits="lots") | {"was.starting_credits": token(("",))}
    page = people["greta"].client.post(at(party, "options/"), sent)
    assert page.status_code == 422
    assert 'value="lots"' in page.content.decode()
    party.refresh_from_db()
    assert party.house == {}


def test_a_skill_of_ones_own_is_made_changed_and_removed(
    people: People, party: Party, in_party: Make
) -> None:
    vessa = in_party()
    greta = people["greta"].client
    sent = form(name=(("",), "Beast Riding"), does=(("",), "Stay on what runs."), attribute="DEX")
    shown = greta.get(at(party, "rules/skill/")).context["fields"]
    sent |= {f"was.{field.id}": token(field.values) for field in shown if field.id in sent}
    page = greta.post(at(party, "rules/skill/"), sent)
    done = greta.post(at(party, "rules/skill/"), {**sent, "confirmed": page.context["digest"]})
    assert done.status_code == 302
    sheet = people["ines"].client.get(f"/characters/{vessa.public_id}/").context["sheet"]
    assert sheet.figures["skills.beast-riding"].code == "3D"
    again = greta.get(at(party, "rules/skill/beast-riding/"))
    assert again.context["thing"].name == "Beast Riding"
    gone = greta.post(at(party, "rules/skill/beast-riding/remove/"), {"key": uuid.uuid4().hex})
    confirmed = {"key": uuid.uuid4().hex, "confirmed": gone.context["digest"]}
    greta.post(at(party, "rules/skill/beast-riding/remove/"), confirmed)
    party.refresh_from_db()
    assert party.house == {}


def test_a_thing_that_breaks_a_rule_is_refused_field_by_field(people: People, party: Party) -> None:
    greta = people["greta"].client
    shown = greta.get(at(party, "rules/weapon/")).context["fields"]
    sent = {f"was.{field.id}": token(field.values) for field in shown}
    sent |= {"name": "", "damage": "99999", "key": uuid.uuid4().hex}
    page = greta.post(at(party, "rules/weapon/"), sent)
    assert page.status_code == 422
    assert {"name", "damage"} <= set(page.context["errors"])
    party.refresh_from_db()
    assert party.house == {}


def test_a_kind_or_a_thing_that_is_not_there_is_not_found(people: People, party: Party) -> None:
    greta = people["greta"].client
    assert greta.get(at(party, "rules/spaceship/")).status_code == 404
    assert greta.get(at(party, "rules/skill/flying/")).status_code == 404
    assert greta.post(at(party, "rules/skill/flying/"), form(name="X")).status_code == 404
    assert greta.post(at(party, "rules/skill/flying/remove/"), {}).status_code == 404


def test_a_character_that_leaves_keeps_what_it_uses(
    people: People, house: Party, in_party: Make
) -> None:
    vessa = in_party(document={"house": house.house})
    confirm(people["ines"].client, f"/characters/{vessa.public_id}/leave-party/", {})
    vessa.refresh_from_db()
    assert vessa.house["skills"][0]["id"] == "beast-riding"


def test_players_see_what_an_option_does(people: People, party: Party) -> None:
    party.house = {"quickplay": True}
    party.save()
    page = people["ines"].client.get(at(party, "rules/")).content.decode()
    assert "Quick play</b> A character is six attributes" in page


def test_players_see_the_rules_and_do_not_decide_them(people: People, house: Party) -> None:
    page = people["ines"].client.get(at(house, "rules/")).content.decode()
    assert "Beast Riding" in page
    assert "Save</button>" not in page


FOLK = {
    "id": "marsh-folk",
    "name": "Marsh Folk",
    "does": "They wade.",
    "attributes": {"DEX": 2, "PER": 2, "STR": 3},
    "focus": "stealth",
}


def test_removing_what_somebody_plays_names_them_and_leaves_it_to_them(
    people: People, party: Party, in_party: Make
) -> None:
    party.house = {"species": [FOLK]}
    party.save()
    build = {"species": "marsh-folk", "skills": ["stealth", "deceive", "blasters"]}
    in_party(document={"build": {**build, "profession": "spy"}, "house": party.house})
    in_party("Brakka", of="femi", document={"house": party.house})
    greta, path = people["greta"].client, at(party, "rules/species/marsh-folk/remove/")
    page = greta.post(path, {"key": uuid.uuid4().hex})
    assert page.status_code == 200
    words = text(page)
    assert "Remove Marsh Folk?" in words
    assert "Vessa Korr uses it, and keeps it. Other characters can no longer choose it." in words
    party.refresh_from_db()
    assert party.house == {"species": [FOLK]}
    assert confirm(greta, path, {"key": uuid.uuid4().hex}).status_code == 302
    party.refresh_from_db()
    assert party.house == {}
    vessa, brakka = Character.objects.get(name="Vessa Korr"), Character.objects.get(name="Brakka")
    assert [one["id"] for one in vessa.house["species"]] == ["marsh-folk"]
    assert "species" not in brakka.house


def test_removing_what_nobody_uses_is_asked_as_well(
    people: People, house: Party, in_party: Make
) -> None:
    greta, path = people["greta"].client, at(house, "rules/skill/beast-riding/remove/")
    page = greta.post(path, {"key": uuid.uuid4().hex})
    assert "Remove Beast Riding?" in text(page)
    assert "No character uses it." in text(page)
    # Somebody begins to use it: that was not confirmed.
    build = {"species": "twilek", "profession": "spy", "skills": ["beast-riding", "deceive"]}
    in_party(document={"build": build, "house": house.house})
    sent = {"key": uuid.uuid4().hex, "confirmed": page.context["digest"]}
    again = greta.post(path, sent)
    assert again.status_code == 409
    assert "Vessa Korr uses it, and keeps it." in text(again)
