"""Reads an actor of Foundry's `starwarsd6` as an outline."""

from __future__ import annotations

from collections.abc import Iterator

from rules.exchange.actor_parts import (
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
    FORCE,
    FORCE_SKILLS,
    MELEE,
    RANGED,
    Armor,
    Attack,
    Outline,
    Points,
    Power,
    Trait,
)

_KNOWN = ("skill", "weapon", "armor", "equipment", "forcePower")


def _code(part: Part) -> int:
    return max(0, 3 * part.number("dice") + part.number("pips"))


def read(file: Part, report: Report) -> Outline:
    """The outline; what has no room in it is named in the report."""
    system, items = file.system, items_of(file)
    attributes = {id: _code(system.part(id)) for id in ATTRIBUTES}
    skills = Skills()
    for item in items.get("skill", []):
        part, name = item.system, item.name()
        attribute = part.text("attribute")
        own = 3 * part.number("rank") + part.number("rankPips")
        if attribute not in ATTRIBUTES or not name:
            code = f"{name or 'A skill'} +{written(own)}"
            report.lost.append(f"{code}: no attribute that is known here.")
            continue
        skills.add(
            Trait(
                id=skill_id(item),
                name=name,
                total=max(0, attributes[attribute] + own),
                attribute=attribute,
                is_own=own != 0,
            )
        )
    plain, force = skills.parted
    codes = {id: _code(system.part("forceSkills").part(id)) for id in FORCE_SKILLS}
    force = tuple(
        Trait(id=id, name=id.capitalize(), total=total, attribute=FORCE)
        for id, total in codes.items()
        if total
    )
    others(items, _KNOWN, report)
    if any(
        system.number(name) for name in ("stunMarks", "woundMarks", "incapMarks", "mortalMarks")
    ):
        report.lost.append("Wounds: a new character is unhurt.")
    facts = ((name.capitalize(), system.name(name)) for name in ("height", "weight", "sex", "age"))
    told = ", ".join(f"{name}: {text}" for name, text in facts if text)
    outline = Outline(
        system=file.part("flags").part("hyperspace").text("system"),
        game="Star Wars D6 in Foundry",
        name=file.name(),
        kind=system.name("characterType"),
        description=system.text("description"),
        extras=tuple(filter(None, (told, system.text("notes")))),
        move=max(0, system.number("move", 10)),
        attributes=tuple(Trait(id=id, name=id, total=attributes[id]) for id in ATTRIBUTES),
        skills=plain,
        force_skills=force,
        powers=tuple(_force_powers(items.get("forcePower", []))),
        attacks=(
            *_own_attack(system, attributes),
            *_starwarsd6_weapons(items.get("weapon", []), skills, attributes),
        ),
        armor=tuple(
            Armor(
                name=item.name() or "Armor",
                text=f"Defense +{bonus}",
                defense=bonus,
                is_worn=item.system.is_set("equipped"),
            )
            for item in items.get("armor", [])
            for bonus in (max(0, item.system.number("armorBonus")),)
        ),
        things=tuple(things(items.get("equipment", []))),
        points=Points(
            character=max(0, system.number("characterPoints")),
            force=max(0, system.number("forcePoints")),
            dark_side=max(0, system.number("darkSidePoints")),
        ),
    )
    left_over(file, items, _KNOWN, report)
    return outline


def _own_attack(system: Part, attributes: dict[str, int]) -> Iterator[Attack]:
    """The attack of an NPC, which has a number of damage and no weapon."""
    damage = 3 * system.number("damageDice") + system.number("damagePips")
    if damage > 0:
        total = attributes["DEX"]
        yield Attack(
            id="attack", name="Attack", trait="DEX", total=total, attribute="DEX", damage=damage
        )


def _starwarsd6_weapons(
    items: list[Part], skills: Skills, attributes: dict[str, int]
) -> Iterator[Attack]:
    for item in items:
        system = item.system
        name = system.name("attackSkill")
        trait = skills.find(name)
        attribute = trait.attribute if trait else name.upper()
        if attribute not in ATTRIBUTES:
            attribute = "DEX"
        damage = 3 * system.number("damageDice") + system.number("damagePips")
        is_near = system.text("range").casefold() == "melee"
        yield Attack(
            id=key(item.name()),
            name=item.name() or "Weapon",
            trait=trait.id if trait else attribute,
            total=trait.total if trait else attributes[attribute],
            attribute=attribute,
            damage=max(0, damage) or None,
            kind=MELEE if is_near else RANGED,
        )


def _force_powers(items: list[Part]) -> Iterator[Power]:
    for item in items:
        system = item.system
        levels = {id: system.text(f"{id}Difficulty") for id in FORCE_SKILLS}
        yield Power(
            name=item.name() or "Power",
            skills=tuple(id for id, level in levels.items() if level),
            difficulty=", ".join(dict.fromkeys(filter(None, levels.values()))),
            does=system.text("effect"),
        )
