"""Files for other programs: who gets them, what is said before, and what is in them."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from rules import registry
from rules.exchange import targets
from sheets.models import Character, Party
from tests.sheets.cast import Person
from tests.sheets.example_characters import owner_of, store

READY_MADE = Path(__file__).parents[3] / "fixtures" / "ready-made"
LIMIT = 100 * 1024


def kept(name: str) -> Character:
    document = json.loads((READY_MADE / f"{name}.json").read_text())
    return store(owner_of("ines"), document, finished=True)


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("neesha-vaanik", ["starwarsd6", "od6s", "od6s-older", "roll20", "chatsetattr"]),
        ("caldo-morrun", ["starwarsd6", "od6s", "od6s-older", "roll20", "chatsetattr"]),
        ("dax-penhallow", ["starwarsd6", "od6s", "od6s-older", "roll20", "chatsetattr"]),
        ("brakk-stroud", ["worldofdarkness"]),
    ],
)
def test_the_page_says_version_steps_and_losses_and_each_file_is_there(
    ines: Client, name: str, ids: list[str]
) -> None:
    character = kept(name)
    sheet = ines.get(reverse("character", args=[character.public_id])).content.decode()
    address = reverse("character_exchange", args=[character.public_id])
    assert f'href="{address}"' in sheet
    response = ines.get(address)
    page = response.content.decode()
    assert len(response.content) < LIMIT
    for id in ids:
        target = next(one for one in targets.TARGETS if one.id == id)
        assert f"Made for {target.made_for}".replace("&", "&amp;") in page
        assert len(target.steps) == 3
        file = ines.get(f"{address}{id}/")
        assert file.status_code == 200
        assert file["Content-Disposition"] == (
            f'attachment; filename="{target.prefix}{name}.{target.extension}"'
        )
        assert file["Content-Type"] == target.kind
        if target.kind == targets.JSON:
            assert json.loads(file.content)
    others = {target.id for target in targets.TARGETS} - {*ids}
    for id in (*others, "nothing"):
        assert ines.get(f"{address}{id}/").status_code == 404
        assert f'id="to-{id}"' not in page


def test_what_is_lost_is_named_before_the_download(ines: Client) -> None:
    page = ines.get(
        reverse("character_exchange", args=[kept("neesha-vaanik").public_id])
    ).content.decode()
    assert "Armor doesn&#x27;t soak damage there: Hunter&#x27;s leathers." in page
    assert "The portrait and the history stay here" in page
    assert "!setattr --sel --sheettype|0" in page
    own = kept("caldo-morrun")
    page = ines.get(reverse("character_exchange", args=[own.public_id])).content.decode()
    assert "Everything else fits." in page
    file = ines.get(reverse("character_exchange_file", args=[own.public_id, "od6s"]))
    assert json.loads(file.content)["flags"]["hyperspace"]["id"] == str(own.public_id)


def test_a_party_goes_in_one_archive(
    people: dict[str, Person], party: Party, in_party: Callable[..., Character]
) -> None:
    names = ["Ann Lee", "Ann  Lee", "Bo"]
    for name in names:
        in_party(name)
    address = reverse("party_exchange", args=[party.public_id])
    greta = people["greta"].client
    assert "Download all" in greta.get(address).content.decode()
    packed = greta.get(f"{address}od6s.zip")
    assert packed["Content-Disposition"] == 'attachment; filename="party-od6s.zip"'
    with ZipFile(BytesIO(packed.content)) as archive:
        assert archive.namelist() == [
            "read-me.txt",
            "fvtt-Actor-ann-lee.json",
            "fvtt-Actor-ann-lee-2.json",
            "fvtt-Actor-bo.json",
        ]
        assert "Right-click the actor" in archive.read("read-me.txt").decode()
        actors = [json.loads(archive.read(name)) for name in archive.namelist()[1:]]
    assert sorted(actor["name"] for actor in actors) == sorted(names)
    assert greta.get(f"{address}worldofdarkness.zip").status_code == 404
    party.characters.update(build={"species": 3})
    page = greta.get(address).content.decode()
    assert "No characters to download yet." in page
    assert greta.get(f"{address}od6s.zip").headers["Location"] == address


def test_every_game_has_a_program() -> None:
    for system in registry.all_systems().values():
        outline = system.outline(system.empty())
        assert outline is not None
        assert targets.targets(outline.scale)
