"""What is asked before a roll: the fields of its panel, and what a form answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rules.figures import Figure, dice
from rules.play import Situation
from rules.problems import Problem, RuleViolation
from rules.steps import Choice, Field, Number, Option, Pick
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.book import Item, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.guide import Attack, guide
from rules.systems.hyperspace_d6.subjects import Subject

MOST_DICE, MOST_NUMBER = 30, 200


class Asked(msgspec.Struct, frozen=True, gc=False):
    """What was decided before a roll. `helps` are the dice of what is used."""

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


def asked(character: Character, subject: Subject, values: Mapping[str, tuple[str, ...]]) -> Asked:
    """The answers as a form sent them; RuleViolation names each that cannot be read."""
    wrong: list[Problem] = []

    def whole(name: str, lowest: int, highest: int) -> int | None:
        text = "".join(values.get(name, ())).strip().replace("\u2212", "-")
        if not text:
            return None
        try:
            found = int(text) if len(text) <= 6 else highest + 1
        except ValueError:
            found = highest + 1
        if not lowest <= found <= highest:
            said = f"Type a whole number from {lowest} to {highest}."
            wrong.append(Problem("bad-value", name, said))
            return None
        return found

    ways, used = values.get("ways", ()), values.get("used", ())
    helps = dict(usable(character, subject))
    ladder = whole("ladder", 0, MOST_NUMBER)
    typed = whole("target", 0, MOST_NUMBER)
    found = Asked(
        target=ladder if typed is None else typed,
        defense=whole("defense", 0, MOST_NUMBER),
        instead=whole("instead", 0, MOST_NUMBER),
        opposed=whole("opposed", 0, MOST_DICE) or 0,
        bonus=whole("bonus", -MOST_DICE, MOST_DICE) or 0,
        helpers=whole("helpers", 0, MOST_DICE) or 0,
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


def _scale(values: tuple[str, ...]) -> int:
    row = guide().scales.get("".join(values))
    return row.factor if row else 1


def may_auto_fire(subject: Subject) -> bool:
    """Whether the weapon, or the one whose damage it is, has that property."""
    return "auto-fire" in subject.properties


def usable(character: Character, subject: Subject) -> Iterator[tuple[str, Figure]]:
    """What adds dice to this check while it is used, by id: kits, a scope, an heirloom, a saber."""
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


def check_fields(
    character: Character, situation: Situation, subject: Subject, given: Asked
) -> tuple[Field, ...]:
    """What is asked before a check: what it is held against, what is used, which points go in."""
    attack = guide().attacks.get(subject.skill)
    against = _attack_fields(attack, given) if attack and subject.damage_key else _ladder(given)
    found: list[Field] = [*against]
    if ways := tuple(_ways(subject, given)):
        found.append(_pick("ways", "How", ways))
    if helps := tuple(
        Option(id, f"{figure.label} +{figure.code}", chosen=id in given.used)
        for id, figure in usable(character, subject)
    ):
        found.append(_pick("used", "You use", helps))
    found.append(_number("bonus", "Your GM gives or takes", given.bonus, -5, 5))
    found.append(_number("helpers", "Helpers", given.helpers, 0, MOST_DICE))
    found.append(_points(character, situation, given))
    return tuple(found)


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


def _attack_fields(attack: Attack, given: Asked) -> Iterator[Field]:
    """Their defense, what may take its place, and their shelter where it counts."""
    defenses = book().defenses
    name = defenses[attack.defense].name
    yield _number("defense", f"Their {name}", given.defense, 0, MOST_NUMBER)
    if attack.instead:
        other = f"Their {defenses[attack.instead].name}, {attack.when}"
        yield _number("instead", other, given.instead, 0, MOST_NUMBER)
    if attack.defense == "dodge":
        more = book().play.shelter
        options = tuple(
            Option(id, f"{label} +{more[id]}", chosen=id in given.shelter)
            for id, label in (("cover", "Cover"), ("extreme", "Extreme range"))
        )
        yield _pick("shelter", "They have", options)


def _ways(subject: Subject, given: Asked) -> Iterator[Option]:
    if subject.damage_key:
        yield Option("aim", "Take aim +1D", chosen=given.aim)
    if may_auto_fire(subject):
        does = book().properties["auto-fire"].does
        yield Option("auto-fire", "Auto-Fire −1D", does, chosen=given.auto_fire)


def _points(character: Character, situation: Situation, given: Asked) -> Pick:
    """A Character Point, a Force Point: one of each in a round."""
    spent = {name: bool(situation.get(name)) for name in ("character_point", "force_point")}
    edge = character.chosen.edge
    worth = edge.point_dice if edge and edge.point_dice else book().play.dice["point"]
    options = (
        Option(
            "character-point",
            f"Character Point +{worth}D",
            chosen=given.character_point,
            barred="Spent this round." if spent["character_point"] else "",
        ),
        Option(
            "force-point",
            "Force Point: twice the dice",
            chosen=given.force_point,
            barred="Spent this round." if spent["force_point"] else "",
        ),
    )
    return _pick("points", "Points", options)


def damage_fields(subject: Subject, given: Asked) -> tuple[Field, ...]:
    """Whether it was Auto-Fire, and the scales of both sides."""
    found: list[Field] = []
    if may_auto_fire(subject):
        option = Option("auto-fire", "Auto-Fire +1D", chosen=given.auto_fire)
        found.append(_pick("ways", "How", (option,)))
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


def _pick(id: str, label: str, options: tuple[Option, ...]) -> Pick:
    return Pick(id, label, tuple(option.id for option in options if option.chosen), options)


def _number(id: str, label: str, value: int | None, lowest: int, highest: int) -> Number:
    shown = "" if value is None or (value == 0 and lowest <= 0) else str(value)
    return Number(id, label, (shown,), lowest=lowest, highest=highest)
