"""Checks and damage: what is decided before a roll, its exact chance, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

import msgspec

from rules import pools
from rules.figures import Figure, constant, dice, number, times, total
from rules.play import Action, Alternative, Die, Outcome, Panel, Shift, Situation
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.asked import Asked, asked, check_fields, damage_fields
from rules.systems.hyperspace_d6.book import FORCE, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.conditions import force_points_left, now, out_of_it, shown
from rules.systems.hyperspace_d6.guide import guide
from rules.systems.hyperspace_d6.subjects import Subject
from rules.systems.hyperspace_d6.subjects import subject as subject_of

Values = Mapping[str, tuple[str, ...]]
AUTO_FIRE = "Auto-Fire"
ASKS = {1: "What goes wrong?", 6: "What goes right?"}


def percent(chance: Fraction) -> str:
    """A chance in print: "41 %"; what is not quite certain is never 0 or 100."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    tenths = chance * 100
    if tenths < 1:
        return "under 1 %"
    return "over 99 %" if tenths > 99 else f"{round(tenths)} %"


def panel(character: Character, situation: Situation, subject: Subject, values: Values) -> Panel:
    """What is decided before this roll, with the dice and the chance that come of it so far."""
    action = Action(subject.key, subject.name, pool=subject.pool)
    if subject.kind == "damage":
        given = asked(character, subject, values)
        pool = damage_pool(subject, given)
        fields = damage_fields(subject, given)
        said = f"{pools.average(pool.value).limit_denominator(2)}"
        return Panel(action, fields, pool, foreseen=(f"{_half(said)} on average",))
    given = asked(character, subject, values)
    pool = check_pool(character, situation, subject, given)
    fields = check_fields(character, situation, subject, given)
    target = target_of(subject, given)
    barred = _barred(character, situation, subject, given)
    chance = _chance(pool.value, target, given)
    others = tuple(_alternatives(character, situation, subject, given)) if chance else ()
    return Panel(action, fields, shown(pool), target, chance, others, barred=barred)


def _half(said: str) -> str:
    """ "7/2" as "3½"."""
    whole, _, half = said.partition("/")
    return f"{int(whole) // 2}½" if half else whole


def check_pool(
    character: Character, situation: Situation, subject: Subject, given: Asked
) -> Figure:
    """Attribute and skill, all that adds and takes away, doubled by a Force Point, and the die of a
    Character Point on top (HyperspaceD6, Modifying Checks; Character Points and Force Points).
    """
    play = book().play
    base = now(character, situation, subject.pool, subject.attribute)
    terms = tuple(_modifiers(given))
    pool = (
        total(subject.name, base, *terms, unit="D", source=subject.pool.source) if terms else base
    )
    if given.force_point and pool.value > 0:
        two = constant("", 2, source=play.sources["point"])
        named = msgspec.structs.replace(pool, label="dice")
        pool = times(
            subject.name, two, named, unit="D", ruling=guide().topics["both-points"].ruling
        )
    if given.character_point:
        worth = point_dice(character)
        pool = total(
            subject.name,
            pool,
            dice("Character Point", worth, source=play.sources["point"]),
            unit="D",
        )
    return pool


def point_dice(character: Character) -> int:
    """What a Character Point adds to a roll: one die, with Luck two."""
    edge = character.chosen.edge
    return edge.point_dice if edge and edge.point_dice else book().play.dice["point"]


def _modifiers(given: Asked) -> Iterator[Figure]:
    play = book().play
    yield from given.helps
    if given.aim:
        yield dice("aim", play.dice["aim"], source=play.sources["aim"])
    if given.auto_fire:
        yield dice(AUTO_FIRE, play.dice["auto_fire"], source=play.sources["auto_fire"])
    if given.helpers:
        label = "1 helper" if given.helpers == 1 else f"{given.helpers} helpers"
        yield dice(label, play.dice["helper"] * given.helpers, source=play.sources["helper"])
    if given.bonus:
        yield dice("conditions", given.bonus, source=play.sources["circumstance"])


