"""The tables of Star Wars Storytelling (d10) as frozen structs, read once from `tables/*.toml`. A
file is one struct; a member of it is the array of that name. No rule is applied here.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from rules.kit import rulebooks
from rules.kit.house_switches import Switch
from rules.kit.rulebooks import ListedRulebook, Mention, Number, Price, grouped
from rules.systems.storytelling_d10.rulebook import merits
from rules.systems.storytelling_d10.rulebook.aiming import Aim, AimEffect
from rules.systems.storytelling_d10.rulebook.archetypes import Archetypes
from rules.systems.storytelling_d10.rulebook.conversions import Conversion
from rules.systems.storytelling_d10.rulebook.declared_rolls import DeclaredRoll
from rules.systems.storytelling_d10.rulebook.health_levels import HealthLevel
from rules.systems.storytelling_d10.rulebook.merits import MeritTables
from rules.systems.storytelling_d10.rulebook.point_uses import Use
from rules.systems.storytelling_d10.rulebook.power_rows import PowerRow
from rules.systems.storytelling_d10.rulebook.sizes import HitPoints, Size, SpaceRange
from rules.tables import In, Row

FOLDER = Path(__file__).parent.parent / "tables"
TOPICS = ("character.toml", "playing.toml", "storyteller.toml")
# Rolls that a merit or flaw may bear on, beside those of an attribute or an ability: all; with a
# Social attribute; of Willpower; to use the Force and to resist it; to evade, also only as a pilot;
# to attack; of damage; to soak, also only area attacks; of the ability that its detail names.
ROLLS = (
    "any", "social", "willpower", "force", "resist-force", "evade", "pilot-evade", "attack",
    "damage", "soak", "area-soak", "detail",
)  # fmt: skip
# What a requirement may name beside attributes and abilities.
OTHER_TRAITS = ("power", "willpower")
# How a Force ability is resisted, where that is no pool of two traits.
RESISTANCES = {
    "evade": "evade",
    "willpower": "Willpower",
    "dark-side": "Dark side",
    "attacker": "your successes against theirs",
}
# What a merit or a flaw may be about.
DETAILS = (
    "", "sense", "ability", "armor", "force-ability", "force-knowledge", "side", "compulsion",
)  # fmt: skip


class Specialty(Row, frozen=True, kw_only=True):
    """A skill that a dot teaches; each kind of an `own` one is typed: "special: …"."""

    own: bool = False


class ArmorClass(Row, frozen=True, kw_only=True):
    """Ratings from `low` to `high`, and the dice that they take, as a negative."""

    low: int
    high: int
    dice: int


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A struct inside of a row, or a file."""


class Attribute(Row, frozen=True, kw_only=True):
    """An attribute, and its group."""

    group: Annotated[str, In("attribute_groups")]


class AbilityGroup(Row, frozen=True, kw_only=True):
    """Talents, Skills, or Knowledges: the difficulty without a dot, None for no roll at all."""

    untrained: int | None = None


class Ability(Row, frozen=True, kw_only=True):
    """An ability: its group, and its usual attribute. A combat ability takes no Aptitude."""

    group: Annotated[str, In("ability_groups")]
    attribute: Annotated[str, In("attributes")]
    combat: bool = False


class Traits(Part, frozen=True, kw_only=True):
    """Attributes, abilities, and weapon skills."""

    attribute_groups: dict[str, Row]
    attributes: dict[str, Attribute]
    ability_groups: dict[str, AbilityGroup]
    abilities: dict[str, Ability]
    firearms: dict[str, Specialty]
    melee: dict[str, Specialty]

    @property
    def weapon_skills(self) -> dict[str, dict[str, Specialty]]:
        """The weapon skills that a dot of Firearms or of Melee brings."""
        return {"firearms": self.firearms, "melee": self.melee}

    @property
    def abilities_of(self) -> dict[str, dict[str, Ability]]:
        """The abilities of each group."""
        return grouped(self.abilities, self.ability_groups, "group")


class Knowledge(Row, frozen=True, kw_only=True):
    """A Force knowledge, and the two attributes of which the better is rolled with it."""

    attributes: Annotated[tuple[str, str], In("attributes")]


