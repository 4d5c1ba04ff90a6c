"""What is asked before a roll: the fields of its panel, with what was answered so far."""

from __future__ import annotations

from collections.abc import Iterator

from rules.codes import signed
from rules.options import Option
from rules.play import Situation
from rules.steps import Choice, Field, Number, Pick
from rules.systems.hyperspace_d6.asked import (
    MOST_DICE,
    MOST_NUMBER,
    Asked,
    may_auto_fire,
    usable,
)
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.guide import Attack, guide
from rules.systems.hyperspace_d6.subjects import Subject


def check_fields(
    character: Character, situation: Situation, subject: Subject, given: Asked
) -> tuple[Field, ...]:
    """What is asked before a check: what it is held against, what is used, which points go in."""
    found: list[Field] = [*_against(subject, given)]
    if ways := tuple(_ways(subject, given)):
        found.append(pick("ways", "How", ways))
    if helps := tuple(
        Option(id, f"{figure.label} {signed(figure.value, figure.unit)}", chosen=id in given.used)
        for id, figure in usable(character, subject)
    ):
        found.append(pick("used", "You use", helps))
    found.append(_number("bonus", "Your GM gives or takes", given.bonus, -5, 5))
    found.append(_number("helpers", "Helpers", given.helpers, 0, MOST_DICE))
    found.append(_points(character, situation, given))
    return tuple(found)


def _against(subject: Subject, given: Asked) -> Iterator[Field]:
    """What the roll is held against: what an attacker rolled, a defense, a target number."""
    attack = guide().attacks.get(subject.attack)
    if subject.against:
        yield _number("target", "They rolled", given.target, 0, MOST_NUMBER)
        yield _number("opposed", "Or they roll, dice", given.opposed or None, 0, MOST_DICE)
    elif attack and subject.damage_key:
        yield from _defenses(attack, given)
    else:
        yield from _ladder(given)
    if subject.defends == "dodge":
        yield _shelter("You have", given)


def _ladder(given: Asked) -> Iterator[Field]:
    """A rung of the ladder, another number, or somebody who rolls against it."""
    chosen = "" if given.target is None else str(given.target)
    rungs = [Option("", "None: just roll", chosen=not chosen)]
    rungs += [
        Option(
            str(row.number), f"{row.number} {row.name}", row.does, chosen=chosen == str(row.number)
        )
        for row in guide().targets.values()
    ]
    listed = any(option.chosen for option in rungs)
    yield Choice("ladder", "Target number", (chosen if listed else "",), tuple(rungs), look="menu")
    yield _number("target", "Another number", None if listed else given.target, 0, MOST_NUMBER)
    yield _number("opposed", "Or they roll, dice", given.opposed or None, 0, MOST_DICE)


def _defenses(attack: Attack, given: Asked) -> Iterator[Field]:
    """Their defense, what may take its place, and their shelter where it counts."""
    defenses = book().defenses
    name = defenses[attack.defense].name
    yield _number("defense", f"Their {name}", given.defense, 0, MOST_NUMBER)
    if attack.instead:
        other = f"Their {defenses[attack.instead].name}, {attack.when}"
        yield _number("instead", other, given.instead, 0, MOST_NUMBER)
    if attack.defense == "dodge":
        yield _shelter("They have", given)


def _shelter(label: str, given: Asked) -> Pick:
    more = book().play.shelter
    options = tuple(
        Option(id, f"{name} {signed(more[id], '')}", chosen=id in given.shelter)
        for id, name in (("cover", "Cover"), ("extreme", "Extreme range"))
    )
    return pick("shelter", label, options)


def _ways(subject: Subject, given: Asked) -> Iterator[Option]:
    gives = book().play.dice
    if subject.damage_key:
        yield Option("aim", f"Take aim {signed(gives['aim'])}", chosen=given.aim)
    if may_auto_fire(subject):
        row = book().properties["auto-fire"]
        name = f"{row.name} {signed(gives['auto_fire'])}"
        yield Option(row.id, name, row.does, chosen=given.auto_fire)


def _points(character: Character, situation: Situation, given: Asked) -> Pick:
    """A Character Point, a Force Point: one of each in a round."""
    factor = book().play.times["force_point"]
    offered = (
        (
            "character_point",
            f"Character Point {signed(character.point_dice)}",
            given.character_point,
        ),
        ("force_point", f"Force Point: {factor} × the dice", given.force_point),
    )
    options = tuple(
        Option(
            id.replace("_", "-"),
            name,
            chosen=chosen,
            barred="Spent this round." if situation.get(id) else "",
        )
        for id, name, chosen in offered
    )
    return pick("points", "Points", options)


def damage_fields(subject: Subject, given: Asked) -> tuple[Field, ...]:
    """Whether it was Auto-Fire, and the scales of both sides."""
    found: list[Field] = []
    if may_auto_fire(subject):
        row = book().properties["auto-fire"]
        name = f"{row.name} {signed(book().play.dice['auto_fire_damage'])}"
        found.append(pick("ways", "How", (Option(row.id, name, chosen=given.auto_fire),)))
    found.append(scales("scale", "Your weapon's scale", given.scale))
    found.append(scales("target_scale", "Their scale", given.target_scale))
    return tuple(found)


def scales(id: str, label: str, factor: int) -> Choice:
    """A menu of the scales."""
    options = tuple(
        Option(row.id, row.name, row.does, chosen=row.factor == factor)
        for row in guide().scales.values()
    )
    chosen = next(option.id for option in options if option.chosen)
    return Choice(id, label, (chosen,), options, look="menu")


def pick(id: str, label: str, options: tuple[Option, ...]) -> Pick:
    """Several of these, with those that are chosen."""
    return Pick(id, label, tuple(option.id for option in options if option.chosen), options)


def _number(id: str, label: str, value: int | None, lowest: int, highest: int) -> Number:
    shown = "" if value is None or (value == 0 and lowest <= 0) else str(value)
    return Number(id, label, (shown,), lowest=lowest, highest=highest)
