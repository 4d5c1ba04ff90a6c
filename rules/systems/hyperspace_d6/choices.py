"""What is asked before a roll: the fields of its panel, with what was answered so far."""

from __future__ import annotations

from collections.abc import Iterator

from rules.codes import signed
from rules.figures import Figure
from rules.options import Option
from rules.play import Fold, Situation
from rules.steps import Choice, Field, Number, Pick
from rules.systems.hyperspace_d6.asked import (
    MOST_DICE,
    MOST_NUMBER,
    Asked,
    Foe,
    may_auto_fire,
    may_double,
    suffixes,
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
    most = book().play.dice["circumstance"]
    found: list[Field] = [*_against(subject, given)]
    if ways := tuple(_ways(subject, given)):
        found.append(pick("ways", "How", ways))
    if helps := tuple(
        Option(id, _using(figure), chosen=id in given.used)
        for id, figure in usable(character, situation, subject)
    ):
        found.append(pick("used", "You use", helps))
    found.append(_number("bonus", "GM modifier, dice", given.bonus, -most, most))
    found.append(_number("helpers", "Helpers", given.helpers, 0, MOST_DICE))
    found.append(_points(character, situation, given))
    return tuple(found)


def _using(figure: Figure) -> str:
    """What is used, and what it gives: "Scope +2D"."""
    more = signed(figure.value, figure.unit)
    return f"{figure.label[:1].upper()}{figure.label[1:]} {more}"


def _against(subject: Subject, given: Asked) -> Iterator[Field]:
    """What the roll is held against: what an attacker rolled, a defense, a target number."""
    attack = guide().attacks.get(subject.attack)
    if subject.against:
        yield _number("target", "They rolled", given.target, 0, MOST_NUMBER)
        yield _number("opposed", "Or they roll, dice", given.opposed or None, 0, MOST_DICE)
    elif attack and is_at_somebody(subject):
        for suffix, foe in zip(suffixes(subject), given.foes, strict=True):
            yield from _defenses(attack, foe, suffix)
    else:
        yield from _ladder(given)
    if subject.defends == "dodge":
        yield _shelter("shelter", "You have", given.shelter)


def is_at_somebody(subject: Subject) -> bool:
    """Whether it is an attack with something that harms, so that it has targets."""
    return bool(subject.attack and (subject.damage_key or subject.stuns))


def folded(subject: Subject) -> tuple[Fold, ...]:
    """The fields of every target but the first: few attacks have more than one."""
    attack = guide().attacks.get(subject.attack)
    if not (attack and is_at_somebody(subject)):
        return ()
    return tuple(
        Fold(f"Target {place}", tuple(f"{id}{suffix}" for id in _defense_ids(attack)))
        for place, suffix in enumerate(suffixes(subject), start=1)
        if suffix
    )


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


def _defense_ids(attack: Attack) -> Iterator[str]:
    """The fields of one target."""
    yield "defense"
    if attack.instead:
        yield "instead"
    if attack.defense == "dodge":
        yield "shelter"


def _defenses(attack: Attack, foe: Foe, suffix: str) -> Iterator[Field]:
    """A target's defense, what may take its place, and its shelter where that counts."""
    defenses = book().defenses
    name = defenses[attack.defense].name
    yield _number(f"defense{suffix}", f"Their {name}", foe.defense, 0, MOST_NUMBER)
    if attack.instead:
        other = f"Their {defenses[attack.instead].name}, {attack.when}"
        yield _number(f"instead{suffix}", other, foe.instead, 0, MOST_NUMBER)
    if attack.defense == "dodge":
        yield _shelter(f"shelter{suffix}", "They have", foe.shelter)


def _shelter(id: str, label: str, chosen: tuple[str, ...]) -> Pick:
    more = book().play.shelter
    options = tuple(
        Option(one, f"{name} {signed(more[one], '')}", chosen=one in chosen)
        for one, name in (("cover", "Cover"), ("extreme", "Extreme range"))
    )
    return pick(id, label, options)


def _ways(subject: Subject, given: Asked) -> Iterator[Option]:
    gives = book().play.dice
    if subject.damage_key:
        yield Option("aim", f"Take aim {signed(gives['aim'])}", chosen=given.aim)
    if may_auto_fire(subject):
        row = book().properties["auto-fire"]
        name = f"{row.name} {signed(gives['auto_fire'])}, one more target"
        yield Option(row.id, name, row.does, chosen=given.auto_fire)
    if may_double(subject):
        yield _double(given)


def _double(given: Asked) -> Option:
    """Two attacks with one action; of the second, that it is that one."""
    row = book().properties["double"]
    if given.second:
        return Option("second", "Second attack of this action", row.does, chosen=True)
    return Option(row.id, "Two attacks, one action", row.does, chosen=given.double)


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
    """Whether it was Auto-Fire, whether a second attack follows, and the scales of both sides."""
    found: list[Field] = []
    ways: list[Option] = []
    if may_auto_fire(subject):
        row = book().properties["auto-fire"]
        name = f"{row.name} {signed(book().play.dice['auto_fire_damage'])}"
        ways.append(Option(row.id, name, chosen=given.auto_fire))
    if given.double:
        ways.append(_double(given))
    if ways:
        found.append(pick("ways", "How", tuple(ways)))
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