class ForceAbility(PowerRow, frozen=True, kw_only=True):
    """A Force ability. `roll`, `light_side`, `dark_side`: the pool and the grades that it takes to
    have it, 0 for none; `after`: the abilities that it builds on. It is not Dark for whoever has
    the merit `not_dark_with`. `good` is what it is good for, in a few words.
    """

    knowledge: Annotated[str, In("force_knowledges")]
    good: str = ""
    roll: int = 0
    light_side: int = 0
    dark_side: int = 0
    after: Annotated[tuple[str, ...], In("force_abilities")] = ()
    tags: Annotated[tuple[str, ...], In("tags")] = ()
    not_dark_with: Annotated[str, In("merits")] = ""

    @property
    def tree(self) -> str:
        """The Force knowledge that it belongs to."""
        return self.knowledge

    @property
    def required(self) -> str:
        """Its requirements as text: "Roll 7+, DS 6+", "" for none."""
        named = (("Roll", self.roll), ("LS", self.light_side), ("DS", self.dark_side))
        others = [rulebook().force.force_abilities[id].name for id in self.after]
        return ", ".join((*(f"{name} {least}+" for name, least in named if least), *others))

    @property
    def marks(self) -> str:
        """The marks in brackets: "D, UFA"."""
        return ", ".join(rulebook().force.tags[id].name for id in self.tags)


class Force(Part, frozen=True, kw_only=True):
    """Force knowledges and abilities, and what the marks in brackets mean."""

    numbers: dict[str, Number]
    tags: dict[str, Row]
    force_knowledges: dict[str, Knowledge]
    force_abilities: dict[str, ForceAbility]

    @property
    def trees(self) -> dict[str, dict[str, ForceAbility]]:
        """The abilities of each Force knowledge."""
        return grouped(self.force_abilities, self.force_knowledges, "knowledge")


class Merit(merits.Merit, frozen=True, kw_only=True):
    """A merit or a flaw."""

    @property
    def required(self) -> str:
        """Its requirements as text: "Strength 4, Melee 5, Force Sensitivity, Juyo", "" for none."""
        return rulebook().merits.required(self, rulebook().trait_name)


class MeritDetail(Row, frozen=True, kw_only=True):
    """A detail that a merit or flaw can have: of the kind `of`."""

    of: Literal["sense", "armor", "side", "compulsion"]


class Merits(MeritTables, frozen=True, kw_only=True):
    """Merits and flaws; what psychological compulsions are worth."""

    numbers: dict[str, Number]
    merits: dict[str, Merit]  # type: ignore[assignment]  # with what each takes, in print
    flaws: dict[str, Merit]  # type: ignore[assignment]
    details: dict[str, MeritDetail]
    compulsions: dict[str, Number]


class Creation(Part, frozen=True, kw_only=True):
    """The points of a new character, by the place of a group, and the prices in experience."""

    attribute_points: tuple[int, int, int]
    ability_points: tuple[int, int, int]
    numbers: dict[str, Number]
    prices: dict[str, Price]


class Level(HealthLevel, frozen=True, kw_only=True):
    """A health level: a walk of so many meters, None for the whole, and whether one runs. Commoners
    have those of `commoner`.
    """

    commoner: bool = False
    walk: int | None = None
    runs: bool = True


class Evasion(Row, frozen=True, kw_only=True):
    """A way to evade an attack: Dexterity and one of these abilities."""

    abilities: Annotated[tuple[str, ...], In("abilities")]


class DamageSource(Row, frozen=True, kw_only=True):
    """A source of damage, and the soaks that it ignores."""

    ignores: tuple[Literal["armor", "shield"], ...] = ()


class Combat(Part, frozen=True, kw_only=True):
    """Fighting, aiming, damage, health from the top, moving, healing."""

    numbers: dict[str, Number]
    levels: dict[str, Level]
    aim_ranged: dict[str, Aim]
    aim_melee: dict[str, Aim]
    aim_effects: dict[str, AimEffect]
    armor_classes: dict[str, ArmorClass]
    evasions: dict[str, Evasion]
    damage_sources: dict[str, DamageSource]


class Grade(Row, frozen=True, kw_only=True):
    """A grade of Light or Dark: what it understands (`does`), and the mistake against it."""

    grade: int
    mistake: str


class Points(Part, frozen=True, kw_only=True):
    """The Paths by grade; Destiny, Power, and Willpower: what they are spent on."""

    numbers: dict[str, Number]
    light: dict[str, Grade]
    dark: dict[str, Grade]
    destiny: dict[str, Use]
    power: dict[str, Use]
    willpower: dict[str, Use]


class Maneuver(Row, frozen=True, kw_only=True):
    """A maneuver: the difficulties of its rolls one after the other, and its Move points."""

    difficulties: tuple[int, ...] = ()
    move: int | None = None


