"""Every file for another program keeps to that program's schema, and is as its example."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.exchange import foundry, od6s, roll20, starwarsd6, targets, worldofdarkness
from rules.exchange.outline import DOTS, Armor, Outline, Trait
from rules.game import Game
from rules.opponents import WHO
from tests.dots_game.game import DUSK
from tests.rules.contract.systems import READY_MADE, characters, having

HERE = Path(__file__).parent
TEMPLATE = "template.json, value = what a new one has"
KINDS: dict[str, tuple[type, ...]] = {
    "number": (int, float),
    "string": (str,),
    "html": (str,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


def schema(name: str) -> Any:
    return json.loads((HERE / "schemas" / f"{name}.json").read_text())


def example(name: str) -> Any:
    return json.loads((HERE / "examples" / f"{name}.json").read_text())


def outline_of(document: Document) -> Outline:
    outline = Character(registry.get(document.system), document).outline
    assert outline is not None
    return outline


def ready_made(name: str) -> Outline:
    return outline_of(registry.read((READY_MADE / f"{name}.json").read_bytes()))


def is_leaf(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("type"), str)


def faults(value: Any, part: Any, where: str) -> Iterator[str]:
    """The parts of a value that break its part of a schema."""
    if not is_leaf(part):
        if not isinstance(value, dict):
            yield f"{where} is no object"
            return
        for name, member in value.items():
            if name not in part:
                yield f"{where}.{name} is unknown"
            else:
                yield from faults(member, part[name], f"{where}.{name}")
        return
    kind = part["type"]
    if not isinstance(value, KINDS[kind]) or (kind == "number" and isinstance(value, bool)):
        yield f"{where} is {value!r} and no {kind}"
    elif kind == "number":
        if part.get("integer") and not isinstance(value, int):
            yield f"{where} is no whole number"
        if value < part.get("min", value) or value > part.get("max", value):
            yield f"{where} is {value}"
    elif part.get("blank") is False and not value.strip():
        yield f"{where} is blank"


def template_faults(value: Any, part: Any, where: str) -> Iterator[str]:
    """The same where the schema shows what a new item has."""
    for name, member in value.items():
        if name not in part:
            yield f"{where}.{name} is unknown"
        elif isinstance(part[name], dict):
            yield from template_faults(member, part[name], f"{where}.{name}")
        elif type(member) is not type(part[name]):
            yield f"{where}.{name} is {member!r}, not like {part[name]!r}"


def actor_faults(file: Any, name: str) -> Iterator[str]:
    """The faults of an actor file of Foundry."""
    known = schema(name)
    assert set(file) == {
        "name", "type", "img", "system", "prototypeToken", "items", "effects", "flags", "_stats",
    }  # fmt: skip
    yield from faults(file["system"], known["actor"][file["type"]], "system")
    ids = [item["_id"] for item in file["items"]]
    assert len(ids) == len(set(ids))
    for item in file["items"]:
        assert len(item["_id"]) == 16
        assert item["_id"].isalnum()
        assert item["name"].strip()
        assert item["_stats"] == file["_stats"]
        part, where = known["item"][item["type"]], f"{item['type']} {item['name']}"
        check = template_faults if TEMPLATE in part else faults
        yield from check(item["system"], part.get(TEMPLATE, part), where)


def sheet_faults(file: Any) -> Iterator[str]:
    """The faults of a file for Roll20."""
    known, character = schema("roll20-d6starwars"), file["character"]
    ids = [one["id"] for one in character["attribs"]]
    assert len(ids) == len(set(ids))
    rows: dict[str, str] = {}
    for one in character["attribs"]:
        assert all(isinstance(text, str) for text in one.values())
        assert set(one) == {"name", "current", "max", "id"}
        name, part = one["name"], known["attributes"].get(one["name"])
        if name.startswith("repeating_"):
            _, section, row, field = name.split("_", 3)
            assert len(row) == 20
            assert row[0] == "-"
            assert rows.setdefault(row, section) == section
            part = known["repeating"][section].get(field)
        if part is None:
            yield f"{name} is unknown"
            continue
        if "choices" in part and one["current"] not in part["choices"]:
            yield f"{name} is {one['current']}"
        if part["type"] == "number":
            number = int(one["current"])
            if not part.get("min", number) <= number <= part.get("max", number):
                yield f"{name} is {number}"


def all_of(system: Game) -> list[Document]:
    """Characters of a game, and one with its history and every mark."""
    found = characters(system)
    marks = dict.fromkeys(system.marks_type.__struct_fields__, 1)
    marked = msgspec.convert(marks, system.marks_type)
    return [*found, msgspec.structs.replace(found[-1], marks=marked, name=" ")]


@having(lambda system: system.outline)
def test_every_file_keeps_to_the_schema_of_its_program(system: Game) -> None:
    for document in all_of(system):
        outline = outline_of(document)
        if outline.scale == DOTS:
            assert [*actor_faults(worldofdarkness.write(outline), "worldofdarkness")] == []
            assert all(text.endswith(".") for text in worldofdarkness.losses(outline))
            continue
        assert [*actor_faults(starwarsd6.write(outline, id="abc"), "starwarsd6")] == []
        assert [*actor_faults(od6s.write(outline), "od6s")] == []
        assert [*actor_faults(od6s.write(outline, od6s.OLDER), "od6s")] == []
        assert [*sheet_faults(roll20.write(outline))] == []
        for target in (starwarsd6, od6s, roll20):
            assert all(text.endswith(".") for text in target.losses(outline))
        assert starwarsd6.write(outline) == starwarsd6.write(outline)


@having(lambda system: system.outline and system.opponents)
def test_opponents_keep_to_the_schema_of_their_programs(system: Game) -> None:
    assert system.opponents is not None
    listed = system.opponents.listed()
    documents = [system.opponents.document({WHO: (one.id,)}) for one in listed]
    for outline in map(outline_of, [*documents, *characters(system)]):
        programs = targets.opponent_targets(outline.scale)
        assert len(programs) == (0 if outline.scale == DOTS else 3)
        for target in programs:
            file = json.loads(target.write(outline, "abc"))
            assert [*actor_faults(file, target.id.removesuffix("-older"))] == []
            assert (file["type"], file["prototypeToken"]["disposition"]) == ("npc", -1)


def test_an_opponents_defense_is_the_average_of_its_dice() -> None:
    outline = ready_made("caldo-morrun")
    skills = (Trait(id="dodge", name="Dodge", total=13, attribute="DEX"),)
    worn = (Armor(name="Vest", defense=2, is_worn=True),)
    outline = msgspec.structs.replace(outline, skills=skills, armor=worn)
    system = starwarsd6.write(outline, type=foundry.OPPONENT)["system"]
    assert system["rangedDefense"] == 14 + 1 + 2  # 4D+1


def test_the_check_of_a_schema_finds_faults() -> None:
    file = starwarsd6.write(ready_made("caldo-morrun"))
    file["system"]["movement"] = 3
    file["system"]["DEX"] = {"dice": 0, "pips": 3}
    file["items"][0]["system"]["attribute"] = ""
    assert len([*actor_faults(file, "starwarsd6")]) == 4
    item = worldofdarkness.write(outline_of(registry.get("storytelling-d10").random(Random(1))))
    item["items"][-1]["system"]["iscreated"] = 1
    assert len([*actor_faults(item, "worldofdarkness")]) == 1
    sheet = roll20.write(ready_made("caldo-morrun"))
    sheet["character"]["attribs"][0]["current"] = "9"
    assert len([*sheet_faults(sheet)]) == 1


def bare(file: Any) -> Any:
    """An actor file without the ids of its items, which are each writer's own."""
    for item in file["items"]:
        del item["_id"]
    return file


