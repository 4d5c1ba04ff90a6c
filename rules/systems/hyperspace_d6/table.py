"""What can be done at the table: every action of the sheet, its panel, and its outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from rules.play import Action, ActionGroup, Outcome, Panel, Shift, Situation
from rules.problems import Problem, RuleViolation
from rules.steps import Field, Text
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6 import checks, derived, harming
from rules.systems.hyperspace_d6.book import FORCE, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.conditions import out_of_it
from rules.systems.hyperspace_d6.creation import NOTE
from rules.systems.hyperspace_d6.subjects import Subject, subject

Values = Mapping[str, tuple[str, ...]]
NOTHING = "There is nothing like that to roll or to do."


def actions(character: Character) -> tuple[ActionGroup, ...]:
    """Everything that is no number of the sheet: the turn, harm, healing, the Force."""
    turn = (
        Action("turn", "A new turn", "Actions are counted anew; being stunned wears off after it."),
        Action(
            "round", "A new round", "A new turn, and one point of each kind may be spent again."
        ),
        _initiative(character),
    )
    return (
        ActionGroup("turn", "The turn", turn),
        ActionGroup("harm", "Harm", (Action("harm", "Damage"), *_healing(character))),
        *_force(character),
    )


def _initiative(character: Character) -> Action:
    return Action(
        "initiative",
        "Initiative",
        "Perception, the bare attribute.",
        derived.attribute(character, "PER"),
    )


def _healing(character: Character) -> Iterator[Action]:
    medicine = derived.skill(character, "medicine")
    held = character.holding("medpac")
    yield Action(
        "medpac",
        "Use a medpac",
        f"Medicine against {book().play.healing['medpac']} heals a wound; the medpac is used up.",
        medicine,
        out_of_it(character) or ("" if held else "You carry no medpac."),
    )
    yield Action("treated", "Treated by somebody", "One wound is healed.")
    yield Action("day", "A day goes by", "One wound heals, and daily burdens are rolled for.")
    yield Action("bacta", "An hour in bacta", "All wounds are healed.")
    if character.chosen.burden and character.chosen.burden.id == "addiction":
        felt = bool(character.marks.craving)
        about = "It is within reach again." if felt else "It is out of reach: −1D to all checks."
        yield Action("craving", "Addiction", about)


def _force(character: Character) -> Iterator[ActionGroup]:
    if not derived.has_force(character):
        return
    left = checks.force_points_left(character)
    barred = out_of_it(character) or ("" if left else "You have no Force Points left.")
    about = "A Force Point for something that no check allows. It simply happens."
    yield ActionGroup(
        "force",
        book().attributes[FORCE].name,
        (Action("feat", "A feat of the Force", about, barred=barred),),
    )


def panel(character: Character, situation: Situation, action: str, values: Values) -> Panel:
    """What is decided before an action; RuleViolation where there is no such action."""
    if action == "harm":
        return harming.panel(character, values)
    known = {one.id: one for group in actions(character) for one in group.actions}
    if found := _subject(character, action):
        shown = checks.panel(character, situation, found, _with_target(action, values))
        barred = known[action].barred if action in known else ""
        return msgspec.structs.replace(shown, barred=barred or shown.barred)
    if action not in known:
        raise RuleViolation([Problem("unknown-action", action, NOTHING)])
    fields: tuple[Field, ...] = ()
    if action == "feat":
        fields = (Text("note", "What happens", ("".join(values.get("note", ())),), limit=NOTE),)
    return Panel(known[action], fields, barred=known[action].barred)


def _subject(character: Character, action: str) -> Subject | None:
    """What is rolled for an action: what stands under that key, or a procedure's own check."""
    if action == "initiative":
        found = subject(character, "attributes.PER")
        return msgspec.structs.replace(found, key=action, name="Initiative") if found else None
    if action == "medpac":
        found = subject(character, "skills.medicine")
        return msgspec.structs.replace(found, key=action, name="Medpac") if found else None
    return subject(character, action)


