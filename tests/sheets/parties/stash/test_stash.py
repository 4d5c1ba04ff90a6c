"""The stash of a party: members put in and take out, game masters give, and each act is undone."""

from collections.abc import Callable

import pytest

from sheets.models import Character, LedgerEntry, Member, Party, StashAct, StashItem, StashMove
from tests.sheets.cast import Person
from tests.sheets.parties.pages import get, text, url
from tests.sheets.parties.stash.stashes import (
    MEDPACS,
    acts,
    gear,
    inside,
    put,
    send,
    take,
    undo,
)
from tests.sheets.toasts import toast_of

People = dict[str, Person]
Make = Callable[..., Character]


@pytest.fixture
def vessa(in_party: Make) -> Character:
    """With three medpacs, a blaster pistol, and 250 credits: 750 less 500 for the pistol."""
    return in_party(document={"ledger": [MEDPACS]})


def test_gear_and_credits_go_in_and_come_out_for_somebody_else(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    before = gear(vessa)
    assert put(people["ines"], party, vessa, medpac=2, credits=100).status_code == 302
    assert inside(party) == {"Medpac": 2, "credits": 100}
    assert gear(vessa) == {**before, "Medpac": 1, "credits": before["credits"] - 100}
    assert take(people["femi"], party, brakka, "Medpac").status_code == 302
    assert take(people["femi"], party, brakka, "credits", 100).status_code == 302
    assert inside(party) == {"Medpac": 1}
    assert gear(brakka)["Medpac"] == 1
    assert gear(brakka)["credits"] == before["credits"] + 100
    assert acts(party) == [
        "Brakka took 100 credits",
        "Brakka took Medpac",
        "Vessa Korr put in 2 × Medpac and 100 credits",
    ]


def test_a_game_master_gives_to_anyone_and_the_history_says_so(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    put(people["ines"], party, vessa, medpac=2)
    take(people["greta"], party, brakka, "Medpac", 2)
    assert acts(party)[0] == "Brakka was given 2 × Medpac"
    entry = LedgerEntry.objects.get(character=brakka)
    assert (entry.content["kind"], entry.content["by"]) == ("take", "greta")
    assert entry.author == people["greta"].owner


def test_a_player_moves_nothing_for_the_character_of_another(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    answer = put(people["femi"], party, vessa, medpac=1)
    assert answer.status_code == 422
    assert "Choose one of your own characters in this party." in text(answer)
    put(people["ines"], party, vessa, medpac=1)
    assert take(people["femi"], party, vessa, "Medpac").status_code == 422
    assert inside(party) == {"Medpac": 1}


@pytest.mark.parametrize(
    ("things", "message"),
    [
        ({"medpac": 4}, "Vessa Korr has 3 × Medpac, not 4 × Medpac."),
        ({"medpac": "two"}, "Enter a whole number, 1 or more."),
        ({"medpac": -1}, "Enter a whole number, 1 or more."),
        ({"torch": 1}, "Vessa Korr no longer carries this."),
        ({}, "Choose something, and say how many."),
    ],
)
def test_what_cannot_be_put_in_says_why_and_moves_nothing(
    people: People, party: Party, vessa: Character, things: dict[str, object], message: str
) -> None:
    answer = put(people["ines"], party, vessa, **{"blaster_pistol": 1, **things} if things else {})
    assert answer.status_code == 422
    assert message in text(answer)
    assert inside(party) == {}
    assert StashAct.objects.count() == 0
    assert gear(vessa)["Blaster Pistol"] == 1


def test_more_than_there_is_cannot_be_taken(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    put(people["ines"], party, vessa, medpac=2)
    answer = take(people["femi"], party, brakka, "Medpac", 3)
    assert answer.status_code == 422
    assert "The stash has 2 × Medpac left, not 3 × Medpac." in text(answer)
    row = StashItem.objects.get()
    take(people["femi"], party, brakka, "Medpac", 2)
    form = {"item": row.pk, f"take-{row.pk}": 1, "to": brakka.public_id}
    gone = send(people["femi"], party, "take/", **form)
    assert gone.status_code == 422
    assert "This is no longer in the stash. Someone took it." in text(gone)


def test_undo_brings_everything_back_on_both_sides(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    before = gear(vessa), gear(brakka)
    put(people["ines"], party, vessa, medpac=2, credits=100)
    take(people["femi"], party, brakka, "Medpac", 2)
    assert undo(people["femi"], party).status_code == 302
    assert (inside(party), gear(brakka)) == ({"credits": 100, "Medpac": 2}, before[1])
    put_in = StashAct.objects.earliest("pk")
    assert undo(people["ines"], party, put_in).status_code == 302
    assert (inside(party), gear(vessa)) == ({}, before[0])
    put_in.refresh_from_db()
    assert put_in.undone_at
    assert put_in.undone_by == "ines"
    assert undo(people["ines"], party, put_in).status_code == 409
    assert gear(vessa) == before[0]


def test_an_undo_of_what_is_gone_says_so_and_undoes_nothing(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    put(people["ines"], party, vessa, medpac=2)
    take(people["femi"], party, brakka, "Medpac", 1)
    put_in = StashAct.objects.earliest("pk")
    answer = undo(people["ines"], party, put_in)
    assert answer.status_code == 422
    assert "The stash has Medpac left, not 2 × Medpac." in text(answer)
    assert (inside(party), gear(vessa)["Medpac"]) == ({"Medpac": 1}, 1)


def test_a_thing_that_was_used_since_is_not_taken_back(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    put(people["ines"], party, vessa, medpac=1)
    take(people["femi"], party, brakka, "Medpac")
    used = {"kind": "use", "item": "medpac", "at": "2026-01-01T00:00:00+00:00"}
    LedgerEntry.objects.create(character=brakka, position=1, content=used)
    Character.objects.get(pk=brakka.pk).save()
    assert undo(people["femi"], party).status_code == 422
    assert inside(party) == {}


def test_nobody_undoes_what_another_player_did_but_a_game_master_does(
    people: People, party: Party, vessa: Character
) -> None:
    put(people["ines"], party, vessa, medpac=1)
    answer = undo(people["femi"], party)
    assert answer.status_code == 422
    assert "Only your game master, or whoever did this, can undo it." in text(answer)
    assert undo(people["cora"], party).status_code == 302
    assert inside(party) == {}
    assert "Undone by cora." in text(get(people["ines"], party, "stash/"))


def test_the_history_of_a_character_tells_of_the_stash_and_undoes_nothing_of_it(
    people: People, party: Party, vessa: Character
) -> None:
    put(people["ines"], party, vessa, medpac=1)
    page = people["ines"].client.get(f"/characters/{vessa.public_id}/history/")
    assert "To the stash" in text(page)
    row = Character.objects.get(pk=vessa.pk)
    form = {"version": row.version, "positions": "1"}
    address = f"/characters/{vessa.public_id}/history/1/undo/"
    assert people["ines"].client.post(address, form).status_code in {404, 422}
    assert (inside(party), gear(vessa)["Medpac"]) == ({"Medpac": 1}, 2)


def test_something_found_goes_in_as_new_and_is_used_up_or_spent(
    people: People, party: Party, vessa: Character
) -> None:
    found = {"entry": "offer=given.grant&kind=grant", "given.grant.item": "medpac"}
    send(people["ines"], party, "add/", **found, **{"given.grant.quantity": "4"})
    send(people["ines"], party, "add/", **{"money": "yes", "add-money": "1,500"})
    assert inside(party) == {"Medpac": 4, "credits": 1500}
    row = StashItem.objects.get(unit="credit")
    send(people["femi"], party, "remove/", **{"item": row.pk, f"take-{row.pk}": "500"})
    assert inside(party) == {"Medpac": 4, "credits": 1000}
    assert acts(party) == ["500 credits removed", "1,500 credits added", "4 × Medpac added"]
    undo(people["femi"], party)
    assert inside(party) == {"Medpac": 4, "credits": 1500}


def test_nothing_but_things_is_added(people: People, party: Party) -> None:
    for entry in ("kind=award&cp=5", "kind=buy&item=medpac", "kind=raise-skill&skill=search"):
        answer = send(people["ines"], party, "add/", entry=entry)
        assert answer.status_code == 422
    assert inside(party) == {}


def test_equal_things_are_one_row_and_different_ones_are_not(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    upgrade = {"kind": "upgrade", "item": "blaster-pistol", "aspect": "damage"}
    for position, content in enumerate([{"kind": "award", "cp": 60}, upgrade]):
        LedgerEntry.objects.create(character=brakka, position=position, content=content)
    put(people["ines"], party, vessa, blaster_pistol=1)
    put(people["femi"], party, brakka, blaster_pistol=1)
    rows = party.stash.order_by("pk").values_list("name", "content", "quantity")
    assert list(rows) == [
        ("Blaster Pistol", {"kind": "take", "item": "blaster-pistol"}, 1),
        ("Blaster Pistol", {"kind": "take", "item": "blaster-pistol", "upgrades": 1}, 1),
    ]


def test_the_toast_undoes_what_was_just_done(
    people: People, party: Party, vessa: Character
) -> None:
    put(people["ines"], party, vessa, medpac=1)
    toast = toast_of(get(people["ines"], party, "stash/"))
    assert toast
    assert toast.text == "Vessa Korr put in Medpac."
    assert people["ines"].client.post(toast.address, toast.fields).status_code == 302
    assert inside(party) == {}


def test_a_form_that_is_sent_twice_counts_once(
    people: People, party: Party, vessa: Character
) -> None:
    form = {"key": "a" * 32, "from": str(vessa.public_id), "put-medpac": "1"}
    for _ in range(2):
        assert people["ines"].client.post(url(party, "stash/put/"), form).status_code == 302
    assert inside(party) == {"Medpac": 1}


def test_a_row_that_cannot_be_read_stays_and_can_be_removed(
    people: People, party: Party, vessa: Character
) -> None:
    for content in ({"kind": "session"}, {"kind": "nothing"}, {}):
        row = StashItem.objects.create(party=party, name="Odd", content=content, quantity=1)
        answer = take(people["ines"], party, vessa, "Odd")
        assert answer.status_code == 422
        assert "Odd can’t be read. Remove it from the stash." in text(answer)
        form = {"item": row.pk, f"take-{row.pk}": "1"}
        assert send(people["ines"], party, "remove/", **form).status_code == 302
    assert inside(party) == {}


def test_the_stash_goes_with_its_party_and_the_gear_stays_with_the_characters(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    put(people["ines"], party, vessa, medpac=2)
    take(people["femi"], party, brakka, "Medpac")
    people["greta"].client.post(url(party, "dissolve/"), {"name": party.name})
    assert not Party.objects.filter(pk=party.pk).exists()
    assert (StashItem.objects.count(), StashMove.objects.count()) == (0, 0)
    assert gear(brakka)["Medpac"] == 1


def test_a_character_that_left_keeps_what_it_took(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    put(people["ines"], party, vessa, medpac=1)
    take(people["femi"], party, brakka, "Medpac")
    Character.objects.filter(pk=brakka.pk).update(party=None)
    answer = undo(people["greta"], party)
    assert answer.status_code == 422
    assert "Brakka is no longer in the party." in text(answer)
    assert gear(brakka)["Medpac"] == 1


def test_who_only_looks_on_sees_the_stash_and_no_forms(
    people: People, party: Party, vessa: Character
) -> None:
    put(people["ines"], party, vessa, medpac=2)
    member = Member.objects.get(party=party, role="gm")
    type(member.owner).objects.filter(pk=member.owner_id).update(kind="demo", user=None)
    page = people["xeno"].client.get(url(party, "stash/"))
    assert "2 × Medpac" in text(page)
    assert "stash/take/" not in page.content.decode().replace(
        f'action="{url(party, "stash/take/")}', ""
    )
    assert "Put in stash" not in text(page)
