"""What could be done next with a character that is finished, declared: no HTML, no decision.

A system answers `offers(document, part=…)`. An offer holds the entry it would make of the ledger;
what it asks further (how many, for how much, in which words) are `fields` whose ids are members of
that entry. A form sends the members back, and `enter(document, entry)` decides.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.figures import Figure
from rules.forms.fields import Change, Field

# What Character Points buy; what is done with what is carried; what can be bought and found; what
# happened at the table; what a game master hands out.
PARTS = ("advance", "carried", "market", "table", "given")


class Offer(msgspec.Struct, frozen=True, gc=False):
    """One entry that could be made.

    `id` finds it again among all offers of the document ("raise-skill.agility"); `act` is what the
    button says ("Raise to 2D"). `price` is None where nothing is paid, or where the player names
    it in a field; it is in `currency` ("Character Points"). `changes` are what it would do to the
    sheet. `barred` says what stands in the way and what would make it possible, "" where nothing
    does; `short` is how much of the currency lacks, 0 where it can be paid: an offer that is
    barred by nothing but its price can still be pinned. `note` is a remark on the offer.
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
        """Whether it could be made now."""
        return not self.barred


class OfferGroup(msgspec.Struct, frozen=True, gc=False):
    """Offers under one heading, as on the sheet: an attribute with its skills, a thing that is
    carried, a shelf of the market. `figure` is the number that the heading shows."""

    id: str
    name: str
    offers: tuple[Offer, ...]
    note: str = ""
    figure: Figure | None = None
