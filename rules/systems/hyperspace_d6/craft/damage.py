"""Damage that a craft takes: Hull, the Shields of the struck section, and ion weapons; and its
repair.
"""

from collections.abc import Mapping
from random import Random

import msgspec

from rules.figures import Figure, bonus, constant, total
from rules.forms.fields import options
from rules.kit.craft.declared import MEMBERS
from rules.kit.play.answers import menu
from rules.kit.play.outcomes import taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.phrases import counted
from rules.play import MarkChange, Outcome, TurnState
from rules.problems import Problem
from rules.systems.hyperspace_d6.craft.craft import SECTIONS, Craft, if_destroyed
from rules.systems.hyperspace_d6.craft.rolls import QUESTIONS, Inputs
from rules.systems.hyperspace_d6.craft.sheet import threshold
from rules.systems.hyperspace_d6.rulebook.guide import guide

RATTLED = "rattled"
NEED_SECTION = f"Choose the section that was hit: {', '.join(SECTIONS)}."
WRECK = if_destroyed("Destroyed: there is nothing left to repair.")


class Hit(msgspec.Struct, frozen=True, gc=False):
    """An attack that hit: its damage as rolled, and `dealt` at the craft's scale, where halves are
    rounded down; the section that it struck, its scale, and whether it is ion.
    """

    damage: int | None
    dealt: int
    section: str
    scale: str
    ion: bool


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


def _hit(inputs: Inputs) -> Hit:
    """The hit as it was asked for."""
    scales, damage, scale = guide().scales, inputs["damage"], inputs["scale"]
    dealt = (damage or 0) * scales[scale].factor // scales[inputs.character.kind.id].factor
    return Hit(damage, dealt, inputs["section"], scale, bool(inputs["nature"]))


def _passed(craft: Craft, hit: Hit) -> Figure:
    """The damage that Hull and the Shields of the struck section leave (HyperspaceD6, Vehicle
    Damage).
    """
    hull = min(craft.value("hull"), hit.dealt)
    shields = min(craft.sections()[hit.section], hit.dealt - hull)
    return total(
        "Gets through",
        constant("damage", hit.dealt, source=guide().topics["craft-damage"].source),
        bonus("Hull", -hull, source=craft.origin.source),
        bonus(f"Shields {hit.section}", -shields, source=craft.origin.source),
    )


def _level(craft: Craft, passed: int) -> str:
    """The worst effect of damage that gets through, "" for none."""
    rows = guide().levels.values()
    return next((row.id for row in reversed(rows) if passed >= threshold(craft, row.times)), "")


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
    craft, hit = inputs.character, _hit(inputs)
    return Plan(target=_passed(craft, hit), foreseen=_taken(craft, hit).said)


def _harmed(inputs: Inputs, _outcome: Outcome, _rng: Random) -> Outcome:
    return _taken(inputs.character, _hit(inputs))


def _taken(craft: Craft, hit: Hit) -> Outcome:
    """The effect of the damage that gets through. A level other than rattled takes one craft of a
    squadron (HyperspaceD6, Minion Groups).
    """
    if hit.ion and not craft.house.ion_hull:
        return _ionized(craft, hit)
    passed = _passed(craft, hit)
    level = _level(craft, passed.value)
    changes, said, effects = list[MarkChange](), ["Nothing gets through."], list[str]()
    if level:
        row = guide().levels[level]
        effects = [row.name]
        said = [f"{passed.value} gets through: {row.name.lower()}."]
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
    if hit.ion:
        changes += _less(craft, hit)
    return Outcome(
        "harm",
        f"{hit.damage} damage",
        "harm",
        total=passed.value,
        why=passed.why,
        said=tuple(said),
        shifts=tuple(changes),
        row=level,
        taken=taken(hit.damage or 0, *effects),
    )


def _ionized(craft: Craft, hit: Hit) -> Outcome:
    """An ion weapon takes Shields from the struck section, and leaves the hull alone."""
    before = craft.sections()[hit.section]
    lost = min(before, hit.dealt)
    message = f"{counted(lost, 'Shield')} lost {hit.section}: {before - lost} left."
    return Outcome(
        "harm",
        f"{hit.damage} ion damage",
        "harm",
        total=lost,
        said=(message, guide().topics["ion"].ruling),
        shifts=tuple(_less(craft, hit)),
        row="ion" if lost else "",
        taken=taken(
            hit.damage or 0, f"{counted(lost, 'Shield')} lost {hit.section}" if lost else ""
        ),
    )


def _less(craft: Craft, hit: Hit) -> list[MarkChange]:
    """The struck section with fewer Shields."""
    stand = craft.sections()
    left = max(0, stand[hit.section] - hit.dealt)
    return moved(craft, {**stand, hit.section: left}) if left < stand[hit.section] else []


def moved(craft: Craft, stand: Mapping[str, int]) -> list[MarkChange]:
    """The changes that leave each section with so many Shields."""
    before = craft.sections()
    return [MarkChange(id, stand[id] - before[id], full=before[id]) for id in SECTIONS]


def _may_repair(craft: Craft, turn: TurnState) -> str:
    is_whole = not (craft.marks.damaged or craft.is_disabled)
    return WRECK(craft, turn) or ("Nothing is damaged." if is_whole else "")


def _repair_texts(inputs: Inputs) -> tuple[str, str]:
    left, texts = max(0, inputs.character.marks.damaged - 1), inputs.texts
    count = counted(left, "damaged system")
    return texts["some" if left else "all"], texts["left"].format(count)


def _repairing(inputs: Inputs) -> Plan:
    return Plan() if inputs.barred else Plan(foreseen=_repair_texts(inputs))


def _repaired(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """One system less, by a check or a day; with no more than Hull the craft acts again."""
    marks = inputs.character.marks
    shifts = (MarkChange(id, -1) for id in ("damaged", "disabled") if getattr(marks, id))
    return text(outcome, *_repair_texts(inputs), shifts=tuple(shifts))


RULES = {
    "harm": ProcedureRule(
        _harmed, _incoming, if_destroyed("Destroyed: more damage changes nothing.")
    ),
    "repair": ProcedureRule(_repaired, _repairing, _may_repair),
}
