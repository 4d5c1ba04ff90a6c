"""What a party decides: the preset that all keep to, two readings of the source, and powers of its
own, each with a form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any
from unicodedata import normalize
from zlib import crc32

from msgspec.structs import replace

from rules.document import Document
from rules.forms import parsing as forms
from rules.forms.fields import Choice, Field, Number, Option, Text
from rules.forms.parsing import FormValues, Values
from rules.house import EDIT_BYTES, HomebrewItem, HomebrewKind, house_bytes
from rules.kit import house_switches, typed
from rules.kit.house_switches import HouseOptions, Switch
from rules.kit.typed_document import NAME
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.document import LINE, MOST_PREREQUISITES, House, HousePower
from rules.systems.empire_ascendant.rulebook import FOLDER, rulebook

LONGEST_ID, RESERVED = 60, ("own",)
POWERS, PREREQUISITES, MOST_POWERS = "powers", MOST_PREREQUISITES, 100


@cache
def switches() -> tuple[Switch, ...]:
    """The rules that a party may switch on; each is a member of a house."""
    return house_switches.read(FOLDER, "party.toml", House)


def _fields(house: House) -> tuple[Field, ...]:
    """The preset that all characters keep to."""
    row, presets = rulebook().party.choices["preset"], rulebook().creation.presets
    options = [Option("", "Each player decides", chosen=not house.preset)]
    options += [
        Option(
            id,
            presets[id].name,
            presets[id].does,
            chosen=house.preset == id,
            source=row.source,
            ruling=row.ruling,
        )
        for id in row.options
    ]
    return (Choice("preset", row.name, (house.preset,), tuple(options), hint=row.does),)


def _write(field: str, values: Values) -> Mapping[str, Any]:
    if field != "preset":
        raise InvalidDocument("there is no such field")
    said = forms.one(values)
    forms.known((said,), rulebook().party.choices["preset"].options)
    return {"preset": said}


OPTIONS = HouseOptions(switches, _fields, _write)


def problems(house: House) -> tuple[Problem, ...]:
    """A preset that there is not; powers that cannot be, or share an id or a name."""
    found = []
    if house.preset and house.preset not in rulebook().creation.presets:
        said = f"{house.preset!r} is no preset."
        found.append(Problem("unknown-preset", "house.preset", said, never=said))
    seen: set[str] = set()
    for position, power in enumerate(house.powers):
        others = {typed.key(one.name) for one in house.powers[:position]}
        said = _wrong(power, others)
        if power.id in seen or not power.id:
            said = said or "Another power has this id."
        seen.add(power.id)
        if said:
            found.append(Problem("house-powers", f"house.powers[{position}]", said, never=said))
    return tuple(found)


def _wrong(power: HousePower, others: set[str]) -> str:
    """Why a power cannot be, "" where it can."""
    if not power.name.strip():
        return "Give the power a name."
    if typed.key(power.name) in others:
        return f"There is another power called {power.name}."
    if power.skills and not parsing.joined(power.skills):
        return f"{power.skills!r} are no Force skills of {power.name}."
    if not 0 <= power.prerequisites <= PREREQUISITES:
        return f"A power has 0 to {PREREQUISITES} prerequisites."
    return ""


def kinds() -> tuple[HomebrewKind, ...]:
    """Powers alone."""
    row = rulebook().party.homebrew[POWERS]
    return (HomebrewKind(POWERS, row.name, f"{row.name}s", row.does),)


class Homebrew:
    """What a game answers about the powers of a party's making."""

    def made(self, house: House) -> tuple[HomebrewItem, ...]:
        """Every power of the party."""
        return tuple(
            HomebrewItem(POWERS, power.id, power.name, _about(power)) for power in house.powers
        )

    def making_fields(self, house: House, kind: str, id: str = "") -> tuple[Field, ...]:
        """The form for a new power, or for the one of that id; KeyError where there is none."""
        _, power = _apart(house, kind, id)
        joins = rulebook().force.joins.values()
        skills = (
            Option("", "Each player says", chosen=not power.skills),
            *(Option(row.id, row.name, chosen=power.skills == row.id) for row in joins),
        )
        rungs = tuple(row.name for row in rulebook().difficulties.ladder.values())
        return (
            Text("name", "Name", (power.name,), limit=NAME),
            Choice("skills", "Force skills", (power.skills,), skills, look="menu"),
            Number(
                "prerequisites",
                "Prerequisites",
                (str(power.prerequisites),),
                "Powers that have to be known first. Each makes it 5 harder to learn.",
                highest=PREREQUISITES,
            ),
            Text("difficulty", "Difficulty", (power.difficulty,), limit=NAME, suggestions=rungs),
            Text("does", "Effect", (power.does,), lines=3, limit=LINE),
        )

    def make(self, house: House, kind: str, values: FormValues, id: str = "") -> House:
        """The house with a power made, or made anew; RuleViolation names every field that is
        wrong.
        """
        others, old = _apart(house, kind, id)
        given, wrong = dict[str, Any](), list[Problem]()
        for field in self.making_fields(house, kind, id):
            try:
                given[field.id] = _read(field, values)
            except InvalidDocument as unreadable:
                wrong.append(Problem("bad-value", field.id, unreadable.message))
        if not wrong:
            power = HousePower(id=id or _id(given["name"], others), **given)
            if said := _wrong(power, {typed.key(one.name) for one in others.powers}):
                wrong.append(Problem("bad-value", "name", said))
            if len(others.powers) >= MOST_POWERS:
                said = f"A party has {MOST_POWERS} powers at most."
                wrong.append(Problem("bad-value", "name", said))
        if wrong:
            raise RuleViolation(wrong)
        rows = (power if one is old else one for one in house.powers) if id else ()
        after = replace(house, powers=tuple(rows) if id else (*house.powers, power))
        if house_bytes(after) > max(EDIT_BYTES, house_bytes(house)):
            said = "All that your party made is too much for a character to carry: shorten some."
            raise RuleViolation([Problem("too-much", "does", said)])
        return after

    def unmake(self, house: House, kind: str, id: str) -> House:
        """The house without a power; KeyError where there is none."""
        if not id:
            raise KeyError(id)
        return _apart(house, kind, id)[0]

    def in_house(self, document: Document, house: House) -> Document:
        """The document as it is in that party: with its rules, what was accepted of the document,
        and powers of another party's making that the document uses.
        """
        old: House = document.house or House()
        theirs = {typed.key(power.name) for power in house.powers}
        ids = {power.id for power in house.powers}
        used = {typed.key(row.name) for row in document.build.powers}
        used |= {typed.key(getattr(entry, "name", "")) for entry in document.ledger}
        kept = [
            power
            for power in old.powers
            if typed.key(power.name) in used - theirs and power.id not in ids
        ]
        after = replace(house, accepted=old.accepted, powers=(*house.powers, *kept))
        return replace(document, house=after)


