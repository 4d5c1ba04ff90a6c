"""Files for other programs: who gets them, what is said before, and what is in them."""

import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from rules import registry
from rules.character import Character as OpenCharacter
from rules.exchange import targets
from sheets.form_data import new_key
from sheets.models import Character, Party
from tests.sheets.cast import Person
from tests.sheets.example_characters import owner_of, store

READY_MADE = Path(__file__).parents[3] / "fixtures" / "ready-made"
EXAMPLES = Path(__file__).parents[2] / "rules" / "exchange" / "examples"
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


def test_the_opponents_of_a_roster_go_in_an_archive_of_their_own(
    people: dict[str, Person], party: Party, in_party: Callable[..., Character]
) -> None:
    row = in_party("Trooper", of="greta")
    kind = Character.Kind.OPPONENT
    Character.objects.filter(pk=row.pk).update(party=None, roster=party, kind=kind)
    address, greta = reverse("party_exchange", args=[party.public_id]), people["greta"].client
    assert f"{address}opponents/od6s.zip" in greta.get(address).content.decode()
    packed = greta.get(f"{address}opponents/od6s.zip")
    with ZipFile(BytesIO(packed.content)) as archive:
        assert archive.namelist() == ["read-me.txt", "fvtt-Actor-trooper.json"]
        actor = json.loads(archive.read("fvtt-Actor-trooper.json"))
        assert "the type “npc”" in archive.read("read-me.txt").decode()
    assert (actor["type"], actor["name"]) == ("npc", "Trooper")
    assert greta.get(f"{address}opponents/roll20.zip").status_code == 404
    assert greta.get(f"{address}od6s.zip")["Location"] == address


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
        outline = OpenCharacter(system, system.empty()).outline
        assert outline is not None
        assert targets.targets(outline.scale)


def test_a_character_is_made_anew_in_another_game(ines: Client) -> None:
    old = kept("neesha-vaanik")
    address = reverse("character_convert", args=[old.public_id])
    page = ines.get(reverse("character_exchange", args=[old.public_id])).content.decode()
    assert f'href="{address}?to=empire-ascendant"' in page
    page = ines.get(f"{address}?to=empire-ascendant").content.decode()
    assert "Agility is Dodge 6D. Our ruling." in page
    assert "50 credits: this game doesn&#x27;t count them." in page
    form = {"to": "empire-ascendant", "key": new_key()}
    answers = [ines.post(address, form) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    new = Character.objects.exclude(pk=old.pk).get()
    assert (new.system, new.name) == ("empire-ascendant", "Neesha Vaanik")
    assert "### Not carried over" in new.notes.private
    assert "Carried over" in ines.get(answers[0]["Location"]).content.decode()
    dots = reverse("character_convert", args=[kept("brakk-stroud").public_id])
    assert "No other game here can take" in ines.get(dots).content.decode()
    assert ines.post(dots, {"to": "hyperspace-d6", "key": new_key()}).status_code == 404


@pytest.mark.parametrize("kind", ["od6s", "starwarsd6"])
def test_an_actor_of_foundry_is_imported(ines: Client, kind: str) -> None:
    file = (EXAMPLES / f"neesha-vaanik.{kind}.json").read_bytes()
    address = reverse("character_import")
    sent = ines.post(address, {"document": BytesIO(file), "game": "", "key": new_key()})
    assert sent.status_code == 302
    first = Character.objects.get()
    assert (first.system, first.name) == ("hyperspace-d6", "Neesha Vaanik")
    ines.post(address, {"pasted": file.decode(), "game": "rules-sheet-d6", "key": new_key()})
    second = Character.objects.exclude(pk=first.pk).get()
    assert second.system == "rules-sheet-d6"
    assert "Melee Parry 6D" in second.notes.private
    strange = json.loads(file)
    del strange["flags"]
    answer = ines.post(address, {"pasted": json.dumps(strange), "key": new_key()})
    assert answer.status_code == 422
    assert (
        "Which game is it for? Choose HyperspaceD6, Empire Ascendant, or Star Wars D6."
        in answer.content.decode()
    )
    strange["items"][2]["system"] = 3
    answer = ines.post(
        address, {"pasted": json.dumps(strange), "game": "hyperspace-d6", "key": new_key()}
    )
    assert answer.status_code == 422
    assert Character.objects.count() == 2


def test_a_roll_is_text_in_the_spelling_that_was_chosen(ines: Client) -> None:
    forms = {
        "dax-penhallow": ("skills.blaster", "4d6+1"),
        "caldo-morrun": ("skills.blaster", "4d6+2"),
        "neesha-vaanik": ("skills.agility", "6d6"),
        "brakk-stroud": ("abilities.firearms", "5d10 t6 f1"),
    }
    addresses = {
        name: reverse("character_table_panel", args=[kept(name).public_id, action])
        for name, (action, _) in forms.items()
    }
    for name, (_, text) in forms.items():
        assert f'value="{text}" readonly' in ines.get(addresses[name]).content.decode(), name
    choice = reverse("dice_spelling")
    ines.post(choice, {"spelling": "foundry"})
    ines.post(choice, {"spelling": "nonsense"})
    page = ines.get(choice).content.decode()
    assert re.search(r'value="foundry"\s+aria-pressed="true"', page)
    assert 'value="/roll 4d6+1" readonly' in ines.get(addresses["dax-penhallow"]).content.decode()
    dots = ines.get(addresses["brakk-stroud"]).content.decode()
    assert 'value="/roll 5d10cs&gt;=6df=1" readonly' in dots
