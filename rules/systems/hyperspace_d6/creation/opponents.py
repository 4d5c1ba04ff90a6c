"""Making an opponent: of the book's list or of a level, an elite, a group."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from rules import plain_text
from rules.document import Document
from rules.forms.fields import Choice, Field, Option, Pick, Text
from rules.forms.parsing import FormValues
from rules.kit import starters
from rules.kit.play.answers import Answers, menu, number_field, pick, whole
from rules.opponents import WHO, ListedOpponent, OpponentRules
from rules.phrases import counted
from rules.problems import Problem
from rules.systems.hyperspace_d6.document.build import Build, Elite, Marks, Opponent
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.rulebook.book import Npc, book, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Entry

LEVEL = "level."
MOST_MEMBERS, LONGEST_NAME = 30, 120
_SPREAD = re.compile(r"([A-Za-z]{3}) *([0-9]{1,2}) *[Dd]?")
BAD_SPREAD = "Name attributes with their dice: DEX 4, STR 2."
NO_GEAR = "The book says what it carries. Make it an elite to add armor, weapons or gear."
NO_SKILLS = "The book says what it can do. Choose a level to name its skills and attributes."
TWICE = "{0} is there twice. Name each attribute once."
NO_ITEM = "No gear is called “{0}”. Name what the book lists, with how many: {1}."
LONGEST_GEAR, MOST_OF_ONE = 400, 20
GEAR_EXAMPLE = "2 Frag Grenade, Medpac"
_ITEM = re.compile(r"(?a)(?:(\d{1,3}) +)?(\S.*)")
CHOOSE = "Choose one of the list, or a level."
BY_FORMULA = Option(
    "yes",
    "By the formula, not as printed",
    "Some printed numbers differ from the formula. An elite's always follow it.",
)


@cache
def listed() -> tuple[ListedOpponent, ...]:
    """The book's eighteen, in its order."""
    rows, kinds = guide().npcs.values(), guide().npc_kinds
    return tuple(starters.listed(row, kinds[row.kind].name, _does(row)) for row in rows)


def _does(row: Npc) -> Iterator[str]:
    """The best skills of an opponent, its weapon, and its defenses."""
    tables = book()
    for id, code in row.skills.items():
        skill = tables.skills.get(tables.skill_id(id))
        yield f"{skill.name if skill else id} {code}D"
    if row.weapon:
        yield tables.weapons[row.weapon].name
    if row.own_weapon:
        yield row.own_weapon.name
    yield f"Dodge {row.defenses['dodge']}"
    yield f"Soak {row.defenses['soak']}"


def fields(values: FormValues) -> tuple[Field, ...]:
    """The form: who, in a group or alone, an elite or not, and what one of a level is."""
    answers, tables = Answers(values), book()
    members = whole((values.get("members") or ("",))[0], 0, 999)
    who, rules = answers.text(WHO), guide().elites["elite"]
    levels = ", ".join(
        f"{row.name} {row.attributes}D, {counted(row.skills, 'skill')} +{row.skill_dice}D"
        for row in guide().npc_levels.values()
    )

    def text(id: str, label: str, *, limit: int = 200, hint: str = "", example: str = "") -> Text:
        return Text(id, label, (answers.text(id),), hint, limit=limit, placeholder=example)

    def one(id: str, label: str, none: str, rows: Mapping[str, Entry]) -> Choice:
        options = _named(rows.values(), (answers.text(id),))
        return menu(id, label, (Option("", none), *options))

    def several(id: str, label: str, rows: Mapping[str, Entry]) -> Pick:
        return pick(id, label, tuple(_named(rows.values(), answers.chosen(id))))

    elite = f"Elite: {counted(rules.attributes, 'attribute')} with +{rules.attribute_dice}D"
    return (
        menu(WHO, "Who", tuple(_choices(who)), hint=f"Levels: {levels}."),
        text("name", "Name", limit=LONGEST_NAME),
        text("role", "Its role", limit=LONGEST_NAME, example="Captain"),
        number_field("members", "A group of", members, 2, MOST_MEMBERS),
        several("elite", elite, tables.attributes),
        pick("recalculate", "Defenses", (replace(BY_FORMULA, chosen="recalculate" in values),)),
        several("skills", "Of a level: its skills", tables.skills),
        text(
            "spread",
            "Of a level: attributes that differ",
            hint="FOR is the Force.",
            example="DEX 4, STR 2, FOR 3",
        ),
        one("armor", "Armor", "None", tables.armor),
        several("weapons", "Weapons", tables.weapons),
        text("gear", "Gear and grenades", limit=LONGEST_GEAR, example=GEAR_EXAMPLE),
        one("design", "Lightsaber design", "Not chosen", tables.designs),
        several("features", "Lightsaber features", tables.features),
        one("crystal", "Crystal", "Not chosen", tables.crystals),
    )


def _choices(who: str) -> Iterator[Option]:
    yield Option("", "Choose", chosen=not who)
    for one in listed():
        yield Option(one.id, one.name, group=one.side, chosen=one.id == who)
    for level in guide().npc_levels.values():
        id = f"{LEVEL}{level.id}"
        yield Option(id, f"Any other: {level.name}", chosen=id == who)


