"""Procedures, and the table that finds an action by its id."""

from random import Random

import pytest

from rules.forms.parsing import FormValues
from rules.kit.procedures import (
    ActionTable,
    NumberField,
    Procedure,
    ProcedureGroup,
    RollKind,
    Rolls,
    fixed,
    foreseen_form,
    of_number,
    plain_form,
    rolls_by_kind,
)
from rules.play import Action, Outcome, RollForm, TurnState
from rules.problems import Problem, RuleViolation

# A character of these tests is its name; only one called "Ghost" can haunt.


def _tired(character: str, situation: TurnState) -> str:
    return "Nobody rests in a fight." if situation.get("rounds") else ""


def _rest(character: str, situation: TurnState, values: FormValues, rng: Random) -> Outcome:
    return Outcome("rest", "Rest", "heal", said=(f"{character} rests.",))


def _haunt(character: str, situation: TurnState) -> Action | None:
    return Action("haunt", "Haunt") if character == "Ghost" else None


def _haunted(character: str, situation: TurnState, values: FormValues, rng: Random) -> Outcome:
    return Outcome("haunt", "Haunt", "note")


def _skill(character: str, key: str) -> str | None:
    return "Climb" if key == "skills.climb" else None


def _form(character: str, situation: TurnState, found: str, values: FormValues) -> RollForm:
    return RollForm(Action("skills.climb", found, asks=True), ())


def _roll(
    character: str, situation: TurnState, found: str, values: FormValues, rng: Random
) -> Outcome:
    return Outcome("skills.climb", found, "check", total=7)


TABLE = ActionTable(
    Rolls(_skill, _form, _roll),
    (
        ProcedureGroup("rest", "Rest", (fixed(Action("rest", "Rest"), _tired, _rest),)),
        ProcedureGroup("dark", "Dark", (Procedure("haunt", _haunt, plain_form, _haunted),)),
    ),
)


def test_a_character_is_offered_the_procedures_that_it_has() -> None:
    assert [group.id for group in TABLE.actions("Mara", {})] == ["rest"]
    assert [group.id for group in TABLE.actions("Ghost", {})] == ["rest", "dark"]


def test_what_bars_an_action_stands_in_its_form_and_keeps_it_from_happening() -> None:
    fight = {"rounds": 1}
    assert TABLE.actions("Mara", fight)[0].actions[0].barred == "Nobody rests in a fight."
    assert TABLE.form("Mara", fight, "rest", {}).barred == "Nobody rests in a fight."
    with pytest.raises(RuleViolation) as caught:
        TABLE.resolve("Mara", fight, "rest", {}, Random(1))
    assert caught.value.problems == (Problem("barred", "rest", "Nobody rests in a fight."),)
    assert TABLE.resolve("Mara", {}, "rest", {}, Random(1)).said == ("Mara rests.",)


def test_what_stands_on_the_sheet_is_rolled() -> None:
    assert TABLE.form("Mara", {}, "skills.climb", {}).action.name == "Climb"
    assert TABLE.resolve("Mara", {}, "skills.climb", {}, Random(1)).total == 7


@pytest.mark.parametrize("action", ["haunt", "skills.fly", ""])
def test_an_action_that_a_character_does_not_have_is_unknown(action: str) -> None:
    unknown = (Problem("unknown-action", action, "There is nothing like that to roll or to do."),)
    with pytest.raises(RuleViolation) as caught:
        TABLE.form("Mara", {}, action, {})
    assert caught.value.problems == unknown
    with pytest.raises(RuleViolation) as caught:
        TABLE.resolve("Mara", {}, action, {}, Random(1))
    assert caught.value.problems == unknown


def test_a_group_without_a_character_is_a_tool_of_the_game_master() -> None:
    group = ProcedureGroup("trade", "Trade", TABLE.groups[0].procedures, needs_character=False)
    table = ActionTable(TABLE.rolls, (*TABLE.groups, group))
    found = table.actions("Mara", {})
    assert [one.needs_character for one in found] == [True, False]


def test_an_action_says_what_it_would_do_unless_it_is_barred() -> None:
    form = foreseen_form(lambda character, _situation: [f"{character} sleeps."])
    assert form("Mira", {}, Action("rest", "Rest"), {}).foreseen == ("Mira sleeps.",)
    assert form("Mira", {}, Action("rest", "Rest", barred="No."), {}).foreseen == ()


FALL = of_number(
    Action("fall", "Fall", asks=True),
    lambda _character, situation: "You lie already." if situation.get("down") else "",
    NumberField("height", "Height", 50, "Type the height."),
    lambda character, height: [f"{character} falls {height} meters."],
    lambda character, height: Outcome("fall", character, "harm", total=height),
)


@pytest.mark.parametrize(
    ("typed", "down", "foreseen"),
    [("", 0, ()), ("7", 0, ("Mira falls 7 meters.",)), ("7", 1, ())],
)
def test_a_number_that_was_typed_is_foreseen(
    typed: str, down: int, foreseen: tuple[str, ...]
) -> None:
    offered = FALL.offer("Mira", {"down": down})
    assert offered is not None
    form = FALL.form("Mira", {}, offered, {"height": (typed,)})
    assert (form.foreseen, [field.id for field in form.fields]) == (foreseen, ["height"])


@pytest.mark.parametrize(("typed", "code"), [("", "missing"), ("51", "bad-value")])
def test_a_number_that_lacks_or_is_out_of_bounds_is_refused(typed: str, code: str) -> None:
    assert FALL.resolve("Mira", {}, {"height": ("7",)}, Random(0)).total == 7
    with pytest.raises(RuleViolation) as caught:
        FALL.resolve("Mira", {}, {"height": (typed,)}, Random(0))
    assert [one.code for one in caught.value.problems] == [code]


def test_each_kind_of_roll_has_its_own_form_and_dice() -> None:
    def shout(
        character: str, situation: TurnState, found: str, values: FormValues, rng: Random
    ) -> Outcome:
        return Outcome("shout", found, "check", total=3)

    kinds = {"Climb": RollKind(_form, _roll), "Shout": RollKind(_form, shout)}
    rolls = rolls_by_kind(lambda _character, key: key.title() or None, lambda found: found, kinds)
    assert rolls.roll("Mira", {}, "Climb", {}, Random(0)).total == 7
    assert rolls.roll("Mira", {}, "Shout", {}, Random(0)).total == 3
    assert rolls.form("Mira", {}, "Shout", {}).action.name == "Shout"
