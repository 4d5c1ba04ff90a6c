"""The tables of a declared game of dice codes as frozen structs. They contain no rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from rules.declared.armor import ArmorBonus, ArmorCode
from rules.declared.figure_rows import FigureRow, Typed
from rules.declared.powers.table import Powers
from rules.declared.presets import StandIn
from rules.declared.programs import Programs
from rules.declared.ranges import NO_DISTANCES, Distances
from rules.declared.target_tables import TraitTable
from rules.kit.coded.archetypes import Archetype, Archetypes, CodedSampleWeapon
from rules.kit.coded.ledger import Prices
from rules.kit.house_switches import Party
from rules.kit.play.result_tables import SpanRow
from rules.kit.typed import key
from rules.tables import In, Numbers, Row


class Skill(Row, frozen=True, kw_only=True):
    """A skill of the book, with its attribute."""

    attribute: Annotated[str, In("attributes")]


class Alias(Row, frozen=True, kw_only=True):
    """Another name for a skill; where it could be several, the first is meant."""

    skills: Annotated[tuple[str, ...], In("skills")]


class Traits(Numbers, frozen=True, kw_only=True):
    """Attributes and skills by id, other names of skills, and attributes of a preset that stand in
    for others.
    """

    attributes: dict[str, Row]
    skills: dict[str, Skill]
    aliases: dict[str, Alias] = msgspec.field(default_factory=dict)
    stand_ins: dict[str, StandIn] = msgspec.field(default_factory=dict)


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The change that a chosen row makes: so many pips (or dots) of an attribute or a skill, points
    of a figure, or its number `instead`.
    """

    to: str
    add: int = 0
    instead: int | None = None


class ChoiceRow(Row, frozen=True, kw_only=True):
    """A row of a list: a species, an edge. `good` is what it is good for, in a few words."""

    effects: tuple[Effect, ...] = ()
    good: str = ""


class ChoiceList(Row, frozen=True, kw_only=True):
    """A list to choose from in the first step: one row, or up to `most`. Its id is the member of
    the build. `needed` says that a character without one is unfinished.
    """

    rows: dict[str, ChoiceRow] = msgspec.field(default_factory=dict)
    most: int = 1
    needed: bool = False


class Level(Row, frozen=True, kw_only=True):
    """A box for damage. It begins at so many `times` the base, and so many points above that; one
    that begins at 0 times takes all damage under the next. Its marks are in `mark`; each takes
    `points` from a total, the worst box with a mark takes `dice`. A full one passes the next mark
    on to the box after it, or to that of `overflow`; one that is not `reached` by damage gets marks
    in no other way. One that knocks `out` passes nothing on when it is full.
    """

    mark: str
    times: int = 1
    plus: int = 0
    dice: int = 0
    points: int = 0
    overflow: str = ""
    reached: bool = True
    out: bool = False


