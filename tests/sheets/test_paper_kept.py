"""Prints that are kept: found again by what they hold, never missed when they are gone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches

from sheets import printing
from sheets.paper.kept import Page, Print


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """What other tests printed is not there."""
    caches["printed"].clear()
    yield
    caches["printed"].clear()


@pytest.fixture
def made() -> list[str]:
    """What had to be made."""
    return []


@pytest.fixture
def sheet(made: list[str]) -> Print:
    def make() -> bytes:
        made.append("sheet")
        return b"%PDF"

    return Print("a" * 32, make)


def folder() -> Path:
    return Path(settings.VAR_DIR, "printed")


def test_a_print_is_made_once_and_kept_in_a_folder_that_is_ours_alone(
    sheet: Print, made: list[str]
) -> None:
    assert [sheet.pdf(), sheet.pdf()] == [b"%PDF", b"%PDF"]
    assert made == ["sheet"]
    assert folder().stat().st_mode & 0o777 == 0o700


def test_pictures_are_made_once_from_the_file_that_is_kept(
    sheet: Print, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    upright = head + (1000).to_bytes(4) + (1414).to_bytes(4)
    across = head + (1000).to_bytes(4) + (707).to_bytes(4)

    def take(pdf: bytes, *, width: int) -> list[bytes]:
        made.append(f"pictures of {pdf.decode()}, {width} across")
        return [upright, across]

    monkeypatch.setattr(printing, "page_pictures", take)
    assert sheet.pages() == [Page(1, 1000, 1414), Page(2, 1000, 707)]
    assert [sheet.picture(number) for number in (0, 1, 2, 3)] == [None, upright, across, None]
    assert made == ["sheet", "pictures of %PDF, 1000 across"]


def test_what_is_deleted_cut_off_or_spoilt_is_made_again(sheet: Print, made: list[str]) -> None:
    sheet.pdf()
    for spoil in (Path.unlink, lambda file: file.write_bytes(file.read_bytes()[:40])):
        for file in folder().glob("*.djcache"):
            spoil(file)
        assert sheet.pdf() == b"%PDF"
    assert made == ["sheet", "sheet", "sheet"]


def test_where_nothing_can_be_kept_it_is_printed_each_time(
    sheet: Print, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(caches["printed"]), "set", full)
    assert [sheet.pdf(), sheet.pdf()] == [b"%PDF", b"%PDF"]
    assert made == ["sheet", "sheet"]


def test_what_failed_is_not_kept(made: list[str]) -> None:
    def fail() -> bytes:
        made.append("tried")
        raise printing.PrintingFailed("This took too long.")

    for _ in range(2):
        with pytest.raises(printing.PrintingFailed):
            Print("b" * 32, fail).pdf()
    assert made == ["tried", "tried"]


def test_no_more_is_kept_than_was_said() -> None:
    cache = caches["printed"]
    cache._max_entries = 6
    try:
        for number in range(20):
            Print(f"{number:032}", lambda: b"%PDF").pdf()
        assert len(list(folder().glob("*.djcache"))) <= 6
    finally:
        cache._max_entries = settings.CACHES["printed"]["OPTIONS"]["MAX_ENTRIES"]
