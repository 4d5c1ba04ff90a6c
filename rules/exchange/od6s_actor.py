"""Reads an actor of Foundry's OpenD6 Space as an outline."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.dice.codes import PIPS_IN_A_DIE
from rules.exchange import od6s
from rules.exchange.actor_parts import (
    LONGEST_NAME,
    Part,
    Skills,
    items_of,
    key,
    left_over,
    others,
    skill_id,
    things,
)
from rules.exchange.conversion import Report, written
from rules.exchange.outline import (
    ATTRIBUTES,
    EXPLOSIVE,
    FORCE,
    MELEE,
    RANGED,
    THROWN,
    Armor,
    Attack,
    Feature,
    Outline,
    Points,
    Power,
    Trait,
)
from rules.phrases import counted

_ATTRIBUTES = {key: id for id, key in od6s.KEYS.items()}
_CHANNELS = {name: id for id, name in od6s.CHANNEL.items()}
_FORCE_NAMES = {"channel": "control", "transform": "alter"}
_KINDS = {"melee": MELEE, "thrown": THROWN, "explosive": EXPLOSIVE}


def read(file: Part, report: Report) -> Outline:
    """The outline; what has no room in it is named in the report."""
    system, items = file.system, items_of(file)
    attributes = {id: _attribute(system, key) for key, id in _ATTRIBUTES.items()}
    skills = _od6s_skills(items, attributes, report)
    plain, force = skills.parted
    others(items, _KNOWN, report)
    if system.part("wounds").number("value"):
        report.lost.append("Wounds: a new character is unhurt.")
    features = tuple(
        Feature(
            label="Edge" if kind == "advantage" else "Burden",
            name=item.name(),
            is_good=kind == "advantage",
            note=item.system.prose("description"),
        )
        for kind in ("advantage", "disadvantage")
        for item in items.get(kind, [])
    )
    abilities = tuple(
        f"{item.name()}: {item.part('system').prose('description')}".rstrip(": ")
        for kind in ("specialability", "cybernetic")
        for item in items.get(kind, [])
    )
    outline = Outline(
        system=file.part("flags").part("hyperspace").text("system"),
        game="OpenD6 Space",
        name=file.name(),
        has_wild_die=system.is_set("use_wild_die"),
        kind=system.part("chartype").name("content"),
        species=system.part("species").name("content"),
        pronouns=system.part("gender").name("content"),
        description=system.part("description").prose("content"),
        personality=system.part("personality").prose("content"),
        extras=tuple(
            filter(None, (_facts(system), system.part("background").prose("content"), *abilities))
        ),
        move=max(0, system.part("move").number("value", 10)),
        force=attributes[FORCE],
        attributes=tuple(Trait(id=id, name=id, total=attributes[id]) for id in ATTRIBUTES),
        skills=plain,
        force_skills=force,
        powers=tuple(_manifestations(items.get("manifestation", []))),
        attacks=tuple(_od6s_weapons(items.get("weapon", []), skills, attributes)),
        armor=tuple(_od6s_armor(items.get("armor", []), report)),
        things=tuple(things(items.get("gear", []))),
        features=features,
        points=Points(
            character=max(0, system.part("characterpoints").number("value")),
            force=max(0, system.part("fatepoints").number("value")),
            dark_side=_dark_side(system),
            credits=max(0, system.part("credits").number("value"))
            if "credits" in system.members
            else None,
        ),
    )
    for name in _DERIVED:
        system.part(name).skip("score")
    left_over(file, items, _KNOWN, report)
    return outline


def _attribute(system: Part, key: str) -> int:
    row = system.part("attributes").part(key)
    row.skip("score")
    return row.number("base") + row.number("mod")


def _facts(system: Part) -> str:
    """Age, height and weight in a line."""
    facts = ((name.capitalize(), _content(system, name)) for name in ("age", "height", "weight"))
    return ", ".join(f"{name}: {text}" for name, text in facts if text)


def _content(system: Part, name: str) -> str:
    return system.part(name).name("content")


def _dark_side(system: Part) -> int | None:
    """The points that our own files have as a text among the custom fields."""
    custom = system.members.get("custom2")
    text = system.part("custom2").text("value") if isinstance(custom, dict) else ""
    found = _DARK_SIDE.fullmatch(text)
    return int(found[1]) if found else None


_KNOWN = (
    "weapon",
    "armor",
    "gear",
    "advantage",
    "disadvantage",
    "specialability",
    "cybernetic",
    "manifestation",
    "specialization",
    "skill",
)
# Numbers of the actor that its system works out.
_DERIVED = ("dodge", "parry", "block", "pr", "er", "strengthdamage", "initiative")
_DARK_SIDE = re.compile(r"Dark Side Points: ([0-9]{1,4})")
_ZONES = ("1", "2", "3", "4")


def _od6s_skills(
    items: dict[str, list[Part]], attributes: dict[str, int], report: Report
) -> Skills:
    skills = Skills()
    for kind in ("skill", "specialization"):
        for item in items.get(kind, []):
            system, name = item.system, item.name()
            system.skip("score", "description", "time_taken")
            attribute = _ATTRIBUTES.get(system.text("attribute").casefold(), "")
            own = system.number("base") + system.number("mod")
            if not attribute or not name:
                code = f"{name or 'A skill'} +{written(own)}"
                report.lost.append(f"{code}: no attribute that is known here.")
                continue
            total = own if system.is_set("isAdvancedSkill") else own + attributes[attribute]
            id = skill_id(item)
            if attribute == FORCE:
                id = _FORCE_NAMES.get(id, id)
            parent = system.name("skill") if kind == "specialization" else ""
            skills.add(
                Trait(
                    id=id,
                    name=f"{parent}: {name}"[:LONGEST_NAME] if parent else name,
                    total=max(0, total),
                    attribute=attribute,
                    is_own=own != 0,
                )
            )
    return skills


def _od6s_weapons(
    items: list[Part], skills: Skills, attributes: dict[str, int]
) -> Iterator[Attack]:
    for item in items:
        system = item.system
        stats, damage = system.part("stats"), system.part("damage")
        attribute = _ATTRIBUTES.get(stats.text("attribute").casefold(), "DEX")
        skill, special = stats.name("skill"), stats.name("specialization")
        trait = skills.find(f"{skill}: {special}") or skills.find(skill)
        stats.skip("parry_skill")
        kind = system.text("subtype").rpartition(".")[2].casefold()
        score, zones = damage.number("score"), _zones(system)
        if not score and zones:
            score = zones[0][1]
        score += attributes["STR"] if damage.is_set("str") else 0
        notes = [f"zone {zone} does {written(pips)}{reach}" for zone, pips, reach in zones[1:]]
        if damage.is_set("muscle"):
            notes.append("adds the strength damage of OpenD6")
        prose = system.prose("description")
        yield Attack(
            id=key(item.name()),
            name=item.name() or "Weapon",
            trait=trait.id if trait else attribute,
            total=trait.total if trait else attributes[attribute],
            attribute=attribute,
            damage=max(0, score) or None,
            kind=_KINDS.get(kind, RANGED),
            is_energy=damage.text("type") != "p",
            notes=(*notes, *filter(None, prose.split("\n"))),
            quantity=max(1, min(999, system.number("quantity", 1))),
        )


def _zones(system: Part) -> list[tuple[str, int, str]]:
    """The zones of a blast that do damage: number, damage in pips, and how far it reaches. The
    file counts whole dice there.
    """
    found = []
    blast = system.part("blast_radius")
    for zone in _ZONES:
        row = blast.part(zone)
        dice, reach = row.number("damage"), row.number("range")
        if dice > 0:
            found.append((zone, dice * PIPS_IN_A_DIE, f" to {reach} m" if reach else ""))
    return found


def _od6s_armor(items: list[Part], report: Report) -> Iterator[Armor]:
    """Armor by what it adds against physical damage; where it adds only to energy, by that."""
    for item in items:
        system, name = item.system, item.name() or "Armor"
        physical, energy = max(0, system.number("pr")), max(0, system.number("er"))
        text = system.prose("description") or f"{counted(physical or energy, 'pip')} of armor"
        if physical != energy:
            both = f"{written(physical)} against physical damage, {written(energy)} against energy"
            counts = "physical" if physical else "energy"
            report.changed.append(f"{name} adds {both}: here it has one number, that of {counts}.")
            text = both
        yield Armor(
            name=name,
            text=text,
            soak=physical or energy,
            is_code=True,
            is_worn=system.part("equipped").is_set("value"),
            quantity=max(1, min(999, system.number("quantity", 1))),
        )


def _manifestations(items: list[Part]) -> Iterator[Power]:
    for item in items:
        system = item.system
        used = (
            id for name, id in _CHANNELS.items() if system.part("skills").part(name).is_set("value")
        )
        yield Power(
            name=item.name() or "Power",
            skills=tuple(used),
            does=system.prose("description"),
        )
