"""Writes the actor file of Foundry's system `worldofdarkness`, for characters made of dots."""

from __future__ import annotations

import re

from rules.exchange import foundry
from rules.exchange.outline import MELEE, Attack, Gauge, Outline, Power, Trait

TARGET = foundry.Target("worldofdarkness", "7.2.5", "14.364")
MOST, MOST_POINTS = 5, 10
ERA = "wod.era.modern"
# The abilities that the system has a name for.
NAMED = frozenset(
    [
        "alertness",
        "athletics",
        "brawl",
        "dodge",
        "empathy",
        "expression",
        "intimidation",
        "leadership",
        "persuasion",
        "subterfuge",
        "animalken",
        "craft",
        "computer",
        "demolitions",
        "enigmas",
        "firearms",
        "investigation",
        "medicine",
        "meditation",
        "melee",
        "performance",
        "ride",
        "security",
        "stealth",
        "survival",
        "politics",
        "science",
        "streetwise",
        "technology",
    ]
)
UNUSED_ATTRIBUTES = ("composure", "resolve")
LEVELS = ("bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated")
DAMAGE = ("bashing", "lethal", "aggravated")
_NUMBER = re.compile(r"(?a)\d{1,6}")


def _number(text: str) -> int:
    match = _NUMBER.search(text)
    return int(match[0]) if match else 0


def ability_id(trait: Trait) -> str:
    """The id that weapons and powers point to, without blanks."""
    return (trait.others.get(TARGET.id) or (re.sub(r"[^a-z0-9]", "", trait.id.lower()),))[0]


def write(outline: Outline, *, id: str = "") -> dict[str, object]:
    """The actor file as plain values."""
    items = foundry.Items(TARGET)
    for trait in (*outline.skills, *outline.force_skills):
        items.add("Ability", trait.name, "dice-target", _ability(trait))
    for order, gauge in enumerate(outline.gauges):
        items.add("Advantage", gauge.name, "upgrade", _advantage(gauge, order))
    for feature in outline.features:
        system = {
            "iscreated": True,
            "type": f"wod.types.{'merit' if feature.is_good else 'flaw'}",
            "level": str(feature.points),
            "value": feature.points,
            "max": max(7, feature.points),
            "description": foundry.paragraphs(feature.does, feature.note),
        }
        items.add("Feature", feature.name, "book", system)
    for attack in outline.attacks:
        is_near = attack.kind == MELEE
        kind, icon = ("Melee Weapon", "sword") if is_near else ("Ranged Weapon", "target")
        items.add(kind, attack.name, icon, _weapon(outline, attack))
    for armor in outline.armor:
        soak = dict.fromkeys(DAMAGE, armor.soak)
        system = {
            "iscreated": True,
            "isequipped": armor.is_worn,
            "soak": soak,
            "dexpenalty": armor.dexterity,
        }
        if armor.text:
            system["description"] = foundry.paragraphs(armor.text)
        items.add("Armor", armor.name, "shield", system)
    for power in outline.powers:
        items.add("Trait", power.name, "aura", _power(outline, power))
    for thing in outline.things:
        name = f"{thing.quantity} × {thing.name}" if thing.quantity != 1 else thing.name
        text = foundry.paragraphs(thing.text)
        items.add("Item", name, "item-bag", {"iscreated": True, "description": text})
    return foundry.actor(items, outline.name, "PC", _system(outline), game=outline.system, id=id)


def _system(outline: Outline) -> dict[str, object]:
    health = outline.health
    total = sum(health.levels.values())
    bashing, lethal = health.bashing, health.lethal
    limit = {"defaultmaxvalue": MOST}
    return {
        "settings": {
            "iscreated": True,
            "version": TARGET.version,
            "era": ERA,
            "splat": "mortal",
            "variant": "general",
            "attributes": limit,
            "abilities": dict(limit),
            "powers": dict(limit),
            "soak": {kind: {"isrollable": kind in health.soaked} for kind in DAMAGE},
        },
        "attributes": {
            **{
                trait.id: {
                    "value": trait.total,
                    "bonus": 0,
                    "total": trait.total,
                    "max": max(MOST, trait.total),
                }
                for trait in outline.attributes
            },
            **{name: {"isvisible": False} for name in UNUSED_ATTRIBUTES},
        },
        "health": {
            "damage": {"bashing": bashing, "lethal": lethal, "aggravated": 0},
            **{
                name: {"value": count, "total": count}
                for name in LEVELS
                for count in (health.levels.get(name, 0),)
            },
        },
        "soak": {kind: health.soak.get(kind, 0) for kind in DAMAGE},
        "traits": {
            "health": {
                "totalhealthlevels": {"value": max(0, total - bashing - lethal), "max": total}
            }
        },
        "bio": {
            "name": outline.name,
            "nature": outline.nature,
            "demeanor": outline.demeanor,
            "concept": outline.concept,
            "background": "",
            "appearance": foundry.paragraphs(outline.description),
            "notes": foundry.paragraphs(*outline.extras),
            "splatfields": {
                "species": {
                    "label": "Species",
                    "type": "input",
                    "value": outline.species,
                    "isvisible": True,
                }
            },
        },
        "gear": {"notes": ""},
    }


