"""The rolls of a declared game of dots: traits and attacks, and the damage of a hit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.declared.dots.character import DotCharacter
from rules.figures import Figure, bonus, number, total
from rules.forms.fields import Field, Option
from rules.kit.play.answers import Answers, menu, number_field, pick
from rules.kit.play.checks import follow, refuse
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.kit.play.procedures import Rollable, Rolls
from rules.kit.play.questions import ActionInput, Questionnaire
from rules.kit.play.success_checks import SuccessCheck
from rules.kit.play.turns import asked_cost, effect_terms, scopes, too_many_actions
from rules.kit.typed.items import WEAPON
from rules.phrases import counted
from rules.play import Action, Attempt, FollowUp, MarkChange, Outcome
from rules.problems import Problem, RuleViolation

Play = Attempt[DotCharacter]
Inputs = ActionInput[DotCharacter]
MOST_BONUS, MOST_NEEDED, LEAST, SIDES = 10, 20, 2, 10
POINT_RULE = "A point goes on the newest roll of your own, once."
POINTS, BEYOND = "points", "beyond"


class DotCheck(SuccessCheck):
    """A trait against a difficulty, with dice more or less and a point for successes more. An
    attack is against a defense, where the game has one.
    """

    __slots__ = ("added", "bonus", "difficulty", "needed", "play", "rollable", "spends")

    def __init__(self, play: Play, rollable: Rollable, *, spends: bool | None = None) -> None:
        rules, answers = play.character.rules, Answers(play.values)
        rows = rules.book.play.difficulties
        self.play, self.rollable = play, rollable
        rung = answers.option("ladder", rows)
        typed = answers.number("difficulty", LEAST, SIDES)
        self.needed = answers.number("needed", 1, MOST_NEEDED) or 1
        self.bonus = answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0
        point = rules.book.point
        chosen = bool(point and not point.after and point.id in answers.chosen(POINTS))
        answers.check()
        self.spends = chosen if spends is None else spends
        usual = rows[rung].number if rung else rules.book.play.usual
        self.difficulty = number("Difficulty", usual if typed is None else typed)
        self.added = point.successes if point and self.spends else 0

    @property
    def cancels(self) -> bool:  # type: ignore[override]  # the game says so
        """True if ones cancel successes."""
        return self.play.character.rules.book.play.ones_cancel

    @property
    def pool(self) -> Figure:
        """The dice with everything that adds or takes some."""
        own = self.rollable.pool
        more = [*effect_terms(self.play.turn, *scopes(self.rollable)), *self.more()]
        point = self.play.character.rules.book.point
        if point and self.spends and point.dice:
            more.append(bonus(point.one, point.dice, source=point.source))
        if self.bonus:
            more.append(bonus("conditions", self.bonus, source="Your GM"))
        return total(own.label, own, *more, unit=own.unit) if more else own

    def more(self) -> tuple[Figure, ...]:
        """Dice beside those of a trait."""
        return ()

    def refusal(self) -> str:
        """Why it cannot be rolled, "" if it can."""
        character = self.play.character
        if character.is_out:
            return character.rules.book.health.out
        point = character.rules.book.point
        return no_point(character) if point and self.spends else ""

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """The check with a point."""
        point = self.play.character.rules.book.point
        if point and not self.spends and not point.after:
            yield f"a {point.one}", DotCheck(self.play, self.rollable, spends=True)

    def fields(self) -> Iterator[Field]:
        """The difficulty, the successes needed, dice more or less, a point."""
        rules = self.play.character.rules
        fight, is_attack = rules.book.fight, self.rollable.is_attack
        theirs = f"Their {rules.book.figures[fight.defense].name}" if fight.defense else ""
        if is_attack and theirs and fight.reached == "difficulty":
            at = self.difficulty.value
            yield number_field("difficulty", theirs, at, LEAST, SIDES)
        else:
            yield from self._ladder()
        is_theirs = is_attack and theirs and fight.reached == "successes"
        label = theirs if is_theirs else "Successes needed"
        yield number_field("needed", label, self.needed, 1, MOST_NEEDED)
        yield self.bonus_field()
        if (point := rules.book.point) and not point.after:
            successes = "a success" if point.successes == 1 else f"{point.successes} successes"
            several = (
                successes if point.successes else "",
                counted(point.dice, "die", "dice") if point.dice else "",
            )
            more = " and ".join(filter(None, several))
            option = Option(point.id, f"{point.name}: {more} more", chosen=self.spends)
            yield pick(POINTS, "Points", (option,))

    def _ladder(self) -> Iterator[Field]:
        at = self.difficulty.value
        rows = self.play.character.rules.book.play.difficulties.values()
        options = (
            Option(row.id, f"{row.name} {row.number}", chosen=row.number == at) for row in rows
        )
        yield menu("ladder", "Difficulty", (Option("", "Another number"), *options))
        yield number_field("difficulty", "Or a number", None, LEAST, SIDES)

    def bonus_field(self) -> Field:
        """The field for dice more or less."""
        return number_field(
            "bonus", "Dice more or less", self.bonus or None, -MOST_BONUS, MOST_BONUS
        )

    def result(self, outcome: Outcome) -> Outcome:
        """The outcome with the point that was spent; a hit with its damage, or the roll of it."""
        character, rollable = self.play.character, self.rollable
        point = character.rules.book.point
        can_add = bool(point and point.after) and not no_point(character)
        shifts = (MarkChange("spent", 1),) if self.spends else ()
        outcome = text(outcome, shifts=shifts, point=can_add)
        if not outcome.success or rollable.weapon is None:
            return outcome
        beyond = outcome.total - self.needed
        if rollable.damage_key:
            more = f"?{BEYOND}={beyond}" if beyond else ""
            return text(outcome, hit=FollowUp(f"{rollable.damage_key}{more}", "Roll damage"))
        boxes = hit_boxes(character, rollable, outcome)
        return text(outcome, f"{counted(boxes, 'box', 'boxes')} of damage.")


class DamageCheck(DotCheck):
    """The damage of a hit: the dice of the weapon, and one for each success of the attack beyond
    those needed. Each success is a box.
    """

    __slots__ = ("beyond",)

    def __init__(self, play: Play, rollable: Rollable) -> None:
        super().__init__(play, rollable, spends=False)
        answers = Answers(play.values)
        self.beyond = answers.number(BEYOND, 0, MOST_NEEDED) or 0
        answers.check()

    def more(self) -> tuple[Figure, ...]:
        """The dice of the attack."""
        return (bonus("beyond those needed", self.beyond),) if self.beyond else ()

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """No point adds to damage."""
        return iter(())

    def fields(self) -> Iterator[Field]:
        """The successes of the attack, and dice more or less."""
        yield number_field(BEYOND, "Successes beyond those needed", self.beyond, 0, MOST_NEEDED)
        yield self.bonus_field()

    def result(self, outcome: Outcome) -> Outcome:
        """The boxes; no damage is no failure."""
        boxes = counted(outcome.total, "box", "boxes")
        return replace(outcome, said=(f"{boxes} of damage.",), success=None)


def hit_boxes(character: DotCharacter, rollable: Rollable, attack: Outcome) -> int:
    """The boxes that a hit marks without a roll: those of the weapon, and one for each success of
    the attack beyond those needed.
    """
    damage = character.damage(rollable.weapon) if rollable.weapon else None
    return max(0, (damage.value if damage else 0) + attack.total - (attack.needed or 1))


def find(character: DotCharacter, key: str) -> Rollable | None:
    """The roll with that key, None for none."""
    part, _, id = key.partition(".")
    if part == "weapons":
        return _attack(character, key, *id.rpartition(".")[::2])
    traits = character.rules.book.traits
    rows: dict[str, Any] = {"attributes": traits.attributes, "skills": traits.skills}
    row = rows.get(part, {}).get(id)
    return Rollable(key, row.name, "check", character.now(id), id) if row else None


def _attack(character: DotCharacter, key: str, thing: str, side: str) -> Rollable | None:
    """The attack or the damage of a weapon that is carried and used with a trait."""
    holding = character.holding(thing)
    item = holding.item if holding else None
    if item is None or item.what != WEAPON or not item.skill:
        return None
    harm = character.damage(item) if character.rules.book.fight.damage == "dice" else None
    if side == "attack":
        follows = f"weapons.{item.key}.damage" if harm else ""
        pool = character.now(item.skill)
        return Rollable(key, item.name, "check", pool, item.skill, item, follows)
    if side == "damage" and harm:
        return Rollable(key, harm.label, "damage", harm, weapon=item)
    return None


def check(attempt: Play, rollable: Rollable) -> DotCheck:
    """A roll of the sheet with the choices made before it."""
    kind = DamageCheck if rollable.kind == "damage" else DotCheck
    return kind(attempt, rollable)


def _plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice with their fields. A roll takes an action, but for damage."""
    rolled = check(inputs.attempt, rollable)
    if inputs.has_form:
        inputs.fields.extend(rolled.fields())
    if rollable.kind == "damage":
        return RollPlan(roll=rolled)
    cost, most = asked_cost(inputs, rollable), inputs.character.rules.book.play.actions
    barred = too_many_actions(inputs.situation, most, cost, "round")
    return RollPlan(roll=rolled, cost=cost, barred=barred)


