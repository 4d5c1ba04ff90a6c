"""Parties are made, joined with a code, left; and nobody gets in or stays who should not."""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from sheets.models import Character, Invitation, Member, Party
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store
from tests.sheets.parties.pages import confirm

People = dict[str, Person]


def key() -> str:
    return uuid.uuid4().hex


def at(party: Party, rest: str = "") -> str:
    return f"/parties/{party.public_id}/{rest}"


def seats(party: Party) -> dict[str, str]:
    return {member.name: member.role for member in party.members.all()}


def test_who_makes_a_party_leads_it(people: People) -> None:
    form = {"name": "  Rust and Rain ", "system": "hyperspace-d6", "key": key()}
    first = people["otto"].client.post("/parties/new/", form)
    again = people["otto"].client.post("/parties/new/", form)
    party = Party.objects.get(name="Rust and Rain")
    assert first["Location"] == again["Location"] == at(party, "members/")
    assert seats(party) == {"otto": "gm"}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": " ", "system": "hyperspace-d6"}, "A party needs a name."),
        ({"name": "x" * 121, "system": "hyperspace-d6"}, "Use at most 120 characters, not 121."),
        ({"name": "A\x00B", "system": "hyperspace-d6"}, "control character U+0000"),
        ({"name": "Rust", "system": "chess"}, "Choose one of the games."),
    ],
)
def test_a_party_that_cannot_be_is_said_why(
    people: People, sent: dict[str, str], said: str
) -> None:
    page = people["otto"].client.post("/parties/new/", {**sent, "key": key()})
    assert page.status_code == 422
    assert said in page.content.decode()
    assert not Party.objects.exists()


def test_a_name_that_cannot_be_stays_typed(people: People, party: Party) -> None:
    name = "The Seventh Fleet " * 7
    page = people["greta"].client.post(at(party, "name/"), {"key": key(), "name": name})
    assert page.status_code == 422
    assert f'value="{name}"' in page.content.decode()


def test_a_code_is_told_to_who_leads_and_opens_however_it_is_typed(
    people: People, party: Party
) -> None:
    people["greta"].client.post(at(party, "invitations/"), {"days": "7", "key": key()})
    (told,) = people["greta"].client.get(at(party, "members/")).context["invitations"]
    assert len(told.code) == 14
    uses = []
    for count in range(3):
        told.row.uses = count
        told.row.save(update_fields=["uses"])
        page = people["greta"].client.get(at(party, "members/")).content.decode()
        uses += re.findall(r" · (not used yet|used once|used 2 times)</p>", " ".join(page.split()))
    assert uses == ["not used yet", "used once", "used 2 times"]
    assert people["ines"].client.get(at(party, "members/")).context["invitations"] == []
    typed = told.code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    answer = people["otto"].client.post("/parties/join/", {"code": typed})
    page = people["otto"].client.get(answer["Location"])
    assert page.status_code == 200
    assert "The Long Watch" in page.content.decode()
    assert told.row.digest not in told.address
    full = {ord(sign): ord(sign) + 0xFEE0 for sign in told.code if sign.isalnum()}
    pasted = f"\u200e{told.code.translate(full)}\u00a0".replace("-", "\u2011")
    answer = people["otto"].client.post("/parties/join/", {"code": pasted})
    assert people["otto"].client.get(answer["Location"]).status_code == 200


def test_who_joins_brings_a_character_which_takes_the_partys_rules(
    people: People, party: Party, invitation: dict[str, str]
) -> None:
    Party.objects.filter(pk=party.pk).update(house={"one_raise_a_session": True})
    mine = store(people["otto"].owner, VESSA, finished=True)
    form = {"character": str(mine.public_id), "key": key()}
    url = f"/join/{invitation['code']}/"
    assert people["otto"].client.post(url, form)["Location"] == at(party)
    assert people["otto"].client.post(url, form)["Location"] == at(party)
    mine.refresh_from_db()
    assert (mine.party, mine.house, mine.version) == (party, {"one_raise_a_session": True}, 2)
    assert seats(party)["otto"] == "player"
    assert Invitation.objects.get().uses == 1


