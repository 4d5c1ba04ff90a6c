"""The steps of creation of a declared game of dots, its random characters, and its ideas."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.creation import StepSpec, review
from rules.declared import lists
from rules.declared.dots import powers, sheet
from rules.declared.dots.character import DotCharacter, DotRules
from rules.declared.dots.items import Suit
from rules.declared.dots.rulebook import Template
from rules.document import Document
from rules.figures import Figure
from rules.forms.fields import Named
from rules.kit.bound_fields import name_field, player_field, text_field
from rules.kit.coded.steps import gear_advice, item_names
from rules.kit.dot_fields import dots_field
from rules.kit.ideas import Ideas, variant_of
from rules.kit.random_build import RandomBuild
from rules.kit.typed.document import Thing, TypedWeapon
from rules.phrases import counted
from rules.tables import Row

NAME, STORY, MOST_THINGS = 100, 4000, 3
STEPS = {
    "who": ("name", "template", "description"),
    "attributes": ("attributes",),
    "skills": ("skills",),
    "gear": ("weapons", "armor", "worn", "gear"),
}


def steps(rules: DotRules) -> tuple[StepSpec[DotCharacter], ...]:
    """The steps of a game."""
    traits, example = rules.book.traits, rules.identity.example

    figures = rules.book.figures
    protected = figures[rules.protected].name if rules.protected else ""

    def worn(character: DotCharacter) -> Figure:
        return character.figure(rules.protected)

    def pool(character: DotCharacter, trait: str) -> Figure:
        return character.pool(trait)

    attributes = dots_field(
        "attributes",
        "Attributes",
        "attributes",
        {id: row.name for id, row in traits.attributes.items()},
        total=lambda _character: traits.attribute_dots,
        highest=traits.most,
        free=1,
        hint="Each has one dot already.",
    )
    skills = dots_field(
        "skills",
        "Skills",
        "skills",
        {id: row.name for id, row in traits.skills.items()},
        total=lambda _character: traits.skill_dots,
        highest=traits.skill_most,
        result=pool,
    )
    who = (
        name_field(2 * NAME),
        *(lists.field(row, _shown) for row in rules.book.lists.values()),
        text_field("template", "Template", NAME, hint="In a few words.", placeholder=example),
        text_field("description", "Description", STORY, hint="What others see.", lines=5),
        player_field(2 * NAME),
    )
    return (
        StepSpec(
            "who",
            "Name and description",
            "Who are you?",
            who,
            lambda one: one.document.name or one.build.template,
            tip=LISTED if rules.book.lists else PLAIN,
        ),
        StepSpec(
            "attributes",
            "Attributes",
            f"Share {counted(traits.attribute_dots, 'dot')}.",
            (attributes,),
            lambda one: _listed(traits.attributes, one.chosen.attributes),
            tip="Two dots are average.",
        ),
        StepSpec(
            "skills",
            "Skills",
            f"Share {counted(traits.skill_dots, 'dot')}, {traits.skill_most} at most in one.",
            (skills,),
            lambda one: _listed(traits.skills, one.chosen.skills),
            tip="You roll a skill with its attribute.",
        ),
        *powers.steps(rules),
        StepSpec(
            "gear",
            "Gear",
            "What do you carry?",
            rules.typed.fields(_names(rules.book.fight.weapons), protected, worn),
            item_names,
            gear_advice(protected),
            tip="What you wear counts. What you only carry doesn't.",
        ),
        review(),
    )


PLAIN = "A name and a few words are enough. Nothing here changes a number."
LISTED = "A name and a few words are enough. What you choose says what it changes."


def _shown(character: DotCharacter) -> Mapping[str, Figure]:
    """The figures of the sheet by key."""
    return sheet.sheet(character).figures


def _names(rows: Mapping[str, Row]) -> tuple[str, ...]:
    return tuple(row.name for row in rows.values())


def _listed(rows: Mapping[str, Named], dots: Mapping[str, int]) -> str:
    return ", ".join(f"{rows[id].name} {many}" for id, many in dots.items() if many)


class Chance:
    """The random characters of a game."""

    def __init__(self, rules: DotRules) -> None:
        self.rules, self.chance = rules, rules.book.chance

    def decide(self, rng: Random, document: Document, step: str) -> Document:
        """The document with the empty fields of a step filled in."""
        build, traits = document.build, self.rules.book.traits
        own = self._template(build.template)
        if step == "powers":
            return powers.at_random(self.rules, rng, document)
        if step == "who":
            document = self._choices(rng, document)
            build = document.build
            row = own or rng.choice(list(self.chance.templates.values()))
            name = f"{rng.choice(self.chance.first)} {rng.choice(self.chance.last)}"
            if own and build.description.strip():
                name = rng.choice(variant_of(own.variants, rng, build.description).names)
            build = replace(
                build,
                template=build.template or row.name,
                description=build.description or rng.choice(self.chance.looks),
            )
            return replace(document, name=document.name.strip() or name, build=build)
        if step == "attributes":
            likely = own.attributes if own else {}
            given = self._shared(
                rng,
                build.attributes,
                traits.attributes,
                1,
                traits.most,
                traits.attribute_dots,
                likely,
            )
            return replace(document, build=replace(build, attributes=given))
        if step == "gear":
            return replace(document, build=self._equipped(rng, build, own))
        likely = own.skills if own else {}
        given = self._shared(
            rng, build.skills, traits.skills, 0, traits.skill_most, traits.skill_dots, likely
        )
        return replace(document, build=replace(build, skills=given))

    def _choices(self, rng: Random, document: Document) -> Document:
        """The document with choices from its lists."""
        is_new = not document.build.template
        return lists.at_random(self.rules.book.lists, rng, document, is_new=is_new)

    def _template(self, name: str) -> Template | None:
        rows = self.chance.templates.values()
        return next((row for row in rows if row.name.casefold() == name.strip().casefold()), None)

    def _equipped(self, rng: Random, build: Any, own: Template | None) -> object:
        """The build with the weapons and the armor of its template, or of another, and a few things
        of any of them, where it carries none.
        """
        if build.weapons or build.armor or build.gear:
            return build
        known = list(self.chance.templates.values())
        things = list(dict.fromkeys(name for row in known for name in row.gear))
        some = rng.sample(things, min(len(things), rng.randint(1, MOST_THINGS)))
        return self._carrying(build, replace(own or rng.choice(known), gear=tuple(some)))

    def _carrying(self, build: msgspec.Struct, row: Template) -> object:
        """The build with the gear of a template."""
        fight, names = self.rules.book.fight, self.rules.names
        weapons = (fight.weapons[id] for id in row.weapons)
        suits = tuple(fight.armor[id] for id in row.armor)
        return replace(
            build,
            weapons=tuple(
                TypedWeapon(name=one.name, skill=names[one.skill], damage=one.damage)
                for one in weapons
            ),
            armor=tuple(Suit(name=one.name, adds=one.adds) for one in suits),
            gear=tuple(Thing(name=name) for name in row.gear),
            worn=suits[0].name if suits else "",
        )

    def _shared(
        self,
        rng: Random,
        held: Mapping[str, int],
        rows: Mapping[str, object],
        free: int,
        most: int,
        whole: int,
        likely: Mapping[str, int],
    ) -> dict[str, int]:
        """The dots with the rest of the sum shared out, first as a template likes it."""
        dots = {id: held.get(id, free) for id in rows}
        left = whole - sum(max(0, dots[id] - free) for id in rows)
        while left > 0 and (room := [id for id in rows if dots[id] < most]):
            wanted = [id for id in room if dots[id] < likely.get(id, 0)]
            dots[rng.choice((*room, *wanted, *wanted))] += 1
            left -= 1
        strange = {id: value for id, value in held.items() if id not in rows}
        return {**{id: value for id, value in dots.items() if value != free}, **strange}

    def build(self, fields: Any) -> RandomBuild:
        """The random choices of a build."""
        book, steps = self.rules.book, dict(STEPS)
        steps["who"] = ("name", *book.lists, "template", "description")
        if book.powers:
            steps["powers"] = ("powers",)
        if not self.rules.protected:
            steps["gear"] = ("weapons", "gear")
        return RandomBuild(fields, steps, self.decide)

    def ideas(self) -> Ideas:
        """The templates to start from."""

        def choose(rng: Random, document: Document, row: Template) -> Document:
            variant = rng.choice(row.variants)
            build = replace(
                document.build,
                template=row.name,
                description=f"{variant.species}. {row.story}",
                attributes={id: many for id, many in row.attributes.items() if many != 1},
                skills=row.skills,
            )
            if self.rules.book.powers:
                build = replace(build, powers=row.powers)
            document = replace(document, build=self._carrying(build, row))
            return self._choices(rng, document)

        return Ideas(self.chance.templates, choose, named=self.rules.book.traits.skills)
