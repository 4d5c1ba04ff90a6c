"""Damage that a craft takes: Hull, the Shields of the struck section, and ion weapons; and its
repair.
"""

from collections.abc import Iterable
from random import Random

import msgspec

from rules.figures import Figure, bonus, constant, total
from rules.forms.fields import Field, Option, options
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
    """An attack that hit: its damage at the craft's scale, its section, whether it is ion."""

    damage: int | None
    section: str
    scale: str
    ion: bool


def _hit(attempt: Attempt[Craft]) -> Hit:
    answers = Answers(attempt.values)
    hit = Hit(
        answers.number("damage", 0, MOST_DAMAGE, refusal=NEED_DAMAGE),
        _section(attempt.character, answers),
        answers.option("scale", guide().scales) or attempt.character.kind.id,
        "ion" in answers.chosen("nature"),
    )
    answers.check()
    return hit


def _section(craft: Craft, answers: Answers) -> str:
    """The section that was hit; the first one where there are no Shields, as then none matters."""
    chosen = answers.option("section", SECTIONS)
    return chosen or ("" if sum(craft.sections().values()) else SECTIONS[0])


def _dealt(craft: Craft, hit: Hit) -> int:
    """The damage at the craft's scale: halves are rounded down."""
    scales = guide().scales
    return (hit.damage or 0) * scales[hit.scale].factor // scales[craft.kind.id].factor


def _passed(craft: Craft, hit: Hit) -> Figure:
    """What Hull and the Shields of the struck section leave (HyperspaceD6, Vehicle Damage)."""
    dealt = _dealt(craft, hit)
    hull = min(craft.value("hull"), dealt)
    shields = min(craft.sections()[hit.section], dealt - hull) if hit.section else 0
    return total(
        "Gets through",
        constant("damage", dealt, source=guide().topics["craft-damage"].source),
        bonus("Hull", -hull, source=craft.origin.source),
        bonus(f"Shields {hit.section}".strip(), -shields, source=craft.origin.source),
    )


def _level(craft: Craft, passed: int) -> str:
    """The worst effect of damage that gets through, "" for none."""
    reached = ""
    for row in guide().levels.values():
        if passed >= threshold(craft, row.times):
            reached = row.id
    return reached


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
    """What an attack does; RuleViolation without its damage or its section."""
    hit = _hit(attempt)
    required(hit.damage, "damage", NEED_DAMAGE)
    required(hit.section or None, "section", NEED_SECTION)
    return _taken(attempt.character, hit)


def _taken(craft: Craft, hit: Hit) -> Outcome:
    if hit.ion and not craft.house.ion_hull:
        return _ionized(craft, hit)
    passed = _passed(craft, hit)
    level = _level(craft, passed.value)
    changes, said = [], ["Nothing gets through."]
    if level and level != RATTLED and craft.members is not None:
        # The level only counts for a single one: of a squadron, one falls (HyperspaceD6, Minion
        # Groups).
        name, left = guide().levels[level].name.lower(), max(0, craft.members - 1)
        said = [f"{passed.value} gets through: {name}.", f"One of the squadron falls: {left} left."]
        changes.append(MarkChange("members", -1))
    elif level:
        row = guide().levels[level]
        said = [f"{passed.value} gets through: {row.name.lower()}.", row.does]
        most = craft.most_damaged if level == "damaged" else 1
        changes.append(MarkChange(level, 1, most=most))
        if level == "damaged" and craft.marks.damaged + 1 > craft.value("hull"):
            said.append("More damaged systems than Hull: it is disabled.")
            changes.append(MarkChange("disabled", 1, most=1))
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
    lost = min(before, _dealt(craft, hit))
    said = f"{lost} Shields lost {hit.section}: {before - lost} left."
    return Outcome(
        "harm",
        f"{hit.damage} ion damage",
        "harm",
        total=lost,
        said=(said, guide().topics["ion"].ruling),
        shifts=tuple(_less(craft, hit)),
        row="ion" if lost else "",
    )


def _less(craft: Craft, hit: Hit) -> list[MarkChange]:
    """The struck section with fewer Shields."""
    stand = craft.sections()
    lost = min(stand[hit.section], _dealt(craft, hit))
    return moved(craft, {**stand, hit.section: stand[hit.section] - lost}) if lost else []


def moved(craft: Craft, stand: dict[str, int]) -> list[MarkChange]:
    """The changes that leave each section with so many Shields."""
    now = craft.sections()
    return [MarkChange(id, stand[id] - now[id], full=now[id]) for id in SECTIONS]


def _may_repair(attempt: Attempt[Craft]) -> str:
    craft = attempt.character
    whole = not (craft.marks.damaged or craft.is_disabled)
    return destroyed(attempt) or ("Nothing is damaged." if whole else "")


def _repair_said(attempt: Attempt[Craft]) -> Iterable[str]:
    left = max(0, attempt.character.marks.damaged - 1)
    yield "One system is repaired." if left else "Everything is repaired."
    yield f"{left} damaged systems left."


def _repair(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    """One system less, by a check or a day; with no more than Hull the craft acts again."""
    craft, changes = attempt.character, []
    if craft.marks.damaged:
        changes.append(MarkChange("damaged", -1))
    if craft.marks.disabled:
        changes.append(MarkChange("disabled", -1))
    said = tuple(_repair_said(attempt))
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
    foreseen_form(_repair_said),
)
