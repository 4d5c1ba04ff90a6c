"""A character with all that is kept with it, in one file, and back again."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from sheets import form_data
from sheets.models import Character, Notes, Portrait
from tests.sheets.characters.packing import CROP, Members, as_json, picture, whole, zipped
from tests.sheets.every_game.characters import EVERY, by_chance, plain
from tests.sheets.example_characters import VESSA, owner_of, store
from tests.sheets.pages import markup

LEDGER = [{"kind": "award", "cp": 9}, {"kind": "raise-skill", "skill": "stealth", "paid": 3}]
Send = Callable[..., Any]


@pytest.fixture
def send(ines: Client) -> Send:
    def post(content: bytes, name: str = "vessa.zip", **more: str) -> Any:
        file = SimpleUploadedFile(name, content)
        return ines.post("/characters/import/", {"document": file, **more})

    return post


@pytest.fixture
def kept(ines: Client) -> Character:
    """Vessa, played, with marks, notes, a portrait that shows its red quarter, and a wish."""
    document = {**VESSA, "ledger": LEDGER, "marks": {"wounds": 1}}
    character = store(owner_of("ines"), document, finished=True)
    character.wishes = [{"id": "a1b2c3d4", "entry": {"kind": "raise-skill", "skill": "agility"}}]
    character.save()
    Notes.objects.create(character=character, shared="For *all*.\n漢", private="For me alone.")
    ines.post(
        f"/characters/{character.public_id}/portrait/",
        {"picture": SimpleUploadedFile("me.png", picture("PNG")), "alt": "Vessa, “arms” crossed"},
    )
    portrait = Portrait.objects.get()
    shown = {"shape": "square", "place": "numbers", "alt": portrait.alt, "was": portrait.digest}
    numbers = {name: str(CROP[name]) for name in ("left", "top", "across")}
    ines.post(f"/characters/{character.public_id}/portrait/show/", {**shown, **numbers})
    return character


def exported(client: Client, character: Character) -> bytes:
    answer = client.get(f"/characters/{character.public_id}/export.zip")
    assert answer.status_code == 200
    return bytes(answer.content)


def members(content: bytes) -> Members:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def colour(webp: bytes) -> tuple[int, ...]:
    """The colour in the middle of a picture, to the nearest of eight a channel."""
    image = Image.open(io.BytesIO(webp)).convert("RGB")
    pixel = image.getpixel((image.width // 2, image.height // 2))
    assert isinstance(pixel, tuple)
    return tuple(round(channel / 32) for channel in pixel)


def test_an_export_holds_what_its_description_says(ines: Client, kept: Character) -> None:
    answer = ines.get(f"/characters/{kept.public_id}/export.zip")
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="Vessa Korr.zip"'
    held = members(answer.content)
    assert list(held) == [
        "character.json",
        "notes-public.md",
        "notes-private.md",
        "portrait.webp",
        "portrait.json",
        "wish-list.json",
    ]
    document = ines.get(f"/characters/{kept.public_id}/document.json").content
    assert held["character.json"] == document
    assert json.loads(held["character.json"])["ledger"] == LEDGER
    assert held["notes-public.md"].decode() == "For *all*.\n漢"
    assert held["notes-private.md"].decode() == "For me alone."
    assert json.loads(held["portrait.json"]) == {"alt": "Vessa, “arms” crossed", "crop": CROP}
    assert Image.open(io.BytesIO(held["portrait.webp"])).size == (300, 400)
    assert json.loads(held["wish-list.json"]) == [{"kind": "raise-skill", "skill": "agility"}]


def test_what_was_exported_comes_back_as_it_was(ines: Client, tom: Client, kept: Character) -> None:
    file = SimpleUploadedFile("Vessa Korr.zip", exported(ines, kept))
    answer = tom.post("/characters/import/", {"document": file})
    page = tom.get(answer["Location"])
    there = page.context["character"]
    assert there.pk != kept.pk
    assert (there.name, there.player, there.is_draft) == ("Vessa Korr", "Ines", False)
    assert there.notes.shared == "For *all*.\n漢"
    assert there.notes.private == "For me alone."
    portrait, before = there.portrait, Portrait.objects.get(character=kept)
    assert portrait.alt == "Vessa, “arms” crossed"
    for name in ("shape", "left", "top", "across", "down", "width", "height"):
        assert getattr(portrait, name) == getattr(before, name), name
    assert colour(bytes(portrait.shown)) == colour(bytes(before.shown)) == (8, 0, 0)
    assert [wish["entry"] for wish in there.wishes] == [{"kind": "raise-skill", "skill": "agility"}]
    mine, yours = (
        json.loads(client.get(f"/characters/{one.public_id}/document.json").content)
        for client, one in ((ines, kept), (tom, there))
    )
    assert mine == yours
    again = members(exported(tom, there))
    first = members(exported(ines, kept))
    assert {**again, "portrait.webp": b""} == {**first, "portrait.webp": b""}


@EVERY
def test_a_character_of_every_game_comes_back(ines: Client, slug: str, send: Send) -> None:
    character = store(owner_of("ines"), plain(by_chance(slug)), finished=True)
    held = exported(ines, character)
    assert list(members(held)) == ["character.json"]
    assert send(held).status_code == 302
    there = Character.objects.exclude(pk=character.pk).get()
    character.refresh_from_db()
    assert (there.system, there.name, there.build) == (slug, character.name, character.build)
    assert not Notes.objects.exists()
    assert not Portrait.objects.exists()


def test_what_was_packed_anew_by_hand_comes_in_too(send: Send) -> None:
    """Stored or deflated, in any order, with what editors add to texts."""
    held = whole(notes_public__md="\ufeffMine".encode())
    for number, packed in enumerate((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED), 1):
        assert send(zipped(dict(reversed(held.items())), packed=packed)).status_code == 302
        assert Notes.objects.filter(shared="Mine", private="Ćwierć\nshares").count() == number
        assert Portrait.objects.filter(alt="Vessa, arms crossed", across=150).count() == number


def test_a_part_that_is_not_there_is_not_missed(send: Send) -> None:
    held = whole()
    for left_out in ("notes-public.md", "notes-private.md", "portrait.json", "wish-list.json"):
        assert send(zipped({**{n: c for n, c in held.items() if n != left_out}})).status_code == 302
    assert set(Portrait.objects.values_list("shape", "left", "top", "across")) == {
        ("square", 150, 200, 150),
        ("upright", 0, 0, 300),
    }


def test_any_picture_that_makes_a_portrait_may_lie_in_it(send: Send) -> None:
    held = whole(portrait__webp=picture("JPEG"), portrait__json=as_json({"alt": "Me"}))
    assert send(zipped(held)).status_code == 302
    portrait = Portrait.objects.get()
    assert (portrait.alt, portrait.width, portrait.height) == ("Me", 300, 400)
    assert bytes(portrait.picture)[8:12] == b"WEBP"


def test_the_same_file_sent_twice_is_one_character(send: Send) -> None:
    form = {"key": form_data.new_key()}
    assert send(zipped(whole()), **form)["Location"] == send(zipped(whole()), **form)["Location"]
    assert Character.objects.count() == 1
    other = whole(notes_public__md=b"Other")
    assert send(zipped(other), **form).status_code == 409
    assert Character.objects.count() == 1


def test_only_the_owner_takes_all_of_it_along(
    ines: Client, tom: Client, nobody: Client, kept: Character
) -> None:
    address = f"/characters/{kept.public_id}/export.zip"
    for client in (tom, nobody):
        assert client.get(address).status_code == 404


def test_the_pages_say_what_each_file_holds(ines: Client, kept: Character) -> None:
    page = markup(ines.get(f"/characters/{kept.public_id}/").content.decode())
    assert f'href="/characters/{kept.public_id}/export.zip"' in page
    assert "with history, notes, portrait, and wish list" in page
    assert "history, but no notes or portrait" in page
    page = markup(ines.get("/characters/import/").content.decode())
    assert "everything" not in page
    assert "history, notes, portrait, and wish list" in page


def test_a_damaged_character_can_still_be_taken_along(ines: Client, damaged: Character) -> None:
    held = members(exported(ines, damaged))
    assert json.loads(held["character.json"])["build"] == {"species": 7}
