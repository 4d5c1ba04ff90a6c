"""What makes a build legal, and how one field of a step is written into the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar
from zlib import crc32

import msgspec

from rules import sent
from rules.document import Document
from rules.problems import Problem, RuleViolation, Unreadable
from rules.sent import Values
from rules.systems.hyperspace_d6 import advancement, fitting, play, quickplay
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Armor, Book, Quirk, book
from rules.systems.hyperspace_d6.build import Build, Burden, Edge, Gear, House
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.homemade import tables_of
from rules.systems.hyperspace_d6.own import OwnProfession, OwnSpecies

Held = TypeVar("Held", Edge, Burden)
OWN = "own"
YES = sent.YES
LINE, NOTE, STORY = 200, 500, 4000
MOST_OF_A_THING = 999
MOST_CREDITS = 1_000_000
LIMITS = {"concept": LINE, "pronouns": 60, "appearance": STORY, "personality": STORY}


def problems(document: Document) -> tuple[Problem, ...]:
    """Everything that is open or wrong, in the order of the document."""
    return character_problems(advancement.replay(document))


def character_problems(character: Character) -> tuple[Problem, ...]:
    """The problems of a document that was worked out already."""
    found = []
    if not character.document.name.strip():
        found.append(Problem("missing", "name", "Give your character a name.", unfinished=True))
    found += character.chosen.faults
    if character.house.quickplay:
        return (*found, *_either_way(character), *play.mark_faults(character))
    short = max(character.chosen.spent - character.starting_credits, -character.credits)
    if short > 0:
        said = f"This gear costs {short:,} credits more than there are. Put something back."
        found.append(Problem("overspent", f"{character.prefix}build.gear", said))
    found += character.faults
    found += play.mark_faults(character)
    return tuple(found)


def _either_way(character: Character) -> list[Problem]:
    """Faults of the ledger that are there with quick play and without it: what was entered by the
    other rules stays as it is.
    """
    document = character.document
    if not character.faults:
        return []
    house = msgspec.structs.replace(character.house, quickplay=False)
    other = advancement.replay(msgspec.structs.replace(document, house=house))
    places = {(fault.code, fault.where) for fault in other.faults}
    return [fault for fault in character.faults if (fault.code, fault.where) in places]


def handle(gear: Gear) -> str:
    """What a stack is called in the fields of a form: its id, or one made from its own name."""
    if not gear.alias and gear.id:
        return gear.id
    return f"{gear.id or OWN}-{crc32(gear.key.encode('utf-8', 'replace')):08x}"


def choose(document: Document, *, field: str, values: Values) -> Document:
    """The document with one field written; RuleViolation where the values cannot be read as its."""
    build: Build = document.build
    part, _, rest = field.partition(".")
    try:
        texts = sent.cleaned(values, field)
        if field in ("name", "player"):
            return msgspec.structs.replace(document, **{field: sent.text(texts, LINE)})
        if part == "quickplay":
            written = quickplay.write(build, rest, texts)
        else:
            tables = tables_of(document.house or House())
            written = _write(build, part, rest, texts, tables=tables)
        return msgspec.structs.replace(document, build=written)
    except Unreadable as unreadable:
        raise RuleViolation([Problem("bad-value", field, unreadable.message)]) from None


def _write(build: Build, part: str, rest: str, values: Values, *, tables: Book) -> Build:
    replace = msgspec.structs.replace
    if part in LIMITS and not rest:
        return replace(build, **{part: sent.text(values, LIMITS[part])})
    match part:
        case "species":
            return replace(build, species=_species(build, rest, values))
        case "profession":
            return replace(build, profession=_profession(build, rest, values))
        case "skills":
            return replace(build, skills=_picks(build, values, tables))
        case "edge":
            return replace(build, edge=_quirk(build.edge, Edge, tables.edges, rest, values))
        case "burden":
            return replace(build, burden=_quirk(build.burden, Burden, tables.burdens, rest, values))
        case "worn" | "starting_credits" | "typed":
            return _other(build, part, values)
        case "gear":
            return _quantity(build, rest, values, tables=tables)
        case "gear_as" | "gear_granted" | "gear_design" | "gear_features" | "gear_crystal":
            return _detail(build, part, rest, values)
    raise Unreadable("there is no such field")


def _other(build: Build, part: str, values: Values) -> Build:
    """The fields beside the shop: what is worn, the GM's sum, things typed by hand."""
    if part == "typed":
        of_tables = [gear for gear in build.gear if gear.id]
        typed = _typed([gear for gear in build.gear if not gear.id], values)
        return msgspec.structs.replace(build, gear=(*of_tables, *typed))
    said = sent.one(values)
    if part == "worn":
        return msgspec.structs.replace(build, worn=said or None)
    given = sent.number_or_none(said, 0, MOST_CREDITS)
    return msgspec.structs.replace(build, starting_credits=given)


def _species(build: Build, rest: str, values: Values) -> str | OwnSpecies | None:
    chosen = build.species
    if not rest:
        said = sent.one(values)
        if said != OWN:
            return said or None
        if isinstance(chosen, OwnSpecies):
            return chosen
        return OwnSpecies(attributes={id: book().creation.own_species_start for id in ATTRIBUTES})
    own = chosen if isinstance(chosen, OwnSpecies) else OwnSpecies()
    match rest:
        case "name":
            return msgspec.structs.replace(own, name=sent.text(values, LINE))
        case "attributes":
            return msgspec.structs.replace(own, attributes=sent.allotted(ATTRIBUTES, values, 9))
        case "focus":
            return msgspec.structs.replace(own, focus=sent.one(values))
        case "force_sensitive":
            return msgspec.structs.replace(own, force_sensitive=YES in values)
    raise Unreadable("there is no such field")


