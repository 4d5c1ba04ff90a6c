"""Prints that are kept: found again by what they hold, never missed when they are gone."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches

from sheets import printing, work
from sheets.print_pages import cache as kept
from sheets.print_pages.cache import FAILURE_SECONDS, CachedPrint, Page
from sheets.processes.file_lock import file_lock
from sheets.processes.pool import ROOT


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Empties the cache of prints before and after."""
    caches["printed"].clear()
    yield
    caches["printed"].clear()


@pytest.fixture
def made() -> list[str]:
    """The prints that had to be made."""
    return []


@pytest.fixture
def sheet(made: list[str]) -> CachedPrint:
    def make() -> bytes:
        made.append("sheet")
        return b"%PDF"

    return CachedPrint("a" * 32, make)


def folder() -> Path:
    return Path(settings.VAR_DIR, "printed")


def test_a_print_is_made_once_and_kept_in_a_folder_that_is_ours_alone(
    sheet: CachedPrint, made: list[str]
) -> None:
    assert [sheet.pdf(), sheet.pdf()] == [b"%PDF", b"%PDF"]
    assert made == ["sheet"]
    assert folder().stat().st_mode & 0o777 == 0o700


def test_a_file_that_is_compressed_already_is_kept_as_it_is(sheet: CachedPrint) -> None:
    def make() -> bytes:
        return b"%PDF" * 1000

    sheet.pdf(make)
    (file,) = folder().glob("*.djcache")
    assert make() in file.read_bytes()
    assert sheet.pdf() == make()


def test_pictures_are_made_once_from_the_file_that_is_kept(
    sheet: CachedPrint, made: list[str], monkeypatch: pytest.MonkeyPatch
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


def test_what_is_deleted_cut_off_or_spoilt_is_made_again(
    sheet: CachedPrint, made: list[str]
) -> None:
    sheet.pdf()
    for spoil in (Path.unlink, lambda file: file.write_bytes(file.read_bytes()[:40])):
        for file in folder().glob("*.djcache"):
            spoil(file)
        assert sheet.pdf() == b"%PDF"
    assert made == ["sheet", "sheet", "sheet"]


def test_where_nothing_can_be_kept_it_is_printed_each_time(
    sheet: CachedPrint, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(caches["printed"]), "set", full)
    assert [sheet.pdf(), sheet.pdf()] == [b"%PDF", b"%PDF"]
    assert made == ["sheet", "sheet"]


def _failing(made: list[str], fault: Exception) -> CachedPrint:
    def fail() -> bytes:
        made.append("tried")
        raise fault

    return CachedPrint("b" * 32, fail)


def test_what_failed_is_not_tried_again_for_a_while(
    made: list[str], sheet: CachedPrint, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = _failing(made, printing.PrintingFailed("This takes longer than 5 seconds to print."))
    assert broken.failure == ""
    for ask in (broken.pdf, broken.pdf, broken.pages, broken.pages):
        with pytest.raises(printing.PrintingFailed, match="longer than 5 seconds"):
            ask()
    assert made == ["tried"]
    assert broken.failure == "This takes longer than 5 seconds to print."
    assert sheet.pdf() == b"%PDF"
    made.clear()
    later = time.time() + FAILURE_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    with pytest.raises(printing.PrintingFailed):
        broken.pdf()
    assert made == ["tried"]


def test_what_failed_for_want_of_time_is_tried_again(made: list[str]) -> None:
    busy = _failing(made, printing.PrinterBusy("Too much is being printed just now."))
    for _ in range(2):
        with pytest.raises(printing.PrinterBusy):
            busy.pdf()
    assert made == ["tried", "tried"]


def test_what_many_ask_for_at_once_is_made_once(
    made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def make() -> bytes:
        made.append("sheet")
        time.sleep(0.3)
        return b"%PDF"

    def take(pdf: bytes, *, width: int) -> list[bytes]:
        made.append("pictures")
        time.sleep(0.3)
        return [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (1000).to_bytes(4) + (1414).to_bytes(4)]

    monkeypatch.setattr(printing, "page_pictures", take)
    asked = [
        lambda: CachedPrint("c" * 32, make).pdf(),
        lambda: CachedPrint("c" * 32, make).picture(1),
    ] * 4
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda ask: ask(), asked))
    assert made == ["sheet", "pictures"]
    assert found[0] == b"%PDF"
    assert len(set(found)) == 2


MAKE = """
import os, sys, time
import django
django.setup()
from sheets.print_pages.cache import CachedPrint
def make():
    with open(sys.argv[1], "a") as told:
        told.write("made\\n")
    time.sleep(1)
    return b"%PDF"
other = os.fork()
assert CachedPrint("d" * 32, make).pdf() == b"%PDF"
assert other == 0 or os.waitpid(other, 0)[1] == 0
"""


def test_what_two_processes_ask_for_at_once_is_made_once(tmp_path: Path) -> None:
    """As where a server has several workers, and the booklet is cold."""
    told = tmp_path / "told"
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "hyperspace.settings",
        "HYPERSPACE_VAR": str(tmp_path),
        "DATABASE_URL": "",
    }
    command = [sys.executable, "-c", MAKE, told]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=60)
    assert told.read_text() == "made\n"


def test_who_waits_too_long_for_another_may_try_again(
    sheet: CachedPrint, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "WAIT_SECONDS", 0.1)
    with (
        file_lock(f"{sheet.key}.pdf", seconds=0),
        pytest.raises(printing.PrinterBusy, match="Try again"),
    ):
        sheet.pdf()
    assert made == []
    assert sheet.pdf() == b"%PDF"


def test_who_waits_too_long_for_a_print_gets_it_later_from_the_same_worker(
    made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "WAIT_SECONDS", 0.1)
    go_on = threading.Event()

    def make() -> bytes:
        made.append("begun")
        go_on.wait(60)
        made.append("ended")
        return b"%PDF"

    slow = CachedPrint("e" * 32, make)
    for _ in range(2):
        with pytest.raises(printing.PrinterBusy, match="Try again"):
            slow.pdf()
    assert made == ["begun"]
    go_on.set()
    monkeypatch.setattr(kept, "WAIT_SECONDS", 60)
    assert slow.pdf() == b"%PDF"
    assert made == ["begun", "ended"]


def test_no_more_is_kept_than_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each print is stored by a thread of its own, which reads the settings.
    monkeypatch.setitem(settings.CACHES["printed"]["OPTIONS"], "MAX_ENTRIES", 6)
    for number in range(20):
        CachedPrint(f"{number:032}", lambda: b"%PDF").pdf()
    assert len(list(folder().glob("*.djcache"))) <= 6


def test_the_processor_time_of_a_print_counts_as_that_of_its_request(sheet: CachedPrint) -> None:
    def make() -> bytes:
        work.spends(3.0)  # as a worker process reports it
        before = time.thread_time()
        while time.thread_time() < before + 0.05:
            pass
        return b"%PDF"

    with work.at(method="GET", path="/", query="", request_id="r") as request:
        sheet.pdf(make)
    assert request.cpu >= 3.05
