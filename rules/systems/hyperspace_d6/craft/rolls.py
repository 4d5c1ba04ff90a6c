"""Rolls with a craft's dice and the damage of its weapons, and what takes dice from them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.dice import pools
from rules.figures import Figure, bonus, dice, number, total
from rules.forms.fields import Field, Number
from rules.kit.craft.crew import CREW_DICE
from rules.kit.craft.play import MOST_ACTIONS
from rules.kit.play.answers import Answers, number_field
from rules.kit.play.checks import (
    Check,
    against_code,
    against_target,
    compared,
    dice_outcome,
    refuse,
    shown,
    too_many,
)
from rules.kit.play.procedures import Rollable
from rules.play import Action, Attempt, Die, FollowUp, Outcome, PlayState, RollForm
from rules.systems.hyperspace_d6.craft.craft import DESTROYED, DICE_NUMBERS, Craft, out
from rules.systems.hyperspace_d6.play.roll_form import held_fields
from rules.systems.hyperspace_d6.play.roll_input import held_name
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

MOST_SKILL, MOST_NUMBER, MOST_BONUS = 50, 500, 20
# What a turn holds of the crew beside the dice of an opponent's: the present dice of the pilot, and
# what they add to Evade.
PILOT, EVADE = "pilot", "evade"


def find(craft: Craft, key: str) -> Rollable | None:
    """The roll with that key: one of its dice ("mobility"), a weapon's attack or its damage."""
    if key in DICE_NUMBERS:
        return Rollable(key, DICE_NUMBERS[key], "check", craft.figure(key))
    part, _, rest = key.partition(".")
    id, _, side = rest.rpartition(".")
    weapon = craft.weapon(id) if part == "weapons" else None
    if weapon is None or side not in ("attack", "damage"):
        return None
    if side == "damage":
        name = f"{weapon.name}, damage"
        return Rollable(key, name, side, craft.damage(weapon), weapon=weapon)
    follows, pool = f"weapons.{weapon.id}.damage", craft.figure("fire_control")
    return Rollable(key, weapon.name, "check", pool, weapon=weapon, damage_key=follows)


def destroyed(attempt: Attempt[Craft]) -> str:
    """Why nothing can be done with a destroyed craft, "" while it is not."""
    return DESTROYED if attempt.character.marks.destroyed else ""


def barred(attempt: Attempt[Craft]) -> str:
    """Why nobody can act with the craft, "" if they can."""
    return out(attempt.character)


def evade(attempt: Attempt[Craft]) -> Figure:
    """Evade with the dice of the pilot as a number, if they are skilled (HyperspaceD6, Vehicle
    Defenses).
    """
    built, more = attempt.character.figure("evade"), attempt.situation.get(EVADE, 0)
    if not more:
        return built
    topic = guide().topics["evade"]
    steered = bonus("who steers", more, source=topic.source, ruling=topic.ruling)
    return total("Evade", *built.terms, steered, source=built.source, ruling=built.ruling)


def damage_taken(craft: Craft) -> Iterator[Figure]:
    """The dice that damage takes from everybody aboard (HyperspaceD6, Vehicle Damage)."""
    marks, levels = craft.marks, guide().levels
    if marks.damaged:
        label = "1 system" if marks.damaged == 1 else f"{marks.damaged} systems"
        yield dice(f"{label} damaged", -marks.damaged, source=levels["damaged"].source)
    if marks.rattled:
        yield dice("rattled", -1, source=levels["rattled"].source)


def _penalties(attempt: Attempt[Craft]) -> Iterator[Figure]:
    """The dice that damage takes, and each further action of an opponent's crew; a squadron has one
    action for each of its craft (HyperspaceD6, Vehicle Damage; Minion Groups).
    """
    yield from damage_taken(attempt.character)
    declared = attempt.situation.get("actions", 1)
    if (further := declared - max(1, attempt.character.members or 0)) > 0:
        less = book().play.dice["action"] * min(further, MOST_BONUS)
        yield dice(f"{declared} actions", less, source=book().play.sources["action"])


class CraftCheck(Check):
    """A check with a craft's dice, of which the first is the Destiny Die."""

    __slots__ = ("against", "craft", "no_dice", "pool", "target")
    wins_ties = False
    pool: Figure
    no_dice: str

    def __init__(
        self, craft: Craft, pool: Figure, target: Figure | None = None, opposed: int = 0
    ) -> None:
        self.craft, self.pool, self.target = craft, pool, target
        self.against = (opposed, 0) if opposed else None
        self.no_dice = guide().topics["no-dice"].ruling

    def refusal(self) -> str:
        """Why nobody can act with the craft."""
        return out(self.craft)

    def variants(self) -> Iterator[tuple[str, Check]]:
        """None: a crew spends no points here."""
        yield from ()

    def roll(self, rng: Random) -> tuple[Die, ...]:
        """The faces of the dice."""
        faces = pools.roll(rng, self.pool.value)
        return tuple(Die(face, "" if place else "destiny") for place, face in enumerate(faces))

    def outcome(self, action: str, name: str, rng: Random) -> Outcome:
        """The roll as it falls, with what the Destiny Die asks; RuleViolation if it is barred."""
        outcome = self.throw(rng, action=action, name=name)
        outcome = replace(outcome, asks=book().play.destiny.get(str(outcome.dice[0].face), ""))
        outcome = against_target(outcome, self.target)
        if outcome.target is not None:
            message = compared(outcome.total, outcome.against, outcome.target)
            return replace(outcome, said=(message,))
        if self.against:
            return against_code(outcome, self.against, rng, tie=guide().topics["opposed"].ruling)
        return outcome


