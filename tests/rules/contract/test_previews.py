"""An option changes what its preview says, and nothing else."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.forms.fields import Choice, Option, Pick
from rules.game import Game
from tests.rules.contract.systems import characters, filled, having

GAME = registry.get("hyperspace-d6")
TYPED = registry.get("rules-sheet-d6")
CHOOSING = having(
    lambda system: any(isinstance(one, Choice) for one in filled(system, system.random(Random(1))))
)


def built(system: Game, **build: Any) -> Document:
    return msgspec.structs.replace(
        system.empty(), name="Vessa Korr", build=msgspec.convert(build, system.build_type)
    )


def told(document: Document, field: str, option: str) -> list[tuple[str, str, str]]:
    """The changes that an option of a field announces."""
    system = registry.get(document.system)
    asked = next(one for one in filled(system, document) if one.id == field)
    assert isinstance(asked, Choice | Pick)
    found = next(one for one in asked.options if one.id == option)
    return [(one.label, one.before, one.after) for one in found.changes]


def test_a_profession_that_moves_attributes_and_a_focus_says_so() -> None:
    """A Sullustan flies (Pilot +1D) on MEC 3D. Doctor: DEX, KNO, PER +1D, TEC +2D; Engineer: MEC
    +1D in place of PER."""
    doctor = built(GAME, species="sullustan", profession="doctor", skills=["agility", "computers"])
    assert told(doctor, "profession", "engineer") == [
        ("MEC", "3D", "4D"),
        ("PER", "3D", "2D"),
        ("Pilot", "4D", "5D"),
    ]


def test_a_species_says_all_that_its_dice_move() -> None:
    """Twi'lek DEX 2D KNO 1D MEC 1D PER 3D STR 1D TEC 2D with Deceive +1D, Human 2D in each; a Spy
    adds DEX 1D, KNO 1D, PER 2D, STR 1D. A knife deals STR + 1D."""
    spy = built(
        GAME,
        species="twilek",
        profession="spy",
        skills=["deceive", "blasters", "brawl"],
        gear=[{"id": "combat-knife", "quantity": 1}],
    )
    assert told(spy, "species", "human") == [
        ("KNO", "2D", "3D"),
        ("MEC", "1D", "2D"),
        ("PER", "5D", "4D"),
        ("STR", "2D", "3D"),
        ("Block", "13", "14"),
        ("Soak", "2", "3"),
        ("Deceive", "7D", "5D"),
        ("Brawl", "3D", "4D"),
        ("Wounds", "2", "3"),
        ("Wounded from", "3", "4"),
        ("Unconscious from", "6", "9"),
        ("Dead from", "12", "18"),
        ("Combat Knife damage", "3D", "4D"),
    ]


def test_a_weapon_that_nobody_learned_to_use_is_compared_too() -> None:
    """A blaster pistol is shot with Blasters, which then is DEX: 2D of a Human, 1D of a Bothan."""
    armed = built(GAME, species="human", gear=[{"id": "blaster-pistol", "quantity": 1}])
    assert ("Blasters", "2D", "1D") in told(armed, "species", "bothan")


def test_the_force_that_comes_with_a_profession_comes_with_its_points() -> None:
    """A Jedi Consular has FOR 1D: 1 Force Point, as everybody has; with Force Sensitivity on top it
    is 2D and 2."""
    noble = built(GAME, species="human", profession="noble")
    said = told(noble, "profession", "jedi-consular")
    assert ("FOR", "0D", "1D") in said
    assert not [one for one in said if one[0] == "Force Points"]
    touched = built(GAME, species="human", profession="noble", edge={"id": "force-sensitivity"})
    said = told(touched, "profession", "jedi-consular")
    assert ("FOR", "1D", "2D") in said
    assert ("Force Points", "1", "2") in said


def test_an_edge_says_what_goes_with_the_one_before_it() -> None:
    """Trained gives +1D in the skill it names, and with Agility a point of Dodge; an heirloom gives
    it only in use, and Luck makes a Character Point worth 2D."""
    trained = built(GAME, species="human", edge={"id": "trained", "skill": "agility"})
    assert told(trained, "edge", "luck") == [
        ("Dodge", "13", "12"),
        ("Agility", "3D", "2D"),
        ("Dice of a Character Point", "1", "2"),
    ]
    assert told(trained, "edge", "heirloom") == [
        ("Dodge", "13", "12"),
        ("Agility", "3D", "2D"),
    ]
    lucky = built(GAME, species="human", edge={"id": "heirloom", "skill": "melee"})
    assert told(lucky, "edge", "luck") == [
        ("Melee in use", "3D", "2D"),
        ("Dice of a Character Point", "1", "2"),
    ]
    assert told(trained, "edge.skill", "stamina") == [
        ("Stamina", "2D", "3D"),
        ("Agility", "3D", "2D"),
        ("Dodge", "13", "12"),
        ("Soak", "2", "3"),
        ("Wounded from", "3", "4"),
        ("Unconscious from", "6", "9"),
        ("Dead from", "12", "18"),
    ]


def test_a_pick_says_from_which_damage_one_is_hurt_with_it() -> None:
    picked = told(built(GAME, species="human"), "skills", "stamina")
    assert picked == [
        ("Soak", "2", "3"),
        ("Wounded from", "3", "4"),
        ("Unconscious from", "6", "9"),
        ("Dead from", "12", "18"),
    ]


def test_armor_says_what_wearing_it_or_none_would_do() -> None:
    """Heavy armor gives Soak +4 and takes 2 from Dodge; a blast vest adds 1 to Defense."""
    suited = built(
        GAME, species="human", gear=[{"id": "heavy-armor", "quantity": 1}], worn="heavy-armor"
    )
    assert told(suited, "worn", "") == [("Dodge", "10", "12"), ("Soak", "6", "2")]
    typed = built(
        TYPED,
        attributes={"DEX": "3D"},
        armor=[{"name": "Blast vest", "defense": 1}, {"name": "Plate", "defense": 3}],
        worn="Blast vest",
    )
    assert told(typed, "worn", "") == [("Defense", "11", "10")]
    assert told(typed, "worn", "Blast vest") == []
    assert told(typed, "worn", "Plate") == [("Defense", "11", "13")]


def shown(option: Option) -> set[tuple[str, str]]:
    return {(_number(one.before), _number(one.after)) for one in option.changes}


def _number(code: str) -> str:
    return re.sub(r"D$|,", "", code)


def moved(system: Game, before: Document, after: Document) -> Iterator[tuple[str, str, str]]:
    """Every number of the sheet that stands there before and after, and is not the same."""
    was, now = Character(system, before).sheet.figures, Character(system, after).sheet.figures
    for key in was.keys() & now.keys():
        if was[key].code != now[key].code:
            yield key, _number(was[key].code), _number(now[key].code)


@CHOOSING
def test_nothing_on_the_sheet_moves_without_the_choice_having_said_so(system: Game) -> None:
    """Skills without dice of their own are their attribute, and move with it."""
    held = False
    documents = [*characters(system)[:6], *(system.random(Random(seed)) for seed in range(40, 44))]
    for document in documents:
        for field in filled(system, document):
            if not isinstance(field, Choice):
                continue
            for option in field.options:
                if option.chosen or option.barred or option.set_aside:
                    continue
                after = system.fields.write(document, field.id, (option.id,))
                for key, was, now in moved(system, document, after):
                    held = True
                    assert (was, now) in shown(option), (field.id, option.id, key, was, now)
    assert held


def test_a_blade_says_what_another_design_or_crystal_would_do() -> None:
    """A great saber: +2D damage, -1 Parry. A shoto: -1D, +2. A crossguard: +1 and Intimidate +1D.
    A red crystal: +1D."""
    saber = {"id": "lightsaber", "quantity": 1, "granted": True, "crystal": "blue"}
    jedi = built(GAME, species="human", gear=[{**saber, "design": "great-saber"}])
    assert told(jedi, "gear_design.lightsaber", "shoto-saber") == [
        ("Damage", "6D", "3D"),
        ("Parry with it", "11", "14"),
    ]
    assert told(jedi, "gear_design.lightsaber", "crossguard-lightsaber") == [
        ("Damage", "6D", "4D"),
        ("Parry with it", "11", "13"),
        ("Intimidate with it", "2D", "3D"),
    ]
    assert told(jedi, "gear_crystal.lightsaber", "red") == [("Damage", "6D", "7D")]
    assert told(jedi, "gear_crystal.lightsaber", "green") == []


def test_the_attributes_of_quick_play_say_all_that_they_move() -> None:
    """2D in each; two more in DEX, one more in PER and STR."""
    document = GAME.house.moved(GAME.empty(), GAME.house.read({"quickplay": True}))
    document = GAME.fields.write(document, "quickplay.plus_two", ("DEX",))
    document = GAME.fields.write(document, "quickplay.plus_one", ("PER", "STR"))
    assert told(document, "quickplay.plus_two", "KNO") == [
        ("DEX", "4D", "2D"),
        ("KNO", "2D", "4D"),
        ("Dodge", "14", "12"),
        ("Parry", "14", "12"),
        ("Actions", "5", "3"),
    ]
    document = GAME.fields.write(document, "quickplay.plus_one", ("PER",))
    assert told(document, "quickplay.plus_one", "STR") == [
        ("STR", "2D", "3D"),
        ("Block", "12", "13"),
        ("Soak", "2", "3"),
        ("Wounds", "2", "3"),
        ("Wounded from", "3", "4"),
        ("Unconscious from", "6", "9"),
        ("Dead from", "12", "18"),
    ]
