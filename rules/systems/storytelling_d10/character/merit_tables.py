"""Merits and flaws: their rows, those that a character has, and the entries that bring and lift
them. `rules` has what a game says of them.
"""

from collections.abc import Callable, Collection, Container, Mapping
from typing import Annotated

import msgspec

from rules.document import DocumentPart
from rules.kit.character import GameCharacter
from rules.kit.inventory import H
from rules.kit.rulebooks import grouped
from rules.ledger.entries import Entry
from rules.sheet.sections import Passage, Prose
from rules.systems.storytelling_d10.rulebook.roll_effects import Effect
from rules.tables import In, Row

MERIT, FLAW = "merit", "flaw"
MERITS, FLAWS = "merits", "flaws"
OURS = "Made by your party"


# --- the rows


class Kind(Row, frozen=True, kw_only=True):
    """A kind of merits and flaws, and the merit that opens it, "" for none."""

    opened_by: Annotated[str, In("merits")] = ""


class Requirement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Least values of traits; merits to have; a shield."""

    traits: dict[str, int] = {}
    merits: tuple[str, ...] = ()
    shield: bool = False


class Merit(Row, frozen=True, kw_only=True):
    """A merit or a flaw of `low` to `high` points. `detail` is what has to be named beside it; one
    that `repeats` may be had again with another; one `on_sheet` changes a number there before
    anything is rolled. A merit may grant others for nothing.
    """

    kind: Annotated[str, In("kinds")]
    low: int
    high: int
    requires: Requirement = Requirement()
    detail: str = ""
    repeats: bool = False
    on_sheet: bool = False
    bearings: tuple[Effect, ...] = ()
    grants: Annotated[tuple[str, ...], In("merits")] = ()

    @property
    def cost(self) -> str:
        """Its points in print: "2", "1–3"."""
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


class Pair(Row, frozen=True, kw_only=True):
    """A merit or flaw and another that get in each other's way: `refused` (of the same detail where
    they have one), or only worth a warning.
    """

    pair: tuple[str, str]
    refused: bool = False


class MeritTables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tables of merits and flaws."""

    kinds: dict[str, Kind]
    merits: dict[str, Merit]
    flaws: dict[str, Merit]
    pairs: dict[str, Pair]

    @property
    def merits_of(self) -> dict[str, dict[str, Merit]]:
        """The merits of each kind."""
        return grouped(self.merits, self.kinds, "kind")

    @property
    def flaws_of(self) -> dict[str, dict[str, Merit]]:
        """The flaws of each kind."""
        return grouped(self.flaws, self.kinds, "kind")

    def required(self, row: Merit, trait_name: Callable[[str], str]) -> str:
        """What one takes: "Strength 4, Melee 5, Force Sensitivity", "" for nothing."""
        needs = row.requires
        others = dict.fromkeys((self.kinds[row.kind].opened_by, *needs.merits))
        return ", ".join(
            (
                *(f"{trait_name(id)} {least}" for id, least in needs.traits.items()),
                *(("a shield",) if needs.shield else ()),
                *(self.merits[id].name for id in others if id not in ("", row.id)),
            )
        )


# --- a character's


class Standing(msgspec.Struct, frozen=True, gc=False):
    """Somebody as requirements see them: values of traits; merits and powers owned; whether there
    is a shield, asked only where a requirement does.
    """

    values: Mapping[str, int]
    merits: Container[str]
    abilities: Collection[str] = ()
    has_shield: Callable[[], bool] = lambda: False


class Owned(msgspec.Struct, frozen=True, gc=False):
    """A merit or a flaw that is had: its row, its points, its detail; `granted` for nothing."""

    row: Merit
    points: int
    detail: str = ""
    note: str = ""
    granted: bool = False

    @property
    def name(self) -> str:
        """With its detail: "Armor Proficiency: medium"."""
        return f"{self.row.name}: {self.detail}" if self.detail else self.row.name

    def passage(self, noun: str) -> Passage:
        """How the sheet shows it."""
        points = f"{self.points} point{'' if self.points == 1 else 's'}"
        counted = "granted" if self.granted else points
        return Passage(self.name, self.row.does, f"{noun}, {counted}", self.note)


class MeritBearer(GameCharacter[H]):
    """A character that has merits and flaws: those `chosen`, those `gained` and
    `flawed` since, and those `lifted` (id and detail). `gained_ids` are those of merits gained.
    """

    gained: list[Owned]
    flawed: list[Owned]
    lifted: set[tuple[str, str]]
    gained_ids: set[str]

    @property
    def standing(self) -> Standing:
        """The values and merits that the requirements of merits are compared with."""
        raise NotImplementedError

    def begin_merits(self) -> None:
        """Nothing has come since."""
        self.gained, self.flawed, self.lifted, self.gained_ids = [], [], set(), set()

    def _left(self, owned: tuple[Owned, ...], since: list[Owned]) -> tuple[Owned, ...]:
        if not (since or self.lifted):
            return owned
        every, lifted = (*owned, *since), self.lifted
        if not lifted:
            return every
        return tuple(one for one in every if (one.row.id, one.detail) not in lifted)

    @property
    def merits(self) -> tuple[Owned, ...]:
        """Every merit, granted ones too."""
        return self._left(self.chosen.merits, self.gained)

    @property
    def flaws(self) -> tuple[Owned, ...]:
        """Every flaw."""
        return self._left(self.chosen.flaws, self.flawed)

    @property
    def owned(self) -> tuple[Owned, ...]:
        """Every merit, then every flaw."""
        return (*self.merits, *self.flaws)

    def has_merit(self, id: str, detail: str = "") -> bool:
        """Whether a merit is owned, with that detail where one is asked."""
        if not (detail or self.lifted):
            return id in self.chosen.merit_ids or id in self.gained_ids
        return id in [one.row.id for one in self.merits if detail in ("", one.detail)]

    def has_flaw(self, id: str, detail: str = "") -> bool:
        """Whether a flaw is had, with that detail where one is asked."""
        return any(one.row.id == id and detail in ("", one.detail) for one in self.flaws)


class MeritIds(Container[str]):
    """The ids of a character's merits, looked up as they are asked for."""

    def __init__(self, bearer: MeritBearer) -> None:
        self._bearer = bearer

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and self._bearer.has_merit(id)


def section(bearer: MeritBearer) -> Prose:
    """Merits, then flaws, with their points and what they do."""
    passages = [one.passage("Merit") for one in bearer.merits]
    passages += [one.passage("Flaw") for one in bearer.flaws]
    return Prose("merits", "Merits and flaws", tuple(passages))


# --- the entries


class GainMerit(Entry, frozen=True, kw_only=True, tag="merit"):
    """A merit is bought."""

    merit: str
    points: int | None = None
    detail: str = ""


class GainFlaw(Entry, frozen=True, kw_only=True, tag="flaw"):
    """A game master gives a flaw."""

    flaw: str
    points: int | None = None
    detail: str = ""


class Lift(Entry, frozen=True, kw_only=True, tag="lift"):
    """A game master takes a merit or a flaw away."""

    trait: str
    detail: str = ""
    reason: str = ""


class HouseMerit(DocumentPart, frozen=True, kw_only=True):
    """A merit or a flaw of a party's making; `traits` are the least values that it takes."""

    id: str
    name: str = ""
    kind: str = "aptitudes"
    low: int = 1
    high: int = 1
    traits: dict[str, int] = msgspec.field(default_factory=dict)
    merits: tuple[str, ...] = ()
    does: str = ""
