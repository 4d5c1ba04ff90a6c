"""What is left to shop with, and what a friend at the table would say about what is carried."""

from __future__ import annotations

from rules.systems.hyperspace_d6.book import Armor, Weapon, book
from rules.systems.hyperspace_d6.character import Character


def state(character: Character) -> str:
    """What is left in the purse."""
    return f"{character.credits:,} of {character.starting_credits:,} credits left"


def advice(character: Character) -> tuple[str, ...]:
    """What a friend at the table would say; never a fault."""
    found = []
    carried = {
        held.stack.row.skill for held in character.carried if isinstance(held.stack.row, Weapon)
    }
    for kind in book().weapon_kinds.values():
        skill = next(weapon.skill for weapon in book().weapons.values() if weapon.kind == kind.id)
        if character.skill_dice(skill) and skill not in carried:
            named = character.chosen.skills[skill].name
            found.append(f"You are trained in {named} and carry nothing to use it with.")
    suits = [held.stack.name for held in character.carried if isinstance(held.stack.row, Armor)]
    if suits and not character.worn:
        found.append(f"You own {suits[0]} and do not wear it.")
    workshop = [weapon for weapon in book().weapons.values() if weapon.workshop]
    profession = book().professions.get(str(character.build.profession))
    armed = any(held.stack.row in workshop for held in character.carried)
    proposed = not character.house.saber_not_proposed
    if profession and profession.kind == "force" and proposed and not armed:
        found.append(f"You are a Jedi without a {workshop[0].name}: your GM can grant you one.")
    return tuple(found)
