"""The tables of Empire Ascendant as frozen structs, read once from `tables/*.toml`. No rule is
applied here: what a number does is said where it is used.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec

from rules import tables
from rules.kit import archetypes, listings
from rules.kit.house_switches import Switch
from rules.kit.listings import ListedGuide
from rules.tables import In, Numbers, Row

FOLDER = Path(__file__).parent / "tables"
ATTRIBUTES = ("DEX", "KNO", "MEC", "PER", "STR", "TEC")
MINI_SIX = ("MIG", "AGI", "WIT", "CHA")
FORCE_SKILLS = ("control", "sense", "alter")
# The tables of damaged systems: a kind of craft, and how badly it is hit.
HITS = (
    "vehicle-light", "vehicle-heavy", "vehicle-severe", "ship-light", "ship-heavy", "ship-severe",
)  # fmt: skip
TOPICS = ("playing.toml", "character.toml", "mastering.toml")


class Target(Row, frozen=True, kw_only=True):
    """A number to reach, or to add to one."""

    number: int


class Modifier(Target, frozen=True, kw_only=True):
    """What is added to a number to reach; `otherwise` is the case that adds nothing."""

    otherwise: str = ""


class Span(Row, frozen=True, kw_only=True):
    """A row for every result from `low` to `high`, without an end where that is None."""

    low: int
    high: int | None = None

    @property
    def reach(self) -> str:
        """Its results in print: "4–8", "2", "13+"."""
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


# --- traits


class Skill(Row, frozen=True, kw_only=True):
    """A skill and its attribute, `placed` where that is our ruling; the table it rolls against."""

    attribute: Annotated[str, In("attributes")]
    placed: bool = False
    table: Annotated[str, In("tables")] = ""


class MiniSix(Row, frozen=True, kw_only=True):
    """An attribute of the Mini Six preset, and those of the six that it stands in for."""

    covers: Annotated[tuple[str, ...], In("attributes")]


class Alias(Row, frozen=True, kw_only=True):
    """Another name for a skill; where it could be several, the first is meant."""

    skills: Annotated[tuple[str, ...], In("skills")]


class Traits(Numbers, frozen=True, kw_only=True):
    """Attributes, skills, Force skills, and other names, by id."""

    attributes: dict[str, Row]
    mini_six: dict[str, MiniSix]
    skills: dict[str, Skill]
    force: dict[str, Row]
    aliases: dict[str, Alias]


# --- numbers to reach


class Rung(Span, frozen=True, kw_only=True):
    """A rung of the ladder, and the number that a form fills in for it."""

    number: int


class Reached(Row, frozen=True, kw_only=True):
    """A row that counts from a total of `least` up."""

    least: int


class Bribe(Target, frozen=True, kw_only=True):
    """What a bribe of `least` credits or more adds to the number."""

    least: int


class Contents(Row, frozen=True, kw_only=True):
    """A table of numbers, the traits that roll against it, and whether it has modifiers."""

    traits: tuple[str, ...] = ()
    modified: bool = False


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table of numbers to reach, and what is added to them, by id."""

    about: Contents
    rows: dict[str, Target]
    modifiers: dict[str, Modifier]


class Difficulties(Numbers, frozen=True, kw_only=True):
    """The ladder, every table of numbers to reach, what a Knowledge roll tells, and bribes."""

    ladder: dict[str, Rung]
    tables: dict[str, Table]
    knowledge: dict[str, Reached]
    credits: dict[str, Bribe]


# --- haggling, repairs, what bars an action


class Bargain(Row, frozen=True, kw_only=True):
    """A price in percent, where the winner's total is at least so many `times` the other's."""

    winner: Literal["you", "they", ""]
    times: int
    percent: int


class Try(Row, frozen=True, kw_only=True):
    """One of the tries to repair something, and the time that it takes."""

    time: str


class Play(Numbers, frozen=True, kw_only=True):
    """What takes dice, and what is counted at the table; `barred` are reasons by name."""

    action: int
    fact: int
    fatigued: int
    bonus_most: int
    initiative_dice: int
    repair_tries: int
    detected: int
    medpac: tuple[str, ...]
    barred: dict[str, str]
    bargains: dict[str, Bargain]
    gambles: dict[str, Row]
    tries: dict[str, Try]
    repaired: dict[str, Row]


