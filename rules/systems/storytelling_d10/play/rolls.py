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
from rules.dice.successes import Count
from rules.figures import Figure, bonus, number
from rules.forms.fields import Field, Option
from rules.kit import answers
from rules.kit.answers import Answers
from rules.kit.checks import refuse
from rules.kit.procedures import Procedure, fixed
from rules.kit.success_checks import BOTCH, HIT, unit
from rules.play import Action, Attempt, Die, MarkChange, Outcome, RollForm
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import DARK, LIGHT, Character
from rules.systems.storytelling_d10.play import modifiers, rollables
from rules.systems.storytelling_d10.play.checks import gain_power, plain
from rules.systems.storytelling_d10.play.pool_check import clamped, points_left
from rules.systems.storytelling_d10.play.rollables import DEXTERITY, summed
from rules.systems.storytelling_d10.rulebook import rulebook

FOR = {"other": "Something else", "passion": "Your passion", "virtue": "Your virtue"}
SIDES = {"light": "Light side", "dark": "Dark side"}
NO_DICE = "No dice are left to roll."


class Simple(msgspec.Struct, frozen=True):
    """A roll with what was answered: the pool, the difficulty before it is clamped, the successes
    that somebody else has, those that are added, the fields, and why it cannot be made.
    """

    pool: Figure
    difficulty: Figure
    fields: tuple[Field, ...] = ()
    theirs: int = 0
    added: int = 0
    barred: str = ""
    answers: dict[str, str] = {}

    @property
    def at(self) -> Figure:
        """The difficulty as it is rolled."""
        return clamped(self.difficulty)[0]

    @property
    def needed(self) -> int:
        """The successes that it takes."""
        return clamped(self.difficulty)[1]

    @property
    def refusal(self) -> str:
        """Why it cannot be rolled."""
        return self.barred or ("" if self.pool.value > 0 else NO_DICE)


Reader = Callable[[Attempt[Character]], Simple]
# What comes of the dice: the outcome so far, and what is left.
Ending = Callable[[Attempt[Character], Simple, Outcome, Count], Outcome]


def simple_roll(action: Action, read: Reader, end: Ending) -> Procedure[Character]:
    """A procedure that is one roll."""

    def form(attempt: Attempt[Character], offered: Action) -> RollForm:
        found = read(attempt)
        chance: Fraction | None = None
        botch: Fraction | None = None
        if 0 < found.pool.value <= pools.MOST_DICE:
            wanted = found.needed + found.theirs - found.added
            chance = successes.chance(found.pool.value, found.at.value, wanted)
            botch = successes.botch(found.pool.value, found.at.value)
        known = {HIT: chance, BOTCH: botch}
        return RollForm(
            offered,
            found.fields,
            found.pool,
            target=found.at,
            chance=pools.shown(chance),
            barred=offered.barred or found.refusal,
            exact=chance,
            results={id: value for id, value in known.items() if value is not None},
            needed=found.needed,
            botch=botch,
        )

    def resolve(attempt: Attempt[Character], rng: Random) -> Outcome:
        found = read(attempt)
        refuse(action.id, found.refusal)
        dice, left = plain(found.pool, found.difficulty, rng)
        count = max(0, left.successes + found.added - found.theirs)
        won = count >= found.needed
        text = f"{count} {unit(count)} at {found.at.label} {found.at.code}"
        outcome = Outcome(
            action.id,
            action.name,
            "check",
            dice,
            count,
            code=found.pool.code,
            why=found.pool.why,
            target=found.at.value,
            against=found.at.label,
            success=won,
            said=(f"{text}: {'success' if won else 'botch' if left.botch else 'failure'}",),
            row=HIT if won else BOTCH if left.botch else "",
            botch=left.botch and not won,
            needed=found.needed,
            unit=unit(count),
        )
        return end(attempt, found, outcome, left)

    def barred(attempt: Attempt[Character]) -> str:
        return modifiers.cannot_act(attempt.character)

    return fixed(action, barred, resolve, form)


def as_it_is(
    _attempt: Attempt[Character], _found: Simple, outcome: Outcome, _left: Count
) -> Outcome:
    """Nothing more comes of it."""
    return outcome


# --- Willpower


