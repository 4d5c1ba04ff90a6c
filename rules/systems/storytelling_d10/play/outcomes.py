"""Outcomes of rolls of the sheet, and what follows: damage, the steps of a Force ability, Current
Power, the points that were spent; and requests.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.dice import pools, successes
from rules.kit.play.checks import refuse
from rules.kit.play.outcomes import text
from rules.kit.play.roll_requests import RollRequests
from rules.kit.play.success_checks import unit
from rules.kit.play.turns import accounted, share
from rules.phrases import counted
from rules.play import Action, Attempt, Fold, MarkChange, Outcome, RollForm, TurnState
from rules.systems.storytelling_d10.character.character import POWER, Character
from rules.systems.storytelling_d10.play import attack_forms, lasting, rollables, turns
from rules.systems.storytelling_d10.play.checks import THEIR_DICE, THEIR_DIFFICULTY, Roll
from rules.systems.storytelling_d10.play.pool_checks import (
    MOST_DIFFICULTY,
)
from rules.systems.storytelling_d10.play.rollables import (
    ATTACK,
    DAMAGE,
    FORCE,
    Rollable,
)
from rules.systems.storytelling_d10.rulebook.aiming import reached
from rules.systems.storytelling_d10.rulebook.book import RESISTANCES, rulebook
from rules.turn import ROUNDS


class Requests(RollRequests, frozen=True, gc=False):
    """Roll requests whose number to reach is a difficulty."""

    def fields(
        self, *, target: int | None = None, helpers: int = 0, opposed_by: int | None = None
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
    """The form before this roll, with the exact chances."""
    check = Roll(attempt, rolled)
    action = Action(rolled.key, rolled.name, pool=rolled.pool, asks=True)
    takes = share(attempt, check.cost, turns.less(attempt.situation, check.cost))
    form_ = replace(check.form(action, tuple(check.fields())), takes=takes)
    theirs = tuple(one.id for one in form_.fields if one.id in (THEIR_DICE, THEIR_DIFFICULTY))
    if theirs:
        form_ = replace(form_, folds=(Fold("What lasts on the target", theirs),))
    if rolled.kind == DAMAGE:
        return replace(form_, chance="", exact=None, results={}, botch=None, needed=None)
    if rolled.force:
        foreseen = rolled.force.foreseen(rulebook().trait_name, RESISTANCES)
        form_ = replace(form_, foreseen=foreseen)
    if rolled.force and rolled.force.steps and check.pool.value > 0 and not form_.barred:
        return replace(form_, results={**form_.results, **check.step_chances(rolled.force.steps)})
    return form_


def roll(attempt: Attempt[Character], rolled: Rollable, rng: Random) -> Outcome:
    """A roll, what it comes to, what is spent on it, and what it takes of the round."""
    check = Roll(attempt, rolled)
    action = Action(rolled.key, rolled.name)
    refuse(rolled.key, check.barred())
    if rolled.kind == DAMAGE:
        return lasting.acted(attempt.turn, _damage(check, action, rng), DAMAGE, acts=False)
    outcome = check.outcome(action, rng)
    who = "whoever resists" if rolled.kind == FORCE else "the evasion"
    outcome = check.contested(outcome, rng, who=who)
    return accounted(attempt, spent(check, after(check, outcome)), cost=check.cost)


def _damage(check: Roll, action: Action, rng: Random) -> Outcome:
    dice, (levels, _) = check.throw(rng)
    row, grows = check.rolled.force, check.grows
    if grows and grows.doubled and (check.levels or 0) >= grows.doubled:
        levels *= 2
    weapon, force = check.rolled.weapon, row.damage if row else None
    kind = weapon.harm if weapon else force.kind if force and force.kind else "lethal"
    noun = "level" if levels == 1 else "levels"
    effects = reached(rulebook().combat.aim_effects.values(), check.aim, levels)
    aimed = tuple(f"{one} If nothing is soaked." for one in effects)
    shifts = (MarkChange("power_now", -check.power),) if check.power else ()
    return Outcome(
        action.id,
        action.name,
        "damage",
        dice,
        levels,
        code=check.pool.code,
        why=check.pool.why,
        said=(f"{levels} {noun} of {kind} damage", *aimed),
        shifts=shifts,
        unit="levels" if levels != 1 else "level",
    )


def after(check: Roll, outcome: Outcome) -> Outcome:
    """The outcome with what follows: damage, the step of a Force ability, Current Power in a
    battle.
    """
    rolled, situation, character = check.rolled, check.attempt.situation, check.attempt.character
    if rolled.kind in (ATTACK, FORCE):
        outcome = attack_forms.handed_on(check, outcome)
    if rolled.force and outcome.success:
        row = rolled.force
        texts = (*outcome.said, *row.said(outcome.total, destiny=check.destiny))
        if row.id == "breach-force":
            texts = (*texts, breached(check, outcome.total))
        if row.id == "farseeing" and outcome.total > 1 and character.has_merit("visions"):
            texts = (*texts, attack_forms.visions(outcome.total))
        steps = [step for step in row.steps if step.successes <= outcome.total]
        outcome = replace(
            outcome, said=texts, row=str(steps[-1].successes) if steps else outcome.row
        )
    if rolled.force and rolled.kind == FORCE:
        outcome = replace(outcome, situation={**outcome.situation, **lasting.use(rolled.force)})
        if outcome.success and lasting.works_on_user(rolled.force, destiny=check.destiny):
            count, is_spent = outcome.total, check.destiny
            effects = lasting.begun(rolled.force, count, destiny=is_spent, own=True)
            outcome = lasting.with_effects(check.attempt.turn, outcome, effects)
    words, is_defense = rollables.acts_as(rolled), bool(rolled.force and rolled.force.defensive)
    acts = bool(check.cost) or is_defense
    outcome = lasting.acted(check.attempt.turn, outcome, *words, acts=acts)
    if is_defense and check.attempt.counted(1):
        outcome = text(outcome, situation={**outcome.situation, **evaded(situation)})
    if character.house.split_results and rolled.ability in character.abilities:
        outcome = replace(outcome, said=(*outcome.said, split(check, outcome)))
    if outcome.success and situation.get(ROUNDS):
        outcome = replace(outcome, shifts=(*outcome.shifts, *gain_power(character, rolled)))
    return outcome


def evaded(situation: TurnState) -> dict[str, int]:
    """One evasion more, or one defense by the Force: each takes a die from later rolls."""
    return {"evasions": situation.get("evasions", 0) + 1}


def breached(check: Roll, count: int) -> str:
    """Whose successes hurt under Breach force: those of the Dark ability, or by house rule its
    own.
    """
    own = check.attempt.character.house.breach_own
    of = (
        f"{counted(count, 'die', 'dice')} of this activation"
        if own
        else "the successes of that ability"
    )
    return f"Each Dark ability they use does bashing damage: {of}."


def split(check: Roll, outcome: Outcome) -> str:
    """The successes of the attribute's dice, which reason, and those of the ability's, which
    know.
    """
    at, own = check.difficulty.value, check.attempt.character.trait(check.rolled.attribute)
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
