"""Damage that somebody takes: soaked by shield, armor, Stamina, and Power, in that order, then
marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from rules.figures import Figure, number
from rules.forms.fields import Field, Option
from rules.kit import answers
from rules.kit.answers import Answers
from rules.kit.procedures import fixed
from rules.play import Action, Attempt, Die, MarkChange, Outcome, RollForm
from rules.problems import Problem, RuleViolation
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.items import HARMS, Item
from rules.systems.storytelling_d10.play.bearings import Bearings
from rules.systems.storytelling_d10.play.rollables import summed
from rules.systems.storytelling_d10.play.throw import plain
from rules.systems.storytelling_d10.rulebook import rulebook

MOST_LEVELS, MOST_SUCCESSES = 99, 99
BASHING, LETHAL, ION = HARMS
IGNORES = {"armor": "Armor (a lightsaber)", "all": "Armor and shields (a disruptor)"}
LIVING_DROID = "droid"
# What soaks by a roll, in its order, and what it is called.
SOAKS = {"shield": "Shield", "armor": "Armor", "stamina": "Stamina"}


class Hit(msgspec.Struct, frozen=True, gc=False):
    """What was typed of one hit: successes of a soak are None where they are to be rolled."""

    damage: int | None
    kind: str
    ignores: str
    soaks: dict[str, int | None]
    power: int
    bearings: Bearings


class Taken(msgspec.Struct, frozen=True, gc=False):
    """The track of health with a hit on it."""

    bashing: int
    lethal: int
    is_dead: bool


def read(attempt: Attempt[Character]) -> Hit:
    """The hit as it was typed; RuleViolation for what cannot be read."""
    answers = Answers(attempt.values)
    hit = Hit(
        answers.number("damage", 0, MOST_LEVELS),
        answers.option("kind", HARMS) or BASHING,
        answers.option("ignores", IGNORES),
        {id: answers.number(id, 0, MOST_SUCCESSES) for id in SOAKS},
        answers.number("power", 0, 10) or 0,
        Bearings(attempt.character, answers, ("soak", "area-soak")),
    )
    answers.check()
    return hit


def protection(character: Character, what: str) -> Item | None:
    """The armor or the shield that soaks, None without one or where its rating is gone."""
    item = character.equipped(character.worn if what == "armor" else character.shield, what)
    if item is None:
        return None
    return item if soak_pool(character, what, item).value > 0 else None


def soak_pool(character: Character, what: str, item: Item | None) -> Figure:
    """The dice of a soak."""
    if what == "stamina" or item is None:
        return figures.trait(character, figures.STAMINA)
    marks = character.marks
    lost = marks.armor_lost if what == "armor" else marks.shield_lost
    full = figures.armor_soak(character, item).value if what == "armor" else item.rating
    return number(item.name, max(0, full - lost))


def form(attempt: Attempt[Character], action: Action) -> RollForm:
    """What hit, and what soaked of it; a soak that is left out is rolled."""
    hit, character, field = read(attempt), attempt.character, answers.number_field
    kinds = tuple(Option(id, id.title(), chosen=id == hit.kind) for id in HARMS)
    ignores = tuple(Option(id, name, chosen=id == hit.ignores) for id, name in IGNORES.items())
    fields: list[Field] = [
        field("damage", "Levels of damage", hit.damage, 0, MOST_LEVELS),
        answers.menu("kind", "Kind", kinds),
        answers.menu(
            "ignores", "Ignores", (Option("", "Nothing", chosen=not hit.ignores), *ignores)
        ),
    ]
    for id, name in soaks(character, hit):
        label = f"{name}: successes (left out: rolled)"
        fields.append(field(id, label, hit.soaks[id], 0, MOST_SUCCESSES))
    fields.append(field("power", "Current Power against what is left", hit.power or None, 0, 10))
    fields += hit.bearings.fields()
    return RollForm(action, tuple(fields), barred=action.barred)


def soaks(character: Character, hit: Hit) -> Iterator[tuple[str, str]]:
    """What soaks this hit, in its order."""
    for id, name in SOAKS.items():
        ignored = hit.ignores == "all" or hit.ignores == id
        if id == "stamina" or (protection(character, id) and not ignored):
            yield id, name


def resolve(attempt: Attempt[Character], rng: Random) -> Outcome:
    """Soak a hit, wear shield and armor down, and mark what is left."""
    character, hit = attempt.character, read(attempt)
    left = answers.required(hit.damage, "damage", "Type the levels of damage, from 0 up.")
    most = character.marks.power_now
    if hit.power > most:
        short = f"You have {most} Current Power."
        raise RuleViolation([Problem("bad-value", "power", short)])
    kind, texts, dice = hit.kind, list[str](), list[Die]()
    if kind == ION:
        kind = LETHAL if character.has_merit(LIVING_DROID) else BASHING
        if kind == BASHING:
            left //= rulebook().combat.numbers["ion-living"].number
        texts.append(f"Ion: {left} {kind}")
    shifts: list[MarkChange] = []
    for id, name in soaks(character, hit):
        successes = hit.soaks[id]
        pool = soak_pool(character, id, protection(character, id) if id != "stamina" else None)
        if successes is None:
            if id == "stamina":
                pool = summed(pool, *hit.bearings.dice())
            row = rulebook().combat.numbers["soak"]
            at = number("Difficulty", row.number, source=row.source)
            thrown, successes = plain(pool, summed(at, *hit.bearings.difficulty()), rng)
            dice += thrown
        left = max(0, left - successes)
        texts.append(f"{name} soaks {successes}: {left} left")
        if (id == "shield" and left) or (id == "armor" and left > pool.value):
            shifts.append(MarkChange(f"{id}_lost", 1))
            texts.append(f"{name} loses 1 point of its rating.")
    if hit.power:
        used = min(hit.power, left)
        left -= used
        shifts.append(MarkChange("power_now", -used))
        texts.append(f"Power takes {used}: {left} left")
    taken = mark(character, left, kind)
    shifts += changes(character, taken)
    texts.append(level_text(character, taken))
    first = f"{left} {'level' if left == 1 else 'levels'} of {kind} damage"
    return Outcome(
        "harm",
        "Damage",
        "harm",
        tuple(dice),
        left,
        said=(first, *filter(None, texts)),
        shifts=tuple(one for one in shifts if one.by),
        row="dead" if taken.is_dead else kind,
        unit="level" if left == 1 else "levels",
    )


def mark(character: Character, levels: int, kind: str) -> Taken:
    """The track with so many levels more: bashing on a full track makes a bashing mark lethal, and
    lethal damage there kills (our ruling).
    """
    marks, most = character.marks, len(character.levels)
    bashing, lethal, dead = marks.bashing, marks.lethal, bool(marks.dead)
    for _ in range(levels):
        if bashing + lethal < most:
            bashing, lethal = (bashing + 1, lethal) if kind == BASHING else (bashing, lethal + 1)
        elif kind == BASHING and bashing:
            bashing, lethal = bashing - 1, lethal + 1
        else:
            dead = True
    return Taken(bashing, lethal, dead)


def changes(character: Character, taken: Taken) -> Iterator[MarkChange]:
    """The marks that come of it."""
    marks = character.marks
    yield MarkChange(BASHING, taken.bashing - marks.bashing)
    yield MarkChange(LETHAL, taken.lethal - marks.lethal)
    yield MarkChange("dead", int(taken.is_dead) - marks.dead, most=1)


def level_text(character: Character, taken: Taken) -> str:
    """The health level in words."""
    if taken.is_dead:
        return "Dead, unless a Destiny point is spent to survive."
    marked = taken.bashing + taken.lethal
    if not marked:
        return "Unhurt"
    level = character.levels[marked - 1]
    return f"{level.name}: {level.does}" if level.does else level.name


def barred(attempt: Attempt[Character]) -> str:
    """Whoever is dead takes no more."""
    return "Dead: no more marks to take." if attempt.character.marks.dead else ""


HARM = fixed(
    Action("harm", "Take damage", "What hit you, soaked and marked.", asks=True),
    barred,
    resolve,
    form,
)