def will(attempt: Attempt[Character]) -> Simple:
    """Willpower at 6; for a passion or a virtue Light has it easier, and Dark harder."""
    given, character = Answers(attempt.values), attempt.character
    cause = given.option("for", FOR) or "other"
    typed = given.number("difficulty", 1, 30)
    lent = given.number("bonus", -20, 20) or 0
    given.check()
    difficulty = rollables.usual() if typed is None else number("Difficulty", typed)
    side = figures.alignment(character)
    if cause != "other" and side != "neutral":
        row = rulebook().points.numbers[f"will-{side}"]
        difficulty = summed(difficulty, bonus(SIDES[side], row.number, source=row.source))
    pool = figures.willpower(character)
    if lent:
        pool = summed(pool, bonus("conditions", lent))
    options = tuple(Option(id, name, chosen=id == cause) for id, name in FOR.items())
    fields = (
        answers.menu("for", "For", options),
        answers.number_field("difficulty", "Difficulty", typed, 1, 30),
        answers.number_field("bonus", "Dice more or less", lent or None, -20, 20),
    )
    return Simple(pool, difficulty, fields)


# --- initiative


def initiative_pools(attempt: Attempt[Character]) -> tuple[Figure, Figure]:
    """The dice of the first roll and those of the second."""
    less = modifiers.penalties(attempt, DEXTERITY, is_action=False)
    second = figures.initiative(attempt.character)
    return figures.initiative_first(attempt.character), summed(second, *less)


def initiative_form(attempt: Attempt[Character], action: Action) -> RollForm:
    """Both rolls, and whether Destiny helps."""
    given = Answers(attempt.values)
    spends = bool(given.options("points", ("destiny",)))
    given.check()
    first, second = initiative_pools(attempt)
    option = Option("destiny", "Destiny: 5 more successes", chosen=spends)
    return RollForm(
        action,
        (answers.pick("points", "Points", (option,)),),
        second,
        barred=action.barred or no_destiny(attempt, spends=spends),
        foreseen=(f"First {first.code} at 4; its successes are more dice of the second roll.",),
    )


def no_destiny(attempt: Attempt[Character], *, spends: bool) -> str:
    """Why no Destiny point is spent, "" where one may be."""
    if spends and points_left(attempt.character, "destiny") < 1:
        return "No Destiny is left."
    once = "You spent a Destiny point this round."
    return once if spends and attempt.situation.get("destiny_round") else ""


def initiative(attempt: Attempt[Character], rng: Random) -> Outcome:
    """The higher of Light and Dark at 4, then Dexterity and Wits with that many dice more."""
    given = Answers(attempt.values)
    spends = bool(given.options("points", ("destiny",)))
    given.check()
    refuse("initiative", no_destiny(attempt, spends=spends))
    row = rulebook().combat.numbers["initiative"]
    at = number("Difficulty", row.number, source=row.source)
    first, second = initiative_pools(attempt)
    dice: tuple[Die, ...] = ()
    if first.value:
        dice, found = plain(first, at, rng, botches=False)
        if found.successes:
            second = summed(second, bonus("first roll", found.successes))
    refuse("initiative", "" if second.value > 0 else NO_DICE)
    again, left = plain(second, at, rng)
    count = left.successes
    if spends:
        count += rulebook().points.numbers["destiny-initiative"].number
    return Outcome(
        "initiative",
        "Initiative",
        "check",
        (*dice, *again),
        count,
        code=second.code,
        why=second.why,
        said=(f"Initiative {count}",),
        shifts=(MarkChange("destiny_spent", 1),) if spends else (),
        situation={"destiny_round": 1} if spends else {},
        botch=left.botch,
        unit=unit(count),
    )


# --- evasion, Power


