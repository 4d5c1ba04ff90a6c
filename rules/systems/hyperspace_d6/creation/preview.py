"""Previews: the effects of a choice on the numbers of the sheet."""

from collections.abc import Iterator, Mapping

import msgspec

from rules.figures import Figure
from rules.forms.fields import Change
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Weapon

TRAITS = (*ATTRIBUTES, FORCE)


def changes(before: dict[str, Figure], after: dict[str, Figure]) -> tuple[Change, ...]:
    """Each figure that changes."""
    return tuple(
        change(name, figure, after[name])
        for name, figure in before.items()
        if name in after and after[name].value != figure.value
    )


def change(label: str, before: Figure, after: Figure) -> Change:
    """The old and the new value of one figure."""
    return Change(label, before.code, after.code, after.value > before.value)


class Derived(msgspec.Struct, frozen=True, gc=False):
    """A number that depends on one attribute, and on a skill if it is based on one: its change per
    die.
    """

    label: str
    unit: str
    value: int
    attribute: str
    skill: str = ""
    factor: int = 1

    def changed(self, dice: int) -> Change:
        """The number with more dice, or fewer."""
        then, unit = self.value + dice * self.factor, self.unit
        return Change(self.label, f"{self.value}{unit}", f"{then}{unit}", dice > 0)


class Baseline:
    """The present numbers of a sheet, to compare options with. Plain numbers instead of figures,
    since a step shows twenty options and more.

    A skill counts if it has dice of its own, before or after, or if a weapon uses it; any other has
    its attribute's dice.
    """

    def __init__(self, character: Character) -> None:
        self.rows = character.chosen.skills
        self.dice = {id: character.attribute_dice(id) for id in TRAITS}
        self.own, self.in_use = _own_dice(character), _dice_in_use(character)
        weapons = _weapons(character)
        used = (character.tables.skill_id(weapon.skill) for _, weapon, _ in weapons)
        self.skills = (*self.own, *used)
        self.defenses = tuple(_defenses(character))
        self.others = (*_harm(character), *_damages(weapons))
        self.sums = _sums(character)

    def with_skills(self, added: Mapping[str, int]) -> tuple[Change, ...]:
        """The changes with more dice in skills, or fewer, besides these skills."""
        lines = (*self.defenses, *self.others)
        return tuple(line.changed(added[line.skill]) for line in lines if line.skill in added)

    def skills_moved(self, added: Mapping[str, int]) -> tuple[Change, ...]:
        """The changes with more dice in these skills, or fewer: the skills themselves first."""
        pools = []
        for id, dice in added.items():
            now = self.dice[self.rows[id].attribute] + self.own.get(id, 0)
            pools.append(_of_dice(self.rows[id].name, now, now + dice))
        return (*pools, *self.with_skills(added))


class Alternative:
    """The numbers of the sheet `after` a choice, beside those of the baseline."""

    def __init__(self, now: Baseline, after: Character) -> None:
        self.now = now
        self.dice = {id: after.attribute_dice(id) for id in TRAITS}
        self.own, self.in_use = _own_dice(after), _dice_in_use(after)
        self.sums = _sums(after)

    def changes(self) -> tuple[Change, ...]:
        """Each number that changes: attributes, defenses, skills, and the rest."""
        now = self.now
        gained = {id: dice - now.dice[id] for id, dice in self.dice.items()}
        learned = {
            id: self.own.get(id, 0) - now.own.get(id, 0)
            for id in dict.fromkeys((*now.skills, *self.own))
        }
        changes = [_of_dice(id, now.dice[id], self.dice[id]) for id in TRAITS if gained[id]]
        changes += _lines(now.defenses, gained, learned)
        for id, gained_dice in learned.items():
            changes += self._skill(id, gained, gained_dice)
        for id in dict.fromkeys((*now.in_use, *self.in_use)):
            changes += self._skill(id, gained, learned.get(id, 0), in_use=True)
        changes += _lines(now.others, gained, learned)
        for label, then in self.sums.items():
            if then != (was := now.sums[label]):
                changes.append(Change(label, f"{was:,}", f"{then:,}", then > was))
        return tuple(changes)

    def defenses(self) -> dict[str, int]:
        """The value that each defense would have."""
        now, figures = self.now, {}
        for id, line in zip(book().defenses, now.defenses, strict=True):
            difference = self.dice[line.attribute] - now.dice[line.attribute]
            difference += self.own.get(line.skill, 0) - now.own.get(line.skill, 0)
            figures[id] = line.value + difference
        return figures

    def _skill(
        self, id: str, gained: Mapping[str, int], added: int, *, in_use: bool = False
    ) -> Iterator[Change]:
        """The pool of a skill, or of one while something is used, where it would move."""
        row, now = self.now.rows[id], self.now
        added += gained[row.attribute]
        was, name = now.dice[row.attribute] + now.own.get(id, 0), row.name
        if in_use:
            added += self.in_use.get(id, 0) - now.in_use.get(id, 0)
            was, name = was + now.in_use.get(id, 0), f"{name} in use"
        if added:
            yield _of_dice(name, was, was + added)


