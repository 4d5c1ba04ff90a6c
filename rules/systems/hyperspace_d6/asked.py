"""What was decided before a roll, as a form answered it. Its fields are in `choices.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rules.figures import Figure, bonus, dice
from rules.play import Situation
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6 import derived, hands
from rules.systems.hyperspace_d6.book import Item, Weapon, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.guide import guide
from rules.systems.hyperspace_d6.holdings import Holding
from rules.systems.hyperspace_d6.subjects import Subject, properties

Values = Mapping[str, tuple[str, ...]]
MOST_DICE, MOST_NUMBER = 30, 200


class Foe(msgspec.Struct, frozen=True, gc=False):
    """One target of an attack: its defense, what may take that one's place, and its shelter."""

    defense: int | None = None
    instead: int | None = None
    shelter: tuple[str, ...] = ()

    @property
    def is_typed(self) -> bool:
        """Whether there is a number to hold the attack against."""
        return self.defense is not None or self.instead is not None


class Asked(msgspec.Struct, frozen=True, gc=False):
    """What was decided before a roll. `foes` are the targets of an attack, as many as it can have.
    `helps` are the dice of what is used, and what of it is added to the total of a defense.
    """

    target: int | None = None
    foes: tuple[Foe, ...] = ()
    opposed: int = 0
    bonus: int = 0
    helpers: int = 0
    aim: bool = False
    auto_fire: bool = False
    double: bool = False
    second: bool = False
    character_point: bool = False
    force_point: bool = False
    shelter: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    helps: tuple[Figure, ...] = ()
    scale: int = 1
    target_scale: int = 1


def asked(character: Character, situation: Situation, subject: Subject, values: Values) -> Asked:
    """The answers as a form sent them; RuleViolation names each that cannot be read."""
    wrong: list[Problem] = []

    def read(name: str, lowest: int, highest: int) -> int | None:
        text = "".join(values.get(name, ()))
        found = whole(text, lowest, highest)
        if found is None and text.strip():
            wrong.append(not_whole(name, lowest, highest))
        return found

    def foe(suffix: str) -> Foe:
        instead = read(f"instead{suffix}", 0, MOST_NUMBER) if attack and attack.instead else None
        shelter = tuple(values.get(f"shelter{suffix}", ()))
        return Foe(read(f"defense{suffix}", 0, MOST_NUMBER), instead, shelter)

    attack = None if subject.defends else guide().attacks.get(subject.attack)
    ways, used = values.get("ways", ()), values.get("used", ())
    helps = dict(usable(character, situation, subject))
    ladder, typed = read("ladder", 0, MOST_NUMBER), read("target", 0, MOST_NUMBER)
    foes = tuple(map(foe, suffixes(subject))) if attack else ()
    opposed = read("opposed", 0, MOST_DICE) or 0
    target = ladder if typed is None else typed
    is_held = opposed or "ladder" in values or any(one.is_typed for one in foes)
    if target is None and not is_held:
        target = subject.target
    most = book().play.dice["circumstance"]
    is_second = "second" in ways and may_double(subject)
    found = Asked(
        target=target,
        foes=foes,
        opposed=opposed,
        bonus=read("bonus", -most, most) or 0,
        helpers=read("helpers", 0, MOST_DICE) or 0,
        aim="aim" in ways and "scope" not in used,
        auto_fire="auto-fire" in ways and may_auto_fire(subject),
        double="double" in ways and may_double(subject) and not is_second,
        second=is_second,
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


def suffixes(subject: Subject) -> tuple[str, ...]:
    """What stands behind the names of the fields of each target: nothing, "-2", "-3" …"""
    return ("", *(f"-{place}" for place in range(2, subject.targets + 1)))


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


def may_double(subject: Subject) -> bool:
    """Whether two attacks with it are one action."""
    return "double" in subject.properties


def usable(
    character: Character, situation: Situation, subject: Subject
) -> Iterator[tuple[str, Figure]]:
    """What adds dice to this check while it is used, by id: kits, a scope, an heirloom, a weapon
    that is easily hidden, a saber; and what a saber adds to a Parry that is rolled. Of sabers only
    where it was not said what is in hand: then it is known what they add.
    """
    if not subject.skill:
        return
    best: dict[str, tuple[Item, int]] = {}
    for held in character.carried:
        item = held.stack.row
        if isinstance(item, Item) and subject.skill in item.helps:
            _, upgrades = best.get(item.id, (item, 0))
            best[item.id] = (item, max(upgrades, held.upgrades))
    for id, (item, upgrades) in best.items():
        name = f"{item.name}, upgraded" if upgrades else item.name
        yield id, dice(name, item.help_dice + upgrades, source=item.source, ruling=item.ruling)
    yield from _hidden(character, subject.skill)
    is_told = hands.is_told(situation)
    for place, (is_saber, figure) in enumerate(derived.in_use(character, subject.skill)):
        if not (is_saber and is_told):
            yield f"conditional-{place}", figure
    if subject.defends == "parry" and not is_told:
        yield from _sabers(character)


def _hidden(character: Character, skill: str) -> Iterator[tuple[str, Figure]]:
    """What each property of a weapon gives to a skill: one that is easily hidden, to hiding it
    (HyperspaceD6, Weapons & Armor).
    """
    rows = character.tables.properties.values()
    for row in rows:
        if skill not in map(character.tables.skill_id, row.helps):
            continue
        names = [held.stack.name for held in hands.weapons(character) if _has(held, row.id)]
        if names:
            label = f"hiding {' or '.join(names)}"
            yield row.id, dice(label, row.help_dice, source=row.source, ruling=row.ruling)


def _has(held: Holding, able: str) -> bool:
    row = held.stack.row
    return isinstance(row, Weapon) and able in properties(held, row)


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
