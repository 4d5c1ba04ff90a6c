"""A party's sessions: begun, listed with what was gained, written about, exported, undone."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from sheets import form_data
from sheets.models import Award, Character, Party, PartySession
from tests.sheets.cast import Person
from tests.sheets.parties.pages import confirm, get, text, url

People = dict[str, Person]
Make = Callable[..., Character]


def begin(who: Person, party: Party, *to: Character) -> None:
    form = {"to": [str(one.public_id) for one in to], "key": uuid.uuid4().hex}
    assert confirm(who.client, url(party, "session/"), form).status_code == 302


def award(who: Person, party: Party, to: Character, points: int) -> None:
    form = {
        "to": str(to.public_id),
        "entry": "offer=given.award&kind=award",
        "given.award.cp": str(points),
        "key": uuid.uuid4().hex,
    }
    assert confirm(who.client, url(party, "hand-out/"), form).status_code == 302


def undo(who: Person, party: Party, award: Award) -> Any:
    form = {"key": uuid.uuid4().hex}
    return who.client.post(url(party, f"hand-out/{award.pk}/undo/"), form)


def write(who: Person, party: Party, number: int, **texts: str) -> Any:
    page = who.client.get(url(party, f"sessions/{number}/"))
    was = page.context["was"]
    form = {"title": "", "notes": "", "gm_notes": "", "was": was, **texts}
    return who.client.post(url(party, f"sessions/{number}/"), {**form, "key": form_data.new_key()})


def test_costly_notes_of_before_keep_nobody_from_changing_the_rest(
    people: People, party: Party, in_party: Make
) -> None:
    greta, costly = people["greta"], ">" * 50 + "Deep."
    begin(greta, party, in_party())
    assert write(greta, party, 1, notes=costly).status_code == 422
    PartySession.objects.update(notes=costly)
    assert write(greta, party, 1, notes=costly, title="The Heist").status_code == 302
    assert PartySession.objects.get().title == "The Heist"
    assert write(greta, party, 1, notes=f"{costly}!", title="The Heist").status_code == 422


def test_sessions_are_listed_with_their_notes_and_what_was_gained(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, greta = in_party(), people["greta"]
    empty = text(get(people["ines"], party, "sessions/"))
    assert "No sessions yet." in empty
    begin(greta, party, vessa)
    award(greta, party, vessa, 3)
    texts = {"title": "The Heist", "notes": "They **ran**.", "gm_notes": "It was a trap."}
    assert write(greta, party, 1, **texts).status_code == 302
    begin(greta, party, vessa)
    award(greta, party, vessa, 2)
    rows = list(PartySession.objects.order_by("number"))
    assert [(row.number, row.is_running) for row in rows] == [(1, False), (2, True)]
    entries = get(people["ines"], party, "sessions/").context["page"].entries
    assert [(one.session.number, one.gains) for one in entries] == [
        (2, ("2 Character Points to Vessa Korr",)),
        (1, ("3 Character Points to Vessa Korr",)),
    ]
    seen = get(people["ines"], party, "sessions/").content.decode()
    assert "They <strong>ran</strong>." in seen
    assert "It was a trap." not in seen
    assert "It was a trap." in get(people["cora"], party, "sessions/").content.decode()


def test_the_export_holds_gm_notes_for_gms_who_ask(
    people: People, party: Party, session: dict[str, Any]
) -> None:
    write(people["greta"], party, 1, title="A & B", notes="So.", gm_notes="Secret.")

    def exported(name: str, **asked: str) -> str:
        answer = get(people[name], party, "sessions.md", **asked)
        return b"".join(answer).decode()

    today = timezone.now().strftime("%B %-d, %Y")
    plain = f"# The Long Watch\n\n## Session 1: A \\& B\n\n{today}\n\nSo.\n"
    assert exported("ines") == exported("ines", gm="1") == exported("greta") == plain
    assert exported("greta", gm="1") == f"{plain}\n### For the game master\n\nSecret.\n"


def test_notes_that_were_changed_elsewhere_are_not_overwritten(
    people: People, party: Party, session: dict[str, Any]
) -> None:
    stale = people["cora"].client.get(url(party, "sessions/1/")).context["was"]
    write(people["greta"], party, 1, notes="Hers.")
    form = {"title": "", "notes": "His.", "gm_notes": "", "was": stale, "key": form_data.new_key()}
    page = people["cora"].client.post(url(party, "sessions/1/"), form)
    assert page.status_code == 409
    assert "His." in text(page)
    assert "Hers." in text(page)
    assert PartySession.objects.get().notes == "Hers."
    long = write(people["greta"], party, 1, title="x" * 121)
    assert (long.status_code, "Use at most 120 characters, not 121." in text(long)) == (422, True)
    assert people["greta"].client.get(url(party, "sessions/2/")).status_code == 404


def test_a_start_that_is_undone_takes_its_session_with_it(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, greta = in_party(), people["greta"]
    for _ in range(3):
        begin(greta, party, vessa)
    first, second, third = Award.objects.order_by("pk")
    write(greta, party, 3, title="Last")
    assert undo(greta, party, second).status_code == 302
    rows = [
        (row.number, row.title, row.is_running) for row in party.session_rows.order_by("number")
    ]
    assert rows == [(1, "", False), (2, "Last", True)]
    refused = undo(greta, party, third)
    assert refused.status_code == 422
    assert "Session 2 has a title or notes. Clear them first." in text(refused)
    write(greta, party, 2)
    assert undo(greta, party, third).status_code == 302
    assert undo(greta, party, first).status_code == 302
    party.refresh_from_db()
    assert (party.sessions, party.session_at, party.session_rows.count()) == (0, None, 0)


@pytest.mark.django_db(transaction=True)
def test_sessions_counted_before_get_rows_with_what_is_known_of_them() -> None:
    executor = MigrationExecutor(connection)
    before = executor.migrate([("sheets", "0017_opponents")]).apps
    day = timezone.now().replace(hour=19, minute=0)
    days = [day - timedelta(days=back) for back in (21, 14, 7)]
    try:
        old = before.get_model("sheets", "Party").objects.create(
            name="Old", system="hyperspace-d6", sessions=4, session_at=days[2]
        )
        awards = before.get_model("sheets", "Award").objects
        for at, is_session, earlier in (
            (days[1], True, days[0]),
            (days[1], False, None),
            (days[2], True, days[1]),
        ):
            awards.create(
                party=old, description="x", at=at, is_session=is_session, session_before=earlier
            )
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    rows = PartySession.objects.order_by("number")
    assert [(row.number, row.began_at) for row in rows] == [
        (1, None),
        (2, days[0]),
        (3, days[1]),
        (4, days[2]),
    ]
    assert [row.ended_at for row in rows] == [days[0], days[1], days[2], None]
    numbers = [
        (one.session and one.session.number, one.begins and one.begins.number)
        for one in Award.objects.order_by("pk")
    ]
    assert numbers == [(2, 3), (3, None), (3, 4)]
