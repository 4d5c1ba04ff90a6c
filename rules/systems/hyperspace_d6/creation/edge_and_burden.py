"""The step of edge and burden: their effects, their own fields, and the player's words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec

from rules.creation import Bound, with_build
from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Change, Choice, Field, Group, Option, Text
from rules.forms.parsing import Values
from rules.problems import InvalidDocument
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.creation import origins
from rules.systems.hyperspace_d6.creation.preview import Alternative, Baseline
from rules.systems.hyperspace_d6.document.build import NOTE, Build, Burden, Edge
from rules.systems.hyperspace_d6.homebrew.tables import PARTYS_OWN, document_tables, skill_term
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Quirk
from rules.systems.hyperspace_d6.sheet.layout import trait_of

Held = TypeVar("Held", Edge, Burden)


def _write_quirk(
    chosen: Held | None, kind: type[Held], rows: Mapping[str, Quirk], rest: str, values: Values
) -> Held | None:
    """Set an edge or a burden, or one of its members."""
    if not rest:
        value = parsing.one(values)
        return other_quirk(chosen, kind, rows, value) if value else None
    if chosen is None:
        raise InvalidDocument("Choose one first.")
    if rest == "note":
        return msgspec.structs.replace(chosen, note=parsing.text(values, NOTE))
    if rest in kind.__struct_fields__ and chosen.id in rows and rest == rows[chosen.id].asks:
        return msgspec.structs.replace(chosen, **{rest: parsing.one(values)})
    raise InvalidDocument("this field doesn't exist")


def other_quirk(chosen: Held | None, kind: type[Held], rows: Mapping[str, Quirk], id: str) -> Held:
    """Another edge or burden instead of the one `chosen`; it keeps its details, too."""
    members = {"note", rows[id].asks} - {""} if id in rows else {"note"}
    return kind(id=id, **{member: getattr(chosen, member) for member in members if chosen})


def _edges(character: Character) -> Iterator[Field]:
    """The edges, with the chosen one's fields."""
    build, now, rows = character.build, Baseline(character), character.tables.edges
    edge = build.edge.id if build.edge else ""
    options = tuple(
        _option(
            character,
            row,
            msgspec.structs.replace(build, edge=other_quirk(build.edge, Edge, rows, id)),
            instead_of=rows.get(edge),
            now=now,
            term=f"edge.{id}",
        )
        for id, row in rows.items()
    )
    yield Choice("edge", "Edge", (edge,), options, fields=_edge_fields(character, now))


def _burdens(character: Character) -> Iterator[Field]:
    """The burdens, with the chosen one's fields."""
    build, now, rows = character.build, Baseline(character), character.tables.burdens
    burden = build.burden.id if build.burden else ""
    options = tuple(
        _option(
            character,
            row,
            msgspec.structs.replace(build, burden=other_quirk(build.burden, Burden, rows, id)),
            instead_of=rows.get(burden),
            now=now,
            term=f"burden.{id}",
        )
        for id, row in rows.items()
    )
    yield Choice("burden", "Burden", (burden,), options, fields=_burden_fields(character))


def _option(
    character: Character,
    row: Quirk,
    build: Build,
    *,
    instead_of: Quirk | None,
    now: Baseline,
    term: str,
) -> Option:
    """An edge or burden with its effects on the sheet."""
    alternative, chosen = None, row is instead_of
    if not chosen and (_counts(row) or _counts(instead_of)):
        alternative = Alternative(now, origins.other(character, build))
    return Option(
        row.id,
        row.name,
        row.told(trait_of(character, row)) if chosen else row.does,
        chosen=chosen,
        changes=alternative.changes() if alternative else (),
        note=PARTYS_OWN if row.own else "",
        source=row.source,
        ruling=row.ruling,
        term="" if row.own else term,
    )


