"""Pictures that people send: what is kept of them, and what is refused."""

import random
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from sheets.models import Character, Portrait
from sheets.portraits import Crop, UnusableImage, images
from tests.sheets.portraits.conftest import MIB, RED, decoded, plain, png, saved, text_bomb, zipped


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_each_kind_becomes_webp_of_its_own_size(kind: str) -> None:
    picture = images.process_upload(saved(plain(), kind)).picture
    assert decoded(picture.content).format == "WEBP"
    assert (picture.width, picture.height) == decoded(picture.content).size == (120, 200)


def test_a_large_picture_is_kept_at_no_more_than_four_megapixels() -> None:
    picture = images.process_upload(saved(plain(4000, 3000), "JPEG")).picture
    assert picture.width * picture.height <= 4_000_000
    assert (picture.width, picture.height) == (2309, 1732)


def test_everything_but_the_pixels_is_left_out() -> None:
    exif = Image.Exif()
    exif[0x010F] = "SECRET"
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", "SECRET")
    for sent in (
        saved(plain(), "JPEG", exif=exif, comment=b"SECRET", icc_profile=b"SECRET" * 30),
        saved(plain(), "WEBP", exif=exif, xmp=b"<x>SECRET</x>", icc_profile=b"SECRET" * 30),
        saved(plain(), "PNG", pnginfo=info, exif=exif),
    ):
        assert b"SECRET" in sent
        made = images.process_upload(sent)
        part = images.crop_image(made.picture.content, Crop("square", 0, 0, 100))
        for content in (made.picture.content, made.cropped.shown, part.shown, part.small):
            assert b"SECRET" not in content
            assert not set(decoded(content).info) & {"exif", "xmp", "icc_profile", "comment"}


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG"])
def test_a_picture_stands_as_the_camera_was_held(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned: what is stored on the left is shown at the top
    image = plain(200, 100)
    image.paste("red", (0, 0, 100, 100))
    kept = images.process_upload(saved(image, kind, exif=exif)).picture
    assert (kept.width, kept.height) == (100, 200)
    top, bottom = (decoded(kept.content).convert("RGB").getpixel((50, y)) for y in (20, 180))
    assert top[0] > 200 > 50 > bottom[0]


def test_what_is_transparent_stays_so() -> None:
    palette = saved(plain(mode="P"), transparency=0)
    for sent in (saved(plain(mode="RGBA")), saved(plain(mode="LA")), palette):
        assert decoded(images.process_upload(sent).picture.content).mode == "RGBA"


def test_the_pictures_behind_a_telephones_first_are_left_out() -> None:
    sent = saved(plain(), "MPO", save_all=True, append_images=[plain(100, 100)])
    picture = images.process_upload(sent).picture
    assert (picture.width, picture.height) == (120, 200)


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"", "picture we can read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture we can read"),
        (b"just words", "picture we can read"),
        (zipped(), "picture we can read"),
        (b"\x89PNG\r\n\x1a\n", "picture we can read"),
        (saved(plain(), "GIF"), "picture we can read"),
        (saved(plain(), "TIFF"), "picture we can read"),
        (saved(plain(), "BMP"), "picture we can read"),
        (saved(plain(), "JPEG")[:-300], "damaged"),
        (saved(plain(), "PNG")[:-40], "damaged"),
        (saved(plain(), "WEBP")[:-20], "picture we can read|damaged"),
        (png(100, 100), "damaged"),
        (
            png(7900, 4900),
            "has 7,900 × 4,900 pixels, 38.8 megapixels. Send a JPEG, PNG, or WebP picture of at "
            "most 8 MiB and 16 megapixels. Scaled down to 5,078 × 3,150 pixels, this one",
        ),
        (saved(plain(5000, 3201), "JPEG"), "5,000 × 3,201 pixels, 16.1 megapixels"),
        (png(10_000, 10_000), "10,000 × 10,000 pixels|too many"),
        (png(60_000, 60_000), "too many pixels"),
        (png(2**31 - 1, 2**31 - 1), "pixels"),
        (png(40_000, 50), "40,000 × 50 pixels"),
        (saved(plain(16, 200)), "16 × 200 pixels. Send one of at least 32 × 32"),
        (saved(plain(), "JPEG") + b"\x00" * 8 * MIB, "bytes. Send a JPEG, PNG, or WebP"),
        (saved(plain(), "PNG", save_all=True, append_images=[RED]), "animated"),
        (saved(plain(), "WEBP", save_all=True, append_images=[RED]), "animated"),
        (saved(plain(mode="CMYK"), "JPEG"), "CMYK colors"),
        (saved(plain(mode="I;16")), "more than 8 bits"),
    ],
)
def test_what_is_no_portrait_is_refused_with_what_would_be_right(
    sent: bytes, why: str, send: Callable[..., int]
) -> None:
    with pytest.raises(UnusableImage, match=why):
        images.process_upload(sent)
    assert send(sent) == 422
    assert not Portrait.objects.exists()


def test_a_comment_that_unpacks_to_a_hundred_mebibytes_is_refused(send: Callable[..., int]) -> None:
    assert send(text_bomb()) == 422
    assert not Portrait.objects.exists()


def test_the_page_says_what_would_be_right(ines: Client, url: str) -> None:
    answer = ines.post(url, {"picture": SimpleUploadedFile("me.png", b"<svg/>")})
    assert "Send a JPEG, PNG, or WebP picture" in answer.content.decode()
    assert "Choose a picture first." in ines.post(url, {}).content.decode()
    assert ines.post(url, {"picture": "words, no file"}).status_code == 422


def test_what_is_hidden_behind_a_picture_is_not_kept(send: Callable[..., int]) -> None:
    for payload in (zipped(), b"<script>alert(1)</script>"):
        for kind in ("JPEG", "PNG", "WEBP"):
            assert send(saved(plain(), kind) + payload, "me.html") == 302
            row = Portrait.objects.get()
            for content in (bytes(row.picture), bytes(row.shown)):
                assert b"script" not in content
                assert b"PK\x03\x04" not in content
                assert content[:4] == b"RIFF"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(["JPEG", "PNG", "WEBP"]), st.integers(0, 2**32), st.integers(1, 20))
def test_no_bytes_are_more_than_refused(kind: str, seed: int, count: int) -> None:
    rng = random.Random(seed)
    sent = bytearray(saved(Image.effect_noise((64, 64), 90).convert("RGB"), kind))
    for _ in range(count):
        sent[rng.randrange(len(sent))] = rng.randrange(256)
    try:
        kept = images.process_upload(bytes(sent)).picture
    except UnusableImage:
        return
    assert decoded(kept.content).size == (kept.width, kept.height)


def test_eight_mebibytes_are_taken_at_this_one_address(
    ines: Client, finished: Character, url: str, send: Callable[..., int]
) -> None:
    large = saved(plain(), "JPEG") + b"\x00" * (7 * MIB)
    assert send(large) == 302
    for other in ("words/", "portrait/show/", "delete/"):
        file = SimpleUploadedFile("me.jpg", large)
        address = f"/characters/{finished.public_id}/{other}"
        assert ines.post(address, {"picture": file}).status_code == 413
    file = SimpleUploadedFile("me.jpg", large)
    assert ines.post("/no/such/place/", {"picture": file}).status_code == 413
    assert send(saved(plain(), "JPEG") + b"\x00" * (9 * MIB)) == 413
