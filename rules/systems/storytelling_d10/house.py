"""What a party decides: the Power of new characters, ranges in space, optional rules, and merits,
flaws, and Force abilities of its own, each with a form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Choice, Field, Number, Option, Pick, Text, options
from rules.forms.parsing import Values
from rules.kit import house_switches
from rules.kit.homebrew import HomebrewRows
from rules.kit.house_switches import HouseOptions
from rules.kit.merits import printed
from rules.kit.typed_document import NAME
from rules.problems import InvalidDocument, Problem
from rules.systems.storytelling_d10.character.merits import MERITS
from rules.systems.storytelling_d10.document import House, HouseForceAbility
from rules.systems.storytelling_d10.rulebook import rulebook

BOOK = rulebook()
MOST_POWER = BOOK.creation.numbers["power-most"].number
MOST_ROLL, WORDS = 20, 400
MOST_RANGE = 9
START_POWER, RANGE = "start_power", "space_range"
SWITCHES = house_switches.known(BOOK.party.switches, House)


def space_range(house: House) -> tuple[int, ...]:
    """What the four bands of range in space add to the difficulty."""
    usual = tuple(row.number for row in BOOK.craft.bands.values())
    return house.space_range if len(house.space_range) == len(usual) else usual


def _fields(house: House) -> tuple[Field, ...]:
    power = BOOK.creation.numbers["power"]
    hint = f"{power.number} is what the rules give."
    bands = " ".join(str(number) for number in space_range(house))
    return (
        Number(START_POWER, power.name, (str(house.start_power),), hint, highest=MOST_POWER),
        Text(
            RANGE,
            "Range in space",
            (bands,),
            "What point-blank, short, medium, and long add: four numbers.",
            limit=20,
        ),
    )


def _write(field: str, values: Values) -> Mapping[str, Any]:
    text = parsing.one(values)
    if field == START_POWER:
        usual = BOOK.creation.numbers["power"].number
        return {field: parsing.number(text, 0, MOST_POWER) if text else usual}
    if field != RANGE:
        raise InvalidDocument("this field doesn't exist")
    parts = text.replace(",", " ").split()
    if not parts:
        return {field: ()}
    if len(parts) != len(BOOK.craft.bands):
        raise InvalidDocument("Enter four numbers, such as 0 1 2 3.")
    numbers = tuple(parsing.number(part, 0, MOST_RANGE) for part in parts)
    return {field: () if numbers == space_range(House()) else numbers}


def _problems(house: House) -> Iterator[Problem]:
    if not 0 <= house.start_power <= MOST_POWER:
        message = f"New characters have Power 0 to {MOST_POWER}."
        yield Problem("bad-amount", f"house.{START_POWER}", message, never=message)
    bands = house.space_range
    if bands and not (len(bands) == len(BOOK.craft.bands) and 0 <= min(bands) <= MOST_RANGE):
        message = "Ranges in space are four numbers of 0 or more."
        yield Problem("bad-amount", f"house.{RANGE}", message, never=message)


OPTIONS = HouseOptions(lambda: SWITCHES, _fields, _write, _problems)


# --- Force abilities


def _ability_fields(row: HouseForceAbility) -> tuple[Field, ...]:
    trees = options(BOOK.force.force_knowledges, row.knowledge)
    tags = tuple(
        Option(id, one.name, one.does, chosen=id in row.tags) for id, one in BOOK.force.tags.items()
    )
    return (
        Text("name", "Name", (row.name,), limit=NAME),
        Choice("knowledge", "Force knowledge", (row.knowledge,), trees, look="menu"),
        Number("roll", "Roll", (str(row.roll),), "The pool it takes.", highest=MOST_ROLL),
        Number("light_side", "Light side", (str(row.light_side),), highest=MOST_POWER),
        Number("dark_side", "Dark side", (str(row.dark_side),), highest=MOST_POWER),
        Pick("tags", "Marks", row.tags, tags),
        Text("target", "Target", (row.target,), limit=NAME),
        Text("range", "Range", (row.range,), limit=NAME),
        Text("does", "Effect", (row.does,), lines=3, limit=WORDS),
        Text("destiny", "With a Destiny point", (row.destiny,), lines=2, limit=WORDS),
    )


def _wrong_ability(row: HouseForceAbility, _others: Iterable[HouseForceAbility]) -> str:
    """Why a Force ability cannot be, "" where it can."""
    if message := printed(MERITS.taken, row.id):
        return message
    if row.knowledge not in BOOK.force.force_knowledges:
        return f"{row.knowledge!r} isn't a Force knowledge."
    if not (0 <= row.roll <= MOST_ROLL and max(row.light_side, row.dark_side) <= MOST_POWER):
        return f"Roll is 0 to {MOST_ROLL}, the sides are 0 to {MOST_POWER}."
    return ""


def _about_ability(row: HouseForceAbility) -> str:
    tree = BOOK.force.force_knowledges.get(row.knowledge)
    return " · ".join(filter(None, (tree.name if tree else "", row.does)))


FIRST_TREE = next(iter(BOOK.force.force_knowledges))
NEW_ABILITY = HouseForceAbility(id="", knowledge=FIRST_TREE)


def _used(document: Document) -> set[str]:
    """The ids of the merits, flaws, and Force abilities that a document names."""
    build = document.build
    used = {one.id for one in (*build.merits, *build.flaws)} | {*build.force_abilities}
    for entry in document.ledger:
        used |= {getattr(entry, name, "") for name in ("merit", "flaw", "ability")}
    return used


HOMEBREW = (
    *MERITS.homebrew(_used),
    HomebrewRows(
        "force_abilities",
        NEW_ABILITY,
        _ability_fields,
        _wrong_ability,
        _about_ability,
        used=_used,
        one="Force ability",
        plural="Force abilities",
    ),
)
