"""Actions that a game's TOML declares: group, name, questions, cost in the turn. The game adds how
each is planned from the answers, and what comes of it once the dice have fallen.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from rules.figures import Figure
from rules.kit.play.checks import Check, against_target, dice_outcome, follow, refuse, shown
from rules.kit.play.outcomes import compared, text
from rules.kit.play.procedures import C_contra, Rollable, RollKind
from rules.kit.play.questions import ActionInput, Question, Questionnaire
from rules.kit.play.success_checks import SuccessCheck
from rules.kit.play.turns import Phase, accounted, actions_of, given_cost, scopes, share, used
from rules.play import Action, Attempt, Cost, Fold, Outcome, RollForm, TurnState
from rules.problems import RuleViolation

R = TypeVar("R", bound=Rollable)


class ProcedureRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A procedure as TOML holds it; `kind` is that of its outcome ("check", "heal", "note").

    Rows with the same `action` are one action of different characters: a hit, and a hit in quick
    play. `logged` is its name in the log, if that differs. `cost` is what it takes of a turn: a
    number of actions, "move" or "reaction"; its `phase` begins a turn, ends one, or ends them all.
    One that `asks` has a form, whatever its questions.

    `about` and `texts` are sentences, the latter by the names that its rule knows them by. Names in
    braces stand for numbers of the tables ("{play.wake} or more"); "{0.total}" is filled from what
    was rolled. `foresees` is the place of a table of which every row is foreseen.

    What one `does` that has no rule in Python: a "check" `rolls` a trait against its `number`, or
    that of a question "target"; a "table" `rolls` dice, whose total is read in the rows of a place
    (`results`); a "contest" compares the answers "mine" and "theirs"; to "steer" a craft rolls a
    number of it with the dice of its pilot, or these alone. Its texts are "won" and "lost", or
    "mine", "theirs" and "tie", and "before".
    """

    id: str
    name: str
    group: str
    action: str = ""
    logged: str = ""
    about: str = ""
    kind: str = "check"
    cost: Cost = 0
    phase: Phase = ""
    asks: bool = False
    questions: tuple[Question, ...] = ()
    texts: dict[str, str] = {}
    foresees: str = ""
    does: Literal["", "check", "table", "contest", "steer"] = ""
    rolls: str = ""
    number: int = 0
    results: str = ""


class GroupRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A heading over procedures, whose name may stand in another table; `is_tool` has those of the
    game master, for which an empty document will do, and `rare` those that are folded away.
    """

    id: str
    name: str
    is_tool: bool = False
    rare: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A procedure before it is done: its roll, None for none; the foreseen results, "" for none;
    the reason against it with these answers; the chance of each row that it can come to. Only the
    form needs the foreseen results and the chances, so these are an iterator and a function.
    `optional` are questions that need no answer this time. Without a roll there may be a `target`
    to name, and successes `needed`. A roll that counts successes knows the chances of its rows
    itself. `onto` is the action of another character that it can be done to, and `folds` are rarely
    used fields. `name` is its name with these answers, for a procedure in the log. `cost` is how
    many actions it takes with them, None for that of its row, and `less` the dice that further
    actions take from the roll, "−1D", for its button.
    """

    roll: Check | SuccessCheck | None = None
    foreseen: Iterable[str] = ()
    barred: str = ""
    results: Mapping[str, Fraction] | Callable[[], Mapping[str, Fraction]] = field(
        default_factory=dict
    )
    optional: tuple[str, ...] = ()
    target: Figure | None = None
    needed: int | None = None
    onto: str = ""
    folds: tuple[Fold, ...] = ()
    name: str = ""
    cost: int | None = None
    less: str = ""

    def shown_in(
        self, form: RollForm, barred: str = "", foreseen: tuple[str, ...] = (), takes: str = ""
    ) -> RollForm:
        """The roll form with all that stands before it; what bars the action comes first, and what
        is always `foreseen`. `takes` is its share of the turn.
        """
        results = self.results() if callable(self.results) else self.results
        return replace(
            form,
            foreseen=tuple(filter(None, (*foreseen, *self.foreseen))),
            barred=barred or self.barred or form.barred,
            results=dict(results) or form.results,
            onto=self.onto,
            folds=self.folds,
            takes=takes,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RollPlan(Plan):
    """A roll of the sheet before it is made."""

    roll: Check | SuccessCheck


def no_plan(_inputs: ActionInput[object]) -> Plan:
    """Nothing is rolled and nothing foreseen."""
    return Plan()


def nothing_bars(_character: object, _situation: TurnState) -> str:
    """It can always be done."""
    return ""


def any_number(_situation: TurnState, _cost: int) -> str:
    """A turn has room for any number of actions."""
    return ""


def always(_character: object) -> bool:
    """Every character."""
    return True


def never(_character: object) -> bool:
    """No character."""
    return False


@dataclass(frozen=True, slots=True)
class ProcedureRule(Generic[C_contra]):
    """The rules of a procedure: `resolve` gives the outcome of its dice, `plan` what stands before
    it, `barred` the reason against it whatever is answered, and `usual` the answers that depend on
    the character or on other answers.

    `has` says which characters have the action, and `idle` for which one needs no mention while it
    is barred (nobody is hurt: no treatment). `about` stands for "{0}" in its description, where
    that depends on the character. `varied` are questions of its row, by id, that do: what a menu
    offers, the bounds of a number.
    """

    resolve: Callable[[ActionInput[C_contra], Outcome, Random], Outcome]
    plan: Callable[[ActionInput[C_contra]], Plan] = no_plan
    barred: Callable[[C_contra, TurnState], str] = nothing_bars
    usual: Mapping[str, Callable[[ActionInput[C_contra]], Any]] = field(default_factory=dict)
    has: Callable[[C_contra], bool] = always
    idle: Callable[[C_contra], bool] = never
    about: Callable[[ActionInput[C_contra]], str] | None = None
    varied: Mapping[str, Callable[[C_contra, Question], Question]] = field(default_factory=dict)

    def questions(self, row: ProcedureRow, character: C_contra) -> Iterator[Question]:
        """The questions of the row as this character is asked them."""
        for question in row.questions:
            varied = self.varied.get(question.id)
            yield varied(character, question) if varied else question


def as_rolled(_inputs: ActionInput[object], outcome: Outcome, _rng: Random) -> Outcome:
    """Nothing more comes of it."""
    return outcome


def result(inputs: ActionInput[object], outcome: Outcome, _rng: Random) -> Outcome:
    """A total beside its number, with the texts of success ("won") and of failure ("lost")."""
    sentence = inputs.texts.get("won" if outcome.success else "lost", "")
    return text(outcome, compared(outcome), sentence)


def saying(inputs: ActionInput[object], outcome: Outcome, _rng: Random) -> Outcome:
    """The text that is "said" of a roll, with its members: "Acts on {0.total}."."""
    return text(outcome, inputs.texts["said"].format(outcome))


def contest(inputs: ActionInput[object], outcome: Outcome, _rng: Random) -> Outcome:
    """Two totals that were rolled, "mine" and "theirs", with the text of the higher one, or of a
    "tie". Who won is the row.
    """
    mine, theirs = inputs["mine"], inputs["theirs"]
    won = "tie" if mine == theirs else "mine" if mine > theirs else "theirs"
    return text(outcome, f"{mine} against {theirs}: {inputs.texts[won]}", row=won)


@dataclass(frozen=True, slots=True)
class PlannedProcedure(Generic[C_contra]):
    """A row with its rule: the three answers of a procedure. What is always `foreseen` comes before
    what its plan foresees. A reaction takes `reaction` actions; `too_many` says why a turn has no
    room for so many more.
    """

    row: ProcedureRow
    rule: ProcedureRule[C_contra]
    questionnaire: Questionnaire
    foreseen: tuple[str, ...]
    reaction: int = 0
    too_many: Callable[[TurnState, int], str] = any_number

    def planned(
        self, attempt: Attempt[C_contra], *, has_form: bool = True
    ) -> tuple[ActionInput[C_contra], Plan]:
        """The answers, and the plan that comes of them; RuleViolation for what cannot be read."""
        inputs = ActionInput(
            self.questionnaire,
            attempt,
            self.row.texts,
            barred=self.rule.barred(attempt.character, attempt.situation),
            has_form=has_form,
        )
        inputs.ask(self.rule.questions(self.row, attempt.character), self.rule.usual)
        plan = self.rule.plan(inputs)
        inputs.answers.check()
        return inputs, plan

    def offer(self, attempt: Attempt[C_contra]) -> Action | None:
        """The action as things stand; None if this character does not have it."""
        row, rule, character = self.row, self.rule, attempt.character
        if not rule.has(character):
            return None
        inputs, plan = self.planned(attempt, has_form=False)
        asks = row.asks or bool(inputs.fields)
        barred = inputs.barred or self.too_many(attempt.situation, self._cost(inputs, plan))
        if not barred and plan.roll and not asks:
            barred = plan.roll.barred()
        return Action(
            row.action or row.id,
            row.name,
            row.about.format(rule.about(inputs)) if rule.about else row.about,
            shown(plan.roll.pool) if plan.roll else None,
            barred,
            asks=asks,
            idle=rule.idle(character),
        )

    def form(self, attempt: Attempt[C_contra], offered: Action) -> RollForm:
        """The roll form with what comes of the answers so far."""
        inputs, plan = self.planned(attempt)
        fields, roll = tuple(inputs.fields), plan.roll
        form = RollForm(offered, fields, target=plan.target, needed=plan.needed)
        if roll:
            form = roll.form(offered, fields)
        cost = self._cost(inputs, plan)
        takes = share(attempt, cost, plan.less) if cost else ""
        return plan.shown_in(form, offered.barred, self.foreseen, takes)

    def _cost(self, inputs: ActionInput[C_contra], plan: Plan) -> int:
        """The actions that it takes with these answers."""
        said = given_cost(inputs.answers) if plan.cost is None else plan.cost
        if said is not None:
            return said
        return actions_of(self.row.cost, self.reaction)

    def resolve(self, attempt: Attempt[C_contra], rng: Random) -> Outcome:
        """The outcome; RuleViolation where an answer lacks or the answers bar it."""
        inputs, plan = self.planned(attempt, has_form=False)
        if missing := [inputs.missing[id] for id in inputs.missing if id not in plan.optional]:
            raise RuleViolation(missing)
        name = plan.name or self.row.logged or self.row.name
        action = Action(self.row.action or self.row.id, name)
        refuse(action.id, plan.barred)
        if plan.roll:
            outcome = rolled(plan.roll, action, rng, kind=self.row.kind)
        else:
            outcome = Outcome(action.id, action.name, self.row.kind)
            outcome = replace(against_target(outcome, plan.target), success=None)
        outcome = self.rule.resolve(inputs, outcome, rng)
        cost = self._cost(inputs, plan)
        return follow(accounted(attempt, outcome, cost=cost, phase=self.row.phase))


@dataclass(frozen=True, slots=True)
class PlannedRoll(Generic[C_contra, R]):
    """Rolls of the sheet of one kind: the `plan` from what is rolled and the answers, and what
    comes of the dice.
    """

    questionnaire: Questionnaire
    plan: Callable[[ActionInput[C_contra], R], RollPlan]
    resolve: Callable[[ActionInput[C_contra], R, Outcome, Random], Outcome]

    @property
    def kind(self) -> RollKind[C_contra, R]:
        """The form and the outcome of such rolls."""
        return RollKind(self._form, self._roll)

    def _planned(
        self, attempt: Attempt[C_contra], rollable: R, *, has_form: bool
    ) -> tuple[ActionInput[C_contra], RollPlan]:
        inputs = ActionInput(self.questionnaire, attempt, has_form=has_form)
        plan = self.plan(inputs, rollable)
        inputs.answers.check()
        return inputs, plan

    def _form(self, attempt: Attempt[C_contra], rollable: R) -> RollForm:
        inputs, plan = self._planned(attempt, rollable, has_form=True)
        name = plan.name or rollable.name
        action = Action(rollable.key, name, pool=rollable.pool, asks=True)
        form = plan.roll.form(action, tuple(inputs.fields))
        cost = self._cost(inputs, plan)
        return plan.shown_in(form, takes=share(attempt, cost, plan.less))

    def _cost(self, inputs: ActionInput[C_contra], plan: RollPlan) -> int:
        """The actions that it takes: none where neither the game nor its form says so."""
        said = given_cost(inputs.answers) if plan.cost is None else plan.cost
        return said or 0

    def _roll(self, attempt: Attempt[C_contra], rollable: R, rng: Random) -> Outcome:
        inputs, plan = self._planned(attempt, rollable, has_form=False)
        refuse(rollable.key, plan.barred)
        action = Action(rollable.key, plan.name or rollable.name)
        outcome = rolled(plan.roll, action, rng, kind=rollable.kind)
        outcome = self.resolve(inputs, rollable, outcome, rng)
        outcome = accounted(attempt, outcome, cost=self._cost(inputs, plan))
        return follow(used(attempt, outcome, *scopes(rollable)))


def rolled(roll: Check | SuccessCheck, action: Action, rng: Random, *, kind: str) -> Outcome:
    """A roll as it falls, against its number where it has one; RuleViolation where it is barred."""
    refuse(action.id, roll.barred())
    if isinstance(roll, SuccessCheck):
        return replace(roll.outcome(action, rng), kind=kind)
    dice = roll.roll(rng)
    outcome = dice_outcome(roll.pool, dice, action=action.id, name=action.name, kind=kind)
    return against_target(outcome, roll.target)
