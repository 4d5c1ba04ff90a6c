"""Rolls that do not stand on the sheet: Willpower, initiative, the Paths."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from rules.dice import pools
from rules.figures import number
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, as_rolled
from rules.play import MarkChange, Outcome, TurnState
from rules.systems.storytelling_d10.character import figures, force
from rules.systems.storytelling_d10.character.character import (
    DARK,
    LIGHT,
    POWER,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.play import lasting, rollables
from rules.systems.storytelling_d10.play.checks import no_destiny
from rules.systems.storytelling_d10.play.rollables import (
    DEXTERITY,
    DICE,
    RESIST,
    Inputs,
    ask_bearings,
    conditions,
)
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.success_rolls import LeadingRoll, summed
from rules.turn import ROUNDS

COMPULSION = "compulsion"
SIDES = {"light": "Light side", "dark": "Dark side"}
TRAITS = {"light": LIGHT, "dark": DARK}


def unable(character: Character, _situation: TurnState) -> str:
    """Why nothing is rolled."""
    return rollables.cannot_act(character)


# --- Willpower


def _will(inputs: Inputs) -> Plan:
    """Willpower at 6; for a passion or a virtue Light has it easier, and Dark harder."""
    bearings = ask_bearings(inputs, "willpower", RESIST)
    usual, typed = rollables.usual(), inputs["difficulty"]
    difficulty = usual if typed == usual.value else number("Difficulty", typed)
    side = figures.alignment(inputs.character)
    if inputs["for"] in ("passion", "virtue") and side != "neutral":
        row = rulebook().points.numbers[f"will-{side}"]
        difficulty = summed(difficulty, row.bonus(SIDES[side]))
    will = inputs.character.trait(WILLPOWER)
    lasts = lasting.terms(inputs.attempt.turn, WILLPOWER, acts=False)
    pool = summed(will, *lasts, *bearings.dice(), *conditions(inputs))
    at = summed(difficulty, *bearings.difficulty())
    return Plan(roll=DICE.throw(pool, at, reroll=bearings.reroll))


def _will_difficulty(inputs: Inputs) -> int:
    """The usual difficulty; of a flaw its own, of a compulsion with its points."""
    row = rulebook().merits.numbers.get(inputs["for"])
    if row is None:
        return rollables.usual().value
    flaws = inputs.character.flaws
    points = next((one.points for one in flaws if one.row.id == inputs["for"]), 0)
    return row.number + (points if inputs["for"] == COMPULSION else 0)


# --- initiative


def _initiative(inputs: Inputs) -> Plan:
    """The higher of Light and Dark at 4, then Dexterity and Wits with that many dice more. Destiny
    adds successes.
    """
    spends = bool(inputs["points"])
    less = rollables.penalties(inputs, DEXTERITY, cost=0)
    lasts = lasting.terms(inputs.attempt.turn, "initiative", acts=False)
    roll = LeadingRoll(
        DICE,
        figures.initiative_first(inputs.character),
        summed(figures.initiative(inputs.character), *less, *lasts),
        rulebook().combat.numbers["initiative"].figure("Difficulty"),
        added=rulebook().points.numbers["destiny-initiative"].number if spends else 0,
        bars=no_destiny(inputs, spends=spends),
    )
    chances = roll.results()
    average = sum((int(count) * chance for count, chance in chances.items()), Fraction(0))
    some = pools.percent(1 - chances.get("0", Fraction(0)))
    once = "Craft of one kind roll this once, for all of them."
    foreseen = (
        f"First roll {roll.first.code} at 4: each success adds a die." if roll.first.value else "",
        f"On average {float(average):.1f}; {some} for 1 and more.",
        once if inputs.character.house.group_initiative else "",
    )
    return Plan(roll=roll, foreseen=foreseen, results=chances)


def _initiative_rolled(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Destiny is spent, and Power Recovery brings Current Power. It begins the rounds: what was
    done before them counts no more.
    """
    character, spends = inputs.character, bool(inputs["points"])
    shifts = [MarkChange("destiny_spent", 1)] if spends else []
    if character.has_merit("power-recovery") and (most := character.value(POWER)):
        by = rulebook().points.numbers["power-recovery"].number
        shifts.append(MarkChange("power_now", by, most=most))
    situation = {ROUNDS: 1, **({"destiny_round": 1} if spends else {})}
    edge = figures.initiative_edge(character)
    return text(outcome, shifts=tuple(shifts), situation=situation, edge=edge, begins_turn=True)


# --- the Paths


def _better_side(inputs: Inputs) -> str:
    """The higher of the two."""
    value = inputs.character.value
    return "dark" if value(DARK) > value(LIGHT) else "light"


def _path(inputs: Inputs) -> Plan:
    """The Path's value less the grade of the mistake and 6 more."""
    side, grade, points = inputs["side"], inputs["grade"], rulebook().points
    value, row = inputs.character.value(TRAITS[side]), points.numbers["path-difficulty"]
    raw = value - (grade or 1) + row.number
    at = number("Difficulty", raw, source=row.source, ruling=row.ruling)
    bars, mistake = "", ""
    if grade is not None:
        mistake = (points.light if side == "light" else points.dark)[str(grade)].mistake
        if grade > value:
            bars = f"A mistake of grade {grade} is above {SIDES[side]} {value}: no roll."
    return Plan(roll=DICE.throw(number(SIDES[side], value), at, bars=bars), foreseen=(mistake,))


def _walked(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A failure loses a grade, a botch two; the Storyteller enters it in the ledger."""
    if outcome.success:
        return text(outcome, "The Path is kept.", row="kept")
    by = rulebook().points.numbers["path-botch" if outcome.botch else "path-fail"].number
    side = inputs["side"]
    return text(
        outcome,
        f"{SIDES[side]} loses {by}: the Storyteller enters that as part of the story.",
        "Depressed for a time, brooding over it." if outcome.botch else "",
        *following(inputs.character, side, by),
        row="botched" if outcome.botch else "lost",
    )


def following(character: Character, side: str, by: int) -> Iterator[str]:
    """Sentences about a lower grade: the side one is on, and abilities that needed the grade."""
    own = {side: character.value(trait) for side, trait in TRAITS.items()}
    before = own[side]
    own[side] = max(0, before - by)
    side_before = figures.alignment(character)
    side_after = figures.side_of(own["light"], own["dark"])
    if side_before != side_after:
        yield f"Becomes {side_after}."
    rows, more = force.of(character.house), rulebook().points.numbers["grade-lost"]
    for id in character.powers:
        least = getattr(rows[id], TRAITS[side]) if id in rows else 0
        if own[side] < least <= before:
            yield f"{rows[id].name} needs {SIDES[side]} {least}: {more.number} more difficulty."


RULES = {
    "initiative": ProcedureRule(_initiative_rolled, _initiative, unable),
    "will": ProcedureRule(as_rolled, _will, unable, {"difficulty": _will_difficulty}),
    "path": ProcedureRule(_walked, _path, unable, {"side": _better_side}),
}
