"""The difficulty of an encounter, fought in steps that outlive a process."""

from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone

from rules.forecast import Forecast
from sheets.batches import runner
from sheets.encounters import forecast, worker
from sheets.models import Batch, Encounter
from tests.sheets.encounters.conftest import Ambush


@pytest.fixture
def fought(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of fights fought before each step: eight a step, and twenty in all."""
    asked: list[int] = []

    class InThisProcess:
        def ask(self, message: bytes) -> bytes:
            asked.append(msgspec.msgpack.decode(message, type=worker.ForecastJob).fought)
            return worker.handle(message)[0]

    monkeypatch.setattr(forecast, "_pool", InThisProcess)
    for name, number in (("SECONDS", 0), ("AT_ONCE", 8), ("FIGHTS", 20)):
        monkeypatch.setattr(worker, name, number)
    for name, number in (("FIGHTS", 20), ("MOST_KINDS", 0)):
        monkeypatch.setattr(forecast, name, number)
    return asked


def test_a_forecast_is_finished_by_another_process_where_its_own_died(
    ambush: Ambush, fought: list[int]
) -> None:
    greta, at = ambush.people["greta"].client, f"{ambush.address}difficulty/"
    assert "8 of 20" in greta.get(at).content.decode()
    now = timezone.now()
    Batch.objects.update(
        lease="of a dead process", leased_until=now, looked_at=now - timedelta(minutes=1)
    )
    while runner.go_on():
        pass
    assert "Fought 20 times" in greta.get(at).content.decode()
    assert fought == [0, 8, 16]


def test_it_begins_anew_where_somebody_changed_and_stops_where_it_is_canceled(
    ambush: Ambush, fought: list[int]
) -> None:
    greta, at = ambush.people["greta"].client, f"{ambush.address}difficulty/"
    greta.get(at)
    ambush.post("greta", f"combatants/{ambush.combatant('Zin Tavik').pk}/remove/")
    assert "8 of 20" in greta.get(at).content.decode()
    greta.post("/batches/cancel/", {"place": at})
    assert greta.get(f"{at}?more=yes").status_code == 302
    assert "8 of 20" in greta.get(at, headers={"HX-Request": "true"}).content.decode()
    assert "16 of 20" in greta.get(at).content.decode()
    assert fought == [0, 0, 8]


def test_a_fight_that_nobody_wins_mostly_is_called_a_stalemate() -> None:
    assert forecast.Difficulty(Forecast(1000, 0.17, 0.82, 0.0, 18.0)).word == "A stalemate"
    assert forecast.Difficulty(Forecast(1000, 0.50, 0.30, 0.4, 9.0)).word == "Hard"


def test_a_forecast_stays_with_its_encounter_and_is_marked_once_the_sides_change(
    ambush: Ambush, fought: list[int]
) -> None:
    assert (
        "Your party wins" not in ambush.people["greta"].client.get(ambush.address).content.decode()
    )
    ambush.difficulty()
    assert fought == [0, 8, 16]
    Batch.objects.all().delete()
    page = ambush.people["greta"].client.get(ambush.address).content.decode()
    assert "Your party wins" in page
    assert "The sides have changed since" not in page
    ambush.post("greta", f"combatants/{ambush.combatant('Zin Tavik').pk}/remove/")
    page = ambush.people["greta"].client.get(ambush.address).content.decode()
    assert "Your party wins" in page
    assert "The sides have changed since" in page


def test_a_forecast_that_this_version_cannot_read_is_none(ambush: Ambush) -> None:
    Encounter.objects.filter(pk=ambush.encounter.pk).update(forecast={"key": 1})
    answer = ambush.people["greta"].client.get(ambush.address)
    assert answer.status_code == 200
    assert "Your party wins" not in answer.content.decode()
