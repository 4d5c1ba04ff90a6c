"""The rows of merits and flaws: what each costs and takes, and what gets in whose way."""

from collections.abc import Callable
from typing import Annotated

import msgspec

from rules.kit.rulebooks import grouped
from rules.systems.storytelling_d10.rulebook.roll_effects import Effect
from rules.tables import In, Row

OURS = "Made by your party"


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
    anything is rolled. A merit may grant others for nothing. `decides` is what the table decides.
    `good` is what a merit is good for, or what a flaw hurts, in a few words.
    """

    kind: Annotated[str, In("kinds")]
    low: int
    high: int
    good: str = ""
    requires: Requirement = Requirement()
    detail: str = ""
    repeats: bool = False
    on_sheet: bool = False
    bearings: tuple[Effect, ...] = ()
    grants: Annotated[tuple[str, ...], In("merits")] = ()
    decides: str = ""

    @property
    def text(self) -> str:
        """The effect, with what the table decides of it."""
        return f"{self.does} Your table decides: {self.decides}." if self.decides else self.does

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
        """The requirements of one as text: "Strength 4, Melee 5, Force Sensitivity", "" for
        none.
        """
        needs = row.requires
        others = dict.fromkeys((self.kinds[row.kind].opened_by, *needs.merits))
        return ", ".join(
            (
                *(f"{trait_name(id)} {least}" for id, least in needs.traits.items()),
                *(("a shield",) if needs.shield else ()),
                *(self.merits[id].name for id in others if id not in ("", row.id)),
            )
        )
