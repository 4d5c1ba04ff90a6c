"""Frozen owners and characters, at every address."""

from collections import defaultdict
from itertools import count
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from sheets import restrictions, storage
from sheets.guard import freezes, state
from sheets.models import Character, Owner
from tests.sampling import draw
from tests.sheets.access_table import TABLE
from tests.sheets.test_access import (  # noqa: F401 (fixtures)
    answer,
    everybody,
    ines_owner,
    subject,
)

ASKING = ("owner", "gm", "fellow")


@pytest.fixture(autouse=True)
def _nobody_asks_too_often(settings: Any) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, ())


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The rows that were worked out."""
    rows: list[int | None] = []
    taken = storage._taken

    def note(character: Character, *more: Any) -> Any:
        rows.append(character.pk)
        return taken(character, *more)

    monkeypatch.setattr(storage, "_taken", note)
    return rows


@pytest.mark.parametrize("on", sorted({row.on for row in TABLE.values()}))
def test_no_page_works_a_frozen_character_out_and_none_fails(
    on: str,
    everybody: dict[str, Client],  # noqa: F811
    subject: dict[str, Any],  # noqa: F811
    worked_out: list[int | None],
    pytestconfig: pytest.Config,
) -> None:
    """Daily each page is asked for by one kind of people, the next one by others."""
    frozen = set(Character.documents.exclude(owner__kind="demo").values_list("pk", flat=True))
    Character.documents.filter(pk__in=frozen).update(frozen_at=timezone.now())
    found = defaultdict(list)
    soaks, turns = pytestconfig.getoption("--soak"), count(draw())
    for name, row in TABLE.items():
        if row.on != on:
            continue
        url = reverse(name, kwargs={**subject, **row.arguments})
        for kind in ASKING if soaks else (ASKING[next(turns) % len(ASKING)],):
            for method in row.methods - {"HEAD"}:
                worked_out.clear()
                status = answer(everybody[kind], method, url)
                if status >= 500 or frozen & set(worked_out):
                    found[name].append((kind, method, status))
    assert found == {}


@pytest.mark.parametrize("on", sorted({row.on for row in TABLE.values()}))
def test_a_frozen_owner_gets_423_but_for_what_reads_or_looks_after_the_account(
    on: str,
    everybody: dict[str, Client],  # noqa: F811
    subject: dict[str, Any],  # noqa: F811
    ines_owner: Owner,  # noqa: F811
    worked_out: list[int | None],
) -> None:
    freezes.freeze(f"account {ines_owner.user_id}")
    own = set(Character.documents.filter(owner=ines_owner).values_list("pk", flat=True))
    wrong = {}
    for name, row in TABLE.items():
        if row.on != on:
            continue
        url = reverse(name, kwargs={**subject, **row.arguments})
        for method in row.methods - {"HEAD"}:
            worked_out.clear()
            status = answer(everybody["owner"], method, url)
            reads = name in restrictions.READS and method == "GET"
            is_open = reads or name in restrictions.FORMS or name.startswith("mfa_")
            # The file is read and written as it is; no rule is asked about it.
            works = name != "character_document" and own & set(worked_out)
            if (status == 423) == is_open or status >= 500 or works:
                wrong[name, method] = status
    assert wrong == {}
    assert state.current().users == {ines_owner.user_id}
