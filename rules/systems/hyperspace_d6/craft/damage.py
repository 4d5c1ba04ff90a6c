"""Damage that a craft takes: Hull, Shields, and ion weapons; its repair; and its Shields."""

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from rules.figures import Figure, bonus, constant, total
from rules.forms.fields import options
from rules.kit.craft.declared import MEMBERS
from rules.kit.play.answers import menu
from rules.kit.play.outcomes import taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import Question
from rules.phrases import counted
from rules.play import MarkChange, Outcome, TurnState
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.craft.craft import SECTIONS, Craft, if_destroyed, out
from rules.systems.hyperspace_d6.craft.rolls import QUESTIONS, Inputs
from rules.systems.hyperspace_d6.craft.sheet import threshold
from rules.systems.hyperspace_d6.play.damage import foreseen
from rules.systems.hyperspace_d6.rulebook.book import guide

RATTLED = "rattled"
NEED_SECTION = f"Choose the section that was hit: {', '.join(SECTIONS)}."


# --- damage


def _ask_section(inputs: Inputs) -> None:
    """Ask which section was struck; where there are no Shields, it does not matter."""
    sections = inputs.character.sections()
    section = inputs.answers.option("section", SECTIONS)
    if not section and not sum(sections.values()):
        section = SECTIONS[0]
    inputs.said["section"] = section
    if not section:
        inputs.missing["section"] = Problem("missing", "section", NEED_SECTION)
    names = {id: f"{id.capitalize()}, Shields {value}" for id, value in sections.items()}
    inputs.fields.append(menu("section", "Section", options(names, section)))


def _incoming(inputs: Inputs) -> Plan:
    """The damage rolled, the section that it hit, and its effect."""
    if inputs.barred:
        return Plan()
    damage, *others = QUESTIONS["hit"]
    inputs.ask([damage])
    _ask_section(inputs)
    inputs.ask(others, {"scale": lambda inputs: inputs.character.kind.id})
    if inputs["damage"] is None or not inputs["section"]:
        return Plan()
    return Plan(target=_passed(inputs), foreseen=_harmed(inputs).said)


def _dealt(inputs: Inputs) -> int:
    """The damage at the craft's scale, where halves are rounded down."""
    scales, damage = guide().scales, int(inputs["damage"])
    ours = scales[inputs.character.kind.id].factor
    return damage * scales[inputs["scale"]].factor // ours


def _passed(inputs: Inputs) -> Figure:
    """The damage that Hull and the section's Shields leave (HyperspaceD6, Vehicle Damage)."""
    craft, dealt, section = inputs.character, _dealt(inputs), inputs["section"]
    hull = min(craft.value("hull"), dealt)
    shields = min(craft.sections()[section], dealt - hull)
    return total(
        "Gets through",
        constant("damage", dealt, source=guide().topics["craft-damage"].source),
        bonus("Hull", -hull, source=craft.origin.source),
        bonus(f"Shields {section}", -shields, source=craft.origin.source),
    )


def _harmed(inputs: Inputs, _outcome: Outcome | None = None, _rng: Random | None = None) -> Outcome:
    """The effect of what gets through, maybe one of a squadron (HyperspaceD6, Minion Groups)."""
    craft, damage, is_ion = inputs.character, inputs["damage"], bool(inputs["nature"])
    if is_ion and not craft.house.ion_hull:
        return _ionized(inputs)
    passed = _passed(inputs)
    rows = guide().levels.values()
    reached = (row.id for row in rows if passed.value >= threshold(craft, row.times))
    *_, level = ("", *reached)
    changes, said, effects = list[MarkChange](), ["Nothing gets through."], list[str]()
    if level:
        row = guide().levels[level]
        effects = [row.name]
        said = [f"{passed.value:,} gets through: {row.name.lower()}."]
        if level != RATTLED and craft.members is not None:
            changes.append(MarkChange(MEMBERS, -1))
            effects = [f"{max(0, craft.members - 1)} left"]
            said.append(f"One of the squadron falls: {effects[0]}.")
        else:
            most = craft.most_damaged if level == "damaged" else 1
            changes.append(MarkChange(level, 1, most=most))
            said.append(row.does)
            if level == "damaged" and craft.marks.damaged + 1 > craft.value("hull"):
                changes.append(MarkChange("disabled", 1, most=1))
                said.append("More damaged systems than Hull: it is disabled.")
                effects.append("disabled")
    return Outcome(
        "harm",
        f"{damage:,} damage",
        "harm",
        total=passed.value,
        why=passed.why,
        said=tuple(said),
        shifts=(*changes, *(_fewer_shields(inputs) if is_ion else ())),
        row=level,
        taken=taken(damage, *effects),
    )