def target_of(subject: Subject, given: Asked) -> Figure | None:
    """The number that the roll has to reach: a target number, or a defense with its shelter."""
    attack = guide().attacks.get(subject.skill)
    play, defenses = book().play, book().defenses
    if attack and given.defense is not None:
        name = defenses[attack.defense].name
        shelter = [
            number(label, play.shelter[id], source=play.sources["shelter"])
            for id, label in (("cover", "cover"), ("extreme", "extreme range"))
            if id in given.shelter and attack.defense == "dodge"
        ]
        own = number("theirs", given.defense, source=attack.source)
        held = total(f"{name}", own, *shelter)
        if given.instead is not None and given.instead > held.value:
            other = number("theirs", given.instead, source=attack.source)
            return total(
                defenses[attack.instead].name, other, ruling=guide().topics["cover"].ruling
            )
        return held
    if given.target is not None:
        rung = next((row for row in guide().targets.values() if row.number == given.target), None)
        return number(rung.name if rung else "target number", given.target, source="your GM")
    return None


def _chance(rolled: int, target: Figure | None, given: Asked) -> str:
    if rolled <= 0:
        return ""
    if target is not None:
        return percent(pools.chance(rolled, target.value))
    if given.opposed:
        return percent(pools.chance_against(rolled, given.opposed, ties=True))
    return ""


def _alternatives(
    character: Character, situation: Situation, subject: Subject, given: Asked
) -> Iterator[Alternative]:
    """What one choice more would do to the chance."""
    ways = (
        ("a Character Point", {"character_point": True}),
        ("a Force Point", {"force_point": True}),
        ("aiming", {"aim": True}),
        ("one helper more", {"helpers": given.helpers + 1}),
    )
    for name, change in ways:
        other = msgspec.structs.replace(given, **change)
        if other == given or _barred(character, situation, subject, other):
            continue
        if name == "aiming" and subject.skill not in guide().attacks:
            continue
        pool = check_pool(character, situation, subject, other)
        yield Alternative(name, _chance(pool.value, target_of(subject, other), other))


def _barred(character: Character, situation: Situation, subject: Subject, given: Asked) -> str:
    """Why this roll cannot be made as it is asked for, "" where it can."""
    if out := out_of_it(character):
        return out
    if subject.attribute == FORCE and not derived.has_force(character):
        return "You have no dice in the Force: unlock it first."
    if given.character_point:
        if situation.get("character_point"):
            return "One Character Point a round, and it is spent."
        if character.character_points < 1:
            return "You have no Character Points left."
    if given.force_point:
        if situation.get("force_point"):
            return "One Force Point a round, and it is spent."
        if force_points_left(character).value < 1:
            return "You have no Force Points left until the next session."
    if check_pool(character, situation, subject, given).value <= 0:
        return f"0D: impossible. {guide().topics['no-dice'].ruling}"
    return ""


def roll(
    character: Character, situation: Situation, subject: Subject, values: Values, rng: Random
) -> Outcome:
    """Roll a check or damage; RuleViolation where it cannot be rolled so."""
    given = asked(character, subject, values)
    if subject.kind == "damage":
        return _damage(subject, given, rng)
    if barred := _barred(character, situation, subject, given):
        raise RuleViolation([Problem("barred", subject.key, barred)])
    pool = check_pool(character, situation, subject, given)
    extra = point_dice(character) if given.character_point else 0
    thrown = _thrown(rng, pool.value, extra)
    target = target_of(subject, given)
    other = pools.roll(rng, given.opposed) if given.opposed and target is None else ()
    held = target.value if target else sum(other) if other else None
    outcome = Outcome(
        action=subject.key,
        name=subject.name,
        kind="check",
        dice=thrown,
        code=pool.code,
        why=pool.why,
        target=held,
        against=target.label if target else f"their {given.opposed}D" if other else "",
        asks=ASKS.get(thrown[0].face, ""),
        shifts=tuple(_force_shift(character)) if given.force_point else (),
        entries=(_spent(subject.name),) if given.character_point else (),
        situation=_spent_points(given),
        follows=_follows(subject, given),
        point=not given.character_point and _may_add_point(character, situation),
    )
    return _judged(outcome)


