"""The sheet of a declared craft, and its numbers for scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from rules.figures import number
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.declared import CREW, MEMBERS
from rules.kit.sheets import sheet_of
from rules.sheet.sections import Attack, Attacks, Figures, Line, Section, Sheet, Track


def lines(craft: TypedCraft, *ids: str) -> tuple[Line, ...]:
    """These numbers, each by the name that a craft of its kind has for it."""
    return tuple(Line(id, craft.name_of(id), craft.figure(id)) for id in ids)


def by_group(craft: TypedCraft) -> Iterator[Figures]:
    """The numbers under the headings of their groups."""
    rows = craft.tables.numbers
    for group in dict.fromkeys(row.group for row in rows.values()):
        ids = (id for id, row in rows.items() if row.group == group)
        yield Figures(group.lower(), group, lines(craft, *ids))


def attacks(craft: TypedCraft) -> tuple[Attack, ...]:
    """The weapons, each with what hits with it, its damage, and its form."""
    tables, forms = craft.tables, craft.tables.forms
    skill = tables.skill.format(kind=craft.kind.values)
    aim = (
        craft.figure(tables.aim)
        if tables.aim
        else number("Difficulty", tables.difficulty, source=tables.source)
    )
    return tuple(
        Attack(
            f"weapons.{weapon.id}",
            weapon.name,
            skill,
            aim,
            craft.damage(weapon),
            tuple(filter(None, (forms[weapon.form].name, forms[weapon.form].does))),
        )
        for weapon in craft.weapons
    )


def sheet(craft: TypedCraft, harm: Callable[[TypedCraft], Track], credit: str) -> Sheet:
    """Its numbers, weapons, harm, and who is aboard."""
    aboard = [Line(CREW, "Crew", number("Crew", craft.crew, source="Entered"))]
    if craft.members is not None:
        left = number("left in the squad", craft.members, source="At the table")
        aboard.append(Line(MEMBERS, "Squad", left))
    hit = tuple(
        Line(f"marks.{row.id}", row.name, number("marked", count, source=row.source), row.does)
        for row, count in craft.set_marks()
        if row.repaired
    )
    sections: tuple[Section | None, ...] = (
        *by_group(craft),
        Attacks("attacks", "Weapons", attacks(craft)) if craft.weapons else None,
        harm(craft),
        Figures("hit", "Hit", hit) if hit else None,
        Figures("others", "Aboard", tuple(aboard)),
    )
    found = tuple(section for section in sections if section is not None)
    facts = (("Kind", craft.kind.name),)
    shown = sheet_of(craft, found, credit=credit, kind=craft.kind.name, facts=facts)
    name = craft.document.name.strip() or craft.name or "Unnamed craft"
    return replace(shown, name=name, is_craft=True)


def numbers(craft: TypedCraft) -> dict[str, object]:
    """The sheet as plain numbers: codes as they are written."""
    tables, marks = craft.tables, craft.marks
    plain: dict[str, object] = {"kind": craft.kind.id}
    for id in tables.numbers:
        figure = craft.figure(id)
        plain[id] = figure.code if figure.unit else figure.plain
    plain |= {CREW: craft.crew, **{id: getattr(marks, id) for id in tables.marks}}
    plain["weapons"] = [
        {
            "item": weapon.id,
            "damage": weapon.damage if craft.damage(weapon).unit else weapon.dice,
            "form": weapon.form,
        }
        for weapon in craft.weapons
    ]
    if craft.members is not None:
        plain[MEMBERS] = craft.members
    return plain
