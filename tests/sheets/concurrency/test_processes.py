"""Twenty real processes at one ledger: no point is ever spent twice, and none is lost.

Beside it stands the control: the same with the lock taken out, and with it the constraint that a
position of the ledger is taken once, which is the second fence.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection

from rules.character import Character as OpenCharacter
from sheets import form_data, storage
from sheets.models import Character, LedgerEntry

pytestmark = pytest.mark.django_db(transaction=True)
MELEE = {"kind": "raise-skill", "skill": "melee"}
SPEND = {"kind": "spend", "cp": "1"}


@pytest.fixture(scope="module")
def racers(django_db_setup: None) -> Iterator[subprocess.Popen[str]]:
    """The process that starts twenty for each order: Django is loaded once."""
    held = connection.settings_dict
    database = {name: held[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")}
    command = [sys.executable, "-m", "tests.sheets.concurrency.processes", json.dumps(database)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as running:
        yield running
        running.communicate(timeout=60)


@pytest.fixture
def race(finished: Character, racers: subprocess.Popen[str]) -> Callable[..., dict[str, int]]:
    """Lets twenty processes enter the same for Vessa, who has 5 points; how many had which
    outcome."""

    def run(entry: dict[str, str], **order: Any) -> dict[str, int]:
        whole = {
            "character": str(finished.public_id),
            "visitor": finished.owner.visitor_hash,
            "version": finished.version,
            "entry": entry,
            "key": "",
            "again": False,
            "locked": True,
            "patience": 0.7,
            **order,
        }
        assert racers.stdin
        assert racers.stdout
        racers.stdin.write(json.dumps(whole) + "\n")
        outcomes: dict[str, int] = json.loads(racers.stdout.readline())
        return outcomes

    return run


@pytest.fixture
def without_the_second_fence() -> Iterator[None]:
    """Entries may stand at the same position. Puts the constraint back at the end."""
    constraint = next(
        one for one in LedgerEntry._meta.constraints if one.name == "ledger_position_is_taken_once"
    )
    with connection.schema_editor() as editor:
        editor.remove_constraint(LedgerEntry, constraint)
    yield
    LedgerEntry.objects.all().delete()
    with connection.schema_editor() as editor:
        editor.add_constraint(LedgerEntry, constraint)


def points(character: Character) -> int:
    """The Character Points that are left."""
    system, document = storage.read(Character.objects.get(pk=character.pk))
    return OpenCharacter(system, document).sheet.figures["character_points"].value


def test_of_twenty_that_buy_at_once_one_has_bought(
    finished: Character, race: Callable[..., dict[str, int]]
) -> None:
    assert race(MELEE) == {"made": 1, "Outdated": 19}
    assert LedgerEntry.objects.count() == 1
    assert points(finished) == 2


def test_one_form_sent_by_twenty_at_once_is_one_entry_and_one_answer(
    finished: Character, race: Callable[..., dict[str, int]]
) -> None:
    assert race(MELEE, key=form_data.new_key()) == {"made at 0": 20}
    assert LedgerEntry.objects.count() == 1
    assert points(finished) == 2


def test_twenty_that_do_not_give_up_spend_every_point_once(
    finished: Character, race: Callable[..., dict[str, int]]
) -> None:
    assert race(SPEND, again=True) == {"made": 5, "Refused": 15}
    positions = LedgerEntry.objects.order_by("position").values_list("position", flat=True)
    assert list(positions) == [0, 1, 2, 3, 4]
    assert points(finished) == 0


@pytest.mark.usefixtures("without_the_second_fence")
def test_without_the_lock_the_same_points_are_spent_again_and_again(
    race: Callable[..., dict[str, int]],
) -> None:
    outcomes = race(MELEE, locked=False, patience=60)
    if connection.vendor == "sqlite":
        # SQLite, which has no lock but the transaction's, at least says so to those who lose.
        assert outcomes == {"made": 1, "OperationalError": 19}
    else:
        assert outcomes == {"made": 20}
        assert LedgerEntry.objects.filter(position=0).count() == 20


def test_without_the_lock_the_second_fence_breaks_the_fall(
    race: Callable[..., dict[str, int]],
) -> None:
    outcomes = race(MELEE, locked=False, patience=60)
    assert outcomes.pop("made") == 1
    # Whoever the constraint stops is worked out once more, and told that the page is out of date.
    lost = {"OperationalError"} if connection.vendor == "sqlite" else {"Conflict", "Outdated"}
    assert set(outcomes) <= lost
    assert sum(outcomes.values()) == 19
    assert LedgerEntry.objects.count() == 1
