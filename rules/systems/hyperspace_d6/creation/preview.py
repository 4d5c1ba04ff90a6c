"""Previews: the effects of a choice on the numbers of the sheet."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from rules.figures import Figure
from rules.forms.fields import Change
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Weapon

TRAITS = (*ATTRIBUTES, FORCE)
IN_USE = " in use"
SUMS = ("Force Points", "Dice of a Character Point", "Credits")


class Line(msgspec.Struct, frozen=True, gc=False):
    """A number of the sheet, the traits whose dice it rests on, and its change for each die."""

    label: str
    figure: Figure
    traits: tuple[str, ...]
    factor: int = 1

    def moved(self, gained: Mapping[str, int]) -> int:
        """The change with more dice in these traits, or fewer."""
        dice = 0
        for trait in self.traits:
            if trait in gained:
                dice += gained[trait]
        return self.factor * dice


class Baseline:
    """The present numbers of a sheet, to compare options with. Plain numbers instead of figures,
    since a step shows twenty options and more. A skill counts if it has dice of its own, before or
    after, or if a weapon uses it; any other has its attribute's dice.
    """

    def __init__(self, character: Character) -> None:
        self.rows, self.dice = character.chosen.skills, _dice(character)
        opponent = character.opponent
        printed = opponent.defenses if opponent else ()
        self.defenses = tuple(
            Line(
                row.name,
                figures.defense(character, id),
                () if id in printed else self._traits(row.skill),
            )
            for id, row in book().defenses.items()
        )
        weapons = character.carried_of(Weapon)
        wielded = (character.tables.skill_id(weapon.skill) for _, weapon in weapons)
        self.pools = {id: self._sum(id) for id in dict.fromkeys((*self.dice, *wielded))}
        damages = (
            Line(f"{holding.item.name} damage", figures.damage(character, holding, weapon), (adds,))
            for holding, weapon in weapons
            if (adds := weapon.adds)
        )
        self.others = (*self._harm(character), *damages)

    def _harm(self, character: Character) -> Iterator[Line]:
        """Actions, wounds, and the lowest damage of each level of harm."""
        harm = book().harm
        yield Line("Actions", figures.actions(character), (harm.actions_attribute,))
        strength = () if character.drops_at_once else (harm.wounds_attribute,)
        yield Line("Wounds", figures.wounds(character), strength)
        for row in harm.levels:
            if row.times:
                lowest = figures.threshold(character, row.id)
                yield Line(f"{row.name} from", lowest, self._traits(harm.skill), row.times)

    def _traits(self, skill: str) -> tuple[str, str]:
        return self.rows[skill].attribute, skill

    def _sum(self, id: str) -> Line:
        """A trait, the pool of a skill, one while something is used, or another number."""
        row = self.rows.get(id.removesuffix(IN_USE))
        traits: tuple[str, ...] = (id,)
        if row:
            traits = tuple(dict.fromkeys((row.attribute, row.id, id)))
        label = row.name + id.removeprefix(row.id) if row else id
        value = sum([self.dice[trait] for trait in traits if trait in self.dice])
        return Line(label, Figure(label, value, "" if id in SUMS else "D"), traits)

    def with_skills(self, added: Mapping[str, int]) -> tuple[Change, ...]:
        """The changes with more dice in skills, or fewer, besides these skills."""
        return _changed((*self.defenses, *self.others), added)

    def skills_moved(self, added: Mapping[str, int]) -> tuple[Change, ...]:
        """The changes with more dice in these skills, or fewer: the skills themselves first."""
        return (*_changed(map(self._sum, added), added), *self.with_skills(added))

    def attribute_raised(self, id: str) -> tuple[Change, ...]:
        """The changes with one more die in an attribute: trained skills, and what rests on it."""
        raised = replace(self.pools[id], label=book().attributes[id].name)
        trained = (self.pools[skill] for skill in self.rows if skill in self.dice)
        return _changed((raised, *trained, *self.defenses, *self.others), {id: 1})

    def changes(self, gained: Mapping[str, int]) -> tuple[Change, ...]:
        """Each number that a choice moves: attributes, defenses, skills, and the rest."""
        pools = {**self.pools, **{id: self._sum(id) for id in gained if id not in self.pools}}
        lines = (
            *(pools[id] for id in TRAITS),
            *self.defenses,
            *(line for id, line in pools.items() if id in self.rows),
            *(line for id, line in pools.items() if id.endswith(IN_USE)),
            *self.others,
            *(pools[id] for id in SUMS),
        )
        return _changed(lines, gained)

    def defenses_with(self, gained: Mapping[str, int]) -> dict[str, int]:
        """The value of each defense after a choice."""
        lines = zip(book().defenses, self.defenses, strict=True)
        return {id: line.figure.value + line.moved(gained) for id, line in lines}

    def gained(self, after: Character) -> dict[str, int]:
        """The dice that a choice adds to these numbers, or takes from them, by their ids."""
        dice = _dice(after)
        gained = {id: dice.get(id, 0) - self.dice.get(id, 0) for id in {**self.dice, **dice}}
        return {id: count for id, count in gained.items() if count}


def _changed(lines: Iterable[Line], gained: Mapping[str, int]) -> tuple[Change, ...]:
    """Those of the numbers that these dice move."""
    changes = []
    for line in lines:
        if moved := line.moved(gained):
            then = f"{line.figure.value + moved:,}{line.figure.unit}"
            changes.append(Change(line.label, line.figure.code, then, moved > 0))
    return tuple(changes)


def _dice(character: Character) -> dict[str, int]:
    """The numbers that a choice may change: dice of attributes and skills, points, credits."""
    chosen, skills = character.chosen, character.chosen.skills
    printed = character.opponent.skills if character.opponent else ()
    picked = (*chosen.picks, chosen.species.focus, chosen.edge_skill)
    trained = (*picked, *character.raised, *printed)
    numbers = {id: character.attribute_dice(id) for id in TRAITS}
    numbers |= {id: own for id in trained if id in skills and (own := character.skill_dice(id))}
    if chosen.edge and chosen.edge_skill and chosen.edge.conditional_dice:
        numbers[chosen.edge_skill + IN_USE] = chosen.edge.conditional_dice
    sums = (character.most_force_points, character.point_dice, character.credits)
    return numbers | dict(zip(SUMS, sums, strict=True))
