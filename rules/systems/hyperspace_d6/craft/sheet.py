"""The sheet of a craft, and its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.figures import Figure, bonus, number, total
from rules.kit.sheets import NAMELESS, sheet_of
from rules.sheet.sections import (
    Attack,
    Attacks,
    Figures,
    Level,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Track,
)
from rules.systems.hyperspace_d6.craft.lookup import DEFENSES, DICE
from rules.systems.hyperspace_d6.craft.state import SECTIONS, CraftState
from rules.systems.hyperspace_d6.rulebook.guide import guide

# The most boxes of Shields in a section.
MOST_BOXES = 9
CREDIT = "HyperspaceD6 by Matt Click, additional design by Michael Barker, CC BY-NC-SA"


def threshold(craft: CraftState, times: int) -> int:
    """The least damage after Hull and Shields of a level: so many times Hull, more than Hull for
    the first; 1 for being rattled.
    """
    hull = craft.value("hull")
    return {0: 1, 1: hull + 1}.get(times, times * hull)


def sheet(craft: CraftState) -> Sheet:
    """Dice, defenses, sections, weapons, harm, and what was built in."""
    dice = tuple(Line(id, name, craft.figure(id)) for id, name in DICE.items())
    defenses = tuple(Line(id, name, craft.figure(id)) for id, name in DEFENSES.items())
    points = number("Character Points", craft.character_points, source="Your history")
    others = (
        Line("crew", "Crew", craft.figure("crew")),
        Line("character_points", "Character Points", points, "for upgrades"),
        *_squadron(craft),
    )
    sections: list[Section] = [
        Figures("dice", "Dice", dice),
        Figures("defenses", "Defenses", defenses),
        Figures("sections", "Shields by section", tuple(shares(craft))),
        Attacks("attacks", "Weapons", tuple(_weapons(craft))),
        harm(craft),
        Figures("others", "Aboard", others),
    ]
    if upgrades := tuple(_upgrades(craft)):
        sections.append(Prose("upgrades", "Upgrades", upgrades))
    chosen = craft.chosen
    facts = (
        ("Model", chosen.name),
        ("Kind", chosen.kind),
        ("Scale", guide().scales[chosen.scale].name),
    )
    known = tuple(fact for fact in facts if fact[1])  # a craft of one's own is of no kind
    shown = sheet_of(craft, tuple(sections), credit=CREDIT, kind=chosen.name, facts=known)
    is_named = bool(craft.document.name.strip())
    return shown if is_named else msgspec.structs.replace(shown, name=chosen.name or NAMELESS)


def _upgrades(craft: CraftState) -> Iterator[Passage]:
    """What was improved and built in, by how much in all (HyperspaceD6, Upgrading Vehicles)."""
    names = {**DICE, **DEFENSES}
    for id, more in craft.raised.items():
        weapon = craft.weapon(id.removeprefix("weapons."))
        name = names.get(id) or f"{weapon.name if weapon else id}, damage"
        unit = "" if id in DEFENSES else "D"
        yield Passage(f"{name} +{more}{unit}", "", "Upgrade")
    for weapon in craft.installed:
        yield Passage(f"{weapon.name} {weapon.damage}D", "", "Weapon")
    for name in craft.components:
        yield Passage(name, "", "Component")


def _squadron(craft: CraftState) -> list[Line]:
    if craft.members is None:
        return []
    topic = guide().topics["minion-actions"]
    left = number("left in the squadron", craft.members, source=topic.source)
    return [Line("members", "Squadron", left, "one action each without penalty")]


def shares(craft: CraftState) -> list[Line]:
    """The Shields of each section, as they stand."""
    topic, even = guide().topics["shield-sections"], craft.even()
    lines = []
    for id in SECTIONS:
        moved = craft.sections()[id] - even[id]
        share = number("an even share", even[id], source=topic.source, ruling=topic.ruling)
        terms = [share, *([bonus("angled, or lost", moved)] if moved else [])]
        figure = total(id.capitalize(), *terms, source=topic.source)
        lines.append(
            Line(id, id.capitalize(), figure, tally=_boxes(craft.sections()[id], even[id]))
        )
    return lines


def _boxes(left: int, even: int) -> tuple[bool, ...]:
    """The Shields of a section to tick off on paper; a craft with very many has only the number."""
    count = max(left, even)
    return tuple(place >= left for place in range(count)) if count <= MOST_BOXES else ()


def _weapons(craft: CraftState) -> list[Attack]:
    aim: Figure = craft.figure("fire_control")
    return [
        Attack(
            f"weapons.{weapon.id}",
            weapon.name,
            "+ Gunnery",
            aim,
            craft.damage(weapon),
            ("Ion: reduces Shields",) if weapon.ion else (),
        )
        for weapon in craft.weapons
    ]


def harm(craft: CraftState) -> Track:
    """Rattled, damaged, disabled, destroyed: the lowest damage after Hull and Shields."""
    rows = tuple(guide().levels.values())
    lows = [threshold(craft, row.times) for row in rows]
    marks = craft.marks
    now = {
        "rattled": marks.rattled,
        "damaged": marks.damaged,
        "disabled": int(craft.is_disabled),
        "destroyed": marks.destroyed,
    }
    levels = tuple(
        Level(
            name=row.name,
            low=low,
            high=lows[place + 1] - 1 if place + 1 < len(lows) else None,
            figure=number(row.name, low, source=row.source, ruling=row.ruling),
            effect=row.does,
            boxes=craft.value("hull") if row.times == 1 else 0,
            marked=now[row.id],
        )
        for place, (row, low) in enumerate(zip(rows, lows, strict=True))
    )
    return Track("harm", "Harm", levels, note="Damage after Hull and Shields")


def numbers(craft: CraftState) -> dict[str, Any]:
    """The sheet as plain numbers."""
    plain: dict[str, Any] = {"scale": craft.chosen.scale}
    plain |= {name: craft.value(name) for name in (*DICE, "evade", "hull")}
    stand = craft.sections()
    plain["shields"] = {
        "total": craft.value("shields"),
        **{id: stand[id] for id in SECTIONS},
    }
    plain |= {"crew": craft.value("crew"), "damaged": craft.marks.damaged}
    plain["weapons"] = [
        {"item": weapon.id, "damage": craft.damage(weapon).value, "ion": weapon.ion}
        for weapon in craft.weapons
    ]
    plain["character_points"] = craft.character_points
    if craft.members is not None:
        plain["members"] = craft.members
    if craft.components:
        plain["components"] = list(craft.components)
    return plain
