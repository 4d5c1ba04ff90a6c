"""A document worked out: the build, then each active entry of the ledger.

`ledger/` has the prices and effects of entries, `figures.py` the numbers of the sheet.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from rules.document import Document
from rules.figures import Figure, dots, instead
from rules.systems.storytelling_d10.character.build import SKILLS, ValidatedBuild, validate
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.character.items import Holding
from rules.systems.storytelling_d10.character.merits import LORE
from rules.systems.storytelling_d10.document.build import Build, House, Marks
from rules.systems.storytelling_d10.rulebook.book import Ability, Level, rulebook
from rules.systems.storytelling_d10.rulebook.health_levels import Health
from rules.text_cache import text_cache

WILLPOWER, POWER, LIGHT, DARK = "willpower", "power", "light_side", "dark_side"
# What the story changes, and what it is called.
STORY_TRAITS = {POWER: "Power", LIGHT: "Light side", DARK: "Dark side"}
MONSTROUS, GIANT, APPEARANCE = "monstrous", "giant", "appearance"
PAIN_RESISTANCE = "pain-resistance"
# Traits that something else than their dots changes.
CHANGED = frozenset((*STORY_TRAITS, APPEARANCE))


@cache
def trait_names() -> dict[str, str]:
    """The names of all traits that the rules have."""
    book = rulebook()
    tables = (book.traits.attributes, book.traits.abilities, book.force.force_knowledges)
    return {id: row.name for table in tables for id, row in table.items()}


@text_cache(256, longest=1000)
def with_lores(lores: tuple[tuple[str, str], ...]) -> dict[str, Ability]:
    """Every ability, with these Lores of one's own."""
    known = rulebook().traits.abilities
    own = {
        id: replace(known["history"], id=id, name=name, source="Your own", aliases=())
        for id, name in lores
    }
    return {**known, **own}


class Character(DottedCharacter[Holding]):
    """A document's state. Traits are attributes, abilities, Force knowledges, and Willpower.

    `changed` is what the story did to Power, Light, and Dark. `points` and `destiny` hold what went
    in and out by purpose.
    """

    holding_type, house_type, marks_type = Holding, House, Marks
    known, altered = trait_names(), (APPEARANCE,)
    own_prefix, own_noun, others = LORE, "Lore", (WILLPOWER,)
    build: Build
    house: House
    marked: Marks
    chosen: ValidatedBuild

    def __init__(self, document: Document[Build]) -> None:
        super().__init__(document)
        self.shield = self.chosen.shield
        self.points: dict[str, int] = {}
        self.destiny: dict[str, int] = {}
        self.changed: dict[str, int] = {}

    def validated(self, build: Build) -> ValidatedBuild:
        """The part of a build that counts."""
        return validate(build, self.house, prefix=self.prefix, accepted=self.accepted)

    def rebuild(self, build: Build, *, prefix: str) -> None:
        """Put another build under everything that came since."""
        super().rebuild(build, prefix=prefix)
        self.shield = self.chosen.shield

    # --- traits

    @property
    def abilities(self) -> dict[str, Ability]:
        """Every ability by id, those of one's own last."""
        if not (self.chosen.lores or self.lores):
            return rulebook().traits.abilities
        return with_lores(tuple(self.own_traits.items()))

    def value(self, id: str) -> int:
        """The dots of a trait as they count."""
        dots: int = self.chosen.values.get(id, 0) + self.dots.get(id, 0)
        return self._changed(id, dots) if id in CHANGED else dots

    def alteration(self, _id: str, figure: Figure) -> Figure:
        """Appearance is 0 for the Monstrous."""
        if not self.has_flaw(MONSTROUS):
            return figure
        row = rulebook().merits.flaws[MONSTROUS]
        none = dots(row.name, 0, source=row.source, ruling=row.ruling)
        return instead(figure.label, none, figure)

    def _changed(self, id: str, dots: int) -> int:
        """Power, Light, and Dark with what the story made of them; Appearance where it counts."""
        if id == APPEARANCE:
            return 0 if self.has_flaw(MONSTROUS) else dots
        most = rulebook().creation.numbers["power-most"].number
        return max(0, min(most, dots + self.changed.get(id, 0)))

    def weapon_skills(self, ability: str) -> tuple[str, ...]:
        """The weapon skills of Firearms or Melee."""
        return SKILLS.of_character(self, ability)

    def weapon_skill_names(self, ability: str) -> tuple[str, ...]:
        """The names of the weapon skills of an ability."""
        return tuple(SKILLS.name(ability, skill) for skill in self.weapon_skills(ability))

    # --- health, points, things

    @property
    def is_hero(self) -> bool:
        """True with a dot of Power or more."""
        return self.value(POWER) > 0

    @property
    def levels(self) -> tuple[Level, ...]:
        """The health levels from the top."""
        rows = tuple(rulebook().combat.levels.values())
        if not self.is_hero:
            return tuple(row for row in rows if row.commoner)
        return (rows[0], *rows) if self.has_merit(GIANT) else rows

    @property
    def penalty(self) -> int | None:
        """The dice that damage takes, 0 or less; None where nothing is done any more. Whoever feels
        no pain loses none until killed.
        """
        level = self.health.level
        if level is None or (level.penalty is not None and self.has_merit(PAIN_RESISTANCE)):
            return 0
        return level.penalty

    @property
    def experience(self) -> int:
        """The experience that is left."""
        return sum(self.points.values())

    @property
    def all_destiny(self) -> int:
        """Every Destiny point that was awarded."""
        return sum(self.destiny.values())

    def counted_marks(self) -> Marks:
        """The marks within their bounds, as they count."""
        marked = self.marked
        health = Health.of_marks(self.levels, marked)
        return Marks(
            lethal=health.lethal,
            bashing=health.bashing,
            dead=int(health.is_dead),
            power_now=max(0, min(marked.power_now, self.value(POWER))),
            willpower_spent=max(0, min(marked.willpower_spent, self.value(WILLPOWER))),
            destiny_spent=max(0, min(marked.destiny_spent, max(0, self.all_destiny))),
            armor_lost=max(0, marked.armor_lost),
            shield_lost=max(0, marked.shield_lost),
        )
