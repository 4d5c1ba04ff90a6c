"""Craft behind the one interface: how one is made, of the book's list or with every number typed,
and the parts that answer for documents that hold one.
"""

from collections.abc import Iterator, Mapping
from functools import cache, reduce
from operator import or_

from msgspec.structs import replace

from rules.craft import MarkChanged
from rules.craft_game import craft_game
from rules.document import Document
from rules.forms.parsing import FormValues
from rules.kit import starters
from rules.kit.craft import form
from rules.kit.play.answers import Answers
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable
from rules.opponents import WHO, ListedOpponent
from rules.systems.hyperspace_d6.craft import damage, fight, rolls, sheet
from rules.systems.hyperspace_d6.craft.craft import DECLARED, SECTIONS
from rules.systems.hyperspace_d6.craft.crew import CREW
from rules.systems.hyperspace_d6.craft.ledger import CRAFT_LEDGER, UPGRADES
from rules.systems.hyperspace_d6.play.rolls import READER
from rules.systems.hyperspace_d6.rulebook import guide as guides
from rules.systems.hyperspace_d6.rulebook.guide import guide

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
    """A craft as a document: the listed one that WHO names, or what was typed; RuleViolation by
    field for what cannot be read.
    """
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
