"""Procedures and rolls that are planned from their questions, rolled, and resolved."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rules import tables
from rules.dice import pools
from rules.figures import Figure, dice, number
from rules.forms.fields import Choice
from rules.kit.play.checks import Check
from rules.kit.play.planned_procedures import (
    Plan,
    PlannedRoll,
    ProcedureRule,
    RollPlan,
    saying,
)
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable, Rollable, rolls_by_kind
from rules.kit.play.questions import ActionInput, Question, Questionnaire
from rules.kit.play.result_tables import ResultRow
from rules.play import Action, Attempt, Fold, FollowUp, Outcome, RollForm, TurnState
from rules.problems import Problem, RuleViolation
from tests.dice import Fixed

# A character of these tests is its name; "Ghost" can do nothing, and "Nobody" has no dice.
TOML = """
[[group]]
id = "shop"
name = "Shop"

[[group]]
id = "tools"
name = "Tools"
is_tool = true

[[procedure]]
id = "haggle"
group = "shop"
name = "Haggle"
about = "Two dice."
questions = [
    { id = "target", label = "Number", needed = true },
    { id = "name", label = "Name", kind = "menu", options = { a = "A" }, needed = true },
]

[[procedure]]
id = "rest"
group = "tools"
name = "Rest"
kind = "heal"
"""
GAMES = {"cards": ResultRow(id="cards", name="Cards", does="The higher total wins.")}
ASKED = Questionnaire(lambda place: {"games": GAMES}[place], {"prices": {"bed": 5}})


class TwoDice(Check):
    """Two dice against a number."""

    wins_ties = False
    against = None

    def __init__(self, target: int | None) -> None:
        self.target: Figure | None = None if target is None else number("Price", target)

    @property
    def pool(self) -> Figure:
        return dice("Two dice", 2)

    @property
    def no_dice(self) -> str:
        return ""

    def refusal(self) -> str:
        return ""

    def variants(self) -> Iterator[tuple[str, Check]]:
        yield from ()


def planned(given: ActionInput[str]) -> Plan:
    target = given["target"]
    if given.character == "Nobody":
        return Plan(target=number("Price", target or 0), optional=("name",))
    barred = "Too dear." if target and target > 12 else ""
    return Plan(roll=TwoDice(target), foreseen=("Maybe.",), barred=barred, optional=("name",))


def _resolve(given: ActionInput[str], outcome: Outcome, _rng: Random) -> Outcome:
    said = f"{outcome.total} for {given.character}"
    return replace(outcome, said=(said,), hit=FollowUp("pay", "Pay"), miss=FollowUp("leave", "Go"))


def _rested(_given: ActionInput[str], outcome: Outcome, _rng: Random) -> Outcome:
    return outcome


def _barred(character: str, _situation: TurnState) -> str:
    return "Ghosts don't shop." if character == "Ghost" else ""


RULES = {"haggle": ProcedureRule(_resolve, planned, _barred), "rest": ProcedureRule(_rested)}


def table(
    folder: Path, toml: str = TOML, rules: Mapping[str, ProcedureRule[str]] = RULES
) -> ActionTable[str, Rollable]:
    (folder / "procedures.toml").write_text(toml)
    groups = procedure_groups(tables.Reader(folder), "procedures.toml", rules, ASKED)
    rolls = rolls_by_kind(_find, lambda found: found.kind, {"check": CLIMB.kind})
    return ActionTable(rolls, groups)


def _find(_character: str, key: str) -> Rollable | None:
    return Rollable(key, "Climb", "check", dice("Climb", 2)) if key == "skills.climb" else None


def _climb(given: ActionInput[str], subject: Rollable) -> RollPlan:
    given.ask((Question(id="target", label="Number"),))
    barred = "You have no hands." if given.character == "Ghost" else ""
    return RollPlan(roll=TwoDice(given["target"]), foreseen=(subject.name,), barred=barred)


def _climbed(
    _given: ActionInput[str], subject: Rollable, outcome: Outcome, _rng: Random
) -> Outcome:
    return replace(outcome, miss=FollowUp("fall", f"{subject.name}: fall"))


CLIMB = PlannedRoll(ASKED, _climb, _climbed)


def test_procedures_are_offered_in_their_groups(tmp_path: Path) -> None:
    shop, tools = table(tmp_path).actions(Attempt("Mara", {}))
    assert [action.id for action in (*shop.actions, *tools.actions)] == ["haggle", "rest"]
    assert (shop.needs_character, tools.needs_character) == (True, False)
    assert shop.actions[0].asks
    assert tools.actions == (Action("rest", "Rest"),)


def test_the_form_shows_what_the_answers_come_to(tmp_path: Path) -> None:
    form = table(tmp_path).form(Attempt("Mara", {}, {"target": ("7",)}), "haggle")
    assert [field.id for field in form.fields] == ["target", "name"]
    assert form.exact == pools.chance(2, 7)
    assert (form.foreseen, form.barred) == (("Maybe.",), "")
    assert (
        table(tmp_path).form(Attempt("Mara", {}, {"target": ("13",)}), "haggle").barred
        == "Too dear."
    )
    assert table(tmp_path).form(Attempt("Ghost", {}), "haggle").barred == "Ghosts don't shop."


def test_the_dice_are_held_against_the_number_and_lead_on(tmp_path: Path) -> None:
    outcome = table(tmp_path).resolve(
        Attempt("Mara", {}, {"target": ("7",)}), "haggle", Fixed(3, 4)
    )
    assert (outcome.total, outcome.target, outcome.success) == (7, 7, True)
    assert (outcome.said, outcome.follows) == (("7 for Mara",), "pay")
    outcome = table(tmp_path).resolve(
        Attempt("Mara", {}, {"target": ("8",)}), "haggle", Fixed(3, 4)
    )
    assert (outcome.success, outcome.follows) == (False, "leave")


SLEEP = """
[[group]]
id = "sleep"
name = "Sleep"

