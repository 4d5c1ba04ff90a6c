"""A check of what stands on the sheet, with the answers of its roll form: pool, difficulty, exact
chances, fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rules.figures import Figure, bonus, number
from rules.forms.fields import Field, Option, options
from rules.forms.parsing import YES
from rules.kit import answers
from rules.kit.answers import Answers
from rules.kit.pool_checks import MOST_SUCCESSES, PoolCheck
from rules.kit.power_rows import PowerDamage
from rules.kit.roll_effects import Bearings
from rules.kit.success_checks import SuccessCheck
from rules.play import Attempt
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import WILLPOWER, Character
from rules.systems.storytelling_d10.play import rollables
from rules.systems.storytelling_d10.play.rollables import (
    ATTACK,
    DAMAGE,
    DICE,
    FORCE,
    TRAIT,
    Rollable,
    ability,
    words,
)
from rules.systems.storytelling_d10.rulebook import Aim, ForceAbility, rulebook

LIGHTS = {"twilight": "Twilight", "dark": "Darkness"}
MAKASHI = "makashi"
POINT_NAMES = {
    "willpower": "Willpower: 1 more success",
    "destiny": "Destiny: 3 more successes",
}
NUMBERS = rulebook().points.numbers
POINTS = {
    "willpower": NUMBERS["willpower-success"].number,
    "destiny": NUMBERS["destiny-successes"].number,
}


def points_left(character: Character, kind: str) -> int:
    """Willpower or Destiny points that are left."""
    marks = character.marks
    if kind == "willpower":
        return int(character.value(WILLPOWER) - marks.willpower_spent)
    return max(0, int(character.all_destiny - marks.destiny_spent))


def no_destiny(attempt: rollables.Doing, *, spends: bool) -> str:
    """Why no Destiny point is spent, "" where one may be."""
    if spends and points_left(attempt.character, "destiny") < 1:
        return "No Destiny is left."
    once = "You spent a Destiny point this round."
    return once if spends and attempt.situation.get("destiny_round") else ""


class Roll(PoolCheck):
    """A check of this game with the answers of its roll form."""

    dice, gm, merits = DICE, "Your Storyteller", "Merits and flaws"
    usual = rollables.usual().value

    def __init__(self, attempt: Attempt[Character], rolled: Rollable) -> None:
        character, answers = attempt.character, Answers(attempt.values)
        self.attempt = attempt
        attribute = answers.option("attribute", rulebook().traits.attributes)
        if attribute and rolled.kind == TRAIT and rolled.ability in character.abilities:
            rolled = ability(character, rolled.ability, attribute, rolled.key)
        self.rolled = rolled
        self.light = answers.option("light", LIGHTS)
        self.opponents = answers.number("opponents", 1, 20) or 1
        self.aims = aims(rolled)
        self.aim = answers.option("aim", self.aims)
        self.power = answers.number("power", 0, 10) or 0
        self.levels = answers.number("successes", 0, MOST_SUCCESSES)
        self.destiny = bool(answers.options("destiny", (YES,)))
        bearings = Bearings(character.owned, answers, words(rolled), rolled.ability)
        self.read(answers, rolled.difficulty, bearings, {kind: POINTS[kind] for kind in self.kinds})

    @property
    def kinds(self) -> tuple[str, ...]:
        """The points that may go on this roll."""
        if self.rolled.kind == DAMAGE:
            return ()
        return ("willpower", "destiny") if self.rolled.kind in (ATTACK, FORCE) else ("willpower",)

    @property
    def grows(self) -> PowerDamage | None:
        """The damage of a Force ability that has a die for each of its successes."""
        row = self.rolled.force
        damage = row.damage if row and self.rolled.kind == DAMAGE else None
        return damage if damage and damage.per_success else None

    def harder(self) -> Iterator[Figure]:
        """What aiming, several opponents, and the two sides add to the difficulty."""
        combat = rulebook().combat.numbers
        row = self.aims.get(self.aim)
        if row and row.difficulty and self.rolled.kind != DAMAGE:
            yield bonus(row.name, row.difficulty, source=row.source)
        if self.rolled.kind == ATTACK and self.opponents > 1 and not self.attempt.character.is_hero:
            more = combat["opponent"]
            number_ = min(more.number * (self.opponents - 1), combat["opponents-most"].number)
            yield bonus(more.name, number_, source=more.source)
        if self.rolled.kind == FORCE and self.rolled.force:
            yield from side_terms(self.attempt.character, self.rolled.force)

    @property
    def pool(self) -> Figure:
        """The dice; none without a dot in a Knowledge."""
        return super().pool if self.rolled.pool else number(self.rolled.name, 0)

    def current(self) -> Figure:
        """The pool less all that takes dice from it."""
        return rollables.current_pool(self.attempt, self.rolled)

    def more(self) -> Iterator[Figure]:
        """What aiming, Power, and a Force ability add to damage, and what darkness takes."""
        combat = rulebook().combat.numbers
        if self.rolled.kind == DAMAGE:
            row = self.aims.get(self.aim)
            if row and row.damage:
                yield bonus(row.name, row.damage, source=row.source)
            if self.power:
                yield bonus("Power", self.power)
            if (grows := self.grows) and (count := self.levels or 0):
                yield bonus("successes", count if grows.most is None else min(count, grows.most))
        if self.light and self.rolled.attribute == "perception":
            row_ = combat["twilight" if self.light == "twilight" else "darkness"]
            yield row_.bonus(LIGHTS[self.light])

    def refusal(self) -> str:
        """Why it cannot be rolled."""
        character = self.attempt.character
        if barred := rollables.cannot_act(character):
            return barred
        if self.rolled.pool is None:
            return f"Without a dot in {self.rolled.name} nothing is rolled."
        if "willpower" in self.points and points_left(character, "willpower") < 1:
            return "No Willpower is left."
        spends = self.destiny or "destiny" in self.points
        if barred := no_destiny(self.attempt, spends=spends):
            return barred
        if character.house.makashi_aimed and self.bearings.has(MAKASHI) and not self.aim:
            return "Makashi counterattacks at a part: aim at one."
        if self.power > character.marks.power_now:
            return "You don't have so much Current Power."
        return ""

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """The check with Willpower, and with one more action in this round."""
        if self.rolled.kind == DAMAGE:
            return
        if "willpower" not in self.points:
            spent = {**self.attempt.values, "points": (*self.points, "willpower")}
            yield "Willpower", Roll(replace_values(self.attempt, spent), self.rolled)
        actions = self.attempt.situation.get("actions", 1) + 1
        yield "one more action", Roll(self.attempt.during(actions=actions), self.rolled)

    def botch(self) -> Fraction | None:
        """The chance of a botch; damage never botches."""
        return None if self.rolled.kind == DAMAGE else super().botch()

    # --- fields

    def fields(self) -> Iterator[Field]:
        """The fields of the roll form."""
        rolled = self.rolled
        if rolled.kind == TRAIT and rolled.ability in self.attempt.character.abilities:
            attributes = options(rulebook().traits.attributes, rolled.attribute)
            yield answers.menu("attribute", "Attribute", attributes)
        if self.aims:
            names = {id: aim_name(row, rolled) for id, row in self.aims.items()}
            parts = options(names, self.aim, none="No particular part")
            yield answers.menu("aim", "Aim", parts)
        yield from self.number_fields(has_target=rolled.kind != DAMAGE)
        if rolled.kind == FORCE:
            option = Option(YES, "What Destiny does with it", chosen=self.destiny)
            yield answers.pick("destiny", "Destiny", (option,))
        if rolled.attribute == "perception":
            yield answers.menu("light", "Light", options(LIGHTS, self.light, none="Good"))
        yield from self.choice_fields({kind: POINT_NAMES[kind] for kind in self.kinds})

    def numbers(self) -> Iterator[Field]:
        """The numbers to type, each by its kind of roll."""
        field = answers.number_field
        match self.rolled.kind:
            case "trait":
                yield self.opposing_field()
            case "attack":
                yield self.taken_field("evaded", "Successes that evade")
                if not self.attempt.character.is_hero:
                    yield field("opponents", "Opponents", self.opponents, 1, 20)
            case "force":
                yield self.taken_field("resisted", "Successes that resist")
            case "damage":
                if self.grows:
                    yield field("successes", "Successes of the ability", self.levels, 0, 30)
                yield field("power", "Current Power for more dice", self.power or None, 0, 10)


def replace_values(attempt: Attempt[Character], values: Any) -> Attempt[Character]:
    """The attempt with other answers."""
    return Attempt(attempt.character, attempt.situation, values)


def aims(rolled: Rollable) -> dict[str, Aim]:
    """The parts that this can be aimed at, none where it cannot."""
    combat = rulebook().combat
    if rolled.weapon:
        return combat.aim_ranged if rolled.weapon.ability == "firearms" else combat.aim_melee
    return combat.aim_ranged if rolled.force and "aiming" in rolled.force.tags else {}


def aim_name(row: Aim, rolled: Rollable) -> str:
    """A part with what aiming at it adds here: "Head or neck +3"."""
    change = row.damage if rolled.kind == DAMAGE else row.difficulty
    return f"{row.name} {change:+}".replace("-", "−") if change else row.name


def side_terms(character: Character, row: ForceAbility) -> Iterator[Figure]:
    """What Light and Dark add to the difficulty of a Force ability; where a grade that it takes was
    lost, only that counts.
    """
    numbers = rulebook().points.numbers
    short = character.value("light_side") < row.light_side
    if short or character.value("dark_side") < row.dark_side:
        yield numbers["grade-lost"].bonus("a grade lost")
        return
    side, tags = figures.alignment(character), set(row.tags)
    if row.not_dark_with and character.has_merit(row.not_dark_with):
        tags.discard("dark")
    known = {
        ("light", "light"): "light-on-light",
        ("dark", "dark"): "dark-on-dark",
        ("dark", "light"): "dark-on-light",
    }
    for (own, tag), id in known.items():
        if side == own and tag in tags:
            yield numbers[id].bonus(numbers[id].name.partition(":")[0])
