"""What can be done with things: those that are carried, and those that are found or given. Nothing
has a price: everything is typed by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.forms.fields import Field, Number, Text
from rules.kit.inventory import (
    item_groups,
    lose_offer,
    quantity_field,
    source_field,
    use_offer,
    wear_offer,
)
from rules.ledger.offers import Offer, OfferGroup
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.holdings import Holding
from rules.systems.rules_sheet_d6.document import MOST, MOST_DEFENSE, NAME
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES

CODE = 20
NAMES = {"weapon": "A weapon", "armor": "Armor", "thing": "Anything else"}


def carried(character: Character) -> tuple[OfferGroup, ...]:
    """Each thing that is carried, with all that can be done with it."""
    return item_groups(character, partial(_offers, character))


def _offers(character: Character, held: Holding) -> Iterator[Offer]:
    """Wear or take off, use up, lose."""
    if held.is_armor:
        yield wear_offer(character, held, lambda wearer: [figures.defense(wearer)])
    if held.item.what == "thing":
        yield use_offer(held)
    yield lose_offer(held)


def market(character: Character) -> tuple[OfferGroup, ...]:
    """What is found, bought or given: the source has no prices."""
    note = "It costs nothing here: the source has no prices."
    return (OfferGroup("found", "Found or given", found(character, "Take it"), note),)


def found(character: Character, act: str) -> tuple[Offer, ...]:
    """A weapon, armor, another thing, each typed by hand."""
    return tuple(
        Offer(
            f"gain.{what}",
            entries.Gain(name="", what=what),
            name,
            act,
            fields=(
                Text("name", "Name", ("",), limit=NAME),
                *_particulars(character, what),
                quantity_field(MOST),
                source_field(),
            ),
        )
        for what, name in NAMES.items()
    )


def _particulars(character: Character, what: str) -> tuple[Field, ...]:
    """What else is typed of a weapon, and of armor."""
    if what == "weapon":
        names = (*(skill.name for skill in character.skills.values()), *ATTRIBUTES)
        hint = "A code, or what Strength is added to: 4D, STR+1D."
        return (
            Text("skill", "Used with", ("",), "A skill or an attribute.", suggestions=names),
            Text("damage", "Damage", ("",), hint, limit=CODE),
        )
    if what == "armor":
        return (Number("defense", "Adds to Defense", ("",), highest=MOST_DEFENSE),)
    return ()
