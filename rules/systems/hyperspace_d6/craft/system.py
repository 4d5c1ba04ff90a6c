"""Craft behind the one interface: their crews, how one is made, and the parts that answer."""

from collections.abc import Iterator, Mapping
from functools import cache, reduce
from operator import or_

from msgspec.structs import replace

from rules.craft import CrewRules, MarkChanged, Side, any_pace
from rules.craft_game import craft_game
from rules.document import Document
from rules.figures import number
from rules.forms.parsing import FormValues
from rules.kit import starters
from rules.kit.craft import form
from rules.kit.craft.craft import CraftWeapon
from rules.kit.craft.crew import crew_rules
from rules.kit.craft.sheet import lines
from rules.kit.craft.tables import ActionRow
from rules.kit.play.answers import Answers
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable
from rules.opponents import WHO, ListedOpponent
from rules.play import Attempt
from rules.sheet.sections import Line
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.craft import damage, fight, rolls, sheet
from rules.systems.hyperspace_d6.craft.craft import DECLARED, SECTIONS, Craft
from rules.systems.hyperspace_d6.craft.ledger import CRAFT_LEDGER, UPGRADES
from rules.systems.hyperspace_d6.play.modifiers import current_pool, incapacitated, unable
from rules.systems.hyperspace_d6.play.roll_form import CRAFT_DICE
from rules.systems.hyperspace_d6.play.rollables import ABOARD, READER, rollable
from rules.systems.hyperspace_d6.rulebook import book as guides
from rules.systems.hyperspace_d6.rulebook.book import guide

# The level of people whom a crew without names is by default.
USUAL = guide().npc_levels["proficient"]


def _given(craft: Craft, row: ActionRow, weapon: CraftWeapon | None) -> FormValues:
    """The dice of the craft for a check, less those that damage takes; and a weapon's damage."""
    if row.by_craft:
        return {}
    terms = (*((craft.figure(row.dice),) if row.dice else ()), *rolls.damage_taken(craft))
    values: FormValues = {CRAFT_DICE: tuple(f"{term.value} {term.label}" for term in terms)}
    if weapon is None:
        return values
    gun = f"{craft.damage(weapon).value} {weapon.name}"
    ion: FormValues = {"nature": ("ion",)} if weapon.special else {}
    return {**values, "gun": (gun,), "scale": (craft.kind.id,), **ion}


def _flown(pilot: Attempt[Character], craft: Attempt[Craft]) -> dict[str, int]:
    """The pilot's present dice, and a skilled one's code for Evade (Vehicle Defenses)."""
    if incapacitated(pilot.character):
        return {rolls.PILOT: 0}
    skill = craft.character.kind.values["skill"]
    check = rollable(pilot.character, f"{ABOARD}.{skill}")
    if check is None:
        return {}
    turn = {rolls.PILOT: max(0, current_pool(pilot, check, cost=0).value)}
    if check.pool.value > figures.attribute(pilot.character, check.attribute).value:
        turn[rolls.EVADE] = check.pool.value
    return turn


def _opposed(craft: Attempt[Craft]) -> FormValues:
    """The dice of the other side of an opposed Pilot check: the pilot it, and Mobility."""
    return {"opposed": (str(max(1, rolls.steered(craft).value)),)}


def _lines(craft: Craft) -> tuple[Line, ...]:
    """Hull, and how many systems are damaged."""
    damaged = number("damaged systems", craft.marks.damaged, source="At the table")
    marked = (Line("damaged", "Damaged", damaged),) if craft.marks.damaged else ()
    return (*lines(craft, "hull"), *marked)


# A crew of opponents has its dice in Evade, too (HyperspaceD6, Vehicle Defenses: skilled NPCs).
CREW: CrewRules[Character, Craft] = crew_rules(
    DECLARED,
    flown=_flown,
    crewed=lambda dice: {rolls.EVADE: dice},
    given=_given,
    evade=rolls.evade,
    opposed=_opposed,
    sides=tuple(Side(id, id.capitalize()) for id in SECTIONS),
    crew_dice=USUAL.attributes + USUAL.skill_dice,
    pace=any_pace,
    lines=_lines,
    shares=lambda craft: sheet.shares(craft) if craft.value("shields") else (),
    unable=lambda person, takes: unable(person.character, person.situation, takes),
)
EVEN = "Its Shields are spread evenly again: their sections had more than it has now."
TYPED = form.craft_rules(DECLARED, CREW)


@cache
def listed() -> tuple[ListedOpponent, ...]:
    """The book's twenty-seven, in its order."""
    rows, kinds = guide().craft.values(), guide().craft_kinds
    return tuple(starters.listed(row, kinds[row.kind].name, _does(row), row.does) for row in rows)


def _does(row: guides.Craft) -> Iterator[str]:
    """The weapons of a craft, its dice and its defenses."""
    for gun in row.weapons:
        yield f"{gun.name} {gun.damage}D"
    yield f"Mobility {row.mobility}D"
    yield f"Evade {row.evade}"
    yield f"Hull {row.hull}"
    if row.shields:
        yield f"Shields {row.shields}"


def _document(values: FormValues) -> Document:
    """A craft as a document: the listed one that WHO names, or what was typed; RuleViolation."""
    answers = Answers(values)
    if not (who := answers.text(WHO)):
        return replace(TYPED.document(values), name="")
    members = answers.number("members", *DECLARED.tables.squad)
    answers.check()
    return DECLARED.document(DECLARED.craft_type(id=who), members)


def _lowered(marks: Mapping[str, MarkChanged]) -> tuple[str, ...]:
    """Sentences about a craft with less room for damaged systems, or with fewer Shields."""
    damaged = {id: marks[id] for id in ("damaged",) if id in marks}
    return (*TYPED.lowered(damaged), *((EVEN,) if any(id in marks for id in SECTIONS) else ()))


CRAFT = replace(
    TYPED,
    listed=listed,
    document=_document,
    typed=lambda craft: None if craft.build.craft.id else form.typed(craft),
    lowered=_lowered,
    upgrades=UPGRADES,
)
CRAFT_GAME = craft_game(
    "hyperspace-d6",
    "HyperspaceD6",
    DECLARED,
    state=rolls.state,
    actions=ActionTable(
        rolls.ROLLS,
        procedure_groups(READER, rolls.FILE, {**rolls.RULES, **damage.RULES}, rolls.QUESTIONNAIRE),
    ),
    sheet=sheet.sheet,
    fight=fight.OF_CRAFT,
    numbers=sheet.numbers,
    ledger=CRAFT_LEDGER,
    entries=reduce(or_, CRAFT_LEDGER.kinds),
)