def _edge_fields(character: Character, now: Baseline) -> tuple[Field, ...]:
    edge = character.build.edge
    row = character.tables.edges.get(edge.id) if edge else None
    if edge is None or row is None:
        return ()
    note = Text("edge.note", "Your own words", (edge.note,), "Who, what, where from?", 2, NOTE)
    if row.asks != "skill":
        return (note,)
    named = character.tables.skill_id(edge.skill)
    options = tuple(
        Option(
            id,
            skill.name,
            group=skill.attribute,
            chosen=named == id,
            changes=() if named == id else _for_skill(character, row, now, id),
            term=skill_term(skill),
        )
        for id, skill in character.chosen.skills.items()
        if skill.attribute != FORCE
        or named == id
        or (figures.has_force(character) and not row.mundane)
    )
    return (
        Choice("edge.skill", "For which skill", (named,), options, groups=_groups(), look="menu"),
        note,
    )


def _counts(row: Quirk | None) -> bool:
    """True if an edge or a burden changes any number; most have only a text."""
    if row is None:
        return False
    dice = row.dice or row.conditional_dice or row.force_dice or row.point_dice
    return bool(dice) or row.credits is not None


def _for_skill(character: Character, row: Quirk, now: Baseline, id: str) -> tuple[Change, ...]:
    """The effects of an edge for this skill, instead of its present one."""
    if not row.dice:
        return ()
    named = character.chosen.edge_skill
    return now.skills_moved({id: row.dice, **({named: -row.dice} if named else {})})


def _burden_fields(character: Character) -> tuple[Field, ...]:
    burden = character.build.burden
    row = character.tables.burdens.get(burden.id) if burden else None
    if burden is None or row is None:
        return ()
    note = Text("burden.note", "Your own words", (burden.note,), "Who, what, since when?", 2, NOTE)
    if row.asks != "attribute":
        return (note,)
    traits = (*ATTRIBUTES, FORCE) if figures.has_force(character) else ATTRIBUTES
    options = tuple(
        Option(
            id,
            book().attributes[id].name,
            chosen=burden.attribute == id,
            term=f"attributes.{id}",
        )
        for id in traits
    )
    return (
        Choice("burden.attribute", "Which attribute", (burden.attribute,), options, look="menu"),
        note,
    )


def _groups() -> tuple[Group, ...]:
    return tuple(Group(id, row.name) for id, row in book().attributes.items())


def _read_quirk(chosen: Edge | Burden | None, rest: str, tables: Book) -> Values | None:
    if chosen is None:
        return None if rest else ("",)
    if rest == "skill" and isinstance(chosen, Edge):
        return (tables.skill_id(chosen.skill),)
    member = rest or "id"
    return (str(getattr(chosen, member)),) if member in chosen.__struct_fields__ else None


def _quirk(member: str, kind: type[Edge] | type[Burden], names: str) -> Bound:
    """An edge or a burden with its note and what else it `names`."""

    def rows(document: Document[Build]) -> Mapping[str, Quirk]:
        tables: Book = document_tables(document)
        return tables.edges if kind is Edge else tables.burdens

    def read(document: Document[Build], rest: str) -> Values | None:
        return _read_quirk(getattr(document.build, member), rest, document_tables(document))

    def write(document: Document[Build], rest: str, values: Values) -> Document[Build]:
        chosen = getattr(document.build, member)
        written = _write_quirk(chosen, kind, rows(document), rest, values)
        return with_build(document, **{member: written})

    def dependent(document: Document[Build]) -> Iterator[str]:
        chosen = getattr(document.build, member)
        if chosen:
            row = rows(document).get(chosen.id)
            if row and row.asks:
                yield f"{member}.{names}"
            yield f"{member}.note"

    return Bound(
        member,
        read,
        write,
        lambda document, _: with_build(document, **{member: None}),
        dependent,
        nested=True,
        show=_edges if kind is Edge else _burdens,
    )


FIELDS = (_quirk("edge", Edge, "skill"), _quirk("burden", Burden, "attribute"))
