"""Reads an actor of Foundry's OpenD6 Space as an outline."""

from __future__ import annotations

from collections.abc import Iterator

from rules.exchange import od6s
from rules.exchange.actor_parts import (
    LONGEST_NAME,
    Part,
    Skills,
    items_of,
    key,
    others,
    skill_id,
    things,
)
from rules.exchange.conversion import Report
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
    system, items = file.part("system"), items_of(file)
    attributes = {
        id: system.part("attributes").part(key).number("base") for key, id in _ATTRIBUTES.items()
    }
    skills = _od6s_skills(items, attributes, report)
    plain, force = skills.parted
    others(items, (*_OD6S_KINDS, "specialization", "skill"), report)
    if system.part("wounds").number("value"):
        report.lost.append("Wounds: a new character is unhurt.")
    features = tuple(
        Feature(
            label="Edge" if kind == "advantage" else "Burden",
            name=item.name(),
            is_good=kind == "advantage",
            note=item.part("system").prose("description"),
        )
        for kind in ("advantage", "disadvantage")
        for item in items.get(kind, [])
    )
    abilities = tuple(
        f"{item.name()}: {item.part('system').prose('description')}".rstrip(": ")
        for kind in ("specialability", "cybernetic")
        for item in items.get(kind, [])
    )
    return Outline(
        system=file.part("flags").part("hyperspace").text("system"),
        game="OpenD6 Space",
        name=file.name(),
        has_wild_die=system.is_set("use_wild_die"),
        kind=system.part("chartype").name("content"),
        species=system.part("species").name("content"),
        pronouns=system.part("gender").name("content"),
        description=system.part("description").prose("content"),
        personality=system.part("personality").prose("content"),
        extras=tuple(filter(None, (system.part("background").prose("content"), *abilities))),
        move=max(0, system.part("move").number("value", 10)),
        force=attributes[FORCE],
        attributes=tuple(Trait(id=id, name=id, total=attributes[id]) for id in ATTRIBUTES),
        skills=plain,
        force_skills=force,
        powers=tuple(_manifestations(items.get("manifestation", []))),
        attacks=tuple(_od6s_weapons(items.get("weapon", []), skills, attributes)),
        armor=tuple(_od6s_armor(items.get("armor", []))),
        things=tuple(things(items.get("gear", []))),
        features=features,
        points=Points(
            character=max(0, system.part("characterpoints").number("value")),
            force=max(0, system.part("fatepoints").number("value")),
            credits=max(0, system.part("credits").number("value"))
            if "credits" in system.members
            else None,
        ),
    )


_OD6S_KINDS = (
    "weapon",
    "armor",
    "gear",
    "advantage",
    "disadvantage",
    "specialability",
    "cybernetic",
    "manifestation",
)


def _od6s_skills(
    items: dict[str, list[Part]], attributes: dict[str, int], report: Report
) -> Skills:
    skills = Skills()
    for kind in ("skill", "specialization"):
        for item in items.get(kind, []):
            system, name = item.part("system"), item.name()
            attribute = _ATTRIBUTES.get(system.text("attribute").casefold(), "")
            if not attribute or not name:
                report.lost.append(f"{name or 'A skill'}: no attribute that is known here.")
                continue
            own = system.number("base") + system.number("mod")
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
        system = item.part("system")
        stats, damage = system.part("stats"), system.part("damage")
        attribute = _ATTRIBUTES.get(stats.text("attribute").casefold(), "DEX")
        trait = skills.find(stats.name("skill"))
        kind = system.text("subtype").rpartition(".")[2].casefold()
        score = damage.number("score") + (attributes["STR"] if damage.is_set("str") else 0)
        yield Attack(
            id=key(item.name()),
            name=item.name() or "Weapon",
            trait=trait.id if trait else attribute,
            total=trait.total if trait else attributes[attribute],
            attribute=attribute,
            damage=max(0, score),
            kind=_KINDS.get(kind, RANGED),
            is_energy=damage.text("type") != "p",
            notes=tuple(filter(None, system.prose("description").split("\n"))),
            quantity=max(1, min(999, system.number("quantity", 1))),
        )


def _od6s_armor(items: list[Part]) -> Iterator[Armor]:
    for item in items:
        system = item.part("system")
        soak = max(0, system.number("pr"))
        yield Armor(
            name=item.name() or "Armor",
            text=system.prose("description") or f"{counted(soak, 'pip')} of armor",
            soak=soak,
            is_code=True,
            is_worn=system.part("equipped").is_set("value"),
        )


def _manifestations(items: list[Part]) -> Iterator[Power]:
    for item in items:
        system = item.part("system")
        used = (
            id for name, id in _CHANNELS.items() if system.part("skills").part(name).is_set("value")
        )
        yield Power(
            name=item.name() or "Power",
            skills=tuple(used),
            does=system.prose("description"),
        )