def _with_target(action: str, values: Values) -> Values:
    if action != "medpac":
        return values
    return {**values, "target": (str(book().play.healing["medpac"]),)}


def resolve(
    character: Character, situation: Situation, action: str, values: Values, rng: Random
) -> Outcome:
    """What comes of an action; RuleViolation where it cannot be done."""
    shown = panel(character, situation, action, values)
    if shown.barred:
        raise RuleViolation([Problem("barred", action, shown.barred)])
    if found := _subject(character, action):
        outcome = checks.roll(character, situation, found, _with_target(action, values), rng)
        return _with_medpac(character, outcome) if action == "medpac" else outcome
    match action:
        case "harm":
            return harming.suffer(character, values)
        case "day":
            return harming.day(character, rng)
        case "treated":
            return harming.treated(character)
        case "bacta":
            return harming.bacta(character)
        case "feat":
            return _feat(character, values)
        case "craving":
            return _craving(character)
        case _:
            return _turn(character, situation, action)


def _with_medpac(character: Character, outcome: Outcome) -> Outcome:
    """A medpac is used up whether or not it helps."""
    used = entries.Use(item="medpac", note="Medicine")
    return msgspec.structs.replace(_dressed(character, outcome), entries=(*outcome.entries, used))


def _dressed(character: Character, outcome: Outcome) -> Outcome:
    """What a check with a medpac comes to."""
    healed = harming.healed(character, 1) if outcome.success else ()
    said = "One wound is healed." if outcome.success else "It does not help."
    return msgspec.structs.replace(
        outcome, kind="heal", said=(*outcome.said, said), shifts=(*outcome.shifts, *healed)
    )


def add_point(character: Character, situation: Situation, outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a roll that was seen; with a medpac it may still help."""
    after = checks.add_point(character, situation, outcome, rng)
    if outcome.action != "medpac":
        return after
    dressed = _dressed(character, after)
    # What had helped already helps no more.
    return msgspec.structs.replace(dressed, shifts=()) if outcome.success else dressed


def _feat(character: Character, values: Values) -> Outcome:
    full = derived.force_points(character).value
    what = "".join(values.get("note", ())).strip()[:NOTE]
    return Outcome(
        action="feat",
        name="A feat of the Force",
        kind="note",
        said=(what or "Something that no check allows.",),
        shifts=(Shift("force_points", -1, most=full, full=full),),
        situation={"force_point": 1},
    )


def _craving(character: Character) -> Outcome:
    felt = bool(character.marks.craving)
    said = "It is within reach again." if felt else "It is out of reach: −1D to all checks."
    shift = Shift("craving", -1 if felt else 1, most=1)
    return Outcome("craving", "Addiction", "note", said=(said,), shifts=(shift,))


def _turn(character: Character, situation: Situation, action: str) -> Outcome:
    """A new turn: one action, and being stunned wears off once a turn was played with it."""
    said, shifts = ["One action; declare more at its start."], []
    now = {"actions": 1, "stun_felt": character.marks.stunned}
    if character.marks.stunned and situation.get("stun_felt"):
        shifts.append(Shift("stunned", -1, most=1))
        now["stun_felt"] = 0
        said.append("You are no longer stunned.")
    if action == "round":
        now |= {"character_point": 0, "force_point": 0}
    name = "A new round" if action == "round" else "A new turn"
    return Outcome(action, name, "note", said=tuple(said), shifts=tuple(shifts), situation=now)


def declare(character: Character, situation: Situation, values: Values) -> dict[str, int]:
    """The situation with so many actions declared; RuleViolation for more than there can be."""
    most = derived.actions(character).value
    text = "".join(values.get("actions", ())).strip()
    if not (text.isdecimal() and len(text) <= 3 and 1 <= int(text) <= most):
        said = f"You can do 1 to {most} things in a turn."
        raise RuleViolation([Problem("bad-value", "actions", said)])
    return {**situation, "actions": int(text)}
