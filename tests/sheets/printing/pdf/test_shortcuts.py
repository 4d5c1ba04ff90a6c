"""A print is the same file with and without the shortcuts, which another release does without."""

import pytest
import weasyprint

from sheets.printing import PrintOptions
from sheets.printing.api import sheet_job
from sheets.printing.pdf import shortcuts, worker
from tests.sheets.every_game.characters import EVERY, by_chance


def _take_the_long_way(patch: pytest.MonkeyPatch) -> None:
    for owner, name, shortcut in shortcuts.SHORTCUTS:
        assert getattr(owner, name) is shortcut, name
        patch.setattr(owner, name, shortcut.__wrapped__)


@EVERY
@pytest.mark.parametrize("options", [PrintOptions(), PrintOptions(kind="full", fillable=True)])
@pytest.mark.all_games
def test_a_print_is_the_same_file(
    slug: str, options: PrintOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = sheet_job(by_chance(slug), options)
    short = worker.make_pdf(job)
    _take_the_long_way(monkeypatch)
    assert worker.make_pdf(job) == short


def test_shortcuts_are_taken_in_the_release_that_is_installed() -> None:
    assert weasyprint.VERSION == shortcuts.RELEASE


def test_another_release_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    _take_the_long_way(monkeypatch)
    monkeypatch.setattr(shortcuts, "VERSION", "71.0")
    shortcuts.take_shortcuts()
    for owner, name, shortcut in shortcuts.SHORTCUTS:
        assert getattr(owner, name) is shortcut.__wrapped__, name
