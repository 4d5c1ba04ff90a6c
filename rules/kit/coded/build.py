"""Reads a build with typed codes: codes of attributes and skills, and the traits of weapons. Every
problem is reported; an open or wrong choice contributes nothing.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from rules.dice import codes
from rules.kit import typed
from rules.kit.currency import FORCE_POINTS, Currency
from rules.kit.typed import Code, Damage, Skill, document
from rules.problems import NAMING, UNREAD, InvalidDocument, Problem, ProblemList

Item = TypeVar("Item")


class TypedBuild(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The valid part of a build: codes that were read, items, and its problems."""

    attributes: dict[str, Code]
    skills: dict[str, Skill]
    items: tuple[Any, ...]
    worn: str
    force_points: int
    faults: tuple[Problem, ...]


def _told(of: str, unreadable: InvalidDocument) -> str:
    return f"{of}: {unreadable.message.rstrip('.')}."


def one_of(
    id: str, known: Collection[str], where: str, faults: ProblemList, *, kind: str, of: str = ""
) -> str:
    """An id that is among the known ones, "" for any other: the problem is that its `kind` ("form")
    is unknown; `of` says whose it is.
    """
    if id in known:
        return id
    message = f"{id!r} isn't one of {', '.join(known)}."
    faults.wrong(f"unknown-{kind}", where, f"{of}: {message}" if of else message)
    return ""


def code(text: str, where: str, faults: ProblemList, *, of: str) -> Code | None:
    """A valid code, None if it is not; `of` names its trait."""
    try:
        return codes.read(text)
    except InvalidDocument as unreadable:
        faults.wrong("bad-code", where, _told(of, unreadable), never=UNREAD)
        return None


def attribute_codes(
    typed: Mapping[str, str], names: Mapping[str, str], faults: ProblemList
) -> dict[str, Code]:
    """The codes of the attributes (`names` by id); a missing one is open."""
    by_attribute: dict[str, Code] = {}
    for id in typed:
        if id not in names:
            message = f"{id!r} isn't one of {', '.join(names)}."
            faults.wrong("unknown-attribute", f"build.attributes.{id}", message)
    for id, name in names.items():
        where, text = f"build.attributes.{id}", typed.get(id, "")
        if not text.strip():
            faults.open("missing", where, f"Give {name} a dice code.")
        elif read := code(text, where, faults, of=name):
            by_attribute[id] = read
    return by_attribute


def skills(
    rows: Iterable[document.Skill],
    known: Mapping[str, Skill],
    names: Mapping[str, str],
    faults: ProblemList,
    *,
    attribute: Callable[[str], str],
    taken: Callable[[str], str],
    key: Callable[[str], str] = typed.key,
) -> dict[str, Skill]:
    """The skills of the book (`known` by key), and the typed ones. `attribute` returns the id for a
    typed attribute, "" if it is none of `names`; `taken` says what a name already means ("is an
    attribute"), "" for nothing.
    """
    by_key = dict(known)
    seen: set[str] = set()
    for position, row in enumerate(rows):
        where = f"build.skills[{position}]"
        if not (name := row.name.strip()):
            faults.wrong("missing", f"{where}.name", "Give the skill a name.")
            continue
        id = key(name)
        if text := "is listed twice. Keep one of them" if id in seen else taken(name):
            faults.wrong("repeated-skill", where, f"{name} {text}.", never=NAMING)
            continue
        seen.add(id)
        stands = _attribute(row, where, by_key.get(id), names, faults, attribute)
        if stands:
            read = _skill_code(row, where, faults)
            by_key[id] = Skill(id, by_key[id].name if id in by_key else name, stands, read)
    return by_key


def _attribute(
    row: document.Skill,
    where: str,
    known: Skill | None,
    names: Mapping[str, str],
    faults: ProblemList,
    attribute: Callable[[str], str],
) -> str:
    """The attribute of a typed skill, "" if unknown."""
    name = row.name.strip()
    if not row.attribute:
        if known is None:
            text = f"Choose the attribute for {name}."
            faults.open("missing", f"{where}.attribute", text)
        return known.attribute if known else ""
    id = attribute(row.attribute)
    if not id:
        text = f"{name}: {row.attribute!r} isn't one of {', '.join(names)}."
        faults.wrong("unknown-attribute", f"{where}.attribute", text)
    return id


def _skill_code(row: document.Skill, where: str, faults: ProblemList) -> Code | None:
    name = row.name.strip()
    if row.code.strip():
        return code(row.code, f"{where}.code", faults, of=name)
    faults.open("missing", f"{where}.code", f"Give {name} a dice code.")
    return None


# --- weapons


def used_with(row: Any, where: str, faults: ProblemList, find: Callable[[str], str]) -> str:
    """The trait of a weapon, "" if it is missing or unknown: `find` returns the attribute's id or
    the skill's key for a name.
    """
    text = row.skill.strip()
    if not text:
        faults.open("missing", f"{where}.skill", f"Choose the skill for {row.name.strip()}.")
        return ""
    trait = find(text)
    if not trait:
        message = f"{text} isn't one of your skills. Add it in Skills, or name an attribute."
        faults.wrong("unknown-skill", f"{where}.skill", message)
    return trait


def damage(
    row: Any, where: str, faults: ProblemList, read: Callable[[str], Damage] = typed.damage
) -> Damage | None:
    """A weapon's damage, None for none."""
    if not row.damage.strip():
        return None
    try:
        return read(row.damage)
    except InvalidDocument as unreadable:
        text = _told(row.name.strip(), unreadable)
        faults.wrong("bad-code", f"{where}.damage", text, never=UNREAD)
        return None


def weapon(
    kind: Callable[..., Item],
    row: Any,
    where: str,
    faults: ProblemList,
    find: Callable[[str], str],
    read: Callable[[str], Damage] = typed.damage,
    **members: object,
) -> Item:
    """A typed weapon as a carried item of the game's `kind`, with the game's own members. Without a
    skill or damage it is carried anyway; `find` and `read` as in `used_with` and `damage`.
    """
    name = row.name.strip()
    skill = used_with(row, where, faults, find)
    harm = damage(row, where, faults, read)
    return kind(typed.key(name), name, "weapon", row.quantity, skill, harm, **members)


def force_points(
    build: object, usual: int, faults: ProblemList, points: Currency = FORCE_POINTS
) -> int:
    """Initial Force Points, or what a game calls its `points`; the usual number if they are empty
    or negative.
    """
    held: int | None = getattr(build, points.member)
    if held is not None and held < 0:
        message = f"Enter 0 or more {points.name}."
        faults.wrong("bad-amount", f"build.{points.member}", message)
    return usual if held is None or held < 0 else held
