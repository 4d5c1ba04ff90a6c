"""Rolls that do not stand on the sheet: Willpower, initiative, evasion, Power against an attack,
the Paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

import msgspec
from msgspec.structs import replace

from rules.dice import pools, successes
from rules.figures import Figure, bonus, number
from rules.forms.fields import Field, Option
from rules.kit import answers
from rules.kit.answers import Answers
from rules.kit.checks import refuse
from rules.kit.procedures import Procedure, fixed
from rules.kit.success_checks import HIT, unit
from rules.play import Action, Attempt, Die, MarkChange, Outcome, RollForm
from rules.systems.storytelling_d10.character import catalog, figures
from rules.systems.storytelling_d10.character.character import DARK, LIGHT, POWER, Character
from rules.systems.storytelling_d10.play import modifiers, rollables
from rules.systems.storytelling_d10.play.bearings import RESIST, Bearings
from rules.systems.storytelling_d10.play.checks import gain_power
from rules.systems.storytelling_d10.play.pool_check import no_destiny, points_left
from rules.systems.storytelling_d10.play.rollables import DEXTERITY, FORCE, summed
from rules.systems.storytelling_d10.play.throw import Throw
from rules.systems.storytelling_d10.rulebook import rulebook

FOR = {"other": "Something else", "passion": "Your passion", "virtue": "Your virtue"}
SIDES = {"light": "Light side", "dark": "Dark side"}
NO_DICE = "No dice are left to roll."


class Simple(msgspec.Struct, frozen=True):
    """A roll with what was answered, and its fields."""

    check: Throw
    fields: tuple[Field, ...] = ()
    answers: dict[str, str] = {}
    foreseen: tuple[str, ...] = ()


Reader = Callable[[Attempt[Character]], Simple]
# What comes of a roll.
Ending = Callable[[Attempt[Character], Simple, Outcome], Outcome]


def simple_roll(action: Action, read: Reader, end: Ending) -> Procedure[Character]:
    """A procedure that is one roll."""

    def form(attempt: Attempt[Character], offered: Action) -> RollForm:
        roll = read(attempt)
        shown = roll.check.form(offered, roll.fields)
        return replace(shown, barred=offered.barred or shown.barred, foreseen=roll.foreseen)

    def resolve(attempt: Attempt[Character], rng: Random) -> Outcome:
        roll = read(attempt)
        refuse(action.id, roll.check.barred())
        return end(attempt, roll, roll.check.outcome(action, rng))

    def barred(attempt: Attempt[Character]) -> str:
        return modifiers.cannot_act(attempt.character)

    return fixed(action, barred, resolve, form)


def as_it_is(_attempt: Attempt[Character], _found: Simple, outcome: Outcome) -> Outcome:
    """Nothing more comes of it."""
    return outcome


# --- Willpower


def will(attempt: Attempt[Character]) -> Simple:
    """Willpower at 6; for a passion or a virtue Light has it easier, and Dark harder."""
    inputs, character = Answers(attempt.values), attempt.character
    cause = inputs.option("for", FOR) or "other"
    typed = inputs.number("difficulty", 1, 30)
    lent = inputs.number("bonus", -20, 20) or 0
    bearing = Bearings(character, inputs, {"willpower", RESIST})
    inputs.check()
    difficulty = rollables.usual()
    if typed is not None and typed != difficulty.value:
        difficulty = number("Difficulty", typed)
    usual = difficulty.value
    side = figures.alignment(character)
    if cause != "other" and side != "neutral":
        row = rulebook().points.numbers[f"will-{side}"]
        difficulty = summed(difficulty, bonus(SIDES[side], row.number, source=row.source))
    more = (*bearing.dice(), *((bonus("conditions", lent),) if lent else ()))
    options = tuple(Option(id, name, chosen=id == cause) for id, name in FOR.items())
    fields = (
        answers.menu("for", "For", options),
        answers.number_field("difficulty", "Difficulty", usual, 1, 30),
        answers.number_field("bonus", "Dice more or less", lent or None, -20, 20),
        *bearing.fields(),
    )
    pool = summed(figures.willpower(character), *more)
    difficulty = summed(difficulty, *bearing.difficulty())
    return Simple(Throw(pool, difficulty, reroll=bearing.reroll), fields)


# --- initiative


def initiative_pools(attempt: Attempt[Character]) -> tuple[Figure, Figure]:
    """The dice of the first roll and those of the second."""
    less = modifiers.penalties(attempt, DEXTERITY, is_action=False)
    second = figures.initiative(attempt.character)
    return figures.initiative_first(attempt.character), summed(second, *less)


def initiative_difficulty() -> Figure:
    """The difficulty of both rolls."""
    row = rulebook().combat.numbers["initiative"]
    return number("Difficulty", row.number, source=row.source)


def initiative_chances(first: int, second: int, added: int) -> dict[str, Fraction]:
    """The chance of each count of successes: those of the first roll are dice of the second."""
    at, shares = initiative_difficulty().value, dict[str, Fraction]()
    start = successes.odds(first, at)
    for more, ways in enumerate(start.ways):
        dice = second + more
        own = successes.odds(dice, at) if dice > 0 else successes.Odds((1,), 0, 1)
        for count, chances in enumerate(own.ways):
            key, part = str(count + added), Fraction(ways * chances, start.every * own.every)
            shares[key] = shares.get(key, Fraction(0)) + part
    return {key: chance for key, chance in shares.items() if chance}


def initiative_input(attempt: Attempt[Character]) -> bool:
    """Whether Destiny helps."""
    inputs = Answers(attempt.values)
    spends = bool(inputs.options("points", ("destiny",)))
    inputs.check()
    return spends


def initiative_form(attempt: Attempt[Character], action: Action) -> RollForm:
    """Both rolls, with the chance of each result, and whether Destiny helps."""
    spends = initiative_input(attempt)
    first, second = initiative_pools(attempt)
    added = rulebook().points.numbers["destiny-initiative"].number if spends else 0
    chances = initiative_chances(first.value, second.value, added)
    average = sum((int(count) * chance for count, chance in chances.items()), Fraction(0))
    texts = [
        f"First {first.code} at 4; its successes are more dice of the second roll.",
        f"On average {float(average):.1f}; {pools.percent(1 - chances.get('0', Fraction(0)))} for 1"
        " and more.",
    ]
    if attempt.character.house.group_initiative:
        texts.append("Craft of one kind roll this once, for all of them.")
    option = Option("destiny", "Destiny: 5 more successes", chosen=spends)
    return RollForm(
        action,
        (answers.pick("points", "Points", (option,)),),
        second,
        target=initiative_difficulty(),
        barred=action.barred or no_destiny(attempt, spends=spends),
        foreseen=tuple(texts),
        results=chances,
    )


def initiative(attempt: Attempt[Character], rng: Random) -> Outcome:
    """The higher of Light and Dark at 4, then Dexterity and Wits with that many dice more."""
    spends, character = initiative_input(attempt), attempt.character
    refuse("initiative", no_destiny(attempt, spends=spends))
    at = initiative_difficulty()
    first, second = initiative_pools(attempt)
    dice: tuple[Die, ...] = ()
    if first.value:
        dice, (successes, _) = Throw(first, at).throw(rng)
        if successes:
            second = summed(second, bonus("first roll", successes))
    refuse("initiative", "" if second.value > 0 else NO_DICE)
    again, left = Throw(second, at).throw(rng)
    numbers, count = rulebook().points.numbers, left.successes
    shifts = [MarkChange("destiny_spent", 1)] if spends else []
    if spends:
        count += numbers["destiny-initiative"].number
    if character.has_merit("power-recovery") and (most := character.value(POWER)):
        shifts.append(MarkChange("power_now", numbers["power-recovery"].number, most=most))
    return Outcome(
        "initiative",
        "Initiative",
        "check",
        (*dice, *again),
        count,
        code=second.code,
        why=second.why,
        said=(f"Initiative {count}",),
        shifts=tuple(shifts),
        situation={"destiny_round": 1} if spends else {},
        botch=left.botch,
        unit=unit(count),
        row=str(count),
    )


# --- evasion, Power


def evade(attempt: Attempt[Character]) -> Simple:
    """Dexterity and one of the abilities that evade such an attack. Before the first of several
    actions it loses the dice of that.
    """
    inputs, character, rows = (
        Answers(attempt.values),
        attempt.character,
        rulebook().combat.evasions,
    )
    against = inputs.option("against", rows) or "firearms"
    allowed = rows[against].abilities
    best = max(allowed, key=character.value)
    id = inputs.option("ability", allowed) or best
    lent = inputs.number("bonus", -20, 20) or 0
    spends = bool(inputs.options("points", ("willpower",)))
    on = {"any", "evade", DEXTERITY, id, *((RESIST,) if against == FORCE else ())}
    bearing = Bearings(character, inputs, on, id)
    inputs.check()
    rolled = rollables.ability(character, id, DEXTERITY)
    pool = rolled.pool or number(rolled.name, 0)
    first = not attempt.situation.get("done") and not attempt.situation.get("evasions")
    pool = summed(pool, *modifiers.penalties(attempt, DEXTERITY, is_action=first))
    pool = summed(pool, *bearing.dice(), *((bonus("conditions", lent),) if lent else ()))
    attacks = tuple(Option(row.id, row.name, chosen=row.id == against) for row in rows.values())
    names = tuple(Option(one, character.trait_name(one), chosen=one == id) for one in allowed)
    spend = Option("willpower", "Willpower: 1 more success", chosen=spends)
    fields = (
        answers.menu("against", "Against", attacks),
        answers.menu("ability", "With", names),
        answers.number_field("bonus", "Dice more or less", lent or None, -20, 20),
        *bearing.fields(),
        answers.pick("points", "Points", (spend,)),
    )
    bars = "No Willpower is left." if spends and points_left(character, "willpower") < 1 else ""
    difficulty = summed(rolled.difficulty, *bearing.difficulty())
    check = Throw(pool, difficulty, added=int(spends), bars=bars, reroll=bearing.reroll)
    return Simple(check, fields)


def evaded(attempt: Attempt[Character], roll: Simple, outcome: Outcome) -> Outcome:
    """Each success takes one from the attack; later rolls lose a die."""
    now = attempt.situation.get("evasions", 0) + 1
    shifts = [MarkChange("willpower_spent", 1)] if roll.check.added else []
    if outcome.success and attempt.situation.get("battle"):
        shifts += gain_power(attempt.character)
    texts = (*outcome.said, f"Take {outcome.total} from the successes of the attack.")
    return replace(outcome, said=texts, shifts=tuple(shifts), situation={"evasions": now})


def power_roll(attempt: Attempt[Character]) -> Simple:
    """Current Power at 6 against a commoner's attack."""
    inputs, character = Answers(attempt.values), attempt.character
    attack = inputs.number("attack", 0, 30)
    inputs.check()
    row = rulebook().combat.numbers["power-roll"]
    difficulty = number("Difficulty", row.number, source=row.source, ruling=row.ruling)
    pool = number("Current Power", character.marks.power_now)
    field = answers.number_field("attack", "Successes of the attack", attack, 0, 30)
    bars = "" if pool.value else "You have no Current Power."
    return Simple(Throw(pool, difficulty, bars=bars), (field,), {"attack": str(attack or 0)})