class Soak(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The roll against damage: the attribute or the skill that is rolled, and its `name`. Armor
    adds a code to it.
    """

    trait: str
    name: str = "Soak"
    source: str = ""
    ruling: str = ""


class Protection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The protection of armor: the member of the document, its label, the figure that it raises
    (none where there is Soak, to which armor adds a code), and the most of it.
    """

    figure: str = ""
    member: str = "armor_bonus"
    label: str = ""
    most: int = 30


class HarmWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of a game for somebody whose last box is full (`dead`) or has a mark (`dying`), for
    somebody who is knocked `out`, and for a single mark that runs through all boxes ("one wound
    `kills`").
    """

    dead: str = "dead"
    dying: str = "dying"
    out: str = "unconscious"
    kills: str = "kills"


class Defense(Numbers, frozen=True, kw_only=True):
    """The numbers of attacks and hits, each the id of a figure: the `target` of an
    attack, the `base` where damage begins to count, and the number of `boxes` at each level. With
    `soak` damage is rolled against, and what is left counts: no `base` is needed then, and each
    level begins at so many points (`plus`) over Soak. `spills` says that a box which becomes full
    gives a mark to the next. The attribute of harm adds to damage. `note` stands on the track,
    `asked` is the question about another's base, and `words` are those for the worst of it. With
    the name of a `section` figures stand under it by their names, on the sheet and in exports.
    """

    levels: dict[str, Level]
    target: str
    base: str = ""
    boxes: str = ""
    soak: Soak | None = None
    section: str = ""
    harm_attribute: str
    spills: bool = False
    asked: str = "Where their harm begins"
    note: str = "Enter the damage rolled"
    words: HarmWords = HarmWords()
    armor: Protection

    def after(self, level: Level) -> Level:
        """The box that gets the marks for which a box has no room."""
        rows = list(self.levels.values())
        return self.levels[level.overflow] if level.overflow else rows[rows.index(level) + 1]

    def before(self, level: Level) -> Level:
        """The first box whose marks go there when it is full."""
        rows = list(self.levels.values())[:-1]
        return next(row for row in rows if not row.out and self.after(row) is level)

    @property
    def struck(self) -> tuple[Level, ...]:
        """The boxes that damage reaches, from the mildest to the worst."""
        return tuple(row for row in self.levels.values() if row.reached)


class Difficulty(SpanRow, frozen=True, kw_only=True):
    """A rung of the ladder, with the codes that fit it, if the game says so, and the number that a
    form fills in where it is not the lowest (`usual`).
    """

    dice_low: int = 0
    dice_high: int = 0
    usual: int = 0

    @property
    def number(self) -> int:
        """The number that a form fills in."""
        return self.usual or self.low


class HealingRow(msgspec.Struct, frozen=True, array_like=True):
    """A total of at least `low` heals that many marks."""

    low: int
    marks: int

    @property
    def id(self) -> str:
        """The lowest total."""
        return str(self.low)

    @property
    def name(self) -> str:
        """The lowest total, for players."""
        return self.id


class Healing(Row, frozen=True, kw_only=True):
    """A check that heals, with one of these `tools`; without any, once after a fight."""

    heals: Annotated[str, In("levels")]
    skill: Annotated[str, In("skills")]
    tools: Annotated[tuple[str, ...], In("tools")] = ()
    rows: tuple[HealingRow, ...]


class Play(Numbers, frozen=True, kw_only=True):
    """The numbers of play: what a further action takes, difficulties, healing; the total that
    `wakes` the unconscious; and the words in an item's key that identify each of the `tools`, with
    those that one attempt uses up.
    """

    action: int = -1
    wake: int = 0
    difficulties: dict[str, Difficulty]
    healing: dict[str, Healing]
    tools: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    used_up: tuple[str, ...] = ()


class Point(Row, frozen=True, kw_only=True):
    """Points to spend on rolls. The id is the member of the build and of awards, `one` names a
    single one, `mark` counts those spent, `start` are those of a new character. Spent, one
    multiplies all codes `times` for a round, adds `dice` to one roll, or makes every six of a scene
    be rolled again (`explodes`). With `after` one is spent on a roll that was seen: it adds its
    "dice", or all dice of the roll are thrown again ("reroll"). `turn` is its number in
    the account of a turn, and `action` its action. `back` says when those spent come back.
    """

    one: str
    mark: str
    start: int = 0
    most: int = 99
    times: int = 0
    dice: int = 0
    explodes: bool = False
    after: Literal["", "dice", "reroll"] = ""
    action: str
    turn: str
    back: str = ""
    note: str = ""
    option: str = ""

    @property
    def lasts(self) -> bool:
        """True if a spent one counts for more than one roll."""
        return bool(self.times) or self.explodes


class Experience(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The points that buy raises: the member of awards, and their name in both numbers."""

    member: str = "cp"
    name: str = "Character Points"
    one: str = "Character Point"


class PresetRow(Row, frozen=True, kw_only=True):
    """The dice of a new character by one of several presets, as codes. Its attributes are those
    `of` a list of ids, all where it names none.
    """

    of: tuple[str, ...] = ()

    attributes: str
    skills: str
    skill_most: str
    attribute_least: str = ""
    attribute_most: str = ""


class Creation(Numbers, frozen=True, kw_only=True):
    """The dice of a new character, as codes. Where they are `optional`, any codes are legal until a
    player asks for them to be counted; `ours` says whose sums they are. With presets a player, or a
    party, chooses one of them, or none: then no dice stand here.
    """

    presets: dict[str, PresetRow]
    attributes: str = ""
    skills: str = ""
    skill_most: str = ""
    attribute_least: str = ""
    attribute_most: str = ""
    optional: bool = False
    ours: str = ""
    no_price: str = ""


class Advancement(Prices, frozen=True, kw_only=True):
    """Prices, and the points that are paid; `items` says why items cost nothing."""

    experience: Experience = Experience()
    items: str = "Free: these rules have no prices."


class Suit(Row, frozen=True, kw_only=True):
    """Armor of the archetypes, with what it adds: points, or a code to Soak."""

    adds: int | str


class Template(Archetype, frozen=True, kw_only=True):
    """An archetype, with the skills of powers that it has, and its usual powers."""

    power_skills: Annotated[tuple[str, ...], In("power_skills")] = ()
    powers: Annotated[tuple[str, ...], In("powers")] = ()


class Templates(Archetypes, frozen=True, kw_only=True):
    """All archetypes. `extra` is an item that anybody may carry; `usual` and `strong` are the
    traits of a weapon that nothing is said of, the latter where Strength adds to its damage.
    """

    templates: dict[str, Template]
    weapons: dict[str, CodedSampleWeapon]
    armor: dict[str, Suit]
    extra: str
    usual: str = ""
    strong: str = ""

    @property
    def rows(self) -> dict[str, Template]:
        """Every template by its id."""
        return self.templates


class OpponentTexts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The example that each text of the form of an opponent shows, by its field."""

    examples: dict[str, str] = {}


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table."""

    traits: Traits
    figures: dict[str, FigureRow]
    lists: dict[str, ChoiceList]
    defense: Defense
    play: Play
    points: dict[str, Point]
    creation: Creation
    advancement: Advancement
    templates: Templates
    opponents: OpponentTexts = OpponentTexts()
    fight: Distances = NO_DISTANCES
    powers: Powers | None = None
    targets: dict[str, TraitTable] = {}
    programs: Programs | None = None
    party: Party = Party(choices={}, switches={}, homebrew={})

    @property
    def point(self) -> Point | None:
        """The points to spend on rolls, None in a game without."""
        return next(iter(self.points.values()), None)

    @property
    def typed(self) -> Mapping[str, Typed]:
        """The bounds of the figures that a player may type, by id."""
        return {id: row.typed for id, row in self.figures.items() if row.typed}

    def exported(self, id: str) -> str:
        """The name of a figure in an export: its id, or in a section what the sheet calls it."""
        name = key(self.figures[id].name).replace("-", "_")
        return name if self.defense.section else id

    def sheet_key(self, id: str) -> str:
        """The key of a figure on the sheet, with that of its section if it has one."""
        section = self.defense.section
        return f"{key(section)}.{self.exported(id)}" if section else id

    @property
    def power_skills(self) -> Mapping[str, Row]:
        """The skills of powers by id; none in a game without."""
        return self.powers.skills if self.powers else {}

    @property
    def armor(self) -> ArmorBonus:
        """The points or the code that armor adds."""
        own, soak = self.defense.armor, self.defense.soak
        if soak:
            return ArmorCode(own.member, own.label or f"Adds to {soak.name}", soak.name)
        return ArmorBonus(own.member, own.label, self.figures[own.figure].name, own.most)

    @property
    def strength(self) -> tuple[str, ...]:
        """The attribute that adds to damage: its id and its name, and those of what stands in."""
        id, traits = self.defense.harm_attribute, self.traits
        others = (row for row in traits.stand_ins.values() if id in row.covers)
        return (
            id,
            traits.attributes[id].name,
            *(said for row in others for said in (row.id, row.name)),
        )