# --- hyperspace


class Jump(Row, frozen=True, kw_only=True):
    """How long it takes to work out a jump: `count` or `dice` of a unit; `hurry` is the unit that
    each hurried try takes, "" where there is no number for that.
    """

    unit: Literal["round", "minute", "hour", "day"]
    count: int = 0
    dice: int = 0
    hurry: Literal["round", "minute", ""] = ""


class Travel(Numbers, frozen=True, kw_only=True):
    """What a trip is made of, in hours, and when a missed roll is a mishap."""

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
    jumps: dict[str, Jump]
    mishaps: dict[str, Span]


# --- combat


class Defense(Row, frozen=True, kw_only=True):
    """A static defense, and the skill that makes it."""

    skill: Annotated[str, In("skills")]


class Form(Row, frozen=True, kw_only=True):
    """How a weapon is used: the defense that counts `against` it, "" for none, and the number that
    this is added to.
    """

    against: Annotated[str, In("defenses")] = ""
    number: Literal["range", "difficulty"]


class Scale(Row, frozen=True, kw_only=True):
    """A step of scale, in dice and in points of Dodge as printed."""

    dice: int
    dodge: int


class Grenade(Row, frozen=True, kw_only=True):
    """What changes a grenade's damage; `blocked` is no damage at all."""

    dice: int = 0
    blocked: bool = False


class Mook(Row, frozen=True, kw_only=True):
    """A lesser enemy, and the margin from which a hit is its end: "" for any hit."""

    falls_at: Annotated[str, In("margins")] = ""


class Combat(Numbers, frozen=True, kw_only=True):
    """What changes an attack, moving, scale, the dice of a grenade."""

    per_die: int
    full_dodge: int
    cover: int
    prone: int
    prone_not_at: Annotated[str, In("ranges")]
    move: int
    move_least: int
    move_most: int
    run: int
    crawl: int
    scale_defense: int
    scatter_dice: int
    scatter_meters_dice: int
    blast_dice: int
    enclosed_meters: int
    detonite_dice: int
    ranges: dict[str, Target]
    defenses: dict[str, Defense]
    forms: dict[str, Form]
    scales: dict[str, Scale]
    facts: dict[str, Row]
    grenades: dict[str, Grenade]
    mooks: dict[str, Mook]
    rounds: dict[str, Row]
    blasts: dict[str, Row]


# --- harm


class Margin(Span, frozen=True, kw_only=True):
    """What damage over Soak comes to: a level."""

    level: Annotated[str, In("levels")]


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
    margins: dict[str, Margin]
    levels: dict[str, Level]
    stuns: dict[str, Row]
    healing: dict[str, Row]


# --- the Force


class Deed(Row, frozen=True, kw_only=True):
    """What a Force Point was spent on: Dark Side Points, and what the end of the adventure brings:
    points that are `due` back, and `more` besides.
    """

    dark: int = 0
    due: int = 0
    more: int = 0


class LearningRoll(Row, frozen=True, kw_only=True):
    """A trait that may be rolled to learn a power, in place of a Force skill."""

    trait: str


class Join(Row, frozen=True, kw_only=True):
    """The Force skills that a power uses, as its id joins them: "control+sense"."""

    skills: Annotated[tuple[str, ...], In("force")]


class Force(Numbers, frozen=True, kw_only=True):
    """The face that explodes, dice of the dark side, picks, and what learning is held against."""

    explodes: int
    dark_side_dice: int
    dark_bonus: int
    picks: int
    learning: int
    learning_a_prerequisite: int
    deeds: dict[str, Deed]
    temptations: dict[str, Row]
    learning_rolls: dict[str, LearningRoll]
    joins: dict[str, Join]


# --- craft

Kind = Literal["ship", "vehicle"]


class CraftTrait(Row, frozen=True, kw_only=True):
    """What a vehicle or a ship has."""

    craft: Kind


class CrewSkill(CraftTrait, frozen=True, kw_only=True):
    """What a vehicle or a ship is worked with."""

    skill: Annotated[str, In("skills")]


class CraftLevel(Row, frozen=True, kw_only=True):
    """How badly a craft is hit: its rank among the levels, and which table 1D is read in."""

    rank: int
    table: Literal["light", "heavy", "severe", ""] = ""


