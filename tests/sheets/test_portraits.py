"""Pictures that people send: what is kept of them, and what is refused."""

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin
from pytest_django import DjangoAssertNumQueries

from sheets import portraits
from sheets.models import Character, Portrait
from sheets.portraits import Crop, Unusable

MIB = 1024 * 1024
RED = Image.new("RGB", (120, 200), "red")


def saved(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    written = io.BytesIO()
    image.save(written, kind, **options)
    return written.getvalue()


def plain(width: int = 120, height: int = 200, mode: str = "RGB") -> Image.Image:
    return Image.new(mode, (width, height))


def png(width: int, height: int, *, chunks: bytes = b"") -> bytes:
    """A PNG of any size on paper, with nothing behind it."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + check

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(b"\x00" * 1000))
    return b"\x89PNG\r\n\x1a\n" + head + chunks + data + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    """A PNG whose comment is 100 MiB when unpacked."""
    content = b"Comment\x00\x00" + zlib.compress(b"x" * (100 * MIB))
    chunk = struct.pack(">I", len(content)) + b"zTXt" + content
    return png(100, 100, chunks=chunk + struct.pack(">I", zlib.crc32(b"zTXt" + content)))


def zipped() -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("x.html", "<script>")
    return written.getvalue()


def decoded(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


@pytest.fixture
def url(finished: Character) -> str:
    return f"/characters/{finished.public_id}/portrait/"


@pytest.fixture
def send(ines: Client, url: str) -> Callable[..., int]:
    def post(content: bytes, name: str = "me.png", **form: str) -> int:
        file = SimpleUploadedFile(name, content)
        return ines.post(url, {"picture": file, **form}).status_code

    return post


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_each_kind_becomes_webp_of_its_own_size(kind: str) -> None:
    picture = portraits.taken(saved(plain(), kind))
    assert decoded(picture.content).format == "WEBP"
    assert (picture.width, picture.height) == decoded(picture.content).size == (120, 200)


def test_a_large_picture_is_kept_at_no_more_than_four_megapixels() -> None:
    picture = portraits.taken(saved(plain(4000, 3000), "JPEG"))
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
        kept = portraits.taken(sent)
        shown, _ = portraits.cropped(kept.content, Crop("square", 0, 0, 100))
        for content in (kept.content, shown):
            assert b"SECRET" not in content
            assert not set(decoded(content).info) & {"exif", "xmp", "icc_profile", "comment"}


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG"])
def test_a_picture_stands_as_the_camera_was_held(kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned: what is stored on the left is shown at the top
    image = plain(200, 100)
    image.paste("red", (0, 0, 100, 100))
    kept = portraits.taken(saved(image, kind, exif=exif))
    assert (kept.width, kept.height) == (100, 200)
    top, bottom = (decoded(kept.content).convert("RGB").getpixel((50, y)) for y in (20, 180))
    assert top[0] > 200 > 50 > bottom[0]


def test_what_is_transparent_stays_so() -> None:
    palette = saved(plain(mode="P"), transparency=0)
    for sent in (saved(plain(mode="RGBA")), saved(plain(mode="LA")), palette):
        assert decoded(portraits.taken(sent).content).mode == "RGBA"


def test_the_pictures_behind_a_telephones_first_are_left_out() -> None:
    sent = saved(plain(), "MPO", save_all=True, append_images=[plain(100, 100)])
    assert (portraits.taken(sent).width, portraits.taken(sent).height) == (120, 200)


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"", "no picture that we read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture that we read"),
        (b"just words", "no picture that we read"),
        (zipped(), "no picture that we read"),
        (b"\x89PNG\r\n\x1a\n", "no picture that we read"),
        (saved(plain(), "GIF"), "no picture that we read"),
        (saved(plain(), "TIFF"), "no picture that we read"),
        (saved(plain(), "BMP"), "no picture that we read"),
        (saved(plain(), "JPEG")[:-300], "damaged"),
        (saved(plain(), "PNG")[:-40], "damaged"),
        (saved(plain(), "WEBP")[:-20], "no picture that we read|damaged"),
        (png(100, 100), "damaged"),
        (text_bomb(), "no picture that we read|damaged"),
        (png(10_000, 10_000), "10,000 × 10,000 pixels|too many"),
        (png(60_000, 60_000), "too many pixels"),
        (png(2**31 - 1, 2**31 - 1), "pixels"),
        (png(40_000, 50), "40,000 × 50 pixels"),
        (saved(plain(16, 200)), "16 × 200 pixels. Send one of at least 32 × 32"),
        (saved(plain(), "JPEG") + b"\x00" * 8 * MIB, "bytes. Send a JPEG, PNG or WebP"),
        (saved(plain(), "PNG", save_all=True, append_images=[RED]), "moves"),
        (saved(plain(), "WEBP", save_all=True, append_images=[RED]), "moves"),
        (saved(plain(mode="CMYK"), "JPEG"), "printing press"),
        (saved(plain(mode="I;16")), "more than 8 bits"),
    ],
)
def test_what_is_no_portrait_is_refused_with_what_would_be_right(
    sent: bytes, why: str, send: Callable[..., int]
) -> None:
    with pytest.raises(Unusable, match=why):
        portraits.taken(sent)
    assert send(sent) == 422
    assert not Portrait.objects.exists()


def test_the_page_says_what_would_be_right(ines: Client, url: str) -> None:
    answer = ines.post(url, {"picture": SimpleUploadedFile("me.png", b"<svg/>")})
    assert "Send a JPEG, PNG or WebP picture" in answer.content.decode()
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


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(["JPEG", "PNG", "WEBP"]), st.integers(0, 2**32), st.integers(1, 20))
def test_no_bytes_are_more_than_refused(kind: str, seed: int, count: int) -> None:
    rng = random.Random(seed)
    sent = bytearray(saved(Image.effect_noise((64, 64), 90).convert("RGB"), kind))
    for _ in range(count):
        sent[rng.randrange(len(sent))] = rng.randrange(256)
    try:
        kept = portraits.taken(bytes(sent))
    except Unusable:
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


@pytest.mark.parametrize(
    ("shape", "place", "crop", "down"),
    [
        ("square", "top", Crop("square", 0, 0, 90), 90),
        ("square", "middle", Crop("square", 0, 55, 90), 90),
        ("square", "bottom", Crop("square", 0, 110, 90), 90),
        ("upright", "bottom", Crop("upright", 0, 80, 90), 120),
    ],
)
def test_a_part_is_taken_from_the_top_the_middle_or_the_bottom(
    shape: str, place: str, crop: Crop, down: int
) -> None:
    assert portraits.preset(90, 200, shape=shape, place=place) == crop
    assert crop.down == down


def test_of_a_wide_picture_the_middle_is_taken() -> None:
    assert portraits.preset(400, 120, shape="upright", place="top") == Crop("upright", 155, 0, 90)


def form(row: Portrait, **changed: str) -> dict[str, str]:
    shown = {"was": row.digest, "shape": "square", "place": "numbers", "alt": "Two shades"}
    return {**shown, "left": "10", "top": "100", "across": "60", **changed}


def test_another_part_is_shown_by_numbers_and_by_its_place(
    ines: Client, portrayed: Character
) -> None:
    url = f"/characters/{portrayed.public_id}/portrait/show/"
    assert ines.post(url, form(Portrait.objects.get(), alt="Below")).status_code == 302
    row = Portrait.objects.get()
    assert (row.left, row.top, row.across, row.down, row.alt) == (10, 100, 60, 60, "Below")
    image = decoded(bytes(row.shown))
    assert image.size == (60, 60)
    assert max(image.convert("L").tobytes()) < 40
    assert ines.post(url, form(row, place="top", shape="upright")).status_code == 302
    row = Portrait.objects.get()
    assert (row.left, row.top, row.across, row.down) == (0, 0, 90, 120)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"shape": "round"}, "Choose one of the shapes."),
        ({"place": "left"}, "Choose one of the places."),
        ({"left": "-1"}, "A whole number."),
        ({"top": "٣"}, "A whole number."),
        ({"across": "9" * 4000}, "A whole number."),
        ({"across": ""}, "A whole number."),
        ({"across": "81"}, "That reaches beyond the picture of 90 × 200 pixels"),
        ({"top": "141"}, "That reaches beyond"),
        ({"across": "31"}, "or is too small: 32 to 90 across"),
        ({"alt": "x" * 301}, "At most 300 characters"),
        ({"alt": "a\x00"}, "control character"),
    ],
)
def test_a_part_that_cannot_be_shown_is_422_and_said_where(
    changed: dict[str, str], message: str, ines: Client, portrayed: Character
) -> None:
    before = Portrait.objects.values().get()
    url = f"/characters/{portrayed.public_id}/portrait/show/"
    answer = ines.post(url, form(Portrait.objects.get(), **changed))
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert Portrait.objects.values().get() == before


def test_a_form_about_another_portrait_is_409(ines: Client, portrayed: Character) -> None:
    url = f"/characters/{portrayed.public_id}/portrait/show/"
    assert ines.post(url, form(Portrait.objects.get(), was="1" * 64)).status_code == 409


def test_a_portrait_is_served_once_and_then_known(ines: Client, portrayed: Character) -> None:
    row = Portrait.objects.get()
    url = f"/characters/{portrayed.public_id}/portrait.webp"
    first = ines.get(url)
    assert first.content == bytes(row.shown)
    assert first["Content-Type"] == "image/webp"
    assert first["ETag"] == f'"{row.digest}"'
    assert first["X-Content-Type-Options"] == "nosniff"
    assert first["Cache-Control"] == "private, no-cache"
    again = ines.get(url, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    lasting = ines.get(f"{url}?v={row.digest}")
    assert lasting["Cache-Control"] == "private, max-age=31536000, immutable"
    assert ines.get(f"{url}?v=other")["Cache-Control"] == "private, no-cache"


def test_there_is_none_before_one_is_sent_and_after_it_is_removed(
    ines: Client, portrayed: Character, draft: Character
) -> None:
    url = f"/characters/{portrayed.public_id}/"
    assert ines.get(f"/characters/{draft.public_id}/portrait.webp").status_code == 404
    assert ines.post(f"{url}portrait/remove/").status_code == 302
    assert ines.get(f"{url}portrait.webp").status_code == 404
    assert ines.post(f"{url}portrait/remove/").status_code == 302
    assert ines.post(f"{url}portrait/show/", form(Portrait(digest="0" * 64))).status_code == 409
    assert not Portrait.objects.exists()


def test_another_picture_takes_the_place_of_the_first(
    ines: Client, portrayed: Character, url: str, send: Callable[..., int]
) -> None:
    assert send(saved(plain(300, 300)), alt="A square") == 302
    row = Portrait.objects.get()
    assert (row.width, row.shape, row.across, row.alt) == (300, "upright", 225, "A square")
    assert 'alt="A square"' in ines.get(url).content.decode()


def test_what_is_put_away_keeps_its_portrait(ines: Client, portrayed: Character) -> None:
    url = f"/characters/{portrayed.public_id}/"
    ines.post(f"{url}archive/")
    row = Portrait.objects.get()
    file = SimpleUploadedFile("me.png", saved(plain()))
    assert ines.post(f"{url}portrait/", {"picture": file}).status_code == 409
    assert ines.post(f"{url}portrait/show/", form(row)).status_code == 409
    assert ines.post(f"{url}portrait/remove/").status_code == 409
    assert ines.get(f"{url}portrait.webp").status_code == 200
    assert ines.get(f"{url}portrait/").status_code == 200


def test_a_copy_has_the_same_portrait_and_deleting_deletes_it(
    ines: Client, portrayed: Character
) -> None:
    ines.post(f"/characters/{portrayed.public_id}/duplicate/")
    copy = Character.objects.exclude(pk=portrayed.pk).get()
    assert bytes(copy.portrait.shown) == bytes(portrayed.portrait.shown)
    assert Portrait.objects.count() == 2
    ines.post(f"/characters/{portrayed.public_id}/delete/")
    assert Portrait.objects.get().character == copy


def test_showing_a_portrait_asks_seldom_and_pages_leave_the_pixels_where_they_are(
    ines: Client, portrayed: Character, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    url = f"/characters/{portrayed.public_id}/"
    with django_assert_num_queries(1) as asked:
        ines.get(f"{url}portrait/")
    assert '"shown"' not in asked[0]["sql"]
    with django_assert_num_queries(2):
        ines.get(f"{url}portrait.webp")
    with django_assert_num_queries(1):
        ines.get(f"{url}portrait.webp", headers={"If-None-Match": f'"{"0" * 64}"'})
