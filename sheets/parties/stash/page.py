"""The context of a stash's page: what is in it, what a character could put in, what was done."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kit.stash import Portable
from rules.ledger.offers import Offer
from rules.phrases import joined
from sheets import catalog, form_data, storage
from sheets.errors import Refused
from sheets.models import Character, Member, Party, StashAct, StashItem
from sheets.models.compiled import CompiledQuery
from sheets.parties.awards import text
from sheets.parties.awards.offers import award_offers, is_thing
from sheets.parties.stash import operations
from sheets.parties.stash.changes import hands
from sheets.parties.stash.store import Thing

# How many acts are listed at once, and how many things a line names.
MOST_ACTS, MOST_NAMED = 20, 8
_ROWS = CompiledQuery[StashItem](
    lambda party: StashItem.objects.filter(party=party).order_by("unit", "name", "pk")
)


@dataclass(frozen=True)
class StashRow:
    """A thing in the stash: its row, in words, and what was typed of it."""

    row: StashItem
    typed: str = ""
    error: str = ""

    @property
    def text(self) -> str:
        """So many of it: "3 × Medpac"."""
        return Thing.of_row(self.row).counted(self.row.quantity)


@dataclass(frozen=True)
class CarriedRow:
    """Something that a character could put in, and what was typed of it."""

    portable: Portable
    typed: str = ""
    error: str = ""

    @property
    def text(self) -> str:
        """So many of it."""
        return Thing.of(self.portable).counted(self.portable.quantity)


@dataclass(frozen=True)
class ActRow:
    """Something that was done, and whether the member may undo it."""

    act: StashAct
    may_undo: bool


@dataclass(frozen=True)
class Gear:
    """All that a character could put in; `fault` says why nobody knows."""

    rows: tuple[CarriedRow, ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class Sent:
    """All that a form sent that was refused: its values and errors by field."""

    values: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)

    def of(self, name: str) -> tuple[str, str]:
        """The text that was typed in a field, and the fault there."""
        return self.values.get(name, ""), self.errors.get(name, "")


def rows(party: Party) -> list[StashItem]:
    """Everything in the stash: gear by name, then money. One query."""
    return _ROWS.rows(party.pk)


def texts(party: Party) -> list[str]:
    """Everything in the stash in words, money first. One query, none for a game without."""
    if not catalog.has_stash(party.system):
        return []
    found = sorted(rows(party), key=lambda row: not row.unit)
    return [Thing.of_row(row).counted(row.quantity) for row in found]


def summary(party: Party) -> str:
    """The stash in a line: "250 credits, Medpac, and 4 more"; "" for an empty one."""
    named = texts(party)
    more = len(named) - MOST_NAMED
    return joined([*named[:MOST_NAMED], f"{more} more"] if more > 0 else named)


def context(
    membership: Member, query: Mapping[str, str], sent: Sent | None = None
) -> dict[str, Any]:
    """The page for a member; `query` names whose gear is shown, and where its history begins."""
    party, sent = membership.party, sent or Sent()
    people = list(hands(membership)) if membership.is_kept else []
    giver = _giver(people, membership, query.get("from", ""))
    before = form_data.number(query.get("before", ""))
    acts = StashAct.objects.newest(party.pk)
    acts = acts.filter(pk__lt=before) if before else acts
    shown = list(acts[: MOST_ACTS + 1])
    return {
        "membership": membership,
        "stash": [StashRow(row, *sent.of(f"take-{row.pk}")) for row in rows(party)],
        "people": people,
        "giver": giver,
        "gear": _gear(giver, sent) if giver else Gear(),
        "money": _money_name(party),
        "money_sent": TypedField(*sent.of("add-money")),
        "offers": found_offers(party) if membership.is_kept else (),
        "acts": [ActRow(act, _may_undo(membership, act)) for act in shown[:MOST_ACTS]],
        "since": StashAct.objects.newest_number(party.pk),
        "older": shown[MOST_ACTS - 1].pk if len(shown) > MOST_ACTS else 0,
        "is_newest": not before,
        "key": form_data.new_key,
    }


def fields(context: Mapping[str, Any]) -> set[str]:
    """The fields of a page that show their own errors."""
    taken = {f"take-{one.row.pk}" for one in context["stash"]}
    return taken | {f"put-{one.portable.id}" for one in context["gear"].rows} | {"add-money"}


@dataclass(frozen=True)
class TypedField:
    """A field of its own: what was typed, and what is wrong there."""

    typed: str = ""
    error: str = ""


def found_offers(party: Party) -> Sequence[Offer]:
    """The things that can be added as new."""
    return tuple(offer for offer in award_offers(party) if is_thing(offer))


def _giver(people: Sequence[Character], membership: Member, chosen: str) -> Character | None:
    """Whose gear is shown: the chosen one's, or the member's own first."""
    try:
        id = uuid.UUID(chosen)
    except ValueError:
        id = None
    own = [person for person in people if person.owner_id == membership.owner_id]
    named = [person for person in people if person.public_id == id]
    return next(iter([*named, *own, *people]), None)


def _gear(giver: Character, sent: Sent) -> Gear:
    try:
        portables = storage.worked_out(giver, lambda opened: opened.portables)
    except storage.CorruptRow as damaged:
        return Gear(fault=text.reason(damaged))
    return Gear(tuple(CarriedRow(one, *sent.of(f"put-{one.id}")) for one in portables))


def _money_name(party: Party) -> str:
    """The name of money in the party's game; "" for a game without."""
    try:
        return operations.money_of(party).name
    except Refused:
        return ""


def _may_undo(membership: Member, act: StashAct) -> bool:
    own = membership.is_kept and act.author_id == membership.owner_id
    return act.undone_at is None and (membership.leads or own)
