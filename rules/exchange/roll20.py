"""Writes Roll20's sheet D6StarWars: as the file of the VTT Enhancement Suite, or as a line of chat
for ChatSetAttr.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.dice import codes
from rules.exchange.foundry import NAMELESS, stable_id
from rules.exchange.outline import FORCE_SKILLS, Harm, Outline, of_the_force

VERSION = "2.43"
SCHEMA = 3
ATTRIBUTES = {
    "DEX": "dexterity",
    "KNO": "knowledge",
    "MEC": "mechanical",
    "PER": "perception",
    "STR": "strength",
    "TEC": "technical",
}
# The repeating section and the stem of its fields; the spelling of one is the sheet's own.
SECTIONS = {
    "DEX": ("dexskills", "dexskill"),
    "KNO": ("knowskills", "knowskill"),
    "MEC": ("mechskills", "mechskill"),
    "PER": ("perckills", "perckill"),
    "STR": ("strskills", "strskill"),
    "TEC": ("techskills", "techskill"),
}
GEAR_COLUMNS = 6
RANGES = ("pointblankrange", "shortrange", "medrange", "longrange")
# What the sheet's own workers would set: they do not run on an import.
WORKERS = ("WoundMod", "Force_Up", "numactions", "dexMod", "dexPipMod", "Force_EmptinessMod")
# A row of a repeating section: its section, what tells it from others, and its fields.
Row = tuple[str, str, list[tuple[str, str]]]


def _id(text: str) -> str:
    """20 signs that begin with a hyphen and hold no underscore."""
    return f"-H{stable_id(text)}aa"


def _pair(name: str, pips: int, *, dice: str = "", pip: str = "pip") -> list[tuple[str, str]]:
    whole, left = codes.of_pips(max(pips, 0))
    return [(f"{name}{dice}", str(whole)), (f"{name}{pip}", str(left))]


def wound_level(harm: Harm) -> int:
    """The sheet's level: 0 healthy, 1 stunned or wounded, 2 wounded twice, 5 out of the fight."""
    if harm.incapacitated or harm.mortal or harm.dead:
        return 5
    if harm.severe or harm.wounded > 1:
        return 2
    return 1 if harm.stunned or harm.wounded else 0


def _fields(outline: Outline) -> Iterator[tuple[str, str]]:
    """The plain fields of the sheet, empty ones left out."""
    points, force = outline.points, outline.has_force
    background = "\n".join(filter(None, (outline.concept, *outline.feature_lines)))
    level = wound_level(outline.harm)
    texts: tuple[tuple[str, str], ...] = (
        ("sheettype", "0"),
        ("wilddie", "!cf1cs6" if outline.has_wild_die else "cf0cs0"),
        ("charactername", outline.name.strip() or NAMELESS),
        ("type", outline.kind),
        ("species", outline.species),
        ("gender", outline.pronouns),
        ("Physical_Description", outline.description),
        ("personality", outline.personality),
        ("background", background),
        ("notes", "\n".join(outline.extras)),
        ("credits", "" if points.credits is None else str(max(points.credits, 0))),
        ("move", str(max(outline.move, 0))),
        ("forceSensitive", str(int(force))),
        ("forceswitch", str(int(not force))),
        ("forcePoints", str(max(points.force, 0))),
        ("darkSidePoints", str(max(points.dark_side or 0, 0))),
        ("characterPoints", str(max(points.character, 0))),
        ("WoundLevel", str(level)),
        *((name, str(level) if name == "WoundMod" else "0") for name in WORKERS),
        ("initiative", "0"),
        ("initiativepip", "0"),
        ("specialAbilities", ", ".join(f"{one.name} {one.value}" for one in outline.scores)),
        ("forcePowers", "\n".join(_powers(outline))),
    )
    yield from ((name, text) for name, text in texts if text)
    for id, name in ATTRIBUTES.items():
        yield from _pair(name, outline.attribute(id))


def _powers(outline: Outline) -> Iterator[str]:
    for power in outline.powers:
        head = " ".join(filter(None, (power.name, f"({'+'.join(power.skills)})", power.difficulty)))
        yield f"{head}: {power.does}" if power.does else head


