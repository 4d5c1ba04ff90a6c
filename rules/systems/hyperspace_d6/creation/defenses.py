"""The defenses step: their explanations, and the choices that would raise them."""

from collections.abc import Iterator

from rules.forms.fields import Breakdown, BreakdownEntry, Change, Field, Raise
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Armor, Defense


def fields(character: Character) -> tuple[Field, ...]:
    """A breakdown of the four defenses."""
    entries = tuple(
        BreakdownEntry(
            figures.defense(character, id),
            row.does,
            tuple(_raises(character, id, row)),
            term=f"defenses.{id}",
        )
        for id, row in book().defenses.items()
    )
    return (Breakdown("defenses", "Defenses", entries),)


def _raises(character: Character, id: str, row: Defense) -> list[Raise]:
    value = figures.defense(character, id).value
    raises = (
        *_by_skill(character, row),
        *_by_profession(character, row),
        *_by_armor(character, row),
    )
    return [
        Raise(label, step, Change(row.name, str(value), str(value + dice), better=True))
        for label, step, dice in raises
    ]


def _by_skill(character: Character, row: Defense) -> Iterator[tuple[str, str, int]]:
    """A pick or an edge for the defense's skill."""
    chosen, creation = character.chosen, book().creation
    name = chosen.skills[row.skill].name
    if row.skill not in chosen.picks:
        full = len(chosen.picks) == creation.picks
        instead = " in place of another" if full else ""
        yield f"Pick {name}{instead}", "skills", creation.pick_dice
    for edge in character.tables.edges.values():
        if edge.asks == "skill" and edge.dice and chosen.edge_skill != row.skill:
            yield f"Edge {edge.name}, for {name}", "edge-and-burden", edge.dice


def _by_profession(character: Character, row: Defense) -> Iterator[tuple[str, str, int]]:
    """A profession with more dice in the attribute of that skill."""
    trait = character.chosen.skills[row.skill].attribute
    professions = character.tables.professions.values()
    best = max(profession.bonuses.get(trait, 0) for profession in professions)
    added = best - character.chosen.profession.dice.get(trait, 0)
    if added > 0:
        yield f"A profession with more {book().attributes[trait].name}", "profession", added


def _by_armor(character: Character, row: Defense) -> Iterator[tuple[str, str, int]]:
    """Affordable armor that raises it; or taking off armor that lowers it."""
    holding = figures.worn(character)
    worn = holding.item.row if holding and isinstance(holding.item.row, Armor) else None
    if row.armor == "soak":
        for armor in character.tables.armor.values():
            added = armor.soak - (worn.soak if worn else 0)
            if added > 0 and armor.cost is not None and armor.cost <= character.credits:
                yield f"Wear {armor.name}", "gear", added
    elif row.armor == "dodge" and worn and worn.dodge:
        yield f"Take the {worn.name} off", "gear", -worn.dodge
