"""A printed sheet that is held before a camera."""

import base64
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from PIL import Image
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_parties import cookie, people
from tests.conftest import CHROMIUM, CHROMIUM_ARGUMENTS
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store
from tests.sheets.paper_returns.photos import photo, read

pytestmark = [pytest.mark.browser, pytest.mark.soak]
__all__ = ("people",)
# This Chromium knows no bar codes: it asks the test what a frame says.
DETECTOR = """window.BarcodeDetector = class {
  async detect(video) {
    const frame = document.createElement("canvas");
    frame.width = video.videoWidth;
    frame.height = video.videoHeight;
    frame.getContext("2d").drawImage(video, 0, 0);
    return (await window.reads(frame.toDataURL())).map((rawValue) => ({ rawValue }));
  }
};"""


def reads(address: str) -> list[str]:
    """The codes in a frame: the picture in a data address."""
    frame = base64.b64decode(address.partition(",")[2])
    return read(Image.open(BytesIO(frame)).convert("L"))


def film(client: Client, sheet: str, file: Path) -> None:
    """A film of the foot of a printed page."""
    pdf = client.get(f"{sheet}sheet.pdf?kind=classic&date=none").content
    page = photo(pdf, dots_per_inch=300)
    foot = page.crop((page.width * 3 // 10, page.height // 2, page.width * 9 // 10, page.height))
    frame = BytesIO()
    foot.resize((1280, 960)).convert("RGB").save(frame, "JPEG")
    file.write_bytes(frame.getvalue() * 30)


def test_the_code_of_a_sheet_is_scanned_and_opens_its_page(
    browser: Browser, people: dict[str, Person], live_server: LiveServer, tmp_path: Path
) -> None:
    row = store(people["ines"].owner, VESSA, finished=True)
    film(people["ines"].client, f"/characters/{row.public_id}/", tmp_path / "film.mjpeg")
    camera = (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={tmp_path / 'film.mjpeg'}",
    )
    arguments = [*CHROMIUM_ARGUMENTS, *camera]
    filming = browser.browser_type.launch(executable_path=CHROMIUM, args=arguments)
    page = filming.new_page(base_url=live_server.url)
    page.context.add_cookies([cookie(people["ines"], live_server.url)])
    page.expose_function("reads", reads)
    page.add_init_script(DETECTOR)
    page.goto("/printed/")
    page.get_by_role("button", name="Scan it").click()
    expect(page.get_by_role("heading", name="Bring the paper back")).to_be_visible()
    expect(page.get_by_text("This is the sheet as it was printed")).to_be_visible()
    filming.close()
