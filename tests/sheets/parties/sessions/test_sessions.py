"""A party's sessions: begun, listed with what was gained, written about, exported, undone."""

import re
import uuid
from collections.abc import Callable
from copy import copy
from datetime import UTC, date, datetime
from http.cookies import SimpleCookie
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from sheets import form_data
from sheets.models import Award, Character, Party, PartySession, PlayLogEntry
from sheets.parties.sessions import chronicle
from tests.plain_page import PlainPage
from tests.sheets.cast import Person
from tests.sheets.parties.pages import confirm, get, text, url

People = dict[str, Person]
Make = Callable[..., Character]


def begin(who: Person, party: Party, *to: Character) -> None:
    begin_with(who.client, party, *to)


def begin_with(client: Client, party: Party, *to: Character) -> None:
    form = {"to": [str(one.public_id) for one in to], "key": uuid.uuid4().hex}
    assert confirm(client, url(party, "session/"), form).status_code == 302


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


def test_a_session_starts_where_sessions_are_listed(
    people: People, party: Party, in_party: Make
) -> None:
    page = PlainPage(people["greta"].client.cookies)
    page.goto(url(party, "sessions/"))
    assert not page.named("button", "Start a session")  # with nobody who could be in it
    in_party()
    page.goto(url(party, "sessions/"))
    page.press("Start a session")
    page.press("Start session")
    assert page.url == url(party, "sessions/")
    assert PartySession.objects.get().is_running
    assert not page.named("button", "Start a session")
    page.press("Undo")
    assert page.url == url(party, "sessions/")
    assert "No sessions yet." in page.text
    for name in ("ines", "cora"):
        shown = "Start a session" in text(get(people[name], party, "sessions/"))
        assert shown == (name == "cora")


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


LOS_ANGELES, BERLIN = "America/Los_Angeles", "Europe/Berlin"
NIGHT = datetime(2026, 11, 7, 2, 30, tzinfo=UTC)


def in_zone(who: Person, zone: str) -> Client:
    client = copy(who.client)
    client.cookies = SimpleCookie({**{k: m.value for k, m in who.client.cookies.items()}})
    client.cookies["zone"] = zone
    return client


def dates(client: Client, party: Party, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The date of a session in the file, in the print, and on the page as the server writes it."""
    printed: list[str] = []

    def noted(chronicle: Any, *, paper: str) -> str:
        printed.extend((chronicle.span, chronicle.sessions[0].date))
        raise NotMade

    with monkeypatch.context() as patch:
        patch.setattr(chronicle.printing, "chronicle_key", noted)
        with pytest.raises(NotMade):
            client.get(url(party, "chronicle.pdf"))
    written = b"".join(client.get(url(party, "sessions.md"))).decode()
    shown = client.get(url(party, "sessions/")).content.decode()
    found = re.search(r'<time datetime="([^"]+)"', shown)
    assert found
    return [*printed, written.split("\n")[4], found[1]]


class NotMade(Exception):
    """A print that is not needed."""


def test_a_sessions_date_is_the_readers_until_it_is_written_down(
    people: People, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    Party.objects.filter(pk=party.pk).update(sessions=1)
    PartySession.objects.create(party=party, number=1, began_at=NIGHT)
    here, there = in_zone(people["greta"], LOS_ANGELES), in_zone(people["femi"], BERLIN)
    moment = "2026-11-07T02:30:00+00:00"
    sixth, seventh = "November 6, 2026", "November 7, 2026"
    assert dates(here, party, monkeypatch) == [sixth, sixth, sixth, moment]
    assert dates(there, party, monkeypatch) == [seventh, seventh, seventh, moment]
    page = here.get(url(party, "sessions/1/"))
    assert 'type="date" name="played_on" value="2026-11-06"' in page.content.decode()
    form = {"title": "", "notes": "", "gm_notes": "", "was": page.context["was"]}
    there_too = {**form, "played_on": "2026-11-06", "key": form_data.new_key()}
    assert here.post(url(party, "sessions/1/"), there_too).status_code == 302
    assert PartySession.objects.get().played_on is None  # it was shown so, and nobody changed it
    corrected = {**form, "played_on": "2026-11-05", "key": form_data.new_key()}
    assert here.post(url(party, "sessions/1/"), corrected).status_code == 302
    fifth = ["November 5, 2026"] * 3 + ["2026-11-05"]
    assert dates(here, party, monkeypatch) == dates(there, party, monkeypatch) == fifth
    session = PartySession.objects.get()
    assert (session.played_on, session.began_at) == (date(2026, 11, 5), NIGHT)
    stale = {**form, "played_on": "2026-11-04", "key": form_data.new_key()}
    assert here.post(url(party, "sessions/1/"), stale).status_code == 409
    wrong = {**corrected, "played_on": "yesterday", "key": form_data.new_key()}
    answer = here.post(url(party, "sessions/1/"), wrong)
    assert answer.status_code == 422
    assert "Write the date like 2026-11-28." in answer.content.decode()


def test_a_session_begins_on_the_day_of_whoever_begins_it(
    people: People, party: Party, in_party: Make
) -> None:
    vessa = in_party()
    with timezone.override(ZoneInfo(LOS_ANGELES)):
        before = timezone.localdate()
        begin_with(in_zone(people["greta"], LOS_ANGELES), party, vessa)
        assert before <= PartySession.objects.get().played_on <= timezone.localdate()
    begin(people["greta"], party, vessa)
    assert PartySession.objects.latest("number").played_on is None


def test_a_log_has_the_hours_of_its_reader(people: People, party: Party, in_party: Make) -> None:
    character = in_party()
    base = f"/characters/{character.public_id}/"
    people["ines"].client.post(f"{base}table/do/skills.agility/", {"key": uuid.uuid4().hex})
    PlayLogEntry.objects.update(at=NIGHT)
    here = in_zone(people["greta"], LOS_ANGELES)
    markdown = b"".join(here.get(url(party, "log.md"))).decode()
    assert "- 2026-11-06 18:30 " in markdown
    plain = b"".join(here.get(url(party, "log.txt"))).decode()
    assert "2026-11-06 18:30 PST" in plain
    assert (
        "2026-11-07 02:30 UTC"
        in b"".join(people["femi"].client.get(url(party, "log.txt"))).decode()
    )