def _result(inputs: Inputs, rollable: Rollable, outcome: Outcome, _rng: Random) -> Outcome:
    return check(inputs.attempt, rollable).result(outcome)


def no_point(character: DotCharacter) -> str:
    """Why no point can be spent, "" if one can."""
    point = character.rules.book.point
    if point is None or character.points_left.value > 0:
        return ""
    return f"You have no {point.name} left. {point.back}".strip()


def add_point(attempt: Play, outcome: Outcome, rng: Random) -> Outcome:
    """A point on a roll that was seen: its dice are added, or all dice are thrown again."""
    character, point = attempt.character, attempt.character.rules.book.point
    rollable = find(character, outcome.action)
    if point is None or rollable is None or not outcome.point:
        raise RuleViolation([Problem("barred", outcome.action, POINT_RULE)])
    rolled = DotCheck(Attempt(character, attempt.turn), rollable)
    refuse(outcome.action, rolled.refusal() or no_point(character))
    rolled.difficulty = number(outcome.against, outcome.target or LEAST)
    rolled.needed = outcome.needed or 1
    again = point.after == "reroll"
    more = rolled.fallen(rng, len(outcome.dice) if again else point.dice)
    dice = more if again else (*outcome.dice, *more)
    made = rolled.judged(Action(outcome.action, outcome.name), dice, rolled.count(dice))
    made = replace(made, code=outcome.code, why=outcome.why)
    spent = (MarkChange("spent", 1),)
    return follow(replace(rolled.result(made), shifts=spent, point=False))


def rolls(asked: Questionnaire) -> Rolls[DotCharacter, Rollable]:
    """The rolls of the sheet."""
    planned: PlannedRoll[DotCharacter, Rollable] = PlannedRoll(asked, _plan, _result)
    return Rolls(find, planned.kind.form, planned.kind.roll)
