"""What can be done at the table: every action of the sheet, its panel, and its outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from rules.play import Action, ActionGroup, Outcome, Panel, Shift, Situation
from rules.problems import Problem, RuleViolation
from rules.steps import Field, Text
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6 import checks, derived, harming, turns
from rules.systems.hyperspace_d6.book import FORCE, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.conditions import force_points_left, out_of_it
from rules.systems.hyperspace_d6.creation import NOTE
from rules.systems.hyperspace_d6.guide import guide
from rules.systems.hyperspace_d6.subjects import Subject, subject

Values = Mapping[str, tuple[str, ...]]
NOTHING = "There is nothing like that to roll or to do."
SPENT = "One Force Point a round, and it is spent."
ASKS = {"feat": "What happens", "hold": "What you wait for"}
# What heals by a check: the skill that is rolled, and what the log calls it.
MENDING = {"medpac": ("skills.medicine", "Medpac"), "repair": ("skills.droids", "Mending")}


def actions(character: Character) -> tuple[ActionGroup, ...]:
    """Everything that is no number of the sheet: the turn, harm, healing, the Force."""
    turn = (*turns.ACTIONS, _initiative(character))
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
    if is_droid(character):
        mending = guide().topics["droid-repair"]
        droids = derived.skill(character, "droids")
        about = f"{droids.label} against {book().play.healing['medpac']}. {mending.ruling}"
        yield Action("repair", "Mend yourself", about, droids, out_of_it(character))
    yield Action("treated", "Treated by somebody", "One wound is healed.")
    yield Action("day", "A day goes by", "One wound heals, and daily burdens are rolled for.")
    yield Action("bacta", "An hour in bacta", "All wounds are healed.")
    if character.chosen.burden and character.chosen.burden.id == "addiction":
        felt = bool(character.marks.craving)
        about = "It is within reach again." if felt else "It is out of reach: −1D to all checks."
        yield Action("craving", "Addiction", about)


def is_droid(character: Character) -> bool:
    """Whether it is one of the droid types."""
    species = book().species.get(str(character.build.species))
    return species is not None and species.kind == "droid"


def _force(character: Character) -> Iterator[ActionGroup]:
    if not derived.has_force(character):
        return
    left = force_points_left(character).value
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
    barred = known[action].barred or _spent(situation, action)
    barred = barred or turns.barred(character, situation, action)
    return Panel(known[action], tuple(_words(action, values)), barred=barred)


def _spent(situation: Situation, action: str) -> str:
    return SPENT if action == "feat" and situation.get("force_point") else ""


def _words(action: str, values: Values) -> Iterator[Field]:
    """What is said in words before an action, where it asks for some."""
    if action in ASKS:
        yield Text("note", ASKS[action], ("".join(values.get("note", ())),), limit=NOTE)


def _subject(character: Character, action: str) -> Subject | None:
    """What is rolled for an action: what stands under that key, or a procedure's own check."""
    if action == "initiative":
        found = subject(character, "attributes.PER")
        return msgspec.structs.replace(found, key=action, name="Initiative") if found else None
    if action == "repair" and not is_droid(character):
        return None
    if action in MENDING:
        key, name = MENDING[action]
        found = subject(character, key)
        return msgspec.structs.replace(found, key=action, name=name) if found else None
    return subject(character, action)


def _with_target(action: str, values: Values) -> Values:
    if action not in MENDING:
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
        return _mended(character, outcome) if action in MENDING else outcome
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
            return turns.resolve(character, situation, action, values)


def _mended(character: Character, outcome: Outcome) -> Outcome:
    """What a check that heals comes to; a medpac is used up whether or not it helps."""
    after = _dressed(character, outcome)
    if outcome.action != "medpac":
        return after
    used = entries.Use(item="medpac", note="Medicine")
    return msgspec.structs.replace(after, entries=(*outcome.entries, used))


def _dressed(character: Character, outcome: Outcome) -> Outcome:
    """Its words and its shifts: a wound fewer, or none."""
    healed = harming.healed(character, 1) if outcome.success else ()
    said = "One wound is healed." if outcome.success else "It does not help."
    return msgspec.structs.replace(
        outcome, kind="heal", said=(*outcome.said, said), shifts=(*outcome.shifts, *healed)
    )


def add_point(character: Character, situation: Situation, outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a roll that was seen; where it is to heal it may still help."""
    after = checks.add_point(character, situation, outcome, rng)
    if outcome.action not in MENDING:
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