def _check(attempt: Attempt[Craft], roll: Rollable) -> tuple[CraftCheck, tuple[Field, ...]]:
    """A check and its fields: the dice of the crew member's skill, what it has to reach, and dice
    for circumstances.
    """
    answers = Answers(attempt.values)
    skill = answers.number("skill", 0, MOST_SKILL)
    skill = attempt.situation.get(CREW_DICE) if skill is None else skill
    aim = answers.number("target", 0, MOST_NUMBER)
    opposed = answers.number("opposed", 0, MOST_SKILL) or 0
    more = answers.number("bonus", -MOST_BONUS, MOST_BONUS)
    held = held_name(answers)
    answers.check()
    terms = (
        *((dice("skill", skill, source="who rolls"),) if skill else ()),
        roll.pool,
        *((dice("conditions", more, source=book().play.sources["circumstance"]),) if more else ()),
        *_penalties(attempt),
    )
    pool = total(roll.name, *terms, unit="D", source=roll.pool.source)
    called = f"Their {held}" if roll.is_attack else "Target number"
    target = None if aim is None else number(called, aim, source="your GM")
    against: tuple[Field, ...] = (
        number_field("target", called, aim, 0, MOST_NUMBER),
        number_field("opposed", "Or their dice", opposed or None, 0, MOST_SKILL),
    )
    fields = (
        number_field("skill", "Dice of the skill", skill, 0, MOST_SKILL),
        *(held_fields(held, aim) if roll.is_attack else against),
        number_field("bonus", "Conditions", more or None, -MOST_BONUS, MOST_BONUS),
    )
    return CraftCheck(attempt.character, pool, target, opposed), fields


def form(attempt: Attempt[Craft], roll: Rollable) -> RollForm:
    """The roll form of a check or of damage."""
    if roll.kind == "damage":
        foreseen = (f"{pools.average_text(roll.pool.value)} on average",)
        reason = barred(attempt) or too_many(roll.pool)
        action = Action(roll.key, roll.name)
        return RollForm(action, (), roll.pool, foreseen=foreseen, barred=reason)
    check, fields = _check(attempt, roll)
    return check.form(Action(roll.key, roll.name, asks=True), fields)


def resolve(attempt: Attempt[Craft], roll: Rollable, rng: Random) -> Outcome:
    """A check or damage as it falls; RuleViolation if it is barred."""
    if roll.kind == "damage":
        refuse(roll.key, barred(attempt) or too_many(roll.pool))
        thrown = tuple(Die(face) for face in pools.roll(rng, roll.pool.value))
        outcome = dice_outcome(roll.pool, thrown, action=roll.key, name=roll.name, kind="damage")
        return replace(outcome, said=(f"{outcome.total} damage",))
    check, _ = _check(attempt, roll)
    outcome = check.outcome(roll.key, roll.name, rng)
    hit = FollowUp(roll.damage_key, "Roll damage") if roll.is_attack else FollowUp()
    follows = hit if outcome.success is not False else FollowUp()
    return replace(outcome, hit=hit, follows=follows.action, follows_name=follows.name)


def state(attempt: Attempt[Craft]) -> PlayState:
    """Its dice with what damage takes from them, and Evade with the pilot."""
    craft, less = attempt.character, tuple(_penalties(attempt))
    crew, declared = (attempt.situation.get(*member) for member in ((CREW_DICE, 0), ("actions", 1)))
    more = (dice("crew", crew, source="your GM"), *less) if crew else less
    keys = (*DICE_NUMBERS, *(f"weapons.{weapon.id}.attack" for weapon in craft.weapons))
    rolls: list[Any] = [find(craft, key) for key in keys]
    figures = {
        roll.key: shown(total(roll.name, roll.pool, *more, unit="D", source=roll.pool.source))
        for roll in rolls
    }
    if attempt.situation.get(EVADE):
        figures["evade"] = evade(attempt)
    remarks = (f"{term.label[:1].upper()}{term.label[1:]}: −{-term.value}D" for term in less)
    control = Number(
        "actions", "Actions this turn", (str(declared),), lowest=1, highest=MOST_ACTIONS
    )
    said = tuple(filter(None, (barred(attempt), *remarks)))
    return PlayState(figures, said, (control,) if crew else ())
