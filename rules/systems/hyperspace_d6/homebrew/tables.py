"""A party's tables: the book's with its homebrew. Illegal homebrew is reported, and left out."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.document import Document
from rules.problems import OF_THE_HOUSE, Problem, ProblemList
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.document.build import Build, OwnSpecies
from rules.systems.hyperspace_d6.document.house import (
    CARRIED,
    KINDS,
    House,
    HouseItem,
    HouseProfession,
    HouseSpecies,
    HouseThing,
)
from rules.systems.hyperspace_d6.homebrew import checks, forms
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Entry, Focus, Part, Skill

PARTY = "House rules"
PARTYS_OWN = "Made by the party"


def tables_of(house: House) -> Book:
    """The party's tables."""
    return looked_up(house)[0]


def document_tables(document: Document[Build]) -> Book:
    """The tables of a document's party."""
    return tables_of(document.house or House())


def looked_up(house: House) -> tuple[Book, tuple[Problem, ...]]:
    """The party's tables, and the problems of its house rules."""
    things = {member: rows for member in KINDS.values() if (rows := getattr(house, member))}
    if things:
        tables, errors = _made(msgspec.msgpack.encode(things))
        return tables, (*_options(house), *errors)
    if house.era or house.starting_credits is not None:
        return book(), _options(house)
    return book(), ()


def _options(house: House) -> tuple[Problem, ...]:
    faults = ProblemList()
    if len(house.era) > checks.NAME:
        message = f"Use at most {checks.NAME} characters, not {len(house.era):,}."
        faults.wrong("bad-value", "house.era", message, never=OF_THE_HOUSE)
    if house.starting_credits is not None and credits_of(house) is None:
        message = f"Starting credits are 0 to {checks.COST:,}."
        faults.wrong("bad-amount", "house.starting_credits", message, never=OF_THE_HOUSE)
    return tuple(faults.found)


def credits_of(house: House) -> int | None:
    """The party's starting credits; None if they are not set, or out of bounds."""
    credits = house.starting_credits
    return credits if credits is not None and 0 <= credits <= checks.COST else None


def skill_term(row: Skill) -> str:
    """A skill's term in the reference; "" for homebrew."""
    return "" if row.own else f"skills.{row.id}"


@lru_cache(maxsize=32)  # every card of a step asks, and so does every character of the party
def _made(things: bytes) -> tuple[Book, tuple[Problem, ...]]:
    """The book with these items, skills first; and the illegal ones."""
    faults, tables, house = ProblemList(), book(), msgspec.msgpack.decode(things, type=House)
    for kind, member in KINDS.items():
        added = _added(kind, getattr(house, member), tables, faults)
        rows = {**getattr(tables, member), **{thing.id: _row(kind, thing) for thing in added}}
        if kind == "skill":
            new = {getattr(thing, "replaces", ""): thing.id for thing in added}
            tables = _with_skills(tables, rows, new)
        elif added:
            tables = replace(tables, **{member: rows})
    return _instead(tables) if tables.replaced else tables, tuple(faults.found)


def _added(
    kind: str, things: Iterable[HouseThing], tables: Book, faults: ProblemList
) -> list[HouseThing]:
    """The legal items of a kind."""
    added: list[HouseThing] = []
    for position, thing in enumerate(things):
        where = f"house.{KINDS[kind]}[{position}]"
        if position >= checks.MOST_OF_A_KIND:
            message = f"At most {checks.MOST_OF_A_KIND} of a kind are read; the rest is ignored."
            faults.wrong(f"house-{kind}", where, message, never=OF_THE_HOUSE)
            break
        wrong = forms.homebrew_problems(kind, thing, tables)
        wrong = wrong or id_conflicts(kind, thing, tables, added)
        for place, message in wrong:
            faults.wrong(f"house-{kind}", f"{where}.{place}", message, never=OF_THE_HOUSE)
        if not wrong:
            added.append(thing)
    return added


def id_conflicts(
    kind: str, thing: HouseThing, tables: Book, others: Iterable[HouseThing]
) -> list[checks.HomebrewProblem]:
    """That an id is taken, or that the skill it replaces is already replaced."""
    rows = (getattr(tables, member) for member in kinds_sharing_ids(kind))
    same_id: list[Entry] = [row[thing.id] for row in rows if thing.id in row]
    if same_id:
        whose = PARTY if same_id[0].own else "The book"
        return [("id", f"{whose} already has {same_id[0].name}. Give this one another name.")]
    for rival in others:
        if rival.id == thing.id:
            return [("id", f"{PARTY} already has {rival.name}. Give this one another name.")]
        old = getattr(thing, "replaces", "")
        if old and old == getattr(rival, "replaces", ""):
            return [("replaces", f"{rival.name} already replaces it.")]
    return []


