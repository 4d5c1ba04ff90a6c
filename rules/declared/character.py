"""A character of a declared game during the replay: the build as it was read, then each active
entry of the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from rules.declared import expressions, lists
from rules.declared.armor import Item
from rules.declared.document import OUT
from rules.declared.expressions import SINGLE, Source, Term
from rules.declared.lists import Effects
from rules.declared.powers.document import KnownPower, PowerCharacter, PowerRules
from rules.declared.rulebook import Effect
from rules.declared.ruleset import Ruleset, TraitNames
from rules.dice import codes
from rules.figures import Figure, bonus
from rules.kit import typed
from rules.kit.coded import build as typed_build
from rules.kit.play.marks import bounded
from rules.kit.typed import Code, Skill
from rules.kit.typed import items as typed_items
from rules.kit.typed.document import Gain, Thing, TypedWeapon
from rules.kit.typed.items import NamedHolding
from rules.phrases import counted
from rules.problems import NOTHING, Places, ProblemList

# The preset that counts, and the skills there are.
Known = tuple[str, Mapping[str, Skill]]


class Holding(NamedHolding[Any]):
    """One item of the inventory."""

    __slots__ = ()


class ValidatedBuild(typed_build.TypedBuild, frozen=True, gc=False, kw_only=True):
    """A build whose codes were read. `by_preset` says that its sums are checked, those of `preset`
    where there are several, with the traits `named` by it; `effects` are those of the rows that it
    chose, by what they change, `typed` the numbers in place of figures, and `members` what a game
    reads of its own.
    """

    by_preset: bool
    preset: str
    named: TraitNames
    members: Mapping[str, object]
    typed: Mapping[str, int]
    effects: Effects
    power_codes: dict[str, Code]
    powers: dict[str, KnownPower]


class DeclaredCharacter(PowerCharacter[Holding]):
    """A character's state: typed codes, choices, corrections, raises, items, and points earned and
    spent. Each game has a type of its own, with its `rules`.
    """

    rules: ClassVar[Ruleset]
    power_rules: PowerRules
    holding_type = Holding

    @property
    def attributes(self) -> Mapping[str, str]:
        """The attributes of the character: names by id."""
        names: Mapping[str, str] = self.chosen.named.attributes
        return names

    @property
    def bases(self) -> Mapping[str, str]:
        """The attributes, and the skills of powers."""
        names: Mapping[str, str] = self.chosen.named.bases
        return names

    def attribute(self, name: str) -> str:
        """The id of an attribute, "" for none."""
        return self.rules.attribute(name, self.chosen.preset)

    def base(self, name: str) -> str:
        """The id of an attribute or of a skill of powers, "" for none."""
        return self.rules.trait(name, self.chosen.preset)[0]

    def trait(self, name: str) -> str:
        """The id of a base trait or the key of a skill with that name, "" for none."""
        base, key = self.rules.trait(name, self.chosen.preset)
        return base or (key if key in self.learned or key in self.chosen.skills else "")

    def skill_key(self, name: str) -> str:
        """The key of a skill of that name, or of the skill that another name means."""
        return self.rules.key(name)

    def validated(self, build: object) -> ValidatedBuild:
        """The codes that could be read."""
        rules, accepted = self.rules, self.accepted
        return validate(rules, build, self.house, prefix=self.prefix, accepted=accepted)

    def code(self, trait: str) -> Code:
        """The present code of a trait, with what chosen rows add."""
        code = super().code(trait)
        if not self.chosen.effects:  # most characters, at every entry of their ledgers
            return code
        more = sum(one.add for _, one in self.given(trait))
        return codes.of_pips(max(0, codes.in_pips(*code) + more)) if more else code

    def given(self, trait: str) -> tuple[tuple[str, Effect], ...]:
        """The effects on a trait; those on an attribute reach skills with codes of their own."""
        own = self.effects(trait)
        if trait in self.bases or not self.chosen.effects or not self.has_code(trait):
            return own
        return (*self.effects(self.skill(trait).attribute), *own)

    def effects(self, id: str) -> tuple[tuple[str, Effect], ...]:
        """The effects of chosen rows on a trait or a figure."""
        found: tuple[tuple[str, Effect], ...] = self.chosen.effects.get(id, ())
        return found

    def typing(self, id: str, number: int) -> Self:
        """A preview with another number typed for a figure."""
        other = self.preview()
        other.chosen = replace(self.chosen, typed={**self.chosen.typed, id: number})
        return other

    def figure(self, id: str) -> Figure:
        """A figure of the tables, or what was typed for it, with the effects of chosen rows; the
        game's own in its place.
        """
        if own := self.rules.extras.figures.get(id):
            return own(self)
        term = self.rules.terms[id]
        if id in self.chosen.typed:
            typed = self.chosen.typed[id]
            term = Term(SINGLE, number=typed, label=term.label, source=expressions.ENTERED)
        return lists.changed(
            self.effects(id), lambda more: expressions.figure(term, self, SOURCE, more)
        )

    def counted_marks(self) -> object:
        """The marks within their bounds. A box with more marks than it takes now passes them on
        like a full one; one that knocks out keeps no more than it takes.
        """
        counted, defense = bounded(self.marked, self.rules.marks), self.rules.book.defense
        limit = self.figure(defense.boxes).value if defense.boxes else 0
        rows = list(defense.levels.values())
        for row in rows if limit else ():
            over = max(0, counted[row.mark] - limit)
            counted[row.mark] -= over
            if row.out and over:
                counted[OUT] = 1
            elif over and row is not rows[-1]:
                counted[defense.after(row).mark] += over
        if point := self.rules.book.point:
            counted[point.mark] = min(counted[point.mark], self.force_points)
        return self.marks_type(**counted)


def _armor(character: DeclaredCharacter) -> Figure | None:
    """The protection of the worn armor, None for none."""
    armor = character.worn_armor
    if armor is None or character.rules.book.defense.soak:
        return None
    ruling = character.rules.book.defense.rulings["armor"]
    return bonus(armor.name, armor.adds, source=expressions.ENTERED, ruling=ruling)


SOURCE = Source(
    lambda character, id: id in character.rules.traits,
    lambda character, id: character.rules.codes.trait(character, character.attribute(id) or id),
    lambda character, id: character.figure(id),
    _armor,
    lambda character, id: id in character.bases or character.has_own(id),
)


def character_type(rules: Ruleset) -> type[DeclaredCharacter]:
    """The type of a game's characters."""
    members = {
        "rules": rules,
        "power_rules": rules.power_rules,
        "house_type": rules.types.house,
        "marks_type": rules.types.marks,
    }
    return type("Character", (DeclaredCharacter,), members)


