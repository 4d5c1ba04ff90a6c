"""Offers: what a finished character could do next, declared without HTML.

A game returns them from `offers(document, part=…)`. An offer holds the entry that it would add to
the ledger; its `fields` (how many, for how much, a note) have the ids of members of that entry. A
form sends these members, and `enter(document, entry)` decides.
"""

from typing import Any

import msgspec

from rules.figures import Figure
from rules.forms.fields import Change, Field

# What Character Points buy; what is done with what is carried; what can be bought and found; what
# happened at the table; what a game master hands out.
PARTS = ("advance", "carried", "market", "table", "given")


class Offer(msgspec.Struct, frozen=True, gc=False):
    """One possible entry.

    `id` is unique among the document's offers ("raise-skill.agility"); `act` is the button's label
    ("Raise to 2D"). `price` is None if it is free, or if the player types it in a field; it is in
    `currency` ("Character Points"). `changes` are its effects on the sheet. `barred` says what
    blocks it and what would make it possible, "" if nothing does; `short` is how much of the
    currency is missing, 0 if it can be paid: an offer that is blocked only by its price can still
    be added to the plan. `note` is a remark.
    """

    id: str
    entry: Any
    name: str
    act: str
    price: Figure | None = None
    currency: str = ""
    changes: tuple[Change, ...] = ()
    barred: str = ""
    short: int = 0
    fields: tuple[Field, ...] = ()
    detail: str = ""
    note: str = ""
    source: str = ""
    ruling: str = ""

    @property
    def open(self) -> bool:
        """True if it is possible now."""
        return not self.barred


class OfferGroup(msgspec.Struct, frozen=True, gc=False):
    """Offers under one heading, as on the sheet: an attribute with its skills, a carried item, a
    shelf of the shop. `figure` is the number in the heading.
    """

    id: str
    name: str
    offers: tuple[Offer, ...]
    note: str = ""
    figure: Figure | None = None
