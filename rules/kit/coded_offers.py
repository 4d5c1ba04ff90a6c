"""Offers of games with typed codes and items: actions with items, new items, what happens after a
session, and what a game master hands out. Items cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from rules.figures import Figure
from rules.forms.fields import Field, Text
from rules.kit.advancement_offers import CODE, CodeOffers, Named
from rules.kit.coded_ledger import ACCOUNTS
from rules.kit.currency import handed_out, session_offer
from rules.kit.inventory import item_groups, lose_offer, use_offer, wear_offer
from rules.kit.typed_document import MOST, NAME
from rules.kit.typed_items import ARMOR, WEAPON, gain_offers
from rules.ledger.entries import Entry
from rules.ledger.offers import Offer, OfferGroup

Groups = Callable[[Any], tuple[OfferGroup, ...]]


class ItemOffers(msgspec.Struct, frozen=True):
    """Offers of items. `entry(what)` gains one; a weapon has the fields skill and damage, with the
    `weapon` fields before and after; `armor` are the fields of armor. `defenses(character)` are the
    figures that armor changes, `is_used(item)` says what can be used up, and `note` why items are
    free.
    """

    entry: Callable[[str], Entry]
    armor: tuple[Field, ...]
    defenses: Callable[[Any], Iterable[Figure]]
    is_used: Callable[[Any], bool]
    note: str
    weapon: tuple[tuple[Field, ...], tuple[Field, ...]] = ((), ())

    def carried(self, character: Any) -> tuple[OfferGroup, ...]:
        """Each carried item, with its offers."""
        return item_groups(character, partial(self._offers, character))

    def _offers(self, character: Any, holding: Any) -> Iterator[Offer]:
        """Wear or take off, use up, lose."""
        if holding.is_armor:
            yield wear_offer(character, holding, self.defenses)
        if self.is_used(holding.item):
            yield use_offer(holding)
        yield lose_offer(holding)

    def market(self, character: Any) -> tuple[OfferGroup, ...]:
        """Items that a character found, bought or was given."""
        return (OfferGroup("found", "Found or given", self.found(character, "Take it"), self.note),)

    def found(self, character: Any, act: str) -> tuple[Offer, ...]:
        """A weapon, armor, or another item, each typed by hand."""
        names = (*(skill.name for skill in character.skills.values()), *character.attributes)
        hint = "A dice code, or Strength plus dice: 4D, STR+1D."
        first, last = self.weapon
        weapon = (
            *first,
            Text("skill", "Used with", ("",), "A skill or an attribute.", suggestions=names),
            Text("damage", "Damage", ("",), hint, limit=CODE),
            *last,
        )
        fields = {WEAPON: weapon, ARMOR: self.armor}
        return gain_offers(self.entry, act, fields, limit=NAME, most=MOST)


def parts(codes: CodeOffers, items: ItemOffers, advance: Groups) -> dict[str, Groups]:
    """Every part of the advancement page by its id. The table of prices has the source of an
    "award" and the ruling on a "session".
    """
    prices = codes.rules.table

    def award(act: str) -> Offer:
        return ACCOUNTS.award_offer(act, source=prices.sources["award"])

    def table(character: Any) -> tuple[OfferGroup, ...]:
        """After a session: what was gained, learned, put right; and that a new one begins."""
        any_code = (codes.any_code(character),) if codes.rules.codes.is_priced(character) else ()
        offers = (
            award("Take the award"),
            session_offer(ruling=prices.rulings["session"]),
            codes.new_skill(character),
            *any_code,
            ACCOUNTS.correction_offer(),
        )
        return (OfferGroup("table", "At the table", offers),)

    def given(character: Any) -> tuple[OfferGroup, ...]:
        """What a game master hands out: points, items, a correction."""
        handed = (*items.found(character, "Give"), ACCOUNTS.correction_offer())
        return (OfferGroup("given", "Hand out", handed_out((award("Hand out"), *handed))),)

    return {
        "advance": advance,
        "carried": items.carried,
        "market": items.market,
        "table": table,
        "given": given,
    }


def strength_damages(
    character: Any, damage: Callable[[Any, Any], Figure | None]
) -> Iterator[Named]:
    """The damage of weapons that Strength is added to, by name."""
    for holding in character.carried:
        own = holding.item.damage
        if own and own.with_strength and (figure := damage(character, holding.item)):
            yield f"{holding.item.name} damage", figure
