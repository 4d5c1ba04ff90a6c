"""A craft during the replay: its build, what was added since, and its Character Points."""

from __future__ import annotations

from typing import Any

from rules.document import Document
from rules.figures import Figure, bonus, dice, number, total
from rules.kit.character import GameCharacter
from rules.kit.play.marks import bad_mark, below_zero, not_switches
from rules.problems import Problem
from rules.systems.hyperspace_d6.character.holdings import Holding
from rules.systems.hyperspace_d6.craft.lookup import (
    DEFENSES,
    DICE,
    ValidatedCraft,
    Weapon,
    validate,
)
from rules.systems.hyperspace_d6.document.craft import CraftBuild, CraftMarks
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.rulebook.book import book

SECTIONS = ("fore", "aft", "port", "starboard")
SWITCHES = ("rattled", "disabled", "destroyed")


class CraftState(GameCharacter[Holding]):
    """A craft: `raised` counts what upgrades added to its numbers, and to its weapons by id;
    `installed` are weapons added, `components` the names of others; `points` are the Character
    Points by purpose.
    """

    holding_type, house_type, marks_type = Holding, House, CraftMarks
    chosen: ValidatedCraft
    house: House
    marked: CraftMarks

    def __init__(self, document: Document[CraftBuild]) -> None:
        self.raised: dict[str, int] = {}
        self.installed: list[Weapon] = []
        self.components: list[str] = []
        self.points: dict[str, int] = {}
        super().__init__(document)

    def validated(self, build: CraftBuild) -> ValidatedCraft:
        """The craft looked up."""
        return validate(build, self.accepted)

    @property
    def character_points(self) -> int:
        """The points that are left to improve it."""
        return sum(self.points.values())

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """Every weapon aboard."""
        return (*self.chosen.weapons, *self.installed)

    def weapon(self, id: str) -> Weapon | None:
        """The weapon with that id."""
        return next((weapon for weapon in self.weapons if weapon.id == id), None)

    def value(self, name: str) -> int:
        """One of its numbers, with its upgrades."""
        return self.chosen.numbers[name] + self.raised.get(name, 0)

    def figure(self, name: str) -> Figure:
        """The same with how it comes about."""
        label = {**DICE, **DEFENSES, "crew": "Crew"}[name]
        built, more = self.chosen.numbers[name], self.raised.get(name, 0)
        source, upgraded = self.chosen.source, book().advancement.sources["gear"]
        if name in DICE:
            terms = [dice(self.chosen.name, built, source=source)]
            terms += [dice("upgraded", more, source=upgraded)] if more else []
            return total(label, *terms, unit="D", source=source, ruling=self.chosen.ruling)
        terms = [number(self.chosen.name, built, source=source)]
        terms += [bonus("upgraded", more, source=upgraded)] if more else []
        return total(label, *terms, source=source, ruling=self.chosen.ruling)

    def damage(self, weapon: Weapon) -> Figure:
        """A weapon's dice, with its upgrades."""
        terms = [dice(weapon.name, weapon.damage, source=weapon.source)]
        if more := self.raised.get(f"weapons.{weapon.id}"):
            upgraded = book().advancement.sources["gear"]
            terms.append(dice("upgraded", more, source=upgraded))
        return total("Damage", *terms, unit="D", source=weapon.source)

    def even(self) -> dict[str, int]:
        """The Shields spread evenly; what is left over goes to fore, aft and port in this order."""
        each, over = divmod(self.value("shields"), len(SECTIONS))
        return {id: each + (place < over) for place, id in enumerate(SECTIONS)}

    def sections(self) -> dict[str, int]:
        """The Shields as they stand: an even share where nothing is marked."""
        return {
            id: getattr(self.marks, id) for id in SECTIONS if getattr(self.marks, id) is not None
        } | {id: value for id, value in self.even().items() if getattr(self.marks, id) is None}

    def counted_marks(self) -> CraftMarks:
        """The marks within their bounds; Shields that would be more than there are stand evenly."""
        marks = self.marked
        stand: dict[str, Any] = {
            id: None if (value := getattr(marks, id)) is None else max(0, value) for id in SECTIONS
        }
        if self._too_many(stand):
            stand = dict.fromkeys(SECTIONS)
        switches = {name: int(getattr(marks, name) > 0) for name in SWITCHES}
        damaged = max(0, min(marks.damaged, self.most_damaged))
        members = None if marks.members is None else max(0, marks.members)
        return CraftMarks(damaged=damaged, members=members, **switches, **stand)

    def _too_many(self, stand: dict[str, Any]) -> bool:
        even = self.even()
        shields = sum(even[id] if value is None else value for id, value in stand.items())
        is_marked = any(value is not None for value in stand.values())
        return is_marked and shields > self.value("shields")

    @property
    def members(self) -> int | None:
        """The craft left of a squadron, None for a single one."""
        left: int | None = self.marks.members
        return left

    @property
    def most_damaged(self) -> int:
        """The most damaged systems: one more than it can have and still move."""
        return self.value("hull") + 1

    @property
    def is_disabled(self) -> bool:
        """Whether it can neither move nor act: disabled, or with more damaged systems than Hull."""
        return bool(self.marks.disabled) or self.marks.damaged > self.value("hull")

    def mark_faults(self) -> list[Problem]:
        """Marks that cannot be."""
        marks = self.marked
        stand = {id: getattr(marks, id) for id in SECTIONS}
        said = {
            id: "Shields can't be negative." for id, value in stand.items() if value is not None
        }
        if marks.members is not None:
            said["members"] = "A squadron has no fewer than 0 left."
        problems = [*not_switches(marks, SWITCHES), *below_zero(marks, said)]
        if not 0 <= marks.damaged <= self.most_damaged:
            problems.append(bad_mark("damaged", f"Damaged systems are 0 to {self.most_damaged}."))
        if self._too_many({id: value and max(0, value) for id, value in stand.items()}):
            most = self.value("shields")
            first = next(iter(said))
            message = f"The four sections together have at most {most} Shields."
            problems.append(bad_mark(first, message))
        return problems
