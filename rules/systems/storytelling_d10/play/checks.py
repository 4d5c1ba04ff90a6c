"""Rolls of what stands on the sheet: pool, difficulty, exact chances, and fields of their forms.
`outcomes` has what they come to.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from random import Random

from rules.dice import successes
from rules.figures import Figure, bonus, number
from rules.forms.fields import Field, Option, options
from rules.forms.parsing import YES
from rules.kit.play import answers
from rules.kit.play.answers import Answers
from rules.kit.play.success_checks import SuccessCheck
from rules.kit.play.turns import actions_counted, free_field, said_cost
from rules.play import Attempt, Die
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import WILLPOWER, Character
from rules.systems.storytelling_d10.play import attack_forms, lasting, rollables, turns
from rules.systems.storytelling_d10.play.pool_checks import (
    MOST_BONUS,
    MOST_DIFFICULTY,
    MOST_SUCCESSES,
    PoolCheck,
)
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
from rules.systems.storytelling_d10.rulebook.aiming import Aim
from rules.systems.storytelling_d10.rulebook.book import ForceAbility, rulebook
from rules.systems.storytelling_d10.rulebook.power_rows import NO_USE, PowerDamage
from rules.systems.storytelling_d10.rulebook.roll_effects import Bearings

LIGHTS = {"twilight": "Twilight", "dark": "Darkness"}
MAKASHI, SERENITY, MASTER_ABILITY = "makashi", "serenity", "master-force-ability"
# The merit with which a light takes no dice.
SEES = {"twilight": "twilight-vision", "dark": "night-vision"}
ONE_USE = "A Destiny point does one thing: 3 more successes, or what it does with the ability."
POINT_NAMES = {
    "willpower": "Willpower: 1 more success",
    "destiny": "Destiny: 3 more successes",
}
# The fields of an attack that hold what lasts on its target.
THEIR_DICE, THEIR_DIFFICULTY = "their_dice", "their_difficulty"
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
        self.their_dice = answers.number(THEIR_DICE, -MOST_BONUS, MOST_BONUS) or 0
        self.their_difficulty = answers.number(THEIR_DIFFICULTY, 0, MOST_DIFFICULTY) or 0
        self.opponents = answers.number("opponents", 1, 20) or 1
        self.aims = aims(rolled)
        self.aim = answers.option("aim", self.aims)
        self.power = answers.number("power", 0, 10) or 0
        self.levels = answers.number("successes", 0, MOST_SUCCESSES)
        self.forms = attack_forms.read(answers, character, rolled)
        self.cost = self._cost(answers)
        self.destiny = bool(answers.options("destiny", (YES,)))
        self.use = rolled.force.with_destiny if rolled.force and self.destiny else NO_USE
        bearings = Bearings(character.owned, answers, words(rolled), rolled.ability)
        self.read(answers, rolled.difficulty, bearings, {kind: POINTS[kind] for kind in self.kinds})
        self.added += self.use.successes
        if rolled.kind == FORCE and rolled.force:
            self.needed = max(self.needed, rolled.force.least)

    def _cost(self, answers: Answers) -> int:
        """The actions that it takes: none of damage, and of what defends."""
        row = self.rolled.force
        if self.rolled.kind == DAMAGE or (row and row.defensive):
            return 0
        always = self.rolled.kind != TRAIT
        return said_cost(answers, self.attempt.situation, always=always)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The points that may go on this roll."""
        if self.rolled.kind == DAMAGE:
            return ()
        return ("willpower", "destiny") if self.rolled.kind in (ATTACK, FORCE) else ("willpower",)

    @property
    def grows(self) -> PowerDamage | None:
        """The damage of a Force ability in which its successes count."""
        row = self.rolled.force
        damage = row.damage if row and self.rolled.kind == DAMAGE else None
        return damage if damage and (damage.per_success or damage.doubled) else None

    def harder(self) -> Iterator[Figure]:
        """The numbers that aiming, several opponents, and the two sides add to the difficulty."""
        combat = rulebook().combat.numbers
        row = self.aims.get(self.aim)
        if row and self.rolled.kind != DAMAGE:
            yield from row.term(is_damage=False)
        if self.rolled.kind == ATTACK and self.opponents > 1 and not self.attempt.character.is_hero:
            more = combat["opponent"]
            number_ = min(more.number * (self.opponents - 1), combat["opponents-most"].number)
            yield bonus(more.name, number_, source=more.source)
        if self.rolled.kind == FORCE and self.rolled.force:
            yield from side_terms(self.attempt.character, self.rolled.force)
        if self.use.difficulty and self.rolled.kind == FORCE:
            yield bonus("Destiny", self.use.difficulty)
        if self.forms.juyo:
            yield bonus("Juyo", self.forms.juyo)
        if self.their_difficulty:
            yield bonus("the target", self.their_difficulty)
        if self.rolled.kind != DAMAGE:
            acts, turn = bool(self.cost), self.attempt.turn
            yield from lasting.harder(turn, *rollables.acts_as(self.rolled), acts=acts)

    @cached_property
    def pool(self) -> Figure:
        """The dice; none without a dot in a Knowledge."""
        return super().pool if self.rolled.pool else number(self.rolled.name, 0)

    def current(self) -> Figure:
        """The pool less all that takes dice from it."""
        return rollables.current_pool(self.attempt, self.rolled, self.cost)

    def more(self) -> Iterator[Figure]:
        """The dice that aiming, Power, and a Force ability add to damage, and those that darkness
        takes.
        """
        combat = rulebook().combat.numbers
        if self.rolled.kind == DAMAGE:
            row = self.aims.get(self.aim)
            if row:
                yield from row.term(is_damage=True)
            if self.power:
                yield bonus("Power", self.power)
            if (grows := self.grows) and grows.per_success and (count := self.levels or 0):
                yield bonus("successes", count if grows.most is None else min(count, grows.most))
            if self.use.damage:
                yield bonus("Destiny", self.use.damage)
        if self.their_dice:
            yield bonus("the target", self.their_dice)
        if self.forms.vaapad:
            yield bonus("Vaapad", -self.forms.vaapad)
        sees = SEES.get(self.light, "")
        if self.light and self.rolled.attribute == "perception":
            row_ = combat["twilight" if self.light == "twilight" else "darkness"]
            if not self.attempt.character.has_merit(sees):
                yield row_.bonus(LIGHTS[self.light])

    @property
    def sure(self) -> bool:
        """True for an attack that always has a success (Serenity, Master Force Ability)."""
        row, who = self.rolled.force, self.attempt.character
        is_master = row is not None and who.has_merit(MASTER_ABILITY, row.id)
        if self.rolled.kind == DAMAGE:
            return is_master
        is_serene = self.bearings.has(SERENITY) and self.rolled.kind in (ATTACK, FORCE)
        return is_serene or (is_master and row is not None and row.is_attack)

    def throw(self, rng: Random) -> tuple[tuple[Die, ...], successes.Count]:
        """The dice and what counts: without a roll every die, with Ataru no more than its roll, and
        where it is sure at least one.
        """
        if self.is_unrolled:
            return (), successes.Count(max(0, self.pool.value + self.added), botch=False)
        dice, (count, botch) = super().throw(rng)
        if self.forms.ataru is not None:
            count = min(count, self.forms.ataru)
        if self.sure and not count:
            count, botch = 1, False
        return dice, successes.Count(count, botch)

    @property
    def is_unrolled(self) -> bool:
        """True where Destiny makes a success of every die."""
        return self.use.every_die and self.rolled.kind == FORCE

    def chance(self) -> Fraction | None:
        """The exact chance; certain where it always has enough."""
        is_certain = self.is_unrolled or (self.sure and self.needed <= 1 and not self.against)
        if is_certain and not self.opposed and self.pool.value > 0:
            return Fraction(1)
        if self.forms.ataru is not None and self.forms.ataru < self.needed + self.against:
            return Fraction(0)
        return super().chance()

    def refusal(self) -> str:
        """Why it cannot be rolled."""
        character = self.attempt.character
        if barred := rollables.cannot_act(character):
            return barred
        if self.rolled.pool is None:
            return f"Without a dot in {self.rolled.name} nothing is rolled."
        if barred := self._unable():
            return barred
        if "willpower" in self.points and points_left(character, "willpower") < 1:
            return "No Willpower is left."
        if self.destiny and "destiny" in self.points:
            return ONE_USE
        row = self.rolled.force if self.rolled.kind == FORCE else None
        if row and (again := lasting.refusal(row, self.attempt.situation)):
            return again
        spends = (self.destiny and self.rolled.kind == FORCE) or "destiny" in self.points
        if barred := no_destiny(self.attempt, spends=spends):
            return barred
        if character.house.makashi_aimed and self.bearings.has(MAKASHI) and not self.aim:
            return "Makashi counterattacks at a part: aim at one."
        if self.power > character.marks.power_now:
            return "You don't have so much Current Power."
        return ""

    def _unable(self) -> str:
        """Why what lasts, or the round, leaves no room for it."""
        acts = () if self.rolled.kind == DAMAGE else rollables.acts_as(self.rolled)
        barred = lasting.barred(self.attempt.turn, *acts)
        return barred or turns.too_many(self.attempt.situation, self.cost)

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """The check with Willpower, and with one more action in this round."""
        if self.rolled.kind == DAMAGE:
            return
        if "willpower" not in self.points:
            spent = {**self.attempt.values, "points": (*self.points, "willpower")}
            attempt = Attempt(self.attempt.character, self.attempt.situation, spent)
            yield "Willpower", Roll(attempt, self.rolled)
        actions = actions_counted(self.attempt.situation, self.cost) + 1
        yield "one more action", Roll(self.attempt.during(actions=actions), self.rolled)

    def botch(self) -> Fraction | None:
        """The chance of a botch; damage never botches, nor what always has a success."""
        if self.rolled.kind == DAMAGE:
            return None
        return Fraction(0) if self.is_unrolled or self.sure else super().botch()

    # --- fields

    def fields(self) -> Iterator[Field]:
        """The fields of the roll form."""
        rolled = self.rolled
        if rolled.kind == TRAIT and rolled.ability in self.attempt.character.abilities:
            attributes = options(rulebook().traits.attributes, rolled.attribute)
            yield answers.menu("attribute", "Attribute", attributes)
        if self.aims:
            is_damage = rolled.kind == DAMAGE
            names = {id: row.described(is_damage=is_damage) for id, row in self.aims.items()}
            parts = options(names, self.aim, none="No particular part")
            yield answers.menu("aim", "Aim", parts)
        yield from self.number_fields(has_target=rolled.kind != DAMAGE)
        if rolled.kind == FORCE:
            option = Option(YES, "What Destiny does with it", chosen=self.destiny)
            yield answers.pick("destiny", "Destiny", (option,))
        if rolled.kind == DAMAGE and rolled.force and rolled.force.destiny_of_damage:
            option = Option(YES, "A Destiny point was spent on it", chosen=self.destiny)
            yield answers.pick("destiny", "Destiny", (option,))
        if rolled.attribute == "perception":
            yield answers.menu("light", "Light", options(LIGHTS, self.light, none="Good"))
        if rolled.kind == TRAIT:
            yield from free_field(Answers(self.attempt.values), self.attempt.situation)
        yield from self.choice_fields({kind: POINT_NAMES[kind] for kind in self.kinds})

    def numbers(self) -> Iterator[Field]:
        """The numbers to type, each by its kind of roll."""
        field = answers.number_field
        match self.rolled.kind:
            case "trait":
                yield self.opposing_field()
            case "attack":
                yield self.taken_field("evaded", "Successes that evade")
                yield from self.target_fields(THEIR_DICE)
                yield from self.forms.fields()
                if not self.attempt.character.is_hero:
                    yield field("opponents", "Opponents", self.opponents, 1, 20)
            case "force":
                yield self.taken_field("resisted", "Successes that resist")
                if self.rolled.force and self.rolled.force.is_attack:
                    yield from self.target_fields(THEIR_DICE, THEIR_DIFFICULTY)
            case "damage":
                if self.grows or (self.rolled.force and self.rolled.force.lasts):
                    yield field("successes", "Successes of the ability", self.levels, 0, 30)
                yield field("power", "Current Power for more dice", self.power or None, 0, 10)

    def target_fields(self, *ids: str) -> Iterator[Field]:
        """The dice and the difficulty of what lasts on the target."""
        names = {THEIR_DICE: "Dice more or less", THEIR_DIFFICULTY: "Difficulty more"}
        known = {THEIR_DICE: self.their_dice, THEIR_DIFFICULTY: self.their_difficulty}
        for id in ids:
            lowest = -MOST_BONUS if id == THEIR_DICE else 0
            yield answers.number_field(id, names[id], known[id] or None, lowest, MOST_BONUS)


def aims(rolled: Rollable) -> dict[str, Aim]:
    """The parts that this can be aimed at, none where it cannot."""
    combat = rulebook().combat
    if rolled.weapon:
        return combat.aim_ranged if rolled.weapon.ability == "firearms" else combat.aim_melee
    return combat.aim_ranged if rolled.force and "aiming" in rolled.force.tags else {}


def side_terms(character: Character, row: ForceAbility) -> Iterator[Figure]:
    """The numbers that Light and Dark add to the difficulty of a Force ability; where a grade that
    it takes was lost, only that counts.
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