[[procedure]]
id = "rest"
group = "sleep"
name = "Rest"
logged = "A night's rest"
about = "A bed is {prices[bed]} credits."
texts = { said = "{0.name} for {prices[bed]}." }
kind = "heal"
cost = 1
asks = true

[[procedure]]
id = "haunt"
group = "sleep"
action = "rest"
name = "Haunt the place"
about = "{0} moans."
kind = "note"
cost = "move"
"""


def _sleeper(character: str) -> bool:
    return character != "Ghost"


def _tired(character: str, _situation: TurnState) -> str:
    return "" if character == "Tired" else "You are wide awake."


SLEEP_RULES: dict[str, ProcedureRule[str]] = {
    "rest": ProcedureRule(saying, barred=_tired, has=_sleeper, idle=lambda name: name == "Mara"),
    "haunt": ProcedureRule(
        _rested, has=lambda name: name == "Ghost", about=lambda given: given.character
    ),
}


def test_rows_of_one_action_are_each_for_the_characters_that_have_them(tmp_path: Path) -> None:
    made = table(tmp_path, SLEEP, SLEEP_RULES)
    about = "A bed is 5 credits."
    [group] = made.actions(Attempt("Tired", {}))
    assert group.actions == (Action("rest", "Rest", about, asks=True),)
    [group] = made.actions(Attempt("Ghost", {}))
    assert group.actions == (Action("rest", "Haunt the place", "Ghost moans."),)
    assert made.form(Attempt("Ghost", {}), "rest").action.name == "Haunt the place"
    outcome = made.resolve(Attempt("Ghost", {}), "rest", Fixed())
    assert (outcome.action, outcome.name) == ("rest", "Haunt the place")
    with pytest.raises(RuleViolation, match="doesn't exist"):
        made.form(Attempt("Tired", {}), "haunt")


def test_what_is_barred_needs_no_mention_for_whom_it_is_idle(tmp_path: Path) -> None:
    made = table(tmp_path, SLEEP, SLEEP_RULES)
    idle = {
        name: made.actions(Attempt(name, {}))[0].actions[0].idle
        for name in ("Mara", "Obi", "Tired")
    }
    assert idle == {"Mara": True, "Obi": False, "Tired": False}


def test_texts_name_numbers_of_the_tables_and_what_was_rolled(tmp_path: Path) -> None:
    made = table(tmp_path, SLEEP, SLEEP_RULES)
    outcome = made.resolve(Attempt("Tired", {}), "rest", Fixed())
    assert outcome.name == "A night's rest"
    assert outcome.said == ("A night's rest for 5.",)


def test_what_a_procedure_takes_of_a_turn_is_declared(tmp_path: Path) -> None:
    groups = table(tmp_path, SLEEP, SLEEP_RULES).groups
    assert [procedure.cost for procedure in groups[0].procedures] == [1, "move"]
    groups = table(tmp_path).groups
    assert [procedure.cost for group in groups for procedure in group.procedures] == [0, 0]


def _haggler(character: str, question: Question) -> Question:
    return replace(question, options={"b": f"{character}'s"}, usual="b")


def test_a_question_may_depend_on_the_character(tmp_path: Path) -> None:
    rule: ProcedureRule[str] = ProcedureRule(_resolve, planned, varied={"name": _haggler})
    made = table(tmp_path, rules={**RULES, "haggle": rule})
    target, name = made.form(Attempt("Mara", {}), "haggle").fields
    assert (target.id, name.values) == ("target", ("b",))
    assert isinstance(name, Choice)
    assert [(option.id, option.name) for option in name.options] == [("b", "Mara's")]
    with pytest.raises(RuleViolation) as caught:
        made.form(Attempt("Mara", {}, {"name": ("a",)}), "haggle")
    assert [problem.where for problem in caught.value.problems] == ["name"]


def test_a_plan_knows_what_bars_its_action(tmp_path: Path) -> None:
    rule = ProcedureRule(
        _rested, lambda given: Plan(foreseen=(f"Barred: {given.barred}",)), _tired, has=_sleeper
    )
    made = table(tmp_path, SLEEP, {**SLEEP_RULES, "rest": rule})
    form = made.form(Attempt("Mara", {}), "rest")
    assert form.foreseen == ("Barred: You are wide awake.",)
    assert form.barred == "You are wide awake."
    assert made.form(Attempt("Tired", {}), "rest").foreseen == ("Barred: ",)


def test_what_is_foreseen_is_worked_out_for_the_form_alone(tmp_path: Path) -> None:
    worked_out: list[str] = []

    def foreseen() -> Iterator[str]:
        worked_out.append("foreseen")
        yield "You sleep well."

    def chances() -> dict[str, Fraction]:
        worked_out.append("chances")
        return {"well": Fraction(1, 2)}

    rule: ProcedureRule[str] = ProcedureRule(
        _rested, lambda _given: Plan(foreseen=foreseen(), results=chances)
    )
    made = table(tmp_path, rules={**RULES, "rest": rule})
    made.actions(Attempt("Mara", {}))
    made.resolve(Attempt("Mara", {}), "rest", Fixed())
    assert worked_out == []
    form = made.form(Attempt("Mara", {}), "rest")
    assert form.foreseen == ("You sleep well.",)
    assert form.results == {"well": Fraction(1, 2)}


def test_a_plan_knows_whether_its_fields_are_looked_at(tmp_path: Path) -> None:
    has_form: list[bool] = []

    def plan(given: ActionInput[str]) -> Plan:
        has_form.append(given.has_form)
        return Plan()

    made = table(tmp_path, rules={**RULES, "rest": ProcedureRule(_rested, plan)})
    made.form(Attempt("Mara", {}), "rest")
    made.resolve(Attempt("Mara", {}), "rest", Fixed())
    # Each first offers the action.
    assert has_form == [False, True, False, False]


def test_a_plan_folds_fields_and_names_what_is_done_to_somebody_else(tmp_path: Path) -> None:
    folds = (Fold("More", ("name",)),)
    rule: ProcedureRule[str] = ProcedureRule(_rested, lambda _given: Plan(onto="pay", folds=folds))
    form = table(tmp_path, rules={**RULES, "rest": rule}).form(Attempt("Mara", {}), "rest")
    assert (form.onto, form.folds) == ("pay", folds)


def test_where_nothing_is_rolled_the_number_is_named(tmp_path: Path) -> None:
    form = table(tmp_path).form(Attempt("Nobody", {}, {"target": ("7",)}), "haggle")
    assert form == RollForm(form.action, form.fields, target=number("Price", 7))
    outcome = table(tmp_path).resolve(Attempt("Nobody", {}, {"target": ("7",)}), "haggle", Fixed())
    assert (outcome.target, outcome.against, outcome.success) == (7, "Price", None)
    assert table(tmp_path).resolve(Attempt("Mara", {}), "rest", Fixed()).kind == "heal"


def test_an_answer_that_lacks_and_one_that_bars_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleViolation) as caught:
        table(tmp_path).resolve(Attempt("Mara", {}), "haggle", Fixed())
    assert caught.value.problems == (Problem("missing", "target", "Fill this in."),)
    with pytest.raises(RuleViolation) as caught:
        table(tmp_path).resolve(Attempt("Mara", {}, {"target": ("13",)}), "haggle", Fixed())
    assert caught.value.problems == (Problem("barred", "haggle", "Too dear."),)
    with pytest.raises(RuleViolation) as caught:
        table(tmp_path).form(Attempt("Mara", {}, {"target": ("x",)}), "haggle")
    assert [problem.where for problem in caught.value.problems] == ["target"]


def test_a_roll_of_the_sheet_is_planned_and_resolved_alike(tmp_path: Path) -> None:
    form = table(tmp_path).form(Attempt("Mara", {}, {"target": ("7",)}), "skills.climb")
    assert (form.exact, form.foreseen) == (pools.chance(2, 7), ("Climb",))
    outcome = table(tmp_path).resolve(
        Attempt("Mara", {}, {"target": ("9",)}), "skills.climb", Fixed(3, 4)
    )
    assert (outcome.success, outcome.follows, outcome.kind) == (False, "fall", "check")
    with pytest.raises(RuleViolation) as caught:
        table(tmp_path).resolve(Attempt("Ghost", {}), "skills.climb", Fixed())
    assert caught.value.problems == (Problem("barred", "skills.climb", "You have no hands."),)
