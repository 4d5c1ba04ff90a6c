"""Checks with a craft's dice and the damage of its weapons, and what takes dice from them."""

from collections.abc import Iterator
from random import Random

import msgspec

from rules.dice import exploding, pools
from rules.figures import Figure, bonus, dice, number, total
from rules.forms.fields import Field
from rules.kit.play.answers import Answers, number_field
from rules.kit.play.checks import (
    against_code,
    against_target,
    compared,
    dice_outcome,
    refuse,
    too_many,
)
from rules.play import Action, Attempt, Die, FollowUp, Outcome, RollForm
from rules.systems.hyperspace_d6.craft.lookup import DICE, Weapon
from rules.systems.hyperspace_d6.craft.state import CraftState
from rules.systems.hyperspace_d6.play.roll_form import held_fields
from rules.systems.hyperspace_d6.play.roll_input import held_name
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

MOST_SKILL, MOST_NUMBER, MOST_BONUS = 50, 500, 20
DESTROYED = "Destroyed: there is nothing left to repair."
DISABLED = "Disabled: it can't move or act until it's repaired."
NOBODY = "None of the squadron is left."
# What a turn holds of the crew: the dice of all skills of an opponent's, the present dice of
# the pilot, and what they add to Evade.
CREW, PILOT, EVADE = "crew", "pilot", "evade"


class CraftRoll(msgspec.Struct, frozen=True, gc=False):
    """A roll with a craft's dice (`damage` False), or a weapon's damage."""

    key: str
    name: str
    pool: Figure
    damage: bool = False
    weapon: Weapon | None = None


def find(craft: CraftState, key: str) -> CraftRoll | None:
    """The roll with that key: one of its dice ("mobility"), a weapon's attack or its damage."""
    if key in DICE:
        return CraftRoll(key, DICE[key], craft.figure(key))
    part, _, rest = key.partition(".")
    id, _, side = rest.rpartition(".")
    weapon = craft.weapon(id) if part == "weapons" else None
    if weapon is None or side not in ("attack", "damage"):
        return None
    if side == "attack":
        return CraftRoll(key, weapon.name, craft.figure("fire_control"), weapon=weapon)
    return CraftRoll(
        key, f"{weapon.name}, damage", craft.damage(weapon), damage=True, weapon=weapon
    )


def destroyed(attempt: Attempt[CraftState]) -> str:
    """Why nothing can be done with a destroyed craft, "" while it is not."""
    return DESTROYED if attempt.character.marks.destroyed else ""


def barred(attempt: Attempt[CraftState]) -> str:
    """Why nobody can act with the craft, "" if they can."""
    craft = attempt.character
    if craft.marks.destroyed:
        return DESTROYED
    if craft.members == 0:
        return NOBODY
    return DISABLED if craft.is_disabled else ""


def evade(attempt: Attempt[CraftState]) -> Figure:
    """Evade with the dice of the pilot as a number, if they are skilled (HyperspaceD6, Vehicle
    Defenses).
    """
    built, more = attempt.character.figure("evade"), attempt.situation.get(EVADE, 0)
    if not more:
        return built
    topic = guide().topics["evade"]
    steered = bonus("who steers", more, source=topic.source, ruling=topic.ruling)
    return total("Evade", *built.terms, steered, source=built.source, ruling=built.ruling)


def damage_taken(craft: CraftState) -> Iterator[Figure]:
    """The dice that damage takes from everybody aboard (HyperspaceD6, Vehicle Damage)."""
    marks, levels = craft.marks, guide().levels
    if marks.damaged:
        label = "1 system" if marks.damaged == 1 else f"{marks.damaged} systems"
        yield dice(f"{label} damaged", -marks.damaged, source=levels["damaged"].source)
    if marks.rattled:
        yield dice("rattled", -1, source=levels["rattled"].source)


def penalties(attempt: Attempt[CraftState]) -> Iterator[Figure]:
    """The dice that damage takes, and each further action of an opponent's crew; a squadron has one
    action for each of its craft (HyperspaceD6, Vehicle Damage; Minion Groups).
    """
    yield from damage_taken(attempt.character)
    declared = attempt.situation.get("actions", 1)
    if (further := declared - max(1, attempt.character.members or 0)) > 0:
        less = book().play.dice["action"] * min(further, MOST_BONUS)
        yield dice(f"{declared} actions", less, source=book().play.sources["action"])


class _Answers(msgspec.Struct, frozen=True, gc=False):
    """What was typed for a check: the dice of the crew member's skill, the number to reach, and
    dice for circumstances; `held` is the name of what a weapon has to reach.
    """

    skill: int | None
    target: int | None
    opposed: int
    bonus: int
    held: str = ""


