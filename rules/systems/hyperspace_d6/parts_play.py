"""The parts of the reference that are short tables of play: target numbers, range bands, attacks,
defenses, harm, prices and sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.reference import Column, Part, Table, Term, Terms, anchored
from rules.systems.hyperspace_d6.book import Entry, book
from rules.systems.hyperspace_d6.guide import guide
from rules.systems.hyperspace_d6.parts import plain, reach, term


def parts() -> Iterator[Part]:
    """Each part once, in no order that matters."""
    return chain(_ladders(), _attacks(), _harm(), _growth())


def _ladders() -> Iterator[Part]:
    tables = guide()
    yield Table(
        "targets",
        "Target numbers",
        tuple(
            term(row, "target", f"{row.number}{'+' if row.and_more else ''}")
            for row in tables.targets.values()
        ),
        (Column("TN", "Target number"),),
        "How hard it is",
    )
    yield Terms("bands", "Range bands", plain(tables.bands.values(), "band"))


def _attacks() -> Iterator[Part]:
    defenses, skills = book().defenses, book().skills
    held = tuple(
        term(
            row,
            "attack",
            defenses[row.defense].name,
            text=_or(defenses[row.instead], row.when) if row.instead else "",
            see=(f"skills-{row.skill}", f"defenses-{row.defense}"),
        )
        for row in guide().attacks.values()
    )
    against = (Column("Against", "Defense it is held against"),)
    yield Table("attacks", "Attack and defense", held, against, "Attack with")
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


def _or(other: Entry, when: str) -> str:
    return f"Or {other.name}, {when}."


def _harm() -> Iterator[Part]:
    tables = book()
    defenses = []
    for row in tables.defenses.values():
        skill = tables.skills[row.skill].name
        sum_ = f"{row.base} + {skill}" if row.base else skill
        armor = {"soak": " + armor", "dodge": " − armor"}.get(row.armor, "")
        defenses.append(term(row, "defenses", sum_ + armor, see=(f"skills-{row.skill}",)))
    yield Table(
        "defenses", "Defenses", tuple(defenses), (Column("Is", "How it is worked out"),), "Defense"
    )
    stamina = tables.skills[tables.harm.skill].name
    yield Table(
        "levels",
        "What damage does",
        tuple(term(row, "harm", reach(row.times, stamina)) for row in tables.harm.levels),
        (Column("Damage", "Damage that gets through"),),
        "You are",
    )


def _growth() -> Iterator[Part]:
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
        Term(
            id=anchored("price", id),
            name=name,
            figures=(price,),
            source=costs.sources[id],
            see=(see,),
        )
        for id, name, price, see in rows
    )
    points = (Column("Points", "Character Points"),)
    yield Table("prices", "What it costs", prices, points, "You get")
    yield _sums()


def _sums() -> Table:
    """What a new character has in all."""
    tables, made = book(), book().creation
    species = {row.focus is None: sum(row.attributes.values()) for row in tables.species.values()}
    jobs = {row.kind: sum(row.bonuses.values()) for row in tables.professions.values()}
    human = (made.rulings["human"],)
    rows = (
        ("species", "A species", f"{species[False]}D and a focus", "species", ()),
        ("human", "Humans", f"{species[True]}D", "species", human),
        ("profession", "A profession", f"{jobs['ordinary']}D", "profession", ()),
        ("jedi", "A Jedi’s profession", f"{jobs['force']}D", "profession", ()),
        ("picks", "Skills you pick", f"{made.picks} × {made.pick_dice}D", "skills", ()),
        ("credits", "Credits", f"{made.credits}", "credits", ()),
        ("points", "Character Points", f"{made.character_points}", "character_points", ()),
    )
    terms = tuple(
        Term(
            id=anchored("sum", id),
            name=name,
            figures=(worth,),
            source=made.sources[source],
            rulings=rulings,
        )
        for id, name, worth, source, rulings in rows
    )
    return Table("sums", "What it comes to", terms, (Column("Worth"),), "You begin with")
