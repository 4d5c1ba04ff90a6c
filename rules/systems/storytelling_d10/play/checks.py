"""Rolls of what stands on the sheet: their forms, what they come to, and what follows; requests."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from msgspec.structs import replace

from rules.dice import pools, successes
from rules.kit.checks import refuse
from rules.kit.pool_checks import MOST_DIFFICULTY
from rules.kit.roll_requests import RollRequests
from rules.kit.success_checks import unit
from rules.play import Action, Attempt, FollowUp, MarkChange, Outcome, RollForm
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import POWER, Character
from rules.systems.storytelling_d10.play.pool_check import Roll
from rules.systems.storytelling_d10.play.rollables import (
    ATTACK,
    DAMAGE,
    FORCE,
    Rollable,
)
from rules.systems.storytelling_d10.rulebook import ForceAbility, rulebook


class Requests(RollRequests, frozen=True, gc=False):
    """Roll requests whose number to reach is a difficulty."""

    def fields(
        self, *, target: int | None, helpers: int, opposed_by: int | None
    ) -> dict[str, tuple[str, ...]]:
        """The answers that a request lays down: the difficulty, or the dice against it."""
        values = super().fields(target=target, helpers=helpers, opposed_by=opposed_by)
        members = {"target": "difficulty", "opposed": "opposed"}
        return {members[id]: value for id, value in values.items() if id in members}


REQUESTS = Requests(
    MOST_DIFFICULTY,
    pools.MOST_DICE,
    tie=lambda: "A draw goes to whoever resists, else to nobody. Our ruling.",
    nobody_helps="In this game nobody helps: lend successes in the roll form instead.",
)


def form(attempt: Attempt[Character], rolled: Rollable) -> RollForm:
    """What is decided before this roll, with the exact chances."""
    check = Roll(attempt, rolled)
    form_ = check.form(
        Action(rolled.key, rolled.name, pool=rolled.pool, asks=True), tuple(check.fields())
    )
    if rolled.kind == DAMAGE:
        return replace(form_, chance="", exact=None, results={}, botch=None, needed=None)
    if rolled.force and rolled.force.steps and check.pool.value > 0 and not form_.barred:
        return replace(form_, results={**form_.results, **step_chances(check, rolled.force)})
    return form_


def step_chances(check: Roll, row: ForceAbility) -> dict[str, Fraction]:
    """The chance of each step of effect, and none of the next."""
    least = [max(step.successes, check.needed) for step in row.steps]
    reach = [
        successes.chance(
            check.pool.value, check.difficulty.value, one + check.against - check.added
        )
        for one in least
    ]
    beyond = [*reach[1:], Fraction(0)]
    pairs = zip(row.steps, reach, beyond, strict=True)
    return {str(step.successes): own - more for step, own, more in pairs}


def roll(attempt: Attempt[Character], rolled: Rollable, rng: Random) -> Outcome:
    """A roll, what it comes to, and what is spent on it."""
    check = Roll(attempt, rolled)
    action = Action(rolled.key, rolled.name)
    refuse(rolled.key, check.barred())
    if rolled.kind == DAMAGE:
        return _damage(check, action, rng)
    outcome = check.outcome(action, rng)
    who = "whoever resists" if rolled.kind == FORCE else "the evasion"
    outcome = check.contested(outcome, rng, who=who)
    return spent(check, after(check, outcome))


def _damage(check: Roll, action: Action, rng: Random) -> Outcome:
    dice, (levels, _) = check.throw(rng)
    row = check.rolled.force
    weapon, force = check.rolled.weapon, row.damage if row else None
    kind = weapon.harm if weapon else force.kind if force and force.kind else "lethal"
    noun = "level" if levels == 1 else "levels"
    shifts = (MarkChange("power_now", -check.power),) if check.power else ()
    return Outcome(
        action.id,
        action.name,
        "damage",
        dice,
        levels,
        code=check.pool.code,
        why=check.pool.why,
        said=(f"{levels} {noun} of {kind} damage", *aimed(check, levels)),
        shifts=shifts,
        unit="levels" if levels != 1 else "level",
    )


def aimed(check: Roll, levels: int) -> tuple[str, ...]:
    """What so many levels do to the part that was aimed at."""
    rows = [row for row in rulebook().combat.aim_effects.values() if row.part == check.aim]
    reached = [row for row in rows if row.least is not None and levels >= row.least]
    return (max(reached, key=lambda row: row.least or 0).does,) if reached else ()


def after(check: Roll, outcome: Outcome) -> Outcome:
    """What follows a roll: damage, the step of a Force ability, Current Power in a battle, the next
    of several actions.
    """
    rolled, situation, character = check.rolled, check.attempt.situation, check.attempt.character
    if rolled.kind == ATTACK:
        key = rolled.key.removesuffix(ATTACK) + DAMAGE
        outcome = replace(outcome, hit=FollowUp(key, "Roll damage"))
        if outcome.success:
            outcome = replace(outcome, follows=key, follows_name="Roll damage")
    if rolled.force and outcome.success:
        row = rolled.force
        if row.damage:
            key = f"{rolled.key}.{DAMAGE}"
            outcome = replace(outcome, hit=FollowUp(key, "Roll damage"))
            outcome = replace(outcome, follows=key, follows_name="Roll damage")
        steps = [step for step in row.steps if step.successes <= outcome.total]
        texts = (*outcome.said, steps[-1].does) if steps else outcome.said
        if check.destiny:
            texts = (*texts, row.destiny)
        if row.id == "breach-force":
            texts = (*texts, breached(check, outcome.total))
        outcome = replace(
            outcome, said=texts, row=str(steps[-1].successes) if steps else outcome.row
        )
    if character.house.split_results and rolled.ability in character.abilities:
        outcome = replace(outcome, said=(*outcome.said, split(check, outcome)))
    if outcome.success and situation.get("battle"):
        outcome = replace(outcome, shifts=(*outcome.shifts, *gain_power(character, rolled)))
    if situation.get("actions", 1) > 1:
        outcome = replace(
            outcome, situation={**outcome.situation, "done": situation.get("done", 0) + 1}
        )
    return outcome


def breached(check: Roll, count: int) -> str:
    """Whose successes hurt under Breach force: those of the Dark ability, or by house rule its
    own.
    """
    own = check.attempt.character.house.breach_own
    of = f"{count} dice of this activation" if own else "the successes of that ability"
    return f"Each Dark ability they use does bashing damage: {of}."


def split(check: Roll, outcome: Outcome) -> str:
    """The successes of the attribute's dice, which reason, and those of the ability's, which
    know.
    """
    at, own = check.difficulty.value, figures.trait(check.attempt.character, check.rolled.attribute)
    faces = [die.face for die in outcome.dice[: check.pool.value]]
    parts = (faces[: own.value], faces[own.value :])
    reason, know = (successes.count(part, at).successes for part in parts)
    return f"Attribute: {reason} {unit(reason)}. Ability: {know} {unit(know)}."


def gain_power(character: Character, rolled: Rollable | None = None) -> tuple[MarkChange, ...]:
    """Current Power for a success in battle, up to Power."""
    strong = bool(rolled and rolled.force) and character.has_merit("strong-in-the-force")
    row = rulebook().points.numbers["power-strong" if strong else "power-gain"]
    most = character.value(POWER)
    return (MarkChange("power_now", row.number, most=most),) if most else ()


def spent(check: Roll, outcome: Outcome) -> Outcome:
    """The points that the roll took."""
    shifts, situation = list(outcome.shifts), dict(outcome.situation)
    if "willpower" in check.points:
        shifts.append(MarkChange("willpower_spent", 1))
    if "destiny" in check.points or check.destiny:
        shifts.append(MarkChange("destiny_spent", 1))
        situation["destiny_round"] = 1
    return replace(outcome, shifts=tuple(shifts), situation=situation)