def test_who_has_a_seat_keeps_it_when_joining_again(
    people: People, party: Party, invitation: dict[str, str]
) -> None:
    people["greta"].client.post(f"/join/{invitation['code']}/", {"key": key()})
    assert seats(party)["greta"] == "gm"
    assert Invitation.objects.get().uses == 0


def test_a_character_that_cannot_come_along_takes_no_seat_either(
    people: People, party: Party, invitation: dict[str, str], in_party: Callable[..., Character]
) -> None:
    url = f"/join/{invitation['code']}/"
    theirs = in_party()
    page = people["otto"].client.post(url, {"character": theirs.public_id, "key": key()})
    assert page.status_code == 422
    assert "Choose one of your own characters." in page.content.decode()
    elsewhere = store(people["otto"].owner, VESSA, finished=True)
    elsewhere.party = Party.objects.get(name="Others")
    elsewhere.save()
    page = people["otto"].client.post(url, {"character": elsewhere.public_id, "key": key()})
    message = "Vessa Korr is in another party. Take it out of that party first."
    assert message in page.content.decode()
    assert "otto" not in seats(party)


def test_an_invitation_that_ended_or_was_revoked_opens_nothing(
    people: People, party: Party, invitation: dict[str, str]
) -> None:
    url = f"/join/{invitation['code']}/"
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert people["otto"].client.get(url).status_code == 404
    assert people["otto"].client.post(url, {"key": key()}).status_code == 404
    Invitation.objects.update(expires_at=timezone.now() + timedelta(days=1))
    row = Invitation.objects.get()
    revoke = at(party, f"invitations/{row.pk}/revoke/")
    assert people["otto"].client.post(revoke, {"key": key()}).status_code == 404
    assert confirm(people["cora"].client, revoke, {"key": key()}).status_code == 302
    assert people["otto"].client.get(url).status_code == 404
    assert "otto" not in seats(party)


def test_what_is_kept_of_an_invitation_opens_nothing(
    people: People, invitation: dict[str, str]
) -> None:
    row = Invitation.objects.get()
    for kept in (row.digest, row.nonce):
        assert people["otto"].client.get(f"/join/{kept}/").status_code == 404


def test_without_an_account_an_invitation_leads_to_one(
    nobody: Client, invitation: dict[str, str]
) -> None:
    url = f"/join/{invitation['code']}/"
    assert "Create an account" in nobody.get(url).content.decode()
    assert nobody.post(url)["Location"] == f"/account/login/?next={url}"


def test_an_ex_member_sees_nothing_from_the_next_request_on(
    people: People, party: Party, in_party: Callable[..., Character]
) -> None:
    mine, theirs = in_party(of="femi"), in_party("Brakka")
    femi = people["femi"].client
    assert femi.get(f"/characters/{theirs.public_id}/").status_code == 200
    membership = party.members.get(owner=people["femi"].owner)
    confirm(people["cora"].client, at(party, f"members/{membership.pk}/remove/"), {"key": key()})
    assert femi.get(f"/characters/{theirs.public_id}/").status_code == 404
    assert femi.get(at(party, "members/")).status_code == 404
    mine.refresh_from_db()
    assert mine.party is None
    assert people["greta"].client.get(f"/characters/{mine.public_id}/").status_code == 404


def test_who_leaves_takes_their_characters_with_the_rules_they_had(
    people: People, party: Party, in_party: Callable[..., Character]
) -> None:
    mine = in_party(of="femi", document={"house": {"active_defense": True}})
    leave = at(party, "leave/")
    assert confirm(people["femi"].client, leave, {"key": key()}).status_code == 302
    mine.refresh_from_db()
    assert (mine.party, mine.house) == (None, {"active_defense": True})
    assert "femi" not in seats(party)


def test_the_chair_is_handed_over_and_never_left_empty(people: People, party: Party) -> None:
    greta = people["greta"].client
    refused = greta.post(at(party, "leave/"), {"key": key()})
    assert refused.status_code == 422
    assert "Make another member the game master first" in refused.content.decode()
    femi = party.members.get(owner=people["femi"].owner)
    confirm(greta, at(party, f"members/{femi.pk}/hand-over/"), {"key": key()})
    assert seats(party) == {"greta": "co-gm", "cora": "co-gm", "ines": "player", "femi": "gm"}
    assert confirm(greta, at(party, "leave/"), {"key": key()}).status_code == 302


