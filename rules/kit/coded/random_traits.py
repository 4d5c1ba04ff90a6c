"""Random attributes, skills and items of builds with typed codes, after an archetype.

`random_codes.py` has the codes themselves; which sums apply, and who uses which weapon, is each
game's own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rules.document import Document
from rules.forms.fields import Named
from rules.kit import typed
from rules.kit.coded import archetypes, random_codes
from rules.kit.coded.archetypes import Archetype
from rules.kit.coded.random_codes import Bounds
from rules.kit.coded.sums import CodeSums
from rules.kit.typed.document import Build, Skill

B = TypeVar("B", bound=Build)


class RandomTraits(msgspec.Struct, frozen=True):
    """The random codes of a build. `ids` are its attributes, and `sums` what they and the skills
    share: exactly that if `strict`. `every` are the skills to choose from, and `known` those with a
    known attribute. `attribute(name)` is the id of an attribute, "" for none. `floor` and `endless`
    as in `random_codes.attributes`.
    """

    ids: Sequence[str]
    sums: CodeSums
    strict: bool
    every: Mapping[str, str]
    known: Mapping[str, str]
    attribute: Callable[[str], str]
    key: Callable[[str], str] = typed.key
    floor: int = 0
    endless: bool = True

    @property
    def bounds(self) -> Bounds:
        """Attributes of 2D to 4D, usually 3D, and five to nine skills."""
        return Bounds(
            least=6,
            usual=9,
            most=12,
            fewest_skills=5,
            most_skills=9,
            skill_most=self.sums.skill_most,
            whole_dice=0.7,
        )

    def with_attributes(self, rng: Random, build: B, own: Archetype | None) -> B:
        """The typed codes, and the rest of the sum for the empty attributes; with `strict` they
        get all of it, even beyond 4D if it is `endless`.
        """
        attributes = random_codes.attributes(
            rng,
            build.attributes,
            tuple(self.ids),
            whole=self.sums.attributes,
            bounds=self.bounds,
            likely=[self.attribute(id) for id in (own.leans if own else ())],
            strict=self.strict,
            floor=self.floor,
            endless=self.endless,
        )
        return replace(build, attributes={**build.attributes, **attributes})

    def with_skills(self, rng: Random, build: B, own: Archetype | None) -> B:
        """The typed skills, with codes for those without, and others that fit the archetype: until
        the sum is used up, if it is `strict` or no code was typed.
        """
        base = random_codes.base_of(build.attributes, self.ids, self.bounds)
        skills = [self._placed(rng, skill) for skill in build.skills]
        left = random_codes.left_of(self.sums.skills, skills, base)
        if self.strict or not any(skill.code for skill in skills):
            likely = own.skills if own else {}
            names = random_codes.other_skills(
                rng,
                skills,
                left,
                likely=likely,
                every=self.every,
                bounds=self.bounds,
                key=self.key,
            )
            every = {**self.every, **likely}
            skills += [Skill(name=name, attribute=self.attribute(every[name])) for name in names]
        codes = random_codes.skill_codes(rng, skills, left, base, self.bounds)
        return replace(build, skills=tuple(codes))

    def _placed(self, rng: Random, skill: Skill) -> Skill:
        """A typed skill under an attribute of the character; under any if its own is unknown."""
        known = {self.key(name): id for name, id in self.known.items()}
        typed_or_known = skill.attribute or known.get(self.key(skill.name), "")
        attribute = self.attribute(typed_or_known) or typed_or_known
        return replace(skill, attribute=attribute or rng.choice(list(self.ids)))


class RandomCharacters(msgspec.Struct, frozen=True):
    """Random characters of a game with typed codes: its `archetypes`, the `traits` and the
    `character` of a document, and its rows of a build.

    `usable(weapon, character)` is a typed weapon with something to use it, `weapons(rng, archetype,
    character)` some usual ones, and `suit(row)` the armor of a row of the archetypes. `protected`
    completes typed armor, and `other` fills the steps of the game's own. `armored` and `often` are
    the probabilities of worn armor and of an `extra` item.
    """

    archetypes: Any
    traits: Callable[[Document], RandomTraits]
    character: Callable[[Document], Any]
    usable: Callable[[Any, Any], Any]
    weapons: Callable[[Random, Any, Any], Iterable[Named]]
    suit: Callable[[Any], Any]
    protected: Callable[[Any], Any] = lambda row: row
    other: Callable[[Random, Document, Any], Document] = lambda _rng, document, _own: document
    extra: str = "Medpac"
    armored: float = 0.7
    often: float = 0.5

    def decide(self, rng: Random, document: Document, step: str) -> Document:
        """The document with the empty fields of a step filled in."""
        build, own = document.build, self.archetypes.named(document.build.template)
        match step:
            case "who":
                who: Document = self.archetypes.who(rng, document)
                return who
            case "attributes":
                build = self.traits(document).with_attributes(rng, build, own)
            case "skills":
                build = self.traits(document).with_skills(rng, build, own)
            case "gear":
                build = self._with_gear(rng, document)
            case _:
                return self.other(rng, document, own)
        return replace(document, build=build)

    def _with_gear(self, rng: Random, document: Document) -> Any:
        """A build with the items that it has, each weapon with a skill to use it, and with fitting
        ones where weapons or gear are missing. Armor comes only with these: most have none.
        """
        build, character = document.build, self.character(document)
        own = self.archetypes.named_or_any(rng, build.template)
        weapons = tuple(self.usable(weapon, character) for weapon in build.weapons)
        armor, worn = tuple(map(self.protected, build.armor)), build.worn
        carried = (weapons, armor, build.gear)
        if not armor and not (weapons and build.gear):
            row = archetypes.armor(rng, own, self.archetypes.armor, self.armored)
            armor = unused([self.suit(row)] if row else [], *carried)
            worn = worn or (armor[0].name if armor else "")
        weapons = weapons or unused(self.weapons(rng, own, character), *carried)
        things = archetypes.things(rng, own, self.extra, self.often)
        gear = build.gear or unused(things, *carried)
        return replace(build, weapons=weapons, armor=armor, worn=worn, gear=gear)


def unused(rows: Iterable[Named], *others: Iterable[Named]) -> tuple[Named, ...]:
    """The rows whose names none of the others have."""
    taken = {typed.key(other.name) for rows_ in others for other in rows_}
    return tuple(row for row in rows if typed.key(row.name) not in taken)
