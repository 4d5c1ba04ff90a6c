"""What a roll is made of: its pool with all that adds and takes away, what is added to what the
dice show, and what that is held against.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.figures import Figure, bonus, constant, dice, number, times, total
from rules.play import Situation
from rules.systems.hyperspace_d6 import derived, hands
from rules.systems.hyperspace_d6.asked import Asked, Foe
from rules.systems.hyperspace_d6.book import Armor, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.conditions import damage
from rules.systems.hyperspace_d6.guide import Attack, guide
from rules.systems.hyperspace_d6.subjects import Subject

AUTO_FIRE = "Auto-Fire"


def check_pool(character: Character, subject: Subject, given: Asked, base: Figure) -> Figure:
    """Attribute and skill as they stand now (`base`), all that adds and takes away, doubled by a
    Force Point, and the die of a Character Point on top (HyperspaceD6, Modifying Checks; Character
    Points and Force Points).
    """
    play = book().play
    terms = tuple(_modifiers(given))
    pool = (
        total(subject.name, base, *terms, unit="D", source=subject.pool.source) if terms else base
    )
    if given.force_point and pool.value > 0:
        factor = constant("", play.times["force_point"], source=play.sources["point"])
        named = msgspec.structs.replace(pool, label="dice")
        pool = times(
            subject.name, factor, named, unit="D", ruling=guide().topics["both-points"].ruling
        )
    if given.character_point:
        worth = dice("Character Point", character.point_dice, source=play.sources["point"])
        pool = total(subject.name, pool, worth, unit="D")
    return pool


def _modifiers(given: Asked) -> Iterator[Figure]:
    play = book().play
    yield from (figure for figure in given.helps if figure.unit == "D")
    if given.aim:
        yield dice("aim", play.dice["aim"], source=play.sources["aim"])
    if given.auto_fire:
        yield dice(AUTO_FIRE, play.dice["auto_fire"], source=play.sources["auto_fire"])
    if given.helpers:
        label = "1 helper" if given.helpers == 1 else f"{given.helpers} helpers"
        yield dice(label, play.dice["helper"] * given.helpers, source=play.sources["helper"])
    if given.bonus:
        yield dice("conditions", given.bonus, source=play.sources["circumstance"])


def damage_pool(
    character: Character, situation: Situation, subject: Subject, given: Asked
) -> Figure:
    """A weapon's dice, what its blade is set for, and what Auto-Fire adds: no check, so nothing
    else touches it.
    """
    play, pool = book().play, damage(character, situation, subject)
    if not given.auto_fire:
        return pool
    more = dice(AUTO_FIRE, play.dice["auto_fire_damage"], source=play.sources["auto_fire"])
    return total(subject.name, pool, more, unit="D", source=pool.source)


def added(
    character: Character, situation: Situation, subject: Subject, given: Asked
) -> Figure | None:
    """What is added to a defense that is rolled: what shelter and armor do to the defense that it
    stands for, and what the saber in hand does; None for nothing (HyperspaceD6, Active Defense).
    """
    if not subject.defends:
        return None
    play, ruling = book().play, guide().topics["active-defense"].ruling
    terms = [
        bonus(label, more, source=play.sources["shelter"], ruling=ruling)
        for label, more in _shelter(subject.defends, given.shelter)
    ]
    terms += (figure for figure in given.helps if figure.unit != "D")
    if subject.defends == "parry":
        terms += hands.parry_terms(character, situation)
    held = derived.worn(character) if book().defenses[subject.defends].armor == "dodge" else None
    if held and isinstance(armor := held.stack.row, Armor) and armor.dodge:
        terms.append(bonus(held.stack.name, armor.dodge, source=armor.source, ruling=ruling))
    return total("to the total", *terms, source=play.sources["active"]) if terms else None


def _shelter(defense: str, shelter: Sequence[str]) -> Iterator[tuple[str, int]]:
    """What cover and extreme range do for a defense: only Dodge gains by them (HyperspaceD6, Cover
    and Extreme Range).
    """
    for id, label in (("cover", "cover"), ("extreme", "extreme range")):
        if id in shelter and defense == "dodge":
            yield label, book().play.shelter[id]


def targets_of(subject: Subject, given: Asked) -> list[tuple[int, Figure]]:
    """The defense of each target that was typed, by its place from 1: the better one of what stands
    there (HyperspaceD6, Attacking).
    """
    attack = guide().attacks.get(subject.attack)
    typed = ((place, foe) for place, foe in enumerate(given.foes, start=1) if foe.is_typed)
    return [(place, _defense(attack, foe)) for place, foe in typed] if attack else []


def _defense(attack: Attack, foe: Foe) -> Figure:
    """A defense with its shelter, or what takes its place where that is better, or all there is."""
    defenses, found = book().defenses, []
    if foe.defense is not None:
        own = number("theirs", foe.defense, source=attack.source)
        more = (
            number(label, value, source=book().play.sources["shelter"])
            for label, value in _shelter(attack.defense, foe.shelter)
        )
        found.append(total(defenses[attack.defense].name, own, *more))
    if foe.instead is not None:
        other = number("theirs", foe.instead, source=attack.source)
        ruling = guide().topics["cover"].ruling if attack.defense == "dodge" else attack.ruling
        found.append(total(defenses[attack.instead].name, other, ruling=ruling))
    return max(found, key=lambda figure: figure.value)


def target_of(
    subject: Subject, given: Asked, targets: Sequence[tuple[int, Figure]]
) -> Figure | None:
    """The number that the roll has to reach: a target number, what an attacker rolled, or the
    defense of whoever of the `targets` is hit most easily; None for nothing.
    """
    if targets:
        return min((figure for _, figure in targets), key=lambda figure: figure.value)
    if given.target is None:
        return None
    if subject.against:
        return number(subject.against, given.target, source=subject.pool.source)
    rung = next((row for row in guide().targets.values() if row.number == given.target), None)
    return number(rung.name if rung else "target number", given.target, source="your GM")
