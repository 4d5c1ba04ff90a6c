"""Batches: one process does a step, what is left alone goes on, and each belongs to one person."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Lock
from time import sleep

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone

from sheets import printing
from sheets.access import Request
from sheets.batches import operations, runner
from sheets.batches.operations import Canceled, Progress, StepFailed
from sheets.models import Batch, Character, ConventionSeat, Owner, Party
from sheets.visitors import Visitor
from tests.sheets.cast import Person

People = dict[str, Person]
CHOICE = "kind=classic&paper=a4&state=marked&ink=plain&fill=pen&backs=none&date=none"
AT_ONCE = 6
PLACE = "/somewhere/?a=b"
HALF = Progress(1, 2, is_done=False)
WHOLE = Progress(2, 2, is_done=True)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def asks(ines_owner: Owner, rf: RequestFactory) -> Request:
    """A request by Ines."""
    request: Request = rf.get("/somewhere/")  # type: ignore[assignment]
    request.visitor = Visitor(request)
    request.visitor.stand_for(ines_owner)
    return request


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names on the sheets that were printed; none takes any time, each step prints one."""
    made: list[str] = []

    def print_job(name: str) -> bytes:
        made.append(name)
        return name.encode()

    monkeypatch.setattr(printing, "sheet_job", lambda opened, *_: opened.document.name)
    monkeypatch.setattr(printing, "print_job", print_job)
    monkeypatch.setattr(printing, "pack_pdf", lambda *_, **__: b"%PDF all of them")
    monkeypatch.setattr("sheets.parties.pack.printing.SECONDS", 0)
    caches["printed"].clear()
    return made


def leave_alone() -> None:
    """As if nobody had looked for a while."""
    Batch.objects.update(looked_at=timezone.now() - timedelta(minutes=1))


def test_one_process_at_a_time_does_a_step_and_takes_over_from_a_dead_one(asks: Request) -> None:
    batch = operations.begin(asks, PLACE, resumes=True)
    assert operations.begin(asks, PLACE, resumes=True) == batch

    def work() -> Progress:
        assert not operations.step(batch, lambda: WHOLE)
        return HALF

    assert operations.step(batch, work)
    later = timezone.now() + timedelta(minutes=1)
    Batch.objects.update(lease="of a process that died", leased_until=later)
    assert not operations.step(batch, lambda: WHOLE)
    Batch.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert operations.step(batch, lambda: WHOLE)
    assert not operations.step(batch, lambda: WHOLE)
    batch.refresh_from_db()
    assert (batch.state, batch.done, batch.total) == ("done", 2, 2)


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_gets_the_lease_of_a_batch_for_all(asks: Request) -> None:
    together, inside = Barrier(AT_ONCE), Lock()

    def work() -> Progress:
        assert inside.acquire(blocking=False)
        sleep(0.05)  # while the others try
        inside.release()
        return HALF

    def attempt(_: int) -> bool:
        together.wait()
        try:
            return operations.step(operations.begin_for_all(asks, PLACE), work)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        assert any(list(threads.map(attempt, range(AT_ONCE))))
    assert Batch.objects.get().owner is None


def test_who_held_the_lease_before_writes_nothing_any_more(asks: Request) -> None:
    batch = operations.begin(asks, PLACE, resumes=True)

    def slow() -> Progress:
        Batch.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
        assert operations.step(batch, lambda: WHOLE)
        return HALF

    operations.step(batch, slow)
    batch.refresh_from_db()
    assert (batch.state, batch.done) == ("done", 2)


def test_what_is_canceled_during_a_step_stays_so_until_it_is_resumed(asks: Request) -> None:
    batch = operations.begin(asks, PLACE, resumes=True)

    def work() -> Progress:
        operations.cancel(asks, PLACE)
        return WHOLE

    assert operations.step(batch, work)
    with pytest.raises(Canceled):
        operations.begin(asks, PLACE, resumes=False)
    assert operations.begin(asks, PLACE, resumes=True).state == "waiting"


def test_a_step_that_fails_ends_it_and_any_other_error_leaves_it(asks: Request) -> None:
    batch = operations.begin(asks, PLACE, resumes=True)

    def fails(error: Exception) -> Callable[[], Progress]:
        def work() -> Progress:
            raise error

        return work

    with pytest.raises(ConnectionError):
        operations.step(batch, fails(ConnectionError()))
    assert operations.step(batch, lambda: HALF)
    with pytest.raises(StepFailed):
        operations.step(batch, fails(StepFailed("No room.")))
    batch.refresh_from_db()
    assert (batch.state, batch.why, batch.done) == ("failed", "No room.", 1)


def test_a_pack_whose_page_was_closed_is_finished_for_its_owner_alone(
    people: People, party: Party, in_party: Callable[..., Character], printed: list[str]
) -> None:
    for name in ("Vessa", "Brakka", "Dask"):
        in_party(name)
    greta, place = people["greta"].client, f"/parties/{party.public_id}/pack/"
    greta.get(f"{place}?{CHOICE}", headers=HTMX)
    assert printed == ["Brakka"]
    assert not runner.go_on()  # somebody looks at it
    leave_alone()
    assert "A PDF is in progress: 1 of 3 printed." in _text(greta, place)
    while runner.go_on():
        pass
    assert printed == ["Brakka", "Dask", "Vessa"]
    assert Batch.objects.get().state == "done"
    assert greta.get(f"/parties/{party.public_id}/pack.pdf?{CHOICE}").content == b"%PDF all of them"
    assert "PDF is in progress" not in _text(greta, place)


def test_one_that_is_canceled_waits_to_be_resumed_and_nobody_else_cancels_it(
    people: People, party: Party, in_party: Callable[..., Character], printed: list[str]
) -> None:
    in_party("Vessa"), in_party("Brakka")
    greta, place = people["greta"].client, f"/parties/{party.public_id}/pack/"
    address = f"{place}?{CHOICE}"
    greta.get(address, headers=HTMX)
    cora = people["cora"].client
    cora.post("/batches/cancel/", {"place": Batch.objects.get().place})
    assert Batch.objects.get().state == "waiting"
    assert "PDF is in progress" not in _text(cora, place)
    sent = {"place": Batch.objects.get().place, "next": place}
    assert greta.post("/batches/cancel/", sent)["Location"] == place
    leave_alone()
    assert not runner.go_on()
    assert "You canceled a PDF: 1 of 2 printed." in _text(greta, place)
    assert "It was canceled." in greta.get(address, headers=HTMX).content.decode()
    assert len(printed) == 1
    greta.get(address)  # Resume
    assert len(printed) == 2


def test_characters_of_a_convention_are_made_although_their_page_was_closed(
    people: People, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheets.parties.convention.views.SECONDS", 0)
    order = {"players": "3", "theme": "crew", "level": "new", "seed": "dawn", "key": "1"}
    greta = people["greta"].client
    assert greta.post(f"/parties/{party.public_id}/convention/", order).status_code == 302
    leave_alone()
    while runner.go_on():
        pass
    assert ConventionSeat.objects.count() == 3
    assert Batch.objects.get().state == "done"


def test_what_its_owner_may_not_see_any_more_fails(
    people: People, party: Party, in_party: Callable[..., Character], printed: list[str]
) -> None:
    in_party("Vessa"), in_party("Brakka")
    people["greta"].client.get(f"/parties/{party.public_id}/pack/?{CHOICE}", headers=HTMX)
    party.delete()
    leave_alone()
    runner.go_on()
    batch = Batch.objects.get()
    assert (batch.state, batch.why) == ("failed", runner.GONE)
    assert len(printed) == 1


def _text(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())
