"""The engine as a Django app: a wrong table is found when the site starts."""

from pathlib import Path

import pytest
from django.core import checks
from django.utils import autoreload

from rules import apps
from rules.game_folders import GameFolder
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


def test_a_server_for_developers_starts_anew_when_a_table_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched: list[tuple[str, str]] = []

    class Reloader:
        def watch_dir(self, folder: Path, pattern: str) -> None:
            watched.append((folder.name, pattern))

    outside = (GameFolder(Path("/games/lamplight")),)
    monkeypatch.setattr(apps, "folders", lambda: outside)
    autoreload.autoreload_started.send(sender=Reloader())
    assert ("rules", "**/*.toml") in watched
    assert ("lamplight", "**/*.toml") in watched


def test_a_folder_whose_game_is_not_loaded_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = GameFolder(Path("/games/broken"), faults=("KeyError: 'STR'",))
    monkeypatch.setattr(apps, "folders", lambda: (wrong,))
    (found,) = apps.check_tables(None)
    assert (found.id, found.msg) == ("rules.W001", "/games/broken: KeyError: 'STR'")
    assert not found.is_serious()
