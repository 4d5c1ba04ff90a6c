"""The step of edge and burden: what each would do, what it asks further, and the player's words."""

from __future__ import annotations

import msgspec

from rules.options import Change, Group, Option
from rules.steps import Choice, Field, Text
from rules.systems.hyperspace_d6 import derived, origins
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Quirk, book
from rules.systems.hyperspace_d6.build import Build, Burden, Edge
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.creation import NOTE, other_quirk
from rules.systems.hyperspace_d6.homemade import PARTYS_OWN, skill_term
from rules.systems.hyperspace_d6.outlook import Alternative, Standing
from rules.systems.hyperspace_d6.prose import trait_of


def fields(character: Character) -> tuple[Field, ...]:
    """An edge and a burden, each with what it asks further."""
    build, now, tables = character.build, Standing(character), character.tables
    edge = build.edge.id if build.edge else ""
    burden = build.burden.id if build.burden else ""
    edges = tuple(
        _option(
            character,
            row,
            msgspec.structs.replace(build, edge=other_quirk(build.edge, Edge, tables.edges, id)),
            instead_of=tables.edges.get(edge),
            now=now,
            term=f"edge.{id}",
        )
        for id, row in tables.edges.items()
    )
    burdens = tuple(
        _option(
            character,
            row,
            msgspec.structs.replace(
                build, burden=other_quirk(build.burden, Burden, tables.burdens, id)
            ),
            instead_of=tables.burdens.get(burden),
            now=now,
            term=f"burden.{id}",
        )
        for id, row in tables.burdens.items()
    )
    return (
        Choice("edge", "Edge", (edge,), edges, fields=_edge_fields(character, now)),
        Choice("burden", "Burden", (burden,), burdens, fields=_burden_fields(character)),
    )


def _option(
    character: Character,
    row: Quirk,
    build: Build,
    *,
    instead_of: Quirk | None,
    now: Standing,
    term: str,
) -> Option:
    """An edge or burden with what the build that has it would come to."""
    then, chosen = None, row is instead_of
    if not chosen and (_counts(row) or _counts(instead_of)):
        then = Alternative(now, origins.other(character, build))
    return Option(
        row.id,
        row.name,
        row.told(trait_of(character, row)) if chosen else row.does,
        chosen=chosen,
        changes=then.changes() if then else (),
        note=PARTYS_OWN if row.own else "",
        source=row.source,
        ruling=row.ruling,
        term="" if row.own else term,
    )


def _edge_fields(character: Character, now: Standing) -> tuple[Field, ...]:
    edge = character.build.edge
    row = character.tables.edges.get(edge.id) if edge else None
    if edge is None or row is None:
        return ()
    note = Text("edge.note", "In your words", (edge.note,), "Who, what, where from?", 2, NOTE)
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
        or (derived.has_force(character) and not row.mundane)
    )
    return (
        Choice("edge.skill", "For which skill", (named,), options, groups=_groups(), look="menu"),
        note,
    )


def _counts(row: Quirk | None) -> bool:
    """Whether an edge or a burden moves any number: of most, the words are all there is."""
    if row is None:
        return False
    dice = row.dice or row.conditional_dice or row.force_dice or row.point_dice
    return bool(dice) or row.credits is not None


def _for_skill(character: Character, row: Quirk, now: Standing, id: str) -> tuple[Change, ...]:
    """What an edge for this skill would do, in place of the one that it is for now."""
    if not row.dice:
        return ()
    named = character.chosen.edge_skill
    return now.skills_moved({id: row.dice, **({named: -row.dice} if named else {})})


def _burden_fields(character: Character) -> tuple[Field, ...]:
    burden = character.build.burden
    row = character.tables.burdens.get(burden.id) if burden else None
    if burden is None or row is None:
        return ()
    note = Text("burden.note", "In your words", (burden.note,), "Who, what, since when?", 2, NOTE)
    if row.asks != "attribute":
        return (note,)
    traits = (*ATTRIBUTES, FORCE) if derived.has_force(character) else ATTRIBUTES
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
