"""Procedures, and the table that finds an action by its id."""

from random import Random

import pytest

from rules.kit.play.procedures import (
    ActionTable,
    Procedure,
    ProcedureGroup,
    RollKind,
    Rolls,
    rolls_by_kind,
)
from rules.play import Action, Attempt, Outcome, RollForm
from rules.problems import Problem, RuleViolation
from tests.dots_game.procedures import fixed, plain_form

# A character of these tests is its name; only one called "Ghost" can haunt.


def _tired(attempt: Attempt[str]) -> str:
    return "Nobody rests in a fight." if attempt.situation.get("rounds") else ""


def _rest(attempt: Attempt[str], rng: Random) -> Outcome:
    return Outcome("rest", "Rest", "heal", said=(f"{attempt.character} rests.",))


def _haunt(attempt: Attempt[str]) -> Action | None:
    return Action("haunt", "Haunt") if attempt.character == "Ghost" else None


def _haunted(attempt: Attempt[str], rng: Random) -> Outcome:
    return Outcome("haunt", "Haunt", "note")


def _skill(character: str, key: str) -> str | None:
    return "Climb" if key == "skills.climb" else None


def _form(attempt: Attempt[str], found: str) -> RollForm:
    return RollForm(Action("skills.climb", found, asks=True), ())


def _roll(attempt: Attempt[str], found: str, rng: Random) -> Outcome:
    return Outcome("skills.climb", found, "check", total=7)


TABLE = ActionTable(
    Rolls(_skill, _form, _roll),
    (
        ProcedureGroup("rest", "Rest", (fixed(Action("rest", "Rest"), _tired, _rest),)),
        ProcedureGroup("dark", "Dark", (Procedure("haunt", _haunt, plain_form, _haunted),)),
    ),
)


def test_a_character_is_offered_the_procedures_that_it_has() -> None:
    assert [group.id for group in TABLE.actions(Attempt("Mara", {}))] == ["rest"]
    assert [group.id for group in TABLE.actions(Attempt("Ghost", {}))] == ["rest", "dark"]


def test_what_bars_an_action_stands_in_its_form_and_keeps_it_from_happening() -> None:
    fight = {"rounds": 1}
    assert TABLE.actions(Attempt("Mara", fight))[0].actions[0].barred == "Nobody rests in a fight."
    assert TABLE.form(Attempt("Mara", fight), "rest").barred == "Nobody rests in a fight."
    with pytest.raises(RuleViolation) as caught:
        TABLE.resolve(Attempt("Mara", fight), "rest", Random(1))
    assert caught.value.problems == (Problem("barred", "rest", "Nobody rests in a fight."),)
    assert TABLE.resolve(Attempt("Mara", {}), "rest", Random(1)).said == ("Mara rests.",)


def test_what_stands_on_the_sheet_is_rolled() -> None:
    assert TABLE.form(Attempt("Mara", {}), "skills.climb").action.name == "Climb"
    assert TABLE.resolve(Attempt("Mara", {}), "skills.climb", Random(1)).total == 7


@pytest.mark.parametrize("action", ["haunt", "skills.fly", ""])
def test_an_action_that_a_character_does_not_have_is_unknown(action: str) -> None:
    unknown = (Problem("unknown-action", action, "This roll or action doesn't exist."),)
    with pytest.raises(RuleViolation) as caught:
        TABLE.form(Attempt("Mara", {}), action)
    assert caught.value.problems == unknown
    with pytest.raises(RuleViolation) as caught:
        TABLE.resolve(Attempt("Mara", {}), action, Random(1))
    assert caught.value.problems == unknown


def test_a_group_without_a_character_is_a_tool_of_the_game_master() -> None:
    group = ProcedureGroup("trade", "Trade", TABLE.groups[0].procedures, needs_character=False)
    table = ActionTable(TABLE.rolls, (*TABLE.groups, group))
    found = table.actions(Attempt("Mara", {}))
    assert [one.needs_character for one in found] == [True, False]


def test_each_kind_of_roll_has_its_own_form_and_dice() -> None:
    def shout(attempt: Attempt[str], found: str, rng: Random) -> Outcome:
        return Outcome("shout", found, "check", total=3)

    kinds = {"Climb": RollKind(_form, _roll), "Shout": RollKind(_form, shout)}
    rolls = rolls_by_kind(lambda _character, key: key.title() or None, lambda found: found, kinds)
    assert rolls.roll(Attempt("Mira", {}), "Climb", Random(0)).total == 7
    assert rolls.roll(Attempt("Mira", {}), "Shout", Random(0)).total == 3
    assert rolls.form(Attempt("Mira", {}), "Shout").action.name == "Shout"
