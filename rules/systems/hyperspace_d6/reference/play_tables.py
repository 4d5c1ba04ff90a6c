"""The parts of the reference for the game master: craft, scale, and NPCs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.kit.reference_tables import NOTHING, figure_term, plain, term
from rules.reference.chapters import ChapterPart, Column, Table, Term, Terms
from rules.systems.hyperspace_d6.reference.terms import attribute_columns, reach
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import Craft, Gun, Npc, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Entry

CRAFT_COLUMNS = (
    Column("MOB", "Mobility"),
    Column("SEN", "Sensors"),
    Column("FIR", "Firepower"),
    Column("Evade"),
    Column("Hull"),
    Column("Shields"),
    Column("Crew"),
)
CRAFT_PARTS = {
    "speeder": "speeders",
    "walker": "walkers",
    "starfighter": "starfighters",
    "transport": "transports",
}
NPC_PARTS = {
    "imperial": "imperials",
    "rebel": "rebels",
    "scum": "scum",
    "droid": "droid-encounters",
    "force": "force-users",
}


def craft_tables() -> Iterator[ChapterPart]:
    """Each part once, in any order."""
    return chain(_scales(), _craft(), _encounters())


def _scales() -> Iterator[ChapterPart]:
    tables = guide()
    yield Table(
        "hull-damage",
        "Damage to vehicles and ships",
        tuple(term(row, "hull", reach(row.times, "Hull")) for row in tables.levels.values()),
        (Column("Damage", "Damage after Soak"),),
        "It is",
    )
    yield Table(
        "scales",
        "Scale",
        tuple(term(row, "scale", f"×{row.factor}") for row in tables.scales.values()),
        (Column("Damage"),),
        "Scale",
    )


def _craft() -> Iterator[ChapterPart]:
    tables = guide()
    for id, kind in tables.craft_kinds.items():
        rows = tuple(_one_craft(row) for row in tables.craft.values() if row.kind == id)
        scale, skill = tables.scales[kind.scale].name.lower(), book().skills[kind.skill].name
        note = f"{skill} steers them; their scale is that of a {scale}."
        yield Table(CRAFT_PARTS[id], kind.name, rows, CRAFT_COLUMNS, "Craft", note)


def _one_craft(row: Craft) -> Term:
    weapons = f"{', '.join(_gun(gun) for gun in row.weapons)}." if row.weapons else "Unarmed."
    dice = (f"{code}D" for code in (row.mobility, row.sensors, row.firepower))
    numbers = (str(number) for number in (row.evade, row.hull, row.shields, row.crew))
    see = ("ion",) if any(gun.ion for gun in row.weapons) else ()
    return term(row, "craft", *dice, *numbers, text=f"{weapons} {row.does}", see=see)


def _gun(gun: Gun) -> str:
    return f"{gun.name} {gun.damage}D{' ion' if gun.ion else ''}"


def _encounters() -> Iterator[ChapterPart]:
    tables = guide()
    for id, kind in tables.npc_kinds.items():
        rows = tuple(_one_npc(row) for row in tables.npcs.values() if row.kind == id)
        columns = (
            *attribute_columns(*ATTRIBUTES, FORCE),
            *(Column(row.name) for row in book().defenses.values()),
        )
        yield Terms(NPC_PARTS[id], kind.name, rows, columns)
    levels = tuple(
        term(row, "level", f"{row.attributes}D", f"+{row.skill_dice}D in {row.skills}")
        for row in tables.npc_levels.values()
    )
    columns = (Column("Attributes", "Average attributes"), Column("Skills"))
    yield Table("npc-levels", "Someone not listed", levels, columns, "Level")


def _one_npc(row: Npc) -> Term:
    """Dice and defenses as figures; skills and gear as text."""
    tables = book()
    dice = (
        f"{row.attributes[id]}D" if id in row.attributes else NOTHING for id in (*ATTRIBUTES, FORCE)
    )
    defenses = (str(row.defenses[id]) for id in tables.defenses)
    skills = (f"{tables.skills[id].name} {code}D" for id, code in row.skills.items())
    text = f"{', '.join((*skills, *_carried(row)))}. {row.does}"
    see = tuple(
        f"{table}-{id}" for table, id in (("weapons", row.weapon), ("armor", row.armor)) if id
    )
    return term(row, "npc", *dice, *defenses, text=text, see=see)


def _carried(row: Npc) -> Iterator[str]:
    """The weapon with its damage for this NPC, and the armor."""
    tables = book()
    if row.own_weapon:
        yield f"{row.own_weapon.name} {row.own_weapon.damage}D"
    if row.weapon:
        weapon = tables.weapons[row.weapon]
        yield f"{weapon.name} {weapon.damage + row.attributes.get(weapon.adds, 0)}D"
    if row.armor:
        yield tables.armor[row.armor].name


def fight_tables() -> Iterator[ChapterPart]:
    """Each part once, in any order."""
    return chain(_ladders(), _attacks(), _harm(), _growth())


def _ladders() -> Iterator[ChapterPart]:
    tables = guide()
    yield Table(
        "targets",
        "Target numbers",
        tuple(
            term(row, "target", f"{row.number}{'+' if row.and_more else ''}")
            for row in tables.targets.values()
        ),
        (Column("TN", "Target number"),),
        "Difficulty",
    )
    yield Terms("bands", "Range bands", plain(tables.bands.values(), "band"))


def _attacks() -> Iterator[ChapterPart]:
    defenses, skills = book().defenses, book().skills
    attackers = tuple(
        term(
            row,
            "attack",
            defenses[row.defense].name,
            text=_or(defenses[row.instead], row.when) if row.instead else "",
            see=(f"skills-{row.skill}", f"defenses-{row.defense}"),
        )
        for row in guide().attacks.values()
    )
    against = (Column("Against", "Target"),)
    yield Table("attacks", "Attack and defense", attackers, against, "Attack with")
    rolled = tuple(
        term(
            row,
            "active",
            skills[row.skill].name,
            text=_or(skills[row.instead], row.when) if row.instead else "",
            see=(f"skills-{row.skill}",),
        )
        for row in guide().active.values()
    )
    roll = (Column("You roll", "Skill you roll"),)
    yield Table("active-defense", "Active defense", rolled, roll, "Attacked with")


def _or(alternative: Entry, when: str) -> str:
    return f"Or {alternative.name}, {when}."


def _harm() -> Iterator[ChapterPart]:
    tables = book()
    defenses = []
    for row in tables.defenses.values():
        skill = tables.skills[row.skill].name
        sum_ = f"{row.base} + {skill}" if row.base else skill
        armor = {"soak": " + armor", "dodge": " − armor"}.get(row.armor, "")
        defenses.append(term(row, "defenses", sum_ + armor, see=(f"skills-{row.skill}",)))
    yield Table("defenses", "Defenses", tuple(defenses), (Column("Is", "Formula"),), "Defense")
    stamina = tables.skills[tables.harm.skill].name
    yield Table(
        "levels",
        "Damage",
        tuple(term(row, "harm", reach(row.times, stamina)) for row in tables.harm.levels),
        (Column("Damage", "Damage after Soak"),),
        "You are",
    )


def _growth() -> Iterator[ChapterPart]:
    costs = book().advancement
    rows = (
        ("skill", "+1D in a skill", f"{costs.skill} × the new dice", "raise-skill"),
        (
            "attribute",
            "+1D in an attribute",
            f"{costs.attribute} × the new dice",
            "raise-attribute",
        ),
        ("gear", "+1D or +1 for gear", f"{costs.gear} × the new number", "upgrade-terms"),
        ("unlock_force", "The Force at 1D", f"{costs.unlock_force}", "unlock-force"),
    )
    prices = tuple(
        figure_term("price", id, name, price, source=costs.sources[id], see=(see,))
        for id, name, price, see in rows
    )
    points = (Column("Points", "Character Points"),)
    yield Table("prices", "Prices", prices, points, "You get")
    yield _sums()


def _sums() -> Table:
    """The numbers of a new character."""
    tables, creation = book(), book().creation
    species = {row.focus is None: sum(row.attributes.values()) for row in tables.species.values()}
    jobs = {row.kind: sum(row.bonuses.values()) for row in tables.professions.values()}
    human = (creation.rulings["human"],)
    rows = (
        ("species", "A species", f"{species[False]}D and a focus", "species", ()),
        ("human", "Humans", f"{species[True]}D", "species", human),
        ("profession", "A profession", f"{jobs['ordinary']}D", "profession", ()),
        ("jedi", "A Jedi’s profession", f"{jobs['force']}D", "profession", ()),
        ("picks", "Skills you pick", f"{creation.picks} × {creation.pick_dice}D", "skills", ()),
        ("credits", "Credits", f"{creation.credits}", "credits", ()),
        ("points", "Character Points", f"{creation.character_points}", "character_points", ()),
    )
    terms = tuple(
        figure_term("sum", id, name, worth, source=creation.sources[source], rulings=rulings)
        for id, name, worth, source, rulings in rows
    )
    return Table("sums", "Starting values", terms, (Column("Worth"),), "You start with")
