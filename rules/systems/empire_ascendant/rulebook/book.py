"""The tables of Empire Ascendant as frozen structs, read once from `tables/*.toml`. No rule is
applied here: what a number does is said where it is used.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from rules.declared import reading
from rules.declared import rulebook as declared
from rules.declared.extras import OwnTables
from rules.declared.powers.table import Powers
from rules.declared.reading import ReadTables
from rules.declared.rulebook import Book
from rules.declared.target_tables import TargetRow, TraitTable
from rules.kit import rulebooks
from rules.kit.coded import archetypes
from rules.kit.house_switches import Party
from rules.kit.play.result_tables import SpanRow
from rules.kit.rulebooks import DiceRow, ListedRulebook, Mention
from rules.reference.chapters import Chapter
from rules.systems.empire_ascendant.document.build import MARKS
from rules.systems.empire_ascendant.rulebook.craft_rows import CraftLevel, HitTable
from rules.tables import In, Numbers, Row

FOLDER = Path(__file__).parent.parent / "tables"
FORCE_SKILLS = ("control", "sense", "alter")
TOPICS = ("playing.toml", "character.toml", "mastering.toml")


class Bribe(TargetRow, frozen=True, kw_only=True):
    """The number that a bribe of `least` credits or more adds."""

    least: int


class Difficulties(Numbers, frozen=True, kw_only=True):
    """The results of a Knowledge roll, and bribes."""

    knowledge: dict[str, TargetRow]
    credits: dict[str, Bribe]


class Bargain(Row, frozen=True, kw_only=True):
    """A price in percent, where the winner's total is at least so many `times` the other's."""

    winner: Literal["you", "they", ""]
    times: int
    percent: int


class Try(Row, frozen=True, kw_only=True):
    """One of the tries to repair something, and the time that it takes."""

    time: str


class AtTable(Numbers, frozen=True, kw_only=True):
    """The numbers that take dice, and those counted at the table; `barred` are reasons by name, and
    `entries` what points buy.
    """

    fact: int
    fatigued: int
    initiative_dice: int
    repair_tries: int
    detected: int
    medpac: tuple[str, ...]
    barred: dict[str, str]
    bargains: dict[str, Bargain]
    gambles: dict[str, Row]
    tries: dict[str, Try]
    repaired: dict[str, Row]
    entries: dict[str, Row]


class Travel(Numbers, frozen=True, kw_only=True):
    """The parts of a trip, in hours, and the missed roll that is a mishap."""

    backup: int
    backup_least: int
    gas_cloud_dice: int
    asteroids_dice: int
    hour_saved: int
    hour_extra: int
    hurried: int
    mishap_dice: int
    mishap_least: int
    mishap_most: int
    radiation_dice_a_point: int
    collision_survival: int
    jumps: dict[str, Row]
    mishaps: dict[str, SpanRow]


class WeaponUse(Row, frozen=True, kw_only=True):
    """The use of a weapon: the defense that counts `against` it, "" for none, the number that this
    is added to, and its `kind` for other programs.
    """

    against: Annotated[str, In("defenses")] = ""
    number: Literal["range", "difficulty"]
    kind: Literal["ranged", "melee", "explosive"] = "ranged"


class Handling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The form of the weapons of a skill, and the difficulty of an attack with them, if any."""

    form: Annotated[str, In("forms")]
    difficulty: int | None = None


class Scale(Row, frozen=True, kw_only=True):
    """A step of scale, in dice and in points of Dodge as printed."""

    dice: int
    dodge: int


class Grenade(DiceRow, frozen=True, kw_only=True):
    """A change of a grenade's damage; `blocked` is no damage at all."""

    blocked: bool = False


class Mook(Row, frozen=True, kw_only=True):
    """A lesser enemy, and the margin from which a hit is its end: "" for any hit."""

    falls_at: Annotated[str, In("margins")] = ""


class Combat(Numbers, frozen=True, kw_only=True):
    """The changes of an attack, moving, scale, the dice of a grenade."""

    per_die: int
    full_dodge: int
    cover: int
    prone: int
    prone_not_at: Annotated[str, In("ranges")]
    scale: Annotated[str, In("scales")]
    move: int
    move_least: int
    move_most: int
    run: int
    crawl: int
    scale_defense: int
    scatter_dice: int
    scatter_meters_dice: int
    blast_dice: int
    detonite_dice: int
    ranges: dict[str, TargetRow]
    defenses: dict[str, Row]
    forms: dict[str, WeaponUse]
    by_skill: dict[str, Handling]
    scales: dict[str, Scale]
    facts: dict[str, Row]
    grenades: dict[str, Grenade]
    mooks: dict[str, Mook]
    rounds: dict[str, Row]
    blasts: dict[str, Row]


class Level(Row, frozen=True, kw_only=True):
    """A level of harm: its `wound` mark, 0 for a stun, and the dice that rolls lose; None where
    nothing is rolled any more.
    """

    wound: int = 0
    dice: int | None = None


