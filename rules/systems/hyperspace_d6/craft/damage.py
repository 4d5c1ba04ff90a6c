"""Damage that a craft takes: Hull, the Shields of the struck section, and ion weapons; and its
repair.
"""

from random import Random

import msgspec

from rules.figures import Figure, bonus, constant, total
from rules.forms.fields import Field, Option, options
from rules.kit.craft.declared import MEMBERS
from rules.kit.play.answers import Answers, menu, number_field, pick, required
from rules.kit.play.procedures import fixed, foreseen_form
from rules.play import Action, Attempt, MarkChange, Outcome, RollForm
from rules.systems.hyperspace_d6.craft.craft import SECTIONS, Craft
from rules.systems.hyperspace_d6.craft.rolls import destroyed
from rules.systems.hyperspace_d6.craft.sheet import threshold
from rules.systems.hyperspace_d6.rulebook.guide import guide

MOST_DAMAGE = 2000
RATTLED = "rattled"
NEED_DAMAGE = "Enter the damage rolled, 0 or more."
NEED_SECTION = f"Choose the section that was hit: {', '.join(SECTIONS)}."


class Hit(msgspec.Struct, frozen=True, gc=False):
    """An attack that hit: its damage as rolled, and `dealt` at the craft's scale, where halves are
    rounded down; the section that it struck, its scale, and whether it is ion.
    """

    damage: int | None
    dealt: int
    section: str
    scale: str
    ion: bool


def _hit(attempt: Attempt[Craft]) -> Hit:
    """The hit as typed; where there are no Shields, the section does not matter."""
    craft, answers, scales = attempt.character, Answers(attempt.values), guide().scales
    damage = answers.number("damage", 0, MOST_DAMAGE, refusal=NEED_DAMAGE)
    section = answers.option("section", SECTIONS)
    if not section and not sum(craft.sections().values()):
        section = SECTIONS[0]
    scale = answers.option("scale", scales) or craft.kind.id
    dealt = (damage or 0) * scales[scale].factor // scales[craft.kind.id].factor
    answers.check()
    return Hit(damage, dealt, section, scale, "ion" in answers.chosen("nature"))


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


def _harm_form(attempt: Attempt[Craft], action: Action) -> RollForm:
    """The damage rolled, the section that it hit, and its effect."""
    craft, hit = attempt.character, _hit(attempt)
    if action.barred:
        return RollForm(action, (), barred=action.barred)
    sections = tuple(
        Option(id, f"{id.capitalize()}, Shields {value}", chosen=hit.section == id)
        for id, value in craft.sections().items()
    )
    scales = options(guide().scales, hit.scale)
    ion = Option("ion", "Ion", guide().topics["ion"].ruling, chosen=hit.ion)
    fields: tuple[Field, ...] = (
        number_field("damage", "Damage rolled", hit.damage, 0, MOST_DAMAGE),
        menu("section", "Section", sections),
        pick("nature", "The weapon is", (ion,)),
        menu("scale", "Attack scale", scales),
    )
    if hit.damage is None or not hit.section:
        return RollForm(action, fields)
    outcome = _taken(craft, hit)
    return RollForm(action, fields, target=_passed(craft, hit), foreseen=outcome.said)


def _harm(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    """The effect of an attack; RuleViolation without its damage or its section."""
    hit = _hit(attempt)
    required(hit.damage, "damage", NEED_DAMAGE)
    required(hit.section or None, "section", NEED_SECTION)
    return _taken(attempt.character, hit)


def _taken(craft: Craft, hit: Hit) -> Outcome:
    """The effect of the damage that gets through. A level other than rattled takes one craft of a
    squadron (HyperspaceD6, Minion Groups).
    """
    if hit.ion and not craft.house.ion_hull:
        return _ionized(craft, hit)
    passed = _passed(craft, hit)
    level = _level(craft, passed.value)
    changes, said = list[MarkChange](), ["Nothing gets through."]
    if level:
        row = guide().levels[level]
        said = [f"{passed.value} gets through: {row.name.lower()}."]
        if level != RATTLED and craft.members is not None:
            changes.append(MarkChange(MEMBERS, -1))
            said.append(f"One of the squadron falls: {max(0, craft.members - 1)} left.")
        else:
            most = craft.most_damaged if level == "damaged" else 1
            changes.append(MarkChange(level, 1, most=most))
            said.append(row.does)
            if level == "damaged" and craft.marks.damaged + 1 > craft.value("hull"):
                changes.append(MarkChange("disabled", 1, most=1))
                said.append("More damaged systems than Hull: it is disabled.")
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
    )


def _ionized(craft: Craft, hit: Hit) -> Outcome:
    """An ion weapon takes Shields from the struck section, and leaves the hull alone."""
    before = craft.sections()[hit.section]
    lost = min(before, hit.dealt)
    message = f"{lost} Shields lost {hit.section}: {before - lost} left."
    return Outcome(
        "harm",
        f"{hit.damage} ion damage",
        "harm",
        total=lost,
        said=(message, guide().topics["ion"].ruling),
        shifts=tuple(_less(craft, hit)),
        row="ion" if lost else "",
    )


def _less(craft: Craft, hit: Hit) -> list[MarkChange]:
    """The struck section with fewer Shields."""
    stand = craft.sections()
    left = max(0, stand[hit.section] - hit.dealt)
    return moved(craft, {**stand, hit.section: left}) if left < stand[hit.section] else []


def moved(craft: Craft, stand: dict[str, int]) -> list[MarkChange]:
    """The changes that leave each section with so many Shields."""
    before = craft.sections()
    return [MarkChange(id, stand[id] - before[id], full=before[id]) for id in SECTIONS]


def _may_repair(attempt: Attempt[Craft]) -> str:
    craft = attempt.character
    whole = not (craft.marks.damaged or craft.is_disabled)
    return destroyed(attempt) or ("Nothing is damaged." if whole else "")


def _repair_text(attempt: Attempt[Craft]) -> tuple[str, str]:
    left = max(0, attempt.character.marks.damaged - 1)
    first = "One system is repaired." if left else "Everything is repaired."
    return first, f"{left} damaged systems left."


def _repair(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    """One system less, by a check or a day; with no more than Hull the craft acts again."""
    marks = attempt.character.marks
    changes = (MarkChange(id, -1) for id in ("damaged", "disabled") if getattr(marks, id))
    said = _repair_text(attempt)
    return Outcome("repair", "Repaired", "note", said=said, shifts=tuple(changes))


HARM = fixed(
    Action("harm", "Take damage", "Enter the damage rolled, and the section it hit.", asks=True),
    destroyed,
    _harm,
    _harm_form,
)
REPAIR = fixed(
    Action("repair", "Repair a system", guide().topics["repairs"].does),
    _may_repair,
    _repair,
    foreseen_form(_repair_text),
)