def _ability(trait: Trait) -> dict[str, object]:
    id = ability_id(trait)
    settings = {"isvisible": True, "iscreated": True}
    if id == "melee":
        settings["ismeleeweapon"] = True
    if id == "firearms":
        settings["israngedeweapon"] = True  # the system's own spelling
    if trait.group == "force":
        settings["ispower"] = True
    group = "knowledge" if trait.group in ("force", "") else trait.group.removesuffix("s")
    system: dict[str, object] = {
        "type": f"wod.abilities.{group}",
        "id": id,
        "label": f"wod.abilities.{id}" if id in NAMED else trait.name,
        "value": trait.total,
        "total": trait.total,
        "max": max(MOST, trait.total),
        "settings": settings,
    }
    if trait.specialty:
        system["speciality"] = trait.specialty
    return system


def _advantage(gauge: Gauge, order: int) -> dict[str, object]:
    return {
        "id": gauge.id,
        "label": f"wod.advantages.{gauge.id}" if gauge.id == "willpower" else gauge.name,
        "group": "The Force" if gauge.is_force else "",
        "permanent": gauge.permanent,
        "temporary": gauge.current or 0,
        "max": max(MOST_POINTS, gauge.permanent),
        "roll": gauge.permanent if gauge.is_rolled else 0,
        "settings": {
            "isvisible": True,
            "iscreated": True,
            "usepermanent": True,
            "usetemporary": gauge.current is not None,
            "useroll": gauge.is_rolled,
            "order": order,
        },
    }


def _weapon(outline: Outline, attack: Attack) -> dict[str, object]:
    skill = outline.skill(attack.trait)
    several = f"{attack.quantity} of them" if attack.quantity > 1 else ""
    system: dict[str, object] = {
        "iscreated": True,
        "era": ERA,
        "isequipped": True,
        "difficulty": attack.difficulty,
        "attack": {
            "attribute": attack.attribute,
            "ability": ability_id(skill) if skill else "",
            "accuracy": attack.accuracy,
            "isrollable": True,
        },
        "damage": {
            "attribute": attack.adds,
            "bonus": attack.bonus,
            "type": attack.harm,
            "isrollable": True,
        },
        "description": foundry.paragraphs(*attack.notes, several),
    }
    if attack.kind == MELEE:
        system["isnatural"] = attack.trait == "brawl"
    else:
        system |= {"range": _number(attack.reach), "rate": _number(attack.rate)}
    return system


def _power(outline: Outline, power: Power) -> dict[str, object]:
    skill = outline.skill(power.skills[0]) if power.skills else None
    return {
        "iscreated": True,
        "type": "wod.types.othertraits",
        "placement": "power",
        "label": power.name,
        "dice1": power.attribute,
        "dice2": ability_id(skill) if skill else "",
        "difficulty": 6,
        "isrollable": True,
        "description": foundry.paragraphs(power.does),
    }


def losses(outline: Outline) -> tuple[str, ...]:
    """The parts of this character that the file cannot hold, each in a sentence."""
    lost = [
        "Initiative is rolled as that system does: d10 + Dexterity + Wits.",
        "Untrained abilities have no difficulty of their own; set it when you roll.",
        "Extra successes of an attack don't add dice of damage.",
        "Rolls with current Power, and this game's rules for botches, are done by hand.",
    ]
    if outline.health.levels.get(LEVELS[0], 0) > 1:
        lost.append("The second Bruised level has the same place as the first.")
    if ion := [attack.name for attack in outline.attacks if attack.harm not in DAMAGE]:
        lost.append(f"There is no ion damage there: {', '.join(ion)}.")
    return tuple(lost)
