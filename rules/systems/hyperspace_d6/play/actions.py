"""Every action in play: its roll form and its outcome."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from rules.dice.codes import signed
from rules.forms.fields import Field, Text
from rules.forms.parsing import FormValues
from rules.kit.checks import shown
from rules.play import Action, ActionGroup, MarkChange, Outcome, RollForm, TurnState
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document.build import NOTE
from rules.systems.hyperspace_d6.play import active_defense, checks, damage, healing, turns
from rules.systems.hyperspace_d6.play.modifiers import DEAD, current_pool, incapacitated
from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.play.rollables import rollable as subject_of
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import FORCE

NOTHING = "There is nothing like that to roll or to do."
# What is said in words before an action, where it asks for some.
ASKS = {"feat": "What happens", "hold": "What you wait for"}


def actions(character: Character, situation: TurnState) -> tuple[ActionGroup, ...]:
    """Everything that is no number of the sheet, as things stand: the turn, defenses that are
    rolled, harm, healing, the Force.
    """
    return tuple(
        ActionGroup(
            group.id,
            group.name,
            tuple(_as_now(character, situation, action) for action in group.actions),
        )
        for group in _groups(character)
        if group.actions
    )


def _groups(character: Character) -> Iterator[ActionGroup]:
    yield ActionGroup(
        "turn",
        "The turn",
        (
            *turns.ACTIONS,
            Action("initiative", "Initiative", "Perception, the bare attribute."),
        ),
    )
    yield ActionGroup("defense", "Active defense", tuple(active_defense.actions(character)))
    mending = (*healing.actions(character), *_craving(character))
    yield ActionGroup("harm", "Harm", (*damage.actions(character), *mending))
    if figures.has_force(character):
        about = "A Force Point for something that no check allows. It simply happens."
        feat = Action("feat", "A feat of the Force", about)
        yield ActionGroup("force", book().attributes[FORCE].name, (feat,))


def _as_now(character: Character, situation: TurnState, action: Action) -> Action:
    """An action with its pool as it is rolled now, what bars it, and whether it asks something."""
    found = _procedure(character, situation, action.id, {})
    barred = action.barred or _barred(character, situation, action.id)
    if found is None:
        asks = action.asks or action.id in ASKS
        return msgspec.structs.replace(action, barred=barred, asks=asks)
    pool = shown(current_pool(character, situation, found.pool, found.attribute, found.skill))
    barred = barred or checks.never(character, found)
    return msgspec.structs.replace(action, pool=pool, barred=barred, asks=True)


def _barred(character: Character, situation: TurnState, action: str) -> str:
    """Why this cannot be done now, whatever is decided before it; "" where it can."""
    if action == "feat":
        return incapacitated(character) or checks.no_force_point(character, situation)
    if action == "craving":
        return DEAD if character.marks.dead else ""
    return turns.barred(character, situation, action)


def _known(character: Character, situation: TurnState, action: str) -> Action:
    """The action of that name as things stand; RuleViolation where there is none."""
    for group in _groups(character):
        for one in group.actions:
            if one.id == action:
                return _as_now(character, situation, one)
    raise RuleViolation([Problem("unknown-action", action, NOTHING)])


def _procedure(
    character: Character, situation: TurnState, action: str, values: FormValues
) -> Rollable | None:
    """The check of a procedure, None where it has none."""
    if action == "initiative":
        found = subject_of(character, "attributes.PER")
        return found and msgspec.structs.replace(found, key=action, name="Initiative", target=None)
    found = healing.subject(character, action)
    return found or active_defense.subject(character, situation, action, values)


def panel(character: Character, situation: TurnState, action: str, values: FormValues) -> RollForm:
    """What is decided before an action; RuleViolation where there is no such action."""
    if found := subject_of(character, action):
        return checks.panel(character, situation, found, values)
    known = _known(character, situation, action)
    if action in ("harm", damage.STUN):
        return damage.panel(character, known, values)
    if action == healing.TREATED:
        return healing.treated_panel(character, known, values)
    found = _procedure(character, situation, action, values)
    if found is None:
        return RollForm(known, tuple(_words(action, values)), barred=known.barred)
    before = checks.panel(character, situation, found, healing.held(action, values))
    first = (
        *active_defense.fields(character, situation, found),
        *healing.fields(character, action, values),
    )
    pointless = healing.pointless(character, action, values)
    return msgspec.structs.replace(
        before,
        action=known,
        fields=(*first, *healing.decided(action, before.fields)),
        barred=known.barred or pointless or before.barred,
        onto=healing.TREATED if action == healing.MEDPAC else "",
    )


def _words(action: str, values: FormValues) -> Iterator[Field]:
    if action in ASKS:
        yield Text("note", ASKS[action], ("".join(values.get("note", ())),), limit=NOTE)


def resolve(
    character: Character, situation: TurnState, action: str, values: FormValues, rng: Random
) -> Outcome:
    """What comes of an action; RuleViolation where it cannot be done."""
    if found := subject_of(character, action):
        return checks.roll(character, situation, found, values, rng)
    barred = _known(character, situation, action).barred
    if barred := barred or healing.pointless(character, action, values):
        raise RuleViolation([Problem("barred", action, barred)])
    if found := _procedure(character, situation, action, values):
        return _rolled(character, situation, found, values, rng)
    if action in turns.IDS:
        return turns.resolve(character, situation, action, values)
    return _happened(character, situation, action, values, rng)


def _happened(
    character: Character, situation: TurnState, action: str, values: FormValues, rng: Random
) -> Outcome:
    """What comes of an action that is neither a check nor part of a turn."""
    match action:
        case "harm":
            return damage.apply_damage(character, situation, values)
        case damage.STUN:
            return damage.stun(character, situation)
        case "day":
            return healing.day(character, situation, rng)
        case healing.TREATED:
            return healing.treated(character, values)
        case "bacta":
            return healing.bacta(character, situation)
        case "feat":
            return _feat(character, situation, values)
        case _:
            return _crave(character)


def _rolled(
    character: Character, situation: TurnState, found: Rollable, values: FormValues, rng: Random
) -> Outcome:
    """The check of a procedure: one that heals, or initiative, with which rounds begin."""
    outcome = checks.roll(character, situation, found, healing.held(found.key, values), rng)
    if found.key in healing.MENDING:
        return healing.mended(character, outcome, values)
    if found.key != "initiative":
        return outcome
    return msgspec.structs.replace(outcome, situation={**outcome.situation, "rounds": 1})


def add_point(character: Character, situation: TurnState, outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a roll that was seen; where it is to heal it may still help."""
    after = checks.add_point(character, situation, outcome, rng)
    if outcome.action not in healing.MENDING:
        return after
    return healing.mended_after_all(character, outcome, after)


def _feat(character: Character, situation: TurnState, values: FormValues) -> Outcome:
    what = "".join(values.get("note", ())).strip()[:NOTE]
    return Outcome(
        action="feat",
        name="A feat of the Force",
        kind="note",
        said=(what or "Something that no check allows.",),
        shifts=(checks.force_point(character),),
        situation=checks.spent(situation, force_point=True),
    )


def _craving(character: Character) -> Iterator[Action]:
    if character.burden_mark == "craving":
        yield Action("craving", "Addiction", _reach(felt=bool(character.marks.craving)))


def _reach(*, felt: bool) -> str:
    """What is said once it is pressed, by what is felt before."""
    less = signed(book().play.dice["craving"])
    return "It is within reach again." if felt else f"It is out of reach: {less} to all checks."


def _crave(character: Character) -> Outcome:
    felt = bool(character.marks.craving)
    shift = MarkChange("craving", -1 if felt else 1, most=1)
    return Outcome("craving", "Addiction", "note", said=(_reach(felt=felt),), shifts=(shift,))
