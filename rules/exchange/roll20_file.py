"""Reads a character of Roll20's sheet D6StarWars: a file of the VTT Enhancement Suite, or the
commands for ChatSetAttr.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rules.dice.codes import PIPS_IN_A_DIE
from rules.exchange.actor_parts import HIGHEST, LONGEST, LONGEST_NAME, key
from rules.exchange.conversion import Report
from rules.exchange.outline import (
    FORCE,
    FORCE_SKILLS,
    MELEE,
    RANGED,
    Armor,
    Attack,
    Outline,
    Points,
    Thing,
    Trait,
)
from rules.exchange.roll20 import ATTRIBUTES, GEAR_COLUMNS, RANGES, SECTIONS, WORKERS
from rules.problems import InvalidDocument

MOST_FIELDS = 3000
_COMMAND = b"!setattr"
_ROW = re.compile(r"repeating_([a-z]+)_(-[0-9A-Za-z-]+)_(\w+)")
_COUNTED = re.compile(r"(\d{1,3}) × (.+)")
_WORN = " (worn)"
_TEXTS = ("personality", "background", "notes", "specialAbilities", "forcePowers", "quotes")
_READ = frozenset(
    {"charactername", "type", "species", "gender", "Physical_Description", "credits", "move"}
    | {"characterPoints", "forcePoints", "darkSidePoints", "wilddie", "sheettype"}
    | {"forceSensitive", "forceswitch", *WORKERS, *_TEXTS}
)
Fields = dict[str, str]


def is_one(plain: dict[str, object]) -> bool:
    """True for the JSON of such a character, and for none of another sheet of Roll20."""
    return {"dexterity", "technical"} <= dict(_pairs(plain)).keys()


def is_chat(content: bytes) -> bool:
    """True for the commands that set a character's fields."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_COMMAND)


def of_chat(text: str) -> dict[str, object]:
    """The commands as the file that sets the same."""
    fields: list[dict[str, str]] = []
    for number, line in enumerate(text.splitlines()[:MOST_FIELDS]):
        for part in line.split(" --")[1:]:
            name, parted, value = part.partition("|")
            if parted:
                name = name.replace("-CREATE", f"-H{number}")
                fields.append({"name": name, "current": value})
    return {"character": {"attribs": fields}}


def _pairs(plain: dict[str, object]) -> Iterator[tuple[str, str]]:
    character = plain.get("character")
    holder = character if isinstance(character, dict) else plain
    rows = holder.get("attribs")
    for row in rows[:MOST_FIELDS] if isinstance(rows, list) else []:
        if isinstance(row, dict) and isinstance(row.get("name"), str):
            value = row.get("current")
            is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
            yield row["name"], str(value)[:LONGEST] if is_text else ""


def read(plain: dict[str, object], report: Report) -> Outline:
    """The outline; what has no room in it is named in the report."""
    pairs = dict(_pairs(plain))
    if not is_one(plain):
        raise InvalidDocument("this Roll20 character has another sheet than D6StarWars")
    fields, rows = _parted(pairs)
    attributes = {id: _code(fields, name) for id, name in ATTRIBUTES.items()}
    character = plain.get("character")
    named = character.get("name", "") if isinstance(character, dict) else plain.get("name", "")
    skills = tuple(_skills(rows, attributes))
    _leftovers(fields, report)
    return Outline(
        system="",
        game="Roll20",
        name=_line(fields.get("charactername") or str(named)),
        has_wild_die="!" in fields.get("wilddie", ""),
        kind=_line(fields.get("type", "")),
        species=_line(fields.get("species", "")),
        pronouns=_line(fields.get("gender", "")),
        description=fields.get("Physical_Description", ""),
        extras=tuple(filter(None, (fields.get(name, "") for name in _TEXTS))),
        move=_number(fields, "move", 10),
        attributes=tuple(Trait(id=id, name=id, total=value) for id, value in attributes.items()),
        skills=skills,
        force_skills=tuple(
            Trait(id=id, name=id.capitalize(), total=_code(fields, id), attribute=FORCE)
            for id in FORCE_SKILLS
            if _code(fields, id)
        ),
        attacks=tuple(_attacks(rows.get("weapons", {}), skills, attributes, report)),
        armor=tuple(_armor(rows.get("armors", {}))),
        things=tuple(_things(fields)),
        points=Points(
            character=_number(fields, "characterPoints"),
            force=_number(fields, "forcePoints"),
            dark_side=_number(fields, "darkSidePoints"),
            credits=_number(fields, "credits") if fields.get("credits") else None,
        ),
    )


