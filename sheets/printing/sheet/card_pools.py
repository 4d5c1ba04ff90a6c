"""The pools of a card: those that its label or its rules name, and the rules of a thing that says
nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.character import Character as OpenCharacter
from rules.reference.chapters import Paragraphs
from rules.sheet.sections import Figures, Sheet, Things, Traits
from sheets.printing.sheet import details
from sheets.printing.type.glyphs import bound, with_minus

# How a rule names what is rolled: "a Medicine check", "roll Willpower", "+1D to Armament and to
# Vehicles", "Dexterity + Melee". What others roll against it is theirs.
_BEFORE = r"[Rr]oll |\d(?:D| die| dice)? to (?:every |your next )?|and to "
_AFTER = r" (?:check|roll)s?\b"
_OF_OTHERS = re.compile(r"Resisted: [^.]*\.")


@dataclass(frozen=True)
class Number:
    """A large number: its name, its code, its trait, and its explanation."""

    label: str
    code: str
    with_: str
    why: str


def pools(sheet: Sheet) -> dict[str, Number]:
    """The pools that rules may name: each line of figures and traits, by its name."""
    return {number.label: number for number in _pools(sheet)}


def _pools(sheet: Sheet) -> Iterator[Number]:
    for section in sheet.sections:
        if isinstance(section, Figures):
            lines = section.lines
        elif isinstance(section, Traits):
            columns = (*section.columns, *([section.row] if section.row else []))
            lines = tuple(line for column in columns for line in column.lines)
        else:
            continue
        for line in lines:
            code = with_minus(line.figure.code)
            yield Number(line.name, code, "", bound(details.why(line.figure)))


def named_in(text: str, known: Mapping[str, Number]) -> tuple[Number, ...]:
    """The pools that a rule of one's own says to roll, in its order. "Stamina + Meditation" is no
    pool of the sheet where Meditation is rolled with something else.
    """
    if not text or not known:
        return ()
    name = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    rolled = re.compile(
        rf"(?:{_BEFORE})(?P<after>{name})\b(?! \+)"
        rf"|\b(?P<before>{name}){_AFTER}"
        rf"|\b(?P<first>\w+) \+ (?P<second>{name})\b"
    )
    found: dict[str, Number] = {}
    for match in rolled.finditer(_OF_OTHERS.sub("", text)):
        number = known[match["after"] or match["before"] or match["second"]]
        if match["first"] is None or number.why.startswith(match["first"]):
            found[number.label] = number
    return tuple(found.values())


def rule_texts(opened: OpenCharacter) -> dict[str, str]:
    """The texts of the game's reference for carried things that say nothing themselves, by key."""
    keys = {
        thing.key
        for section in opened.sheet.sections
        if isinstance(section, Things)
        for thing in section.things
        if not thing.detail
    }
    terms = (
        term
        for chapter in (opened.system.reference() if keys else ())
        for part in chapter.parts
        if not isinstance(part, Paragraphs)
        for term in part.rows
    )
    return {key: term.text for term in terms for key in keys.intersection(term.keys)}