def fended(_attempt: Attempt[Character], roll: Simple, outcome: Outcome) -> Outcome:
    """What is left of the attack."""
    left = max(0, int(roll.answers["attack"]) - outcome.total)
    won = left == 0
    message = f"{left} {unit(left)} of the attack left" if left else "The attack misses."
    return replace(outcome, said=(*outcome.said, message), success=won, row=HIT if won else "")


# --- the Paths


def path(attempt: Attempt[Character]) -> Simple:
    """The Path's value less the grade of the mistake and 6 more."""
    inputs, character = Answers(attempt.values), attempt.character
    side = inputs.option("side", SIDES) or better_side(character)
    grade = inputs.number("grade", 1, 10)
    inputs.check()
    points, value = rulebook().points, character.value(LIGHT if side == "light" else DARK)
    row = points.numbers["path-difficulty"]
    raw = value - (grade or 1) + row.number
    difficulty = number("Difficulty", raw, source=row.source, ruling=row.ruling)
    options = tuple(Option(id, name, chosen=id == side) for id, name in SIDES.items())
    fields = (
        answers.menu("side", "Path", options),
        answers.number_field("grade", "Grade of the mistake", grade, 1, 10),
    )
    bars, foreseen = "", tuple[str, ...]()
    if grade is not None:
        foreseen = ((points.light if side == "light" else points.dark)[str(grade)].mistake,)
        if grade > value:
            bars = f"A mistake of grade {grade} is above {SIDES[side]} {value}: no roll."
    pool = number(SIDES[side], value)
    return Simple(Throw(pool, difficulty, bars=bars), fields, {"side": side}, foreseen)


