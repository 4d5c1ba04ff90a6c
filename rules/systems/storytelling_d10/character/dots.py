"""Attributes, abilities, weapon skills, Power, the two sides, and the Force of a build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from rules.kit import typed
from rules.problems import UNKNOWN, ProblemList
from rules.systems.storytelling_d10.character import catalog
from rules.systems.storytelling_d10.character.requirements import (
    FORCE_SENSITIVITY,
    Standing,
    lacks_of_ability,
)
from rules.systems.storytelling_d10.document import Build, House
from rules.systems.storytelling_d10.rulebook import rulebook

WEAPON_ABILITIES = ("firearms", "melee")
SPECIAL, LORE = "special:", "lore-"


def own_lores(build: Build) -> dict[str, str]:
    """Lores of one's own: names by id, as many as there may be."""
    most = rulebook().creation.numbers["own-lores"].number
    named = [row.name.strip() for row in build.lores[:most] if row.name.strip()]
    return {f"{LORE}{typed.key(name)}": f"Lore: {name}" for name in named}


def _order(
    member: str, order: Sequence[str], groups: Mapping[str, object], faults: ProblemList
) -> None:
    if sorted(order) != sorted(groups):
        message = f"Put {', '.join(groups)} in order, each once."
        code, where = f"{member}-order", f"build.{member}_order"
        if set(order) <= {"", *groups} and len({*order}) == len(order) < len(groups):
            faults.open(code, where, message)
        else:
            faults.wrong(code, where, message)


def _points(
    noun: str, member: str, order: Sequence[str], spent: Mapping[str, int], faults: ProblemList
) -> None:
    """A group has as many dots as its place gives."""
    groups = getattr(rulebook().traits, f"{noun}_groups")
    places = getattr(rulebook().creation, f"{noun}_points")
    for group, allowance in zip(order, places, strict=False):
        if group not in groups:
            continue
        used, where, name = spent.get(group, 0), f"build.{member}.{group}", groups[group].name
        if used > allowance:
            message = f"{name}: {allowance} dots to give, and you gave {used}."
            faults.deviation(f"{noun}-points", where, message)
        elif used < allowance:
            left = allowance - used
            message = f"{name}: {left} dot{'' if left == 1 else 's'} left."
            faults.open(f"{noun}-points", where, message)


def attributes(build: Build, faults: ProblemList) -> dict[str, int]:
    """Every attribute, at least 1."""
    traits, creation = rulebook().traits, rulebook().creation
    free = creation.numbers["attribute-start"].number
    most = creation.numbers["attribute-most"].number
    _order("attribute", build.attribute_order, traits.attribute_groups, faults)
    values = dict.fromkeys(traits.attributes, free)
    spent: Counter[str] = Counter()
    for id, dots in build.attributes.items():
        where, row = f"build.attributes.{id}", traits.attributes.get(id)
        if row is None:
            faults.wrong("unknown-attribute", where, f"{id!r} isn't an attribute.", never=UNKNOWN)
            continue
        spent[row.group] += dots - free
        if dots < free:
            faults.wrong("attribute-min", where, f"{row.name} is at least {free}.")
        elif dots <= most or faults.deviation(
            "attribute-max", where, f"{row.name} is at most {most}."
        ):
            values[id] = dots
    _points("attribute", "attributes", build.attribute_order, spent, faults)
    return values


def abilities(
    build: Build, lores: Mapping[str, str], house: House, faults: ProblemList
) -> dict[str, int]:
    """The abilities that have dots, Lores of one's own among them."""
    traits, creation = rulebook().traits, rulebook().creation
    most = creation.numbers["ability-most-new"].number
    _order("ability", build.ability_order, traits.ability_groups, faults)
    values: dict[str, int] = {}
    spent: Counter[str] = Counter()

    def take(id: str, name: str, group: str, dots: int, where: str) -> None:
        spent[group] += max(0, dots)
        if dots < 0:
            faults.wrong("ability-min", where, f"{name} is 0 or more.")
        elif dots > most and not faults.deviation(
            "ability-max", where, f"A new character has {name} at {most} at most."
        ):
            values[id] = most
        elif dots:
            values[id] = dots

    for id, dots in build.abilities.items():
        where, row = f"build.abilities.{id}", traits.abilities.get(id)
        if row is None:
            faults.wrong("unknown-ability", where, f"{id!r} isn't an ability.", never=UNKNOWN)
        else:
            take(id, row.name, row.group, dots, where)
    for position, id, count in _lores(build, faults):
        take(id, lores[id], "knowledges", count, f"build.lores[{position}]")
    if house.force_at_creation:
        spent["knowledges"] += sum(max(0, dots) for dots in build.force_knowledges.values())
    _points("ability", "abilities", build.ability_order, spent, faults)
    return values


def _lores(build: Build, faults: ProblemList) -> Iterator[tuple[int, str, int]]:
    """The position, the id, and the dots of each Lore of one's own that there is room for."""
    room = rulebook().creation.numbers["own-lores"].number
    for position, lore in enumerate(build.lores):
        where = f"build.lores[{position}]"
        if position >= room:
            faults.wrong("too-many-lores", where, f"There is room for {room} Lores of your own.")
        elif not lore.name.strip():
            faults.open("missing", f"{where}.name", "Say what this Lore is about.")
        else:
            yield position, f"{LORE}{typed.key(lore.name)}", lore.dots


