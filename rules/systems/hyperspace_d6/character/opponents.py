"""Opponents: those of the book, elites, and those of a level, looked up in the tables."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from rules.figures import Figure, dice
from rules.phrases import counted
from rules.problems import SURPLUS, UNKNOWN, ProblemList
from rules.systems.hyperspace_d6.character.inventory import InventoryItem, saber, saber_parts
from rules.systems.hyperspace_d6.character.origins import NOTHING, Origin
from rules.systems.hyperspace_d6.document.build import Build, Elite, Gear, Opponent
from rules.systems.hyperspace_d6.rulebook.book import Book, Gun, Npc, NpcLevel, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Armor, Item, Weapon

WHERE = "build.opponent"
LEAST_DICE, MOST_DICE = 1, 20
Thing = Weapon | Armor | Item
# The kinds of things, and how a message names one.
KINDS: Mapping[str, type[Thing]] = {"weapon": Weapon, "armor": Armor, "item": Item}
AN = {"weapon": "a weapon", "armor": "armor", "item": "an item"}
NO_SABER = "Only a lightsaber has a design, features and a crystal. Give it one first."
# What a listed opponent has from the book, and a document cannot choose besides.
_OF_A_LEVEL = ("skills", "attributes", "armor", "weapons", "gear")


class OpponentStats(msgspec.Struct, frozen=True, gc=False):
    """An opponent looked up. `base` are the attributes of its row or level, `more` the dice of an
    elite; `skills` the dice of each listed skill above its attribute, each with its reason;
    `defenses` the printed numbers that stand, with `ruling` for those that its dice do not make.
    """

    name: str
    kind: str
    base: Origin
    more: Origin = NOTHING
    skills: Mapping[str, tuple[Figure, ...]] = MappingProxyType({})
    defenses: Mapping[str, int] = MappingProxyType({})
    items: tuple[InventoryItem, ...] = ()
    worn: str = ""
    source: str = ""
    ruling: str = ""


_NOBODY = OpponentStats("", "", NOTHING)


@cache
def listed() -> Mapping[str, Npc]:
    """The book's opponents by their ids, and by the names that they are printed with."""
    rows = guide().npcs
    printed = {name.lower().replace(" ", "-"): row for row in rows.values() for name in row.aliases}
    return {**printed, **rows}


def looked_up(build: Build, tables: Book, faults: ProblemList) -> OpponentStats:
    """The opponent of a build; its problems are added to `faults`."""
    opponent = build.opponent or Opponent()
    _check_alone(build, faults)
    if opponent.id and opponent.level:
        message = "Name an opponent of the book by its id, or choose a level, not both."
        faults.wrong("id-and-level", f"{WHERE}.level", message, never=SURPLUS)
    if opponent.id:
        stats = _of_the_book(opponent, tables, faults)
    elif opponent.level:
        stats = _of_a_level(opponent, tables, faults)
    else:
        message = f"Name one by its id, or choose a level: {', '.join(guide().npc_levels)}."
        faults.open("missing", WHERE, message)
        return _NOBODY
    if opponent.elite and stats is not _NOBODY:
        stats = _elite(stats, opponent.elite, tables, faults)
    return _with_saber(stats, opponent, faults) if stats is not _NOBODY else stats


def _with_saber(stats: OpponentStats, opponent: Opponent, faults: ProblemList) -> OpponentStats:
    """The opponent with its lightsaber made as chosen; a problem if it has none."""
    made = saber(opponent)
    if not any(made.values()):
        return stats
    sabers = [item for item in stats.items if isinstance(item.row, Weapon) and item.row.workshop]
    if not sabers:
        faults.wrong("not-a-saber", f"{WHERE}.design", NO_SABER)
        return stats
    if not saber_parts(Gear(id=sabers[0].id, **made), sabers[0].row, WHERE, faults):
        return stats
    items = tuple(replace(item, **made) if item in sabers else item for item in stats.items)
    return replace(stats, items=items)


def _check_alone(build: Build, faults: ProblemList) -> None:
    """The problem of every choice of a character beside an opponent."""
    for field in msgspec.structs.fields(build):
        is_chosen = getattr(build, field.name) != field.default and getattr(build, field.name)
        if field.name != "opponent" and is_chosen:
            message = f"An opponent has no {field.name.replace('_', ' ')} of its own. Remove it."
            faults.wrong("takes-no-choice", f"build.{field.name}", message, never=SURPLUS)


