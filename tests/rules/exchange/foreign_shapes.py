"""Actors and packs in the shapes that public worlds and modules of Foundry 9 to 14 have, by kind.

The shapes are theirs: which members there are, how deep, of which type. Every name, number and text
is our own.
"""

import json
from collections.abc import Iterable
from typing import Any

Plain = dict[str, Any]
_NO_STATS = dict.fromkeys(("systemId", "systemVersion", "coreVersion", "createdTime"))


def stats(system: str, core: str) -> Plain:
    """The versions that a file names since Foundry 10."""
    return {"systemId": system, "systemVersion": "1.0.0", "coreVersion": core, "createdTime": 7}


def labelled(name: str, value: Any, *, of: str = "value", type: str = "Number") -> Plain:
    """A number as OpenD6 Space has it: beside its type and the key of its translation."""
    return {of: value, "type": type, "label": f"OD6S.{name.upper()}"}


def od6s_item(kind: str, name: str, *, effects: Iterable[Plain] = (), **system: Any) -> Plain:
    """An item as modules of OpenD6 Space 0.7 export it."""
    return {
        "_id": f"{kind[:4]}{len(name):012}",
        "name": name,
        "type": kind,
        "img": "icons/svg/item-bag.svg",
        "effects": list(effects),
        "folder": None,
        "sort": 0,
        "flags": {"core": {"sourceId": "Compendium.demo.items.1"}},
        "system": {"description": "", "labels": {}, "tags": [], "label": "OD6S.ITEM", **system},
        "ownership": {"default": 0},
        "_stats": _NO_STATS,
        "_key": "!actors.items!demo.1",
    }


def skill(name: str, attribute: str, pips: int) -> Plain:
    """A skill of OpenD6 Space."""
    more = {"min": False, "mod": 0, "score": 0, "time_taken": "One round."}
    return od6s_item("skill", name, attribute=attribute, base=pips, **more)


def effect(name: str, *changes: tuple[str, str], is_off: bool = False) -> Plain:
    """An active effect: changes of members by their paths."""
    rows = [{"key": key, "mode": 2, "value": value, "priority": None} for key, value in changes]
    return {"label": name, "changes": rows, "disabled": is_off, "transfer": True, "icon": None}


def gun(
    name: str, *, attribute: str = "AGI", effects: Iterable[Plain] = (), **system: Any
) -> Plain:
    """A weapon that one carries, with the texts that 0.7 keeps its ranges as."""
    usual = {
        "cost": 500,
        "price": "",
        "availability": "",
        "quantity": 1,
        "equipped": {"value": True, "type": "Boolean", "label": "OD6S.EQUIPPED"},
        "scale": labelled("scale", 0, of="score"),
        "subtype": "Ranged",
        "stats": {"attribute": attribute, "skill": "Blaster", "specialization": "Blaster Pistol"},
        "range": {"short": "10", "medium": "30", "long": "120"},
        "damage": {"type": "e", "score": 12, "muscle": False},
        "blast_radius": {str(zone): {"range": 0, "damage": 0} for zone in range(1, 5)},
        "ammo": 100,
        "rof": 1,
        "stun": 0,
        "difficulty": "OD6S.DIFFICULTY_EASY",
        "mods": {"difficulty": 0, "attack": 0, "damage": 0},
    }
    return od6s_item("weapon", name, effects=effects, **{**usual, **system})


def od6s_system(**more: Any) -> Plain:
    """The numbers of a person in OpenD6 Space 0.7."""
    names = {"agi": 8, "str": 7, "mec": 11, "kno": 9, "per": 10, "tec": 9, "met": 0}
    return {
        "attributes": {
            key: {"label": f"OD6S.CHAR_{key}", "short_label": "", "base": pips, "mod": 0,
                  "score": 0, "max": 15, "min": 3, "type": "Number"}
            for key, pips in names.items()
        },
        "move": labelled("char_move", 10) | {"mod": 0},
        "chartype": labelled("char_type", "Dock Inspector", of="content", type="String"),
        "species": labelled("char_species", "Usually human", of="content", type="String"),
        "wounds": labelled("char_health", "0", type="String")
        | {"body_points": {"max": 0, "current": 0}},
        "stuns": labelled("char_stuns", 0),
        "strengthdamage": labelled("strength_damage", 0, of="score") | {"mod": 0},
        "dodge": labelled("dodge", 0, of="score") | {"mod": 0},
        "sheetmode": labelled("sheet_mode", "normal", type="String"),
        "credits": labelled("char_credits", 0),
        "initiative": labelled("initiative", 0, of="score") | {"formula": "", "mod": 0},
        "customeffects": {"skills": {}, "specializations": {}},
        "custom1": "",
        "custom2": "",
        "labels": {},
        "tags": [],
        "vehicle": {},
        **more,
    }  # fmt: skip