# --- the build


def validate(
    rules: Ruleset, build: Any, house: Any, *, prefix: str = "", accepted: Places = NOTHING
) -> ValidatedBuild:
    """Read every choice of a build; the places of its problems begin with `prefix`."""
    faults, preset = ProblemList(prefix, accepted), ""
    if rules.presets:
        preset = rules.presets.counting(build, house, faults)
    of = rules.of(preset)
    attributes = typed_build.attribute_codes(build.attributes, of.attributes, faults)
    skills = typed_build.skills(
        build.skills,
        of.skills,
        of.attributes,
        faults,
        attribute=lambda name: rules.attribute(name, preset),
        taken=lambda name: _taken(rules, name, preset),
        key=rules.key,
    )
    by_preset = rules.counts_dice(build, house)
    # Dice that have to be counted are, once all attributes are there to count from.
    is_chosen = rules.book.creation.optional or rules.presets
    if by_preset and (is_chosen or len(attributes) == len(of.attributes)):
        rules.sums_of(preset).check(attributes, skills, faults)
    power_codes, powers = _powers(rules, build, house, faults)
    known = (preset, skills)
    items = typed_items.carried(
        build, lambda row, where: item_of(rules, _what(row), row, where, known, faults), faults
    )
    return ValidatedBuild(
        attributes=attributes,
        skills=skills,
        items=items,
        worn=typed_items.worn(build.worn, items, faults),
        force_points=_start(rules, build, faults),
        by_preset=by_preset,
        preset=preset,
        named=rules.of(preset),
        power_codes=power_codes,
        powers=powers,
        effects=_standing(rules, preset, lists.effects(rules.book.lists, build, faults)),
        typed=dict(_typed(rules, build, faults)),
        members=rules.extras.members(build, faults),
        faults=tuple(faults.found),
    )


