"""What a party decides: its options as fields, and a document as it is in a party.

Things of its own making are looked up in `homemade.py`, and made in `making.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rules import sent
from rules.document import Document
from rules.options import Option
from rules.problems import Problem, RuleViolation, Unreadable
from rules.sent import Values
from rules.steps import Field, Number, Pick, Text
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6 import fitting, homemade
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.build import Build, House
from rules.systems.hyperspace_d6.own import CARRIED, KINDS, OwnSpecies

GETTING = (entries.Buy, entries.Grant)
# A thing by its kind and its id.
Named = tuple[str, str]
THING = "thing"


def fields(house: House) -> tuple[Field, ...]:
    """The era, the credits, and the rules that are on."""
    rules = book().party
    on = tuple(switch.id for switch in rules.switches if getattr(house, switch.id))
    given = "" if house.starting_credits is None else str(house.starting_credits)
    options = tuple(
        Option(
            switch.id,
            switch.name,
            switch.does,
            chosen=switch.id in on,
            source=switch.source,
            ruling=switch.ruling,
        )
        for switch in rules.switches
    )
    return (
        Text(
            "era",
            "Era",
            (house.era,),
            "When you play. It changes no rule.",
            limit=fitting.NAME,
            suggestions=rules.eras,
        ),
        Number(
            "starting_credits",
            "Credits to begin with",
            (given,),
            f"{book().creation.credits:,} in the book. {rules.rulings['starting_credits']}",
            highest=fitting.COST,
        ),
        Pick("rules", "Rules of your table", on, options),
    )


def set_field(house: House, *, field: str, values: Values) -> House:
    """The house with one option set; RuleViolation where the values cannot be read as its."""
    try:
        return msgspec.structs.replace(house, **_set(field, sent.cleaned(values, field)))
    except Unreadable as unreadable:
        raise RuleViolation([Problem("bad-value", field, unreadable.message)]) from None


def _set(field: str, values: Values) -> dict[str, Any]:
    match field:
        case "era":
            return {"era": sent.text(values, fitting.NAME)}
        case "starting_credits":
            given = sent.number_or_none(sent.one(values), 0, fitting.COST)
            return {"starting_credits": given}
        case "rules":
            ids = [switch.id for switch in book().party.switches]
            on = sent.known(values, ids)
            return {id: id in on for id in ids}
    raise Unreadable("there is no such field")


def placed(document: Document, house: House) -> Document:
    """The document as it is in a party: its options and things, what was accepted of the document,
    and what the document uses of another party's making that this one has not got.
    """
    old: House = document.house or House()
    used = _used(document, old)
    members: dict[str, Any] = {"accepted": old.accepted}
    for kind, member in KINDS.items():
        theirs = getattr(house, member)
        has = {thing.id for one in homemade.rivals(kind) for thing in getattr(house, one)}
        kept = [
            thing
            for thing in getattr(old, member)
            if called(kind, thing.id) in used and thing.id not in has
        ]
        members[member] = (*theirs, *kept)
    taken = {skill.replaces for skill in house.skills}
    members["skills"] = tuple(
        msgspec.structs.replace(skill, replaces="")
        if skill not in house.skills and skill.replaces in taken
        else skill
        for skill in members["skills"]
    )
    return msgspec.structs.replace(document, house=msgspec.structs.replace(house, **members))


def called(kind: str, id: str) -> Named:
    """What documents call a thing by: what is carried by its id alone."""
    return THING if kind in CARRIED else kind, id


def _used(document: Document, house: House) -> set[Named]:
    """Whatever build and ledger name, and what of the house that rests on in turn."""
    found = set(_of_build(document.build))
    for entry in document.ledger:
        found.update(_of_entry(entry))
    pending = list(found)
    while pending:
        new = set(rests_on(house, pending.pop())) - found
        found |= new
        pending += new
    return found


def _of_build(build: Build) -> Iterator[Named]:
    if isinstance(build.species, OwnSpecies):
        yield "skill", build.species.focus
    else:
        yield "species", build.species or ""
    if isinstance(build.profession, str):
        yield "profession", build.profession
    yield from (("skill", id) for id in build.skills)
    if build.edge:
        yield "edge", build.edge.id
        yield "skill", build.edge.skill
    if build.burden:
        yield "burden", build.burden.id
    yield from ((THING, gear.id) for gear in build.gear)


def _of_entry(entry: Any) -> Iterator[Named]:
    match entry:
        case entries.RaiseSkill(skill=id):
            yield "skill", id
        case entries.Buy(item=id) | entries.Grant(item=id):
            yield THING, id
        case entries.Rebuild(build=build):
            yield from _of_build(build)


def rests_on(house: House, named: Named) -> Iterable[Named]:
    """What a thing of the house names in turn: the skill it is used with, what is in a pack."""
    kind, id = named
    kinds = CARRIED if kind == THING else (kind,)
    for one in kinds:
        for thing in getattr(house, KINDS[one]):
            if thing.id == id:
                skills = (getattr(thing, "focus", ""), getattr(thing, "skill", ""))
                yield from (("skill", skill) for skill in (*skills, *getattr(thing, "helps", ())))
                yield from ((THING, part.item) for part in getattr(thing, "parts", ()))
