"""What a field of a step holds now: the counterpart of `creation.choose`, which writes it."""

from __future__ import annotations

from rules.document import Document
from rules.faults import Faults
from rules.systems.hyperspace_d6 import quickplay
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Armor, Book, book
from rules.systems.hyperspace_d6.build import (
    Build,
    Burden,
    Edge,
    Gear,
    House,
)
from rules.systems.hyperspace_d6.creation import LIMITS, OWN, YES, handle
from rules.systems.hyperspace_d6.gear import called, carried
from rules.systems.hyperspace_d6.homemade import tables_of
from rules.systems.hyperspace_d6.own import OwnProfession, OwnSpecies

Values = tuple[str, ...]
STACK = ("gear_granted", "gear_design", "gear_features", "gear_crystal")


def values(document: Document, field: str) -> Values | None:
    """The present values of a field as a form sends them; None where there is no such field."""
    build: Build = document.build
    tables = tables_of(document.house or House())
    part, _, rest = field.partition(".")
    if field in ("name", "player"):
        return (str(getattr(document, field)),)
    if field in LIMITS:
        return (str(getattr(build, field)),)
    match part:
        case "species":
            return _species(build.species, rest, tables)
        case "profession":
            return _profession(build.profession, rest)
        case "quickplay":
            return quickplay.values(build, rest)
        case "skills":
            return _picks(build, tables)
        case "edge" | "burden":
            return _quirk(build.edge if part == "edge" else build.burden, rest, tables)
        case "worn" | "starting_credits" | "typed":
            return _other(build, part, tables)
    return _gear(build, part, rest)


def _other(build: Build, part: str, tables: Book) -> Values:
    """The fields beside the shop: what is worn, the GM's sum, things typed by hand."""
    if part == "worn":
        return (_worn(build, tables),)
    if part == "starting_credits":
        return ("" if build.starting_credits is None else str(build.starting_credits),)
    typed = [gear for gear in build.gear if not gear.id]
    return tuple(text for gear in typed for text in (gear.name, str(gear.quantity)))


def details(document: Document) -> dict[str, Values]:
    """What hangs on other choices: one's own species and profession, edge, burden, owned things."""
    build: Build = document.build
    tables = tables_of(document.house or House())
    ids: list[str] = []
    if isinstance(build.species, OwnSpecies):
        # The species' own attributes come before its focus, which the Force may have to allow.
        ids += [f"species.{part}" for part in ("name", "attributes", "force_sensitive", "focus")]
    if isinstance(build.profession, OwnProfession):
        ids += [f"profession.{part}" for part in ("name", "force_user", "bonuses")]
    if build.edge:
        row = tables.edges.get(build.edge.id)
        ids += ["edge.skill", "edge.note"] if row and row.asks else ["edge.note"]
    if build.burden:
        row = tables.burdens.get(build.burden.id)
        ids += ["burden.attribute", "burden.note"] if row and row.asks else ["burden.note"]
    for gear in build.gear:
        if gear.id:
            ids += [f"{part}.{handle(gear)}" for part in STACK]
    return {id: held for id in ids if (held := values(document, id)) is not None}


def _quirk(chosen: Edge | Burden | None, rest: str, tables: Book) -> Values | None:
    if chosen is None:
        return None if rest else ("",)
    if rest == "skill" and isinstance(chosen, Edge):
        return (tables.skill_id(chosen.skill),)
    member = rest or "id"
    return (str(getattr(chosen, member)),) if member in chosen.__struct_fields__ else None


def _species(chosen: str | OwnSpecies | None, rest: str, tables: Book) -> Values | None:
    if not isinstance(chosen, OwnSpecies):
        return None if rest else (chosen or "",)
    start = tables.creation.own_species_start
    match rest:
        case "":
            return (OWN,)
        case "attributes":
            return tuple(str(chosen.attributes.get(id, start)) for id in ATTRIBUTES)
        case "force_sensitive":
            return (YES,) if chosen.force_sensitive else ()
        case "focus":
            return (tables.skill_id(chosen.focus),)
    return (chosen.name,) if rest == "name" else None


def _profession(chosen: str | OwnProfession | None, rest: str) -> Values | None:
    if not isinstance(chosen, OwnProfession):
        return None if rest else (chosen or "",)
    traits = (*ATTRIBUTES, FORCE) if chosen.force_user else ATTRIBUTES
    match rest:
        case "":
            return (OWN,)
        case "bonuses":
            return tuple(str(chosen.bonuses.get(id, 0)) for id in traits)
        case "force_user":
            return (YES,) if chosen.force_user else ()
    return (chosen.name,) if rest == "name" else None


def _picks(build: Build, tables: Book) -> Values:
    """The picks in the order of the sheet; what no table has comes last."""
    picked = dict.fromkeys(map(tables.skill_id, build.skills))
    in_order = [id for id in tables.skills if id in picked]
    return (*in_order, *(id for id in picked if id not in tables.skills))


def _worn(build: Build, tables: Book) -> str:
    if not build.worn:
        return ""
    stacks, _ = carried(build.gear, tables, Faults())
    held = called(build.worn, stacks)
    return held.key if held and isinstance(held.row, Armor) else build.worn


def _gear(build: Build, part: str, key: str) -> Values | None:
    """What a stack is asked: how many, and its details. Of a thing one has not got there are 0."""
    rows = [gear for gear in build.gear if gear.id and handle(gear) == key]
    if part == "gear":
        return (str(sum(gear.quantity for gear in rows)),)
    return _details(rows[0], part) if rows else None


def _details(held: Gear, part: str) -> Values | None:
    match part:
        case "gear_as":
            return (held.alias,)
        case "gear_granted":
            return (YES,) if held.granted else ()
        case "gear_design":
            return (held.design,)
        case "gear_features":
            return tuple(id for id in book().features if id in held.features)
        case "gear_crystal":
            return (held.crystal,)
    return None