def od6s_person(*items: Plain, kind: str = "npc", name: str = "Wharf Guard", **more: Any) -> Plain:
    """A person of OpenD6 Space 0.7 out of a module: no system is named, and items name none."""
    return {
        "_id": "demoDemoDemo0001",
        "name": name,
        "type": kind,
        "img": "modules/demo/art.webp",
        "items": list(items),
        "effects": [],
        "flags": {"core": {"sourceId": "Compendium.demo.people.1"}},
        "system": od6s_system(**more),
        "prototypeToken": {"name": name, "light": {"alpha": 0.5}, "texture": {"scaleX": 1}},
        "folder": None,
        "ownership": {"default": 0},
        "_stats": _NO_STATS,
        "_key": "!actors!demoDemoDemo0001",
    }


def as_foundry_9(plain: Plain) -> Plain:
    """The same, as a world of Foundry 9 has it."""
    old = {name: value for name, value in plain.items() if name not in _NEW}
    old |= {"data": plain["system"], "permission": {"default": 0}, "token": {"randomImg": True}}
    if "items" in plain:
        old["items"] = [as_foundry_9(item) | {"dice": 2, "pips": 1} for item in plain["items"]]
    return old


_NEW = ("system", "_stats", "_key", "ownership", "prototypeToken")


def od6s_craft(kind: str, *items: Plain, pilot: Plain | None = None, **more: Any) -> Plain:
    """A craft of OpenD6 Space 0.7, with or without a pilot in it."""
    sensors = {
        name: {"score": score, "range": 25, "label": "", "type": "Number"}
        for name, score in (("passive", 3), ("scan", 6), ("search", 8), ("focus", 10))
    }
    system = {
        **od6s_system(),
        "vehicle_type": labelled("vehicle_type", "Patrol boat", type="String"),
        "scale": labelled("scale", 18 if kind == "starship" else 6, of="score"),
        "maneuverability": labelled("maneuverability", 9, of="score"),
        "toughness": labelled("toughness", 12, of="score"),
        "armor": labelled("armor", 0, of="score"),
        "move": labelled("move", 8),
        "cargo_capacity": labelled("cargo_capacity", 0.06),
        "crew": labelled("crew", 1),
        "crewmembers": [],
        "passengers": labelled("passengers", 0),
        "skill": labelled("skill", "Starfighter Piloting", type="String"),
        "specialization": labelled("specialization", "Patrol boat", type="String"),
        "attribute": labelled("attribute", "mec", type="String"),
        "sensors": {"value": True, "skill": "Sensors", "mod": 0, "types": sensors},
        "shields": labelled("shields", 3) | {"allocated": 0, "skill": {"value": "Shields"},
                                             "arcs": {"front": {"value": 0, "type": "Number"}}},
        "length": labelled("length", 8),
        "tonnage": labelled("tonnage", 0),
        "embedded_pilot": {"value": pilot is not None, "type": "Boolean", "actor": pilot or {}},
        **more,
    }  # fmt: skip
    plain = od6s_person(*items, kind=kind, name="Lantern")
    return plain | {"system": system}


def craft_gun(kind: str, name: str) -> Plain:
    """A weapon of a craft."""
    return od6s_item(
        kind,
        name,
        cost=0,
        quantity=1,
        equipped={"value": True, "type": "Boolean", "consumable": False},
        scale=labelled("scale", 0, of="score"),
        ammo=labelled("ammo", 0),
        arc={"type": "String", "value": "Front"},
        crew={"type": "Number", "value": 1},
        attribute={"type": "String", "value": "mec"},
        skill={"type": "String", "value": "Starship Gunnery"},
        specialization={"type": "String", "value": ""},
        fire_control={"type": "Number", "score": 6},
        range={"short": 3, "medium": 12, "long": 25},
        damage={"type": "e", "score": 15},
        mods={"difficulty": 0, "attack": 0, "damage": 0},
    )


def species_template() -> Plain:
    """A species: the least and the most of each attribute, and abilities with texts alone."""
    bounds = {key: {"min": 3, "max": 12} for key in ("agi", "str", "kno", "mec", "per", "tec")}
    ability = {
        "name": "Night eyes",
        "type": "specialability",
        "description": "<p>Sees at night.</p>",
    }
    system = {"description": "<p>Small.</p>", "attributes": bounds, "items": [ability]}
    return od6s_item("species-template", "Fennling") | {"system": system, "_key": "!items!demo"}


# --- World of Darkness


def wod_item(kind: str, name: str, **system: Any) -> Plain:
    """An item of World of Darkness 2 to 7."""
    usual = {
        "iscreated": True,
        "version": "2.3.0",
        "parentid": "",
        "worldanvil": "",
        "reference": "",
        "description": "",
        "details": "<p>How it works, at length.</p>",
    }
    named = {"_id": f"wod{len(name):013}", "name": name, "type": kind, "effects": [], "flags": {}}
    return named | {"system": usual | system, "_stats": stats("worldofdarkness", "10.291")}