class SystemHit(Span, frozen=True, kw_only=True):
    """What of a craft is hit: dice off a `system`, dice of damage to a `gunner`, points on
    `astrogation`, dice of `rounds` until the craft meets its `fate`.
    """

    system: str = ""
    dice: int = 0
    gunner: int = 0
    astrogation: int = 0
    rounds: int = 0
    fate: str = ""


class RangeDice(Row, frozen=True, kw_only=True):
    """Dice of damage more or fewer at a range."""

    dice: int


class Craft(Numbers, frozen=True, kw_only=True):
    """Getting out, crashing, ionized controls, and the range at which space begins."""

    bail_out: int
    crash_dice: int
    ionized_rounds: int
    ionized: int
    shields_lost: int
    nearest: Annotated[str, In("ranges")]
    torpedo_range: Annotated[str, In("ranges")]
    system_dice: int
    traits: dict[str, CraftTrait]
    crew_skills: dict[str, CrewSkill]
    margins: dict[str, Span]
    levels: dict[str, CraftLevel]
    vehicle_light: dict[str, SystemHit]
    vehicle_heavy: dict[str, SystemHit]
    vehicle_severe: dict[str, SystemHit]
    ship_light: dict[str, SystemHit]
    ship_heavy: dict[str, SystemHit]
    ship_severe: dict[str, SystemHit]
    shields: dict[str, Target]
    range_damage: dict[str, RangeDice]
    chases: dict[str, Row]
    segments: dict[str, Row]
    fire: dict[str, Row]
    roles: dict[str, Row]
    many: dict[str, Row]

    @property
    def hits(self) -> dict[str, dict[str, SystemHit]]:
        """The six tables of damaged systems by name."""
        return {name: getattr(self, name.replace("-", "_")) for name in HITS}


# --- creation, advancement, what a party decides


class Preset(Row, frozen=True, kw_only=True):
    """An optional preset of ours: sums in pips, three to a die; bounds of one attribute, where it
    has some, and how far a skill may be above its attribute.
    """

    attributes: tuple[str, ...]
    attribute_sum: int
    attribute_least: int = 0
    attribute_most: int | None = None
    skill_sum: int
    skill_most: int


class Creation(Numbers, frozen=True, kw_only=True):
    """What a new character has."""

    force_points: int
    force_points_some: int
    scale: Annotated[str, In("scales")]
    presets: dict[str, Preset]


class Advancement(Numbers, frozen=True, kw_only=True):
    """Prices in Character Points: for a pip so many times the dice there are now."""

    skill: int
    attribute: int
    force: int
    force_first_die: int
    learn: int
    entries: dict[str, Row]


class HouseChoice(Row, frozen=True, kw_only=True):
    """A rule of a party with several answers, or none of them."""

    options: Annotated[tuple[str, ...], In("presets")]


class Party(msgspec.Struct, frozen=True, kw_only=True):
    """What a party decides: choices, switches, and the kinds of things that it makes."""

    choices: dict[str, HouseChoice]
    switches: dict[str, Switch]
    homebrew: dict[str, Row]

    @property
    def options(self) -> dict[str, Row]:
        """Everything that a party can set, in order."""
        return {**self.choices, **self.switches}


# --- archetypes