class Harm(Numbers, frozen=True, kw_only=True):
    """Rounds of a stun, dice to stay alive and to heal, numbers of rescue and of missing air."""

    stunned_rounds: int
    knocked_out_dice: int
    dying_dice: int
    stabilise: int
    self_dice: int
    bacta_dice: int
    rescue_dice: int
    rescue_first: int
    rescue_second: int
    no_air: tuple[int, ...]
    margins: dict[str, SpanRow]
    levels: dict[str, Level]
    stuns: dict[str, Row]
    healing: dict[str, Row]


class Deed(Row, frozen=True, kw_only=True):
    """A deed that a Force Point was spent on: its Dark Side Points, and the Force Points at the end
    of the adventure: those that are `due` back, and `more` besides.
    """

    dark: int = 0
    due: int = 0
    more: int = 0


class Force(Numbers, frozen=True, kw_only=True):
    """The face that explodes, dice of the dark side, and what learning is rolled with."""

    explodes: int
    dark_side_dice: int
    dark_bonus: int
    points_some: int
    deeds: dict[str, Deed]
    temptations: dict[str, Row]
    learning_rolls: dict[str, Row]


class CraftTrait(Row, frozen=True, kw_only=True):
    """A number of a vehicle or a ship, or a skill to work it with."""

    craft: Literal["ship", "vehicle"]


class Craft(Numbers, frozen=True, kw_only=True):
    """Getting out, and the range at which space begins; damage, chases, fights and crews."""

    bail_out: int
    nearest: Annotated[str, In("ranges")]
    torpedo_range: Annotated[str, In("ranges")]
    system_dice: int
    traits: dict[str, CraftTrait]
    crew_skills: dict[str, CraftTrait]
    margins: dict[str, SpanRow]
    levels: dict[str, CraftLevel]
    hits: dict[str, HitTable]
    shields: dict[str, TargetRow]
    range_damage: dict[str, DiceRow]
    chases: dict[str, Row]
    segments: dict[str, Row]
    fire: dict[str, Row]
    roles: dict[str, Row]
    many: dict[str, Row]


class FormedSampleWeapon(archetypes.CodedSampleWeapon, frozen=True, kw_only=True):
    """A weapon with its form, and its difficulty where it is no ranged one."""

    form: str
    difficulty: int | None = None


class Rulebook(ListedRulebook, frozen=True, kw_only=True):
    """Every table: those of every declared game, and others, each the file of that name."""

    difficulties: Difficulties
    table: AtTable
    travel: Travel
    combat: Combat
    harm: Harm
    force: Force
    craft: Craft
    traits: declared.Traits
    play: declared.Play
    points: dict[str, declared.Point]
    creation: declared.Creation
    advancement: declared.Advancement
    templates: declared.Templates
    powers: Powers
    targets: dict[str, TraitTable]
    party: Party

    def mentions(self) -> Iterator[Mention]:
        """Names that may come from several tables."""
        traits, craft = self.traits, self.craft
        known = {**traits.attributes, **traits.skills}
        yield Mention("combat.toml", "defenses", self.combat.defenses, traits.skills)
        yield Mention("harm.toml", "margins", self.harm.margins, self.harm.levels)
        yield Mention("force.toml", "learning_rolls", self.force.learning_rolls, known)
        file = "craft.toml"
        yield Mention(file, "margins", craft.margins, craft.levels)
        yield Mention(file, "shields", craft.shields, self.combat.ranges)
        yield Mention(file, "range_damage", craft.range_damage, self.combat.ranges)
        for row in self.templates.weapons.values():
            if isinstance(row, FormedSampleWeapon):
                yield Mention("chance.toml", f"{row.id}.form", row.form, self.combat.forms)

    def shown(self, skills: Iterable[str]) -> str:
        """Several skills in a column of the reference."""
        return ", ".join(self.traits.skills[id].name for id in skills)


DECLARED = [name for name in Rulebook.__struct_fields__ if name in Book.__struct_fields__]
FILES = {*Rulebook.__struct_fields__, "vehicles", "vehicle_play", "starter_craft"} - {
    "reference",
    *DECLARED,
}
OWN = OwnTables(
    files=tuple(f"{name}.toml" for name in sorted(FILES)),
    marks=MARKS,
    weapon=FormedSampleWeapon,
    harm=True,
    most=100_000_000,
)


@cache
def tables() -> tuple[ReadTables, Rulebook]:
    """The tables of every declared game, and all of them, read and checked once; GameError or
    TableError names the place of a fault.
    """
    read = reading.read(FOLDER, OWN)
    ready = {name: getattr(read.book, name) for name in DECLARED}
    return read, rulebooks.read(FOLDER, Rulebook, TOPICS, ready)


def rulebook() -> Rulebook:
    """Every table."""
    return tables()[1]


@cache
def chapters() -> tuple[Chapter, ...]:
    """The reference: every table and rule of the game, in the order of the contents."""
    return rulebook().chapters(rulebook().shown, named_by_id=("attributes",))
