"""Offers of games with typed codes and items: actions with items, new items, what happens after a
session, and what a game master hands out. Items cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.figures import Figure
from rules.forms.fields import Field, Text
from rules.kit.advancement_offers import Named
from rules.kit.coded.advancement import CODE, CodeOffers
from rules.kit.coded.character import CodedCharacter, D
from rules.kit.currency import handed_out, session_offer
from rules.kit.typed import STRENGTH
from rules.kit.typed.item_offers import ItemOffers
from rules.kit.typed.items import ARMOR, WEAPON, TypedItem
from rules.ledger.offers import Offer, OfferGroup

Groups = Callable[[Any], tuple[OfferGroup, ...]]


def coded_items(
    *,
    armor: tuple[Field, ...],
    weapon: tuple[tuple[Field, ...], tuple[Field, ...]] = ((), ()),
    strength: tuple[str, ...] = STRENGTH,
    **members: Any,
) -> ItemOffers:
    """Offers of items where a weapon has the fields skill and damage, with the `weapon` fields
    before and after; `armor` are the fields of armor, `strength` the names of Strength, and the
    rest those of ItemOffers.
    """
    first, last = weapon

    def particulars(character: CodedCharacter) -> dict[str, tuple[Field, ...]]:
        names = (*(skill.name for skill in character.skills.values()), *character.attributes)
        id, name = strength[:2]
        hint = f"A dice code, or {name} plus dice: 4D, {id}+1D."
        skill = Text("skill", "Used with", ("",), "A skill or an attribute.", suggestions=names)
        damage = Text("damage", "Damage", ("",), hint, limit=CODE)
        return {WEAPON: (*first, skill, damage, *last), ARMOR: armor}

    return ItemOffers(particulars=particulars, **members)


def parts(codes: CodeOffers, items: ItemOffers, advance: Groups) -> dict[str, Groups]:
    """Every part of the advancement page by its id. The table of prices has the source of an
    "award" and the ruling on a "session".
    """
    prices, accounts = codes.rules.table, codes.rules.accounts

    def award(act: str) -> Offer:
        return accounts.award_offer(act, source=prices.sources["award"])

    def table(character: CodedCharacter) -> tuple[OfferGroup, ...]:
        """After a session: what was gained, learned, put right; and that a new one begins."""
        any_code = (codes.any_code(character),) if codes.rules.codes.is_priced(character) else ()
        offers = (
            award("Take the award"),
            session_offer(ruling=prices.rulings["session"]),
            codes.new_skill(character),
            *any_code,
            accounts.correction_offer(),
        )
        return (OfferGroup("table", "At the table", offers),)

    def given(character: CodedCharacter) -> tuple[OfferGroup, ...]:
        """The offers of a game master: points, items, a correction."""
        handed = (*items.found(character, "Give"), accounts.correction_offer())
        return (OfferGroup("given", "Hand out", handed_out((award("Hand out"), *handed))),)

    return {
        "advance": advance,
        "carried": items.carried,
        "market": items.market,
        "table": table,
        "given": given,
    }


def strength_damages(
    character: D, damage: Callable[[D, TypedItem], Figure | None]
) -> Iterator[Named]:
    """The damage of weapons that Strength is added to, by name."""
    for holding in character.carried:
        own = holding.item.damage
        if own and own.with_strength and (figure := damage(character, holding.item)):
            yield f"{holding.item.name} damage", figure
