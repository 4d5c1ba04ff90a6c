"""Rolls that do not stand on the sheet: Willpower, initiative, evasion, Power against an attack,
the Paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from rules.dice import pools
from rules.figures import number
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, as_rolled
from rules.kit.play.questions import Question
from rules.kit.play.success_checks import HIT, unit
from rules.play import MarkChange, Outcome, TurnState
from rules.systems.storytelling_d10.character import figures, force
from rules.systems.storytelling_d10.character.character import (
    DARK,
    LIGHT,
    POWER,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.play import rollables
from rules.systems.storytelling_d10.play.checks import gain_power, no_destiny, points_left
from rules.systems.storytelling_d10.play.rollables import (
    DEXTERITY,
    DICE,
    FORCE,
    QUESTIONS,
    RESIST,
    Inputs,
    ask_bearings,
    conditions,
)
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.success_rolls import LeadingRoll, summed

SIDES = {"light": "Light side", "dark": "Dark side"}
TRAITS = {"light": LIGHT, "dark": DARK}


def unable(character: Character, _situation: TurnState) -> str:
    """Why nothing is rolled."""
    return rollables.cannot_act(character)


# --- Willpower


def _will(inputs: Inputs) -> Plan:
    """Willpower at 6; for a passion or a virtue Light has it easier, and Dark harder."""
    bearings = ask_bearings(inputs, "willpower", RESIST)
    usual = rollables.usual()
    typed = inputs["difficulty"]
    difficulty = usual if typed == usual.value else number("Difficulty", typed)
    side = figures.alignment(inputs.character)
    if inputs["for"] != "other" and side != "neutral":
        row = rulebook().points.numbers[f"will-{side}"]
        difficulty = summed(difficulty, row.bonus(SIDES[side]))
    will = inputs.character.trait(WILLPOWER)
    pool = summed(will, *bearings.dice(), *conditions(inputs))
    at = summed(difficulty, *bearings.difficulty())
    return Plan(roll=DICE.throw(pool, at, reroll=bearings.reroll))


# --- initiative


def _initiative(inputs: Inputs) -> Plan:
    """The higher of Light and Dark at 4, then Dexterity and Wits with that many dice more. Destiny
    adds successes.
    """
    spends = bool(inputs["points"])
    less = rollables.penalties(inputs, DEXTERITY, is_action=False)
    roll = LeadingRoll(
        DICE,
        figures.initiative_first(inputs.character),
        summed(figures.initiative(inputs.character), *less),
        rulebook().combat.numbers["initiative"].figure("Difficulty"),
        added=rulebook().points.numbers["destiny-initiative"].number if spends else 0,
        bars=no_destiny(inputs, spends=spends),
    )
    chances = roll.results()
    average = sum((int(count) * chance for count, chance in chances.items()), Fraction(0))
    some = pools.percent(1 - chances.get("0", Fraction(0)))
    once = "Craft of one kind roll this once, for all of them."
    foreseen = (
        f"First {roll.first.code} at 4; its successes are more dice of the second roll.",
        f"On average {float(average):.1f}; {some} for 1 and more.",
        once if inputs.character.house.group_initiative else "",
    )
    return Plan(roll=roll, foreseen=foreseen, results=chances)


def _initiative_rolled(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Destiny is spent, and Power Recovery brings Current Power."""
    character, spends = inputs.character, bool(inputs["points"])
    shifts = [MarkChange("destiny_spent", 1)] if spends else []
    if character.has_merit("power-recovery") and (most := character.value(POWER)):
        by = rulebook().points.numbers["power-recovery"].number
        shifts.append(MarkChange("power_now", by, most=most))
    situation = {"destiny_round": 1} if spends else {}
    return text(outcome, shifts=tuple(shifts), situation=situation)


# --- evasion, Power


def _evade(inputs: Inputs) -> Plan:
    """Dexterity and one of the abilities that evade such an attack. Before the first of several
    actions it loses the dice of that.
    """
    character, situation, against = inputs.character, inputs.situation, inputs["against"]
    allowed = rulebook().combat.evasions[against].abilities
    names, best = (
        {id: character.trait_name(id) for id in allowed},
        max(allowed, key=character.value),
    )
    inputs.ask([Question(id="ability", label="With", kind="menu", options=names, usual=best)])
    inputs.ask(QUESTIONS["conditions"])
    id, resists = inputs["ability"], (RESIST,) if against == FORCE else ()
    bearings = ask_bearings(inputs, "any", "evade", DEXTERITY, id, *resists, detail=id)
    inputs.ask(QUESTIONS["willpower"])
    rolled = rollables.ability(character, id, DEXTERITY)
    first = not situation.get("done") and not situation.get("evasions")
    less = rollables.penalties(inputs, DEXTERITY, is_action=first)
    pool = summed(rolled.pool or number(rolled.name, 0), *less)
    pool = summed(pool, *bearings.dice(), *conditions(inputs))
    at, added = summed(rolled.difficulty, *bearings.difficulty()), len(inputs["points"])
    bars = "No Willpower is left." if added and points_left(character, "willpower") < 1 else ""
    return Plan(roll=DICE.throw(pool, at, added=added, bars=bars, reroll=bearings.reroll))


def _evaded(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Each success takes one from the attack; later rolls lose a die."""
    shifts = [MarkChange("willpower_spent", 1)] if inputs["points"] else []
    if outcome.success and inputs.situation.get("battle"):
        shifts += gain_power(inputs.character)
    message = f"Take {outcome.total} from the successes of the attack."
    situation = {"evasions": inputs.situation.get("evasions", 0) + 1}
    return text(outcome, message, shifts=tuple(shifts), situation=situation)


def _power_roll(inputs: Inputs) -> Plan:
    """Current Power at 6 against a commoner's attack."""
    pool = number("Current Power", inputs.character.marks.power_now)
    bars = "" if pool.value else "You have no Current Power."
    at = rulebook().combat.numbers["power-roll"].figure("Difficulty")
    return Plan(roll=DICE.throw(pool, at, bars=bars))


def _fended(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The outcome of an evasion: the successes that are left of the attack."""
    left = max(0, (inputs["attack"] or 0) - outcome.total)
    message = f"{left} {unit(left)} of the attack left" if left else "The attack misses."
    return text(outcome, message, success=not left, row="" if left else HIT)


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
        "You are depressed for a time, brooding over it." if outcome.botch else "",
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
        yield f"You become {side_after}."
    rows, more = force.of(character.house), rulebook().points.numbers["grade-lost"]
    for id in character.powers:
        least = getattr(rows[id], TRAITS[side]) if id in rows else 0
        if own[side] < least <= before:
            yield f"{rows[id].name} needs {SIDES[side]} {least}: {more.number} more difficulty."


RULES = {
    "initiative": ProcedureRule(_initiative_rolled, _initiative, unable),
    "evade": ProcedureRule(_evaded, _evade, unable),
    "power-roll": ProcedureRule(_fended, _power_roll, unable),
    "will": ProcedureRule(as_rolled, _will, unable),
    "path": ProcedureRule(_walked, _path, unable, {"side": _better_side}),
}
