"""The context of the pages on which a finished character grows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, QueryDict

from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.ledger.history import HistoryEvent
from rules.ledger.offers import OfferGroup
from sheets import form_data
from sheets.access import Request
from sheets.advancement import plan
from sheets.advancement.pages import (
    PLAN,
    AdvancementPage,
    OfferFilter,
    OfferList,
    balances,
    find_offer,
)
from sheets.errors import Fault, OutOfDate, Refused
from sheets.storage import StoredCharacter

# So many offers stand open on a page; of more, each group folds, and comes when it is opened.
MOST_UNFOLDED = 12
# The parameter of an address, and the field of a form, that names an open group.
GROUP = "group"


Parts = list[tuple[OfferList, tuple[OfferGroup, ...]]]


@dataclass(frozen=True)
class NewEntries:
    """The newest entries, described, and whether one press can undo them.

    One is taken back as such; several by going back to before the first.
    """

    events: tuple[HistoryEvent, ...]

    @property
    def first(self) -> HistoryEvent:
        """The oldest of them."""
        return self.events[0]

    @property
    def undoable(self) -> bool:
        """True if all of them are the player's own."""
        return all(event.undoable for event in self.events)

    @property
    def positions(self) -> str:
        """Where they stand, newest first, as a form sends it."""
        return ",".join(str(event.position) for event in reversed(self.events))


@dataclass(frozen=True)
class Attempt:
    """An offer that was sent and refused: the reason, the offer, and the values as typed."""

    fault: Fault
    offer: str
    typed: dict[str, tuple[str, ...]]
    seen: int

    @classmethod
    def read(cls, fault: Fault, posted: QueryDict) -> "Attempt":
        """From what was sent."""
        offer = form_data.offer_of(posted)
        typed = form_data.offer_values(posted, offer)
        return cls(
            fault,
            offer,
            {f"{offer}.{member}": values for member, values in typed.items()},
            form_data.number(posted.get("seen", "")) or 0,
        )

    @property
    def errors(self) -> dict[str, str]:
        """The messages of the refusal, by the names of the fields."""
        if not isinstance(self.fault, Refused):
            return {}
        return {f"{self.offer}.{member}": error for member, error in self.fault.errors.items()}

    @property
    def status(self) -> int:
        """409 if the page was out of date, 422 if it cannot be."""
        return 422 if isinstance(self.fault, Refused) else 409


def context(
    request: Request,
    character: StoredCharacter,
    room: AdvancementPage,
    *,
    new_positions: Sequence[int] = (),
    attempt: Attempt | None = None,
) -> dict[str, Any]:
    """The offers of one room, the sheet in brief beside them, and what was just done or refused;
    404 for a plan where points buy nothing.
    """
    opened, priced = character.opened, character.opened.is_priced
    if room is PLAN and not priced:
        raise Http404
    offer_filter = OfferFilter.read(request.GET)
    sheet = opened.summary
    parts = [(part, opened.offers(part.id)) for part in room.parts]
    found = [(part, offer_filter.found(groups)) for part, groups in parts]
    wishes = plan.wishes(character.row, opened.system)
    return {
        "character": character.row,
        "system": opened.system,
        "sheet": sheet,
        "room": room,
        "plans": priced,
        "about": room.about if priced else room.unpriced or room.about,
        "parts": found,
        "balances": balances(sheet, (group for _, groups in parts for group in groups)),
        "wanted": offer_filter,
        "folds": not offer_filter.q and _count(found) > MOST_UNFOLDED,
        **_open_groups(request, found, attempt),
        "wishes": wishes,
        "planned": _counted(wishes),
        "moment": len(opened.document.ledger),
        "made": _new_entries(opened, new_positions),
        "key": form_data.new_key,
        **_refused(opened, attempt, [groups for _, groups in parts]),
        **(_plan(opened, wishes) if room is PLAN else {}),
    }


def asked_groups(request: Request) -> list[str]:
    """The ids of the groups that an address or a form says are open."""
    return [*request.GET.getlist(GROUP), *request.POST.getlist(GROUP)]


def asked_group(request: Request, parts: Parts) -> dict[str, object]:
    """The part and the group that an address asks for; 404 if there is no such group."""
    asked = request.GET.get(GROUP)
    for part, groups in parts:
        for group in groups:
            if part.folds and group.id == asked:
                return {"part": part, "group": group}
    raise Http404


def _open_groups(request: Request, parts: Parts, attempt: Attempt | None) -> dict[str, object]:
    """The ids of the groups that stand open: those asked for and that of a refused offer, or else
    the first. `back_to` is the query of the page with these open.
    """
    asked = asked_groups(request)
    groups = [group for part, groups in parts if part.folds for group in groups]
    first = [group.id for group in groups[:1]]
    open_ids = [
        group.id
        for group in groups
        if group.id in asked or (attempt and find_offer([group], attempt.offer))
    ] or first
    query = "" if open_ids == first else f"?{urlencode({GROUP: open_ids}, doseq=True)}"
    return {"open_groups": open_ids, "back_to": query}


def _count(parts: Parts) -> int:
    return sum(len(group.offers) for part, groups in parts if part.folds for group in groups)


def new_positions(params: QueryDict, document: Document) -> tuple[int, ...]:
    """The entries that an address says were just made: from a position on, to the last."""
    first = form_data.number(params.get("made", ""))
    return () if first is None else tuple(range(first, len(document.ledger)))[:100]


def _new_entries(character: OpenCharacter, positions: Sequence[int]) -> NewEntries | None:
    """The newest entries, if all of them still count and no others follow."""
    if not positions:
        return None
    events = character.history(range(positions[0], len(character.document.ledger)))
    if len(events) != len(positions) or not all(event.counts for event in events):
        return None
    return NewEntries(events)


def _refused(
    character: OpenCharacter,
    attempt: Attempt | None,
    parts: list[tuple[OfferGroup, ...]],
) -> dict[str, object]:
    """The refused offer for the page, and the entries made since the player's page was loaded."""
    if attempt is None:
        return {"attempt": None, "errors": {}, "typed": {}, "since": ()}
    since: tuple[HistoryEvent, ...] = ()
    if isinstance(attempt.fault, OutOfDate):
        since = character.history(range(attempt.seen, len(character.document.ledger)))
    offer = next(
        (offer_found for groups in parts if (offer_found := find_offer(groups, attempt.offer))),
        None,
    )
    return {
        "attempt": attempt,
        "tried": offer,
        "errors": attempt.errors,
        "typed": attempt.typed,
        "since": since,
    }


def _plan(character: OpenCharacter, wishes: tuple[plan.Wish, ...]) -> dict[str, object]:
    estimate = character.estimate(tuple(wish.entry for wish in wishes))
    return {"estimate": estimate, "priced": list(zip(wishes, estimate.wishes, strict=True))}


def _counted(wishes: tuple[plan.Wish, ...]) -> Mapping[object, int]:
    """The number of wishes for each entry."""
    counts: dict[object, int] = {}
    for wish in wishes:
        counts[wish.entry] = counts.get(wish.entry, 0) + 1
    return counts


def price(character: OpenCharacter, part: str, offer: str) -> object:
    """The price of an offer; 404 if there is no such offer, or none that says its price."""
    match = find_offer(character.offers(part), offer)
    if match is None or match.price is None:
        raise Http404
    return match.price
