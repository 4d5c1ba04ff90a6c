"""The engine as a Django app: a wrong table is found when the site starts."""

import pytest
from django.core import checks

from rules import apps
from rules.tables import TableError


def test_right_tables_are_passed_in_silence() -> None:
    assert apps.check_tables(None) == []


def test_a_wrong_table_is_named_when_the_site_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise TableError("species.toml", "twilek.attributes", "expected `int`, got `str`")

    monkeypatch.setattr(apps, "all_systems", broken)
    found = apps.check_tables(None)
    assert [error.id for error in found] == ["rules.E001"]
    assert found[0].msg == "species.toml: twilek.attributes: expected `int`, got `str`"
    assert found[0].is_serious()


def test_the_check_is_among_those_that_django_runs() -> None:
    assert apps.check_tables in checks.registry.registry.registered_checks
