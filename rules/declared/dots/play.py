"""A declared game of dots in play: pools that count successes, boxes of health, points."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.declared.dots.character import DotCharacter, DotRules
from rules.declared.dots.sheet import health
from rules.dice import pools
from rules.figures import Figure, bonus, number, total
from rules.forms.fields import Field, Option
from rules.game import PlayParts
from rules.kit.play.answers import Answers, menu, not_whole, number_field, pick
from rules.kit.play.checks import refuse
from rules.kit.play.harm_boxes import HarmBoxes
from rules.kit.play.lasting import lasting_group
from rules.kit.play.outcomes import taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRow, ProcedureRule
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable, Rollable, Rolls
from rules.kit.play.questions import ActionInput, Questionnaire
from rules.kit.play.roll_requests import RollRequests
from rules.kit.play.success_checks import SuccessCheck
from rules.kit.play.turns import effect_remarks, effect_terms
from rules.play import Action, Attempt, MarkChange, Outcome, PlayState, RollForm, TurnState
from rules.problems import Problem, RuleViolation
from rules.tables import Reader, TableError

NO_DICE = "No dice roll against a check here: ask for a difficulty, or let two players roll."
Play = Attempt[DotCharacter]
Inputs = ActionInput[DotCharacter]
FILE = "procedures.toml"
MOST_BONUS, MOST_NEEDED, LEAST, SIDES = 10, 20, 2, 10
POINTS = "points"


class DotCheck(SuccessCheck):
    """A trait against a difficulty, with dice more or less and a point for successes more."""

    __slots__ = ("added", "bonus", "difficulty", "needed", "own", "play", "spends")

    def __init__(self, play: Play, own: Figure, *, spends: bool | None = None) -> None:
        rules, answers = play.character.rules, Answers(play.values)
        rows = rules.book.play.difficulties
        self.play, self.own = play, own
        rung = answers.option("ladder", rows)
        typed = answers.number("difficulty", LEAST, SIDES)
        self.needed = answers.number("needed", 1, MOST_NEEDED) or 1
        self.bonus = answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0
        point = rules.book.point
        chosen = bool(point and point.id in answers.chosen(POINTS))
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
        more = [*effect_terms(self.play.turn, "checks")]
        if self.bonus:
            more.append(bonus("conditions", self.bonus, source="Your GM"))
        return total(self.own.label, self.own, *more, unit=self.own.unit) if more else self.own

    def refusal(self) -> str:
        """Why it cannot be rolled, "" if it can."""
        character = self.play.character
        if character.is_out:
            return character.rules.book.health.out
        point = character.rules.book.point
        if point and self.spends and character.points_left.value < 1:
            return f"You have no {point.name} left. {point.back}".strip()
        return ""

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """The check with a point."""
        point = self.play.character.rules.book.point
        if point and not self.spends:
            yield f"a {point.one}", DotCheck(self.play, self.own, spends=True)

    def fields(self) -> Iterator[Field]:
        """The difficulty, the successes needed, dice more or less, a point."""
        rules = self.play.character.rules
        at = self.difficulty.value
        rows = rules.book.play.difficulties.values()
        options = (
            Option(row.id, f"{row.name} {row.number}", chosen=row.number == at) for row in rows
        )
        yield menu("ladder", "Difficulty", (Option("", "Another number"), *options))
        yield number_field("difficulty", "Or a number", None, LEAST, SIDES)
        yield number_field("needed", "Successes needed", self.needed, 1, MOST_NEEDED)
        yield number_field(
            "bonus", "Dice more or less", self.bonus or None, -MOST_BONUS, MOST_BONUS
        )
        if point := rules.book.point:
            successes = "a success" if point.successes == 1 else f"{point.successes} successes"
            option = Option(point.id, f"{point.name}: {successes} more", chosen=self.spends)
            yield pick(POINTS, "Points", (option,))


def _find(character: DotCharacter, key: str) -> Rollable | None:
    part, _, id = key.partition(".")
    traits = character.rules.book.traits
    rows: dict[str, Any] = {"attributes": traits.attributes, "skills": traits.skills}
    row = rows.get(part, {}).get(id)
    return Rollable(key, row.name, "check", character.now(id), id) if row else None


def _form(attempt: Play, rollable: Rollable) -> RollForm:
    check = DotCheck(attempt, rollable.pool)
    action = Action(rollable.key, rollable.name, pool=rollable.pool, asks=True)
    return check.form(action, tuple(check.fields()))


def _roll(attempt: Play, rollable: Rollable, rng: Random) -> Outcome:
    check = DotCheck(attempt, rollable.pool)
    refuse(rollable.key, check.barred())
    outcome = check.outcome(Action(rollable.key, rollable.name), rng)
    return text(outcome, shifts=(MarkChange("spent", 1),) if check.spends else ())


class DotRequests(RollRequests, frozen=True, gc=False):
    """Roll requests whose number to reach is a difficulty."""

    def fields(
        self, *, target: int | None = None, helpers: int = 0, opposed_by: int | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The difficulty that a request fixes."""
        wrong = [Problem("bad-value", "opposed", NO_DICE)] if opposed_by else []
        if target is not None and not LEAST <= target <= SIDES:
            wrong.append(not_whole("target", LEAST, SIDES))
        if wrong:
            raise RuleViolation(wrong)
        super().fields(target=target, helpers=helpers)
        return {"ladder": ("",), "difficulty": (str(target),)} if target is not None else {}


