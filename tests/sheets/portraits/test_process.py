"""Pixels are worked on in a process apart: one picture at a time, with so much memory and time."""

import io
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from sheets.portraits import UnusableImage, images, process
from sheets.processes.file_lock import file_lock
from sheets.processes.pool import PerProcess, Pool
from tests.sheets.portraits.conftest import MIB, plain, saved
from tests.sheets.portraits.watch import Watch

# The largest that is read, and what of it takes the most: four bytes a pixel.
LARGEST = (4600, 3450)


@pytest.fixture
def otherwise(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Gives the process other limits, of processor time however long it takes to come by."""
    made: list[Pool] = []

    def limit(**limits: float) -> None:
        pool = Pool(replace(process.WORKER, wall=5000, **limits), size=1, jobs=1)
        made.append(pool)
        monkeypatch.setattr(process, "_pool", PerProcess(lambda: pool))

    yield limit
    for pool in made:
        pool.close()


@pytest.mark.parametrize("many", [2, pytest.param(8, marks=pytest.mark.soak)])
def test_several_of_the_largest_at_once_take_no_more_memory_than_one(
    many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "WAIT_SECONDS", 300)  # however busy the machine is
    sent = saved(Image.new("RGBA", LARGEST, (20, 40, 60, 80)))
    assert len(sent) < 100_000
    with Watch() as watch, ThreadPoolExecutor(many) as threads:
        made = list(threads.map(process.process_upload, [sent] * many))
    assert {(one.picture.width, one.picture.height) for one in made} == {(2309, 1732)}
    assert watch.most == 1
    assert 60 * MIB < watch.peak < 300 * MIB


def test_no_pixel_is_decoded_where_requests_are_answered(
    send: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("a picture was opened here")

    content = saved(plain())
    monkeypatch.setattr(Image, "open", fail)
    assert send(content) == 302


@pytest.mark.parametrize("limits", [{"seconds": 0.01}, {"memory": 120 * MIB}])
def test_what_takes_too_much_is_refused_with_what_would_be_right(
    limits: dict[str, float], otherwise: Callable[..., None]
) -> None:
    otherwise(**limits)
    with pytest.raises(UnusableImage, match=r"too much time or memory to read. Save a smaller one"):
        process.process_upload(saved(plain(*LARGEST, mode="RGBA")))


def test_who_would_wait_too_long_may_try_again(
    ines: Client, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "WAIT_SECONDS", 0.1)
    file = SimpleUploadedFile("me.png", saved(plain()))
    with file_lock("portrait", seconds=0):
        answer = ines.post(url, {"picture": file})
    assert answer.status_code == 503
    assert "The server is busy with other prints, imports, and pictures" in answer.content.decode()


def test_the_largest_picture_takes_a_few_times_as_long_as_reading_it() -> None:
    sent = saved(Image.effect_noise(LARGEST, 40).convert("RGB"), "JPEG", quality=40)
    assert 2 * MIB < len(sent) < 8 * MIB

    def work(does: Callable[[], object]) -> float:
        began = time.process_time()
        does()
        return time.process_time() - began

    reading = min(work(lambda: Image.open(io.BytesIO(sent)).load()) for _ in range(3))
    assert work(lambda: images.process_upload(sent)) < 12 * reading