def _of_the_book(opponent: Opponent, tables: Book, faults: ProblemList) -> OpponentStats:
    row = listed().get(opponent.id)
    if row is None:
        message = (
            f"No opponent is called {opponent.id[:60]!r}. Name one of {', '.join(guide().npcs)}."
        )
        faults.wrong("unknown-opponent", f"{WHERE}.id", message, never=UNKNOWN)
        return _NOBODY
    for member in _OF_A_LEVEL:
        if getattr(opponent, member):
            message = f"{row.name} has its {member} from the book. Make it an elite to add to them."
            faults.wrong("takes-no-choice", f"{WHERE}.{member}", message, never=SURPLUS)
    skills = {}
    for id, code in row.skills.items():
        # A party may have put the skill under another attribute.
        above = max(0, code - row.attributes.get(tables.skills[tables.skill_id(id)].attribute, 0))
        figure = dice(row.name, above, source=row.source, ruling=row.ruling if not above else "")
        skills[tables.skill_id(id)] = (figure,)
    things: list[Thing] = [tables.weapons[row.weapon]] if row.weapon else []
    if row.own_weapon:
        things.append(_own_weapon(row, row.own_weapon))
    armor = tables.armor.get(row.armor)
    is_printed = not (opponent.recalculate or opponent.elite)
    return OpponentStats(
        name=opponent.name or row.name,
        kind=guide().npc_kinds[row.kind].name,
        base=Origin(row.name, row.attributes, row.source),
        skills=skills,
        defenses=row.defenses if is_printed else {},
        items=tuple(_items((*things, *((armor,) if armor else ())))),
        worn=armor.id if armor else "",
        source=row.source,
        ruling=row.ruling,
    )


def _own_weapon(row: Npc, gun: Gun) -> Weapon:
    """A weapon that only this opponent has: it rolls Blasters."""
    return Weapon(
        id=gun.name.lower().replace(" ", "-"),
        name=gun.name,
        kind="blaster",
        skill="blasters",
        damage=gun.damage,
        source=row.source,
        ruling=row.ruling,
    )


def _of_a_level(opponent: Opponent, tables: Book, faults: ProblemList) -> OpponentStats:
    levels = guide().npc_levels
    level = levels.get(opponent.level)
    if level is None:
        message = f"{opponent.level[:60]!r} is no level. Choose one of {', '.join(levels)}."
        faults.wrong("unknown-level", f"{WHERE}.level", message, never=UNKNOWN)
        return _NOBODY
    if opponent.recalculate:
        message = "The defenses of a level follow the formulas already. Remove this."
        faults.wrong("takes-no-choice", f"{WHERE}.recalculate", message, never=SURPLUS)
    attributes = dict.fromkeys(ATTRIBUTES, level.attributes)
    for id, value in opponent.attributes.items():
        least = 0 if id == FORCE else LEAST_DICE
        if id not in (*ATTRIBUTES, FORCE):
            message = f"{id[:40]!r} is no attribute. Name {', '.join((*ATTRIBUTES, FORCE))}."
            faults.wrong("unknown-attribute", f"{WHERE}.attributes", message, never=UNKNOWN)
        elif not least <= value <= MOST_DICE:
            message = f"An attribute has {least}D to {MOST_DICE}D, not {value}D."
            faults.wrong("bad-amount", f"{WHERE}.attributes.{id}", message)
        else:
            attributes[id] = value
    skills = _level_skills(opponent, level, attributes, tables, faults)
    items, worn = _chosen_gear(opponent, WHERE, tables, faults)
    return OpponentStats(
        name=opponent.name or level.name,
        kind=level.name,
        base=Origin(level.name, attributes, level.source),
        skills={id: (dice(level.name, level.skill_dice, source=level.source),) for id in skills},
        items=items,
        worn=worn,
        source=level.source,
    )