def evade(attempt: Attempt[Character]) -> Simple:
    """Dexterity and one of the abilities that evade such an attack. Before the first of several
    actions it loses the dice of that.
    """
    given, character, rows = Answers(attempt.values), attempt.character, rulebook().combat.evasions
    against = given.option("against", rows) or "firearms"
    allowed = rows[against].abilities
    best = max(allowed, key=character.value)
    id = given.option("ability", allowed) or best
    lent = given.number("bonus", -20, 20) or 0
    spends = bool(given.options("points", ("willpower",)))
    given.check()
    rolled = rollables.ability(character, id, DEXTERITY)
    pool = rolled.pool or number(rolled.name, 0)
    first = not attempt.situation.get("done") and not attempt.situation.get("evasions")
    pool = summed(pool, *modifiers.penalties(attempt, DEXTERITY, is_action=first))
    if lent:
        pool = summed(pool, bonus("conditions", lent))
    attacks = tuple(Option(row.id, row.name, chosen=row.id == against) for row in rows.values())
    names = tuple(Option(one, character.trait_name(one), chosen=one == id) for one in allowed)
    spend = Option("willpower", "Willpower: 1 more success", chosen=spends)
    fields = (
        answers.menu("against", "Against", attacks),
        answers.menu("ability", "With", names),
        answers.number_field("bonus", "Dice more or less", lent or None, -20, 20),
        answers.pick("points", "Points", (spend,)),
    )
    none = spends and points_left(character, "willpower") < 1
    barred = "No Willpower is left." if none else ""
    return Simple(pool, rolled.difficulty, fields, added=int(spends), barred=barred)


def evaded(attempt: Attempt[Character], found: Simple, outcome: Outcome, _left: Count) -> Outcome:
    """Each success takes one from the attack; later rolls lose a die."""
    now = attempt.situation.get("evasions", 0) + 1
    shifts = [MarkChange("willpower_spent", 1)] if found.added else []
    if outcome.success and attempt.situation.get("battle"):
        shifts += gain_power(attempt.character)
    said = (*outcome.said, f"Take {outcome.total} from the successes of the attack.")
    return replace(outcome, said=said, shifts=tuple(shifts), situation={"evasions": now})


def power_roll(attempt: Attempt[Character]) -> Simple:
    """Current Power at 6 against a commoner's attack."""
    given, character = Answers(attempt.values), attempt.character
    attack = given.number("attack", 0, 30)
    given.check()
    row = rulebook().combat.numbers["power-roll"]
    difficulty = number("Difficulty", row.number, source=row.source, ruling=row.ruling)
    pool = number("Current Power", character.marks.power_now)
    field = answers.number_field("attack", "Successes of the attack", attack, 0, 30)
    barred = "" if pool.value else "You have no Current Power."
    return Simple(pool, difficulty, (field,), barred=barred, answers={"attack": str(attack or 0)})


def fended(_attempt: Attempt[Character], found: Simple, outcome: Outcome, _left: Count) -> Outcome:
    """What is left of the attack."""
    attack = int(found.answers["attack"])
    left = max(0, attack - outcome.total)
    won = left == 0
    said = f"{left} {unit(left)} of the attack left" if left else "The attack misses."
    return replace(outcome, said=(*outcome.said, said), success=won, row=HIT if won else "")


# --- the Paths


def path(attempt: Attempt[Character]) -> Simple:
    """The Path's value less the grade of the mistake and 6 more."""
    given, character = Answers(attempt.values), attempt.character
    side = given.option("side", SIDES) or better_side(character)
    grade = given.number("grade", 1, 10)
    given.check()
    value = character.value(LIGHT if side == "light" else DARK)
    row = rulebook().points.numbers["path-difficulty"]
    raw = value - (grade or 1) + row.number
    difficulty = number("Difficulty", raw, source=row.source, ruling=row.ruling)
    options = tuple(Option(id, name, chosen=id == side) for id, name in SIDES.items())
    fields = (
        answers.menu("side", "Path", options),
        answers.number_field("grade", "Grade of the mistake", grade, 1, 10),
    )
    barred = ""
    if grade is not None and grade > value:
        barred = f"A mistake of grade {grade} is above {SIDES[side]} {value}: no roll."
    return Simple(
        number(SIDES[side], value), difficulty, fields, barred=barred, answers={"side": side}
    )


def better_side(character: Character) -> str:
    """The higher of the two."""
    return "dark" if character.value(DARK) > character.value(LIGHT) else "light"


def walked(_attempt: Attempt[Character], found: Simple, outcome: Outcome, left: Count) -> Outcome:
    """A failure loses a grade, a botch two; the Storyteller enters it in the ledger."""
    if outcome.success:
        return replace(outcome, row="kept", said=(*outcome.said, "The Path is kept."))
    numbers = rulebook().points.numbers
    row = "botched" if left.botch else "lost"
    by = numbers["path-botch" if left.botch else "path-fail"].number
    name = SIDES[found.answers["side"]]
    said = f"{name} loses {by}: the Storyteller enters that as part of the story."
    return replace(outcome, row=row, said=(*outcome.said, said))


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
