"""A character of another game as one with typed codes: its attributes, skills, weapons and gear.

What armor adds and what else a build has are each game's own. All of it is our ruling: no published
table says how characters go from one of these games to another.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rules.document import Document
from rules.exchange import conversion
from rules.exchange.conversion import OUR_RULING, Conversion, Report, written
from rules.exchange.outline import ATTRIBUTES, Armor, Attack, Outline, Trait
from rules.kit import typed
from rules.kit.typed.document import MANY, MOST, NAME, STORY, Skill, Thing
from rules.kit.typed.names import Names
from rules.phrases import counted

# Where no attribute stands for the Force, its skills stand under Perception (our ruling).
FORCE_ATTRIBUTE = "PER"


class TypedParts(msgspec.Struct):
    """The parts of a build that such games share, and the new name of each skill by its old id."""

    members: dict[str, Any]
    skills: dict[str, str]
    names: Names


def parts(
    outline: Outline,
    report: Report,
    *,
    name_of: Callable[[str], str],
    attribute_of: Callable[[str], str],
) -> TypedParts:
    """The shared parts. `name_of` is this game's name for a skill of the original game, and
    `attribute_of` the attribute that its book puts that skill under, "" where it names none.
    """
    attributes = {id: written(outline.attribute(id)) for id in ATTRIBUTES}
    report.kept += [f"{id} {code}" for id, code in attributes.items()]
    skills, known = _skills(outline, report, name_of, attribute_of)
    names = Names()
    things = [
        Thing(name=names.free(_thing(one.name, one.text)), quantity=_count(one.quantity))
        for one in outline.things[:MANY]
    ]
    report.kept += [f"{thing.quantity} × {thing.name}" for thing in things]
    text = conversion.story(outline, outline.description)
    if len(text) > STORY:
        report.lost.append(f"Texts beyond {STORY:,} characters.")
    if outline.features:
        report.changed.append("Edges and burdens are text in the description.")
    members: dict[str, Any] = {
        "template": " ".join(filter(None, (outline.species, outline.kind)))[:NAME],
        "description": text[:STORY],
        "attributes": attributes,
        "skills": tuple(skills),
        "gear": tuple(things),
        "force_points": max(0, min(99, outline.points.force)),
    }
    return TypedParts(members, known, names)


def _thing(name: str, text: str) -> str:
    return f"{name} ({text.rstrip('.')})" if text.startswith("Damage ") else name


def _count(quantity: int) -> int:
    return max(1, min(MOST, quantity))


def _skills(
    outline: Outline,
    report: Report,
    name_of: Callable[[str], str],
    attribute_of: Callable[[str], str],
) -> tuple[list[Skill], dict[str, str]]:
    """The skills that differ from their attribute. One that the other game has in two is both; of
    two that are one here the better counts.
    """
    rows: dict[str, tuple[int, Skill]] = {}
    known: dict[str, str] = {}
    bare: list[str] = []
    for trait in outline.skills:
        for old in conversion.original_names(trait):
            name = name_of(old)[:NAME]
            known.setdefault(trait.id, name)
            if outline.own(trait) == 0:
                bare.append(name)
                continue
            attribute = attribute_of(name) or trait.attribute
            if attribute not in ATTRIBUTES:
                attribute = FORCE_ATTRIBUTE
            _note(report, trait, name, attribute)
            better = rows.get(typed.key(name))
            if better is None or better[0] < trait.total:
                row = Skill(name=name, attribute=attribute, code=written(trait.total))
                rows[typed.key(name)] = (trait.total, row)
    if len(rows) > MANY:
        cut = [row.name for _, row in list(rows.values())[MANY:]]
        report.lost.append(f"A character has at most {MANY} skills here: {', '.join(cut)}.")
    skills = [row for _, row in list(rows.values())[:MANY]]
    present = {typed.key(row.name) for row in skills}
    known = {
        id: name for id, name in known.items() if typed.key(name) in present or attribute_of(name)
    }
    return skills, known


def _note(report: Report, trait: Trait, name: str, attribute: str) -> None:
    code = written(trait.total)
    if attribute != trait.attribute:
        report.changed.append(
            f"{trait.name} ({trait.attribute}) is {name} ({attribute}) here; its code stays {code}."
            f" {OUR_RULING}"
        )
    elif typed.key(name) != typed.key(trait.name):
        report.changed.append(f"{trait.name} is {name} {code}. {OUR_RULING}")
    else:
        report.kept.append(f"{name} {code}")


def weapon(outline: Outline, attack: Attack, shared: TypedParts, report: Report) -> dict[str, Any]:
    """A weapon's members: its skill where it came along, else the attribute; its whole damage."""
    trait = outline.skill(attack.trait)
    skill = shared.skills.get(attack.trait) or attack.attribute
    damage = "" if attack.damage is None else written(attack.damage)
    name = shared.names.free(attack.name)
    report.kept.append(" ".join(filter(None, (name, damage))))
    if trait and skill == attack.attribute:
        report.changed.append(f"{name} is used with {skill}: {trait.name} is no more than that.")
    if attack.notes:
        notes = "; ".join(note.rstrip(".") for note in attack.notes)
        report.lost.append(f"{name}: {notes}.")
    return {
        "name": name,
        "skill": skill,
        "damage": damage,
        "quantity": _count(attack.quantity),
    }


A = TypeVar("A")


def armor(
    outline: Outline,
    shared: TypedParts,
    report: Report,
    suit: Callable[[Armor, str], tuple[A, str] | None],
) -> None:
    """Add the armor and what of it is worn to the shared parts. `suit(armor, name)` is the armor
    with what it adds in words, None where this game has no number for it: then it is only gear.
    """
    rows, worn = list[A](), ""
    for one in outline.armor[:MANY]:
        name = shared.names.free(one.name)
        if converted := suit(one, name):
            row, added = converted
            rows.append(row)
            report.kept.append(f"{name}, {added}")
            worn = name if one.is_worn else worn
        else:
            shared.members["gear"] += (Thing(name=name),)
            report.changed.append(f"{name} is only gear here ({one.text}). {OUR_RULING}")
    shared.members |= {"armor": tuple(rows), "worn": worn}


def made(
    outline: Outline,
    report: Report,
    empty: Document,
    build: object,
    adjust: Callable[[int, str], object],
) -> Conversion:
    """The new character with that build, with Dark Side Points where the marks of the `empty`
    document have some, and the end of its report. `adjust(amount, reason)` is the entry that gives
    so many Character Points.
    """
    points = outline.points
    reason = f"From {outline.game}"
    entries = (adjust(points.character, reason),) if points.character else ()
    marks = empty.marks
    if hasattr(marks, "dark_side_points"):
        dark = max(0, min(points.dark_side or 0, 99))
        marks = replace(marks, dark_side_points=dark)
    _finish(outline, report)
    document = replace(empty, name=outline.name, build=build, ledger=entries, marks=marks)
    return Conversion(document, report)


def _finish(outline: Outline, report: Report) -> None:
    """Report the parts that no character takes along, whatever the game: own scores, credits,
    wounds.
    """
    if outline.own_scores:
        report.lost.append(f"Recalculated by this game: {outline.own_scores}.")
    if outline.points.credits is not None:
        report.lost.append(
            f"{counted(outline.points.credits, 'credit')}: this game doesn't count them."
        )
    if not outline.harm.is_none:
        report.lost.append("Wounds: a new character is unhurt.")


def trait_lines(traits: tuple[Trait, ...]) -> str:
    """Codes in a line: "Control 2D, Sense 1D"."""
    return ", ".join(conversion.kept_codes(traits))