def _named(rows: Iterable[Entry], chosen: tuple[str, ...]) -> Iterator[Option]:
    return (Option(row.id, row.name, chosen=row.id in chosen) for row in rows)


def document(values: FormValues) -> Document[Build]:
    """An opponent as a document; RuleViolation by field for what cannot be read."""
    answers = Answers(values)
    who = answers.text(WHO)
    members = answers.number("members", 2, MOST_MEMBERS)
    spread = _spread(answers)
    gear, attributes = _gear(answers), answers.chosen("elite")
    has: dict[str, Any] = {
        "armor": answers.text("armor"),
        "weapons": answers.chosen("weapons"),
        "gear": gear,
    }
    skills, of_level = answers.chosen("skills"), who.startswith(LEVEL)
    if not who:
        answers.wrong.append(Problem("missing", WHO, CHOOSE))
    elif not of_level and (skills or answers.text("spread")):
        answers.wrong.append(
            Problem("takes-no-choice", "skills" if skills else "spread", NO_SKILLS)
        )
    if who and not of_level and not attributes:
        surplus = [field for field in has if has[field]][:1]
        answers.wrong += [Problem("takes-no-choice", field, NO_GEAR) for field in surplus]
    answers.check()
    is_plain = not attributes
    opponent = Opponent(
        id="" if of_level else who,
        level=who.removeprefix(LEVEL) if of_level else "",
        recalculate=is_plain and not of_level and bool(answers.chosen("recalculate")),
        name=answers.text("role"),
        elite=None if is_plain else Elite(attributes=attributes, **has),
        skills=skills,
        attributes=spread,
        design=answers.text("design"),
        features=answers.chosen("features"),
        crystal=answers.text("crystal"),
        **(has if of_level and is_plain else {}),
    )
    return Document(
        system="hyperspace-d6",
        name=answers.text("name").strip(),
        build=Build(opponent=opponent),
        marks=Marks(members=members),
        house=House(),
    )


def _spread(answers: Answers) -> dict[str, int]:
    """Attributes that are typed with their dice."""
    typed = plain_text.straight(answers.text("spread"))
    if not typed:
        return {}
    found: dict[str, int] = {}
    for part in typed.split(","):
        match = _SPREAD.fullmatch(part.strip())
        id = match[1].upper() if match else ""
        if match is None or id not in (*ATTRIBUTES, FORCE):
            answers.wrong.append(Problem("bad-value", "spread", BAD_SPREAD))
            return {}
        if id in found:
            answers.wrong.append(Problem("bad-value", "spread", TWICE.format(id)))
        found[id] = int(match[2])
    return found


def _gear(answers: Answers) -> tuple[str, ...]:
    """The ids of the gear that is typed, each as often as it is there."""
    ids = {plain_text.folded(row.name): row.id for row in book().items.values()}
    found: list[str] = []
    typed = plain_text.straight(answers.text("gear"))[:LONGEST_GEAR]
    for part in filter(None, map(str.strip, typed.split(","))):
        match = _ITEM.fullmatch(part)
        name = match[2].casefold() if match else ""
        id = ids.get(name) or ids.get(name.removesuffix("s"))
        count = int(match[1] or 1) if match else 0
        if id is None or not 1 <= count <= MOST_OF_ONE:
            message = NO_ITEM.format(part[:60], GEAR_EXAMPLE)
            answers.wrong.append(Problem("bad-value", "gear", message))
            continue
        found += [id] * count
    return tuple(found)


def written(one: Document[Build]) -> FormValues:
    """The form of an opponent as it was filled in; {} for a character."""
    opponent = one.build.opponent
    if opponent is None:
        return {}
    has = opponent.elite or opponent
    spread = ", ".join(f"{id} {dice}" for id, dice in opponent.attributes.items())
    items = book().items
    gear = ", ".join(
        items[id].name if count == 1 else f"{count} {items[id].name}"
        for id, count in Counter(has.gear).items()
        if id in items
    )
    texts = {
        WHO: opponent.id or f"{LEVEL}{opponent.level}",
        "name": one.name,
        "role": opponent.name,
        "members": str(one.marks.members or ""),
        "recalculate": "yes" if opponent.recalculate else "",
        "spread": spread,
        "armor": has.armor,
        "gear": gear,
        "design": opponent.design,
        "crystal": opponent.crystal,
    }
    several = {
        "elite": opponent.elite.attributes if opponent.elite else (),
        "skills": opponent.skills,
        "weapons": has.weapons,
        "features": opponent.features,
    }
    return {field: (text,) for field, text in texts.items()} | several


ABOUT = "An elite, one of a level, with a name."
OPPONENTS = OpponentRules(
    listed,
    fields,
    document,
    ABOUT,
    is_one=lambda one: one.build.opponent is not None,
    written=written,
    group="group",
    members=(2, MOST_MEMBERS),
)
