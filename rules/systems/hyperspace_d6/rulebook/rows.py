"""The rows of HyperspaceD6's tables as frozen structs, without rules. `book.py` reads them."""

from typing import Annotated

import msgspec

from rules.house import HomebrewKind
from rules.kit.house_switches import Switch
from rules.tables import In, Numbers, Row

ATTRIBUTES = ("DEX", "KNO", "MEC", "PER", "STR", "TEC")
FORCE = "FOR"
# After the key of a weapon that is thrown.
THROWN = ".thrown"


class Entry(Row, frozen=True, kw_only=True):
    """A row of this game. A `retired` one is read, but not offered; an `own` one is homebrew."""

    retired: bool = False
    own: bool = False


class Skill(Entry, frozen=True, kw_only=True):
    """A skill under exactly one attribute. `originals` are the skills of the original game that it
    becomes, its own name where none are said, and `further` those that come to be it as well (our
    rulings); `programs` are the names that other programs look for.
    """

    attribute: Annotated[str, In("attributes")]
    originals: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    programs: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


class Focus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The focus of a species: one skill at +1D."""

    name: str
    skill: str


class Species(Entry, frozen=True, kw_only=True):
    """A species or droid type: six attributes in dice, and a focus (Humans have none)."""

    kind: Annotated[str, In("species_kinds")]
    attributes: dict[str, int]
    focus: Focus | None = None


class Profession(Entry, frozen=True, kw_only=True):
    """The dice that it adds to the attributes; `kind` is "ordinary" or "force"."""

    kind: Annotated[str, In("profession_kinds")]
    bonuses: Annotated[dict[str, int], In("attributes")]


class Quirk(Entry, frozen=True, kw_only=True):
    """An edge or a burden. `asks` is "skill" or "attribute" if it needs one; `chosen` is its text
    with that trait, with `{trait}` for its name. `dice` count always, `conditional_dice` only while
    the item is used, `force_dice` go to the Force; `credits` replace the starting credits;
    `point_dice` are what a Character Point adds to a roll; `mundane` ones are never for a Force
    skill. `mark` is set while it is felt. `good` is what an edge is good for, or what a burden
    hurts, in a few words.
    """

    asks: str = ""
    good: str = ""
    chosen: str = ""
    dice: int = 0
    conditional_dice: int = 0
    force_dice: int = 0
    credits: int | None = None
    point_dice: int | None = None
    mundane: bool = False
    mark: str = ""

    def told(self, trait: str) -> str:
        """Its effect, with the name of the chosen trait, "" for none yet."""
        return self.chosen.format(trait=trait) if trait and self.chosen else self.does


class Property(Entry, frozen=True, kw_only=True):
    """A special property of weapons. It adds `help_dice` to the skills that it `helps` with."""

    helps: Annotated[tuple[str, ...], In("skills")] = ()
    help_dice: int = 1


class Weapon(Entry, frozen=True, kw_only=True):
    """Damage in dice; `adds` names an attribute whose dice are added. No `cost`: not for sale. One
    with `thrown` can be thrown with that skill, for the same damage.
    """

    kind: Annotated[str, In("weapon_kinds")]
    skill: Annotated[str, In("skills")]
    damage: int
    adds: str = ""
    cost: int | None = None
    properties: Annotated[tuple[str, ...], In("properties")] = ()
    workshop: bool = False
    thrown: str = ""

    @property
    def code(self) -> str:
        """Its damage as printed: "STR + 2D", "5D"."""
        return f"{self.adds} + {self.damage}D" if self.adds else f"{self.damage}D"


class Armor(Entry, frozen=True, kw_only=True):
    """The Soak that it adds, and its modifier to Dodge (0 or less). No `cost`: not for sale."""

    soak: int
    dodge: int = 0
    cost: int | None


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a pack: an item's id, or a name without an entry."""

    item: str = ""
    name: str = ""
    quantity: int = 1


class Item(Entry, frozen=True, kw_only=True):
    """A tool, a piece of tech or an explosive. Explosives have a `skill` and may have `damage`. It
    adds `help_dice` to checks of the skills that it `helps` with while it is used. `bands` are free
    range bands that it adds to movement; an item that `stuns` has no damage roll. One with `ranges`
    helps at these bands only, and using one that `aims` takes an action. What `fills` a place puts
    everybody there into that circumstance. A `cost` of None is not for sale.
    """

    kind: Annotated[str, In("item_kinds")]
    cost: int | None
    parts: tuple[Part, ...] = ()
    skill: str = ""
    damage: int = 0
    helps: Annotated[tuple[str, ...], In("skills")] = ()
    help_dice: int = 1
    bands: int = 0
    stuns: bool = False
    ranges: tuple[str, ...] = ()
    aims: bool = False
    fills: str = ""


class Design(Entry, frozen=True, kw_only=True):
    """A lightsaber's design: its effects while the saber is in hand. `fires_as` is a weapon's id;
    `properties` are added to those of every lightsaber. A blade with phases is set, once a turn,
    for `phase_parry` or for `phase_damage`.
    """

    damage: int = 0
    parry: int = 0
    skills: dict[str, int] = msgspec.field(default_factory=dict)
    fires_as: str = ""
    properties: Annotated[tuple[str, ...], In("properties")] = ()
    phase_parry: int = 0
    phase_damage: int = 0


