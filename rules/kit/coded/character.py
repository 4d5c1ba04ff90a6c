"""Characters whose traits are typed dice codes with pips: attributes, and skills whose codes
include the attribute.

Other codes, the skills of the book, and the price of a pip are each game's own.
"""

from collections.abc import Callable, Mapping
from typing import Self, TypeVar

import msgspec

from rules import plain_text
from rules.dice import codes
from rules.document import Document
from rules.figures import (
    Figure,
    bonus,
    carried,
    constant,
    dice,
    instead,
    number,
    points,
    times,
    total,
)
from rules.kit import typed
from rules.kit.character import GameCharacter
from rules.kit.currency import CHARACTER_POINTS, FORCE_POINTS, Currency
from rules.kit.inventory import H
from rules.kit.typed import Code, Skill
from rules.kit.typed.items import TypedItem
from rules.tables import Row
from rules.text_cache import text_cache

# The sources of figures that are in no book.
LEDGER, TYPED, NOT_TYPED = "Your history", "Entered", "Not entered yet"


@text_cache(64, longest=1000)
def _links(attributes: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {plain_text.folded(text): id for id, name in attributes for text in (id, name)}


class CodedCharacter(GameCharacter[H]):
    """The state of such a character. A trait is an attribute's id or a skill's key.

    `corrected` are replaced codes, `learned` are skills that the build does not have, and `raised`
    are pips bought later. `points` and `force` hold income and spending of Character Points and
    Force Points by purpose. `chosen` has `attributes` (codes by id), `skills` by key, and the
    initial `force_points`.
    """

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.corrected: dict[str, Code] = {}
        self.learned: dict[str, Skill] = {}
        self.raised: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self.force: dict[str, int] = {}

    @property
    def attributes(self) -> Mapping[str, str]:
        """The attributes of this character: names by id."""
        raise NotImplementedError

    @property
    def bases(self) -> Mapping[str, str]:
        """The traits that do not belong to another one: names by id."""
        return self.attributes

    @property
    def skills(self) -> dict[str, Skill]:
        """Every skill by its key: those of the build, and those learned later."""
        chosen: dict[str, Skill] = self.chosen.skills
        return {**chosen, **self.learned} if self.learned else chosen

    def skill(self, key: str) -> Skill:
        """The skill with that key; KeyError if there is none."""
        found: Skill = self.learned[key] if key in self.learned else self.chosen.skills[key]
        return found

    def attribute(self, name: str) -> str:
        """The id of the attribute with that id or name, "" for none."""
        if name in self.attributes:
            return name
        return _links(tuple(self.attributes.items())).get(plain_text.folded(name), "")

    def skill_key(self, name: str) -> str:
        """The key of a skill with that name."""
        return typed.key(name)

    def base(self, name: str) -> str:
        """The id of a trait that does not belong to another one, "" for none."""
        return self.attribute(name)

    def trait(self, name: str) -> str:
        """The id of a base trait or the key of a skill with that name, "" for none."""
        if id := self.base(name):
            return id
        key = self.skill_key(name)
        return key if key in self.learned or key in self.chosen.skills else ""

    def trait_name(self, trait: str) -> str:
        """The short name of a trait: "STR", "Blaster"."""
        return trait if trait in self.attributes else self.full_name(trait)

    def full_name(self, trait: str) -> str:
        """The full name of a trait: "Strength", "Blaster"."""
        return self.bases[trait] if trait in self.bases else self.skill(trait).name

    def has_code(self, skill: str) -> bool:
        """True if a skill has its own code: typed, or replaced later."""
        return skill in self.corrected or self.skill(skill).code is not None

    def has_own(self, skill: str) -> bool:
        """True if a skill differs from its attribute: it has a code, or was raised."""
        return self.has_code(skill) or bool(self.raised.get(skill))

    def typed_code(self, base: str) -> Code | None:
        """The build's code for a base trait."""
        typed: Code | None = self.chosen.attributes.get(base)
        return typed

    def code(self, trait: str) -> Code:
        """The present code of a trait, three pips to a die; for a skill without a code, its
        attribute's.
        """
        code, raised = self.corrected.get(trait), self.raised.get(trait)
        if code is None:
            if trait in self.bases:
                code = self.typed_code(trait) or (0, 0)
            else:
                skill = self.skill(trait)
                code = skill.code or self.code(skill.attribute)
        return codes.carry(code[0], code[1] + raised) if raised else code

    def raising(self, trait: str) -> Self:
        """A preview with one more raise of a trait."""
        other = self.preview()
        other.raised = dict(self.raised)
        other.rise(trait)
        return other

    def rise(self, trait: str, pips: int = 1) -> None:
        """Add pips to a trait. An attribute also raises the codes of its skills; a skill without a
        code uses its attribute anyway.
        """
        raised = self.raised
        raised[trait] = raised.get(trait, 0) + pips
        if trait in self.attributes:
            for key, skill in self.skills.items():
                if skill.attribute == trait and (skill.code or key in self.corrected):
                    raised[key] = raised.get(key, 0) + pips

    def holding(self, name: str) -> H | None:
        """The item of that name, if any of it is left."""
        return super().holding(typed.key(name))

    @property
    def character_points(self) -> int:
        """The balance of Character Points; a character begins with none."""
        return sum(self.points.values())

    @property
    def all_force_points(self) -> int:
        """All Force Points ever; negative if more were taken away."""
        return int(self.chosen.force_points) + sum(self.force.values())

    @property
    def force_points(self) -> int:
        """All Force Points, at least 0. The marks hold those that are spent."""
        return max(0, self.all_force_points)


# A character of typed codes whose figures somebody else works out.
D = TypeVar("D", bound=CodedCharacter)


class CodeSources(msgspec.Struct, frozen=True, gc=False):
    """The sources of typed codes and of bought pips, and the rulings on bought pips and on a skill
    without a code.
    """

    typed: str
    bought: str
    bought_ruling: str
    bare_ruling: str


def base_figure(
    character: CodedCharacter[H], id: str, label: str, sources: CodeSources, *, raised: str
) -> Figure:
    """The code of an attribute: typed or replaced, with bought pips; `raised` is the source of a
    code with such pips.
    """
    code = character.typed_code(id)
    value, pips = code or (0, 0)
    figure = dice(label, value, pips=pips, source=sources.typed if code else NOT_TYPED)
    if anew := character.corrected.get(id):
        figure = instead(label, dice("corrected", anew[0], pips=anew[1], source=LEDGER), figure)
    bought = character.raised.get(id, 0)
    return carried(label, figure, _bought(bought, sources), source=raised) if bought else figure


def skill_figure(
    character: CodedCharacter[H], key: str, base: Figure, sources: CodeSources, *, source: str
) -> Figure:
    """The code of a skill: typed or replaced, with bought pips; without any, its attribute's
    (`base`).
    """
    row, anew = character.skill(key), character.corrected.get(key)
    code, raised = anew or row.code, character.raised.get(key, 0)
    if code is None and not raised:
        return total(row.name, base, unit="D", source=source, ruling=sources.bare_ruling)
    own = base
    if code:
        label, where = ("corrected", LEDGER) if anew else ("entered", sources.typed)
        own = dice(label, code[0], pips=code[1], source=where)
    if raised:
        own = carried("raised", own, _bought(raised, sources))
    return instead(row.name, own, base, source=source)


def _bought(raised: int, sources: CodeSources) -> Figure:
    """Bought pips, three to a die."""
    label = "pip bought" if raised == 1 else "pips bought"
    return points(label, raised, source=sources.bought, ruling=sources.bought_ruling)


def moved(account: Mapping[str, int]) -> list[Figure]:
    """The income and spending of an account, one term for each purpose."""
    return [bonus(purpose, amount, source=LEDGER) for purpose, amount in account.items()]


def left_of(whole: Figure, spent: int) -> Figure:
    """Points without those spent."""
    if not spent:
        return whole
    return total(whole.label, *whole.terms, bonus("spent", -spent), source=whole.source)


def for_each_die(
    label: str, pool: Figure, many: int, *, source: str = "", ruling: str = ""
) -> Figure:
    """A code as a static number: so many for each die, and its pips."""
    factor = constant("for each die", many, source=source)
    whole = number("dice", pool.value, source=source)
    if not pool.pips:
        return times(label, factor, whole, source=source, ruling=ruling)
    of_dice = times(f"from {pool.value}D", factor, whole, source=source)
    pips = bonus("pip" if pool.pips == 1 else "pips", pool.pips, source=source)
    terms = (msgspec.structs.replace(of_dice, style="bonus"), pips)
    return total(label, *terms, source=source, ruling=ruling)


class PointFigures(msgspec.Struct, frozen=True, gc=False):
    """Points as figures. `start` is the source of the initial ones, with the `ruling` on their
    usual number; `force`, `dark_side` and `award` are the sources of the others. `points` are what
    the game calls Force Points, `spent` the mark of those spent, and `bought` what it calls
    Character Points.
    """

    start: str
    ruling: str
    force: str
    dark_side: str
    award: str
    points: Currency = FORCE_POINTS
    spent: str = "force_spent"
    bought: Currency = CHARACTER_POINTS

    def force_points(self, character: CodedCharacter[H]) -> Figure:
        """Initial Force Points, and those given later."""
        is_typed = getattr(character.build, self.points.member) is not None
        ruling, count = "" if is_typed else self.ruling, character.chosen.force_points
        start = constant("to begin with", count, source=self.start, ruling=ruling)
        return total(self.points.label, start, *moved(character.force), source=self.force)

    def force_points_left(self, character: CodedCharacter[H]) -> Figure:
        """The Force Points that are not spent."""
        return left_of(self.force_points(character), getattr(character.marks, self.spent))

    def dark_side_points(self, character: CodedCharacter[H]) -> Figure:
        """The Dark Side Points gained."""
        return number("Dark Side Points", character.marks.dark_side_points, source=self.dark_side)

    def one_darker(self, character: CodedCharacter[H], ruling: str) -> Figure:
        """The Dark Side Points with a new one, by this ruling: the number that a roll has to reach
        for whoever is to stay free.
        """
        points = self.dark_side_points(character)
        had = number("had", points.value, source=points.source)
        new = bonus("new", 1, source=points.source, ruling=ruling)
        return total(points.label, had, new, source=points.source)

    def character_points(self, character: CodedCharacter[H]) -> Figure:
        """The Character Points awarded and spent."""
        return total(self.bought.label, *moved(character.points), source=self.award)


def weapon_damage(name: str, own: typed.Damage, strength: Figure, *, ruling: str = "") -> Figure:
    """A weapon's damage, with Strength if it is added, three pips to a die."""
    code = dice(name, own.dice, pips=own.pips, source=TYPED)
    if not own.with_strength:
        return total("Damage", code, unit="D", source=TYPED)
    return carried("Damage", strength, code, source=TYPED, ruling=ruling)


class CodeFigures(msgspec.Struct, frozen=True):
    """The figures of codes: `sources` are theirs, `raised` is that of an attribute with bought
    pips, and `book` finds the row of a skill, None for a typed one. `strength` is the name of the
    attribute that damage adds, and `carried` the ruling on such sums.
    """

    sources: CodeSources
    raised: Callable[[str], str]
    book: Callable[[str], Row | None]
    strength: str
    carried: str = ""

    def trait(self, character: CodedCharacter[H], trait: str) -> Figure:
        """The code of a base trait by its id, or of a skill by its key."""
        if trait in character.bases:
            return self.base(character, trait)
        return self.skill(character, trait)

    def base(self, character: CodedCharacter[H], id: str) -> Figure:
        """The typed or replaced code of an attribute, or of another base trait, with the pips
        bought later.
        """
        label = character.trait_name(id)
        return base_figure(character, id, label, self.sources, raised=self.raised(id))

    def skill(self, character: CodedCharacter[H], key: str) -> Figure:
        """The typed or replaced code; without one, the attribute's (our ruling)."""
        row, base = self.book(key), self.base(character, character.skill(key).attribute)
        source = row.source if row else self.sources.typed
        return skill_figure(character, key, base, self.sources, source=source)

    def strength_of(self, character: CodedCharacter[H]) -> Figure:
        """Strength, or the attribute that stands in for it."""
        return self.base(character, character.attribute(self.strength))

    def attack(self, character: CodedCharacter[H], weapon: TypedItem) -> Figure | None:
        """The code that a weapon is used with, None if it has no trait."""
        return self.trait(character, weapon.skill) if weapon.skill else None

    def damage(self, character: CodedCharacter[H], weapon: TypedItem) -> Figure | None:
        """A weapon's damage, with Strength if it is added, three pips to a die; None for none."""
        return self.damages(character)(weapon)

    def damages(self, character: CodedCharacter[H]) -> Callable[[TypedItem], Figure | None]:
        """The `damage` of any weapon of a character, whose Strength is worked out once."""
        strength, ruling = self.strength_of(character), self.carried

        def damage(weapon: TypedItem) -> Figure | None:
            own: typed.Damage | None = weapon.damage
            return weapon_damage(weapon.name, own, strength, ruling=ruling) if own else None

        return damage