def _profession(build: Build, rest: str, values: Values) -> str | OwnProfession | None:
    chosen = build.profession
    if not rest:
        said = sent.one(values)
        if said != OWN:
            return said or None
        return chosen if isinstance(chosen, OwnProfession) else OwnProfession()
    own = chosen if isinstance(chosen, OwnProfession) else OwnProfession()
    match rest:
        case "name":
            return msgspec.structs.replace(own, name=sent.text(values, LINE))
        case "bonuses":
            traits = (*ATTRIBUTES, FORCE) if len(values) > len(ATTRIBUTES) else ATTRIBUTES
            given = {id: dice for id, dice in sent.allotted(traits, values, 9).items() if dice}
            return msgspec.structs.replace(own, bonuses=given)
        case "force_user":
            kept = own.bonuses
            if YES not in values:
                kept = {id: dice for id, dice in kept.items() if id != FORCE}
            return msgspec.structs.replace(own, force_user=YES in values, bonuses=kept)
    raise Unreadable("there is no such field")


def _picks(build: Build, values: Values, tables: Book) -> Values:
    """What is picked. A pick that was set aside goes when another takes its place."""
    picked = tuple(dict.fromkeys(value for value in values if value))
    if len(picked) > 3 * fitting.MOST_OF_A_KIND:
        raise Unreadable("These are more than there are skills.")
    if len(picked) <= tables.creation.picks:
        return picked
    known, before = tables.skills, set(map(tables.skill_id, build.skills))
    force = {id for id in picked if id in known and known[id].attribute == FORCE}
    added = [id for id in picked if id not in before]
    aside = [id for id in picked if id in before and (id in force or id not in known)]
    if added and aside:
        kept = aside[: max(0, len(aside) - len(added))]
        return tuple(id for id in picked if id not in aside or id in kept)
    return picked


def _quirk(
    chosen: Held | None, kind: type[Held], rows: Mapping[str, Quirk], rest: str, values: Values
) -> Held | None:
    """An edge or a burden, or one of its members."""
    if not rest:
        said = sent.one(values)
        return other_quirk(chosen, kind, rows, said) if said else None
    if chosen is None:
        raise Unreadable("Choose one first.")
    if rest == "note":
        return msgspec.structs.replace(chosen, note=sent.text(values, NOTE))
    if rest in kind.__struct_fields__ and chosen.id in rows and rest == rows[chosen.id].asks:
        return msgspec.structs.replace(chosen, **{rest: sent.one(values)})
    raise Unreadable("there is no such field")


def other_quirk(chosen: Held | None, kind: type[Held], rows: Mapping[str, Quirk], id: str) -> Held:
    """Another edge or burden in place of what was `chosen`: it keeps what it asks for, too."""
    members = {"note", rows[id].asks} - {""} if id in rows else {"note"}
    return kind(id=id, **{member: getattr(chosen, member) for member in members if chosen})


def _typed(before: list[Gear], values: Values) -> list[Gear]:
    """Gear typed by hand: name and number in turn."""
    found = []
    for name, quantity in sent.rows(values, limit=LINE, most=MOST_OF_A_THING):
        kept = next((gear for gear in before if gear.name == name), Gear(name=name))
        found.append(msgspec.structs.replace(kept, quantity=quantity))
    return found


def _quantity(build: Build, key: str, values: Values, *, tables: Book) -> Build:
    """Set how many of a thing there are; what has no price is had as granted, armor is put on."""
    quantity = sent.number(sent.one(values), 0, MOST_OF_A_THING)
    rows = [gear for gear in build.gear if handle(gear) == key]
    row = tables.thing(rows[0].id if rows else key)
    if row is None and not rows:
        raise Unreadable(f"Nothing is called {key[:40]!r}.")
    others = [gear for gear in build.gear if handle(gear) != key]
    worn = build.worn
    if not quantity:
        gone = {name for gear in rows for name in (gear.key, gear.id)}
        return msgspec.structs.replace(
            build, gear=tuple(others), worn=None if worn in gone else worn
        )
    priceless = row is not None and row.cost is None
    kept = rows[0] if rows else Gear(id=key, granted=priceless)
    # Of a stack that is partly granted the rest stays as it is, as long as it is no more than that.
    rest = sum(gear.quantity for gear in rows[1:])
    is_rest_kept = quantity > rest
    changed = msgspec.structs.replace(kept, quantity=quantity - rest if is_rest_kept else quantity)
    if isinstance(row, Armor) and not worn:
        worn = changed.key
    if not rows:
        return msgspec.structs.replace(build, gear=(*build.gear, changed), worn=worn)
    gear = tuple(
        changed if one is kept else one
        for one in build.gear
        if one is kept or is_rest_kept or handle(one) != key
    )
    return msgspec.structs.replace(build, gear=gear, worn=worn)


def _detail(build: Build, part: str, key: str, values: Values) -> Build:
    """Set one detail of a stack: its own name, whether it was granted, the parts of a saber."""
    held = next((gear for gear in build.gear if handle(gear) == key), None)
    if held is None:
        raise Unreadable("That thing is not there any more.")
    worn = build.worn
    match part:
        case "gear_as":
            changed = msgspec.structs.replace(held, alias=sent.text(values, LINE))
            worn = changed.key if worn == held.key else worn
        case "gear_granted":
            changed = msgspec.structs.replace(held, granted=YES in values)
        case "gear_design":
            changed = msgspec.structs.replace(held, design=sent.one(values))
        case "gear_features":
            changed = msgspec.structs.replace(
                held, features=tuple(dict.fromkeys(filter(None, values)))
            )
        case _:
            changed = msgspec.structs.replace(held, crystal=sent.one(values))
    gear = tuple(changed if one is held else one for one in build.gear)
    return msgspec.structs.replace(build, gear=gear, worn=worn)
