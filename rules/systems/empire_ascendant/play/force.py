"""Force Points and what they were spent on, the dark side, and learning powers."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.figures import bonus, number, total
from rules.kit.answers import Answers, number_field
from rules.play import Action, Die, MarkChange, Outcome, TurnState
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.document import Award
from rules.systems.empire_ascendant.play import modifiers
from rules.systems.empire_ascendant.play.rollables import of_trait
from rules.systems.empire_ascendant.play.rolls import (
    DiceRoll,
    Plan,
    compared,
    extra,
    faces,
    plain,
    procedure,
    rows_menu,
    spend,
    text,
)
from rules.systems.empire_ascendant.rulebook import FORCE_SKILLS, rulebook

MOST_PREREQUISITES, UNHEROIC = 20, "unheroic"


# --- Force Points


def _spending(_character: Character, _situation: TurnState, answers: Answers) -> Plan:
    rules = rulebook().force
    names = {row.id: row.name for row in rules.deeds.values()}
    deed, field = rows_menu(answers, "deed", "The deed", names, usual=UNHEROIC)
    said = (rules.rulings["explode"], rules.deeds[deed].does, rules.deeds[deed].ruling)
    return Plan(fields=(field,), foreseen=tuple(filter(None, said)), given=deed)


def _spent(
    character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, rng: Random
) -> Outcome:
    """Sixes explode for the scene; the deed says what comes back (Force Points)."""
    deed = rulebook().force.deeds[plan.given]
    shifts = [spend(character)]
    shifts += [MarkChange("force_due", deed.due)] if deed.due else []
    shifts += [MarkChange("force_more", deed.more)] if deed.more else []
    said = (f"{deed.name}. {deed.does}", "Sixes explode for the rest of the scene.")
    situation = {"exploding": 1}
    outcome = text(outcome, *said, shifts=tuple(shifts), situation=situation, row=deed.id)
    return _darker(character, outcome, extra(rng, 1)) if deed.dark else outcome


def _no_point(character: Character, situation: TurnState) -> str:
    return modifiers.out(character) or modifiers.no_force_point(character, situation)


def _ending(character: Character, _situation: TurnState, _answers: Answers) -> Plan:
    held = character.marks
    return Plan(foreseen=(f"{held.force_due} back, and {held.force_more} more.",))


def _ended(
    character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    """Heroic points come back, and one more for the perfect moment."""
    held, shifts = character.marks, []
    for mark, by in (
        ("force_spent", min(held.force_due, held.force_spent)),
        ("force_due", held.force_due),
        ("force_more", held.force_more),
    ):
        shifts += [MarkChange(mark, -by)] if by else []
    more = held.force_more
    entries = (Award(force_points=more, note="Heroic at the perfect moment"),) if more else ()
    said = f"Force Points back: {held.force_due}. New ones: {more}."
    return text(outcome, said, shifts=tuple(shifts), entries=entries)


def _nothing_due(character: Character, _situation: TurnState) -> str:
    held = character.marks
    return "" if held.force_due or held.force_more else modifiers.said("nothing_due")


FORCE_POINT = procedure(
    Action("force-point", "Spend a Force Point", "Every six explodes until the scene ends."),
    _spending,
    _spent,
    barred=_no_point,
    kind="note",
)
ADVENTURE = procedure(
    Action("adventure", "End the adventure", "Force Points of heroic deeds come back."),
    _ending,
    _ended,
    barred=_nothing_due,
    kind="note",
)


# --- the dark side


def _tempted(character: Character, _situation: TurnState, _answers: Answers) -> Plan:
    """1D against the points that are held then, the new one included (our ruling)."""
    rules, held = rulebook().force, figures.dark_side_points(character)
    source = rules.sources["dark_side"]
    target = total(
        held.label,
        number("had", held.value, source=source),
        bonus("new", 1, source=source, ruling=rules.rulings["strictly"]),
        source=source,
    )
    roll = plain(character, rules.dark_side_dice, "Dark Side", target=target, source=source)
    fall = 1 - roll.reach(target.value)
    return Plan(roll=roll, foreseen=(f"Under {target.value}, you fall: {pools.percent(fall)}",))


def _darkened(
    character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    return _darker(character, replace(outcome, dice=()), outcome.dice)


def _darker(character: Character, outcome: Outcome, thrown: tuple[Die, ...]) -> Outcome:
    """One Dark Side Point more, and the roll that decides whether they fall."""
    held = character.marks.dark_side_points + 1
    rolled = faces(thrown)
    shifts = [MarkChange("dark_side_points", 1)]
    said = f"Dark Side Points: {held}. {rolled} rolled: you stay yourself."
    if rolled < held:
        shifts.append(MarkChange("fallen", 1, most=1))
        said = f"Dark Side Points: {held}. {rolled} rolled: the dark side has you."
    return text(outcome, said, shifts=tuple(shifts), dice=(*outcome.dice, *thrown))


def _fallen(character: Character, _situation: TurnState) -> str:
    if character.marks.dead:
        return modifiers.said("dead")
    return modifiers.said("fallen_already") if character.marks.fallen else ""


DARK_SIDE = procedure(
    Action("dark-side", "Gain a Dark Side Point", "For an evil act. Your GM rolls 1D."),
    _tempted,
    _darkened,
    barred=_fallen,
)


# --- learning


def _learning(character: Character, situation: TurnState, answers: Answers) -> Plan:
    """A Force skill, or what else fits, against 5 and 5 for each prerequisite."""
    names = {id: character.full_name(id) for id in FORCE_SKILLS if id in character.force_skills}
    for row in rulebook().force.learning_rolls.values():
        names[row.id] = row.name
    usual = next(iter(names))
    trait, field = rows_menu(answers, "trait", "Roll", names, usual=usual)
    count = answers.number("prerequisites", 0, MOST_PREREQUISITES) or 0
    own = character.trait(trait)
    roll = DiceRoll(
        character,
        situation,
        of_trait(character, own, own).pool,
        target=figures.learning(count),
    )
    most = MOST_PREREQUISITES
    return Plan(
        fields=(field, number_field("prerequisites", "Prerequisites", count, 0, most)), roll=roll
    )


def _learned(
    _character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    said = "Now pay for the power under Advancement." if outcome.success else ""
    return text(outcome, compared(outcome), said)


def _untrained(character: Character, situation: TurnState) -> str:
    if reason := modifiers.unable(character, situation):
        return reason
    return "" if character.force_skills else modifiers.said("no_force_skill")


LEARNING = procedure(
    Action("learning", "Learn a power", "With a teacher, or plenty of time."),
    _learning,
    _learned,
    barred=_untrained,
)
