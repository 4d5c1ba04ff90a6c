"""Expensive owners, and pages that are off, on the operator's page."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from sheets import storage, work
from sheets.guard import costs, deaths, state, watch
from sheets.models import Character, Cost, Owner, WorkerDeath
from sheets.processes.pool import Pool, WorkerSpec
from sheets.work import Note, Notes

PAGE = "/account/site/"


@pytest.fixture
def sam(client: Client) -> Client:
    """A browser of the site's staff."""
    client.force_login(User.objects.create(username="sam-of-staff", is_staff=True))
    return client


def words(client: Client) -> str:
    return " ".join(client.get(PAGE).content.decode().split())


def spend(owner: Owner, character: Character | None, seconds: float, view: str = "sheet") -> None:
    with work.at(method="GET", path="/", query="", request_id="r") as done:
        work.asked_by(owner.user_id, owner.visitor_hash or "")
        work.works_out(character.pk if character else None)
        work.spends(seconds / 2)
    costs.record(done, view, seconds / 2)


def test_the_page_names_who_asked_and_what_was_opened_without_names(
    sam: Client, ines_owner: Owner, finished: Character
) -> None:
    for _ in range(3):
        spend(ines_owner, finished, 2.0, "character_pdf")
    spend(ines_owner, finished, 0.5, "character")
    page = words(sam)
    visitor = (ines_owner.visitor_hash or "")[:16]
    line = "6.5 s in 4 requests: character_pdf 6.0 s, character 0.5 s"
    assert f'<b>visitor {visitor}</b><span class="soft">{line}' in page
    assert f'<b>character {finished.public_id}</b><span class="soft">{line}' in page
    assert "Vessa" not in page
    assert (ines_owner.visitor_hash or "")[:17] not in page


def test_an_hour_and_a_day_are_told_apart_and_older_rows_go(sam: Client, ines_owner: Owner) -> None:
    spend(ines_owner, None, 3.0)
    costs.flush()
    Cost.objects.update(at=timezone.now() - timedelta(hours=2))
    hour, day = costs.SPANS.values()
    now = timezone.now()
    assert costs.spenders(now, hour) == ([], [])
    assert [one.seconds for one in costs.spenders(now, day)[0]] == ["3.0 s"]
    Cost.objects.update(at=now - timedelta(hours=25))
    words(sam)
    assert not Cost.objects.filter(at__lt=now - timedelta(hours=24)).exists()


def test_a_request_through_the_site_counts_for_its_owner_and_its_character(
    ines: Client, ines_owner: Owner, finished: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costs, "LEAST", 0)
    ines.get(f"/characters/{finished.public_id}/")
    assert not Cost.objects.exists()  # gathered, not written
    costs.flush()
    rows = {(row.owner_id, row.character_id, row.view) for row in Cost.objects.all()}
    assert rows == {(ines_owner.pk, None, "character"), (None, finished.pk, "character")}


def test_what_several_opened_characters_cost_is_shared_among_them(
    ines_owner: Owner, finished: Character, draft: Character
) -> None:
    with work.at(method="GET", path="/", query="", request_id="r") as done:
        work.works_out(finished.pk)
        work.works_out(draft.pk)
    costs.record(done, "party", 1.0)
    costs.flush()
    shares = Cost.objects.exclude(character=None).values_list("character", "milliseconds")
    assert dict(shares) == {finished.pk: 500, draft.pk: 500}


def test_however_many_ask_a_minute_writes_few_rows(
    django_assert_num_queries: Any, ines_owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costs, "MOST_GATHERED", 100)
    for number in range(300):
        with work.at(method="GET", path="/", query="", request_id="r") as done:
            work.asked_by(None, f"{number:064}")
        costs.record(done, f"view-{number}", 0.001 if number > 250 else 0.1)
    assert len(costs._OWNERS) == 251
    with django_assert_num_queries(3):
        costs.flush()
    assert Cost.objects.count() == 20


def test_the_processor_time_of_a_process_that_works_for_a_request_counts(tmp_path: Any) -> None:
    pool = Pool(WorkerSpec("tests.sheets.operator.busy_worker", 512 * 1024 * 1024, 30.0), size=1)
    try:
        with work.at(method="GET", path="/", query="", request_id="r") as done:
            before = time.thread_time()
            assert pool.ask(b"work") == b"done"
            here = time.thread_time() - before
        assert done.cpu >= 0.3
        assert here < done.cpu
    finally:
        pool.close()


def died(path: str, **more: Any) -> None:
    note = Note("GET", path, more.pop("query", ""), "request-1", time.monotonic(), "account 12")
    deaths.note([note], pid=4711, ended_by="SIGKILL")
    watch.look()


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Any) -> None:
    settings.VAR_DIR = tmp_path


