"""A party's options as fields, and a document moved into a party.

A party's homebrew is looked up in `homebrew/tables.py` and edited in `homebrew/editor.py`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Field, Number, Text
from rules.forms.parsing import Values
from rules.kit.house_switches import HouseOptions
from rules.problems import InvalidDocument
from rules.systems.hyperspace_d6.document.build import Build
from rules.systems.hyperspace_d6.document.house import KINDS, House
from rules.systems.hyperspace_d6.homebrew import checks, tables
from rules.systems.hyperspace_d6.homebrew.tables import _used, reference_of
from rules.systems.hyperspace_d6.rulebook.book import book


def _fields(house: House) -> tuple[Field, ...]:
    """The era, and the credits."""
    rules = book().party
    credits = "" if house.starting_credits is None else str(house.starting_credits)
    return (
        Text(
            "era",
            "Era",
            (house.era,),
            "When your story is set. It changes no rules.",
            limit=checks.NAME,
            suggestions=rules.eras,
        ),
        Number(
            "starting_credits",
            "Starting credits",
            (credits,),
            f"{book().creation.credits:,} in the book. {rules.rulings['starting_credits']}",
            highest=checks.COST,
        ),
    )


def _set(field: str, values: Values) -> dict[str, Any]:
    match field:
        case "era":
            return {"era": parsing.text(values, checks.NAME)}
        case "starting_credits":
            credits = parsing.number_or_none(parsing.one(values), 0, checks.COST)
            return {"starting_credits": credits}
    raise InvalidDocument("this field doesn't exist")


OPTIONS = HouseOptions(lambda: book().party.switches, _fields, _set)


def placed(document: Document[Build], house: House) -> Document[Build]:
    """The document in a party: with its options and homebrew, the accepted problems of the
    document, and homebrew of other parties that the document uses and this one does not have.
    """
    old: House = document.house or House()
    used = _used(document, old)
    members: dict[str, Any] = {"accepted": old.accepted}
    for kind, member in KINDS.items():
        theirs = getattr(house, member)
        has = {thing.id for one in tables.kinds_sharing_ids(kind) for thing in getattr(house, one)}
        remaining = [
            thing
            for thing in getattr(old, member)
            if reference_of(kind, thing.id) in used and thing.id not in has
        ]
        members[member] = (*theirs, *remaining)
    taken = {skill.replaces for skill in house.skills}
    members["skills"] = tuple(
        msgspec.structs.replace(skill, replaces="")
        if skill not in house.skills and skill.replaces in taken
        else skill
        for skill in members["skills"]
    )
    return msgspec.structs.replace(document, house=msgspec.structs.replace(house, **members))