def _read(attempt: Attempt[CraftState]) -> _Answers:
    answers = Answers(attempt.values)
    skill = answers.number("skill", 0, MOST_SKILL)
    read = _Answers(
        attempt.situation.get(CREW) if skill is None else skill,
        answers.number("target", 0, MOST_NUMBER),
        answers.number("opposed", 0, MOST_SKILL) or 0,
        answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0,
        held_name(answers),
    )
    answers.check()
    return read


def _pool(attempt: Attempt[CraftState], roll: CraftRoll, read: _Answers) -> Figure:
    terms = [roll.pool]
    if read.skill:
        terms.insert(0, dice("skill", read.skill, source="who rolls"))
    if read.bonus:
        terms.append(dice("conditions", read.bonus, source=book().play.sources["circumstance"]))
    terms += penalties(attempt)
    return total(roll.name, *terms, unit="D", source=roll.pool.source)


def form(attempt: Attempt[CraftState], roll: CraftRoll) -> RollForm:
    """The roll form of a check or of damage."""
    if roll.damage:
        reason = barred(attempt) or too_many(roll.pool)
        foreseen = (f"{pools.average_text(roll.pool.value)} on average",)
        action = Action(roll.key, roll.name)
        return RollForm(action, (), roll.pool, foreseen=foreseen, barred=reason)
    read = _read(attempt)
    pool = _pool(attempt, roll, read)
    fields: tuple[Field, ...] = (
        number_field("skill", "Dice of the skill", read.skill, 0, MOST_SKILL),
        *_against_fields(roll, read),
        number_field("bonus", "Conditions", read.bonus or None, -MOST_BONUS, MOST_BONUS),
    )
    exact = None
    if 0 < pool.value <= pools.MOST_DICE:
        if read.target is not None:
            exact = pools.chance(pool.value, read.target)
        elif read.opposed:
            exact = exploding.chance_against(
                pool.value, read.opposed, ties=False, added=0, exploding=0
            )
    return RollForm(
        Action(roll.key, roll.name, asks=True),
        fields,
        pool,
        target=_target(roll, read),
        chance=pools.shown(exact),
        exact=exact,
        barred=barred(attempt) or no_dice(pool),
    )


def no_dice(pool: Figure) -> str:
    """Why a pool cannot be rolled: without dice, or with too many."""
    if pool.value <= 0:
        return f"0D: impossible. {guide().topics['no-dice'].ruling}"
    return too_many(pool)


def _against_fields(roll: CraftRoll, read: _Answers) -> Iterator[Field]:
    """What a roll has to reach: Evade or Dodge of a target, a number, or somebody's dice."""
    if roll.weapon:
        yield from held_fields(read.held, read.target)
    else:
        yield number_field("target", "Target number", read.target, 0, MOST_NUMBER)
        yield number_field("opposed", "Or their dice", read.opposed or None, 0, MOST_SKILL)


def _target(roll: CraftRoll, read: _Answers) -> Figure | None:
    if read.target is None:
        return None
    name = f"Their {read.held}" if roll.weapon else "Target number"
    return number(name, read.target, source="your GM")


def resolve(attempt: Attempt[CraftState], roll: CraftRoll, rng: Random) -> Outcome:
    """A check or damage as it falls; RuleViolation if it is barred."""
    refuse(roll.key, form(attempt, roll).barred)
    if roll.damage:
        thrown = tuple(Die(face) for face in pools.roll(rng, roll.pool.value))
        outcome = dice_outcome(roll.pool, thrown, action=roll.key, name=roll.name, kind="damage")
        return msgspec.structs.replace(outcome, said=(f"{outcome.total} damage",))
    read = _read(attempt)
    pool = _pool(attempt, roll, read)
    faces = pools.roll(rng, pool.value)
    thrown = tuple(Die(face, "" if place else "destiny") for place, face in enumerate(faces))
    outcome = dice_outcome(pool, thrown, action=roll.key, name=roll.name)
    outcome = against_target(outcome, _target(roll, read))
    said: tuple[str, ...] = ()
    if read.opposed and outcome.target is None:
        tie = guide().topics["opposed"].ruling
        outcome = against_code(outcome, (read.opposed, 0), rng, tie=tie)
        said = outcome.said
    elif outcome.target is not None:
        said = (compared(outcome.total, outcome.against, outcome.target),)
    hit = FollowUp(f"weapons.{roll.weapon.id}.damage", "Roll damage") if roll.weapon else FollowUp()
    follows = hit if outcome.success is not False else FollowUp()
    return msgspec.structs.replace(
        outcome,
        said=said,
        asks=book().play.destiny.get(str(faces[0]), ""),
        hit=hit,
        follows=follows.action,
        follows_name=follows.name,
    )