class Archetype(archetypes.Archetype, frozen=True, kw_only=True):
    """What a character may be, with its Force skills and the powers that it picks."""

    force: Annotated[tuple[str, ...], In("force")] = ()
    powers: Annotated[tuple[str, ...], In("powers")] = ()


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon as it would be typed: its form, the skill or attribute, its damage, its difficulty
    where it is no ranged one.
    """

    form: Annotated[str, In("forms")]
    skill: str
    damage: str
    difficulty: int | None = None


class Armor(Row, frozen=True, kw_only=True):
    """Armor, with the code that it adds to Soak."""

    soak: str


class Power(Row, frozen=True, kw_only=True):
    """A power as it would be typed."""

    skills: Annotated[str, In("joins")]
    difficulty: str
    prerequisites: int = 0


class Archetypes(archetypes.Archetypes, frozen=True, kw_only=True):
    """What chance draws on and a new player picks from."""

    archetypes: dict[str, Archetype]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]
    powers: dict[str, Power]

    @property
    def rows(self) -> Mapping[str, Archetype]:
        """Every archetype by its id."""
        return self.archetypes


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """Every table."""

    traits: Traits
    difficulties: Difficulties
    play: Play
    travel: Travel
    combat: Combat
    harm: Harm
    force: Force
    craft: Craft
    creation: Creation
    advancement: Advancement
    party: Party
    archetypes: Archetypes
    reference: ListedGuide

    @property
    def values(self) -> Mapping[str, Any]:
        """What a topic may name in braces: the tables, whose members are reached from there."""
        return msgspec.structs.asdict(self)

    def rows(self, place: str) -> Mapping[str, Row]:
        """The rows of a table by its place ("combat.ranges"); KeyError or AttributeError where
        there is none.
        """
        return listings.rows_at(self, place)


@cache
def rulebook() -> Rulebook:
    """The tables, read and checked once; TableError names the file and the key of a fault."""
    read, written = tables.Reader(FOLDER), tables.Reader(FOLDER / "reference")
    apart: dict[str, Any] = {
        "difficulties": _difficulties(read),
        "reference": listings.read(written, TOPICS),
    }
    kinds = {name: kind for name, kind in get_type_hints(Rulebook).items() if name not in apart}
    whole: dict[str, Any] = {name: read.file(f"{name}.toml", kind) for name, kind in kinds.items()}
    found = Rulebook(**whole, **apart)
    read.check(*whole.values(), found.difficulties)
    for file, key, names, known in (*_trait_ids(found), *_craft_ids(found)):
        tables.check_known(file, key, names, known)
    listings.check(found.reference, found, "reference")
    return found


class _Ruled(msgspec.Struct, frozen=True):
    sources: dict[str, str]
    rulings: dict[str, str]


def _difficulties(read: tables.Reader) -> Difficulties:
    """The tables that a file lists, each of its own arrays."""
    file = "difficulties.toml"
    contents = read.entries(file, "table", Contents)
    numbers = read.whole(file, _Ruled)
    return Difficulties(
        ladder=read.entries(file, "ladder", Rung),
        tables={
            id: Table(
                about=about,
                rows=read.entries(file, id, Target),
                modifiers=read.entries(file, f"{id}-modifier", Modifier) if about.modified else {},
            )
            for id, about in contents.items()
        },
        knowledge=read.entries(file, "knowledge", Reached),
        credits=read.entries(file, "credits", Bribe),
        sources=numbers.sources,
        rulings=numbers.rulings,
    )


# --- what is in no member alone: file, key, the names there, and where they have to stand

Pointing = Iterator[tuple[str, str, str | Iterable[str], Container[str]]]


def _trait_ids(found: Rulebook) -> Pointing:
    traits, difficulties = found.traits, found.difficulties
    yield "traits.toml", "attributes", ATTRIBUTES, traits.attributes
    yield "traits.toml", "mini_six", MINI_SIX, traits.mini_six
    yield "traits.toml", "force", FORCE_SKILLS, traits.force
    covered = [id for row in traits.mini_six.values() for id in row.covers]
    yield "traits.toml", "mini_six.covers", traits.attributes, covered
    known, rolled = ({**traits.attributes, **more} for more in (traits.mini_six, traits.skills))
    for preset in found.creation.presets.values():
        yield "creation.toml", f"{preset.id}.attributes", preset.attributes, known
    for id, table in difficulties.tables.items():
        yield "difficulties.toml", f"{id}.traits", table.about.traits, rolled
    for roll in found.force.learning_rolls.values():
        yield "force.toml", f"{roll.id}.trait", roll.trait, rolled
    for join in found.force.joins.values():
        yield "force.toml", f"{join.id}.skills", "+".join(join.skills), found.force.joins
    for row in found.archetypes.archetypes.values():
        yield "archetypes.toml", f"{row.id}.skills", row.skills.values(), traits.attributes


def _craft_ids(found: Rulebook) -> Pointing:
    file, craft = "craft.toml", found.craft
    yield file, "margins", craft.margins, craft.levels
    for name, rows in craft.hits.items():
        kind = name.partition("-")[0]
        for hit in rows.values():
            known = ("", *(row.id.removeprefix(f"{kind}-") for row in craft.traits.values()))
            yield file, f"{name}.{hit.id}.system", hit.system, known
    for key, ranges in (("shields", craft.shields), ("range_damage", craft.range_damage)):
        yield file, key, ranges, found.combat.ranges
