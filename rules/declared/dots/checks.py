"""The rolls of a declared game of dots: traits and attacks, and the damage of a hit."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.declared import ranges
from rules.declared.dots.character import DotCharacter
from rules.declared.ranges import NO_AIM
from rules.figures import Figure, bonus, number, total
from rules.forms.fields import Field, Option
from rules.kit.play.answers import Answers, menu, number_field, pick
from rules.kit.play.outcomes import text
from rules.kit.play.procedures import Rollable
from rules.kit.play.questions import ActionInput
from rules.kit.play.success_checks import SuccessCheck
from rules.kit.play.turns import effect_terms, scopes
from rules.phrases import counted
from rules.play import Attempt, FollowUp, MarkChange, Outcome

Play = Attempt[DotCharacter]
Inputs = ActionInput[DotCharacter]
MOST_BONUS, MOST_NEEDED, LEAST, SIDES = 10, 20, 2, 10
POINT_RULE = "A point goes on the newest roll of your own, once."
POINTS, BEYOND = "points", "beyond"


def no_point(character: DotCharacter, many: int = 1) -> str:
    """Why so many points cannot be spent, "" if they can."""
    point = character.rules.book.point
    if point is None or (left := character.points_left.value) >= many:
        return ""
    lacks = f"This takes {many} {point.name}: you have {left}." if left > 0 else ""
    return f"{lacks or f'You have no {point.name} left.'} {point.back}".strip()


class DotCheck(SuccessCheck):
    """A trait against a difficulty, with dice more or less and a point for successes more. An
    attack is against a defense, where the game has one.
    """

    __slots__ = (
        "added",
        "aim",
        "asked",
        "bonus",
        "difficulty",
        "needed",
        "play",
        "rollable",
        "spends",
    )

    def __init__(self, play: Play, rollable: Rollable, *, spends: bool | None = None) -> None:
        rules, answers = play.character.rules, Answers(play.values)
        rows = rules.book.play.difficulties
        self.play, self.rollable = play, rollable
        rung = answers.option("ladder", rows)
        typed = answers.number("difficulty", LEAST, SIDES)
        fight, (at, many) = rules.book.fight, self.usual
        needed = answers.number("needed", 1, MOST_NEEDED) or many
        self.aim = ranges.aimed(fight, answers) if rollable.is_attack else NO_AIM
        self.bonus = answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0
        point = rules.book.point
        chosen = bool(point and not point.after and point.id in answers.chosen(POINTS))
        answers.check()
        self.spends = chosen if spends is None else spends
        usual = rows[rung].number if rung else at
        found = number("Difficulty", usual if typed is None else typed)
        harder = self.aim.harder
        by_number = fight.reached == "difficulty"
        self.difficulty = _harder(found, harder) if by_number and harder else found
        more = 0 if by_number else sum(term.value for term in harder)
        self.needed = max(1, min(MOST_NEEDED, needed + more))
        self.asked = (found.value, needed)
        self.added = point.successes if point and self.spends else 0

    @property
    def usual(self) -> tuple[int, int]:
        """The difficulty, and the successes needed, where nothing is said."""
        return self.play.character.rules.book.play.usual, 1

    @property
    def cost(self) -> int:
        """The points that it takes."""
        return int(self.spends)

    def with_point(self) -> SuccessCheck:
        """The same with a point."""
        return DotCheck(self.play, self.rollable, spends=True)

    @property
    def cancels(self) -> bool:  # type: ignore[override]  # the game says so
        """True if ones cancel successes."""
        return self.play.character.rules.book.play.ones_cancel

    @property
    def pool(self) -> Figure:
        """The dice with everything that adds or takes some."""
        own = self.rollable.pool
        more = [*effect_terms(self.play.turn, *scopes(self.rollable)), *self.more()]
        more += self.aim.dice(bonus)
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
        return no_point(character, self.cost) if point and self.cost else ""

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """The check with a point."""
        point = self.play.character.rules.book.point
        if point and not self.spends and not point.after:
            yield f"a {point.one}", self.with_point()

    def fields(self) -> Iterator[Field]:
        """The difficulty, the successes needed, dice more or less, a point."""
        rules = self.play.character.rules
        fight, is_attack = rules.book.fight, self.rollable.is_attack
        theirs = f"Their {rules.book.figures[fight.defense].name}" if fight.defense else ""
        at, needed = self.asked
        if is_attack and theirs and fight.reached == "difficulty":
            yield number_field("difficulty", theirs, at, LEAST, SIDES)
        else:
            yield from self._ladder()
        is_theirs = is_attack and theirs and fight.reached == "successes"
        label = theirs if is_theirs else "Successes needed"
        yield number_field("needed", label, needed, 1, MOST_NEEDED)
        yield from self.aim.fields
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
        at, _ = self.asked
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
        shifts = (MarkChange("spent", self.cost),) if self.cost else ()
        outcome = text(outcome, shifts=shifts, point=can_add)
        if not outcome.success or rollable.weapon is None:
            return outcome
        beyond = outcome.total - self.needed
        if rollable.damage_key:
            more = f"?{BEYOND}={beyond}" if beyond else ""
            return text(outcome, hit=FollowUp(f"{rollable.damage_key}{more}", "Roll damage"))
        boxes = hit_boxes(character, rollable, outcome)
        return text(outcome, f"{counted(boxes, 'box', 'boxes')} of damage.")


def _harder(found: Figure, terms: tuple[Figure, ...]) -> Figure:
    """A difficulty with what the distance and the target add; no die shows more than its sides."""
    whole = total(found.label, found, *terms)
    if LEAST <= whole.value <= SIDES:
        return whole
    bound = max(LEAST, min(SIDES, whole.value))
    return total(found.label, whole, bonus("no die shows more", bound - whole.value))


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
