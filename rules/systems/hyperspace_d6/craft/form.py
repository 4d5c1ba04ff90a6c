"""Making a craft: one of the book's list, or one of one's own with every number typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from rules.craft import CraftRules, MarkChanged
from rules.document import Document
from rules.forms.fields import Field, Text, options
from rules.forms.parsing import FormValues
from rules.kit.craft.form import most_now
from rules.kit.play.answers import Answers, menu, number_field, required, whole
from rules.opponents import WHO, ListedOpponent
from rules.problems import Problem
from rules.systems.hyperspace_d6.craft.crew import CREW
from rules.systems.hyperspace_d6.craft.lookup import (
    BOUNDS,
    DEFENSES,
    DICE,
    MOST_DAMAGE,
    MOST_WEAPONS,
)
from rules.systems.hyperspace_d6.craft.state import SECTIONS, CraftState
from rules.systems.hyperspace_d6.craft.upgrades import UPGRADES
from rules.systems.hyperspace_d6.document.craft import (
    Craft,
    CraftBuild,
    CraftMarks,
    Gun,
)
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.rulebook import guide as guides
from rules.systems.hyperspace_d6.rulebook.guide import guide

LONGEST_NAME, MOST_MEMBERS = 120, 30
NUMBERS = {**DICE, **DEFENSES, "crew": "Crew"}
LONGEST_GUN = 120
_GUN = re.compile(r"(.{1,80}?) +([0-9]{1,3}) *[Dd]( +ion)?", re.IGNORECASE)
BAD_WEAPONS = "Name weapons with their damage: Laser cannons 4D, Ion cannon 3D ion."
EVEN = "Its Shields are spread evenly again: their sections had more than it has now."
NEED_NAME = "Give your craft a name."
NEED_SCALE = "Choose its scale."
NEED_HULL = "Enter its Hull, 1 or more."


@cache
def listed() -> tuple[ListedOpponent, ...]:
    """The book's twenty-seven, in its order."""
    return tuple(
        ListedOpponent(
            id=row.id,
            name=row.name,
            side=guide().craft_kinds[row.kind].name,
            does=", ".join(_does(row)),
            source=row.source,
            keywords=" ".join((*row.aliases, row.does)),
        )
        for row in guide().craft.values()
    )


def _does(row: guides.Craft) -> Iterator[str]:
    """The weapons of a craft, its dice and its defenses."""
    for gun in row.weapons:
        yield f"{gun.name} {gun.damage}D"
    yield f"Mobility {row.mobility}D"
    yield f"Evade {row.evade}"
    yield f"Hull {row.hull}"
    if row.shields:
        yield f"Shields {row.shields}"


def fields(values: FormValues) -> tuple[Field, ...]:
    """The form of a craft of one's own: its name, scale, numbers and weapons."""
    answers = Answers(values)
    scale = answers.text("scale")
    scales = options(guide().scales, scale, none="Choose")
    return (
        Text("name", "Called", (answers.text("name"),), limit=LONGEST_NAME),
        menu("scale", "Scale", scales),
        *(
            number_field(
                id, f"{label} (dice)" if id in DICE else label, _typed(answers, id), *BOUNDS[id]
            )
            for id, label in NUMBERS.items()
        ),
        number_field(
            "members",
            "A squadron of",
            whole(answers.text("members"), 2, MOST_MEMBERS),
            2,
            MOST_MEMBERS,
        ),
        Text(
            "weapons",
            "Weapons",
            (answers.text("weapons"),),
            limit=2000,
            placeholder="Laser cannons 4D, Ion cannon 3D ion",
        ),
    )


def _typed(answers: Answers, id: str) -> int | None:
    return whole(answers.text(id), *BOUNDS[id])


def document(values: FormValues) -> Document[CraftBuild]:
    """A craft as a document: the listed one that WHO names, or what was typed; RuleViolation by
    field for what cannot be read.
    """
    answers = Answers(values)
    if who := answers.text(WHO):
        members = answers.number("members", 2, MOST_MEMBERS)
        answers.check()
        return _of(Craft(id=who), members)
    name = answers.text("name").strip()
    required(name or None, "name", NEED_NAME)
    scale = answers.option("scale", guide().scales)
    numbers = {id: answers.number(id, *BOUNDS[id]) for id in BOUNDS}
    members = answers.number("members", 2, MOST_MEMBERS)
    weapons = _weapons(answers)
    answers.check()
    required(scale or None, "scale", NEED_SCALE)
    required(numbers["hull"], "hull", NEED_HULL)
    craft = Craft(name=name, scale=scale, weapons=weapons)
    typed = {id: value for id, value in numbers.items() if value is not None}
    return _of(msgspec.structs.replace(craft, **typed), members)


def typed(craft: CraftState) -> FormValues | None:
    """The values of the form for a craft of one's own as it is."""
    built = craft.build.craft
    if built.id:
        return None
    numbers = {id: getattr(built, id) for id in BOUNDS} | {"members": craft.members}
    found = {id: str(value) if value else "" for id, value in numbers.items()}
    found |= {"name": built.name, "scale": built.scale}
    guns = (f"{gun.name} {gun.damage}D{' ion' * gun.ion}" for gun in built.weapons)
    found["weapons"] = ", ".join(guns)
    return {name: (text,) for name, text in found.items()}


def lowered(marks: Mapping[str, MarkChanged]) -> tuple[str, ...]:
    """What is said of a craft with less room for damaged systems, or with fewer Shields."""
    damaged = {"Damaged systems": marks["damaged"]} if "damaged" in marks else {}
    even = (EVEN,) if any(id in marks for id in SECTIONS) else ()
    return (*most_now(damaged), *even)


def _of(craft: Craft, members: int | None) -> Document[CraftBuild]:
    return Document(
        system="hyperspace-d6",
        name="",
        build=CraftBuild(craft=craft),
        marks=CraftMarks(members=members),
        house=House(),
    )


def _weapons(answers: Answers) -> tuple[Gun, ...]:
    """The weapons that are typed with their dice, parted by commas."""
    typed = answers.text("weapons").strip()
    if not typed:
        return ()
    parts = [part.strip() for part in typed.split(",")]
    matches = [_GUN.fullmatch(part) if len(part) <= LONGEST_GUN else None for part in parts]
    guns = [
        Gun(name=match[1], damage=int(match[2]), ion=bool(match[3])) for match in matches if match
    ]
    is_bad = len(guns) < len(matches) or any(gun.damage > MOST_DAMAGE for gun in guns)
    if is_bad or len(guns) > MOST_WEAPONS:
        answers.wrong.append(Problem("bad-value", "weapons", BAD_WEAPONS))
        return ()
    return tuple(guns)


ABOUT = "A craft of your own, with every number."
CRAFT = CraftRules(
    listed, fields, document, ABOUT, typed=typed, lowered=lowered, crew=CREW, upgrades=UPGRADES
)