def _thrown(rng: Random, count: int, extra: int) -> tuple[Die, ...]:
    """So many dice: the first is the Destiny Die, the last are a Character Point's."""
    faces = pools.roll(rng, count)
    kinds = ["destiny", *("" for _ in faces[1:])]
    for place in range(max(1, count - extra), count):
        kinds[place] = "point"
    return tuple(Die(face, kind) for face, kind in zip(faces, kinds, strict=True))


def _judged(outcome: Outcome) -> Outcome:
    """The same with its total, and whether that is enough. A tie goes to the player."""
    rolled = sum(die.face for die in outcome.dice)
    success = None if outcome.target is None else rolled >= outcome.target
    said = f"{rolled}"
    if success is not None:
        said += f" against {outcome.against} {outcome.target}: "
        said += "success" if success else "failure"
    follows = outcome.follows if success is not False else ""
    return msgspec.structs.replace(
        outcome, total=rolled, success=success, said=(said,), follows=follows
    )


def add_point(character: Character, situation: Situation, outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a roll that was seen, before it is declared: its dice on top."""
    if not outcome.point or not _may_add_point(character, situation):
        said = "A Character Point goes on your last check, one a round, while you have one."
        raise RuleViolation([Problem("barred", outcome.action, said)])
    more = tuple(Die(face, "point") for face in pools.roll(rng, point_dice(character)))
    return _judged(
        msgspec.structs.replace(
            outcome,
            dice=(*outcome.dice, *more),
            shifts=(),
            entries=(_spent(outcome.name),),
            situation={"character_point": 1},
            point=False,
            follows=_follows_now(character, outcome),
        )
    )


def _follows_now(character: Character, outcome: Outcome) -> str:
    """What a roll that was seen leads to once it hits: a miss had said nothing of it."""
    found = subject_of(character, outcome.action)
    return _follows(found, Asked(auto_fire=AUTO_FIRE in outcome.why)) if found else ""


def _may_add_point(character: Character, situation: Situation) -> bool:
    return character.character_points > 0 and not situation.get("character_point")


def _spent(name: str) -> entries.Spend:
    return entries.Spend(cp=1, note=name)


def _spent_points(given: Asked) -> dict[str, int]:
    points = {"character_point": given.character_point, "force_point": given.force_point}
    return {name: 1 for name, spent in points.items() if spent}


def _force_shift(character: Character) -> Iterator[Shift]:
    full = derived.force_points(character).value
    yield Shift("force_points", -1, most=full, full=full)


def _follows(subject: Subject, given: Asked) -> str:
    """The damage that a hit deals."""
    if not subject.damage_key:
        return ""
    return f"{subject.damage_key}?ways=auto-fire" if given.auto_fire else subject.damage_key


def damage_pool(subject: Subject, given: Asked) -> Figure:
    """A weapon's dice, and what Auto-Fire adds: no check, so nothing else touches it."""
    play = book().play
    if not given.auto_fire:
        return subject.pool
    more = dice(AUTO_FIRE, play.dice["auto_fire_damage"], source=play.sources["auto_fire"])
    return total(subject.name, subject.pool, more, unit="D", source=subject.pool.source)


def _damage(subject: Subject, given: Asked, rng: Random) -> Outcome:
    """Damage has no Destiny Die. Scale doubles or halves it after it is rolled, rounded down."""
    pool = damage_pool(subject, given)
    thrown = tuple(Die(face) for face in pools.roll(rng, max(0, pool.value)))
    rolled = sum(die.face for die in thrown)
    dealt = rolled * given.scale // given.target_scale
    said = [f"{dealt} damage"]
    if dealt != rolled:
        said.append(f"{rolled} × {given.scale} / {given.target_scale} for its scale")
    return Outcome(
        action=subject.key,
        name=subject.name,
        kind="damage",
        dice=thrown,
        total=dealt,
        code=pool.code,
        why=pool.why,
        said=tuple(said),
    )