def _ionized(inputs: Inputs) -> Outcome:
    """An ion weapon takes Shields from the struck section, and leaves the hull alone."""
    damage, section = inputs["damage"], inputs["section"]
    before = inputs.character.sections()[section]
    lost = min(before, _dealt(inputs))
    effect = f"{counted(lost, 'Shield')} lost {section}"
    return Outcome(
        "harm",
        f"{damage:,} ion damage",
        "harm",
        total=lost,
        said=(f"{effect}: {before - lost} left.", guide().topics["ion"].ruling),
        shifts=_fewer_shields(inputs),
        row="ion" if lost else "",
        taken=taken(damage, effect if lost else ""),
    )


def _fewer_shields(inputs: Inputs) -> tuple[MarkChange, ...]:
    """The struck section with fewer Shields."""
    stand, section = inputs.character.sections(), inputs["section"]
    left = max(0, stand[section] - _dealt(inputs))
    is_less = left < stand[section]
    return _moved(inputs.character, {**stand, section: left}) if is_less else ()


def _moved(craft: Craft, stand: Mapping[str, int]) -> tuple[MarkChange, ...]:
    """The changes that leave each section with so many Shields."""
    before = craft.sections()
    return tuple(MarkChange(id, stand[id] - before[id], full=before[id]) for id in SECTIONS)


# --- repair


def _may_repair(craft: Craft, turn: TurnState) -> str:
    is_whole = not (craft.marks.damaged or craft.is_disabled)
    gone = if_destroyed("Destroyed: there is nothing left to repair.")
    return gone(craft, turn) or ("Nothing is damaged." if is_whole else "")


def _repaired(inputs: Inputs, outcome: Outcome, _rng: Random | None = None) -> Outcome:
    """One system less, by a check or a day; with no more than Hull the craft acts again."""
    marks, texts = inputs.character.marks, inputs.texts
    left = max(0, marks.damaged - 1)
    said = texts["some" if left else "all"], texts["left"].format(counted(left, "damaged system"))
    shifts = (MarkChange(id, -1) for id in ("damaged", "disabled") if getattr(marks, id))
    return text(outcome, *said, shifts=tuple(shifts))


# --- Shields


def _left(craft: Craft) -> int:
    """The Shields that are left in all."""
    return sum(craft.sections().values())


def _of_craft(craft: Craft, question: Question) -> Question:
    """The question for a section: at most all that are left, as many as it has unless typed."""
    return replace(question, most=_left(craft), usual=str(craft.sections()[question.id]))


def _angle(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The Shields as typed; RuleViolation unless they add up to those that are left."""
    stand: Mapping[str, int] = {id: inputs[id] for id in SECTIONS}
    most, typed = _left(inputs.character), sum(stand.values())
    if typed != most:
        message = inputs.texts["sum"].format(counted(most, "Shield"), typed)
        raise RuleViolation([Problem("bad-value", SECTIONS[0], message)])
    said = inputs.texts["said"].format(", ".join(f"{id} {value}" for id, value in stand.items()))
    return text(outcome, said, shifts=_moved(inputs.character, stand))


def _restore(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    craft = inputs.character
    return text(outcome, inputs.texts["said"], shifts=_moved(craft, craft.even()))


def _may_restore(craft: Craft, turn: TurnState) -> str:
    is_full = craft.sections() == craft.even()
    gone = if_destroyed("Destroyed: there are no Shields left to restore.")
    return gone(craft, turn) or ("The Shields are full and spread evenly." if is_full else "")


RULES = {
    "harm": ProcedureRule(
        _harmed, _incoming, if_destroyed("Destroyed: more damage changes nothing.")
    ),
    "repair": ProcedureRule(_repaired, foreseen(_repaired), _may_repair),
    "angle": ProcedureRule(
        _angle,
        lambda inputs: Plan(
            foreseen=(inputs.texts["all"].format(counted(_left(inputs.character), "Shield")),)
        ),
        lambda craft, _: out(craft) if _left(craft) else "There are no Shields to angle.",
        varied=dict.fromkeys(SECTIONS, _of_craft),
    ),
    "restore": ProcedureRule(_restore, barred=_may_restore),
}
