"""Display of a portrait: its crop, its viewers, and its end."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sheets import portraits
from sheets.models import Character, Portrait
from sheets.portraits import Crop
from tests.sheets.portraits.conftest import decoded, plain, saved


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
        ({"shape": "round"}, "Choose a shape."),
        ({"place": "left"}, "Choose a position."),
        ({"left": "-1"}, "Enter a whole number."),
        ({"top": "three"}, "Enter a whole number."),
        ({"across": "9" * 4000}, "Enter a whole number."),
        ({"across": ""}, "Enter a whole number."),
        ({"across": "81"}, "fit the picture of 90 × 200 pixels"),
        ({"top": "141"}, "fit the picture of 90 × 200 pixels"),
        ({"across": "31"}, "Use a width of 32 to 90, less if left or top"),
        ({"alt": "x" * 301}, "Use at most 300 characters"),
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


def test_lists_show_it_small_or_else_the_likeness(
    ines: Client, portrayed: Character, url: str, send: Callable[..., int]
) -> None:
    character = f"/characters/{portrayed.public_id}/"
    small = f"{character}portrait/small.webp"
    assert send(saved(plain(900, 1200), "JPEG"), alt="In a cockpit") == 302
    row = Portrait.objects.get()
    assert decoded(bytes(row.small)).size == (160, 213)
    assert ines.post(f"{url}show/", form(row, across="600")).status_code == 302
    row = Portrait.objects.get()
    assert decoded(bytes(row.small)).size == (160, 160)
    answer = ines.get(f"{small}?v={row.digest}")
    assert answer.content == bytes(row.small)
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert ines.get(small, headers={"If-None-Match": answer["ETag"]}).status_code == 304

    page = ines.get("/characters/").content.decode()
    assert f'src="{small}?v={row.digest}" width="72" height="96" alt="Two shades"' in page
    ines.post(f"{url}remove/")
    page = ines.get("/characters/").content.decode()
    assert '<span class="bust drawn"><svg class="likeness" viewBox="0 0 48 64"' in page


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


def test_a_copy_has_the_same_portrait_and_deleting_for_good_deletes_it(
    ines: Client, portrayed: Character
) -> None:
    ines.post(f"/characters/{portrayed.public_id}/duplicate/")
    copy = Character.objects.exclude(pk=portrayed.pk).get()
    assert bytes(copy.portrait.shown) == bytes(portrayed.portrait.shown)
    assert Portrait.objects.count() == 2
    for page in ("delete", "erase"):
        ines.post(f"/characters/{portrayed.public_id}/{page}/")
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
