"""Force Points and what they were spent on, the dark side, and powers: rolled, and learned."""

from __future__ import annotations

from random import Random
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from rules.declared.play.coded_rolls import CodedRoll
from rules.declared.play.modifiers import spent_point
from rules.declared.play.powers import PowerRolls
from rules.dice import pools
from rules.figures import Figure
from rules.kit.play.outcomes import cleared, extra, faces, marked, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.typed.document import Award
from rules.play import Attempt, Die, MarkChange, Outcome, TurnState
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.modifiers import refusal
from rules.systems.empire_ascendant.play.rolls import GM, LADDER, Inputs, plain, roll
from rules.systems.empire_ascendant.rulebook.book import rulebook

FORCE, TABLE = rulebook().force, rulebook().powers
POINT = rulebook().points["force_points"]


class ForcePowers(PowerRolls):
    """The rolls of Force powers, with the dark side that tempts."""

    unable, changes = staticmethod(modifiers.unable), staticmethod(checks.changes)
    plain = staticmethod(roll)
    others = MappingProxyType({row.id: row.name for row in FORCE.learning_rolls.values()})

    def target(self, value: int) -> Figure:
        """A typed number is the GM's."""
        return LADDER.typed(value, GM)

    def check(
        self, inputs: Inputs, code: Figure, target: Figure | None, *more: Figure, **rest: Any
    ) -> CodedRoll:
        """A Force skill as it is rolled now, with the offer of the dark side."""
        dark, target = checks.dark(inputs, target)
        more, has_point = (*more, *dark), inputs["points"]
        return roll(inputs, code, *more, target=target, has_point=has_point, **rest)

    def now(self, attempt: Attempt[Character], pool: Figure) -> Figure:
        """A code as it is rolled now."""
        return modifiers.TURN.now(attempt)(pool, ("checks",))


POWERS = ForcePowers(GAME, TABLE)


def _spending(inputs: Inputs) -> Plan:
    deed = FORCE.deeds[inputs["deed"]]
    return Plan(foreseen=(FORCE.rulings["explode"], deed.does, deed.ruling))


def _spent(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """Sixes explode for the scene; the deed says what comes back (Force Points)."""
    deed, message = FORCE.deeds[inputs["deed"]], "Sixes explode for the rest of the scene."
    due = (("force_due", deed.due), ("force_more", deed.more))
    more = (MarkChange(mark, by) for mark, by in due if by)
    shifts = (spent_point(inputs.character, POINT), *more)
    outcome = text(outcome, f"{deed.name}. {deed.does}", message, shifts=shifts, row=deed.id)
    outcome = replace(outcome, situation={POINT.turn: 1})
    return _darker(inputs.character, outcome, extra(rng, 1)) if deed.dark else outcome


def _no_point(character: Character, situation: TurnState) -> str:
    return modifiers.out(character) or modifiers.TURN.no_point(character, situation)


def _ending(inputs: Inputs) -> Plan:
    condition = inputs.character.marks
    return Plan(foreseen=(f"{condition.force_due} back, and {condition.force_more} more.",))


def _ended(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Heroic points come back, and one more for the perfect moment."""
    condition = inputs.character.marks
    due, more = condition.force_due, condition.force_more
    back = min(due, condition.force_spent)
    spent = (MarkChange("force_spent", -back),) if back else ()
    shifts = (*spent, *cleared(condition, "force_due", "force_more"))
    entries = (Award(force_points=more, note="Heroic at the perfect moment"),) if more else ()
    message = f"Force Points back: {due}. New ones: {more}."
    return text(outcome, message, shifts=shifts, entries=entries)


def _nothing_due(character: Character, _situation: TurnState) -> str:
    condition = character.marks
    return refusal("" if condition.force_due or condition.force_more else "nothing_due")


def _tempted(inputs: Inputs) -> Plan:
    """1D against the points that are held then, the new one included (our ruling)."""
    target = GAME.point_figures.one_darker(inputs.character, FORCE.rulings["strictly"])
    count, source = FORCE.dark_side_dice, FORCE.sources["dark_side"]
    pool = plain(inputs, count, "Dark Side", target=target, source=source)
    fall = pools.percent(1 - pool.reach(target.value))
    return Plan(roll=pool, foreseen=(f"Under {target.value}, you fall: {fall}",))


def _darkened(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    return _darker(inputs.character, replace(outcome, dice=()), outcome.dice)


def _darker(character: Character, outcome: Outcome, thrown: tuple[Die, ...]) -> Outcome:
    """One Dark Side Point more, and the roll that decides whether they fall."""
    points, rolled = character.marks.dark_side_points + 1, faces(thrown)
    falls = rolled < points
    end = "the dark side has you." if falls else "you stay yourself."
    message = f"Dark Side Points: {points}. {rolled} rolled: {end}"
    shifts = (MarkChange("dark_side_points", 1), *((marked("fallen"),) if falls else ()))
    return text(outcome, message, shifts=shifts, dice=(*outcome.dice, *thrown))


NOT_FALLEN = modifiers.unless(lambda who: not who.marks.fallen, "fallen_already")
RULES = {
    "force-point": ProcedureRule(_spent, _spending, _no_point),
    "adventure": ProcedureRule(_ended, _ending, _nothing_due),
    "dark-side": ProcedureRule(_darkened, _tempted, NOT_FALLEN),
    "learning": POWERS.learning(refusal("no_force_skill")),
}