def _standing(rules: Ruleset, preset: str, effects: Effects) -> Effects:
    """The effects, those on an attribute that another stands in for by that one."""
    found: dict[str, tuple[tuple[str, Effect], ...]] = {}
    for id, several in effects.items():
        stands = rules.attribute(id, preset) or id
        found[stands] = (*found.get(stands, ()), *several)
    return found


def _typed(rules: Ruleset, build: object, faults: ProblemList) -> Iterator[tuple[str, int]]:
    """The numbers that were typed in place of figures, within their bounds."""
    for id, bounds in rules.book.typed.items():
        number = getattr(build, id)
        if number is not None and bounds.least <= number <= bounds.most:
            yield id, number
        elif number is not None:
            most = counted(bounds.most, bounds.unit) if bounds.unit else f"{bounds.most:,}"
            message = f"{rules.book.figures[id].name} is {bounds.least:,} to {most}."
            faults.wrong(f"bad-{id}", f"build.{id}", message)


def _taken(rules: Ruleset, name: str, preset: str) -> str:
    """Why a skill of that name cannot be added, "" where it can."""
    if rules.attribute(name, preset):
        return "is an attribute"
    powers = rules.book.powers
    return f"is one of the {powers.called}" if powers and rules.power_rules.skill(name) else ""


def _powers(
    rules: Ruleset, build: object, house: object, faults: ProblemList
) -> tuple[dict[str, Code], dict[str, KnownPower]]:
    """The skills of powers with dice, and the powers that count; nothing in a game without."""
    if rules.book.powers is None:
        return {}, {}
    found = rules.power_rules.codes(build, faults)
    return found, rules.power_rules.validated(build, house, found, faults)


def _start(rules: Ruleset, build: object, faults: ProblemList) -> int:
    point = rules.book.point
    if point is None or rules.points is None:
        return 0
    return typed_build.force_points(build, point.start, faults, rules.points)


def _what(row: object) -> str:
    if isinstance(row, TypedWeapon):
        return "weapon"
    return "thing" if isinstance(row, Thing) else "armor"


def item_of(
    rules: Ruleset, what: str, row: Any, where: str, known: Known, faults: ProblemList
) -> Item | None:
    """A row of a build, or an entry, as a carried item, None if it is wrong. A weapon without a
    skill or without damage is carried anyway. `known` are the preset that counts, and the skills
    there are.
    """
    name, kind = typed_items.named(row, where, faults), rules.extras.weapons.item
    if not name:
        return None
    if what == "weapon":
        return _weapon(rules, row, where, known, faults)
    if what == "thing":
        thing: Item = kind(typed.key(name), name, "thing", row.quantity)
        return thing
    adds = rules.book.armor.read(row, where, faults)
    if adds is None:
        return None
    suit: Item = kind(typed.key(name), name, "armor", adds=adds)
    return suit


def _weapon(
    rules: Ruleset, row: Gain | TypedWeapon, where: str, known: Known, faults: ProblemList
) -> Item:
    """A typed weapon, with what is particular to those of the game."""
    (preset, skills), own = known, rules.extras.weapons

    def find(text: str) -> str:
        if attribute := rules.attribute(text, preset):
            return attribute
        key = rules.key(text)
        return key if key in skills else ""

    members = own.read(row, where, faults)
    item: Item = typed_build.weapon(own.item, row, where, faults, find, rules.damage, **members)
    return item