def _parted(pairs: Fields) -> tuple[Fields, dict[str, dict[str, Fields]]]:
    """The plain fields, and the rows of each repeating section by their ids."""
    fields, rows = Fields(), dict[str, dict[str, Fields]]()
    for name, value in pairs.items():
        if found := _ROW.fullmatch(name):
            rows.setdefault(found[1], {}).setdefault(found[2], {})[found[3]] = value
        else:
            fields[name] = value
    return fields, rows


def _number(fields: Mapping[str, str], name: str, usual: int = 0) -> int:
    text = fields.get(name, "").strip()
    return min(HIGHEST, int(text)) if text.isdecimal() and len(text) < 9 else usual


def _code(fields: Mapping[str, str], name: str, dice: str = "", pip: str = "pip") -> int:
    return PIPS_IN_A_DIE * _number(fields, f"{name}{dice}") + _number(fields, f"{name}{pip}")


def _line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_NAME]


def _skills(rows: dict[str, dict[str, Fields]], attributes: dict[str, int]) -> Iterator[Trait]:
    for attribute, (section, stem) in SECTIONS.items():
        for row in rows.get(section, {}).values():
            if name := _line(row.get(f"{stem}name", "")):
                total = _code(row, stem, dice="dice")
                is_own = total != attributes[attribute]
                yield Trait(
                    id=key(name), name=name, total=total, attribute=attribute, is_own=is_own
                )


def _attacks(
    rows: dict[str, Fields],
    skills: tuple[Trait, ...],
    attributes: dict[str, int],
    report: Report,
) -> Iterator[Attack]:
    """Weapons. The sheet keeps a code and no skill: the first skill with that code is meant."""
    for row in rows.values():
        name, total = _line(row.get("weapon", "")) or "Weapon", _code(row, "weaponskill")
        trait = next((one for one in skills if one.is_own and one.total == total), None)
        if trait is None:
            report.changed.append(f"{name} is used with Dexterity: no skill has its code.")
        else:
            report.changed.append(f"{name} is used with {trait.name}, which has its code.")
        known = (*RANGES, "ROF", "Ammo")
        notes = [
            f"{each} {row[each]}" for each in known if row.get(each, "0") not in ("", "0", "1")
        ]
        yield Attack(
            id=key(name),
            name=name,
            trait=trait.id if trait else "DEX",
            total=trait.total if trait else attributes["DEX"],
            attribute=trait.attribute if trait else "DEX",
            damage=_code(row, "damage", dice="dice") or None,
            kind=MELEE if _code(row, "weaponparryskill") else RANGED,
            notes=(", ".join(notes),) if notes else (),
        )


def _armor(rows: dict[str, Fields]) -> Iterator[Armor]:
    for row in rows.values():
        name = _line(row.get("armorname", "")) or "Armor"
        yield Armor(
            name=name.removesuffix(_WORN),
            text=row.get("armor_other", ""),
            soak=_code(row, "armorPh", dice="Dice", pip="Pip"),
            is_code=True,
            is_worn=name.endswith(_WORN),
        )


def _things(fields: Fields) -> Iterator[Thing]:
    columns = (fields.get(f"geartext{number}", "") for number in range(1, GEAR_COLUMNS + 1))
    for line in "\n".join(columns).splitlines():
        text = _line(line)
        if found := _COUNTED.fullmatch(text):
            yield Thing(name=found[2], quantity=max(1, int(found[1])))
        elif text:
            yield Thing(name=text)


def _leftovers(fields: Fields, report: Report) -> None:
    """Names every other field that says anything."""
    read = set(_READ)
    for name in (*ATTRIBUTES.values(), *FORCE_SKILLS):
        read |= {name, f"{name}pip"}
    left = [
        f"{name} {value}"
        for name, value in fields.items()
        if name not in read and not name.startswith("geartext") and value not in ("", "0")
    ]
    if left:
        report.lost.append(f"Fields of the sheet: {', '.join(left)[:400]}.")
