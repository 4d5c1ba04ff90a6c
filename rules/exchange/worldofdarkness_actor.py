"""Reads an actor of Foundry's World of Darkness as an outline of dots: a PC of today, or one of the
older types, whose abilities and Willpower are members of the actor instead of items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.exchange.actor_parts import LONGEST_NAME, Part, items_of, key, left_over, others
from rules.exchange.conversion import Report
from rules.exchange.outline import (
    DOTS,
    MELEE,
    RANGED,
    Armor,
    Attack,
    Feature,
    Gauge,
    Outline,
    Points,
    Power,
    Thing,
    Trait,
)
from rules.exchange.worldofdarkness import DAMAGE, LEVELS, MOST_POINTS, UNUSED_ATTRIBUTES

GAME = "World of Darkness in Foundry"
# The types of its actors that are opponents; all others are people.
OPPONENTS = ("Creature", "Spirit")
ATTRIBUTES = (
    *("strength", "dexterity", "stamina"),
    *("charisma", "manipulation", "appearance"),
    *("perception", "intelligence", "wits"),
)
_GROUPS = ("talent", "skill", "knowledge")
_WEAPONS = {"Melee Weapon": MELEE, "Ranged Weapon": RANGED}
_THINGS = ("Item", "Fetish", "Treasure")
_KNOWN = ("Ability", "Advantage", "Feature", *_WEAPONS, "Armor", "Trait", "Experience", *_THINGS)
_POWER = "Power"
# Members that follow from others, or say how something is shown.
_WORKED_OUT = ("settings", "soak", "movement", "initiative", "traits", "abilities", "conditions")
_SHOWN = ("settings", "version", "era", "reference", "mode", "forms", "container", "property")
_KIND = re.compile(r"wod\.types\.(merit|flaw)")
_COUNTED = re.compile(r"(?a)(\d{1,3}) × (.+)")
_TIMES = re.compile(r"(?a)(\d{1,3}) of them")


def is_one(system: Part) -> bool:
    """True for the numbers of such an actor."""
    attributes = system.members.get("attributes")
    return isinstance(attributes, dict) and {"strength", "wits"} <= attributes.keys()


def read(file: Part, report: Report) -> Outline:
    """The outline; what has no room in it is named in the report."""
    system, items = file.system, items_of(file)
    bio = system.part("bio" if "bio" in system.members else "")
    bio = bio if bio.members else system
    others(items, (*_KNOWN, _POWER), report)
    report.lost += map(_lost_power, items.get(_POWER, []))
    attributes = tuple(_attributes(system))
    abilities = (*_abilities(items.get("Ability", [])), *_older_abilities(system))
    gauges = (*_gauges(items.get("Advantage", [])), *_older_willpower(system))
    health = system.part("health")
    if any(health.part("damage").number(kind) for kind in DAMAGE):
        report.lost.append("Wounds: a new character is unhurt.")
    health.skip("damage", *LEVELS)
    outline = Outline(
        system=file.part("flags").part("hyperspace").text("system"),
        game=GAME,
        name=file.name() or bio.name(),
        scale=DOTS,
        concept=bio.name("concept"),
        species=bio.part("splatfields").part("species").name("value"),
        nature=bio.name("nature"),
        demeanor=bio.name("demeanor"),
        description=bio.prose("appearance"),
        extras=tuple(filter(None, (bio.prose("background"), bio.prose("notes"), _gear(system)))),
        attributes=attributes,
        skills=tuple(trait for trait in abilities if trait.group != "force"),
        force_skills=tuple(trait for trait in abilities if trait.group == "force"),
        powers=tuple(_powers(items.get("Trait", []))),
        attacks=tuple(_attacks(items)),
        armor=tuple(_armor(items.get("Armor", []), report)),
        things=tuple(thing for kind in _THINGS for thing in _things(items.get(kind, []))),
        features=tuple(_features(items.get("Feature", []), report)),
        gauges=gauges,
        points=Points(character=_experience(items.get("Experience", []))),
    )
    _skip_worked_out(system)
    bio.skip("name")
    bio.part("splatfields").part("species").skip("label", "type")
    system.skip(*_WORKED_OUT)
    left_over(file, items, _KNOWN, report)
    return outline


def _text(system: Part) -> str:
    """The text of an item, and of how it works."""
    return "\n".join(filter(None, map(system.prose, ("description", "details"))))


def _lost_power(item: Part) -> str:
    """A power of another game with its dots or its level, and what is rolled for it."""
    system, name = item.system, item.name() or "A power"
    dots = system.number("value") or system.number("level")
    dice = " + ".join(filter(None, map(system.name, ("dice1", "dice2"))))
    level = system.number("difficulty") if dice else 0
    what = [system.name("type").rpartition(".")[2] or "power", dice]
    what += [f"difficulty {level}"] if level > 0 else []
    numbers = f" {dots}" if dots else ""
    return f"{name}{numbers} ({', '.join(filter(None, what))})."


def _skip_worked_out(system: Part) -> None:
    """Counts what follows from other advantages as read, and the copies that older actors have."""
    rows = system.part("advantages")
    system.skip(*(name for name in ("virtues", "path") if name in rows.members))
    rows.part("bloodpool").skip("perturn")
    virtues = rows.part("virtues")
    for part, names in ((rows, rows.members), (virtues, virtues.members)):
        for name in names:
            if isinstance(part.members[name], dict):
                part.part(name).skip("roll", "bearing")


def _attributes(system: Part) -> Iterator[Trait]:
    rows = system.part("attributes")
    rows.skip(*UNUSED_ATTRIBUTES)
    for id in ATTRIBUTES:
        row = rows.part(id)
        row.skip("total", "sort")
        yield Trait(id=id, name=id.capitalize(), total=max(0, row.number("value")))


def _abilities(items: list[Part]) -> Iterator[Trait]:
    """The abilities of a PC, which are items. What it has no dot in is left out."""
    for item in items:
        system = item.system
        group = system.name("type").rpartition(".")[2]
        is_force = system.part("settings").is_set("ispower")
        dots = max(0, system.number("value"))
        system.skip("total", "id", *_SHOWN)
        if dots and (name := item.name()):
            yield Trait(
                id=system.name("id") or key(name),
                name=name,
                total=dots,
                group="force" if is_force else group,
                specialty=system.name("speciality"),
            )


def _older_abilities(system: Part) -> Iterator[Trait]:
    """The abilities of the older types: members by group and id."""
    for group in _GROUPS:
        rows = system.part("abilities").part(group)
        for id in rows.members:
            row = rows.part(id)
            if dots := max(0, row.number("value")):
                label = row.name("label")
                name = id.capitalize() if label.startswith("wod.") or not label else label
                specialty = row.name("speciality")
                yield Trait(id=id, name=name, total=dots, group=group, specialty=specialty)


def _gauges(items: list[Part]) -> Iterator[Gauge]:
    for item in items:
        system, name = item.system, item.name()
        system.skip("temporary", "roll", "label", "group", *_SHOWN)
        id, permanent = system.name("id") or key(name), max(0, system.number("permanent"))
        yield Gauge(id=id, name=name or id.capitalize(), permanent=permanent)


def _older_willpower(system: Part) -> Iterator[Gauge]:
    for holder in (system, system.part("advantages")):
        if permanent := holder.part("willpower").number("permanent"):
            row = holder.part("willpower")
            row.skip("temporary", "roll", "max")
            most = max(0, min(MOST_POINTS, permanent))
            yield Gauge(id="willpower", name="Willpower", permanent=most)


def _features(items: list[Part], report: Report) -> Iterator[Feature]:
    """Merits and flaws; of other features the report names the dots."""
    for item in items:
        system, name = item.system, item.name() or "A feature"
        points = system.number("value") or system.number("level")
        system.skip("value", "level", "parentid", *_SHOWN)
        kind = system.name("type")
        if found := _KIND.fullmatch(kind):
            good = found[1] == "merit"
            yield Feature(
                label="Merit" if good else "Flaw",
                name=name,
                is_good=good,
                note=_text(system),
                points=max(0, points),
            )
        else:
            what = kind.rpartition(".")[2] or "feature"
            report.lost.append(f"{name} {points} ({what[:40]})." if points else f"{name} ({what}).")


def _attacks(items: dict[str, list[Part]]) -> Iterator[Attack]:
    for type, kind in _WEAPONS.items():
        for item in items.get(type, []):
            system = item.system
            attack, damage = system.part("attack"), system.part("damage")
            bonus, prose = max(0, damage.number("bonus")), _text(system)
            times = _TIMES.search(prose)
            system.skip("isnatural", *_SHOWN)
            yield Attack(
                id=key(item.name()),
                name=item.name() or "Weapon",
                trait=attack.name("ability"),
                total=0,
                attribute=attack.name("attribute") or "dexterity",
                damage=bonus,
                kind=kind,
                harm=damage.name("type"),
                adds=damage.name("attribute"),
                bonus=bonus,
                accuracy=attack.number("accuracy"),
                difficulty=system.number("difficulty") or system.number("diff"),
                reach=_shown(system, "range", " m"),
                rate=_shown(system, "rate", ""),
                notes=tuple(filter(None, prose.split("\n"))),
                quantity=max(1, int(times[1])) if times else 1,
            )


def _shown(system: Part, name: str, unit: str) -> str:
    number = max(0, system.number(name))
    return f"{number}{unit}" if number else ""


def _armor(items: list[Part], report: Report) -> Iterator[Armor]:
    """Armor by what it adds against lethal damage."""
    for item in items:
        system, name = item.system, item.name() or "Armor"
        soak = {kind: max(0, system.part("soak").number(kind)) for kind in DAMAGE}
        rating = soak["lethal"] or max(soak.values())
        if len(set(soak.values())) > 1:
            each = ", ".join(f"{kind} {number}" for kind, number in soak.items())
            report.changed.append(f"{name} soaks {each}: here it has one rating, {rating}.")
        system.skip(*_SHOWN)
        yield Armor(
            name=name,
            text=_text(system),
            soak=rating,
            dexterity=system.number("dexpenalty"),
            is_worn=system.is_set("isequipped") or system.is_set("active"),
        )


def _powers(items: list[Part]) -> Iterator[Power]:
    """Rolls that stand among the powers."""
    for item in items:
        system = item.system
        system.skip("type", "placement", "label", "difficulty", *_SHOWN)
        skill = system.name("dice2")
        yield Power(
            name=item.name() or "Power",
            skills=(skill,) if skill else (),
            does=_text(system),
            attribute=system.name("dice1"),
        )


def _things(items: list[Part]) -> Iterator[Thing]:
    for item in items:
        system, name = item.system, item.name()
        system.skip("type", "placement", "level", "difficulty", *_SHOWN)
        found = _COUNTED.fullmatch(name)
        text = _text(system)[:200]
        if name:
            quantity = max(1, int(found[1])) if found else 1
            yield Thing(name=found[2] if found else name, quantity=quantity, text=text)


def _experience(items: list[Part]) -> int:
    """The experience that is left: what was gained without what was spent."""
    left = 0
    for item in items:
        system = item.system
        amount = system.number("amount")
        left += -amount if system.is_set("isspent") else amount
        system.skip("type", *_SHOWN)
    return max(0, left)


def _gear(system: Part) -> str:
    """The money and the notes beside the gear, as text."""
    gear = system.members.get("gear")
    if isinstance(gear, str):
        return system.prose("gear")
    part = system.part("gear")
    money = part.part("money")
    sums = ((name, money.number(name)) for name in ("carried", "bank"))
    kept = ", ".join(f"{number:,} {name}" for name, number in sums if number)
    text = part.prose("notes")
    return "\n".join(filter(None, (f"Money: {kept}." if kept else "", text)))[: LONGEST_NAME * 20]
