"""Healing: by a check, of oneself or another character, by rest, in bacta; and the daily rolls."""

import dataclasses
from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.dice.codes import signed
from rules.kit.play.answers import required
from rules.kit.play.checks import compared
from rules.kit.play.outcomes import marked, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.procedures import NOTHING
from rules.play import SOMEBODY, WHOM, Die, FollowUp, MarkChange, Outcome, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.play import checks, modifiers, turns
from rules.systems.hyperspace_d6.play.damage import foreseen
from rules.systems.hyperspace_d6.play.roll_form import check_plan
from rules.systems.hyperspace_d6.play.rollables import QUESTIONS, Inputs, rollable
from rules.systems.hyperspace_d6.rulebook.book import book, guide

MEDPAC, REPAIR, TREATED = "medpac", "repair", "treated"
# Checks that heal, and their skill.
MENDING = {MEDPAC: "medicine", REPAIR: "droids"}
NO_EFFECT = "No effect."
UNHURT = "You have no wounds to heal."


def _unhurt(character: Character, situation: TurnState) -> str:
    """Why nothing can be healed, "" if something can."""
    return modifiers.if_alive(character, situation) or ("" if is_hurt(character) else UNHURT)


def _is_idle(character: Character) -> bool:
    return not (character.marks.dead or is_hurt(character))


def is_hurt(character: Character) -> bool:
    """True if there is anything to heal: a wound, or unconsciousness without one."""
    return character.marks.wounds > 0 or figures.is_unconscious(character)


def mends(character: Character) -> bool:
    """True for a droid in a party that repairs droids with the skill Droids."""
    house, species = character.house, character.tables.species.get(str(character.build.species))
    is_droid = species is not None and species.kind == "droid"
    return house.droid_repair and is_droid and not house.quickplay


# --- by a check


def _no_mending(character: Character, situation: TurnState) -> str:
    """Why nobody can be healed by a check, "" if somebody can: a medpac can be used on others."""
    if out := modifiers.incapacitated(character):
        return out
    if mends(character):
        return _unhurt(character, situation)
    return "" if character.of_row(MEDPAC) else "You carry no medpac. Add one in Gear."


def _mending(inputs: Inputs) -> Plan:
    """A check with the skill that heals, with a medpac of oneself or of another patient."""
    character = inputs.character
    action, onto, pointless = REPAIR, "", UNHURT
    if not mends(character):
        action, onto, pointless = MEDPAC, TREATED, f"{UNHURT} Choose another patient."
        # Oneself, or somebody else for a character without wounds.
        is_patient = is_hurt(character) or WHOM in inputs.answers.values
        inputs.ask(QUESTIONS["patient"], {WHOM: lambda _: "" if is_patient else SOMEBODY})
    skill = rollable(character, f"skills.{character.tables.skill_id(MENDING[action])}")
    check = replace(required(skill, action, NOTHING), key=action, name=inputs.texts["named"])
    plan = check_plan(inputs, check, target=book().play.healing[MEDPAC])
    is_pointless = not (inputs.get(WHOM) or is_hurt(character))
    return dataclasses.replace(plan, onto=onto, barred=pointless if is_pointless else "")


