"""The end of a session: points, loot, notes, the next session; all at once, undone at once."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from rules import registry
from sheets import form_data
from sheets.bounded_storage import fill_or_refuse
from sheets.demo import all_pregens
from sheets.models import (
    Award,
    Character,
    Encounter,
    LedgerEntry,
    Member,
    Party,
    PartySession,
)
from sheets.parties.sessions import rows
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY
from tests.sheets.parties.pages import get, text, url
from tests.sheets.toasts import toast_of

People = dict[str, Person]
Make = Callable[..., Character]
END = "sessions/end/"


def end(who: Person, party: Party, **sent: Any) -> Any:
    page = who.client.get(url(party, END))
    texts = {name: page.context["form"].initial[name] for name in ("title", "notes", "gm_notes")}
    number, key = str(page.context["number"]), uuid.uuid4().hex
    form = {"session": number, "was": page.context["was"], "key": key, **texts, **sent}
    return who.client.post(url(party, END), form)


def ledger(character: Character) -> list[dict[str, Any]]:
    rows = LedgerEntry.objects.filter(character=character).order_by("position")
    return [{**row.content, "at": "", "by": ""} for row in rows]


def kinds(character: Character) -> list[str]:
    return [entry["kind"] for entry in ledger(character)]


def undo(who: Person, party: Party) -> Any:
    (award,) = Award.objects.filter(undone_at=None, session_changes__has_key="gains")
    form = {"key": uuid.uuid4().hex}
    return who.client.post(url(party, f"hand-out/{award.pk}/undo/"), form)


def test_all_of_it_happens_at_once_and_is_undone_at_once(
    people: People, party: Party, in_party: Make, session: dict[str, Any]
) -> None:
    vessa = in_party(document={"marks": {"force_points": 0}})
    brakka, greta = in_party("Brakka", of="femi"), people["greta"]
    sent = {
        "to": [str(vessa.public_id), str(brakka.public_id)],
        "points.given.award.cp": "3",
        "points.given.award.credits": "200",
        "loot-1.given.grant.item": "medpac",
        "loot-1.given.grant.quantity": "2",
        "hands.loot-1.given.grant": str(brakka.public_id),
        "loot-4.given.grant.name": "Humming crate",
        "loot-4.given.grant.quantity": "1",
        "hands.loot-4.given.grant": str(vessa.public_id),
        "title": "The Heist",
        "notes": "They ran.",
        "gm_notes": "A trap.",
        "next": "yes",
        "session": "1",
        "was": form_data.token(["", "", ""]),
        "key": uuid.uuid4().hex,
    }
    for _ in range(2):
        assert end(greta, party, **sent).status_code == 302
    toast = toast_of(greta.client.get(url(party, "sessions/")))
    assert toast
    assert kinds(vessa) == ["award", "grant", "session"]
    assert kinds(brakka) == ["award", "grant", "session"]
    first = ledger(vessa)[0]
    assert (first["cp"], first["credits"], first["note"]) == (3, 200, "Session 1")
    (entry,) = [one for one in _calendar(greta, party) if one.session.number == 1]
    assert entry.gains == (
        "3 Character Points and 200 credits each to Vessa Korr and Brakka",
        "2 × Medpac to Brakka",
        "1 Humming crate to Vessa Korr",
    )
    assert (entry.session.title, entry.session.is_running) == ("The Heist", False)
    party.refresh_from_db()
    assert party.sessions == 2
    assert greta.client.post(toast.address, toast.fields).url == url(party, "sessions/")
    assert [one["kind"] for one in ledger(vessa)][3:] == ["undo"] * 3
    party.refresh_from_db()
    row = PartySession.objects.get()
    assert (party.sessions, row.title, row.notes, row.gm_notes) == (1, "", "", "")
    assert row.is_running
    vessa.refresh_from_db()
    assert vessa.marks == {"force_points": 0}


def _calendar(who: Person, party: Party) -> Any:
    return get(who, party, "sessions/").context["page"].entries


def test_armor_among_the_loot_is_put_on_or_said_not_to_be_worn(
    people: People, party: Party, in_party: Make, session: dict[str, Any]
) -> None:
    vessa, greta = in_party(), people["greta"]
    for number, wears in ((1, False), (2, True)):
        sent = {
            "loot-1.given.grant.item": ("heavy-armor", "battle-armor")[number - 1],
            "loot-1.given.grant.quantity": "1",
            "hands.loot-1.given.grant": str(vessa.public_id),
            "next": "yes",
            "session": str(number),
            "was": form_data.token(["", "", ""]),
            "key": uuid.uuid4().hex,
            **({"wears": "yes"} if wears else {}),
        }
        assert "Put on what can be worn" in text(get(greta, party, "sessions/end/"))
        assert end(greta, party, **sent).status_code == 302
        done = "what can be worn is on Vessa Korr" if wears else "not worn yet by Vessa Korr"
        assert done in text(get(greta, party, "sessions/"))
        assert kinds(vessa)[-1] == ("wear" if wears else "session")


def test_one_fault_and_nothing_happens(
    people: People, party: Party, in_party: Make, session: dict[str, Any]
) -> None:
    vessa, greta = in_party(), people["greta"]
    here = str(vessa.public_id)
    for sent, words in (
        ({"to": [here], "points.given.award.cp": "-3"}, "Awards are 0 or more."),
        ({"to": [here], "points.given.award.cp": "many"}, "a whole number"),
        ({"points.given.award.cp": "3"}, "Choose at least one character."),
        ({"loot-1.given.grant.name": "Crate"}, "Choose who gets it."),
        (
            {"to": [here], "points.given.award.cp": "3", "hands.loot-2.given.grant": here},
            "Choose an item, or type its name.",
        ),
        ({"title": "x" * 121}, "Use at most 120 characters, not 121."),
    ):
        page = end(greta, party, **{"notes": "They ran.", **sent})
        assert page.status_code == 422
        assert words in text(page)
        assert "They ran." in text(page)
    for stale in ({"was": "0" * 16}, {"session": "2"}, {"session": "x"}):
        assert end(greta, party, notes="They ran.", **stale).status_code == 409
    row = PartySession.objects.get()
    assert (kinds(vessa), row.notes, row.is_running) == ([], "", True)
    assert not Award.objects.exists()


def test_what_was_spent_since_cannot_be_undone(
    people: People, party: Party, in_party: Make, session: dict[str, Any]
) -> None:
    vessa, greta = in_party(), people["greta"]
    here = str(vessa.public_id)
    end(greta, party, to=[here], **{"points.given.award.cp": "3"}, notes="They ran.")
    row = PartySession.objects.get()
    PartySession.objects.update(notes="They walked.")
    refused = undo(greta, party)
    assert refused.status_code == 422
    assert "The title or notes of session 1 changed since then." in text(refused)
    assert (kinds(vessa), row.is_running) == (["award"], False)


def test_a_session_that_nobody_began_is_written_down_when_it_ends(
    people: People, party: Party
) -> None:
    greta = people["greta"]
    assert end(greta, party, title="The Heist").status_code == 302
    (row,) = PartySession.objects.all()
    assert (row.number, row.title, row.began_at, row.is_running) == (1, "The Heist", None, False)
    assert undo(greta, party).status_code == 302
    party.refresh_from_db()
    assert (party.sessions, PartySession.objects.count()) == (0, 0)


def test_a_session_ends_once_and_a_stale_page_gives_nothing_again(
    people: People, party: Party, in_party: Make, session: dict[str, Any]
) -> None:
    vessa, greta = in_party(), people["greta"]
    sent = {"to": [str(vessa.public_id)], "points.given.award.cp": "3"}
    stale = {**sent, "session": "1", "was": form_data.token(["", "", ""])}
    assert end(greta, party, **sent).status_code == 302
    assert end(greta, party, **stale).status_code == 409
    assert kinds(vessa) == ["award"]
    # The next one was played without a start: it is logged as a session of its own.
    assert "Log session 2" in text(get(greta, party, END))
    assert end(greta, party, **sent).status_code == 302
    sessions = PartySession.objects.order_by("number")
    assert [(row.number, row.began_at is None) for row in sessions] == [(1, False), (2, True)]
    assert kinds(vessa) == ["award", "award"]


def test_an_end_is_offered_for_the_session_that_runs(
    people: People, party: Party, in_party: Make
) -> None:
    greta = people["greta"]
    in_party()
    fight = Encounter.objects.create(party=party, name="Docks", state=Encounter.State.OVER)
    places = ("", "sessions/", f"encounters/{fight.public_id}/")

    def offered() -> list[bool]:
        pages = (get(greta, party, place).content.decode() for place in places)
        return ["End of session</a>" in page for page in pages]

    assert offered() == [False, False, False]
    assert "Start a session Log a played session" in text(get(greta, party, "sessions/"))
    rows.ensure_running(party)
    party.save()
    assert offered() == [True, True, True]
    end(greta, party)
    assert offered() == [False, False, False]
    assert "Start a session Log a played session" in text(get(greta, party, "sessions/"))


@pytest.mark.all_games
@EVERY
def test_each_game_hands_out_its_points_and_its_things(people: People, slug: str) -> None:
    greta = people["greta"]
    party = Party.objects.create(name="Theirs", system=slug)
    Member.objects.create(party=party, owner=greta.owner, role=Member.Role.GM)
    pregen = next(one for one in all_pregens().values() if one.document.system == slug)
    character = Character(owner=people["ines"].owner, party=party)
    fill_or_refuse(character, pregen.document)
    character.finished_at = party.created_at
    character.save()
    LedgerEntry.objects.filter(character=character).delete()
    page = greta.client.get(url(party, END))
    points, loot = page.context["points"], page.context["loot"]
    thing = loot[0].more[-1]
    assert len(page.content) < 100 * 1024
    name = next(field.id for field in thing.offer.fields if field.id == "name")
    here = str(character.public_id)
    answer = end(
        greta,
        party,
        to=[here],
        next="yes",
        **{
            f"{points.id}.{points.fields[0].id}": "3",
            f"{thing.offer.id}.{name}": "Odd thing",
            f"{thing.offer.id}.quantity": "1",
            thing.hands: here,
            **_typed(thing.offer),
        },
    )
    assert answer.status_code == 302, text(answer)
    (entry, *_) = reversed(_calendar(greta, party))
    assert len(entry.gains) == 2
    assert entry.gains[1] == f"1 Odd thing to {character.name}"
    assert registry.get(slug).name
    assert undo(greta, party).status_code == 302


def _typed(offer: Any) -> dict[str, str]:
    """The fields that a weapon needs besides its name."""
    needs = {"skill": "DEX", "damage": "4D" if "Dice" not in str(offer.fields) else "4"}
    given = {field.id for field in offer.fields}
    return {f"{offer.id}.{name}": value for name, value in needs.items() if name in given}