def is_weapon_skill(ability: str, skill: str) -> bool:
    """Whether Firearms or Melee has that skill: one of the table, or "special: …"."""
    row = rulebook().traits.skills_of(ability).get(skill)
    if row:
        return not row.own
    return skill.startswith(SPECIAL) and bool(skill.removeprefix(SPECIAL).strip())


def weapon_skill_name(ability: str, skill: str) -> str:
    """What a weapon skill is called on the sheet: as in the table, or the player's own words."""
    row = rulebook().traits.skills_of(ability).get(skill)
    return row.name if row else skill.removeprefix(SPECIAL).strip()


def weapon_skills(
    build: Build, abilities: Mapping[str, int], faults: ProblemList
) -> dict[str, tuple[str, ...]]:
    """What the dots of Firearms and Melee teach, one kind a dot."""
    skills: dict[str, tuple[str, ...]] = {}
    for ability in build.weapon_skills:
        if ability not in WEAPON_ABILITIES:
            message = f"{ability!r} brings no weapon skills: Firearms and Melee do."
            faults.wrong("weapon-skills", f"build.weapon_skills.{ability}", message, never=UNKNOWN)
    for ability in WEAPON_ABILITIES:
        where, kept = f"build.weapon_skills.{ability}", []
        name, dots = rulebook().traits.abilities[ability].name, abilities.get(ability, 0)
        for position, skill in enumerate(build.weapon_skills.get(ability, ())):
            if not is_weapon_skill(ability, skill) or skill in kept:
                message = f"{skill!r} isn't a weapon skill of {name}, or is listed twice."
                faults.wrong("weapon-skills", f"{where}[{position}]", message, never=UNKNOWN)
            else:
                kept.append(skill)
        if len(kept) > dots:
            message = f"{name} {dots} teaches {dots} weapon skills, not {len(kept)}."
            if not faults.deviation("weapon-skills", where, message):
                kept = kept[:dots]
        elif len(kept) < dots:
            left = dots - len(kept)
            message = f"Choose {left} weapon skill{'' if left == 1 else 's'} more for {name}."
            faults.open("weapon-skills-open", where, message)
        skills[ability] = tuple(kept)
    return skills


# --- Power, Light, Dark, the Force


def power_of(build: Build, house: House, faults: ProblemList) -> int:
    """The Power that everybody begins with, or another that was accepted."""
    start = max(0, house.start_power)
    if build.power in (None, start):
        return start
    message = f"A new character has Power {start}."
    return max(0, build.power or 0) if faults.deviation("power", "build.power", message) else start


def side_of(build: Build, side: str, power: int, faults: ProblemList) -> int:
    """Light side or Dark side, 0 to Power."""
    value, name = getattr(build, side), "Light side" if side == "light_side" else "Dark side"
    if 0 <= value <= power:
        return int(value)
    message = f"{name} is 0 to your Power, {power}."
    accepted = faults.deviation(side.replace("_", "-"), f"build.{side}", message)
    return max(0, int(value)) if accepted else max(0, min(int(value), power))


def knowledges(
    build: Build, house: House, owned: frozenset[str], faults: ProblemList
) -> dict[str, int]:
    """Dots in Force knowledges, where the party lets new characters have some."""
    force, creation = rulebook().force, rulebook().creation
    most = creation.numbers["ability-most-new"].number
    values: dict[str, int] = {}
    for id, dots in build.force_knowledges.items():
        where, row = f"build.force_knowledges.{id}", force.force_knowledges.get(id)
        if row is None:
            faults.wrong(
                "unknown-ability", where, f"{id!r} isn't a Force knowledge.", never=UNKNOWN
            )
            continue
        if not dots:
            continue
        if not house.force_at_creation:
            message = "A new character has no dots in Force knowledges; experience buys them."
            if not faults.deviation("force-knowledge-points", where, message):
                continue
        if FORCE_SENSITIVITY not in owned:
            message = f"{row.name} needs Force Sensitivity."
            if not faults.deviation("force-requirement", where, message):
                continue
        if dots < 0:
            faults.wrong("ability-min", where, f"{row.name} is 0 or more.")
        elif dots <= most or faults.deviation(
            "ability-max", where, f"A new character has {row.name} at {most} at most."
        ):
            values[id] = dots
    return values


def force_abilities(
    build: Build, house: House, standing: Standing, faults: ProblemList
) -> tuple[str, ...]:
    """Those whose requirements are met, as many of a tree as it has dots."""
    known = catalog.force_abilities(house)
    ids: list[str] = []
    left = {id: standing.values.get(id, 0) for id in rulebook().force.force_knowledges}
    for position, id in enumerate(build.force_abilities):
        where, row = f"build.force_abilities[{position}]", known.get(id)
        if row is None:
            message = f"{id!r} isn't a Force ability."
            faults.wrong("unknown-force-ability", where, message, never=UNKNOWN)
            continue
        lacks = lacks_of_ability(row, msgspec.structs.replace(standing, abilities=tuple(ids)))
        message = f"{row.name} needs {', '.join(lacks)}." if lacks else ""
        if id in ids:
            message = f"You know {row.name} already."
        elif not message and left[row.knowledge] < 1:
            tree = rulebook().force.force_knowledges[row.knowledge].name
            message = f"Your dots in {tree} bring no more abilities."
        if not message or faults.deviation("force-requirement", where, message):
            left[row.knowledge] -= 1
            ids.append(id)
    return tuple(ids)
