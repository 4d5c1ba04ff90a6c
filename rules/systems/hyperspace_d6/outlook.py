"""What a choice would do to the numbers that matter, before it is made."""

from __future__ import annotations

from rules.figures import Figure
from rules.options import Change
from rules.systems.hyperspace_d6 import derived, purse
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, book
from rules.systems.hyperspace_d6.character import Character


def outlook(character: Character) -> dict[str, Figure]:
    """The figures to compare: defenses, the skills chosen so far, the Force, credits."""
    found = {row.name: derived.defense(character, id) for id, row in book().defenses.items()}
    chosen = character.chosen
    for id in dict.fromkeys((*chosen.picks, chosen.edge_skill)):
        if id:
            found[chosen.skills[id].name] = derived.skill(character, id)
    found[book().attributes[FORCE].name] = derived.attribute(character, FORCE)
    found["Credits"] = purse.credits(character)
    return found


def changes(before: dict[str, Figure], after: dict[str, Figure]) -> tuple[Change, ...]:
    """Each figure that would not stay as it is."""
    return tuple(
        change(name, figure, after[name])
        for name, figure in before.items()
        if name in after and after[name].value != figure.value
    )


def change(label: str, before: Figure, after: Figure) -> Change:
    """One figure as it is and as it would be."""
    return Change(label, before.code, after.code, after.value > before.value)


class Standing:
    """Where the numbers stand that species and profession move, to hold alternatives against.

    Each is a base and the dice of an attribute and a skill, so it moves by as much as these do.
    """

    def __init__(self, character: Character) -> None:
        chosen = character.chosen
        self.lines: list[tuple[str, str, int, str, str]] = []
        for id, row in book().defenses.items():
            value = derived.defense(character, id).value
            self.lines.append((row.name, "", value, chosen.skills[row.skill].attribute, row.skill))
        for id in dict.fromkeys((*chosen.picks, chosen.edge_skill)):
            if id:
                row_of = chosen.skills[id]
                value = derived.skill(character, id).value
                self.lines.append((row_of.name, "D", value, row_of.attribute, id))
        force = character.attribute_dice(FORCE)
        self.lines.append((book().attributes[FORCE].name, "D", force, FORCE, ""))
        self.dice = {id: character.attribute_dice(id) for id in (*ATTRIBUTES, FORCE)}
        self.own = {id: character.skill_dice(id) for *_, id in self.lines if id}

    def values(self, other: Character, dice: dict[str, int]) -> list[int]:
        """What each line would be on another sheet, whose attributes have these dice."""
        return [
            value
            + dice[trait]
            - self.dice[trait]
            + (other.skill_dice(id) - self.own[id] if id else 0)
            for _, _, value, trait, id in self.lines
        ]

    def changes(self, values: list[int]) -> tuple[Change, ...]:
        """Each line that would not stay as it is."""
        return tuple(
            Change(name, f"{now}{unit}", f"{then}{unit}", then > now)
            for (name, unit, now, _, _), then in zip(self.lines, values, strict=True)
            if then != now
        )


def skill_change(character: Character, id: str, dice: int, *, itself: bool) -> tuple[Change, ...]:
    """What so many more dice in a skill would do: to the defense made from it, and to `itself`."""
    found = []
    if itself:
        pool = derived.skill(character, id)
        found.append(Change(pool.label, pool.code, f"{pool.value + dice}D", dice > 0))
    for defense, row in book().defenses.items():
        if row.skill == id:
            value = derived.defense(character, defense).value
            found.append(Change(row.name, str(value), str(value + dice), dice > 0))
    return tuple(found)