def kinds_sharing_ids(kind: str) -> tuple[str, ...]:
    """The members that share their ids with this kind."""
    return tuple(KINDS[one] for one in CARRIED) if kind in CARRIED else (KINDS[kind],)


def _with_skills(tables: Book, rows: dict[str, Skill], new: dict[str, str]) -> Book:
    """The skills under their attributes, without replaced ones."""
    order = list(tables.attributes)
    remaining = [row for id, row in rows.items() if id not in new]
    remaining.sort(key=lambda row: order.index(row.attribute))
    replaced = {old: id for old, id in new.items() if old}
    return replace(tables, skills={row.id: row for row in remaining}, replaced=replaced)


def _instead(tables: Book) -> Book:
    """A replacement counts wherever the tables name the replaced skill."""
    new = tables.skill_id
    changes: dict[str, Callable[[Any], dict[str, object]]] = {
        "species": lambda row: {"focus": row.focus and Focus(row.focus.name, new(row.focus.skill))},
        "weapons": lambda row: {"skill": new(row.skill)},
        "items": lambda row: {"skill": new(row.skill), "helps": tuple(map(new, row.helps))},
        "designs": lambda row: {"skills": {new(id): dice for id, dice in row.skills.items()}},
    }
    changed: dict[str, Any] = {
        member: {id: replace(row, **change(row)) for id, row in getattr(tables, member).items()}
        for member, change in changes.items()
    }
    return replace(tables, **changed)


def _row(kind: str, thing: HouseThing) -> Entry:
    """A homebrew item as a row like the book's: the members that both have, and the others."""
    row: type[Entry] = type(next(iter(getattr(book(), KINDS[kind]).values())))
    members = {*thing.__struct_fields__} & {*row.__struct_fields__}
    same = {name: getattr(thing, name) for name in members}
    return row(**{**same, **_made_of(thing)}, source=book().party.sources["party"], own=True)


def _made_of(thing: HouseThing) -> dict[str, object]:
    """The members of a row that are not those of the item."""
    match thing:
        case HouseSpecies(focus=skill, focus_name=name):
            rules = book().creation
            dice = {id: thing.attributes.get(id, rules.own_species_start) for id in ATTRIBUTES}
            force = {FORCE: rules.own_species_force} if thing.force_sensitive else {}
            focus = Focus(name or "Focus", skill) if skill else None
            return {"attributes": {**dice, **force}, "focus": focus}
        case HouseProfession(bonuses=bonuses):
            kind = "force" if thing.force_user else "ordinary"
            return {"kind": kind, "bonuses": {id: dice for id, dice in bonuses.items() if dice}}
        case HouseItem(parts=parts):
            return {"parts": tuple(Part(part.item, part.name, part.quantity) for part in parts)}
    return {}


# A homebrew item by its kind and its id.
Named = tuple[str, str]
THING = "thing"


def reference_of(kind: str, id: str) -> Named:
    """A homebrew item's name in documents: for carried items the id alone."""
    return THING if kind in CARRIED else kind, id


def used(document: Document[Build]) -> set[Named]:
    """The homebrew that the build and the ledger name, and the homebrew that it needs in turn."""
    house, ids = document.house or House(), set(_of_build(document.build))
    for entry in document.ledger:
        match entry:
            case entries.RaiseSkill(skill=id):
                ids.add(("skill", id))
            case entries.Buy(item=id) | entries.Grant(item=id):
                ids.add((THING, id))
            case entries.Rebuild(build=build):
                ids.update(_of_build(build))
    pending = list(ids)
    while pending:
        new = set(rests_on(house, pending.pop())) - ids
        ids |= new
        pending += new
    return ids


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


def rests_on(house: House, named: Named) -> Iterable[Named]:
    """The homebrew that an item names: the skill it is used with, the contents of a pack."""
    kind, id = named
    kinds = CARRIED if kind == THING else (kind,)
    for one in kinds:
        for thing in getattr(house, KINDS[one]):
            if thing.id == id:
                skills = (getattr(thing, "focus", ""), getattr(thing, "skill", ""))
                yield from (("skill", skill) for skill in (*skills, *getattr(thing, "helps", ())))
                yield from ((THING, part.item) for part in getattr(thing, "parts", ()))