class Feature(Entry, frozen=True, kw_only=True):
    """A feature of a lightsaber. Two sabers with it are joined, and gain the properties in
    `joins`; one that `needs_force` is of use only to whoever has the Force.
    """

    joins: Annotated[tuple[str, ...], In("properties")] = ()
    needs_force: bool = False


class Crystal(Entry, frozen=True, kw_only=True):
    """A kyber crystal by color, and the damage dice it adds."""

    damage: int = 0


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of a table: its id, and its heading."""

    id: str
    name: str
    note: str = ""


class Defense(Entry, frozen=True, kw_only=True):
    """A base and a skill's total; `armor` is what worn armor changes ("soak", "dodge")."""

    base: int = 0
    skill: Annotated[str, In("skills")]
    armor: str = ""


class Level(Entry, frozen=True, kw_only=True):
    """A level of harm: it begins at `times` × Stamina."""

    times: int


class Harm(Numbers, frozen=True, kw_only=True):
    """The levels of harm and the numbers of actions and wounds."""

    skill: str
    wounds_attribute: str
    actions_base: int
    actions_attribute: str
    levels: tuple[Level, ...]


def spoken(id: str) -> str:
    """An unknown id as a name: a game master may accept it, without any dice."""
    words = id.replace("-", " ").strip()
    return f"{words[:1].upper()}{words[1:]}" or id


class Creation(Numbers, frozen=True, kw_only=True):
    """The numbers of character creation."""

    credits: int
    picks: int
    pick_dice: int
    focus_dice: int
    character_points: int
    least_force_points: int
    own_species_start: int
    own_species_points: int
    own_species_most: int
    own_species_force: int
    own_profession_points: int
    own_force_profession_points: int
    own_profession_most: int
    own_force_profession_least: int


class Advancement(Numbers, frozen=True, kw_only=True):
    """The prices of improvements in Character Points, and the usual points of a session. `notes`
    are remarks on offers, `occasions` are reasons for an award.
    """

    skill: int
    attribute: int
    gear: int
    unlock_force: int
    session_least: int
    session_most: int
    notes: dict[str, str]
    occasions: dict[str, tuple[str, ...]]


class Play(Numbers, frozen=True, kw_only=True):
    """The numbers of play: modifiers to rolls, shelter, free movement, targets of an attack,
    healing, and the highest face of a daily die at which a burden is felt. `destiny` are the
    questions of the Destiny Die, by its face; `quickplay` are the numbers of quick play.
    """

    dice: dict[str, int]
    times: dict[str, int]
    shelter: dict[str, int]
    moving: dict[str, int]
    targets: dict[str, int]
    healing: dict[str, int]
    daily: dict[str, int]
    destiny: dict[str, str]
    quickplay: dict[str, int]


class Chance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices for random characters: all of them our own. `names` by species id ("" for all
    others): first parts and last parts; an empty last part gives a single name. `concepts`,
    `appearances`, `personalities` are whole texts; `skills` are the usual skills of a profession,
    by its id; `notes` by edge or burden id; `own_species` and `own_professions` are names for
    custom ones.
    """

    names: dict[str, tuple[tuple[str, ...], tuple[str, ...]]]
    concepts: dict[str, tuple[str, ...]]
    appearances: tuple[str, ...]
    droid_appearances: tuple[str, ...]
    personalities: tuple[str, ...]
    pronouns: tuple[str, ...]
    own_species: tuple[str, ...]
    own_professions: tuple[str, ...]
    skills: dict[str, tuple[str, ...]]
    notes: dict[str, tuple[str, ...]]


class IdeaEdge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The edge of an idea, with the skill that it needs, in words of its own."""

    id: Annotated[str, In("edges")]
    skill: Annotated[str, In("skills")] = ""
    note: str


class IdeaBurden(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The burden of an idea, with the attribute that it needs, in words of its own."""

    id: Annotated[str, In("burdens")]
    attribute: str = ""
    note: str


class Idea(Row, frozen=True, kw_only=True):
    """An archetype to start from: a whole character but for the name, of any of its species. `kit`
    is what is bought, by id, `things` what else is carried; `promise` is the skill that the idea is
    about.
    """

    species: Annotated[tuple[str, ...], In("species")]
    profession: Annotated[str, In("professions")]
    skills: Annotated[tuple[str, ...], In("skills")]
    promise: Annotated[str, In("skills")]
    edge: IdeaEdge
    burden: IdeaBurden
    kit: dict[str, int]
    worn: Annotated[str, In("armor")] = ""
    things: tuple[str, ...] = ()
    story: str


class QuickRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Attributes start with `start` dice, one `plus_two`, some `plus_one`; `does` are texts."""

    start: int
    plus_two: int
    plus_one: int
    plus_one_count: int
    does: dict[str, str]


class Party(Numbers, frozen=True, kw_only=True):
    """The options of a party. `eras` are suggestions."""

    eras: tuple[str, ...]
    switches: tuple[Switch, ...]
    homebrew_kinds: tuple[HomebrewKind, ...]
    quickplay: QuickRules