def _about(power: HousePower) -> str:
    names = ", ".join(rulebook().traits.force[id].name for id in parsing.joined(power.skills))
    return " · ".join(filter(None, (names, power.difficulty, power.does)))


def _apart(house: House, kind: str, id: str) -> tuple[House, HousePower]:
    """The house without the power of that id, and the power; without an id a blank one."""
    if kind != POWERS:
        raise KeyError(kind)
    if not id:
        return house, HousePower(id="")
    for power in house.powers:
        if power.id == id:
            others = tuple(one for one in house.powers if one is not power)
            return replace(house, powers=others), power
    raise KeyError(id)


def _id(name: str, others: House) -> str:
    """The id of a power of that name."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
    found, count = re.sub(r"[^a-z0-9]+", "-", plain.lower())[:LONGEST_ID].strip("-"), 1
    if not found or found in RESERVED:
        found = f"own-{crc32(name.encode('utf-8', 'replace')):08x}"
    ids, base = {power.id for power in others.powers}, found
    while found in ids:
        count += 1
        found = f"{base}-{count}"
    return found


def _read(field: Field, values: FormValues) -> Any:
    """What a field was sent, as what it holds; what was not sent is as it was."""
    found = forms.cleaned(values.get(field.id, getattr(field, "values", ())), field.id)
    match field:
        case Text(limit=limit):
            return forms.text(found, limit)
        case Number(lowest=lowest, highest=highest):
            return forms.number(forms.one(found), lowest, highest)
        case Choice(options=options):
            said = forms.one(found)
            forms.known((said,), (option.id for option in options))
            return said
        case _:
            return found