def _lines(
    lines: tuple[Derived, ...], gained: Mapping[str, int], learned: Mapping[str, int]
) -> Iterator[Change]:
    """Those of them that dice of attributes and of skills would move."""
    for line in lines:
        if dice := gained[line.attribute] + (learned.get(line.skill, 0) if line.skill else 0):
            yield line.changed(dice)


def _of_dice(label: str, now: int, then: int) -> Change:
    return Change(label, f"{now}D", f"{then}D", then > now)


def _own_dice(character: Character) -> dict[str, int]:
    """The dice of trained skills above their attributes."""
    chosen = character.chosen
    ids = dict.fromkeys((*chosen.picks, chosen.species.focus, chosen.edge_skill, *character.raised))
    skills = chosen.skills
    return {id: own for id in ids if id in skills and (own := character.skill_dice(id))}


def _dice_in_use(character: Character) -> dict[str, int]:
    """The dice of a skill only while an item is used: an heirloom."""
    chosen = character.chosen
    extra = chosen.edge.conditional_dice if chosen.edge and chosen.edge_skill else 0
    return {chosen.edge_skill: extra} if extra else {}


def _weapons(character: Character) -> list[tuple[str, Weapon, int]]:
    """The carried weapons: name, row, and damage dice."""
    return [
        (holding.item.name, row, figures.damage(character, holding, row).value)
        for holding in character.carried
        if isinstance(row := holding.item.row, Weapon)
    ]


def _defenses(character: Character) -> Iterator[Derived]:
    skills = character.chosen.skills
    for id, row in book().defenses.items():
        value = figures.defense(character, id).value
        yield Derived(row.name, "", value, skills[row.skill].attribute, row.skill)


def _harm(character: Character) -> Iterator[Derived]:
    """Actions, wounds, and the lowest damage of each level of harm."""
    harm = book().harm
    yield Derived("Actions", "", figures.actions(character).value, harm.actions_attribute)
    yield Derived("Wounds", "", figures.wounds(character).value, harm.wounds_attribute)
    attribute = character.chosen.skills[harm.skill].attribute
    for row in harm.levels:
        if row.times:
            value = figures.threshold(character, row.id).value
            yield Derived(f"{row.name} from", "", value, attribute, harm.skill, row.times)


def _damages(weapons: list[tuple[str, Weapon, int]]) -> Iterator[Derived]:
    """The damage of weapons that an attribute is added to."""
    for name, weapon, damage in weapons:
        if weapon.adds:
            yield Derived(f"{name} damage", "D", damage, weapon.adds)


def _sums(character: Character) -> dict[str, int]:
    """The other numbers: Force Points, a Character Point's dice, credits."""
    least = book().creation.least_force_points
    return {
        "Force Points": max(least, character.session_force),
        "Dice of a Character Point": character.point_dice,
        "Credits": character.credits,
    }