class Craft(Part, frozen=True, kw_only=True):
    """Vehicles and starships; quick turns by their degrees."""

    numbers: dict[str, Number]
    sizes: dict[str, Size]
    space_ranges: dict[str, SpaceRange]
    bands: dict[str, Number]
    quick_turns: dict[str, Number]
    maneuvers: dict[str, Maneuver]
    rolls: dict[str, DeclaredRoll]
    hit_points: dict[str, HitPoints]

    @property
    def tractors(self) -> dict[str, Size]:
        """The sizes that have tractor beams."""
        return {id: size for id, size in self.sizes.items() if size.tractor is not None}


class ChartData(Row, frozen=True, kw_only=True):
    """The age of the charts: its difficulty, and its complications."""

    difficulty: int
    complication: Annotated[str, In("complications")]


class Complication(Row, frozen=True, kw_only=True):
    """The numbers that the ten results of a d10 add to the difficulty."""

    adds: tuple[int, ...]


class Region(Row, frozen=True, kw_only=True):
    """A region, and the hours from it to each region in their order."""

    hours: tuple[int, ...]


class Travel(Part, frozen=True, kw_only=True):
    """Hyperspace; regions from the core outward."""

    numbers: dict[str, Number]
    chart_data: dict[str, ChartData]
    complications: dict[str, Complication]
    regions: dict[str, Region]


class SagaSuccesses(Row, frozen=True, kw_only=True):
    """The successes of a difficulty class of Saga Edition, up to `high` or endless."""

    high: int | None = None
    successes: int


class MeritEffect(Row, frozen=True, kw_only=True):
    """An effect of a merit, and the row of the guide with its worth."""

    worth: Annotated[str, In("merit_guide")]


class Saga(Part, frozen=True, kw_only=True):
    """The conversion of numbers of Saga Edition, and the price of a merit of one's own."""

    numbers: dict[str, Number]
    saga_successes: dict[str, SagaSuccesses]
    conversions: dict[str, Conversion]
    merit_guide: dict[str, Number]
    merit_effects: dict[str, MeritEffect]


class Party(Part, frozen=True, kw_only=True):
    """A party's decisions: switches (members of its house), and the kinds of things that it
    makes.
    """

    switches: dict[str, Switch]
    homebrew: dict[str, Row]


class Rulebook(ListedRulebook, frozen=True, kw_only=True):
    """Every table: a member for each file."""

    traits: Traits
    force: Force
    merits: Merits
    creation: Creation
    combat: Combat
    points: Points
    craft: Craft
    travel: Travel
    saga: Saga
    party: Party
    archetypes: Archetypes

    def trait_name(self, id: str) -> str:
        """The name of an attribute, an ability, or one of OTHER_TRAITS."""
        row = self.traits.attributes.get(id) or self.traits.abilities.get(id)
        return row.name if row else id.capitalize()

    def mentions(self) -> Iterator[Mention]:
        """Names that may come from several tables, or that must all be there."""
        file, of = "merits.toml", self.merits
        rolled = {*self.traits.attributes, *self.traits.abilities}
        for row in (*of.merits.values(), *of.flaws.values()):
            yield Mention(file, f"{row.id}.requires", row.requires.traits, {*rolled, *OTHER_TRAITS})
            yield Mention(file, f"{row.id}.requires", row.requires.merits, of.merits)
            yield Mention(file, f"{row.id}.detail", row.detail, DETAILS)
            for bearing in row.bearings:
                yield Mention(file, f"{row.id}.bearings", bearing.on, {*rolled, *ROLLS})
        for pair in of.pairs.values():
            yield Mention(file, f"{pair.id}.pair", pair.pair, {*of.merits, *of.flaws})
        file, resisted = "force.toml", {"", *RESISTANCES, *rolled}
        for ability in self.force.force_abilities.values():
            traits = ability.resistance.split("+")
            yield Mention(file, f"{ability.id}.resistance", traits, resisted)
        for effect in self.combat.aim_effects.values():
            yield Mention("combat.toml", f"{effect.id}.part", effect.part, self.combat.aim_melee)
        for conversion in self.saga.conversions.values():
            place = f"{conversion.id}.by"
            yield Mention("saga.toml", place, conversion.named, self.saga.numbers)
        file, skills = "archetypes.toml", {*self.traits.firearms, *self.traits.melee}
        for idea in self.archetypes.archetypes.values():
            yield Mention(file, f"{idea.id}.weapon_skills", idea.weapon_skills, skills)


@cache
def rulebook() -> Rulebook:
    """The tables, read and checked once; TableError names the file and the key of a fault."""
    return rulebooks.read(FOLDER, Rulebook, TOPICS)
