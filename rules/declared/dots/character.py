"""A character of a declared game of dots: the build as it was read, then each active entry of the
ledger; and its figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from rules.declared import expressions, lists
from rules.declared.dots.document import Build, House, Marks, Types, types
from rules.declared.dots.items import Holding, Item, TypedTraits
from rules.declared.dots.rulebook import Book
from rules.declared.expressions import ARMOR, ENTERED, Source, Term
from rules.declared.folder import Folder
from rules.declared.identity import Identity
from rules.declared.lists import Effects
from rules.document import Document
from rules.figures import COUNTED, DOTS, Figure, bonus, dots, number, pool, total
from rules.kit import typed
from rules.kit.character import GameCharacter
from rules.kit.typed import items as typed_items
from rules.phrases import counted
from rules.problems import Problem, ProblemList

LEDGER = "Your history"


@dataclass(frozen=True, kw_only=True, eq=False)
class DotRules:
    """The tables of a game; `terms` are its figures as they were read."""

    reader: Folder
    identity: Identity
    book: Book
    terms: Mapping[str, Term]

    @property
    def folder(self) -> Path:
        """The folder that the tables are in."""
        return self.reader.folder

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of every trait by its id."""
        return {id: row.name for id, row in self.book.traits.rows.items()}

    @cached_property
    def typed(self) -> TypedTraits:
        """The traits as players type them, and the items that use them."""
        return TypedTraits(self.names)

    @cached_property
    def protected(self) -> str:
        """The first figure that worn armor adds to, by its id; "" for none."""
        return next((id for id, term in self.terms.items() if ARMOR in expressions.names(term)), "")

    @cached_property
    def types(self) -> Types:
        """The types of its documents."""
        return types(self.identity.slug, self.book)