def test_a_page_goes_off_at_its_second_death_and_on_when_the_operator_says_so(
    sam: Client, nobody: Client
) -> None:
    died("/rules/")
    assert nobody.get("/rules/hyperspace-d6/").status_code == 200  # another page
    assert state.current().suspected
    died("/rules/", query="x=1")  # what follows the address is not the page
    refused = nobody.get("/rules/")
    assert refused.status_code == 503
    assert refused["Retry-After"] == "3600"
    assert nobody.head("/rules/").status_code == 503
    assert nobody.get("/rules/?key=12&next=/").status_code == 503
    assert nobody.get("/rules/?x=2").status_code == 503
    assert nobody.get("/rules/hyperspace-d6/").status_code == 200
    page = words(sam)
    assert "<li>Turned off: GET /rules/</li>" in page
    assert "SIGKILL after" in page
    assert "account 12" in page
    (off,) = deaths.pages_off()
    assert sam.post("/account/site/release/", {"page": off.page}).status_code == 302
    assert nobody.get("/rules/").status_code == 200


def test_a_command_turns_pages_on_again(nobody: Client, capsys: pytest.CaptureFixture[str]) -> None:
    for path in ("/rules/", "/rules/", "/help/", "/help/"):
        died(path)
    with pytest.raises(CommandError, match="No such page is off"):
        call_command("turn_on", "/characters/")
    call_command("turn_on", "/rules/")
    assert capsys.readouterr().out == "On again: GET /rules/\n"
    assert nobody.get("/rules/").status_code == 200
    assert nobody.get("/help/").status_code == 503
    call_command("turn_on")
    assert nobody.get("/help/").status_code == 200


def test_a_fragment_of_a_page_that_is_off_shows_the_whole_page_that_says_so(nobody: Client) -> None:
    died("/rules/")
    died("/rules/")
    refused = nobody.get("/rules/", headers={"HX-Request": "true"})
    assert refused.status_code == 503
    assert refused["HX-Retarget"] == "body"
    assert "stopped the server twice" in refused.content.decode()


def test_a_page_is_on_again_after_six_hours(nobody: Client) -> None:
    died("/rules/")
    died("/rules/")
    WorkerDeath.objects.update(at=timezone.now() - timedelta(hours=6, seconds=1))
    state.refresh()
    assert nobody.get("/rules/").status_code == 200


def test_a_page_that_is_answered_in_between_is_not_counted(nobody: Client) -> None:
    died("/rules/")
    assert nobody.get("/rules/").status_code == 200
    died("/rules/")
    assert nobody.get("/rules/").status_code == 200
    assert WorkerDeath.objects.filter(counts=True).count() == 0


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/", "/account/login/", PAGE])
def test_some_pages_never_go_off(sam: Client, path: str) -> None:
    died(path)
    died(path)
    assert sam.get(path).status_code in (200, 302)


def test_a_program_is_told_as_a_problem_that_a_page_is_off(nobody: Client) -> None:
    died("/api/1/systems/")
    died("/api/1/systems/")
    refused = nobody.get("/api/1/systems/")
    assert refused.status_code == 503
    assert refused["Content-Type"] == "application/problem+json"
    assert "stopped the server twice" in refused.json()["detail"]


def test_the_log_has_the_pattern_and_the_ids_of_an_address_and_nothing_secret(
    caplog: pytest.LogCaptureFixture, finished: Character
) -> None:
    died("/join/secret-code/", query="token=hidden")
    died(f"/characters/{finished.public_id}/")
    assert "GET /join/<" in caplog.text
    assert f"GET /characters/<uuid:id>/ (id {finished.public_id})" in caplog.text
    assert "request-1 of account 12" in caplog.text
    assert "secret-code" not in caplog.text
    assert "hidden" not in caplog.text
    stored = str(list(WorkerDeath.objects.values()))
    assert "secret-code" not in stored


def test_each_death_counts_once_whoever_takes_it_in() -> None:
    note = Note("GET", "/rules/", "", "request-1", time.monotonic())
    deaths.note([note], pid=4711, ended_by="SIGKILL")
    (path,) = deaths.folder().iterdir()
    content = path.read_bytes()
    watch.look()
    path.write_bytes(content)
    watch.look()
    assert WorkerDeath.objects.count() == 1
    assert list(deaths.folder().iterdir()) == []


def test_notes_name_what_each_thread_is_at_and_nothing_once_it_is_done() -> None:
    notes = Notes()
    slots = [notes.take() for _ in range(9)]
    assert slots.count(None) == 1
    first, second = slots[0], slots[1]
    assert first is not None
    assert second is not None
    notes.write(second, Note("GET", "/b/", "", "two", 2.0))
    notes.write(first, Note("POST", "/a/", "x=1", "one", 1.0, "account 3"))
    assert [(note.path, note.who) for note in notes.read()] == [("/a/", "account 3"), ("/b/", "")]
    notes.release(first)
    assert [note.path for note in notes.read()] == ["/b/"]


def test_the_note_of_a_request_says_who_asked_once_that_is_known(
    ines: Client, ines_owner: Owner, finished: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    loads = storage.load

    def load(character: Character) -> storage.StoredCharacter:
        seen.extend(work.notes.read())
        return loads(character)

    monkeypatch.setattr(storage, "load", load)
    ines.get(f"/characters/{finished.public_id}/")
    assert [(note.path, note.who) for note in seen] == [
        (f"/characters/{finished.public_id}/", f"visitor {(ines_owner.visitor_hash or '')[:16]}")
    ]
    assert work.notes.read() == []
