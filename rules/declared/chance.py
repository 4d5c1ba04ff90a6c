"""Random characters: fills the empty fields of a document legally, in one step or in all; and
archetypes to start from. Codes keep to the sums of creation, whether they are counted or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.creation import Binding
from rules.declared import lists
from rules.declared.character import DeclaredCharacter
from rules.declared.powers.chance import FIRST_DIE, RandomPowers, is_open
from rules.declared.rulebook import Suit, Template
from rules.declared.ruleset import Ruleset
from rules.document import Document
from rules.kit.coded.archetypes import Archetype
from rules.kit.coded.ideas import CodedIdeas
from rules.kit.coded.random_codes import Bounds
from rules.kit.coded.random_traits import RandomCharacters, RandomTraits
from rules.kit.ideas import Ideas
from rules.kit.random_build import RandomBuild
from rules.kit.typed.document import TypedWeapon

# A die in pips.
SPREAD = 3


class DeclaredTraits(RandomTraits, frozen=True):
    """Random codes around an equal share of the attributes' sum."""

    @property
    def bounds(self) -> Bounds:
        """A die less and a die more than an equal share, within the bounds of the sums."""
        sums = self.sums
        share, highest = sums.attributes // max(1, sums.count), sums.highest
        most = share + SPREAD if highest is None else min(highest, share + SPREAD)
        least = max(sums.lowest, share - SPREAD, 0)
        return replace(super().bounds, least=least, usual=share, most=most)


class Chance:
    """The random characters of a game, and its ideas."""

    def __init__(self, rules: Ruleset, character: type[DeclaredCharacter], fields: Binding) -> None:
        self.rules, self.character, self.templates = rules, character, rules.book.templates
        # The steps that can be filled, and the fields that each clears first.
        steps = {
            "who": ("name", *rules.book.lists, "template", "description"),
            "attributes": ("attributes",),
            "skills": ("skills",),
            **({own.part: (own.member, "powers")} if (own := rules.book.powers) else {}),
            "gear": ("weapons", "armor", "gear", "worn"),
        }
        self.random = RandomCharacters(
            self.templates,
            self._traits,
            character,
            self._usable,
            self._weapons,
            suit=self._suit,
            protected=self._protected,
            other=self._powers,
            extra=self.templates.extra,
        )
        self.build = RandomBuild(fields, steps, self._decide, is_open=self._is_open)

    def ideas(self) -> Ideas:
        """The archetypes to start from; their lists are filled at random."""
        ideas = CodedIdeas(
            self.templates,
            tuple(self.rules.names),
            self.rules.sums,
            self.rules.extras.weapons.sample,
            self._suit,
            self._first_dice,
        ).ideas(*((powers.part,) if (powers := self.rules.book.powers) else ()))
        if not any(one.needed for one in self.rules.book.lists.values()):
            return ideas

        def choose(rng: Random, document: Document, row: object) -> Document:
            return self._choices(rng, ideas.choose(rng, document, row))

        return replace(ideas, choose=choose)

    def _decide(self, rng: Random, document: Document, step: str) -> Document:
        if step == "who":
            document = self._choices(rng, document)
        return self.random.decide(rng, document, step)

    def _choices(self, rng: Random, document: Document) -> Document:
        """The document with choices from its lists."""
        is_new = not document.build.template
        return lists.at_random(self.rules.book.lists, rng, document, is_new=is_new)

    def _first_dice(self, row: Template) -> dict[str, object]:
        """The skills of powers of a template, each with its first die."""
        if self.rules.book.powers is None:
            return {}
        return {self.rules.power_rules.member: dict.fromkeys(row.power_skills, FIRST_DIE)}

    def _is_open(self, document: Document, step: str) -> bool:
        """Powers are left to those whose template has some, or who have some already."""
        own, powers = self.templates.named(document.build.template), self.rules.book.powers
        skills = own.power_skills if own else ()
        is_another = powers is None or step != powers.part
        return is_another or is_open(document, self.rules.power_rules, skills)

    def _powers(self, rng: Random, document: Document, own: Template | None) -> Document:
        """A first die where there is none, and a power for every open pick."""
        powers, has = self.rules.book.powers, (own.power_skills, own.powers) if own else ()
        if powers is None:
            return document
        chance = RandomPowers(self.rules.power_rules, powers.powers, *has)
        return chance.filled(rng, document, self.character)

    def _suit(self, row: Suit) -> object:
        member = self.rules.book.defense.armor.member
        return self.rules.types.armor(name=row.name, **{member: row.adds})

    def _protected(self, row: Any) -> object:
        """Typed armor, with a first die where it needs a code and has none."""
        member = self.rules.book.defense.armor.member
        lacks = self.rules.book.defense.soak and not getattr(row, member).strip()
        return replace(row, **{member: FIRST_DIE}) if lacks else row

    def _traits(self, document: Document) -> RandomTraits:
        """The codes by the sums, whether they are counted or not."""
        rules, ours = self.rules, self.rules.every_skill()
        preset, skills = rules.preset_of(document.build, document.house), rules.book.traits.skills
        sums = rules.sums_of(preset)
        return DeclaredTraits(
            ids=tuple(rules.attributes(document)),
            sums=sums,
            strict=rules.counts_dice(document.build, document.house),
            every=ours,
            known={**ours, **{row.name: row.attribute for row in skills.values()}},
            attribute=lambda name: rules.attribute(name, preset),
            key=rules.key,
            floor=sums.lowest,
            endless=sums.highest is None,
        )

    def _usable(self, weapon: TypedWeapon, _character: object) -> TypedWeapon:
        """A weapon with a trait: one with Strength the trait of the first such weapon of the
        templates, the rest that of the first other one.
        """
        if weapon.skill.strip():
            return weapon
        id, name = self.rules.book.strength
        strong = weapon.damage.strip().casefold().startswith((id.casefold(), name.casefold()))
        return replace(weapon, skill=self._usual(strong=strong))

    def _usual(self, *, strong: bool) -> str:
        """The trait of a weapon that nothing is said of."""
        used = self.rules.book.templates.strong if strong else self.rules.book.templates.usual
        return used or next(iter(self.rules.names))

    def _weapons(self, rng: Random, template: Archetype, character: Any) -> Iterator[TypedWeapon]:
        """One or two weapons that the character has a skill for."""
        every = self.templates.weapons
        fit = [row for id in template.weapons if character.trait((row := every[id]).skill)]
        fit = fit or [row for row in every.values() if row.skill == self.templates.usual][:1]
        for row in rng.sample(fit, rng.randint(1, len(fit))) if fit else ():
            yield self.rules.extras.weapons.sample(row)