def _level_skills(
    opponent: Opponent,
    level: NpcLevel,
    attributes: Mapping[str, int],
    tables: Book,
    faults: ProblemList,
) -> list[str]:
    """The skills that a level raises: as many as it says, each once."""
    skills: list[str] = []
    for position, named in enumerate(opponent.skills):
        where, id = f"{WHERE}.skills[{position}]", tables.skill_id(named)
        skill = tables.skills.get(id)
        if skill is None:
            message = f"No skill is called {named[:60]!r}."
            faults.wrong("unknown-skill", where, message, never=UNKNOWN)
            continue
        code = ""
        if id in skills:
            code = "repeated-pick"
            message = (
                f"{skill.name} is chosen twice. Choose {counted(level.skills, 'different skill')}."
            )
        elif skill.attribute == FORCE and not attributes.get(FORCE):
            code, message = "needs-force", f"{skill.name} needs dice in the Force."
        elif len(skills) >= level.skills:
            code = "too-many-picks"
            message = f"{level.name} has {counted(level.skills, 'skill')}. Remove {skill.name}."
        if not code or faults.deviation(code, where, message):
            skills.append(id)
    if (left := level.skills - len(skills)) > 0:
        message = f"Choose {left} more skill{'s' if left > 1 else ''}: {level.name} has"
        faults.open("too-few-picks", f"{WHERE}.skills", f"{message} {level.skills}.")
    return skills


def _elite(stats: OpponentStats, elite: Elite, tables: Book, faults: ProblemList) -> OpponentStats:
    """Two attributes rise by a die, and each listed skill by one besides; what it has is added."""
    rules, where = guide().elites["elite"], f"{WHERE}.elite"
    raised: list[str] = []
    for position, id in enumerate(elite.attributes):
        place, known = f"{where}.attributes[{position}]", list(stats.base.dice)
        if id not in known:
            message = f"{id[:40]!r} isn't one of its attributes. Use {', '.join(known)}."
            faults.wrong("unknown-attribute", place, message, never=UNKNOWN)
        elif id in raised:
            message = (
                f"{id} is chosen twice. Choose {counted(rules.attributes, 'different attribute')}."
            )
            faults.wrong("repeated-pick", place, message)
        elif len(raised) < rules.attributes or faults.deviation(
            "too-many-picks",
            place,
            f"An elite raises {counted(rules.attributes, 'attribute')}. Remove {id}.",
        ):
            raised.append(id)
    if (left := rules.attributes - len(raised)) > 0:
        message = f"Choose {left} more attribute{'s' if left > 1 else ''}: an elite raises"
        faults.open("too-few-picks", f"{where}.attributes", f"{message} {rules.attributes}.")
    more = dice(rules.name, rules.skill_dice, source=rules.source, ruling=rules.ruling)
    items, worn = _chosen_gear(elite, where, tables, faults)
    return replace(
        stats,
        name=stats.name if stats.name != stats.base.name else f"{rules.name} {stats.name}",
        more=Origin(rules.name, dict.fromkeys(raised, rules.attribute_dice), rules.source),
        skills={id: (*terms, more) for id, terms in stats.skills.items()},
        items=tuple(_merged((*stats.items, *items))),
        worn=worn or stats.worn,
    )


def _chosen_gear(
    chosen: Opponent | Elite, where: str, tables: Book, faults: ProblemList
) -> tuple[tuple[InventoryItem, ...], str]:
    """The armor, weapons and gear that an opponent names, and the armor that it wears."""
    named = [(f"{where}.weapons[{at}]", id, "weapon") for at, id in enumerate(chosen.weapons)]
    named += [(f"{where}.armor", chosen.armor, "armor")] if chosen.armor else []
    named += [(f"{where}.gear[{at}]", id, "item") for at, id in enumerate(chosen.gear)]
    things: list[Thing] = []
    for place, id, kind in named:
        row = tables.thing(id)
        if row is None:
            message = f"No {kind} is called {id[:60]!r}."
            faults.wrong("unknown-item", place, message, never=UNKNOWN)
        elif not isinstance(row, KINDS[kind]):
            message = f"{row.name} is of another kind. Choose {AN[kind]}."
            faults.wrong(f"not-{kind}", place, message)
        else:
            things.append(row)
    worn = next((row.id for row in things if isinstance(row, Armor)), "")
    return tuple(_items(things)), worn


def _items(rows: Iterable[Thing]) -> Iterator[InventoryItem]:
    """A stack for each row, those of one row as one."""
    return _merged(InventoryItem(row.id, row.id, row.name, 1, row) for row in rows)


def _merged(items: Iterable[InventoryItem]) -> Iterator[InventoryItem]:
    stacks: dict[str, InventoryItem] = {}
    for item in items:
        count = item.quantity + (stacks[item.key].quantity if item.key in stacks else 0)
        stacks[item.key] = replace(item, quantity=count)
    return iter(stacks.values())
