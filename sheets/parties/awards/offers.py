"""The awards that a party's game lets its game master hand out."""

import msgspec

from rules import registry
from rules.character import Character as OpenCharacter
from rules.ledger.offers import Offer
from rules.text_cache import text_cache
from sheets.models import Party

# The offer of the currencies of a game (`rules.kit.currency`).
POINTS = "given.award"
# A thing that can be handed out says how many.
QUANTITY = "quantity"


def award_offers(party: Party) -> tuple[Offer, ...]:
    """Everything that can be handed out in this party."""
    system = registry.get(party.system)
    document = system.house.moved(system.empty(), system.house.read(party.house))
    groups = OpenCharacter(system, document).offers("given")
    return tuple(offer for group in groups for offer in group.offers)


@text_cache(100)
def points_offer(slug: str) -> Offer | None:
    """The award of a game's points, filled in with 1 of the first kind; None without any."""
    system = registry.get(slug)
    groups = OpenCharacter(system, system.empty()).offers("given")
    offers = (offer for group in groups for offer in group.offers)
    offer = next((offer for offer in offers if offer.id == POINTS), None)
    if offer is None:
        return None
    first, *others = offer.fields
    one = msgspec.structs.replace(first, values=("1",))
    return msgspec.structs.replace(offer, fields=(one, *others))


def is_thing(offer: Offer) -> bool:
    """True if the award is an item, with a quantity."""
    return any(field.id == QUANTITY for field in offer.fields)