def wod_power(name: str, kind: str, *, dots: int = 0, level: int = 0, **system: Any) -> Plain:
    """A power: one of dots ("discipline"), or one of a level that is rolled ("disciplinepower")."""
    spends = dict.fromkeys(("spendwillpower", "spendblood", "isactive"), False)
    more = {"type": f"wod.types.{kind}", "level": str(level), "value": dots, "max": 5, "bonus": 0,
            "dice1": "", "dice2": "", "difficulty": "", "game": "vampire"}  # fmt: skip
    return wod_item("Power", name, **{**more, **spends, **system})


def wod_actor(kind: str, *items: Plain, core: str = "10.291", **system: Any) -> Plain:
    """An actor of the types before PC: every attribute, ability and advantage is a member, most of
    them 0.
    """
    names = ("strength", "dexterity", "stamina", "charisma", "manipulation", "appearance")
    names += ("composure", "perception", "intelligence", "wits", "resolve")
    abilities = {
        "talent": ("brawl", "empathy"),
        "skill": ("firearms", "stealth"),
        "knowledge": ("medicine", "law"),
    }
    levels = ("bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated")
    zero = {"permanent": 0, "temporary": 0, "max": 10, "roll": 0}
    usual = {
        "traits": {"health": {"totalhealthlevels": {"value": 7, "max": 7}}},
        "settings": {"iscreated": True, "haspath": True, "soak": {"bashing": {"bonus": 0}}},
        "worldanvil": "",
        "name": "",
        "nature": "Caretaker",
        "demeanor": "",
        "concept": "Medic",
        "appearance": "",
        "background": "",
        "derangement": "",
        "notes": "",
        "gear": "",
        "conditions": {"isstunned": False},
        "soak": {"bashing": 3, "lethal": 3, "aggravated": 1},
        "initiative": {"base": 5, "bonus": 0, "total": 5},
        "movement": {"walk": 7, "jog": 14, "run": 26},
        "abilities": {
            group: {
                id: {
                    "value": 2 - place,
                    "max": 5,
                    "label": f"wod.abilities.{id}",
                    "altlabel": "",
                    "speciality": "",
                    "isvisible": True,
                }
                for place, id in enumerate(ids)
            }
            for group, ids in abilities.items()
        },
        "attributes": {
            name: {
                "value": 2,
                "bonus": 0,
                "total": 2,
                "max": 5,
                "type": "physical",
                "label": f"wod.attributes.{name}",
                "speciality": "",
                "isvisible": True,
            }
            for name in names
        },
        "advantages": {
            "rage": zero | {"bonus": 0},
            "gnosis": zero,
            "glamour": zero,
            "willpower": {
                "permanent": 6,
                "temporary": 5,
                "max": 10,
                "roll": 6,
                "label": "wod.advantages.willpower",
            },
            "bloodpool": {"temporary": 0, "max": 10, "perturn": 1},
            "virtues": {"courage": {"permanent": 0, "max": 5, "roll": 0}},
            "path": {"permanent": 0, "value": 0, "max": 10, "roll": 0, "bearing": 0},
        },
        "health": {
            "damage": {"bashing": 0, "lethal": 0, "aggravated": 0, "woundlevel": ""},
            **{name: {"value": "1", "total": 1, "penalty": "-1"} for name in levels},
        },
        "isequipped": False,
    }
    return {"_id": "wodWodWodWod0001", "name": "Night Nurse", "type": kind, "items": list(items),
            "effects": [], "system": {**usual, **system}, "prototypeToken": {},
            "_stats": stats("worldofdarkness", core)}  # fmt: skip


# --- Star Wars D6


def starwarsd6_npc(*items: Plain, core: str = "13.345") -> Plain:
    """An NPC of `starwarsd6`: one attribute, three defenses, and the damage that it does."""
    system = {
        "STR": {"dice": 3, "pips": 1}, "rangedDefense": 12, "meleeDefense": 11,
        "brawlingDefense": 10, "damageDice": 4, "damagePips": 2, "stunMarks": 0, "woundMarks": 1,
        "incapMarks": 0, "mortalMarks": 0, "notes": "<p>Guards the lift.</p>",
    }  # fmt: skip
    return {"_id": "swdSwdSwdSwd0001", "name": "Lift Guard", "type": "npc", "items": list(items),
            "effects": [], "system": system, "_stats": stats("starwarsd6", core)}  # fmt: skip


# --- packs


def lines(*rows: Plain) -> bytes:
    """A pack of Foundry 9 to 10: a row in each line, which is added to and never changed."""
    return b"\n".join(json.dumps(row).encode() for row in rows) + b"\n"
