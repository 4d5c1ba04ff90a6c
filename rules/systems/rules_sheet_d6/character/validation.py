"""What of a build counts: codes read, names told apart, and every fault named.

What is unfinished or illegal contributes nothing, and stands among the problems.
"""

from __future__ import annotations

import msgspec

from rules.dice import codes
from rules.kit import typed, typed_items
from rules.kit.typed import Code, Damage, Skill
from rules.problems import NAMING, UNREAD, InvalidDocument, Problem, ProblemList
from rules.systems.rules_sheet_d6 import document as structs
from rules.systems.rules_sheet_d6.character import parsing, preset
from rules.systems.rules_sheet_d6.document import Build, House
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book


class Item(msgspec.Struct, frozen=True, gc=False):
    """Something carried: "weapon", "armor" or "thing", with what is particular to it."""

    key: str
    name: str
    what: str
    quantity: int = 1
    skill: str = ""
    damage: Damage | None = None
    defense: int = 0


class ValidatedBuild(msgspec.Struct, frozen=True, gc=False):
    """A build whose codes were read. `by_preset` says that its sums are checked."""

    attributes: dict[str, Code]
    skills: dict[str, Skill]
    items: tuple[Item, ...]
    worn: str
    force_points: int
    by_preset: bool
    faults: tuple[Problem, ...]


def validate(build: Build, house: House, *, prefix: str = "") -> ValidatedBuild:
    """Read every choice of a build; `prefix` stands before the places of its problems."""
    faults = ProblemList(prefix)
    attributes = _attributes(build, faults)
    skills = _skills(build, faults)
    by_preset = build.preset or house.preset
    if by_preset:
        preset.SUMS.check(attributes, skills, faults)
    rows = {"weapons": build.weapons, "armor": build.armor, "gear": build.gear}
    items = tuple(
        typed_items.items(rows, lambda row, where: item_of(row, where, skills, faults), faults)
    )
    return ValidatedBuild(
        attributes=attributes,
        skills=skills,
        items=items,
        worn=typed_items.worn(build.worn, items, faults),
        force_points=_force_points(build, faults),
        by_preset=by_preset,
        faults=tuple(faults.found),
    )


def _code(text: str, where: str, faults: ProblemList, *, of: str) -> Code | None:
    """A code that counts, None where it is none; `of` is what it is the code of."""
    try:
        return codes.read(text)
    except InvalidDocument as unreadable:
        faults.wrong("bad-code", where, _told(of, unreadable), never=UNREAD)
        return None


def _told(of: str, unreadable: InvalidDocument) -> str:
    return f"{of}: {unreadable.message.rstrip('.')}."


def _attributes(build: Build, faults: ProblemList) -> dict[str, Code]:
    found: dict[str, Code] = {}
    for id in build.attributes:
        if id not in ATTRIBUTES:
            known = ", ".join(ATTRIBUTES)
            faults.wrong(
                "unknown-attribute", f"build.attributes.{id}", f"{id!r} is none of {known}."
            )
    for id in ATTRIBUTES:
        text = build.attributes.get(id, "")
        name = book().traits.attributes[id].name
        if not text.strip():
            faults.open("missing", f"build.attributes.{id}", f"Give {name} a dice code.")
        elif code := _code(text, f"build.attributes.{id}", faults, of=name):
            found[id] = code
    return found


def _skills(build: Build, faults: ProblemList) -> dict[str, Skill]:
    """Those that the source names, and those that were typed."""
    found = {id: Skill(id, row.name, row.attribute) for id, row in book().traits.skills.items()}
    given: set[str] = set()
    for position, skill in enumerate(build.skills):
        where = f"build.skills[{position}]"
        if not (name := skill.name.strip()):
            faults.wrong("missing", f"{where}.name", "A skill has a name.")
            continue
        key = typed.key(name)
        if key in given or parsing.attribute(name):
            said = "is there already; a skill has one code" if key in given else "is an attribute"
            faults.wrong("repeated-skill", where, f"{name} {said}.", never=NAMING)
            continue
        given.add(key)
        known = found.get(key)
        attribute = skill.attribute or (known.attribute if known else "")
        if attribute and attribute not in ATTRIBUTES:
            said = f"{name}: {attribute!r} is none of {', '.join(ATTRIBUTES)}."
            faults.wrong("unknown-attribute", f"{where}.attribute", said)
            continue
        if not attribute:
            faults.open(
                "missing", f"{where}.attribute", f"Say under which attribute {name} stands."
            )
            continue
        code = None
        if skill.code.strip():
            code = _code(skill.code, f"{where}.code", faults, of=name)
        else:
            faults.open("missing", f"{where}.code", f"Give {name} a dice code.")
        found[key] = Skill(key, known.name if known else name, attribute, code)
    return found


def item_of(
    row: structs.Weapon | structs.Armor | structs.Thing,
    where: str,
    skills: dict[str, Skill],
    faults: ProblemList,
) -> Item | None:
    """A thing as it is carried, None where it cannot be."""
    name = typed_items.named(row, where, faults)
    if not name:
        return None
    if isinstance(row, structs.Armor):
        if row.defense < 0:
            faults.wrong("bad-amount", f"{where}.defense", "Armor adds 0 or more to Defense.")
            return None
        return Item(typed.key(name), name, "armor", defense=row.defense)
    if isinstance(row, structs.Thing):
        return Item(typed.key(name), name, "thing", row.quantity)
    return _weapon(row, name, where, skills, faults)


def _weapon(
    row: structs.Weapon, name: str, where: str, skills: dict[str, Skill], faults: ProblemList
) -> Item:
    """A weapon; without a skill, or damage, it is carried all the same."""
    skill = parsing.attribute(row.skill) or typed.key(row.skill) if row.skill.strip() else ""
    if not skill:
        faults.open("missing", f"{where}.skill", f"Say which skill {name} is used with.")
    elif skill not in skills and skill not in ATTRIBUTES:
        said = (
            f"{row.skill.strip()} is no skill of yours: type it among them, or name an attribute."
        )
        faults.wrong("unknown-skill", f"{where}.skill", said)
        skill = ""
    damage = None
    if row.damage.strip():
        try:
            damage = typed.damage(row.damage)
        except InvalidDocument as unreadable:
            faults.wrong("bad-code", f"{where}.damage", _told(name, unreadable), never=UNREAD)
    return Item(typed.key(name), name, "weapon", row.quantity, skill, damage)


def _force_points(build: Build, faults: ProblemList) -> int:
    usual = book().creation.force_points
    if build.force_points is None:
        return usual
    if build.force_points < 0:
        faults.wrong("bad-amount", "build.force_points", "Force Points are counted from 0.")
        return usual
    return build.force_points
