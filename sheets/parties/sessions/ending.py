"""The form that ends a session: points a head, loot to chosen hands, notes, the next session."""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

import msgspec
from django.http import QueryDict

from rules import registry
from rules.forms.fields import Field, Number
from rules.ledger.offers import Offer
from sheets import form_data
from sheets.advancement.tags import entry_value
from sheets.errors import Refused
from sheets.models import Character, Party
from sheets.parties.awards.offers import POINTS, QUANTITY, award_offers, is_thing
from sheets.parties.sessions.operations import Gift

NOTE = "note"
# How many things of each kind the page has room for, and how many of them stand open.
ROOM, FIRST = 4, 2
NO_HANDS = "Choose who gets it."
NO_HEADS = "Choose at least one character."


@dataclass(frozen=True)
class EndForm:
    """The fields of the page: what everyone gets, and rows of loot, each with ids of its own."""

    points: Offer | None
    loot: tuple[Offer, ...]
    heading: str

    @classmethod
    def of(cls, party: Party, number: int) -> "EndForm":
        """The form for a party, about the session of that number."""
        offers = award_offers(party)
        points = next((offer for offer in offers if offer.id == POINTS), None)
        loot = [
            msgspec.structs.replace(offer, id=f"loot-{number}.{offer.id}")
            for offer in offers
            if is_thing(offer)
            for number in range(1, ROOM + 1)
        ]
        return cls(_with_usual(party, points), tuple(loot), f"Session {number}")

    def read(self, posted: QueryDict) -> list[Gift]:
        """The gifts filled in. Raises Refused for one without a recipient."""
        gifts, errors = [], {}
        if self.points and _is_filled(self.points, posted):
            to = tuple(dict.fromkeys(form_data.ids_of(posted, "to")))
            if to:
                gifts.append(self._gift(self.points, to, posted))
            else:
                errors["to"] = NO_HEADS
        for offer in self.loot:
            hands = tuple(form_data.ids_of(posted, hands_of(offer)))[:1]
            if hands:
                gifts.append(self._gift(offer, hands, posted))
            elif _is_filled(offer, posted):
                errors[hands_of(offer)] = NO_HANDS
        if errors:
            raise Refused(errors)
        return gifts

    def _gift(self, offer: Offer, to: tuple[uuid.UUID, ...], posted: QueryDict) -> Gift:
        """A gift; its note says in which session, unless the game master says something else."""
        fixed = dict(parse_qsl(entry_value(offer), keep_blank_values=True))
        fixed.pop(form_data.OFFER, None)
        typed = form_data.offer_fields(posted, offer.id)
        members = {**fixed, **typed}
        if not members.get(NOTE, "").strip() and any(field.id == NOTE for field in offer.fields):
            members[NOTE] = self.heading
        return Gift(offer.id, to, members)


@dataclass(frozen=True)
class LootRow:
    """A row of loot on the page: its offer, and who gets it."""

    offer: Offer
    hands: str
    number: int
    characters: Sequence[tuple[Character, bool]] = field(default_factory=tuple)
    error: str = ""


@dataclass(frozen=True)
class LootKind:
    """The rows of one kind of loot, the first and those folded under "More"; `is_open` and
    `shows_more` where one of them is filled in.
    """

    name: str
    rows: tuple[LootRow, ...]
    more: tuple[LootRow, ...]
    is_open: bool
    shows_more: bool


def loot_kinds(
    form: EndForm, characters: Sequence[Character], posted: QueryDict, errors: dict[str, str]
) -> Iterator[LootKind]:
    """The rows of loot by kind, as they were filled in."""
    names = dict.fromkeys(offer.name for offer in form.loot)
    for name in names:
        rows = []
        for number, offer in enumerate((loot for loot in form.loot if loot.name == name), 1):
            hands = hands_of(offer)
            chosen = form_data.id_of(posted, hands)
            options = [(character, character.public_id == chosen) for character in characters]
            rows.append(LootRow(offer, hands, number, options, errors.get(hands, "")))
        filled = [bool(posted.get(row.hands)) or _is_filled(row.offer, posted) for row in rows]
        yield LootKind(
            name,
            rows=tuple(rows[:FIRST]),
            more=tuple(rows[FIRST:]),
            is_open=any(filled),
            shows_more=any(filled[FIRST:]),
        )


def hands_of(offer: Offer) -> str:
    """The name of the field that says who gets it."""
    return f"hands.{offer.id}"


def _is_filled(offer: Offer, posted: QueryDict) -> bool:
    """True if a field other than the quantity and the note was filled in."""
    values = form_data.offer_values(posted, offer.id)
    return any(
        any(values.get(field.id, ())) and values[field.id] != getattr(field, "values", ())
        for field in offer.fields
        if field.id not in (QUANTITY, NOTE)
    )


def _with_usual(party: Party, offer: Offer | None) -> Offer | None:
    """The points with what a session usually gives, at the first currency."""
    usual = registry.get(party.system).ledger_rules.points_per_session
    if offer is None:
        return None
    fields: list[Field] = list(offer.fields)
    if usual and isinstance(fields[0], Number):
        fewest, most = usual
        hint = f"Usually {fewest} to {most} each."
        fields[0] = msgspec.structs.replace(fields[0], hint=hint)
    return msgspec.structs.replace(offer, id=f"points.{offer.id}", fields=tuple(fields))
