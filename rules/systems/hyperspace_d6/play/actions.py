"""Every action in play: the rolls of the sheet, and the procedures."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.dice.codes import signed
from rules.kit.play.procedures import ActionTable, Procedure, ProcedureGroup, Rolls, plain_form
from rules.play import Action, Attempt, MarkChange, Outcome
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import active_defense, checks, damage, healing, points, turns
from rules.systems.hyperspace_d6.play.modifiers import DEAD, incapacitated
from rules.systems.hyperspace_d6.play.roll_form import note_form, read_note
from rules.systems.hyperspace_d6.play.rollables import REPAIRS, rollable
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import FORCE


def _feat_action(attempt: Attempt[Character]) -> Action | None:
    if not figures.has_force(attempt.character):
        return None
    about = "Spend a Force Point on something no check allows. It just happens."
    barred = incapacitated(attempt.character) or points.no_force_point(attempt)
    return Action("feat", "A feat of the Force", about, barred=barred, asks=True)


def _feat(attempt: Attempt[Character], _rng: Random) -> Outcome:
    return Outcome(
        action="feat",
        name="A feat of the Force",
        kind="note",
        said=(read_note(attempt.values, "Something no check allows."),),
        shifts=(points.force_point(attempt.character),),
        situation=points.spent(attempt.situation, force_point=True),
    )


def _craving(attempt: Attempt[Character]) -> Action | None:
    character = attempt.character
    if character.burden_mark != "craving":
        return None
    barred = DEAD if character.marks.dead else ""
    reach = _reach(felt=bool(character.marks.craving))
    return Action("craving", "Addiction", reach, barred=barred)


def _reach(*, felt: bool) -> str:
    """The effect of the action, which depends on whether the craving is felt now."""
    less = signed(book().play.dice["craving"])
    return (
        "It is within easy reach again."
        if felt
        else f"It is out of easy reach: {less} to all checks."
    )


def _crave(attempt: Attempt[Character], _rng: Random) -> Outcome:
    felt = bool(attempt.character.marks.craving)
    shift = MarkChange("craving", -1 if felt else 1, most=1)
    return Outcome("craving", "Addiction", "note", said=(_reach(felt=felt),), shifts=(shift,))


CRAVING = Procedure("craving", _craving, plain_form, _crave)
FEAT = Procedure("feat", _feat_action, note_form("What happens"), _feat)
TABLE = ActionTable(
    Rolls(rollable, checks.panel, checks.roll),
    (
        ProcedureGroup("turn", "The turn", turns.PROCEDURES),
        ProcedureGroup("defense", "Active defense", active_defense.PROCEDURES),
        ProcedureGroup("harm", "Harm", (*damage.PROCEDURES, *healing.PROCEDURES, CRAVING)),
        ProcedureGroup("force", book().attributes[FORCE].name, (FEAT,)),
    ),
)


def add_point(attempt: Attempt[Character], outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a finished roll; a check that heals may then succeed."""
    after = checks.add_point(attempt, outcome, rng)
    if outcome.action == REPAIRS and after.success and not outcome.success:
        subject = rollable(attempt.character, REPAIRS)
        return replace(after, onto=subject.onto) if subject else after
    if outcome.action not in healing.MENDING:
        return after
    return healing.mended_after_all(attempt.character, outcome, after)
