"""The neutral outline of a character, which every writer reads and every game can answer.

Codes are in pips, three to a die. An outline of dots counts dots instead. Texts are plain.
"""

import msgspec

# The six attributes of codes, and the Force; the three skills of the Force.
ATTRIBUTES = ("DEX", "KNO", "MEC", "PER", "STR", "TEC")
FORCE = "FOR"
FORCE_SKILLS = ("control", "sense", "alter")
CODES, DOTS = "codes", "dots"
SPEEDER, WALKER, STARFIGHTER = "speeder", "walker", "starfighter"
CAPITAL, STATION = "capital-ship", "planetary"
RANGED, MELEE, THROWN, EXPLOSIVE = "ranged", "melee", "thrown", "explosive"


class Part(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The base of every part of an outline."""


class Trait(Part, frozen=True):
    """An attribute or a skill: its whole value, the attribute included, and for a skill that
    attribute.

    `is_own` is whether it differs from its attribute by a code or dots of its own. `group` is what
    its game lists it under, `specialty` what it is best at. `others` are further names that a
    target knows it by: `{"starwarsd6": ("Melee Combat", "Melee Parry")}`, the first one instead of
    `name`.
    """

    id: str
    name: str
    total: int
    attribute: str = ""
    is_own: bool = True
    group: str = ""
    specialty: str = ""
    others: dict[str, tuple[str, ...]] = {}


class Attack(Part, frozen=True):
    """A weapon: the trait it is used with (the id of a skill or an attribute), the total of the
    attack, its damage (None for none), and the skill that it parries with, "" for none.

    `adds` is the attribute that is in the damage, `bonus` its own dice without it, `accuracy` the
    dice of the attack that are of neither attribute nor skill.
    """

    id: str
    name: str
    trait: str
    total: int
    attribute: str
    damage: int | None = None
    kind: str = RANGED
    parry: str = ""
    is_energy: bool = True
    harm: str = ""
    adds: str = ""
    bonus: int = 0
    accuracy: int = 0
    difficulty: int = 0
    reach: str = ""
    rate: str = ""
    notes: tuple[str, ...] = ()
    quantity: int = 1


class Armor(Part, frozen=True):
    """Armor or a shield: what it adds to Defense and to Soak, and what its game says of it. With
    `is_code` the Soak is a code in pips that is rolled.
    """

    name: str
    text: str = ""
    defense: int = 0
    soak: int = 0
    is_code: bool = False
    dexterity: int = 0
    is_worn: bool = False
    quantity: int = 1


class Thing(Part, frozen=True):
    """Another carried item."""

    name: str
    quantity: int = 1
    text: str = ""


class Feature(Part, frozen=True):
    """An edge or a burden, a merit or a flaw: `label` is its game's word."""

    label: str
    name: str
    is_good: bool
    does: str = ""
    note: str = ""
    points: int = 0


class Power(Part, frozen=True):
    """A power of the Force, with the ids of the skills that it uses."""

    name: str
    skills: tuple[str, ...]
    difficulty: str = ""
    does: str = ""
    attribute: str = ""


class Score(Part, frozen=True):
    """A number with a name. `is_common` ones other programs work out by themselves."""

    name: str
    value: str
    is_common: bool = False


class Points(Part, frozen=True):
    """Points as they are now; None where the game has none of them."""

    character: int = 0
    force: int = 0
    dark_side: int | None = None
    credits: int | None = None


class Harm(Part, frozen=True):
    """Marks of damage now: how many of each severity. `is_boxed` is whether they are marks in the
    boxes of the original rules sheet.
    """

    stunned: int = 0
    wounded: int = 0
    severe: int = 0
    incapacitated: int = 0
    mortal: int = 0
    dead: int = 0
    is_boxed: bool = False

    @property
    def is_none(self) -> bool:
        """True if nothing is marked."""
        return self == Harm(is_boxed=self.is_boxed)


class Gauge(Part, frozen=True):
    """A trait with a lasting and a present value, in dots."""

    id: str
    name: str
    permanent: int
    current: int | None = None
    is_force: bool = False
    is_rolled: bool = True


class Health(Part, frozen=True):
    """Health levels by name with their number, and levels marked now, in a game of dots."""

    levels: dict[str, int] = {}
    bashing: int = 0
    lethal: int = 0
    soak: dict[str, int] = {}
    soaked: tuple[str, ...] = ()


class Gun(Part, frozen=True):
    """A weapon of a craft: its damage and its fire control in pips."""

    name: str
    damage: int
    fire_control: int = 0


class Craft(Part, frozen=True):
    """A ship or a vehicle, codes in pips. `kind` is one of SPEEDER, WALKER, STARFIGHTER, CAPITAL,
    STATION.
    """

    name: str
    kind: str
    speed: int = 0
    maneuverability: int = 0
    hull: int = 0
    shields: int = 0
    sensors: int = 0
    crew: int = 0
    weapons: tuple[Gun, ...] = ()


class Outline(Part, frozen=True):
    """One character.

    `system` is the game's slug and `game` its name; `scale` is CODES or DOTS. `force` is the code
    of the Force itself, 0 for none. `kind` is a profession or a template, `extras` are further
    lines about the character.
    """

    system: str
    game: str
    name: str
    scale: str = CODES
    has_wild_die: bool = False
    kind: str = ""
    concept: str = ""
    species: str = ""
    pronouns: str = ""
    nature: str = ""
    demeanor: str = ""
    description: str = ""
    personality: str = ""
    extras: tuple[str, ...] = ()
    move: int = 10
    force: int = 0
    attributes: tuple[Trait, ...] = ()
    skills: tuple[Trait, ...] = ()
    force_skills: tuple[Trait, ...] = ()
    powers: tuple[Power, ...] = ()
    attacks: tuple[Attack, ...] = ()
    armor: tuple[Armor, ...] = ()
    things: tuple[Thing, ...] = ()
    features: tuple[Feature, ...] = ()
    scores: tuple[Score, ...] = ()
    points: Points = Points()
    harm: Harm = Harm()
    gauges: tuple[Gauge, ...] = ()
    health: Health = Health()

    def attribute(self, id: str) -> int:
        """The value of an attribute, 0 for none."""
        if id == FORCE:
            return self.force
        return next((trait.total for trait in self.attributes if trait.id == id), 0)

    def skill(self, id: str) -> Trait | None:
        """A skill by its id, one of the Force too."""
        return next((trait for trait in (*self.skills, *self.force_skills) if trait.id == id), None)

    def own(self, trait: Trait) -> int:
        """The number that a skill adds to its attribute; below 0 where it lies under it."""
        return trait.total - self.attribute(trait.attribute)

    @property
    def has_force(self) -> bool:
        """True if the character has the Force, or a skill of it."""
        return bool(self.force or any(trait.total for trait in self.force_skills))

    @property
    def feature_lines(self) -> tuple[str, ...]:
        """Edges and burdens in a line each, with the player's words."""
        return tuple(
            ". ".join(filter(None, (f"{one.label}: {one.name}", one.note or "")))
            if one.note
            else f"{one.label}: {one.name}."
            for one in self.features
        )

    @property
    def own_scores(self) -> str:
        """The scores that no other program works out, as one text."""
        return ", ".join(f"{one.name} {one.value}" for one in self.scores if not one.is_common)


def of_the_force(outline: Outline) -> list[str]:
    """The names of skills under the Force besides its three."""
    return [trait.name for trait in outline.skills if trait.attribute not in ATTRIBUTES]
