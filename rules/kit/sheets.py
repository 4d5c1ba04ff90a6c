"""Sheets made of their sections.

The sections and their order are each game's own.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.figures import Figure
from rules.ledger.rules import LedgerState
from rules.sheet import sections
from rules.sheet.sections import (
    Figures,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Traits,
)

NAMELESS = "Unnamed character"
WORN, NOT_WORN = "worn", "not worn"


def sheet_of(
    character: LedgerState,
    parts: tuple[Section, ...],
    *first: Section,
    credit: str,
    kind: str,
    concept: str = "",
    facts: tuple[tuple[str, str], ...],
    species: str = "",
) -> Sheet:
    """A sheet made of these sections. The figures of the `first` sections have precedence: a figure
    of both a weapon and a skill belongs to the skill.
    """
    document = character.document
    return Sheet(
        system=document.system,
        name=document.name or NAMELESS,
        kind=kind,
        concept=concept,
        facts=facts,
        sections=parts,
        figures=sections.figures((*first, *parts)),
        credit=credit,
        species=species,
    )


def things(id: str, name: str, purse: Figure | None, named_things: Iterable[Thing]) -> Things:
    """Carried items: those that can be worn first."""
    rows = sorted(named_things, key=lambda thing: thing.state not in (WORN, NOT_WORN))
    return Things(id, name, purse, tuple(rows))


def story(id: str, name: str, texts: Iterable[tuple[str, str]]) -> Prose:
    """The player's texts, each with its name; empty ones are left out."""
    return Prose(id, name, tuple(Passage(label, "", label, text) for label, text in texts if text))


def without_notes(section: Section) -> Section:
    """The section without what is only true of some character: "from 4", "none worn"."""
    match section:
        case Figures():
            return replace(section, lines=tuple(replace(row, note="") for row in section.lines))
        case Traits():
            columns = (
                replace(one, lines=tuple(replace(row, note="") for row in one.lines))
                for one in section.columns
            )
            return replace(section, columns=tuple(columns))
    return section