def better_side(character: Character) -> str:
    """The higher of the two."""
    return "dark" if character.value(DARK) > character.value(LIGHT) else "light"


def walked(attempt: Attempt[Character], roll: Simple, outcome: Outcome) -> Outcome:
    """A failure loses a grade, a botch two; the Storyteller enters it in the ledger."""
    if outcome.success:
        return replace(outcome, row="kept", said=(*outcome.said, "The Path is kept."))
    row = "botched" if outcome.botch else "lost"
    by = rulebook().points.numbers["path-botch" if outcome.botch else "path-fail"].number
    side = roll.answers["side"]
    texts = [f"{SIDES[side]} loses {by}: the Storyteller enters that as part of the story."]
    if outcome.botch:
        texts.append("You are depressed for a time, brooding over it.")
    texts += following(attempt.character, side, by)
    return replace(outcome, row=row, said=(*outcome.said, *texts))


def following(character: Character, side: str, by: int) -> Iterator[str]:
    """What the lower grade changes: which side one is on, and abilities that needed the grade."""
    own = {"light": character.value(LIGHT), "dark": character.value(DARK)}
    before = own[side]
    own[side] = max(0, before - by)
    was, now = figures.alignment(character), figures.side_of(own["light"], own["dark"])
    if was != now:
        yield f"You are {now} then."
    rows, more = catalog.force_abilities(character.house), rulebook().points.numbers["grade-lost"]
    for id in character.force_abilities:
        least = getattr(rows[id], f"{side}_side") if id in rows else 0
        if own[side] < least <= before:
            yield f"{rows[id].name} needs {SIDES[side]} {least}: {more.number} more difficulty."


def rolls() -> Iterator[Procedure[Character]]:
    """The rolls of a fight in their order."""
    yield fixed(
        Action("initiative", "Initiative", "Two rolls, both at 4.", asks=True),
        lambda attempt: modifiers.cannot_act(attempt.character),
        initiative,
        initiative_form,
    )
    yield simple_roll(
        Action("evade", "Evade", "It needs no action, but later rolls lose a die.", asks=True),
        evade,
        evaded,
    )
    yield simple_roll(
        Action("power-roll", "Power against an attack", "Against commoners.", asks=True),
        power_roll,
        fended,
    )


WILL = simple_roll(
    Action("will", "Willpower roll", "Nothing takes dice.", asks=True), will, as_it_is
)
PATH = simple_roll(
    Action("path", "Path roll", "After a mistake of your grade or below.", asks=True), path, walked
)
FIGHT = tuple(rolls())
