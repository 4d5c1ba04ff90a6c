"""Points, credits and things are handed out to all that were chosen, or to nobody."""

import json
import uuid
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from rules import registry
from rules.document import write
from sheets import storage
from sheets.models import Character, LedgerEntry, Member, Party
from tests.sheets.cast import Person
from tests.sheets.parties.pages import confirm, text
from tests.sheets.toasts import toast_of

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
        assert confirm(people["greta"].client, url(party), form).status_code == 302
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
    assert "Half Made: This character is still a draft." in page.content.decode()
    assert 'value="3"' in page.content.decode()
    assert told(vessa) == told(draft) == []


def test_what_nobody_can_take_is_said_once(people: People, party: Party, in_party: Make) -> None:
    vessa, brakka = in_party(), in_party("Brakka", of="femi")
    page = people["greta"].client.post(url(party), given(party, [vessa, brakka], "award", cp="-3"))
    said = page.content.decode()
    assert said.count("Awards are 0 or more. Use a correction to take points away.") == 1
    assert "Vessa Korr: " not in said


def test_nothing_chosen_is_nothing_given(people: People, party: Party, in_party: Make) -> None:
    vessa = in_party(document={"ledger": [{"kind": "grant", "name": "Pebble"}]})
    page = people["greta"].client.post(url(party), given(party, [vessa], "grant", quantity="1"))
    assert page.status_code == 422
    assert "Choose an item, or type its name." in page.content.decode()


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
    confirm(people["cora"].client, url(party), form)
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
        confirm(people["greta"].client, url(party, "session/"), form)
    party.refresh_from_db()
    assert (party.sessions, party.session_at is not None) == (1, True)
    assert [entry["kind"] for entry in told(vessa)] == ["session"]
    now = people["ines"].client.get(f"/characters/{vessa.public_id}/").context["now"]
    assert now.pools["force_points"].value == 1


def test_a_correction_goes_down_too(people: People, party: Party, in_party: Make) -> None:
    vessa = in_party(document={"ledger": [{"kind": "award", "cp": 20}]})
    form = given(party, [vessa], "adjust", cp="-18", reason="It was two")
    assert confirm(people["greta"].client, url(party), form).status_code == 302
    assert told(vessa)[1]["cp"] == -18


def test_nobody_is_chosen_until_somebody_is(people: People, party: Party, in_party: Make) -> None:
    in_party(), in_party("Brakka", of="femi")
    page = people["greta"].client.get(url(party)).content.decode()
    ticks = page.partition('id="everyone"')[2].partition("</fieldset>")[0]
    assert ticks.count('name="to"') == 2
    assert " checked" not in ticks


def test_what_comes_of_it_is_named_before_anybody_has_it(
    people: People, party: Party, in_party: Make
) -> None:
    three = [in_party(), in_party("Brakka", of="femi"), in_party("Nim", of="femi")]
    form = given(party, three, "grant", item="lightsaber", quantity="1")
    asked = people["greta"].client.post(url(party), form)
    assert asked.status_code == 200
    assert "3 characters get 1 Lightsaber each. To Vessa Korr, Brakka, and Nim." in text(asked)
    assert [told(one) for one in three] == [[], [], []]
    assert confirm(people["greta"].client, url(party), form).status_code == 302
    page = text(people["greta"].client.get(url(party)))
    assert "Handed out: 1 Lightsaber each to Vessa Korr, Brakka, and Nim." in page