def _rows(outline: Outline) -> Iterator[Row]:
    for id, (section, stem) in SECTIONS.items():
        for trait in outline.skills:
            if trait.attribute == id:
                fields = [
                    (f"{stem}name", trait.name),
                    *_pair(stem, trait.total, dice="dice"),
                ]
                yield section, trait.id, fields
    for attack in outline.attacks:
        parry = outline.skill(attack.parry)
        is_bare = attack.kind == "melee" and attack.parry == ""
        parries = parry.total if parry else attack.total if is_bare else 0
        fields = [
            ("weapon", attack.name),
            *_pair("weaponskill", attack.total),
            *_pair("weaponparryskill", parries),
            *_pair("damage", attack.damage or 0, dice="dice"),
            *((name, "0") for name in RANGES),
            ("ROF", "1"),
            ("Ammo", "0"),
        ]
        yield "weapons", attack.id or attack.name, fields
    for armor in outline.armor:
        bonus = armor.soak or armor.defense
        fields = [
            ("armorname", f"{armor.name} (worn)" if armor.is_worn else armor.name),
            *_pair("armorPh", bonus, dice="Dice", pip="Pip"),
            *_pair("armorEn", bonus, dice="Dice", pip="Pip"),
            *_pair("armor_dex_pen", 0, pip="Pip"),
            ("armor_other", armor.text),
        ]
        yield "armors", armor.name, fields


def _last(outline: Outline) -> Iterator[tuple[str, str]]:
    """Gear, over six columns."""
    columns: list[list[str]] = [[] for _ in range(GEAR_COLUMNS)]
    for place, thing in enumerate(outline.things):
        text = f"{thing.quantity} × {thing.name}" if thing.quantity != 1 else thing.name
        columns[place % GEAR_COLUMNS].append(text)
    for number, lines in enumerate(columns, 1):
        if lines:
            yield f"geartext{number}", "\n".join(lines)


def _force(outline: Outline) -> Iterator[tuple[str, str]]:
    for trait in outline.force_skills if outline.has_force else ():
        if trait.id in FORCE_SKILLS:
            yield from _pair(trait.id, trait.total)


def attributes(outline: Outline) -> Iterator[tuple[str, str]]:
    """Every field of the sheet with its text, those of repeating sections by their row's id."""
    yield from _fields(outline)
    rows, ids = list(_rows(outline)), set()
    skills = [row for row in rows if row[0] not in ("weapons", "armors")]
    others = [row for row in rows if row[0] in ("weapons", "armors")]
    for group, after in ((skills, _force(outline)), (others, _last(outline))):
        for section, key, fields in group:
            count = 1
            while (id := _id(f"{section}/{key}/{count}")) in ids:
                count += 1
            ids.add(id)
            for name, text in fields:
                yield f"repeating_{section}_{id}_{name}", text
        yield from after


def write(outline: Outline, *, id: str = "") -> dict[str, object]:
    """The file of the VTT Enhancement Suite as plain values; everything in it is text."""
    del id  # an import overwrites the character that is open
    old = _id(f"character/{outline.system}/{outline.name}")
    return {
        "schema_version": SCHEMA,
        "type": "character",
        "character": {
            "oldId": old,
            "name": outline.name.strip() or NAMELESS,
            "avatar": "",
            "bio": "",
            "gmnotes": "",
            "defaulttoken": "",
            "tags": "[]",
            "controlledby": "",
            "inplayerjournals": "",
            "attribs": [
                {"name": name, "current": text, "max": "", "id": _id(f"{old}/{name}")}
                for name, text in attributes(outline)
            ],
            "abilities": [],
        },
    }


def _spoken(text: str) -> str:
    """A text as ChatSetAttr reads it: in one line, without the signs that part its options."""
    return " ".join(text.split()).replace("--", "–").replace("|", "/").replace("#", "")


def chat(outline: Outline) -> str:
    """The commands that set the same fields of the selected token's character: one for the fields,
    and one for each row of a repeating section, which it adds.
    """
    plain = (*_fields(outline), *_force(outline), *_last(outline))
    lines = [plain] + [
        tuple((f"repeating_{section}_-CREATE_{name}", text) for name, text in fields)
        for section, _, fields in _rows(outline)
    ]
    return "\n".join(
        " ".join(("!setattr --sel", *(f"--{name}|{_spoken(text)}" for name, text in line)))
        for line in lines
    )


def losses(outline: Outline) -> tuple[str, ...]:
    """The parts of this character that the file cannot hold, each in a sentence."""
    lost = []
    if unknown := of_the_force(outline):
        lost.append(f"Skills of the Force that aren't known there: {', '.join(unknown)}.")
    if outline.scores:
        names = ", ".join(one.name for one in outline.scores)
        lost.append(f"Only as text among special abilities: {names}.")
    if noted := [attack.name for attack in outline.attacks if attack.notes]:
        lost.append(f"The properties of weapons are left out: {', '.join(noted)}.")
    if described := [thing.name for thing in outline.things if thing.text]:
        lost.append(f"Gear has no descriptions there: {', '.join(described)}.")
    if outline.features:
        lost.append("Edges and burdens are only text in the background.")
    return tuple(lost)