def test_a_co_gm_takes_out_players_and_nobody_above_them(people: People, party: Party) -> None:
    for name in ("greta", "cora"):
        membership = party.members.get(owner=people[name].owner)
        url = at(party, f"members/{membership.pk}/remove/")
        assert people["cora"].client.post(url, {"key": key()}).status_code == 422
    assert len(seats(party)) == 4


def test_the_game_master_makes_co_gms(people: People, party: Party) -> None:
    ines = party.members.get(owner=people["ines"].owner)
    url = at(party, f"members/{ines.pk}/role/")
    confirm(people["greta"].client, url, {"role": "co-gm", "key": key()})
    assert seats(party)["ines"] == "co-gm"
    assert people["greta"].client.post(url, {"role": "gm", "key": key()}).status_code == 422
    assert seats(party)["ines"] == "co-gm"


def test_a_party_ends_only_by_its_name_and_its_characters_stay(
    people: People, party: Party, in_party: Callable[..., Character]
) -> None:
    mine = in_party()
    url = at(party, "dissolve/")
    refused = people["greta"].client.post(url, {"name": "The Long", "key": key()})
    assert refused.status_code == 422
    people["greta"].client.post(url, {"name": "The Long Watch", "key": key()})
    mine.refresh_from_db()
    assert mine.party is None
    assert not Party.objects.filter(name="The Long Watch").exists()


def test_a_character_is_made_for_a_party(people: People, party: Party) -> None:
    form = {"system": "hyperspace-d6", "party": str(party.public_id), "key": key()}
    assert people["otto"].client.post("/characters/new/", form).status_code == 404
    people["ines"].client.post("/characters/new/", form)
    (made,) = Character.objects.all()
    assert (made.party, made.is_draft) == (party, True)


def test_a_character_goes_in_and_out(people: People, party: Party) -> None:
    mine = store(people["ines"].owner, VESSA, finished=True)
    ines = people["ines"].client
    ines.post(at(party, "bring/"), {"character": mine.public_id, "key": key()})
    mine.refresh_from_db()
    assert mine.party == party
    confirm(ines, f"/characters/{mine.public_id}/leave-party/", {"key": key()})
    mine.refresh_from_db()
    assert mine.party is None
    ines.post(at(party, "bring/"), {"character": mine.public_id, "key": key()})
    away = at(party, f"characters/{mine.public_id}/send-away/")
    assert people["femi"].client.post(away, {"key": key()}).status_code == 404
    confirm(people["greta"].client, away, {"key": key()})
    mine.refresh_from_db()
    assert mine.party is None


def test_no_party_has_two_game_masters_even_in_the_database(people: People, party: Party) -> None:
    with pytest.raises(Exception, match=r"one_game_master_a_party|UNIQUE"):
        Member.objects.create(party=party, owner=people["xeno"].owner, role="gm")


def test_what_another_game_master_accepted_is_a_claim_in_the_next_party(
    people: People, party: Party
) -> None:
    accepted = [{"code": "too-expensive", "where": "build.gear", "reason": "A gift"}]
    mine = store(people["ines"].owner, {**VESSA, "house": {"accepted": accepted}}, finished=True)
    Character.objects.update(house_confirmed=True)
    people["ines"].client.post(at(party, "bring/"), {"character": mine.public_id, "key": key()})
    mine.refresh_from_db()
    assert mine.house == {"accepted": accepted}
    assert not mine.house_confirmed


def test_a_co_gm_sends_players_away_but_not_the_game_masters_own(
    people: People, party: Party, in_party: Callable[..., Character]
) -> None:
    own, other = in_party("Greta's", of="greta"), in_party("Ines's")
    cora = people["cora"].client
    answer = cora.post(at(party, f"characters/{own.public_id}/send-away/"))
    assert answer.status_code == 422
    assert "Greta&#x27;s belongs to the game master" in answer.content.decode()
    away = at(party, f"characters/{other.public_id}/send-away/")
    assert confirm(cora, away, {}).status_code == 302
    page = cora.get(at(party, "members/")).content.decode()
    assert f"{own.public_id}/send-away/" not in page
    own.refresh_from_db()
    other.refresh_from_db()
    assert (own.party, other.party) == (party, None)
