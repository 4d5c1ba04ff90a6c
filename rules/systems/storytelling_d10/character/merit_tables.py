"""Merits and flaws: their rows, those that a character has, and the entries that bring and lift
them. `rules` has what a game says of them.
"""

from collections.abc import Callable, Collection, Container, Mapping

import msgspec

from rules.kit.character import GameCharacter
from rules.kit.inventory import H
from rules.sheet.sections import Passage, Prose
from rules.systems.storytelling_d10.rulebook.merits import Merit

MERIT, FLAW = "merit", "flaw"
MERITS, FLAWS = "merits", "flaws"


# --- the rows


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
        """Its text on the sheet."""
        points = f"{self.points} point{'' if self.points == 1 else 's'}"
        counted = "granted" if self.granted else points
        return Passage(self.name, self.row.text, f"{noun}, {counted}", self.note)


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
        """True if a merit is owned, with that detail where one is asked."""
        if not (detail or self.lifted):
            return id in self.chosen.merit_ids or id in self.gained_ids
        return id in [one.row.id for one in self.merits if detail in ("", one.detail)]

    def has_flaw(self, id: str, detail: str = "") -> bool:
        """True if a flaw is had, with that detail where one is asked."""
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