REQUESTS = DotRequests(
    SIDES,
    pools.MOST_DICE,
    tie=lambda: "A tie: your GM decides.",
    nobody_helps="Nobody helps with a roll in this game: give a lower difficulty instead.",
)


# --- health


def _no_hit(character: DotCharacter, _situation: TurnState) -> str:
    """Why nothing can be marked, "" if something can."""
    return character.rules.book.health.out if character.is_out else ""


def _state(character: DotCharacter, more: int) -> str:
    """The state with so many boxes more, in words."""
    levels = tuple(character.rules.book.health.levels.values())
    hurt = max(0, min(len(levels), character.marks.hurt + more))
    if hurt == len(levels):
        return character.rules.book.health.out
    return f"{levels[hurt - 1].name}: {levels[hurt - 1].does}" if hurt else "Unhurt."


def _hit(inputs: Inputs) -> Plan:
    damage = inputs["damage"]
    is_open = inputs.barred or damage is None
    return Plan() if is_open else Plan(foreseen=(_state(inputs.character, damage),))


def _take(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A hit marks so many boxes, as far as there are some."""
    character, damage = inputs.character, inputs["damage"]
    boxes, state = len(character.rules.book.health.levels), _state(character, damage)
    moved = min(damage, boxes - character.marks.hurt)
    shifts = (MarkChange("hurt", moved, most=boxes),) if moved else ()
    said, effects = (f"{damage} damage", state), (state,) if moved else ()
    return text(outcome, *said, shifts=shifts, total=damage, taken=taken(damage, *effects))


def _unhurt(character: DotCharacter, _situation: TurnState) -> str:
    return "" if character.marks.hurt else "You have no box to clear."


def _rest(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A rest clears one box."""
    return text(outcome, _state(inputs.character, -1), shifts=(MarkChange("hurt", -1),))


RULES = {"harm": ProcedureRule(_take, _hit, _no_hit), "rest": ProcedureRule(_rest, barred=_unhurt)}


def _by_hand(_character: DotCharacter, level: int, count: int) -> dict[str, int]:
    return {"hurt": level + count}


def _state_of(attempt: Play) -> PlayState:
    character = attempt.character
    traits = character.rules.book.traits
    keys = [f"attributes.{id}" for id in traits.attributes] + [
        f"skills.{id}" for id in traits.skills
    ]
    pools = {key: character.now(key.partition(".")[2]) for key in keys}
    if point := character.rules.book.point:
        pools[f"points.{point.id}"] = character.points_left
    remarks = (character.rules.book.health.out,) if character.is_out else ()
    return PlayState(pools, (*remarks, *effect_remarks(attempt.turn)), ())


def parts(rules: DotRules) -> PlayParts[Any]:
    """The parts of a game for play; TableError for a fault of its procedures."""
    asked = Questionnaire(lambda _place: {}, {"play": rules.book.play})
    reader = Reader(rules.folder)
    row = reader.entries(FILE, "procedure", ProcedureRow).get("harm")
    if row and "damage" not in {question.id for question in row.questions}:
        raise TableError(FILE, "harm.questions", "“damage” is missing")
    groups = (*procedure_groups(reader, FILE, RULES, asked), *lasting_group(asked))
    return PlayParts(
        state=_state_of,
        actions=ActionTable(Rolls(_find, _form, _roll), groups),
        requests=REQUESTS,
        boxes=HarmBoxes(health, _by_hand),
    )
