"""A party's decisions: the Power of new characters, ranges in space, optional rules, and merits,
flaws, and Force abilities of its own, each with a form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Field, Number, Text
from rules.forms.parsing import Values
from rules.kit import house_switches
from rules.kit.house_switches import HouseOptions
from rules.problems import InvalidDocument, Problem
from rules.systems.storytelling_d10.character import force
from rules.systems.storytelling_d10.character.merit_homebrew import MeritHomebrew
from rules.systems.storytelling_d10.character.merits import MERITS
from rules.systems.storytelling_d10.document.build import Build, House, HouseForceAbility
from rules.systems.storytelling_d10.rulebook.book import rulebook

BOOK = rulebook()
MOST_POWER = BOOK.creation.numbers["power-most"].number
MOST_RANGE = 9
START_POWER, RANGE = "start_power", "space_range"
SWITCHES = house_switches.known(BOOK.party.switches, House)


def space_range(house: House) -> tuple[int, ...]:
    """The numbers that the four bands of range in space add to the difficulty."""
    usual = tuple(row.number for row in BOOK.craft.bands.values())
    return house.space_range if len(house.space_range) == len(usual) else usual


def _fields(house: House) -> tuple[Field, ...]:
    power = BOOK.creation.numbers["power"]
    hint = f"{power.number} by the rules."
    bands = " ".join(str(number) for number in space_range(house))
    return (
        Number(START_POWER, power.name, (str(house.start_power),), hint, highest=MOST_POWER),
        Text(
            RANGE,
            "Range in space",
            (bands,),
            "The difficulty that point-blank, short, medium, and long range add.",
            limit=20,
        ),
    )


def _write(field: str, values: Values) -> Mapping[str, object]:
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


# --- homebrew


def used(document: Document[Build]) -> set[str]:
    """The ids of the merits, flaws, and Force abilities that a document names."""
    build = document.build
    ids = {one.id for one in (*build.merits, *build.flaws)} | {*build.force_abilities}
    for entry in document.ledger:
        ids |= {getattr(entry, name, "") for name in ("merit", "flaw", "ability")}
    return ids


HOMEBREW = (
    *MeritHomebrew(MERITS).homebrew(),
    force.homebrew(
        HouseForceAbility(id="", knowledge=next(iter(force.TREES))),
        MOST_POWER,
        MERITS.taken,
    ),
)
