"""What can be done with items: those that are carried, and those that are found or given. Nothing
has a price: everything is typed by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.forms.fields import Choice, Number, Option, Text
from rules.kit.inventory import item_groups, lose_offer, use_offer, wear_offer
from rules.kit.typed_items import gain_offers
from rules.ledger.offers import Offer, OfferGroup
from rules.systems.empire_ascendant import document as entries
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.character import Character, Holding
from rules.systems.empire_ascendant.document import MOST, MOST_DIFFICULTY, NAME
from rules.systems.empire_ascendant.rulebook import rulebook

CODE = 20


def carried(character: Character) -> tuple[OfferGroup, ...]:
    """Each item that is carried, with all that can be done with it."""
    return item_groups(character, partial(_offers, character))


def _offers(character: Character, held: Holding) -> Iterator[Offer]:
    """Wear or take off, use up, lose."""
    if held.is_armor:
        yield wear_offer(character, held, lambda wearer: [figures.soak(wearer)])
    if held.item.what == "thing" or held.item.form == "grenade":
        yield use_offer(held)
    yield lose_offer(held)


def market(character: Character) -> tuple[OfferGroup, ...]:
    """What is found, bought or given: the source has no prices."""
    note = "Items are free here: the source has no prices."
    return (OfferGroup("found", "Found or given", found(character, "Take it"), note),)


def found(character: Character, act: str) -> tuple[Offer, ...]:
    """A weapon, armor, another item, each typed by hand."""
    names = (*(skill.name for skill in character.skills.values()), *character.attributes)
    hint = "A code, or what Strength is added to: 4D, STR+1D."
    usual = entries.Gain(name="").form
    forms = tuple(
        Option(row.id, row.name, chosen=row.id == usual) for row in rulebook().combat.forms.values()
    )
    weapon = (
        Choice("form", "Kind", (usual,), forms, look="menu"),
        Text("skill", "Used with", ("",), "A skill or an attribute.", suggestions=names),
        Text("damage", "Damage", ("",), hint, limit=CODE),
        Number("difficulty", "Difficulty, in melee", ("",), highest=MOST_DIFFICULTY),
    )
    armor = (Text("soak", "Adds to Soak", ("",), "1D, 1D+2", limit=CODE),)
    return gain_offers(
        lambda what: entries.Gain(name="", what=what),
        act,
        {"weapon": weapon, "armor": armor},
        limit=NAME,
        most=MOST,
    )
