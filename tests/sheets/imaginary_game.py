"""A sheet of a game that nobody plays: codes with pips, one number to hit, four boxes of marks, no
purse, and skills that are typed whole. What the site shows must not need the games that it has.
"""

import msgspec

from rules.figures import bonus, constant, dice, instead, number, total
from rules.sheet import sections
from rules.sheet.sections import (
    Attack,
    Attacks,
    Column,
    Figures,
    Level,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Track,
    Traits,
)

CODES = {"DEX": (3, 1), "KNO": (2, 0), "MEC": (2, 2), "PER": (3, 0), "STR": (3, 0), "TEC": (2, 1)}
NAMES = ("Dexterity", "Knowledge", "Mechanical", "Perception", "Strength", "Technical")
SKILLS = {"DEX": (("Blaster", 4, 2), ("Dodge", 3, 2)), "STR": (("Stamina", 4, 0),)}


def sheet(*, name: str = "Ibtisam Reln", marks: tuple[int, int, int, int] = (2, 1, 0, 0)) -> Sheet:
    """Somebody who was stunned twice and wounded once."""
    found: tuple[Section, ...] = (
        Figures("guard", "Guard", (_guard(), Line("boxes", "Marks per box", number("STR", 3)))),
        Attacks("attacks", "Attacks", _attacks()),
        Figures(
            "points", "Points", (Line("luck", "Luck", number("Luck", 1), "doubles all codes"),)
        ),
        Track("harm", "Harm", _levels(marks), "the damage that gets through"),
        Traits("traits", "Attributes and skills", _columns()),
        Things("gear", "Gear", None, (Thing("gear.vest", "Blast vest", 1, "Guard +1", "worn"),)),
        Prose("who", "About", (Passage("Description", "", "Description", "Salt-stained."),)),
    )
    return Sheet(
        system="made-up",
        name=name,
        kind="Mon Calamari Soldier",
        concept="",
        facts=(("Template", "Mon Calamari Soldier"),),
        sections=found,
        figures=sections.figures(found),
        credit="After nobody",
    )


def one_row(track: Section) -> Track:
    """The track with boxes at its second level alone."""
    assert isinstance(track, Track)
    levels = tuple(
        msgspec.structs.replace(level, boxes=3 if place == 1 else 0)
        for place, level in enumerate(track.levels)
    )
    return msgspec.structs.replace(track, levels=levels)


def _guard() -> Line:
    terms = (constant("3½ for each die of Dodge", 10), number("pips", 2), bonus("Blast vest", 1))
    return Line("guard", "Guard", total("Guard", *terms), "in Blast vest")


def _columns() -> tuple[Column, ...]:
    found = []
    for name, (id, (value, pips)) in zip(NAMES, CODES.items(), strict=True):
        head = dice(id, value, pips=pips)
        lines = tuple(
            Line(
                f"skills.{skill.lower()}",
                skill,
                instead(skill, dice("entered", most, pips=more), head),
                trained=True,
            )
            for skill, most, more in SKILLS.get(id, ())
        )
        found.append(Column(f"attributes.{id}", name, id, head, lines))
    return tuple(found)


def _attacks() -> tuple[Attack, ...]:
    pistol, axe = dice("Blaster", 4, pips=2), dice("DEX", 3, pips=1)
    damage = total("Damage", dice("STR", 3), dice("axe", 1, pips=2), unit="D")
    return (
        Attack("weapons.pistol", "Blaster pistol", "Blaster", pistol, dice("Damage", 4)),
        Attack("weapons.axe", "Vibro-ax", "DEX", axe, damage, quantity=2),
    )


def _levels(marks: tuple[int, int, int, int]) -> tuple[Level, ...]:
    said = (
        ("Stunned", None, 9, "each mark: 1 less on every roll"),
        ("Wounded", 10, 19, "1D less; a full box is one incapacitated mark"),
        ("Incapacitated", 20, 29, "2D less; a full box is one mortal mark"),
        ("Mortally wounded", 30, None, "3D less, and dying; a full box is death"),
    )
    return tuple(
        Level(level, low, high, number(f"up to {level}", high or 30), effect, 3, marked)
        for (level, low, high, effect), marked in zip(said, marks, strict=True)
    )