def test_an_award_is_undone_from_its_toast_and_older_ones_from_the_list(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, greta = in_party(), people["greta"].client
    first = given(party, [vessa], "award", cp="3")
    confirm(greta, url(party), first)
    toast = toast_of(greta.get(url(party)))
    assert toast.text == "Handed out: 3 Character Points to Vessa Korr."
    assert toast_of(greta.get(url(party))) is None
    assert greta.post(toast.address, toast.fields).status_code == 302
    assert [entry["kind"] for entry in told(vessa)] == ["award", "undo"]
    # The same form once more answers as before, but its award has no Undo any more.
    confirm(greta, url(party), first)
    page = greta.get(url(party))
    assert toast_of(page) is None
    assert "Handed out: 3 Character Points to Vessa Korr." in text(page)
    confirm(greta, f"/parties/{party.public_id}/session/", {**first, "key": uuid.uuid4().hex})
    toast = toast_of(greta.get(url(party)))
    assert toast.text.endswith(" has begun.")
    assert greta.post(toast.address, toast.fields).status_code == 302


def test_each_kind_of_hand_out_has_its_words(people: People, party: Party, in_party: Make) -> None:
    vessa, brakka = in_party(), in_party("Brakka", of="femi")
    for to, kind, said, words in (
        ([vessa], "award", {"cp": "3", "credits": "200"},
         "Vessa Korr gets 3 Character Points and 200 credits."),
        ([vessa, brakka], "grant", {"item": "medpac", "quantity": "3"},
         "2 characters get 3 × Medpac each. To Vessa Korr and Brakka."),
        ([vessa, brakka], "adjust", {"cp": "-2", "reason": "Too many"},
         "2 characters get a correction (Too many: −2 Character Points) each."),
    ):  # fmt: skip
        asked = people["greta"].client.post(url(party), given(party, to, kind, **said))
        assert words in text(asked)


def test_another_hand_out_than_the_one_confirmed_is_asked_again(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, brakka = in_party(), in_party("Brakka", of="femi")
    greta = people["greta"].client
    form = given(party, [vessa], "award", cp="3")
    asked = greta.post(url(party), form).content.decode()
    digest = " ".join(asked.split()).partition('name="confirmed" value="')[2][:32]
    for other in (given(party, [vessa, brakka], "award", cp="3"), {**form, "everyone": "yes"}):
        answer = greta.post(url(party), {**other, "confirmed": digest})
        assert answer.status_code == 409
        assert "Something changed since you loaded this page." in text(answer)
    assert told(vessa) == told(brakka) == []


def test_everyone_is_everybody_in_play(people: People, party: Party, in_party: Make) -> None:
    vessa, brakka = in_party(), in_party("Brakka", of="femi")
    draft, away = in_party("Half Made", finished=False), in_party("Away", archived=True)
    form = {**given(party, [], "award", cp="1"), "everyone": "yes"}
    assert confirm(people["greta"].client, url(party), form).status_code == 302
    assert [len(told(one)) for one in (vessa, brakka, draft, away)] == [1, 1, 0, 0]


def test_in_a_dialog_it_is_asked_there_and_what_is_wrong_is_shown_on_the_page(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, headers = in_party(), {"HX-Request": "true", "HX-Target": "confirm-place"}
    send = people["greta"].client.post
    asked = send(url(party), given(party, [vessa], "award", cp="3"), headers=headers)
    assert "<!doctype" not in asked.content.decode()
    assert "Vessa Korr gets 3 Character Points." in text(asked)
    wrong = send(url(party), given(party, [], "award", cp="3"), headers=headers)
    assert (wrong.status_code, wrong["HX-Retarget"], wrong["HX-Reselect"]) == (
        422,
        "#main",
        "#main",
    )
    assert "Nothing was handed out. Choose at least one character." in text(wrong)


def test_a_session_says_what_it_changes_before_it_begins(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, brakka = in_party(document={"marks": {"force_points": 0}}), in_party("Brakka", of="femi")
    form = {"to": [str(one.public_id) for one in (vessa, brakka)], "key": uuid.uuid4().hex}
    asked = text(people["greta"].client.post(url(party, "session/"), form))
    assert "Session 1 of The Long Watch begins for Vessa Korr and Brakka." in asked
    assert "Vessa Korr: Force Points 0 → 1" in asked
    assert "Brakka:" not in asked
    party.refresh_from_db()
    assert (party.sessions, told(vessa)) == (0, [])


ARMOR = {
    "hyperspace-d6": ("grant", "grant", {"item": "heavy-armor", "quantity": "1"}, "Heavy Armor"),
    "rules-sheet-d6": (
        "gain.armor",
        "gain&what=armor",
        {"name": "Blast vest", "defense": "2", "quantity": "1"},
        "Blast vest",
    ),
    "empire-ascendant": (
        "gain.armor",
        "gain&what=armor",
        {"name": "Blast vest", "soak": "1D", "quantity": "1"},
        "Blast vest",
    ),
    "storytelling-d10": (
        "gain.armor",
        "gain&what=armor",
        {"name": "Blast vest", "rating": "2", "quantity": "1"},
        "Blast vest",
    ),
}


@pytest.mark.all_games
@pytest.mark.parametrize("slug", sorted(ARMOR))
@pytest.mark.parametrize("wears", [False, True])
def test_armor_is_handed_out_worn_or_it_is_said_that_it_is_not(
    people: People, slug: str, *, wears: bool
) -> None:
    party = Party.objects.create(name="The Long Watch", system=slug)
    greta = people["greta"]
    Member.objects.create(party=party, owner=greta.owner, role=Member.Role.GM)
    brakka = Character(owner=greta.owner, party=party, finished_at=timezone.now())
    plain = write(registry.get(slug).random(Random(5)))
    kept = {name: part for name, part in plain["build"].items() if name not in ("armor", "worn")}
    document = registry.read(json.dumps({**plain, "name": "Brakka", "build": kept}).encode())
    storage.fill_row(brakka, document)
    brakka.save()

    def worn() -> str:
        stored = storage.load(Character.objects.whole().get(pk=brakka.pk))
        return str(stored.opened.numbers["worn"])

    before = worn()
    offer, kind, members, name = ARMOR[slug]
    form = {
        "to": [str(brakka.public_id)],
        "entry": f"offer=given.{offer}&kind={kind}",
        **{f"given.{offer}.{member}": value for member, value in members.items()},
        "key": uuid.uuid4().hex,
        **({"also": "yes"} if wears else {}),
    }
    asked = greta.client.post(url(party), form)
    assert "It isn’t worn: it counts once it’s on." in text(asked)
    assert "Hand out and put it on" in text(asked)
    assert confirm(greta.client, url(party), form).status_code == 302
    assert (worn() == name.lower().replace(" ", "-")) is wears
    toast = toast_of(greta.client.get(url(party)))
    assert toast
    assert f"1 {name} to Brakka, {'worn' if wears else 'not worn'}." in toast.text
    greta.client.post(toast.address, toast.fields)
    assert worn() == before
    # What nobody wears is asked about by nobody.
    award = {**form, "entry": "offer=given.award&kind=award", "given.award.note": "x"}
    assert "Hand out and put it on" not in text(greta.client.post(url(party), award))


def test_a_link_chooses_who_gets_something(people: People, party: Party, in_party: Make) -> None:
    vessa, _ = in_party(), in_party("Brakka", of="femi")
    greta = people["greta"].client
    asked = greta.get(url(party), {"to": str(vessa.public_id)})
    assert [row.name for row, chosen in asked.context["characters"] if chosen] == ["Vessa Korr"]
    assert not asked.context["everyone"]
    assert greta.get(url(party), {"everyone": "yes"}).context["everyone"]
