"""Portraits in a browser: sent, and cropped with a frame drawn on them."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import picture as sent
from tests.browser.conftest import post

pytestmark = [pytest.mark.browser, pytest.mark.looks]


@pytest.fixture
def portrait(page: Page, draft: str) -> Page:
    """The page of a portrait of 300 × 400 pixels, all of which is shown."""
    file = sent()
    picture = SimpleUploadedFile(file["name"], file["buffer"], file["mimeType"])
    page.goto(post(page, f"{draft}portrait/", picture=picture))
    expect(page.locator("#frame")).to_be_visible()
    return page


def numbers(page: Page) -> list[int]:
    """From the left, from the top, across."""
    names = ("From left", "From top", "Width")
    return [int(page.get_by_label(name).input_value()) for name in names]


def drag(page: Page, start: tuple[float, float], way: tuple[float, float]) -> None:
    """Drags from a place on the picture by a way, both in pixels of the picture."""
    picture = page.get_by_role("img", name="The whole picture")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box
    scale = box["width"] / 300
    x, y = box["x"] + start[0] * scale, box["y"] + start[1] * scale
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + way[0] * scale / 2, y + way[1] * scale / 2)
    page.mouse.move(x + way[0] * scale, y + way[1] * scale)
    page.mouse.up()


def test_a_portrait_is_sent_cropped_and_removed(page: Page, draft: str) -> None:
    page.goto(f"{draft}portrait/")
    page.set_input_files("#picture", sent())
    page.get_by_label("What it shows").fill("A pilot")
    page.get_by_role("button", name="Upload").click()
    shown = page.get_by_role("img", name="A pilot")
    expect(shown).to_have_js_property("naturalWidth", 300)
    page.get_by_label("Square").check()
    page.get_by_label("Bottom").check()
    page.get_by_role("button", name="Save crop").click()
    expect(shown).to_have_js_property("naturalHeight", 300)
    page.get_by_role("button", name="Remove the portrait").click()
    expect(shown).to_have_count(0)


def test_a_picture_that_is_too_large_is_said_before_it_is_sent(
    page: Page, draft: str, tmp_path: Path
) -> None:
    page.goto(f"{draft}portrait/")
    large = tmp_path / "x.jpg"
    large.write_bytes(b"x" * 9_000_000)
    page.set_input_files("#picture", large)
    expect(page.locator("#error-picture")).to_contain_text("at most 8 MiB")


def as_sent(image: Image.Image, kind: str, name: str, mime: str, **more: Any) -> FilePayload:
    written = BytesIO()
    image.save(written, kind, **more)
    return {"name": name, "mimeType": mime, "buffer": written.getvalue()}


def photo_of_a_phone() -> FilePayload:
    photo = Image.new("RGB", (5712, 4284), "teal")
    exif = Image.Exif()
    exif[0x0112] = 6  # held upright
    return as_sent(photo, "JPEG", "IMG_1.jpg", "image/jpeg", exif=exif)


def for_a_press() -> FilePayload:
    return as_sent(Image.new("CMYK", (600, 800), (200, 0, 60, 0)), "JPEG", "p.jpg", "image/jpeg")


def of_16_bits() -> FilePayload:
    return as_sent(Image.new("I;16", (600, 800), 40_000), "PNG", "g.png", "image/png")


def as_gif() -> FilePayload:
    return as_sent(Image.new("P", (600, 800), 3), "GIF", "g.gif", "image/gif")


@pytest.mark.parametrize(
    ("made", "sides"),
    [(photo_of_a_phone, (1732, 2309)), (for_a_press, (600, 800)), (of_16_bits, (600, 800)),
     (as_gif, (600, 800))],
)  # fmt: skip
def test_a_picture_that_the_browser_can_show_is_made_one_that_can_be_sent(
    page: Page, draft: str, made: Callable[[], FilePayload], sides: tuple[int, int]
) -> None:
    page.goto(f"{draft}portrait/")
    page.set_input_files("#picture", made())
    expect(page.locator("#note-picture")).to_have_text(
        "Shrunk or converted, so that it can be sent."
    )
    page.get_by_role("button", name="Upload").click()
    whole = page.get_by_role("img", name="The whole picture")
    expect(whole).to_have_js_property("naturalWidth", sides[0])
    expect(whole).to_have_js_property("naturalHeight", sides[1])


def test_a_picture_that_can_be_sent_is_sent_as_it_is(page: Page, draft: str) -> None:
    page.goto(f"{draft}portrait/")
    page.set_input_files("#picture", sent())
    expect(page.get_by_role("button", name="Upload")).to_be_enabled()
    name = page.evaluate("document.getElementById('picture').files[0].name")
    assert name == "me.jpg"
    expect(page.locator("#note-picture")).to_be_empty()


def test_a_corner_and_then_the_frame_are_dragged_and_that_part_is_shown(portrait: Page) -> None:
    drag(portrait, (295, 395), (-150, -200))
    assert numbers(portrait) == [0, 0, 150]
    drag(portrait, (75, 100), (90, 60))
    assert numbers(portrait) == [90, 60, 150]
    portrait.get_by_role("button", name="Save crop").click()
    shown = portrait.get_by_role("img", name="Portrait")
    expect(shown).to_have_js_property("naturalWidth", 150)
    expect(shown).to_have_js_property("naturalHeight", 200)
    assert numbers(portrait) == [90, 60, 150]


def test_the_part_that_was_drawn_is_the_part_that_is_shown(portrait: Page) -> None:
    """The picture is teal, and its lower right quarter is red."""
    drag(portrait, (5, 5), (150, 200))
    assert numbers(portrait) == [150, 200, 150]
    portrait.get_by_role("button", name="Save crop").click()
    expect(portrait.get_by_role("img", name="Portrait")).to_have_js_property("naturalWidth", 150)
    red, green, blue = portrait.evaluate(
        """async () => {
            const image = document.querySelector(".portrait img");
            await image.decode();
            const canvas = document.createElement("canvas");
            canvas.getContext("2d").drawImage(image, 0, 0);
            return [...canvas.getContext("2d").getImageData(10, 10, 1, 1).data].slice(0, 3);
        }"""
    )
    assert red > 200
    assert green < 60
    assert blue < 60


def test_the_frame_stays_within_the_picture_and_is_never_too_small(portrait: Page) -> None:
    drag(portrait, (295, 395), (-294, -394))
    assert numbers(portrait) == [0, 0, 32]
    drag(portrait, (16, 21), (600, -600))
    assert numbers(portrait) == [268, 0, 32]


def test_the_frame_moves_and_grows_by_the_arrow_keys(portrait: Page) -> None:
    frame = portrait.get_by_role("group", name="The visible part")
    frame.focus()
    frame.press("Shift+ArrowLeft")
    assert numbers(portrait) == [0, 0, 290]
    for key in ("ArrowRight", "ArrowDown"):
        frame.press(key)
    assert numbers(portrait) == [10, 10, 290]
    frame.press("ArrowDown")
    assert numbers(portrait) == [10, 14, 290]
    expect(portrait.get_by_label("Custom")).to_be_checked()


def test_the_frame_follows_the_numbers_and_the_shape(portrait: Page) -> None:
    portrait.get_by_label("Square").check()
    portrait.get_by_label("Bottom").check()
    frame, image = portrait.locator("#frame"), portrait.get_by_role("img", name="The whole picture")
    box, whole = frame.bounding_box(), image.bounding_box()
    assert box
    assert whole
    assert abs(box["width"] - box["height"]) < 2
    assert abs(box["y"] + box["height"] - whole["y"] - whole["height"]) < 2
    portrait.get_by_label("Width").fill("100")
    expect(portrait.get_by_label("Custom")).to_be_checked()
    narrow = frame.bounding_box()
    assert narrow
    assert abs(narrow["width"] * 3 - whole["width"]) < 3


def test_the_frame_is_dragged_with_a_finger_and_the_page_stays_where_it_is(portrait: Page) -> None:
    drag(portrait, (295, 395), (-150, -200))
    at = portrait.locator("#frame").bounding_box()
    assert at
    finger = portrait.context.new_cdp_session(portrait)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    scrolled = portrait.evaluate("scrollY")
    x, y = at["x"] + 75, at["y"] + 100
    for kind, by in (("touchStart", 0), ("touchMove", 20), ("touchMove", 40), ("touchEnd", None)):
        points = [] if by is None else [{"x": x + by, "y": y + by}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert numbers(portrait) == [40, 40, 150]
    assert portrait.evaluate("scrollY") == scrolled


def test_axe_finds_nothing_where_a_portrait_is_cropped(
    portrait: Page, accessible: Callable[..., None]
) -> None:
    portrait.reload()
    accessible()
