"""Rolls of this game, whatever they are for: a code with its modifiers against a number or another
code, and the procedures that are made of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.dice import codes, pools
from rules.figures import Figure, dice, number
from rules.forms.fields import Choice, Field, Option, Pick
from rules.forms.parsing import YES, FormValues
from rules.kit.answers import Answers, menu, pick
from rules.kit.checks import Check, fallen, refuse, shown
from rules.kit.procedures import Procedure
from rules.play import Action, Die, FollowUp, MarkChange, Outcome, RollForm, TurnState
from rules.problems import Problem, RuleViolation
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import modifiers
from rules.systems.empire_ascendant.rulebook import rulebook

MOST_NUMBER, MOST_DAMAGE = 500, 2000
GM, CHOOSE = "Your GM", "Choose"


class DiceRoll(Check):
    """A roll. `kind` is "act" (everything weighs on it, and it can be barred), "spared" (Soak and
    damage: nothing does, but sixes explode) or "plain" (dice of a table).
    """

    __slots__ = (
        "_pool",
        "against",
        "character",
        "code",
        "force_point",
        "kind",
        "more",
        "situation",
        "target",
    )
    wins_ties = False

    def __init__(
        self,
        character: Character,
        situation: TurnState,
        code: Figure,
        *more: Figure,
        kind: str = "act",
        target: Figure | None = None,
        against: tuple[int, int] | None = None,
        force_point: bool = False,
    ) -> None:
        self.character, self.situation, self.code, self.more = character, situation, code, more
        self.kind, self.target, self.against = kind, target, against
        self.force_point = force_point
        spared = kind != "act"
        self._pool = modifiers.current_pool(character, situation, code, *more, spared=spared)

    @property
    def pool(self) -> Figure:
        """The code that is rolled."""
        return self._pool

    @property
    def no_dice(self) -> str:
        """The ruling on a code without a die."""
        return rulebook().play.rulings["pips_stay"]

    @property
    def exploding(self) -> int:
        """All dice of whoever spent a Force Point in this scene."""
        explodes = self.situation.get("exploding") or self.force_point
        return max(0, self._pool.value) if explodes and self.kind != "plain" else 0

    def refusal(self) -> str:
        """Why the character can't act, or no Force Point goes on it."""
        if self.kind != "act":
            return ""
        if reason := modifiers.unable(self.character, self.situation):
            return reason
        if self.force_point:
            return modifiers.no_force_point(self.character, self.situation)
        return ""

    def variants(self) -> Iterator[tuple[str, Check]]:
        """The roll with a Force Point, and with one action more in this round."""
        if self.kind != "act":
            return
        further = {**self.situation, "actions": modifiers.actions_declared(self.situation) + 1}
        if not self.force_point:
            yield "a Force Point", self._like(self.situation, force_point=True)
        yield "one action more", self._like(further, force_point=self.force_point)

    def _like(self, situation: TurnState, *, force_point: bool) -> DiceRoll:
        return DiceRoll(
            self.character,
            situation,
            self.code,
            *self.more,
            kind=self.kind,
            target=self.target,
            against=self.against,
            force_point=force_point,
        )

    def reach(self, least: int) -> Fraction:
        """The chance of a total of at least so much."""
        found = DiceRoll(
            self.character,
            self.situation,
            self.code,
            *self.more,
            kind=self.kind,
            target=number("", least),
            force_point=self.force_point,
        ).chance()
        return Fraction(int(least <= self._pool.pips)) if found is None else found


def plain(character: Character, count: int, label: str, **rest: Any) -> DiceRoll:
    """So many dice of a table, on which nothing weighs."""
    source = str(rest.pop("source", ""))
    return DiceRoll(character, {}, dice(label, count, source=source), kind="plain", **rest)


def spend(character: Character) -> MarkChange:
    """One Force Point more that is spent."""
    return MarkChange("force_spent", 1, most=character.force_points)


def cast(roll: DiceRoll, action: Action, rng: Random, *, kind: str = "check") -> Outcome:
    """A roll as it falls, against its number where it has one; RuleViolation where it is barred."""
    refuse(action.id, roll.barred())
    thrown, pool, target = roll.roll(rng), roll.pool, roll.target
    total = sum(die.face for die in thrown) + pool.pips
    return Outcome(
        action=action.id,
        name=action.name,
        kind=kind,
        dice=thrown,
        total=total,
        added=pool.pips,
        code=pool.code,
        why=pool.why,
        target=target.value if target else None,
        against=target.label if target else "",
        success=total >= target.value if target else None,
        shifts=(spend(roll.character),) if roll.force_point else (),
        situation={"exploding": 1} if roll.force_point else {},
    )


def extra(rng: Random, count: int) -> tuple[Die, ...]:
    """Dice that a rule adds to what was rolled."""
    return tuple(replace(die, kind="extra") for die in fallen(rng, count, exploding=0))


def faces(thrown: tuple[Die, ...]) -> int:
    """What dice show together."""
    return sum(die.face for die in thrown)