def without_words(file: Any) -> Any:
    """The same without the rulebook's descriptions of items, which are worded anew at times."""
    for item in bare(file)["items"]:
        item["system"].pop("description", None)
    return file


def fields(file: Any) -> dict[str, str]:
    """The fields of a sheet of Roll20, with rows by their place."""
    found, rows = {}, {}
    for one in file["character"]["attribs"]:
        name = one["name"]
        if name.startswith("repeating_"):
            _, section, row, field = name.split("_", 3)
            known = rows.setdefault(section, [])
            if row not in known:
                known.append(row)
            name = f"{section} {known.index(row)} {field}"
        found[name] = one["current"]
    return found


def test_the_examples_are_written_exactly() -> None:
    for name, clean in (("caldo-morrun", bare), ("neesha-vaanik", without_words)):
        outline = ready_made(name)
        first = clean(starwarsd6.write(outline))
        wanted = clean(example(f"{name}.starwarsd6"))
        for marks in ("stunMarks", "woundMarks", "incapMarks", "mortalMarks"):
            wanted["system"].setdefault(marks, 0)
        assert first == wanted
        assert clean(od6s.write(outline)) == clean(example(f"{name}.od6s"))
        assert fields(roll20.write(outline)) == fields(example(f"{name}.roll20"))


