"""What makes a build legal, what a field of a step holds, and how one is written."""

from __future__ import annotations

import msgspec

from rules import sent
from rules.document import Document
from rules.problems import Problem, RuleViolation, Unreadable
from rules.systems.rules_sheet_d6 import advancement, fields, play
from rules.systems.rules_sheet_d6.build import Build
from rules.systems.rules_sheet_d6.character import Character

Values = tuple[str, ...]
OTHER = ("preset", "worn", "force_points")
TEXTS = {"template": fields.NAME, "description": fields.STORY}


def problems(document: Document) -> tuple[Problem, ...]:
    """Everything that is open or wrong, in the order of the document."""
    return character_problems(advancement.replay(document))


def character_problems(character: Character) -> tuple[Problem, ...]:
    """The problems of a document that was worked out already."""
    found = []
    if not character.document.name.strip():
        found.append(Problem("missing", "name", "Give your character a name.", unfinished=True))
    found += character.chosen.faults
    found += character.faults
    found += play.mark_faults(character)
    return tuple(found)


def choose(document: Document, *, field: str, values: Values) -> Document:
    """The document with one field written; RuleViolation where the values cannot be read as its."""
    try:
        texts = sent.cleaned(values, field)
        if field in ("name", "player"):
            said = sent.text(texts, fields.NAME * 2)
            return msgspec.structs.replace(document, **{field: said})
        written = _write(document.build, field, texts)
    except Unreadable as unreadable:
        raise RuleViolation([Problem("bad-value", field, unreadable.message)]) from None
    return msgspec.structs.replace(document, build=written)


def _write(build: Build, field: str, values: Values) -> Build:
    if field in TEXTS:
        return msgspec.structs.replace(build, **{field: sent.text(values, TEXTS[field])})
    if field in fields.CELLS:
        return fields.write_rows(build, field, values)
    if field == "attributes":
        return fields.write_codes(build, values)
    if field in OTHER:
        return fields.write_other(build, field, values)
    raise Unreadable("there is no such field")


def values(document: Document, field: str) -> Values | None:
    """The present values of a field as a form sends them; None where there is no such field."""
    build: Build = document.build
    if field in ("name", "player"):
        return (str(getattr(document, field)),)
    if field in TEXTS:
        return (str(getattr(build, field)),)
    if field in fields.CELLS:
        return fields.rows_of(build, field)
    if field == "attributes":
        return fields.code_values(build)
    return fields.values_of(build, field) if field in OTHER else None
