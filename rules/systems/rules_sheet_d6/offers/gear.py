"""What can be done with things: those that are carried, and those that are found or given. Nothing
has a price: everything is typed by hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.forms.fields import Change, Field, Number, Text
from rules.ledger.entries import NOTE
from rules.ledger.offers import Offer, OfferGroup
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.holdings import Holding
from rules.systems.rules_sheet_d6.creation.fields import MOST, MOST_DEFENSE, NAME
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES

CODE = 20
NAMES = {"weapon": "A weapon", "armor": "Armor", "thing": "Anything else"}


def carried(character: Character) -> tuple[OfferGroup, ...]:
    """Each thing that is carried, with all that can be done with it."""
    return tuple(
        OfferGroup(
            held.item.key,
            held.item.name,
            tuple(_acts(character, held)),
            note=f"You have {held.quantity:,}." if held.quantity > 1 else "",
        )
        for held in character.carried
    )


def _acts(character: Character, held: Holding) -> Iterator[Offer]:
    """Wear or take off, use up, lose."""
    item = held.item
    if item.what == "armor":
        yield _wear(character, held)
    many: tuple[Field, ...] = ()
    if held.quantity > 1:
        many = (Number("quantity", "How many", ("1",), lowest=1, highest=held.quantity),)
    fields = (*many, Text("note", "What happened", ("",), limit=NOTE))
    if item.what == "thing":
        use = entries.Use(item=item.name)
        yield Offer(f"use.{item.key}", use, item.name, "Use up", fields=fields)
    lose = entries.Lose(item=item.name)
    yield Offer(f"lose.{item.key}", lose, item.name, "Lose or give away", fields=fields)


def _wear(character: Character, held: Holding) -> Offer:
    """Put armor on, or take it off, with what that does to Defense."""
    item = held.item
    off = character.worn == item.key
    worn, before = character.worn, figures.defense(character)
    character.worn = "" if off else item.key
    after = figures.defense(character)
    character.worn = worn
    changes: tuple[Change, ...] = ()
    if after.value != before.value:
        changes = (Change(before.label, before.code, after.code, after.value > before.value),)
    entry = entries.Wear(item=None if off else item.name)
    act = "Take it off" if off else "Put it on"
    return Offer(f"wear.{item.key}", entry, item.name, act, changes=changes)


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
                Number("quantity", "How many", ("1",), lowest=1, highest=MOST),
                Text("note", "From whom, or where", ("",), limit=NOTE),
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