def hero(**build: Any) -> Outline:
    """The invented medic of the examples."""
    system = registry.get("storytelling-d10")
    document = {
        "format": "hyperspace-character/1",
        "system": system.slug,
        "name": "Tavra Menn",
        "build": {
            "concept": "A medic who left the front",
            "nature": "Caregiver",
            "demeanor": "Rebel",
            "species": "Human",
            "passion": "Knowledge",
            "virtue": "Compassion",
            "attributes": {
                "strength": 2, "dexterity": 3, "stamina": 3, "charisma": 2, "manipulation": 2,
                "appearance": 3, "perception": 3, "intelligence": 4, "wits": 3,
            },
            "abilities": {
                "alertness": 2, "athletics": 1, "dodge": 2, "empathy": 3, "firearms": 2,
                "medicine": 3, "pilot": 1, "stealth": 1, "science": 2, "technology": 1,
                "lore-species": 1,
            },
            "weapon_skills": {"firearms": ["blaster-pistols", "blaster-rifles"]},
            "merits": [{"id": "force-sensitivity"}, {"id": "concentration"},
                       {"id": "armor-proficiency", "detail": "light"}],
            "flaws": [{"id": "nightmares"}],
            "power": 1, "light_side": 1, "willpower": 4,
            "force_knowledges": {"mind": 1},
            "force_abilities": ["calm"],
            "languages": [
                {"name": "Basic", "spoken": True, "written": True},
                {"name": "Rodian", "spoken": True},
            ],
            "weapons": [{
                "name": "Blaster pistol", "skill": "blaster-pistols", "damage": 4,
                "range": "30 m", "rate": "2",
            }],
            "armor": [{"name": "Padded vest", "rating": 1}],
            "worn": "Padded vest",
            **build,
        },
        "ledger": [{"kind": "award", "xp": 7, "destiny": 1}],
        "marks": {"bashing": 1, "willpower_spent": 1},
        "house": {
            "force_at_creation": True,
            "start_power": build.get("power", 1),
            "force_abilities": [{"id": "calm", "name": "Calm", "knowledge": "mind"}],
        },
    }  # fmt: skip
    return outline_of(system.read(json.dumps(document)))


def test_a_character_of_dots_is_as_its_example() -> None:
    for name, outline in (
        ("storytelling", hero()),
        ("storytelling-commoner", hero(power=0)),
    ):
        file, wanted = worldofdarkness.write(outline), example(f"{name}.worldofdarkness")
        figures = example(f"{name}.worldofdarkness.figures")
        assert file["_stats"] == wanted["_stats"]
        for member in ("settings", "attributes", "health", "soak", "traits"):
            assert file["system"][member] == wanted["system"][member], member
        abilities = {
            item["name"]: item["system"]["value"]
            for item in file["items"]
            if item["type"] == "Ability"
        }
        assert abilities == figures["abilities"], name
        ours, theirs = (
            {(item["type"], item["name"]): item["system"] for item in bare(one)["items"]}
            for one in (file, wanted)
        )
        for (kind, called), system in theirs.items():
            mine = ours[kind, called]
            if name == "storytelling-commoner" and kind == "Advantage":
                continue  # without Power there is no side of the Force here
            if "speciality" in mine:
                mine["speciality"] = mine["speciality"].lower()
            system.pop("description", None)
            mine.pop("description", None)
            assert mine == system, called


def test_nothing_of_the_text_is_markup() -> None:
    outline = msgspec.structs.replace(
        ready_made("caldo-morrun"), description="<b>Bold & brave</b>\n\nSecond", name="<i>"
    )
    file = od6s.write(outline)
    content = file["system"]["description"]["content"]
    assert content == "<p>&lt;b&gt;Bold &amp; brave&lt;/b&gt;</p><p>Second</p>"
    assert starwarsd6.write(outline)["system"]["description"].startswith("<b>Bold")
    line = roll20.chat(
        msgspec.structs.replace(outline, description="a|b --name|x\n!setattr --all --x|1")
    )
    assert all(one.startswith("!setattr --sel --") for one in line.splitlines())
    assert "--Physical_Description|a/b –name/x !setattr –all –x/1 --" in line
    assert line.count("repeating_dexskills_-CREATE_dexskillname|Blaster") == 1


def test_ids_stay_the_same_and_are_ours() -> None:
    outline = ready_made("caldo-morrun")
    changed = msgspec.structs.replace(outline, name="Another")
    for first, second in zip(
        od6s.write(outline)["items"], od6s.write(changed)["items"], strict=True
    ):
        assert first["_id"] == second["_id"]
    assert od6s.write(outline, id="k")["flags"]["hyperspace"]["id"] == "k"
    assert foundry.stable_id("a") != foundry.stable_id("b")
    assert od6s.write(outline, od6s.OLDER)["items"][7]["system"]["subtype"] == "Ranged"


def test_what_is_lost_is_said() -> None:
    lost = starwarsd6.losses(ready_made("neesha-vaanik"))
    assert "Armor doesn't soak damage there: Hunter's leathers." in lost
    assert "Only as text in the notes: Dodge 16, Parry 16, Block 13, Soak 5." in lost
    assert "Credits are only text in the notes." in lost
    assert not starwarsd6.losses(ready_made("caldo-morrun"))
    assert any("Dodge, Parry" in text for text in roll20.losses(ready_made("neesha-vaanik")))


@pytest.mark.parametrize("level", [0, 1, 2, 3, 4])
def test_wounds_have_their_level(level: int) -> None:
    document = registry.get("empire-ascendant").random(Random(3))
    marked = msgspec.structs.replace(
        document, marks=msgspec.structs.replace(document.marks, wound=level)
    )
    wounds = {0: 0, 1: 2, 2: 3, 3: 4, 4: 5}[level]
    outline = outline_of(marked)
    assert od6s.level(outline.harm) == wounds
    assert roll20.wound_level(outline.harm) == (0, 1, 2, 5, 5)[level]


def test_a_game_without_an_outline_says_so() -> None:
    assert Character(DUSK, DUSK.empty()).outline is None