class ValidatedDots(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The valid part of a build."""

    attributes: dict[str, int]
    skills: dict[str, int]
    items: tuple[Item, ...]
    worn: str
    powers: tuple[str, ...]
    effects: Effects
    faults: tuple[Problem, ...]


class DotCharacter(GameCharacter[Holding]):
    """A character's state: dots, raises, items, and experience earned and spent. Each game has a
    type of its own, with its `rules`.
    """

    rules: ClassVar[DotRules]
    holding_type, house_type, marks_type = Holding, House, Marks

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.raised: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self.learned: dict[str, None] = {}

    def validated(self, build: Build) -> ValidatedDots:
        """The dots that can be."""
        return validate(self.rules, build, prefix=self.prefix)

    @property
    def experience(self) -> int:
        """The balance of experience."""
        return sum(self.points.values())

    def holding(self, name: str) -> Holding | None:
        """The item of that name, None if none of it is left."""
        return super().holding(typed.key(name))

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers by id: those chosen at creation, then those learned."""
        return tuple(dict.fromkeys((*self.chosen.powers, *self.learned)))

    def value(self, trait: str) -> int:
        """The dots of a trait."""
        return max(0, self.dots(trait).value)

    def counted_marks(self) -> Marks:
        """The marks within their bounds."""
        marks, point = self.marked, self.rules.book.point
        most = self.figure(point.figure).value if point else 0
        boxes = len(self.rules.book.health.levels)
        return Marks(
            hurt=max(0, min(marks.hurt, boxes)), spent=max(0, min(marks.spent, max(0, most)))
        )

    # --- figures

    def dots(self, trait: str) -> Figure:
        """The dots of a trait alone, with those bought and those of chosen rows."""
        row, chosen = self.rules.book.traits.rows[trait], self.chosen
        held = chosen.skills if trait in self.rules.book.traits.skills else chosen.attributes
        own = dots(row.name, int(held[trait]), source=ENTERED)
        more = [bonus(name, one.add) for name, one in chosen.effects.get(trait, ())]
        if bought := self.raised.get(trait, 0):
            more.append(bonus("bought", bought, source=LEDGER))
        return total(row.name, own, *more, unit=DOTS) if more else own

    def pool(self, trait: str) -> Figure:
        """The dice of a trait: an attribute, or a skill with its attribute."""
        skill = self.rules.book.traits.skills.get(trait)
        if skill is None:
            return self.dots(trait)
        return pool(skill.name, self.dots(skill.attribute), self.dots(trait), source=skill.source)

    def figure(self, id: str) -> Figure:
        """A figure of the tables."""
        term = self.rules.terms[id]
        return lists.changed(
            self.chosen.effects.get(id, ()),
            lambda more: expressions.figure(term, self, SOURCE, more),
        )

    def now(self, trait: str) -> Figure:
        """The dice of a trait less what the worst marked box takes; none for whoever is out."""
        own, levels = self.pool(trait), tuple(self.rules.book.health.levels.values())
        hurt = self.marks.hurt
        if not hurt:
            return own
        level = levels[hurt - 1]
        less = -own.value if hurt == len(levels) else level.dice
        if not less:
            return own
        return total(own.label, own, bonus(level.name, less, source=level.source), unit=own.unit)

    def damage(self, item: Item) -> Figure | None:
        """The damage of a weapon: dice to roll, or boxes; None for none."""
        harm, rules = item.damage, self.rules
        if harm is None:
            return None
        terms = [self.dots(harm.trait)] if harm.trait else []
        if harm.number or not terms:
            terms.append(bonus(item.name, harm.number, source=ENTERED))
        unit = COUNTED if rules.book.fight.damage == "dice" else ""
        return total(f"{item.name} damage", *terms, unit=unit, source=rules.identity.name)

    @property
    def is_out(self) -> bool:
        """True if every box is marked."""
        return bool(self.marks.hurt == len(self.rules.book.health.levels))

    @property
    def points_left(self) -> Figure:
        """The points that are not spent."""
        point = self.rules.book.point
        if point is None:
            return number("none", 0)
        whole, spent = self.figure(point.figure), self.marks.spent
        return total(point.name, whole, bonus("spent", -spent)) if spent else whole


def _armor(character: DotCharacter) -> Figure | None:
    """The bonus of the worn armor, None for none."""
    armor = character.worn_armor
    return bonus(armor.name, armor.adds, source=ENTERED) if armor else None


SOURCE = Source(
    lambda character, id: id in character.rules.names,
    lambda character, id: character.dots(id),
    lambda character, id: character.figure(id),
    _armor,
    lambda character, id: character.value(id) > 0,
)


def validate(rules: DotRules, build: Build, *, prefix: str = "") -> ValidatedDots:
    """Read every choice of a build; the places of its problems begin with `prefix`."""
    faults, traits = ProblemList(prefix), rules.book.traits
    attributes = _dots(build.attributes, traits.attributes, 1, traits.most, "attributes", faults)
    skills = _dots(build.skills, traits.skills, 0, traits.skill_most, "skills", faults)
    _sum("attributes", traits.attribute_dots, sum(attributes.values()) - len(attributes), faults)
    _sum("skills", traits.skill_dots, sum(skills.values()), faults)
    read = rules.typed.item
    items = typed_items.carried(build, lambda row, where: read(row, where, faults), faults)
    worn = typed_items.worn(build.worn, items, faults)
    return ValidatedDots(
        attributes=attributes,
        skills=skills,
        items=items,
        worn=worn,
        powers=_powers(rules, build, faults),
        effects=lists.effects(rules.book.lists, build, faults),
        faults=tuple(faults.found),
    )


def _powers(rules: DotRules, build: Any, faults: ProblemList) -> tuple[str, ...]:
    """The powers that can be; a problem for one that is unknown, and for too many or too few."""
    powers, where = rules.book.powers, "build.powers"
    if powers is None:
        return ()
    found = dict.fromkeys(id for id in build.powers if id in powers.powers)
    for id in build.powers:
        if id not in found:
            faults.wrong("unknown-power", where, f"{id!r} isn't one of {', '.join(powers.powers)}.")
    left = powers.picks - len(found)
    if left > 0:
        faults.open("powers", where, f"{counted(left, powers.one.lower())} left to choose.")
    elif left:
        over = counted(-left, powers.one.lower())
        faults.deviation("powers", where, f"{over} too many: a new character has {powers.picks}.")
    return tuple(found)


def _dots(
    held: Mapping[str, int],
    rows: Mapping[str, Any],
    least: int,
    most: int,
    member: str,
    faults: ProblemList,
) -> dict[str, int]:
    """The dots of these traits within their bounds."""
    for id in held:
        if id not in rows:
            message = f"{id!r} isn't one of {', '.join(rows)}."
            faults.wrong("unknown-trait", f"build.{member}.{id}", message)
    found = {}
    for id, row in rows.items():
        value = held.get(id, least)
        if not least <= value <= most:
            where = f"build.{member}.{id}"
            faults.deviation("out-of-bounds", where, f"{row.name} is {least} to {most}.")
        found[id] = max(least, min(most, value))
    return found


def _sum(member: str, whole: int, given: int, faults: ProblemList) -> None:
    where, left = f"build.{member}", whole - given
    if left > 0:
        told = f"{counted(left, 'dot')} of {whole} for {member} left."
        faults.open(f"{member}-dots", where, told)
    elif left:
        faults.deviation(f"{member}-dots", where, f"{counted(-left, 'dot')} too many for {member}.")


def character_type(rules: DotRules) -> type[DotCharacter]:
    """The type of a game's characters."""
    return type("Character", (DotCharacter,), {"rules": rules})
