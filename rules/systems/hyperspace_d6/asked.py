"""What was decided before a roll, as a form answered it. Its fields are in `choices.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rules.figures import Figure, bonus, dice
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.book import Item, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.guide import guide
from rules.systems.hyperspace_d6.subjects import Subject

Values = Mapping[str, tuple[str, ...]]
MOST_DICE, MOST_NUMBER = 30, 200


class Asked(msgspec.Struct, frozen=True, gc=False):
    """What was decided before a roll. `helps` are the dice of what is used, and what of it is added
    to the total of a defense.
    """

    target: int | None = None
    defense: int | None = None
    instead: int | None = None
    opposed: int = 0
    bonus: int = 0
    helpers: int = 0
    aim: bool = False
    auto_fire: bool = False
    character_point: bool = False
    force_point: bool = False
    shelter: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    helps: tuple[Figure, ...] = ()
    scale: int = 1
    target_scale: int = 1


def asked(character: Character, subject: Subject, values: Values) -> Asked:
    """The answers as a form sent them; RuleViolation names each that cannot be read."""
    wrong: list[Problem] = []

    def read(name: str, lowest: int, highest: int) -> int | None:
        text = "".join(values.get(name, ()))
        found = whole(text, lowest, highest)
        if found is None and text.strip():
            wrong.append(not_whole(name, lowest, highest))
        return found

    ways, used = values.get("ways", ()), values.get("used", ())
    helps = dict(usable(character, subject))
    ladder, typed = read("ladder", 0, MOST_NUMBER), read("target", 0, MOST_NUMBER)
    defense, opposed = read("defense", 0, MOST_NUMBER), read("opposed", 0, MOST_DICE) or 0
    target = ladder if typed is None else typed
    if target is None and defense is None and not opposed and "ladder" not in values:
        target = subject.target
    found = Asked(
        target=target,
        defense=defense,
        instead=read("instead", 0, MOST_NUMBER),
        opposed=opposed,
        bonus=read("bonus", -MOST_DICE, MOST_DICE) or 0,
        helpers=read("helpers", 0, MOST_DICE) or 0,
        aim="aim" in ways and "scope" not in used,
        auto_fire="auto-fire" in ways and may_auto_fire(subject),
        character_point="character-point" in values.get("points", ()),
        force_point="force-point" in values.get("points", ()),
        shelter=tuple(values.get("shelter", ())),
        used=tuple(id for id in used if id in helps),
        helps=tuple(helps[id] for id in used if id in helps),
        scale=_scale(values.get("scale", ())),
        target_scale=_scale(values.get("target_scale", ())),
    )
    if wrong:
        raise RuleViolation(wrong)
    return found


def whole(text: str, lowest: int, highest: int) -> int | None:
    """A whole number within bounds from what was typed, None where it is none."""
    plain = text.strip().replace("\u2212", "-")
    try:
        found = int(plain) if len(plain) <= 6 else None
    except ValueError:
        return None
    return found if found is not None and lowest <= found <= highest else None


def not_whole(name: str, lowest: int, highest: int) -> Problem:
    """What is said of a field that holds no such number."""
    return Problem("bad-value", name, f"Type a whole number from {lowest} to {highest}.")


def _scale(values: tuple[str, ...]) -> int:
    row = guide().scales.get("".join(values))
    return row.factor if row else 1


def may_auto_fire(subject: Subject) -> bool:
    """Whether the weapon, or the one whose damage it is, has that property."""
    return "auto-fire" in subject.properties


def usable(character: Character, subject: Subject) -> Iterator[tuple[str, Figure]]:
    """What adds dice to this check while it is used, by id: kits, a scope, an heirloom, a saber;
    and what a saber adds to a Parry that is rolled.
    """
    if not subject.skill:
        return
    seen: set[str] = set()
    for held in character.carried:
        item = held.stack.row
        if isinstance(item, Item) and subject.skill in item.helps and item.id not in seen:
            seen.add(item.id)
            yield item.id, dice(item.name, item.help_dice, source=item.source, ruling=item.ruling)
    for place, figure in enumerate(derived.conditional(character).get(subject.skill, ())):
        yield f"conditional-{place}", figure
    if subject.defends == "parry":
        yield from _sabers(character)


def _sabers(character: Character) -> Iterator[tuple[str, Figure]]:
    """Each saber whose design changes Parry."""
    for held in character.carried:
        design = character.tables.designs.get(held.stack.design)
        if design and design.parry:
            given = bonus(
                design.name,
                design.parry,
                source=design.source,
                ruling=book().play.rulings["active_saber"],
            )
            yield f"saber-{held.stack.key}", given