# --- procedures


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What stands before a procedure: its fields, the dice, what is foreseen. `missing` are the
    fields that have to be filled in, with what to say; `results` has the chance of each row.
    Without a `roll` there may be a `target` to name.
    """

    fields: tuple[Field, ...] = ()
    roll: DiceRoll | None = None
    target: Figure | None = None
    foreseen: tuple[str, ...] = ()
    barred: str = ""
    missing: tuple[tuple[str, str], ...] = ()
    results: dict[str, Fraction] = field(default_factory=dict)
    given: Any = None


Planner = Callable[[Character, TurnState, Answers], Plan]
Resolver = Callable[[Character, TurnState, Plan, Outcome, Random], Outcome]
Barrier = Callable[[Character, TurnState], str]


def free(_character: Character, _situation: TurnState) -> str:
    """Nothing bars it."""
    return ""


def procedure(
    action: Action,
    plan: Planner,
    resolve: Resolver,
    *,
    barred: Barrier = free,
    kind: str = "check",
) -> Procedure[Character]:
    """A procedure that is planned from its fields, rolled if there are dice, and then resolved."""

    def planned(character: Character, situation: TurnState, values: FormValues) -> Plan:
        answers = Answers(values)
        found = plan(character, situation, answers)
        answers.check()
        return found

    def offer(character: Character, situation: TurnState) -> Action:
        found = planned(character, situation, {})
        pool = shown(found.roll.pool) if found.roll else None
        reason = barred(character, situation)
        if not reason and found.roll and not found.fields:
            reason = found.roll.barred()
        return replace(action, pool=pool, barred=reason, asks=bool(found.fields))

    def form(
        character: Character, situation: TurnState, offered: Action, values: FormValues
    ) -> RollForm:
        found = planned(character, situation, values)
        made = RollForm(offered, found.fields, target=found.target)
        if found.roll:
            made = found.roll.form(offered, found.fields)
        return replace(
            made,
            foreseen=found.foreseen,
            barred=offered.barred or found.barred or made.barred,
            results=found.results,
        )

    def resolved(
        character: Character, situation: TurnState, values: FormValues, rng: Random
    ) -> Outcome:
        found = planned(character, situation, values)
        if found.missing:
            wrong = (Problem("missing", name, message) for name, message in found.missing)
            raise RuleViolation(wrong)
        refuse(action.id, found.barred)
        if found.roll:
            outcome = cast(found.roll, action, rng, kind=kind)
        else:
            target, against = (
                (found.target.value, found.target.label) if found.target else (None, "")
            )
            outcome = Outcome(action.id, action.name, kind, target=target, against=against)
        return _followed(resolve(character, situation, found, outcome, rng))

    return Procedure(action.id, offer, form, resolved)


def _followed(outcome: Outcome) -> Outcome:
    """The outcome with the action that follows from success or failure."""
    follow: FollowUp = outcome.miss if outcome.success is False else outcome.hit
    return replace(outcome, follows=follow.action, follows_name=follow.name)


def text(
    outcome: Outcome, *said: str, shifts: tuple[MarkChange, ...] = (), **members: Any
) -> Outcome:
    """The outcome with its sentences, marks and other members."""
    return replace(
        outcome,
        said=tuple(filter(None, (*outcome.said, *said))),
        shifts=(*outcome.shifts, *shifts),
        **members,
    )


def compared(outcome: Outcome, won: str = "success", lost: str = "failure") -> str:
    """A total beside the number that it had to reach."""
    if outcome.target is None:
        return str(outcome.total)
    if outcome.success is None:
        return f"To reach: {outcome.against} {outcome.target}"
    result = won if outcome.success else lost
    return f"{outcome.total} against {outcome.against} {outcome.target}: {result}"


# --- fields


def yes(answers: Answers, name: str, label: str, detail: str = "") -> tuple[bool, Pick]:
    """A check box, and whether it is checked."""
    checked = bool(answers.options(name, (YES,)))
    return checked, pick(name, label, (Option(YES, label, detail, chosen=checked),))


def rows_menu(
    answers: Answers,
    name: str,
    label: str,
    rows: dict[str, str],
    *,
    usual: str = "",
    none: str = "",
) -> tuple[str, Choice]:
    """A menu of rows by id, and the id that is chosen; `usual` where nothing is. `none` names the
    choice of nothing, where that can be made.
    """
    chosen = answers.option(name, rows) or usual
    options = [Option(id, said, chosen=id == chosen) for id, said in rows.items()]
    if none or not usual:
        options.insert(0, Option("", none or CHOOSE, chosen=not chosen))
    return chosen, menu(name, label, tuple(options))


def code_text(code: tuple[int, int] | None) -> str:
    """A code as it is typed, "" for none."""
    return codes.written(*code) if code else ""


def average(roll: DiceRoll) -> str:
    """What a pool comes to on average."""
    return f"{pools.average_text(roll.pool.value, roll.pool.pips)} on average"