def _mended(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """A check that heals oneself or the chosen patient; a medpac is used up in any case."""
    outcome = replace(checks.checked(inputs, outcome, rng), whom=inputs.get(WHOM) or "")
    dressed = _dressed(inputs.character, outcome)
    used = _used(inputs.character, "Medicine") if outcome.action == MEDPAC else ()
    return replace(dressed, entries=(*dressed.entries, *used))


def _used(character: Character, note: str) -> tuple[entries.Use, ...]:
    """One medpac less, whatever its name; none if there is none."""
    medpac = character.of_row(MEDPAC)
    return (entries.Use(item=medpac.item.key, note=note),) if medpac else ()


def mended_after_all(character: Character, before: Outcome, after: Outcome) -> Outcome:
    """A check that heals after a point was spent on it: an earlier success heals only once."""
    dressed = _dressed(character, after)
    return replace(dressed, shifts=(), onto=FollowUp()) if before.success else dressed


def _dressed(character: Character, outcome: Outcome) -> Outcome:
    """The outcome with its sentences and mark changes; for another patient, with what they do."""
    if not outcome.success:
        return text(outcome, NO_EFFECT)
    if outcome.whom:
        message = f"Your patient enters {outcome.total} under “Get treated”."
        onto = FollowUp(f"{TREATED}?total={outcome.total}", message)
        return text(outcome, "It helps.", onto=onto)
    messages, changes = healed(character, book().play.healing["a_check"])
    return text(outcome, *messages, shifts=changes)


def healed(
    character: Character, wounds: int | None = None
) -> tuple[tuple[str, ...], tuple[MarkChange, ...]]:
    """Fewer wounds (None: no more wounds), in sentences about those that were there, and in marks;
    an unconscious character wakes, even with more wounds than Strength allows (HyperspaceD6,
    Unconscious: after one wound is removed).
    """
    marks, had = character.marks, max(0, character.marks.wounds)
    by = had if wounds is None else wounds
    left, many = max(0, had - by), min(had, by)
    said = "All wounds are healed." if wounds is None else _healed_message(many)
    messages = [said] if many else []
    if figures.is_unconscious(character):
        messages.append("Awake again.")
    changes = [MarkChange("wounds", -by)] if by else []
    changes.append(MarkChange("unconscious", -1, most=1))
    woken = left if character.is_too_many(left) else 0
    if woken != marks.woken:
        changes.append(MarkChange("woken", woken - marks.woken))
    return tuple(messages), tuple(changes)


def _healed_message(wounds: int) -> str:
    return "One wound is healed." if wounds == 1 else f"{wounds} wounds are healed."


# --- by somebody else


def _treatment(inputs: Inputs) -> Plan:
    """The other character's total, and its effect; and whose medpac is used."""
    character = inputs.character
    skill = MENDING[REPAIR if mends(character) else MEDPAC]
    name = character.skills[character.tables.skill_id(skill)].name
    label = inputs.texts["label"].format(name)
    inputs.ask(replace(question, label=label) for question in QUESTIONS["treated"])
    if character.of_row(MEDPAC) and modifiers.is_played_whole(character):
        inputs.ask(QUESTIONS["medpac"])
    if inputs["total"] is None:
        return Plan()
    return foreseen(_treated)(inputs)


def _treated(inputs: Inputs, outcome: Outcome, _rng: Random | None = None) -> Outcome:
    """Another character's check: a success heals a wound."""
    character, total, healing = inputs.character, inputs["total"], book().play.healing
    target, is_enough = healing[MEDPAC], total >= healing[MEDPAC]
    level = next(row.name for row in guide().targets.values() if row.number == target)
    messages, changes = healed(character, healing["a_check"]) if is_enough else ((NO_EFFECT,), ())
    return text(
        outcome,
        compared(total, level, target),
        *messages,
        shifts=changes,
        total=total,
        target=target,
        against=level,
        success=is_enough,
        entries=_used(character, "Treatment") if inputs.get("used") else (),
    )


# --- by rest and in bacta


def _daily(character: Character) -> bool:
    """True if a burden is felt by a daily roll."""
    return bool(character.chosen.burden) and character.burden_mark in book().play.daily


def _day_about(inputs: Inputs) -> str:
    daily = inputs.texts["daily"] if _daily(inputs.character) else ""
    return f"{_healed_message(book().play.healing['a_day'])}{daily}"


def _rested(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """A day's rest heals one wound, and each daily burden is rolled again. Any fight is over."""
    character, play = inputs.character, book().play
    thrown: tuple[Die, ...] = ()
    messages, changes = healed(character, play.healing["a_day"])
    if _daily(character) and (burden := character.chosen.burden):
        mark, face = character.burden_mark, pools.roll(rng, 1)[0]
        thrown = (Die(face),)
        felt = face <= play.daily[mark]
        changes = (*changes, marked(mark, int(felt) - getattr(character.marks, mark)))
        sentence = inputs.texts["felt" if felt else "spared"]
        messages = (*messages, sentence.format(burden.name, face, signed(play.dice[mark])))
    return text(
        outcome,
        *(messages or (inputs.texts["quiet"],)),
        shifts=changes,
        dice=thrown,
        situation=turns.over(inputs.situation),
    )


def _bathed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """An hour in bacta: all wounds are gone, and any fight is over."""
    messages, changes = healed(inputs.character)
    return text(outcome, *messages, shifts=changes, situation=turns.over(inputs.situation))


def _craving(inputs: Inputs) -> str:
    """The effect of the action, which depends on whether the craving is felt now."""
    return inputs.texts["over" if inputs.character.marks.craving else "felt"]


def _craved(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    by = -1 if inputs.character.marks.craving else 1
    return text(outcome, _craving(inputs), shifts=(marked("craving", by),))


TREATMENT = ProcedureRule(
    _treated, _treatment, _unhurt, has=modifiers.is_played_whole, idle=_is_idle
)
RULES = {
    REPAIR: ProcedureRule(_mended, _mending, _no_mending, has=mends, idle=_is_idle),
    MEDPAC: ProcedureRule(
        _mended,
        _mending,
        _no_mending,
        has=lambda character: modifiers.is_played_whole(character) and not mends(character),
    ),
    TREATED: TREATMENT,
    "treated-quickly": dataclasses.replace(TREATMENT, has=modifiers.is_played_quickly),
    "day": ProcedureRule(_rested, barred=modifiers.if_alive, about=_day_about),
    "bacta": ProcedureRule(_bathed, barred=_unhurt, idle=_is_idle),
    "craving": ProcedureRule(
        _craved,
        barred=modifiers.if_alive,
        has=lambda character: character.burden_mark == "craving",
        about=_craving,
    ),
}
