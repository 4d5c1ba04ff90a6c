"""Files that come in: looked at before anything is saved, then saved where they belong."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rules import registry
from sheets.arrivals import reading
from sheets.form_data import new_key
from sheets.models import Character, Party
from tests.rules.exchange import foreign_shapes
from tests.rules.exchange.test_foreign import actor, ship, weapon
from tests.rules.exchange.test_worldofdarkness import mortal
from tests.sheets.cast import Person
from tests.sheets.characters.packing import zipped
from tests.sheets.example_characters import VESSA

ADDRESS = "/characters/import/"
pytestmark = pytest.mark.django_db


def sent(client: Client, content: bytes, **form: str) -> Any:
    file = SimpleUploadedFile("anything", content)
    return client.post(ADDRESS, {"document": file, "look": "1", **form})


def save(client: Client, looked: Any, **form: str) -> Any:
    form = {"carried": looked.context["carried"], "key": new_key(), **form}
    return client.post(ADDRESS, form)


def as_bytes(plain: Any) -> bytes:
    return json.dumps(plain).encode()


def test_a_look_says_what_becomes_of_each_part_and_saves_nothing(ines: Client) -> None:
    charge = weapon(damage={"score": 0}, blast_radius={"1": {"range": 2, "damage": 5}}, rof=2)
    looked = sent(ines, as_bytes(actor(charge)), game="rules-sheet-d6")
    page = looked.content.decode()
    assert looked.status_code == 200
    assert "goes to your characters of" in page
    assert "Burst charge 5D" in page
    assert "Burst charge: rof 2." in page
    assert not Character.documents.exists()
    answer = save(ines, looked, game="rules-sheet-d6")
    made = Character.documents.get()
    assert answer["Location"] == f"/characters/{made.public_id}/"
    assert (made.kind, made.name) == (Character.Kind.CHARACTER, "Demo Sapper")
    assert "Burst charge: rof 2." in made.notes.private


def test_a_character_that_several_games_take_asks_for_one(ines: Client) -> None:
    page = sent(ines, as_bytes(actor())).content.decode()
    games = "HyperspaceD6, Empire Ascendant, or Star Wars D6"
    assert f"Demo Sapper</b>: Which game is it for? Choose {games}." in page
    assert '<option value="">Choose</option>' in page
    assert "Save" not in page


def test_one_thing_sent_twice_is_saved_once(ines: Client) -> None:
    looked = sent(ines, as_bytes(VESSA))
    key = new_key()
    answers = [save(ines, looked, key=key)["Location"] for _ in range(2)]
    assert answers[0] == answers[1]
    assert Character.documents.count() == 1


@pytest.mark.parametrize("slug", ["rules-sheet-d6", "hyperspace-d6", "empire-ascendant"])
def test_an_opponent_of_another_program_goes_to_the_roster(ines: Client, slug: str) -> None:
    looked = sent(ines, as_bytes(actor(type="npc")), game=slug)
    assert "goes to your opponents of" in looked.content.decode()
    assert save(ines, looked, game=slug)["Location"] == f"/opponents/{slug}/"
    row = Character.documents.get()
    assert (row.kind, row.name, row.roster) == (Character.Kind.OPPONENT, "Demo Sapper", None)


def test_an_opponent_of_dots_goes_to_the_one_roster_that_takes_it(ines: Client) -> None:
    looked = sent(ines, as_bytes(mortal(type="Creature")), game="hyperspace-d6")
    page = looked.content.decode()
    assert "goes to your opponents of Star Wars Storytelling" in page
    assert "Occult 2: this game has no such ability." in page
    assert save(ines, looked)["Location"] == "/opponents/storytelling-d10/"
    row = Character.documents.get()
    assert (row.kind, row.name) == (Character.Kind.OPPONENT, "Demo Warden")


def test_a_roster_has_the_same_door_and_makes_opponents_of_characters(
    people: dict[str, Person], party: Party
) -> None:
    greta = people["greta"].client
    page = greta.get(f"/parties/{party.public_id}/roster/").content.decode()
    form = page.partition('action="/characters/import/"')[2].partition("</form>")[0]
    assert all(
        f'name="{name}" value="{value}"' in form
        for name, value in (("look", "1"), ("roster", "1"), ("game", party.system),
                            ("party", party.public_id))
    )  # fmt: skip
    sent_form = {"roster": "1", "game": party.system, "party": str(party.public_id)}
    looked = sent(greta, as_bytes({**VESSA, "name": "Vessa the Foe"}), **sent_form)
    shown = looked.content.decode()
    assert "goes to your opponents of" in shown
    assert f'value="{party.public_id}"\n  selected' in shown
    assert 'name="roster" value="1"' in shown
    assert save(greta, looked, **sent_form)["Location"].endswith("/roster/")
    assert Character.documents.get(name="Vessa the Foe").roster == party


def test_a_ship_goes_to_the_ships(ines: Client) -> None:
    looked = sent(ines, as_bytes(ship()), game="hyperspace-d6")
    assert "goes to your ships of" in looked.content.decode()
    assert save(ines, looked, game="hyperspace-d6")["Location"] == "/opponents/hyperspace-d6/ships/"
    assert Character.documents.get().kind == Character.Kind.CRAFT


def test_a_ship_with_its_pilot_goes_to_the_ships_and_the_opponents(ines: Client) -> None:
    skills = [foreign_shapes.skill("Starfighter Piloting", "mec", 6)]
    pilot = foreign_shapes.od6s_person(*skills, name="Demo Pilot")
    manned = foreign_shapes.od6s_craft("starship", pilot=pilot)
    looked = sent(ines, as_bytes(manned), game="hyperspace-d6")
    save(ines, looked, game="hyperspace-d6")
    rows = Character.documents.values_list("name", "kind")
    assert sorted(rows) == [("Demo Pilot", "opponent"), ("Lantern", "craft")]


@pytest.mark.parametrize(
    ("shape", "game", "kind"),
    [
        (foreign_shapes.od6s_person(foreign_shapes.gun("Pistol")), "hyperspace-d6", "opponent"),
        (foreign_shapes.od6s_person(kind="character"), "empire-ascendant", "character"),
        (foreign_shapes.od6s_person(kind="creature"), "rules-sheet-d6", "opponent"),
        (foreign_shapes.as_foundry_9(foreign_shapes.od6s_person()), "rules-sheet-d6", "opponent"),
        (foreign_shapes.od6s_craft("vehicle"), "empire-ascendant", "craft"),
        (foreign_shapes.starwarsd6_npc(), "hyperspace-d6", "opponent"),
        (foreign_shapes.wod_actor("Vampire"), "hyperspace-d6", "character"),
        (foreign_shapes.wod_actor("Spirit", core="14.365"), "storytelling-d10", "opponent"),
    ],
)
def test_each_shape_of_the_field_is_saved_where_it_belongs(
    shape: dict[str, Any], game: str, kind: str, ines: Client
) -> None:
    looked = sent(ines, as_bytes(shape), game=game)
    assert save(ines, looked, game=game).status_code == 302
    assert Character.documents.get().kind == kind


def test_a_ship_for_a_game_without_ships_is_told_so(ines: Client) -> None:
    looked = sent(ines, as_bytes(ship()), game="rules-sheet-d6")
    assert "has no ships; choose another game" in looked.content.decode()
    assert save(ines, looked, game="rules-sheet-d6").status_code == 422


def test_our_own_opponents_and_ships_go_where_they_belong(ines: Client) -> None:
    builds = (({"craft": {"id": "yt-1300"}}, "craft"), ({"opponent": {"id": "thug"}}, "opponent"))
    for build, kind in builds:
        plain = {"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": "Gull"}
        save(ines, sent(ines, as_bytes({**plain, "build": build})))
        assert Character.documents.latest("pk").kind == kind


def in_folders() -> bytes:
    folders = {f"Backup/{name}/character.json": as_bytes({**VESSA, "name": name}) for name in "AB"}
    return zipped({**folders, "__MACOSX/Backup/._A": b"x", "Backup/.DS_Store": b"x"})


def of_zips() -> bytes:
    parts = {f"{name}.zip": zipped({"character.json": as_bytes({**VESSA, "name": name})})
             for name in "AB"}  # fmt: skip
    return zipped({"read-me.txt": b"Characters from Hyperspace.", **parts})


def of_files() -> bytes:
    return zipped({f"x/{name}.json": as_bytes({**VESSA, "name": name}) for name in "AB"})


@pytest.mark.parametrize("content", [in_folders, of_zips, of_files])
def test_a_zip_of_several_brings_each_of_them(ines: Client, content: Callable[[], bytes]) -> None:
    looked = sent(ines, content())
    assert save(ines, looked)["Location"] == "/characters/"
    assert set(Character.documents.values_list("name", flat=True)) == {"A", "B"}


@pytest.mark.parametrize("shape", ["folder", "windows", "mac"])
def test_a_zip_comes_back_in_the_shape_of_a_file_manager(ines: Client, shape: str) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        if shape == "mac":
            packed.writestr("__MACOSX/Vessa/._character.json", b"\x00\x05\x16\x07")
            packed.writestr("Vessa/.DS_Store", b"Bud1")
        if shape == "folder":
            packed.writestr("Vessa/", b"")
        name = "Vessa\\character.json" if shape == "windows" else "Vessa/character.json"
        packed.writestr(name, as_bytes(VESSA))
        packed.writestr("Vessa/notes-public.md", "Hello")
    sent(ines, buffer.getvalue())
    answer = save(ines, sent(ines, buffer.getvalue()))
    assert answer.status_code == 302
    made = Character.documents.get()
    assert (made.name, made.notes.shared) == (VESSA["name"], "Hello")


def test_a_pack_of_lines_brings_its_actors_and_names_the_others(ines: Client) -> None:
    rows = [{**actor(type="npc"), "name": f"Guard {number}"} for number in range(3)]
    rows.append({**actor(type="container"), "name": "Chest"})
    looked = sent(ines, b"\n".join(map(as_bytes, rows)), game="empire-ascendant")
    page = looked.content.decode()
    assert "Chest</b> can’t be imported." in page
    assert "Save 3" in page
    save(ines, looked, game="empire-ascendant")
    assert Character.documents.filter(kind=Character.Kind.OPPONENT).count() == 3


def test_opponents_go_to_a_party_that_one_leads(people: dict[str, Person], party: Party) -> None:
    greta, ines = people["greta"].client, people["ines"].client
    looked = sent(greta, as_bytes(actor(type="npc")), game=party.system)
    assert party.name in looked.content.decode()
    answer = save(greta, looked, game=party.system, party=str(party.public_id))
    assert answer.status_code == 302
    assert Character.documents.get(name="Demo Sapper").roster == party
    looked = sent(ines, as_bytes({**actor(type="npc"), "name": "Other"}), game=party.system)
    assert party.name not in looked.content.decode()
    save(ines, looked, game=party.system, party=str(party.public_id))
    assert Character.documents.get(name="Other").roster is None


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"%PDF-1.4", "a PDF"),
        (b"\x89PNG\r\n", "Add it as a portrait"),
        (as_bytes({"id": "x", "callsign": "K", "level": 2, "current_hp": 6.5}), "COMP/CON"),
        (zipped({"word/document.xml": b"<x>"}), "a Word document"),
    ],
)
def test_a_file_of_another_program_is_told_what_it_is(
    ines: Client, content: bytes, what: str
) -> None:
    answer = sent(ines, content)
    assert answer.status_code == 422
    assert what in answer.context["error"]
    assert "Import reads" in answer.context["error"]


@pytest.mark.parametrize("carried", ["x", "eA==", "é", reading.carried(b"{}")[:-6]])
def test_what_was_changed_on_the_way_is_refused(ines: Client, carried: str) -> None:
    answer = ines.post(ADDRESS, {"carried": carried, "key": new_key()})
    assert answer.status_code == 422
    assert "Choose the file again" in answer.context["error"]


def test_a_bomb_in_what_is_carried_is_refused(ines: Client) -> None:
    answer = ines.post(ADDRESS, {"carried": reading.carried(b" " * 40_000_000), "key": new_key()})
    assert "Choose the file again" in answer.context["error"]


def test_every_game_says_where_its_own_file_goes() -> None:
    for system in registry.all_systems().values():
        plain = {"format": "hyperspace-character/1", "system": system.slug, "name": "A"}
        (one,) = reading.read(as_bytes({**plain, "build": {}}), "")
        assert (one.kind, one.system, one.problem) == (Character.Kind.CHARACTER, system, "")
