"""The pages on which a finished character grows, and finding among what they offer."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Self

import msgspec
from django.http import QueryDict

from rules.figures import Figure
from rules.ledger.offers import Offer, OfferGroup
from rules.search import Entry, matches
from rules.sheet.sections import Sheet

AFFORDABLE = "affordable"


@dataclass(frozen=True)
class OfferList:
    """One part of a game's offers, under a heading ("" for none).

    `look` is how they stand: as a "list" of what each is, as "raises" of what is known already, as
    "deeds" that are done with a thing, or as open "forms".
    """

    id: str
    look: str
    name: str = ""

    @property
    def folds(self) -> bool:
        """True if its groups fold where there are many offers."""
        return self.look in ("list", "raises")


@dataclass(frozen=True)
class AdvancementPage:
    """One such page: its name, its address, and the parts of the offers that stand on it.

    `unpriced` is what is said `about` it where points buy nothing.
    """

    address: str
    name: str
    about: str
    parts: tuple[OfferList, ...] = ()
    unpriced: str = ""


ADVANCE = AdvancementPage(
    "character_advance",
    "Advance",
    "What your points buy now, and what changes.",
    (OfferList("advance", "raises"),),
    "Correct your attributes and skills. Changing a code is free.",
)
GEAR = AdvancementPage(
    "character_gear",
    "Gear",
    "What you carry, and what you can get.",
    (
        OfferList("carried", "deeds", "Inventory"),
        OfferList("market", "list", "Shop"),
    ),
)
SESSION = AdvancementPage(
    "character_session",
    "Session",
    "Points and gear gained, points spent on rolls, and new sessions.",
    (OfferList("table", "forms"),),
)
PLAN = AdvancementPage(
    "character_plan",
    "Plan",
    "Your wish list, its total price, and how long it takes.",
)
ROOMS = (ADVANCE, GEAR, SESSION, PLAN)


@dataclass(frozen=True)
class OfferFilter:
    """A search among the offers: words, and whether only affordable offers are shown."""

    q: str = ""
    show: str = ""

    @classmethod
    def read(cls, params: QueryDict) -> Self:
        """From the parameters of an address."""
        show = params.get("show", "")
        return cls(q=params.get("q", "").strip()[:100], show=show if show == AFFORDABLE else "")

    @property
    def is_narrow(self) -> bool:
        """True if the filter leaves out some offers."""
        return bool(self.q or self.show)

    def found(self, groups: Iterable[OfferGroup]) -> tuple[OfferGroup, ...]:
        """The groups with only what is looked for; none that would be empty."""
        return tuple(self._narrowed(tuple(groups))) if self.is_narrow else tuple(groups)

    def _narrowed(self, groups: Sequence[OfferGroup]) -> Iterator[OfferGroup]:
        hits = iter(matches(self.q, [_entry(group, o) for group in groups for o in group.offers]))
        for group in groups:
            found = compress(group.offers, hits)
            offers = tuple(offer for offer in found if offer.open or not self.show)
            if offers:
                yield msgspec.structs.replace(group, offers=offers)


def _entry(group: OfferGroup, offer: Offer) -> Entry:
    return Entry(offer.name, f"{group.name} {offer.act} {offer.detail} {offer.note}")


def balances(sheet: Sheet, groups: Iterable[OfferGroup]) -> list[Figure]:
    """The sheet's figure of each currency that these offers are paid in."""
    labels = dict.fromkeys(
        offer.currency.casefold() for group in groups for offer in group.offers if offer.currency
    )
    figures = {figure.label.casefold(): figure for figure in reversed(sheet.figures.values())}
    return [figures[label] for label in labels if label in figures]


def find_offer(groups: Iterable[OfferGroup], id: str) -> Offer | None:
    """The offer of that id; None if it is gone."""
    return next((offer for group in groups for offer in group.offers if offer.id == id), None)
