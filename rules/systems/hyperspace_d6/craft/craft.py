"""A craft, of the book or of one's own, with its upgrades, sections and Character Points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from rules.document import Document
from rules.figures import Figure, bonus, dice, total
from rules.house import accepted_places
from rules.kit.craft.craft import WHERE, CraftWeapon, Origin, TypedCraft, free_id
from rules.kit.craft.declared import MEMBERS, DeclaredCraft
from rules.kit.craft.tables import DICE
from rules.kit.play.marks import bad_mark, below_zero, not_switches
from rules.phrases import counted
from rules.play import TurnState
from rules.problems import SURPLUS, UNKNOWN, AcceptsDeviations, Problem
from rules.systems.hyperspace_d6.character.figures import upgraded
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.rulebook.book import FOLDER, book, guide

SECTIONS = ("fore", "aft", "port", "starboard")
SWITCHES = ("rattled", "disabled", "destroyed")
DESTROYED = "Destroyed: nobody can act with it."
DISABLED = "Disabled: it can't move or act until it's repaired."
NOBODY = "The whole squadron is gone."


def out(craft: Craft, _turn: TurnState | None = None) -> str:
    """Why nobody can act with the craft, "" if they can."""
    if craft.marks.destroyed:
        return DESTROYED
    if craft.members == 0:
        return NOBODY
    return DISABLED if craft.is_disabled else ""


def if_destroyed(reason: str = DESTROYED) -> Callable[[Craft, TurnState], str]:
    """The reason why something cannot be done with a destroyed craft, "" while it is not."""
    return lambda craft, _turn: reason if craft.marks.destroyed else ""


DECLARED = DeclaredCraft(
    "hyperspace-d6",
    FOLDER,
    House,
    out=out,
    changed=lambda craft, id: upgraded(
        craft.raised.get(id, 0), dice if craft.tables.numbers[id].unit == DICE else bonus
    ),
    most=lambda craft: {"damaged": craft.most_damaged},
    listed=("id",),
    sides=SECTIONS,
)
# The numbers of a craft that an upgrade or a form names, and their names on the sheet.
DICE_NUMBERS = {id: row.name for id, row in DECLARED.tables.numbers.items() if row.unit == DICE}
DEFENSES = {id: row.name for id, row in DECLARED.tables.numbers.items() if row.unit != DICE}


def of_the_book(id: str) -> Any:
    """A craft of the book as if every number of it had been entered: `of_the_book("x-wing")`."""
    row = guide().craft[id]
    guns = (DECLARED.gun(gun.name, gun.damage, "ion" if gun.ion else "gun") for gun in row.weapons)
    numbers = {id: getattr(row, id) for id in DECLARED.tables.numbers if id != "fire_control"}
    return DECLARED.craft_type(
        id=id,
        name=row.name,
        scale=guide().craft_kinds[row.kind].scale,
        fire_control=row.firepower,
        crew=row.crew,
        weapons=tuple(guns),
        **numbers,
    )


class Craft(AcceptsDeviations, TypedCraft):
    """A craft: `raised` counts what upgrades added to its numbers, and to its weapons by id;
    `installed` are weapons added, `components` the names of others; `points` are the Character
    Points by purpose. `model` is the kind of the book's list, "" for one of one's own.
    """

    def __init__(self, document: Document) -> None:
        self.raised: dict[str, int] = {}
        self.installed: list[CraftWeapon] = []
        self.components: list[str] = []
        self.points: dict[str, int] = {}
        self.accepted = accepted_places(document)
        self.at = -1
        super().__init__(document, DECLARED)

    def looked_up(self, craft: Any) -> Any:
        """The craft with every number, those of the book where it names one by `id`."""
        name, self.model = craft.name, ""
        self.origin = Origin(name, "your GM", "your GM")
        if not craft.id:
            return craft
        row, scale = guide().craft.get(craft.id), self.tables.usual_kind
        if row is None:
            known = ", ".join(guide().craft)
            message = f"No craft is called {craft.id[:60]!r}. Name one of {known}."
            self.wrong.wrong("unknown-craft", f"{WHERE}.id", message, never=UNKNOWN)
            return DECLARED.craft_type(id=craft.id, name=name, scale=scale, hull=1)
        for member in craft.__struct_fields__:
            if member not in ("id", "name") and getattr(craft, member) != getattr(EMPTY, member):
                called = member.replace("_", " ")
                text = f"{row.name} has its {called} from the book. Remove it, or leave out the id."
                self.wrong.wrong("takes-no-choice", f"{WHERE}.{member}", text, never=SURPLUS)
        self.model = guide().craft_kinds[row.kind].name
        self.origin = Origin(name or row.name, row.source, row.source, row.ruling)
        return replace(of_the_book(craft.id), name=name.strip() or row.name)

    def read_damage(self, gun: Any, where: str) -> tuple[int, int] | None:
        """The dice of a weapon's damage; None for too many, or fewer than none."""
        most = self.tables.most_damage
        if 0 <= gun.damage <= most:
            return gun.damage, 0
        message = f"Damage is 0D to {most}D, not {gun.damage}D."
        self.wrong.wrong("bad-amount", where, message)
        return None

    @property
    def character_points(self) -> int:
        """The points that are left to improve it."""
        return sum(self.points.values())

    @property
    def weapons(self) -> tuple[CraftWeapon, ...]:
        """Every weapon aboard."""
        return (*self.built_weapons, *self.installed)

    def install(self, name: str, damage: int, source: str) -> None:
        """Add a weapon with so many dice."""
        id = free_id(name, (weapon.id for weapon in self.weapons))
        weapon = CraftWeapon(id, name.strip(), damage, 0, next(iter(self.tables.forms)), DICE)
        self.installed.append(replace(weapon, source=source))

    @property
    def values(self) -> dict[str, Any]:
        """The numbers, the kind and the tables that actions name in braces."""
        return {**super().values, "topics": guide().topics, "skills": book().skills}

    def value(self, id: str) -> int:
        """One of its numbers, with its upgrades."""
        return self.typed[id][0] + self.raised.get(id, 0)

    def has(self, id: str) -> bool:
        """True if there is any of a number, with its upgrades."""
        return self.value(id) > 0

    def damage(self, weapon: CraftWeapon) -> Figure:
        """A weapon's dice, with its upgrades."""
        built = dice(weapon.name, weapon.dice, source=weapon.source)
        terms = (built, *upgraded(self.raised.get(f"weapons.{weapon.id}", 0)))
        return total("Damage", *terms, unit="D", source=weapon.source)

    def even(self) -> dict[str, int]:
        """The Shields spread evenly; what is left over goes to fore, aft and port in this order."""
        each, over = divmod(self.value("shields"), len(SECTIONS))
        return {id: each + (place < over) for place, id in enumerate(SECTIONS)}

    def sections(self) -> dict[str, int]:
        """The Shields as they stand: an even share where nothing is marked."""
        return {**self.even(), **_marked_shields(self.marks)}

    def counted_marks(self, marks: Any) -> dict[str, int | None]:
        """The marks within their bounds; Shields that would be more than there are stand evenly."""
        stand = {} if self._too_many(marks) else _marked_shields(marks)
        members = None if marks.members is None else max(0, marks.members)
        return {**super().counted_marks(marks), **stand, MEMBERS: members}

    def _too_many(self, marks: object) -> bool:
        shields = {**self.even(), **_marked_shields(marks)}
        return sum(shields.values()) > self.value("shields")

    @property
    def most_damaged(self) -> int:
        """The most damaged systems: one more than it can have and still move."""
        return self.value("hull") + 1

    @property
    def is_disabled(self) -> bool:
        """True if it can neither move nor act: disabled, or with more damaged systems than Hull."""
        marks = self.marks
        return bool(marks.disabled) or marks.damaged > self.value("hull")

    def mark_problems(self, marks: Any) -> Iterator[Problem]:
        """Marks that cannot be."""
        messages = dict.fromkeys(_marked_shields(marks), "Shields can't be negative.")
        if marks.members is not None:
            messages[MEMBERS] = "A squadron has no fewer than 0 left."
        yield from not_switches(marks, SWITCHES)
        yield from below_zero(marks, messages)
        if not 0 <= marks.damaged <= self.most_damaged:
            yield bad_mark("damaged", f"Damaged systems are 0 to {self.most_damaged}.")
        if self._too_many(marks):
            most = counted(self.value("shields"), "Shield")
            message = f"The four sections together have at most {most}."
            yield bad_mark(next(iter(messages)), message)


def _marked_shields(marks: object) -> dict[str, int]:
    """The Shields of each section that is marked, not less than none."""
    values = ((id, getattr(marks, id)) for id in SECTIONS)
    return {id: max(0, value) for id, value in values if value is not None}


EMPTY = DECLARED.craft_type()
